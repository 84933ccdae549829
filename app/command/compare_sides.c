// SPDX-License-Identifier: MIT

#include "command/compare_sides.h"

#include "base/guard.h"
#include "base/log.h"
#include "command/command.h"
#include "command/progress.h"
#include "device/device.h"
#include "survey/survey.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct making {
    struct report_folder *folder;
    int capacity; // of folder->pictures
    struct progress *progress;
};

static bool is_fake(const char *word)
{
    return !strncmp(word, "fake:", 5);
}

// Room for the picture of the last result.
static bool make_room(struct making *making)
{
    struct report_folder *folder = making->folder;
    int more = making->capacity ? making->capacity * 2 : 64;
    struct pixels *pictures = folder->pictures;

    if (folder->report.count <= making->capacity)
        return true;
    while (more < folder->report.count)
        more *= 2;
    pictures = realloc(pictures, (size_t) more * sizeof *pictures);
    if (!pictures) {
        log_error("no memory for the pictures of %s", folder->name);
        return false;
    }
    memset(pictures + making->capacity, 0,
           (size_t) (more - making->capacity) * sizeof *pictures);
    folder->pictures = pictures;
    making->capacity = more;
    return true;
}

// Pictures of lines are not looked at.
static bool keep(void *context, struct result *result, const struct pixels *got,
                 const uint8_t *grey)
{
    struct making *making = context;
    struct report_folder *folder = making->folder;

    (void) grey;
    if (report_of_lines(result))
        return true;
    if (!make_room(making))
        return false;
    return pixels_copy(&folder->pictures[result - folder->report.results], got);
}

static void show_progress(void *context, int done, int total)
{
    struct making *making = context;

    progress_show(making->progress, done, total);
}

static int make_fake(struct report_folder *folder, const char *word, bool full)
{
    struct progress progress;
    struct making making = { folder, 0, &progress };
    struct survey_options asked = SURVEY_DEFAULTS;
    struct device device;
    bool ok;

    snprintf(folder->name, sizeof folder->name, "%s", word);
    if (!device_open(&device, word, NULL))
        return COMMAND_USAGE;
    asked.full = full;
    asked.no_grey = true;
    asked.keep = keep;
    asked.progress = show_progress;
    asked.context = &making;
    asked.reference = "host";
    progress_start(&progress);
    ok = survey(&device, &asked, &folder->report, NULL);
    progress_finish(&progress);
    device_close(&device);
    if (guard_interrupted())
        return COMMAND_SIGNAL + guard_interrupted();
    return ok && make_room(&making) ? COMMAND_DONE : COMMAND_NO_DEVICE;
}

static bool has_lines(const struct report *report)
{
    for (int i = 0; i < report->count; i++)
        if (report_of_lines(&report->results[i]))
            return true;
    return false;
}

static bool is_there(const char *word)
{
    if (access(word, F_OK) == 0)
        return true;
    log_error("%s: %s; a side is a report, the folder of one, or a simulated device, "
              "fake:rtz,p=17",
              word[0] ? word : "''", strerror(errno));
    return false;
}

int compare_sides_open(struct report_folder *folders, const char *const *words, int count)
{
    bool full = false;
    int status = COMMAND_DONE;

    for (int i = 0; i < count; i++) {
        if (is_fake(words[i]))
            continue;
        if (!is_there(words[i]) || !report_folder_open(&folders[i], words[i]))
            return COMMAND_BAD_INPUT;
        full |= has_lines(&folders[i].report);
    }
    for (int i = 0; status == COMMAND_DONE && i < count; i++)
        if (is_fake(words[i]))
            status = make_fake(&folders[i], words[i], full);
    return status;
}
