// SPDX-License-Identifier: MIT
//
// Both readers of pictures, on bytes. A mutation keeps its checksums right, mostly, and
// sometimes changes the pixels under their compression: else nothing gets past the first
// chunk.

#include "base/png/png.h"
#include "image/shot.h"
#include "tests/house/fuzz_seeds.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define SIGNATURE 8
#define FRAME     12 // length, type and checksum of a chunk
#define RAW_MAX   (1 << 16)

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

static volatile unsigned sink;

// Each byte is looked at: one that was not set, or is not there, is found.
static void look(const uint8_t *bytes, size_t count)
{
    unsigned sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += bytes[i];
    sink = sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct png_picture picture;
    struct shot shot;
    FILE *file = size ? fmemopen((void *) data, size, "rb") : NULL;
    bool capture, any;

    if (!file)
        return 0;
    capture = png_read_file(file, "fuzz.png", false, &picture);
    if (capture)
        look(picture.bytes, (size_t) picture.width * (size_t) picture.height *
                                (size_t) picture.channels);
    rewind(file);
    any = shot_read_file(&shot, file, "fuzz.png");
    if (any)
        look(shot.grey, (size_t) shot.width * (size_t) shot.height);
    assert(any || !shot.grey);
    assert(capture || !picture.bytes);
    assert(any || log_last_error()[0]);
    assert(any || capture || !seeds);
    png_finish(&picture);
    shot_finish(&shot);
    fclose(file);
    return 0;
}

static uint32_t get32(const uint8_t *bytes)
{
    return (uint32_t) bytes[0] << 24 | (uint32_t) bytes[1] << 16 |
           (uint32_t) bytes[2] << 8 | bytes[3];
}

static void put32(uint8_t *bytes, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t) (word >> (24 - 8 * i));
}

// Sets the checksum of each whole chunk.
static void set_checksums(uint8_t *data, size_t size)
{
    for (size_t at = SIGNATURE; at + FRAME <= size;) {
        size_t length = get32(data + at);

        if (length > size - at - FRAME)
            return;
        put32(data + at + 8 + length,
              (uint32_t) crc32(0, data + at + 4, (uInt) (length + 4)));
        at += FRAME + length;
    }
}

// Where the first IDAT is; 0 if there is none.
static size_t find_pixels(const uint8_t *data, size_t size)
{
    for (size_t at = SIGNATURE; at + FRAME <= size;) {
        size_t length = get32(data + at);

        if (length > size - at - FRAME)
            return 0;
        if (!memcmp(data + at + 4, "IDAT", 4))
            return at;
        at += FRAME + length;
    }
    return 0;
}

// Mutates what the first IDAT holds, and packs it again. Returns the new size, or 0 if
// that could not be done.
static size_t mutate_pixels(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    static uint8_t raw[RAW_MAX], packed[RAW_MAX + 1024];
    size_t at = find_pixels(data, size), length, behind;
    uLongf raw_size = RAW_MAX, packed_size = sizeof packed;

    if (!at)
        return 0;
    length = get32(data + at);
    behind = size - at - FRAME - length;
    if (uncompress(raw, &raw_size, data + at + 8, length) != Z_OK)
        return 0;
    raw_size = LLVMFuzzerMutate(raw, raw_size, RAW_MAX);
    if (compress2(packed, &packed_size, raw, raw_size, (int) (seed % 3)) != Z_OK ||
        size - length + packed_size > max)
        return 0;
    memmove(data + at + 8 + packed_size, data + at + 8 + length, behind + 4);
    memcpy(data + at + 8, packed, packed_size);
    put32(data + at, (uint32_t) packed_size);
    return size - length + packed_size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    size_t mutated = seed % 4 == 0 ? mutate_pixels(data, size, max, seed / 4) : 0;

    if (!mutated)
        mutated = LLVMFuzzerMutate(data, size, max);
    if (seed % 16 != 1)
        set_checksums(data, mutated);
    return mutated;
}
