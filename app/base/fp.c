// SPDX-License-Identifier: MIT
//
// How it works
//
// An encoding without its sign is a whole number that grows with the magnitude. With
// q the exponent of the last place, qmin that of the subnormals and s the significand,
//
//     magnitude = (q - qmin) * 2^(p-1) + s      s >= 2^(p-1) where q > qmin
//
// because the hidden bit of s adds the one by which a normal number's exponent field
// exceeds q - qmin. So the next number is this one plus 1: a carry out of the
// significand steps the exponent, the largest subnormal is followed by the smallest
// normal, the largest finite number by infinity, and all of rounding is whether to add
// that 1. For binary32, 1 + 2^-24 has q = -23, qmin = -149 and s = 2^23, half a place
// left over: (126 << 23) + (1 << 23) = 0x3f800000, plus 1 if the rule says so.

#include "base/fp.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

// Sets of results as fp_round_aways has them.
#define NEGATIVE 0xff00u
#define ODD      0xf0f0u
#define HALF     0xccccu
#define REST     0xaaaau
#define INEXACT  (HALF | REST)

// clang-format off
static const struct {
    const char *name;
    enum fp_round last;
    int guard_bits;
    unsigned aways;
} rules[FP_ROUND_COUNT] = {
    [FP_RNE] = { "rne", FP_RNE, -1, HALF & (REST | ODD) },
    [FP_RNA] = { "rna", FP_RNA, -1, HALF },
    [FP_RNZ] = { "rnz", FP_RNZ, -1, HALF & REST },
    [FP_RNU] = { "rnu", FP_RNU, -1, HALF & (REST | ~NEGATIVE) },
    [FP_RND] = { "rnd", FP_RND, -1, HALF & (REST | NEGATIVE) },
    [FP_RNO] = { "rno", FP_RNO, -1, HALF & (REST | ~ODD) },
    [FP_RTZ] = { "rtz", FP_RTZ, -1, 0 },
    [FP_RAZ] = { "raz", FP_RAZ, -1, INEXACT },
    [FP_RUP] = { "rup", FP_RUP, -1, INEXACT & ~NEGATIVE },
    [FP_RDN] = { "rdn", FP_RDN, -1, INEXACT & NEGATIVE },
    [FP_RO] = { "ro", FP_RO, -1, INEXACT & ~ODD },
    [FP_CHOP_G0] = { "chop-g0", FP_RTZ, 0, 0 },
    [FP_CHOP_G1] = { "chop-g1", FP_RTZ, 1, 0 },
    [FP_CHOP_G2] = { "chop-g2", FP_RTZ, 2, 0 },
    [FP_CHOP_G3] = { "chop-g3", FP_RTZ, 3, 0 },
    [FP_RNE_NS1] = { "rne-ns1", FP_RNE, 1, 0 },
    [FP_RNE_NS2] = { "rne-ns2", FP_RNE, 2, 0 },
    [FP_RNE_NS3] = { "rne-ns3", FP_RNE, 3, 0 },
    [FP_RNA_NS1] = { "rna-ns1", FP_RNA, 1, 0 },
    [FP_RNA_NS2] = { "rna-ns2", FP_RNA, 2, 0 },
    [FP_RNA_NS3] = { "rna-ns3", FP_RNA, 3, 0 },
};
// clang-format on

static void assert_format(struct fp_format format)
{
    assert(format.precision >= 2 && format.precision <= 53);
    assert(format.emax >= 2 && format.emax <= 1023);
}

// Exponent of the last place of subnormals.
static int quantum_min(struct fp_format format)
{
    return 1 - format.emax - (format.precision - 1);
}

static uint64_t exponent_special(struct fp_format format)
{
    return 2 * (uint64_t) format.emax + 1;
}

static uint64_t magnitude_infinity(struct fp_format format)
{
    return exponent_special(format) << (format.precision - 1);
}

// Position of the sign: above the fraction and the bits that the largest exponent
// field takes.
static int sign_shift(struct fp_format format)
{
    return format.precision - 1 + 64 - __builtin_clzll(exponent_special(format));
}

static uint64_t fp_with_sign(struct fp_format format, bool negative, uint64_t magnitude)
{
    return magnitude | (uint64_t) negative << sign_shift(format);
}

const char *fp_round_name(enum fp_round round)
{
    assert((unsigned) round < FP_ROUND_COUNT);
    return rules[round].name;
}

bool fp_round_find(const char *name, enum fp_round *round)
{
    for (int i = 0; i < FP_ROUND_COUNT; i++) {
        if (strcmp(rules[i].name, name) == 0) {
            *round = (enum fp_round) i;
            return true;
        }
    }
    return false;
}

enum fp_round fp_round_last(enum fp_round round)
{
    assert((unsigned) round < FP_ROUND_COUNT);
    return rules[round].last;
}

int fp_round_guard_bits(enum fp_round round)
{
    assert((unsigned) round < FP_ROUND_COUNT);
    return rules[round].guard_bits;
}

unsigned fp_round_aways(enum fp_round round)
{
    assert((unsigned) round <= FP_RO);
    return rules[round].aways;
}

struct fp_parts fp_unpack(struct fp_format format, uint64_t bits)
{
    assert_format(format);
    int shift = sign_shift(format);
    uint64_t magnitude = bits & ((UINT64_C(1) << shift) - 1);
    uint64_t hidden = UINT64_C(1) << (format.precision - 1);
    uint64_t field = magnitude >> (format.precision - 1);
    uint64_t fraction = magnitude & (hidden - 1);
    struct fp_parts parts = {
        .class = FP_CLASS_FINITE,
        .negative = bits >> shift & 1,
        .exponent = quantum_min(format),
        .significand = fraction,
    };
    if (magnitude >= magnitude_infinity(format)) {
        bool infinite = magnitude == magnitude_infinity(format);
        parts.class = infinite ? FP_CLASS_INFINITE : FP_CLASS_NAN;
    } else if (magnitude == 0) {
        parts.class = FP_CLASS_ZERO;
    } else if (field > 0) {
        parts.exponent += (int) field - 1;
        parts.significand |= hidden;
    }
    return parts;
}

uint64_t fp_zero(struct fp_format format, bool negative)
{
    return fp_with_sign(format, negative, 0);
}

uint64_t fp_infinity(struct fp_format format, bool negative)
{
    return fp_with_sign(format, negative, magnitude_infinity(format));
}

uint64_t fp_nan(struct fp_format format)
{
    return magnitude_infinity(format) | UINT64_C(1) << (format.precision - 2);
}

bool fp_is_nan(struct fp_format format, uint64_t bits)
{
    return fp_unpack(format, bits).class == FP_CLASS_NAN;
}

// The largest finite number is odd, and all above 2^(emax + 1) lies more than half an
// ulp beyond it: the rules to nearest give infinity, rtz and ro that number.
static uint64_t overflow(struct fp_format format, enum fp_round round, bool negative)
{
    bool up = fp_round_away(round, negative, true, true, true);
    return fp_with_sign(format, negative, magnitude_infinity(format) - (up ? 0 : 1));
}

static uint64_t pack64(struct fp_format format, enum fp_round round, bool negative,
                       int exponent, uint64_t significand, bool sticky)
{
    if (significand == 0 && !sticky)
        return fp_zero(format, negative);

    int leading = exponent + 63 - __builtin_clzll(significand | 1);
    if (leading > format.emax)
        return overflow(format, round, negative);

    int steps = leading > 1 - format.emax ? leading - (1 - format.emax) : 0;
    int shift = quantum_min(format) + steps - exponent;
    // a tail that reaches above the half cannot be rounded to nearest
    assert(!sticky || shift >= 1);
    uint64_t magnitude = (uint64_t) steps << (format.precision - 1);
    if (shift <= 0)
        return fp_with_sign(format, negative, magnitude + (significand << -shift));
    if (shift > 64) {
        magnitude += fp_round_away(round, negative, false, false, true);
        return fp_with_sign(format, negative, magnitude);
    }
    uint64_t twice = significand >> (shift - 1);
    bool rest = sticky || twice << (shift - 1) != significand;
    bool odd = twice >> 1 & 1;
    magnitude += (twice >> 1) + fp_round_away(round, negative, odd, twice & 1, rest);
    return fp_with_sign(format, negative, magnitude);
}

uint64_t fp_pack(struct fp_format format, enum fp_round round, bool negative,
                 int exponent, fp_u128 significand, bool sticky)
{
    assert_format(format);
    uint64_t high = (uint64_t) (significand >> 64);
    if (high != 0) {
        int drop = 64 - __builtin_clzll(high);
        fp_u128 kept = significand >> drop;
        sticky = sticky || kept << drop != significand;
        significand = kept;
        exponent += drop;
    }
    return pack64(format, round, negative, exponent, (uint64_t) significand, sticky);
}

// Converts a zero, or a normal number that the other format holds exactly as one: the
// exponent's bias and the fraction's width change, nothing rounds. Returns false for all
// other data.
static bool convert_exact(struct fp_format from, struct fp_format to, uint64_t bits,
                          uint64_t *out)
{
    int wider = to.precision - from.precision;
    uint64_t sign = fp_zero(from, true), magnitude = bits & (sign - 1);
    uint64_t fraction = magnitude & ((UINT64_C(1) << (from.precision - 1)) - 1);
    int64_t field = (int64_t) (magnitude >> (from.precision - 1));

    if (magnitude == 0) {
        *out = fp_zero(to, bits & sign);
        return true;
    }
    if (field == 0 || magnitude >= magnitude_infinity(from))
        return false;
    field += to.emax - from.emax;
    if (field < 1 || field > 2 * to.emax ||
        (wider < 0 && fraction & ((UINT64_C(1) << -wider) - 1)))
        return false;
    fraction = wider < 0 ? fraction >> -wider : fraction << wider;
    *out =
        fp_with_sign(to, bits & sign, (uint64_t) field << (to.precision - 1) | fraction);
    return true;
}

uint64_t fp_convert(struct fp_format from, struct fp_format to, enum fp_round round,
                    uint64_t bits)
{
    uint64_t exact;
    assert_format(from);
    assert_format(to);
    if (convert_exact(from, to, bits, &exact))
        return exact;

    struct fp_parts parts = fp_unpack(from, bits);
    switch (parts.class) {
    case FP_CLASS_NAN: return fp_nan(to);
    case FP_CLASS_INFINITE: return fp_infinity(to, parts.negative);
    case FP_CLASS_ZERO: return fp_zero(to, parts.negative);
    case FP_CLASS_FINITE: break;
    }
    return fp_pack(to, fp_round_last(round), parts.negative, parts.exponent,
                   parts.significand, false);
}
