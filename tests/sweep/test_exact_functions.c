// SPDX-License-Identifier: MIT
//
// Compares the values of the exact judge with tables, at special operands and with one
// another. No value takes long.

#include "base/fp_bits.h"
#include "base/fp_format.h"
#include "sweep/exact.h"
#include "tests/shared/group.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define NAN32  0x7fc00000u
#define INF    0x7f800000u
#define NEG    0x80000000u
#define ONE    0x3f800000u
#define MINF   (INF | NEG)
#define MONE   (ONE | NEG)
#define ANY    0xffffffffu // whatever comes is right
#define EITHER 0xfffffffeu // a zero of either sign

static struct exact ask(enum math_id math, enum domain_kind domain, uint64_t a,
                        uint64_t b, uint64_t got)
{
    bool wide = domain == DOMAIN_DOUBLES || domain == DOMAIN_DOUBLE_PAIRS;
    struct exact_call call = {
        .math = math,
        .domain = domain,
        .operands = { a, b },
        .type = wide ? FUNCTION_BINARY64 : FUNCTION_BINARY32,
        .got = got,
    };
    struct exact out;

    exact_judge(&call, &out);
    return out;
}

static const struct value {
    enum math_id math;
    double a, b;
    const char *text;
} values[] = {
#include "tests/sweep/exact_values.inc"
};

static int finish(void **state)
{
    exact_finish_thread();
    return 0;
}

static struct group this_group = { .name = "exact_functions", .tear_down = finish };

TEST(tables)
{
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        const struct value *v = &values[i];
        bool order = math_list[v->math].operands == MATH_WITH_INT;
        struct exact got = ask(v->math, DOMAIN_DOUBLES, fp_bits64(v->a),
                               order ? (uint32_t) (int32_t) v->b : fp_bits64(v->b), 0);

        if (strcmp(got.text, v->text) != 0)
            fail_msg("%s(%a, %g): got %s want %s", math_list[v->math].name, v->a, v->b,
                     got.text, v->text);
    }
}

// C23 annex F and IEEE 754-2019, 9.2; of what they lack, what CUDA and GLSL say.
static const struct special {
    enum math_id math;
    uint32_t a, b, want;
} specials[] = {
#define S(id, a, b, want) { MATH_##id, a, b, want },
#include "tests/sweep/exact_specials.inc"
};

TEST(special_operands)
{
    for (size_t i = 0; i < COUNT_OF(specials); i++) {
        const struct special *s = &specials[i];
        bool any = s->want == ANY || s->want == EITHER;
        uint32_t want = s->want == EITHER ? NEG : s->want;
        struct exact right = ask(s->math, DOMAIN_PAIRS, s->a, s->b, want);
        struct exact wrong = ask(s->math, DOMAIN_PAIRS, s->a, s->b, want ^ NEG ^ 0x1000);

        if (!right.correct || (!any && right.want != want) ||
            wrong.correct != (want == ANY))
            if (want != NAN32 || !right.correct || right.want != want)
                fail_msg("%s(%08x, %08x): want %08x, not %08x (%s)",
                         math_list[s->math].name, s->a, s->b, s->want,
                         (uint32_t) right.want, right.text);
    }
}

TEST(nan_in_nan_out)
{
    for (int i = 0; i < MATH_COUNT; i++) {
        enum math_id math = (enum math_id) i;
        struct exact got = ask(math, DOMAIN_PAIRS, NAN32, ONE, NAN32);

        if (math == MATH_SATURATE || math == MATH_FROM_INT || math == MATH_FROM_UINT ||
            math == MATH_FROM_HALF || math == MATH_FROM_HALF_HIGH)
            continue;
        if (got.kind != CELL_SPECIAL || !got.correct)
            fail_msg("%s(NaN) is %s", math_list[i].name, got.text);
    }
}

// In each pair of functions, one inverts the other: from y = f(x), rounded, it leads
// back to x, or as far from x as the rounding of y permits.
TEST(inverses)
{
    static const struct {
        enum math_id there, back;
        double x[4];
    } pairs[] = {
        { MATH_ERF, MATH_ERFINV, { 0.25, 0.75, 1.5, -2 } },
        { MATH_ERFC, MATH_ERFCINV, { 0.25, 3, 20, 26 } },
        { MATH_NORMCDF, MATH_NORMCDFINV, { -0.5, -3, -30, -37 } },
        { MATH_CBRT, MATH_CBRT, { 1, 1, 1, 1 } },
        { MATH_SINH, MATH_ASINH, { 0.01, 1, 20, -300 } },
        { MATH_TGAMMA, MATH_LGAMMA, { 1, 2, 1, 2 } },
    };

    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        for (int k = 0; k < 4; k++) {
            double x = pairs[i].x[k], back;
            struct exact y = ask(pairs[i].there, DOMAIN_DOUBLES, fp_bits64(x), 0, 0);

            y = ask(pairs[i].back, DOMAIN_DOUBLES, y.want, 0, 0);
            back = fp_from_bits64(y.want);
            if (pairs[i].back == MATH_LGAMMA)
                assert_true(back == 0);
            else if (!(fabs(back - x) <= 0x1p-48 * fabs(x)))
                fail_msg("%s and back: %a is %a", math_list[pairs[i].there].name, x,
                         back);
        }
}

static double now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double) now.tv_sec * 1e3 + (double) now.tv_nsec * 1e-6;
}

// No operand of any binade takes long; the second one is drawn.
TEST(quick)
{
    double limit_ms = 50;

    for (int i = 0; i < 2 * MATH_COUNT; i++) {
        enum math_operands operands = math_list[i % MATH_COUNT].operands;
        bool wide = i >= MATH_COUNT;

        if (wide && (operands == MATH_WITH_INT || operands == MATH_WORD))
            continue;
        for (uint32_t n = 0; n < 512; n++) {
            uint32_t d = domain_mix(n + 1), order = d % 129;
            uint64_t a = (uint64_t) (n << 23 | (n % 3 ? d >> 9 : 0)) << (wide ? 32 : 0);
            uint64_t b =
                operands == MATH_WITH_INT ? order : (uint64_t) d << (wide ? 32 : 0);
            double start = now_ms();

            ask((enum math_id)(i % MATH_COUNT), wide ? DOMAIN_DOUBLES : DOMAIN_BITS, a, b,
                0);
            if (now_ms() - start > limit_ms)
                fail_msg("%s(%llx, %llx) took %.1f ms", math_list[i % MATH_COUNT].name,
                         (unsigned long long) a, (unsigned long long) b,
                         now_ms() - start);
        }
    }
}
