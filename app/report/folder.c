// SPDX-License-Identifier: MIT

#include "report/folder.h"

#include "base/guard.h"
#include "base/home.h"
#include "base/log.h"
#include "capture/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool report_folder_find(struct report_folder *folder, const char *path, const char *name,
                        char file[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    struct stat status;
    bool is_folder =
        fstatat(home_folder(), path, &status, 0) == 0 && S_ISDIR(status.st_mode);
    int length = slash ? (int) (slash > path ? slash - path : 1) : 1;

    if (!path[0]) {
        log_error("'': %s", strerror(ENOENT));
        return false;
    }
    if (strlen(path) + strlen(name) + 2 > PATH_MAX) {
        log_error("%.80s...: the name is too long", path);
        return false;
    }
    if (is_folder)
        snprintf(folder->folder, sizeof folder->folder, "%s", path);
    else
        snprintf(folder->folder, sizeof folder->folder, "%.*s", length,
                 slash ? path : ".");
    snprintf(file, PATH_MAX, "%s%s%s", path, is_folder ? "/" : "", is_folder ? name : "");
    snprintf(folder->name, sizeof folder->name, "%s", path);
    return true;
}

bool report_folder_has(const struct report_folder *folder, const struct result *result)
{
    return folder->pictures
               ? folder->pictures[result - folder->report.results].words != NULL
               : result->sha256[0] != 0;
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
    if (held || !result->sha256[0]) {
        log_error("%s: %s has no picture", folder->name, result->probe);
        return false;
    }
    if (guard_interrupted()) { // it may be the first of many large ones
        log_error("%s: not read, interrupted", folder->name);
        return false;
    }
    return store_read(folder->folder, result->sha256, result->readout, pixels);
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
    capture_finish(&folder->capture);
    *folder = (struct report_folder){ 0 };
}
