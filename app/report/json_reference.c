// SPDX-License-Identifier: MIT

#include "report/json.h"

#include "report/report.h"

#include <string.h>

// Of a reference; "" where none was opened.
static void check_kind(struct reader *reader, const char *kind)
{
    static const char *const kinds[] = { "", "cuda", "recorded", "host", "model" };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kind, kinds[i]))
            return;
    reader_fault(reader, "kind", "there is no reference \"%.40s\"", kind);
}

static void check_try(struct reader *reader, json_t *object, void *to)
{
    (void) object;
    check_kind(reader, ((struct report_try *) to)->kind);
}

static void check_reference(struct reader *reader, json_t *object, void *to)
{
    (void) object;
    check_kind(reader, ((struct report *) to)->reference_kind);
}

static const struct field try_fields[] = {
    NAME("kind", struct report_try, kind),
    NAME("reason", struct report_try, reason),
    { "from_result", FIELD_INT, FIELD_OMITTED, FIELD_AT(struct report_try, from),
      .high = INT32_MAX, .flag = offsetof(struct report_try, later) },
    OTHER("kind", NULL, check_try),
    { 0 },
};

// Reports of the first version have neither `equals`, `same_gpu` nor `tried`.
const struct field json_reference[] = {
    TEXT("kind", struct report, reference_kind),
    OTHER("kind", NULL, check_reference),
    TEXT("name", struct report, reference_name),
    { "equals", FIELD_TEXT, FIELD_OPTIONAL, FIELD_AT(struct report, equals) },
    { "same_gpu", FIELD_BOOLEAN, FIELD_OMITTED, FIELD_AT(struct report, same_gpu) },
    { "tried", FIELD_LIST, FIELD_OMITTED, offsetof(struct report, tried),
      sizeof(struct report_try), .fields = try_fields, .high = REPORT_TRIES,
      .count = offsetof(struct report, tried_count) },
    { 0 },
};
