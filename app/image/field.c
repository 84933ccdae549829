// SPDX-License-Identifier: MIT

#include "image/tilt.h"

#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Levels, each of `reduced` rows.
static void field_fill(struct analyze_field *field, const struct analyze_view *view,
                       int reduced)
{
    size_t rows = (size_t) field->rows, columns = (size_t) view->columns;
    float share = 1.0f / (float) reduced;

    for (int row = 0; row < field->rows * reduced; row++) {
        const float *level = analyze_view_row(view, row);
        float *to = field->slope + row / reduced;

        for (size_t column = 0; column < columns; column++)
            to[column * rows] += share * level[column];
    }
}

// Of four rows: what is finer would fare better where it is not shifted by parts of a
// row, and tilt be taken for none.
static void differentiate(float *level, int rows)
{
    float before = level[0];

    for (int row = 0; row < rows; row++) {
        float own = level[row];
        float next = row + 1 < rows ? level[row + 1] : own;
        float last = row + 2 < rows ? level[row + 2] : next;

        level[row] = last + next - own - before;
        before = own;
    }
}

void analyze_field_init(struct analyze_field *field, const struct analyze_view *view,
                        int most)
{
    int reduced = (view->rows + most - 1) / most, rows = view->rows / reduced;
    size_t count = (size_t) rows * (size_t) (view->columns + 1);

    *field = (struct analyze_field){
        .rows = rows,
        .columns = view->columns,
        .range = { 0, view->columns },
        .row_size = view->row_size * reduced,
        .column_size = view->column_size,
        .width = view->width,
        .height = view->row_size * reduced * rows,
        .slope = memory_new(count, sizeof(float)),
    };
    field->profile = field->slope + (size_t) rows * (size_t) view->columns;
    field_fill(field, view, reduced);
    for (int column = 0; column < view->columns; column++) {
        float *slope = field->slope + (size_t) column * (size_t) rows;

        differentiate(slope, rows);
        for (int row = 0; row < rows; row++)
            field->energy += slope[row] * slope[row];
    }
}

// Adds a column, shifted by at + bent * row rows.
static void add_column(const float *slope, double at, double bent, int rows,
                       float *profile)
{
    // Runs of one whole shift, so that a compiler sees plain sums.
    for (int from = 0, to; from < rows; from = to) {
        int shift = (int) floor(at + bent * from);
        double rest = bent > 0   ? (shift + 1 - at) / bent
                      : bent < 0 ? (shift - at) / bent
                                 : rows;

        to = rest < rows ? (int) ceil(rest) : rows;
        to = to <= from ? from + 1 : to;
        int low = from + shift < 0 ? -shift : from;
        int high = to + shift + 1 > rows ? rows - shift - 1 : to;
        const float *near = slope + shift, *next = near + 1;
        float part = (float) (at - shift), more = (float) bent;

        for (int row = low; row < high; row++)
            profile[row] +=
                near[row] + (part + more * (float) row) * (next[row] - near[row]);
    }
}

double analyze_field_project(const struct analyze_field *field, double a, double b)
{
    double sum = 0;
    int count = field->range[1] - field->range[0];

    memset(field->profile, 0, (size_t) field->rows * sizeof(float));
    for (int column = field->range[0]; column < field->range[1]; column++) {
        double x = (column + 0.5) * field->column_size - field->width / 2;

        add_column(field->slope + (size_t) column * (size_t) field->rows,
                   (a - b * field->height / 2) * x / field->row_size, b * x, field->rows,
                   field->profile);
    }
    for (int row = 0; row < field->rows; row++)
        sum += field->profile[row] * field->profile[row];
    return field->energy > 0 ? sum / (field->energy * count) : 0;
}

void analyze_field_limit(struct analyze_field *field, int from, int to)
{
    field->range[0] = from;
    field->range[1] = to;
    field->energy = 0;
    for (size_t i = (size_t) from * (size_t) field->rows;
         i < (size_t) to * (size_t) field->rows; i++)
        field->energy += field->slope[i] * field->slope[i];
}

void analyze_field_finish(struct analyze_field *field)
{
    free(field->slope);
    *field = (struct analyze_field){ 0 };
}
