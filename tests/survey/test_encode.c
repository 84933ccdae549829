// SPDX-License-Identifier: MIT
//
// Numbers as bytes that a shader computes (shaders/prelude/encode.glsl): its text,
// compiled as C, against the words themselves, in each direction of rounding.

#include "base/fp_bits.h"
#include "tests/shared/group.h"

#include <fenv.h>
#include <math.h>

static struct group this_group = { .name = "encode" };

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#define WIDE
#define abs   fabsf
#define floor floorf
#include "shaders/prelude/encode.glsl"
#undef WIDE
#undef abs
#undef floor
#pragma GCC diagnostic pop

static uint32_t encoded(uint32_t word)
{
    encode(fp_from_bits(word));

    const float bytes[] = { byte_0, byte_1, byte_2, byte_3 };
    uint32_t back = 0;

    for (int i = 0; i < 4; i++) {
        assert_true(bytes[i] >= 0 && bytes[i] <= 255 && bytes[i] == rintf(bytes[i]));
        back |= (uint32_t) bytes[i] << 8 * i;
    }
    return back;
}

static bool is_nan(uint32_t word)
{
    return word << 1 > 0xff000000;
}

// Every 16381st word, and those around the powers of two.
TEST(words_come_back)
{
    static const int directions[] = { FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD,
                                      FE_DOWNWARD };

    for (size_t i = 0; i < COUNT_OF(directions); i++) {
        fesetround(directions[i]);
        for (uint64_t at = 0; at < UINT64_C(1) << 32; at += 16381) {
            uint32_t near = (uint32_t) at >> 23 << 23;
            const uint32_t words[] = { (uint32_t) at, near, near + 1, near - 1 };

            for (size_t k = 0; k < COUNT_OF(words); k++) {
                uint32_t want = is_nan(words[k]) ? 0x7fc00000 : words[k];
                uint32_t got = encoded(words[k]);

                if (got != want)
                    fail_msg("direction %zu: 0x%08x: got 0x%08x", i, words[k], got);
            }
        }
        fesetround(FE_TONEAREST);
    }
}
