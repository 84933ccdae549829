// SPDX-License-Identifier: MIT
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

#include "probe/expressions/error_free.h"

#include "base/fp.h"
#include "probe/shared/inside.h"
#include "unit/wide.h"

#include <assert.h>
#include <string.h>

// A value for each case of a call: a pattern, or what a wider register holds.
union values {
    uint64_t at[EXPRESSIONS_CHUNK];
    struct fp_parts inside[EXPRESSIONS_CHUNK];
};

#define COLUMNS 96 // the longest transform makes 62

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
    union values columns[COLUMNS];
};

static struct column steps_new(struct steps *steps)
{
    assert(steps->count < COLUMNS);
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
