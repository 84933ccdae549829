// SPDX-License-Identifier: MIT
//
// Compares F16C with integer arithmetic, eight floats at a time; compiled for AVX2.

#include "sweep/half_convert.h"

#if defined(__x86_64__)

#    include <assert.h>
#    include <cpuid.h>
#    include <immintrin.h>

#    define LANES 8
#    define BLOCK \
        4096 // floats whose difference is looked at, and if there is one counted

// Returns true if this processor has F16C, which clang's __builtin_cpu_supports does
// not know.
bool half_f16c(void)
{
    unsigned a, b, c = 0, d;

    return __builtin_cpu_supports("avx2") && __get_cpuid(1, &a, &b, &c, &d) &&
           (c & bit_F16C);
}

#    define TARGET __attribute__((target("avx2,f16c")))

// The immediate of vcvtps2ph: 0 even, 1 down, 2 up, 3 toward zero.
TARGET static inline __m256i f16c(__m256i x, enum half_direction direction)
{
    __m256 floats = _mm256_castsi256_ps(x);
    __m128i halves;

    switch (direction) {
    case HALF_RTZ: halves = _mm256_cvtps_ph(floats, 3); break;
    case HALF_RUP: halves = _mm256_cvtps_ph(floats, 2); break;
    case HALF_RDN: halves = _mm256_cvtps_ph(floats, 1); break;
    default: halves = _mm256_cvtps_ph(floats, 0); break;
    }
    return _mm256_cvtepu16_epi32(halves);
}

static inline TARGET __m256i broadcast(uint32_t word)
{
    return _mm256_set1_epi32((int) word);
}

TARGET static inline __m256i lanes(uint32_t first)
{
    return _mm256_add_epi32(broadcast(first), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

TARGET void half_f16c_convert(const uint32_t *x, uint32_t *out, size_t count,
                              enum half_direction direction)
{
    for (size_t i = 0; i < count; i += LANES) {
        __m256i words = _mm256_loadu_si256((const __m256i *) (const void *) (x + i));

        _mm256_storeu_si256((__m256i *) (void *) (out + i), f16c(words, direction));
    }
}

// half_from_float for a block of one binade, in which all but the significand is the
// same: (m + add + (m >> s & odd)) >> s, and `base`.
struct binade {
    uint32_t m, s, add, odd, base;
};

static struct binade binade_of(uint32_t first, enum half_direction direction)
{
    uint32_t a = first & 0x7fffffff, e = a >> 23, sign = first >> 16 & 0x8000;
    uint32_t below = e < 113 ? 113 - e : 0;
    struct binade out = { .m = (a & 0x7fffff) | (e > 0 ? 0x800000u : 0),
                          .s = 13 + (below < 13 ? below : 13),
                          .base = e > 113 ? (e - 113) << 10 : 0 };
    bool away = direction == (sign ? HALF_RDN : HALF_RUP);

    if (e >= 143) { // above the largest half: nothing of m stays
        out.s = 26;
        out.base = (direction == HALF_RNE || away ? 0x7c00 : 0x7bff) | sign;
        return out;
    }
    out.odd = direction == HALF_RNE;
    out.add = ((1u << out.s) - 1) >> out.odd;
    out.add = out.odd || away ? out.add : 0;
    out.base |= sign;
    return out;
}

// Returns true if a block is the same. A carry reaches at most 0x7c00, so nothing must
// be clamped.
TARGET static inline bool same(uint32_t first, uint32_t count,
                               enum half_direction direction, enum half_direction want)
{
    const struct binade it = binade_of(first, want);
    __m256i all = broadcast(~0u), x = lanes(first), m = lanes(it.m),
            step = broadcast(LANES);
    __m256i add = broadcast(it.add), odd = broadcast(it.odd), base = broadcast(it.base);
    __m128i s = _mm_cvtsi32_si128((int) it.s);

    for (uint32_t i = 0; i < count; i += LANES) {
        __m256i bits = _mm256_add_epi32(m, add);

        if (want == HALF_RNE)
            bits = _mm256_add_epi32(bits, _mm256_and_si256(_mm256_srl_epi32(m, s), odd));
        bits = _mm256_add_epi32(_mm256_srl_epi32(bits, s), base);
        all = _mm256_and_si256(all, _mm256_cmpeq_epi32(f16c(x, direction), bits));
        x = _mm256_add_epi32(x, step);
        m = _mm256_add_epi32(m, step);
    }
    return _mm256_movemask_epi8(all) == -1;
}

bool half_f16c_same(uint32_t first, uint32_t count, enum half_direction direction,
                    enum half_direction want)
{
    assert(first >> 23 == (first + count - 1) >> 23 && (first >> 23 & 0xff) < 0xff);
    if (direction != want)
        return same(first, count, direction, want);
    switch (direction) { // so that each loop is of one direction
    case HALF_RTZ: return same(first, count, HALF_RTZ, HALF_RTZ);
    case HALF_RUP: return same(first, count, HALF_RUP, HALF_RUP);
    case HALF_RDN: return same(first, count, HALF_RDN, HALF_RDN);
    default: return same(first, count, HALF_RNE, HALF_RNE);
    }
}

static void count_block(uint32_t first, uint32_t count, enum half_direction direction,
                        struct half_seen *seen)
{
    uint32_t x[LANES], got[LANES];

    for (uint32_t i = 0; i < count; i += LANES) {
        for (uint32_t k = 0; k < LANES; k++)
            x[k] = first + i + k;
        half_f16c_convert(x, got, LANES, direction);
        for (uint32_t k = 0; k < LANES; k++)
            half_count(seen, x[k], got[k], direction);
    }
}

void half_f16c_check(uint32_t first, uint64_t count, enum half_direction direction,
                     struct half_seen *seen)
{
    while (count > 0) {
        uint32_t here = count < BLOCK ? (uint32_t) count : BLOCK;
        uint32_t last = first + here - 1;
        bool binade = first >> 23 == last >> 23 && (first >> 23 & 0xff) < 0xff;

        if (binade && half_f16c_same(first, here, direction, direction)) {
            seen->inputs += here;
            seen->equal += here;
        } else {
            count_block(first, here, direction, seen);
        }
        first += here;
        count -= here;
    }
}

TARGET static inline uint64_t alone(uint32_t first, uint64_t count,
                                    enum half_direction direction)
{
    __m256i sum = _mm256_setzero_si256(), x = lanes(first), step = broadcast(LANES);
    uint32_t parts[LANES];
    uint64_t total = 0;

    for (uint64_t i = 0; i < count; i += LANES) {
        sum = _mm256_add_epi32(sum, f16c(x, direction));
        x = _mm256_add_epi32(x, step);
    }
    _mm256_storeu_si256((__m256i *) (void *) parts, sum);
    for (int i = 0; i < LANES; i++)
        total += parts[i];
    return total;
}

uint64_t half_f16c_alone(uint32_t first, uint64_t count, enum half_direction direction)
{
    switch (direction) {
    case HALF_RTZ: return alone(first, count, HALF_RTZ);
    case HALF_RUP: return alone(first, count, HALF_RUP);
    case HALF_RDN: return alone(first, count, HALF_RDN);
    default: return alone(first, count, HALF_RNE);
    }
}

#else
typedef int half_f16c_needs_x86; // a translation unit has a declaration
#endif
