// SPDX-License-Identifier: MIT

#include "sweep/half_convert.h"

#include <assert.h>

#if defined(__x86_64__)

#    include <cpuid.h>
#    include <immintrin.h>

#    define LANES 8

// clang's __builtin_cpu_supports does not know F16C.
bool half_f16c(void)
{
    unsigned a, b, c = 0, d;

    return __builtin_cpu_supports("avx2") && __get_cpuid(1, &a, &b, &c, &d) &&
           (c & bit_F16C);
}

__attribute__((target("avx2,f16c"))) void half_f16c_convert(const uint32_t *x,
                                                            uint32_t *out, size_t count,
                                                            enum half_direction direction)
{
    for (size_t i = 0; i < count; i += LANES) {
        __m256 floats = _mm256_loadu_ps((const float *) (const void *) (x + i));
        __m128i halves;

        // The immediate of vcvtps2ph: 0 even, 1 down, 2 up, 3 toward zero.
        switch (direction) {
        case HALF_RTZ: halves = _mm256_cvtps_ph(floats, 3); break;
        case HALF_RUP: halves = _mm256_cvtps_ph(floats, 2); break;
        case HALF_RDN: halves = _mm256_cvtps_ph(floats, 1); break;
        default: halves = _mm256_cvtps_ph(floats, 0); break;
        }
        _mm256_storeu_si256((__m256i *) (void *) (out + i),
                            _mm256_cvtepu16_epi32(halves));
    }
}

#else

bool half_f16c(void)
{
    return false;
}

void half_f16c_convert(const uint32_t *x, uint32_t *out, size_t count,
                       enum half_direction direction)
{
    (void) x, (void) out, (void) count, (void) direction;
    assert(!"no F16C");
}

#endif
