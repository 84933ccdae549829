// SPDX-License-Identifier: MIT
//
// Makes the rows of the headers of reports: verdict, precisions, claims.

#include "compare/private.h"

#include "base/text.h"
#include "report/expressions.h"
#include "report/view.h"

#include <stdio.h>
#include <string.h>

#define BITS_MAX 128 // of a significand

// The rows of the headline and, from HEAD_PRECISION on, of each precision.
enum head {
    HEAD_BITS,
    HEAD_ROUNDING,
    HEAD_PATTERN,
    HEAD_SUBNORMALS,
    HEAD_EMAX,
    HEAD_GLSL, // in the order of enum deviation
    HEAD_IEEE754,
    HEAD_VULKAN,
    HEAD_PRECISION,
    HEAD_CLAIM,
    HEADS,
};

static const char *const head_names[HEADS] = {
    "significand",
    "rounding",
    "pattern",
    "subnormals",
    "largest exponent",
    "expressions that deviate from GLSL",
    "expressions that deviate only from IEEE 754",
    "expressions that deviate only from Vulkan's bound",
    "",
    "claimed",
};

// Puts a lower bound of the largest exponent into one group with every value that it
// bounds, and with other lower bounds.
static void sense_emax(const struct verdict *verdict, struct sense *sense)
{
    bool bound = verdict->emax_at_least;

    snprintf(sense->key, sizeof sense->key, "emax");
    sense->ranges[0].low = verdict->emax;
    sense->ranges[0].high = bound ? FACTS_CLAIM_RANGE : verdict->emax;
    sense->vague = bound ? 1 + FACTS_CLAIM_RANGE - verdict->emax : 0;
}

static void sense_rules(uint32_t survivors, int fraction_bits, struct sense *sense)
{
    snprintf(sense->key, sizeof sense->key, "%d bits", fraction_bits);
    sense->rules = survivors;
    sense->vague = __builtin_popcount(survivors);
}

// Writes a value of the headline, or an empty text if the headline lacks it.
static void say_head(enum head head, const struct verdict *verdict, char text[120],
                     struct sense *sense)
{
    if (head == HEAD_BITS && verdict->fraction_bits >= 0)
        snprintf(text, 120, "%d bits", verdict->fraction_bits + 1);
    if (text[0] && verdict->inside_bits)
        text_add(text, 120, ", %d inside", verdict->inside_bits);
    if (head == HEAD_ROUNDING && verdict->survivors) {
        snprintf(text, 120, "%s", verdict_rounding(verdict->survivors));
        sense_rules(verdict->survivors, 0, sense);
    } else if (head == HEAD_ROUNDING && verdict->foreign.known) {
        foreign_name(&verdict->foreign, text, 120);
    }
    if (head == HEAD_PATTERN && verdict->pattern != PATTERN_NONE)
        snprintf(text, 120, "%s", pattern_name(verdict->pattern));
    if (head == HEAD_SUBNORMALS && verdict->subnormals != SUBNORMALS_UNKNOWN)
        snprintf(text, 120, "%s", subnormals_name(verdict->subnormals));
    if (head == HEAD_EMAX && verdict->emax >= 0) {
        snprintf(text, 120, "%s%d", verdict->emax_at_least ? "at least " : "",
                 verdict->emax);
        sense_emax(verdict, sense);
    }
}

// Writes a row of the headline; the first one has the reason if there is no verdict.
static void say_headline(const struct report *report, enum head head,
                         struct compare_cell *cell, struct sense *sense)
{
    const struct verdict *headline = &report->headline;
    char text[120] = "", place[40];

    if (headline->status == STATUS_SKIPPED)
        return;
    say_head(head, headline, text, sense);
    if (!text[0] && head == HEAD_BITS && headline->status != STATUS_OK)
        snprintf(text, sizeof text, "%s", status_name(headline->status));
    if (!text[0])
        return;
    report_headline_place(report, place, sizeof place);
    if (place[0])
        text_add(text, sizeof text, " (%s)", place);
    if (!sense->key[0])
        memcpy(sense->key, text, sizeof text);
    memcpy(cell->text, text, sizeof text);
    cell->group = 0;
}

// Writes "5 of 268" if expressions were measured.
static void heads_say_deviating(const struct report *report, enum deviation from,
                                struct compare_cell *cell, struct sense *sense)
{
    struct report_expressions_count count = report_expressions_count_all(report, NULL);
    char number[16] = "none";

    if (!count.lines)
        return;
    if (count.from[from])
        snprintf(number, sizeof number, "%d", count.from[from]);
    snprintf(sense->key, sizeof sense->key, "%s", number);
    snprintf(cell->text, sizeof cell->text, "%s of %d", number, count.lines);
    cell->group = 0;
}

// Returns true if a stage has an answer in some precision; else the API may lack it.
static bool has_stage(const struct report *report, enum stage stage)
{
    for (int i = 0; i < PRECISION_COUNT; i++)
        if (report_answered(report, stage, (enum precision) i, true))
            return true;
    return false;
}

static void say_precision(const struct report *report,
                          const struct report_expressions_place *place,
                          struct compare_cell *cell, struct sense *sense)
{
    const struct verdict verdict = report_combine(report, place->stage, place->precision);

    if (!report_view_asked(report, place->stage, place->precision))
        return;
    report_view_bits(report, place->stage, place->precision, cell->text,
                     sizeof cell->text);
    if (!strcmp(cell->text, status_name(STATUS_SKIPPED)) ||
        (place->stage != STAGE_FRAGMENT && !has_stage(report, place->stage)))
        return;
    cell->group = 0;
    if (verdict.status == STATUS_OK && verdict.survivors)
        sense_rules(verdict.survivors, verdict.fraction_bits, sense);
    else
        memcpy(sense->key, cell->text, sizeof sense->key);
}

// Writes a claim. A claim without a measurement equals the same claim with one.
static void say_claim(const struct report *report,
                      const struct report_expressions_place *place,
                      struct compare_cell *cell, struct sense *sense)
{
    const struct report_view_claim claim =
        report_view_claim(report, place->stage, place->precision);
    int range = report->device.claimed[place->stage][place->precision].range_max;

    if (!claim.bits)
        return;
    snprintf(sense->key, sizeof sense->key, "%d bits to 2^%d", claim.bits, range);
    memcpy(cell->text, sense->key, sizeof cell->text);
    if (claim.known && claim.more)
        text_add(cell->text, sizeof cell->text, ", has %d", claim.bits + claim.more);
    else if (claim.known)
        text_add(cell->text, sizeof cell->text, ", as measured");
    sense->ranges[0].low = claim.known ? claim.bits + claim.more : 0;
    sense->ranges[0].high = claim.known ? claim.bits + claim.more : BITS_MAX;
    sense->vague = !claim.known;
    cell->group = 0;
}

// Adds a row of the headline, or of the precision at a place, if any side has a value
// there.
static void add_head(struct drafts *drafts, enum head head,
                     const struct report_expressions_place *place)
{
    const int section = place ? SECTION_PRECISIONS : SECTION_VERDICT;
    struct draft *draft = draft_add(drafts, section, head_names[head], place);
    bool any = head < HEAD_GLSL;

    draft->row.counts = head >= HEAD_GLSL && head < HEAD_PRECISION;
    for (int i = 0; i < drafts->compare->count; i++) {
        const struct report *report = &drafts->compare->sides[i]->report;
        struct compare_cell *cell = &draft->row.cells[i];

        if (head == HEAD_CLAIM)
            say_claim(report, place, cell, &drafts->senses[i]);
        else if (head == HEAD_PRECISION)
            say_precision(report, place, cell, &drafts->senses[i]);
        else if (head >= HEAD_GLSL)
            heads_say_deviating(report,
                                (enum deviation)(head - HEAD_GLSL + DEVIATION_GLSL), cell,
                                &drafts->senses[i]);
        else
            say_headline(report, head, cell, &drafts->senses[i]);
        any |= strcmp(cell->text, "-") != 0;
    }
    if (head == HEAD_CLAIM)
        draft->row.weight -= WEIGHT_SUMMARY;
    draft_group(drafts);
    if (!any)
        draft_drop(drafts);
}

void drafts_add_heads(struct drafts *drafts)
{
    for (enum head head = 0; head < HEAD_PRECISION; head++)
        add_head(drafts, head, NULL);
    for (enum stage stage = 0; stage < STAGE_COUNT; stage++)
        for (enum precision precision = 0; precision < PRECISION_COUNT; precision++) {
            struct report_expressions_place place = { stage, precision, FORM_PLAIN };

            add_head(drafts, HEAD_PRECISION, &place);
            add_head(drafts, HEAD_CLAIM, &place);
        }
}
