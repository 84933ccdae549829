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

#define WORDS_MAX (1 << 24)
#define BYTES_MAX (1 << 28)
#define INDEX_MAX (1 << 20)

// One call of the index, or a table: its results are for tests, and its `op` is
// UNIT_OP_COUNT.
struct call {
    char name[80];
    enum unit_op op;
    struct fp_model model;
    size_t first, count; // its results among all
    char key[65];        // operation, arithmetic and operands
};

struct recorded {
    struct recorded_facts facts;
    struct call calls[RECORDED_CALLS_MAX];
    int count;
    size_t words;          // of all calls
    char results_hash[65]; // of RECORDED_RESULTS; "" before its line
    char *packed;          // the bytes of RECORDED_RESULTS, until `results` are asked for
    size_t packed_size;
    uint64_t *results; // [words]; NULL before the first is asked for
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

// "call NAME add 24 127 rne 13312 KEY". NULL, or what is wrong.
static const char *read_call(struct call *call, const char *line)
{
    char op[16], round[16];

    if (sscanf(line, "call %79s %15s %d %d %15s %zu %64s", call->name, op,
               &call->model.format.precision, &call->model.format.emax, round,
               &call->count, call->key) != 7)
        return "no call of seven words";
    if (!find_op(op, &call->op) || !fp_round_find(round, &call->model.round))
        return "no such operation or rule";
    if (call->model.format.precision < 2 || call->model.format.precision > 53 ||
        call->model.format.emax < 2 || call->model.format.emax > 1023)
        return "no such format";
    return strlen(call->key) == 64 ? NULL : "a hash that is none";
}

// "table NAME-RULE 1000". NULL, or what is wrong.
static const char *read_table(struct call *call, const char *line)
{
    call->op = UNIT_OP_COUNT;
    return sscanf(line, "table %79s %zu", call->name, &call->count) == 2
               ? NULL
               : "no table of two words";
}

static bool read_fact(struct recorded *recorded, const char *line)
{
    struct recorded_facts *facts = &recorded->facts;

    return sscanf(line, "gpu %79[^\n]", facts->gpu) == 1 ||
           sscanf(line, "driver %39[^\n]", facts->driver) == 1 ||
           sscanf(line, "capability %15s", facts->capability) == 1 ||
           sscanf(line, "toolkit %15s", facts->toolkit) == 1 ||
           sscanf(line, "results %64s", recorded->results_hash) == 1;
}

// One line of the index. NULL, or what is wrong.
static const char *read_line(struct recorded *recorded, const char *line)
{
    bool call = !strncmp(line, "call ", 5), table = !strncmp(line, "table ", 6);

    if (!call && !table)
        return read_fact(recorded, line) ? NULL : "no such word";
    if (recorded->count == RECORDED_CALLS_MAX)
        return "too many calls";
    struct call *next = &recorded->calls[recorded->count++];
    const char *wrong = call ? read_call(next, line) : read_table(next, line);

    if (wrong)
        return wrong;
    if (next->count < 1 || next->count > WORDS_MAX - recorded->words)
        return "no such number of cases";
    next->first = recorded->words;
    recorded->words += next->count;
    return NULL;
}

// The last line of a text, "end " and the hash of what stands before it.
static const char *check_end(const char *text, const char *line)
{
    struct sha256 sha;
    char hex[65], want[72];

    if (!line)
        return "ends too early";
    sha256_init(&sha);
    sha256_add(&sha, text, (size_t) (line - text));
    sha256_hex(&sha, hex);
    snprintf(want, sizeof want, "end %s\n", hex);
    return strcmp(line, want) ? "the hash is not that of the lines above" : NULL;
}

// Lines are taken apart where they lie. NULL, or what is wrong with line *number.
static const char *read_index(struct recorded *recorded, char *text, int *number)
{
    char *end = strstr(text, "\nend "), *line = strchr(text, '\n');
    const char *last = check_end(text, end ? end + 1 : NULL), *wrong = NULL;

    *number = 1;
    if (strncmp(text, RECORDED_MAGIC "\n", strlen(RECORDED_MAGIC "\n")) != 0)
        return "not " RECORDED_MAGIC;
    while (!wrong && line < end) {
        char *next = strchr(line + 1, '\n');

        *next = '\0';
        wrong = read_line(recorded, line + 1);
        line = next;
        ++*number;
    }
    *number += !wrong;
    return wrong ? wrong : last;
}

static bool open_index(struct recorded *recorded, const char *folder)
{
    char path[PATH_MAX];
    size_t size;
    int number;

    snprintf(path, sizeof path, "%s/" RECORDED_INDEX, folder);
    char *text = file_read(path, INDEX_MAX, &size);

    if (!text)
        return false;
    const char *wrong = read_index(recorded, text, &number);

    if (wrong)
        log_error("%s: %d: %s", path, number, wrong);
    free(text);
    return !wrong;
}

// The hash of the index is the only judge of what lies in the file.
static bool read_packed(struct recorded *recorded, const char *folder)
{
    char path[PATH_MAX], hex[65];
    struct sha256 sha;

    snprintf(path, sizeof path, "%s/" RECORDED_RESULTS, folder);
    recorded->packed = file_read(path, BYTES_MAX, &recorded->packed_size);
    if (!recorded->packed)
        return false;
    sha256_init(&sha);
    sha256_add(&sha, recorded->packed, recorded->packed_size);
    sha256_hex(&sha, hex);
    if (strcmp(hex, recorded->results_hash) == 0)
        return true;
    log_error("%s: not the file of the index: it was cut or changed", path);
    return false;
}

// Sets the results to the words of planes[8][words].
static void join_planes(struct recorded *recorded, const uint8_t *planes)
{
    const size_t words = recorded->words;

    recorded->results = memory_new(words, sizeof *recorded->results);
    for (size_t i = 0; i < words; i++)
        for (size_t k = 0; k < 8; k++)
            recorded->results[i] |= (uint64_t) planes[k * words + i] << (8 * k);
}

// Returns the results, which are unpacked when the first is asked for; NULL, after
// logging why, if they are not as many as the index says.
static const uint64_t *unpacked(struct recorded *recorded)
{
    uLongf bytes = 8 * recorded->words;

    if (recorded->results)
        return recorded->results;
    uint8_t *planes = memory_new(bytes, 1);
    int how = uncompress(planes, &bytes, (const Bytef *) recorded->packed,
                         recorded->packed_size);

    memory_check(how != Z_MEM_ERROR);
    if (how == Z_OK && bytes == 8 * recorded->words)
        join_planes(recorded, planes);
    else
        log_error("recorded: not the %zu results of the index", recorded->words);
    free(planes);
    return recorded->results;
}

struct recorded *recorded_open(const char *folder)
{
    struct recorded *recorded = memory_new(1, sizeof *recorded);

    if (open_index(recorded, folder) && read_packed(recorded, folder))
        return recorded;
    recorded_close(recorded);
    return NULL;
}

void recorded_close(struct recorded *recorded)
{
    if (recorded) {
        free(recorded->packed);
        free(recorded->results);
    }
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

const uint64_t *recorded_results(struct recorded *recorded, int i, size_t *count)
{
    const uint64_t *results = unpacked(recorded);

    *count = recorded->calls[i].count;
    return results ? results + recorded->calls[i].first : NULL;
}

static void recorded_key_add_words(struct sha256 *sha, const uint64_t *words,
                                   size_t count)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    sha256_add(sha, words, words ? count * sizeof *words : 0);
#else
    for (size_t i = 0; words && i < count; i++) {
        uint64_t word = __builtin_bswap64(words[i]);

        sha256_add(sha, &word, sizeof word);
    }
#endif
}

// Computes the key of a call: the SHA-256 of operation, format, rule, count and operands,
// in hex.
static void recorded_key(const struct unit_call *call, char key[65])
{
    struct sha256 sha;
    char text[120];
    int length = snprintf(text, sizeof text, "%s %d %d %s %zu", unit_op_name(call->op),
                          call->model.format.precision, call->model.format.emax,
                          fp_round_name(call->model.round), call->count);

    sha256_init(&sha);
    sha256_add(&sha, text, (size_t) length);
    recorded_key_add_words(&sha, call->a, call->count);
    recorded_key_add_words(&sha, call->b, call->count);
    recorded_key_add_words(&sha, call->c, call->count);
    sha256_hex(&sha, key);
}

// Operands are hashed only if so many were asked of the operation.
static const struct call *find_call(const struct recorded *recorded,
                                    const struct unit_call *call)
{
    char key[65] = "";

    for (int i = 0; i < recorded->count; i++) {
        const struct call *known = &recorded->calls[i];

        if (known->op != call->op || known->count != call->count)
            continue;
        if (!key[0])
            recorded_key(call, key);
        if (!strcmp(known->key, key))
            return known;
    }
    return NULL;
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
    const struct call *found = find_call(recorded, call);
    const uint64_t *results = unpacked(recorded);

    if (!found) {
        log_error("recorded: %s was not asked of these %zu operands",
                  unit_op_name(call->op), call->count);
        return false;
    }
    if (!results)
        return false;
    memcpy(call->out, results + found->first, call->count * sizeof *call->out);
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
