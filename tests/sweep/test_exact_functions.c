// SPDX-License-Identifier: MIT
//
// Compares the values of the exact judge with tables, at special operands and with one
// another. No value takes long.

#include "base/fp_bits.h"
#include "base/fp_format.h"
#include "sweep/exact.h"
#include "tests/shared/group.h"
#include "tests/shared/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NAN32 0x7fc00000u
#define NEG   0x80000000u
#define ONE   0x3f800000u

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

static enum math_id math_of(const char *name)
{
    int id = 0;

    while (strcmp(math_list[id].name, name) != 0)
        assert_true(++id < MATH_COUNT);
    return (enum math_id) id;
}

static int finish(void **state)
{
    exact_finish_thread();
    return 0;
}

static struct group this_group = { .name = "exact_functions", .tear_down = finish };

TEST(tables)
{
    struct rows rows = rows_read("sweep/exact_values.txt");

    for (size_t i = 0; i < rows.count; i++) {
        const char *const *field = rows.list[i].field;
        enum math_id math = math_of(field[0]);
        double a = strtod(field[1], NULL), b = strtod(field[2], NULL);
        bool order = math_list[math].operands == MATH_WITH_INT;
        struct exact got = ask(math, DOMAIN_DOUBLES, fp_bits64(a),
                               order ? (uint32_t) (int32_t) b : fp_bits64(b), 0);

        if (strcmp(got.text, field[3]) != 0)
            fail_msg("%s(%a, %g): got %s want %s", field[0], a, b, got.text, field[3]);
    }
    rows_finish(&rows);
}

static void check_special(const char *const field[])
{
    enum math_id math = math_of(field[0]);
    uint32_t a = (uint32_t) strtoul(field[1], NULL, 16);
    uint32_t b = (uint32_t) strtoul(field[2], NULL, 16);
    bool any = !strcmp(field[3], "any"), either = !strcmp(field[3], "zero");
    uint32_t want = any      ? 0xffffffff
                    : either ? NEG
                             : (uint32_t) strtoul(field[3], NULL, 16);
    struct exact right = ask(math, DOMAIN_PAIRS, a, b, want);
    struct exact wrong = ask(math, DOMAIN_PAIRS, a, b, want ^ NEG ^ 0x1000);
    bool good = right.correct && (any || either || right.want == want);

    if (want != NAN32)
        good = good && wrong.correct == any;
    if (!good)
        fail_msg("%s(%08x, %08x): want %s, not %08x (%s)", field[0], a, b, field[3],
                 (uint32_t) right.want, right.text);
}

TEST(special_operands)
{
    struct rows rows = rows_read("sweep/exact_specials.txt");

    for (size_t i = 0; i < rows.count; i++)
        check_special(rows.list[i].field);
    rows_finish(&rows);
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
