// SPDX-License-Identifier: MIT

#include "compare/private.h"

#include "base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const section_names[COMPARE_SECTIONS] = {
    [COMPARE_VERDICT] = "verdict",
    [COMPARE_PRECISIONS] = "precisions",
    [COMPARE_CLAIMS] = REPORT_LINES_CLAIMS,
    [COMPARE_FORMS] = "forms",
    [COMPARE_OPERATIONS] = REPORT_LINES_OPERATIONS,
    [COMPARE_CONTRACTION] = REPORT_LINES_CONTRACTION,
    [COMPARE_FOLDING] = REPORT_LINES_FOLDING,
    [COMPARE_ERROR_FREE] = REPORT_LINES_ERROR_FREE,
    [COMPARE_SUBNORMALS] = REPORT_LINES_SUBNORMALS,
    [COMPARE_SPECIALS] = REPORT_LINES_SPECIALS,
    [COMPARE_CONVERSIONS] = REPORT_LINES_CONVERSIONS,
    [COMPARE_FUNCTIONS] = REPORT_LINES_FUNCTIONS,
    [COMPARE_PICTURES] = "pictures",
};

// FNV-1a.
static size_t hash(const struct report_compare_question *question)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    int numbers[] = { question->section, (int) question->place.stage,
                      (int) question->place.precision, (int) question->place.form };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sum = (sum ^ (uint64_t) numbers[i]) * UINT64_C(0x100000001b3);
    for (const char *at = question->what; *at; at++)
        sum = (sum ^ (unsigned char) *at) * UINT64_C(0x100000001b3);
    return (size_t) (sum ^ sum >> 32);
}

static bool is_same(const struct report_compare_question *one,
                    const struct report_compare_question *other)
{
    return one->section == other->section && one->place.stage == other->place.stage &&
           one->place.precision == other->place.precision &&
           one->place.form == other->place.form && !strcmp(one->what, other->what);
}

// The slot of a question: its own, or the free one where it belongs.
static size_t slot_of(const struct report_compare_asked *asked,
                      const struct report_compare_question *question)
{
    size_t slot = hash(question) % asked->slot_count;

    while (asked->slots[slot] >= 0 &&
           !is_same(&asked->questions[asked->slots[slot]], question))
        slot = (slot + 1) % asked->slot_count;
    return slot;
}

static bool rehash(struct report_compare_asked *asked, size_t slot_count)
{
    int *slots = malloc(slot_count * sizeof *slots);

    if (!slots)
        return false;
    free(asked->slots);
    asked->slots = slots;
    asked->slot_count = slot_count;
    for (size_t i = 0; i < slot_count; i++)
        slots[i] = -1;
    for (int i = 0; i < asked->count; i++)
        slots[slot_of(asked, &asked->questions[i])] = i;
    return true;
}

static bool grow(struct report_compare_asked *asked)
{
    int more = asked->capacity ? asked->capacity * 2 : 1024;
    size_t row = (size_t) asked->sides * sizeof *asked->answers;
    struct report_compare_question *questions =
        realloc(asked->questions, (size_t) more * sizeof *questions);

    if (questions)
        asked->questions = questions;
    struct report_compare_answer *answers = realloc(asked->answers, (size_t) more * row);

    if (answers)
        asked->answers = answers;
    if (!questions || !answers || !rehash(asked, (size_t) more * 2))
        return false;
    asked->capacity = more;
    return true;
}

// The answers to a question, [sides]; NULL if there is no memory.
static struct report_compare_answer *answers_to(
    struct report_compare_asked *asked, const struct report_compare_question *question)
{
    size_t row = (size_t) asked->sides * sizeof *asked->answers;

    if (asked->count == asked->capacity && !grow(asked))
        return NULL;
    size_t slot = slot_of(asked, question);

    if (asked->slots[slot] < 0) {
        asked->slots[slot] = asked->count;
        asked->questions[asked->count] = *question;
        memset(report_compare_answers(asked, asked->count), 0, row);
        asked->count++;
    }
    return report_compare_answers(asked, asked->slots[slot]);
}

// The section of a topic, a new one if need be; -1 where there is no room left.
static int section_of(struct report_compare_asked *asked, const char *topic)
{
    for (int i = COMPARE_OPERATIONS; i < COMPARE_PICTURES; i++) {
        if (!asked->sections[i])
            asked->sections[i] = topic;
        if (!strcmp(asked->sections[i], topic))
            return i;
    }
    return -1;
}

// Of several readouts the first speaks, but for one that says that it went wrong; one
// that cannot be had only if none can.
static bool says_more(const struct result *result, const struct result *than)
{
    enum status status = result->verdict.status, other = than->verdict.status;

    return status != STATUS_UNSUPPORTED &&
           (other == STATUS_OK || other == STATUS_UNSUPPORTED);
}

static bool ask(struct report_compare_asked *asked, int side, int section,
                const char *what, const struct result *result,
                const struct finding *finding)
{
    struct report_compare_question question = {
        .section = section,
        .place = { result->stage, result->precision, result->form },
    };

    snprintf(question.what, sizeof question.what, "%s", what);
    struct report_compare_answer *answers = answers_to(asked, &question);

    if (!answers)
        return false;
    if (!answers[side].result ||
        (section == COMPARE_FORMS && says_more(result, answers[side].result)))
        answers[side] = (struct report_compare_answer){ result, finding };
    return true;
}

// binary32 comes back the same as a float and as its bits.
static bool ask_picture(struct report_compare_asked *asked, int side,
                        const struct result *result)
{
    bool exact = result->readout == READOUT_BITS || result->readout == READOUT_FLOAT32;
    char what[64];

    snprintf(what, sizeof what, exact ? "%s" : "%s (%s)", result->probe,
             readout_name(result->readout));
    return ask(asked, side, COMPARE_PICTURES, what, result, NULL);
}

static bool ask_result(struct report_compare_asked *asked, int side,
                       const struct result *result)
{
    bool lines = report_of_lines(result);
    int section = lines ? section_of(asked, result->topic) : COMPARE_PICTURES;
    bool ok = ask(asked, side, COMPARE_FORMS, result->probe, result, NULL);

    if (!lines && result->sha256[0])
        return ok && ask_picture(asked, side, result);
    for (int i = 0; ok && section >= 0 && i < result->finding_count; i++)
        ok = ask(asked, side, section, result->findings[i].line, result,
                 &result->findings[i]);
    return ok;
}

bool report_compare_ask(struct report_compare_asked *asked,
                        const struct report_folder *folders, int count)
{
    bool ok = true;

    *asked = (struct report_compare_asked){ .sides = count };
    memcpy(asked->sections, section_names, sizeof section_names);
    for (int side = 0; side < count; side++)
        for (int i = 0; ok && i < folders[side].report.count; i++)
            if (folders[side].report.results[i].verdict.status != STATUS_SKIPPED)
                ok = ask_result(asked, side, &folders[side].report.results[i]);
    if (ok)
        return true;
    log_error("no memory for the questions of %d reports", count);
    report_compare_asked_finish(asked);
    return false;
}

void report_compare_asked_finish(struct report_compare_asked *asked)
{
    free(asked->questions);
    free(asked->answers);
    free(asked->slots);
    *asked = (struct report_compare_asked){ 0 };
}
