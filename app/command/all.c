// SPDX-License-Identifier: MIT
//
// How it works: the program runs itself once a device, with the words it was given and
// -d ID behind them, and reads the report from the child's standard output. This
// process never enters a driver: the list of devices comes from a child as well.

#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "base/verdict.h"
#include "command/child.h"
#include "command/command.h"
#include "command/list.h"
#include "command/output.h"
#include "command/row.h"
#include "document/load.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_FOLDER "fpstripe-out"
#define SUMMARY_NAME   "summary.json"

struct summary_row {
    char id[160];
    char folder[200]; // with its report, in the summary's; "" if none
    int status;       // exit status of its process
    json_t *report;   // owned, what its process printed; NULL if there is none
    char reason[240]; // why not, or why not all of it
};

struct all {
    const struct options *options;
    const char *folder;       // NULL: nothing is written
    struct summary_row *rows; // owned
    int count;
    int listed; // devices of this machine
    bool usage, unwritten, unexpected;
    bool broken; // a device that has a report failed after that
};

// Zeroed; valid until the next call.
static struct summary_row *add_device(struct all *all, const char *id)
{
    struct summary_row *row;

    all->rows = memory_resize(all->rows, (size_t) all->count + 1, sizeof *row);
    row = &all->rows[all->count++];
    *row = (struct summary_row){ 0 };
    snprintf(row->id, sizeof row->id, "%s", id);
    return row;
}

static json_t *report_part(const struct summary_row *row, const char *part,
                           const char *key)
{
    return json_object_get(json_object_get(row->report, part), key);
}

static bool is_complete(const struct summary_row *row)
{
    return json_is_true(json_object_get(row->report, "complete"));
}

static int summary_headlines(const struct all *all)
{
    int count = 0;

    for (int i = 0; i < all->count; i++) {
        json_t *status = report_part(&all->rows[i], "verdict", "status");

        count += status && !strcmp(json_string_value(status), status_name(STATUS_OK));
    }
    return count;
}

static int summary_complete(const struct all *all)
{
    int count = 0;

    for (int i = 0; i < all->count; i++)
        count += is_complete(&all->rows[i]);
    return count;
}

static void summary_text(const struct all *all)
{
    struct row *rows = memory_new((size_t) all->count, sizeof *rows);

    for (int i = 0; i < all->count; i++) {
        const struct summary_row *from = &all->rows[i];
        struct row *row = &rows[i];

        *row = (struct row){ from->id, NULL, !from->report, "" };
        if (row->shares)
            snprintf(row->text, sizeof row->text, "- %s", from->reason);
        else
            snprintf(row->text, sizeof row->text, "%s (%s%s)%s%s",
                     json_string_value(report_part(from, "verdict", "text")),
                     json_is_true(report_part(from, "device", "software")) ? "software, "
                                                                           : "",
                     json_string_value(report_part(from, "device", "renderer")),
                     is_complete(from) ? "" : "; incomplete: ", from->reason);
    }
    row_print_list(rows, all->count);
    if (guard_interrupted())
        fprintf(out_file(), "%d of %d devices were measured (interrupted)\n",
                summary_complete(all), all->listed);
    free(rows);
}

// Adds members of a part of the report.
static void copy_members(json_t *object, const struct summary_row *row, const char *part,
                         const char *const *keys)
{
    for (; *keys; keys++)
        json_object_set(object, *keys, report_part(row, part, *keys));
}

static json_t *all_row_json(const struct summary_row *row)
{
    static const char *const device[] = { "renderer", "version", "software", NULL };
    static const char *const headline[] = { "status",    "fraction_bits", "rounding",
                                            "pattern",   "survivors",     "stage",
                                            "precision", "text",          NULL };
    json_t *verdict = json_object(),
           *object =
               json_pack("{s:s, s:i, s:b, s:s}", "id", row->id, "status", row->status,
                         "complete", is_complete(row), "reason", row->reason);

    if (row->folder[0] && row->report)
        json_object_set_new(object, "folder", json_string(row->folder));
    if (row->report) {
        copy_members(object, row, "device", device);
        copy_members(verdict, row, "verdict", headline);
        if (json_is_null(json_object_get(verdict, "fraction_bits")))
            json_object_set_new(verdict, "fraction_bits", json_integer(-1));
        json_object_set(object, "verdict", verdict);
    }
    json_decref(verdict);
    return object;
}

static json_t *summary_json(const struct all *all)
{
    json_t *devices = json_array(), *whole;

    for (int i = 0; i < all->count; i++)
        json_array_append_new(devices, all_row_json(&all->rows[i]));
    whole = json_pack("{s:s, s:o}", "schema", "fpstripe-summary/1", "devices", devices);
    if (guard_interrupted())
        json_object_set_new(whole, "interrupted", json_true());
    return whole;
}

static bool summary_save(const struct all *all)
{
    struct output output = { 0 };
    json_t *whole = summary_json(all);
    char *dump = json_dumps(whole, JSON_INDENT(2) | JSON_SORT_KEYS);
    char *text = memory_format("%s\n", dump);
    bool ok =
        output_open(&output, all->folder) && output_write(&output, SUMMARY_NAME, text);

    output_close(&output);
    free(text);
    free(dump);
    json_decref(whole);
    if (ok)
        log_end("wrote %s/" SUMMARY_NAME, all->folder);
    return ok;
}

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
    const char **words = memory_new((size_t) count + 8, sizeof *words);

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
    if (child->size > 0)
        row->report = document_load(child->text, child->size, id);
    if (!is_complete(row))
        child_reason(child, row->reason, sizeof row->reason);
}

static bool measure_one(struct all *all, const char *id)
{
    struct summary_row *row = add_device(all, id);
    char slug[200], folder[4096];
    struct child child = { 0 };
    const char **words;
    bool ok = false;

    slug_of(id, slug, sizeof slug);
    if (all->folder) {
        snprintf(row->folder, sizeof row->folder, "%s", slug);
        snprintf(folder, sizeof folder, "%s/%s", all->folder, slug);
    }
    words = words_of(all, id, all->folder ? folder : NULL);
    if (!child_run(&child, words))
        goto out;
    take_report(&child, id, row);
    all->usage |= child.status == COMMAND_USAGE;
    all->unwritten |= child.status == COMMAND_NO_OUTPUT;
    all->unexpected |=
        all->options->expect && (!row->report || child.status == COMMAND_UNEXPECTED);
    all->broken |= row->report && child.status == COMMAND_NO_DEVICE;
    row->status = child.status;
    ok = true;

out:
    child_finish(&child);
    free(words);
    return ok;
}

static void add_unusable(struct all *all, const char *id, const char *reason)
{
    struct summary_row *row = add_device(all, id);

    row->status = COMMAND_NO_DEVICE;
    snprintf(row->reason, sizeof row->reason, "%s", reason);
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
        if (reason && id)
            add_unusable(all, id, reason);
        else if (!id || !measure_one(all, id))
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

    snprintf(timeout, sizeof timeout, "%d", options->timeout_s);
    return child_run(child, words);
}

static int all_status(const struct all *all)
{
    if (guard_interrupted())
        return command_interrupted("%d of %d devices were measured",
                                   summary_complete(all), all->listed);
    if (all->usage)
        return COMMAND_USAGE;
    if (all->unwritten)
        return COMMAND_NO_OUTPUT;
    if (summary_headlines(all) == 0) {
        log_error("no device has a verdict");
        return COMMAND_NO_DEVICE;
    }
    if (all->broken)
        return COMMAND_NO_DEVICE;
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
    all.listed = (int) json_array_size(json_object_get(list, "devices"));
    if (!measure_listed(&all, json_object_get(list, "devices")))
        goto out;

    status = all_status(&all);
    if (all.folder && all.count > 0 && !summary_save(&all))
        status = COMMAND_NO_OUTPUT;
    if (options->json)
        list_print_json(summary_json(&all));
    else
        summary_text(&all);

out:
    json_decref(list);
    child_finish(&listing);
    for (int i = 0; i < all.count; i++)
        json_decref(all.rows[i].report);
    free(all.rows);
    return status;
}
