// SPDX-License-Identifier: MIT
//
// Finds the device that a word of the user names, and opens it.

#include "device/device.h"

#include "base/log.h"
#include "base/text.h"
#include "device/fake.h"
#include "device/open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// A word that is no id and can be no renderer's name: says what it lacks. Returns false
// if it may be one. `platform` is the word without an API behind it.
static bool say_malformed(const char *word, const char *platform)
{
    size_t length = strcspn(platform, "/");
    char first[16]; // longer ones are paths

    snprintf(first, sizeof first, "%.*s", (int) length, platform);
    if (platform[length] && length < sizeof first && platform_known(first))
        log_error("-d %s: no API %s; there are es3, gl, es2", word,
                  platform + length + 1);
    else if (!strcmp(word, "fake"))
        log_error(
            "-d fake: use fake:MODEL, such as fake:rtz; `fpstripe explain models` lists "
            "them");
    else if (*word == '/' || starts_with(word, "./") || starts_with(word, "../"))
        log_error("-d %s: to use the EGL library at that path, write egl:%s", word, word);
    else if (starts_with(word, "egl:") && !platform_known(platform))
        log_error("-d %s: egl:N is an EGL device, egl:PATH (with a slash) an EGL library",
                  word);
    else
        return false;
    return true;
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

void open_set_id(struct device *device, const char *platform, enum api api)
{
    const char *slash = strrchr(platform, '/'), *word = api_name(api);

    device->facts.api = api;
    snprintf(device->facts.id, sizeof device->facts.id, "%s%s/%s", slash ? "egl:" : "",
             slash ? slash + 1 : platform, word);
    if (slash)
        snprintf(device->path_id, sizeof device->path_id, "%s/%s", platform, word);
}

bool open_first(struct device *device, const char *platform, enum api api,
                const struct device_options *options)
{
    if (api != API_COUNT)
        return open_platform(device, platform, api, options);
    log_hold(true);
    for (size_t i = 0; i < open_api_count; i++) {
        if (open_platform(device, platform, open_apis[i], options)) {
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
    // A failure here repeats in the survey, which logs it.
    log_hold(true);
    bool paints = device_paints(device);

    log_hold(false);
    if (paints)
        return true;
    snprintf(dark, sizeof dark, "%s", api_name(first));
    split_id(device_opened_by(device), platform, sizeof platform, &own);
    while (open_apis[next++] != first)
        continue;
    log_hold(true);
    for (; next < open_api_count; next++) {
        device_close(device);
        if (!open_platform(device, platform, open_apis[next], options))
            continue;
        if (device_paints(device)) {
            log_hold(false);
            memcpy(device->facts.dark, dark, sizeof dark);
            return true;
        }
        text_add(dark, sizeof dark, ", %s", api_name(open_apis[next]));
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
    if (!platform_known(platform)) {
        log_error("'%s' is not a device id; use %s or fake:MODEL, all but the last "
                  "optionally followed by %s",
                  id, platform_words, platform_apis);
        return false;
    }
    gl_announce();
    return open_first(device, platform, api, options);
}

const char *device_opened_by(const struct device *device)
{
    return device->path_id[0] ? device->path_id : device->facts.id;
}

void device_close(struct device *device)
{
    if (device->close)
        device->close(device);
    *device = (struct device){ 0 };
}

// Hardware if there is any, then the first that works at all.
static bool pick_best(struct device *device, enum api api,
                      const struct device_options *options)
{
    struct platforms platforms;

    platforms_list(&platforms);
    if (platforms.count <= 2) // there is no choice
        return open_first(device, platforms.ids[0], api, options);
    // Platforms that EGL marks as software are last, so that the first that opens is the
    // best.
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

// Opens the only EGL device, in this process, so that its driver is loaded once. Returns
// false if there are others, or if it is not what the word means; *entered: it was
// opened.
static bool pick_only(struct device *device, const char *word, enum api api,
                      const struct device_options *options, bool *entered)
{
    char id[160];

    *entered = rows_only(&id) != NULL;
    if (!*entered)
        return false;
    log_hold(true);
    bool ok = open_first(device, id, api, options);

    log_hold(false);
    if (ok && strcasestr(device->facts.renderer, word))
        return true;
    device_close(device);
    return false;
}

bool device_pick(struct device *device, const char *word, enum api api,
                 const struct device_options *options, bool *usage)
{
    char platform[4096];
    enum api own;
    struct device_row *rows;
    bool entered;
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
    if (platform_known(platform)) {
        if (own != API_COUNT && api != API_COUNT && own != api) {
            *usage = true;
            log_error("-d %s and --api %s contradict each other", word, api_name(api));
            return false;
        }
        return open_first(device, platform, own != API_COUNT ? own : api, options);
    }
    if (pick_only(device, word, api, options, &entered))
        return true;
    if (!rows_name(&rows, &count, word, api, entered))
        return false;
    const struct device_row *row = rows_match(rows, count, word, api, usage);
    bool ok = false;

    if (row) {
        split_id(row->facts.id, platform, sizeof platform, &own);
        ok = open_platform(device, platform, own, options);
        device->any_api = ok && api == API_COUNT;
    }
    free(rows);
    return ok;
}
