// SPDX-License-Identifier: MIT
//
// How it works
//
// Most findings are words: sides with the same word are in one group. Some findings are
// sets.
//
// A set of rounding models contains the models that could not be distinguished. Two
// sides whose sets have a common model may round alike, measured with different numbers
// of cases, and are in one group.
//
// A largest exponent of at least 31 is a range without an end.
//
// Errors ("1.7 ulp") were measured at some points, with the library of some CPU, so
// their last digits carry no information. An error f is the range [f / 2, f]: errors
// share a value if the largest is at most twice the smallest, which is one bit of
// accuracy.
//
// The largest error over all inputs is known of a device that was swept. It parts two
// devices only if both were.
//
// The most specific sides come first. So a vague side joins a definite one, rather than
// bring two of them together, and the groups do not depend on the order of the sides.

#include "compare/private.h"

#include "base/deviation.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sense_renumber(struct compare_cell *cells, int count)
{
    int known[COMPARE_SIDES], groups = 0;

    for (int i = 0; i < count; i++) {
        int at = 0;

        if (cells[i].group < 0)
            continue;
        while (at < groups && known[at] != cells[i].group)
            at++;
        if (at == groups)
            known[groups++] = cells[i].group;
        cells[i].group = at;
    }
    return groups;
}

// Stores the intersection of two senses in `shared`. Returns false if it is empty.
static bool sense_share(struct sense *shared, const struct sense *other)
{
    struct sense both = *shared;

    both.rules &= other->rules;
    for (int i = 0; i < SENSE_RANGES; i++) {
        both.ranges[i].low = fmax(both.ranges[i].low, other->ranges[i].low);
        both.ranges[i].high = fmin(both.ranges[i].high, other->ranges[i].high);
        if (both.ranges[i].low > both.ranges[i].high)
            return false;
    }
    if (strcmp(shared->key, other->key) != 0 ||
        (!both.rules && (shared->rules || other->rules)))
        return false;
    *shared = both;
    return true;
}

// Sorts the sides, the most specific first.
static void sharpest_first(const struct sense *senses, int count, int *order)
{
    for (int i = 0; i < count; i++) {
        int at = i;

        for (; at > 0 && senses[order[at - 1]].vague > senses[i].vague; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

int sense_group(struct compare_cell *cells, const struct sense *senses, int count)
{
    struct sense shared[COMPARE_SIDES];
    int order[COMPARE_SIDES], groups = 0;

    sharpest_first(senses, count, order);
    for (int i = 0; i < count; i++) {
        const struct sense *sense = &senses[order[i]];
        struct compare_cell *cell = &cells[order[i]];
        int at = 0;

        if (cell->group < 0)
            continue;
        while (at < groups && !sense_share(&shared[at], sense))
            at++;
        if (at == groups)
            shared[groups++] = *sense;
        cell->group = at;
        cell->vague = sense->vague;
    }
    return sense_renumber(cells, count);
}

static void add_figure(struct sense *sense, int count, double value)
{
    sense->ranges[count].low = value / 2;
    sense->ranges[count].high = value;
    sense->vague += value;
}

void sense_finding(const struct finding *finding, struct sense *sense)
{
    struct finding plain = *finding;
    double error = fmax(fabs(finding->error_min_ulp), fabs(finding->error_max_ulp));
    int count = 0;
    char text[24];

    *sense = (struct sense){ .ranges[SENSE_SWEPT].high = HUGE_VAL };
    if (finding->swept_whole)
        sense->ranges[SENSE_SWEPT] =
            (struct sense_range){ finding->swept_ulp / 2, finding->swept_ulp };
    // errors are compared as figures and not as words
    for (int i = 0; i < FINDING_ANSWERS && plain.answer[i].kind && count < 2; i++)
        if (plain.answer[i].kind->class == FINDING_ULP) {
            add_figure(sense, count++, plain.answer[i].value);
            plain.answer[i].value = 0;
        }
    finding_error_text(finding, text, sizeof text);
    if (text[0] && count < 2 && !report_expressions_is_exact(finding))
        add_figure(sense, count, finding_rounded(error, 3));
    finding_text(&plain, sense->key, sizeof sense->key);
    text_add(sense->key, sizeof sense->key, "%s%s",
             finding->from ? ", deviates from " : "", deviation_title(finding->from));
}
