// SPDX-License-Identifier: MIT
//
// How it works: the lines between stripes, and the edges of steps, are rows of a strong
// gradient. The gradient across the rows is summed along lines of slope s, from column to
// column; the energy of these sums
//
//   E(s) = sum over t of (sum over x of g(x, t + s x))^2
//
// divided by the number of columns and the energy of g itself is 1 where all columns are
// the same, and is greatest where the lines lie along the sums (projection profiles: W.
// Postl, "Detection of linear oblique structures and skew scan in digitized documents",
// ICPR 1986). In a screenshot that is s = 0. A photograph is turned: the rows have a
// slope, and the columns have the opposite one; diagonals of steps do not. In perspective
// the slopes of the two halves of a picture differ, so each half has its own.

#include "image/tilt.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MOST     512
#define ROWS_LEAST    16
#define COLUMNS_LEAST 8
#define SLOPE_MOST    0.6  // 31 degrees
#define COHERENT      0.08 // less is noise
#define GAIN          1.15 // over no slope, in one direction
#define GAIN_OTHER    1.05 // and in the other
#define STEPS_FINE    8
#define SKEW_MOST     0.03 // of columns against rows, and a tenth of the slope

// The slope along which a half of a view is most coherent.
struct slope {
    double value, coherent, straight; // the last: along no slope
};

// The gradient across the rows of a part of a view.
struct field {
    int rows, columns;
    double aspect; // rows of the field that are as high as a column is wide
    double energy;
    float *slope;   // [columns][rows], owned
    float *profile; // [rows], behind it
};

// Rows [from, to) of a view. The difference is of four rows: finer details would fare
// better where they are not shifted by parts of a row.
static void field_init(struct field *field, const struct analyze_view *view, int from,
                       int to)
{
    int reduced = (to - from + ROWS_MOST - 1) / ROWS_MOST, rows = (to - from) / reduced;

    *field = (struct field){
        .rows = rows,
        .columns = view->columns,
        .aspect = view->column_size / (view->row_size * reduced),
        .slope = memory_new((size_t) rows * (size_t) (view->columns + 1), sizeof(float)),
    };
    field->profile = field->slope + (size_t) rows * (size_t) view->columns;
    for (int column = 0; column < view->columns; column++) {
        float *slope = field->slope + (size_t) column * (size_t) rows;
        float level[ROWS_MOST + 3] = { 0 };

        for (int row = 0; row < rows * reduced; row++)
            level[1 + row / reduced] += analyze_view_row(view, from + row)[column];
        level[0] = level[1];
        level[rows + 1] = level[rows + 2] = level[rows];
        for (int row = 0; row < rows; row++) {
            slope[row] = level[row + 2] + level[row + 3] - level[row] - level[row + 1];
            field->energy += slope[row] * slope[row];
        }
    }
}

// Returns how coherent the sums along lines of a slope are, [0, 1].
static double coherence(const struct field *field, double s)
{
    double sum = 0;

    memset(field->profile, 0, (size_t) field->rows * sizeof(float));
    for (int column = 0; column < field->columns; column++) {
        const float *slope = field->slope + (size_t) column * (size_t) field->rows;
        double at = s * field->aspect * (column + 0.5 - field->columns / 2.0);
        int shift = (int) floor(at);
        int low = shift < 0 ? -shift : 0;
        int high = shift + 1 > 0 ? field->rows - shift - 1 : field->rows;
        float part = (float) (at - shift);

        for (int row = low; row < high; row++)
            field->profile[row] +=
                slope[row + shift] + part * (slope[row + shift + 1] - slope[row + shift]);
    }
    for (int row = 0; row < field->rows; row++)
        sum += field->profile[row] * field->profile[row];
    return field->energy > 0 ? sum / (field->energy * field->columns) : 0;
}

// Tries slopes by steps of half a row at both ends, of a row where they are steep; not 0.
static struct slope find_slope(const struct analyze_view *view, int from, int to)
{
    struct slope slope = { 0 };
    struct field field;

    field_init(&field, view, from, to);
    double step = 1 / (field.aspect * field.columns);

    slope.straight = coherence(&field, 0);
    for (int i = (int) (-SLOPE_MOST / step); i * step < SLOPE_MOST;
         i += abs(i) < STEPS_FINE ? 1 : 2) {
        double coherent = i ? coherence(&field, i * step) : 0;

        if (coherent > slope.coherent) {
            slope.coherent = coherent;
            slope.value = i * step;
        }
    }
    free(field.slope);
    return slope;
}

static bool is_turned(const struct slope *row, const struct slope *column)
{
    double gains[2] = { row->coherent / row->straight,
                        column->coherent / column->straight };

    return fmin(row->coherent, column->coherent) > COHERENT &&
           fmin(gains[0], gains[1]) > GAIN_OTHER && fmax(gains[0], gains[1]) > GAIN &&
           fabs(row->value + column->value) < SKEW_MOST + 0.1 * fabs(row->value);
}

// Fills the slopes of both halves of a view. Returns true if one may be turned.
static bool look_halves(const struct analyze_view *view, struct slope slopes[2])
{
    bool turned = false;

    for (int i = 0; i < 2; i++) {
        slopes[i] = find_slope(view, i * view->rows / 2, (i + 1) * view->rows / 2);
        turned = turned || (slopes[i].coherent > COHERENT &&
                            slopes[i].coherent / slopes[i].straight > GAIN_OTHER);
    }
    return turned;
}

bool analyze_tilt_seen(const struct analyze_view views[2])
{
    struct slope slopes[2][2];
    double straight = 0, oblique = 0;
    bool turned = false;

    for (int i = 0; i < 2; i++)
        if (views[i].columns < COLUMNS_LEAST || views[i].rows < ROWS_LEAST)
            return false;
    // Most screenshots are told by the first view alone.
    if (!look_halves(&views[0], slopes[0]) || !look_halves(&views[1], slopes[1]))
        return false;
    for (int i = 0; i < 4; i++) {
        straight = fmax(straight, slopes[i / 2][i % 2].straight);
        oblique = fmax(oblique, slopes[i / 2][i % 2].coherent);
        turned = turned || is_turned(&slopes[0][i / 2], &slopes[1][i % 2]);
    }
    return turned && oblique > straight;
}
