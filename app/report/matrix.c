// SPDX-License-Identifier: MIT

#include "report/matrix.h"

#include "report/lines.h"

#include <stdio.h>
#include <string.h>

// The place that stands for a precision, where the topic was asked at it.
static bool place_of(const struct report *report, enum precision precision,
                     struct report_lines_place *place)
{
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        for (int form = 0; form < FORM_COUNT; form++) {
            *place = (struct report_lines_place){ (enum stage) stage, precision,
                                                  (enum form) form };
            if (report_lines_asked(report, REPORT_LINES_OPERATIONS, *place))
                return true;
        }
    return false;
}

// Whether a line has another answer anywhere in `stage` and `form`.
static bool is_other(const struct report *report, const struct finding *finding,
                     struct report_lines_place place)
{
    const struct finding *other =
        report_lines_find(report, REPORT_LINES_OPERATIONS, finding->line, place);

    return other && strcmp(other->answer, finding->answer) != 0;
}

static void mark(struct report_matrix *matrix, int row, const struct report *report,
                 const struct finding *finding, struct report_lines_place at)
{
    for (int i = 0; i < STAGE_COUNT; i++)
        matrix->stages[row] |= is_other(
            report, finding,
            (struct report_lines_place){ (enum stage) i, at.precision, at.form });
    for (int i = 0; i < FORM_COUNT; i++)
        matrix->forms[row] |= is_other(
            report, finding,
            (struct report_lines_place){ at.stage, at.precision, (enum form) i });
}

static bool is_same_row(const struct report_matrix *matrix, int one, int other)
{
    return matrix->stages[one] == matrix->stages[other] &&
           matrix->forms[one] == matrix->forms[other] &&
           !memcmp(matrix->cells[one], matrix->cells[other], sizeof matrix->cells[one]);
}

// Joins the last row with an earlier one that says the same, if there is room.
static void join_row(struct report_matrix *matrix)
{
    int last = matrix->rows - 1;

    for (int i = 0; i < last; i++) {
        size_t length = strlen(matrix->labels[i]);
        if (!is_same_row(matrix, i, last) ||
            length + 2 + strlen(matrix->labels[last]) >= REPORT_MATRIX_LABEL - 2)
            continue;
        snprintf(matrix->labels[i] + length, REPORT_MATRIX_LABEL - length, ", %s",
                 matrix->labels[last]);
        matrix->rows--;
        return;
    }
}

static void add_row(struct report_matrix *matrix, const struct report *report,
                    const char *line, const struct report_lines_place *places)
{
    int row = matrix->rows++;

    snprintf(matrix->labels[row], REPORT_MATRIX_LABEL - 2, "%s", line);
    memset(matrix->cells[row], 0, sizeof matrix->cells[row]);
    matrix->stages[row] = matrix->forms[row] = false;
    for (int i = 0; i < matrix->columns; i++) {
        const struct finding *finding =
            report_lines_find(report, REPORT_LINES_OPERATIONS, line, places[i]);
        snprintf(matrix->cells[row][i], REPORT_MATRIX_CELL, "-");
        if (!finding)
            continue;
        report_lines_answer(finding, matrix->cells[row][i], REPORT_MATRIX_CELL);
        mark(matrix, row, report, finding, places[i]);
    }
    join_row(matrix);
}

static bool is_same_column(const struct report *report, struct report_lines_place one,
                           struct report_lines_place other)
{
    const char *names[REPORT_LINES_MAX];
    int count = report_lines_names(report, REPORT_LINES_OPERATIONS, names);

    for (int i = 0; i < count; i++) {
        const struct finding *a =
            report_lines_find(report, REPORT_LINES_OPERATIONS, names[i], one);
        const struct finding *b =
            report_lines_find(report, REPORT_LINES_OPERATIONS, names[i], other);
        char got[REPORT_MATRIX_CELL] = "-", want[REPORT_MATRIX_CELL] = "-";
        if (a)
            report_lines_answer(a, got, sizeof got);
        if (b)
            report_lines_answer(b, want, sizeof want);
        if (strcmp(got, want) != 0)
            return false;
    }
    return true;
}

// Columns of precisions that fare alike are one.
static void add_columns(struct report_matrix *matrix, const struct report *report,
                        struct report_lines_place places[PRECISION_COUNT])
{
    for (int precision = 0; precision < PRECISION_COUNT; precision++) {
        struct report_lines_place place;
        int to = 0;
        if (!place_of(report, (enum precision) precision, &place))
            continue;
        while (to < matrix->columns && !is_same_column(report, places[to], place))
            to++;
        size_t length = strlen(matrix->heads[to]);
        snprintf(matrix->heads[to] + length, sizeof matrix->heads[to] - length, "%s%s",
                 length ? "/" : "", precision_name((enum precision) precision));
        if (to == matrix->columns)
            places[matrix->columns++] = place;
    }
}

void report_matrix_make(struct report_matrix *matrix, const struct report *report)
{
    struct report_lines_place places[PRECISION_COUNT];
    const char *names[REPORT_LINES_MAX];
    int count = report_lines_names(report, REPORT_LINES_OPERATIONS, names);

    *matrix = (struct report_matrix){ 0 };
    add_columns(matrix, report, places);
    for (int i = 0; i < count && matrix->rows < REPORT_MATRIX_ROWS; i++)
        add_row(matrix, report, names[i], places);
}
