// SPDX-License-Identifier: MIT

#include "image/grid.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define SLABS 8
#define BINS  32

// The rows between the inner edges, in reduced rows.
struct rows {
    int first, count;
    float bright[ANALYZE_VIEW_ROWS]; // of the brightest slab
    float dark[ANALYZE_VIEW_ROWS];   // how much darker than what lies on both sides
};

// Mean of the brightest of the slabs into which a row is cut.
static float brightest(const struct analyze_view *view, int row, int from, int to)
{
    const float *level = analyze_view_row(view, row);
    int slabs = to - from < SLABS ? to - from : SLABS;
    float most = 0;

    for (int slab = 0; slab < slabs; slab++) {
        int low = from + (to - from) * slab / slabs;
        int high = from + (to - from) * (slab + 1) / slabs;
        float sum = 0;

        for (int column = low; column < high; column++)
            sum += level[column];
        if (sum / (float) (high - low) > most)
            most = sum / (float) (high - low);
    }
    return most;
}

static void read_rows(const struct analyze_view *view, const struct analyze_frame *frame,
                      struct rows *rows)
{
    int from = (int) (frame->inner[ANALYZE_LEFT] / view->column_size + 0.5);
    int to = (int) (frame->inner[ANALYZE_RIGHT] / view->column_size + 0.5);
    int last = (int) (frame->inner[ANALYZE_BOTTOM] / view->row_size + 0.5);

    rows->first = (int) (frame->inner[ANALYZE_TOP] / view->row_size + 0.5);
    if (to > view->columns)
        to = view->columns;
    // The frame is finer than a column.
    if (to < 1)
        to = 1;
    if (from >= to)
        from = to - 1;
    if (last > view->rows)
        last = view->rows;
    rows->count = last - rows->first;
    for (int row = 0; row < rows->count; row++)
        rows->bright[row] = brightest(view, rows->first + row, from, to);
}

// Dark lines narrower than `reach` rows.
static void comb_find_dark(struct rows *rows, int reach)
{
    for (int row = 0; row < rows->count; row++) {
        float before = 0, behind = 0;

        for (int i = 0; i <= reach; i++) {
            int low = row - i < 0 ? 0 : row - i;
            int high = row + i >= rows->count ? rows->count - 1 : row + i;

            before = fmaxf(before, rows->bright[low]);
            behind = fmaxf(behind, rows->bright[high]);
        }
        rows->dark[row] = fminf(before, behind) - rows->bright[row];
    }
}

// How much more of the dark lies in the fullest window of the phases than would by
// chance, [0, 1]; the middle of the window in *phase.
static double fold(const struct rows *rows, double pitch, double *phase)
{
    double bins[2 * BINS] = { 0 }, total = 0, most = 0;
    int width = (int) ceil(BINS * (0.1 + 1 / pitch));
    double step = 1 / pitch, at = 0.5 * step;

    if (width > BINS / 2)
        width = BINS / 2;
    for (int row = 0; row < rows->count; row++, at += step) {
        at -= at >= 1 ? 1 : 0;
        bins[(int) (at * BINS) % BINS] += rows->dark[row];
        total += rows->dark[row];
    }
    memcpy(bins + BINS, bins, BINS * sizeof *bins);
    for (int bin = 0; bin < BINS; bin++) {
        double sum = 0;

        for (int i = 0; i < width; i++)
            sum += bins[bin + i];
        if (sum > most) {
            most = sum;
            *phase = (bin + 0.5 * width) / BINS * pitch;
        }
    }
    double chance = (double) width / BINS;

    return total > 0 ? (most / total - chance) / (1 - chance) : 0;
}

// How dark it is near a line, and where the middle of that is.
static double line_of(const struct rows *rows, const struct analyze_comb *comb, int line,
                      double *middle)
{
    double at = comb->phase + line * comb->pitch, sum = 0, moment = 0;
    int low = (int) (at - 0.2 * comb->pitch - 0.5);
    int high = (int) (at + 0.2 * comb->pitch + 0.5);

    for (int row = low < 0 ? 0 : low; row <= high && row < rows->count; row++) {
        sum += rows->dark[row];
        moment += rows->dark[row] * (row + 0.5);
    }
    *middle = sum > 0 ? moment / sum : 0;
    return sum;
}

// The line of least squares through the middles of the dark lines.
static void comb_refine(const struct rows *rows, struct analyze_comb *comb)
{
    double n = 0, si = 0, sii = 0, sc = 0, sic = 0, most = 0, middle;
    int first = (int) ceil(-comb->phase / comb->pitch);
    int last = (int) ((rows->count - comb->phase) / comb->pitch);

    for (int i = first; i <= last; i++)
        most = fmax(most, line_of(rows, comb, i, &middle));
    comb->lines = 0;
    for (int i = first; i <= last; i++) {
        double sum = line_of(rows, comb, i, &middle);

        if (sum < 0.25 * most || sum <= 0)
            continue;
        comb->lines++;
        n += sum;
        si += sum * i;
        sii += sum * i * i;
        sc += sum * middle;
        sic += sum * middle * i;
    }
    comb->middle = n > 0 ? sc / n : 0;
    comb->depth = comb->lines ? n / comb->lines / (0.1 * comb->pitch) : 0;
    double determinant = n * sii - si * si;

    if (determinant <= 1e-9 * n * n)
        return;
    comb->pitch = (n * sic - si * sc) / determinant;
    comb->phase = (sc - comb->pitch * si) / n;
}

// Tries all pitches of an octave; lines are a tenth of the pitch wide.
static void search(const struct rows *rows, double low, double high,
                   struct analyze_comb *best)
{
    double finest = 0.04 / (rows->count + 1.0);

    for (double pitch = low; pitch < high; pitch += finest * pitch * pitch) {
        double phase = 0, score = fold(rows, pitch, &phase);

        // All its parts hold the same lines: the widest pitch is meant.
        if (score > best->score || score > 0.93 * best->score)
            *best =
                (struct analyze_comb){ pitch, phase, 0, 0, 0, fmax(score, best->score) };
    }
}

struct analyze_comb analyze_comb_find(const struct analyze_view *view,
                                      const struct analyze_frame *frame, int stripes)
{
    struct rows rows;
    struct analyze_comb best = { 0 };
    double height =
        (frame->outer[ANALYZE_BOTTOM] - frame->outer[ANALYZE_TOP]) / view->row_size;
    double low = height / (2 * stripes);

    read_rows(view, frame, &rows);
    for (low = low < 3 ? 3 : low; low < height / 3; low *= 2) {
        struct analyze_comb comb = { 0 };
        double high = fmin(2 * low, height / 3);

        comb_find_dark(&rows, (int) ceil(0.1 * high) + 1);
        search(&rows, low, high, &comb);
        if (comb.score > 0.93 * best.score)
            best = comb;
    }
    if (best.score <= 0)
        return (struct analyze_comb){ 0 };
    comb_find_dark(&rows, (int) ceil(0.12 * best.pitch) + 1);
    comb_refine(&rows, &best);
    comb_refine(&rows, &best);
    best.depth /= frame->white - frame->black;
    best.pitch *= view->row_size;
    best.phase = (best.phase + rows.first) * view->row_size;
    best.middle = (best.middle + rows.first) * view->row_size;
    return best;
}
