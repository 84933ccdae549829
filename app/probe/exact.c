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

#include "exact.h"

#include <math.h>

#define PLACES_BELOW_ONE 384
#define PLACES           (64 * EXACT_WORDS)

static bool is_negative(const struct exact *sum)
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

// sum += (-1)^negate * significand * 2^exponent
static void add_scaled(struct exact *sum, bool negate, int exponent, fp_u128 significand)
{
    int shift = exponent + PLACES_BELOW_ONE;
    if (significand == 0)
        return;
    if (shift < 0 || shift > PLACES - 192) {
        sum->lost = true;
        return;
    }
    uint64_t words[EXACT_WORDS] = { 0 };
    int at = shift / 64, by = shift % 64;
    words[at] = (uint64_t) significand << by;
    words[at + 1] = (uint64_t) (significand >> (64 - by));
    words[at + 2] = by > 0 ? (uint64_t) (significand >> 64) >> (64 - by) : 0;
    add_words(sum, words, negate);
}

static bool is_number(const struct fp_parts *parts)
{
    return parts->class == FP_CLASS_ZERO || parts->class == FP_CLASS_FINITE;
}

void exact_add(struct exact *sum, struct fp_format format, uint64_t x, bool negate)
{
    struct fp_parts parts = fp_unpack(format, x);
    if (is_number(&parts))
        add_scaled(sum, parts.negative != negate, parts.exponent, parts.significand);
    else
        sum->lost = true;
}

void exact_add_product(struct exact *sum, struct fp_format format, uint64_t x, uint64_t y)
{
    struct fp_parts a = fp_unpack(format, x), b = fp_unpack(format, y);
    if (is_number(&a) && is_number(&b))
        add_scaled(sum, a.negative != b.negative, a.exponent + b.exponent,
                   (fp_u128) a.significand * b.significand);
    else
        sum->lost = true;
}

void exact_subtract(struct exact *sum, const struct exact *other)
{
    add_words(sum, other->words, true);
    sum->lost = sum->lost || other->lost;
}

bool exact_is_zero(const struct exact *sum)
{
    uint64_t any = 0;
    for (int i = 0; i < EXACT_WORDS; i++)
        any |= sum->words[i];
    return any == 0 && !sum->lost;
}

double exact_log2(const struct exact *sum)
{
    if (sum->lost)
        return INFINITY;
    struct exact magnitude = { { 0 }, false };
    add_words(&magnitude, sum->words, is_negative(sum));
    int top = EXACT_WORDS - 1;
    while (top >= 0 && magnitude.words[top] == 0)
        top--;
    if (top < 0)
        return -INFINITY;
    double value = (double) magnitude.words[top];
    if (top > 0)
        value += ldexp((double) magnitude.words[top - 1], -64);
    return log2(value) + 64 * top - PLACES_BELOW_ONE;
}
