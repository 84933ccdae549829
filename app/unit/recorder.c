// SPDX-License-Identifier: MIT

#include "unit/recorded.h"

#include "base/file.h"
#include "base/fp.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/sha256.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void recorder_open(struct recorder *recorder, const char *folder, struct unit inner,
                   const struct recorded_facts *facts)
{
    *recorder = (struct recorder){ .inner = inner, .folder = folder, .label = "call" };
    recorder->index = memory_stream(&recorder->text, &recorder->size);
    fprintf(recorder->index, "%s\ngpu %s\ndriver %s\ncapability %s\ntoolkit %s\n",
            RECORDED_MAGIC, facts->gpu, facts->driver, facts->capability, facts->toolkit);
}

static bool recorder_can(const struct unit *unit, enum unit_op op,
                         const struct fp_model *model)
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

static void keep_results(struct recorder *recorder, const uint64_t *results, size_t count)
{
    if (recorder->room - recorder->used < count) {
        recorder->room = 2 * recorder->room + count;
        recorder->words =
            memory_resize(recorder->words, recorder->room, sizeof *recorder->words);
    }
    memcpy(recorder->words + recorder->used, results, count * sizeof *results);
    recorder->used += count;
}

// The results may lie where the operands did: the key comes first.
static bool recorder_apply(const struct unit *unit, const struct unit_call *call)
{
    struct recorder *recorder = unit->priv;
    const struct fp_model *model = &call->model;
    const char *op = unit_op_name(call->op), *round = fp_round_name(model->round);
    char key[65];

    recorded_key(call, key);
    bool known = is_known(recorder, key);

    if (!known && recorder->count == RECORDED_CALLS_MAX) {
        log_error("%s: more than %d calls", recorder->folder, RECORDED_CALLS_MAX);
        return false;
    }
    if (!recorder->inner.apply(&recorder->inner, call))
        return false;
    if (known)
        return true;
    fprintf(recorder->index, "call %s-%s-p%d-%s-%d %s %d %d %s %zu %s\n", recorder->label,
            op, model->format.precision, round, recorder->count, op,
            model->format.precision, model->format.emax, round, call->count, key);
    memcpy(recorder->keys[recorder->count++], key, sizeof key);
    keep_results(recorder, call->out, call->count);
    return true;
}

struct unit recorder_unit(struct recorder *recorder)
{
    return (struct unit){
        .name = "recorder", .can = recorder_can, .apply = recorder_apply, .priv = recorder
    };
}

static uint64_t table_operand(struct fp_format format, unsigned i, uint64_t *state)
{
    uint64_t one = (uint64_t) format.emax << (format.precision - 1);
    uint64_t sign = (uint64_t) (2 * format.emax + 2) << (format.precision - 1);
    uint64_t infinity = fp_infinity(format, false);
    const uint64_t special[] = {
        0,
        1,
        (UINT64_C(1) << (format.precision - 1)) - 1, // largest subnormal
        UINT64_C(1) << (format.precision - 1),       // smallest normal
        one - 1,
        one,
        one + 1,
        one + 2,
        infinity - 1,
        infinity,
        fp_nan(format),
        sign | 1,
        sign | one,
        sign | (one + 1),
        sign,
        sign | infinity,
    };

    if (i < sizeof special / sizeof *special)
        return special[i];
    *state ^= *state << 13; // xorshift, G. Marsaglia 2003
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state & (sign | (sign - 1));
}

void recorder_operands(struct fp_format format, uint64_t words[][RECORDER_TABLE_CASES])
{
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15);

    for (unsigned i = 0; i < RECORDER_TABLE_CASES; i++)
        for (int k = 0; k < 3; k++)
            words[k][i] = table_operand(format, i < 256 ? i >> (4 * k) & 15 : 16, &state);
}

void recorder_table(struct recorder *recorder, const char *name, enum fp_round round,
                    const uint64_t *results, size_t count)
{
    fprintf(recorder->index, "table %s-%s %zu\n", name, fp_round_name(round), count);
    keep_results(recorder, results, count);
}

static void recorder_hash(const void *bytes, size_t size, char hex[65])
{
    struct sha256 sha;

    sha256_init(&sha);
    sha256_add(&sha, bytes, size);
    sha256_hex(&sha, hex);
}

static bool write_results(const struct recorder *recorder, char hex[65])
{
    uLong size = (uLong) (8 * recorder->used);
    uLongf packed_size = compressBound(size);
    uint8_t *planes = memory_new(size, 1), *packed = memory_new(packed_size, 1);
    char path[PATH_MAX];

    for (int k = 0; k < 8; k++)
        for (size_t i = 0; i < recorder->used; i++)
            planes[(size_t) k * recorder->used + i] =
                (uint8_t) (recorder->words[i] >> (8 * k));
    snprintf(path, sizeof path, "%s/" RECORDED_RESULTS, recorder->folder);
    // There is room for the worst case.
    memory_check(compress2(packed, &packed_size, planes, size, Z_BEST_COMPRESSION) ==
                 Z_OK);
    bool ok = file_write(path, packed, packed_size);

    recorder_hash(packed, packed_size, hex);
    free(planes);
    free(packed);
    return ok;
}

bool recorder_close(struct recorder *recorder)
{
    char path[PATH_MAX], hex[65];
    bool ok = write_results(recorder, hex);

    fprintf(recorder->index, "results %s\n", hex);
    fflush(recorder->index);
    recorder_hash(recorder->text, recorder->size, hex);
    fprintf(recorder->index, "end %s\n", hex);
    fclose(recorder->index);
    snprintf(path, sizeof path, "%s/" RECORDED_INDEX, recorder->folder);
    ok = ok && file_write(path, recorder->text, recorder->size);
    free(recorder->text);
    free(recorder->words);
    return ok;
}
