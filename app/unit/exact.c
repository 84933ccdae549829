// SPDX-License-Identifier: MIT
//
// How it works
//
// A datum is significand * 2^exponent, a product of two of them as well, with at most
// 106 bits. Both are whole numbers of 2^-384 unless they are very small, and are added
// where they belong:
//
//     words  [9] ... [shift / 64 + 2] [shift / 64 + 1] [shift / 64] ... [0]
//                     00..0dddddd      dddddddddddd     dddd0..0
//
// This is U. Kulisch's long accumulator, cut to what operands near 1 need: a product of
// two last places of a pair of doubles near 1 lies at 2^-212, and the sum may grow to
// 2^255.

#include "unit/exact.h"

#include "base/elementary.h"
#include "base/fp.h"

#include <math.h>

#define PLACES (64 * EXACT_WORDS)

static bool exact_is_negative(const struct exact *sum)
{
    return sum->words[EXACT_WORDS - 1] >> 63;
}

static void add_words(struct exact *sum, const uint64_t words[EXACT_WORDS], bool negate)
{
    unsigned carry = negate;
    for (int i = 0; i < EXACT_WORDS; i++) {
        fp_u128 word = negate ? ~words[i] : words[i];
        word += (fp_u128) sum->words[i] + carry;
        sum->words[i] = (uint64_t) word;
        carry = (unsigned) (word >> 64);
    }
}

void exact_add_scaled(struct exact *sum, bool negative, int exponent, fp_u128 significand)
{
    int shift = exponent - EXACT_LOWEST;
    if (significand == 0)
        return;
    // 128 bits, a sign, and room for some more terms
    if (shift < 0 || shift > PLACES - 136) {
        sum->lost = true;
        return;
    }
    uint64_t words[EXACT_WORDS] = { 0 };
    int at = shift / 64, by = shift % 64;
    words[at] = (uint64_t) significand << by;
    words[at + 1] = (uint64_t) (significand >> (64 - by));
    words[at + 2] = by > 0 ? (uint64_t) (significand >> 64) >> (64 - by) : 0;
    add_words(sum, words, negative);
}

void exact_subtract(struct exact *sum, const struct exact *x)
{
    add_words(sum, x->words, true);
    sum->lost = sum->lost || x->lost;
}

static bool is_number(const struct fp_parts *parts)
{
    return parts->class == FP_CLASS_ZERO || parts->class == FP_CLASS_FINITE;
}

void exact_add(struct exact *sum, struct fp_format format, uint64_t x, bool negate)
{
    struct fp_parts parts = fp_unpack(format, x);
    if (is_number(&parts))
        exact_add_scaled(sum, parts.negative != negate, parts.exponent,
                         parts.significand);
    else
        sum->lost = true;
}

void exact_add_product(struct exact *sum, struct fp_format format, uint64_t x, uint64_t y)
{
    struct fp_parts a = fp_unpack(format, x), b = fp_unpack(format, y);
    if (is_number(&a) && is_number(&b))
        exact_add_scaled(sum, a.negative != b.negative, a.exponent + b.exponent,
                         (fp_u128) a.significand * b.significand);
    else
        sum->lost = true;
}

bool exact_is_zero(const struct exact *sum)
{
    uint64_t any = 0;
    for (int i = 0; i < EXACT_WORDS; i++)
        any |= sum->words[i];
    return any == 0 && !sum->lost;
}

struct exact_near exact_near(const struct exact *sum)
{
    bool negative = exact_is_negative(sum);
    struct exact magnitude = { { 0 }, false };
    add_words(&magnitude, sum->words, negative);
    int top = EXACT_WORDS - 1;
    while (top > 0 && magnitude.words[top] == 0)
        top--;
    uint64_t high = magnitude.words[top];
    if (high == 0)
        return (struct exact_near){ 0 };
    double value = (double) high;
    if (top > 0)
        value += ldexp((double) magnitude.words[top - 1], -64);
    int exponent = 64 * top + EXACT_LOWEST;
    return (struct exact_near){ negative ? -value : value, exponent,
                                exponent + 63 - __builtin_clzll(high) };
}

double exact_log2(const struct exact *sum)
{
    if (sum->lost)
        return INFINITY;
    struct exact_near near = exact_near(sum);
    return elementary_log2(fabs(near.significand)) + near.exponent;
}
