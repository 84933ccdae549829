// SPDX-License-Identifier: MIT
//
// How it works: one loop for each operation and width, which adds up differences without
// a branch, so that the compiler makes vectors of it; compiled once for any processor and
// once for one with AVX2 and FMA. Blocks small enough for the first cache are counted; a
// block that holds the first difference is looked at once more, case by case.
//
// The loops are reached through a table that no compiler looks into, between fesetround
// and fesetenv: their arithmetic cannot be moved out of its environment. This needs
// -frounding-math and -ffp-contract=off all the same.

#include "unit/check.h"

#include "base/log.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define BLOCK 1024

typedef unsigned check_loop(const void *a, const void *b, const void *c, const void *got,
                            int count);

// The caller's arrays may have been written as words.
typedef float __attribute__((may_alias)) any_float;
typedef double __attribute__((may_alias)) any_double;
typedef uint32_t __attribute__((may_alias)) any_word;
typedef uint64_t __attribute__((may_alias)) any_wide_word;

// want != got, and not both NaN: magnitudes above infinity's. Operands that the
// operation lacks are not looked at.
#define LOOP(NAME, ATTRIBUTES, TYPE, BITS, INFINITE, EXPRESSION)                 \
    ATTRIBUTES static unsigned NAME(const void *a, const void *b, const void *c, \
                                    const void *got, int count)                  \
    {                                                                            \
        const TYPE *x = a, *y = b, *z = c;                                       \
        const BITS *has = got;                                                   \
        const BITS magnitude = (BITS) -1 >> 1, infinite = INFINITE;              \
        BITS differ = 0;                                                         \
                                                                                 \
        (void) y;                                                                \
        (void) z;                                                                \
        for (int i = 0; i < count; i++) {                                        \
            TYPE value = EXPRESSION;                                             \
            BITS want;                                                           \
                                                                                 \
            memcpy(&want, &value, sizeof want);                                  \
            differ += (want != has[i]) & !(((want & magnitude) > infinite) &     \
                                           ((has[i] & magnitude) > infinite));   \
        }                                                                        \
        return (unsigned) differ;                                                \
    }

#define LOOP32(NAME, ATTRIBUTES, EXPRESSION) \
    LOOP(NAME, ATTRIBUTES, any_float, any_word, 0x7f800000, EXPRESSION)
#define LOOP64(NAME, ATTRIBUTES, EXPRESSION) \
    LOOP(NAME, ATTRIBUTES, any_double, any_wide_word, 0x7ff0000000000000, EXPRESSION)

#define ALL(SUFFIX, ATTRIBUTES)                                                       \
    LOOP32(add32##SUFFIX, ATTRIBUTES, x[i] + y[i])                                    \
    LOOP32(sub32##SUFFIX, ATTRIBUTES, x[i] - y[i])                                    \
    LOOP32(mul32##SUFFIX, ATTRIBUTES, x[i] * y[i])                                    \
    LOOP32(div32##SUFFIX, ATTRIBUTES, x[i] / y[i])                                    \
    LOOP32(sqrt32##SUFFIX, ATTRIBUTES, sqrtf(x[i]))                                   \
    LOOP32(fma32##SUFFIX, ATTRIBUTES, fmaf(x[i], y[i], z[i]))                         \
    LOOP64(add64##SUFFIX, ATTRIBUTES, x[i] + y[i])                                    \
    LOOP64(sub64##SUFFIX, ATTRIBUTES, x[i] - y[i])                                    \
    LOOP64(mul64##SUFFIX, ATTRIBUTES, x[i] * y[i])                                    \
    LOOP64(div64##SUFFIX, ATTRIBUTES, x[i] / y[i])                                    \
    LOOP64(sqrt64##SUFFIX, ATTRIBUTES, sqrt(x[i]))                                    \
    LOOP64(fma64##SUFFIX, ATTRIBUTES, fma(x[i], y[i], z[i]))                          \
    static check_loop *const loops##SUFFIX[2][UNIT_OP_COUNT] = {                      \
        { add32##SUFFIX, sub32##SUFFIX, mul32##SUFFIX, div32##SUFFIX, sqrt32##SUFFIX, \
          fma32##SUFFIX },                                                            \
        { add64##SUFFIX, sub64##SUFFIX, mul64##SUFFIX, div64##SUFFIX, sqrt64##SUFFIX, \
          fma64##SUFFIX },                                                            \
    };

ALL(_any, __attribute__((noinline)))
#if defined(__x86_64__)
ALL(_avx2, __attribute__((target("avx2,fma"), noinline)))
#endif

static check_loop *find_loop(enum unit_op op, bool wide)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return loops_avx2[wide][op];
#endif
    return loops_any[wide][op];
}

// -1 where the processor has no such direction.
static int check_direction(enum fp_round round)
{
    switch (round) {
    case FP_RNE: return FE_TONEAREST;
    case FP_RTZ: return FE_TOWARDZERO;
    case FP_RUP: return FE_UPWARD;
    case FP_RDN: return FE_DOWNWARD;
    default: return -1;
    }
}

// Whether sums of 1 + 3/4 ulp and of its negative are rounded by it, in both formats: no
// two directions give the same two results. In WebAssembly, and under some emulators,
// fesetround succeeds and changes nothing.
static bool direction_works(int direction)
{
    const bool up = direction == FE_UPWARD, down = direction == FE_DOWNWARD,
               nearest = direction == FE_TONEAREST;
    // Volatile: no sum leaves its place between fesetround and fesetenv.
    volatile float one = 1, part = 0x1.8p-24f, sum, negative;
    volatile double wide_one = 1, wide_part = 0x1.8p-53, wide_sum, wide_negative;
    fenv_t found;

    if (fegetenv(&found) != 0)
        return false;
    bool works = fesetenv(FE_DFL_ENV) == 0 && fesetround(direction) == 0;

    sum = one + part;
    negative = -one - part;
    wide_sum = wide_one + wide_part;
    wide_negative = -wide_one - wide_part;
    fesetenv(&found);
    return works && (sum > 1) == (up || nearest) &&
           (negative < -1) == (down || nearest) && (wide_sum > 1) == (up || nearest) &&
           (wide_negative < -1) == (down || nearest);
}

bool check_can(enum fp_round round)
{
    static atomic_int known[FP_ROUND_COUNT]; // 1: it works, -1: it does not
    int direction = check_direction(round);

    if (direction < 0)
        return false;
    if (!atomic_load(&known[round]))
        atomic_store(&known[round], direction_works(direction) ? 1 : -1);
    return atomic_load(&known[round]) > 0;
}

bool check_enter(enum fp_round round, fenv_t *found)
{
    if (fegetenv(found) != 0) {
        log_error("the floating-point environment cannot be read");
        return false;
    }
    // the default environment has neither traps nor flush to zero
    if (check_can(round) && fesetenv(FE_DFL_ENV) == 0 &&
        fesetround(check_direction(round)) == 0)
        return true;
    log_error("%s cannot be set", fp_round_name(round));
    fesetenv(found);
    return false;
}

static const void *behind(const void *array, size_t at, bool wide)
{
    return array ? (const char *) array + at * (wide ? 8 : 4) : NULL;
}

static unsigned count_from(const struct check_call *call, check_loop *loop, size_t at,
                           size_t count)
{
    return loop(behind(call->a, at, call->wide), behind(call->b, at, call->wide),
                behind(call->c, at, call->wide), behind(call->got, at, call->wide),
                (int) count);
}

static void count_all(const struct check_call *call, struct check_found *found)
{
    check_loop *volatile loop = find_loop(call->op, call->wide);

    for (size_t at = 0; at < call->count; at += BLOCK) {
        size_t count = call->count - at < BLOCK ? call->count - at : BLOCK;
        unsigned differ = count_from(call, loop, at, count);

        if (differ > 0 && found->mismatches == 0) {
            found->first = at;
            while (!count_from(call, loop, found->first, 1))
                found->first++;
        }
        found->mismatches += differ;
    }
}

bool check_run(const struct check_call *call, struct check_found *found)
{
    fenv_t found_there;

    assert((unsigned) call->op < UNIT_OP_COUNT);
    assert(check_direction(call->round) >= 0);
    *found = (struct check_found){ .first = call->count };
    if (!check_enter(call->round, &found_there))
        return false;
    count_all(call, found);
    fesetenv(&found_there);
    return true;
}
