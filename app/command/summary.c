// SPDX-License-Identifier: MIT

#include "command/summary.h"

#include "base/fp.h"
#include "base/log.h"
#include "base/out.h"
#include "command/output.h"
#include "command/row.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define SUMMARY_NAME "summary.json"

struct summary_row *summary_add(struct summary *summary, const char *id)
{
    struct summary_row *row;
    struct summary_row *rows =
        realloc(summary->rows, ((size_t) summary->count + 1) * sizeof(*rows));

    if (!rows) {
        log_error("no memory for a summary of %d devices", summary->count + 1);
        return NULL;
    }
    summary->rows = rows;
    row = &rows[summary->count++];
    *row = (struct summary_row){ 0 };
    snprintf(row->id, sizeof(row->id), "%s", id);
    return row;
}

static bool has_headline(const struct summary_row *row)
{
    return row->measured && row->headline.status == STATUS_OK;
}

int summary_headlines(const struct summary *summary)
{
    int count = 0;

    for (int i = 0; i < summary->count; i++)
        count += has_headline(&summary->rows[i]);
    return count;
}

// How many rows from `first` on are of one platform and have nothing but one reason.
static int count_alike(const struct summary *summary, int first)
{
    const struct summary_row *row = &summary->rows[first];
    int count = 1;

    if (row->measured)
        return 1;
    while (first + count < summary->count && !row[count].measured &&
           row_same_platform(row->id, row[count].id) &&
           !strcmp(row->reason, row[count].reason))
        count++;
    return count;
}

void summary_text(const struct summary *summary)
{
    int width = 0;

    for (int i = 0; i < summary->count; i++) {
        int length = (int) strlen(summary->rows[i].id);

        width = length > width ? length : width;
    }
    for (int i = 0; i < summary->count;) {
        const struct summary_row *row = &summary->rows[i];
        bool all = count_alike(summary, i) == API_FAKE;
        int length = all ? row_platform(row->id) : (int) strlen(row->id);
        char verdict[320], text[1000];

        verdict_text(&row->headline, verdict, sizeof(verdict));
        if (row->measured)
            snprintf(text, sizeof(text), "%s (%s%s)%s%s", verdict,
                     row->device.software ? "software, " : "", row->device.renderer,
                     row->complete ? "" : "; incomplete: ", row->reason);
        else
            snprintf(text, sizeof(text), "- %s", row->reason);
        fprintf(out_file(), "%-*.*s  ", width, length, row->id);
        row_print(width + 2, text);
        i += all ? API_FAKE : 1;
    }
}

static json_t *survivors_json(uint32_t survivors)
{
    json_t *list = json_array();

    for (int i = 0; i < FP_ROUND_COUNT; i++)
        if (survivors & VERDICT_RULE(i))
            json_array_append_new(list, json_string(fp_round_name((enum fp_round) i)));
    return list;
}

static json_t *verdict_json(const struct verdict *verdict)
{
    char text[320];

    verdict_text(verdict, text, sizeof(text));
    return json_pack(
        "{s:s, s:i, s:s, s:s, s:o, s:s}", "status", status_name(verdict->status),
        "fraction_bits", verdict->fraction_bits, "rounding",
        verdict_rounding(verdict->survivors), "pattern", pattern_name(verdict->pattern),
        "survivors", survivors_json(verdict->survivors), "text", text);
}

static json_t *row_json(const struct summary_row *row)
{
    json_t *object =
        json_pack("{s:s, s:i, s:b, s:s}", "id", row->id, "status", row->status,
                  "complete", row->complete, "reason", row->reason);

    if (row->folder[0] && row->measured)
        json_object_set_new(object, "folder", json_string(row->folder));
    if (row->measured) {
        json_object_set_new(object, "renderer", json_string(row->device.renderer));
        json_object_set_new(object, "version", json_string(row->device.version));
        json_object_set_new(object, "software", json_boolean(row->device.software));
        json_object_set_new(object, "verdict", verdict_json(&row->headline));
    }
    return object;
}

// With a line feed at the end.
static char *json_of(const struct summary *summary)
{
    size_t size;
    json_t *devices = json_array();
    json_t *whole;
    char *text;

    for (int i = 0; i < summary->count; i++)
        json_array_append_new(devices, row_json(&summary->rows[i]));
    whole = json_pack("{s:s, s:o}", "schema", "fpstripe-summary/1", "devices", devices);
    size = json_dumpb(whole, NULL, 0, JSON_INDENT(2) | JSON_SORT_KEYS);
    text = size ? malloc(size + 2) : NULL;
    if (text) {
        json_dumpb(whole, text, size, JSON_INDENT(2) | JSON_SORT_KEYS);
        memcpy(text + size, "\n", 2);
    }
    json_decref(whole);
    if (!text)
        log_error("no memory for the summary");
    return text;
}

void summary_json(const struct summary *summary, FILE *file)
{
    char *text = json_of(summary);

    if (text)
        fputs(text, file);
    free(text);
}

bool summary_save(const struct summary *summary, const char *folder)
{
    struct output output = { 0 };
    char *text = json_of(summary);
    bool ok = text && output_open(&output, folder) &&
              output_write(&output, SUMMARY_NAME, text) &&
              output_move(&output, SUMMARY_NAME);

    output_close(&output);
    free(text);
    if (ok)
        fprintf(stderr, "fpstripe: wrote %s/" SUMMARY_NAME "\n", folder);
    return ok;
}

void summary_finish(struct summary *summary)
{
    free(summary->rows);
    *summary = (struct summary){ 0 };
}
