// SPDX-License-Identifier: MIT
//
// How it works: libjpeg reports an error by a function that must not return, and ends the
// program unless it is replaced: ours leaves by longjmp. What it only warns of, such as a
// file that ends too early, it fills with grey; a picture that is half invented is no
// evidence, so the first warning refuses the file. Before the first scan, where no pixels
// are, two things are only told: bytes between markers, and a number of JFIF that is not
// known. Bytes behind a scan are what a damaged one leaves, and refuse the file.
//
// A file gets memory for no more than it can hold: a block of 8 x 8 samples takes at
// least a bit of it, in the scan of its mean (arithmetic coding takes less, and is
// refused), so a byte holds at most 512 pixels. Each scan of a progressive file goes
// over all blocks again, and may take a few bytes: their number is limited.

#include "image/jpeg.h"

#include "base/log.h"
#include "base/memory.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
// These two need what stdio.h declares.
#include <jpeglib.h>

#include <jerror.h>

#define SIDE_MAX       16384
#define PIXELS_MAX     (1L << 26)
#define PIXELS_A_BYTE  512
#define FILE_MAX       (8 * PIXELS_MAX)
#define SCANS_MAX      64 // encoders write some ten
#define COMPONENTS_MAX 3

struct jpeg_reader {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf leave;
    FILE *file;
    bool scans; // the first scan has begun
    off_t size;
    char fault[JMSG_LENGTH_MAX];
    char remark[80]; // the last that is only told
};

// Leaves jpeg_read_file(), with these words for the fault.
_Noreturn __attribute__((format(printf, 2, 3))) static void jpeg_refuse(
    struct jpeg_reader *reader, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(reader->fault, sizeof reader->fault, format, list);
    va_end(list);
    longjmp(reader->leave, 1);
}

_Noreturn static void jpeg_fault(j_common_ptr jpeg)
{
    struct jpeg_reader *reader = jpeg->client_data;
    char text[JMSG_LENGTH_MAX];

    if (jpeg->err->msg_code == JERR_OUT_OF_MEMORY) {
        errno = ENOMEM;
        memory_check(false);
    }
    if (ferror(reader->file))
        jpeg_refuse(reader, "%s", strerror(errno));
    if (jpeg->err->msg_code == JWRN_JPEG_EOF || jpeg->err->msg_code == JERR_INPUT_EOF)
        jpeg_refuse(reader, "not a whole JPEG: the file ends too early");
    jpeg->err->format_message(jpeg, text);
    jpeg_refuse(reader, "not a whole JPEG: %s", text);
}

// Below 0 are warnings, above it what it would tell a reader of traces.
static void jpeg_remark(j_common_ptr jpeg, int level)
{
    struct jpeg_reader *reader = jpeg->client_data;
    const struct jpeg_error_mgr *said = jpeg->err;

    if (level >= 0)
        return;
    if (reader->scans ||
        (said->msg_code != JWRN_EXTRANEOUS_DATA && said->msg_code != JWRN_JFIF_MAJOR))
        jpeg_fault(jpeg);
    if (said->msg_code == JWRN_EXTRANEOUS_DATA)
        snprintf(reader->remark, sizeof reader->remark,
                 "%d bytes before marker 0x%02x belong to nothing", said->msg_parm.i[0],
                 (unsigned) said->msg_parm.i[1]);
    else
        snprintf(reader->remark, sizeof reader->remark, "JFIF %d.%02d is not known",
                 said->msg_parm.i[0], said->msg_parm.i[1]);
}

static void jpeg_pass(j_common_ptr jpeg)
{
    struct jpeg_reader *reader = jpeg->client_data;

    if (reader->jpeg.input_scan_number > SCANS_MAX)
        jpeg_refuse(reader, "too many scans for a picture, more than %d", SCANS_MAX);
}

// The rest asks for memory by the size of a picture, which this has bounded.
static void jpeg_check(struct jpeg_reader *reader)
{
    const struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    long width = (long) jpeg->image_width, height = (long) jpeg->image_height;

    if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX)
        jpeg_refuse(reader,
                    "too large a picture, %ld x %ld pixels; at most %d a side, and "
                    "2^26 in all",
                    width, height, SIDE_MAX);
    if (width * height / PIXELS_A_BYTE > reader->size)
        jpeg_refuse(reader, "cut short: %ld bytes cannot hold %ld x %ld pixels",
                    (long) reader->size, width, height);
    if (jpeg->num_components != 1 && jpeg->num_components != COMPONENTS_MAX)
        jpeg_refuse(reader, "a JPEG of %d components; convert it to RGB or grey first",
                    jpeg->num_components);
    if (jpeg->data_precision != 8 || jpeg->arith_code)
        jpeg_refuse(reader, "a JPEG of %d bits%s; convert it to PNG first",
                    jpeg->data_precision, jpeg->arith_code ? ", arithmetic coding" : "");
}

static void jpeg_rows(struct jpeg_reader *reader, struct png_picture *picture)
{
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    size_t stride = (size_t) picture->width * (size_t) picture->channels;

    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = picture->bytes + jpeg->output_scanline * stride;

        jpeg_read_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_decompress(jpeg);
}

static void jpeg_picture(struct jpeg_reader *reader, struct png_picture *picture)
{
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;

    // Keeps what it finds in err and client_data.
    jpeg_create_decompress(jpeg);
    jpeg_stdio_src(jpeg, reader->file);
    jpeg_read_header(jpeg, TRUE);
    reader->scans = true;
    jpeg_check(reader);
    jpeg->out_color_space = jpeg->num_components == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg->do_block_smoothing = FALSE; // it guesses what scans that are not there say
    jpeg->progress = &reader->progress;
    picture->width = (int) jpeg->image_width;
    picture->height = (int) jpeg->image_height;
    picture->channels = jpeg->num_components;
    picture->bytes = memory_new((size_t) picture->height,
                                (size_t) picture->width * (size_t) picture->channels);
    jpeg_start_decompress(jpeg);
    jpeg_rows(reader, picture);
}

static bool jpeg_size(struct jpeg_reader *reader)
{
    if (fseeko(reader->file, 0, SEEK_END) || (reader->size = ftello(reader->file)) < 0 ||
        fseeko(reader->file, 0, SEEK_SET))
        snprintf(reader->fault, sizeof reader->fault, "%s", strerror(errno));
    else if (reader->size > FILE_MAX)
        snprintf(reader->fault, sizeof reader->fault,
                 "the file is too large for a picture");
    return !reader->fault[0];
}

// What changes after setjmp() is not of this function.
static void jpeg_try(struct jpeg_reader *reader, struct png_picture *picture)
{
    if (!setjmp(reader->leave))
        jpeg_picture(reader, picture);
    jpeg_destroy_decompress(&reader->jpeg);
}

bool jpeg_read_file(FILE *file, const char *name, struct png_picture *picture)
{
    struct jpeg_reader reader = { .file = file, .progress = { jpeg_pass, 0, 0, 0, 0 } };

    *picture = (struct png_picture){ 0 };
    reader.jpeg.err = jpeg_std_error(&reader.errors);
    reader.jpeg.client_data = &reader;
    reader.errors.error_exit = jpeg_fault;
    reader.errors.emit_message = jpeg_remark;
    if (jpeg_size(&reader))
        jpeg_try(&reader, picture);
    if (!reader.fault[0] && reader.remark[0])
        log_warning("%s: %s; all pixels are there, and are read", name, reader.remark);
    if (!reader.fault[0])
        return true;
    log_error("%s: %s", name, reader.fault);
    png_finish(picture);
    return false;
}
