// SPDX-License-Identifier: MIT
//
// How it works: each view of a capture has the hash of its capture. report.json is
// compared with the report that is derived now, key by key. The pages are not drawn
// again, since other fonts give other pixels.

#include "base/file.h"
#include "config.h"
#include "document/load.h"
#include "survey/open.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REPORT_NAME "report.json"
#define VIEW_MAX    (64u << 20) // bytes

static void add_name(json_t *verify, const char *list, const char *name)
{
    json_array_append_new(json_object_get(verify, list), json_string(name));
}

// Reads a view. Returns NULL if there is none, or, after noting that, if it cannot be
// read or is of another capture.
static char *read_view(const struct report_folder *folder, const char *name, size_t *size,
                       json_t *verify)
{
    char path[2 * PATH_MAX], *text;

    snprintf(path, sizeof path, "%s/%s", folder->folder, name);
    if (access(path, F_OK) != 0)
        return NULL;
    log_hold(true);
    text = file_read(path, VIEW_MAX, size);
    log_hold(false);
    if (!text) {
        verify_say(verify, -1, name, "%.500s", log_last_error());
    } else if (!memmem(text, *size, folder->sha256, strlen(folder->sha256))) {
        add_name(verify, "stale", name);
        free(text);
        text = NULL;
    }
    return text;
}

static void compare_results(json_t *verify, json_t *says, json_t *wants)
{
    const char *probe, *stage, *precision, *form;
    char place[112];
    json_t *want;
    size_t i;

    json_array_foreach(wants, i, want)
    {
        json_unpack(want, "{s:s, s:s, s:s, s:s}", "probe", &probe, "stage", &stage,
                    "precision", &precision, "form", &form);
        snprintf(place, sizeof place, "%s %s %s %s", probe, stage, precision, form);
        verify_compare(verify, (int) i, place, json_array_get(says, i), want);
    }
}

// Compares report.json with folder->report.
static void compare_report(const struct report_folder *folder, json_t *says,
                           json_t *verify)
{
    char *text = report_json(&folder->report);
    json_t *wants = json_loads(text, 0, NULL), *all = json_copy(wants), *value;
    const char *key;

    json_object_update_missing(all, says);
    json_object_foreach(all, key, value)
    {
        json_t *said = json_object_get(says, key), *want = json_object_get(wants, key);

        if (!strcmp(key, "results") && json_array_size(said) == json_array_size(want))
            compare_results(verify, said, want);
        else if (strcmp(key, "reference") != 0)
            verify_compare(verify, -1, key, said, want);
    }
    json_decref(all);
    json_decref(wants);
    free(text);
}

// Compares report.json, if its version is this one.
static void check_report(const struct report_folder *folder, const char *text,
                         size_t size, json_t *verify)
{
    json_t *root;
    const char *version;

    log_hold(true);
    root = document_load(text, size, REPORT_NAME);
    log_hold(false);
    version =
        json_string_value(json_object_get(json_object_get(root, "tool"), "version"));
    if (!root)
        verify_say(verify, -1, REPORT_NAME, "%.500s", log_last_error());
    else if (version && strcmp(version, FPSTRIPE_VERSION) != 0)
        add_name(verify, "stale", REPORT_NAME);
    else
        compare_report(folder, root, verify);
    json_decref(root);
}

bool verify_views(struct report_folder *folder, json_t *verify)
{
    static const char *const names[] = { REPORT_NAME, "verdict.png", "personality.png",
                                         "report.html" };
    size_t size;

    log_hold(true);
    bool ok = open_derive(folder, NULL);

    log_hold(false);
    if (!ok)
        log_error("%s: %s", folder->name, log_last_error());
    for (size_t i = 0; ok && i < sizeof names / sizeof *names; i++) {
        char *text = read_view(folder, names[i], &size, verify);

        if (text)
            add_name(verify, "views", names[i]);
        if (text && i == 0)
            check_report(folder, text, size, verify);
        free(text);
    }
    return ok;
}
