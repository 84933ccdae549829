// SPDX-License-Identifier: MIT

#include "report/json.h"
#include "report/report.h"

#define PIXELS_MAX (1L << 24) // of a picture; `run` makes a quarter of it at most

void json_check_end(struct reader *reader, json_t *object, void *to)
{
    const struct report *report = to;

    (void) object;
    if (report->complete && report->interrupted)
        reader_fault(reader, "interrupted", "is true, and the report is complete");
}

void json_check_outcome(struct reader *reader, json_t *object, void *to)
{
    const struct verdict *verdict = to;

    (void) object;
    if (verdict->status != STATUS_OK && !verdict->reason[0])
        reader_fault(reader, "reason", "is empty, and the status is not ok");
}

// Cells are pixels or more. Where nothing was painted there may be a question.
void json_check_grid(struct reader *reader, json_t *object, void *to)
{
    const struct result *result = to;

    (void) object;
    if ((long) result->width * result->height > PIXELS_MAX)
        reader_fault(reader, "width", "%d x %d are more than %ld pixels", result->width,
                     result->height, PIXELS_MAX);
    if (result->width > 0 && result->columns > result->width)
        reader_fault(reader, "columns", "%d are more than the width, %d", result->columns,
                     result->width);
    if (result->height > 0 && result->bands > result->height)
        reader_fault(reader, "bands", "%d are more than the height, %d", result->bands,
                     result->height);
}

// A picture has a size, and what it shows has cells.
void json_check_picture(struct reader *reader, json_t *object, void *to)
{
    const struct result *result = to;

    (void) object;
    if (result->sha256[0] && (!result->width || !result->height))
        reader_fault(reader, "pixels_sha256", "is of a picture without a size");
}

void json_check_topic(struct reader *reader, json_t *object, void *to)
{
    const struct result *result = to;

    if (json_object_get(object, "findings") && !result->topic[0])
        reader_fault(reader, "topic", "is missing");
}
