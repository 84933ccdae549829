// SPDX-License-Identifier: MIT

#include "command/sweep_device.h"

#include "base/log.h"

#include <stdio.h>
#include <string.h>

// "egl:0/es3" and 2: "egl:2/es3". Returns false for ids of other kinds.
static bool id_behind(const char *id, int by, char *text, size_t size)
{
    int number, end = 0;

    if (sscanf(id, "egl:%d%n", &number, &end) != 1 || (id[end] && id[end] != '/'))
        return false;
    snprintf(text, size, "egl:%d%s", number + by, id + end);
    return true;
}

bool sweep_device_open(struct device *device, const struct options *options, int local,
                       bool *malformed)
{
    struct device own;
    char id[80];
    bool ok;

    if (!device_pick(device, options->device, (enum api) options->api, NULL, malformed))
        return false;
    if (local == 0 || device->facts.software ||
        !id_behind(device->facts.id, local, id, sizeof(id)))
        return true;
    log_hold(true);
    ok = device_open(&own, id, NULL);
    log_hold(false);
    if (!ok)
        return true;
    ok = !strcmp(own.facts.renderer, device->facts.renderer) &&
         !strcmp(own.facts.version, device->facts.version);
    device_close(ok ? device : &own);
    if (ok)
        *device = own;
    return true;
}
