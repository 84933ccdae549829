// SPDX-License-Identifier: MIT
//
// How it works
//
// Most answers are words: who says the same word is of one group. Two kinds are not.
//
// Rules of rounding are sets, of those that could not be told apart. Two sides whose sets
// share a rule may well be the same adder, seen more or less sharply, and are of one
// group. The sides with the fewest rules come first, so that a vague one joins the
// definite rather than bring two of them together.
//
// Figures of error ("1.7 ulp") were measured at some points, by a CPU that has its own
// library: their last digits say nothing. A group takes in what is at most twice its
// smallest figure, a bit of accuracy; the next begins with the next figure beyond that.
// So groups do not depend on the order of the sides, and none is wider than a bit.

#include "compare/private.h"
#include "compare/say.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIGURES 4
#define FACTOR  2.0

int report_compare_renumber(struct report_compare_cell *cells, int count)
{
    int known[REPORT_COMPARE_SIDES], groups = 0;

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

int report_compare_group_text(struct report_compare_cell *cells, int count)
{
    int groups = 0, first[REPORT_COMPARE_SIDES];

    for (int i = 0; i < count; i++) {
        int at = 0;

        if (cells[i].group < 0)
            continue;
        while (at < groups && strcmp(cells[first[at]].text, cells[i].text) != 0)
            at++;
        if (at == groups)
            first[groups++] = i;
        cells[i].group = at;
    }
    return groups;
}

// An answer without its figures of error, and these.
struct figures {
    char rest[120];
    double values[FIGURES];
};

// What stands behind a number that begins at `text`, if it is a figure of error; else
// NULL. 2^-24 is one behind "absolute ".
static const char *figure_end(const char *start, const char *text, double *value)
{
    char *end;
    bool power = !strncmp(text, "2^", 2) && text >= start + 9 &&
                 !strncmp(text - 9, "absolute ", 9);

    *value = strtod(power ? text + 2 : text, &end);
    if (power)
        *value = exp2(*value);
    return power || !strncmp(end, " ulp", 4) ? end : NULL;
}

static void take_figures(const char *text, struct figures *figures)
{
    size_t used = 0;
    int count = 0;

    *figures = (struct figures){ 0 };
    for (const char *at = text; *at && used + 1 < sizeof figures->rest;) {
        bool begins =
            *at >= '0' && *at <= '9' && (at == text || at[-1] == ' ' || at[-1] == '(');
        double value;
        const char *end = begins && count < FIGURES ? figure_end(text, at, &value) : NULL;

        if (end) {
            figures->values[count++] = value;
            figures->rest[used++] = '#';
            at = end;
        } else {
            figures->rest[used++] = *at++;
        }
    }
}

// The smallest value with which values[at] shares a group, among those of its group.
static double start_of(const struct report_compare_cell *cells,
                       const struct figures *figures, int figure, int count, int at)
{
    double value = figures[at].values[figure], start = -1;

    for (;;) {
        double next = value;

        for (int i = 0; i < count; i++) {
            double other = figures[i].values[figure];
            bool beyond = start < 0 || other > FACTOR * start;

            if (cells[i].group == cells[at].group && beyond && other < next)
                next = other;
        }
        start = next;
        if (value <= FACTOR * start)
            return start;
    }
}

// Parts groups by one of the figures.
static void split(struct report_compare_cell *cells, const struct figures *figures,
                  int figure, int count)
{
    double starts[REPORT_COMPARE_SIDES];
    int groups[REPORT_COMPARE_SIDES];

    for (int i = 0; i < count; i++)
        starts[i] = cells[i].group < 0 ? 0 : start_of(cells, figures, figure, count, i);
    for (int i = 0; i < count; i++) {
        groups[i] = i;
        for (int j = i - 1; j >= 0; j--)
            if (cells[j].group == cells[i].group && starts[j] == starts[i])
                groups[i] = groups[j];
    }
    for (int i = 0; i < count; i++)
        cells[i].group = cells[i].group < 0 ? -1 : groups[i];
}

// Of a group the largest figures are said: the errors of all are no larger.
static void rank(struct report_compare_cell *cells, const struct figures *figures,
                 int count)
{
    double sums[REPORT_COMPARE_SIDES] = { 0 };

    for (int i = 0; i < count; i++)
        for (int figure = 0; figure < FIGURES; figure++)
            sums[i] += figures[i].values[figure];
    for (int i = 0; i < count; i++) {
        cells[i].vague = 0;
        for (int j = 0; j < count; j++)
            cells[i].vague += cells[j].group == cells[i].group && sums[j] < sums[i];
    }
}

int report_compare_group_figures(struct report_compare_cell *cells, int count)
{
    struct figures figures[REPORT_COMPARE_SIDES];
    int groups = report_compare_group_text(cells, count);

    if (groups < 2)
        return groups;
    for (int i = 0; i < count; i++)
        take_figures(cells[i].text, &figures[i]);
    for (int i = 0; i < count; i++)
        for (int j = 0; cells[i].group >= 0 && j < i; j++)
            if (cells[j].group >= 0 && !strcmp(figures[j].rest, figures[i].rest)) {
                cells[i].group = cells[j].group;
                break;
            }
    for (int figure = 0; figure < FIGURES; figure++)
        split(cells, figures, figure, count);
    rank(cells, figures, count);
    return report_compare_renumber(cells, count);
}

// The sides in the order of how many rules they have left.
static void sharpest_first(const uint32_t *survivors, int count, int *order)
{
    for (int i = 0; i < count; i++) {
        int at = i;

        for (; at > 0 && __builtin_popcount(survivors[order[at - 1]]) >
                             __builtin_popcount(survivors[i]);
             at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

int report_compare_group_rules(struct report_compare_cell *cells, const int *bits,
                               const uint32_t *survivors, int count)
{
    int order[REPORT_COMPARE_SIDES], first[REPORT_COMPARE_SIDES], groups = 0;
    uint32_t shared[REPORT_COMPARE_SIDES];

    sharpest_first(survivors, count, order);
    for (int i = 0; i < count; i++) {
        int side = order[i], at = 0;

        if (cells[side].group < 0)
            continue;
        for (; at < groups; at++) {
            int other = first[at];
            bool rules = survivors[side] & shared[at];
            bool words = !survivors[side] && !survivors[other] &&
                         !strcmp(cells[side].text, cells[other].text);

            if (bits[side] == bits[other] && (rules || words))
                break;
        }
        if (at == groups) {
            first[groups] = side;
            shared[groups++] = survivors[side];
        }
        shared[at] &= survivors[side];
        cells[side].group = at;
        cells[side].vague = __builtin_popcount(survivors[side]);
    }
    return report_compare_renumber(cells, count);
}
