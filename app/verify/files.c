// SPDX-License-Identifier: MIT

#include "base/png/png.h"
#include "survey/pictures.h"
#include "verify/private.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 120

// What `run` calls the files of a result.
static void name_file(const struct result *result, const char *end, char name[NAME_SIZE])
{
    char plain[NAME_SIZE];

    report_folder_case(result, plain, sizeof(plain));
    snprintf(name, NAME_SIZE, "%.100s%s.png", plain, end);
}

// Whose file a name is; NULL: of no result.
static const struct result *owner_of(const struct verify_work *work, const char *name,
                                     const char *end)
{
    char own[NAME_SIZE];

    for (int i = 0; i < work->written->count; i++) {
        name_file(&work->written->results[i], end, own);
        if (!strcmp(own, name))
            return &work->written->results[i];
    }
    return NULL;
}

// `key` is that of `name`, "image" or "look"; `end` stands behind it in the file's name.
static void check_name(struct verify_work *work, int i, const char *key, const char *name,
                       const char *end)
{
    const struct result *result = &work->written->results[i], *owner;
    char want[NAME_SIZE], place[112] = "no result";

    name_file(result, end, want);
    if (!name[0] || !strcmp(name, want))
        return;
    owner = owner_of(work, name, end);
    if (owner)
        verify_place(owner, place, sizeof(place));
    verify_say(work, i, key, "%s: is %s, which is of %s, not %s", key, name, place, want);
}

static bool same_levels(const struct png_picture *picture, const struct pixels *got,
                        const uint8_t *grey)
{
    return picture->channels == 1 && picture->width == got->width &&
           picture->height == got->height &&
           !memcmp(picture->bytes, grey, (size_t) got->width * (size_t) got->height);
}

static void check_look(struct verify_work *work, int i, const struct probe *probe,
                       const struct pixels *got)
{
    const struct result *result = &work->written->results[i];
    char path[PATH_MAX + sizeof(result->look)];
    struct png_picture picture;
    uint8_t *grey;

    snprintf(path, sizeof(path), "%s/%s", work->folder->folder, result->look);
    log_hold(true);
    bool read = png_read(path, &picture);

    log_hold(false);
    if (!read) {
        verify_say(work, i, "look", "%.400s", log_last_error());
        return;
    }
    grey = survey_grey(probe, got);
    if (!grey)
        work->failed = true;
    else if (same_levels(&picture, got, grey))
        work->verify->counts.looks++;
    else
        verify_say(work, i, "look", "%s: does not show its picture", result->look);
    free(grey);
    png_finish(&picture);
}

void verify_files(struct verify_work *work, int i, const struct pixels *got)
{
    const struct result *result = &work->written->results[i];
    const struct probe *probe = probe_find(result->probe);
    bool wanted = work->looks && got && probe && survey_has_grey(probe, result->readout);

    check_name(work, i, "image", result->image, "");
    check_name(work, i, "look", result->look, "-grey");
    if (wanted && !result->look[0])
        verify_say(work, i, "look", "look: is not there; the other pictures have one");
    else if (!wanted && result->look[0])
        verify_say(work, i, "look", "look: is %s, but there is nothing to look at",
                   result->look);
    else if (wanted && !work->folder->pictures)
        check_look(work, i, probe, got);
}

bool verify_picture(struct verify_work *work, int i, struct pixels *pixels)
{
    const struct result *result = &work->written->results[i];
    const enum status status = result->verdict.status;
    bool due = verify_due(result);
    const struct pixels *held =
        work->folder->pictures ? &work->folder->pictures[i] : NULL;

    *pixels = (struct pixels){ 0 };
    if (!result->image[0] && !result->sha256[0] && !due)
        return false;
    if (!result->image[0] && !(held && held->words)) {
        if (work->pictures)
            verify_say(work, i, "image", "image: says %s, but has no picture",
                       status_name(status));
        return false;
    }
    log_hold(true);
    bool read = report_folder_pixels(work->folder, result, pixels);

    log_hold(false);
    if (!read)
        verify_say(work, i, "image", "%.400s", log_last_error());
    work->verify->counts.pictures += read;
    return read;
}
