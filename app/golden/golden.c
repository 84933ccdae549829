// SPDX-License-Identifier: MIT

#include "golden/golden.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "capture/store.h"
#include "document/fields.h"
#include "probe/expressions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *golden_status_name(enum golden_status status)
{
    static const char *const names[GOLDEN_STATUS_COUNT] = {
        "match", "changed", "new", "missing", "stale", "invalid",
    };

    return names[status];
}

void golden_name(const struct result *result, char name[GOLDEN_NAME])
{
    report_folder_case(result, name, GOLDEN_NAME);
}

uint64_t golden_by_class(const struct facts *device, const struct result *result)
{
    const struct probe *probe = probe_find(result->probe);
    uint64_t by_class = 0;

    if (!probe || (!device->software && !device->simulated))
        return 0;
    for (int i = 0; i < result->finding_count && i < 64; i++) {
        int expression = expressions_find(probe, result->findings[i].id);

        if (expression >= 0 && probe->expressions->list[expression].by_processor)
            by_class |= UINT64_C(1) << i;
    }
    return by_class;
}

struct golden *golden_find(const struct golden_set *set, const char *name)
{
    for (int i = 0; i < set->count; i++)
        if (!strcmp(set->goldens[i].name, name))
            return &set->goldens[i];
    return NULL;
}

void golden_add(struct golden_set *set, struct golden golden)
{
    size_t count = (size_t) set->count + 1;

    set->goldens = memory_resize(set->goldens, count, sizeof *set->goldens);
    set->goldens[set->count++] = golden;
}

struct golden golden_take(const struct facts *device, const struct result *result,
                          const struct task *task, const char *reason)
{
    struct golden golden = { .result = *result };

    golden_name(result, golden.name);
    golden_question(task, &golden.question);
    snprintf(golden.reason, sizeof golden.reason, "%s", reason);
    snprintf(golden.driver, sizeof golden.driver, "%s", device->version);
    return golden;
}

void golden_finish(struct golden_set *set)
{
    free(set->goldens);
    free(set->text);
    report_folder_finish(&set->held);
    *set = (struct golden_set){ 0 };
}

enum golden_status golden_pixels(const struct golden_set *set,
                                 const struct golden *golden, struct pixels *pixels,
                                 char *why, size_t size)
{
    char path[PATH_MAX];
    enum golden_status came = GOLDEN_MATCH;

    *pixels = (struct pixels){ 0 };
    log_hold(true);
    if (golden->result.sha256[0] &&
        !store_find(set->held.folder, golden->result.sha256, path)) {
        snprintf(why, size, "the golden's picture %s is gone", golden->result.sha256);
        came = GOLDEN_MISSING;
    } else if (golden->result.sha256[0] &&
               !report_folder_pixels(&set->held, &golden->result, pixels)) {
        snprintf(why, size, "the golden's picture: %.250s", log_last_reason(path));
        came = GOLDEN_INVALID;
    }
    log_hold(false);
    return came;
}

// ---- the report ----

static const struct field asked_fields[] = {
    { "columns", FIELD_INT, FIELD_AT(struct golden, question.columns), .low = 1,
      .high = INT32_MAX },
    { "bands", FIELD_INT, FIELD_AT(struct golden, question.bands), .low = 1,
      .high = INT32_MAX },
    { "sha256", FIELD_TEXT, FIELD_AT(struct golden, question.sha256) },
    { 0 },
};

static const struct field golden_fields[] = {
    { "reason", FIELD_TEXT, FIELD_AT(struct golden, reason) },
    { "driver", FIELD_TEXT, FIELD_AT(struct golden, driver) },
    { "asked", FIELD_OBJECT, .fields = asked_fields },
    { 0 },
};

// The fields that a golden has in addition to those of a result in a report.
static const struct field result_fields[] = {
    { "golden", FIELD_OBJECT, .fields = golden_fields },
    { 0 },
};

char *golden_text(const struct golden_set *set, const struct report *head)
{
    struct report report = *head;
    json_t *root, *results;
    char *text, *dumped;

    report.results = memory_new((size_t) set->count, sizeof *report.results);
    report.count = set->count;
    for (int i = 0; i < set->count; i++)
        report.results[i] = set->goldens[i].result;
    report_conclude(&report);
    text = report_json(&report);
    root = json_loads(text, 0, NULL);
    results = json_object_get(root, "results");
    for (int i = 0; i < set->count; i++)
        json_object_set_new(json_array_get(results, (size_t) i), "golden",
                            fields_json(golden_fields, &set->goldens[i]));
    free(text);
    dumped = json_dumps(root, JSON_INDENT(2) | JSON_SORT_KEYS);
    text = memory_format("%s\n", dumped);
    free(dumped);
    json_decref(root);
    free(report.results);
    return text;
}

static void read_golden(struct reader *reader, json_t *json, struct golden *golden)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";

    golden_name(&golden->result, golden->name);
    if (golden->result.probe[strspn(golden->result.probe, letters)])
        reader_fault(reader, "probe", "no probe has such a name");
    fields_read(reader, result_fields, json, golden);
}

static void read_goldens(struct reader *reader, struct golden_set *set, json_t *root)
{
    struct report *report = &set->held.report;
    json_t *results = json_object_get(root, "results");
    char key[DEVICE_KEY_PATH];

    device_key_golden(&report->device, key);
    if (strcmp(key, set->key) != 0)
        reader_fault(reader, "device", "these are goldens of %.160s", key);
    for (int i = 0; i < report->count; i++) {
        struct golden golden = { .result = report->results[i] };

        snprintf(reader->where, sizeof reader->where, "results[%d]", i);
        read_golden(reader, json_array_get(results, (size_t) i), &golden);
        if (golden_find(set, golden.name))
            reader_fault(reader, "probe", "there is another %s", golden.name);
        golden_add(set, golden);
    }
}

static char *read_golden_file(const struct golden_set *set, size_t *size)
{
    char *path = memory_format("%s/" GOLDEN_FILE, set->held.folder);
    char *text = file_read(path, CAPTURE_BYTES_MAX, size);

    free(path);
    return text;
}

bool golden_is_as_read(const struct golden_set *set)
{
    size_t size = 0;
    char *now;
    bool same;

    log_hold(true);
    now = read_golden_file(set, &size);
    log_hold(false);
    same = size == set->size && (size == 0 || !memcmp(now, set->text, size));
    free(now);
    return same;
}

static bool read_report(struct golden_set *set)
{
    struct reader reader = { .name = GOLDEN_FILE };
    json_t *root;

    set->text = read_golden_file(set, &set->size);
    if (!set->text || !report_read(&set->held.report, set->text, set->size, GOLDEN_FILE))
        return false;
    root = json_loadb(set->text, set->size, 0, NULL);
    read_goldens(&reader, set, root);
    json_decref(root);
    return !reader.failed;
}

// A set whose report cannot be read has no goldens.
static void read_set(struct golden_set *set)
{
    char *path = memory_format("%s/" GOLDEN_FILE, set->held.folder);
    size_t length = strlen(set->held.folder) + 1;
    struct stat status;

    set->there = lstat(path, &status) == 0 || errno != ENOENT;
    log_hold(true);
    if (set->there && !read_report(set)) {
        const char *error = log_last_error();

        snprintf(set->fault, sizeof set->fault, "%.380s%s",
                 error + (strncmp(error, path, length) ? 0 : length),
                 set->text && file_is_lfs(set->text, set->size) ? "" : "; restore it");
        set->count = 0;
    }
    log_hold(false);
    free(path);
}

bool golden_open(struct golden_set *set, const char *goldens, const struct facts *device)
{
    struct report_folder *held = &set->held;

    *set = (struct golden_set){ 0 };
    device_key_golden(device, set->key);
    if ((size_t) snprintf(held->folder, sizeof held->folder, "%s/%s", goldens,
                          set->key) >= sizeof held->folder - GOLDEN_NAME) {
        log_error("%.60s...: the name is too long", goldens);
        *set = (struct golden_set){ 0 };
        return false;
    }
    memcpy(held->name, held->folder, sizeof held->name);
    read_set(set);
    return true;
}
