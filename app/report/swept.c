// SPDX-License-Identifier: MIT

#include "report/swept.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SWEEPS_NAME      "sweeps.jsonl"
#define SWEEPS_BYTES_MAX (16u << 20)

static bool is_text(const json_t *object, const char *key, const char *text)
{
    const char *value = json_string_value(json_object_get(object, key));

    return value && !strcmp(value, text);
}

// Whether a document is of a complete sweep of this function, by this device.
static bool is_sweep_of(const json_t *document, const struct facts *device,
                        const char *function)
{
    const json_t *by = json_object_get(document, "device");
    const json_t *sweep = json_object_get(document, "sweep");

    return json_is_true(json_object_get(document, "complete")) &&
           is_text(by, "renderer", device->renderer) &&
           is_text(by, "version", device->version) &&
           is_text(sweep, "function", function) && is_text(sweep, "precision", "highp");
}

static bool take_sweep(const json_t *document, struct report_swept *swept)
{
    const json_t *sweep = json_object_get(document, "sweep");
    const json_t *error = json_object_get(json_object_get(sweep, "max_ulp"), "error");
    const json_t *sample = json_object_get(json_object_get(sweep, "domain"), "sample");
    const double most = fabs(json_number_value(json_object_get(error, "value")));

    if (!json_is_number(json_object_get(error, "value")) || !json_is_boolean(sample))
        return false;
    swept->most = fmax(swept->most, most);
    swept->whole |= json_is_false(sample);
    return true;
}

bool report_swept_in(const char *text, const char *name, const struct facts *device,
                     const char *function, struct report_swept *swept)
{
    bool any = false;
    int number = 0;

    *swept = (struct report_swept){ 0 };
    for (const char *line = text, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        number++;
        if (!memmem(line, (size_t) (end - line), function, strlen(function)))
            continue;
        json_t *document = json_loadb(line, (size_t) (end - line), 0, NULL);

        if (!document)
            log_warning("%s: line %d is not JSON; it is left out", name, number);
        else if (is_sweep_of(document, device, function))
            any |= take_sweep(document, swept);
        json_decref(document);
    }
    return any;
}

bool report_swept(const struct report_folder *folder, const char *function,
                  struct report_swept *swept)
{
    char *path = memory_format("%s/" SWEEPS_NAME, folder->folder), *text = NULL;
    bool any = false;
    size_t size;

    *swept = (struct report_swept){ 0 };
    if (!folder->pictures && folder->folder[0] && access(path, F_OK) == 0)
        text = file_read(path, SWEEPS_BYTES_MAX, &size);
    if (text)
        any = report_swept_in(text, path, &folder->report.device, function, swept);
    free(text);
    free(path);
    return any;
}
