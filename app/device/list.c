// SPDX-License-Identifier: MIT
//
// Which devices there are.

#include "base/guard.h"
#include "base/isolate.h"
#include "base/log.h"
#include "base/memory.h"
#include "device/device.h"
#include "device/open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// For one driver to be opened in; less than the watchdog's own default.
#define TIMEOUT_S      30
#define NAME_TIMEOUT_S 10 // for all; else each is opened alone

static void work_list(const void *context, void *answer)
{
    (void) context;
    platforms_list(answer);
}

// What is to be opened; API_COUNT: the first API that can be.
struct entry {
    const char *platform;
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

// The rows of all platforms, of one child, where a library is loaded once.
struct named {
    struct device_row rows[PLATFORMS_MAX];
    int count;
};

static void work_name(const void *context, void *answer)
{
    const enum api *api = context;
    struct named *named = answer;
    struct platforms platforms;
    struct device device;

    log_hold(true);
    platforms_list(&platforms);
    for (; named->count < platforms.count; named->count++) {
        open_row(&named->rows[named->count], &device,
                 &(struct entry){ platforms.ids[named->count], *api });
        device_close(&device);
    }
}

bool rows_name(struct device_row **rows, int *count, enum api api)
{
    struct named *named = memory_new(1, sizeof *named);
    char reason[120];
    bool ok = isolate_call(work_name, &api, named, sizeof *named, NAME_TIMEOUT_S, reason,
                           sizeof reason);

    if (ok) {
        *count = named->count;
        *rows = memory_copy(named->rows, (size_t) *count * sizeof **rows);
    }
    free(named);
    return ok || device_enumerate(rows, count, 0);
}

// All renderers, for a message.
static void name_all(const struct device_row *rows, int count, char *text, size_t size)
{
    size_t used = 0;

    snprintf(text, size, "none (`fpstripe devices` says why)");
    for (int i = 0; i < count && used < size; i++)
        if (!rows[i].unusable[0])
            used += (size_t) snprintf(text + used, size - used, "%s%s (%.40s)",
                                      used ? ", " : "", rows[i].facts.id,
                                      rows[i].facts.renderer);
}

const struct device_row *rows_match(const struct device_row *rows, int count,
                                    const char *word, enum api api, bool *usage)
{
    const struct device_row *found = NULL;
    char all[1024];

    name_all(rows, count, all, sizeof all);
    for (int i = 0; i < count; i++) {
        const struct facts *facts = &rows[i].facts;

        if (rows[i].unusable[0] || !strcasestr(facts->renderer, word))
            continue;
        if (found && strcmp(found->facts.renderer, facts->renderer) != 0) {
            *usage = true;
            log_error("-d %s: both %s and %s match; use one of: %s", word,
                      found->facts.id, facts->id, all);
            return NULL;
        }
        if (!found && (api == API_COUNT || facts->api == api))
            found = &rows[i];
    }
    if (!found)
        log_error("-d %s: no such device; use one of: %s", word, all);
    return found;
}
