// SPDX-License-Identifier: MIT
//
// Prints the rows of a check as text and as JUnit XML.

#include "command/check.h"

#include "base/text.h"
#include "config.h"

#include <string.h>

#define NEW_MAX 10 // lines of what is new; -v: all

static const char *key_of(const struct check_rows *rows)
{
    return rows->survey->set.key[0] ? rows->survey->set.key : "no device";
}

// ---- text ----

static void put_text_row(const struct golden_row *row, FILE *file)
{
    fprintf(file, "%-8s %s: %s\n", golden_status_name(row->status), row->name,
            row->cause);
}

// How many of the new ones are shown.
static int new_shown(const struct check_rows *rows)
{
    const int count = rows->counts[GOLDEN_NEW];
    const bool some = rows->survey->set.count > 0;

    if (rows->survey->options->verbose || (some && count <= NEW_MAX))
        return count;
    return some ? NEW_MAX - 1 : 0;
}

static void put_text_counts(const struct check_rows *rows, FILE *file)
{
    for (int i = 0; i < GOLDEN_STATUS_COUNT; i++) {
        if (rows->counts[i] == 0 && i != GOLDEN_MATCH)
            continue;
        fprintf(file, "%6d %s", rows->counts[i],
                golden_status_name((enum golden_status) i));
        if (i == GOLDEN_MATCH && rows->by_class > 0)
            fprintf(file, ", %d of them by class", rows->by_class);
        if (i == GOLDEN_NEW && new_shown(rows) < rows->counts[i])
            fprintf(file, " (-v lists them)");
        fprintf(file, "\n");
    }
    if (rows->left_out > 0)
        fprintf(file, "%6d not asked for\n", rows->left_out);
}

void check_rows_text(const struct check_rows *rows, FILE *file)
{
    int shown = new_shown(rows);

    for (int i = 0; i < rows->count; i++)
        if (rows->rows[i].status != GOLDEN_MATCH && rows->rows[i].status != GOLDEN_NEW)
            put_text_row(&rows->rows[i], file);
    for (int i = 0; i < rows->count; i++)
        if (rows->rows[i].status == GOLDEN_NEW && shown-- > 0)
            put_text_row(&rows->rows[i], file);
    put_text_counts(rows, file);
}

// ---- JUnit ----

static void put_properties(const struct check_rows *rows, FILE *file)
{
    const struct facts *device = &rows->survey->got.report.device;
    const struct {
        const char *name, *value;
    } list[] = {
        { "fpstripe", FPSTRIPE_VERSION },
        { "goldens", rows->survey->set.key },
        { "device", device->id },
        { "api", api_name(device->api) },
        { "vendor", device->vendor },
        { "renderer", device->renderer },
        { "version", device->version },
        { "driver", device->driver },
        { "software", device->software ? "true" : "false" },
        { "simulated", device->simulated ? "true" : "false" },
    };

    fprintf(file, "    <properties>\n");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        text_markup(file, "      <property name=\"%s\" value=\"%s\"/>\n", list[i].name,
                    list[i].value);
    fprintf(file, "    </properties>\n");
}

static double row_seconds(const struct check_rows *rows, const struct golden_row *row)
{
    const struct report *report = &rows->survey->got.report;

    return row->result ? rows->survey->seconds[row->result - report->results] : 0;
}

static void put_testcase(const struct check_rows *rows, const struct golden_row *row,
                         FILE *file)
{
    text_markup(file, "    <testcase classname=\"%s\" name=\"%s\"", key_of(rows),
                row->name);
    fprintf(file, " time=\"%.6f\"", row_seconds(rows, row));
    if (row->status == GOLDEN_MATCH) {
        fprintf(file, "/>\n");
        return;
    }
    text_markup(file, ">\n      <failure type=\"%s\" message=\"%s\">%s",
                golden_status_name(row->status), row->cause, row->cause);
    if (row->golden)
        text_markup(file, "\nblessed on: %s\nbecause: %s", row->golden->driver,
                    row->golden->reason);
    fprintf(file, "</failure>\n    </testcase>\n");
}

void check_rows_junit(const struct check_rows *rows, FILE *file)
{
    double time = 0;

    for (int i = 0; i < rows->count; i++)
        time += row_seconds(rows, &rows->rows[i]);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            "  <testsuite name=\"fpstripe check\" tests=\"%d\" failures=\"%d\" "
            "errors=\"0\" skipped=\"0\" time=\"%.6f\">\n",
            rows->count, rows->count - rows->counts[GOLDEN_MATCH], time);
    put_properties(rows, file);
    for (int i = 0; i < rows->count; i++)
        put_testcase(rows, &rows->rows[i], file);
    fprintf(file, "  </testsuite>\n</testsuites>\n");
}
