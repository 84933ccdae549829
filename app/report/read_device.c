// SPDX-License-Identifier: MIT

#include "report/read_device.h"

#include <stdio.h>

static const char *any_api(int i)
{
    return api_name((enum api) i);
}

static void claim(struct reader *reader, json_t *json, struct facts_claim *claim)
{
    json_t *range = reader_get(reader, json, "range", JSON_ARRAY);
    json_t *low = json_array_get(range, 0), *high = json_array_get(range, 1);

    if (json_array_size(range) != 2 || !json_is_integer(low) || !json_is_integer(high)) {
        reader_fault(reader, "range", "is not two integers");
        return;
    }
    json_int_t from = json_integer_value(low), to = json_integer_value(high);

    if (from < -FACTS_CLAIM_RANGE || from > to || to < 0 || to > FACTS_CLAIM_RANGE)
        reader_fault(reader, "range",
                     "[%" JSON_INTEGER_FORMAT ", %" JSON_INTEGER_FORMAT
                     "] is not a smallest exponent, from -%d, and a largest, from 0, "
                     "to %d",
                     from, to, FACTS_CLAIM_RANGE, FACTS_CLAIM_RANGE);
    claim->precision =
        (int) reader_integer(reader, json, "precision", 0, FACTS_CLAIM_BITS);
    if (reader->failed)
        return;
    claim->range_min = (int) from;
    claim->range_max = (int) to;
}

static void claims_of_stage(struct reader *reader, json_t *all, enum stage stage,
                            struct facts_claim *claims)
{
    json_t *precisions = reader_get(reader, all, stage_name(stage), JSON_OBJECT), *json;
    const char *name;
    enum precision precision;

    json_object_foreach(precisions, name, json)
    {
        snprintf(reader->where, sizeof reader->where, "claimed.%s", stage_name(stage));
        if (!precision_find(name, &precision) || !facts_has_claim(stage, precision)) {
            reader_fault(reader, name, "is none of highp, mediump, lowp");
            return;
        }
        reader_get(reader, precisions, name, JSON_OBJECT);
        snprintf(reader->where, sizeof reader->where, "claimed.%s.%s", stage_name(stage),
                 precision_name(precision));
        claim(reader, json, &claims[precision]);
    }
}

static void claimed(struct reader *reader, json_t *root, struct facts *facts)
{
    json_t *all = reader_get(reader, root, "claimed", JSON_OBJECT), *json;
    const char *name;
    enum stage stage;

    json_object_foreach(all, name, json)
    {
        snprintf(reader->where, sizeof reader->where, "claimed");
        if (!stage_find(name, &stage) || !facts_has_claim(stage, PRECISION_HIGHP)) {
            reader_fault(reader, name, "is none of fragment, vertex");
            return;
        }
        claims_of_stage(reader, all, stage, facts->claimed[stage]);
    }
    reader->where[0] = 0;
}

void report_read_device(struct reader *reader, json_t *root, struct facts *facts)
{
    json_t *json = reader_get(reader, root, "device", JSON_OBJECT);

    snprintf(reader->where, sizeof reader->where, "device");
    reader_string(reader, json, "id", facts->id, sizeof facts->id);
    facts->api = (enum api) reader_one_of(reader, json, "api", any_api, API_COUNT);
    reader_string(reader, json, "vendor", facts->vendor, sizeof facts->vendor);
    reader_string(reader, json, "renderer", facts->renderer, sizeof facts->renderer);
    reader_string(reader, json, "version", facts->version, sizeof facts->version);
    reader_string(reader, json, "glsl", facts->glsl, sizeof facts->glsl);
    reader_string(reader, json, "driver", facts->driver, sizeof facts->driver);
    facts->software = reader_boolean(reader, json, "software");
    facts->simulated = reader_boolean(reader, json, "simulated");
    reader->where[0] = 0;
    claimed(reader, root, facts);
}
