// SPDX-License-Identifier: MIT
//
// goldens.json, strictly: every key that belongs is there and no other, and the seal of
// each record is that of its content. A case that is not so is kept, with its fault, so
// that it is missed; a document that is not one has no cases at all.

#include "base/device_key.h"
#include "base/file.h"
#include "base/log.h"
#include "golden/golden.h"
#include "golden/record.h"
#include "report/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FILE_BYTES_MAX (64u << 20)
#define SIDE_MAX       16384
#define FINDINGS_MAX   64
#define CASES_MAX      8192 // twice what any plan has

static const char *const root_keys[] = { "schema", "device", "cases", NULL };
static const char *const device_keys[] = { "key", "renderer", "simulated", NULL };
static const char *const asked_keys[] = { "columns", "bands", "sha256", NULL };
static const char *const blessed_keys[] = { "reason", "driver", NULL };
static const char *const verdict_keys[] = {
    "fraction_bits", "emax", "emax_at_least", "subnormals", "survivors", "text", NULL
};
static const char *const finding_keys[] = { "line",  "answer", "departs", "survivors",
                                            "cases", "agree",  "compare", NULL };
static const char *const case_keys[] = {
    "name",        "probe",   "stage",         "precision", "form",   "readout",
    "asked",       "status",  "reason",        "width",     "height", "columns",
    "bands",       "verdict", "topic",         "findings",  "image",  "pixels_sha256",
    "file_sha256", "blessed", "record_sha256", NULL
};

// clang-format off
static const char *any_stage(int i) { return stage_name((enum stage) i); }
static const char *any_precision(int i) { return precision_name((enum precision) i); }
static const char *any_form(int i) { return form_name((enum form) i); }
static const char *any_readout(int i) { return readout_name((enum readout) i); }
static const char *any_status(int i) { return status_name((enum status) i); }
static const char *any_subnormals(int i) { return subnormals_name((enum subnormals) i); }
static const char *any_compare(int i) { return i ? "class" : "exact"; }
// clang-format on

// No key that is not in `keys`, NULL at the end; whoever reads misses those that are not
// there.
static void only(struct reader *reader, json_t *object, const char *const *keys)
{
    const char *key;
    json_t *value;

    json_object_foreach(object, key, value)
    {
        int i = 0;

        while (keys[i] && strcmp(keys[i], key))
            i++;
        if (!keys[i])
            reader_fault(reader, key, "there is no such key");
    }
}

static json_t *object(struct reader *reader, json_t *parent, const char *key,
                      const char *const *keys)
{
    json_t *json = reader_get(reader, parent, key, JSON_OBJECT);

    only(reader, json, keys);
    return json;
}

static void sha256(struct reader *reader, json_t *json, const char *key, char to[65])
{
    reader_sha256_or_null(reader, json, key, to);
    if (!to[0])
        reader_fault(reader, key, "is missing (a SHA-256)");
}

static void verdict(struct reader *reader, json_t *record, struct verdict *verdict)
{
    json_t *json = object(reader, record, "verdict", verdict_keys);

    verdict->status =
        (enum status) reader_one_of(reader, record, "status", any_status, STATUS_COUNT);
    reader_string(reader, record, "reason", verdict->reason, sizeof(verdict->reason));
    verdict->fraction_bits = reader_known(reader, json, "fraction_bits", 52);
    verdict->emax = reader_known(reader, json, "emax", 1023);
    verdict->emax_at_least = reader_boolean(reader, json, "emax_at_least");
    verdict->subnormals =
        (enum subnormals) reader_one_of(reader, json, "subnormals", any_subnormals, 3);
    verdict->survivors = reader_rules(reader, json, "survivors");
    verdict->pattern = verdict_pattern(verdict->survivors);
    reader_word(reader, json, "text");
}

static void finding(struct reader *reader, json_t *json, struct finding *finding)
{
    only(reader, json, finding_keys);
    reader_string(reader, json, "line", finding->line, sizeof(finding->line));
    reader_string(reader, json, "answer", finding->answer, sizeof(finding->answer));
    finding->departs = reader_boolean(reader, json, "departs");
    finding->survivors = reader_rules(reader, json, "survivors");
    finding->cases = reader_integer(reader, json, "cases", 0, INT32_MAX);
    finding->agree = reader_integer(reader, json, "agree", 0, finding->cases);
}

static void findings(struct reader *reader, json_t *record, struct golden *golden)
{
    struct result *result = &golden->result;
    json_t *array = reader_get(reader, record, "findings", JSON_ARRAY), *json;
    size_t count = json_array_size(array), i;

    reader_string_or_null(reader, record, "topic", result->topic, sizeof(result->topic));
    if (count > FINDINGS_MAX)
        reader_fault(reader, "findings", "are more than %d", FINDINGS_MAX);
    if (reader->failed || count == 0)
        return;
    result->findings = calloc(count, sizeof(*result->findings));
    if (!result->findings)
        reader_fault(reader, "findings", "no memory for them");
    json_array_foreach(array, i, json)
    {
        if (reader->failed)
            return;
        finding(reader, json, &result->findings[result->finding_count++]);
        if (reader_one_of(reader, json, "compare", any_compare, 2))
            golden->by_class |= UINT64_C(1) << i;
    }
}

static void picture(struct reader *reader, json_t *record, struct golden *golden)
{
    struct result *result = &golden->result;
    char name[GOLDEN_NAME + 8];

    result->width = (int) reader_integer(reader, record, "width", 0, SIDE_MAX);
    result->height = (int) reader_integer(reader, record, "height", 0, SIDE_MAX);
    result->columns = (int) reader_integer(reader, record, "columns", 0, INT32_MAX);
    result->bands = (int) reader_integer(reader, record, "bands", 0, INT32_MAX);
    reader_string_or_null(reader, record, "image", result->image, sizeof(result->image));
    reader_sha256_or_null(reader, record, "pixels_sha256", result->sha256);
    reader_sha256_or_null(reader, record, "file_sha256", golden->file_sha256);
    snprintf(name, sizeof(name), "%s.png", golden->name);
    if (result->image[0] && strcmp(result->image, name) != 0)
        reader_fault(reader, "image", "is not %.80s", name);
    if (!result->image[0] != !result->sha256[0] ||
        !result->image[0] != !golden->file_sha256[0] ||
        (result->image[0] && (result->width == 0 || result->height == 0)))
        reader_fault(reader, "image", "does not go with its hashes and its size");
}

static void asked(struct reader *reader, json_t *record, struct golden *golden)
{
    struct result *result = &golden->result;
    json_t *json = object(reader, record, "asked", asked_keys);
    char name[GOLDEN_NAME];

    reader_string(reader, record, "probe", result->probe, sizeof(result->probe));
    result->stage =
        (enum stage) reader_one_of(reader, record, "stage", any_stage, STAGE_COUNT);
    result->precision = (enum precision) reader_one_of(reader, record, "precision",
                                                       any_precision, PRECISION_COUNT);
    result->form =
        (enum form) reader_one_of(reader, record, "form", any_form, FORM_COUNT);
    result->readout = (enum readout) reader_one_of(reader, record, "readout", any_readout,
                                                   READOUT_COUNT);
    golden->question.columns =
        (int) reader_integer(reader, json, "columns", 1, INT32_MAX);
    golden->question.bands = (int) reader_integer(reader, json, "bands", 1, INT32_MAX);
    sha256(reader, json, "sha256", golden->question.sha256);
    golden_name(result, name);
    if (strcmp(name, golden->name) != 0)
        reader_fault(reader, "name", "is not %.80s", name);
}

static void read_case(struct reader *reader, json_t *device, json_t *record,
                      struct golden *golden)
{
    json_t *blessed;
    char want[65] = "", got[65] = "";

    reader_string(reader, record, "name", golden->name, sizeof(golden->name));
    only(reader, record, case_keys);
    sha256(reader, record, "record_sha256", want);
    if (!reader->failed && !golden_seal(device, record, got))
        reader_fault(reader, "record_sha256", "no memory for it");
    if (strcmp(want, got) != 0)
        reader_fault(reader, "record_sha256",
                     "the record is not the one that was blessed");
    asked(reader, record, golden);
    verdict(reader, record, &golden->result.verdict);
    picture(reader, record, golden);
    findings(reader, record, golden);
    blessed = object(reader, record, "blessed", blessed_keys);
    reader_string(reader, blessed, "reason", golden->reason, sizeof(golden->reason));
    reader_string(reader, blessed, "driver", golden->driver, sizeof(golden->driver));
}

// A name that is none is shown all the same: without what a terminal would obey.
static void name_broken(char *name, size_t index)
{
    for (char *at = name; *at; at++)
        if ((unsigned char) *at <= 0x20 || (unsigned char) *at >= 0x7f)
            *at = '?';
    if (!name[0])
        snprintf(name, GOLDEN_NAME, "cases[%zu]", index);
}

// What log_error was given while it was held.
static void keep_fault(char *fault, size_t size)
{
    snprintf(fault, size, "%s", log_last_error());
}

static bool cases(struct golden_set *set, json_t *device, json_t *array)
{
    json_t *record;
    size_t i;

    json_array_foreach(array, i, record)
    {
        struct reader reader = { .name = GOLDEN_FILE };
        struct golden *golden = golden_add(set);

        if (!golden)
            return false;
        snprintf(reader.where, sizeof(reader.where), "cases[%zu]", i);
        read_case(&reader, device, record, golden);
        if (reader.failed)
            keep_fault(golden->fault, sizeof(golden->fault));
        name_broken(golden->name, i);
        if (golden_find(set, golden->name) != golden)
            snprintf(golden->fault, sizeof(golden->fault),
                     GOLDEN_FILE ": cases[%zu]: there is another %.80s", i, golden->name);
    }
    return true;
}

static bool document(struct golden_set *set, json_t *root)
{
    struct reader reader = { .name = GOLDEN_FILE };
    const char *schema = reader_word(&reader, root, "schema");
    json_t *device, *array;
    char key[sizeof(set->key)] = "";

    if (strcmp(schema, GOLDEN_SCHEMA) != 0)
        reader_fault(&reader, "schema", "is \"%.60s\", not \"" GOLDEN_SCHEMA "\"",
                     schema);
    only(&reader, root, root_keys);
    device = object(&reader, root, "device", device_keys);
    reader_string(&reader, device, "key", key, sizeof(key));
    reader_string(&reader, device, "renderer", set->renderer, sizeof(set->renderer));
    set->simulated = reader_boolean(&reader, device, "simulated");
    if (strcmp(key, set->key) != 0)
        reader_fault(&reader, "key", "these are goldens of %.100s", key);
    array = reader_get(&reader, root, "cases", JSON_ARRAY);
    if (json_array_size(array) > CASES_MAX)
        reader_fault(&reader, "cases", "are more than %d", CASES_MAX);
    if (!reader.failed)
        return cases(set, device, array);
    keep_fault(set->fault, sizeof(set->fault));
    return true;
}

static bool read_file(struct golden_set *set, const char *path)
{
    json_error_t error;
    json_t *root;
    size_t size;
    char *text = file_read(path, FILE_BYTES_MAX, &size);
    bool ok;

    if (!text) {
        keep_fault(set->fault, sizeof(set->fault));
        return true;
    }
    root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (!root) {
        snprintf(set->fault, sizeof(set->fault), GOLDEN_FILE ":%d:%d: %.160s", error.line,
                 error.column, error.text);
        return true;
    }
    ok = document(set, root);
    json_decref(root);
    return ok;
}

bool golden_read(struct golden_set *set, const char *folder, const char *key)
{
    char path[PATH_MAX];
    struct stat status;
    bool ok;

    *set = (struct golden_set){ 0 };
    snprintf(set->folder, sizeof(set->folder), "%s", folder);
    snprintf(set->key, sizeof(set->key), "%s", key);
    if ((size_t) snprintf(path, sizeof(path), "%s/" GOLDEN_FILE, folder) >=
        sizeof(path)) {
        snprintf(set->fault, sizeof(set->fault), "the folder's name is too long");
        return true;
    }
    set->there = lstat(path, &status) == 0 || errno != ENOENT;
    if (!set->there)
        return true;
    log_hold(true);
    ok = read_file(set, path);
    log_hold(false);
    if (!ok)
        golden_finish(set);
    return ok;
}

bool golden_open(struct golden_set *set, const char *goldens, const struct facts *device)
{
    char key[DEVICE_KEY_PATH], folder[PATH_MAX];

    device_key_golden(device, key);
    if ((size_t) snprintf(folder, sizeof(folder), "%s/%s", goldens, key) >=
        sizeof(folder)) {
        log_error("%.60s...: the name is too long", goldens);
        *set = (struct golden_set){ 0 };
        return false;
    }
    if (!golden_read(set, folder, key)) {
        log_error("%s: no memory for its goldens", folder);
        return false;
    }
    if (!set->renderer[0]) {
        snprintf(set->renderer, sizeof(set->renderer), "%s", device->renderer);
        set->simulated = device->simulated;
    }
    return true;
}
