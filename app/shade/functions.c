// SPDX-License-Identifier: MIT
//
// How it works
//
// The C library's functions of double are good to an ulp or two of binary64. If all
// numbers within 2^-49 of such a result round to the same number of fewer bits, that is
// the correctly rounded result (A. Ziv, "Fast evaluation of elementary mathematical
// functions with correctly rounded last bit", TOMS 1991). Otherwise base/elementary.h
// decides, which is good to 2^-104.

#include "base/elementary.h"
#include "base/fp_bits.h"
#include "shade/machine.h"

#include <math.h>

#define UNSURE 0x1p-49

typedef double function_1(double x);

static const struct {
    function_1 *fast, *sure;
} functions[] = {
    [PROGRAM_SIN - PROGRAM_SIN] = { sin, elementary_sin },
    [PROGRAM_COS - PROGRAM_SIN] = { cos, elementary_cos },
    [PROGRAM_TAN - PROGRAM_SIN] = { tan, elementary_tan },
    [PROGRAM_ASIN - PROGRAM_SIN] = { asin, elementary_asin },
    [PROGRAM_ACOS - PROGRAM_SIN] = { acos, elementary_acos },
    [PROGRAM_ATAN - PROGRAM_SIN] = { atan, elementary_atan },
    [PROGRAM_SINH - PROGRAM_SIN] = { sinh, elementary_sinh },
    [PROGRAM_COSH - PROGRAM_SIN] = { cosh, elementary_cosh },
    [PROGRAM_TANH - PROGRAM_SIN] = { tanh, elementary_tanh },
    [PROGRAM_ASINH - PROGRAM_SIN] = { asinh, elementary_asinh },
    [PROGRAM_ACOSH - PROGRAM_SIN] = { acosh, elementary_acosh },
    [PROGRAM_ATANH - PROGRAM_SIN] = { atanh, elementary_atanh },
    [PROGRAM_EXP - PROGRAM_SIN] = { exp, elementary_exp },
    [PROGRAM_LOG - PROGRAM_SIN] = { log, elementary_log },
    [PROGRAM_EXP2 - PROGRAM_SIN] = { exp2, elementary_exp2 },
    [PROGRAM_LOG2 - PROGRAM_SIN] = { log2, elementary_log2 },
};

static double sure(enum program_op op, double a, double b)
{
    if (op != PROGRAM_ATAN2)
        return functions[op - PROGRAM_SIN].sure(a);
    return isinf(a) || isinf(b) ? atan2(a, b) : elementary_atan2(a, b);
}

static void round_results(const struct lanes_loops *loops,
                          const struct lanes_model *model, enum program_op op,
                          const double *const in[2], double *out)
{
    double low[MACHINE_LANES], high[MACHINE_LANES];

    for (int i = 0; i < MACHINE_LANES; i++) {
        low[i] = out[i] * (1.0 - UNSURE);
        high[i] = out[i] * (1.0 + UNSURE);
    }
    loops->round(model, low, low, MACHINE_LANES);
    loops->round(model, high, high, MACHINE_LANES);
    for (int i = 0; i < MACHINE_LANES; i++) {
        if (fp_bits64(low[i]) == fp_bits64(high[i])) {
            out[i] = low[i];
        } else {
            double exact = sure(op, in[0][i], in[1] ? in[1][i] : 0.0);

            loops->round(model, &exact, &out[i], 1);
        }
    }
}

void functions_apply(const struct lanes_loops *loops, const struct lanes_model *model,
                     enum program_op op, const double *a, const double *b, double *out)
{
    double results[MACHINE_LANES];

    if (op == PROGRAM_ATAN2)
        for (int i = 0; i < MACHINE_LANES; i++)
            results[i] = atan2(a[i], b[i]);
    else
        for (int i = 0; i < MACHINE_LANES; i++)
            results[i] = functions[op - PROGRAM_SIN].fast(a[i]);
    if (model)
        round_results(loops, model, op, (const double *const[2]){ a, b }, results);
    for (int i = 0; i < MACHINE_LANES; i++)
        out[i] = results[i];
}
