// SPDX-License-Identifier: MIT

#include "golden.h"

#include "file.h"
#include "lines.h"
#include "log.h"
#include "png.h"
#include "probe.h"
#include "sha256.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_BYTES_MAX (256u << 20)

const char *golden_status_name(enum golden_status status)
{
    static const char *const names[GOLDEN_STATUS_COUNT] = {
        "match", "changed", "new", "missing", "stale", "invalid",
    };

    return names[status];
}

void golden_name(const struct result *result, char name[GOLDEN_NAME])
{
    report_folder_case(result, name, GOLDEN_NAME);
}

void golden_task_name(const struct task *task, char name[GOLDEN_NAME])
{
    const struct probe_params *params = &task->params;
    struct result asked = { .stage = params->stage,
                            .precision = params->precision,
                            .form = params->form,
                            .readout = params->readout };

    snprintf(asked.probe, sizeof(asked.probe), "%s", task->probe->name);
    golden_name(&asked, name);
}

uint64_t golden_by_class(const struct facts *device, const struct result *result)
{
    const struct probe *probe = probe_find(result->probe);
    uint64_t all = result->finding_count > 63
                       ? UINT64_MAX
                       : (UINT64_C(1) << result->finding_count) - 1;

    if (!probe || !probe->lines || (!device->software && !device->simulated))
        return 0;
    return probe->lines->by_processor & all;
}

struct golden *golden_find(const struct golden_set *set, const char *name)
{
    for (int i = 0; i < set->count; i++)
        if (!strcmp(set->goldens[i].name, name))
            return &set->goldens[i];
    return NULL;
}

struct golden *golden_add(struct golden_set *set)
{
    if (set->count == set->capacity) {
        int capacity = set->capacity ? 2 * set->capacity : 16;
        struct golden *goldens =
            realloc(set->goldens, (size_t) capacity * sizeof(*goldens));

        if (!goldens) {
            log_error("no memory for golden %d", set->count + 1);
            return NULL;
        }
        set->goldens = goldens;
        set->capacity = capacity;
    }
    set->goldens[set->count] = (struct golden){ 0 };
    return &set->goldens[set->count++];
}

void golden_finish(struct golden_set *set)
{
    for (int i = 0; i < set->count; i++)
        free(set->goldens[i].result.findings);
    free(set->goldens);
    *set = (struct golden_set){ 0 };
}

static void path_of(const struct golden_set *set, const struct golden *golden,
                    char path[PATH_MAX + GOLDEN_NAME + 8])
{
    snprintf(path, PATH_MAX + GOLDEN_NAME + 8, "%s/%s", set->folder,
             golden->result.image);
}

// The words of a picture, if it has the golden's size.
static bool unpack(const struct png_picture *picture, const struct result *result,
                   struct pixels *pixels, char *why, size_t size)
{
    size_t count = (size_t) picture->width * (size_t) picture->height;

    if (picture->channels != 4 || picture->width != result->width ||
        picture->height != result->height) {
        snprintf(why, size,
                 "the golden's picture is %d x %d with %d channels, not %d x "
                 "%d with 4",
                 picture->width, picture->height, picture->channels, result->width,
                 result->height);
        return false;
    }
    if (!pixels_init(pixels, picture->width, picture->height, result->readout)) {
        snprintf(why, size, "no memory for the golden's picture");
        return false;
    }
    memcpy(pixels->words, picture->bytes, count * sizeof(*pixels->words));
    for (size_t i = 0; i < count; i++)
        pixels->words[i] = le32toh(pixels->words[i]);
    return true;
}

// Why libpng, or the system, will not have a file, without its path.
static void say_unreadable(const char *path, char *why, size_t size)
{
    const char *error = log_last_error();
    size_t length = strlen(path);

    if (!strncmp(error, path, length) && !strncmp(error + length, ": ", 2))
        error += length + 2;
    snprintf(why, size, "the golden's picture cannot be read: %.200s", error);
}

enum golden_status golden_pixels(const struct golden_set *set,
                                 const struct golden *golden, struct pixels *pixels,
                                 char *why, size_t size)
{
    char path[PATH_MAX + GOLDEN_NAME + 8], sha[65];
    struct png_picture picture;
    struct stat there;
    bool ok;

    *pixels = (struct pixels){ 0 };
    path_of(set, golden, path);
    if (stat(path, &there) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
        snprintf(why, size, "the golden's picture %s is gone", golden->result.image);
        return GOLDEN_MISSING;
    }
    log_hold(true);
    ok = png_read(path, &picture);
    log_hold(false);
    if (!ok) {
        say_unreadable(path, why, size);
        return GOLDEN_INVALID;
    }
    ok = unpack(&picture, &golden->result, pixels, why, size);
    png_finish(&picture);
    if (!ok)
        return GOLDEN_INVALID;
    pixels_sha256(pixels, sha);
    if (!strcmp(sha, golden->result.sha256))
        return GOLDEN_MATCH;
    snprintf(why, size, "the golden's picture has other pixels than were blessed");
    pixels_finish(pixels);
    return GOLDEN_INVALID;
}

// Whether a file is byte for byte the one that was written.
static bool is_untouched(const char *path, const char *want)
{
    struct sha256 sha;
    struct stat there;
    char hex[65] = "", *bytes;
    size_t size;

    // A pipe would wait for a writer.
    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode))
        return false;
    log_hold(true);
    bytes = file_read(path, FILE_BYTES_MAX, &size);
    log_hold(false);
    if (bytes) {
        sha256_init(&sha);
        sha256_add(&sha, bytes, size);
        sha256_hex(&sha, hex);
    }
    free(bytes);
    return !strcmp(hex, want);
}

enum golden_status golden_picture(const struct golden_set *set,
                                  const struct golden *golden, char *why, size_t size)
{
    char path[PATH_MAX + GOLDEN_NAME + 8];
    struct pixels pixels;
    enum golden_status status;

    if (!golden->result.image[0])
        return GOLDEN_MATCH;
    path_of(set, golden, path);
    if (is_untouched(path, golden->file_sha256))
        return GOLDEN_MATCH;
    status = golden_pixels(set, golden, &pixels, why, size);
    pixels_finish(&pixels);
    return status;
}
