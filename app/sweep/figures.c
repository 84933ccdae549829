// SPDX-License-Identifier: MIT
//
// How it works
//
// The judge knows a cell's extremes to a few 1e-9 ulp. MPFR judges again the extremes
// of all cells that are within 1e-6 of the largest, and the largest of these is the
// reported extreme. So the printed digits are right, and so is the choice among
// binades. Within a cell the judge's choice stays.
//
// A cell counts the falls of results from one input to the next within a chunk. From
// chunk to chunk, this file compares the last result of one and the first of the next,
// for each side. On a CPU and on a GPU each chunk was judged alone, so no fall is
// counted twice.
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
//
// Subnormal operands and results may be flushed (GLSL 4.7.1), so no limit
// applies to them. A correctly rounded result may be rounded either way: its error is
// less than an ulp.

#include "sweep/figures.h"

#include "base/fp_bits.h"
#include "sweep/function.h"
#include "sweep/limits.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum figures_measure { FIGURES_ULP, FIGURES_RELATIVE, FIGURES_ABSOLUTE };

#define NEAR     0x1p-20 // of the largest: MPFR decides
#define NEAR_MAX 64      // extremes that it is asked about

// Returns a cell's extreme of one measure.
static const struct cell_worst *figures_cell_worst(const struct cell *cell,
                                                   enum figures_measure measure)
{
    return measure == FIGURES_ULP        ? &cell->ulp
           : measure == FIGURES_RELATIVE ? &cell->relative
                                         : &cell->absolute;
}

// Returns the size of an exact error in a measure.
static double figures_size(const struct exact *exact, enum figures_measure measure)
{
    return measure == FIGURES_ULP        ? fabs(exact->error)
           : measure == FIGURES_RELATIVE ? exact->relative
                                         : exact->absolute;
}

static struct figures_worst at_number(const struct sweep *sweep, uint64_t number,
                                      uint64_t got)
{
    if (number == CELL_NONE)
        return (struct figures_worst){ .number = CELL_NONE };
    return (struct figures_worst){
        .there = true,
        .number = number,
        .got = got,
        .operands = domain_operands(&sweep->domain, number),
    };
}

// Replaces `worst` if MPFR says that this one is larger.
static void settle(const struct sweep *sweep, const struct cell_worst *one,
                   enum figures_measure measure, struct figures_worst *worst)
{
    struct figures_worst now = at_number(sweep, one->number, one->got);
    double had, has;

    now.exact = sweep_exact(sweep, one->number, one->got);
    if (now.exact.kind != CELL_FINITE)
        return;
    now.settled = true;
    had = worst->settled ? figures_size(&worst->exact, measure) : -1;
    has = figures_size(&now.exact, measure);
    if (has > had || (has == had && now.number < worst->number))
        *worst = now;
}

static void find_worst(const struct sweep *sweep, const struct cell *total,
                       enum figures_measure measure, struct figures_worst *worst)
{
    const struct cell_worst *most = figures_cell_worst(total, measure);
    int asked = 0;

    *worst = at_number(sweep, most->number, most->got);
    if (!worst->there)
        return;
    worst->exact.error = measure == FIGURES_ULP ? most->error : 0;
    worst->exact.relative = measure == FIGURES_RELATIVE ? most->error : 0;
    worst->exact.absolute = measure == FIGURES_ABSOLUTE ? most->error : 0;
    for (int i = 0; exact_available() && i < 2 * DOMAIN_CHUNKS && asked < NEAR_MAX; i++) {
        const struct chunk *chunk = &sweep->chunks[i / 2];
        const struct cell_worst *one = figures_cell_worst(&chunk->sides[i % 2], measure);

        if (!chunk->done || one->number == CELL_NONE ||
            one->error < most->error * (1 - NEAR))
            continue;
        asked++;
        settle(sweep, one, measure, worst);
    }
}

// Returns the smallest number of a side in a chunk that is part of the sweep; CELL_NONE
// if none is.
static uint64_t first_number(const struct sweep *sweep, int chunk, int side)
{
    uint64_t first, last;

    if (!domain_range(&sweep->domain, chunk, &first, &last))
        return CELL_NONE;
    if (domain_side(&sweep->domain, first) != side)
        first++;
    return first <= last ? first : CELL_NONE;
}

// Returns true if neighbours in number are neighbours in value, which only functions of
// one operand have.
static bool in_order(const struct sweep *sweep)
{
    return sweep->domain.kind == DOMAIN_BITS &&
           math_list[sweep->function.math].operands == MATH_FLOAT;
}

// Counts the falls between neighbouring chunks. The inputs are a range, so if both
// chunks have inputs, the first has its last result and the second its first.
static void find_edge_falls(const struct sweep *sweep, struct figures *figures,
                            uint64_t *first)
{
    const enum function_type type = sweep->function.result;

    for (int i = 0; in_order(sweep) && i < 2 * (DOMAIN_CHUNKS - 1); i++) {
        int chunk = i / 2, side = i % 2;
        int direction = math_list[sweep->function.math].direction[side];
        if (!sweep->chunks[chunk].done || !sweep->chunks[chunk + 1].done || !direction)
            continue;
        uint64_t number = first_number(sweep, chunk + 1, side);
        const struct cell *cells[2] = { &sweep->chunks[chunk].sides[side],
                                        &sweep->chunks[chunk + 1].sides[side] };
        double before = axis_result(type, cells[0]->edge[1]);
        double after = axis_result(type, cells[1]->edge[0]);
        if (number == CELL_NONE || isnan(before) || isnan(after))
            continue;
        if (direction > 0 ? after >= before : after <= before)
            continue;
        figures->edge_falls++;
        if (number < *first) {
            *first = number;
            figures->fall = at_number(sweep, number, cells[1]->edge[0]);
        }
    }
}

static void find_breaks(const struct sweep *sweep, struct figures *figures)
{
    const struct cell *total = &figures->total;
    uint64_t first = total->first_fall;

    figures->fall = at_number(sweep, first, 0);
    find_edge_falls(sweep, figures, &first);
    figures->asymmetry = at_number(sweep, total->first_break, 0);
}

static void find_wrong(const struct sweep *sweep, struct figures *figures)
{
    const struct cell *total = &figures->total;
    struct figures_worst *wrong = &figures->wrong;

    *wrong = at_number(sweep, total->first_wrong, total->first_wrong_got);
    wrong->settled = wrong->there && exact_available();
    if (wrong->settled)
        wrong->exact = sweep_exact(sweep, wrong->number, wrong->got);
}

static void add_up(const struct sweep *sweep, struct figures *figures)
{
    tally_clear(&figures->total);
    for (int side = 0; side < 2; side++)
        tally_clear(&figures->sides[side]);
    for (int i = 0; i < DOMAIN_CHUNKS; i++) {
        const struct chunk *chunk = &sweep->chunks[i];
        for (int side = 0; chunk->done && side < 2; side++) {
            tally_add(&figures->sides[side], &chunk->sides[side]);
            tally_add(&figures->total, &chunk->sides[side]);
        }
    }
    figures->asked = sweep->domain.last - sweep->domain.first + 1;
    figures->done = tally_inputs(&figures->total);
}

enum source { GLSL, VULKAN };

struct limit_row {
    enum math_id math;
    enum source source; // of 16 bits all are Vulkan's
    const char *text, *half_text;
    enum bound_function bound;
    double ulps;   // where `bound` is none: of the exact result
    bool inherits; // and as many ulp of the constant that it is multiplied by
};

// clang-format off
static const struct limit_row rows[] = {
    { MATH_SIN,   VULKAN, "2^-11 absolute in [-pi, pi]", "2^-7 absolute in [-pi, pi]",
      BOUND_SIN, 0, false },
    { MATH_COS,   VULKAN, "2^-11 absolute in [-pi, pi]", "2^-7 absolute in [-pi, pi]",
      BOUND_SIN, 0, false },
    { MATH_TAN,   VULKAN, "as sin(x) / cos(x)", NULL, BOUND_TAN, 0, false },
    { MATH_ASIN,  VULKAN, "as atan(x, sqrt(1 - x x))", NULL, BOUND_ASIN, 0, false },
    { MATH_ACOS,  VULKAN, "as atan(sqrt(1 - x x), x)", NULL, BOUND_ACOS, 0, false },
    { MATH_ATAN,  VULKAN, "4096 ulp", "5 ulp", BOUND_ATAN, 0, false },
    { MATH_SINH,  VULKAN, "as (exp(x) - exp(-x)) / 2", NULL, BOUND_SINH, 0, false },
    { MATH_COSH,  VULKAN, "as (exp(x) + exp(-x)) / 2", NULL, BOUND_COSH, 0, false },
    { MATH_TANH,  VULKAN, "as sinh(x) / cosh(x)", NULL, BOUND_TANH, 0, false },
    { MATH_ASINH, VULKAN, "as log(x + sqrt(x x + 1))", NULL, BOUND_ASINH, 0, false },
    { MATH_ACOSH, VULKAN, "as log(x + sqrt(x x - 1))", NULL, BOUND_ACOSH, 0, false },
    { MATH_ATANH, VULKAN, "as log((1 + x) / (1 - x)) / 2", NULL, BOUND_ATANH, 0, false },
    { MATH_EXP,   GLSL, "3 + 2|x| ulp", "1 + 2|x| ulp", BOUND_EXP, 0, false },
    { MATH_EXP2,  GLSL, "3 + 2|x| ulp", "1 + 2|x| ulp", BOUND_EXP2, 0, false },
    { MATH_LOG,   GLSL, "3 ulp, 2^-21 absolute in [0.5, 2]",
      "3 ulp, 2^-7 absolute in [0.5, 2]", BOUND_LOG, 0, false },
    { MATH_LOG2,  GLSL, "3 ulp, 2^-21 absolute in [0.5, 2]",
      "3 ulp, 2^-7 absolute in [0.5, 2]", BOUND_LOG2, 0, false },
    { MATH_POW,   GLSL, "as exp2(y log2(x))", NULL, BOUND_POW, 0, false },
    { MATH_SQRT,  GLSL, "as 1 / inversesqrt(x)", NULL, BOUND_NONE, 6.5, false },
    { MATH_RSQRT, GLSL, "2 ulp", NULL, BOUND_NONE, 2, false },
    { MATH_RCP,   GLSL, "2.5 ulp", NULL, BOUND_NONE, 2.5, false },
    { MATH_DIV,   GLSL, "2.5 ulp", NULL, BOUND_NONE, 2.5, false },
    { MATH_FLOOR, VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_CEIL,  VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_ROUND_EVEN, VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_TRUNC, VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_FRACT, VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_ABS,   VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_SIGN,  VULKAN, "correctly rounded, up or down", NULL, BOUND_NONE, 1, false },
    { MATH_DEGREES, VULKAN, "as x (180 / pi)", NULL, BOUND_NONE, 1, true },
    { MATH_RADIANS, VULKAN, "as x (pi / 180)", NULL, BOUND_NONE, 1, true },
};
// clang-format on

bool limits_find(enum math_id math, bool es, bool half, struct limit *limit)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct limit_row *row = &rows[i];
        bool glsl = row->source == GLSL && !half;
        if (row->math != math)
            continue;
        *limit = (struct limit){
            .who = !glsl ? "Vulkan, precision of SPIR-V"
                   : es  ? "GLSL ES 3.20, 4.7.1"
                         : "GLSL 4.60, 4.7.1",
            .text = half && row->half_text ? row->half_text : row->text,
            .format =
                half ? (struct bound){ 11, 15, true } : (struct bound){ 24, 127, false },
            .row = row,
        };
        return true;
    }
    return false;
}

double limits_allowed(const struct limit *limit, double x, double y, double exact)
{
    const struct limit_row *row = limit->row;
    double smallest = ldexp(1, 1 - limit->format.emax);

    if ((x != 0 && fabs(x) < smallest) || (y != 0 && fabs(y) < smallest) ||
        (exact != 0 && fabs(exact) < smallest))
        return INFINITY;
    // The tables specify divisors from 2^-126 to 2^126.
    if (row->math == MATH_DIV && fabs(y) > ldexp(1, limit->format.emax - 1))
        return INFINITY;
    if (fabs(x) >= ldexp(2, limit->format.emax) ||
        fabs(exact) >= ldexp(2, limit->format.emax))
        return INFINITY;
    if (row->bound)
        return bound_error(&limit->format, row->bound, x, y);
    double allowed = row->ulps * bound_ulp(&limit->format, exact);
    // The constant in it is rounded, and off by an ulp of itself: 2^(1-p) at most.
    if (row->inherits)
        allowed += ldexp(fabs(exact), 1 - limit->format.precision);
    return allowed;
}

// Fills in the standard's limit of a sweep on a GL device. Returns false if there is
// none. A function of two operands has none in 16 bits, because this program does not
// know how rounding both operands moves the result.
static bool figures_standard(const struct sweep *sweep, struct limit *limit)
{
    const struct backend_facts *facts = &sweep->facts;
    bool half = facts->precision[0] && strcmp(facts->precision, "highp") != 0;

    if (strcmp(facts->where, "gl") != 0 ||
        (sweep->function.result != FUNCTION_BINARY32 &&
         !(half && sweep->function.result == FUNCTION_BINARY16)))
        return false;
    if (half && math_list[sweep->function.math].operands != MATH_FLOAT)
        return false;
    return limits_find(sweep->function.math, strstr(facts->version, "OpenGL ES") != NULL,
                       half, limit);
}

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

// Fills figures->limits from the cells; the rest of `figures` must be filled already.
static void figures_limits(const struct sweep *sweep, struct figures *figures)
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

void figures_make(const struct sweep *sweep, struct figures *figures)
{
    memset(figures, 0, sizeof *figures);
    add_up(sweep, figures);
    find_breaks(sweep, figures);
    find_wrong(sweep, figures);
    find_worst(sweep, &figures->total, FIGURES_ULP, &figures->ulp);
    find_worst(sweep, &figures->total, FIGURES_RELATIVE, &figures->relative);
    find_worst(sweep, &figures->total, FIGURES_ABSOLUTE, &figures->absolute);
    figures_limits(sweep, figures);
}
