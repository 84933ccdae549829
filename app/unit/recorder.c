// SPDX-License-Identifier: MIT

#include "unit/recorded.h"

#include "base/log.h"
#include "base/pixels.h"
#include "base/png/png.h"
#include "unit/recorded_key.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 512

static bool say(const char *path)
{
    log_error("%s: %s", path, strerror(errno ? errno : EIO));
    return false;
}

bool recorder_open(struct recorder *recorder, const char *folder, struct unit inner,
                   const struct recorded_facts *facts)
{
    char path[PATH_MAX];

    *recorder = (struct recorder){ .inner = inner, .folder = folder, .label = "call" };
    snprintf(path, sizeof(path), "%s/%s", folder, RECORDED_INDEX);
    recorder->index = fopen(path, "w+be");
    if (!recorder->index)
        return say(path);
    fprintf(recorder->index, "%s\ngpu %s\ndriver %s\ncapability %s\ntoolkit %s\n",
            RECORDED_MAGIC, facts->gpu, facts->driver, facts->capability, facts->toolkit);
    return true;
}

static bool write_png(const char *path, const struct unit_call *call)
{
    int width = call->count < COLUMNS ? (int) call->count : COLUMNS;
    int height = (int) ((call->count + (size_t) width - 1) / (size_t) width);
    struct pixels pixels;

    if (!pixels_init(&pixels, width, height, READOUT_BITS))
        return false;
    for (size_t i = 0; i < (size_t) width * (size_t) height; i++)
        pixels.words[i] = i < call->count ? (uint32_t) call->out[i] : 0;
    bool ok = png_write(path, &pixels, NULL, 0);

    pixels_finish(&pixels);
    return ok;
}

static bool write_text(const char *path, const struct unit_call *call)
{
    struct fp_format format = call->model.format;
    int digits = format.emax > 127 ? 16 : format.emax > 15 ? 8 : 4;
    const uint64_t *operands[] = { call->a, call->b, call->c };
    FILE *file = fopen(path, "wbe");

    if (!file)
        return say(path);
    for (size_t i = 0; i < call->count; i++) {
        for (int k = 0; k < unit_op_arity(call->op); k++)
            fprintf(file, "%0*" PRIx64 " ", digits, operands[k][i]);
        fprintf(file, "%0*" PRIx64 "\n", digits, call->out[i]);
    }
    errno = 0;
    bool failed = ferror(file);

    failed = fclose(file) != 0 || failed;
    return !failed || say(path);
}

static bool can(const struct unit *unit, enum unit_op op, const struct fp_model *model)
{
    const struct recorder *recorder = unit->priv;

    return recorder->inner.can(&recorder->inner, op, model);
}

static bool is_known(const struct recorder *recorder, const char *key)
{
    for (int i = 0; i < recorder->count; i++)
        if (!strcmp(recorder->keys[i], key))
            return true;
    return false;
}

// The operands may lie where the results go: the key comes first, and the text needs
// them behind.
static bool apply(const struct unit *unit, const struct unit_call *asked)
{
    struct recorder *recorder = unit->priv;
    struct unit_call call = *asked;
    char name[80], path[PATH_MAX], key[65], results[65];
    const struct fp_model *model = &call.model;
    bool text = recorder->text || model->format.emax > 127; // a pixel is 32 bits
    uint64_t *out = malloc(call.count * sizeof(*out));

    if (!out) {
        log_error("no memory to record %zu results", call.count);
        return false;
    }
    call.out = out;
    recorded_key(&call, key);
    if (is_known(recorder, key)) {
        free(out);
        return recorder->inner.apply(&recorder->inner, asked);
    }
    if (recorder->count == RECORDED_CALLS_MAX) {
        log_error("%s: more than %d calls", recorder->folder, RECORDED_CALLS_MAX);
        free(out);
        return false;
    }
    snprintf(name, sizeof(name), "%s-%s-p%d-%s-%d.%s", recorder->label,
             unit_op_name(call.op), model->format.precision, fp_round_name(model->round),
             recorder->count, text ? "txt" : "png");
    snprintf(path, sizeof(path), "%s/%s", recorder->folder, name);
    bool ok = recorder->inner.apply(&recorder->inner, &call) &&
              (text ? write_text(path, &call) : write_png(path, &call));

    if (ok) {
        memcpy(recorder->keys[recorder->count++], key, sizeof(key));
        recorded_hash(out, call.count, results);
        fprintf(recorder->index, "call %s %s %d %d %s %zu %s %s\n", name,
                unit_op_name(call.op), model->format.precision, model->format.emax,
                fp_round_name(model->round), call.count, key, results);
        memcpy(asked->out, out, call.count * sizeof(*out));
    }
    free(out);
    return ok;
}

struct unit recorder_unit(struct recorder *recorder)
{
    return (
        struct unit){ .name = "recorder", .can = can, .apply = apply, .priv = recorder };
}

bool recorder_table(struct recorder *recorder, const struct recorder_table *table)
{
    char path[PATH_MAX], results[65];

    snprintf(path, sizeof(path), "%s/%s-%s.txt", recorder->folder, table->name,
             fp_round_name(table->round));
    FILE *file = fopen(path, "wbe");

    if (!file)
        return say(path);
    for (size_t i = 0; i < table->count; i++)
        fprintf(file, "%016" PRIx64 " %016" PRIx64 "\n", table->operands[i],
                table->results[i]);
    errno = 0;
    bool failed = ferror(file);

    failed = fclose(file) != 0 || failed;
    recorded_hash(table->results, table->count, results);
    fprintf(recorder->index, "table %s-%s.txt %s %s %zu %s\n", table->name,
            fp_round_name(table->round), table->name, fp_round_name(table->round),
            table->count, results);
    return !failed || say(path);
}

// The hash of all that was written.
static bool hash_index(FILE *index, char hex[65])
{
    struct sha256 sha;
    char bytes[4096];
    size_t size;

    sha256_init(&sha);
    if (fflush(index) != 0 || fseek(index, 0, SEEK_SET) != 0)
        return false;
    while ((size = fread(bytes, 1, sizeof(bytes), index)) > 0)
        sha256_add(&sha, bytes, size);
    sha256_hex(&sha, hex);
    return !ferror(index) && fseek(index, 0, SEEK_END) == 0;
}

bool recorder_close(struct recorder *recorder)
{
    char path[PATH_MAX], hex[65];
    bool ok =
        hash_index(recorder->index, hex) && fprintf(recorder->index, "end %s\n", hex) > 0;

    ok = fclose(recorder->index) == 0 && ok;
    recorder->index = NULL;
    snprintf(path, sizeof(path), "%s/%s", recorder->folder, RECORDED_INDEX);
    if (!ok) {
        say(path);
        remove(path);
    }
    return ok;
}
