// SPDX-License-Identifier: MIT

#include "command/check_rows.h"

#include "config.h"

#include <string.h>

// Bytes of the UTF-8 character at `text`, or 0 if it is none that XML has.
static int character(const unsigned char *text)
{
    int more = *text < 0x80                     ? 0
               : *text >= 0xc2 && *text <= 0xdf ? 1
               : *text >= 0xe0 && *text <= 0xef ? 2
               : *text >= 0xf0 && *text <= 0xf4 ? 3
                                                : -1;

    if (more < 0 || (more == 0 && (*text < 0x20 || *text == 0x7f)))
        return 0;
    for (int i = 1; i <= more; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    // Too long, a surrogate, beyond the last character, or one of the two that are none.
    if ((*text == 0xe0 && text[1] < 0xa0) || (*text == 0xed && text[1] >= 0xa0) ||
        (*text == 0xf0 && text[1] < 0x90) || (*text == 0xf4 && text[1] >= 0x90) ||
        (*text == 0xef && text[1] == 0xbf && text[2] >= 0xbe))
        return 0;
    return more + 1;
}

static void escape(const char *text, FILE *file)
{
    while (*text) {
        int bytes = character((const unsigned char *) text);

        switch (bytes == 1 ? *text : 0) {
        case '&': fputs("&amp;", file); break;
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '"': fputs("&quot;", file); break;
        default: fprintf(file, "%.*s", bytes ? bytes : 1, bytes ? text : "?");
        }
        text += bytes ? bytes : 1;
    }
}

static void attribute(const char *name, const char *value, FILE *file)
{
    fprintf(file, " %s=\"", name);
    escape(value, file);
    fprintf(file, "\"");
}

static void property(const char *name, const char *value, FILE *file)
{
    fprintf(file, "      <property");
    attribute("name", name, file);
    attribute("value", value, file);
    fprintf(file, "/>\n");
}

static void say_device(const struct check_rows *rows, FILE *file)
{
    const struct facts *device = rows->device;

    fprintf(file, "    <properties>\n");
    property("fpstripe", FPSTRIPE_VERSION, file);
    property("goldens", rows->set->key, file);
    property("device", device->id, file);
    property("api", api_name(device->api), file);
    property("vendor", device->vendor, file);
    property("renderer", device->renderer, file);
    property("version", device->version, file);
    property("driver", device->driver, file);
    property("software", device->software ? "true" : "false", file);
    property("simulated", device->simulated ? "true" : "false", file);
    fprintf(file, "    </properties>\n");
}

static double seconds(const struct check_rows *rows, const struct golden_row *row)
{
    const struct report *report = &rows->survey->got.report;

    return row->result
               ? check_survey_seconds(rows->survey, (int) (row->result - report->results))
               : 0;
}

// A record may be there twice: what is wrong with the second is a case of its own.
static void say_name(const struct check_rows *rows, const struct golden_row *row,
                     FILE *file)
{
    char name[GOLDEN_NAME + 16];
    int times = 1;

    for (const struct golden_row *other = rows->rows; other < row; other++)
        times += !strcmp(other->name, row->name);
    snprintf(name, sizeof(name), times > 1 ? "%s (%d)" : "%s", row->name, times);
    attribute("name", name, file);
}

static void say_case(const struct check_rows *rows, const struct golden_row *row,
                     FILE *file)
{
    fprintf(file, "    <testcase");
    attribute("classname", rows->set->key[0] ? rows->set->key : "no device", file);
    say_name(rows, row, file);
    fprintf(file, " time=\"%.6f\"", seconds(rows, row));
    if (row->status == GOLDEN_MATCH) {
        fprintf(file, "/>\n");
        return;
    }
    fprintf(file, ">\n      <failure");
    attribute("type", golden_status_name(row->status), file);
    attribute("message", row->cause, file);
    fprintf(file, ">");
    escape(row->cause, file);
    if (row->golden && row->golden->driver[0]) {
        fprintf(file, "\nblessed on: ");
        escape(row->golden->driver, file);
        fprintf(file, "\nbecause: ");
        escape(row->golden->reason, file);
    }
    fprintf(file, "</failure>\n    </testcase>\n");
}

void check_rows_junit(const struct check_rows *rows, FILE *file)
{
    int failures = rows->count - rows->counts[GOLDEN_MATCH];
    double time = 0;

    for (int i = 0; i < rows->count; i++)
        time += seconds(rows, &rows->rows[i]);

    fprintf(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    fprintf(file,
            "  <testsuite name=\"fpstripe check\" tests=\"%d\" failures=\"%d\" "
            "errors=\"0\" skipped=\"0\" time=\"%.6f\">\n",
            rows->count, failures, time);
    say_device(rows, file);
    for (int i = 0; i < rows->count; i++)
        say_case(rows, &rows->rows[i], file);
    fprintf(file, "  </testsuite>\n</testsuites>\n");
}
