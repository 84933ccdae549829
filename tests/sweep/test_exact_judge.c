// SPDX-License-Identifier: MIT
//
// What the exact judge makes of a result: correct rounding against the integer model, the
// words of cell.h against judge_rare.h's where a double holds the exact value, errors and
// their bins at the edges, and subnormals.

#include "base/fp.h"
#include "sweep/exact.h"
#include "sweep/judge_rare.h"
#include "sweep/tally.h"
#include "tests/base/operands.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <math.h>
#include <string.h>

#define INF  0x7f800000u
#define NEG  0x80000000u
#define ONE  0x3f800000u
#define QNAN 0x7fc00000u

static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };

static struct exact judged(struct exact_call call)
{
    struct exact out;

    exact_judge(&call, &out);
    return out;
}

static int finish(void **state)
{
    exact_finish_thread();
    return 0;
}

static struct group this_group = { .name = "exact_judge", .tear_down = finish };

// Division, square root and reciprocal of drawn and special operands, in all directions.
TEST(against_model)
{
    enum { COUNT = OPERANDS_SPECIALS };
    static const struct {
        enum math_id math;
        enum unit_op op;
    } same[] = { { MATH_DIV, UNIT_DIV },
                 { MATH_SQRT, UNIT_SQRT },
                 { MATH_RCP, UNIT_DIV } };
    static uint64_t a[COUNT], b[COUNT], c[COUNT], want[COUNT];
    struct unit unit = unit_model();
    uint64_t seed = 7;

    for (int i = 0; i < 2 * 3 * 4; i++) {
        bool wide = i & 1;
        int k = i / 2 % 3;
        struct fp_format format = wide ? FP_BINARY64 : FP_BINARY32;
        enum fp_round round = directions[i / 6];

        operands_specials(format, (uint64_t *const[3]){ a, b, c });
        operands_fill(format, &seed, a + COUNT / 2, COUNT / 2);
        operands_fill(format, &seed, b + COUNT / 2, COUNT / 2);
        for (int n = 0; n < COUNT && same[k].math == MATH_RCP; n++) {
            b[n] = a[n];
            c[n] = wide ? fp_bits64(1) : ONE;
        }
        assert_true(unit.apply(&unit, &(struct unit_call){
                                          .op = same[k].op,
                                          .model = { .format = format, .round = round },
                                          .out = want,
                                          .a = same[k].math == MATH_RCP ? c : a,
                                          .b = same[k].op == UNIT_DIV ? b : NULL,
                                          .count = COUNT,
                                      }));
        for (int n = 0; n < COUNT; n++) {
            struct exact got = judged((struct exact_call){
                .math = same[k].math,
                .domain = wide ? DOMAIN_DOUBLE_PAIRS : DOMAIN_PAIRS,
                .operands = { a[n], b[n] },
                .type = wide ? FUNCTION_BINARY64 : FUNCTION_BINARY32,
                .round = round,
                .got = want[n],
            });

            if (got.want != want[n] || !got.correct || fabs(got.error) > 1)
                fail_msg("%s(%llx, %llx) %s: %llx is %llx", math_list[same[k].math].name,
                         (unsigned long long) a[n], (unsigned long long) b[n],
                         fp_round_name(round), (unsigned long long) want[n],
                         (unsigned long long) got.want);
        }
    }
}

static uint64_t near_pattern(enum function_type type, uint64_t want, uint32_t n)
{
    static const uint32_t words[] = { 0, NEG, INF, INF | NEG, QNAN, ONE, 0x7f7fffff, 1 };
    static const uint32_t halves[] = { 0,      0x8000, 0x7c00, 0xfc00,
                                       0x7e00, 0x3c00, 0x7bff, 1 };

    if (n < 8)
        return type == FUNCTION_BINARY16 ? halves[n] : words[n];
    if (n < 16)
        return (want + n - 12) & (type == FUNCTION_BINARY16 ? 0xffff : UINT32_MAX);
    return want ^ (type == FUNCTION_BINARY16 ? 0x8000 : NEG);
}

static double value_of(enum function_type type, uint64_t bits)
{
    if (type == FUNCTION_INT32)
        return (int32_t) (uint32_t) bits;
    if (type == FUNCTION_UINT32)
        return (uint32_t) bits;
    if (type == FUNCTION_BINARY16)
        bits = fp_convert(FP_BINARY16, FP_BINARY32, FP_RNE, bits);
    return fp_from_bits((uint32_t) bits);
}

// The exact value of the functions that a double always holds.
static double exactly(enum math_id math, double x)
{
    switch (math) {
    case MATH_FLOOR: return floor(x);
    case MATH_CEIL: return ceil(x);
    case MATH_RCP: return 1 / x; // of powers of two
    default: return x;
    }
}

// Whatever comes, the judges' words for it are the same. Here errors do not round to an
// edge of the bins.
TEST(against_rare)
{
    static const enum math_id functions[] = { MATH_IDENTITY, MATH_FLOOR, MATH_CEIL,
                                              MATH_RCP };
    static const enum function_type types[] = { FUNCTION_BINARY32, FUNCTION_BINARY16,
                                                FUNCTION_INT32, FUNCTION_UINT32 };

    for (uint32_t n = 0; n < 4 * 4 * 4 * 512; n++) {
        enum math_id math = functions[n & 3];
        struct exact_call call = { .math = math,
                                   .type = types[n >> 2 & 3],
                                   .round = directions[n >> 4 & 3] };
        uint32_t drawn = domain_mix(n + 1) | 0x400000, k = n >> 6;
        uint32_t x = k << 23 | (drawn >> 9 & (k & 0x1ff ? 0x7fffff : 0));
        struct rare_rule rule = rare_rule_of(call.type, call.round);
        struct rare_input input = { 0 };
        double at_zero = exactly(math, x & NEG ? -0.0 : 0.0);
        bool subnormal;
        uint64_t want;

        x &= math == MATH_RCP ? 0xff800000 : UINT32_MAX;
        subnormal = x << 1 && (x << 1) < 0x01000000;
        input.want = exactly(math, fp_from_bits(x));
        call.operands.a = x;
        want = judged(call).want;
        for (uint32_t i = 0; i < 17; i++) {
            struct exact got;
            struct rare rare;

            call.got = near_pattern(call.type, want, i);
            got = judged(call);
            input.got = value_of(call.type, call.got);
            rare = rare_plain(&rule, &input);
            if (subnormal)
                rare = rare_unless_flushed(&rule, &input, rare, at_zero);
            if (got.kind != rare.kind || got.correct != rare.correct ||
                fabs(got.error - rare.error) > 0x1p-52 * fabs(rare.error) ||
                got.absolute != rare.absolute ||
                fabs(got.relative - rare.relative) > 0x1p-50 * rare.relative)
                fail_msg(
                    "%s(%08x) as %s, %s: %llx: kind %d, %d, error %a, rare %d, %d, %a",
                    math_list[math].name, x, function_type_name(call.type),
                    fp_round_name(call.round), (unsigned long long) call.got, got.kind,
                    got.correct, got.error, rare.kind, rare.correct, rare.error);
        }
    }
}

// Errors: signs, edges that are nearly met, and what beyond the largest numbers is.
static const struct error_case {
    enum math_id math;
    uint32_t a, got;
    enum fp_round round;
    enum cell_kind kind;
    bool correct;
    double error;
    int bin; // from CELL_ZERO
} error_cases[] = {
    { MATH_EXP, ONE, 0x402df854, FP_RNE, CELL_FINITE, true, -0x1.628aed2a6abf7p-2, -2 },
    { MATH_EXP, ONE, 0x402df855, FP_RUP, CELL_FINITE, true, 0x1.4eba896acaa04p-1, 5 },
    { MATH_EXP, ONE, 0x402df855, FP_RNE, CELL_FINITE, false, 0x1.4eba896acaa04p-1, 5 },
    { MATH_EXP, ONE, 0xc02df854, FP_RNE, CELL_FINITE, false, -0x1.5bf0a858a2bb5p+24,
      -54 },
    // 1 - 2^-86 and its neighbours: an ulp is 2^-24, and 1 is less than one away
    { MATH_TANH, 0x41f00000, ONE, FP_RNE, CELL_FINITE, true, 0x1.5ae191a99585ap-62, 0 },
    { MATH_TANH, 0x41f00000, ONE, FP_RTZ, CELL_FINITE, false, 0x1.5ae191a99585ap-62, 0 },
    { MATH_TANH, 0x41f00000, 0x3f7fffff, FP_RTZ, CELL_FINITE, true, -1, -7 },
    { MATH_TANH, 0x7f000000, 0x3f7fffff, FP_RTZ, CELL_FINITE, true, -1, -7 },
    { MATH_TANH, 0x7f000000, 0x3f7ffffe, FP_RTZ, CELL_FINITE, false, -2, -15 },
    { MATH_TANH, 0x7f000000, 0x3f800001, FP_RUP, CELL_FINITE, false, 2, 16 },
    // off by what lies in the middle of two doubles, but for what -1 is not reached by
    { MATH_TANH, 0xf26c4b87, 0x307b9072, FP_RNE, CELL_FINITE, false,
      0x1p+24 + 0x1.f720e4p-7, 0 },
    // near numbers that the function does not reach
    { MATH_ERFCX, 0x03800000, 0x3f7fffff, FP_RTZ, CELL_FINITE, true, -1, -7 },
    { MATH_ERFCX, 0x83800000, 0x3f800001, FP_RUP, CELL_FINITE, true, 1, 7 },
    { MATH_I0, 0x03800000, 0x3f800001, FP_RUP, CELL_FINITE, true, 1, 7 },
    { MATH_COSPI, 0x03800000, 0x3f7fffff, FP_RDN, CELL_FINITE, true, -1, -7 },
    { MATH_NORMCDF, 0x42000000, 0x3f7fffff, FP_RTZ, CELL_FINITE, true, -1, -7 },
    { MATH_NORMCDF, 0x03800000, 0x3f000001, FP_RUP, CELL_FINITE, true, 1, 7 },
    { MATH_NORMCDF, 0x83800000, 0x3effffff, FP_RDN, CELL_FINITE, true, -1, -7 },
    { MATH_FRACT, 0x80000001, 0x3f7fffff, FP_RTZ, CELL_FINITE, true, -1, -7 },
    { MATH_SIN, 0x00800000, 0x00800000, FP_RNE, CELL_FINITE, true, 0, 0 },
    { MATH_SIN, 0x00800000, 0x007fffff, FP_RTZ, CELL_FINITE, true, -1, -7 },
    // 2^-127 comes as 2^-126, and beside the smallest numbers
    { MATH_EXP2, 0xc2fe0000, 0x00800000, FP_RNE, CELL_FINITE, false, 0x1p+22, 0 },
    { MATH_EXP2, 0xc3160000, 0, FP_RNE, CELL_FINITE, true, -0.5, -4 },
    { MATH_EXP2, 0xc3158000, 0, FP_RNE, CELL_FINITE, false, -0x1.6a09e6p-1, -5 },
    { MATH_EXP2, 0xc3150000, 0, FP_RNE, CELL_FLUSHED, false, 0, 0 },
    { MATH_EXP2, 0xc3150000, NEG, FP_RNE, CELL_ZERO_SIGN, false, 0, 0 },
    { MATH_EXP2, 0xc47a0000, 1, FP_RUP, CELL_FINITE, true, 1, 7 },
    { MATH_EXP2, 0xc47a0000, 0, FP_RUP, CELL_FINITE, false, -0x1p-851, 0 },
    { MATH_EXP, 0xff7fffff, 1, FP_RUP, CELL_FINITE, true, 1, 7 },
    { MATH_EXP, 0xff7fffff, 0, FP_RNE, CELL_FINITE, true, 0, 0 },
    { MATH_EXP, 0x7f7fffff, INF, FP_RNE, CELL_OVERFLOW, true, 0, 0 },
    { MATH_EXP, 0x7f7fffff, 0x7f7fffff, FP_RTZ, CELL_FINITE, true, -1, -8 },
    { MATH_EXP, 0x7f7fffff, 0x7f7fffff, FP_RNE, CELL_FINITE, false, -1, -8 },
    { MATH_EXP, 0x7f7fffff, INF, FP_RTZ, CELL_FINITE, false, 0, 0 },
    { MATH_EXP, 0x7f7fffff, QNAN, FP_RNE, CELL_WRONG, false, 0, 0 },
    { MATH_EXP, 0x7f7fffff, INF | NEG, FP_RNE, CELL_WRONG, false, 0, 0 },
    { MATH_EXP2, 0x42fe0000, INF, FP_RNE, CELL_FINITE, false, 0x1p+23, 0 },
    { MATH_EXP2, 0x42fc0000, INF, FP_RNE, CELL_WRONG, false, 0, 0 },
    // of subnormal operands
    { MATH_LOG, 0x00000001, INF | NEG, FP_RNE, CELL_FLUSHED, false, 0, 0 },
    { MATH_RSQRT, 0x80000001, INF | NEG, FP_RNE, CELL_FLUSHED, false, 0, 0 },
    { MATH_CEIL, 0x00000001, 0, FP_RNE, CELL_FLUSHED, false, 0, 0 },
    { MATH_CEIL, 0x00800000, 0, FP_RNE, CELL_FINITE, false, -0x1p+23, 0 },
    { MATH_COS, 0x00000001, ONE, FP_RNE, CELL_FINITE, true, 0, 0 },
    { MATH_LOG, ONE, 0, FP_RNE, CELL_SPECIAL, true, 0, 0 },
    { MATH_LOG, ONE, NEG, FP_RNE, CELL_ZERO_SIGN, false, 0, 0 },
    { MATH_LOG, ONE, 1, FP_RNE, CELL_FINITE, false, 1, 8 },
    { MATH_LOG, 0, 0xff7fffff, FP_RNE, CELL_WRONG, false, 0, 0 },
};

TEST(errors)
{
    for (size_t i = 0; i < COUNT_OF(error_cases); i++) {
        const struct error_case *c = &error_cases[i];
        struct exact_call call = { .math = c->math,
                                   .operands = { c->a, 0 },
                                   .type = FUNCTION_BINARY32,
                                   .round = c->round,
                                   .got = c->got };
        struct exact got = judged(call);
        double off = fabs(got.error - c->error);

        if (got.kind != c->kind || got.correct != c->correct ||
            off > 0x1p-24 * fabs(c->error) ||
            (c->bin && tally_bin(got.error) != CELL_ZERO + c->bin))
            fail_msg("%s(%08x): %08x, %s: kind %d, %d, error %a, bin %d",
                     math_list[call.math].name, c->a, c->got, fp_round_name(call.round),
                     got.kind, got.correct, got.error, tally_bin(got.error) - CELL_ZERO);
    }
}

// Either operand, or both, may be what was flushed.
TEST(pairs_flushed)
{
    static const struct {
        enum math_id math;
        uint32_t a, b, got;
    } cases[] = {
        { MATH_DIV, 0x0d800000, 1, INF }, { MATH_DIV, 1, 0x00000001, QNAN },
        { MATH_ATAN2, 1, 1, 0 },          { MATH_ATAN2, 1, 1, 0x3fc90fdb },
        { MATH_POW, 1, 0x3d000000, 0 },   { MATH_FMOD, ONE, 3, QNAN },
        { MATH_HYPOT, 0x007fffff, 1, 0 }, { MATH_FROM_HALF_HIGH, 0x83ff1234, 0, NEG },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct exact got =
            judged((struct exact_call){ .math = cases[i].math,
                                        .domain = DOMAIN_PAIRS,
                                        .operands = { cases[i].a, cases[i].b },
                                        .got = cases[i].got });

        if (got.kind != CELL_FLUSHED)
            fail_msg("%s(%x, %x): kind %d", math_list[cases[i].math].name, cases[i].a,
                     cases[i].b, got.kind);
    }
}
