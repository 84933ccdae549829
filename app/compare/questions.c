// SPDX-License-Identifier: MIT
//
// How it works: every result of every side, and every finding of a result, is an answer
// to a question at a place. The answers are sorted by section, place and question. So
// the answers to one question are neighbours, and so are those of a topic at one place.
// A question makes a row; a topic at a place makes a row that counts.

#include "compare/private.h"

#include "base/deviation.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct answer {
    int section, side, order;
    int key; // of the section and the place: in the order of both
    struct report_expressions_place place;
    const char *what;              // a line, or a probe
    enum readout readout;          // of a picture: exact ones are READOUT_BITS
    const struct result *result;   // NULL: it was not asked
    const struct finding *finding; // of a line, else NULL
};

struct answers {
    struct drafts *drafts;
    struct answer *list; // [count], owned
    int count;
};

// ---- collecting ----

// Returns the section of a topic, a new one if necessary; -1 if there is no room for
// it.
static int section_of(struct drafts *drafts, const char *topic)
{
    for (int i = SECTION_TOPICS; i < SECTION_PICTURES; i++) {
        if (!drafts->sections[i])
            drafts->sections[i] = topic;
        if (!strcmp(drafts->sections[i], topic))
            return i;
    }
    return -1;
}

static void answers_add(struct answers *answers, int side, int section,
                        const struct result *result, const struct finding *finding)
{
    bool exact = result->readout == READOUT_BITS || result->readout == READOUT_FLOAT32;
    int place =
        ((int) result->stage * PRECISION_COUNT + (int) result->precision) * FORM_COUNT +
        (int) result->form;

    answers->list[answers->count] = (struct answer){
        .section = section,
        .side = side,
        .order = answers->count,
        .key = section * STAGE_COUNT * PRECISION_COUNT * FORM_COUNT + place,
        .place = { result->stage, result->precision, result->form },
        .what = finding ? finding->expression : result->probe,
        .readout = exact || section != SECTION_PICTURES ? READOUT_BITS : result->readout,
        .result = result,
        .finding = finding,
    };
    answers->count++;
}

static void answers_collect(struct answers *answers, int side,
                            const struct result *result)
{
    bool lines = report_has_expressions(result);
    int section = lines ? section_of(answers->drafts, result->topic) : SECTION_PICTURES;

    if (result->verdict.status == STATUS_SKIPPED)
        return;
    answers_add(answers, side, SECTION_FORMS, result, NULL);
    if (!lines && result->sha256[0])
        answers_add(answers, side, SECTION_PICTURES, result, NULL);
    for (int i = 0; lines && section >= 0 && i < result->finding_count; i++)
        answers_add(answers, side, section, result, &result->findings[i]);
}

static int by_question(const struct answer *one, const struct answer *other)
{
    int order = one->key - other->key;

    if (!order)
        order = strcmp(one->what, other->what);
    return order ? order : (int) one->readout - (int) other->readout;
}

static int by_question_and_order(const void *a, const void *b)
{
    const struct answer *one = a, *other = b;
    int order = by_question(one, other);

    return order ? order : one->order - other->order;
}

// ---- a question's row ----

// Returns true if the device supports the probe. A probe that it does not support has
// one row of its own, and no row for each expression.
static bool is_askable(const struct answer *answer)
{
    return answer->result && answer->result->verdict.status != STATUS_UNSUPPORTED;
}

static bool is_answered(const struct answer *answer)
{
    return is_askable(answer) && (!answer->finding || answer->finding->cases > 0);
}

// Returns true if `answer` replaces `than`. The first readout is used; failed ones are
// skipped, and unsupported ones unless all are.
static bool says_more(const struct answer *answer, const struct answer *than)
{
    enum status status = answer->result->verdict.status,
                other = than->result->verdict.status;

    return status != STATUS_UNSUPPORTED &&
           (other == STATUS_OK || other == STATUS_UNSUPPORTED);
}

static void say_finding(const struct finding *finding, char text[120])
{
    char answer[FINDING_ANSWER_TEXT], error[24];

    // "exact 0 ulp" and "none 1.2 ulp" are for tables whose heads explain them.
    finding_text(finding, answer, sizeof answer);
    finding_error_text(finding, error, sizeof error);

    bool is_least = !strncmp(error, ">= ", 3);

    if (report_expressions_is_irregular(finding) && error[0])
        snprintf(text, 120, "off by %s%s", is_least ? "at least " : "",
                 error + (is_least ? 3 : 0));
    else if (report_expressions_is_exact(finding) || !error[0])
        snprintf(text, 120, "%s", answer);
    else
        snprintf(text, 120, "%s %s", answer, error);
    text_add(text, 120, "%s%s", finding->from ? ", deviates from " : "",
             deviation_title(finding->from));
}

// Writes the first digits of a picture's hash, which distinguish pixels, and its
// verdict: "3f2a9c1e, 24 bits, rne".
static void say_picture(const struct result *result, char text[120])
{
    const struct verdict *verdict = &result->verdict;
    char rounding[FOREIGN_NAME];
    bool bits = verdict->status == STATUS_OK && verdict->fraction_bits >= 0;

    verdict_adder(verdict, rounding, sizeof rounding);
    snprintf(text, 120, "%.8s", result->sha256);
    if (bits)
        text_add(text, 120, ", %d bits", verdict->fraction_bits + 1);
    if (verdict->status != STATUS_OK)
        text_add(text, 120, ", %s", status_name(verdict->status));
    else if (!bits || strcmp(rounding, "unknown") != 0)
        text_add(text, 120, ", %s", rounding);
}

static void questions_say_answer(const struct answer *answer, struct compare_cell *cell,
                                 struct sense *sense)
{
    bool forms = answer->section == SECTION_FORMS;

    if (!answer->result)
        return;
    cell->group = forms || is_askable(answer) ? 0 : -1;
    cell->answered = is_answered(answer);
    if (!cell->answered || forms)
        snprintf(cell->text, sizeof cell->text, "%s%s",
                 status_name(cell->answered ? answer->result->verdict.status
                                            : STATUS_UNSUPPORTED),
                 answer->result->verdict.rewriting ? ", sum reassociated" : "");
    else if (answer->finding)
        say_finding(answer->finding, cell->text);
    else
        say_picture(answer->result, cell->text);
    if (answer->finding && cell->answered) {
        cell->breaks_glsl = answer->finding->from == DEVIATION_GLSL;
        sense_finding(answer->finding, sense);
    } else {
        snprintf(sense->key, sizeof sense->key, "%s",
                 forms || answer->finding ? cell->text : answer->result->sha256);
    }
}

static void weigh_answers(const struct answer *answers, int sides, struct draft *draft)
{
    int deviates = 0, told_elsewhere = 0;

    for (int i = 0; i < sides; i++) {
        deviates += answers[i].finding && answers[i].finding->deviates;
        told_elsewhere +=
            answers[i].result &&
            (!is_answered(&answers[i]) || report_has_expressions(answers[i].result));
    }
    if (draft->section == SECTION_FORMS && told_elsewhere)
        draft->row.weight -= WEIGHT_LESS;
    if (draft->row.groups > 1 && deviates > 0 && deviates < sides)
        draft->row.weight += WEIGHT_DEVIATES;
}

// Adds the row of the answers [count] to one question; `each` [sides] gets the answer
// of each side.
static struct draft *add_question(struct answers *all, const struct answer *answers,
                                  int count, struct answer each[COMPARE_SIDES])
{
    const int sides = all->drafts->compare->count;
    char what[64];

    snprintf(what, sizeof what, "%s", answers->what);
    if (answers->readout != READOUT_BITS)
        text_add(what, sizeof what, " (%s)", readout_name(answers->readout));
    struct draft *draft = draft_add(all->drafts, answers->section, what, &answers->place);

    draft->order = answers->order;
    for (int i = 0; i < sides; i++)
        each[i] = (struct answer){ .section = answers->section };
    for (int i = 0; i < count; i++) {
        struct answer *of = &each[answers[i].side];

        if (!of->result || (of->section == SECTION_FORMS && says_more(&answers[i], of)))
            *of = answers[i];
    }
    if (answers->section == SECTION_PICTURES)
        draft->results = memory_new((size_t) sides, sizeof *draft->results);
    for (int i = 0; i < sides; i++) {
        questions_say_answer(&each[i], &draft->row.cells[i], &all->drafts->senses[i]);
        if (draft->results)
            draft->results[i] = each[i].result;
    }
    draft->row.result = draft->results ? each[0].result : NULL;
    draft->row.finding = each[0].finding;
    draft_group(all->drafts);
    weigh_answers(each, sides, draft);
    return draft;
}

// ---- summaries: a topic at a place ----

// Returns 1 if a finding counts in its topic's sum, 0 if not; -1 if it is not part of
// the sum.
static int counts_for(enum topic_id topic, const struct finding *finding, int bits)
{
    switch (topic) {
    case TOPIC_CONTRACTION: // nobody expects of fma() that it is not fused
        if (finding_asks(finding, "fma"))
            return -1;
        return report_expressions_is_fused(finding);
    case TOPIC_FOLDING:
    case TOPIC_ERROR_FREE: return !report_expressions_as_written(finding, bits);
    case TOPIC_SUBNORMALS: return report_expressions_is_flushed(finding);
    default: return finding->deviates;
    }
}

struct summary {
    struct topic topic;
    struct report_expressions_count counts[COMPARE_SIDES]; // `changed`: what counts
    int bits[COMPARE_SIDES];
    int questions, differing;
};

static void count_question(struct summary *summary, const struct answer *each, int sides,
                           const struct draft *draft)
{
    summary->questions++;
    summary->differing += draft->row.groups > 1;
    for (int i = 0; i < sides; i++) {
        if (!each[i].finding || !is_answered(&each[i]))
            continue;
        int counts = counts_for(summary->topic.id, each[i].finding, summary->bits[i]);

        summary->counts[i].lines += counts >= 0;
        summary->counts[i].changed += counts > 0;
        summary->counts[i].from[each[i].finding->from]++;
    }
}

// Groups the sides of a counting row: sides of one group have the same finding for each
// of the questions [first, end) that all sides measured.
static void group_summary(struct drafts *drafts, const struct draft *draft, int first,
                          int end)
{
    const int sides = drafts->compare->count;
    uint64_t sums[COMPARE_SIDES] = { 0 };

    for (int question = first; question < end; question++) {
        const struct compare_cell *cells = drafts->list[question].row.cells;
        bool all = true;

        for (int i = 0; i < sides; i++)
            all &= draft->row.cells[i].group < 0 || cells[i].answered;
        for (int i = 0; all && i < sides; i++)
            sums[i] =
                (sums[i] + (uint64_t) cells[i].group + 1) * UINT64_C(0x9e3779b97f4a7c15);
    }
    for (int i = 0; i < sides; i++)
        snprintf(drafts->senses[i].key, sizeof drafts->senses[i].key, "%llx",
                 (unsigned long long) sums[i]);
    draft_group(drafts);
}

// Adds the row that counts the questions [first, end) of a topic at a place.
static void add_summary(struct answers *all, const struct answer *answer, int first,
                        const struct summary *summary)
{
    struct drafts *drafts = all->drafts;
    const int end = drafts->count;
    const struct topic *topic = &summary->topic;
    char what[64];

    snprintf(what, sizeof what, "all %s", topic->noun ? topic->noun : "expressions");
    struct draft *draft = draft_add(drafts, answer->section, what, &answer->place);

    draft->order = all->count + answer->order;
    draft->row.counts = true;
    draft->row.weight =
        draft_weight(answer->section, &answer->place, WEIGHT_TIMES) + WEIGHT_SUMMARY;
    for (int i = 0; i < drafts->compare->count; i++) {
        const struct report_expressions_count *count = &summary->counts[i];
        struct compare_cell *cell = &draft->row.cells[i];
        char number[16] = "none";

        if (!count->lines)
            continue;
        cell->group = 0;
        if (count->changed)
            snprintf(number, sizeof number, "%d", count->changed);
        if (topic->verb)
            snprintf(cell->text, sizeof cell->text, "%s %s of %d", topic->verb, number,
                     count->lines);
        else
            report_expressions_deviating(count, cell->text, sizeof cell->text);
    }
    group_summary(drafts, draft, first, end);
    if (draft->row.groups > 1)
        snprintf(draft->note, sizeof draft->note, "%d of %d differ%s", summary->differing,
                 summary->questions, summary->differing == 1 ? "s" : "");
}

// Adds the rows of a section at a place: answers [first, returned).
static int add_place(struct answers *all, int first)
{
    const struct answer *answers = all->list;
    const struct compare *compare = all->drafts->compare;
    const int section = answers[first].section, rows = all->drafts->count;
    struct summary summary = { .topic = topic_of(all->drafts->sections[section]) };
    int at = first;

    for (int i = 0; i < compare->count; i++)
        summary.bits[i] = report_expressions_bits(&compare->sides[i]->report,
                                                  answers[first].place.stage,
                                                  answers[first].place.precision);
    while (at < all->count && answers[at].key == answers[first].key) {
        struct answer each[COMPARE_SIDES];
        int end = at;

        while (end < all->count && !by_question(&answers[at], &answers[end]))
            end++;
        const struct draft *draft = add_question(all, &answers[at], end - at, each);

        count_question(&summary, each, compare->count, draft);
        at = end;
    }
    if (section != SECTION_FORMS && section != SECTION_PICTURES)
        add_summary(all, &answers[first], rows, &summary);
    return at;
}

void drafts_add_results(struct drafts *drafts)
{
    const struct compare *compare = drafts->compare;
    struct answers answers = { .drafts = drafts };
    size_t room = 0;

    for (int side = 0; side < compare->count; side++)
        for (int i = 0; i < compare->sides[side]->report.count; i++)
            room += 2 + (size_t) compare->sides[side]->report.results[i].finding_count;
    answers.list = memory_new(room, sizeof *answers.list);
    for (int side = 0; side < compare->count; side++)
        for (int i = 0; i < compare->sides[side]->report.count; i++)
            answers_collect(&answers, side, &compare->sides[side]->report.results[i]);
    qsort(answers.list, (size_t) answers.count, sizeof *answers.list,
          by_question_and_order);
    for (int at = 0; at < answers.count;)
        at = add_place(&answers, at);
    free(answers.list);
}
