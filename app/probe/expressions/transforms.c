// SPDX-License-Identifier: MIT
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
// roundings where its first step of low parts is a sum of three; 4, a pair plus a float.

#include "probe/expressions/transforms.h"

struct transforms transforms_begin(const struct lines_call *call)
{
    return (struct transforms){
        .call = call,
        .folds = (call->traits->folds & 1) != 0,
        .reorders = call->traits->folds == TRANSFORMS_REORDERS,
        .contracts = (call->traits->contracts & 1) != 0,
    };
}

static void apply(struct transforms *steps, enum unit_op op,
                  const struct transforms_column *a, const struct transforms_column *b,
                  struct transforms_column *out)
{
    steps->broken =
        steps->broken || !lines_apply(steps->call, op, a->at, b->at, NULL, out->at);
}

static void add(struct transforms *steps, const struct transforms_column *a,
                const struct transforms_column *b, struct transforms_column *out)
{
    apply(steps, UNIT_ADD, a, b, out);
}

static void subtract(struct transforms *steps, const struct transforms_column *a,
                     const struct transforms_column *b, struct transforms_column *out)
{
    apply(steps, UNIT_SUB, a, b, out);
}

static void multiply(struct transforms *steps, const struct transforms_column *a,
                     const struct transforms_column *b, struct transforms_column *out)
{
    apply(steps, UNIT_MUL, a, b, out);
}

static void zeros(const struct transforms *steps, struct transforms_column *out)
{
    for (size_t i = 0; i < steps->call->count; i++)
        out->at[i] = fp_zero(steps->call->traits->model.format, false);
}

static void negate(const struct transforms *steps, const struct transforms_column *a,
                   struct transforms_column *out)
{
    uint64_t sign = fp_zero(steps->call->traits->model.format, true);
    for (size_t i = 0; i < steps->call->count; i++)
        out->at[i] = a->at[i] ^ sign;
}

// a * b + c, rounded once or twice; `out` may be `c`. That fma() is two steps is another
// matter.
static void multiply_add(struct transforms *steps, bool fused,
                         const struct transforms_column *a,
                         const struct transforms_column *b,
                         const struct transforms_column *c, struct transforms_column *out)
{
    const struct lines_call *call = steps->call;
    struct traits traits = *call->traits;
    struct transforms_column product;
    traits.fma_separate = false;
    if (fused) {
        steps->broken =
            steps->broken || !traits_apply(&traits, call->unit, UNIT_FMA, a->at, b->at,
                                           c->at, out->at, call->count);
        return;
    }
    multiply(steps, a, b, &product);
    add(steps, &product, c, out);
}

// a * b - c
static void multiply_subtract(struct transforms *steps, bool fused,
                              const struct transforms_column *a,
                              const struct transforms_column *b,
                              const struct transforms_column *c,
                              struct transforms_column *out)
{
    struct transforms_column minus;
    negate(steps, c, &minus);
    multiply_add(steps, fused, a, b, &minus, out);
}

void transforms_two_sum(struct transforms *steps, const struct transforms_column *a,
                        const struct transforms_column *b, struct transforms_pair *out)
{
    struct transforms_column v, rest;
    add(steps, a, b, &out->high);
    if (steps->folds) {
        zeros(steps, &out->low);
        return;
    }
    subtract(steps, &out->high, a, &v);
    subtract(steps, &out->high, &v, &rest);
    subtract(steps, b, &v, &v);
    if (steps->reorders) {
        add(steps, a, &v, &v);
        subtract(steps, &v, &rest, &out->low);
        return;
    }
    subtract(steps, a, &rest, &rest);
    add(steps, &rest, &v, &out->low);
}

void transforms_fast_two_sum(struct transforms *steps, const struct transforms_column *a,
                             const struct transforms_column *b,
                             struct transforms_pair *out)
{
    struct transforms_column v;
    add(steps, a, b, &out->high);
    if (steps->folds) {
        zeros(steps, &out->low);
        return;
    }
    subtract(steps, &out->high, a, &v);
    subtract(steps, b, &v, &out->low);
}

void transforms_split(struct transforms *steps, const struct transforms_column *factor,
                      const struct transforms_column *a, struct transforms_pair *out)
{
    struct transforms_column rest;
    multiply_subtract(steps, steps->contracts, factor, a, a, &rest);
    multiply_subtract(steps, steps->contracts, factor, a, &rest, &out->high);
    subtract(steps, a, &out->high, &out->low);
}

void transforms_two_product_fma(struct transforms *steps,
                                const struct transforms_column *a,
                                const struct transforms_column *b,
                                struct transforms_pair *out)
{
    struct transforms_column minus;
    multiply(steps, a, b, &out->high);
    negate(steps, &out->high, &minus);
    steps->broken = steps->broken || !lines_apply(steps->call, UNIT_FMA, a->at, b->at,
                                                  minus.at, out->low.at);
}

void transforms_two_product(struct transforms *steps,
                            const struct transforms_column *factor,
                            const struct transforms_column *a,
                            const struct transforms_column *b,
                            struct transforms_pair *out)
{
    struct transforms_pair x, y;
    bool fused = steps->contracts;
    multiply(steps, a, b, &out->high);
    transforms_split(steps, factor, a, &x);
    transforms_split(steps, factor, b, &y);
    multiply_subtract(steps, fused, &x.high, &y.high, &out->high, &out->low);
    multiply_add(steps, fused, &x.high, &y.low, &out->low, &out->low);
    multiply_add(steps, fused, &x.low, &y.high, &out->low, &out->low);
    multiply_add(steps, fused, &x.low, &y.low, &out->low, &out->low);
}

void transforms_pair_sum(struct transforms *steps, const struct transforms_pair *a,
                         const struct transforms_pair *b, struct transforms_pair *out)
{
    struct transforms_pair s, t, v;
    transforms_two_sum(steps, &a->high, &b->high, &s);
    transforms_two_sum(steps, &a->low, &b->low, &t);
    add(steps, &s.low, &t.high, &s.low);
    transforms_fast_two_sum(steps, &s.high, &s.low, &v);
    add(steps, &t.low, &v.low, &v.low);
    transforms_fast_two_sum(steps, &v.high, &v.low, out);
}

void transforms_pair_product(struct transforms *steps,
                             const struct transforms_column *factor,
                             const struct transforms_pair *a,
                             const struct transforms_column *b,
                             struct transforms_pair *out)
{
    struct transforms_pair p;
    transforms_two_product(steps, factor, &a->high, b, &p);
    multiply_add(steps, steps->contracts, &a->low, b, &p.low, &p.low);
    transforms_fast_two_sum(steps, &p.high, &p.low, out);
}

void transforms_pair_step(struct transforms *steps,
                          const struct transforms_column *factor,
                          const struct transforms_pair *a,
                          const struct transforms_column *c, struct transforms_pair *out)
{
    struct transforms_pair p, square, sum;
    transforms_two_product(steps, factor, &a->high, &a->high, &p);
    multiply_add(steps, steps->contracts, &a->high, &a->low, &p.low, &p.low);
    multiply_add(steps, steps->contracts, &a->low, &a->high, &p.low, &p.low);
    transforms_fast_two_sum(steps, &p.high, &p.low, &square);
    transforms_two_sum(steps, &square.high, c, &sum);
    add(steps, &square.low, &sum.low, &sum.low);
    transforms_fast_two_sum(steps, &sum.high, &sum.low, out);
}
