// SPDX-License-Identifier: MIT

#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "command/command.h"
#include "command/list.h"
#include "command/row.h"
#include "device/device.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct listing {
    struct device_row *rows;
    int count;
    int timeout_s; // for one driver
};

static bool devices_enumerate(void *context)
{
    struct listing *listing = context;

    return device_enumerate(&listing->rows, &listing->count, listing->timeout_s);
}

static json_t *devices_row_json(const struct device_row *row)
{
    const struct facts *facts = &row->facts;

    if (row->unusable[0])
        return json_pack("{s:s, s:s, s:b, s:s}", "id", facts->id, "api",
                         api_name(facts->api), "usable", 0, "reason", row->unusable);
    return json_pack("{s:s, s:s, s:b, s:s, s:s, s:s, s:s, s:s, s:b}", "id", facts->id,
                     "api", api_name(facts->api), "usable", 1, "vendor", facts->vendor,
                     "renderer", facts->renderer, "version", facts->version, "glsl",
                     facts->glsl, "driver", facts->driver, "software", facts->software);
}

static void print_table(const struct listing *listing)
{
    struct row *rows = memory_new((size_t) listing->count, sizeof *rows);

    for (int i = 0; i < listing->count; i++) {
        const struct device_row *from = &listing->rows[i];
        const struct facts *facts = &from->facts;
        struct row *row = &rows[i];

        *row = (struct row){ facts->id, api_name(facts->api), from->unusable[0], "" };
        if (row->shares)
            snprintf(row->text, sizeof row->text, "unusable: %s", from->unusable);
        else
            snprintf(row->text, sizeof row->text, "%s  %s, %s",
                     facts->masked     ? "not told"
                     : facts->software ? "software"
                                       : "hardware",
                     facts->renderer, facts->version);
    }
    row_print_list(rows, listing->count);
    free(rows);
}

static void devices_print_json(const struct listing *listing)
{
    json_t *list = json_array();

    for (int i = 0; i < listing->count; i++)
        json_array_append_new(list, devices_row_json(&listing->rows[i]));
    list_print("devices", list);
}

static bool devices_wanted(const struct device_row *row, int api)
{
    return api == API_COUNT || (int) row->facts.api == api;
}

// Leaves the rows of `api`; returns how many of them can be used.
static int filter(struct listing *listing, int api)
{
    int kept = 0, usable = 0;

    for (int i = 0; i < listing->count; i++) {
        if (!devices_wanted(&listing->rows[i], api))
            continue;
        usable += !listing->rows[i].unusable[0];
        listing->rows[kept++] = listing->rows[i];
    }
    listing->count = kept;
    return usable;
}

static int devices_run(const struct options *options)
{
    static struct listing listing;
    bool ok;
    int usable;

    // The watchdog is each row's own.
    listing.timeout_s = options->timeout_s;
    if (guard_call(devices_enumerate, &listing, &ok, 0, "listing the devices") || !ok)
        return guard_interrupted() ? command_interrupted("nothing was listed")
                                   : COMMAND_NO_DEVICE;
    usable = filter(&listing, options->api);
    if (options->json)
        devices_print_json(&listing);
    else
        print_table(&listing);
    free(listing.rows);
    listing = (struct listing){ 0 };
    if (usable > 0)
        return COMMAND_DONE;
    log_error(
        "no usable device; simulated devices always work (see `fpstripe explain models`)");
    return COMMAND_NO_DEVICE;
}

const struct command command_devices = {
    .name = "devices",
    .summary = "list the devices, and why some cannot be used",
    .arguments = "",
    .options = (const char *const[]){ "api", "json", "timeout", "verbose", "help", NULL },
    .run = devices_run,
};
