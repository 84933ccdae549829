// SPDX-License-Identifier: MIT

#include "base/pixels.h"

#include "base/memory.h"
#include "base/sha256.h"

#include <assert.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

void pixels_init(struct pixels *pixels, int width, int height, enum readout readout)
{
    assert(width >= 1);
    assert(height >= 1);
    size_t count = (size_t) width * (size_t) height;

    *pixels = (struct pixels){ .width = width, .height = height, .readout = readout };
    pixels->words = memory_resize(NULL, count, sizeof *pixels->words);
}

void pixels_copy(struct pixels *to, const struct pixels *from)
{
    size_t count = (size_t) from->width * (size_t) from->height;

    pixels_init(to, from->width, from->height, from->readout);
    memcpy(to->words, from->words, count * sizeof *to->words);
}

void pixels_clear(struct pixels *pixels)
{
    size_t count = (size_t) pixels->width * (size_t) pixels->height;
    uint32_t canary = pixels_canary(pixels->readout);

    for (size_t i = 0; i < count; i++)
        pixels->words[i] = canary;
}

void pixels_finish(struct pixels *pixels)
{
    free(pixels->words);
    *pixels = (struct pixels){ 0 };
}

uint32_t *pixels_row(const struct pixels *pixels, int y)
{
    assert(y >= 0);
    assert(y < pixels->height);
    return pixels->words + (size_t) y * (size_t) pixels->width;
}

uint32_t pixels_canary(enum readout readout)
{
    switch (readout) {
    case READOUT_RGBA8: return PIXELS_CANARY_RGBA8;
    case READOUT_FLOAT16: return PIXELS_CANARY_FLOAT16;
    default: return PIXELS_CANARY_BITS;
    }
}

bool pixels_find_canary(const struct pixels *pixels, int *x, int *y)
{
    uint32_t canary = pixels_canary(pixels->readout);

    size_t size = (size_t) pixels->width * sizeof *pixels->words;

    for (*y = 0; *y < pixels->height; ++*y) {
        const uint32_t *row = pixels_row(pixels, *y);

        // Most rows repeat the one before.
        if (*y > 0 && !memcmp(row, row - pixels->width, size))
            continue;
        for (*x = 0; *x < pixels->width; ++*x)
            if (row[*x] == canary)
                return true;
    }
    return false;
}

static void hash_words(struct sha256 *sha, const struct pixels *pixels)
{
    size_t count = (size_t) pixels->width * (size_t) pixels->height;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    sha256_add(sha, pixels->words, count * sizeof *pixels->words);
#else
    for (size_t i = 0; i < count; i++) {
        uint32_t word = __builtin_bswap32(pixels->words[i]);

        sha256_add(sha, &word, sizeof word);
    }
#endif
}

void pixels_hash(const struct pixels *pixels, char hex[65])
{
    const uint32_t sides[] = { htole32((uint32_t) pixels->width),
                               htole32((uint32_t) pixels->height) };
    struct sha256 sha;

    sha256_init(&sha);
    sha256_add(&sha, sides, sizeof sides);
    hash_words(&sha, pixels);
    sha256_hex(&sha, hex);
}
