// SPDX-License-Identifier: MIT

#include "compare/private.h"
#include "compare/say.h"
#include "report/view.h"

#include <stdio.h>
#include <string.h>

#define EMAX_MAX   1024
#define CLAIM_LESS 40 // what is claimed tells less than what is

static const struct report_lines_place nowhere;

// The headline of a side, if it was asked for one, with where if that is not where it
// mostly is.
static const struct verdict *headline(const struct report_folder *folder, char where[48])
{
    const struct report *report = &folder->report;

    where[0] = 0;
    if (report->headline.status == STATUS_SKIPPED)
        return NULL;
    if (report->headline_stage != STAGE_FRAGMENT ||
        report->headline_precision != PRECISION_HIGHP)
        snprintf(where, 48, " (%s %s)", stage_name(report->headline_stage),
                 precision_name(report->headline_precision));
    return &report->headline;
}

// These fill a cell from a headline, and return false if it does not say.

static bool say_bits(const struct verdict *verdict, char text[64])
{
    snprintf(text, 64, "%d bits", verdict->fraction_bits + 1);
    return verdict->fraction_bits >= 0;
}

static bool say_rounding(const struct verdict *verdict, char text[64])
{
    snprintf(text, 64, "%s", verdict_rounding(verdict->survivors));
    return verdict->survivors;
}

static bool say_pattern(const struct verdict *verdict, char text[64])
{
    snprintf(text, 64, "%s", pattern_name(verdict->pattern));
    return verdict->pattern != PATTERN_NONE;
}

static bool say_subnormals(const struct verdict *verdict, char text[64])
{
    snprintf(text, 64, "%s", verdict->subnormals == SUBNORMALS_KEPT ? "kept" : "flushed");
    return verdict->subnormals != SUBNORMALS_UNKNOWN;
}

static bool say_emax(const struct verdict *verdict, char text[64])
{
    snprintf(text, 64, "%s%d", verdict->emax_at_least ? "at least " : "", verdict->emax);
    return verdict->emax >= 0;
}

static struct report_compare_draft *add_headline(
    struct report_compare_drafts *drafts, const struct report_folder *folders,
    const char *what, int weight, bool (*say)(const struct verdict *, char[64]))
{
    struct report_compare_draft *draft =
        report_compare_add(drafts, COMPARE_VERDICT, what, COMPARE_NO_DIMENSIONS, nowhere);

    if (!draft)
        return NULL;
    draft->weight = weight;
    for (int i = 0; i < drafts->sides; i++) {
        struct report_compare_cell *cell = &draft->cells[i];
        char where[48], text[64];
        const struct verdict *verdict = headline(&folders[i], where);

        if (!verdict)
            continue;
        bool ok = verdict->status == STATUS_OK;
        bool says = say(verdict, text);
        // What went wrong is said once, in the first row.
        if (!says && (ok || weight < 1000))
            continue;
        snprintf(cell->text, sizeof cell->text, "%s%s",
                 says ? text : status_name(verdict->status), where);
        cell->group = 0;
    }
    draft->groups = report_compare_group_text(draft->cells, drafts->sides);
    return draft;
}

static void group_rounding(struct report_compare_draft *draft,
                           const struct report_folder *folders, int sides)
{
    uint32_t survivors[REPORT_COMPARE_SIDES];
    int bits[REPORT_COMPARE_SIDES] = { 0 };

    for (int i = 0; i < sides; i++)
        survivors[i] = folders[i].report.headline.survivors;
    draft->groups = report_compare_group_rules(draft->cells, bits, survivors, sides);
}

// What is a lower bound is no other answer than what it is a bound of, nor than another
// bound.
static void group_emax(struct report_compare_draft *draft,
                       const struct report_folder *folders, int sides)
{
    int bounds = REPORT_COMPARE_SIDES;

    for (int i = 0; i < sides; i++) {
        const struct verdict *bound = &folders[i].report.headline;
        int group = bounds;

        if (draft->cells[i].group < 0 || !bound->emax_at_least)
            continue;
        for (int j = sides - 1; j >= 0; j--) {
            const struct verdict *other = &folders[j].report.headline;

            if (draft->cells[j].group >= 0 && !other->emax_at_least &&
                other->emax >= bound->emax)
                group = draft->cells[j].group;
        }
        draft->cells[i].group = group;
        draft->cells[i].vague = EMAX_MAX - bound->emax;
    }
    draft->groups = report_compare_renumber(draft->cells, sides);
}

static bool verdict_rows(struct report_compare_drafts *drafts,
                         const struct report_folder *folders)
{
    struct report_compare_draft *draft;

    if (!add_headline(drafts, folders, "significand", 1000, say_bits))
        return false;
    draft = add_headline(drafts, folders, "rounding", 980, say_rounding);
    if (!draft)
        return false;
    group_rounding(draft, folders, drafts->sides);
    if (!add_headline(drafts, folders, "pattern", 960, say_pattern) ||
        !add_headline(drafts, folders, "subnormals", 940, say_subnormals))
        return false;
    draft = add_headline(drafts, folders, "largest exponent", 920, say_emax);
    if (draft)
        group_emax(draft, folders, drafts->sides);
    return draft;
}

static bool precision_row(struct report_compare_drafts *drafts,
                          const struct report_folder *folders,
                          struct report_lines_place place)
{
    struct report_compare_draft *draft =
        report_compare_add(drafts, COMPARE_PRECISIONS, "", COMPARE_AT_PRECISION, place);
    int bits[REPORT_COMPARE_SIDES];
    uint32_t survivors[REPORT_COMPARE_SIDES];

    if (!draft)
        return false;
    for (int i = 0; i < drafts->sides; i++) {
        const struct report *report = &folders[i].report;
        struct report_compare_cell *cell = &draft->cells[i];
        struct verdict verdict = report_combine(report, place.stage, place.precision);
        bool ok = verdict.status == STATUS_OK;

        bits[i] = ok ? verdict.fraction_bits : -1;
        survivors[i] = ok ? verdict.survivors : 0;
        if (!report_view_asked(report, place.stage, place.precision))
            continue;
        report_view_bits(report, place.stage, place.precision, cell->text,
                         sizeof cell->text);
        if (strcmp(cell->text, status_name(STATUS_SKIPPED)) != 0)
            cell->group = 0;
    }
    draft->groups =
        report_compare_group_rules(draft->cells, bits, survivors, drafts->sides);
    return true;
}

// A claim that nobody measured is no other answer than the same claim that somebody did,
// where all who did found the same. Groups are those of the texts.
static void join_unmeasured(struct report_compare_draft *draft, int sides)
{
    struct report_compare_cell *cells = draft->cells;

    for (int i = 0; i < sides; i++) {
        const size_t length = strlen(cells[i].text);
        int joined = -1, groups = 0;

        if (cells[i].group < 0 || strchr(cells[i].text, ','))
            continue;
        for (int j = 0; j < sides; j++) {
            bool same = cells[j].group >= 0 &&
                        !strncmp(cells[j].text, cells[i].text, length) &&
                        cells[j].text[length] == ',';

            groups += same && cells[j].group != joined;
            joined = same ? cells[j].group : joined;
        }
        if (groups == 1)
            cells[i].group = joined;
    }
    draft->groups = report_compare_renumber(cells, sides);
}

static bool claim_row(struct report_compare_drafts *drafts,
                      const struct report_folder *folders,
                      struct report_lines_place place)
{
    struct report_compare_draft *draft = report_compare_add(
        drafts, COMPARE_PRECISIONS, "claimed", COMPARE_AT_PRECISION, place);

    if (!draft)
        return false;
    draft->weight -= CLAIM_LESS;
    for (int i = 0; i < drafts->sides; i++) {
        const struct report *report = &folders[i].report;
        const struct facts_claim *says =
            &report->device.claimed[place.stage][place.precision];
        struct report_view_claim claim =
            report_view_claim(report, place.stage, place.precision);
        char has[48] = "";

        if (!claim.bits)
            continue;
        if (claim.known && claim.more)
            snprintf(has, sizeof has, ", has %d", claim.bits + claim.more);
        else if (claim.known)
            snprintf(has, sizeof has, ", as measured");
        snprintf(draft->cells[i].text, sizeof draft->cells[i].text, "%d bits to 2^%d%s",
                 claim.bits, says->range_max, has);
        draft->cells[i].group = 0;
    }
    draft->groups = report_compare_group_text(draft->cells, drafts->sides);
    join_unmeasured(draft, drafts->sides);
    return true;
}

// Whether any side has something to say there.
static bool any(const struct report_folder *folders, int sides,
                struct report_lines_place place, bool claimed)
{
    for (int i = 0; i < sides; i++) {
        const struct report *report = &folders[i].report;

        if (claimed ? report->device.claimed[place.stage][place.precision].precision > 0
                    : report_view_asked(report, place.stage, place.precision))
            return true;
    }
    return false;
}

bool report_compare_heads(struct report_compare_drafts *drafts,
                          const struct report_folder *folders)
{
    bool ok = verdict_rows(drafts, folders);

    for (int stage = 0; stage < STAGE_COUNT; stage++)
        for (int precision = 0; ok && precision < PRECISION_COUNT; precision++) {
            struct report_lines_place place = { (enum stage) stage,
                                                (enum precision) precision, FORM_PLAIN };

            if (any(folders, drafts->sides, place, false))
                ok = precision_row(drafts, folders, place);
            if (ok && any(folders, drafts->sides, place, true))
                ok = claim_row(drafts, folders, place);
        }
    return ok;
}
