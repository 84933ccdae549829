// SPDX-License-Identifier: MIT
//
// How it works: a part file is a head, the chunks of the shard, and the SHA-256 of all
// these bytes. They are records of fixed size, without padding, in the
// byte order of this machine; the magic word shows another order. The hash finds damage.
// It does not make a stranger's file true, so part_read also checks that every record is
// one that a sweep can write: counts add up, and extremes lie in their chunk.

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "config.h"
#include "sweep/sweep.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC UINT64_C(0x31747261706d7066) // "fpmpart1", little-endian
#define HEX   64

// Texts end with a zero.
struct part_head {
    uint64_t magic;
    char version[16]; // of the program
    char function[64], math[32], result[16], round[8], domain[16];
    int64_t bits, seed, low, span;
    uint64_t first, last;
    char where[8], name[160], release[160], stage[12], precision[12], judge[32];
    uint64_t software;
    int64_t shard_index, shard_count, chunk_count;
};

struct part_chunk {
    int64_t id;
    struct cell sides[2];
};

#define BYTES_MAX \
    (sizeof(struct part_head) + DOMAIN_CHUNKS * sizeof(struct part_chunk) + HEX)

// The state of reading a file.
struct reader {
    const char *path;
    const char *bytes; // the next record
    struct part_head head;
};

static bool part_fault(const struct reader *reader, const char *what)
{
    log_error("%s: %s; make this part of the sweep again", reader->path, what);
    return false;
}

static bool chunk_fault(const struct reader *reader, int64_t id, const char *what)
{
    char text[160];

    snprintf(text, sizeof text, "chunk %" PRId64 ": %s", id, what);
    return part_fault(reader, text);
}

static void part_hash(const char *bytes, size_t size, char hex[HEX + 1])
{
    struct sha256 sha;

    sha256_init(&sha);
    sha256_add(&sha, bytes, size);
    sha256_hex(&sha, hex);
}

static void describe_facts(struct part_head *head, const struct backend_facts *facts)
{
    snprintf(head->where, sizeof head->where, "%s", facts->where);
    snprintf(head->name, sizeof head->name, "%s", facts->name);
    snprintf(head->release, sizeof head->release, "%s", facts->version);
    snprintf(head->stage, sizeof head->stage, "%s", facts->stage);
    snprintf(head->precision, sizeof head->precision, "%s", facts->precision);
    snprintf(head->judge, sizeof head->judge, "%s", facts->judge);
    head->software = facts->software;
}

static struct part_head head_of(const struct sweep *sweep, struct sweep_shard shard)
{
    const struct function *function = &sweep->function;
    const struct domain *domain = &sweep->domain;
    struct part_head head;

    memset(&head, 0, sizeof head);
    head.magic = MAGIC;
    snprintf(head.version, sizeof head.version, "%s", FPSTRIPE_VERSION);
    snprintf(head.function, sizeof head.function, "%s", function->name);
    snprintf(head.math, sizeof head.math, "%s", math_list[function->math].name);
    snprintf(head.result, sizeof head.result, "%s", function_type_name(function->result));
    snprintf(head.round, sizeof head.round, "%s", fp_round_name(function->round));
    snprintf(head.domain, sizeof head.domain, "%s", domain_name(domain->kind));
    head.bits = domain->bits;
    head.seed = domain->seed;
    head.low = domain->low;
    head.span = domain->span;
    head.first = domain->first;
    head.last = domain->last;
    describe_facts(&head, &sweep->facts);
    head.shard_index = shard.index;
    head.shard_count = shard.count;
    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        head.chunk_count += sweep->chunks[i].done;
    return head;
}

static void put(char **at, const void *record, size_t size)
{
    memcpy(*at, record, size);
    *at += size;
}

bool part_write(const char *path, const struct sweep *sweep, struct sweep_shard shard)
{
    struct part_head head = head_of(sweep, shard);
    char *bytes = memory_new(BYTES_MAX + 1, 1), *at = bytes;
    bool ok;

    put(&at, &head, sizeof head);
    for (int i = 0; i < DOMAIN_CHUNKS; i++) {
        struct part_chunk chunk = { .id = i };

        if (!sweep->chunks[i].done)
            continue;
        memcpy(chunk.sides, sweep->chunks[i].sides, sizeof chunk.sides);
        put(&at, &chunk, sizeof chunk);
    }
    part_hash(bytes, (size_t) (at - bytes), at);
    ok = file_write(path, bytes, (size_t) (at - bytes) + HEX);
    free(bytes);
    return ok;
}

// Returns false, after logging why, unless the bytes are a whole part of this version.
static bool read_head(struct reader *reader, size_t size)
{
    struct part_head *head = &reader->head;
    char hex[HEX + 1];
    size_t want;

    if (size < sizeof *head + HEX || memcmp(reader->bytes, &(uint64_t){ MAGIC }, 8) != 0)
        return part_fault(reader, "not a part of a sweep, or cut");
    memcpy(head, reader->bytes, sizeof *head);
    part_hash(reader->bytes, size - HEX, hex);
    if (memcmp(reader->bytes + size - HEX, hex, HEX) != 0)
        return part_fault(reader, "damaged: the hash differs");
    if (strncmp(head->version, FPSTRIPE_VERSION, sizeof head->version) != 0)
        return part_fault(reader, "written by another version of fpstripe");
    if (head->chunk_count < 0 || head->chunk_count > DOMAIN_CHUNKS)
        return part_fault(reader, "more records than a sweep has");
    want = sizeof *head + (size_t) head->chunk_count * sizeof(struct part_chunk) + HEX;
    if (size != want)
        return part_fault(reader, "the size does not fit its records");
    reader->bytes += sizeof *head;
    return true;
}

// Returns true if a text ends within its field and can be printed.
static bool part_is_text(const char *text, size_t size)
{
    size_t length = strnlen(text, size);

    for (size_t i = 0; i < length; i++)
        if ((unsigned char) text[i] < ' ' || text[i] == 0x7f)
            return false;
    return length < size;
}

static bool texts_good(const struct part_head *head)
{
    return part_is_text(head->function, sizeof head->function) &&
           part_is_text(head->math, sizeof head->math) &&
           part_is_text(head->result, sizeof head->result) &&
           part_is_text(head->round, sizeof head->round) &&
           part_is_text(head->domain, sizeof head->domain) &&
           part_is_text(head->where, sizeof head->where) &&
           part_is_text(head->name, sizeof head->name) &&
           part_is_text(head->release, sizeof head->release) &&
           part_is_text(head->stage, sizeof head->stage) &&
           part_is_text(head->precision, sizeof head->precision) &&
           part_is_text(head->judge, sizeof head->judge);
}

// The fields of a head have the sizes of these.
static struct backend_facts part_facts(const struct part_head *head)
{
    struct backend_facts facts = { .software = head->software };

    memcpy(facts.where, head->where, sizeof facts.where);
    memcpy(facts.name, head->name, sizeof facts.name);
    memcpy(facts.version, head->release, sizeof facts.version);
    memcpy(facts.stage, head->stage, sizeof facts.stage);
    memcpy(facts.precision, head->precision, sizeof facts.precision);
    memcpy(facts.judge, head->judge, sizeof facts.judge);
    return facts;
}

// The format of a GL function's floats is known only with the device
// (sweep_gl/functions.h).
static bool decides_format(const struct function *function)
{
    return !strncmp(function->name, "gl:", 3) && function->result == FUNCTION_BINARY32;
}

static bool part_function(const struct reader *reader, struct function *function,
                          const struct function *(*find)(const char *name))
{
    const struct part_head *head = &reader->head;
    const struct function *found = find(head->function);
    char text[200];

    if (!found) {
        snprintf(text, sizeof text, "no function %s here", head->function);
        return part_fault(reader, text);
    }
    *function = *found;
    if (decides_format(found) &&
        !strcmp(head->result, function_type_name(FUNCTION_BINARY16)))
        function->result = FUNCTION_BINARY16;
    if (!strcmp(head->math, math_list[function->math].name) &&
        !strcmp(head->result, function_type_name(function->result)) &&
        !strcmp(head->round, fp_round_name(function->round)))
        return true;
    snprintf(text, sizeof text, "%s is another function here", head->function);
    return part_fault(reader, text);
}

static bool bits_good(enum domain_kind kind, int64_t bits)
{
    if (kind == DOMAIN_DOUBLES)
        return bits >= 9 && bits <= 32;
    if (kind == DOMAIN_DOUBLE_PAIRS)
        return bits >= 10 && bits <= 32 && bits % 2 == 0;
    return bits == (kind == DOMAIN_DIVISION ? 46 : 32);
}

static bool part_domain(const struct reader *reader, const struct function *function,
                        struct domain *domain)
{
    const struct part_head *head = &reader->head;

    *domain = (struct domain){ 0 };
    if (!domain_find(head->domain, &domain->kind) || !sweep_takes(function, domain->kind))
        return part_fault(reader, "the function is not swept over this domain");
    if (!bits_good(domain->kind, head->bits) || head->seed < 0 ||
        head->seed > UINT32_MAX || head->low < INT32_MIN || head->low > INT32_MAX ||
        head->span < 1 || head->span > 65536 || head->low + head->span - 1 > INT32_MAX ||
        head->first > head->last || head->last >= UINT64_C(1) << head->bits)
        return part_fault(reader, "there is no such domain");
    domain->bits = (int) head->bits;
    domain->seed = (uint32_t) head->seed;
    domain->low = (int32_t) head->low;
    domain->span = (int32_t) head->span;
    domain->first = head->first;
    domain->last = head->last;
    return true;
}

static uint64_t got_most(const struct sweep *sweep)
{
    switch (sweep->function.result) {
    case FUNCTION_BINARY16: return UINT16_MAX;
    case FUNCTION_BINARY64: return UINT64_MAX;
    default: return UINT32_MAX;
    }
}

// A side of a chunk, and the numbers of the chunk.
struct place {
    const struct sweep *sweep;
    uint64_t first, last, inputs;
    int side;
};

static bool part_has(const struct place *place, uint64_t number)
{
    return number >= place->first && number <= place->last;
}

static bool is_result(const struct place *place, uint64_t number, uint64_t got)
{
    return part_has(place, number) &&
           domain_side(&place->sweep->domain, number) == place->side &&
           got <= got_most(place->sweep);
}

static bool worst_good(const struct place *place, const struct cell_worst *worst)
{
    if (worst->number == CELL_NONE)
        return worst->error == 0 && !worst->got;
    return worst->error >= 0 && !signbit(worst->error) &&
           is_result(place, worst->number, worst->got);
}

// Returns true if a count and its first number agree.
static bool first_good(const struct place *place, uint64_t count, uint64_t first)
{
    return count ? count <= place->inputs && part_has(place, first) : first == CELL_NONE;
}

static bool counts_good(const struct place *place, const struct cell *cell)
{
    uint64_t binned = 0, good;

    for (int i = 0; i < CELL_KIND_COUNT; i++)
        if (cell->kinds[i] > place->inputs)
            return false;
    for (int i = 0; i < CELL_BINS; i++) {
        if (cell->bins[i] > place->inputs)
            return false;
        binned += cell->bins[i];
    }
    good =
        cell->kinds[CELL_FINITE] + cell->kinds[CELL_SPECIAL] + cell->kinds[CELL_OVERFLOW];
    // A judge that only tells whether a result is right leaves all bins empty.
    return cell->correct <= good && cell->beyond <= cell->kinds[CELL_FINITE] &&
           cell->unsettled <= 2 * place->inputs &&
           (!binned || binned == cell->kinds[CELL_FINITE]) &&
           (!binned || cell->ulp.number != CELL_NONE);
}

// Each error in the sums is at most CELL_SUM_LIMIT.
static bool sums_good(const struct place *place, const struct cell *cell)
{
    int64_t one = (int64_t) (CELL_SUM_LIMIT * CELL_SUM_ONE);
    int64_t limit = place->inputs > (uint64_t) (INT64_MAX / one)
                        ? INT64_MAX
                        : (int64_t) place->inputs * one;

    return cell->sum_abs >= 0 && cell->sum_abs <= limit && cell->sum <= cell->sum_abs &&
           cell->sum >= -cell->sum_abs;
}

static bool extremes_good(const struct place *place, const struct cell *cell)
{
    bool wrong = cell->first_wrong != CELL_NONE;

    return worst_good(place, &cell->ulp) && worst_good(place, &cell->relative) &&
           worst_good(place, &cell->absolute) &&
           (wrong ? is_result(place, cell->first_wrong, cell->first_wrong_got)
                  : !cell->kinds[CELL_WRONG]) &&
           first_good(place, cell->falls, cell->first_fall) &&
           first_good(place, cell->breaks, cell->first_break) &&
           cell->edge[0] <= got_most(place->sweep) &&
           cell->edge[1] <= got_most(place->sweep);
}

static bool read_chunk(struct reader *reader, struct sweep *sweep)
{
    struct place place = { .sweep = sweep };
    struct part_chunk chunk;
    uint64_t inputs = 0;

    memcpy(&chunk, reader->bytes, sizeof chunk);
    reader->bytes += sizeof chunk;
    if (chunk.id < 0 || chunk.id >= DOMAIN_CHUNKS ||
        !domain_range(&sweep->domain, (int) chunk.id, &place.first, &place.last))
        return chunk_fault(reader, chunk.id, "not in the domain");
    if (sweep->chunks[chunk.id].done)
        return chunk_fault(reader, chunk.id, "there twice");
    place.inputs = place.last - place.first + 1;
    for (; place.side < 2; place.side++) {
        const struct cell *cell = &chunk.sides[place.side];

        if (!counts_good(&place, cell) || !sums_good(&place, cell))
            return chunk_fault(reader, chunk.id, "its counts do not add up");
        if (!extremes_good(&place, cell))
            return chunk_fault(reader, chunk.id, "an extreme is not in it");
        inputs += tally_inputs(cell);
    }
    if (inputs != place.inputs)
        return chunk_fault(reader, chunk.id, "its counts do not add up");
    memcpy(sweep->chunks[chunk.id].sides, chunk.sides, sizeof chunk.sides);
    sweep->chunks[chunk.id].done = true;
    return true;
}

static bool read_part(struct reader *reader, size_t size, struct sweep *sweep,
                      const struct function *(*find)(const char *name))
{
    const struct part_head *head = &reader->head;
    struct backend_facts facts;
    struct function function;
    struct domain domain;

    if (!read_head(reader, size))
        return false;
    if (!texts_good(head))
        return part_fault(reader, "a name in it is no text");
    if (head->shard_count < 1 || head->shard_count > DOMAIN_CHUNKS ||
        head->shard_index < 0 || head->shard_index >= head->shard_count)
        return part_fault(reader, "there is no such shard");
    if (!part_function(reader, &function, find) ||
        !part_domain(reader, &function, &domain))
        return false;
    facts = part_facts(head);
    sweep_init(sweep, &(struct backend_ask){ .function = &function, .domain = domain },
               &facts);
    for (int64_t i = 0; i < head->chunk_count; i++)
        if (!read_chunk(reader, sweep))
            return false;
    return true;
}

bool part_read(const char *path, struct sweep *sweep, struct sweep_shard *shard,
               const struct function *(*find)(const char *name))
{
    size_t size = 0;
    char *bytes = file_read(path, BYTES_MAX, &size);
    struct reader reader = { .path = path, .bytes = bytes };
    bool ok;

    *sweep = (struct sweep){ 0 };
    *shard = (struct sweep_shard){ 0, 1 };
    ok = bytes && read_part(&reader, size, sweep, find);
    if (ok)
        *shard = (struct sweep_shard){ (int) reader.head.shard_index,
                                       (int) reader.head.shard_count };
    else
        sweep_finish(sweep);
    free(bytes);
    return ok;
}
