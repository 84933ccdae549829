// SPDX-License-Identifier: MIT
//
// Writes the first sentence of a comparison: whether sums are the same, and how the
// operations that most shaders have differ.

#include "compare/private.h"

#include "base/text.h"
#include "report/swept.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The findings of all sides about one thing; "" if a side did not measure it.
struct said {
    char text[COMPARE_SIDES][100];
    uint32_t rules[COMPARE_SIDES]; // 0: none was asked for
    struct {
        double least, most; // ulp by which it is off; no `most`: not known
    } errors[COMPARE_SIDES];
};

// Returns true if two errors may be equal: a lower bound may equal a larger error, or
// another lower bound.
static bool may_be_as_far(const struct said *said, int one, int other)
{
    const double most[2] = { said->errors[one].most, said->errors[other].most };

    if (!said->errors[one].least || !said->errors[other].least || (most[0] && most[1]))
        return false;
    return (!most[0] || said->errors[other].least <= most[0]) &&
           (!most[1] || said->errors[one].least <= most[1]);
}

static bool is_same_said(const struct said *said, int one, int other)
{
    return !strcmp(said->text[one], said->text[other]) ||
           (said->rules[one] & said->rules[other]) || may_be_as_far(said, one, other);
}

static int asked_said(const struct compare *compare, const struct said *said)
{
    int count = 0;

    for (int i = 0; i < compare->count; i++)
        count += said->text[i][0] != 0;
    return count;
}

// Numbers the groups of sides with the same finding. Returns the number of groups.
static int group_said(const struct compare *compare, const struct said *said,
                      int groups[COMPARE_SIDES])
{
    int count = 0;

    for (int i = 0; i < compare->count; i++) {
        groups[i] = said->text[i][0] ? count : -1;
        for (int j = i - 1; j >= 0 && groups[i] >= 0; j--)
            if (groups[j] >= 0 && is_same_said(said, i, j))
                groups[i] = groups[j];
        count += groups[i] == count;
    }
    return count;
}

// Adds the findings and their sides: "nearest on A, off by at least 1.21 ulp on B".
static void add_said(const struct compare *compare, const struct said *said,
                     const int groups[COMPARE_SIDES], int count, char *text, size_t size)
{
    for (int group = 0; group < count; group++) {
        int first = 0;

        while (groups[first] != group)
            first++;
        text_add(text, size, "%s%s on ", group ? ", " : "", said->text[first]);
        compare_letters(groups, compare->count, group, text, size);
    }
}

// Adds a clause and returns true if the sides differ.
static bool add_clause(const struct compare *compare, const char *what,
                       const struct said *said, char *text, size_t size)
{
    int groups[COMPARE_SIDES], count = group_said(compare, said, groups);

    if (count < 2)
        return false;
    text_add(text, size, "%s ", what);
    add_said(compare, said, groups, count, text, size);
    return true;
}

// ---- sums ----

static void say_sums(const struct compare *compare, struct said *said)
{
    for (int i = 0; i < compare->count; i++) {
        const struct verdict *verdict = &compare->sides[i]->report.headline;
        char adder[FOREIGN_NAME];

        verdict_adder(verdict, adder, sizeof adder);
        if (verdict->status == STATUS_SKIPPED)
            continue;
        if (verdict->status == STATUS_OK)
            snprintf(said->text[i], sizeof said->text[i], "%d bits %s",
                     verdict->fraction_bits + 1, adder);
        else
            snprintf(said->text[i], sizeof said->text[i], "%s",
                     status_name(verdict->status));
    }
}

static void say_subnormals(const struct compare *compare, struct said *said)
{
    static const char *const words[] = { [SUBNORMALS_UNKNOWN] = "",
                                         [SUBNORMALS_KEPT] = "kept",
                                         [SUBNORMALS_FLUSHED] = "flushed" };

    for (int i = 0; i < compare->count; i++)
        snprintf(said->text[i], sizeof said->text[i], "%s",
                 words[compare->sides[i]->report.headline.subnormals]);
}

// ---- operations ----

#define HALF 0.5 // ulp: an error that no rounding to nearest exceeds

// Rounds an error to three digits, up or down.
static double three_digits(double error, bool up)
{
    const double unit = pow(10, floor(log10(error)) - 2);

    return (up ? ceil(error / unit) : floor(error / unit)) * unit;
}

// Takes the errors of a side's sweeps of a function, which go beyond its samples. The
// samples bound the error from below by `least`.
static void say_swept(const struct compare *compare, int side, const char *function,
                      double least, struct said *said)
{
    struct report_swept swept = { 0 };

    if (function)
        report_swept(compare->sides[side], function, &swept);
    if (isfinite(swept.most))
        least = fmax(least, swept.most);
    if (least <= HALF)
        return;
    said->rules[side] = 0;
    said->errors[side].least = least;
    said->errors[side].most = swept.whole ? least : 0;
    snprintf(said->text[side], sizeof said->text[side], "off by %s %.3g ulp",
             swept.whole ? "up to" : "at least", three_digits(least, swept.whole));
}

// Adds the findings of an expression of a probe, whose topic has the same name.
// `function` is its name in sweeps, or NULL.
static void say_expression(const struct compare *compare, const char *probe,
                           const char *id, const char *function, struct said *said)
{
    for (int i = 0; i < compare->count; i++) {
        const struct report_expressions_at at = {
            &compare->sides[i]->report,
            probe,
            { STAGE_FRAGMENT, PRECISION_HIGHP, FORM_PLAIN },
        };
        const struct finding *finding = report_expressions_of(&at, probe, id);
        char error[32];
        bool bound;

        if (!finding || !finding->cases)
            continue;
        finding_error_text(finding, error, sizeof error);
        bound = !strncmp(error, ">= ", 3);
        said->rules[i] = strcmp(probe, "contraction") ? finding->survivors : 0;
        finding_word(finding, said->text[i], sizeof said->text[i]);
        say_swept(compare, i, function, bound ? atof(error + 3) : 0, said);
    }
}

#define CLAUSES 3 // behind that of sums, at most

void compare_sentence(struct compare *compare)
{
    char *const text = compare->sentence;
    const size_t size = sizeof compare->sentence;
    static const struct {
        const char *probe, *id, *what, *function;
    } list[] = {
        { "operations", "div", "division is", "gl:div" },
        { "contraction", "mul-add", "a * b + c is", NULL },
        { "operations", "mul", "multiplication is", NULL },
        { "operations", "sqrt", "sqrt(a) is", "gl:sqrt" },
        { "", "", "subnormals are", NULL },
    };
    struct said said = { 0 };
    const char *joint = "; ";
    int clauses = 0;

    say_sums(compare, &said);
    text[0] = 0;
    if (!add_clause(compare, "Addition differs:", &said, text, size))
        snprintf(text, size, "%s",
                 asked_said(compare, &said) > 1 ? "Same addition"
                                                : "Addition was not compared");
    for (size_t i = 0; i < sizeof list / sizeof *list && clauses < CLAUSES; i++) {
        char clause[240] = "";

        said = (struct said){ 0 };
        if (list[i].probe[0])
            say_expression(compare, list[i].probe, list[i].id, list[i].function, &said);
        else
            say_subnormals(compare, &said);
        if (!add_clause(compare, list[i].what, &said, clause, sizeof clause))
            continue;
        text_add(text, size, "%s%s", joint, clause);
        clauses++;
    }
    if (!clauses && compare->differing)
        text_add(text, size, "; %d other finding%s differ%s", compare->differing,
                 text_plural(compare->differing), compare->differing == 1 ? "s" : "");
}
