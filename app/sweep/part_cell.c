// SPDX-License-Identifier: MIT

#include "sweep/part_codec.h"

#include <inttypes.h>
#include <math.h>

// A side of a chunk, and where its numbers lie.
struct place {
    struct part_codec *codec;
    struct sweep *sweep;
    uint64_t first, last; // of the chunk
    int side;
};

uint64_t part_got_most(const struct sweep *sweep)
{
    switch (sweep->function.result) {
    case FUNCTION_BINARY16: return UINT16_MAX;
    case FUNCTION_BINARY64: return UINT64_MAX;
    default: return UINT32_MAX;
    }
}

static int64_t place_inputs(const struct place *place)
{
    return (int64_t) (place->last - place->first + 1);
}

static void code_count(const struct place *place, json_t *in, const char *key,
                       uint64_t *count, int64_t most)
{
    int64_t value = (int64_t) *count;

    part_integer(place->codec, in, key, &value, 0, most);
    *count = (uint64_t) value;
}

static void code_number(const struct place *place, json_t *in, uint64_t *number)
{
    part_hex(place->codec, in, NULL, number, UINT64_MAX);
    if (*number < place->first || *number > place->last)
        part_fault(place->codec, NULL, "a number is not in the chunk");
}

// A number of this side, and what came.
static void code_result(const struct place *place, json_t *in, uint64_t *number,
                        uint64_t *got)
{
    code_number(place, in, number);
    if (!place->codec->failed &&
        domain_side(&place->sweep->domain, *number) != place->side)
        part_fault(place->codec, NULL, "a number is of the other side");
    part_hex(place->codec, in, NULL, got, part_got_most(place->sweep));
}

static void code_worst(const struct place *place, json_t *in, const char *key,
                       struct cell_worst *worst)
{
    struct part_codec *codec = place->codec;
    json_t *list;

    if (part_null(codec, in, key, worst->number == CELL_NONE))
        return;
    list = part_open(codec, in, key, JSON_ARRAY);
    part_double(codec, list, NULL, &worst->error);
    code_result(place, list, &worst->number, &worst->got);
    part_close(codec, in, key, list);
    if (!(worst->error >= 0) || signbit(worst->error))
        part_fault(codec, key, "an extreme is a magnitude");
}

// A count, and the first number counted.
static void code_first(const struct place *place, json_t *in, const char *key,
                       uint64_t *count, uint64_t *first)
{
    struct part_codec *codec = place->codec;
    json_t *list = part_open(codec, in, key, JSON_ARRAY);

    code_count(place, list, NULL, count, place_inputs(place));
    if (part_null(codec, list, NULL, !*count) != !*count)
        part_fault(codec, key,
                   "a first number is wanted where something was counted, "
                   "only");
    if (*count)
        code_number(place, list, first);
    part_close(codec, in, key, list);
}

static void code_kinds(const struct place *place, json_t *in, struct cell *cell)
{
    json_t *list = part_open(place->codec, in, "kinds", JSON_ARRAY);

    for (int i = 0; i < CELL_KIND_COUNT; i++)
        code_count(place, list, NULL, &cell->kinds[i], place_inputs(place));
    part_close(place->codec, in, "kinds", list);
}

// Those that are not empty: [bin, count, bin, count, ...]. A judge that only tells
// whether a result is right leaves all bins empty.
static void code_bins(const struct place *place, json_t *in, struct cell *cell)
{
    struct part_codec *codec = place->codec;
    json_t *list = part_open(codec, in, "bins", JSON_ARRAY);
    uint64_t sum = 0;

    for (int64_t bin = 0; !codec->failed && bin < CELL_BINS; bin++) {
        int64_t count;

        if (codec->writes ? !cell->bins[bin] : !json_array_size(list))
            continue;
        part_integer(codec, list, NULL, &bin, bin, CELL_BINS - 1);
        if (codec->failed)
            break;
        count = (int64_t) cell->bins[bin];
        part_integer(codec, list, NULL, &count, 1, place_inputs(place));
        cell->bins[bin] = (uint64_t) count;
        sum += cell->bins[bin];
    }
    part_close(codec, in, "bins", list);
    if (sum && sum != cell->kinds[CELL_FINITE])
        part_fault(codec, "bins", "%" PRIu64 " in bins, but %" PRIu64 " finite results",
                   sum, cell->kinds[CELL_FINITE]);
}

static void code_wrong(const struct place *place, json_t *in, struct cell *cell)
{
    struct part_codec *codec = place->codec;
    bool none = part_null(codec, in, "wrong", cell->first_wrong == CELL_NONE);
    json_t *list;

    if (none && cell->kinds[CELL_WRONG])
        part_fault(codec, "wrong", "the first wrong result is missing");
    if (none)
        return;
    list = part_open(codec, in, "wrong", JSON_ARRAY);
    code_result(place, list, &cell->first_wrong, &cell->first_wrong_got);
    part_close(codec, in, "wrong", list);
}

// Each error in the sums is at most CELL_SUM_LIMIT.
static void code_sums(const struct place *place, json_t *in, struct cell *cell)
{
    int64_t one = (int64_t) (CELL_SUM_LIMIT * CELL_SUM_ONE), inputs = place_inputs(place);
    int64_t limit = inputs > INT64_MAX / one ? INT64_MAX : inputs * one;

    part_integer(place->codec, in, "sum", &cell->sum, -limit, limit);
    part_integer(place->codec, in, "sum_abs", &cell->sum_abs, 0, limit);
    if (cell->sum > cell->sum_abs || cell->sum < -cell->sum_abs)
        part_fault(place->codec, NULL, "a sum is larger than that of the magnitudes");
}

static void check_cell(struct part_codec *codec, const struct cell *cell)
{
    uint64_t good =
        cell->kinds[CELL_FINITE] + cell->kinds[CELL_SPECIAL] + cell->kinds[CELL_OVERFLOW];
    uint64_t binned = 0;

    for (int i = 0; i < CELL_BINS; i++)
        binned += cell->bins[i];
    if (cell->correct > good)
        part_fault(codec, NULL, "more results are correct than can be");
    if (cell->beyond > cell->kinds[CELL_FINITE])
        part_fault(codec, NULL, "more results are beyond the sums than are finite");
    if (binned && cell->ulp.number == CELL_NONE)
        part_fault(codec, NULL, "there are errors, but no largest one");
}

static void code_cell(const struct place *place, json_t *sides, struct cell *cell)
{
    struct part_codec *codec = place->codec;
    int64_t inputs = place_inputs(place);
    json_t *in = part_open(codec, sides, NULL, JSON_OBJECT), *edge;

    code_kinds(place, in, cell);
    code_wrong(place, in, cell);
    code_count(place, in, "correct", &cell->correct, inputs);
    code_bins(place, in, cell);
    code_sums(place, in, cell);
    code_count(place, in, "beyond", &cell->beyond, inputs);
    code_worst(place, in, "ulp", &cell->ulp);
    code_worst(place, in, "relative", &cell->relative);
    code_worst(place, in, "absolute", &cell->absolute);
    code_first(place, in, "falls", &cell->falls, &cell->first_fall);
    code_first(place, in, "breaks", &cell->breaks, &cell->first_break);
    code_count(place, in, "unsettled", &cell->unsettled, 2 * inputs);
    edge = part_open(codec, in, "edge", JSON_ARRAY);
    for (int i = 0; i < 2; i++)
        part_hex(codec, edge, NULL, &cell->edge[i], part_got_most(place->sweep));
    part_close(codec, in, "edge", edge);
    part_close(codec, sides, NULL, in);
    check_cell(codec, cell);
}

void part_chunk(struct part_codec *codec, json_t *in, struct sweep *sweep, int id)
{
    struct chunk *chunk = &sweep->chunks[id];
    struct place place = { .codec = codec, .sweep = sweep };
    uint64_t inputs = 0;
    json_t *sides;

    if (!domain_range(&sweep->domain, id, &place.first, &place.last))
        part_fault(codec, NULL, "chunk %d is not in the domain", id);
    if (!codec->writes && chunk->done)
        part_fault(codec, NULL, "chunk %d is here twice", id);
    code_count(&place, in, "above", &sweep->above_counts[id],
               isinf(sweep->above) ? 0 : 2 * place_inputs(&place));
    sides = part_open(codec, in, "sides", JSON_ARRAY);
    for (place.side = 0; place.side < 2; place.side++) {
        code_cell(&place, sides, &chunk->sides[place.side]);
        inputs += tally_inputs(&chunk->sides[place.side]);
    }
    part_close(codec, in, "sides", sides);
    if (inputs != place.last - place.first + 1)
        part_fault(codec, NULL,
                   "%" PRIu64 " inputs were counted of chunk %d, which has %" PRIu64,
                   inputs, id, place.last - place.first + 1);
    chunk->done = !codec->failed;
}
