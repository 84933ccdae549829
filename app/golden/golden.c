// SPDX-License-Identifier: MIT

#include "golden/golden.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/text.h"
#include "capture/store.h"
#include "document/build.h"
#include "document/fields.h"
#include "document/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define GOLDENS_MAX 8192
#define ANSWERS_MAX 256
#define CASES_MAX   (1L << 24)

const char *golden_status_name(enum golden_status status)
{
    static const char *const names[GOLDEN_STATUS_COUNT] = {
        "match", "changed", "new", "missing", "stale", "invalid",
    };

    return names[status];
}

void golden_name(const struct capture_measurement *seen, char name[GOLDEN_NAME])
{
    snprintf(name, GOLDEN_NAME, "%s-%s-%s-%s-%s", seen->probe, stage_name(seen->stage),
             precision_name(seen->precision), form_name(seen->form),
             readout_name(seen->readout));
}

struct result golden_asked(const struct golden_set *set, const struct golden *golden)
{
    const struct capture_measurement *seen = &set->capture.measurements[golden->at];
    struct result asked = { .stage = seen->stage,
                            .precision = seen->precision,
                            .form = seen->form,
                            .readout = seen->readout };

    memcpy(asked.probe, seen->probe, sizeof asked.probe);
    return asked;
}

const struct golden *golden_find(const struct golden_set *set, const char *name)
{
    for (int i = 0; i < set->count; i++)
        if (!strcmp(set->goldens[i].name, name))
            return &set->goldens[i];
    return NULL;
}

void golden_reading_finish(struct golden_reading *reading)
{
    free(reading->answers);
    *reading = (struct golden_reading){ 0 };
}

static void empty_set(struct golden_set *set)
{
    for (int i = 0; i < set->count; i++)
        golden_reading_finish(&set->goldens[i].read);
    free(set->goldens);
    set->goldens = NULL;
    set->count = 0;
    capture_finish(&set->capture);
}

void golden_finish(struct golden_set *set)
{
    empty_set(set);
    *set = (struct golden_set){ 0 };
}

// ---- making a set ----

static int copy_question(struct capture *to, const struct capture *from, int index)
{
    struct capture_question question;
    const struct capture_row *lines;

    if (index < 0)
        return index;
    question = from->questions[index];
    lines = question.lines;
    question.lines = memory_new((size_t) question.line_count, sizeof *lines);
    memcpy(question.lines, lines, (size_t) question.line_count * sizeof *lines);
    return capture_question(to, &question);
}

void golden_add(struct golden_set *set, const struct capture *from, int at,
                const struct golden *golden)
{
    struct golden *copy;
    int first = at;

    while (first > 0 && from->measurements[first - 1].deciding)
        first--;
    for (; first <= at; first++) {
        struct capture_measurement seen = from->measurements[first];

        seen.question = copy_question(&set->capture, from, seen.question);
        *capture_add(&set->capture) = seen;
    }
    set->goldens =
        memory_resize(set->goldens, (size_t) set->count + 1, sizeof *set->goldens);
    copy = &set->goldens[set->count++];
    *copy = *golden;
    copy->at = set->capture.count - 1;
    memcpy(copy->picture, set->capture.measurements[copy->at].picture.sha256,
           sizeof copy->picture);
    copy->read.answers =
        memory_new((size_t) copy->read.count + 1, sizeof *copy->read.answers);
    for (int i = 0; i < copy->read.count; i++)
        copy->read.answers[i] = golden->read.answers[i];
}

// ---- golden.json ----

#define NUMBER(KEY, INDEX)                                                           \
    {                                                                                \
        KEY, FIELD_TEXT, FIELD_OMITTED, FIELD_AT(struct golden, read.verdict[INDEX]) \
    }

// clang-format off
static const struct field verdict_fields[] = {
    NUMBER("bits", GOLDEN_BITS),
    NUMBER("rounding", GOLDEN_ROUNDING),
    NUMBER("models", GOLDEN_MODELS),
    NUMBER("exponent", GOLDEN_EXPONENT),
    NUMBER("subnormals", GOLDEN_SUBNORMALS),
    NUMBER("overflow", GOLDEN_OVERFLOW),
    { 0 },
};

static const struct field answer_fields[] = {
    { "id", FIELD_TEXT, FIELD_OMITTED, FIELD_AT(struct golden_answer, id) },
    NAME("says", struct golden_answer, says),
    LONG("cases", struct golden_answer, cases, 0),
    SHARE("agree", struct golden_answer, agree, cases),
    { "deviates", FIELD_BOOLEAN, FIELD_OMITTED, FIELD_AT(struct golden_answer, deviates) },
    { "unsupported", FIELD_BOOLEAN, FIELD_OMITTED,
      FIELD_AT(struct golden_answer, unsupported) },
    { "ulp", FIELD_NUMBER, FIELD_OMITTED, FIELD_AT(struct golden_answer, ulp) },
    { "absolute_bits", FIELD_NUMBER, FIELD_OMITTED,
      FIELD_AT(struct golden_answer, absolute_bits) },
    { 0 },
};

static const struct field golden_fields[] = {
    NAME("case", struct golden, name),
    { "picture", FIELD_SHA256, FIELD_OMITTED, FIELD_AT(struct golden, picture) },
    INT("width", struct golden, width, 16, 2048),
    NAME("reason", struct golden, reason),
    TEXT("driver", struct golden, driver),
    WORD("status", struct golden, read.status, STATUS_COUNT, status_name),
    { "verdict", FIELD_OBJECT, .fields = verdict_fields },
    { "answers", FIELD_LIST, .at = offsetof(struct golden, read.answers),
      .size = sizeof(struct golden_answer), .fields = answer_fields, .high = ANSWERS_MAX,
      .count = offsetof(struct golden, read.count), .owned = true },
    { 0 },
};

static const struct field set_fields[] = {
    NAME("schema", struct golden_set, schema),
    { "capture_sha256", FIELD_SHA256, FIELD_AT(struct golden_set, capture_sha256) },
    TEXT("asked", struct golden_set, asked),
    { "results", FIELD_LIST, .at = offsetof(struct golden_set, goldens),
      .size = sizeof(struct golden), .fields = golden_fields, .high = GOLDENS_MAX,
      .count = offsetof(struct golden_set, count), .owned = true },
    { 0 },
};
// clang-format on

char *golden_text(const struct golden_set *set)
{
    json_t *root = fields_json(set_fields, set);
    char *text = document_text(root);

    json_decref(root);
    return text;
}

// Returns the next measurement of a golden's case with its picture, from `first` on and
// then from the beginning; -1 if there is none.
static int find_measurement(const struct capture *capture, int first,
                            const struct golden *golden)
{
    for (int i = 0; i < capture->count; i++) {
        int at = (first + i) % capture->count;
        const struct capture_measurement *seen = &capture->measurements[at];
        char name[GOLDEN_NAME];

        golden_name(seen, name);
        if (!seen->deciding && !strcmp(name, golden->name) &&
            !strcmp(seen->picture.sha256, golden->picture))
            return at;
    }
    return -1;
}

// Finds the measurements of all goldens. Drops those that have none, if the set is torn.
static void match_capture(struct reader *reader, struct golden_set *set)
{
    const struct capture *capture = &set->capture;
    const int count = set->count;
    int asked = 0, at = -1;

    for (int i = 0; i < capture->count; i++)
        asked += !capture->measurements[i].deciding;
    if (!set->torn && asked != count)
        reader_fault(reader, "results", "are %d, and " CAPTURE_FILE " has %d", count,
                     asked);
    set->count = 0;
    for (int i = 0; i < count; i++) {
        struct golden *golden = &set->goldens[i];

        at = find_measurement(capture, at + 1, golden);
        golden->at = at;
        if (at >= 0)
            set->goldens[set->count++] = *golden;
        else
            golden_reading_finish(&golden->read);
        if (at < 0 && !set->torn)
            reader_fault(reader, "results", CAPTURE_FILE " has no %s with this picture",
                         golden->name);
    }
}

bool golden_read(struct golden_set *set, const char *text, size_t size,
                 const char *sha256, bool mends)
{
    struct reader reader = { .name = GOLDEN_FILE };
    json_t *root = document_load(text, size, GOLDEN_FILE);
    char key[DEVICE_KEY_PATH];

    if (!root)
        return false;
    fields_read(&reader, set_fields, root, set);
    json_decref(root);
    device_key_golden(&set->capture.device, key);
    set->torn = strcmp(set->capture_sha256, sha256) != 0;
    if (strcmp(set->schema, GOLDEN_SCHEMA) != 0)
        reader_fault(&reader, "schema", "is \"%.40s\", not \"" GOLDEN_SCHEMA "\"",
                     set->schema);
    if (set->torn && !mends)
        reader_fault(&reader, "capture_sha256",
                     "is of another " CAPTURE_FILE ": a bless was interrupted");
    if (strcmp(key, set->key) != 0)
        reader_fault(&reader, "device", "these are goldens of %.160s", key);
    match_capture(&reader, set);
    return !reader.failed;
}

// ---- the files of a set ----

static char *read_file(const struct golden_set *set, const char *name, size_t *size)
{
    char *path = memory_format("%s/%s", set->folder, name);
    char *text = file_read(path, CAPTURE_BYTES_MAX, size);

    free(path);
    return text;
}

bool golden_is_as_read(const struct golden_set *set)
{
    char sha256[65] = "", *text;
    size_t size;

    log_hold(true);
    text = read_file(set, GOLDEN_FILE, &size);
    log_hold(false);
    if (text)
        capture_sha256(text, size, sha256);
    free(text);
    return !strcmp(sha256, set->sha256);
}

static bool read_capture(struct golden_set *set, char sha256[65])
{
    size_t size;
    char *text = read_file(set, CAPTURE_FILE, &size);
    bool ok = text && capture_read(&set->capture, text, size, CAPTURE_FILE);

    if (ok)
        capture_sha256(text, size, sha256);
    free(text);
    return ok;
}

static bool read_set(struct golden_set *set, bool mends)
{
    size_t size;
    char *text = read_file(set, GOLDEN_FILE, &size), sha256[65];
    bool ok;

    if (!text)
        return false;
    capture_sha256(text, size, set->sha256);
    ok = read_capture(set, sha256) && golden_read(set, text, size, sha256, mends);
    free(text);
    return ok;
}

// Stores why a set cannot be read, with the name of its file and without the folder.
static void note_fault(struct golden_set *set)
{
    const char *error = log_last_error();
    size_t length = strlen(set->folder);

    if (!strncmp(error, set->folder, length) && error[length] == '/')
        error += length + 1;
    snprintf(set->fault, sizeof set->fault, "%.330s%s", error,
             strstr(error, FILE_LFS) ? "" : "; " GOLDEN_RESTORE);
}

bool golden_open(struct golden_set *set, const char *goldens, const struct facts *device,
                 bool mends)
{
    struct stat status;
    char *path;

    *set = (struct golden_set){ 0 };
    device_key_golden(device, set->key);
    if ((size_t) snprintf(set->folder, sizeof set->folder, "%s/%s", goldens, set->key) >=
        sizeof set->folder - GOLDEN_NAME) {
        log_error("%.60s...: the name is too long", goldens);
        *set = (struct golden_set){ 0 };
        return false;
    }
    path = memory_format("%s/" GOLDEN_FILE, set->folder);
    set->there = lstat(path, &status) == 0 || errno != ENOENT;
    free(path);
    log_hold(true);
    if (set->there && !read_set(set, mends)) {
        note_fault(set);
        empty_set(set);
    }
    log_hold(false);
    return true;
}

enum golden_status golden_pixels(const struct golden_set *set,
                                 const struct golden *golden, struct pixels *pixels,
                                 char *why, size_t size)
{
    const struct capture_measurement *seen = &set->capture.measurements[golden->at];
    const char *hash = seen->picture.sha256;
    enum golden_status came = GOLDEN_MATCH;
    char path[PATH_MAX];

    *pixels = (struct pixels){ 0 };
    if (!hash[0])
        return came;
    log_hold(true);
    if (!store_find(set->folder, hash, path)) {
        snprintf(why, size, "the golden's picture %s.png is gone", hash);
        came = GOLDEN_MISSING;
    } else if (!store_read(set->folder, hash, seen->readout, pixels)) {
        snprintf(why, size, "the golden's picture: %.250s", log_last_reason(path));
        came = GOLDEN_INVALID;
    }
    log_hold(false);
    return came;
}
