// SPDX-License-Identifier: MIT

#include "tests/base/f16c.h"

#if defined(__x86_64__)

#    include <cpuid.h>
#    include <immintrin.h>

// It comes with AVX, whose registers the system must know.
bool f16c_exists(void)
{
    unsigned a, b, c = 0, d;

    return __builtin_cpu_supports("avx") && __get_cpuid(1, &a, &b, &c, &d) &&
           c & bit_F16C;
}

__attribute__((target("f16c"))) uint32_t f16c_pack(enum fp_round rule, uint32_t bits)
{
    __m128 x = _mm_castsi128_ps(_mm_cvtsi32_si128((int) bits));

    switch (rule) {
    case FP_RTZ: return (uint32_t) _mm_extract_epi16(_mm_cvtps_ph(x, 3), 0);
    case FP_RUP: return (uint32_t) _mm_extract_epi16(_mm_cvtps_ph(x, 2), 0);
    case FP_RDN: return (uint32_t) _mm_extract_epi16(_mm_cvtps_ph(x, 1), 0);
    default: return (uint32_t) _mm_extract_epi16(_mm_cvtps_ph(x, 0), 0);
    }
}

__attribute__((target("f16c"))) uint32_t f16c_unpack(uint32_t code)
{
    __m128i half = _mm_cvtsi32_si128((int) code);

    return (uint32_t) _mm_cvtsi128_si32(_mm_castps_si128(_mm_cvtph_ps(half)));
}

#else

bool f16c_exists(void)
{
    return false;
}

uint32_t f16c_pack(enum fp_round rule, uint32_t bits)
{
    return bits;
}

uint32_t f16c_unpack(uint32_t code)
{
    return code;
}

#endif
