// SPDX-License-Identifier: MIT

#include "unit/recorded.h"

#include "base/file.h"
#include "base/log.h"
#include "base/png/png.h"
#include "unit/recorded_key.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX (1 << 24)

// One call of the index.
struct call {
    char name[80]; // of the file
    enum unit_op op;
    struct fp_model model;
    size_t count;
    char key[65];     // operation, arithmetic and operands
    char results[65]; // hash of the results
    uint64_t *out;    // [count], once they were read
};

struct recorded {
    char folder[PATH_MAX - 128];
    struct recorded_facts facts;
    struct call *calls;
    int count;
};

static bool find_op(const char *name, enum unit_op *op)
{
    for (int i = 0; i < UNIT_OP_COUNT; i++) {
        if (!strcmp(unit_op_name((enum unit_op) i), name)) {
            *op = (enum unit_op) i;
            return true;
        }
    }
    return false;
}

// "call NAME add 24 127 rne 13312 KEY RESULTS". NULL, or what is wrong.
static const char *read_call(struct call *call, const char *line)
{
    char op[16], round[16];

    *call = (struct call){ 0 };
    if (sscanf(line, "call %79s %15s %d %d %15s %zu %64s %64s", call->name, op,
               &call->model.format.precision, &call->model.format.emax, round,
               &call->count, call->key, call->results) != 8)
        return "no call of eight words";
    if (strchr(call->name, '/'))
        return "a file outside the folder";
    if (!find_op(op, &call->op) || !fp_round_find(round, &call->model.round))
        return "no such operation or rule";
    if (call->model.format.precision < 2 || call->model.format.precision > 53 ||
        call->model.format.emax < 2 || call->model.format.emax > 1023)
        return "no such format";
    if (call->count < 1 || call->count > COUNT_MAX)
        return "no such number of cases";
    if (strlen(call->key) != 64 || strlen(call->results) != 64)
        return "a hash that is none";
    return NULL;
}

// "table FILE NAME rne 1000 RESULTS": a call that no unit makes. NULL, or what is wrong.
static const char *read_table(struct call *call, const char *line)
{
    char name[40], round[16];

    *call = (struct call){ .op = UNIT_OP_COUNT };
    if (sscanf(line, "table %79s %39s %15s %zu %64s", call->name, name, round,
               &call->count, call->results) != 5)
        return "no table of five words";
    if (strchr(call->name, '/'))
        return "a file outside the folder";
    if (!fp_round_find(round, &call->model.round))
        return "no such rule";
    if (call->count < 1 || call->count > COUNT_MAX || strlen(call->results) != 64)
        return "no such number of cases, or a hash that is none";
    return NULL;
}

static bool read_fact(struct recorded_facts *facts, const char *line)
{
    return sscanf(line, "gpu %79[^\n]", facts->gpu) == 1 ||
           sscanf(line, "driver %39[^\n]", facts->driver) == 1 ||
           sscanf(line, "capability %15s", facts->capability) == 1 ||
           sscanf(line, "toolkit %15s", facts->toolkit) == 1;
}

// One line; `sha` is of those before it. Sets *end at the last. NULL, or what is wrong.
static const char *read_line(struct recorded *recorded, const char *line,
                             struct sha256 *sha, bool *end)
{
    char hex[65], want[72];

    if (!strncmp(line, "end ", 4)) {
        sha256_hex(sha, hex);
        snprintf(want, sizeof(want), "end %s\n", hex);
        *end = true;
        return strcmp(line, want) ? "the hash is not that of the lines above" : NULL;
    }
    sha256_add(sha, line, strlen(line));
    bool call = !strncmp(line, "call ", 5), table = !strncmp(line, "table ", 6);

    if (!call && !table)
        return read_fact(&recorded->facts, line) ? NULL : "no such word";
    if (recorded->count == RECORDED_CALLS_MAX)
        return "too many calls";
    struct call *next = &recorded->calls[recorded->count++];

    return call ? read_call(next, line) : read_table(next, line);
}

static bool read_index(struct recorded *recorded, FILE *file, const char *path)
{
    char line[512];
    struct sha256 sha;
    bool end = false;
    int number = 1;

    sha256_init(&sha);
    if (!fgets(line, sizeof(line), file) || strcmp(line, RECORDED_MAGIC "\n") != 0) {
        log_error("%s: 1: not " RECORDED_MAGIC, path);
        return false;
    }
    sha256_add(&sha, line, strlen(line));
    while (!end && fgets(line, sizeof(line), file)) {
        const char *wrong = read_line(recorded, line, &sha, &end);

        number++;
        if (wrong) {
            log_error("%s: %d: %s", path, number, wrong);
            return false;
        }
    }
    if (!end)
        log_error("%s: %d: ends too early", path, number);
    return end;
}

struct recorded *recorded_open(const char *folder)
{
    struct recorded *recorded = calloc(1, sizeof(*recorded));
    char path[PATH_MAX];

    if (recorded)
        recorded->calls = calloc(RECORDED_CALLS_MAX, sizeof(*recorded->calls));
    if (!recorded || !recorded->calls) {
        log_error("%s: no memory", folder);
        free(recorded);
        return NULL;
    }
    snprintf(recorded->folder, sizeof(recorded->folder), "%s", folder);
    snprintf(path, sizeof(path), "%s/%s", recorded->folder, RECORDED_INDEX);

    const char *why;
    FILE *file = file_open(path, &why);
    bool ok = file && read_index(recorded, file, path);

    if (!file)
        log_error("%s: %s", path, why);
    else
        fclose(file);
    if (ok)
        return recorded;
    recorded_close(recorded);
    return NULL;
}

void recorded_close(struct recorded *recorded)
{
    for (int i = 0; recorded && i < recorded->count; i++)
        free(recorded->calls[i].out);
    if (recorded)
        free(recorded->calls);
    free(recorded);
}

const struct recorded_facts *recorded_facts(const struct recorded *recorded)
{
    return &recorded->facts;
}

int recorded_count(const struct recorded *recorded)
{
    return recorded->count;
}

const char *recorded_name(const struct recorded *recorded, int i)
{
    return recorded->calls[i].name;
}

// A word a pixel, row by row; what is behind the last is padding.
static bool read_png(struct call *call, const char *path)
{
    struct png_picture picture;

    if (!png_read(path, &picture))
        return false;
    size_t room = (size_t) picture.width * (size_t) picture.height;
    bool ok = picture.channels == 4 && room >= call->count &&
              room < call->count + (size_t) picture.width;

    if (!ok)
        log_error("%s: %zu words do not fit its size", path, call->count);
    for (size_t i = 0; ok && i < call->count; i++) {
        const uint8_t *bytes = picture.bytes + 4 * i;

        call->out[i] = bytes[0] | (uint64_t) bytes[1] << 8 | (uint64_t) bytes[2] << 16 |
                       (uint64_t) bytes[3] << 24;
    }
    png_finish(&picture);
    return ok;
}

// The last word of each line.
static bool read_text(struct call *call, const char *path)
{
    const char *why;
    FILE *file = file_open(path, &why);
    char line[160];
    size_t i = 0;

    if (!file) {
        log_error("%s: %s", path, why);
        return false;
    }
    while (i < call->count && fgets(line, sizeof(line), file)) {
        const char *last = strrchr(line, ' ');
        char *stop = NULL;

        if (last)
            call->out[i] = strtoull(last + 1, &stop, 16);
        if (!last || stop == last + 1 || *stop != '\n')
            break;
        i++;
    }
    bool ok = i == call->count && fgetc(file) == EOF;

    if (!ok)
        log_error("%s: %zu: not the %zu cases of the index", path, i + 1, call->count);
    fclose(file);
    return ok;
}

static bool load(struct recorded *recorded, struct call *call)
{
    char path[PATH_MAX], hex[65];
    size_t length = strlen(call->name);

    if (call->out)
        return true;
    call->out = malloc(call->count * sizeof(*call->out));
    snprintf(path, sizeof(path), "%s/%s", recorded->folder, call->name);
    if (!call->out) {
        log_error("%s: no memory", path);
        return false;
    }
    bool text = length > 4 && !strcmp(call->name + length - 4, ".txt");
    bool ok = text ? read_text(call, path) : read_png(call, path);

    if (ok) {
        recorded_hash(call->out, call->count, hex);
        ok = !strcmp(hex, call->results);
        if (!ok)
            log_error("%s: its results are not those of the index", path);
    }
    if (!ok) {
        free(call->out);
        call->out = NULL;
    }
    return ok;
}

static struct call *find_call(const struct recorded *recorded,
                              const struct unit_call *call)
{
    char key[65];

    recorded_key(call, key);
    for (int i = 0; i < recorded->count; i++)
        if (!strcmp(recorded->calls[i].key, key))
            return &recorded->calls[i];
    return NULL;
}

bool recorded_results(struct recorded *recorded, int i, const uint64_t **results,
                      size_t *count)
{
    struct call *call = &recorded->calls[i];

    if (!load(recorded, call))
        return false;
    *results = call->out;
    *count = call->count;
    return true;
}

bool recorded_has(const struct recorded *recorded, const struct unit_call *call)
{
    return find_call(recorded, call) != NULL;
}

static bool recorded_can(const struct unit *unit, enum unit_op op,
                         const struct fp_model *model)
{
    const struct recorded *recorded = unit->priv;

    for (int i = 0; i < recorded->count; i++) {
        const struct call *call = &recorded->calls[i];

        if (call->op == op && call->model.round == model->round && !model->flush_in &&
            !model->flush_out &&
            call->model.format.precision == model->format.precision &&
            call->model.format.emax == model->format.emax)
            return true;
    }
    return false;
}

static bool recorded_apply(const struct unit *unit, const struct unit_call *call)
{
    struct recorded *recorded = unit->priv;
    struct call *found = find_call(recorded, call);

    if (!found) {
        log_error("recorded: %s was not asked of these %zu operands",
                  unit_op_name(call->op), call->count);
        return false;
    }
    if (!load(recorded, found))
        return false;
    memcpy(call->out, found->out, call->count * sizeof(*call->out));
    return true;
}

struct unit recorded_unit(struct recorded *recorded)
{
    return (struct unit){
        .name = "recorded",
        .can = recorded_can,
        .apply = recorded_apply,
        .priv = recorded,
    };
}
