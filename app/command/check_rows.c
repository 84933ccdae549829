// SPDX-License-Identifier: MIT

#include "command/check_rows.h"

#include "base/log.h"

#include <stdlib.h>
#include <string.h>

#define NEW_MAX 10 // lines of what is new; -v: all

// The new, zeroed row.
static struct golden_row *add(struct check_rows *rows)
{
    if (rows->count == rows->capacity) {
        int capacity = rows->capacity ? 2 * rows->capacity : 64;
        struct golden_row *grown =
            realloc(rows->rows, (size_t) capacity * sizeof(*grown));

        if (!grown) {
            log_error("no memory for %d cases", capacity);
            return NULL;
        }
        rows->rows = grown;
        rows->capacity = capacity;
    }
    rows->rows[rows->count] = (struct golden_row){ 0 };
    return &rows->rows[rows->count++];
}

static bool add_row(struct check_rows *rows, const char *name, enum golden_status status,
                    const char *cause)
{
    struct golden_row *row = add(rows);

    if (!row)
        return false;
    snprintf(row->name, sizeof(row->name), "%s", name);
    snprintf(row->cause, sizeof(row->cause), "%s", cause);
    row->status = status;
    rows->counts[status]++;
    return true;
}

// What was measured against its golden, if there is one.
static void compare(const struct check_survey *survey, const struct golden_set *set,
                    int index, struct golden_row *row)
{
    const struct result *result = &survey->got.report.results[index];
    const struct golden *golden;
    struct golden_question question;

    golden_name(result, row->name);
    golden = golden_find(set, row->name);
    row->result = result;
    row->golden = golden;
    if (!golden) {
        row->status = GOLDEN_NEW;
        snprintf(row->cause, sizeof(row->cause), "measured, and there is no golden");
    } else if (golden->fault[0]) {
        row->status = GOLDEN_INVALID;
        snprintf(row->cause, sizeof(row->cause), "%s", golden->fault);
    } else {
        golden_question(&survey->plan.tasks[index], &question);
        golden_compare(set, golden, &survey->got, result, &question, row);
    }
}

static bool has_row(const struct check_rows *rows, const struct golden *golden)
{
    for (int i = 0; i < rows->count; i++)
        if (rows->rows[i].golden == golden)
            return true;
    return false;
}

static bool add_missing(struct check_rows *rows, const struct check_survey *survey,
                        const struct golden *golden)
{
    bool asked = check_survey_find(&survey->plan, &golden->result) >= 0;

    if (golden->fault[0])
        return add_row(rows, golden->name, GOLDEN_INVALID, golden->fault);
    if (!check_survey_in_scope(survey->options, &golden->result)) {
        rows->left_out++;
        return true;
    }
    return add_row(rows, golden->name, GOLDEN_MISSING,
                   asked ? "not measured: the survey ended before it"
                         : "not measured: with these options it is not asked");
}

bool check_rows_init(struct check_rows *rows, const struct golden_set *set,
                     const struct check_survey *survey)
{
    *rows = (struct check_rows){ .set = set,
                                 .survey = survey,
                                 .device = &survey->got.report.device };
    for (int i = 0; i < survey->got.report.count && i < survey->plan.count; i++) {
        struct golden_row *row = add(rows);

        if (!row)
            return false;
        compare(survey, set, i, row);
        rows->counts[row->status]++;
        rows->by_class += row->status == GOLDEN_MATCH && row->by_class;
    }
    for (int i = 0; i < set->count; i++) {
        const struct golden *golden = &set->goldens[i];

        if (!has_row(rows, golden) && !add_missing(rows, survey, golden))
            return false;
    }
    return true;
}

bool check_rows_add_whole(struct check_rows *rows, const char *name,
                          enum golden_status status, const char *cause)
{
    struct golden_row whole;

    if (!add_row(rows, name, status, cause))
        return false;
    whole = rows->rows[rows->count - 1];
    memmove(rows->rows + 1, rows->rows, (size_t) (rows->count - 1) * sizeof(*rows->rows));
    rows->rows[0] = whole;
    return true;
}

bool check_rows_good(const struct check_rows *rows)
{
    return rows->count > 0 && rows->counts[GOLDEN_MATCH] == rows->count;
}

void check_rows_finish(struct check_rows *rows)
{
    free(rows->rows);
    *rows = (struct check_rows){ 0 };
}

static void say_row(const struct golden_row *row, FILE *file)
{
    fprintf(file, "%-8s %s: ", golden_status_name(row->status), row->name);
    // A folder may be called anything.
    for (const char *at = row->cause; *at; at++)
        putc((unsigned char) *at < 0x20 || *at == 0x7f ? '?' : *at, file);
    putc('\n', file);
}

// How many of the new ones are shown.
static int new_shown(const struct check_rows *rows, bool all)
{
    const int count = rows->counts[GOLDEN_NEW];

    if (all || (rows->set->count > 0 && count <= NEW_MAX))
        return count;
    return rows->set->count > 0 ? NEW_MAX - 1 : 0;
}

static void say_counts(const struct check_rows *rows, bool all, FILE *file)
{
    for (int i = 0; i < GOLDEN_STATUS_COUNT; i++) {
        if (rows->counts[i] == 0 && i != GOLDEN_MATCH)
            continue;
        fprintf(file, "%6d %s", rows->counts[i],
                golden_status_name((enum golden_status) i));
        if (i == GOLDEN_MATCH && rows->by_class > 0)
            fprintf(file, ", %d of them by class", rows->by_class);
        if (i == GOLDEN_NEW && new_shown(rows, all) < rows->counts[i])
            fprintf(file, " (-v lists them)");
        fprintf(file, "\n");
    }
    if (rows->left_out > 0)
        fprintf(file, "%6d not asked for\n", rows->left_out);
}

void check_rows_text(const struct check_rows *rows, FILE *file, bool all)
{
    int shown = new_shown(rows, all);

    for (int i = 0; i < rows->count; i++)
        if (rows->rows[i].status != GOLDEN_MATCH && rows->rows[i].status != GOLDEN_NEW)
            say_row(&rows->rows[i], file);
    for (int i = 0; i < rows->count; i++)
        if (rows->rows[i].status == GOLDEN_NEW && shown-- > 0)
            say_row(&rows->rows[i], file);
    say_counts(rows, all, file);
}
