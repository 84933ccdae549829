// SPDX-License-Identifier: MIT
//
// Formats, rules and the pack: all of binary16 with every rule at, before and behind
// every tie, and tables for what tables can say.

#include "base/fp.h"
#include "tests/shared/group.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static struct group this_group = { .name = "fp" };

// Either is one more than binary16.
#define WIDER  ((struct fp_format){ 11, 16 })
#define LONGER ((struct fp_format){ 12, 15 })

// Which neighbour a rule takes of a number between two data: '1' is the one of larger
// magnitude. Six places: the datum below is even, a quarter, half, three quarters of
// an ulp beyond it; the same where it is odd.
// clang-format off
static const struct decision {
    enum fp_round round;
    const char *name, *positive, *negative;
} decisions[] = {
    { FP_RNE, "rne", "001011", "001011" },
    { FP_RNA, "rna", "011011", "011011" },
    { FP_RNZ, "rnz", "001001", "001001" },
    { FP_RNU, "rnu", "011011", "001001" },
    { FP_RND, "rnd", "001001", "011011" },
    { FP_RNO, "rno", "011001", "011001" },
    { FP_RTZ, "rtz", "000000", "000000" },
    { FP_RAZ, "raz", "111111", "111111" },
    { FP_RUP, "rup", "111111", "000000" },
    { FP_RDN, "rdn", "000000", "111111" },
    { FP_RO, "ro", "111000", "111000" },
};
// clang-format on

// clang-format off
static const struct {
    const char *name;
    enum fp_round round, last;
    int guard_bits;
} adders[] = {
    { "chop-g0", FP_CHOP_G0, FP_RTZ, 0 },
    { "chop-g1", FP_CHOP_G1, FP_RTZ, 1 },
    { "chop-g2", FP_CHOP_G2, FP_RTZ, 2 },
    { "chop-g3", FP_CHOP_G3, FP_RTZ, 3 },
    { "rne-ns1", FP_RNE_NS1, FP_RNE, 1 },
    { "rne-ns2", FP_RNE_NS2, FP_RNE, 2 },
    { "rne-ns3", FP_RNE_NS3, FP_RNE, 3 },
    { "rna-ns1", FP_RNA_NS1, FP_RNA, 1 },
    { "rna-ns2", FP_RNA_NS2, FP_RNA, 2 },
    { "rna-ns3", FP_RNA_NS3, FP_RNA, 3 },
};
// clang-format on

// clang-format off
static const struct {
    struct fp_format format;
    uint64_t bits;
    struct fp_parts parts;
} data[] = {
    { { 11, 15 }, 0x0000, { FP_CLASS_ZERO, false, 0, 0 } },
    { { 11, 15 }, 0x8000, { FP_CLASS_ZERO, true, 0, 0 } },
    { { 11, 15 }, 0x0001, { FP_CLASS_FINITE, false, -24, 1 } },
    { { 11, 15 }, 0x83ff, { FP_CLASS_FINITE, true, -24, 1023 } },
    { { 11, 15 }, 0x0400, { FP_CLASS_FINITE, false, -24, 1024 } },
    { { 11, 15 }, 0x3c00, { FP_CLASS_FINITE, false, -10, 1024 } },
    { { 11, 15 }, 0xfbff, { FP_CLASS_FINITE, true, 5, 2047 } },
    { { 11, 15 }, 0x7c00, { FP_CLASS_INFINITE, false, 0, 0 } },
    { { 11, 15 }, 0xfc00, { FP_CLASS_INFINITE, true, 0, 0 } },
    { { 11, 15 }, 0x7e00, { FP_CLASS_NAN, false, 0, 0 } },
    { { 11, 15 }, 0xfc01, { FP_CLASS_NAN, true, 0, 0 } },
    { { 11, 15 }, 0xabcd3c00, { FP_CLASS_FINITE, false, -10, 1024 } },
    { { 24, 127 }, 0x3f800001, { FP_CLASS_FINITE, false, -23, 0x800001 } },
    { { 24, 127 }, 0x807fffff, { FP_CLASS_FINITE, true, -149, 0x7fffff } },
    { { 24, 127 }, 0xff800000, { FP_CLASS_INFINITE, true, 0, 0 } },
    { { 53, 1023 }, 1, { FP_CLASS_FINITE, false, -1074, 1 } },
    { { 53, 1023 }, 0xffefffffffffffff,
      { FP_CLASS_FINITE, true, 971, 0x1fffffffffffff } },
    { { 53, 1023 }, 0x7ff0000000000001, { FP_CLASS_NAN, false, 0, 0 } },
    { { 17, 127 }, 0x7f0000, { FP_CLASS_FINITE, false, -16, 0x10000 } },
    { { 24, 63 }, 0x60000000, { FP_CLASS_FINITE, true, -62 - 23 + 63, 0x800000 } },
    { { 2, 2 }, 0x3, { FP_CLASS_FINITE, false, -2, 3 } },
    { { 2, 2 }, 0xa, { FP_CLASS_INFINITE, false, 0, 0 } },
};
// clang-format on

// clang-format off
static const struct {
    struct fp_format format;
    uint64_t zero_negative, infinity, nan;
} encodings[] = {
    { { 11, 15 }, 0x8000, 0x7c00, 0x7e00 },
    { { 24, 127 }, 0x80000000, 0x7f800000, 0x7fc00000 },
    { { 53, 1023 }, 0x8000000000000000, 0x7ff0000000000000, 0x7ff8000000000000 },
    { { 17, 127 }, 0x1000000, 0xff0000, 0xff8000 },
    { { 24, 63 }, 0x40000000, 0x3f800000, 0x3fc00000 },
    { { 2, 2 }, 0x10, 0xa, 0xb },
};
// clang-format on

// clang-format off
static const struct {
    struct fp_format from, to;
    enum fp_round round;
    uint64_t bits, want;
} conversions[] = {
    // the smallest that gives infinity, and its neighbour
    { { 24, 127 }, { 11, 15 }, FP_RNE, 0x477ff000, 0x7c00 },
    { { 24, 127 }, { 11, 15 }, FP_RNE, 0x477fefff, 0x7bff },
    { { 24, 127 }, { 11, 15 }, FP_RNZ, 0x477ff000, 0x7bff },
    { { 24, 127 }, { 11, 15 }, FP_RNO, 0x477ff000, 0x7bff },
    { { 24, 127 }, { 11, 15 }, FP_RNZ, 0x477ff001, 0x7c00 },
    { { 24, 127 }, { 11, 15 }, FP_RTZ, 0x7f7fffff, 0x7bff },
    { { 24, 127 }, { 11, 15 }, FP_CHOP_G2, 0xff7fffff, 0xfbff },
    { { 24, 127 }, { 11, 15 }, FP_RNE_NS1, 0xff7fffff, 0xfc00 },
    // few digits, but beyond the largest number, or below the smallest normal one
    { { 24, 127 }, { 11, 15 }, FP_RNE, 0x47c00000, 0x7c00 },
    { { 24, 127 }, { 11, 15 }, FP_RTZ, 0xc7c00000, 0xfbff },
    { { 24, 127 }, { 11, 15 }, FP_RNE, 0x38400000, 0x0300 },
    { { 24, 127 }, { 11, 15 }, FP_RNE, 0x80000000, 0x8000 },
    // 2^-25 is a tie, its neighbour is not
    { { 24, 127 }, { 11, 15 }, FP_RNE, 0x33000000, 0 },
    { { 24, 127 }, { 11, 15 }, FP_RNE, 0xb3000001, 0x8001 },
    { { 24, 127 }, { 11, 15 }, FP_RNA_NS3, 0x33000000, 1 },
    { { 24, 127 }, { 11, 15 }, FP_RUP, 0x00000001, 1 },
    { { 24, 127 }, { 11, 15 }, FP_RUP, 0x80000001, 0x8000 },
    { { 24, 127 }, { 11, 15 }, FP_RDN, 0x80000001, 0x8001 },
    { { 24, 127 }, { 11, 15 }, FP_RNE, 0x80000000, 0x8000 },
    { { 24, 127 }, { 11, 15 }, FP_RNE, 0xff800000, 0xfc00 },
    { { 24, 127 }, { 11, 15 }, FP_RNE, 0xff800001, 0x7e00 },
    { { 11, 15 }, { 53, 1023 }, FP_RNE, 0x8001, 0xbe70000000000000 },
    { { 53, 1023 }, { 24, 127 }, FP_RNE, 0x36a0000000000000, 1 },
    { { 53, 1023 }, { 24, 127 }, FP_RNE, 0x3690000000000000, 0 },
    { { 53, 1023 }, { 24, 127 }, FP_RAZ, 1, 1 },
};
// clang-format on

// The exact value is (significand + t) * 2^exponent.
// clang-format off
static const struct {
    struct fp_format format;
    enum fp_round round;
    bool negative;
    int exponent;
    uint64_t high, low; // the significand
    bool sticky;
    uint64_t want;
} packs[] = {
    { { 24, 127 }, FP_RNE, false, 0, 0, 0, false, 0 },
    { { 24, 127 }, FP_RNE, true, 0, 0, 0, false, 0x80000000 },
    { { 24, 127 }, FP_RNE, false, 0, 0, 1, false, 0x3f800000 },
    { { 24, 127 }, FP_RNE, true, 127, 0, 1, false, 0xff000000 },
    { { 24, 127 }, FP_RNE, false, -24, 0, 0x1000001, false, 0x3f800000 },
    { { 24, 127 }, FP_RNE, false, -24, 0, 0x1000001, true, 0x3f800001 },
    { { 24, 127 }, FP_RNZ, false, -24, 0, 0x1000001, true, 0x3f800001 },
    { { 24, 127 }, FP_RNE, false, -24, 0, 0x1000000, true, 0x3f800000 },
    { { 24, 127 }, FP_RUP, false, -24, 0, 0x1000000, true, 0x3f800001 },
    { { 24, 127 }, FP_RO, true, -24, 0, 0x1000000, true, 0xbf800001 },
    // the carry of all ones steps the exponent
    { { 24, 127 }, FP_RNE, false, -25, 0, 0x1ffffff, false, 0x3f800000 },
    // 128 bits; the lowest of them breaks the tie
    { { 24, 127 }, FP_RNE, false, -127, UINT64_C(1) << 63, 0, false, 0x3f800000 },
    { { 24, 127 }, FP_RNE, false, -127, 0x8000008000000000, 0, false, 0x3f800000 },
    { { 24, 127 }, FP_RNE, false, -127, 0x8000008000000000, 1, false, 0x3f800001 },
    { { 53, 1023 }, FP_RTZ, false, -127, UINT64_MAX, UINT64_MAX, true,
      0x3fffffffffffffff },
    { { 53, 1023 }, FP_RNE, false, -127, UINT64_MAX, UINT64_MAX, true,
      0x4000000000000000 },
    // far below the smallest, and at its half: 2^-150
    { { 24, 127 }, FP_RNE, false, -4000, 0, 1, false, 0 },
    { { 24, 127 }, FP_RAZ, true, -4000, 0, 1, false, 0x80000001 },
    { { 24, 127 }, FP_RO, false, -4000, 0, 0, true, 1 },
    { { 24, 127 }, FP_RDN, true, -300, 0, 0, true, 0x80000001 },
    { { 24, 127 }, FP_RNE, false, -150, 0, 1, false, 0 },
    { { 24, 127 }, FP_RNE, false, -150, 0, 1, true, 1 },
    { { 24, 127 }, FP_RNA, false, -150, 0, 1, false, 1 },
    { { 24, 127 }, FP_RNO, false, -150, 0, 1, false, 1 },
    { { 24, 127 }, FP_RNE, false, -213, 0, UINT64_C(1) << 63, false, 0 },
    { { 24, 127 }, FP_RNE, false, -213, 0, (UINT64_C(1) << 63) + 1, false, 1 },
    { { 24, 127 }, FP_RNE, false, -214, 0, UINT64_MAX, false, 0 },
    { { 24, 127 }, FP_RUP, false, -214, 0, UINT64_MAX, false, 1 },
    // the largest subnormal rounds to the smallest normal
    { { 24, 127 }, FP_RNE, false, -150, 0, 0xffffff, false, 0x00800000 },
    { { 24, 127 }, FP_RTZ, false, -150, 0, 0xffffff, false, 0x007fffff },
    { { 2, 2 }, FP_RNE, false, 0, 0, 5, false, 0x8 },
};
// clang-format on

// Beyond 2^(emax + 1): '1' is infinity, '0' the largest finite number; the positive
// and the negative one, in the order of enum fp_round.
static const char overflows[11][3] = { "11", "11", "11", "11", "11", "11",
                                       "00", "11", "10", "01", "00" };

TEST(names)
{
    enum fp_round found;
    for (size_t i = 0; i < COUNT_OF(decisions); i++) {
        assert_string_equal(fp_round_name(decisions[i].round), decisions[i].name);
        assert_true(fp_round_find(decisions[i].name, &found));
        assert_int_equal(found, decisions[i].round);
        assert_int_equal(fp_round_last(decisions[i].round), decisions[i].round);
        assert_int_equal(fp_round_guard_bits(decisions[i].round), -1);
    }
    for (size_t i = 0; i < COUNT_OF(adders); i++) {
        assert_string_equal(fp_round_name(adders[i].round), adders[i].name);
        assert_true(fp_round_find(adders[i].name, &found));
        assert_int_equal(found, adders[i].round);
        assert_int_equal(fp_round_last(adders[i].round), adders[i].last);
        assert_int_equal(fp_round_guard_bits(adders[i].round), adders[i].guard_bits);
    }
    assert_int_equal(COUNT_OF(decisions) + COUNT_OF(adders), FP_ROUND_COUNT);

    const char *const strangers[] = {
        "", "RNE", "rn", "rnee", "chop", "chop-g4", " rne"
    };
    found = FP_RDN;
    for (size_t i = 0; i < COUNT_OF(strangers); i++)
        assert_false(fp_round_find(strangers[i], &found));
    assert_int_equal(found, FP_RDN);
}

TEST(unpack)
{
    for (size_t i = 0; i < COUNT_OF(data); i++) {
        struct fp_parts got = fp_unpack(data[i].format, data[i].bits);
        struct fp_parts want = data[i].parts;
        bool equal = got.class == want.class && got.negative == want.negative;
        if (want.class == FP_CLASS_FINITE)
            equal = equal && got.exponent == want.exponent &&
                    got.significand == want.significand;
        if (!equal)
            fail_msg("p=%d emax=%d %" PRIx64 ": got class %d sign %d %" PRIx64 " * 2^%d",
                     data[i].format.precision, data[i].format.emax, data[i].bits,
                     got.class, got.negative, got.significand, got.exponent);
        assert_int_equal(fp_is_nan(data[i].format, data[i].bits),
                         want.class == FP_CLASS_NAN);
    }
}

TEST(encoding)
{
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        struct fp_format format = encodings[i].format;
        uint64_t sign = encodings[i].zero_negative;
        assert_int_equal(fp_zero(format, false), 0);
        assert_int_equal(fp_zero(format, true), sign);
        assert_int_equal(fp_infinity(format, false), encodings[i].infinity);
        assert_int_equal(fp_infinity(format, true), encodings[i].infinity + sign);
        assert_int_equal(fp_nan(format), encodings[i].nan);
        assert_true(fp_is_nan(format, fp_nan(format)));
        assert_false(fp_is_nan(format, encodings[i].infinity));
    }
}

TEST(pack)
{
    for (size_t i = 0; i < COUNT_OF(packs); i++) {
        fp_u128 significand = (fp_u128) packs[i].high << 64 | packs[i].low;
        uint64_t got = fp_pack(packs[i].format, packs[i].round, packs[i].negative,
                               packs[i].exponent, significand, packs[i].sticky);
        if (got != packs[i].want)
            fail_msg("%s p=%d: (%" PRIx64 ":%" PRIx64 " + %d) * 2^%d: got %" PRIx64
                     " want %" PRIx64,
                     fp_round_name(packs[i].round), packs[i].format.precision,
                     packs[i].high, packs[i].low, packs[i].sticky, packs[i].exponent, got,
                     packs[i].want);
    }
}

TEST(overflow)
{
    for (size_t i = 0; i < COUNT_OF(encodings) * 11 * 2 * 3; i++) {
        struct fp_format format = encodings[i % COUNT_OF(encodings)].format;
        size_t k = i / COUNT_OF(encodings);
        enum fp_round round = (enum fp_round)(k % 11);
        bool negative = k / 11 % 2;
        const int beyond[3] = { 1, 2, 3000 };
        uint64_t want = fp_infinity(format, negative);
        want -= overflows[round][negative] == '0';
        uint64_t got =
            fp_pack(format, round, negative, format.emax + beyond[k / 22], 1, 0);
        if (got != want)
            fail_msg("%s p=%d emax=%d: %d * 2^(emax+%d): got %" PRIx64 " want %" PRIx64,
                     fp_round_name(round), format.precision, format.emax,
                     negative ? -1 : 1, beyond[k / 22], got, want);
    }
}

TEST(convert)
{
    for (size_t i = 0; i < COUNT_OF(conversions); i++) {
        uint64_t got = fp_convert(conversions[i].from, conversions[i].to,
                                  conversions[i].round, conversions[i].bits);
        if (got != conversions[i].want)
            fail_msg("%s p=%d to p=%d: %" PRIx64 ": got %" PRIx64 " want %" PRIx64,
                     fp_round_name(conversions[i].round), conversions[i].from.precision,
                     conversions[i].to.precision, conversions[i].bits, got,
                     conversions[i].want);
    }
}

// A datum stays what it is under every rule, and through the wider formats.
TEST(binary16_round_trip)
{
    const struct fp_format wide[] = { FP_BINARY32, FP_BINARY64, WIDER, LONGER };
    for (uint64_t bits = 0; bits <= 0xffff; bits++) {
        bool nan = fp_is_nan(FP_BINARY16, bits);
        uint64_t want = nan ? fp_nan(FP_BINARY16) : bits;
        for (int round = 0; round < FP_ROUND_COUNT; round++) {
            enum fp_round rule = (enum fp_round) round;
            assert_int_equal(fp_convert(FP_BINARY16, FP_BINARY16, rule, bits), want);
            struct fp_format format = wide[round % 4];
            uint64_t there = fp_convert(FP_BINARY16, format, rule, bits);
            assert_int_equal(fp_convert(format, FP_BINARY16, rule, there), want);
        }
    }
}

// The magnitude that a pattern stands for; infinity's is taken to be the next number.
static double half_value(unsigned magnitude)
{
    unsigned field = magnitude >> 10, fraction = magnitude & 0x3ff;
    return field == 0 ? ldexp(fraction, -24) : ldexp(0x400 + fraction, (int) field - 25);
}

// Between any two neighbours of binary16, zero and infinity included. The doubles are
// exact: 11 bits and two more.
TEST_EACH(binary16_between, decisions)
{
    const struct decision *decision = *state;

    for (unsigned i = 0; i < 0x7c00 * 6u; i++) {
        unsigned datum = i / 6, quarters = i / 2 % 3 + 1;
        bool negative = i % 2;
        double below = half_value(datum), above = half_value(datum + 1);
        double value = below + (above - below) * quarters / 4;
        const char *row = negative ? decision->negative : decision->positive;
        uint64_t want = datum + (unsigned) (row[datum % 2 * 3 + quarters - 1] - '0');
        want |= negative ? 0x8000 : 0;
        uint64_t got = fp_convert(FP_BINARY64, FP_BINARY16, decision->round,
                                  fp_bits64(negative ? -value : value));
        if (got != want)
            fail_msg("%s: %a: got %" PRIx64 " want %" PRIx64, decision->name,
                     negative ? -value : value, got, want);
    }
}

TEST(casts)
{
    assert_int_equal(fp_bits(-1.5f), 0xbfc00000);
    assert_int_equal(fp_bits64(-1.5), 0xbff8000000000000);
    assert_true(fp_from_bits(0x00000001) == 0x1p-149f);
    assert_true(fp_from_bits64(1) == 0x1p-1074);
    assert_int_equal(fp_bits(fp_from_bits(0x7fc12345)), 0x7fc12345);
    assert_int_equal(fp_bits64(fp_from_bits64(0xfff8000000012345)), 0xfff8000000012345);
}
