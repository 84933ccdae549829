// SPDX-License-Identifier: MIT

#include "report/json.h"

#include "base/deviation.h"
#include "document/build.h"
#include "probe/probe.h"

#include <string.h>

// ---- remarks ----

// Those of the numbers that a kind has.
static void number_fields(const struct finding_kind *kind,
                          struct field fields[FINDING_FIELDS + 1])
{
    static const enum field_kind kinds[] = {
        [FINDING_INTEGER] = FIELD_INT,
        [FINDING_RULES] = FIELD_ROUNDING,
        [FINDING_HEX] = FIELD_BITS,
        [FINDING_DOUBLE] = FIELD_NUMBER,
    };
    const char *sentence = kind->sentence;
    struct finding_piece piece;
    int count = 0;

    while (finding_piece(&sentence, &piece))
        if (piece.field)
            fields[count++] = (struct field){ piece.field->name, kinds[piece.field->type],
                                              .at = piece.field->offset,
                                              .low = -INT32_MAX, .high = INT32_MAX };
    fields[count] = (struct field){ 0 };
}

static json_t *remarks_json(const struct finding_remark *remarks, int room)
{
    struct field fields[FINDING_FIELDS + 1];
    json_t *array = json_array();

    for (int i = 0; i < room && remarks[i].kind; i++) {
        json_t *json = json_object(), *numbers;

        json_object_set_new(json, "kind", json_string(remarks[i].kind->id));
        number_fields(remarks[i].kind, fields);
        numbers = fields_json(fields, &remarks[i]);
        json_object_update(json, numbers);
        json_decref(numbers);
        json_array_append_new(array, json);
    }
    return array;
}

static void read_remarks(struct reader *reader, json_t *object, const char *key,
                         struct finding_remark *remarks, size_t room)
{
    json_t *array = reader_get(reader, object, key, JSON_ARRAY), *json;
    struct field fields[FINDING_FIELDS + 1];
    size_t i;

    if (json_array_size(array) > room)
        reader_fault(reader, key, "has more than %zu remarks", room);
    json_array_foreach(array, i, json)
    {
        if (reader->failed)
            return;
        const char *id = reader_word(reader, json, "kind");

        remarks[i].kind = probe_kind(reader->probe, id);
        if (!remarks[i].kind) {
            reader_fault(reader, "kind", "there is no \"%.60s\"", id);
            return;
        }
        number_fields(remarks[i].kind, fields);
        fields_read(reader, fields, json, &remarks[i]);
    }
}

static json_t *answer_json(const void *from)
{
    return remarks_json(((const struct finding *) from)->answer, FINDING_ANSWERS);
}

static void read_answer(struct reader *reader, json_t *object, void *to)
{
    struct finding *finding = to;

    read_remarks(reader, object, "answer", finding->answer, FINDING_ANSWERS);
    if (!finding->answer[0].kind)
        reader_fault(reader, "answer", "is empty");
}

static json_t *detail_json(const void *from)
{
    return remarks_json(((const struct finding *) from)->detail, FINDING_DETAILS);
}

static void read_detail(struct reader *reader, json_t *object, void *to)
{
    struct finding *finding = to;

    read_remarks(reader, object, "detail", finding->detail, FINDING_DETAILS);
}

// ---- the case ----

static json_t *words_json(const uint64_t *words, int count, bool wide)
{
    json_t *array = json_array();

    for (int k = 0; k < count; k++)
        json_array_append_new(array, document_hex(words[k], wide ? 16 : 8));
    return array;
}

static json_t *case_json(const void *from)
{
    const struct finding_case *example = &((const struct finding *) from)->example;
    bool wide = example->wide;

    return document_object(
        "operands", words_json(example->in, example->operands, wide), "got",
        words_json(example->got, example->results, wide), "want",
        example->wanted ? words_json(example->want, example->results, wide) : json_null(),
        DOCUMENT_END);
}

static int read_words(struct reader *reader, json_t *object, const char *key,
                      uint64_t *words, size_t room, bool *wide)
{
    json_t *array = reader_get(reader, object, key, JSON_ARRAY), *json;
    size_t count = json_array_size(array), i;

    if (count < 1 || count > room)
        reader_fault(reader, key, "has not 1 to %zu words", room);
    json_array_foreach(array, i, json)
    {
        const char *text = json_string_value(json);
        bool long_word = text && strlen(text) > 10;

        if (reader->failed)
            return 0;
        words[i] = reader_hex(reader, key, text ? text : "", long_word ? 16 : 8);
        *wide |= long_word;
    }
    return reader->failed ? 0 : (int) count;
}

static void read_case(struct reader *reader, json_t *object, void *to)
{
    struct finding_case *example = &((struct finding *) to)->example;
    json_t *json = reader_get(reader, object, "case", JSON_OBJECT);
    bool wide = false;

    example->operands = read_words(reader, json, "operands", example->in, 4, &wide);
    example->results = read_words(reader, json, "got", example->got, 2, &wide);
    example->wanted = !json_is_null(json_object_get(json, "want"));
    if (example->wanted &&
        read_words(reader, json, "want", example->want, 2, &wide) != example->results)
        reader_fault(reader, "want", "has not as many words as \"got\"");
    example->wide = wide;
}

static bool has_case(const void *from, const void *member)
{
    (void) member;
    return ((const struct finding *) from)->example.operands > 0;
}

// ---- the finding ----

static json_t *answer_text_json(const void *from)
{
    char text[FINDING_ANSWER_TEXT];

    finding_text(from, text, sizeof text);
    return document_string(text);
}

const struct field json_finding[] = {
    { "expression", FIELD_NAME, FIELD_AT(struct finding, expression) },
    { "deviates", FIELD_BOOLEAN, FIELD_AT(struct finding, deviates) },
    { "deviates_from", FIELD_WORD, FIELD_OMITTED, FIELD_AT(struct finding, from),
      .high = DEVIATION_COUNT, .name = deviation_name },
    { "survivors", FIELD_RULES, FIELD_AT(struct finding, survivors) },
    LONG("cases", struct finding, cases, 0),
    SHARE("agree", struct finding, agree, cases),
    ERROR(struct finding, FIELD_NULL),
    { "reference", FIELD_TEXT, FIELD_NULL, FIELD_AT(struct finding, reference) },
    LONG("compared", struct finding, compared, 0),
    SHARE("mismatches", struct finding, mismatches, compared),
    OTHER("text", answer_text_json, NULL),
    { "case", FIELD_OTHER, FIELD_OMITTED, .there = has_case, .write = case_json,
      .read = read_case },
    OTHER("answer", answer_json, read_answer),
    OTHER("detail", detail_json, read_detail),
    { "glsl", FIELD_TEXT, FIELD_OMITTED, FIELD_AT(struct finding, glsl) },
    { 0 },
};
