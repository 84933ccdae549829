// SPDX-License-Identifier: MIT
//
// How it works
//
// Most operands are random numbers of p bits in a pattern: near each other, or so far
// apart that a sum loses bits. They are drawn again until written and simplified differ
// under one of the 21 rules of fp.h, the rules taking turns over the columns. What does
// not depend on bits (NaN, infinities, zeros) comes from tables of pairs.
//
// For a * c + b * c the factors have p/2 bits: both products are exact, a fused
// multiply-add rounds as the sum does, and only (a + b) * c, which rounds first, differs.
//
// The last operand is 1; the third, where an idiom has no use for it, makes with it the
// sum c + 1 that tells the rule by which this device rounds: zero under rdn, ties of
// both signs with even and odd neighbours, parts of an ulp. Without it a sum of zero that
// lost its sign could be a simplification, or a device that rounds down.

#include "probe/expressions/folding_idioms.h"

#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/postfix.h"

#include <math.h>

#define TRIES        64
#define PAIRS        8
#define LOG2_SUM     6 // operands of sums lie near 2^6: what is left of them is normal
#define LOG2_PRODUCT 2

enum kind {
    KIND_APART,    // a; b smaller
    KIND_SWAPPED,  // b; a smaller
    KIND_THREE,    // a, b, c of any of five sizes
    KIND_LITERALS, // a; b and c are literals
    KIND_TO_EIGHT, // the same, a in [4, 8)
    KIND_FACTORS,  // a, b, c near one
    KIND_FACTOR,   // the same, but c is the witness
    KIND_POSITIVE, // a > 0
    KIND_LAST,     // half as many bits: a and b apart, c a factor
    KIND_FIRST,    // half as many bits: a a factor, b and c apart
    KIND_LARGE,    // a whose square overflows
    KIND_SMALL,    // a; b > 0 less than half an ulp of it
    KIND_PAIRS,    // a and b from a table
    KIND_MIXED,    // the same, and c = 0
};

static const double by_zero[PAIRS][2] = {
    { INFINITY, 0 }, { -INFINITY, 0 }, { NAN, 0 }, { -1.5, 0 },
    { 1.5, 0 },      { -0.0, 0 },      { -4, 0 },  { INFINITY, 0 },
};
static const double zeros[PAIRS][2] = {
    { -0.0, 0 }, { 0, 0 },   { 1.5, 0 },       { -0.0, 0 },
    { -1.5, 0 }, { 0.0, 0 }, { -INFINITY, 0 }, { NAN, 0 },
};
static const double themselves[PAIRS][2] = {
    { INFINITY, 1 }, { -INFINITY, 1 }, { NAN, 1 },  { 0, 1 },
    { -0.0, 1 },     { 2, 1 },         { -0.5, 1 }, { NAN, 1 },
};
static const double equals[PAIRS][2] = {
    { NAN, NAN },
    { NAN, 2 },
    { 1.5, 1.5 },
    { 1.5, -2 },
    { 0, -0.0 },
    { NAN, NAN },
    { INFINITY, -INFINITY },
    { NAN, 0 },
};
static const double orders[PAIRS][2] = {
    { NAN, 1 },   { 1, NAN },       { 1, 2 }, { 2, 1 },
    { NAN, NAN }, { -1, INFINITY }, { 1, 1 }, { INFINITY, NAN },
};
static const double differences[PAIRS][2] = {
    { INFINITY, INFINITY },
    { -INFINITY, -INFINITY },
    { INFINITY, -INFINITY },
    { 1.5, 1.5 },
    { 1.5, 2 },
    { NAN, 1 },
    { INFINITY, 1 },
    { -2, -2 },
};
static const double same[PAIRS][2] = {
    { 1.5, 1.5 }, { -1.5, -1.5 }, { 3, 1 },   { 2, 2 },
    { 1, 3 },     { 0, 0 },       { 0, 1.5 }, { -0.75, -0.75 },
};
static const double blends[PAIRS][2] = {
    { 1.5, INFINITY }, { -1.5, INFINITY }, { 2, -INFINITY },  { 1.5, 3 },
    { -3, 2 },         { 0.5, NAN },       { -1, -INFINITY }, { 4, -0.5 },
};

// clang-format off
// Id, word, label, programs as written and simplified, the latter as GLSL, whether GLSL
// leaves it open, and the operands: kind, literals b and c, pairs.
#define IDIOMS(X) \
    X(ADD_SUB, "add-sub", "(a + b) - a", "ab+a-", "b", "b", false, APART, 0, 0, NULL) \
    X(SUB_SUB, "sub-sub", "a - (a - b)", "aab--", "b", "b", false, APART, 0, 0, NULL) \
    X(SUB_ADD, "sub-add", "(a - b) + b", \
      "ab-b+", "a", "a", false, SWAPPED, 0, 0, NULL) \
    X(MUL_DIV, "mul-div", "(a * b) / b", "ab*b/", "a", "a", false, FACTOR, 0, 0, NULL) \
    X(DIV_MUL, "div-mul", "(a / b) * b", "ab/b*", "a", "a", false, FACTOR, 0, 0, NULL) \
    X(MUL_ZERO, "mul-zero", "a * 0.0", "ab*", "0", "0.0", false, PAIRS, 0, 0, by_zero) \
    X(SUB_SELF, "sub-self", "a - a", \
      "aa-", "0", "0.0", false, PAIRS, 0, 0, themselves) \
    X(ADD_ZERO, "add-zero", "a + 0.0", "ab+", "a", "a", false, PAIRS, 0, 0, zeros) \
    X(ZERO_SUB, "zero-sub", "0.0 - a", "ba-", "an", "-a", false, PAIRS, 0, 0, zeros) \
    X(DIV_SELF, "div-self", "a / a", \
      "aa/", "1", "1.0", false, PAIRS, 0, 0, themselves) \
    X(ADD_ONE_SUB_ONE, "add-one-sub-one", "(a + 1.0) - 1.0", \
      "ab+c-", "a", "a", false, LITERALS, 1, 1, NULL) \
    X(ADD_ONE_SUB_THREE, "add-one-sub-three", "(a + 1.0) - 3.0", \
      "ab+c-", "abc-+", "a - 2.0", false, TO_EIGHT, 1, 3, NULL) \
    X(MUL_THREE_FIVE, "mul-three-five", "(a * 3.0) * 5.0", \
      "ab*c*", "abc**", "a * 15.0", false, LITERALS, 3, 5, NULL) \
    X(FACTOR_RIGHT, "factor-right", "a * c + b * c", \
      "ac*bc*+", "ab+c*", "(a + b) * c", false, LAST, 0, 0, NULL) \
    X(FACTOR_LEFT, "factor-left", "a * b + a * c", \
      "ab*ac*+", "abc+*", "a * (b + c)", false, FIRST, 0, 0, NULL) \
    X(SQRT_SQRT, "sqrt-sqrt", "sqrt(a) * sqrt(a)", \
      "arar*", "a", "a", false, POSITIVE, 1, 0, NULL) \
    X(SQRT_SQUARE, "sqrt-square", "sqrt(a * a)", \
      "aa*r", "a|", "abs(a)", false, LARGE, 1, 0, NULL) \
    X(NEG_SUB, "neg-sub", "-(a - b)", \
      "ab-n", "ba-", "b - a", false, PAIRS, 0, 0, same) \
    X(ADD_ADD_LEFT, "add-add-left", "(a + b) + c", \
      "ab+c+", "abc++", "a + (b + c)", false, THREE, 0, 0, NULL) \
    X(ADD_ADD_RIGHT, "add-add-right", "a + (b + c)", \
      "abc++", "ab+c+", "(a + b) + c", false, THREE, 0, 0, NULL) \
    X(MUL_MUL, "mul-mul", "(a * b) * c", \
      "ab*c*", "abc**", "a * (b * c)", false, FACTORS, 0, 0, NULL) \
    X(DIV_THREE, "div-three", "a / 3.0", \
      "ab/ab/~", "abR*ab/~", "a * (1.0 / 3.0)", false, POSITIVE, 3, 0, NULL) \
    X(RECIPROCAL_RECIPROCAL, "reciprocal-reciprocal", "1.0 / (1.0 / a)", \
      "11a//", "a", "a", false, POSITIVE, 1, 0, NULL) \
    X(BITS_ADD_SUB, "bits-add-sub", "uintBitsToFloat(floatBitsToUint(a + b)) - a", \
      "ab+a-", "b", "b", false, APART, 0, 0, NULL) \
    X(EQUAL_SELF, "equal-self", "a == a", \
      "aa=ab=ab=++", "1ab=ab=++", "true", false, PAIRS, 0, 0, equals) \
    X(NOT_LESS, "not-less", "!(a < b)", \
      "ab<!", "ab}", "a >= b", false, PAIRS, 0, 0, orders) \
    X(SUB_EQUAL_ZERO, "sub-equal-zero", "a - b == 0.0", \
      "ab-0=", "ab=", "a == b", false, PAIRS, 0, 0, differences) \
    X(ADD_GREATER, "add-greater", "a + b > a", \
      "aab+<", "0b<", "b > 0.0", false, SMALL, 0, 0, NULL) \
    X(MIX_ZERO, "mix-zero", "mix(a, b, 0.0)", \
      "a1c-*bc*+", "a", "a", true, MIXED, 0, 0, blends) \
    X(MIX_ONE, "mix-one", "mix(a, b, t), t = 1.0", \
      "a1d-*bd*+", "ba-d*a+", "a + (b - a) * t", true, APART, 0, 0, NULL)
// clang-format on

#define ROW(id, word, text, written, simplified, to, is_free, kind, b, c, pairs) \
    [FOLDING_##id] = { word, .label = text },
#define IDIOM(id, word, text, written, simplified, to, is_free, kind, b, c, pairs) \
    [FOLDING_##id] = { written, simplified, to, is_free },
#define RECIPE(id, word, text, written, simplified, to, is_free, kind, b, c, pairs) \
    [FOLDING_##id] = { KIND_##kind, b, c, pairs },

const struct expression folding_idioms_list[FOLDING_IDIOMS] = { IDIOMS(ROW) };
const struct folding_idiom folding_idioms[FOLDING_IDIOMS] = { IDIOMS(IDIOM) };

_Static_assert(TRAITS_FOLDS_SUM == UINT64_C(1) << FOLDING_ADD_SUB, "a bit of its number");

static const struct recipe {
    enum kind kind;
    double b, c;              // literals
    const double (*pairs)[2]; // a and b; NULL: drawn
} recipes[FOLDING_IDIOMS] = { IDIOMS(RECIPE) };

// c of c + 1. Around 1 in parts of u = ulp(1), then around 2 with its ties, then ties of
// large sums of both signs.
static double witness(int p, int at)
{
    double u = ldexp(1, 1 - p), large = ldexp(1, p);
    const double values[] = {
        -1,
        u / 8,
        -u / 8,
        u / 2,
        3 * u / 4,
        5 * u / 8,
        -3 * u / 8,
        -3 * u / 4,
        u / 2 + u * u / 2,
        u / 2 - u * u / 4,
        1 + u,
        1 + 3 * u,
        -large,
        large,
        -large - 2,
        large + 2,
    };

    return values[at % (int) (sizeof values / sizeof values[0])];
}

static void draw_sums(enum kind kind, int p, uint64_t *state, double *values)
{
    int far = 1 + draws_below(state, p - 2), farther = 1 + draws_below(state, p - 2);

    values[0] = draws_number(state, p, LOG2_SUM - (kind == KIND_SWAPPED ? far : 0));
    values[1] = draws_number(state, p, LOG2_SUM - (kind == KIND_SWAPPED ? 0 : far));
    if (kind == KIND_THREE) {
        values[0] = draws_number(state, p, LOG2_SUM - draws_below(state, 5));
        values[1] = draws_number(state, p, LOG2_SUM - draws_below(state, 5));
        values[2] = draws_number(state, p, LOG2_SUM - draws_below(state, 5));
    }
    if (kind == KIND_SMALL)
        values[1] = fabs(draws_number(state, 1, LOG2_SUM - p - 1 - farther % 2));
}

// Two numbers of p/2 bits, so far apart that their sum has more than p.
static void draw_halves(int p, uint64_t *state, double *near, double *far, double *factor)
{
    int half = p / 2;

    *near = draws_number(state, half, 0);
    *far = draws_number(state, half, half - p - draws_below(state, 2));
    *factor = draws_number(state, half, draws_below(state, 3));
    if (draws_below(state, 2)) {
        double swap = *near;

        *near = *far;
        *far = swap;
    }
}

static void folding_idioms_draw(const struct recipe *recipe,
                                const struct probe_params *params, uint64_t *state,
                                double *values)
{
    int p = params->precision_bits, emax = params->model.format.emax;
    int lowest = (emax + 1) / 2;

    switch (recipe->kind) {
    case KIND_FACTORS:
        values[2] = draws_number(state, p, draws_below(state, LOG2_PRODUCT));
        // fall through
    case KIND_FACTOR:
        values[0] = draws_number(state, p, draws_below(state, LOG2_PRODUCT));
        values[1] = draws_number(state, p, draws_below(state, LOG2_PRODUCT));
        break;
    case KIND_LITERALS:
        values[0] = draws_number(state, p, draws_below(state, 4) - 3);
        break;
    case KIND_POSITIVE:
        values[0] = fabs(draws_number(state, p, draws_below(state, 2)));
        break;
    case KIND_TO_EIGHT: values[0] = fabs(draws_number(state, p, 2)); break;
    case KIND_LARGE:
        values[0] = draws_number(state, p, lowest + draws_below(state, lowest - 1));
        break;
    case KIND_LAST: draw_halves(p, state, &values[0], &values[1], &values[2]); break;
    case KIND_FIRST: draw_halves(p, state, &values[1], &values[2], &values[0]); break;
    default: draw_sums(recipe->kind, p, state, values);
    }
}

void folding_idioms_operand(const struct probe_params *params, int line, int at,
                            uint64_t *words)
{
    const struct recipe *recipe = &recipes[line];
    const struct folding_idiom *idiom = &folding_idioms[line];
    const char *ways[2] = { idiom->written, idiom->simplified };
    enum fp_round round = (enum fp_round)(at % FP_ROUND_COUNT);
    uint64_t state = (uint64_t) line << 32 | (uint64_t) at;
    double values[PROBE_OPERANDS] = { 0, recipe->b, witness(params->precision_bits, at),
                                      1 };

    if (recipe->kind == KIND_LITERALS || recipe->kind == KIND_TO_EIGHT)
        values[2] = recipe->c;
    if (recipe->kind == KIND_MIXED)
        values[2] = 0;
    if (recipe->pairs) {
        values[0] = recipe->pairs[at % PAIRS][0];
        values[1] = recipe->pairs[at % PAIRS][1];
    }
    for (int i = 0; i < TRIES; i++) {
        if (!recipe->pairs)
            folding_idioms_draw(recipe, params, &state, values);
        for (int k = 0; k < PROBE_OPERANDS; k++)
            words[k] = draws_word(params, values[k]);
        if (recipe->pairs || postfix_differ(&probe_folding, params, round, ways, words))
            return;
    }
}
