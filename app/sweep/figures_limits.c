// SPDX-License-Identifier: MIT
//
// How it works
//
// A standard's limit depends on the input, and a cell keeps only its worst inputs, by
// ulp and by absolute error. There the limit is checked, once more with the exact
// result of MPFR. In 16 bits the device rounds the operand first, and the limit must
// allow for that: it is then the largest result of any operand within an ulp.
//
// A published figure has a number of digits. It is equal if the largest measured error
// has the same digits. A whole number of ulp is a bound, and vendors count it from the
// correctly rounded result, so an error of up to half an ulp more keeps it. A figure of
// half an ulp means that all results are correctly rounded, by any rounding model.

#include "sweep/figures_limits.h"

#include "base/fp_bits.h"
#include "sweep/function.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct judged {
    const struct sweep *sweep;
    const struct limit *limit;
    double allowed;                           // of the input judged last, in ulp
    double ratio, worst_found, worst_allowed; // in ulp
    uint64_t number;
};

// Returns the exact result as a double; NaN if it is no number.
static double figures_limits_value_of(const struct exact *exact)
{
    const char *text = exact->text + (exact->text[0] == '-');

    return text[0] >= '0' && text[0] <= '9' ? strtod(exact->text, NULL) : NAN;
}

// Returns the exact value of the function at a float. The judge needs some result; any
// will do.
static double value_at(const struct sweep *sweep, float x)
{
    const struct exact_call call = { .math = sweep->function.math,
                                     .domain = sweep->domain.kind,
                                     .operands = { .a = fp_bits(x) },
                                     .type = FUNCTION_BINARY32,
                                     .round = FP_RNE };
    struct exact exact;

    exact_judge(&call, &exact);
    return figures_limits_value_of(&exact);
}

// Returns the error that is permitted at an input if its operand is first rounded to 16
// bits.
static double allowed_half(const struct judged *judged, double x, double exact,
                           double allowed)
{
    const struct limit *limit = judged->limit;
    double step = bound_ulp(&limit->format, x);

    for (int i = -1; i <= 1; i += 2) {
        float near = (float) (x + i * step);
        double value = value_at(judged->sweep, near);

        allowed = fmax(allowed, isfinite(value)
                                    ? limits_allowed(limit, (double) near, 0, value) +
                                          fabs(value - exact)
                                    : INFINITY);
    }
    return allowed;
}

// Checks the limit at one input of a cell. If the exact result is no number, there is
// no limit.
static void judge_input(struct judged *judged, uint64_t number, uint64_t got)
{
    const struct sweep *sweep = judged->sweep;
    struct operands operands = domain_operands(&sweep->domain, number);
    double x = axis_value(&sweep->function, &sweep->domain, operands, false);
    double y = axis_value(&sweep->function, &sweep->domain, operands, true);
    struct exact exact = sweep_exact(sweep, number, got);
    double value = figures_limits_value_of(&exact),
           came = axis_result(sweep->function.result, got);
    struct fp_format format = function_format(sweep->function.result);
    struct bound own = { format.precision, format.emax, false };
    double allowed, error, ratio, ulp;

    if (!isfinite(value) || !isfinite(x) || !isfinite(y))
        return;
    allowed = limits_allowed(judged->limit, x, y, value);
    if (judged->limit->format.half && isfinite(allowed))
        allowed = allowed_half(judged, x, value, allowed);
    if (!isfinite(allowed))
        return;
    error = exact.kind == CELL_FINITE  ? exact.absolute
            : exact.kind != CELL_WRONG ? 0
            : isfinite(came)           ? fabs(came - value)
                                       : INFINITY;
    ratio = error == 0 ? 0 : error / allowed;
    ulp = bound_ulp(&own, value);
    judged->allowed = allowed / ulp;
    if (isnan(judged->ratio) || ratio > judged->ratio) {
        judged->ratio = ratio;
        judged->number = number;
        judged->worst_found = error / ulp;
        judged->worst_allowed = judged->allowed;
    }
}

// Returns the permitted error at the input of the largest error, in ulp.
static double judge_cell(struct judged *judged, const struct cell *cell)
{
    double at_worst;

    judged->allowed = NAN;
    if (cell->ulp.number != CELL_NONE)
        judge_input(judged, cell->ulp.number, cell->ulp.got);
    at_worst = judged->allowed;
    if (cell->absolute.number != CELL_NONE && cell->absolute.number != cell->ulp.number)
        judge_input(judged, cell->absolute.number, cell->absolute.got);
    if (cell->first_wrong != CELL_NONE)
        judge_input(judged, cell->first_wrong, cell->first_wrong_got);
    return at_worst;
}

static void say_limit(const struct judged *judged, struct figures_limit *out)
{
    const struct domain *domain = &judged->sweep->domain;
    unsigned long long at = domain_operands(domain, judged->number).a;

    out->ratio = judged->ratio;
    out->kept = isnan(judged->ratio) || judged->ratio <= 1;
    if (isnan(judged->ratio))
        snprintf(out->verdict, sizeof out->verdict,
                 "nothing is promised of these inputs");
    else if (judged->ratio == 0)
        snprintf(out->verdict, sizeof out->verdict, "kept: no error");
    else if (isinf(judged->ratio))
        snprintf(out->verdict, sizeof out->verdict, "deviates at 0x%08llx: no number",
                 at);
    else
        snprintf(out->verdict, sizeof out->verdict,
                 "%s at 0x%08llx: %.6g ulp where %.6g are allowed",
                 out->kept ? "kept, nearest" : "deviates", at, judged->worst_found,
                 judged->worst_allowed);
}

static void add_standard(const struct sweep *sweep, struct figures *figures)
{
    struct limit limit;
    struct judged judged = { .sweep = sweep, .limit = &limit, .ratio = NAN };
    struct figures_limit *out = &figures->limits[figures->limit_count];

    if (!figures_standard(sweep, &limit) || !exact_available())
        return;
    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++)
        if (sweep->chunks[i / 2].done)
            figures->allowed[i / 2][i % 2] =
                judge_cell(&judged, &sweep->chunks[i / 2].sides[i % 2]);
    snprintf(out->who, sizeof out->who, "%s", limit.who);
    snprintf(out->limit, sizeof out->limit, "%s%s", limit.text,
             limit.format.half ? ", operands rounded first" : "");
    say_limit(&judged, out);
    figures->limit_count++;
}

static bool covers(const struct sweep *sweep, const struct function_published *said,
                   uint64_t number)
{
    struct operands operands = domain_operands(&sweep->domain, number);
    double x = axis_value(&sweep->function, &sweep->domain, operands, false);
    bool within = said->low <= x && x < said->high;

    return said->over == FUNCTION_OVER_ALL ||
           within == (said->over == FUNCTION_OVER_WITHIN);
}

// Returns the largest error of the cells for which a figure is published. A cell that
// is cut counts if its worst input is in the published range.
static double figures_limits_largest(const struct sweep *sweep,
                                     const struct function_published *said,
                                     enum figures_measure measure)
{
    double most = NAN;

    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++) {
        const struct cell *cell = &sweep->chunks[i / 2].sides[i % 2];
        const struct cell_worst *worst = figures_cell_worst(cell, measure);
        if (!sweep->chunks[i / 2].done || worst->number == CELL_NONE ||
            !covers(sweep, said, worst->number))
            continue;
        most = isnan(most) || worst->error > most ? worst->error : most;
    }
    return most;
}

// Returns the number of digits after the point of a decimal fraction that reads back as
// `value`.
static int digits_of(double value)
{
    char text[40];

    for (int digits = 0; digits < 17; digits++) {
        snprintf(text, sizeof text, "%.*e", digits, value);
        if (strtod(text, NULL) == value)
            return digits;
    }
    return 17;
}

bool figures_equal(double given, double found)
{
    char texts[2][40];
    int digits = digits_of(given);

    if (given == floor(given))
        return given == found;
    snprintf(texts[0], sizeof texts[0], "%.*e", digits, given);
    snprintf(texts[1], sizeof texts[1], "%.*e", digits, found);
    return !strcmp(texts[0], texts[1]);
}

static void say_published(const struct sweep *sweep, struct figures_limit *out,
                          bool comparable)
{
    bool equal = figures_equal(out->given, out->found), below = out->found <= out->given;
    bool rounded = out->given == floor(out->given) && out->found <= out->given + 0.5;
    // Prints as many digits as are published, and three more.
    int digits = digits_of(out->given) + 4;
    const char *word = !comparable ? "not compared; over all"
                       : equal     ? "equal to every digit given:"
                       : below     ? "below:"
                       : rounded   ? "kept, counted from the correctly rounded:"
                                   : "above:";

    out->kept = isnan(out->found) || below || equal || rounded || !comparable;
    out->ratio = out->found / out->given;
    if (isnan(out->found))
        snprintf(out->verdict, sizeof out->verdict, "no result has an error there");
    else
        snprintf(out->verdict, sizeof out->verdict, "%s %.*g%s", word, digits, out->found,
                 figures_sample(sweep) ? " in a sample" : "");
}

// Adds a published figure. If it is about all inputs, `found` is the maximum that MPFR
// computed.
static void add_published(const struct sweep *sweep, struct figures *figures,
                          const struct function_published *said,
                          enum figures_measure measure)
{
    static const char *const units[] = { "ulp", "relative", "absolute" };
    const double given[] = { said->ulp, said->relative, said->absolute };
    const struct exact *exact[] = { &figures->ulp.exact, &figures->relative.exact,
                                    &figures->absolute.exact };
    const char *where = said->where ? said->where : "";
    bool all = said->over == FUNCTION_OVER_ALL;
    struct figures_limit *out = &figures->limits[figures->limit_count];

    if (given[measure] == 0)
        return;
    assert(figures->limit_count < FIGURES_LIMITS);
    figures->limit_count++;
    out->published = true;
    out->given = given[measure];
    out->found = figures_limits_largest(sweep, said, measure);
    if (all && !isnan(out->found))
        out->found = figures_size(exact[measure], measure);
    snprintf(out->who, sizeof out->who, "%s", said->who);
    snprintf(out->limit, sizeof out->limit, "%.9g %s%s%s", out->given, units[measure],
             where[0] ? ", " : "", where);
    say_published(sweep, out, !all || !where[0]);
}

// Checks a published figure by which all results are correctly rounded. Flushed results
// are counted separately.
static void add_rounded(const struct sweep *sweep, struct figures *figures,
                        const struct function_published *said)
{
    struct figures_limit *out = &figures->limits[figures->limit_count];
    uint64_t others = figures->done - figures->total.correct;
    uint64_t flushed = figures->total.kinds[CELL_FLUSHED];
    char count[32];

    assert(figures->limit_count < FIGURES_LIMITS);
    figures->limit_count++;
    out->published = true;
    out->found = figures->ulp.there                  ? fabs(figures->ulp.exact.error)
                 : tally_has_errors(&figures->total) ? 0
                                                     : NAN;
    out->given = 0.5;
    out->ratio = NAN;
    out->kept = others == 0;
    snprintf(out->who, sizeof out->who, "%s", said->who);
    snprintf(out->limit, sizeof out->limit, "correctly rounded");
    snprintf(count, sizeof count, "%llu", (unsigned long long) others);
    if (out->kept)
        snprintf(out->verdict, sizeof out->verdict, "equal: all are%s",
                 figures_sample(sweep) ? ", in a sample" : "");
    else
        snprintf(out->verdict, sizeof out->verdict, "not equal: %s results are not%s",
                 count, others == flushed ? ", all of them flushed" : "");
}

void figures_limits(const struct sweep *sweep, struct figures *figures)
{
    for (int i = 0; i < 2 * DOMAIN_CHUNKS; i++)
        figures->allowed[i / 2][i % 2] = NAN;
    add_standard(sweep, figures);
    for (int i = 0; i < FUNCTION_PUBLISHED; i++) {
        const struct function_published *said = &sweep->function.published[i];
        if (!said->who)
            continue;
        if (said->ulp == 0.5 ||
            (said->ulp == 0 && said->relative == 0 && said->absolute == 0)) {
            add_rounded(sweep, figures, said);
            continue;
        }
        for (int measure = FIGURES_ULP; measure <= FIGURES_ABSOLUTE; measure++)
            add_published(sweep, figures, said, (enum figures_measure) measure);
    }
}
