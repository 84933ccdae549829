// SPDX-License-Identifier: MIT

#include "report/swept.h"

#include "base/device_key.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SWEEPS_NAME      "sweeps.jsonl"
#define SWEEPS_BYTES_MAX (16u << 20)

// The operations whose errors sweeps measure.
static const struct {
    const char *id, *function;
} operations[] = {
    { "div", "gl:div" },
    { "reciprocal", "gl:rcp" },
    { "sqrt", "gl:sqrt" },
    { "inversesqrt", "gl:inversesqrt" },
};

#define OPERATIONS (sizeof operations / sizeof *operations)

static bool is_text(const json_t *object, const char *key, const char *text)
{
    const char *value = json_string_value(json_object_get(object, key));

    return value && !strcmp(value, text);
}

// Returns true if a sweep was of the same GPU, driven by the same driver.
static bool is_by(const json_t *by, const struct facts *device)
{
    struct facts swept = { 0 };
    struct device_key key, wanted = device_key(device);
    const char *renderer = json_string_value(json_object_get(by, "renderer"));
    const char *version = json_string_value(json_object_get(by, "version"));

    facts_copy(swept.renderer, sizeof swept.renderer, renderer ? renderer : "");
    facts_copy(swept.version, sizeof swept.version, version ? version : "");
    key = device_key(&swept);
    return !strcmp(key.family, wanted.family) && !strcmp(key.driver, wanted.driver);
}

// Returns true if a document is of a complete sweep of this function, by this device.
static bool is_sweep_of(const json_t *document, const struct facts *device,
                        const char *function)
{
    const json_t *by = json_object_get(document, "device");
    const json_t *sweep = json_object_get(document, "sweep");

    return json_is_true(json_object_get(document, "complete")) && is_by(by, device) &&
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

// Takes the sweeps of all operations from a file, if it is there.
static void take_file(const char *path, const struct facts *device,
                      struct report_swept swept[OPERATIONS])
{
    char *text;
    size_t size;

    if (file_is_absent(path))
        return;
    text = file_read(path, SWEEPS_BYTES_MAX, &size);
    for (size_t i = 0; text && i < OPERATIONS; i++)
        report_swept_in(text, path, device, operations[i].function, &swept[i]);
    free(text);
}

// Adds an error to a finding that names one, and not a rounding model.
static void add_swept(struct finding *finding, const struct report_swept *swept)
{
    if (!finding->error_known || finding->survivors || swept->most <= 0)
        return;
    finding->swept_ulp = fmax(
        swept->most, fmax(fabs(finding->error_min_ulp), fabs(finding->error_max_ulp)));
    finding->swept_whole = swept->whole;
}

void report_swept_add(struct report_folder *folder)
{
    const struct facts *device = &folder->report.device;
    const struct device_key key = device_key(device);
    struct report_swept swept[OPERATIONS] = { 0 };
    char *own = memory_format("%s/" SWEEPS_NAME, folder->folder);

    take_file(own, device, swept);
    for (enum api api = 0; api < API_COUNT; api++) {
        char *path = memory_format("%s/../%s-%s/" SWEEPS_NAME, folder->folder, key.driver,
                                   api_name(api));

        if (!file_is_same(path, own))
            take_file(path, device, swept);
        free(path);
    }
    free(own);
    for (int i = 0; i < folder->report.count; i++) {
        struct result *result = &folder->report.results[i];

        if (strcmp(result->probe, "operations") != 0 ||
            result->precision != PRECISION_HIGHP)
            continue;
        for (int j = 0; j < result->finding_count; j++)
            for (size_t k = 0; k < OPERATIONS; k++)
                if (finding_asks(&result->findings[j], operations[k].id))
                    add_swept(&result->findings[j], &swept[k]);
    }
}
