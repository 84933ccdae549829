// SPDX-License-Identifier: MIT

#include "sweep/part_cell.h"

#include "base/fp_bits.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Where a side's numbers lie.
struct place {
    const struct part_reader *reader;
    const char *at;
    uint64_t first, last; // of the chunk
    int side;
};

static bool bad(const struct place *place, const char *what)
{
    return part_bad(place->reader, place->at, "%s", what);
}

static int64_t most(const struct place *place)
{
    return (int64_t) (place->last - place->first + 1);
}

static bool read_count(const struct place *place, const json_t *value, uint64_t *out)
{
    int64_t number;

    if (!part_integer(place->reader, place->at, value, 0, most(place), &number))
        return false;
    *out = (uint64_t) number;
    return true;
}

static bool read_number(const struct place *place, const json_t *value, uint64_t *out)
{
    if (!part_hex(place->reader, place->at, value, UINT64_MAX, out))
        return false;
    return (*out >= place->first && *out <= place->last) ||
           bad(place, "a number is not in the chunk");
}

static bool of_side(const struct place *place, uint64_t number)
{
    return domain_side(&place->reader->sweep->domain, number) == place->side ||
           bad(place, "a number is of the other side");
}

static bool read_got(const struct place *place, const json_t *value, uint64_t *out)
{
    return part_hex(place->reader, place->at, value, part_got_most(place->reader->sweep),
                    out);
}

static bool read_worst(const struct place *place, const json_t *value,
                       struct cell_worst *out)
{
    uint64_t error;

    if (json_is_null(value))
        return true;
    if (!json_is_array(value) || json_array_size(value) != 3)
        return bad(place, "of an extreme an error, a number and a result are wanted");
    if (!part_hex(place->reader, place->at, json_array_get(value, 0), UINT64_MAX,
                  &error) ||
        !read_number(place, json_array_get(value, 1), &out->number) ||
        !of_side(place, out->number) ||
        !read_got(place, json_array_get(value, 2), &out->got))
        return false;
    out->error = fp_from_bits64(error);
    return (out->error >= 0 && !signbit(out->error)) ||
           bad(place, "an extreme is a magnitude");
}

// A count with the first number counted.
static bool read_first(const struct place *place, const json_t *value, uint64_t *counted,
                       uint64_t *first)
{
    const json_t *number = json_array_get(value, 1);

    if (!json_is_array(value) || json_array_size(value) != 2)
        return bad(place, "of falls and breaks a count and a number are wanted");
    if (!read_count(place, json_array_get(value, 0), counted))
        return false;
    if (json_is_null(number) != !*counted)
        return bad(place, "a first number is wanted where something was counted, only");
    return json_is_null(number) || read_number(place, number, first);
}

static bool read_kinds(const struct place *place, const json_t *value, struct cell *cell)
{
    if (!json_is_array(value) || json_array_size(value) != CELL_KIND_COUNT)
        return part_bad(place->reader, place->at, "of kinds %d are wanted",
                        CELL_KIND_COUNT);
    for (int i = 0; i < CELL_KIND_COUNT; i++)
        if (!read_count(place, json_array_get(value, (size_t) i), &cell->kinds[i]))
            return false;
    return true;
}

// A judge that only tells whether a result is right leaves all bins empty.
static bool read_bins(const struct place *place, const json_t *value, struct cell *cell)
{
    size_t size = json_array_size(value);
    int64_t bin = -1;
    uint64_t sum = 0;

    if (!json_is_array(value) || size % 2 || size > 2 * CELL_BINS)
        return bad(place, "of bins pairs are wanted: which, and how many");
    for (size_t i = 0; i < size; i += 2) {
        uint64_t *count;

        if (!part_integer(place->reader, place->at, json_array_get(value, i), bin + 1,
                          CELL_BINS - 1, &bin))
            return false;
        count = &cell->bins[bin];
        if (!read_count(place, json_array_get(value, i + 1), count))
            return false;
        if (*count == 0)
            return bad(place, "empty bins are left out");
        sum += *count;
    }
    return sum == 0 || sum == cell->kinds[CELL_FINITE] ||
           part_bad(place->reader, place->at,
                    "%" PRIu64 " in bins, but %" PRIu64 " finite ones", sum,
                    cell->kinds[CELL_FINITE]);
}

static bool read_wrong(const struct place *place, const json_t *value, struct cell *cell)
{
    if (json_is_null(value))
        return !cell->kinds[CELL_WRONG] || bad(place, "the first wrong one is missing");
    if (!json_is_array(value) || json_array_size(value) != 2)
        return bad(place, "of the first wrong one a number and a result are wanted");
    return read_number(place, json_array_get(value, 0), &cell->first_wrong) &&
           of_side(place, cell->first_wrong) &&
           read_got(place, json_array_get(value, 1), &cell->first_wrong_got);
}

enum {
    KINDS,
    WRONG,
    CORRECT,
    BINS,
    SUM,
    SUM_ABS,
    BEYOND,
    ULP,
    RELATIVE,
    ABSOLUTE,
    FALLS,
    BREAKS,
    UNSETTLED,
    EDGE,
    MEMBERS,
};

// Each one counted is at most CELL_SUM_LIMIT.
static bool read_sums(const struct place *place, json_t *const members[MEMBERS],
                      struct cell *cell)
{
    int64_t one = (int64_t) (CELL_SUM_LIMIT * CELL_SUM_ONE);
    int64_t limit = most(place) > INT64_MAX / one ? INT64_MAX : most(place) * one;

    if (!part_integer(place->reader, place->at, members[SUM], -limit, limit,
                      &cell->sum) ||
        !part_integer(place->reader, place->at, members[SUM_ABS], 0, limit,
                      &cell->sum_abs))
        return false;
    return (cell->sum <= cell->sum_abs && cell->sum >= -cell->sum_abs) ||
           bad(place, "a sum is larger than that of the magnitudes");
}

static bool no_bins(const struct cell *cell)
{
    for (int i = 0; i < CELL_BINS; i++)
        if (cell->bins[i])
            return false;
    return true;
}

static bool adds_up(const struct place *place, const struct cell *cell)
{
    uint64_t good =
        cell->kinds[CELL_FINITE] + cell->kinds[CELL_SPECIAL] + cell->kinds[CELL_OVERFLOW];

    if (cell->correct > good)
        return bad(place, "more are correct than can be");
    if (cell->beyond > cell->kinds[CELL_FINITE])
        return bad(place, "more are beyond the sums than are finite");
    return no_bins(cell) || cell->ulp.number != CELL_NONE ||
           bad(place, "there are errors, but no largest one");
}

static bool read_cell(const struct place *place, json_t *value, struct cell *cell)
{
    static const char *const names[] = { "kinds",     "wrong",    "correct", "bins",
                                         "sum",       "sum_abs",  "beyond",  "ulp",
                                         "relative",  "absolute", "falls",   "breaks",
                                         "unsettled", "edge",     NULL };
    json_t *members[MEMBERS];
    int64_t unsettled;

    if (!part_members(place->reader, place->at, value, names, members))
        return false;
    if (!read_kinds(place, members[KINDS], cell) ||
        !read_wrong(place, members[WRONG], cell) ||
        !read_count(place, members[CORRECT], &cell->correct) ||
        !read_bins(place, members[BINS], cell) || !read_sums(place, members, cell) ||
        !read_count(place, members[BEYOND], &cell->beyond) ||
        !read_worst(place, members[ULP], &cell->ulp) ||
        !read_worst(place, members[RELATIVE], &cell->relative) ||
        !read_worst(place, members[ABSOLUTE], &cell->absolute) ||
        !read_first(place, members[FALLS], &cell->falls, &cell->first_fall) ||
        !read_first(place, members[BREAKS], &cell->breaks, &cell->first_break) ||
        !part_integer(place->reader, place->at, members[UNSETTLED], 0, 2 * most(place),
                      &unsettled))
        return false;
    cell->unsettled = (uint64_t) unsettled;
    if (!json_is_array(members[EDGE]) || json_array_size(members[EDGE]) != 2)
        return bad(place, "of the edges the first and the last result are wanted");
    for (size_t i = 0; i < 2; i++)
        if (!read_got(place, json_array_get(members[EDGE], i), &cell->edge[i]))
            return false;
    return adds_up(place, cell);
}

bool part_chunk(struct part_reader *reader, const char *at, int id, const json_t *above,
                json_t *sides)
{
    struct sweep *sweep = reader->sweep;
    struct chunk *chunk = &sweep->chunks[id];
    struct place place = { .reader = reader, .at = at };
    uint64_t inputs = 0;
    int64_t listed;

    if (!domain_range(&sweep->domain, id, &place.first, &place.last))
        return part_bad(reader, at, "chunk %d is not in the domain", id);
    if (chunk->done)
        return part_bad(reader, at, "chunk %d is here twice", id);
    if (!part_integer(reader, at, above, 0, isinf(sweep->above) ? 0 : 2 * most(&place),
                      &listed))
        return false;
    sweep->above_counts[id] = (uint64_t) listed;
    if (!json_is_array(sides) || json_array_size(sides) != 2)
        return part_bad(reader, at, "two sides are wanted");
    for (place.side = 0; place.side < 2; place.side++) {
        if (!read_cell(&place, json_array_get(sides, (size_t) place.side),
                       &chunk->sides[place.side]))
            return false;
        inputs += tally_inputs(&chunk->sides[place.side]);
    }
    if (inputs != (uint64_t) most(&place))
        return part_bad(reader, at,
                        "%" PRIu64 " inputs were counted of chunk %d, which has %" PRIu64,
                        inputs, id, (uint64_t) most(&place));
    chunk->done = true;
    return true;
}
