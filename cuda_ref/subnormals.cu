// SPDX-License-Identifier: MIT
//
// Chains of one operation each, for the time that it takes: device code only. A step goes
// forth by b and d and back by c and e, so that a value that loses nothing is after each
// step what it was. The intrinsics are never contracted or reordered.

#define CHAIN(name, forth, back)                                                  \
    extern "C" __global__ void chain_##name(float *values, float b, float c,      \
                                            float d, float e, int steps)          \
    {                                                                             \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                       \
        float v = values[i];                                                      \
                                                                                  \
        _Pragma("unroll 8") for (int step = 0; step < steps; step++)              \
        {                                                                         \
            v = forth;                                                            \
            v = back;                                                             \
        }                                                                         \
        values[i] = v;                                                            \
    }

// to nearest, toward zero, and one after the other
#define CHAINS(name, stem, forth, back)                                           \
    CHAIN(name##_rn, __##stem##_rn forth, __##stem##_rn back)                     \
    CHAIN(name##_rz, __##stem##_rz forth, __##stem##_rz back)                     \
    CHAIN(name##_mixed, __##stem##_rn forth, __##stem##_rz back)

CHAINS(add, fadd, (v, b), (v, c))
CHAINS(mul, fmul, (v, b), (v, c))
CHAINS(fma, fmaf, (v, b, d), (v, c, e))
CHAINS(div, fdiv, (b, __fadd_rn(v, d)), (c, __fadd_rn(v, e)))
