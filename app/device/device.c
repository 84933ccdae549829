// SPDX-License-Identifier: MIT
//
// Which devices there are, and which of them a user's word means.

#include "device/device.h"

#include "base/guard.h"
#include "base/isolate.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/text.h"
#include "device/fake.h"
#include "device/open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IDS_MAX 68 // of EGL's devices, and the other platforms

// For one driver to be opened in; less than the watchdog's own default.
#define TIMEOUT_S 30

// In the order in which one is preferred where none was asked for.
static const enum api apis[] = { API_ES3, API_GL, API_ES2 };
#define API_TRIES (sizeof apis / sizeof *apis)

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

// Parts "egl:0/es3" into "egl:0" and an API; API_COUNT if there is none behind it.
static void split_id(const char *id, char *platform, size_t size, enum api *api)
{
    const char *slash = strrchr(id, '/');

    *api = API_COUNT;
    snprintf(platform, size, "%s", id);
    if (slash && api_find(slash + 1, api))
        platform[slash - id] = '\0';
}

static bool is_id(const char *platform)
{
    const char *number = platform + strlen("egl:");

    if (!strcmp(platform, "surfaceless") || !strcmp(platform, "default") ||
        !strcmp(platform, "glfw"))
        return true;
    return starts_with(platform, "egl:") && *number &&
           (strchr(number, '/') || strspn(number, "0123456789") == strlen(number));
}

// A word that is no id and can be no renderer's name: says what it lacks. Returns false
// if it may be one. `platform` is the word without an API behind it.
static bool say_malformed(const char *word, const char *platform)
{
    size_t length = strcspn(platform, "/");
    char first[16]; // longer ones are paths

    snprintf(first, sizeof first, "%.*s", (int) length, platform);
    if (platform[length] && length < sizeof first && is_id(first))
        log_error("-d %s: no API %s; there are es3, gl, es2", word,
                  platform + length + 1);
    else if (!strcmp(word, "fake"))
        log_error(
            "-d fake: use fake:MODEL, such as fake:rtz; `fpstripe models` lists the "
            "rounding models");
    else if (*word == '/' || starts_with(word, "./") || starts_with(word, "../"))
        log_error("-d %s: to use the EGL library at that path, write egl:%s", word, word);
    else if (starts_with(word, "egl:") && !is_id(platform))
        log_error("-d %s: egl:N is an EGL device, egl:PATH (with a slash) an EGL library",
                  word);
    else
        return false;
    return true;
}

static bool open_platform(struct device *device, const char *platform, enum api api,
                          const struct device_options *options)
{
    if (!strcmp(platform, "glfw"))
        return glfw_open(device, api, options);
    return egl_open(device, platform, api, options);
}

// Whether all of a small picture is painted, of a question that a survey asks too. A
// driver that refuses or breaks has its say there.
static bool device_paints(struct device *device)
{
    const struct probe *probe = probe_list[0];
    bool es2 = device->facts.api == API_ES2; // which need not have highp
    struct probe_params params = {
        .precision = es2 ? PRECISION_MEDIUMP : PRECISION_HIGHP,
        .readout = es2 ? READOUT_RGBA8 : READOUT_BITS,
        .width = 16,
        .rows = 1,
        .model = { FP_BINARY32, FP_RNE, false, false },
        .precision_bits = FP_BINARY32.precision,
    };
    struct pixels got;
    int x, y;

    if (device->unsupported(device, probe, &params))
        return true;
    if (device->prepare)
        device->prepare(device, probe, &params);
    pixels_init(&got, probe_pixel_width(probe, &params),
                probe_pixel_height(probe, &params), params.readout);
    bool paints = device->paint(device, probe, &params, 0, &got) != DEVICE_PAINTED ||
                  !pixels_find_canary(&got, &x, &y);

    pixels_finish(&got);
    return paints;
}

// The first API that can be opened, or the one wanted.
static bool open_first(struct device *device, const char *platform, enum api api,
                       const struct device_options *options)
{
    if (api != API_COUNT)
        return open_platform(device, platform, api, options);
    log_hold(true);
    for (size_t i = 0; i < API_TRIES; i++) {
        if (open_platform(device, platform, apis[i], options)) {
            log_hold(false);
            device->any_api = true;
            return true;
        }
    }
    log_hold(false);
    char reason[240];

    snprintf(reason, sizeof reason, "%s", log_last_error());
    log_error("%s", reason);
    return false;
}

bool device_settle(struct device *device, const struct device_options *options)
{
    char platform[4096], dark[sizeof device->facts.dark];
    enum api first = device->facts.api, own;
    size_t next = 0;

    if (!device->any_api)
        return true;
    // What breaks here breaks again in the survey, which says so.
    log_hold(true);
    bool paints = device_paints(device);

    log_hold(false);
    if (paints)
        return true;
    snprintf(dark, sizeof dark, "%s", api_name(first));
    split_id(device->facts.id, platform, sizeof platform, &own);
    while (apis[next++] != first)
        continue;
    log_hold(true);
    for (; next < API_TRIES; next++) {
        device_close(device);
        if (!open_platform(device, platform, apis[next], options))
            continue;
        if (device_paints(device)) {
            log_hold(false);
            memcpy(device->facts.dark, dark, sizeof dark);
            return true;
        }
        text_add(dark, sizeof dark, ", %s", api_name(apis[next]));
    }
    log_hold(false);
    device_close(device);
    return open_platform(device, platform, first, options);
}

bool device_open(struct device *device, const char *id,
                 const struct device_options *options)
{
    char platform[4096];
    enum api api;

    *device = (struct device){ 0 };
    if (starts_with(id, "fake:"))
        return fake_open(device, id);
    split_id(id, platform, sizeof platform, &api);
    if (!is_id(platform)) {
        log_error(
            "'%s' is not a device id; use egl:N, egl:PATH, surfaceless, default, glfw "
            "or fake:MODEL, all but the last optionally followed by /es3, /gl or /es2",
            id);
        return false;
    }
    gl_announce();
    return open_first(device, platform, api, options);
}

void device_close(struct device *device)
{
    if (device->close)
        device->close(device);
    *device = (struct device){ 0 };
}

struct platforms {
    char ids[IDS_MAX][160];
    int count;
};

static void list_platforms(struct platforms *platforms)
{
    log_hold(true);
    platforms->count = egl_list(platforms->ids, IDS_MAX - 1);
    log_hold(false);
    snprintf(platforms->ids[platforms->count++], sizeof platforms->ids[0], "glfw");
}

static void work_list(const void *context, void *answer)
{
    (void) context;
    list_platforms(answer);
}

// What is to be opened, and what came of it.
struct entry {
    const char *platform;
    enum api api;
};

static void work_open(const void *context, void *answer)
{
    const struct entry *entry = context;
    struct device_row *row = answer;
    struct device device;

    log_hold(true);
    if (!open_platform(&device, entry->platform, entry->api, NULL))
        snprintf(row->unusable, sizeof row->unusable, "%s",
                 log_last_reason(entry->platform));
    else
        row->facts = device.facts;
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
    *rows = memory_new((size_t) platforms.count * API_TRIES, sizeof **rows);
    for (int i = 0; i < platforms.count; i++) {
        for (size_t k = 0; k < API_TRIES && !guard_interrupted(); k++) {
            struct device_row *row = &(*rows)[*count];

            guard_alive();
            fill_row(row, &(struct entry){ platforms.ids[i], apis[k] }, timeout_s);
            *count += row->unusable[0] || !listed(*rows, *count, &row->facts);
        }
    }
    return true;
}

// Hardware if there is any, then the first that works at all.
static bool pick_best(struct device *device, enum api api,
                      const struct device_options *options)
{
    struct platforms platforms;

    list_platforms(&platforms);
    // What EGL marks as software comes behind the rest: the first that opens is the best.
    for (int i = 0; i < platforms.count; i++) {
        log_hold(true);
        bool ok = open_first(device, platforms.ids[i], api, options);

        log_hold(false);
        if (ok)
            return true;
    }
    log_error("no device can be used; `fpstripe devices` says why");
    return false;
}

// All renderers, for a message.
static void name_all(const struct device_row *rows, int count, char *text, size_t size)
{
    size_t used = 0;

    snprintf(text, size, "none");
    for (int i = 0; i < count && used < size; i++)
        if (!rows[i].unusable[0])
            used += (size_t) snprintf(text + used, size - used, "%s%s (%.40s)",
                                      used ? ", " : "", rows[i].facts.id,
                                      rows[i].facts.renderer);
}

// The first row whose renderer has `word` in it; NULL, after logging why, if there is
// none or if others of another renderer have it too (*usage).
static const struct device_row *match(const struct device_row *rows, int count,
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

bool device_pick(struct device *device, const char *word, enum api api,
                 const struct device_options *options, bool *usage)
{
    char platform[4096];
    enum api own;
    struct device_row *rows;
    int count;

    *usage = false;
    *device = (struct device){ 0 };
    if (word && starts_with(word, "fake:")) {
        *usage = !fake_open(device, word);
        return !*usage;
    }
    gl_announce();
    if (!word)
        return pick_best(device, api, options);
    split_id(word, platform, sizeof platform, &own);
    if (say_malformed(word, platform)) {
        *usage = true;
        return false;
    }
    if (is_id(platform)) {
        if (own != API_COUNT && api != API_COUNT && own != api) {
            *usage = true;
            log_error("-d %s and --api %s contradict each other", word, api_name(api));
            return false;
        }
        return open_first(device, platform, own != API_COUNT ? own : api, options);
    }
    if (!device_enumerate(&rows, &count, 0))
        return false;
    const struct device_row *row = match(rows, count, word, api, usage);
    bool ok = false;

    if (row) {
        split_id(row->facts.id, platform, sizeof platform, &own);
        ok = open_platform(device, platform, own, options);
        device->any_api = ok && api == API_COUNT;
    }
    free(rows);
    return ok;
}
