// SPDX-License-Identifier: MIT
//
// The consistency sieve: 13 sums that tell 21 adders apart. The table is data; the
// model unit must give it at every precision, and adders without a sticky bit must
// also do what a naive fixed-point adder does.

#include "base/fp.h"
#include "tests/base/operands.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "sieve" };

#define SEED  UINT64_C(20130501)
#define PAIRS 13

// With u = ulp(1): a = one + ulps * u, b = linear * u + square * u^2. All of it is
// exact in binary64 for p up to 24: b has at most 24 significant bits.
// clang-format off
static const struct {
    const char *name;
    double one, ulps, linear, square;
} pairs[PAIRS] = {
    { "O+u/2", 1, 1, 1. / 2, 0 },
    { "-O2+u/2", -1, -5, 1. / 2, 0 },
    { "E+u/2(1+u)", 1, 0, 1. / 2, 1. / 2 },
    { "O2-u/2(1+u)", 1, 5, -1. / 2, -1. / 2 },
    { "E-u/8", 1, 0, -1. / 8, 0 },
    { "E+u/2(1-u/2)", 1, 0, 1. / 2, -1. / 4 },
    { "E+u/2", 1, 0, 1. / 2, 0 },
    { "E+3u/4", 1, 0, 3. / 4, 0 },
    { "E+5u/8", 1, 0, 5. / 8, 0 },
    { "E2-u/2(1-u/2)", 1, 4, -1. / 2, 1. / 4 },
    { "E2-u/16", 1, 4, -1. / 16, 0 },
    { "E-3u/8", 1, 0, -3. / 8, 0 },
    { "O-3u/4", 1, 1, -3. / 4, 0 },
};
// clang-format on

// (fl(a + b) - a) / u
// clang-format off
static const double sieve[FP_ROUND_COUNT][PAIRS] = {
    [FP_RNE]     = { 1, 1, 1, -1,   0, 0, 0, 1, 1,  0,  0, -.5, -1 },
    [FP_RNA]     = { 1, 0, 1, -1,   0, 0, 1, 1, 1,  0,  0, -.5, -1 },
    [FP_RNZ]     = { 0, 1, 1, -1,   0, 0, 0, 1, 1,  0,  0, -.5, -1 },
    [FP_RNU]     = { 1, 1, 1, -1,   0, 0, 1, 1, 1,  0,  0, -.5, -1 },
    [FP_RND]     = { 0, 0, 1, -1,   0, 0, 0, 1, 1,  0,  0, -.5, -1 },
    [FP_RNO]     = { 0, 0, 1, -1,   0, 0, 1, 1, 1,  0,  0, -.5, -1 },
    [FP_RTZ]     = { 0, 1, 0, -1, -.5, 0, 0, 0, 0, -1, -1, -.5, -1 },
    [FP_RAZ]     = { 1, 0, 1,  0,   0, 1, 1, 1, 1,  0,  0,   0,  0 },
    [FP_RUP]     = { 1, 1, 1,  0,   0, 1, 1, 1, 1,  0,  0,   0,  0 },
    [FP_RDN]     = { 0, 0, 0, -1, -.5, 0, 0, 0, 0, -1, -1, -.5, -1 },
    [FP_RO]      = { 0, 0, 1,  0, -.5, 1, 1, 1, 1, -1, -1, -.5,  0 },
    [FP_CHOP_G0] = { 0, 0, 0,  0,   0, 0, 0, 0, 0,  0,  0,   0,  0 },
    [FP_CHOP_G1] = { 0, 1, 0, -1,   0, 0, 0, 0, 0,  0,  0,   0, -1 },
    [FP_CHOP_G2] = { 0, 1, 0, -1,   0, 0, 0, 0, 0, -1,  0, -.5, -1 },
    [FP_CHOP_G3] = { 0, 1, 0, -1, -.5, 0, 0, 0, 0, -1,  0, -.5, -1 },
    [FP_RNE_NS1] = { 1, 1, 0, -1,   0, 0, 0, 0, 0,  0,  0,   0, -1 },
    [FP_RNE_NS2] = { 1, 1, 0, -1,   0, 0, 0, 1, 0,  0,  0,   0, -1 },
    [FP_RNE_NS3] = { 1, 1, 0, -1,   0, 0, 0, 1, 1,  0,  0, -.5, -1 },
    [FP_RNA_NS1] = { 1, 0, 1,  0,   0, 0, 1, 1, 1,  0,  0,   0,  0 },
    [FP_RNA_NS2] = { 1, 0, 1,  0,   0, 0, 1, 1, 1,  0,  0,   0, -1 },
    [FP_RNA_NS3] = { 1, 0, 1,  0,   0, 0, 1, 1, 1,  0,  0, -.5, -1 },
};
// clang-format on

// Exact both ways for the data used here.
static uint64_t from_double(struct fp_format format, double value)
{
    return fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(value));
}

static double to_double(struct fp_format format, uint64_t bits)
{
    return fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, bits));
}

// a + b, or a - (-b), by the model unit.
static double add(struct fp_model model, bool subtract, double a, double b)
{
    struct unit unit = unit_model();
    uint64_t x = from_double(model.format, a), out;
    uint64_t y = from_double(model.format, subtract ? -b : b);
    struct unit_call call = {
        .op = subtract ? UNIT_SUB : UNIT_ADD,
        .model = model,
        .out = &out,
        .a = &x,
        .b = &y,
        .count = 1,
    };
    assert_true(unit.apply(&unit, &call));
    return to_double(model.format, out);
}

static void check_row(struct fp_model model)
{
    double u = ldexp(1, 1 - model.format.precision);
    for (int i = 0; i < 2 * PAIRS; i++) {
        int k = i / 2;
        double a = pairs[k].one + pairs[k].ulps * u;
        double b = u * (pairs[k].linear + pairs[k].square * u);
        double got = (add(model, i % 2, a, b) - a) / u, want = sieve[model.round][k];
        if (got != want)
            fail_msg("%s p=%d emax=%d %s: %a + %a: got %a want %a ulp",
                     fp_round_name(model.round), model.format.precision,
                     model.format.emax, pairs[k].name, a, b, got, want);
    }
}

static void check_table(int emax)
{
    for (int p = 5; p <= 24; p++) {
        struct fp_format format = { p, emax };
        for (int round = 0; round < FP_ROUND_COUNT; round++)
            check_row((struct fp_model){ format, (enum fp_round) round, false, false });
    }
}

TEST(model_gives_table_emax127)
{
    check_table(127);
}

TEST(model_gives_table_emax1023)
{
    check_table(1023);
}

// The sieve needs nothing that binary16 lacks.
TEST(model_gives_table_binary16)
{
    for (int round = 0; round < FP_ROUND_COUNT; round++)
        for (int flush = 0; flush < 4; flush++)
            check_row((struct fp_model){ FP_BINARY16, (enum fp_round) round, flush & 1,
                                         flush >> 1 });
}

TEST(rows_differ)
{
    for (int i = 0; i < FP_ROUND_COUNT; i++)
        for (int k = 0; k < i; k++)
            if (memcmp(sieve[i], sieve[k], sizeof sieve[i]) == 0)
                fail_msg("%s and %s: the same row", fp_round_name((enum fp_round) i),
                         fp_round_name((enum fp_round) k));
}

// Fixed point with 80 places; exponents within 30 of 0 leave no bit out.
__extension__ typedef __int128 fixed;

#define FIXED_PLACES 80

static fixed to_fixed(double value)
{
    return (fixed) ldexp(value, FIXED_PLACES);
}

// The last of `precision` places of a magnitude.
static fixed last_place(int precision, fixed magnitude)
{
    fixed place = 1;
    while (magnitude >> precision != 0) {
        magnitude >>= 1;
        place <<= 1;
    }
    return place;
}

// a + b as the words describe it: cut the smaller operand `guard` places below the
// last one of the larger, add, and round what is left.
static fixed naive_add(int precision, enum fp_round last, int guard, fixed a, fixed b)
{
    fixed abs_a = a < 0 ? -a : a, abs_b = b < 0 ? -b : b;
    fixed larger = abs_a > abs_b ? a : b, smaller = abs_a > abs_b ? b : a;
    smaller -= smaller % (last_place(precision, larger < 0 ? -larger : larger) >> guard);
    fixed sum = larger + smaller, magnitude = sum < 0 ? -sum : sum;
    fixed place = last_place(precision, magnitude), rest = magnitude % place;
    magnitude -= rest;
    bool odd = magnitude / place % 2 != 0;
    if (last == FP_RNA && 2 * rest >= place)
        magnitude += place;
    if (last == FP_RNE && (2 * rest > place || (2 * rest == place && odd && rest > 0)))
        magnitude += place;
    return sum < 0 ? -magnitude : magnitude;
}

// `precision` bits, the last of them often zeros, and an exponent in [-30, 30).
static double random_operand(int precision, uint64_t *seed)
{
    uint64_t bits = operands_random(seed);
    uint64_t hidden = UINT64_C(1) << (precision - 1);
    int zeros = (int) (bits >> 8 & 15) % precision;
    uint64_t significand = hidden | ((bits >> 40) % hidden >> zeros << zeros);
    int exponent = (int) (bits & 255) % 60 - 30 - (precision - 1);
    double magnitude = ldexp((double) significand, exponent);
    return bits >> 16 & 1 ? -magnitude : magnitude;
}

TEST(adders_without_sticky_bit)
{
    uint64_t seed = SEED;
    for (int i = 0; i < 20 * 10 * 1500; i++) {
        int p = 5 + i % 20;
        enum fp_round round = (enum fp_round)(FP_CHOP_G0 + i / 20 % 10);
        struct fp_format format = { p, 127 };
        struct fp_model model = { .format = format, .round = round };
        double a = random_operand(p, &seed), b = random_operand(p, &seed);
        enum fp_round last = round < FP_RNE_NS1   ? FP_RTZ
                             : round < FP_RNA_NS1 ? FP_RNE
                                                  : FP_RNA;
        int guard = round < FP_RNE_NS1 ? (int) (round - FP_CHOP_G0)
                                       : (int) (round - FP_RNE_NS1) % 3 + 1;
        fixed want = naive_add(p, last, guard, to_fixed(a), to_fixed(b));
        double got = add(model, i & 1, a, b);
        if (to_fixed(got) != want)
            fail_msg("%s p=%d: %a + %a: got %a want %a, seed %" PRIu64 " case %d",
                     fp_round_name(round), p, a, b, got,
                     ldexp((double) want, -FIXED_PLACES), SEED, i);
    }
}
