// SPDX-License-Identifier: MIT
//
// Which devices there are.

#include "base/closest.h"
#include "base/guard.h"
#include "base/isolate.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/text.h"
#include "device/device.h"
#include "device/open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// For one driver to be opened in; less than the watchdog's own default.
#define TIMEOUT_S      30
#define NAME_TIMEOUT_S 10 // for all; else each is opened alone
#define LIST_NAMES     30 // bytes of devices that a message names

static void work_list(const void *context, void *answer)
{
    (void) context;
    platforms_list(answer);
}

// A device to open. API_COUNT: the first API that opens.
struct entry {
    const char *platform;
    enum api api;
};

// The words of a user.
struct wanted {
    const char *word;
    enum api api;
};

// `device` is open where the row is usable.
static void open_row(struct device_row *row, struct device *device,
                     const struct entry *entry)
{
    if (!open_first(device, entry->platform, entry->api, NULL))
        snprintf(row->unusable, sizeof row->unusable, "%s",
                 log_last_reason(entry->platform));
    else
        row->facts = device->facts;
}

static void work_open(const void *context, void *answer)
{
    struct device device;

    log_hold(true);
    open_row(answer, &device, context);
}

static bool listed(const struct device_row *rows, int count, const struct facts *facts)
{
    for (int i = 0; i < count; i++)
        if (rows[i].facts.api == facts->api && !rows[i].unusable[0] &&
            !strcmp(rows[i].facts.renderer, facts->renderer))
            return true;
    return false;
}

// Opens one in a child, so that a driver that crashes costs its own row only.
static void fill_row(struct device_row *row, const struct entry *entry, int timeout_s)
{
    char reason[120];

    *row = (struct device_row){ 0 };
    if (!isolate_call(work_open, entry, row, sizeof *row, timeout_s, reason,
                      sizeof reason)) {
        *row = (struct device_row){ 0 };
        snprintf(row->unusable, sizeof row->unusable, "%s", reason);
    }
    if (row->unusable[0]) {
        snprintf(row->facts.id, sizeof row->facts.id, "%s/%s", entry->platform,
                 api_name(entry->api));
        row->facts.api = entry->api;
    }
}

bool device_enumerate(struct device_row **rows, int *count, int timeout_s)
{
    struct platforms platforms = { 0 };
    char reason[120];

    if (timeout_s == 0)
        timeout_s = TIMEOUT_S;
    *count = 0;
    *rows = NULL;
    if (!isolate_call(work_list, NULL, &platforms, sizeof platforms, timeout_s, reason,
                      sizeof reason)) {
        log_error("listing the EGL devices: %s", reason);
        return false;
    }
    *rows = memory_new((size_t) platforms.count * open_api_count, sizeof **rows);
    for (int i = 0; i < platforms.count; i++) {
        for (size_t k = 0; k < open_api_count && !guard_interrupted(); k++) {
            struct device_row *row = &(*rows)[*count];

            guard_alive();
            fill_row(row, &(struct entry){ platforms.ids[i], open_apis[k] }, timeout_s);
            *count += row->unusable[0] || !listed(*rows, *count, &row->facts);
        }
    }
    return true;
}

// The rows of the platforms, opened in one child, where a library is loaded once.
struct named {
    struct device_row rows[PLATFORMS_MAX];
    int count;
};

static bool row_matches(const struct device_row *row, const char *word)
{
    return !row->unusable[0] && strcasestr(row->facts.renderer, word);
}

// The platforms that are no EGL device show one of the devices again: opens them only if
// no device matches.
static void work_name(const void *context, void *answer)
{
    const struct wanted *wanted = context;
    struct named *named = answer;
    struct platforms platforms;
    struct device device;
    bool found = false;

    log_hold(true);
    platforms_list(&platforms);
    for (; named->count < platforms.count; named->count++) {
        const char *platform = platforms.ids[named->count];
        struct device_row *row = &named->rows[named->count];

        if (found && strncmp(platform, "egl:", 4) != 0)
            return;
        open_row(row, &device, &(struct entry){ platform, wanted->api });
        device_close(&device);
        found = found || row_matches(row, wanted->word);
    }
}

const char *rows_only(char (*id)[160])
{
    struct platforms platforms = { 0 };
    char reason[120];
    int count = 0;

    if (!isolate_call(work_list, NULL, &platforms, sizeof platforms, NAME_TIMEOUT_S,
                      reason, sizeof reason))
        return NULL;
    while (count < platforms.count && !strncmp(platforms.ids[count], "egl:", 4))
        count++;
    memcpy(*id, platforms.ids[0], sizeof *id);
    return count == 1 ? *id : NULL;
}

bool rows_name(struct device_row **rows, int *count, const char *word, enum api api,
               bool entered)
{
    struct named *named = memory_new(1, sizeof *named);
    const struct wanted wanted = { word, api };
    char reason[120];
    bool ok = true;

    if (entered) {
        work_name(&wanted, named);
        log_hold(false);
    } else {
        ok = isolate_call(work_name, &wanted, named, sizeof *named, NAME_TIMEOUT_S,
                          reason, sizeof reason);
    }

    if (ok) {
        *count = named->count;
        *rows = memory_copy(named->rows, (size_t) *count * sizeof **rows);
    }
    free(named);
    return ok || device_enumerate(rows, count, 0);
}

// Writes the id and the beginning of the renderer's name: "egl:0/es3 (llvmpipe)".
static void name_device(const struct device_row *row, char *text, size_t size)
{
    const char *renderer = row->facts.renderer, *bracket = strstr(renderer, " (");
    int length = (int) strcspn(renderer, "/,");

    if (bracket && bracket - renderer < length)
        length = (int) (bracket - renderer);
    snprintf(text, size, "%.40s (%.*s)", row->facts.id, length < 24 ? length : 24,
             renderer);
}

// Names as many usable devices as fit in `size`; the first may be cut.
static void name_devices(const struct device_row *rows, int count, char *text,
                         size_t size)
{
    text[0] = 0;
    for (int i = 0; i < count; i++) {
        char name[120];

        name_device(&rows[i], name, sizeof name);
        if (!rows[i].unusable[0] && (!text[0] || strlen(text) + strlen(name) + 2 < size))
            text_join(text, size, ", ", name);
    }
}

// Returns the usable device whose id, or a word of whose renderer, is closest to `word`;
// NULL if no name is similar.
static const struct device_row *closest_row(const struct device_row *rows, int count,
                                            const char *word)
{
    for (int i = 0; i < count; i++) {
        char renderer[sizeof rows->facts.renderer], *rest = renderer, *name;

        snprintf(renderer, sizeof renderer, "%s", rows[i].facts.renderer);
        if (rows[i].unusable[0])
            continue;
        if (closest_find(word, (const char *[]){ rows[i].facts.id }, 1))
            return &rows[i];
        while ((name = strsep(&rest, " ,()/")) != NULL)
            if (strlen(name) > 3 && closest_find(word, (const char *const *) &name, 1))
                return &rows[i];
    }
    return NULL;
}

static void say_no_device(const struct device_row *rows, int count, const char *word)
{
    const struct device_row *closest = closest_row(rows, count, word);
    char names[LIST_NAMES];

    if (closest) {
        name_device(closest, names, sizeof names);
        log_error("-d %.20s: no such device; did you mean %s?", word, names);
        return;
    }
    name_devices(rows, count, names, sizeof names);
    if (names[0])
        log_error("-d %.12s: no such device; use %s (see `fpstripe devices`)", word,
                  names);
    else
        log_error("-d %.20s: no such device, and no other; `fpstripe devices` says why",
                  word);
}

const struct device_row *rows_match(const struct device_row *rows, int count,
                                    const char *word, enum api api, bool *usage)
{
    const struct device_row *found = NULL;

    for (int i = 0; i < count; i++) {
        const struct facts *facts = &rows[i].facts;

        if (!row_matches(&rows[i], word))
            continue;
        if (found && strcmp(found->facts.renderer, facts->renderer) != 0) {
            *usage = true;
            log_error("-d %.20s: %.24s and %.24s match; use one of these ids", word,
                      found->facts.id, facts->id);
            return NULL;
        }
        if (!found && (api == API_COUNT || facts->api == api))
            found = &rows[i];
    }
    if (!found)
        say_no_device(rows, count, word);
    return found;
}
