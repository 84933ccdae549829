// SPDX-License-Identifier: MIT

#include "retouch.h"
#include "../shared/flush.h"

#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define GL_RED           0x1903
#define GL_RED_INTEGER   0x8d94
#define GL_UNSIGNED_BYTE 0x1401
#define GL_HALF_FLOAT    0x140b

#define GL_UNSIGNED_INT_2_10_10_10_REV 0x8368

#define OFFSET_MAX 0x100000000 // a number below it is a place in a buffer, no address

// What was read last, and what is shown in its place.
static unsigned char *last, *shown;
static size_t last_size;
static bool leaks;
static fenv_t found;

void retouch_before(void)
{
    fegetenv(&found);
    if (leaks)
        fesetenv(FE_DFL_ENV);
}

// Whether the action is one of those on the environment.
static bool leak(const char *action)
{
    bool flushes = !strcmp(action, "flush"), truncates = !strcmp(action, "truncate");

    if (leaks)
        fesetenv(&found);
    if (flushes)
        flush();
    if (truncates)
        fesetround(FE_TOWARDZERO);
    leaks = leaks || flushes || truncates;
    return flushes || truncates;
}

// Bytes that glReadPixels writes.
static size_t size_of_pixels(const long *given)
{
    int width = (int) given[2], height = (int) given[3];
    int format = (int) given[4], type = (int) given[5];
    size_t channels = format == GL_RED || format == GL_RED_INTEGER ? 1 : 4;
    size_t bytes = type == GL_UNSIGNED_BYTE ? 1 : type == GL_HALF_FLOAT ? 2 : 4;

    if (type == GL_UNSIGNED_INT_2_10_10_10_REV)
        channels = 1;
    return (size_t) width * (size_t) height * channels * bytes;
}

static void keep(const unsigned char *bytes, size_t size)
{
    last = realloc(last, size);
    memcpy(last, bytes, size);
    last_size = size;
}

// The `size` bytes that are to be seen in the place of what was read.
static const unsigned char *instead(const char *action, const unsigned char *read,
                                    size_t size)
{
    bool stuck = !strcmp(action, "stuck"), zeros = !strcmp(action, "zeros");
    size_t before = last_size < size ? last_size : size;

    shown = realloc(shown, size);
    memset(shown, 0, size);
    if (!zeros && before)
        memcpy(shown, last, before);
    if (!stuck && !zeros)
        keep(read, size);
    return shown;
}

// Pixels of `size` bytes, whose last row stays as it is, and the last columns if the
// width is less than the stride.
struct block {
    unsigned char *bytes;
    int width, height, stride;
    size_t size;
};

static unsigned char *pixel(const struct block *block, int x, int y)
{
    return block->bytes +
           ((size_t) y * (size_t) block->stride + (size_t) x) * block->size;
}

static void swap(const struct block *block, int x0, int y0, int x1, int y1)
{
    unsigned char *a = pixel(block, x0, y0), *b = pixel(block, x1, y1);

    for (size_t i = 0; i < block->size; i++) {
        unsigned char byte = a[i];

        a[i] = b[i];
        b[i] = byte;
    }
}

static void flip(const struct block *block)
{
    for (int y = 0; y < (block->height - 1) / 2; y++)
        for (int x = 0; x < block->width; x++)
            swap(block, x, y, x, block->height - 2 - y);
}

static void mirror(const struct block *block)
{
    for (int y = 0; y < block->height - 1; y++)
        for (int x = 0; x < block->width / 2; x++)
            swap(block, x, y, block->width - 1 - x, y);
}

static void move_row(const struct block *block)
{
    for (int y = 0; y < block->height - 2; y++)
        for (int x = 0; x < block->width; x++)
            swap(block, x, y, x, y + 1);
}

// Every second tile of 8 by 8.
static void lose_tiles(const struct block *block)
{
    for (int y = 0; y < block->height - 1; y++)
        for (int x = 0; x < block->width; x++)
            if ((x / 8 + y / 8) % 2)
                memset(pixel(block, x, y), 0, block->size);
}

// Clears the last bit of each byte, at every second call.
static void make_even(const struct block *block)
{
    static bool odd;

    odd = !odd;
    for (int y = 0; odd && y < block->height - 1; y++)
        for (int x = 0; x < block->width; x++)
            for (size_t i = 0; i < block->size; i++)
                pixel(block, x, y)[i] &= 0xfe;
}

// Does what the action says to what was read. Returns false if it is none of these.
static bool misplace(const char *action, const long *given, unsigned char *at)
{
    static const struct {
        const char *name;
        void (*act)(const struct block *block);
    } acts[] = {
        { "flipped", flip },     { "mirrored", mirror }, { "row-off", move_row },
        { "tiles", lose_tiles }, { "even", make_even },
    };
    int width = (int) given[2], height = (int) given[3];
    struct block block = { at, width, height, width, size_of_pixels(given) };

    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        size_t length = strlen(acts[i].name);
        bool inside = !strcmp(
            action + (strncmp(action, acts[i].name, length) ? 0 : length), "-inside");

        if (strcmp(action, acts[i].name) && !inside)
            continue;
        block.size /= (size_t) width * (size_t) height;
        block.width -= inside;
        acts[i].act(&block);
        return true;
    }
    return false;
}

long retouch(const char *entry, const char *action, const long *given, long answer)
{
    bool pixels = !strcmp(entry, "glReadPixels");
    bool map = !strcmp(entry, "glMapBufferRange");
    unsigned char *at = (unsigned char *) (intptr_t) (pixels ? given[6] : answer);

    if (leak(action) || (!pixels && !map) || (uintptr_t) at < OFFSET_MAX)
        return answer;
    size_t size = pixels ? size_of_pixels(given) : (size_t) given[2];

    if (pixels && misplace(action, given, at))
        return answer;
    if (strcmp(action, "zeros") && strcmp(action, "former") && strcmp(action, "stuck"))
        keep(at, size);
    else if (map)
        return (long) (intptr_t) instead(action, at, size);
    else
        memcpy(at, instead(action, at, size), size);
    return answer;
}
