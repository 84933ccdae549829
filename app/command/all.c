// SPDX-License-Identifier: MIT
//
// How it works: the program runs itself once a device, with the words it was given and
// -d ID behind them, and reads the report from the child's standard output. This
// process never enters a driver: the list of devices comes from a child as well.

#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "command/child.h"
#include "command/command.h"
#include "command/list.h"
#include "command/summary.h"
#include "report/report.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_FOLDER "fpstripe-out"

struct all {
    const struct options *options;
    const char *folder; // NULL: nothing is written
    struct summary summary;
    bool usage, unwritten, unexpected;
};

// A folder's name for an id: "egl:0/es3" is "egl-0-es3".
static void slug_of(const char *id, char *slug, size_t size)
{
    snprintf(slug, size, "%s", id);
    for (char *c = slug; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-",
                    *c))
            *c = '-';
}

// The words of a child: `run`, those that this process was given, and after them,
// where they win, the device, the folder and --json.
static const char **words_of(const struct all *all, const char *id, const char *folder)
{
    int count = all->options->word_count, at = 0;
    const char **words = calloc((size_t) count + 8, sizeof(*words));

    if (!words) {
        log_error("no memory for the words of a child");
        return NULL;
    }
    words[at++] = "fpstripe";
    words[at++] = "run";
    for (int i = 0; i < count; i++)
        words[at++] = all->options->words[i];
    words[at++] = "-d";
    words[at++] = id;
    words[at++] = "--json";
    if (folder) {
        words[at++] = "-o";
        words[at++] = folder;
    }
    return words;
}

static void take_report(const struct child *child, const char *id,
                        struct summary_row *row)
{
    struct report report = { 0 };

    if (child->size == 0 || !report_read(&report, child->text, child->size, id)) {
        child_reason(child, row->reason, sizeof(row->reason));
        return;
    }
    row->device = report.device;
    row->headline = report.headline;
    row->measured = true;
    row->complete = report.complete;
    if (!report.complete)
        child_reason(child, row->reason, sizeof(row->reason));
    report_finish(&report);
}

static bool measure_one(struct all *all, const char *id)
{
    struct summary_row *row = summary_add(&all->summary, id);
    char slug[200], folder[4096];
    struct child child = { 0 };
    const char **words;
    bool ok = false;

    if (!row)
        return false;
    slug_of(id, slug, sizeof(slug));
    if (all->folder) {
        snprintf(row->folder, sizeof(row->folder), "%s", slug);
        snprintf(folder, sizeof(folder), "%s/%s", all->folder, slug);
    }
    words = words_of(all, id, all->folder ? folder : NULL);
    if (!words || !child_run(&child, words))
        goto out;
    take_report(&child, id, row);
    all->usage |= child.status == COMMAND_USAGE;
    all->unwritten |= child.status == COMMAND_NO_OUTPUT;
    all->unexpected |= child.status == COMMAND_UNEXPECTED;
    row->status = child.status;
    ok = true;

out:
    child_finish(&child);
    free(words);
    return ok;
}

static bool add_unusable(struct all *all, const char *id, const char *reason)
{
    struct summary_row *row = summary_add(&all->summary, id);

    if (!row)
        return false;
    row->status = COMMAND_NO_DEVICE;
    snprintf(row->reason, sizeof(row->reason), "%s", reason);
    return true;
}

static bool measure_listed(struct all *all, const json_t *devices)
{
    size_t i;
    const json_t *device;

    json_array_foreach(devices, i, device)
    {
        const char *id = json_string_value(json_object_get(device, "id"));
        const char *reason = json_string_value(json_object_get(device, "reason"));

        if (guard_interrupted())
            break;
        if (!id || !(reason ? add_unusable(all, id, reason) : measure_one(all, id)))
            return false;
    }
    return true;
}

static bool list_devices(const struct options *options, struct child *child)
{
    bool any = options->api == API_COUNT;
    char timeout[16];
    const char *words[] = { "fpstripe",
                            "devices",
                            "--json",
                            "--timeout",
                            timeout,
                            any ? NULL : "--api",
                            any ? NULL : api_name((enum api) options->api),
                            NULL };

    snprintf(timeout, sizeof(timeout), "%d", options->timeout_s);
    return child_run(child, words);
}

static int all_status(const struct all *all)
{
    if (guard_interrupted())
        return COMMAND_SIGNAL + guard_interrupted();
    if (all->usage)
        return COMMAND_USAGE;
    if (all->unwritten)
        return COMMAND_NO_OUTPUT;
    if (summary_headlines(&all->summary) == 0) {
        log_error("no device gave a headline");
        return COMMAND_NO_DEVICE;
    }
    return all->unexpected ? COMMAND_UNEXPECTED : COMMAND_DONE;
}

int command_all(const struct options *options)
{
    struct all all = { .options = options, .folder = options->output };
    struct child listing = { 0 };
    json_t *list = NULL;
    int status = COMMAND_NO_DEVICE;

    // With --captures each child names its own folder.
    if (!all.folder && !options->json && !options->captures)
        all.folder = DEFAULT_FOLDER;
    if (!list_devices(options, &listing))
        goto out;
    list = json_loadb(listing.text ? listing.text : "", listing.size, 0, NULL);
    if (!measure_listed(&all, json_object_get(list, "devices")))
        goto out;

    status = all_status(&all);
    if (all.folder && all.summary.count > 0 && !summary_save(&all.summary, all.folder))
        status = COMMAND_NO_OUTPUT;
    if (options->json)
        summary_json(&all.summary, out_file());
    else
        summary_text(&all.summary);

out:
    json_decref(list);
    child_finish(&listing);
    summary_finish(&all.summary);
    return status;
}
