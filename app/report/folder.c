// SPDX-License-Identifier: MIT

#include "report/folder.h"

#include "base/file.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/png/png.h"
#include "base/staging.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define REPORT_NAME "report.json"

// Where the report is, and where the pictures are.
static bool folder_find(struct report_folder *folder, const char *path,
                        char file[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    struct stat status;
    bool is_folder =
        fstatat(staging_home(), path, &status, 0) == 0 && S_ISDIR(status.st_mode);
    int used;

    if (!path[0]) {
        log_error("'': %s", strerror(ENOENT));
        return false;
    }
    if (strlen(path) + sizeof("/" REPORT_NAME) > PATH_MAX) {
        log_error("%.80s...: the name is too long", path);
        return false;
    }
    if (is_folder) {
        used = snprintf(file, PATH_MAX, "%s/" REPORT_NAME, path);
        snprintf(folder->folder, sizeof folder->folder, "%s", path);
    } else {
        used = snprintf(file, PATH_MAX, "%s", path);
        snprintf(folder->folder, sizeof folder->folder, "%.*s",
                 slash ? (int) (slash > path ? slash - path : 1) : 1, slash ? path : ".");
    }
    snprintf(folder->name, sizeof folder->name, "%s", path);
    return used > 0;
}

// Old and new files beside each other are no report.
static bool folder_is_settled(const char *folder)
{
    if (!staging_pending(folder))
        return true;
    log_error(
        "%s: a run was ended before it had replaced all of its files here; the next "
        "one with this output directory does the rest",
        folder);
    return false;
}

bool report_folder_open(struct report_folder *folder, const char *path, char **document)
{
    char file[PATH_MAX], *text = NULL;
    size_t size;
    bool ok;

    *folder = (struct report_folder){ 0 };
    ok = folder_find(folder, path, file) && folder_is_settled(folder->folder) &&
         (text = file_read(file, REPORT_FOLDER_BYTES_MAX, &size)) &&
         report_read(&folder->report, text, size, file);
    if (!ok)
        *folder = (struct report_folder){ 0 };
    if (ok && document)
        *document = text;
    else
        free(text);
    return ok;
}

// The words of a file that was read, if it is a picture of the result's size; else false,
// with `why` [size] set.
static bool folder_unpack(const struct png_picture *picture, const struct result *result,
                          struct pixels *pixels, char *why, size_t size)
{
    const size_t count = (size_t) picture->width * (size_t) picture->height;

    *pixels = (struct pixels){ 0 };
    if (picture->channels != 4 || picture->width != result->width ||
        picture->height != result->height) {
        snprintf(why, size, "%d x %d with %d channels, not %d x %d with 4",
                 picture->width, picture->height, picture->channels, result->width,
                 result->height);
        return false;
    }
    pixels_init(pixels, picture->width, picture->height, result->readout);
    memcpy(pixels->words, picture->bytes, count * sizeof *pixels->words);
    for (size_t i = 0; i < count; i++)
        pixels->words[i] = le32toh(pixels->words[i]);
    return true;
}

static bool read_file(const struct report_folder *folder, const struct result *result,
                      struct pixels *pixels)
{
    char path[PATH_MAX + sizeof result->image], sha[65], why[160];
    struct png_picture picture;
    bool ok;

    snprintf(path, sizeof path, "%s/%s", folder->folder, result->image);
    if (guard_interrupted()) { // it may be the first of many large ones
        log_error("%s: not read, interrupted", path);
        return false;
    }
    if (!png_read(path, &picture))
        return false;
    ok = folder_unpack(&picture, result, pixels, why, sizeof why);
    png_finish(&picture);
    if (!ok) {
        log_error("%s: %s", path, why);
        return false;
    }
    pixels_sha256(pixels, sha);
    if (!strcmp(sha, result->sha256))
        return true;
    log_error("%s: its pixels are not those of pixels_sha256: got %s want %s", path, sha,
              result->sha256);
    pixels_finish(pixels);
    return false;
}

bool report_folder_pixels(const struct report_folder *folder, const struct result *result,
                          struct pixels *pixels)
{
    const struct pixels *held =
        folder->pictures ? &folder->pictures[result - folder->report.results] : NULL;

    *pixels = (struct pixels){ 0 };
    if (held && held->words) {
        pixels_copy(pixels, held);
        return true;
    }
    if (held || !result->image[0]) {
        log_error("%s: %s has no picture", folder->name, result->probe);
        return false;
    }
    return read_file(folder, result, pixels);
}

void report_folder_case(const struct result *result, char *name, size_t size)
{
    snprintf(name, size, "%s-%s-%s-%s-%s", result->probe, stage_name(result->stage),
             precision_name(result->precision), form_name(result->form),
             readout_name(result->readout));
}

void report_folder_finish(struct report_folder *folder)
{
    for (int i = 0; folder->pictures && i < folder->report.count; i++)
        pixels_finish(&folder->pictures[i]);
    free(folder->pictures);
    report_finish(&folder->report);
    *folder = (struct report_folder){ 0 };
}
