// SPDX-License-Identifier: MIT

#include "base/png/png.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/png/fault.h"

#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A stripe is many equal rows: "up" turns all but the first of them into zeros, which
// the fastest level packs nearly as well as the slowest. A table of a function has small
// differences along its rows instead. The slowest level is for bytes that are embedded in
// pages and sent over a network.
#define LEVEL_FILE   1
#define LEVEL_TABLE  6
#define LEVEL_MEMORY 9

// The hash table for captures: zlib goes through all of it every 32 KiB. The default, 8,
// makes them one per cent smaller, and takes a fifth more time.
#define MEMORY_OF_WORDS 6

struct source {
    const uint8_t *bytes;
    const uint32_t *words; // instead of bytes: RGBA
    int width, height, channels, level;
    const struct png_note *notes; // before the pixels
    int count;
};

static void png_on_write(png_structp png, png_bytep data, size_t size)
{
    if (fwrite(data, 1, size, png_get_io_ptr(png)) != size) {
        ((struct png_fault *) png_get_error_ptr(png))->errnum = errno;
        png_error(png, "write error");
    }
}

static void png_on_flush(png_structp png)
{
    (void) png;
}

// UTF-8 to the Latin-1 of tEXt: what does not fit becomes '?'. For free().
static char *latin1(const char *text)
{
    char *copy = memory_new(strlen(text) + 1, 1), *to = copy;

    for (const unsigned char *from = (const unsigned char *) text; *from; from++) {
        if (*from < 0x80) {
            *to++ = (char) (*from < 0x20 && *from != '\n' ? '?' : *from);
        } else if ((*from == 0xc2 || *from == 0xc3) && (from[1] & 0xc0) == 0x80) {
            unsigned char byte = (unsigned char) ((*from << 6) | (from[1] & 0x3f));
            *to++ = (char) (byte < 0xa0 ? '?' : byte);
            from++;
        } else if ((*from & 0xc0) != 0x80) {
            *to++ = '?';
        }
    }
    return copy;
}

static void set_notes(png_structp png, png_infop info, const struct png_note *notes,
                      int count)
{
    for (int i = 0; i < count; i++) {
        char key[80];
        snprintf(key, sizeof key, "%s", notes[i].key);
        char *value = latin1(notes[i].value);
        png_text text = { .compression = PNG_TEXT_COMPRESSION_NONE,
                          .key = key,
                          .text = value,
                          .text_length = strlen(value) };
        png_set_text(png, info, &text, 1); // copies
        free(value);
    }
}

// Returns true if most bytes of words differ from those above, and fewer from those on
// the left.
static bool is_table(const struct source *source)
{
    size_t width = (size_t) source->width, count = width * (size_t) source->height;
    long along = 0, above = 0;

    for (size_t i = width; i < count && source->words; i++)
        for (int shift = 0; shift < 32; shift += 8) {
            along += (uint8_t) (source->words[i] >> shift) ==
                     (uint8_t) (source->words[i - 1] >> shift);
            above += (uint8_t) (source->words[i] >> shift) ==
                     (uint8_t) (source->words[i - width] >> shift);
        }
    return along > above && above < 2 * (long) count;
}

static void png_write_words(png_structp png, const struct source *source, uint32_t *row)
{
    for (int y = 0; y < source->height; y++) {
        const uint32_t *words = source->words + (size_t) y * (size_t) source->width;
        for (int x = 0; x < source->width; x++)
            row[x] = htole32(words[x]);
        png_write_row(png, (png_const_bytep) row);
    }
}

static void write_bytes(png_structp png, const struct source *source)
{
    size_t stride = (size_t) source->width * (size_t) source->channels;

    for (int y = 0; y < source->height; y++)
        png_write_row(png, source->bytes + (size_t) y * stride);
}

static void png_write_picture(png_structp png, png_infop info,
                              const struct source *source, uint32_t *row)
{
    static const int types[] = {
        [1] = PNG_COLOR_TYPE_GRAY, [3] = PNG_COLOR_TYPE_RGB, [4] = PNG_COLOR_TYPE_RGBA
    };

    const bool table = is_table(source);

    png_set_filter(png, PNG_FILTER_TYPE_BASE, table ? PNG_FILTER_SUB : PNG_FILTER_UP);
    png_set_compression_level(png, table ? LEVEL_TABLE : source->level);
    if (source->words)
        png_set_compression_mem_level(png, MEMORY_OF_WORDS);
    png_set_IHDR(png, info, (png_uint_32) source->width, (png_uint_32) source->height, 8,
                 types[source->channels], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (source->words)
        png_write_words(png, source, row);
    else
        write_bytes(png, source);
    png_write_end(png, NULL);
}

static struct source source_of_words(const struct pixels *pixels)
{
    return (struct source){ .words = pixels->words,
                            .width = pixels->width,
                            .height = pixels->height,
                            .channels = 4,
                            .level = LEVEL_FILE };
}

static struct source source_of_bytes(int width, int height, int channels,
                                     const uint8_t *bytes)
{
    return (struct source){ .bytes = bytes,
                            .width = width,
                            .height = height,
                            .channels = channels,
                            .level = LEVEL_FILE };
}

static bool encode(FILE *file, const struct source *source, struct png_fault *fault)
{
    png_structp png =
        png_create_write_struct_2(PNG_LIBPNG_VER_STRING, fault, png_fault_error,
                                  png_fault_warning, NULL, png_fault_new, png_fault_free);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    uint32_t *row = memory_new((size_t) source->width, sizeof *row);
    bool ok = false;

    snprintf(fault->text, sizeof fault->text, "not libpng 1.6");
    if (info && !setjmp(png_jmpbuf(png))) {
        png_set_write_fn(png, file, png_on_write, png_on_flush);
        set_notes(png, info, source->notes, source->count);
        png_write_picture(png, info, source, row);
        fault->text[0] = 0;
    }
    ok = !fault->text[0];
    free(row);
    png_destroy_write_struct(&png, &info);
    return ok;
}

// `fault` says why not.
static bool write_source(const char *path, const struct source *source,
                         struct png_fault *fault)
{
    struct file_stage stage;
    bool ok;

    if (!file_stage_open(&stage, path)) {
        fault->errnum = errno;
        return false;
    }
    ok = encode(stage.file, source, fault);
    // Not waited for: of a picture that a crash took away the report has the hash.
    if (!file_stage_close(&stage, ok, false) && ok) {
        fault->errnum = errno;
        return false;
    }
    return ok;
}

static bool write_file(const char *path, struct source source,
                       const struct png_note *notes, int count)
{
    struct png_fault fault = { 0 };

    source.notes = notes;
    source.count = count;
    bool ok = write_source(path, &source, &fault);
    if (!ok)
        png_fault_say(&fault, path);
    return ok;
}

bool png_write(const char *path, const struct pixels *pixels,
               const struct png_note *notes, int count)
{
    return write_file(path, source_of_words(pixels), notes, count);
}

bool png_write_grey(const char *path, int width, int height, const uint8_t *bytes,
                    const struct png_note *notes, int count)
{
    return write_file(path, source_of_bytes(width, height, 1, bytes), notes, count);
}

bool png_write_rgb(const char *path, int width, int height, const uint8_t *bytes,
                   const struct png_note *notes, int count)
{
    return write_file(path, source_of_bytes(width, height, 3, bytes), notes, count);
}

bool png_write_rgba(const char *path, int width, int height, const uint8_t *bytes,
                    const struct png_note *notes, int count)
{
    return write_file(path, source_of_bytes(width, height, 4, bytes), notes, count);
}

uint8_t *png_encode_grey(int width, int height, const uint8_t *bytes, size_t *size)
{
    struct source source = source_of_bytes(width, height, 1, bytes);
    struct png_fault fault = { 0 };
    char *whole = NULL;
    FILE *file = memory_stream(&whole, size);

    source.level = LEVEL_MEMORY;
    bool ok = encode(file, &source, &fault);

    fclose(file);
    if (ok)
        return (uint8_t *) whole;
    png_fault_say(&fault, "a PNG in memory");
    free(whole);
    *size = 0;
    return NULL;
}
