// SPDX-License-Identifier: MIT

#include "shade/lanes.h"

#include "base/environment.h"
#include "base/fp.h"

#include <math.h>

#define DOUBLE_BIAS 1023

bool lanes_model(const struct fp_model *model, struct lanes_model *lanes)
{
    const int p = model->format.precision, emax = model->format.emax;
    const enum fp_round last = fp_round_last(model->round);

    if (p < 2 || p > 24 || emax < 2 || emax > 127)
        return false;
    *lanes = (struct lanes_model){
        .single = model->round == FP_RNE && p == 24 && emax == 127,
        .nearest = model->round <= FP_RNO,
        .dropped = 53 - p,
        .lowest = DOUBLE_BIAS + 1 - emax,
        .last = p - 1,
        .difference = model->round == FP_RDN ? UINT64_C(1) << 63 : 0,
        .smallest = ldexp(1.0, 1 - emax),
        .largest = ldexp(2.0 - ldexp(1.0, 1 - p), emax),
        .guard = fp_round_guard_bits(model->round),
    };
    lanes->flush_in = model->flush_in ? lanes->smallest : 0.0;
    lanes->flush_out = model->flush_out ? lanes->smallest : 0.0;
    for (unsigned i = 0; i < 16; i++)
        lanes->away |= (uint64_t) fp_round_away(last, i & 8, i & 4, i & 2, i & 1) << i;
    return true;
}

const struct lanes_loops *lanes_loops(void)
{
#if defined(__x86_64__)
    static const struct lanes_loops *const loops[] = {
        [VECTORS_BASELINE] = &lanes_baseline,
        [VECTORS_AVX2] = &lanes_avx2,
        [VECTORS_AVX512] = &lanes_avx512,
    };

    return loops[environment_vectors()];
#else
    return &lanes_baseline;
#endif
}
