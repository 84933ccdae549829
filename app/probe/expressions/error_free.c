// SPDX-License-Identifier: MIT
//
// How it works
//
// A transform gives a rounded result and what rounding it lost. Whether the two together
// are a + b or a * b is asked of whole numbers (exact.h), so the answer "exact" rests on
// no model of the device. Models say why it is not: the steps as written by another rule
// of rounding, folded, or fused.
//
// Operands are built so that nothing underflows where the format has the room: with
// a, b near 2^k the last place of a product's low part is 2^(2k - 2(p-1)), which in
// binary16, where 2^-14 is the least that a flushing device keeps, asks for k >= 3; so
// k = 5. A sum's low part is a whole number of the last place of b, p - 1 places below
// it. To nearest, a sum is exact at any distance. A directed rounding makes near ones
// exact too: upward, 1 + 2^-24 gives s = 1 + 2^-23, and 2^-24 - 2^-23 is a number; but
// 2^-60 - 2^-23 is none. So half of the cases of sums, the later one, have distances up
// to the format's whole range; reports of earlier versions have the other half. A
// float-float result is as good as its worst case: bits = -log2 of the relative error,
// rounded down. With u = 2^-p the theorems allow 3 u^2 for the sum, 2p - 2 bits.

#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/inside.h"
#include "probe/shared/trial.h"
#include "unit/exact.h"
#include "unit/wide.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define NEAR    96 // cases, of which sums have small distances
#define COLUMNS 192
#define STEPS   96 // columns of values; the longest transform makes 62

// The expressions of pair_quotients, by numbers behind those of error_free.
enum { ERROR_FREE_PAIR_QUOTIENT = ERROR_FREE_COUNT, ERROR_FREE_PAIR_ROOT };

// Of traits.folds, where only this bit is set: e of TwoSum is summed in another order.
#define ERROR_FREE_REORDERS (UINT64_C(1) << 63)

// The line that an expression of one of the two probes is.
static int error_free_line(const struct probe *probe, int expression)
{
    if (probe != &probe_pair_quotients)
        return expression;
    return expression == PAIR_QUOTIENTS_PAIR_DIV ? ERROR_FREE_PAIR_QUOTIENT
                                                 : ERROR_FREE_PAIR_ROOT;
}

// Returns true if the line is float-float arithmetic, whose operands are pairs.
static bool error_free_is_pair(int line)
{
    switch (line) {
    case ERROR_FREE_PAIR_SUM:
    case ERROR_FREE_PAIR_PRODUCT:
    case ERROR_FREE_PAIR_STEP:
    case ERROR_FREE_PAIR_QUOTIENT:
    case ERROR_FREE_PAIR_ROOT: return true;
    default: return false;
    }
}

// [-1, 1]
static int random_step(uint64_t *state)
{
    return (int) (draws_next(state) % 3) - 1;
}

static double random_sign(uint64_t *state, double value)
{
    return draws_next(state) >> 63 ? -value : value;
}

// A magnitude in [2^exponent, 2^(exponent + 1)) of p bits.
static double random_value(uint64_t *state, int p, int exponent)
{
    return fabs(draws_number(state, p, exponent));
}

// The exponent around which products neither overflow nor lose their last place.
static int error_free_middle(const struct probe_params *params)
{
    int emax = params->model.format.emax;
    return emax < 2 * params->precision_bits + 12 ? (emax - 4) / 2 : 0;
}

// The same for sums of pairs, whose low parts end 2p + 2 places lower.
static int sum_middle(const struct probe_params *params)
{
    return error_free_middle(params) == 0 ? 0 : params->model.format.emax - 4;
}

// |a| >= |b|, b up to p + 1 places lower, every third time in the middle between two
// neighbours of a.
static void sum_operands(const struct probe_params *params, int at, uint64_t *state,
                         double *values)
{
    int p = params->precision_bits, emax = params->model.format.emax;
    int exponent = error_free_middle(params) == 0 ? p : emax - 6;
    int distance = at % (p + 2), lowest = p - emax;
    if (exponent - distance < lowest)
        distance = exponent > lowest ? exponent - lowest : 0;
    double a = random_value(state, p, exponent);
    double b = random_value(state, p, exponent - distance);
    if (at % 3 == 0 && distance > 0 && distance <= p) {
        double half_place = ldexp(1, exponent - p);
        b = (2 * floor(b / (2 * half_place)) + 1) * half_place;
    }
    values[0] = random_sign(state, fmax(a, b));
    values[1] = random_sign(state, fmin(a, b));
}

// The same farther down: at distances of p + 2 places and up to the whole range, which
// narrow formats do not have. Where b is so small that its last place would be subnormal
// it has fewer bits. Every second a and third b are powers of two. Doubles stay in the
// range of binary32, which the judge's sums have room for (exact.h).
static void wide_sum_operands(const struct probe_params *params, int at, uint64_t *state,
                              double *values)
{
    int p = params->precision_bits, own = params->model.format.emax;
    int emax = own < FP_BINARY32.emax ? own : FP_BINARY32.emax;
    int least = 1 - emax, most = emax - 2, range = most - least;
    int from = p + 2 < range ? p + 2 : range;
    int distance = from + (range - from) * (at - NEAR) / (COLUMNS - 1 - NEAR);
    int exponent = most - (int) (draws_next(state) % (uint64_t) (range - distance + 1));
    int bits = exponent - distance - least + 1;
    double a = random_value(state, at % 2 ? p : 1, exponent);
    double b = random_value(state,
                            at % 3 == 0 ? 1
                            : bits < p  ? bits
                                        : p,
                            exponent - distance);
    values[0] = random_sign(state, a);
    values[1] = random_sign(state, b);
}

// Less than half of the last place of `high`, as the low part of a pair must be.
static double random_low(const struct probe_params *params, uint64_t *state, double high)
{
    int p = params->precision_bits, below = 1 + (int) (draws_next(state) % 3);
    return random_sign(state, random_value(state, p, ilogb(high) - p - below));
}

static double random_factor(const struct probe_params *params, int around,
                            uint64_t *state)
{
    int exponent = around + random_step(state);
    return random_value(state, params->precision_bits, exponent);
}

static void pair_operands(const struct probe_params *params, int line, uint64_t *state,
                          double *values)
{
    double split = ldexp(1, (params->precision_bits + 1) / 2) + 1;
    int around =
        line == ERROR_FREE_PAIR_SUM ? sum_middle(params) : error_free_middle(params);
    double a = random_factor(params, around, state);
    double b = random_factor(params, around, state);
    if (line == ERROR_FREE_PAIR_STEP) {
        a = random_value(state, params->precision_bits, error_free_middle(params));
        b = fabs(b);
    } else {
        a = random_sign(state, a);
        b = random_sign(state, b);
    }
    values[0] = a;
    values[1] = random_low(params, state, a);
    values[2] = b;
    values[3] = line == ERROR_FREE_PAIR_SUM ? random_low(params, state, b) : split;
}

static void operand_values(const struct probe_params *params, int line, int at,
                           double values[PROBE_OPERANDS])
{
    uint64_t state = (uint64_t) line << 32 | (uint64_t) at;
    int p = params->precision_bits;
    if (line == ERROR_FREE_TWO_SUM || line == ERROR_FREE_FAST_TWO_SUM) {
        if (at < NEAR)
            sum_operands(params, at, &state, values);
        else
            wide_sum_operands(params, at, &state, values);
        if (line == ERROR_FREE_TWO_SUM && at % 2 == 1) {
            double swap = values[0];
            values[0] = values[1];
            values[1] = swap;
        }
    } else if (error_free_is_pair(line)) {
        pair_operands(params, line, &state, values);
    } else {
        values[0] =
            random_sign(&state, random_factor(params, error_free_middle(params), &state));
        values[1] =
            random_sign(&state, random_factor(params, error_free_middle(params), &state));
        values[2] = ldexp(1, (p + 1) / 2) + 1;
    }
}

void error_free_operand(const struct probe_params *params, int line, int at,
                        uint64_t *words)
{
    double values[PROBE_OPERANDS] = { 1, 1, 1, 1 };
    operand_values(params, line, at, values);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] = draws_word(params, values[k]);
}

// ---- quotients and roots of pairs ----
//
// Quotients and roots of pairs, which stand on a quotient and a root of the device that
// need not be correctly rounded: GLSL permits 2.5 ulp and 4.5. A case has
// four operands, so that a quotient's two pairs, a = ah + l and b = bh + l, have the same
// low part, as low as either pair asks for.

static double magnitude(const struct probe_params *params, uint64_t *state)
{
    int exponent = error_free_middle(params) + draws_below(state, 3) - 1;

    return fabs(draws_number(state, params->precision_bits, exponent));
}

void pair_quotients_operand(const struct probe_params *params, int line, int at,
                            uint64_t *words)
{
    uint64_t state = (uint64_t) line << 32 | (uint64_t) at;
    int p = params->precision_bits;
    double values[PROBE_OPERANDS];

    values[0] = magnitude(params, &state);
    values[2] = magnitude(params, &state);
    int least = line == PAIR_QUOTIENTS_PAIR_DIV ? ilogb(fmin(values[0], values[2]))
                                                : ilogb(values[0]);

    values[1] = draws_number(&state, p, least - p - 1 - draws_below(&state, 3));
    values[3] = ldexp(1, (p + 1) / 2) + 1;
    if (line == PAIR_QUOTIENTS_PAIR_DIV && at % 2)
        values[0] = -values[0];
    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] = draws_word(params, values[k]);
}

// ---- what a device answers ----
//
// The error-free transforms and the float-float arithmetic, step by step, as a device of
// given traits computes them.
//
// How it works
//
// TwoSum's low part is e = (a - (s - v)) + (b - v) with s = a + b and v = s - a. As
// numbers go it is 0; all of it is rounding. To nearest, with any rule for ties, s + e
// is a + b without error (D. Knuth, TAOCP 2, 4.2.2; S. Boldo, S. Graillat, J.-M. Muller,
// ACM TOMS 44, 2017). p = 3: a = 4, b = 3/4: s = 5, v = 1, e = (4 - 4) + (3/4 - 1) =
// -1/4.
//
// A compiler that simplifies (x + y) - x, and since a sum has no order also
// (x + y) - y, leaves of it v = b, s - v = a, e = (a - a) + (b - b) = 0. Of Fast2Sum,
// e = b - (s - a), it leaves b - b = 0. So the float-float operations keep their high
// parts and lose all they are for. Veltkamp's split, c - (c - a) with c = f a, is the
// mirror of that and is another rule of a compiler: it stays.
//
// Guards, a factor 1 on each step that the compiler cannot know, keep it from that and
// invite another thing: w (a - (s - v)) + w (b - v) has a common factor, and once that is
// taken out a sum of four is left, which may be added in another order. Mesa makes
// (a + (b - v)) - (s - v) of it where a is a product itself. a + (b - v) rounds, and e is
// lost where b has bits below the last place of a.
//
// A compiler that fuses takes f a - a exactly, which is 2^k a; and then f a - 2^k a
// exactly, which is a: the split gives (a, 0). Dekker's product, e = ((h h' - s) + h l')
// + l h') + l l', then becomes fma(a, b, -s), which is right all the same. Fused here is
// every product that is added or subtracted, however often it is used, but the product
// s: it is an answer, and rounded. A pair's product keeps its accuracy, fused or not.
//
// Bounds: M. Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous error bounds for
// basic building blocks of double-word arithmetic", ACM TOMS 44, 2017: algorithm 6, the
// accurate sum; 8, a pair times a float; 10, a pair times a pair, with two more
// roundings where its first step of low parts is a sum of three; 4, a pair plus a float;
// 17, the quotient, with the product of 8 where they have 7's: 15 u^2 and the 3/2 u^2 by
// which 8 is worse. Roots: V. Lefevre, N. Louvet, J.-M. Muller, J. Picot, L. Rideau,
// "Accurate calculation of Euclidean norms using double-word arithmetic", ACM TOMS 49,
// 2023, algorithm 7; before them A. Karp, P. Markstein, "High-precision division and
// square root", ACM TOMS 23, 1997, and for GPUs A. Thall, "Extended-precision
// floating-point numbers for GPU computation", SIGGRAPH 2006. Without fma the square is
// split, and what is left of a takes two roundings of at most 2 u times 4 u.

// A value for each case of a call: a pattern, or what a wider register holds.
union values {
    uint64_t at[EXPRESSIONS_CHUNK];
    struct fp_parts inside[EXPRESSIONS_CHUNK];
};

// The place of values in struct steps: steps take and return columns, and no step changes
// one. The column of zeros is 0.
struct column {
    int place;
};

// high + low.
struct split {
    struct column high, low;
};

// What a compiler makes of them; and whether anything broke on the way: then all that
// follows is unspecified.
struct steps {
    const struct expressions_call *call;
    bool folds;     // (x + y) - x is y, and (x + y) - y is x
    bool reorders;  // TwoSum's low part is (a + (b - v)) - (s - v)
    bool contracts; // a product that is added or subtracted is not rounded before
    bool inside;    // values are kept in wider registers
    bool broken;
    int count; // of columns
    union values columns[STEPS];
};

static struct column steps_new(struct steps *steps)
{
    assert(steps->count < STEPS);
    return (struct column){ steps->count++ };
}

static uint64_t *steps_words(struct steps *steps, struct column column)
{
    return steps->columns[column.place].at;
}

static struct column steps_inside(struct steps *steps, enum unit_op op, struct column a,
                                  struct column b, struct column c)
{
    struct column out = steps_new(steps);
    const union values *columns = steps->columns;

    for (size_t i = 0; i < steps->call->count; i++)
        steps->columns[out.place].inside[i] =
            inside_apply(steps->call->traits, op, columns[a.place].inside[i],
                         columns[b.place].inside[i], columns[c.place].inside[i]);
    return out;
}

static struct column steps_apply(struct steps *steps, enum unit_op op, struct column a,
                                 struct column b)
{
    if (steps->inside)
        return steps_inside(steps, op, a, b, b);
    struct column out = steps_new(steps);

    steps->broken =
        steps->broken ||
        !expressions_apply(steps->call, op, steps_words(steps, a), steps_words(steps, b),
                           NULL, steps_words(steps, out));
    return out;
}

static struct column steps_add(struct steps *steps, struct column a, struct column b)
{
    return steps_apply(steps, UNIT_ADD, a, b);
}

static struct column steps_subtract(struct steps *steps, struct column a, struct column b)
{
    return steps_apply(steps, UNIT_SUB, a, b);
}

static struct column steps_multiply(struct steps *steps, struct column a, struct column b)
{
    return steps_apply(steps, UNIT_MUL, a, b);
}

static struct column steps_negate(struct steps *steps, struct column a)
{
    uint64_t sign = fp_zero(steps->call->traits->model.format, true);
    struct column out = steps_new(steps);
    union values *to = &steps->columns[out.place];
    const union values *from = &steps->columns[a.place];

    for (size_t i = 0; i < steps->call->count; i++) {
        if (steps->inside) {
            to->inside[i] = from->inside[i];
            to->inside[i].negative = !from->inside[i].negative;
        } else {
            to->at[i] = from->at[i] ^ sign;
        }
    }
    return out;
}

static struct column steps_fma(struct steps *steps, const struct traits *traits,
                               struct column a, struct column b, struct column c)
{
    const struct expressions_call *call = steps->call;

    if (steps->inside)
        return steps_inside(steps, UNIT_FMA, a, b, c);
    struct column out = steps_new(steps);

    steps->broken = steps->broken ||
                    !traits_apply(traits, call->unit, UNIT_FMA, steps_words(steps, a),
                                  steps_words(steps, b), steps_words(steps, c),
                                  steps_words(steps, out), call->count);
    return out;
}

// a * b + c, rounded once or twice. That fma() is two steps is another matter.
static struct column steps_multiply_add(struct steps *steps, struct column a,
                                        struct column b, struct column c)
{
    struct traits traits = *steps->call->traits;
    traits.fma_separate = false;
    if (steps->contracts)
        return steps_fma(steps, &traits, a, b, c);
    return steps_add(steps, steps_multiply(steps, a, b), c);
}

// D. Knuth: high is a + b rounded, low what was lost. Six operations.
static struct split two_sum(struct steps *steps, struct column a, struct column b)
{
    struct split sum = { .high = steps_add(steps, a, b) };
    struct column v = steps_subtract(steps, sum.high, a);
    struct column rest = steps_subtract(steps, sum.high, v);
    v = steps_subtract(steps, b, v);
    if (steps->folds)
        return sum;
    if (steps->reorders)
        sum.low = steps_subtract(steps, steps_add(steps, a, v), rest);
    else
        sum.low = steps_add(steps, steps_subtract(steps, a, rest), v);
    return sum;
}

// T. Dekker: the same in three, where |a| >= |b|.
static struct split fast_two_sum(struct steps *steps, struct column a, struct column b)
{
    struct split sum = { .high = steps_add(steps, a, b) };
    if (!steps->folds)
        sum.low = steps_subtract(steps, b, steps_subtract(steps, sum.high, a));
    return sum;
}

// G. Veltkamp: a in two halves; `factor` is 2^ceil(p/2) + 1.
static struct split split_in_two(struct steps *steps, struct column factor,
                                 struct column a)
{
    struct column rest = steps_multiply_add(steps, factor, a, steps_negate(steps, a));
    struct column high = steps_multiply_add(steps, factor, a, steps_negate(steps, rest));
    return (struct split){ high, steps_subtract(steps, a, high) };
}

// a * b rounded, and what was lost: by fma(), and by Dekker with split halves.
static struct split two_product_fma(struct steps *steps, struct column a, struct column b)
{
    struct column high = steps_multiply(steps, a, b);
    return (struct split){ high, steps_fma(steps, steps->call->traits, a, b,
                                           steps_negate(steps, high)) };
}

static struct split two_product(struct steps *steps, struct column factor,
                                struct column a, struct column b)
{
    struct split x = split_in_two(steps, factor, a), y = split_in_two(steps, factor, b);
    struct split p = { .high = steps_multiply(steps, a, b) };
    p.low = steps_multiply_add(steps, x.high, y.high, steps_negate(steps, p.high));
    p.low = steps_multiply_add(steps, x.high, y.low, p.low);
    p.low = steps_multiply_add(steps, x.low, y.high, p.low);
    p.low = steps_multiply_add(steps, x.low, y.low, p.low);
    return p;
}

// a + b of pairs: relative error at most 3 u^2 + 13 u^3 with u = 2^-p.
static struct split pair_sum(struct steps *steps, const struct column in[4])
{
    struct split s = two_sum(steps, in[0], in[2]), t = two_sum(steps, in[1], in[3]);
    struct split v = fast_two_sum(steps, s.high, steps_add(steps, s.low, t.high));
    return fast_two_sum(steps, v.high, steps_add(steps, t.low, v.low));
}

// a * b, b single: at most 3 u^2.
static struct split pair_product(struct steps *steps, const struct column in[4])
{
    struct split p = two_product(steps, in[3], in[0], in[2]);
    return fast_two_sum(steps, p.high, steps_multiply_add(steps, in[1], in[2], p.low));
}

// a * a + c, c single, a step of a fractal: at most 9 u^2 where c is not negative.
static struct split pair_step(struct steps *steps, const struct column in[4])
{
    struct split p = two_product(steps, in[3], in[0], in[0]);
    p.low = steps_multiply_add(steps, in[0], in[1], p.low);
    p.low = steps_multiply_add(steps, in[1], in[0], p.low);
    struct split square = fast_two_sum(steps, p.high, p.low);
    struct split sum = two_sum(steps, square.high, in[2]);
    return fast_two_sum(steps, sum.high, steps_add(steps, square.low, sum.low));
}

// a / b: at most 17 u^2. What t = ah / bh leaves of a, ah - rh, is exact.
static struct split pair_quotient(struct steps *steps, const struct column in[4])
{
    struct column t = steps_apply(steps, UNIT_DIV, in[0], in[2]);
    const struct column divisor[4] = { in[2], in[1], t, in[3] };
    struct split r = pair_product(steps, divisor);
    struct column rest = steps_add(steps, steps_subtract(steps, in[0], r.high),
                                   steps_subtract(steps, in[1], r.low));
    return fast_two_sum(steps, t, steps_apply(steps, UNIT_DIV, rest, in[2]));
}

// sqrt(a), by one step of Newton's from s = sqrt(ah): ah - p and s + s are exact.
static struct split pair_root(struct steps *steps, const struct column in[4])
{
    struct column s = steps_apply(steps, UNIT_SQRT, in[0], in[0]);
    struct split p = two_product(steps, in[3], s, s);
    struct column rest =
        steps_subtract(steps, steps_subtract(steps, in[0], p.high), p.low);
    rest = steps_add(steps, rest, in[1]);
    return fast_two_sum(steps, s,
                        steps_apply(steps, UNIT_DIV, rest, steps_add(steps, s, s)));
}

static struct split transform_of(struct steps *steps, const struct column in[4])
{
    switch (error_free_line(steps->call->probe, steps->call->expression)) {
    case ERROR_FREE_TWO_SUM: return two_sum(steps, in[0], in[1]);
    case ERROR_FREE_FAST_TWO_SUM: return fast_two_sum(steps, in[0], in[1]);
    case ERROR_FREE_TWO_PRODUCT_FMA: return two_product_fma(steps, in[0], in[1]);
    case ERROR_FREE_TWO_PRODUCT: return two_product(steps, in[2], in[0], in[1]);
    case ERROR_FREE_SPLIT: return split_in_two(steps, in[2], in[0]);
    case ERROR_FREE_PAIR_SUM: return pair_sum(steps, in);
    case ERROR_FREE_PAIR_PRODUCT: return pair_product(steps, in);
    case ERROR_FREE_PAIR_QUOTIENT: return pair_quotient(steps, in);
    case ERROR_FREE_PAIR_ROOT: return pair_root(steps, in);
    default: return pair_step(steps, in);
    }
}

static struct column steps_load(struct steps *steps, int k)
{
    struct column column = steps_new(steps);
    union values *values = &steps->columns[column.place];
    uint64_t words[EXPRESSIONS_CHUNK];

    expressions_load(steps->call, k, steps->inside ? words : values->at);
    for (size_t i = 0; steps->inside && i < steps->call->count; i++)
        values->inside[i] = wide_load(&steps->call->traits->model, words[i]);
    return column;
}

static void steps_store(const struct steps *steps, int k, struct column column)
{
    const union values *values = &steps->columns[column.place];
    uint64_t words[EXPRESSIONS_CHUNK];

    for (size_t i = 0; steps->inside && i < steps->call->count; i++)
        words[i] = wide_store(&steps->call->traits->model, values->inside[i]);
    expressions_store(steps->call, k, steps->inside ? words : values->at);
}

bool error_free_answer(const struct expressions_call *call)
{
    struct column in[PROBE_OPERANDS];
    struct steps steps; // its columns are not worth clearing

    steps.call = call;
    steps.folds = (call->traits->folds & TRAITS_FOLDS_SUM) != 0;
    steps.reorders = call->traits->folds == ERROR_FREE_REORDERS;
    steps.contracts = (call->traits->contracts & TRAITS_FUSES_MUL_ADD) != 0;
    steps.inside = traits_keeps(call->traits);
    steps.broken = false;
    steps.count = 1;
    memset(&steps.columns[0], 0, sizeof steps.columns[0]);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        in[k] = steps_load(&steps, k);
    struct split out = transform_of(&steps, in);

    steps_store(&steps, 0, out.high);
    steps_store(&steps, 1, out.low);
    return !steps.broken;
}

// ---- what is told of its answers ----

// What an expression's answers are worth, by whole numbers.
struct tally {
    long cases;
    long exact;         // both answers together are what is asked, in p bits each
    long rest_zero;     // the second answer is 0
    long wide;          // an answer has more bits than the format
    double worst_error; // log2 of the largest relative error
};

// Why they are so, in the order in which it is tried.
enum cause {
    CAUSE_WRITTEN,
    CAUSE_INSIDE,
    CAUSE_FOLDED,
    CAUSE_REORDERED,
    CAUSE_FUSED,
    CAUSE_SEPARATE,
    CAUSE_RECIPROCAL,
    CAUSE_MULTIPLIER,
    CAUSE_UNCLEAR, // fused, or kept
    CAUSE_OTHER
};

static const struct finding_kind *const cause_remarks[] = {
    [CAUSE_WRITTEN] = &kind_as_written,
    [CAUSE_INSIDE] = &kind_kept_inside,
    [CAUSE_FOLDED] = &kind_sum_folded,
    [CAUSE_REORDERED] = &kind_sums_reordered,
    [CAUSE_FUSED] = &kind_products_fused,
    [CAUSE_UNCLEAR] = &kind_inside_unclear,
    [CAUSE_SEPARATE] = &kind_fma_separate,
    [CAUSE_RECIPROCAL] = &kind_by_reciprocal,
    [CAUSE_MULTIPLIER] = &kind_products_truncated,
    [CAUSE_OTHER] = &kind_no_model,
};

static int error_free_line_of(const struct expressions_seen *seen)
{
    return error_free_line(seen->probe, seen->expression);
}

static bool is_pair(const struct expressions_seen *seen)
{
    return error_free_is_pair(error_free_line_of(seen));
}

// What the two answers should come to.
static struct exact target(const struct expressions_seen *seen, size_t at)
{
    struct fp_format format = expressions_carrier(seen->params);
    struct exact sum = { { 0 }, false };
    uint64_t in[PROBE_OPERANDS];
    for (int k = 0; k < PROBE_OPERANDS; k++)
        in[k] = seen->in[k][at];
    switch (error_free_line_of(seen)) {
    case ERROR_FREE_PAIR_QUOTIENT:
    case ERROR_FREE_PAIR_ROOT:
        exact_add(&sum, format, in[0], false);
        exact_add(&sum, format, in[1], false);
        break;
    case ERROR_FREE_PAIR_SUM:
        exact_add(&sum, format, in[2], false);
        exact_add(&sum, format, in[3], false); // fall through
    case ERROR_FREE_TWO_SUM:
    case ERROR_FREE_FAST_TWO_SUM: exact_add(&sum, format, in[1], false); // fall through
    case ERROR_FREE_SPLIT: exact_add(&sum, format, in[0], false); break;
    case ERROR_FREE_TWO_PRODUCT_FMA:
    case ERROR_FREE_TWO_PRODUCT: exact_add_product(&sum, format, in[0], in[1]); break;
    case ERROR_FREE_PAIR_PRODUCT:
        exact_add_product(&sum, format, in[0], in[2]);
        exact_add_product(&sum, format, in[1], in[2]);
        break;
    case ERROR_FREE_PAIR_STEP:
        exact_add_product(&sum, format, in[0], in[0]);
        exact_add_product(&sum, format, in[0], in[1]);
        exact_add_product(&sum, format, in[1], in[0]);
        exact_add_product(&sum, format, in[1], in[1]);
        exact_add(&sum, format, in[2], false);
        break;
    }
    return sum;
}

// How far the answers are from it, with a root times 2 sqrt(a); the next term of that, a
// square of the error, is too small to count.
static struct exact distance(const struct expressions_seen *seen, size_t at,
                             const struct exact *want)
{
    struct fp_format format = expressions_carrier(seen->params);
    const uint64_t got[2] = { seen->got[0][at], seen->got[1][at] };
    const uint64_t b[2] = { seen->in[2][at], seen->in[1][at] };
    int line = error_free_line_of(seen);
    bool quotient = line == ERROR_FREE_PAIR_QUOTIENT;
    bool product = quotient || line == ERROR_FREE_PAIR_ROOT;
    struct exact error = { { 0 }, false };
    for (int i = 0; i < 2; i++) {
        if (!product)
            exact_add(&error, format, got[i], false);
        for (int k = 0; product && k < 2; k++)
            exact_add_product(&error, format, got[i], quotient ? b[k] : got[k]);
    }
    exact_subtract(&error, want);
    return error;
}

// Bits from the first 1 of a significand to the last.
static int width_of(struct fp_format format, uint64_t word)
{
    struct fp_parts parts = fp_unpack(format, word);
    if (parts.class != FP_CLASS_FINITE)
        return 0;
    return 64 - __builtin_clzll(parts.significand) - __builtin_ctzll(parts.significand);
}

// The answers have p bits; the halves of a split, so few that p bits hold their squares.
static bool is_narrow(const struct expressions_seen *seen, size_t at, int times)
{
    struct fp_format carrier = expressions_carrier(seen->params);
    int p = seen->known.model.format.precision;
    return times * width_of(carrier, seen->got[0][at]) <= p &&
           times * width_of(carrier, seen->got[1][at]) <= p;
}

static void count_case(const struct expressions_seen *seen, size_t at,
                       struct tally *tally)
{
    struct fp_format carrier = expressions_carrier(seen->params);
    struct exact want = target(seen, at), error = distance(seen, at, &want);
    bool right = exact_is_zero(&error);
    bool wide = !is_narrow(seen, at, 1);
    bool halves = error_free_line_of(seen) != ERROR_FREE_SPLIT || is_narrow(seen, at, 2);
    struct fp_parts rest = fp_unpack(carrier, seen->got[1][at]);
    tally->cases++;
    tally->exact += right && !wide && halves;
    tally->wide += wide;
    tally->rest_zero += rest.class == FP_CLASS_ZERO;
    if (!right)
        tally->worst_error = fmax(tally->worst_error,
                                  exact_log2(&error) - exact_log2(&want) -
                                      (error_free_line_of(seen) == ERROR_FREE_PAIR_ROOT));
}

static struct tally error_free_count(const struct expressions_seen *seen)
{
    struct tally tally = { .worst_error = -INFINITY };
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i])
            count_case(seen, i, &tally);
    return tally;
}

static bool is_kept(const struct trial_question *question)
{
    return trial_inside(question).rules || kept_beyond(question->seen->params);
}

static bool is_fused(const struct trial_question *question)
{
    struct traits fused = question->seen->known;

    fused.contracts = TRAITS_FUSES_MUL_ADD;
    return trial_of(question, &fused).rules != 0;
}

// What is fused may be kept in more bits as well, and the reverse.
static enum cause doubted(const struct trial_question *question, enum cause cause)
{
    bool both =
        (cause == CAUSE_INSIDE && is_fused(question)) ||
        (cause == CAUSE_FUSED && kept_may(question->seen->params) && is_kept(question));

    return both ? CAUSE_UNCLEAR : cause;
}

static enum cause find_cause(const struct expressions_seen *seen, struct trial *found)
{
    static const struct trial_trait products[] = {
        TRIAL_TRAIT(multiplier, 0, 8),
        TRIAL_TRAIT(by_reciprocal, 0, 1),
    };
    const struct trial_question question = { seen, .sums = true, .prefers_known = true };
    const struct traits known = seen->known;
    struct traits tried[CAUSE_MULTIPLIER];

    for (int cause = 0; cause < CAUSE_MULTIPLIER; cause++)
        tried[cause] = known;
    if (!expressions_inside(seen, &tried[CAUSE_INSIDE]))
        tried[CAUSE_INSIDE] = known;
    tried[CAUSE_FOLDED].folds = TRAITS_FOLDS_SUM;
    tried[CAUSE_REORDERED].folds = ERROR_FREE_REORDERS;
    tried[CAUSE_FUSED].contracts = TRAITS_FUSES_MUL_ADD;
    tried[CAUSE_SEPARATE].fma_separate = true;
    tried[CAUSE_RECIPROCAL].by_reciprocal = true;
    for (int cause = 0; cause < CAUSE_MULTIPLIER; cause++)
        if ((*found = trial_of(&question, &tried[cause])).rules)
            return doubted(&question, (enum cause) cause);
    *found = trial_traits(&question, &known, products, 2);
    if (found->rules)
        return CAUSE_MULTIPLIER;
    found->traits = known;
    return CAUSE_OTHER;
}

// Bits of a float-float result that are right in every case.
static int right_bits(const struct tally *tally)
{
    return tally->worst_error > 0 ? 0 : (int) floor(fmin(-tally->worst_error, 999));
}

// What the algorithms owe: a relative error of 9 u^2. With quotients of up to 2.5 ulp,
// 5 u, and roots of up to 4.5, which GLSL permits, what is left of a is up to 7 u and
// 18 u of it, its quotient is as inexact again: the sum is below 64 u^2 and 128 u^2.
static int owed_bits(const struct expressions_seen *seen)
{
    int line = error_free_line_of(seen);
    int lost = line == ERROR_FREE_PAIR_ROOT       ? 7
               : line == ERROR_FREE_PAIR_QUOTIENT ? 6
                                                  : 4;
    return 2 * seen->known.model.format.precision - lost;
}

static void error_free_say_pair(const struct expressions_seen *seen,
                                const struct tally *tally, struct finding *finding)
{
    int bits = right_bits(tally);
    bool idle = bits <= seen->known.model.format.precision + 1;
    bool wide = seen->params->precision == PRECISION_DOUBLE;
    if (tally->exact == tally->cases) {
        FINDING_SAY(finding, &kind_exact);
        return;
    }
    FINDING_SAY(finding, &kind_bits, .bits = bits);
    if (idle)
        FINDING_ALSO(finding,
                     wide ? &kind_no_better_than_double : &kind_no_better_than_float);
}

static void say_inexact(const struct tally *tally, enum cause cause,
                        const struct traits *found, struct finding *finding)
{
    enum fp_round round = found->model.round;
    if (cause == CAUSE_WRITTEN && round <= FP_RNO)
        FINDING_SAY(finding, &kind_inexact_by_range);
    else if (cause == CAUSE_WRITTEN)
        FINDING_SAY(finding, &kind_inexact_by_rule, .rules = VERDICT_RULE(round));
    else if (cause == CAUSE_MULTIPLIER)
        FINDING_SAY(finding, &kind_inexact_by_products);
    else
        FINDING_SAY(finding, &kind_error_free_not_exact);
    if (cause == CAUSE_INSIDE)
        FINDING_ALSO(finding, &kind_inside, .bits = found->inside_bits);
    else if (cause != CAUSE_WRITTEN && cause != CAUSE_MULTIPLIER && tally->wide > 0)
        FINDING_ALSO(finding, &kind_in_mixed_widths);
    FINDING_ALSO(finding, &kind_exact_of, .count = (int) tally->exact,
                 .of = (int) tally->cases);
}

// The second answer is always zero. Where expressions keep more bits than are stored, the
// compiler is blamed only for what nothing but folding explains.
static void say_rest_is_zero(const struct expressions_seen *seen, enum cause cause,
                             const struct traits *found, struct finding *finding)
{
    bool inside = kept_may(seen->params);
    bool unknown = cause == CAUSE_INSIDE || (cause == CAUSE_OTHER && inside);
    FINDING_SAY(finding, unknown                   ? &kind_error_free_not_exact
                         : cause == CAUSE_SEPARATE ? &kind_fma_in_two_steps
                         : cause == CAUSE_FUSED    ? &kind_fused
                         : cause == CAUSE_UNCLEAR  ? &kind_inside_unclear
                                                   : &kind_folded);
    if (cause == CAUSE_INSIDE)
        FINDING_ALSO(finding, &kind_inside, .bits = found->inside_bits);
    FINDING_ALSO(finding,
                 error_free_line_of(seen) == ERROR_FREE_SPLIT && cause != CAUSE_SEPARATE
                     ? &kind_lo_is_zero
                     : &kind_e_is_zero);
}

static void say_transform(const struct expressions_seen *seen, const struct tally *tally,
                          enum cause cause, const struct traits *found,
                          struct finding *finding)
{
    if (tally->exact == tally->cases) {
        FINDING_SAY(finding, &kind_exact);
    } else if (tally->rest_zero == tally->cases) {
        say_rest_is_zero(seen, cause, found, finding);
    } else {
        say_inexact(tally, cause, found, finding);
    }
}

// "by rtz", "by nearest", "by any rule", "by rne and 3 more".
static void error_free_add_rules(uint32_t rules, enum fp_round round,
                                 struct finding *finding)
{
    if (rules == VERDICT_ALL_RULES)
        FINDING_DETAIL(finding, &kind_by_any_rule);
    else if (verdict_is_family(rules))
        FINDING_DETAIL(finding, &kind_by_rule, .rules = rules);
    else if (rules)
        FINDING_DETAIL(finding, &kind_by_rules, .rules = VERDICT_RULE(round),
                       .count = __builtin_popcount(rules) - 1);
}

static void error_free_add_detail(const struct expressions_seen *seen,
                                  const struct tally *tally, enum cause cause,
                                  const struct traits *found, struct finding *finding)
{
    struct traits rne = seen->known;
    size_t first;
    rne.model.round = FP_RNE;
    finding->agree = (long) expressions_agree(seen, &rne, &first);
    FINDING_DETAIL(finding, &kind_exact_cases, .count = (int) tally->exact,
                   .of = (int) tally->cases);
    FINDING_DETAIL(finding, cause_remarks[cause], .bits = found->inside_bits);
    error_free_add_rules(finding->survivors, found->model.round, finding);
    if (first < seen->count)
        expressions_detail_case(seen, &rne, first, finding);
}

// In these forms the compiler has no licence. GLSL calls fma() one operation only where
// it is precise.
static bool is_bound(const struct expressions_seen *seen)
{
    enum form form = seen->params->form;
    return form == FORM_PRECISE ||
           (form == FORM_GUARDED &&
            error_free_line_of(seen) != ERROR_FREE_TWO_PRODUCT_FMA);
}

bool error_free_judge(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    struct tally tally = error_free_count(seen);
    struct trial trial;
    enum cause cause = find_cause(seen, &trial);
    bool good = tally.exact == tally.cases;

    finding->survivors = trial.rules;
    *found = trial.traits;
    if (is_pair(seen)) {
        good = good || right_bits(&tally) >= owed_bits(seen);
        error_free_say_pair(seen, &tally, finding);
    } else {
        say_transform(seen, &tally, cause, found, finding);
    }
    finding->deviates =
        is_bound(seen) && !good && cause != CAUSE_WRITTEN && cause != CAUSE_MULTIPLIER;
    error_free_add_detail(seen, &tally, cause, found, finding);
    return cause != CAUSE_OTHER;
}
