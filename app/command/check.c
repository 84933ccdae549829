// SPDX-License-Identifier: MIT
//
// How it works: check opens the device, reads its goldens, measures what they asked,
// and compares each result with its golden (golden.h). It draws only the pictures that
// differ.

#include "command/check.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "base/text.h"
#include "command/command.h"
#include "command/output.h"
#include "config.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "sheet/sheet.h"
#include "view/write.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// First the rows about the whole, then a row for each case in the order in which they
// were measured, then the goldens that were not measured.
struct check_rows {
    const struct check_survey *survey;
    struct golden_row *rows; // owned
    int count;
    int counts[GOLDEN_STATUS_COUNT];
    int by_class; // of those that match
    int left_out; // goldens that the options leave out
    bool skipped; // there is no golden of the device: the only row says so
};

#define NEW_MAX   10   // lines of what is new; -v: all
#define UNWRAPPED 4000 // columns of a file, in which a row is one line

#define ROW_DEVICE "device" // the name of the row about the whole device

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

// The rows of one kind: of one status, and changed alike, or for one cause.
struct check_kind {
    const struct golden_row *first; // the one that names it
    int count;
    bool stages[STAGE_COUNT], precisions[PRECISION_COUNT];
};

static bool is_same_kind(const struct golden_row *a, const struct golden_row *b)
{
    return a->status == b->status &&
           (a->status == GOLDEN_CHANGED ? !strcmp(a->change, b->change)
                                        : !strcmp(a->cause, b->cause));
}

// The stripes say most to a person who looks at them.
static bool shows_stripes(const struct golden_row *row)
{
    return !strncmp(row->name, "stripes-", strlen("stripes-"));
}

// Collects the kind of a row. Returns false if an earlier row is of that kind, or the row
// matches or is new. The kind is named by its stripes, if it has any, else by its first
// row.
static bool find_check_kind(const struct check_rows *rows, int index,
                            struct check_kind *kind)
{
    const struct golden_row *first = &rows->rows[index];

    *kind = (struct check_kind){ .first = first };
    if (first->status == GOLDEN_MATCH || first->status == GOLDEN_NEW)
        return false;
    for (int i = 0; i < rows->count; i++) {
        const struct golden_row *row = &rows->rows[i];

        if (!is_same_kind(row, first))
            continue;
        if (i < index)
            return false;
        kind->count++;
        if (shows_stripes(row) && !shows_stripes(kind->first))
            kind->first = row;
        if (row->result < 0)
            continue;
        const struct result *result = &rows->survey->report.results[row->result];

        kind->stages[result->stage] = true;
        kind->precisions[result->precision] = true;
    }
    return true;
}

// Returns true if a kind says more than another one: a width first, then any reading,
// then pixels; of equals, that of more results.
static bool is_leading(const struct check_kind *kind, const struct check_kind *than)
{
    static const char *const words[] = { " bits became ", " became " };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const bool one = strstr(kind->first->change, words[i]),
                   other = strstr(than->first->change, words[i]);

        if (one != other)
            return one;
    }
    return kind->count > than->count;
}

static void join_kind_names(const bool *set, int count, const char *(*name)(int),
                            char *text, size_t size)
{
    const char *joint = text[0] ? ", " : "";

    for (int i = 0; i < count; i++)
        if (set[i]) {
            text_add(text, size, "%s%s", joint, name(i));
            joint = "/";
        }
}

static const char *kind_stage(int stage)
{
    return stage_name((enum stage) stage);
}

static const char *kind_precision(int precision)
{
    return precision_name((enum precision) precision);
}

// Finds the kind of changed rows that says most. Returns false if no row changed.
static bool find_leading(const struct check_rows *rows, struct check_kind *most)
{
    struct check_kind kind;

    *most = (struct check_kind){ 0 };
    for (int i = 0; i < rows->count; i++)
        if (find_check_kind(rows, i, &kind) && kind.first->status == GOLDEN_CHANGED &&
            (!most->first || is_leading(&kind, most)))
            *most = kind;
    return most->first;
}

// Writes what changed most, in how many results, and the drivers: "fragment,
// mediump/lowp: 11 bits became 24 (42 results). Blessed on OpenGL ES 3.2 Mesa 22.3.6, now
// OpenGL ES 3.2 Mesa 25.0.7." Nothing if the device failed, or was not measured to the
// end: the first row says so.
static void put_change(const struct check_rows *rows, const struct view_page *page)
{
    const char *now = rows->survey->report.device.version;
    struct check_kind most;
    char text[1200] = "";

    if (rows->count == 0 || !strcmp(rows->rows[0].name, ROW_DEVICE) ||
        !find_leading(rows, &most))
        return;
    join_kind_names(most.stages, STAGE_COUNT, kind_stage, text, sizeof text);
    join_kind_names(most.precisions, PRECISION_COUNT, kind_precision, text, sizeof text);
    text_add(text, sizeof text, ": %s (%d result%s). Blessed on %s, ", most.first->change,
             most.count, text_plural(most.count), most.first->golden->driver);
    if (strcmp(most.first->golden->driver, now) != 0)
        text_add(text, sizeof text, "now %s.", now);
    else
        text_add(text, sizeof text, "as now.");
    view_page_wrap(page, 0, 0, text, "");
    fputc('\n', page->file);
}

// Writes a row of each kind, and how many more there are.
static void put_kinds(const struct check_rows *rows, const struct view_page *page)
{
    struct check_kind kind;
    char text[GOLDEN_CAUSE + GOLDEN_NAME + 60];

    for (int i = 0; i < rows->count; i++) {
        if (!find_check_kind(rows, i, &kind))
            continue;
        snprintf(text, sizeof text, "%-8s %s", golden_status_name(kind.first->status),
                 kind.first->name);
        if (kind.count > 1)
            text_add(text, sizeof text, " and %d more", kind.count - 1);
        text_add(text, sizeof text, ": %s", kind.first->cause);
        view_page_wrap(page, 0, 9, text, "");
    }
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

// Prints what changed in a sentence, the kinds of rows that do not match, and a line for
// each status. The new ones are last, and only a few of them; none if there are no
// goldens. With --verbose, all rows are printed.
static void check_rows_text(const struct check_rows *rows, FILE *file)
{
    const int columns = out_columns() ? out_columns() : UNWRAPPED;
    const struct view_page page = { file, out_has_colour(), columns, false };
    int shown = new_shown(rows);

    put_change(rows, &page);
    if (!rows->survey->options->verbose)
        put_kinds(rows, &page);
    for (int i = 0; i < rows->count && rows->survey->options->verbose; i++)
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
    const struct facts *device = &rows->survey->report.device;
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
    return row->result >= 0 ? rows->survey->seconds[row->result] : 0;
}

static void put_testcase(const struct check_rows *rows, const struct golden_row *row,
                         FILE *file)
{
    const char *kind = rows->skipped ? "skipped" : "failure";

    text_markup(file, "    <testcase classname=\"%s\" name=\"%s\"", key_of(rows),
                row->name);
    fprintf(file, " time=\"%.6f\"", row_seconds(rows, row));
    if (row->status == GOLDEN_MATCH) {
        fprintf(file, "/>\n");
        return;
    }
    text_markup(file, ">\n      <%s type=\"%s\" message=\"%s\">%s", kind,
                golden_status_name(row->status), row->cause, row->cause);
    if (row->golden)
        text_markup(file, "\nblessed on: %s\nbecause: %s", row->golden->driver,
                    row->golden->reason);
    fprintf(file, "</%s>\n    </testcase>\n", kind);
}

// Writes JUnit XML by the schemas of Ant and Jenkins, without the time of day and the
// name of the host: one test suite with one test case for each case. Names are unique.
static void check_rows_junit(const struct check_rows *rows, FILE *file)
{
    const int failed = rows->count - rows->counts[GOLDEN_MATCH];
    double time = 0;

    for (int i = 0; i < rows->count; i++)
        time += row_seconds(rows, &rows->rows[i]);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            "  <testsuite name=\"fpstripe check\" tests=\"%d\" failures=\"%d\" "
            "errors=\"0\" skipped=\"%d\" time=\"%.6f\">\n",
            rows->count, rows->skipped ? 0 : failed, rows->skipped ? failed : 0, time);
    put_properties(rows, file);
    for (int i = 0; i < rows->count; i++)
        put_testcase(rows, &rows->rows[i], file);
    fprintf(file, "  </testsuite>\n</testsuites>\n");
}

// ---- sheets ----
//
// A changed case has a sheet: the expected picture, the new one, and their difference.

// Returns the grey level that shows a word: the level of a picture, or the exponent of a
// result of an expression.
static uint8_t level_of(const struct probe *probe, enum readout readout, uint32_t word)
{
    if (!probe || probe->expressions)
        return (uint8_t) (word >> 23);
    return (uint8_t) (fmin(fmax(probe_value(probe, readout, word), 0), 1) * 255 + 0.5);
}

// Two pictures on one canvas, one byte a pixel: what only one of them has differs.
static void fill_delta(struct sheet_delta *delta, const struct result *result,
                       const struct pixels *want, const struct pixels *got,
                       uint8_t *bytes, uint32_t *shown)
{
    const struct probe *probe = probe_find(result->probe);
    const bool lines = !probe || probe->expressions;
    const struct pixels *pixels[2] = { want, got };
    size_t count = (size_t) delta->width * (size_t) delta->height;

    for (size_t i = 0; i < count; i++) {
        const int x = (int) (i % (size_t) delta->width),
                  y = (int) (i / (size_t) delta->width);
        uint32_t words[2] = { 0, 0 };
        bool has[2];

        for (int k = 0; k < 2; k++) {
            has[k] = x < pixels[k]->width && y < pixels[k]->height;
            if (has[k])
                words[k] = pixels_row(pixels[k], y)[x];
            bytes[k * count + i] =
                has[k] ? level_of(probe, result->readout, words[k]) : 0;
            shown[k * count + i] = words[k];
        }
        bytes[2 * count + i] = has[0] != has[1] || words[0] != words[1];
        delta->mismatches += bytes[2 * count + i];
        // Words of one exponent have one grey: the difference must be seen.
        if (lines && bytes[2 * count + i] && bytes[i] == bytes[count + i])
            bytes[count + i] ^= 0x80;
    }
    for (int k = 0; k < 2 && lines; k++)
        delta->words[k] = shown + k * count;
    delta->want = bytes;
    delta->got = bytes + count;
    delta->differs = bytes + 2 * count;
}

#define NOTE 700

// Writes the verdict of a reading and the driver.
static void note_of(const struct golden_reading *read, const char *driver,
                    char note[NOTE])
{
    const char *bits = read->verdict[GOLDEN_BITS],
               *rounding = read->verdict[GOLDEN_ROUNDING];

    if (read->count > 0)
        snprintf(note, NOTE, "%d lines, %s", read->count, driver);
    else if (read->status == STATUS_OK && bits[0])
        snprintf(note, NOTE, "%s bits, %s, %s", bits, rounding, driver);
    else
        snprintf(note, NOTE, "%s, %s", status_name(read->status), driver);
}

static bool draw_delta(const struct facts *device, const struct golden_row *row,
                       const struct result *result, const struct pixels *got,
                       const char *path)
{
    const struct pixels *want = &row->want;
    char title[NOTE], want_note[NOTE], got_note[NOTE];
    struct golden_reading read;
    struct sheet_delta delta = {
        .title = title,
        .cause = row->cause,
        .want_note = want_note,
        .got_note = got_note,
        .width = want->width > got->width ? want->width : got->width,
        .height = want->height > got->height ? want->height : got->height,
    };
    const size_t count = (size_t) delta.width * (size_t) delta.height;
    uint8_t *bytes = memory_new(count, 3);
    uint32_t *shown = memory_new(count, 2 * sizeof *shown);
    bool ok;

    snprintf(title, sizeof title, "%s %s %s %s %s on %s", result->probe,
             stage_name(result->stage), precision_name(result->precision),
             form_name(result->form), readout_name(result->readout), device->renderer);
    note_of(&row->golden->read, row->golden->driver, want_note);
    golden_reading_of(result, 0, &read);
    note_of(&read, device->version, got_note);
    golden_reading_finish(&read);
    fill_delta(&delta, result, want, got, bytes, shown);
    ok = sheet_draw_delta(path, &delta);
    free(bytes);
    free(shown);
    return ok;
}

// Draws the sheet of a case that was drawn otherwise.
static bool draw_row(const struct check_survey *survey, const struct golden_row *row,
                     struct output *output, int *drawn)
{
    const struct capture_measurement *seen = check_survey_seen(survey, row->result);
    const struct pixels *got = check_survey_pixels(survey, seen->picture.sha256);
    char name[GOLDEN_NAME + 16], path[PATH_MAX];
    bool ok;

    if (!got || !row->want.words)
        return true;
    snprintf(name, sizeof name, "%s-delta.png", row->name);
    output_path(output, name, path);
    ok = output_make(output) &&
         draw_delta(&survey->report.device, row, &survey->report.results[row->result],
                    got, path);
    *drawn += ok;
    return ok;
}

static void remove_old_sheets(const struct check_rows *rows, struct output *output)
{
    for (int i = 0; i < rows->count; i++) {
        char name[GOLDEN_NAME + 16];

        snprintf(name, sizeof name, "%s-delta.png", rows->rows[i].name);
        if (rows->rows[i].status != GOLDEN_CHANGED)
            output_remove(output, name);
    }
}

// Draws NAME-delta.png into `folder` for each changed row with another picture, and
// removes those of other rows. Makes the folder if there is a sheet to draw. Sets
// `*drawn` to their number. Returns false, after logging why, if a sheet could not be
// written.
static bool check_rows_draw(const struct check_rows *rows, const char *folder, int *drawn)
{
    struct output output = { 0 };
    struct stat status;
    bool ok = true;

    *drawn = 0;
    if (rows->counts[GOLDEN_CHANGED] == 0 && stat(folder, &status) != 0)
        return true;
    if (rows->counts[GOLDEN_CHANGED] > 0 && !sheet_available()) {
        log_warning("no sheets: the module that draws them is not installed");
        return true;
    }
    if (!output_open(&output, folder))
        return false;
    remove_old_sheets(rows, &output);
    for (int i = 0; ok && i < rows->count; i++)
        if (rows->rows[i].status == GOLDEN_CHANGED)
            ok = draw_row(rows->survey, &rows->rows[i], &output, drawn);
    output_close(&output);
    return ok;
}

#define DEFAULT_FOLDER "fpstripe-check"
#define WHOLE          "goldens" // the name of the row about all goldens

// ---- the rows ----

static struct golden_row *LOG_PRINTF(4, 5)
    add_check_row(struct check_rows *rows, const char *name, enum golden_status status,
                  const char *format, ...)
{
    struct golden_row *row;
    va_list list;

    rows->rows = memory_resize(rows->rows, (size_t) rows->count + 1, sizeof *rows->rows);
    row = &rows->rows[rows->count++];
    *row = (struct golden_row){ .status = status, .result = -1 };
    snprintf(row->name, sizeof row->name, "%s", name);
    va_start(list, format);
    vsnprintf(row->cause, sizeof row->cause, format, list);
    va_end(list);
    return row;
}

// Adds the row of a result: its comparison with its golden, or GOLDEN_NEW.
static void add_measured(struct check_rows *rows, int index)
{
    const struct check_survey *survey = rows->survey;
    const struct golden *golden;
    struct golden_row *row;
    char name[GOLDEN_NAME];

    golden_name(check_survey_seen(survey, index), name);
    row = add_check_row(rows, name, GOLDEN_NEW, "measured, and there is no golden");
    row->result = index;
    golden = golden_find(&survey->set, name);
    if (golden)
        check_survey_compare(survey, index, golden, row);
}

static void add_unmeasured(struct check_rows *rows, const struct golden *golden)
{
    const struct check_survey *survey = rows->survey;
    const struct result result = golden_asked(&survey->set, golden);

    for (int i = 0; i < rows->count; i++)
        if (rows->rows[i].golden == golden)
            return;
    if (check_survey_in_scope(survey, golden))
        add_check_row(rows, golden->name, GOLDEN_MISSING, "not measured: %s",
                      plan_find(&survey->plan, &result) >= 0
                          ? "the survey ended before it"
                          : "with these options it is not asked");
}

// Adds the rows about the whole: the device failed or was not measured to the end; the
// goldens are invalid, or absent, or the options ask for none of them.
static void add_first_rows(struct check_rows *rows, int status)
{
    const struct check_survey *survey = rows->survey;
    const struct golden_set *set = &survey->set;

    rows->skipped = status == COMMAND_SKIPPED;
    if (rows->skipped)
        add_check_row(rows, WHOLE, GOLDEN_MISSING, "no golden for %s in %.200s", set->key,
                      survey->goldens);
    else if (status != COMMAND_DONE && !set->fault[0])
        add_check_row(rows, ROW_DEVICE, GOLDEN_MISSING, "%s%s%s",
                      status > COMMAND_SIGNAL    ? ""
                      : survey->report.count > 0 ? "the survey ended early: "
                                                 : "nothing was measured: ",
                      survey->why, status > COMMAND_SIGNAL ? " (interrupted)" : "");
    if (set->fault[0])
        add_check_row(rows, WHOLE, GOLDEN_INVALID, "%s", set->fault);
    else if (set->there && rows->left_out == set->count)
        add_check_row(rows, WHOLE, GOLDEN_MISSING,
                      "nothing was checked: these options ask for none of the %d goldens",
                      set->count);
}

// Adds the rows about the whole, then a row for each case.
static void add_rows(struct check_rows *rows, int status)
{
    const struct check_survey *survey = rows->survey;
    const struct golden_set *set = &survey->set;
    const int count = set->fault[0] ? 0 : set->count;

    for (int i = 0; i < count; i++)
        rows->left_out += !check_survey_in_scope(survey, &set->goldens[i]);
    add_first_rows(rows, status);
    for (int i = 0; i < survey->report.count && i < survey->plan.count; i++)
        add_measured(rows, i);
    for (int i = 0; i < count; i++)
        add_unmeasured(rows, &set->goldens[i]);
    for (int i = 0; i < rows->count; i++) {
        struct golden_row *row = &rows->rows[i];

        text_clean(row->cause); // the name of a directory may contain any character
        rows->counts[row->status]++;
        rows->by_class += row->status == GOLDEN_MATCH && row->by_class;
    }
}

// Writes the JUnit XML, if it was asked for. Returns false, after logging why, if it
// cannot.
static bool write_junit(const struct check_rows *rows, const char *path)
{
    struct file_stage stage;

    if (!path)
        return true;
    if (!strcmp(path, "-")) {
        check_rows_junit(rows, out_file());
        return true;
    }
    if (file_stage_open(&stage, path)) {
        check_rows_junit(rows, stage.file);
        if (file_stage_close(&stage, true, true))
            return true;
    }
    log_error("%s: %s", path, strerror(errno));
    return false;
}

static bool tell_rows(const struct check_rows *rows)
{
    const struct options *options = rows->survey->options;
    const char *folder = options->output ? options->output : DEFAULT_FOLDER;
    struct check_kind most;
    int drawn;
    bool has_text = !options->junit || strcmp(options->junit, "-") != 0;
    bool ok = write_junit(rows, options->junit);

    if (has_text && rows->skipped)
        fprintf(out_file(), "skipped: %s\n", rows->rows[0].cause);
    else if (has_text)
        check_rows_text(rows, out_file());
    if (!ok || !check_rows_draw(rows, folder, &drawn))
        return false;
    if (drawn > 0)
        log_end("wrote %d sheet%s of changed cases to %s", drawn, text_plural(drawn),
                folder);
    if (drawn > 1 && find_leading(rows, &most) && most.first->want.words)
        log_end("%s/%s-delta.png enlarges the change that is named first", folder,
                most.first->name);
    return true;
}

// Writes the rows. Returns the exit status; `status` is the status of the survey.
static int conclude_check(const struct check_survey *survey, int status)
{
    struct check_rows rows = { .survey = survey };
    bool told;

    if (status != COMMAND_DONE && status != COMMAND_NO_DEVICE &&
        status != COMMAND_SKIPPED && status <= COMMAND_SIGNAL)
        return status;
    add_rows(&rows, status);
    told = tell_rows(&rows);
    for (int i = 0; i < rows.count; i++)
        pixels_finish(&rows.rows[i].want);
    free(rows.rows);
    if (!told)
        return COMMAND_NO_OUTPUT;
    if (status == COMMAND_DONE &&
        (rows.count == 0 || rows.counts[GOLDEN_MATCH] < rows.count))
        status = COMMAND_UNEXPECTED;
    if (status == COMMAND_SKIPPED && survey->options->skip_missing)
        status = COMMAND_DONE;
    return status;
}

static int check_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with the results away.
    static struct check_survey survey;
    const char *argument = options->argument_count ? options->arguments[0] : NULL;
    int status;

    if (argument && options->goldens) {
        log_error("%s and --goldens %s: use one of them", argument, options->goldens);
        return COMMAND_USAGE;
    }
    survey = (struct check_survey){ .options = options, .goldens = argument };
    status = conclude_check(&survey, check_survey_run(&survey));
    check_survey_finish(&survey);
    return status;
}

static const struct option_note check_notes[] = {
    { "output", "directory for the sheets of changed cases", NULL },
    { "verbose", "log progress, and list every case that does not match", NULL },
    { "full", "check every probe in every shader stage", NULL },
    { "probe", "check only this probe", NULL },
    { "stage", "check only this shader stage (default: as blessed)", NULL },
    { "precision", "check only this precision (default: as blessed)", NULL },
    { "form", "check only this form (default: as blessed)", NULL },
    { "readout", "check only this readout (default: as blessed)", NULL },
    { NULL, NULL, NULL },
};

const struct command command_check = {
    .name = "check",
    .summary = "measure a device and compare the results with its goldens",
    .details =
        "DIR is the same as --goldens DIR. check writes a sheet for each changed case to "
        "the directory of -o (default: " DEFAULT_FOLDER
        "). A case is one result. Its status is one of:\n"
        "  match    the result equals the golden\n"
        "  changed  the result differs from the golden\n"
        "  new      the case has no golden (-v lists all such cases)\n"
        "  missing  the golden was not measured, or its picture is absent\n"
        "  stale    the probe has other operands, another expression or another size now; "
        "bless it again\n"
        "  invalid  the golden was modified after it was blessed\n"
        "Exit status: 0 all match, 1 some do not match or nothing was checked, 2 usage, 3 the "
        "device failed, 5 output not written, 77 skipped: the device has no goldens (0 with "
        "--skip-missing).\n",
    .arguments = "[DIR]",
    .argument_count = 1,
    .options = (const char *const[]){ "device", "api", "goldens", "full", "probe",
                                      "stage", "precision", "form", "readout", "width",
                                      "reference", "junit", "output", "skip-missing",
                                      "timeout", "verbose", "help", NULL },
    .notes = check_notes,
    .run = check_run,
};
