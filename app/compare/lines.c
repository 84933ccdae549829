// SPDX-License-Identifier: MIT

#include "compare/private.h"
#include "compare/say.h"

#include "base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SUMMARY_MORE 40  // a count, where it tells most, weighs more than a line of it
#define SUMMARY_LESS 12  // but elsewhere: how much sooner its weight falls
#define DEPARTS_MORE 10  // what is not as it should be on one side, and is on another
#define LACKING_LESS 440 // who lacks it differs, but not in arithmetic
#define NO_LINE_LESS 300 // a status of a probe of lines: its lines tell the same

// Whether a device could be asked a probe. That it could not is told once, of the probe,
// and not of each line again.
static bool is_askable(const struct report_compare_answer *answer)
{
    return answer->result && answer->result->verdict.status != STATUS_UNSUPPORTED;
}

static bool is_answered(const struct report_compare_answer *answer)
{
    return is_askable(answer) && (!answer->finding || answer->finding->cases > 0);
}

static void say_finding(const struct finding *finding, struct report_compare_cell *cell)
{
    char text[96];

    // "exact 0 ulp" and "none 1.2 ulp" are for tables whose heads explain them.
    if (!strcmp(finding->answer, "exact"))
        snprintf(text, sizeof text, "exact");
    else
        report_lines_answer(finding, text, sizeof text);
    if (!strncmp(text, "none ", 5)) {
        memmove(text + 9, text + 5, strlen(text + 5) + 1);
        memcpy(text, "no rule, ", 9);
    }
    snprintf(cell->text, sizeof cell->text, "%s%s", text,
             finding->departs ? ", departs" : "");
}

// "3f2a9c1e, 24 bits, rne": what tells pixels apart, and what came of them.
static void say_picture(const struct result *result, struct report_compare_cell *cell)
{
    const struct verdict *verdict = &result->verdict;

    if (verdict->status != STATUS_OK)
        snprintf(cell->text, sizeof cell->text, "%.8s, %s", result->sha256,
                 status_name(verdict->status));
    else if (verdict->fraction_bits < 0)
        snprintf(cell->text, sizeof cell->text, "%.8s, %s", result->sha256,
                 verdict_rounding(verdict->survivors));
    else if (!strcmp(verdict_rounding(verdict->survivors), "unknown"))
        snprintf(cell->text, sizeof cell->text, "%.8s, %d bits", result->sha256,
                 verdict->fraction_bits + 1);
    else
        snprintf(cell->text, sizeof cell->text, "%.8s, %d bits, %s", result->sha256,
                 verdict->fraction_bits + 1, verdict_rounding(verdict->survivors));
}

static void say(const struct report_compare_answer *answer, int section,
                struct report_compare_cell *cell)
{
    if (!answer->result)
        return;
    cell->group = section == COMPARE_FORMS || is_askable(answer) ? 0 : -1;
    if (!is_answered(answer))
        snprintf(cell->text, sizeof cell->text, "%s", status_name(STATUS_UNSUPPORTED));
    else if (section == COMPARE_PICTURES)
        say_picture(answer->result, cell);
    else if (answer->finding)
        say_finding(answer->finding, cell);
    else
        snprintf(cell->text, sizeof cell->text, "%s",
                 status_name(answer->result->verdict.status));
}

static int group_pictures(struct report_compare_draft *draft, int sides)
{
    for (int i = 0; i < sides; i++)
        for (int j = 0; draft->cells[i].group >= 0 && j <= i; j++)
            if (draft->cells[j].group >= 0 &&
                !strcmp(draft->results[j]->sha256, draft->results[i]->sha256)) {
                draft->cells[i].group = j;
                break;
            }
    return report_compare_renumber(draft->cells, sides);
}

static bool take_results(struct report_compare_draft *draft,
                         const struct report_compare_answer *answers, int sides)
{
    draft->results = calloc((size_t) sides, sizeof *draft->results);
    if (!draft->results) {
        log_error("no memory for a row of %d reports", sides);
        return false;
    }
    for (int i = 0; i < sides; i++)
        draft->results[i] = answers[i].result;
    return true;
}

static bool question_row(struct report_compare_drafts *drafts,
                         const struct report_compare_asked *asked, int question)
{
    const struct report_compare_question *what = &asked->questions[question];
    const struct report_compare_answer *answers = report_compare_answers(asked, question);
    bool pictures = what->section == COMPARE_PICTURES, lines = false;
    int departs = 0, lacking = 0;
    struct report_compare_draft *draft = report_compare_add(
        drafts, what->section, what->what, COMPARE_AT_FORM, what->place);

    if (!draft)
        return false;
    for (int i = 0; i < asked->sides; i++) {
        say(&answers[i], what->section, &draft->cells[i]);
        lines |= answers[i].result && report_of_lines(answers[i].result);
        departs += answers[i].finding && answers[i].finding->departs;
        lacking += draft->cells[i].group >= 0 && !is_answered(&answers[i]);
    }
    if (what->section == COMPARE_FORMS && lacking)
        draft->weight -= LACKING_LESS;
    else if (what->section == COMPARE_FORMS && lines)
        draft->weight -= NO_LINE_LESS;
    if (pictures && !take_results(draft, answers, asked->sides))
        return false;
    draft->groups = pictures ? group_pictures(draft, asked->sides)
                             : report_compare_group_figures(draft->cells, asked->sides);
    if (draft->groups > 1 && departs > 0 && departs < asked->sides)
        draft->weight += DEPARTS_MORE;
    return true;
}

// ---- summaries: a topic at a place ----

// How a topic's lines are counted, and what they are called. Others by those that depart.
struct counted {
    int section;
    const char *verb, *noun;
    int (*counts)(const struct finding *finding, int bits); // 0 or 1; -1: not counted
};

static int is_changed(const struct finding *finding, int bits)
{
    return !report_lines_as_written(finding, bits);
}

static int is_flushed(const struct finding *finding, int bits)
{
    (void) bits;
    return !strncmp(finding->answer, "flushed", 7);
}

static int is_departing(const struct finding *finding, int bits)
{
    (void) bits;
    return finding->departs;
}

// Nobody expects of fma() that it is not fused.
static int is_fused(const struct finding *finding, int bits)
{
    (void) bits;
    if (!strncmp(finding->line, "fma(", 4))
        return -1;
    return !strncmp(finding->answer, "fused", 5) && !strstr(finding->answer, " or ");
}

static const struct counted counted_list[] = {
    { COMPARE_CONTRACTION, "contracts", "shapes", is_fused },
    { COMPARE_FOLDING, "folds", "idioms", is_changed },
    { COMPARE_ERROR_FREE, "breaks", "transforms", is_changed },
    { COMPARE_SUBNORMALS, "flushes", "operations", is_flushed },
    { -1, "departs in", "lines", is_departing },
};

static const struct counted *counted_of(int section)
{
    const struct counted *counted = counted_list;

    while (counted->section >= 0 && counted->section != section)
        counted++;
    return counted;
}

struct summary {
    int section;
    struct report_lines_place place;
    int lines[REPORT_COMPARE_SIDES], counts[REPORT_COMPARE_SIDES];
    int bits[REPORT_COMPARE_SIDES];
};

static bool is_at(const struct summary *summary,
                  const struct report_compare_question *question)
{
    return question->section == summary->section &&
           question->place.stage == summary->place.stage &&
           question->place.precision == summary->place.precision &&
           question->place.form == summary->place.form;
}

// Parts the groups of a summary where a line that all answered parts them.
static void part(struct report_compare_draft *draft,
                 const struct report_compare_draft *line,
                 const struct report_compare_answer *answers, int sides)
{
    int groups[REPORT_COMPARE_SIDES];

    for (int i = 0; i < sides; i++)
        if (draft->cells[i].group >= 0 && !is_answered(&answers[i]))
            return;
    for (int i = 0; i < sides; i++) {
        groups[i] = i;
        for (int j = i - 1; j >= 0; j--)
            if (draft->cells[i].group == draft->cells[j].group &&
                line->cells[i].group == line->cells[j].group)
                groups[i] = groups[j];
    }
    for (int i = 0; i < sides; i++)
        draft->cells[i].group = draft->cells[i].group < 0 ? -1 : groups[i];
}

static void count(struct summary *summary, const struct counted *counted,
                  const struct report_compare_answer *answers, int sides)
{
    for (int i = 0; i < sides; i++) {
        if (!answers[i].finding || !is_answered(&answers[i]))
            continue;
        int counts = counted->counts(answers[i].finding, summary->bits[i]);

        summary->lines[i] += counts >= 0;
        summary->counts[i] += counts > 0;
    }
}

// `lines` are the rows of the questions, in their order.
static bool summary_row(struct report_compare_drafts *drafts, int lines,
                        const struct report_compare_asked *asked, struct summary *summary,
                        int first)
{
    const struct counted *counted = counted_of(summary->section);
    struct report_compare_draft *draft = report_compare_add(
        drafts, summary->section, "in all", COMPARE_AT_FORM, summary->place);
    char number[16];
    int question, differing = 0, all = 0;

    if (!draft)
        return false;
    draft->weight = report_compare_weigh(summary->section, summary->place, SUMMARY_LESS) +
                    SUMMARY_MORE;
    for (question = first; question < asked->count; question++)
        if (is_at(summary, &asked->questions[question]))
            count(summary, counted, report_compare_answers(asked, question),
                  asked->sides);
    for (int i = 0; i < asked->sides; i++) {
        if (!summary->lines[i])
            continue;
        draft->cells[i].group = 0;
        snprintf(number, sizeof number, "%d", summary->counts[i]);
        snprintf(draft->cells[i].text, sizeof draft->cells[i].text, "%s %s of %d %s",
                 counted->verb, summary->counts[i] ? number : "none", summary->lines[i],
                 counted->noun);
    }
    for (question = first; question < asked->count; question++)
        if (is_at(summary, &asked->questions[question])) {
            const struct report_compare_draft *line = &drafts->list[lines + question];

            part(draft, line, report_compare_answers(asked, question), asked->sides);
            differing += line->groups > 1;
            all++;
        }
    draft->groups = report_compare_renumber(draft->cells, asked->sides);
    draft->counts = true;
    if (draft->groups > 1)
        snprintf(draft->words, sizeof draft->words, "%d of %d %s differ%s", differing,
                 all, counted->noun, differing == 1 ? "s" : "");
    return true;
}

static bool summarize(struct report_compare_drafts *drafts, int lines,
                      const struct report_compare_asked *asked,
                      const struct report_folder *folders, int question)
{
    struct summary summary = {
        .section = asked->questions[question].section,
        .place = asked->questions[question].place,
    };

    for (int i = 0; i < asked->sides; i++)
        summary.bits[i] = report_lines_bits(&folders[i].report, summary.place.stage,
                                            summary.place.precision);
    return summary_row(drafts, lines, asked, &summary, question);
}

bool report_compare_lines(struct report_compare_drafts *drafts,
                          const struct report_compare_asked *asked,
                          const struct report_folder *folders)
{
    bool seen[COMPARE_SECTIONS][STAGE_COUNT][PRECISION_COUNT][FORM_COUNT] = { 0 };
    const int lines = drafts->count;
    bool ok = true;

    for (int i = 0; ok && i < asked->count; i++)
        ok = question_row(drafts, asked, i);
    for (int i = 0; ok && i < asked->count; i++) {
        const struct report_compare_question *question = &asked->questions[i];
        struct report_lines_place place = question->place;
        bool *known = &seen[question->section][place.stage][place.precision][place.form];

        if (!*known && question->section != COMPARE_FORMS &&
            question->section != COMPARE_PICTURES)
            ok = summarize(drafts, lines, asked, folders, i);
        *known = true;
    }
    return ok;
}
