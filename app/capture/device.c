// SPDX-License-Identifier: MIT

#include "capture/device.h"

#include "base/drawn.h"
#include "base/facts.h"
#include "capture/capture.h"

#include <stdio.h>
#include <string.h>

const struct field capture_device_fields[] = {
    TEXT("id", struct facts, id),
    WORD("api", struct facts, api, API_COUNT, api_name),
    TEXT("vendor", struct facts, vendor),
    TEXT("renderer", struct facts, renderer),
    TEXT("version", struct facts, version),
    TEXT("glsl", struct facts, glsl),
    TEXT("driver", struct facts, driver),
    { "processor", FIELD_NAME, FIELD_OMITTED, FIELD_AT(struct facts, processor) },
    { "dark", FIELD_NAME, FIELD_OMITTED, FIELD_AT(struct facts, dark) },
    TRUTH("software", struct facts, software),
    { "masked", FIELD_BOOLEAN, FIELD_OMITTED, FIELD_AT(struct facts, masked) },
    TRUTH("simulated", struct facts, simulated),
    { 0 },
};

static json_t *range_json(const void *from)
{
    const struct facts_claim *claim = from;
    json_t *range = json_array();

    json_array_append_new(range, json_integer(claim->range_min));
    json_array_append_new(range, json_integer(claim->range_max));
    return range;
}

static void read_claimed_range(struct reader *reader, json_t *object, void *to)
{
    struct facts_claim *claim = to;
    json_t *range = reader_get(reader, object, "range", JSON_ARRAY);
    json_t *low = json_array_get(range, 0), *high = json_array_get(range, 1);
    json_int_t from = json_integer_value(low), until = json_integer_value(high);

    if (json_array_size(range) != 2 || !json_is_integer(low) || !json_is_integer(high))
        reader_fault(reader, "range", "is not two integers");
    if (from < -FACTS_CLAIM_RANGE || from > until || until < 0 ||
        until > FACTS_CLAIM_RANGE)
        reader_fault(reader, "range",
                     "[%" JSON_INTEGER_FORMAT ", %" JSON_INTEGER_FORMAT
                     "] is not a smallest exponent, from -%d, and a largest, from 0, "
                     "to %d",
                     from, until, FACTS_CLAIM_RANGE, FACTS_CLAIM_RANGE);
    claim->range_min = (int) from;
    claim->range_max = (int) until;
}

static const struct field claim_fields[] = {
    OTHER("range", range_json, read_claimed_range),
    INT("precision", struct facts_claim, precision, 0, FACTS_CLAIM_BITS),
    { "integer_bits", FIELD_INT, FIELD_OMITTED,
      FIELD_AT(struct facts_claim, integer_bits), .low = 1, .high = 64 },
    { 0 },
};

static bool has_claim(const void *from, const void *member)
{
    const struct facts_claim *claim = member;

    (void) from;
    return claim->precision || claim->range_min || claim->range_max ||
           claim->integer_bits;
}

// A stage has claims by precision, the first so many of which there can be.
static bool claims_any(const void *from, const void *member)
{
    const struct facts_claim *claims = member;
    bool any = false;

    for (int i = PRECISION_HIGHP; i <= PRECISION_LOWP; i++)
        any |= has_claim(from, &claims[i]);
    return any;
}

// clang-format off
#define CLAIM(KEY, PRECISION) \
    { KEY, FIELD_OBJECT, FIELD_OMITTED, PRECISION * sizeof(struct facts_claim), \
      .fields = claim_fields, .there = has_claim }
#define CLAIMS(KEY, STAGE) \
    { KEY, FIELD_OBJECT, FIELD_OMITTED, offsetof(struct facts, claimed[STAGE]), \
      .fields = claims_fields, .there = claims_any }
// clang-format on

// Each key of an object must be among `names`, which end at NULL.
static void check_keys(struct reader *reader, json_t *object, const char *const *names,
                       const char *all)
{
    const char *key;
    json_t *value;

    json_object_foreach(object, key, value)
    {
        int i = 0;

        while (names[i] && strcmp(names[i], key) != 0)
            i++;
        if (!names[i])
            reader_fault(reader, key, "is none of %s", all);
    }
}

static void check_precisions(struct reader *reader, json_t *object, void *to)
{
    static const char *const names[] = { "highp", "mediump", "lowp", NULL };

    (void) to;
    check_keys(reader, object, names, "highp, mediump, lowp");
}

static void check_stages(struct reader *reader, json_t *object, void *to)
{
    static const char *const names[] = { "fragment", "vertex", NULL };

    (void) to;
    check_keys(reader, object, names, "fragment, vertex");
}

static const struct field claims_fields[] = {
    OTHER("highp", NULL, check_precisions),
    CLAIM("highp", PRECISION_HIGHP),
    CLAIM("mediump", PRECISION_MEDIUMP),
    CLAIM("lowp", PRECISION_LOWP),
    { 0 },
};

// No document that can be read has claims of the compute stage: a struct that has them
// differs from what can be claimed.
const struct field capture_claims_fields[] = {
    OTHER("fragment", NULL, check_stages),
    CLAIMS("fragment", STAGE_FRAGMENT),
    CLAIMS("vertex", STAGE_VERTEX),
    CLAIMS("compute", STAGE_COMPUTE),
    { 0 },
};

const struct field capture_drawn_fields[] = {
    WORD("as", struct drawn, draw, DRAW_COUNT, draw_name),
    WORD("target", struct drawn, target, TARGET_COUNT, target_name),
    { 0 },
};

static const struct field shader_fields[] = {
    NAME("probe", struct capture_shader, probe),
    { "sha256", FIELD_SHA256, FIELD_AT(struct capture_shader, sha256) },
    { 0 },
};

const struct field capture_shaders_fields[] = {
    { "shaders", FIELD_LIST, FIELD_OMITTED, offsetof(struct capture_shaders, list),
      sizeof(struct capture_shader), .fields = shader_fields, .high = CAPTURE_SHADERS,
      .count = offsetof(struct capture_shaders, count) },
    { 0 },
};
