// SPDX-License-Identifier: MIT

#include "base/png/reader.h"

#include "base/file.h"
#include "base/log.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#define CHUNK_MAX (1u << 20)
#define CHUNKS    8 // that libpng keeps
// Deflate says 258 bytes in two bits.
#define DEFLATE_MOST 1032
// More than the largest picture takes without any compression.
#define FILE_MAX (8 * (PNG_READER_PIXELS_MAX + (1L << 22)))
// Compressed bytes behind the last rows; a checksum and an empty block are some ten.
// libpng inflates them all, a thousandfold, to throw them away.
#define BEHIND_MAX 4096
#define IDAT       0x49444154u

struct reader {
    struct png_fault fault;
    FILE *file;
    off_t size;
    bool ours;                 // the words of the fault
    size_t behind, behind_max; // bytes of IDAT since the last rows began; 0: not yet
};

// What else a picture could be, by its first bytes.
static const struct kind {
    int at; // where they stand
    const char *bytes;
    int size;
    const char *name;
} kinds[] = {
    { 0, "\xff\xd8\xff", 3, "a JPEG picture" },
    { 0, "GIF8", 4, "a GIF picture" },
    { 8, "WEBP", 4, "a WebP picture" },
    { 4, "ftypavi", 7, "an AVIF picture" },
    { 4, "ftyphei", 7, "a HEIC picture" },
    { 4, "ftypmif", 7, "a HEIC picture" },
    { 0, "\xff\x0a", 2, "a JPEG XL picture" },
    { 4, "JXL ", 4, "a JPEG XL picture" },
    { 4, "jP  ", 4, "a JPEG 2000 picture" },
    { 0, "BM", 2, "a BMP picture" },
    { 0, "II*\0", 4, "a TIFF picture" },
    { 0, "MM\0*", 4, "a TIFF picture" },
    { 0, "%PDF", 4, "a PDF" },
    { 0, "<svg", 4, "an SVG" },
    { 0, "<?xml", 5, "an XML file" },
    { 0, "\x8aMNG", 4, "an MNG" },
    { 0, "P5", 2, "a PNM picture" },
    { 0, "P6", 2, "a PNM picture" },
};

#define SIGNATURE "\x89PNG\r\n\x1a\n"

static const char *kind_of(const char *bytes, size_t size)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
        if ((size_t) (kinds[i].at + kinds[i].size) <= size &&
            !memcmp(bytes + kinds[i].at, kinds[i].bytes, (size_t) kinds[i].size))
            return kinds[i].name;
    return NULL;
}

// Sets the file's size, and looks at its first bytes.
static bool sniff(struct reader *reader, const char *name)
{
    char bytes[16];
    const char *kind;
    size_t size;

    if (fseeko(reader->file, 0, SEEK_END) || (reader->size = ftello(reader->file)) < 0 ||
        fseeko(reader->file, 0, SEEK_SET)) {
        log_error("%s: %s", name, strerror(errno));
        return false;
    }
    size = fread(bytes, 1, sizeof(bytes), reader->file);
    if (ferror(reader->file))
        log_error("%s: %s", name, strerror(errno));
    else if (size == 0)
        log_error("%s: an empty file, not a PNG", name);
    else if (size >= 8 && !memcmp(bytes, SIGNATURE, 8) && reader->size > FILE_MAX)
        log_error("%s: too large a file for a picture", name);
    else if (size >= 8 && !memcmp(bytes, SIGNATURE, 8))
        return !fseeko(reader->file, 0, SEEK_SET);
    else if ((kind = kind_of(bytes, size)))
        log_error("%s: %s; only PNG is read: convert it first", name, kind);
    else
        log_error("%s: not a PNG", name);
    return false;
}

FILE *png_reader_open(const char *path)
{
    const char *why;
    FILE *file = file_open(path, &why);

    if (file && fseeko(file, 0, SEEK_SET)) {
        fclose(file);
        file = NULL;
        why = "a pipe, not a regular file";
    }
    if (!file)
        log_error("%s: %s", path, why);
    return file;
}

static void on_read(png_structp png, png_bytep data, size_t size)
{
    struct reader *reader = png_get_io_ptr(png);

    if (reader->behind_max && png_get_io_chunk_type(png) == IDAT)
        reader->behind += size;
    if (reader->behind > reader->behind_max)
        png_reader_refuse(png, "%zu bytes and more of data behind the last row",
                          reader->behind_max);
    if (fread(data, 1, size, reader->file) == size)
        return;
    if (ferror(reader->file))
        reader->fault.errnum = errno;
    png_error(png, "the file ends too early");
}

static void limit(png_structp png)
{
    png_set_user_limits(png, PNG_READER_SIDE_MAX, PNG_READER_SIDE_MAX);
    png_set_chunk_malloc_max(png, CHUNK_MAX);
    png_set_chunk_cache_max(png, CHUNKS);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
}

static void say(const struct reader *reader, const char *name)
{
    if (reader->fault.errnum || reader->ours)
        png_fault_say(&reader->fault, name);
    else
        log_error("%s: not a whole PNG: %s", name, reader->fault.text);
}

bool png_reader_run(FILE *file, const char *name,
                    void (*body)(png_structp png, png_infop info, void *context),
                    void *context)
{
    struct reader reader = { .fault = { "no memory", 0 }, .file = file, .ours = true };
    bool ok = false;
    png_structp png;
    png_infop info;

    if (!sniff(&reader, name))
        return false;
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, png_fault_error,
                                 png_fault_warning);
    info = png ? png_create_info_struct(png) : NULL;
    if (info && !setjmp(png_jmpbuf(png))) {
        reader.ours = false;
        png_set_read_fn(png, &reader, on_read);
        limit(png);
        body(png, info, context);
        reader.fault.text[0] = 0;
    }
    png_destroy_read_struct(&png, &info, NULL);
    ok = !reader.fault.text[0];
    if (!ok)
        say(&reader, name);
    return ok;
}

void png_reader_info(png_structp png, png_infop info)
{
    const struct reader *reader = png_get_io_ptr(png);
    off_t width, height, size;

    png_read_info(png, info);
    width = png_get_image_width(png, info);
    height = png_get_image_height(png, info);
    size = (off_t) png_get_rowbytes(png, info) * height;
    if (width * height > PNG_READER_PIXELS_MAX)
        png_reader_refuse(png, "too large a picture, %ld x %ld pixels; at most 2^26",
                          (long) width, (long) height);
    if (size / DEFLATE_MOST > reader->size)
        png_reader_refuse(png, "cut short: %ld bytes cannot hold %ld x %ld pixels",
                          (long) reader->size, (long) width, (long) height);
}

void png_reader_rows(png_structp png, png_infop info, uint8_t *bytes, size_t stride)
{
    struct reader *reader = png_get_io_ptr(png);
    int passes = png_get_interlace_type(png, info) == PNG_INTERLACE_ADAM7 ? 7 : 1;
    size_t height = png_get_image_height(png, info);

    // libpng goes on to the end of the data within the last row that has pixels, which in
    // an interlaced picture may be that before, or of a pass before.
    for (int pass = 0; pass < passes; pass++)
        for (size_t y = 0; y < height; y++) {
            if (height <= 2 || (pass == passes - 1 && y + 2 >= height))
                reader->behind_max = BEHIND_MAX + 4 * png_get_rowbytes(png, info);
            png_read_row(png, bytes + y * stride, NULL);
        }
    png_read_end(png, info);
}

void png_reader_refuse(png_structp png, const char *format, ...)
{
    struct reader *reader = png_get_error_ptr(png);
    char text[sizeof(reader->fault.text)];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    reader->ours = true;
    png_error(png, text);
}
