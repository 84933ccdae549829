// SPDX-License-Identifier: MIT

#include "sweep/judge_sleef.h"

#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The functions, and the bound of their error in tenths of a double's ulp, as SLEEF names
// it: 3.5 of them are 2^-27 ulp of a float. Those that are exact now and then, at powers
// of two, are asked for their better form, which is exact there.
static const struct {
    const char *name, *bound;
} functions[MATH_COUNT] = {
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

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library;

static void open_library(void)
{
#ifdef __x86_64__
    library = dlopen("libsleef.so.3", RTLD_NOW | RTLD_LOCAL);
#endif
}

void *judge_sleef_find(enum math_id math, enum judge_isa isa)
{
    static const char *const forms[JUDGE_ISA_COUNT] = {
        [JUDGE_BASELINE] = "Sleef_cinz_%sd2_%ssse2",
        [JUDGE_AVX2] = "Sleef_finz_%sd4_%savx2",
        [JUDGE_AVX512] = "Sleef_finz_%sd8_%savx512f",
    };
    char name[64];

    assert(math < MATH_COUNT && isa < JUDGE_ISA_COUNT);
    if (!functions[math].name)
        return NULL;
    pthread_once(&once, open_library);
    if (!library)
        return NULL;
    snprintf(name, sizeof(name), forms[isa], functions[math].name, functions[math].bound);
    return dlsym(library, name);
}
