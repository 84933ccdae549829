// SPDX-License-Identifier: MIT
//
// Formulas, mediump values and functions of halves: the judges name what a device
// computes, here by arithmetic of the host.

#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/half.h"
#include "tests/probe/inquiry.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <string.h>

static struct group this_group = { .name = "formulas" };

typedef float of_operands(const float *v);

static float dot_first(const float *v)
{
    float sum = v[0] * v[1] + v[1] * v[2];

    return sum + v[2] * v[0];
}

static float dot_last(const float *v)
{
    float sum = v[2] * v[0] + v[1] * v[2];

    return sum + v[0] * v[1];
}

static float dot_fused(const float *v)
{
    return fmaf(v[2], v[0], fmaf(v[1], v[2], v[0] * v[1]));
}

static float dot_wrong(const float *v)
{
    return v[0] * (v[1] + v[2]) + v[1] * v[2];
}

static float mix_step(const float *v)
{
    float apart = (v[1] - v[0]) * v[2];

    return v[0] + apart;
}

static float unit_by_inverse(const float *v)
{
    float squares = v[0] * v[0] + v[1] * v[1], inverse;

    squares += v[2] * v[2];
    inverse = 1 / sqrtf(squares);
    return v[0] * inverse;
}

static float nested(const float *v)
{
    float rest = 3 - 2 * v[0], inner = v[0] * rest;

    return v[0] * inner;
}

static float modulo(const float *v)
{
    float whole = v[1] * floorf(v[0] / v[1]);

    return v[0] - whole;
}

static float in_degrees(const float *v)
{
    return v[0] * 0x1.ca5dc2p+5f;
}

static const struct {
    const char *name;
    int line;
    of_operands *compute;
    const char *answer;
} formulas[] = {
    { "dot_first", FORMULAS_DOT_3, dot_first, "kept" },
    { "dot_last", FORMULAS_DOT_3, dot_last, "computed as c * a + b * c + a * b" },
    { "dot_fused", FORMULAS_DOT_3, dot_fused, "computed as fma(c, a, fma(b, c, a * b))" },
    { "dot_wrong", FORMULAS_DOT_3, dot_wrong, "neither" },
    { "matrix_last", FORMULAS_MAT3_VEC3, dot_last, "computed as c * a + b * c + a * b" },
    { "mix_step", FORMULAS_MIX, mix_step, "computed as a + (b - a) * c" },
    { "normalize", FORMULAS_NORMALIZE, unit_by_inverse,
      "computed as a * (1.0 / sqrt(a * a + b * b + c * c))" },
    { "smoothstep", FORMULAS_SMOOTHSTEP, nested,
      "computed as a * (a * (3.0 - 2.0 * a))" },
    { "mod", FORMULAS_MOD, modulo, "kept" },
    { "degrees", FORMULAS_DEGREES, in_degrees, "kept" },
};

TEST_EACH(formula_is_found, formulas)
{
    const __typeof__(formulas[0]) *formula = *state;
    struct inquiry *all = inquiry_ask("formulas", formula->line, look_traits(24, FP_RNE));
    const struct finding *finding;

    for (size_t i = 0; i < all->count; i++) {
        float v[3];

        for (int k = 0; k < 3; k++)
            v[k] = fp_from_bits((uint32_t) all->in[k][i]);
        all->got[0][i] = fp_bits(formula->compute(v));
    }
    finding = inquiry_judge(all);
    assert_string_equal(said_answer(finding), formula->answer);
    assert_false(finding->deviates);
}

// A number to nearest even in 11 bits.
static float to_half(float x)
{
    return fp_from_bits(half_unpack(half_pack(FP_RNE, fp_bits(x))));
}

static float as_it_is(float x)
{
    return x;
}

static float two_thirds(float x)
{
    return x * 0.6f;
}

static const struct {
    const char *name;
    float (*change)(float x);
    const char *answer;
} values[] = {
    { "rounded", to_half, "rounded" },
    { "kept", as_it_is, "not rounded" },
    { "wrong", two_thirds, "neither" },
};

TEST_EACH(value_is_rounded_or_not, values)
{
    const __typeof__(values[0]) *value = *state;
    struct inquiry *all =
        inquiry_ask("medium_values", MEDIUM_VALUES_IF, look_traits(11, FP_RNE));

    for (size_t i = 0; i < all->count; i++) {
        bool second = fp_from_bits((uint32_t) all->in[1][i]) < 0;
        float x = fp_from_bits((uint32_t) all->in[second ? 2 : 0][i]);

        all->got[0][i] = fp_bits(value->change(x));
    }
    assert_string_equal(said_answer(inquiry_judge(all)), value->answer);
}

// A mediump of 24 bits loses none of them.
TEST(wide_mediump_rounds_nothing)
{
    struct inquiry *all =
        inquiry_ask("medium_values", MEDIUM_VALUES_USED, look_traits(24, FP_RNE));

    assert_string_equal(said_answer(inquiry_judge(all)), "rounded or not");
}

TEST(table_is_compared_with_the_host)
{
    struct inquiry *all =
        inquiry_ask("half_functions", HALF_FUNCTIONS_EXP2, look_traits(11, FP_RNE));
    uint64_t *got = all->got[0];

    // 2^1 is exact; 2^0.5 rounds to 0x3da8.
    assert_int_equal(got[0x3c00], 0x38004000);
    assert_int_equal(got[0x3800], 0x39a83da8);
    for (uint32_t code = 0; code <= 0x7c00; code++) {
        float x = fp_from_bits(half_unpack(code));
        uint32_t want = half_pack(FP_RNE, fp_bits(exp2f(x)));
        int apart = (int) (got[code] & 0xffff) - (int) want;

        assert_in_range(apart + 1, 0, 2); // the host rounds twice
    }
    assert_string_equal(said_answer(inquiry_judge(all)), "all 65536 correctly rounded");
    got[0x3800] ^= 1;
    assert_string_equal(said_answer(inquiry_judge(all)),
                        "1 of 65536 not correctly rounded, up to 0.85 ulp");
}
