// SPDX-License-Identifier: MIT

#include "base/guard.h"
#include "base/log.h"
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

static bool enumerate(void *context)
{
    struct listing *listing = context;

    return device_enumerate(&listing->rows, &listing->count, listing->timeout_s);
}

static const char *kind_of(const struct facts *facts)
{
    return facts->software ? "software" : "hardware";
}

static json_t *row_json(const struct device_row *row)
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

// `all`: the row stands for every API of its platform.
static void print_row(const struct device_row *row, int id_width, bool all)
{
    const struct facts *facts = &row->facts;
    int length = all ? row_platform(facts->id) : (int) strlen(facts->id);
    char text[800];

    if (row->unusable[0])
        snprintf(text, sizeof(text), "unusable: %s", row->unusable);
    else
        snprintf(text, sizeof(text), "%s  %s, %s", kind_of(facts), facts->renderer,
                 facts->version);
    fprintf(out_file(), "%-*.*s  %-3s  ", id_width, length, facts->id,
            all ? "all" : api_name(facts->api));
    row_print(id_width + 7, text);
}

// How many rows from `first` on are of one platform and unusable for one reason.
static int count_alike(const struct listing *listing, int first)
{
    const struct device_row *row = &listing->rows[first];
    int count = 1;

    if (!row->unusable[0])
        return 1;
    while (first + count < listing->count &&
           row_same_platform(row->facts.id, row[count].facts.id) &&
           !strcmp(row->unusable, row[count].unusable))
        count++;
    return count;
}

static void print_table(const struct listing *listing)
{
    int id_width = 0;

    for (int i = 0; i < listing->count; i++) {
        int length = (int) strlen(listing->rows[i].facts.id);

        id_width = length > id_width ? length : id_width;
    }
    for (int i = 0; i < listing->count;) {
        bool all = count_alike(listing, i) == API_FAKE;

        print_row(&listing->rows[i], id_width, all);
        i += all ? API_FAKE : 1;
    }
}

static void print_json(const struct listing *listing)
{
    json_t *list = json_array();

    for (int i = 0; i < listing->count; i++)
        json_array_append_new(list, row_json(&listing->rows[i]));
    list_print("devices", list);
    json_decref(list);
}

static bool wanted(const struct device_row *row, int api)
{
    return api == API_COUNT || (int) row->facts.api == api;
}

// Leaves the rows of `api`; returns how many of them can be used.
static int filter(struct listing *listing, int api)
{
    int kept = 0, usable = 0;

    for (int i = 0; i < listing->count; i++) {
        if (!wanted(&listing->rows[i], api))
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
    if (guard_call(enumerate, &listing, &ok, 0, "listing the devices") || !ok)
        return guard_interrupted() ? COMMAND_SIGNAL + guard_interrupted()
                                   : COMMAND_NO_DEVICE;
    usable = filter(&listing, options->api);
    if (options->json)
        print_json(&listing);
    else
        print_table(&listing);
    free(listing.rows);
    listing = (struct listing){ 0 };
    if (usable > 0)
        return COMMAND_DONE;
    log_error("no usable device; fakes always work (`fpstripe models`)");
    return COMMAND_NO_DEVICE;
}

const struct command command_devices = {
    .name = "devices",
    .summary = "list the devices there are, and why one cannot be used",
    .arguments = "",
    .options = (const char *const[]){ "api", "json", "timeout", "verbose", "help", NULL },
    .run = devices_run,
};
