// SPDX-License-Identifier: MIT

#include "sweep/judge.h"

#include "sweep/exact.h"
#include "sweep/judge_block.h"
#include "sweep/judge_reference.h"
#include "sweep/tally.h"

#include "base/environment.h"
#include "base/memory.h"

#include <assert.h>
#include <dlfcn.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const struct judge_vector *vector_of(enum judge_isa isa)
{
#ifdef JUDGE_X86
    static const struct judge_vector *const vectors[JUDGE_ISA_COUNT] = {
        &judge_vector_baseline, &judge_vector_avx2, &judge_vector_avx512
    };

    return vectors[isa];
#else
    (void) isa;
    return &judge_vector_baseline;
#endif
}

// The functions, and the bound of their error in tenths of a double's ulp, as SLEEF
// names it: 3.5 of them are 2^-27 ulp of a float. Functions that are exact at some
// inputs, the powers of two, use the better form of SLEEF, which is exact there.
static const struct {
    const char *name, *bound;
} sleef_list[MATH_COUNT] = {
    [MATH_SIN] = { "sin", "u35" },       [MATH_COS] = { "cos", "u35" },
    [MATH_TAN] = { "tan", "u35" },       [MATH_ASIN] = { "asin", "u35" },
    [MATH_ACOS] = { "acos", "u35" },     [MATH_ATAN] = { "atan", "u35" },
    [MATH_SINH] = { "sinh", "u35" },     [MATH_COSH] = { "cosh", "u35" },
    [MATH_TANH] = { "tanh", "u35" },     [MATH_ASINH] = { "asinh", "u10" },
    [MATH_ACOSH] = { "acosh", "u10" },   [MATH_ATANH] = { "atanh", "u10" },
    [MATH_EXP] = { "exp", "u10" },       [MATH_EXP2] = { "exp2", "u10" },
    [MATH_EXP10] = { "exp10", "u10" },   [MATH_EXPM1] = { "expm1", "u10" },
    [MATH_LOG] = { "log", "u35" },       [MATH_LOG2] = { "log2", "u10" },
    [MATH_LOG10] = { "log10", "u10" },   [MATH_LOG1P] = { "log1p", "u10" },
    [MATH_CBRT] = { "cbrt", "u10" },     [MATH_RCBRT] = { "cbrt", "u10" },
    [MATH_SINPI] = { "sinpi", "u05" },   [MATH_COSPI] = { "cospi", "u05" },
    [MATH_ERF] = { "erf", "u10" },       [MATH_ERFC] = { "erfc", "u15" },
    [MATH_LGAMMA] = { "lgamma", "u10" }, [MATH_TGAMMA] = { "tgamma", "u10" },
    [MATH_POW] = { "pow", "u10" },       [MATH_ATAN2] = { "atan2", "u10" },
    [MATH_HYPOT] = { "hypot", "u05" },
};

static pthread_once_t sleef_once = PTHREAD_ONCE_INIT;
static void *sleef;

static void open_sleef(void)
{
#ifdef __x86_64__
    sleef = environment_dlopen("libsleef.so.3", RTLD_NOW | RTLD_LOCAL);
#endif
}

// Opens SLEEF at its first use: the build needs none of its headers, and a program that
// judges nothing does not load it. Returns a function of vectors of doubles of that
// width, within 3.5 ulp or better (for rcbrt, cbrt). Returns NULL if there is none.
static void *sleef_find(enum math_id math, enum judge_isa isa)
{
    static const char *const forms[JUDGE_ISA_COUNT] = {
        [JUDGE_BASELINE] = "Sleef_cinz_%sd2_%ssse2",
        [JUDGE_AVX2] = "Sleef_finz_%sd4_%savx2",
        [JUDGE_AVX512] = "Sleef_finz_%sd8_%savx512f",
    };
    char name[64];

    assert(math < MATH_COUNT && isa < JUDGE_ISA_COUNT);
    if (!sleef_list[math].name)
        return NULL;
    pthread_once(&sleef_once, open_sleef);
    if (!sleef)
        return NULL;
    snprintf(name, sizeof name, forms[isa], sleef_list[math].name,
             sleef_list[math].bound);
    return dlsym(sleef, name);
}

const char *judge_kind_name(enum judge_kind kind)
{
    static const char *const names[JUDGE_KIND_COUNT] = { "sleef", "libm", "mpfr" };

    assert(kind < JUDGE_KIND_COUNT);
    return names[kind];
}

const char *judge_name(const struct judge *judge)
{
    if (judge->kind != JUDGE_MPFR && judge_libm_own(judge->math))
        return "double";
    if (judge->kind == JUDGE_SLEEF && judge->isa == JUDGE_BASELINE)
        return "sleef-nofma";
    return judge_kind_name(judge->kind);
}

enum judge_isa judge_isa_best(void)
{
#ifdef JUDGE_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        return JUDGE_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return JUDGE_AVX2;
#endif
    return JUDGE_BASELINE;
}

bool judge_can(enum judge_kind kind, enum math_id math, enum function_type type)
{
    if (kind == JUDGE_MPFR)
        return exact_available();
    if (type == FUNCTION_BINARY64)
        return false;
    if (kind == JUDGE_LIBM || judge_libm_own(math))
        return judge_libm_has(math);
    return sleef_find(math, judge_isa_best()) != NULL;
}

enum judge_kind judge_best(enum math_id math, enum function_type type)
{
    if (judge_can(JUDGE_SLEEF, math, type))
        return JUDGE_SLEEF;
    return judge_can(JUDGE_LIBM, math, type) ? JUDGE_LIBM : JUDGE_MPFR;
}

struct judge judge_for(const struct function *function, const struct domain *domain,
                       double above)
{
    return (struct judge){
        .kind = judge_best(function->math, function->result),
        .isa = judge_isa_best(),
        .math = function->math,
        .type = function->result,
        .round = function->round,
        .above = above,
        .domain = domain,
    };
}

// Sets the results before the first one, if the sides have some.
static void begin(struct judge_block *block, uint64_t first)
{
    for (int s = 0; s < 2; s++) {
        const struct cell *cell = judge_block_cell(block, first + (uint64_t) s);

        block->got[s][JUDGE_PAD - 1] =
            tally_inputs(cell) ? judge_block_value(block->judge->type, cell->edge[1])
                               : NAN;
    }
}

// Returns the number of pairs of a block: its numbers have one side, or two in turn.
static int pairs_from(const struct domain *domain, uint64_t first, uint64_t end)
{
    uint64_t numbers = 2 * JUDGE_PLANE, next;

    if (domain->kind == DOMAIN_DOUBLE_PAIRS && domain->bits / 2 < 10)
        numbers = UINT64_C(1) << domain->bits / 2;
    next = (first / numbers + 1) * numbers;
    return (int) ((next < end ? next : end) - first) / 2;
}

static void judge_judge_all(struct judge_block *block, uint64_t first, size_t count,
                            const void *got)
{
    const struct judge *judge = block->judge;
    size_t width = judge->type == FUNCTION_BINARY64 ? sizeof(uint64_t) : sizeof(uint32_t);
    bool wide = function_wide(judge->domain->kind);
    uint64_t end = first + count;

    while (first < end) {
        int pairs = pairs_from(judge->domain, first, end);

        (judge->kind == JUDGE_MPFR || wide ? judge_block_exact
                                           : judge_block_run)(block, first, got, pairs);
        first += 2 * (uint64_t) pairs;
        got = (const char *) got + 2 * (size_t) pairs * width;
    }
}

void judge_results(const struct judge *judge, uint64_t first, size_t count,
                   const void *got, struct cell sides[2], struct noted_list *noted)
{
    struct judge_block *block = memory_new(1, sizeof *block);
    void *function = NULL;
    fenv_t before;

    assert(first % 2 == 0 && count % 2 == 0);
    assert(judge->isa <= judge_isa_best());
    if (judge->kind == JUDGE_SLEEF)
        function = sleef_find(judge->math, judge->isa);
    assert(judge->kind != JUDGE_SLEEF || function || judge_libm_own(judge->math));
    fegetenv(&before);
    fesetenv(FE_DFL_ENV);
    judge_block_init(block, judge, vector_of(judge->isa), function);
    block->sides = sides;
    block->noted = noted;
    if (count)
        begin(block, first);
    judge_judge_all(block, first, count, got);
    fesetenv(&before);
    free(block);
}
