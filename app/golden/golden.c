// SPDX-License-Identifier: MIT

#include "golden/golden.h"

#include "base/file.h"
#include "base/log.h"
#include "base/png/png.h"
#include "base/sha256.h"
#include "probe/lines.h"
#include "probe/probe.h"

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
    char path[PATH_MAX + GOLDEN_NAME + 8], sha[65], other[160];
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
    ok = report_folder_unpack(&picture, &golden->result, pixels, other, sizeof(other));
    png_finish(&picture);
    if (!ok) {
        snprintf(why, size, "the golden's picture: %s", other);
        return GOLDEN_INVALID;
    }
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
    char hex[65] = "", *bytes;
    size_t size;

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
