// SPDX-License-Identifier: MIT

#include "report/text.h"

#include "base/text.h"
#include "report/expressions.h"
#include "report/topics.h"

#include <stdio.h>
#include <string.h>

#define ROWS  64
#define LABEL 27 // columns for the operations of a row, two to spare

struct row {
    char label[LABEL];                            // "a + b, a - b"
    const struct finding *cells[PRECISION_COUNT]; // NULL: not asked
    bool stages, forms; // another answer at another stage, in another form
};

struct matrix {
    int rows, columns;
    char heads[PRECISION_COUNT][40]; // "mediump/lowp"
    struct report_expressions_at places[PRECISION_COUNT];
    struct row row[ROWS];
};

// Moves to the place that stands for a precision, if the topic was asked at it.
static bool find_precision(struct report_expressions_at *at, enum precision precision)
{
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        for (int form = 0; form < FORM_COUNT; form++) {
            at->place = (struct report_expressions_place){ (enum stage) stage, precision,
                                                           (enum form) form };
            if (report_expressions_asked(at))
                return true;
        }
    return false;
}

// Whether a line has another answer there.
static bool is_other(const struct finding *finding,
                     const struct report_expressions_at *at)
{
    const struct finding *other = report_expressions_find(at, finding->expression);

    return other && !finding_same_answer(other, finding);
}

static void matrix_mark(const struct matrix *matrix, struct row *row, int column)
{
    struct report_expressions_at stage = matrix->places[column], form = stage;

    for (int i = 0; i < STAGE_COUNT; i++) {
        stage.place.stage = (enum stage) i;
        row->stages |= is_other(row->cells[column], &stage);
    }
    for (int i = 0; i < FORM_COUNT; i++) {
        form.place.form = (enum form) i;
        row->forms |= is_other(row->cells[column], &form);
    }
}

static bool is_same_row(const struct matrix *matrix, const struct row *one,
                        const struct row *other)
{
    for (int i = 0; i < matrix->columns; i++)
        if (!finding_same_text_error(one->cells[i], other->cells[i]))
            return false;
    return one->stages == other->stages && one->forms == other->forms;
}

// Joins the last row with an earlier one that says the same, if there is room.
static void join_row(struct matrix *matrix)
{
    const struct row *last = &matrix->row[matrix->rows - 1];

    for (struct row *row = matrix->row; row < last; row++) {
        if (!is_same_row(matrix, row, last) ||
            strlen(row->label) + 2 + strlen(last->label) >= LABEL - 2)
            continue;
        text_join(row->label, LABEL, ", ", last->label);
        matrix->rows--;
        return;
    }
}

static void add_row(struct matrix *matrix, const char *line)
{
    struct row *row = &matrix->row[matrix->rows++];

    *row = (struct row){ 0 };
    snprintf(row->label, LABEL - 2, "%s", line);
    for (int i = 0; i < matrix->columns; i++) {
        row->cells[i] = report_expressions_find(&matrix->places[i], line);
        if (row->cells[i])
            matrix_mark(matrix, row, i);
    }
    join_row(matrix);
}

static bool matrix_is_same_column(const char *const *names, int count,
                                  const struct report_expressions_at *one,
                                  const struct report_expressions_at *other)
{
    for (int i = 0; i < count; i++)
        if (!finding_same_text_error(report_expressions_find(one, names[i]),
                                     report_expressions_find(other, names[i])))
            return false;
    return true;
}

// Columns of precisions that fare alike are one.
static void add_columns(struct matrix *matrix, struct report_expressions_at at,
                        const char *const *names, int count)
{
    for (int precision = 0; precision < PRECISION_COUNT; precision++) {
        int to = 0;

        if (!find_precision(&at, (enum precision) precision))
            continue;
        while (to < matrix->columns &&
               !matrix_is_same_column(names, count, &matrix->places[to], &at))
            to++;
        text_join(matrix->heads[to], sizeof matrix->heads[to], "/",
                  precision_name((enum precision) precision));
        if (to == matrix->columns)
            matrix->places[matrix->columns++] = at;
    }
}

// ---- in a view ----

#define WIDE (80 - LABEL) // columns of all precisions

static void add_cells(struct view *view, const struct matrix *matrix,
                      const struct row *row)
{
    char text[FINDING_ANSWER_TEXT];

    snprintf(text, sizeof text, "%s%s%s%s", row->label,
             row->stages || row->forms ? " " : "", row->stages ? "*" : "",
             row->forms ? "+" : "");
    view_add_row(view);
    view_set(view, 0, VIEW_PLAIN, text);
    for (int i = 0; i < matrix->columns; i++) {
        if (!row->cells[i]) {
            view_set(view, i + 1, VIEW_PLAIN, "-");
            continue;
        }
        finding_text_error(row->cells[i], text, sizeof text);
        struct view_cell *cell = view_set(view, i + 1,
                                          row->cells[i]->from == DEVIATION_GLSL ? VIEW_BAD
                                          : row->cells[i]->from ? VIEW_STRONG
                                                                : VIEW_PLAIN,
                                          text);
        finding_text_narrow(row->cells[i], 0, text, sizeof text);
        cell->note = view_words(view, "%s", text);
    }
}

static void add_legend(struct view *view, const struct matrix *matrix)
{
    bool stages = false, forms = false;
    char text[100];

    for (int i = 0; i < matrix->rows; i++) {
        stages |= matrix->row[i].stages;
        forms |= matrix->row[i].forms;
    }
    snprintf(text, sizeof text, "%s%s%s",
             stages ? "* differs in another shader stage" : "",
             stages && forms ? "; " : "", forms ? "+ differs in another form" : "");
    if (text[0])
        view_paragraph(view, VIEW_PLAIN, text);
}

void report_matrix(struct view *view, const struct report *report)
{
    const struct report_expressions_at at = { report,
                                              topic_list[TOPIC_OPERATIONS].name,
                                              { 0 } };
    struct view_column columns[PRECISION_COUNT + 1] = {
        { .heading = topic_list[TOPIC_OPERATIONS].heading,
          .minimum = LABEL,
          .usual = LABEL,
          .label = true },
    };
    struct matrix matrix = { 0 };
    const char *names[REPORT_EXPRESSIONS_MAX];
    int count = report_expressions_names(&at, names);

    add_columns(&matrix, at, names, count);
    for (int i = 0; i < count && matrix.rows < ROWS; i++)
        add_row(&matrix, names[i]);
    if (!matrix.rows)
        return;
    for (int i = 0; i < matrix.columns; i++)
        columns[i + 1] = (struct view_column){ .heading = matrix.heads[i],
                                               .minimum = 12,
                                               .usual = WIDE / matrix.columns };
    view_table(view, "", columns, matrix.columns + 1);
    for (int i = 0; i < matrix.rows; i++)
        add_cells(view, &matrix, &matrix.row[i]);
    add_legend(view, &matrix);
}
