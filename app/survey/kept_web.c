// SPDX-License-Identifier: MIT

#include "survey/kept.h"

#include "base/file.h"
#include "base/log.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEPT_FILE      "derived.json"
#define KEPT_BYTES_MAX (64u << 20)

bool kept_read(struct report_folder *folder, const char *reference)
{
    char path[PATH_MAX], *text;
    bool ok = false;
    size_t size;

    if (reference)
        return false;
    if (snprintf(path, sizeof path, "%s/" KEPT_FILE, folder->folder) >= PATH_MAX)
        return false;
    log_hold(true);
    text = file_read(path, KEPT_BYTES_MAX, &size);
    if (text)
        ok = report_read(&folder->report, text, size, path);
    log_hold(false);
    free(text);
    if (!ok || !strcmp(folder->report.capture, folder->sha256))
        return ok;
    report_finish(&folder->report);
    return false;
}

bool kept_can(const struct report_folder *folder, const char *reference)
{
    (void) folder;
    (void) reference;
    return false;
}

// The page does it.
void kept_write(const struct report_folder *folder, const char *reference)
{
    (void) folder;
    (void) reference;
}
