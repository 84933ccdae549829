// SPDX-License-Identifier: MIT

#include "sweep/division_functions.h"

#include <assert.h>
#include <string.h>

#define BLOCK 512

// In the order of the functions.
static const struct method {
    struct markstein how;
    bool any; // any operands; else mantissas
} methods[] = {
    { { 1, true, false, MARKSTEIN_SCALAR, MARKSTEIN_SKETCH }, false },
    { { 1, true, false, MARKSTEIN_AVX2, MARKSTEIN_SKETCH }, false },
    { { 1, true, true, MARKSTEIN_AVX2, MARKSTEIN_SKETCH }, false },
    { { 2, true, false, MARKSTEIN_AVX2, MARKSTEIN_SKETCH }, false },
    { { 0, true, false, MARKSTEIN_AVX2, MARKSTEIN_SKETCH }, false },
    { { 1, false, false, MARKSTEIN_AVX2, MARKSTEIN_SKETCH }, false },
    { { 1, true, false, MARKSTEIN_SCALAR, MARKSTEIN_SKETCH }, true },
    { { 1, true, false, MARKSTEIN_AVX2, MARKSTEIN_WIDE }, true },
    { { 1, true, true, MARKSTEIN_AVX2, MARKSTEIN_WIDE }, true },
};

#define DIVISION(word, where, says)                                                 \
    {                                                                               \
        .name = "cpu:div." word, .summary = says, .math = MATH_DIV,                 \
        .result = FUNCTION_BINARY32, .round = FP_RNE, .domain = (where), .bits = 32 \
    }

static const struct function functions[] = {
    DIVISION("markstein", DOMAIN_MANTISSAS,
             "a/b after Markstein, rcpss and Halley's step, one refinement"),
    DIVISION("markstein.avx2", DOMAIN_MANTISSAS,
             "a/b after Markstein, eight at a time by rcpps"),
    DIVISION("markstein.raised", DOMAIN_MANTISSAS,
             "a/b after Markstein, the estimate raised by 2^-23"),
    DIVISION("markstein2", DOMAIN_MANTISSAS, "a/b after Markstein, with two refinements"),
    DIVISION("markstein0", DOMAIN_MANTISSAS,
             "a/b after Markstein, with no refinement: wrong"),
    DIVISION("markstein.newton", DOMAIN_MANTISSAS,
             "a/b after Markstein, Newton's step, too little for 12 bits: wrong"),
    DIVISION("full.c", DOMAIN_EXPONENTS,
             "a/b of any operands, scaled, slow path by the limits of the C sketch"),
    DIVISION("full.avx", DOMAIN_EXPONENTS,
             "a/b of any operands, scaled, slow path by the limits of the AVX version"),
    DIVISION("full.raised", DOMAIN_EXPONENTS,
             "the same as full.avx, the estimate raised by 2^-23"),
};

#define COUNT ((int) (sizeof(functions) / sizeof(*functions)))

_Static_assert(sizeof(functions) / sizeof(*functions) ==
                   sizeof(methods) / sizeof(*methods),
               "a method a function");

const struct function *sweep_division_functions(int *count)
{
    *count = markstein_can() ? COUNT : 0;
    return functions;
}

static const struct method *method_of(const struct function *function)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(functions[i].name, function->name) == 0)
            return &methods[i];
    return NULL;
}

bool sweep_division_how(const struct function *function, struct markstein *how)
{
    const struct method *method = method_of(function);

    if (!method || method->any)
        return false;
    *how = method->how;
    return true;
}

static void divide(const struct method *method, const float *a, const float *b, float *q,
                   size_t count)
{
    if (method->any)
        markstein_divide_any(&method->how, a, b, q, count);
    else
        markstein_divide(&method->how, a, b, q, count);
}

void sweep_division_results(const struct function *function, const struct domain *domain,
                            uint64_t first, size_t count, void *out)
{
    const struct method *method = method_of(function);
    float a[BLOCK], b[BLOCK], q[BLOCK];
    uint32_t *to = out;

    assert(method && markstein_can());
    for (size_t done = 0, some; done < count; done += some) {
        some = count - done < BLOCK ? count - done : BLOCK;
        for (size_t i = 0; i < some; i++) {
            struct operands pair = domain_operands(domain, first + done + i);

            a[i] = fp_from_bits((uint32_t) pair.a);
            b[i] = fp_from_bits((uint32_t) pair.b);
        }
        divide(method, a, b, q, some);
        memcpy(to + done, q, some * sizeof(*q));
    }
}
