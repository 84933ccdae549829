// SPDX-License-Identifier: MIT

#include "base/png/png.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/png/fault.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// A file may claim what it likes: it gets memory for no more than it can hold.
#define SIDE_MAX   16384
#define PIXELS_MAX (1L << 26)
#define CHUNK_MAX  (1u << 20)
#define CHUNKS     8 // that libpng keeps
// Deflate says 258 bytes in two bits.
#define DEFLATE_MOST 1032
// The largest picture without compression is smaller.
#define FILE_MAX (8 * (PIXELS_MAX + (1L << 22)))
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

// Other kinds of pictures, by their first bytes.
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

static const char *reader_kind_of(const char *bytes, size_t size)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if ((size_t) (kinds[i].at + kinds[i].size) <= size &&
            !memcmp(bytes + kinds[i].at, kinds[i].bytes, (size_t) kinds[i].size))
            return kinds[i].name;
    return NULL;
}

// Sets the file's size, and looks at its first bytes.
static bool sniff(struct reader *reader, const char *name, bool any)
{
    char bytes[64];
    const char *kind, *wanted = any ? "PNG or JPEG" : "PNG";
    size_t size;

    if (fseeko(reader->file, 0, SEEK_END) || (reader->size = ftello(reader->file)) < 0 ||
        fseeko(reader->file, 0, SEEK_SET)) {
        log_error("%s: %s", name, strerror(errno));
        return false;
    }
    size = fread(bytes, 1, sizeof bytes, reader->file);
    if (ferror(reader->file))
        log_error("%s: %s", name, strerror(errno));
    else if (size == 0)
        log_error("%s: an empty file, not a %s", name, wanted);
    else if (size >= 8 && !memcmp(bytes, SIGNATURE, 8) && reader->size > FILE_MAX)
        log_error("%s: the file is too large for a picture", name);
    else if (size >= 8 && !memcmp(bytes, SIGNATURE, 8))
        return !fseeko(reader->file, 0, SEEK_SET);
    else if (file_is_lfs(bytes, size))
        log_error("%s: " FILE_LFS, name);
    else if ((kind = reader_kind_of(bytes, size)))
        log_error("%s: %s, not a %s; convert it to PNG first", name, kind, wanted);
    else
        log_error("%s: not a %s", name, wanted);
    return false;
}

// png_error, with our own words.
_Noreturn __attribute__((format(printf, 2, 3))) static void reader_refuse(
    png_structp png, const char *format, ...)
{
    struct reader *reader = png_get_error_ptr(png);
    char text[sizeof reader->fault.text];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    reader->ours = true;
    png_error(png, text);
}

// A regular file, from its beginning; never waits for one that is not.
static FILE *reader_open(const char *path, bool any)
{
    const char *why;
    FILE *file = any ? file_open(path, &why) : file_open_plain(path, &why);

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
        reader_refuse(png, "%zu bytes and more of data behind the last row",
                      reader->behind_max);
    if (fread(data, 1, size, reader->file) == size)
        return;
    if (ferror(reader->file))
        reader->fault.errnum = errno;
    png_error(png, "the file ends too early");
}

static void limit(png_structp png)
{
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX); // see reader_info()
    png_set_chunk_malloc_max(png, CHUNK_MAX);
    png_set_chunk_cache_max(png, CHUNKS);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
}

// Refuses a picture that is too large, or larger than the file could hold.
static void reader_info(png_structp png, png_infop info)
{
    const struct reader *reader = png_get_io_ptr(png);
    off_t width, height, size;

    png_read_info(png, info);
    width = png_get_image_width(png, info);
    height = png_get_image_height(png, info);
    if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX)
        reader_refuse(png,
                      "too large a picture, %ld x %ld pixels; at most %d a side, and "
                      "2^26 in all",
                      (long) width, (long) height, SIDE_MAX);
    size = (off_t) png_get_rowbytes(png, info) * height;
    if (size / DEFLATE_MOST > reader->size)
        reader_refuse(png, "cut short: %ld bytes cannot hold %ld x %ld pixels",
                      (long) reader->size, (long) width, (long) height);
}

// All passes of it, and what is behind it.
static void reader_rows(png_structp png, png_infop info, uint8_t *bytes, size_t stride)
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

// 8 bits of grey, RGB or RGBA, as they are.
static void ask_exact(png_structp png, png_infop info, struct png_picture *picture)
{
    int type = png_get_color_type(png, info);

    picture->channels = png_get_channels(png, info);
    if (png_get_bit_depth(png, info) != 8 ||
        (type != PNG_COLOR_TYPE_GRAY && type != PNG_COLOR_TYPE_RGB &&
         type != PNG_COLOR_TYPE_RGBA))
        reader_refuse(png, "not 8 bits of grey, RGB or RGBA");
}

// Indexes, a byte each; what they mean is the picture's palette.
static void ask_indexes(png_structp png, png_infop info, struct png_picture *picture)
{
    png_colorp colours;
    png_bytep alpha = NULL;
    int transparent = 0;

    if (!png_get_PLTE(png, info, &colours, &picture->colours) || !picture->colours)
        reader_refuse(png, "no palette");
    png_get_tRNS(png, info, &alpha, &transparent, NULL);
    for (int i = 0; i < picture->colours; i++) {
        const png_byte rgb[] = { colours[i].red, colours[i].green, colours[i].blue };

        for (int c = 0; c < 3; c++)
            picture->palette[i][c] =
                (uint8_t) (i < transparent ? (rgb[c] * alpha[i] + 127) / 255 : rgb[c]);
    }
    picture->channels = 1;
    png_set_packing(png);
}

// Greys or RGB, 8 bits each, over black.
static void ask_samples(png_structp png, png_infop info, struct png_picture *picture)
{
    const png_color_16 black = { 0 };
    int type = png_get_color_type(png, info);

    png_set_expand(png);
    png_set_scale_16(png);
    if (type & PNG_COLOR_MASK_ALPHA || png_get_valid(png, info, PNG_INFO_tRNS))
        png_set_background(png, &black, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
    picture->channels = type & PNG_COLOR_MASK_COLOR ? 3 : 1;
    picture->rgba = type == PNG_COLOR_TYPE_RGBA;
}

static void check_indexes(png_structp png, const struct png_picture *picture)
{
    size_t count = (size_t) picture->width * (size_t) picture->height;
    uint8_t most = 0;

    for (size_t i = 0; i < count; i++)
        most = picture->bytes[i] > most ? picture->bytes[i] : most;
    if (picture->colours && most >= picture->colours)
        reader_refuse(png, "palette index %d, but %d colours", most, picture->colours);
}

// Returns true if a chunk is the note of this key with this value.
static bool is_note(const png_unknown_chunk *note, const char *key, const char *value)
{
    size_t before = strlen(key) + 1, after = strlen(value);

    return note->size == before + after && !memcmp(note->data, key, before) &&
           !memcmp(note->data + before, value, after);
}

static void take_notes(png_const_structp png, png_infop info, struct png_picture *picture)
{
    static const char drawn[] = "Software\0fpstripe";
    png_unknown_chunkp notes;
    int count = png_get_unknown_chunks(png, info, &notes);
    bool whole = false;
    char size[32];

    snprintf(size, sizeof size, "%d x %d", picture->width, picture->height);
    for (int i = 0; i < count; i++) {
        if (notes[i].size >= sizeof drawn - 1 &&
            !memcmp(notes[i].data, drawn, sizeof drawn - 1))
            picture->sheet = true;
        whole = whole || is_note(&notes[i], "sheet", size);
    }
    picture->whole = picture->sheet && whole;
}

// Leaves by libpng's longjmp if anything is wrong; picture->bytes may then be set.
static void reader_picture(png_structp png, png_infop info, bool any,
                           struct png_picture *picture)
{
    size_t stride;

    // As a chunk that libpng does not know: it makes room for any text that it does.
    if (any)
        png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS,
                                    (png_const_bytep) "tEXt", 1);
    reader_info(png, info);
    picture->width = (int) png_get_image_width(png, info);
    picture->height = (int) png_get_image_height(png, info);
    if (!any)
        ask_exact(png, info, picture);
    else if (png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE)
        ask_indexes(png, info, picture);
    else
        ask_samples(png, info, picture);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);

    stride = (size_t) picture->width * (size_t) picture->channels;
    if (png_get_rowbytes(png, info) != stride)
        reader_refuse(png, "an unknown kind of PNG");
    picture->bytes = memory_new((size_t) picture->height, stride);
    reader_rows(png, info, picture->bytes, stride);
    check_indexes(png, picture);
    take_notes(png, info, picture);
}

static void reader_say(const struct reader *reader, const char *name)
{
    if (reader->fault.errnum || reader->ours)
        png_fault_say(&reader->fault, name);
    else
        log_error("%s: not a whole PNG: %s", name, reader->fault.text);
}

bool png_read_file(FILE *file, const char *name, bool any, struct png_picture *picture)
{
    struct reader reader = { .fault = { "not libpng 1.6", 0 },
                             .file = file,
                             .ours = true };
    png_structp png;
    png_infop info;

    *picture = (struct png_picture){ 0 };
    if (!sniff(&reader, name, any))
        return false;
    png =
        png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &reader, png_fault_error,
                                 png_fault_warning, NULL, png_fault_new, png_fault_free);
    info = png ? png_create_info_struct(png) : NULL;
    if (info && !setjmp(png_jmpbuf(png))) {
        reader.ours = false;
        png_set_read_fn(png, &reader, on_read);
        limit(png);
        reader_picture(png, info, any, picture);
        reader.fault.text[0] = 0;
    }
    png_destroy_read_struct(&png, &info, NULL);
    if (!reader.fault.text[0])
        return true;
    reader_say(&reader, name);
    png_finish(picture);
    return false;
}

FILE *png_open(const char *path)
{
    return reader_open(path, true);
}

bool png_read(const char *path, struct png_picture *picture)
{
    FILE *file = reader_open(path, false);
    bool ok;

    *picture = (struct png_picture){ 0 };
    if (!file)
        return false;
    ok = png_read_file(file, path, false, picture);
    fclose(file);
    return ok;
}

void png_finish(struct png_picture *picture)
{
    free(picture->bytes);
    *picture = (struct png_picture){ 0 };
}
