// SPDX-License-Identifier: MIT

#include "image/grid.h"

#include <math.h>
#include <string.h>

#define CUT_SLACK      0.15 // of a stripe: as much may be cut unnoticed
#define LINE           0.1  // of a stripe is the black line on top
#define LINE_SLACK     2.0  // reduced rows that the pitch of one line would be off
#define ROWS           8    // read of a stripe at most
#define INTERIOR_LOW   0.15 // what is read of a stripe lies between these
#define INTERIOR_HIGH  0.80
#define INTERIOR_LEAST 0.12

double analyze_lattice_y(const struct analyze_lattice *lattice, double v)
{
    return lattice->bottom + (lattice->flipped ? v : -v) * lattice->pitch;
}

// How far above the lattice's lowest edge, in stripes.
static double grid_height_of(const struct analyze_lattice *lattice, double y)
{
    return (lattice->flipped ? y - lattice->bottom : lattice->bottom - y) /
           lattice->pitch;
}

// The edges of what may be stripes. The lowest stripe is never black, so that what is
// black below it is a border; there is as much on top then, if there is any.
static void find_edges(struct analyze_lattice *lattice, const struct analyze_frame *frame,
                       bool borders)
{
    int low = lattice->flipped ? ANALYZE_TOP : ANALYZE_BOTTOM;
    int high = lattice->flipped ? ANALYZE_BOTTOM : ANALYZE_TOP;
    double border = borders ? frame->outer[low] - frame->inner[low] : 0;
    double top = frame->outer[high] + border;

    if (lattice->flipped ? top < frame->inner[high] : top > frame->inner[high])
        top = frame->inner[high];
    lattice->edge[lattice->flipped] = top;
    lattice->edge[!lattice->flipped] = frame->outer[low] - border;
}

// Whether an edge lies within a stripe: a picture that was framed was not cut before, or
// nothing is known of how much is behind the frame.
static bool grid_is_cut(double height, double pitch)
{
    return fabs(height - floor(height + 0.5)) > fmin(0.35, fmax(0.07, 1.5 / pitch));
}

bool analyze_lattice_comb(struct analyze_lattice *lattice,
                          const struct analyze_comb *comb,
                          const struct analyze_frame *frame, bool flipped, int stripes,
                          double row_size)
{
    double to_edge = (flipped ? 0.5 : -0.5) * LINE * comb->pitch;

    *lattice = (struct analyze_lattice){
        .flipped = flipped,
        .bottom = comb->phase + to_edge,
        .pitch = comb->pitch,
        .by_comb = true,
    };
    find_edges(lattice, frame, true);
    int side = flipped ? ANALYZE_TOP : ANALYZE_BOTTOM;
    bool framed = frame->outer[side] != frame->inner[side];
    double low = grid_height_of(lattice, lattice->edge[!flipped]);
    double high = grid_height_of(lattice, lattice->edge[flipped]);
    double slack = fmin(0.35, fmax(CUT_SLACK, 1.2 / comb->pitch));
    int lowest = (int) floor(low + slack), highest = (int) ceil(high - slack);

    // Few lines leave the pitch open, the more so the farther one counts.
    double doubt =
        LINE_SLACK * row_size / comb->pitch / (comb->lines * sqrt(comb->lines + 0.1));
    double middle = grid_height_of(lattice, comb->middle);
    double below = doubt * fabs(middle - low), above = doubt * fabs(high - middle);
    lattice->sure = floor(low + slack - below) == floor(low + slack + below) &&
                    ceil(high - slack - above) == ceil(high - slack + above);
    lattice->bottom = analyze_lattice_y(lattice, lowest);
    lattice->count = highest - lowest;
    lattice->whole =
        lattice->count == stripes &&
        !(framed && (grid_is_cut(low, comb->pitch) || grid_is_cut(high, comb->pitch)));
    return lattice->count >= 3 && lattice->count <= ANALYZE_GRID_STRIPES;
}

void analyze_lattice_frame(struct analyze_lattice *lattice,
                           const struct analyze_frame *frame, bool flipped, bool borders,
                           int stripes)
{
    *lattice =
        (struct analyze_lattice){ .flipped = flipped, .count = stripes, .whole = true };
    find_edges(lattice, frame, borders);
    lattice->bottom = lattice->edge[!flipped];
    lattice->pitch = (lattice->edge[1] - lattice->edge[0]) / stripes;
}

// The rows to read of a stripe; returns how many.
static int grid_rows_of(const struct analyze_lattice *lattice, int stripe, int height,
                        int rows[ROWS])
{
    double a = analyze_lattice_y(lattice, stripe + INTERIOR_LOW);
    double b = analyze_lattice_y(lattice, stripe + INTERIOR_HIGH);
    double margin = lattice->pitch < 4 ? 0 : fmin(1, 0.05 * lattice->pitch);
    double low = fmax(fmin(a, b), lattice->edge[0] + margin);
    double high = fmin(fmax(a, b), lattice->edge[1] - margin);

    if (high - low < INTERIOR_LEAST * lattice->pitch)
        return 0;
    int first = (int) ceil(low - 0.5), last = (int) floor(high - 0.5);
    if (first < 0)
        first = 0;
    if (last > height - 1)
        last = height - 1;
    if (last < first) {
        rows[0] = (int) floor((low + high) / 2);
        return rows[0] >= 0 && rows[0] < height;
    }
    int count = last - first + 1 < ROWS ? last - first + 1 : ROWS;
    for (int i = 0; i < count; i++)
        rows[i] =
            first + (int) ((int64_t) (2 * i + 1) * (last - first + 1) / (2 * count));
    return count;
}

void analyze_grid_read(struct analyze_grid *grid, const struct analyze_view *view,
                       const struct analyze_frame *frame,
                       const struct analyze_lattice *lattice)
{
    double left = frame->outer[ANALYZE_LEFT], right = frame->outer[ANALYZE_RIGHT];

    memset(grid, 0, sizeof *grid);
    grid->count = lattice->count;
    grid->x[0] = left;
    grid->x[1] = right;
    grid->bins =
        right - left < ANALYZE_GRID_BINS ? (int) (right - left) : ANALYZE_GRID_BINS;
    if (grid->bins < 1)
        grid->bins = 1;
    double size = (right - left) / grid->bins;
    for (int stripe = 0; stripe < grid->count; stripe++) {
        int rows[ROWS], count = grid_rows_of(lattice, stripe, view->height, rows);

        grid->read[stripe] = count > 0;
        grid->reads += count > 0;
        for (int bin = 0; bin < grid->bins && count; bin++) {
            double sum = 0, x = left + bin * size;

            for (int i = 0; i < count; i++)
                sum += analyze_view_mean(view, x, x + size, rows[i]);
            grid->level[stripe][bin] = (float) (sum / count);
        }
    }
}

double analyze_grid_slope(const struct analyze_grid *grid)
{
    double slope = 0;

    for (int stripe = 0; stripe < (grid->count + 1) / 2; stripe++)
        for (int bin = 0; bin < grid->bins; bin++)
            slope += (2 * bin + 1 - grid->bins) * (double) grid->level[stripe][bin];
    return slope;
}

void analyze_grid_reduce(struct analyze_grid *to, const struct analyze_grid *from,
                         int bins)
{
    memset(to, 0, sizeof *to);
    to->count = from->count;
    to->reads = from->reads;
    memcpy(to->read, from->read, sizeof to->read);
    memcpy(to->x, from->x, sizeof to->x);
    to->bins = bins < from->bins ? bins : from->bins;
    for (int stripe = 0; stripe < to->count; stripe++)
        for (int bin = 0; bin < to->bins; bin++) {
            int low = bin * from->bins / to->bins;
            int high = (bin + 1) * from->bins / to->bins;
            float sum = 0;

            for (int i = low; i < high; i++)
                sum += from->level[stripe][i];
            to->level[stripe][bin] = sum / (float) (high - low);
        }
}
