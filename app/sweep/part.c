// SPDX-License-Identifier: MIT
//
// How it works: part_codec.h asks for everything by name, type and range, in both
// directions. Then the numbers must agree: kinds with the size of the chunk, bins with
// the finite results, extremes with the chunk and the side that they stand in.

#include "base/file.h"
#include "base/log.h"
#include "config.h"
#include "sweep/part_codec.h"
#include "sweep/sweep.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA    "fpstripe-sweep-part/1"
#define BYTES_MAX (16L << 20) // of a file: a full one has about 2 MiB

typedef const struct function *find_function(const char *name);

// A text that is the same in every part.
static void code_constant(struct part_codec *codec, json_t *in, const char *key,
                          const char *constant)
{
    char text[64];

    snprintf(text, sizeof text, "%s", constant);
    part_text(codec, in, key, text, sizeof text);
    if (strcmp(text, constant))
        part_fault(codec, key, "%s; %s is wanted", text, constant);
}

static void describe_function(const struct function *function, char texts[4][64])
{
    snprintf(texts[0], 64, "%s", function->name);
    snprintf(texts[1], 64, "%s", math_list[function->math].name);
    snprintf(texts[2], 64, "%s", function_type_name(function->result));
    snprintf(texts[3], 64, "%s", fp_round_name(function->round));
}

// Whether a device decides if the floats of a function are halves (sweep_gl/functions.h).
static bool decides_format(const struct function *function)
{
    return !strncmp(function->name, "gl:", 3) && function->result == FUNCTION_BINARY32;
}

static void code_function(struct part_codec *codec, json_t *in, struct function *function,
                          find_function *find)
{
    static const char *const keys[] = { "name", "math", "result", "round" };
    char texts[4][64] = { 0 }, here[4][64];
    const struct function *found;
    json_t *object = part_open(codec, in, "function", JSON_OBJECT);

    if (codec->writes)
        describe_function(function, texts);
    snprintf(codec->at, sizeof codec->at, "function");
    for (int i = 0; i < 4; i++)
        part_text(codec, object, keys[i], texts[i], sizeof texts[i]);
    part_close(codec, in, "function", object);
    if (codec->writes || codec->failed)
        return;
    found = find(texts[0]);
    if (!found) {
        part_fault(codec, NULL, "%s is not known here", texts[0]);
        return;
    }
    *function = *found;
    if (decides_format(found) && !strcmp(texts[2], function_type_name(FUNCTION_BINARY16)))
        function->result = FUNCTION_BINARY16;
    describe_function(function, here);
    if (strcmp(texts[1], here[1]) || strcmp(texts[2], here[2]) ||
        strcmp(texts[3], here[3]))
        part_fault(codec, NULL, "%s is %s to %s by %s here, another one", here[0],
                   here[1], here[2], here[3]);
}

static bool bits_good(const struct domain *domain)
{
    int bits = domain->bits;

    if (domain->kind == DOMAIN_DOUBLES)
        return bits >= 9 && bits <= 32;
    if (domain->kind == DOMAIN_DOUBLE_PAIRS)
        return bits >= 10 && bits <= 32 && bits % 2 == 0;
    return bits == (domain->kind == DOMAIN_DIVISION ? 46 : 32);
}

static void code_domain(struct part_codec *codec, json_t *in,
                        const struct function *function, struct domain *domain)
{
    struct {
        const char *key;
        int64_t value, low, high;
    } all[] = { { "bits", domain->bits, 9, 46 },
                { "seed", domain->seed, 0, UINT32_MAX },
                { "low", domain->low, INT32_MIN, INT32_MAX },
                { "span", domain->span, 1, 65536 } };
    json_t *object = part_open(codec, in, "domain", JSON_OBJECT);
    uint64_t most;
    char kind[41];

    snprintf(kind, sizeof kind, "%s", domain_name(domain->kind));
    snprintf(codec->at, sizeof codec->at, "domain");
    part_text(codec, object, "kind", kind, sizeof kind);
    for (int i = 0; i < 4; i++)
        part_integer(codec, object, all[i].key, &all[i].value, all[i].low, all[i].high);
    if (codec->failed)
        return;
    if (!domain_find(kind, &domain->kind) || !sweep_takes(function, domain->kind))
        part_fault(codec, "kind", "no %s of %s", kind, function->name);
    domain->bits = (int) all[0].value;
    domain->seed = (uint32_t) all[1].value;
    domain->low = (int32_t) all[2].value;
    domain->span = (int32_t) all[3].value;
    if (!bits_good(domain))
        part_fault(codec, "bits", "%s have not %d", kind, domain->bits);
    if (all[2].value + all[3].value - 1 > INT32_MAX)
        part_fault(codec, "low", "the span goes beyond what an int holds");
    most = (UINT64_C(1) << domain->bits) - 1;
    part_hex(codec, object, "first", &domain->first, most);
    part_hex(codec, object, "last", &domain->last, most);
    part_close(codec, in, "domain", object);
    if (domain->first > domain->last)
        part_fault(codec, "last", "before the first");
}

static void code_facts(struct part_codec *codec, json_t *in, struct backend_facts *facts)
{
    const struct {
        const char *key;
        char *text;
        size_t size;
    } texts[] = {
        { "where", facts->where, sizeof facts->where },
        { "name", facts->name, sizeof facts->name },
        { "version", facts->version, sizeof facts->version },
        { "stage", facts->stage, sizeof facts->stage },
        { "precision", facts->precision, sizeof facts->precision },
        { "judge", facts->judge, sizeof facts->judge },
    };
    json_t *object = part_open(codec, in, "backend", JSON_OBJECT);

    snprintf(codec->at, sizeof codec->at, "backend");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        part_text(codec, object, texts[i].key, texts[i].text, texts[i].size);
    part_boolean(codec, object, "software", &facts->software);
    part_close(codec, in, "backend", object);
}

static void code_note(struct part_codec *codec, json_t *in, struct part_note *note)
{
    int64_t index = note->shard.index, count = note->shard.count;
    json_t *shard = part_open(codec, in, "shard", JSON_ARRAY);

    part_integer(codec, shard, NULL, &index, 0, DOMAIN_CHUNKS - 1);
    part_integer(codec, shard, NULL, &count, index + 1, DOMAIN_CHUNKS);
    part_close(codec, in, "shard", shard);
    note->shard = (struct sweep_shard){ (int) index, (int) count };
    part_text(codec, in, "job", note->job, sizeof note->job);
}

static void code_chunks(struct part_codec *codec, json_t *in, struct sweep *sweep)
{
    json_t *list = part_open(codec, in, "chunks", JSON_ARRAY);
    int64_t id = 0;

    for (int i = 0; !codec->failed; i++, id++) {
        json_t *object;

        while (codec->writes && id < DOMAIN_CHUNKS && !sweep->chunks[id].done)
            id++;
        if (codec->writes ? id == DOMAIN_CHUNKS : !json_array_size(list))
            break;
        snprintf(codec->at, sizeof codec->at, "chunks[%d]", i);
        object = part_open(codec, list, NULL, JSON_OBJECT);
        part_integer(codec, object, "chunk", &id, 0, DOMAIN_CHUNKS - 1);
        if (!codec->failed)
            part_chunk(codec, object, sweep, (int) id);
        part_close(codec, list, NULL, object);
    }
    codec->at[0] = '\0';
    part_close(codec, in, "chunks", list);
}

static void check_listed(struct part_codec *codec, const struct sweep *sweep,
                         const struct sweep_listed *one)
{
    if (codec->failed)
        return;
    if (!(fabs(one->error) > sweep->above))
        part_fault(codec, NULL, "an error of %g is not above %g", one->error,
                   sweep->above);
    if (one->number < sweep->domain.first ||
        !sweep->chunks[domain_chunk(&sweep->domain, one->number)].done)
        part_fault(codec, NULL, "its chunk is not in this part");
    if (one > sweep->listed && one->number <= one[-1].number)
        part_fault(codec, NULL, "numbers must grow");
}

// After the chunks. A chunk that had too many to note has none of them listed, so fewer
// than were counted is as good.
static void code_listed(struct part_codec *codec, json_t *in, struct sweep *sweep)
{
    json_t *list = part_open(codec, in, "listed", JSON_ARRAY);
    size_t count = codec->writes ? (size_t) sweep->listed_count : json_array_size(list);

    if (!codec->writes && (count > SWEEP_LISTED || count > sweep->listed_more))
        part_fault(codec, "listed",
                   "at most %d, and the %" PRIu64 " that chunks count, are wanted",
                   SWEEP_LISTED, sweep->listed_more);
    for (size_t i = 0; i < count && !codec->failed; i++) {
        struct sweep_listed *one = &sweep->listed[i];
        json_t *values = part_open(codec, list, NULL, JSON_ARRAY);

        snprintf(codec->at, sizeof codec->at, "listed[%zu]", i);
        part_hex(codec, values, NULL, &one->number, sweep->domain.last);
        part_hex(codec, values, NULL, &one->got, part_got_most(sweep));
        part_double(codec, values, NULL, &one->error);
        part_close(codec, list, NULL, values);
        check_listed(codec, sweep, one);
    }
    codec->at[0] = '\0';
    part_close(codec, in, "listed", list);
    sweep->listed_count = (int) count;
}

// What both directions share. A sweep that is read is begun when its head is known.
static void code_part(struct part_codec *codec, json_t *in, struct sweep *sweep,
                      struct part_note *note, find_function *find)
{
    struct sweep head = *sweep;

    code_constant(codec, in, "schema", SCHEMA);
    code_constant(codec, in, "tool", FPSTRIPE_VERSION);
    part_double(codec, in, "above", &head.above);
    if (!(head.above >= 0))
        part_fault(codec, "above", "a limit is not below 0");
    code_function(codec, in, &head.function, find);
    code_domain(codec, in, &head.function, &head.domain);
    code_facts(codec, in, &head.facts);
    codec->at[0] = '\0';
    code_note(codec, in, note);
    if (codec->failed)
        return;
    if (!codec->writes)
        sweep_init(sweep,
                   &(struct backend_ask){ .function = &head.function,
                                          .domain = head.domain,
                                          .above = head.above },
                   &head.facts);
    code_chunks(codec, in, sweep);
    if (!codec->writes)
        sweep_settle_more(sweep);
    code_listed(codec, in, sweep);
    if (!codec->writes && !codec->failed)
        sweep_settle_more(sweep);
}

bool part_write(const char *path, const struct sweep *sweep, const struct part_note *note)
{
    struct part_codec codec = { .path = path, .writes = true };
    struct sweep copy = *sweep;
    struct part_note own = *note;
    json_t *whole = json_object();
    char *text;
    bool ok;

    code_part(&codec, whole, &copy, &own, NULL);
    text = json_dumps(whole, JSON_COMPACT | JSON_SORT_KEYS);
    ok = !codec.failed && file_write(path, text, strlen(text));
    free(text);
    json_decref(whole);
    return ok;
}

static json_t *parse_part(const char *path)
{
    size_t size = 0;
    char *text = file_read(path, BYTES_MAX, &size);
    json_error_t error;
    json_t *list = json_array(), *whole;

    if (!text)
        return list;
    whole = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (whole)
        json_array_append_new(list, whole);
    else
        log_error("%s:%d:%d: no JSON: %s", path, error.line, error.column, error.text);
    return list;
}

bool part_read(const char *path, struct sweep *sweep, struct part_note *note,
               const struct function *(*find)(const char *name))
{
    json_t *list = parse_part(path), *whole;
    struct part_codec codec = { .path = path, .failed = !json_array_size(list) };

    *sweep = (struct sweep){ 0 };
    *note = (struct part_note){ 0 };
    whole = part_open(&codec, list, NULL, JSON_OBJECT);
    code_part(&codec, whole, sweep, note, find);
    part_close(&codec, list, NULL, whole);
    json_decref(list);
    if (codec.failed)
        sweep_finish(sweep);
    return !codec.failed;
}
