// SPDX-License-Identifier: MIT

#include "sweep/division_proof.h"

#include "base/fp_bits.h"

#include <assert.h>
#include <string.h>

#define BLOCK 512

// X(name, domain, refinements, halley, raised, width, operands, summary)
// clang-format off
#define TABLE(X)                                                                         \
    X("markstein", MANTISSAS, 1, true, false, SCALAR, MANTISSAS,                         \
      "a/b after Markstein, rcpss and Halley's step, one refinement")                    \
    X("markstein.avx2", MANTISSAS, 1, true, false, AVX2, MANTISSAS,                      \
      "a/b after Markstein, eight at a time by rcpps")                                   \
    X("markstein.raised", MANTISSAS, 1, true, true, AVX2, MANTISSAS,                     \
      "a/b after Markstein, the estimate raised by 2^-23")                               \
    X("markstein2", MANTISSAS, 2, true, false, AVX2, MANTISSAS,                          \
      "a/b after Markstein, with two refinements")                                       \
    X("markstein0", MANTISSAS, 0, true, false, AVX2, MANTISSAS,                          \
      "a/b after Markstein, with no refinement: wrong")                                  \
    X("markstein.newton", MANTISSAS, 1, false, false, AVX2, MANTISSAS,                   \
      "a/b after Markstein, Newton's step, too little for 12 bits: wrong")               \
    X("full.c", EXPONENTS, 1, true, false, SCALAR, SKETCH,                               \
      "a/b of any operands, scaled, slow path by the limits of the C sketch")            \
    X("full.avx", EXPONENTS, 1, true, false, AVX2, WIDE,                                 \
      "a/b of any operands, scaled, slow path by the limits of the AVX version")         \
    X("full.raised", EXPONENTS, 1, true, true, AVX2, WIDE,                               \
      "the same as full.avx, the estimate raised by 2^-23")

#define FUNCTION(word, where, refinements, halley, raised, width, operands, says)        \
    { .name = "cpu:div." word, .summary = says, .math = MATH_DIV,                        \
      .result = FUNCTION_BINARY32, .round = FP_RNE, .domain = DOMAIN_##where, .bits = 32 },
#define METHOD(word, where, refinements, halley, raised, width, operands, says)          \
    { refinements, halley, raised, MARKSTEIN_##width, MARKSTEIN_##operands },

static const struct function functions[] = { TABLE(FUNCTION) };
static const struct markstein methods[] = { TABLE(METHOD) };
// clang-format on

#define COUNT ((int) (sizeof functions / sizeof *functions))

const struct function *sweep_division_functions(int *count)
{
    *count = markstein_can() ? COUNT : 0;
    return functions;
}

static const struct markstein *method_of(const struct function *function)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(functions[i].name, function->name) == 0)
            return &methods[i];
    return NULL;
}

bool sweep_division_how(const struct function *function, struct markstein *how)
{
    const struct markstein *method = method_of(function);

    if (!method || method->operands != MARKSTEIN_MANTISSAS)
        return false;
    *how = *method;
    return true;
}

void sweep_division_results(const struct function *function, const struct domain *domain,
                            uint64_t first, size_t count, void *out)
{
    const struct markstein *method = method_of(function);
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
        markstein_divide(method, a, b, q, some);
        memcpy(to + done, q, some * sizeof *q);
    }
}
