// SPDX-License-Identifier: MIT

#include "base/sha256.h"

#include <stdatomic.h>
#include <string.h>
#ifdef __x86_64__
#    include <cpuid.h>
#    include <immintrin.h>
#endif

// The first 32 bits of the fractions of the cube roots of the first 64 primes.
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
};

// Inlined also by a compiler that saves bytes, as for a page: this and the rounds below
// make 150 MB/s of 40 in WebAssembly.
__attribute__((always_inline)) static inline uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void expand(const uint8_t block[64], uint32_t words[64])
{
    for (int i = 0; i < 16; i++)
        words[i] = (uint32_t) block[4 * i] << 24 | (uint32_t) block[4 * i + 1] << 16 |
                   (uint32_t) block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t x = words[i - 15], y = words[i - 2];
        uint32_t s0 = rotate(x, 7) ^ rotate(x, 18) ^ x >> 3;
        uint32_t s1 = rotate(y, 17) ^ rotate(y, 19) ^ y >> 10;
        words[i] = words[i - 16] + s0 + words[i - 7] + s1;
    }
}

// A round: of the eight words only d and h change, and the next round names them one on.
#define ROUND(a, b, c, d, e, f, g, h, i)                                               \
    do {                                                                               \
        uint32_t t1 = s[h] + (rotate(s[e], 6) ^ rotate(s[e], 11) ^ rotate(s[e], 25)) + \
                      ((s[e] & s[f]) ^ (~s[e] & s[g])) + constants[i] + words[i];      \
                                                                                       \
        s[d] += t1;                                                                    \
        s[h] = t1 + (rotate(s[a], 2) ^ rotate(s[a], 13) ^ rotate(s[a], 22)) +          \
               ((s[a] & s[b]) ^ (s[a] & s[c]) ^ (s[b] & s[c]));                        \
    } while (0)

// One block after another: [count][64].
static void compress(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    for (; count > 0; count--, blocks += 64) {
        uint32_t words[64], s[8];

        expand(blocks, words);
        memcpy(s, state, sizeof s);
        for (int i = 0; i < 64; i += 8) {
            ROUND(0, 1, 2, 3, 4, 5, 6, 7, i);
            ROUND(7, 0, 1, 2, 3, 4, 5, 6, i + 1);
            ROUND(6, 7, 0, 1, 2, 3, 4, 5, i + 2);
            ROUND(5, 6, 7, 0, 1, 2, 3, 4, i + 3);
            ROUND(4, 5, 6, 7, 0, 1, 2, 3, i + 4);
            ROUND(3, 4, 5, 6, 7, 0, 1, 2, i + 5);
            ROUND(2, 3, 4, 5, 6, 7, 0, 1, i + 6);
            ROUND(1, 2, 3, 4, 5, 6, 7, 0, i + 7);
        }
        for (int i = 0; i < 8; i++)
            state[i] += s[i];
    }
}

#ifdef __x86_64__
// The same by the instructions made for it, which keep the state as (a b e f) and
// (c d g h), do two rounds each, and have the message schedule in two halves.
__attribute__((target("sha,sse4.1"))) static void compress_x86(uint32_t state[8],
                                                               const uint8_t *blocks,
                                                               size_t count)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *) state), 0xb1);
    __m128i hgfe = _mm_loadu_si128((const __m128i *) (state + 4));
    __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);

    for (; count > 0; count--, blocks += 64) {
        __m128i abef_before = abef, cdgh_before = cdgh, w[16];

        for (int i = 0; i < 16; i++) {
            if (i < 4) {
                w[i] = _mm_loadu_si128((const __m128i *) (blocks + 16 * i));
                w[i] = _mm_shuffle_epi8(w[i], swap);
            } else {
                w[i] = _mm_add_epi32(_mm_sha256msg1_epu32(w[i - 4], w[i - 3]),
                                     _mm_alignr_epi8(w[i - 1], w[i - 2], 4));
                w[i] = _mm_sha256msg2_epu32(w[i], w[i - 1]);
            }
            __m128i wk = _mm_add_epi32(
                w[i], _mm_loadu_si128((const __m128i *) (constants + 4 * i)));

            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, wk);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(wk, 0x0e));
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);

    _mm_storeu_si128((__m128i *) state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *) (state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

static bool has_sha(void)
{
    unsigned a, b, c, d;

    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1) &&
           __builtin_cpu_supports("sse4.1");
}
#endif

static atomic_bool portable_only;

static void compress_fast(uint32_t state[8], const uint8_t *blocks, size_t count)
{
#ifdef __x86_64__
    static atomic_int known = -1;

    if (known < 0)
        known = has_sha();
    if (known && !portable_only) {
        compress_x86(state, blocks, count);
        return;
    }
#endif
    compress(state, blocks, count);
}

void sha256_portable(bool portable)
{
    portable_only = portable;
}

void sha256_init(struct sha256 *sha)
{
    // the same of the square roots of the first 8 primes
    static const uint32_t start[8] = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    *sha = (struct sha256){ .length = 0 };
    memcpy(sha->state, start, sizeof start);
}

void sha256_add(struct sha256 *sha, const void *data, size_t size)
{
    const uint8_t *bytes = data;

    while (size > 0) {
        size_t used = sha->length % 64;
        size_t take = size < 64 - used ? size : 64 - used;

        if (used == 0 && size >= 64) {
            take = size - size % 64;
            compress_fast(sha->state, bytes, take / 64);
        } else {
            memcpy(sha->block + used, bytes, take);
            if (used + take == 64)
                compress_fast(sha->state, sha->block, 1);
        }
        sha->length += take;
        bytes += take;
        size -= take;
    }
}

void sha256_hex(struct sha256 *sha, char hex[65])
{
    uint64_t bits = sha->length * 8;
    uint8_t padding[72] = { 0x80 };
    // a one, zeros up to 56 mod 64, the length in bits
    size_t zeros = (64 + 55 - sha->length % 64) % 64;
    for (size_t i = 0; i < 8; i++)
        padding[1 + zeros + i] = (uint8_t) (bits >> (56 - 8 * i));
    sha256_add(sha, padding, 1 + zeros + 8);

    for (int i = 0; i < 64; i++) {
        uint32_t digit = sha->state[i / 8] >> (28 - 4 * (i % 8)) & 15;
        hex[i] = "0123456789abcdef"[digit];
    }
    hex[64] = '\0';
}
