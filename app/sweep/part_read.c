// SPDX-License-Identifier: MIT
//
// How it works: everything is asked for by name and type and in a range, and what was not
// asked for is refused; the first fault is the one that is logged. Then the numbers must
// agree: kinds with the size of the chunk, bins with the finite ones, extremes with the
// chunk and the side that they stand in.

#include "sweep/part_cell.h"
#include "sweep/part_json.h"

#include "base/file.h"
#include "base/fp_bits.h"
#include "base/log.h"
#include "config.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *parse(const char *path)
{
    size_t size = 0;
    char *text = file_read(path, PART_BYTES_MAX, &size);
    json_error_t error;
    json_t *whole;

    if (!text)
        return NULL;
    whole = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (!whole)
        log_error("%s:%d:%d: no JSON: %s", path, error.line, error.column, error.text);
    return whole;
}

static bool read_function(struct part_reader *reader, json_t *value,
                          struct function *function,
                          const struct function *(*find)(const char *name))
{
    static const char *const names[] = { "name", "math", "result", "round", NULL };
    const struct function *found;
    const char *text[4];
    json_t *members[4];

    if (!part_members(reader, "function", value, names, members))
        return false;
    for (int i = 0; i < 4; i++)
        if (!part_text_of(reader, names[i], members[i], &text[i]))
            return false;
    found = find(text[0]);
    if (!found)
        return part_bad(reader, "function", "%.60s is not known here", text[0]);
    if (strcmp(text[1], math_list[found->math].name) ||
        strcmp(text[2], function_type_name(found->result)) ||
        strcmp(text[3], fp_round_name(found->round)))
        return part_bad(reader, "function", "%s is %s to %s by %s here, another one",
                        text[0], math_list[found->math].name,
                        function_type_name(found->result), fp_round_name(found->round));
    *function = *found;
    return true;
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

static bool read_domain(struct part_reader *reader, json_t *value,
                        const struct function *function, struct domain *domain)
{
    static const char *const names[] = { "kind", "bits",  "seed", "low",
                                         "span", "first", "last", NULL };
    json_t *members[7];
    const char *kind;
    int64_t bits, seed, low, span;
    uint64_t most;

    if (!part_members(reader, "domain", value, names, members) ||
        !part_text_of(reader, "domain.kind", members[0], &kind) ||
        !part_integer(reader, "domain.bits", members[1], 9, 46, &bits) ||
        !part_integer(reader, "domain.seed", members[2], 0, UINT32_MAX, &seed) ||
        !part_integer(reader, "domain.low", members[3], INT32_MIN, INT32_MAX, &low) ||
        !part_integer(reader, "domain.span", members[4], 1, 65536, &span))
        return false;
    if (!domain_find(kind, &domain->kind) || !sweep_takes(function, domain->kind))
        return part_bad(reader, "domain.kind", "no %.40s of %s", kind, function->name);
    domain->bits = (int) bits;
    domain->seed = (uint32_t) seed;
    domain->low = (int32_t) low;
    domain->span = (int32_t) span;
    if (!bits_good(domain))
        return part_bad(reader, "domain.bits", "%s have not %d", kind, domain->bits);
    if (low + span - 1 > INT32_MAX)
        return part_bad(reader, "domain.low", "the span goes beyond what an int holds");
    most = (UINT64_C(1) << bits) - 1;
    return part_hex(reader, "domain.first", members[5], most, &domain->first) &&
           part_hex(reader, "domain.last", members[6], most, &domain->last) &&
           (domain->first <= domain->last ||
            part_bad(reader, "domain.last", "before the first"));
}

static bool read_facts(struct part_reader *reader, json_t *value,
                       struct backend_facts *facts)
{
    static const char *const names[] = { "where",     "name",     "version", "stage",
                                         "precision", "software", "judge",   NULL };
    const struct {
        char *to;
        size_t size;
    } texts[] = {
        { facts->where, sizeof(facts->where) },
        { facts->name, sizeof(facts->name) },
        { facts->version, sizeof(facts->version) },
        { facts->stage, sizeof(facts->stage) },
        { facts->precision, sizeof(facts->precision) },
        { NULL, 0 },
        { facts->judge, sizeof(facts->judge) },
    };
    json_t *members[7];

    if (!part_members(reader, "backend", value, names, members))
        return false;
    for (int i = 0; i < 7; i++)
        if (texts[i].to &&
            !part_copy(reader, names[i], members[i], texts[i].to, texts[i].size))
            return false;
    if (!json_is_boolean(members[5]))
        return part_bad(reader, "backend.software", "true or false is wanted");
    facts->software = json_is_true(members[5]);
    return true;
}

static bool read_note(struct part_reader *reader, json_t *shard, json_t *job,
                      struct part_note *note)
{
    int64_t index, count;

    if (!json_is_array(shard) || json_array_size(shard) != 2)
        return part_bad(reader, "shard", "two integers are wanted: which, of how many");
    if (!part_integer(reader, "shard[1]", json_array_get(shard, 1), 1, DOMAIN_CHUNKS,
                      &count) ||
        !part_integer(reader, "shard[0]", json_array_get(shard, 0), 0, count - 1, &index))
        return false;
    note->shard = (struct sweep_shard){ (int) index, (int) count };
    return part_copy(reader, "job", job, note->job, sizeof(note->job));
}

static bool read_chunks(struct part_reader *reader, json_t *list)
{
    static const char *const names[] = { "chunk", "above", "sides", NULL };
    struct sweep *sweep = reader->sweep;
    json_t *members[3];
    char at[40];

    if (!json_is_array(list))
        return part_bad(reader, "chunks", "a list is wanted");
    for (size_t i = 0; i < json_array_size(list); i++) {
        int64_t id;

        snprintf(at, sizeof(at), "chunks[%zu]", i);
        if (!part_members(reader, at, json_array_get(list, i), names, members) ||
            !part_integer(reader, at, members[0], 0, DOMAIN_CHUNKS - 1, &id) ||
            !part_chunk(reader, at, (int) id, members[1], members[2]))
            return false;
    }
    sweep_settle_more(sweep);
    return true;
}

static bool read_listed_one(struct part_reader *reader, const char *at, json_t *value,
                            struct sweep_listed *one)
{
    const struct sweep *sweep = reader->sweep;
    uint64_t error;

    if (!json_is_array(value) || json_array_size(value) != 3)
        return part_bad(reader, at, "a number, what came, and its error are wanted");
    if (!part_hex(reader, at, json_array_get(value, 0), sweep->domain.last,
                  &one->number) ||
        !part_hex(reader, at, json_array_get(value, 1), part_got_most(sweep),
                  &one->got) ||
        !part_hex(reader, at, json_array_get(value, 2), UINT64_MAX, &error))
        return false;
    one->error = fp_from_bits64(error);
    if (!(fabs(one->error) > sweep->above))
        return part_bad(reader, at, "an error of %g is not above %g", one->error,
                        sweep->above);
    if (one->number < sweep->domain.first ||
        !sweep->chunks[domain_chunk(&sweep->domain, one->number)].done)
        return part_bad(reader, at, "its chunk is not in this part");
    return true;
}

// After the chunks. A chunk that had too many to note has none of them listed, so fewer
// than were counted is as good.
static bool read_listed(struct part_reader *reader, json_t *list)
{
    struct sweep *sweep = reader->sweep;
    size_t count = json_array_size(list);
    uint64_t all = sweep->listed_more; // nothing is listed yet

    if (!json_is_array(list) || count > SWEEP_LISTED || count > all)
        return part_bad(reader, "listed",
                        "a list is wanted, of the %" PRIu64 " that chunks count, at most "
                        "%d",
                        all, SWEEP_LISTED);
    for (size_t i = 0; i < count; i++) {
        char at[40];

        snprintf(at, sizeof(at), "listed[%zu]", i);
        if (!read_listed_one(reader, at, json_array_get(list, i), &sweep->listed[i]))
            return false;
        if (i > 0 && sweep->listed[i].number <= sweep->listed[i - 1].number)
            return part_bad(reader, at, "numbers must grow");
    }
    sweep->listed_count = (int) count;
    sweep_settle_more(sweep);
    return true;
}

enum { SCHEMA, TOOL, FUNCTION, DOMAIN_, ABOVE, BACKEND, SHARD, JOB, LISTED, CHUNKS, ALL };

static bool read_head(struct part_reader *reader, json_t *const members[ALL],
                      struct backend_ask *ask)
{
    const char *schema, *tool;
    uint64_t above;

    if (!part_text_of(reader, "schema", members[SCHEMA], &schema) ||
        !part_text_of(reader, "tool", members[TOOL], &tool) ||
        !part_hex(reader, "above", members[ABOVE], UINT64_MAX, &above))
        return false;
    if (strcmp(schema, PART_SCHEMA))
        return part_bad(reader, "schema", "%.60s; " PART_SCHEMA " is wanted", schema);
    if (strcmp(tool, FPSTRIPE_VERSION))
        return part_bad(reader, "tool",
                        "made by fpstripe %.20s; this is " FPSTRIPE_VERSION, tool);
    ask->above = fp_from_bits64(above);
    return ask->above >= 0 || part_bad(reader, "above", "a limit is not below 0");
}

static bool read_whole(struct part_reader *reader, json_t *whole, struct part_note *note,
                       const struct function *(*find)(const char *name))
{
    static const char *const names[] = { "schema", "tool",    "function", "domain",
                                         "above",  "backend", "shard",    "job",
                                         "listed", "chunks",  NULL };
    struct function function;
    struct backend_ask ask = { .function = &function };
    struct backend_facts facts = { 0 };
    json_t *members[ALL];

    return part_members(reader, "the file", whole, names, members) &&
           read_head(reader, members, &ask) &&
           read_function(reader, members[FUNCTION], &function, find) &&
           read_domain(reader, members[DOMAIN_], &function, &ask.domain) &&
           read_facts(reader, members[BACKEND], &facts) &&
           read_note(reader, members[SHARD], members[JOB], note) &&
           sweep_init(reader->sweep, &ask, &facts) &&
           read_chunks(reader, members[CHUNKS]) && read_listed(reader, members[LISTED]);
}

bool part_read(const char *path, struct sweep *sweep, struct part_note *note,
               const struct function *(*find)(const char *name))
{
    struct part_reader reader = { path, sweep };
    json_t *whole = parse(path);
    bool ok;

    *sweep = (struct sweep){ 0 };
    *note = (struct part_note){ 0 };
    ok = whole && read_whole(&reader, whole, note, find);
    json_decref(whole);
    if (!ok)
        sweep_finish(sweep);
    return ok;
}
