// SPDX-License-Identifier: MIT

#include "command/save.h"

#include "base/file.h"
#include "base/home.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/text.h"
#include "capture/capture.h"
#include "capture/store.h"
#include "command/beside.h"
#include "command/greys.h"
#include "compare/compare.h"
#include "report/expressions.h"
#include "report/folder.h"
#include "sheet/sheet.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define REPORT_NAME "report.json"

#define WAIT_MS 10000 // for the lock
#define STEP_MS 5

// Returns true if no file that a run writes would go into a pipe or a device, which may
// never end. Otherwise logs which one.
static bool are_files(const struct output *output)
{
    static const char *const names[] = { REPORT_NAME, CAPTURE_FILE };
    char path[PATH_MAX];
    struct stat status;

    for (int i = 0; i < REPORT_PAGES + 2; i++) {
        output_path(output, i < 2 ? names[i] : report_page_files[i - 2], path);
        if (fstatat(home_folder(), path, &status, 0) != 0 || S_ISREG(status.st_mode))
            continue;
        log_error("%s: not a regular file; remove it", path);
        return false;
    }
    return true;
}

bool save_open(struct save *save, const char *folder, const char *store)
{
    *save = (struct save){ .lock = -1, .shared = store };
    save->on = output_open(&save->output, folder) && are_files(&save->output) &&
               snprintf(save->store, sizeof save->store, "%s",
                        store ? store : save->output.folder) < PATH_MAX;
    return save->on;
}

// ---- the lock ----
//
// A run locks the folder that has its store, shared with other runs, before it looks
// for a picture there. Whoever removes pictures (here and in capture/prune.h) needs the
// lock alone. So nobody removes a picture that a run has found, and is about to name.

static bool take_lock(struct save *save, int kind)
{
    if (save->lock < 0)
        save->lock =
            openat(home_folder(), save->store, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return save->lock >= 0 && flock(save->lock, kind | LOCK_NB) == 0;
}

bool save_lock(struct save *save)
{
    if (!output_make(&save->output))
        return false;
    for (int ms = 0; !take_lock(save, LOCK_EX); ms += STEP_MS) {
        if (errno != EWOULDBLOCK) // a file system may have no locks
            return true;
        if (ms >= WAIT_MS) {
            log_error("%s: another process has been writing there for %d s",
                      save->output.folder, WAIT_MS / 1000);
            return false;
        }
        nanosleep(&(struct timespec){ .tv_nsec = STEP_MS * 1000000L }, NULL);
    }
    return true;
}

// ---- pictures ----

static bool save_has_picture(const struct save *save, const char *hash)
{
    for (int i = 0; i < save->picture_count; i++)
        if (!strcmp(save->pictures[i].hash, hash))
            return true;
    return false;
}

// Makes the folders and takes the lock, which a file system may not have. Returns
// false, after logging why, if a folder cannot be made or opened.
static bool save_begin(struct save *save)
{
    if (!output_make(&save->output))
        return false;
    take_lock(save, LOCK_SH);
    if (save->lock < 0)
        log_error("%s: cannot open the directory: %s", save->store, strerror(errno));
    return save->lock >= 0;
}

bool save_picture(struct save *save, const struct capture_picture *picture,
                  const struct pixels *pixels)
{
    enum store_written written;

    if (save_has_picture(save, picture->sha256))
        return true;
    if (save->lock < 0 && !save_begin(save))
        return false;
    written = store_write(save->store, picture->sha256, pixels);
    if (written == STORE_FAILED)
        return false;
    save->pictures = memory_resize(save->pictures, (size_t) save->picture_count + 1,
                                   sizeof *save->pictures);
    struct save_picture *saved = &save->pictures[save->picture_count++];

    memcpy(saved->hash, picture->sha256, sizeof saved->hash);
    saved->made = written == STORE_MADE;
    return true;
}

// Returns true if each picture of the capture is there.
static bool pictures_are_there(const struct save *save)
{
    char path[PATH_MAX];

    for (int i = 0; i < save->picture_count; i++)
        if (!store_has(save->store, save->pictures[i].hash, path)) {
            log_error("%s: the picture is gone: another process removed it; run again",
                      path);
            return false;
        }
    return true;
}

// Returns true if a folder has no folder but its store. The captures of another one may
// name pictures of the store.
static bool has_only_store(const char *folder)
{
    int fd = openat(home_folder(), folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = fd < 0 ? NULL : fdopendir(fd);
    const struct dirent *entry;
    struct stat status;
    bool only = list;

    while (only && (entry = readdir(list)))
        only = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
               !strcmp(entry->d_name, STORE_FOLDER) ||
               (fstatat(fd, entry->d_name, &status, 0) == 0 && !S_ISDIR(status.st_mode));
    if (list)
        closedir(list);
    else if (fd >= 0)
        close(fd);
    return only;
}

static void remove_unnamed(const struct save *save, const char *hash)
{
    if (hash[0] && !save_has_picture(save, hash))
        store_remove(save->store, hash);
}

// Removes the pictures of the earlier capture that this one does not name.
static void remove_replaced(const struct save *save, const struct capture *earlier)
{
    for (int i = 0; i < earlier->count; i++) {
        remove_unnamed(save, earlier->measurements[i].picture.sha256);
        remove_unnamed(save, earlier->measurements[i].second.picture.sha256);
    }
}

// Removes the pictures that this run has made, where no capture names them.
static void remove_made(struct save *save)
{
    char path[PATH_MAX + sizeof STORE_FOLDER];

    for (int i = 0; i < save->picture_count; i++)
        if (save->pictures[i].made)
            store_remove(save->store, save->pictures[i].hash);
    snprintf(path, sizeof path, "%s/" STORE_FOLDER, save->store);
    unlinkat(home_folder(), path, AT_REMOVEDIR); // if it is empty
}

void save_close(struct save *save)
{
    if (save->on && !save->complete && !save->shared && save->lock >= 0 &&
        take_lock(save, LOCK_EX))
        remove_made(save);
    output_close(&save->output);
    if (save->on && save->lock >= 0)
        close(save->lock);
    free(save->pictures);
    *save = (struct save){ 0 };
}

void save_describe(const struct result *result, char *text, size_t size)
{
    bool lines = report_has_expressions(result) && result->verdict.status == STATUS_OK;
    char answer[FINDING_ANSWER_TEXT];

    if (result->finding_count == 1)
        finding_text(&result->findings[0], answer, sizeof answer);
    if (lines && result->finding_count == 1)
        snprintf(text, size, "%s: %s", result->findings[0].expression, answer);
    else if (lines)
        report_expressions_text(result, text, size);
    else
        verdict_text(&result->verdict, text, size);
}

static bool write_report(struct save *save, const struct report *report)
{
    char *text = report_json(report);
    bool ok = text && output_write(&save->output, REPORT_NAME, text);

    free(text);
    return ok;
}

// Notes that a page was drawn. All the rest is worth having without it.
static void note_page(struct save *save, int page, bool drawn)
{
    save->drawn[page] = drawn;
    if (!drawn)
        log_warning("%s is not drawn", report_page_files[page]);
}

// Where the zero hole was drawn as the headline says.
static void show_hole(struct greys_hole *hole, const struct report *report,
                      const struct survey_picture *picture)
{
    const struct result *result = &report->results[picture->result];

    if (picture->got.words && result->stage == report->headline_stage &&
        result->precision == report->headline_precision)
        greys_hole_init(hole, report, picture);
}

// Starts to draw the sheets. Returns false if none is drawn.
static bool start_sheets(const struct save *save, const struct report *report,
                         const struct survey_pictures *pictures,
                         struct sheet_pages *pages)
{
    const bool has_lines = report_has_lines(report);
    struct greys greys, box_2;
    struct greys_hole hole = { 0 };

    if (!sheet_available()) {
        log_warning("verdict.png is not drawn: the sheet module is not installed");
        return false;
    }
    greys_init(&greys, report, &pictures->pages[PROBE_PAGE_VERDICT]);
    greys_init(&box_2, report, &pictures->pages[PROBE_PAGE_BOX_2]);
    if (has_lines)
        show_hole(&hole, report, &pictures->pages[PROBE_PAGE_PERSONALITY]);
    pages->report = report;
    pages->pictures = greys.sheet;
    pages->box_2 = box_2.sheet;
    pages->hole = hole.sheet;
    for (int i = 0; i < SHEET_PAGES; i++)
        if (i != SHEET_PAGE_PERSONALITY || has_lines)
            output_path(&save->output, report_page_files[i], pages->paths[i]);
    sheet_start(pages);
    greys_finish(&greys);
    greys_finish(&box_2);
    greys_hole_finish(&hole);
    return true;
}

static void end_sheets(struct save *save, struct sheet_pages *pages)
{
    bool drawn[SHEET_PAGES];

    sheet_end(pages, drawn);
    for (int i = 0; i < SHEET_PAGES; i++)
        if (pages->paths[i][0]) {
            note_page(save, i, drawn[i]);
            if (!drawn[i])
                output_remove(&save->output, report_page_files[i]);
        }
}

// The captures are those that were just written.
static void write_html(struct save *save, const struct report *report)
{
    static struct report_folder written;
    const char *name = report_page_files[REPORT_PAGE_HTML];
    struct compare compare;
    char path[PATH_MAX], *text;
    size_t size;

    snprintf(written.folder, sizeof written.folder, "%s", save->output.folder);
    snprintf(written.name, sizeof written.name, "%s", save->output.folder);
    written.report = *report; // for now: it stays the caller's
    compare_init(&compare, &written, 1);
    beside_want(&compare);
    FILE *file = memory_stream(&text, &size);

    compare_html(&compare, file);
    fclose(file);
    compare_finish(&compare);
    output_path(&save->output, name, path);
    note_page(save, REPORT_PAGE_HTML, file_write(path, text, size));
    free(text);
}

static bool write_capture(struct save *save, const struct capture *capture)
{
    char *text = capture_text(capture);
    bool ok = output_write(&save->output, CAPTURE_FILE, text);

    capture_sha256(text, strlen(text), save->capture_sha256);
    free(text);
    return ok;
}

// Removes the pages of an earlier run that this one has not drawn, and does not draw now.
static void remove_stale_pages(const struct save *save, const struct sheet_pages *pages)
{
    for (int i = 0; i < REPORT_PAGES; i++)
        if (!save->drawn[i] && (i >= SHEET_PAGES || !pages->paths[i][0]))
            output_remove(&save->output, report_page_files[i]);
}

// Reads the capture that the folder has, whose pictures may be removed; zeroed if there
// is none.
static void read_earlier(const struct save *save, struct capture *earlier)
{
    char path[PATH_MAX], *text;
    size_t size;
    bool ok;

    *earlier = (struct capture){ 0 };
    if (save->shared || !has_only_store(save->output.folder))
        return;
    output_path(&save->output, CAPTURE_FILE, path);
    if (faccessat(home_folder(), path, F_OK, 0) != 0 && errno == ENOENT)
        return;
    log_hold(true);
    text = file_read(path, CAPTURE_BYTES_MAX, &size);
    ok = text && capture_read(earlier, text, size, path);
    log_hold(false);
    if (!ok)
        log_warning("%s: files of an earlier run may remain: %s", save->output.folder,
                    log_last_error());
    free(text);
}

// Takes the lock alone, or else shared.
static bool lock_alone(struct save *save)
{
    if (!save->shared && take_lock(save, LOCK_EX))
        return true;
    take_lock(save, LOCK_SH);
    return false;
}

// Writes the other views while the sheets are drawn.
static bool write_views(struct save *save, struct report *report,
                        const struct survey_pictures *pictures)
{
    struct sheet_pages pages = { 0 };
    bool sheets, ok;

    memcpy(report->capture, save->capture_sha256, sizeof report->capture);
    sheets = pictures && start_sheets(save, report, pictures, &pages);
    if (save->html)
        write_html(save, report);
    remove_stale_pages(save, &pages);
    ok = write_report(save, report);
    if (sheets)
        end_sheets(save, &pages);
    return ok;
}

bool save_all(struct save *save, const struct capture *capture, struct report *report,
              const struct survey_pictures *pictures)
{
    static struct capture earlier;
    bool alone;

    if (!output_make(&save->output))
        return false;
    alone = lock_alone(save);
    read_earlier(save, &earlier);
    save->complete = pictures_are_there(save) && write_capture(save, capture);
    if (save->complete && alone)
        remove_replaced(save, &earlier);
    capture_finish(&earlier);
    return save->complete && (save->evidence || write_views(save, report, pictures));
}

void save_say(const struct save *save)
{
    const char *folder = save->output.folder;
    char views[3 * PATH_MAX] = "";

    for (int i = 0; i < REPORT_PAGES; i++)
        if (save->drawn[i])
            text_add(views, sizeof views, "%s/%s, ", folder, report_page_files[i]);
    if (!save->evidence)
        text_add(views, sizeof views, "%s/" REPORT_NAME ", ", folder);
    log_end("wrote %s%s/" CAPTURE_FILE " and %d picture%s", views, folder,
            save->picture_count, text_plural(save->picture_count));
}

void save_json(const struct report *report, FILE *file)
{
    char *text = report_json(report);

    if (text)
        fputs(text, file);
    free(text);
}
