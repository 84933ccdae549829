// SPDX-License-Identifier: MIT
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

#include "probe/shared/draft.h"

#include "base/fp.h"
#include "unit/operation_exact.h"

#include <math.h>

#define TRIES 4000

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
