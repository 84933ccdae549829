// SPDX-License-Identifier: MIT

#include "survey/open.h"

#include "base/file.h"
#include "base/home.h"
#include "base/log.h"
#include "capture/store.h"
#include "report/swept.h"
#include "survey/derive.h"
#include "survey/kept.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OLD_FILE "report.json"

// Reads a picture. Logs why only for the first that cannot be read: a folder without its
// store lacks hundreds.
static bool read_stored(void *context, const struct capture_picture *picture,
                        enum readout readout, struct pixels *pixels)
{
    struct report_folder *folder = context;
    const bool quiet = folder->lost > 0;
    bool ok;

    if (quiet)
        log_hold(true);
    ok = store_read(folder->folder, picture->sha256, readout, pixels);
    if (quiet)
        log_hold(false);
    folder->lost += !ok;
    return ok;
}

bool open_derive(struct report_folder *folder, const char *reference)
{
    struct derive_source source = { read_stored, folder };
    bool ok;

    ok = report_derive(&folder->capture, &source, reference, &folder->report);
    if (ok)
        memcpy(folder->report.capture, folder->sha256, sizeof folder->report.capture);
    return ok;
}

// Returns true, after logging what to do, if a folder has a report without the capture
// from which it was derived: earlier versions wrote no capture.
static bool is_old(const struct report_folder *folder, const char *file)
{
    char report[PATH_MAX + sizeof OLD_FILE];

    snprintf(report, sizeof report, "%s/" OLD_FILE, folder->folder);
    if (!strcmp(file, folder->name) || faccessat(home_folder(), file, F_OK, 0) == 0 ||
        faccessat(home_folder(), report, F_OK, 0) != 0)
        return false;
    log_error("%s: a report without its " CAPTURE_FILE "; measure the device again, "
              "which writes both",
              report);
    return true;
}

// Reads the text of a capture; malloc'd. Sets `file` to its path, and the names and the
// hash of `folder`. Returns NULL, after logging why, if there is none.
static char *open_text(struct report_folder *folder, const char *path,
                       char file[PATH_MAX], size_t *size)
{
    char *text = NULL;

    *folder = (struct report_folder){ 0 };
    if (report_folder_find(folder, path, CAPTURE_FILE, file) && !is_old(folder, file))
        text = file_read(file, CAPTURE_BYTES_MAX, size);
    if (text)
        capture_sha256(text, *size, folder->sha256);
    return text;
}

bool open_evidence(struct report_folder *folder, const char *path)
{
    char file[PATH_MAX], *text;
    size_t size;
    bool ok;

    text = open_text(folder, path, file, &size);
    ok = text && capture_read(&folder->capture, text, size, file);
    if (!ok)
        *folder = (struct report_folder){ 0 };
    free(text);
    return ok;
}

// Takes the report, if it is kept, with the errors of sweeps.
static bool take_kept(struct report_folder *folder, const char *reference)
{
    if (!kept_read(folder, reference))
        return false;
    report_swept_add(folder);
    return true;
}

bool open_begin(struct report_folder *folder, const char *path, const char *reference,
                bool *kept)
{
    char file[PATH_MAX], *text;
    size_t size;
    bool ok;

    text = open_text(folder, path, file, &size);
    *kept = text && take_kept(folder, reference);
    ok = *kept || (text && capture_read(&folder->capture, text, size, file));
    if (!ok)
        report_folder_finish(folder);
    free(text);
    return ok;
}

static bool derive_and_keep(struct report_folder *folder, const char *reference)
{
    bool ok = open_derive(folder, reference);

    if (ok && !folder->lost)
        kept_write(folder, reference);
    if (ok)
        report_swept_add(folder);
    else
        report_folder_finish(folder);
    return ok;
}

bool open_finish(struct report_folder *folder, const char *reference)
{
    return take_kept(folder, reference) || derive_and_keep(folder, reference);
}

bool open_capture(struct report_folder *folder, const char *path, const char *reference)
{
    bool kept;

    return open_begin(folder, path, reference, &kept) &&
           (kept || derive_and_keep(folder, reference));
}
