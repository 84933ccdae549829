// SPDX-License-Identifier: MIT

#include "probe/shared/draft.h"

#include "base/fp.h"
#include "probe/shared/draws.h"
#include "unit/operation_exact.h"
#include "unit/traits.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TRIES 4000

// significand * 2^exponent, of any sign; exact in the format after trailing zeros are
// gone.
struct draft_datum {
    int64_t significand;
    int exponent;
};

struct draft draft_make(struct fp_format format)
{
    return (struct draft){ .format = format, .seed = UINT64_C(754) };
}

// The next of a sequence, 64 random bits.
static uint64_t draft_random(struct draft *draft)
{
    return draws_next(&draft->seed);
}

// Uniform in [low, high].
static int draft_between(struct draft *draft, int low, int high)
{
    uint64_t range = (uint64_t) (high - low + 1);

    return low + (int) ((draft_random(draft) >> 32) % range);
}

// A significand of p bits that ends in exactly `zeros` zeros, in [0, p), or in any
// number of them if -1.
static uint64_t draft_significand(struct draft *draft, int zeros)
{
    int precision = draft->format.precision;
    uint64_t bits = draft_random(draft) >> (64 - precision);

    if (zeros >= 0)
        bits = (bits >> zeros | 1) << zeros;
    return bits | UINT64_C(1) << (precision - 1);
}

// A small exponent to add to an operand's, for variety: less where the range is small.
static int draft_exponent(struct draft *draft)
{
    int most = (draft->format.emax - 3) / 4;

    most = most > 4 ? 4 : most < 0 ? 0 : most;
    return draft_between(draft, -most, most);
}

// (-1)^negative * significand * 2^exponent.
static struct draft_datum draft_number(uint64_t significand, bool negative, int exponent)
{
    int64_t magnitude = (int64_t) significand;

    return (struct draft_datum){ negative ? -magnitude : magnitude, exponent };
}

// The pattern of a datum, which is exact.
static uint64_t draft_pattern(const struct draft *draft, struct draft_datum datum)
{
    return fp_pack(draft->format, FP_RNE, datum.significand < 0, datum.exponent,
                   (uint64_t) llabs(datum.significand), false);
}

// op of patterns of the draft's format, to nearest even.
static uint64_t draft_apply(const struct draft *draft, enum unit_op op,
                            const uint64_t in[3])
{
    struct unit unit = unit_model();
    struct fp_model model = { .format = draft->format, .round = FP_RNE };
    uint64_t out = 0;
    struct unit_call call = { op, model, &out, &in[0], &in[1], &in[2], 1 };
    bool ok = unit.apply(&unit, &call);

    assert(ok);
    return out;
}

// Whether a pattern is a normal number, below the uppermost binade, so that no rule of
// rounding overflows.
static bool draft_is_fit(const struct draft *draft, uint64_t bits)
{
    struct fp_format format = draft->format;
    struct fp_parts parts = fp_unpack(format, bits);

    if (parts.class != FP_CLASS_FINITE)
        return false;
    int leading = parts.exponent + 63 - __builtin_clzll(parts.significand);

    return leading >= 1 - format.emax && leading < format.emax;
}

static bool is_fit_or_zero(const struct draft *draft, uint64_t bits)
{
    return fp_unpack(draft->format, bits).class == FP_CLASS_ZERO ||
           draft_is_fit(draft, bits);
}

// Whether an operation in two steps passes through fit numbers too.
static bool steps_are_fit(const struct draft *draft, enum unit_op op,
                          const uint64_t in[3])
{
    uint64_t one = fp_pack(draft->format, FP_RNE, false, 0, 1, false);

    if (op == UNIT_DIV)
        return draft_is_fit(draft,
                            draft_apply(draft, op, (uint64_t[3]){ one, in[1], 0 }));
    if (op != UNIT_FMA)
        return true;
    uint64_t product = draft_apply(draft, UNIT_MUL, in);
    uint64_t steps[3] = { product, in[2], 0 };

    return draft_is_fit(draft, product) &&
           is_fit_or_zero(draft, draft_apply(draft, UNIT_ADD, steps));
}

// Appends a case of `op`, operands [arity], if there is room, all operands are fit or
// zero, and so are the result, which is not zero, and what may be computed on the way.
// Returns false if not.
static bool draft_push(struct draft *draft, enum unit_op op,
                       const struct draft_datum *operands)
{
    uint64_t in[3] = { 0 };

    for (int k = 0; k < unit_op_arity(op); k++) {
        in[k] = draft_pattern(draft, operands[k]);
        if (operands[k].significand == 0 ? in[k] != 0 : !draft_is_fit(draft, in[k]))
            return false;
    }
    if (draft->count >= DRAFT_CASES || !steps_are_fit(draft, op, in) ||
        !draft_is_fit(draft, draft_apply(draft, op, in)))
        return false;
    memcpy(draft->cases[draft->count++], in, sizeof in);
    return true;
}

// ---- sums and products ----
//
// How it works
//
// Sums: the 13 pairs of the sieve (sieve.c) in both orders and signs, which part all 21
// adders, and random ones at every distance of exponents.
//
// Products: with x = 2^s x', y = 2^t y', x' and y' odd, the product ends in s + t zeros.
// If `drop` bits are to be rounded away, s + t = drop - 1 is a tie, of either parity.
// And an odd x has an inverse mod 2^drop: y = x^-1 r ends the product in any r that one
// likes, such as 1 (just above a number), 2^(drop-1) - 1 (just below a tie). In 5 bits,
// x = 10001, r = 0111: y = 10111, and the product is 11000|0111, just below a tie.
//
// Fused: the addend c counts last places of the exact product, so that it can complete
// the product's tail to a tie, to a number, or to one less or more; or it is minus the
// rounded product, and what is left is its error; or it is tiny beside a product that is
// a tie.

// Pairs of the sieve: a = 1 + a_ulps u, b / u = sixteenths / 16 + quarters / 4 u, with
// u = ulp(1).
static const struct pair {
    int a_ulps;
    bool negative;
    int sixteenths, quarters;
} pairs[] = {
    { 1, false, 8, 0 },   { 5, true, -8, 0 },  { 0, false, 8, 2 },  { 5, false, -8, -2 },
    { 0, false, -2, 0 },  { 0, false, 8, -1 }, { 0, false, 8, 0 },  { 0, false, 12, 0 },
    { 0, false, 10, 0 },  { 4, false, -8, 1 }, { 4, false, -1, 0 }, { 0, false, -6, 0 },
    { 1, false, -12, 0 },
};

#define PAIRS ((int) (sizeof pairs / sizeof *pairs))

// Operands of a pair, scaled so that the smaller one is a normal number.
static void sieve_pair(const struct draft *draft, int i, bool negate,
                       struct draft_datum out[2])
{
    int p = draft->format.precision, scale = p + 3 - (draft->format.emax - 1);
    const struct pair *pair = &pairs[i];
    int64_t one = INT64_C(1) << (p - 1);
    // b in units of u^2 / 16, which is 2^-2(p-1) / 16
    int64_t b = pair->sixteenths * one + 4 * pair->quarters;
    int sign = negate ? -1 : 1;

    scale = scale > 0 ? scale : 0;
    out[0] =
        (struct draft_datum){ sign * (one + pair->a_ulps) * (pair->negative ? -1 : 1),
                              scale - (p - 1) };
    out[1] = (struct draft_datum){ sign * b * (pair->negative ? -1 : 1),
                                   scale - 2 * (p - 1) - 4 };
}

// Two random numbers `distance` binary places apart.
static void random_pair(struct draft *draft, int distance, struct draft_datum out[2])
{
    int p = draft->format.precision;
    uint64_t signs = draft_random(draft);
    int upper = (distance + 1) / 2;

    out[0] = draft_number(draft_significand(draft, -1), signs & 1, upper - (p - 1));
    out[1] =
        draft_number(draft_significand(draft, -1), signs & 2, upper - distance - (p - 1));
}

void draft_sums(struct draft *draft)
{
    struct draft_datum in[2], swapped[2];

    for (int i = 0; i < 4 * PAIRS; i++) {
        sieve_pair(draft, i % PAIRS, i / PAIRS & 1, in);
        swapped[0] = in[1];
        swapped[1] = in[0];
        draft_push(draft, UNIT_ADD, i / PAIRS & 2 ? swapped : in);
    }
    for (int i = 0; i < TRIES && draft->count < DRAFT_CASES; i++) {
        int p = draft->format.precision, most = p + 2;
        int distance = i % (2 * most + 1) - most;

        if (i % 4 == 3) // what a sticky bit must not lose, however far it is
            distance = draft_between(draft, most, 3 * p);
        random_pair(draft, distance, in);
        draft_push(draft, UNIT_ADD, in);
    }
}

// Bits of the exact product that lie below its last place in p bits.
static int dropped(const struct draft *draft, uint64_t x, uint64_t y)
{
    int p = draft->format.precision;

    return (int) ((fp_u128) x * y >> (2 * p - 1)) + p - 1;
}

// Factors of a tie: the product in [1, 2), or [2, 4) if `two`, its lower neighbour odd if
// `odd`.
static bool draw_tie(struct draft *draft, bool two, bool odd, uint64_t *x, uint64_t *y)
{
    int drop = draft->format.precision - 1 + two;

    for (int i = 0; i < TRIES && drop > 2; i++) {
        int zeros = draft_between(draft, 0, drop - 1);

        if (zeros >= draft->format.precision || drop - 1 - zeros > drop - two)
            continue;
        *x = draft_significand(draft, zeros);
        *y = draft_significand(draft, drop - 1 - zeros);
        // setting the leading bit may have undone the last one's being the lowest
        fp_u128 product = (fp_u128) *x * *y;
        bool tie = (product & (((fp_u128) 1 << drop) - 1)) == (fp_u128) 1 << (drop - 1);
        if (tie && dropped(draft, *x, *y) == drop && (product >> drop & 1) == odd)
            return true;
    }
    return false;
}

// The inverse of an odd number mod 2^64.
static uint64_t draft_inverse(uint64_t odd)
{
    uint64_t x = odd; // right to three bits, and each step doubles them

    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

// Factors whose product ends in `tail`, mod 2^drop.
static bool draw_tail(struct draft *draft, bool two, uint64_t tail, uint64_t *x,
                      uint64_t *y)
{
    int p = draft->format.precision, drop = p - 1 + two;
    uint64_t top = UINT64_C(1) << (p - 1);

    for (int i = 0; i < TRIES; i++) {
        *x = draft_significand(draft, 0);
        *y = tail * draft_inverse(*x) & ((UINT64_C(1) << drop) - 1);
        *y |= two ? 0 : top;
        if (*y & top && dropped(draft, *x, *y) == drop)
            return true;
    }
    return false;
}

// Whether the product of two patterns with `columns` columns of partial products below
// the last place is not that with one more.
static bool draft_tells_columns(const struct draft *draft, int columns, uint64_t a,
                                uint64_t b)
{
    struct fp_model model = { .format = draft->format, .round = FP_RTZ };

    return traits_multiply_truncated(&model, columns, a, b) !=
           traits_multiply_truncated(&model, columns + 1, a, b);
}

static bool draw_columns(struct draft *draft, int columns, uint64_t *x, uint64_t *y)
{
    int scale = 1 - draft->format.precision;

    for (int i = 0; i < TRIES; i++) {
        *x = draft_significand(draft, -1);
        *y = draft_significand(draft, -1);
        struct draft_datum a = draft_number(*x, false, scale);
        struct draft_datum b = draft_number(*y, false, scale);
        if (draft_tells_columns(draft, columns, draft_pattern(draft, a),
                                draft_pattern(draft, b)))
            return true;
    }
    return false;
}

// x * y + addend, the factors' signs as the bits of `signs` and their exponents small.
static void push_product(struct draft *draft, enum unit_op op, uint64_t x, uint64_t y,
                         int signs)
{
    int p = draft->format.precision;
    struct draft_datum in[3] = { { 0 } };

    in[0] = draft_number(x, signs & 1, draft_exponent(draft) - (p - 1));
    in[1] = draft_number(y, signs & 2, draft_exponent(draft) - (p - 1));
    draft_push(draft, op, in);
}

static void push_ties(struct draft *draft, enum unit_op op, int count)
{
    uint64_t x, y;

    for (int i = 0; i < count; i++)
        if (draw_tie(draft, i & 1, i & 2, &x, &y))
            push_product(draft, op, x, y, i >> 2);
}

static void push_columns(struct draft *draft, enum unit_op op, int each)
{
    uint64_t x, y;

    for (int columns = 0; columns <= 8; columns++)
        for (int i = 0; i < each; i++)
            if (draw_columns(draft, columns, &x, &y))
                push_product(draft, op, x, y, i);
}

void draft_products(struct draft *draft)
{
    uint64_t x, y;

    push_ties(draft, UNIT_MUL, 32);
    for (int i = 0; i < 32; i++) {
        bool two = i & 1;
        int drop = draft->format.precision - 1 + two;
        uint64_t tie = UINT64_C(1) << (drop - 1);
        const uint64_t tails[4] = { tie - 1, tie + 1, 1, 2 * tie - 1 };

        if (draw_tail(draft, two, tails[i >> 1 & 3], &x, &y))
            push_product(draft, UNIT_MUL, x, y, i >> 3);
    }
    push_columns(draft, UNIT_MUL, 4);
    for (int i = 0; i < TRIES && draft->count < DRAFT_CASES; i++) {
        y = draft_significand(draft, -1);
        x = draft_significand(draft, -1);
        push_product(draft, UNIT_MUL, x, y, i);
    }
}

// The exponent of a product that leaves room for two precisions below it, if there is.
static int product_exponent(const struct draft *draft)
{
    int exponent = 2 * draft->format.precision + 3 - draft->format.emax;
    int most = draft->format.emax - 3;

    exponent = exponent < 0 ? 0 : exponent;
    return exponent < most ? exponent : most;
}

// x * y + c, with c in last places of the exact product times 2^-below.
static void push_fused(struct draft *draft, uint64_t x, uint64_t y, int64_t c, int below)
{
    int p = draft->format.precision, exponent = product_exponent(draft);
    int half = exponent / 2;
    struct draft_datum in[3] = {
        draft_number(x, false, half - (p - 1)),
        draft_number(y, draft_random(draft) & 1, exponent - half - (p - 1)),
        { c, exponent - 2 * (p - 1) - below },
    };

    if (in[1].significand < 0)
        in[2].significand = -c;
    draft_push(draft, UNIT_FMA, in);
}

// The product's tail completed to a tie, or to a whole place; or to a little more or
// less.
static void push_completed(struct draft *draft, int count)
{
    for (int i = 0; i < count; i++) {
        uint64_t x = draft_significand(draft, -1);
        uint64_t y = draft_significand(draft, -1);
        int drop = dropped(draft, x, y);
        int64_t tail = (int64_t) (x * y & ((UINT64_C(1) << drop) - 1));
        int64_t target = i & 1 ? 0 : INT64_C(1) << (drop - 1);
        int more = i % 3 == 0 ? i & 1 : i % 3 == 1 ? 1 : -1;

        push_fused(draft, x, y, target - tail + more, 0);
    }
}

// Products that are ties, and an addend too small for a sum, but not for the sticky bit.
static void push_tiny(struct draft *draft, int count)
{
    int p = draft->format.precision;
    int room = product_exponent(draft) - 2 * (p - 1) - (1 - draft->format.emax);
    int below = room < p ? room : p;
    uint64_t x, y;

    for (int i = 0; i < count; i++)
        if (draw_tie(draft, i & 1, i & 2, &x, &y))
            push_fused(draft, x, y, i & 4 ? -1 : 1, below > 0 ? below : 0);
}

// c = -fl(x y), or next to it.
static void push_cancelling(struct draft *draft, int count)
{
    for (int i = 0; i < count; i++) {
        uint64_t x = draft_significand(draft, -1);
        uint64_t y = draft_significand(draft, -1);
        int drop = dropped(draft, x, y);
        int64_t rounded = (int64_t) ((fp_u128) x * y >> drop);

        push_fused(draft, x, y, -rounded - (i & 1), -drop);
    }
}

static void push_fused_random(struct draft *draft)
{
    int p = draft->format.precision, most = p + 2;
    struct draft_datum in[3];

    for (int i = 0; i < TRIES && draft->count < DRAFT_CASES; i++) {
        random_pair(draft, i * 7 % (2 * most + 1) - most, in);
        in[2] = in[1];
        in[1] = draft_number(draft_significand(draft, -1), i & 1, -(p - 1));
        draft_push(draft, UNIT_FMA, in);
    }
}

void draft_fused(struct draft *draft)
{
    struct draft_datum in[3];

    push_cancelling(draft, 8);
    push_completed(draft, 36);
    push_tiny(draft, 12);
    push_ties(draft, UNIT_FMA, 20);
    push_columns(draft, UNIT_FMA, 2);
    for (int i = 0; i < 2 * PAIRS; i++) {
        sieve_pair(draft, i % PAIRS, i >= PAIRS, in);
        in[2] = in[1];
        in[1] = (struct draft_datum){ 1, 0 };
        draft_push(draft, UNIT_FMA, in);
    }
    push_fused_random(draft);
}

// ---- quotients and roots ----
//
// How it works
//
// A quotient of p bits by p bits is never half-way between two numbers, but next to it:
// N Y + r = 2^k X, with N odd, of p + 1 bits (a middle) or p bits (a number), says that
// X / Y = (N + r / Y) / 2^k, so r = 1 is as close as can be. Given N and r, Y = -r / N
// mod 2^k, and X follows. In 5 bits N = 101101, k = 5, r = 1: Y = 11011, X = 100110 is
// too long, and so one draws again.
//
// Roots: N^2 + r = 2^k X, so N is a root of -r mod 2^k, and -r = 1 mod 8 has four of
// them, found a bit at a time (Hensel). The parity of k gives that of the exponent.
//
// Reciprocals and reciprocal roots have no second operand to solve for: next to powers
// of two there are near misses of all kinds, 1 / (1 - j u / 2) = 1 + j u / 2 +
// (j u / 2)^2 + ..., and besides the best of some dozens of random draws are taken.

// x / y, with signs as the bits of `signs`, and a small exponent each.
static bool push_quotient(struct draft *draft, uint64_t x, uint64_t y, int signs)
{
    int scale = 1 - draft->format.precision;
    struct draft_datum in[2];

    in[0] = draft_number(x, signs & 1, draft_exponent(draft) + scale);
    in[1] = draft_number(y, signs & 2, draft_exponent(draft) + scale);
    return draft_push(draft, UNIT_DIV, in);
}

static bool is_significand(const struct draft *draft, fp_u128 x)
{
    return x >> (draft->format.precision - 1) == 1;
}

// X and Y of N Y + r = 2^k X with N of `bits` bits and k = bits - 1, or one more where
// the quotient is to be less than 1.
static bool draw_near(struct draft *draft, int bits, bool less, int64_t r, uint64_t *x,
                      uint64_t *y)
{
    int p = draft->format.precision, k = bits - 1 + less;
    uint64_t top = UINT64_C(1) << (p - 1);

    for (int i = 0; i < TRIES; i++) {
        uint64_t n = draft_significand(draft, 0);

        if (bits > p)
            n = n << 1 | 1;
        *y = (uint64_t) -r * draft_inverse(n) & ((UINT64_C(1) << k) - 1);
        *y |= k < p ? top : 0;
        fp_u128 quotient = ((fp_u128) n * *y + (fp_u128) r) >> k;
        *x = (uint64_t) quotient;
        if (is_significand(draft, *y) && is_significand(draft, quotient))
            return true;
    }
    return false;
}

static void push_near_quotients(struct draft *draft)
{
    uint64_t x, y;

    for (int i = 0; i < 64; i++) {
        int64_t r = 1 + (i >> 3) / 2;
        int bits = draft->format.precision + (i & 1);

        if (draw_near(draft, bits, i & 2, i & 4 ? -r : r, &x, &y))
            push_quotient(draft, x, y, i >> 3);
    }
}

static uint64_t reciprocal_of(const struct draft *draft, uint64_t pattern)
{
    uint64_t one = fp_pack(draft->format, FP_RNE, false, 0, 1, false);

    return draft_apply(draft, UNIT_DIV, (uint64_t[3]){ one, pattern, 0 });
}

// 1 / y, with y in [1, 2), as a pattern.
static uint64_t rounded_reciprocal(const struct draft *draft, uint64_t y)
{
    int p = draft->format.precision;

    return reciprocal_of(draft, fp_pack(draft->format, FP_RNE, false, 1 - p, y, false));
}

// Whether x times the rounded 1 / y is a tie, above an odd number if `odd`.
static bool is_tie(const struct draft *draft, uint64_t x, uint64_t y, bool odd)
{
    int p = draft->format.precision;
    fp_u128 product =
        (fp_u128) fp_unpack(draft->format, rounded_reciprocal(draft, y)).significand * x;
    int drop = (int) (product >> (2 * p - 1)) + p - 1;

    return (product & (((fp_u128) 1 << drop) - 1)) == (fp_u128) 1 << (drop - 1) &&
           (product >> drop & 1) == odd;
}

// For a * (1 / b): ties of the product, and products that tell truncated multipliers.
static void push_reciprocal_products(struct draft *draft)
{
    int p = draft->format.precision;
    int found[2 + 5] = { 0 };

    for (int i = 0; i < TRIES; i++) {
        uint64_t y = draft_significand(draft, -1);
        uint64_t x = draft_significand(draft, i & 1 ? p - 2 : -1);
        bool odd = found[1] < found[0];
        int columns = i / 2 % 5;
        uint64_t a = fp_pack(draft->format, FP_RNE, false, 1 - p, x, false);

        if (i & 1) {
            if (found[odd] < 8 && is_tie(draft, x, y, odd) &&
                push_quotient(draft, x, y, found[odd]))
                found[odd]++;
        } else if (found[2 + columns] < 4 &&
                   draft_tells_columns(draft, columns, a, rounded_reciprocal(draft, y)) &&
                   push_quotient(draft, x, y, i)) {
            found[2 + columns]++;
        }
    }
}

void draft_quotients(struct draft *draft)
{
    push_near_quotients(draft);
    push_reciprocal_products(draft);
    for (int i = 0; i < TRIES && draft->count < DRAFT_CASES; i++) {
        // y first: two draws in one call would be in the compiler's order
        uint64_t y = draft_significand(draft, -1);
        uint64_t x = draft_significand(draft, -1);

        push_quotient(draft, x, y, i);
    }
}

// A radicand, or a divisor of one: its reciprocal must be fit too.
static void push_root(struct draft *draft, uint64_t x, bool odd, bool negative)
{
    int p = draft->format.precision;
    struct draft_datum in =
        draft_number(x, negative, 2 * (draft_exponent(draft) / 2) + odd - (p - 1));

    uint64_t inverse = reciprocal_of(draft, draft_pattern(draft, in));

    if (draft_is_fit(draft, inverse))
        draft_push(draft, UNIT_ADD, (struct draft_datum[2]){ in, { 0, 0 } });
}

// A root of `square` mod 2^k; square = 1 mod 8.
static uint64_t root_mod(uint64_t square, int k)
{
    uint64_t root = 1;

    for (int i = 3; i < k; i++)
        if ((root * root - square) >> i & 1)
            root += UINT64_C(1) << (i - 1);
    return root;
}

// Radicands whose roots lie r / 2N beside N of `bits` bits, in units of its last place.
// Returns how many there are.
static int push_near_roots(struct draft *draft, int bits, bool odd, int64_t r)
{
    int p = draft->format.precision, k = 2 * bits - 1 - p + odd, pushed = 0;
    uint64_t root = root_mod((uint64_t) -r, k);

    for (int i = 0; i < 8; i++) {
        uint64_t n = i & 1 ? -root : root;

        n += i & 2 ? UINT64_C(1) << (k - 1) : 0;
        n &= (UINT64_C(1) << k) - 1;
        n |= i & 4 ? UINT64_C(1) << (bits - 1) : 0;
        fp_u128 x = ((fp_u128) n * n + (fp_u128) r) >> k;
        if (n >> (bits - 1) != 1 || (i & 4 && k >= bits) || !is_significand(draft, x))
            continue;
        // N^2 2^-k has the exponent of X where that of X 2^-(p-1) has k's parity
        push_root(draft, (uint64_t) x, (p - 1 - k) & 1, false);
        pushed++;
    }
    return pushed;
}

// Next to a power of two: 1 + j u, and 1 - j u / 2.
static void push_beside_one(struct draft *draft, int count, bool signs, bool parities)
{
    uint64_t one = UINT64_C(1) << (draft->format.precision - 1);

    for (int i = 0; i < count; i++) {
        uint64_t j = (uint64_t) i / 2;

        if (j < one)
            push_root(draft, i & 1 ? 2 * one - 1 - j : one + j, parities && i & 2,
                      signs && i & 2);
    }
}

static void push_random_roots(struct draft *draft, bool signs)
{
    for (int i = 0; i < TRIES && draft->count < DRAFT_CASES; i++)
        push_root(draft, draft_significand(draft, -1), i & 1, signs && i & 2);
}

void draft_roots(struct draft *draft)
{
    int p = draft->format.precision;

    for (int i = 0; i < 8 && p >= 5; i++) {
        int wanted = 8;

        for (int t = 0; t < 16 && wanted > 0; t++) {
            int64_t r = i & 4 ? 8 * t + 7 : -8 * t - 1;

            wanted -= push_near_roots(draft, p + (i & 1), i & 2, r);
        }
    }
    push_beside_one(draft, 24, false, true);
    for (int i = 0; i < 8; i++) {
        uint64_t root = draft_significand(draft, p - p / 2) >> (p - p / 2);
        uint64_t square = root * root;

        while (square && square >> (p - 1) == 0)
            square <<= 2;
        if (is_significand(draft, square))
            push_root(draft, square, (p - 1) & 1, false);
    }
    push_random_roots(draft, false);
}

// Distance, in ulp, of 1 / x or 1 / sqrt(x) from the nearest number; negative: that is
// the smaller one.
static double distance_of(const struct draft *draft, bool root, uint64_t x, bool odd)
{
    struct fp_format format = draft->format;
    struct fp_model model = { .format = format, .round = FP_RNE };
    uint64_t one = fp_pack(format, FP_RNE, false, 0, 1, false);
    uint64_t in[3] = { one, 0, 0 }, got;
    struct operation_exact exact = { .kind = OPERATION_EXACT_RECIPROCAL_ROOT };

    in[1] = fp_pack(format, FP_RNE, false, odd - (format.precision - 1), x, false);
    got = root ? operation_exact_inversesqrt(&model, in[1])
               : draft_apply(draft, UNIT_DIV, in);
    exact.a = fp_unpack(format, in[root ? 1 : 0]);
    exact.b = fp_unpack(format, in[1]);
    if (!root)
        exact.kind = OPERATION_EXACT_QUOTIENT;
    return operation_exact_error_ulp(&exact, format.precision, fp_unpack(format, got));
}

// The best of some random draws: bit 0 of `which` says middle or number, bit 1 which
// side.
static void push_best(struct draft *draft, bool root, int which, int draws)
{
    uint64_t best = 0;
    double best_badness = INFINITY;
    bool odd = root && which & 4;

    for (int i = 0; i < draws; i++) {
        uint64_t x = draft_significand(draft, -1);
        double error = distance_of(draft, root, x, odd) * (which & 2 ? -1 : 1);
        double badness = which & 1 ? 0.5 - error : error;

        if (error > 0 && badness < best_badness) {
            best_badness = badness;
            best = x;
        }
    }
    if (best)
        push_root(draft, best, odd, !root && which & 4);
}

void draft_reciprocals(struct draft *draft)
{
    push_beside_one(draft, 40, true, false);
    for (int i = 0; i < 64; i++)
        push_best(draft, false, i, 32);
    push_random_roots(draft, true);
}

void draft_reciprocal_roots(struct draft *draft)
{
    push_beside_one(draft, 48, false, true);
    for (int i = 0; i < 48; i++)
        push_best(draft, true, i, 24);
    push_random_roots(draft, false);
}
