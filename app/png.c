// SPDX-License-Identifier: MIT

#include "png.h"

#include "log.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <libpng16/png.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SIDE_MAX   16384
#define PIXELS_MAX (1L << 26)
#define CHUNK_MAX  (1u << 20)

// A stripe is many equal rows: "up" turns all but the first of them into zeros, which
// the fastest level packs as well as the slowest.
#define LEVEL 1

// What libpng last said before it gave up; errno where a file was the reason.
struct fault {
    char text[160];
    int errnum;
};

struct source {
    const uint8_t *bytes;
    const uint32_t *words; // instead of bytes: RGBA
    int width, height, channels;
    const struct png_note *notes;
    int count;
};

static void on_error(png_structp png, png_const_charp message)
{
    struct fault *fault = png_get_error_ptr(png);

    snprintf(fault->text, sizeof fault->text, "%s", message);
    longjmp(png_jmpbuf(png), 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void) png;
    (void) message;
}

static void on_write(png_structp png, png_bytep data, size_t size)
{
    if (fwrite(data, 1, size, png_get_io_ptr(png)) != size) {
        ((struct fault *) png_get_error_ptr(png))->errnum = errno;
        png_error(png, "write error");
    }
}

static void on_flush(png_structp png)
{
    (void) png;
}

// UTF-8 to the Latin-1 of tEXt: what does not fit becomes '?'. Malloc'd.
static char *latin1(const char *text)
{
    char *copy = malloc(strlen(text) + 1), *to = copy;

    if (!copy)
        return NULL;
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
    *to = 0;
    return copy;
}

static bool set_notes(png_structp png, png_infop info, const struct source *source)
{
    for (int i = 0; i < source->count; i++) {
        char key[80];
        snprintf(key, sizeof key, "%s", source->notes[i].key);
        char *value = latin1(source->notes[i].value);
        if (!value)
            return false;
        png_text text = { .compression = PNG_TEXT_COMPRESSION_NONE,
                          .key = key,
                          .text = value,
                          .text_length = strlen(value) };
        png_set_text(png, info, &text, 1); // copies
        free(value);
    }
    return true;
}

static void write_words(png_structp png, const struct source *source, uint32_t *row)
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

static void write_picture(png_structp png, png_infop info, const struct source *source,
                          uint32_t *row)
{
    static const int types[] = {
        [1] = PNG_COLOR_TYPE_GRAY, [3] = PNG_COLOR_TYPE_RGB, [4] = PNG_COLOR_TYPE_RGBA
    };

    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
    png_set_compression_level(png, LEVEL);
    png_set_IHDR(png, info, (png_uint_32) source->width, (png_uint_32) source->height, 8,
                 types[source->channels], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (source->words)
        write_words(png, source, row);
    else
        write_bytes(png, source);
    png_write_end(png, NULL);
}

static bool encode(FILE *file, const struct source *source, struct fault *fault)
{
    png_structp png =
        png_create_write_struct(PNG_LIBPNG_VER_STRING, fault, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    uint32_t *row = malloc((size_t) source->width * sizeof *row);
    bool ok = false;

    snprintf(fault->text, sizeof fault->text, "no memory");
    if (info && row && !setjmp(png_jmpbuf(png))) {
        png_set_write_fn(png, file, on_write, on_flush);
        if (set_notes(png, info, source)) {
            write_picture(png, info, source, row);
            fault->text[0] = 0;
        }
    }
    ok = !fault->text[0];
    free(row);
    png_destroy_write_struct(&png, &info);
    return ok;
}

// Where to write: a new file beside `path`, to be renamed; `path` itself if it is
// something that must not be replaced, such as /dev/full.
static bool name_target(const char *path, char *name, size_t size)
{
    struct stat status;
    bool place = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    int length = place ? snprintf(name, size, "%s", path)
                       : snprintf(name, size, "%s.%ld.tmp", path, (long) getpid());

    if (length < 0 || (size_t) length >= size) {
        log_error("%s: %s", path, strerror(ENAMETOOLONG));
        return false;
    }
    return true;
}

static bool write_file(const char *path, const struct source *source)
{
    char name[PATH_MAX];
    struct fault fault = { 0 };

    if (!name_target(path, name, sizeof name))
        return false;
    bool place = !strcmp(path, name);
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!file) {
        log_error("%s: %s", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        return false;
    }
    bool ok = encode(file, source, &fault);
    if (fclose(file) && ok) {
        ok = false;
        fault.errnum = errno;
    }
    if (ok && !place && rename(name, path)) {
        ok = false;
        fault.errnum = errno;
    }
    if (!ok) {
        log_error("%s: %s", path, fault.errnum ? strerror(fault.errnum) : fault.text);
        if (!place)
            unlink(name);
    }
    return ok;
}

bool png_write(const char *path, const struct pixels *pixels,
               const struct png_note *notes, int count)
{
    return write_file(path, &(struct source){ .words = pixels->words,
                                              .width = pixels->width,
                                              .height = pixels->height,
                                              .channels = 4,
                                              .notes = notes,
                                              .count = count });
}

bool png_write_grey(const char *path, int width, int height, const uint8_t *bytes,
                    const struct png_note *notes, int count)
{
    return write_file(path, &(struct source){ .bytes = bytes,
                                              .width = width,
                                              .height = height,
                                              .channels = 1,
                                              .notes = notes,
                                              .count = count });
}

bool png_write_rgb(const char *path, int width, int height, const uint8_t *bytes,
                   const struct png_note *notes, int count)
{
    return write_file(path, &(struct source){ .bytes = bytes,
                                              .width = width,
                                              .height = height,
                                              .channels = 3,
                                              .notes = notes,
                                              .count = count });
}

static int channels_of(png_structp png, png_infop info)
{
    int type = png_get_color_type(png, info);

    if (png_get_bit_depth(png, info) != 8)
        return 0;
    return type == PNG_COLOR_TYPE_GRAY   ? 1
           : type == PNG_COLOR_TYPE_RGB  ? 3
           : type == PNG_COLOR_TYPE_RGBA ? 4
                                         : 0;
}

static void on_read(png_structp png, png_bytep data, size_t size)
{
    FILE *file = png_get_io_ptr(png);

    if (fread(data, 1, size, file) == size)
        return;
    if (ferror(file))
        ((struct fault *) png_get_error_ptr(png))->errnum = errno;
    png_error(png, "the file ends too early");
}

// Leaves by libpng's longjmp if anything is wrong; picture->bytes may then be set.
static void read_picture(png_structp png, png_infop info, struct png_picture *picture)
{
    png_set_user_limits(png, SIDE_MAX, SIDE_MAX);
    png_set_chunk_malloc_max(png, CHUNK_MAX);
    png_set_chunk_cache_max(png, 16);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);

    picture->width = (int) png_get_image_width(png, info);
    picture->height = (int) png_get_image_height(png, info);
    picture->channels = channels_of(png, info);
    if (!picture->channels)
        png_error(png, "not 8 bits of grey, RGB or RGBA");
    if ((long) picture->width * picture->height > PIXELS_MAX)
        png_error(png, "too large a picture");
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);

    size_t stride = (size_t) picture->width * (size_t) picture->channels;
    picture->bytes = calloc((size_t) picture->height, stride);
    if (!picture->bytes)
        png_error(png, "no memory");
    for (int pass = 0; pass < passes; pass++)
        for (int y = 0; y < picture->height; y++)
            png_read_row(png, picture->bytes + (size_t) y * stride, NULL);
    png_read_end(png, NULL);
}

static bool decode(FILE *file, struct png_picture *picture, struct fault *fault)
{
    png_structp png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, fault, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;

    snprintf(fault->text, sizeof fault->text, "no memory");
    if (info && !setjmp(png_jmpbuf(png))) {
        png_set_read_fn(png, file, on_read);
        read_picture(png, info, picture);
        fault->text[0] = 0;
    }
    png_destroy_read_struct(&png, &info, NULL);
    return !fault->text[0];
}

bool png_read(const char *path, struct png_picture *picture)
{
    struct fault fault = { 0 };
    FILE *file = fopen(path, "rbe");
    bool ok = false;

    *picture = (struct png_picture){ 0 };
    if (!file) {
        log_error("%s: %s", path, strerror(errno));
        return false;
    }
    ok = decode(file, picture, &fault);
    if (!ok) {
        log_error("%s: %s", path, fault.errnum ? strerror(fault.errnum) : fault.text);
        png_finish(picture);
    }
    fclose(file);
    return ok;
}

void png_finish(struct png_picture *picture)
{
    free(picture->bytes);
    *picture = (struct png_picture){ 0 };
}
