// SPDX-License-Identifier: MIT

#include "device/gl_controls.h"

#include "base/pixels.h"

#include <stdlib.h>

uint32_t gl_controls_word(enum readout readout, enum drawn_target target, uint32_t draw,
                          unsigned which)
{
    uint32_t number = GL_CONTROLS * draw + which, hash = number * 0x9e3779b9u;

    if (target_is_bytes(target))
        return 17 * (number & 15) | 17 * (number >> 4 & 15) << 8 |
               17 * (number >> 8 & 15) << 16 | 0x55000000;
    switch (readout) {
    case READOUT_FLOAT32: return 0x3f800000 | (hash >> 9 & ~1u) | (which & 1);
    case READOUT_FLOAT16: return 0x6400 | (hash >> 22 & ~1u) | (which & 1);
    default: return 0x80000000 | (hash & ~1u) | (which & 1);
    }
}

// Returns true if a pixel shows that word; bytes may be off by a few.
static bool shows_control(enum drawn_target target, uint32_t got, uint32_t want)
{
    for (int shift = 0; target_is_bytes(target) && shift < 32; shift += 8)
        if (abs((int) (got >> shift & 0xff) - (int) (want >> shift & 0xff)) > 8)
            return false;
    return target_is_bytes(target) || got == want;
}

void gl_controls_place(int width, int height, unsigned which, int place[4])
{
    int half = which < 2 ? (width + 1) / 2 : height / 2;
    int begin = which % 2 ? half : 0;
    int end = which % 2 == 0 ? half : which < 2 ? width + 1 : height;

    place[0] = which < 2 ? begin : width;
    place[1] = which < 2 ? height : begin;
    place[2] = which < 2 ? end - begin : 1;
    place[3] = which < 2 ? 1 : end - begin;
}

bool gl_controls_shown(const struct pixels *all, enum drawn_target target, uint32_t draw)
{
    bool shown = true;
    int at[4];

    for (unsigned i = 0; i < GL_CONTROLS; i++) {
        uint32_t want = gl_controls_word(all->readout, target, draw, i);

        gl_controls_place(all->width - 1, all->height - 1, i, at);
        for (int k = 0; k < at[2] * at[3]; k++) {
            int x = at[0] + (i < 2 ? k : 0), y = at[1] + (i < 2 ? 0 : k);

            shown = shown && shows_control(target, pixels_row(all, y)[x], want);
        }
    }
    return shown;
}

// Returns the place of word i of the 2 * GL_CONTROLS_MARGIN words around a picture, and
// the word that belongs there.
static size_t margin_place(size_t count, uint32_t draw, size_t i, uint32_t *word)
{
    bool before = i < GL_CONTROLS_MARGIN;

    *word = gl_controls_word(READOUT_BITS, TARGET_BUFFER, draw, (before ? 0 : 2) + i % 2);
    return before ? i : count + i;
}

void gl_controls_fill(uint32_t *words, size_t count, uint32_t draw)
{
    for (size_t i = 0; i < 2 * GL_CONTROLS_MARGIN; i++) {
        uint32_t word;
        size_t at = margin_place(count, draw, i, &word);

        words[at] = word;
    }
}

bool gl_controls_filled(const uint32_t *words, size_t count, uint32_t draw)
{
    bool filled = true;

    for (size_t i = 0; i < 2 * GL_CONTROLS_MARGIN; i++) {
        uint32_t word;
        size_t at = margin_place(count, draw, i, &word);

        filled = filled && words[at] == word;
    }
    return filled;
}
