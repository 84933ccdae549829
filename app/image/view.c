// SPDX-License-Identifier: MIT

#include "image/view.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BORDER_SPREAD 6.0  // levels: mean deviation within a row of a border
#define BORDER_DRIFT  6.0  // of a row from the border's first
#define BLACK_SLACK   14.0 // of a border that may be the picture's black
#define ROUNDS        4    // borders around borders
#define THIN_ROWS     4    // and what is thinner is no border
#define THIN_SHARE    0.006

static void reduce(struct analyze_view *view, uint32_t *sums)
{
    const struct shot *shot = view->shot;
    int rows = view->rows, columns = view->columns;

    for (int y = 0; y < shot->height; y++) {
        const uint8_t *from = shot->grey + (size_t) y * (size_t) shot->width;
        int64_t scale = view->turned ? rows : columns;
        size_t fixed = (size_t) ((int64_t) y * (view->turned ? columns : rows) /
                                 (view->turned ? view->width : view->height));
        int64_t part = 0;
        size_t step = view->turned ? (size_t) columns : 1;
        uint32_t *to = sums + (view->turned ? fixed : fixed * (size_t) columns);

        for (int x = 0; x < shot->width; x++) {
            *to += from[x];
            part += scale;
            while (part >= shot->width) {
                part -= shot->width;
                to += step;
            }
        }
    }
}

// How many of [0, size) fall on part `i` of `parts`.
static int view_share(int i, int parts, int size)
{
    int64_t from = ((int64_t) i * size + parts - 1) / parts;
    int64_t to = ((int64_t) (i + 1) * size + parts - 1) / parts;

    return (int) (to - from);
}

void analyze_view_init(struct analyze_view *view, const struct shot *shot, bool turned)
{
    int width = turned ? shot->height : shot->width;
    int height = turned ? shot->width : shot->height;
    int rows = height < ANALYZE_VIEW_ROWS ? height : ANALYZE_VIEW_ROWS;
    int columns = width < ANALYZE_VIEW_COLUMNS ? width : ANALYZE_VIEW_COLUMNS;
    size_t count = (size_t) rows * (size_t) columns;
    uint32_t *sums = memory_new(count + (size_t) columns + 1, sizeof *sums);
    float *level = memory_new(count, sizeof *level);

    *view = (struct analyze_view){ shot,
                                   turned,
                                   width,
                                   height,
                                   rows,
                                   columns,
                                   (double) height / rows,
                                   (double) width / columns,
                                   level };
    reduce(view, sums);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            size_t at = (size_t) row * (size_t) columns + (size_t) column;
            double area = (double) view_share(row, rows, height) *
                          view_share(column, columns, width);

            level[at] = (float) (sums[at] / area);
        }
    free(sums);
}

void analyze_view_finish(struct analyze_view *view)
{
    free(view->level);
    *view = (struct analyze_view){ 0 };
}

// Mean and mean deviation of a row between two columns.
static double row_mean(const struct analyze_view *view, int row, int from, int to,
                       double *spread)
{
    const float *level = analyze_view_row(view, row);
    double sum = 0, deviation = 0;

    for (int column = from; column < to; column++)
        sum += level[column];
    double mean = sum / (to - from);
    for (int column = from; column < to; column++)
        deviation += fabs(level[column] - mean);
    *spread = deviation / (to - from);
    return mean;
}

// Rows of one level that a picture begins with, going from `first` by `step`; their
// level in *level.
static int border(const struct analyze_view *view, int first, int step, int count,
                  const int columns[2], double *level)
{
    int rows = 0;

    for (int row = first; rows < count; row += step, rows++) {
        double spread, mean = row_mean(view, row, columns[0], columns[1], &spread);

        if (rows == 0)
            *level = mean;
        if (spread > BORDER_SPREAD || fabs(mean - *level) > BORDER_DRIFT)
            break;
    }
    return rows;
}

// The reduced rows or columns that lie between two edges in pixels; one at least.
static void view_between(double low, double high, double size, int count, int range[2])
{
    range[0] = (int) floor(low / size + 0.5);
    range[1] = (int) floor(high / size + 0.5);
    if (range[0] > count - 1)
        range[0] = count - 1;
    if (range[1] > count)
        range[1] = count;
    if (range[1] <= range[0])
        range[1] = range[0] + 1;
}

static void percentiles(const struct analyze_view *view, struct analyze_frame *frame)
{
    long histogram[256] = { 0 }, count = 0, below = 0;
    int rows[2], columns[2];

    view_between(frame->inner[2], frame->inner[3], view->row_size, view->rows, rows);
    view_between(frame->inner[0], frame->inner[1], view->column_size, view->columns,
                 columns);
    for (int row = rows[0]; row < rows[1]; row++)
        for (int column = columns[0]; column < columns[1]; column++, count++)
            histogram[(int) analyze_view_row(view, row)[column]]++;
    frame->black = -1;
    frame->white = 0;
    for (int level = 0; level < 256; level++) {
        below += histogram[level];
        if (frame->black < 0 && below * 50 >= count)
            frame->black = level;
        if (histogram[level] && (count - below) * 50 <= count * 49)
            frame->white = level;
        if ((count - below) * 50 <= count)
            break;
    }
}

struct trim {
    double edge[ROUNDS]; // of the picture, after each border
    double level[ROUNDS];
    int count;
    bool done;
};

static bool trim_side(const struct analyze_view views[2], struct analyze_frame *frame,
                      enum analyze_side side, struct trim *trim)
{
    const struct analyze_view *view = &views[side <= ANALYZE_RIGHT];
    int along = side <= ANALYZE_RIGHT ? 0 : 2, across = 2 - along;
    int rows[2], columns[2];
    bool low = side == ANALYZE_LEFT || side == ANALYZE_TOP;
    double level = 0, *edge = frame->inner, *whole = frame->outer;

    view_between(edge[along], edge[along + 1], view->row_size, view->rows, rows);
    view_between(whole[across], whole[across + 1], view->column_size, view->columns,
                 columns);
    int count = rows[1] - rows[0];
    int found =
        border(view, low ? rows[0] : rows[1] - 1, low ? 1 : -1, count, columns, &level);
    // All of one level: no border, but nothing.
    if (trim->done || found == 0 || found >= count || trim->count >= ROUNDS)
        return false;
    // A line between stripes, or anything like one, has stripes behind it.
    trim->done = level < frame->black + BLACK_SLACK ||
                 found * view->row_size < THIN_ROWS || found < THIN_SHARE * count;
    edge[side] = (low ? rows[0] + found : rows[1] - found) * view->row_size;
    if (level >= frame->black + BLACK_SLACK)
        whole[side] = edge[side];
    trim->edge[trim->count] = edge[side];
    trim->level[trim->count++] = level;
    return true;
}

struct analyze_frame analyze_view_frame(const struct analyze_view views[2])
{
    struct analyze_frame frame = {
        .outer = { 0, views[0].width, 0, views[0].height },
    };
    struct trim trims[4] = { 0 };
    bool more = true;

    memcpy(frame.inner, frame.outer, sizeof frame.inner);
    percentiles(&views[0], &frame);
    for (int round = 0; more && round < ROUNDS; round++) {
        more = false;
        for (int side = 0; side < 4; side++)
            more |= trim_side(views, &frame, (enum analyze_side) side, &trims[side]);
    }
    percentiles(&views[0], &frame);
    for (int side = 0; side < 4; side++)
        for (int i = 0; i < trims[side].count; i++)
            if (fabs(trims[side].level[i] - frame.black) > BLACK_SLACK)
                frame.outer[side] = trims[side].edge[i];
    return frame;
}

struct analyze_frame analyze_view_turn(const struct analyze_frame *frame)
{
    struct analyze_frame turned = *frame;

    for (int side = 0; side < 4; side++) {
        turned.outer[side] = frame->outer[(side + 2) % 4];
        turned.inner[side] = frame->inner[(side + 2) % 4];
    }
    return turned;
}

double analyze_view_mean(const struct analyze_view *view, double x0, double x1, int y)
{
    size_t stride = view->turned ? (size_t) view->shot->width : 1;
    size_t row = view->turned ? 1 : (size_t) view->shot->width;
    const uint8_t *grey = view->shot->grey + (size_t) y * row;
    double from = x0 < 0 ? 0 : x0, to = x1 > view->width ? view->width : x1;
    int x = (int) from;
    double area = (x + 1 < to ? x + 1 : to) - from;

    if (to <= from)
        return 0;
    double sum = area * grey[(size_t) x * stride];
    int whole = 0, first = ++x;
    for (; x + 1 <= to; x++)
        whole += grey[(size_t) x * stride];
    sum += whole;
    area += x - first;
    if (x < to) {
        sum += (to - x) * grey[(size_t) x * stride];
        area += to - x;
    }
    return sum / area;
}
