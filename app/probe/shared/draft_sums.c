// SPDX-License-Identifier: MIT
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

#include "probe/shared/draft.h"

#include "base/fp.h"
#include "unit/traits.h"

#define TRIES 4000

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

uint64_t draft_inverse(uint64_t odd)
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

bool draft_tells_columns(const struct draft *draft, int columns, uint64_t a, uint64_t b)
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
