// SPDX-License-Identifier: MIT

#include "sweep/part.h"

#include "base/file.h"
#include "base/fp_bits.h"
#include "base/log.h"
#include "config.h"
#include "sweep/part_json.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *hex(uint64_t word)
{
    char text[20];

    snprintf(text, sizeof(text), "%" PRIx64, word);
    return json_string(text);
}

static json_t *hex_of(double number)
{
    return hex(fp_bits64(number));
}

static json_t *count(uint64_t number)
{
    return json_integer((json_int_t) number);
}

// Those that are not empty: [bin, count, bin, count, ...].
static json_t *bins_json(const struct cell *cell)
{
    json_t *list = json_array();

    for (int i = 0; i < CELL_BINS; i++) {
        if (!cell->bins[i])
            continue;
        json_array_append_new(list, json_integer(i));
        json_array_append_new(list, count(cell->bins[i]));
    }
    return list;
}

static json_t *worst_json(const struct cell_worst *worst)
{
    if (worst->number == CELL_NONE)
        return json_null();
    return json_pack("[o, o, o]", hex_of(worst->error), hex(worst->number),
                     hex(worst->got));
}

// A count, and the first number that it counts.
static json_t *first_json(uint64_t counted, uint64_t first)
{
    return json_pack("[o, o]", count(counted),
                     first == CELL_NONE ? json_null() : hex(first));
}

static json_t *cell_json(const struct cell *cell)
{
    json_t *kinds = json_array();

    for (int i = 0; i < CELL_KIND_COUNT; i++)
        json_array_append_new(kinds, count(cell->kinds[i]));
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:[o, o]}",
        "kinds", kinds, "wrong",
        cell->first_wrong == CELL_NONE
            ? json_null()
            : json_pack("[o, o]", hex(cell->first_wrong), hex(cell->first_wrong_got)),
        "correct", count(cell->correct), "bins", bins_json(cell), "sum",
        json_integer(cell->sum), "sum_abs", json_integer(cell->sum_abs), "beyond",
        count(cell->beyond), "ulp", worst_json(&cell->ulp), "relative",
        worst_json(&cell->relative), "absolute", worst_json(&cell->absolute), "falls",
        first_json(cell->falls, cell->first_fall), "breaks",
        first_json(cell->breaks, cell->first_break), "unsettled", count(cell->unsettled),
        "edge", hex(cell->edge[0]), hex(cell->edge[1]));
}

static json_t *chunks_json(const struct sweep *sweep)
{
    json_t *list = json_array();

    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        if (sweep->chunks[i].done)
            json_array_append_new(list,
                                  json_pack("{s:i, s:o, s:[o, o]}", "chunk", i, "above",
                                            count(sweep->above_counts[i]), "sides",
                                            cell_json(&sweep->chunks[i].sides[0]),
                                            cell_json(&sweep->chunks[i].sides[1])));
    return list;
}

static json_t *listed_json(const struct sweep *sweep)
{
    json_t *list = json_array();

    for (int i = 0; i < sweep->listed_count; i++) {
        const struct sweep_listed *one = &sweep->listed[i];

        json_array_append_new(list, json_pack("[o, o, o]", hex(one->number),
                                              hex(one->got), hex_of(one->error)));
    }
    return list;
}

static json_t *function_json(const struct function *function)
{
    return json_pack("{s:s, s:s, s:s, s:s}", "name", function->name, "math",
                     math_list[function->math].name, "result",
                     function_type_name(function->result), "round",
                     fp_round_name(function->round));
}

static json_t *domain_json(const struct domain *domain)
{
    return json_pack(
        "{s:s, s:i, s:o, s:i, s:i, s:o, s:o}", "kind", domain_name(domain->kind), "bits",
        domain->bits, "seed", count(domain->seed), "low", (int) domain->low, "span",
        (int) domain->span, "first", hex(domain->first), "last", hex(domain->last));
}

static json_t *facts_json(const struct backend_facts *facts)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:b, s:s}", "where", facts->where, "name",
                     facts->name, "version", facts->version, "stage", facts->stage,
                     "precision", facts->precision, "software", (int) facts->software,
                     "judge", facts->judge);
}

static char *part_text(const struct sweep *sweep, const struct part_note *note)
{
    json_t *whole = json_pack(
        "{s:s, s:s, s:o, s:o, s:o, s:o, s:[i, i], s:s, s:o, s:o}", "schema", PART_SCHEMA,
        "tool", FPSTRIPE_VERSION, "function", function_json(&sweep->function), "domain",
        domain_json(&sweep->domain), "above", hex_of(sweep->above), "backend",
        facts_json(&sweep->facts), "shard", note->shard.index, note->shard.count, "job",
        note->job, "listed", listed_json(sweep), "chunks", chunks_json(sweep));
    char *text = whole ? json_dumps(whole, JSON_COMPACT | JSON_SORT_KEYS) : NULL;

    if (!text)
        log_error("out of memory, or a name of the device is no UTF-8");
    json_decref(whole);
    return text;
}

bool part_save(const char *path, const char *text)
{
    return file_write(path, text, strlen(text));
}

bool part_write(const char *path, const struct sweep *sweep, const struct part_note *note)
{
    char *text = part_text(sweep, note);
    bool ok = text && part_save(path, text);

    free(text);
    return ok;
}
