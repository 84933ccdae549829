// SPDX-License-Identifier: MIT

#include "image/search.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define LOW_MOST   24 // eighths of a stripe, below
#define HIGH_MOST  6  // halves of one, above
#define BITS       3  // more or less
#define NEAR_MOST  3  // rows beside an edge between stripes that may mix both
#define NEAR_PITCH 5  // and stripes are so many times as high at least
#define LINE_BLUR  0.6
#define MIXES      4 // parts of such a mixture

// Another reading must be so many times worse, beyond what no reading mends, and by so
// many rows that are wrong from end to end: few where every row is as it should be.
#define EXACT      0.004
#define EXACT_MORE 2.0
#define EXACT_ROWS 0.0005
#define MORE       8.0
#define MORE_ROWS  0.004
#define NOISE      0.04

// Errors of the rows between the edges, by octave; of the best mixture of an octave and
// the next; the least of all.
struct rows {
    int first, count;
    float error[ANALYZE_VIEW_ROWS][ANALYZE_OCTAVES];
    float mixed[ANALYZE_VIEW_ROWS][ANALYZE_OCTAVES];
    float least[ANALYZE_VIEW_ROWS];
    double noise; // sum of these
};

// The columns that the ramp covers.
struct columns {
    int first, count;
};

static float count_error_of(const float *got, const float *a, const float *b, float part,
                            const struct columns *columns)
{
    float sum = 0;

    for (int i = columns->first; i < columns->first + columns->count; i++) {
        float error = got[i] - a[i] - part * (b[i] - a[i]);

        sum += error * error;
    }
    return columns->count ? sum / (float) columns->count : 0;
}

static void count_fill_row(struct rows *rows, int row, const float *got,
                           float want[][ANALYZE_GRID_BINS], const struct columns *columns)
{
    float least = HUGE_VALF;

    for (int octave = 0; octave < ANALYZE_OCTAVES; octave++) {
        const float *a = want[octave];
        const float *b = want[octave < ANALYZE_OCTAVES - 1 ? octave + 1 : octave];
        float mixed = HUGE_VALF;

        rows->error[row][octave] = count_error_of(got, a, a, 0, columns);
        for (int part = 0; part <= MIXES; part++)
            mixed =
                fminf(mixed, count_error_of(got, a, b, (float) part / MIXES, columns));
        rows->mixed[row][octave] = mixed;
        least = fminf(least, mixed);
    }
    rows->least[row] = least;
    rows->noise += least;
}

static void count_fill(const struct analyze_view *view, const struct analyze_find *find,
                       struct rows *rows)
{
    struct analyze_grid grid = { .bins = view->columns, .x = { 0, view->width } };
    float want[ANALYZE_OCTAVES][ANALYZE_GRID_BINS], got[ANALYZE_GRID_BINS];
    double left = fmin(find->tone.ramp[0], find->tone.ramp[1]) / view->column_size;
    double right = fmax(find->tone.ramp[0], find->tone.ramp[1]) / view->column_size;
    float black = (float) find->tone.black;
    float scale = (float) (1 / (find->tone.white - find->tone.black));
    struct columns columns = { .first = left < 0 ? 0 : (int) ceil(left - 0.01) };

    columns.count = (int) fmin(view->columns, floor(right + 0.01)) - columns.first;
    if (columns.count < 0)
        columns.count = 0;
    for (int octave = 0; octave < ANALYZE_OCTAVES; octave++) {
        struct analyze_shape shape = analyze_search_shape(find, octave);

        analyze_fit_predict(&grid, &find->tone, &shape, want[octave]);
    }
    for (int row = 0; row < rows->count; row++) {
        const float *level = analyze_view_row(view, rows->first + row);

        for (int i = 0; i < view->columns; i++)
            got[i] = (level[i] - black) * scale;
        count_fill_row(rows, row, got, want, &columns);
    }
}

// A reading: `low` stripes were cut off below and `high` above, and rows that are as
// `near` to an edge between two stripes mix these.
struct reading {
    double low, high;
    int bits, near;
    double line; // rows beside a line between stripes that it darkens
};

static double count_cost(const struct rows *rows, const struct analyze_find *find,
                         const struct reading *reading)
{
    struct analyze_guess guess = find->guesses.best;
    double pitch = rows->count / (find->lattice.count - reading->low - reading->high);
    double line = reading->line / pitch, near = reading->near / pitch, sum = 0;

    guess.bits = reading->bits;
    for (int row = 0; row < rows->count; row++) {
        double height = find->lattice.flipped ? row + 0.5 : rows->count - row - 0.5;
        double at = height / pitch + reading->low, stripe = floor(at);
        int octave = analyze_fit_octave(&guess, (int) stripe);
        bool cut = (int) stripe >= guess.cut && !guess.cut_white;

        if (find->lattice.by_comb && (at - stripe < line || at - stripe > 0.9 - line))
            continue;
        sum -= rows->least[row];
        if (cut)
            sum += rows->error[row][0];
        else if (at - stripe < near)
            sum += rows->mixed[row][octave];
        else if (stripe + 1 - at < near)
            sum += rows->mixed[row][analyze_fit_octave(&guess, (int) stripe + 1)];
        else
            sum += rows->error[row][octave];
    }
    return sum;
}

static bool holds(const struct rows *rows, const struct analyze_find *find, int near,
                  double line)
{
    int bits = find->guesses.best.bits;
    double own = count_cost(rows, find, &(struct reading){ 0, 0, bits, near, line });
    double noise = NOISE * rows->noise;
    double least =
        own < EXACT + noise ? own * EXACT_MORE + EXACT_ROWS : own * MORE + MORE_ROWS;

    for (int low = -LOW_MOST; low <= LOW_MOST; low++)
        for (int high = -HIGH_MOST; high <= HIGH_MOST; high++)
            for (int other = bits - BITS; other <= bits + BITS; other++) {
                struct reading reading = { low / 8.0, high / 2.0, other, near, line };

                // Cut at one end and framed at the other is another device's picture.
                if (other != bits && other >= 1 && low * high >= 0 &&
                    count_cost(rows, find, &reading) <= least + noise)
                    return false;
            }
    return true;
}

bool analyze_count_holds(const struct analyze_view *view, const struct analyze_find *find)
{
    struct rows *rows = memory_new(1, sizeof *rows);
    bool told = false;

    rows->first = (int) (find->lattice.edge[0] / view->row_size + 0.5);
    rows->count = (int) (find->lattice.edge[1] / view->row_size + 0.5) - rows->first;
    if (rows->first + rows->count > view->rows)
        rows->count = view->rows - rows->first;
    count_fill(view, find, rows);
    for (int near = 0; near <= NEAR_MOST && !told; near++)
        told = near * NEAR_PITCH <= rows->count / find->lattice.count &&
               (holds(rows, find, near, 0) || holds(rows, find, near, LINE_BLUR));
    free(rows);
    return told;
}
