// SPDX-License-Identifier: MIT
//
// How it works: what a screen shows stands in rectangles, between bands of one level (the
// X-Y cut of G. Nagy and S. Seth, "Hierarchical representation of optically scanned
// documents", ICPR 1984). Each two bands of rows may be above and below the picture. If
// they are, stripe B, of so many pixels, ends with a line: at B + 0.95 stripes above the
// lower edge it is darker than at B + 0.45 and B + 1.45. Were the picture cut by one
// stripe of 26, the line of stripe 3 would be looked for 0.15 stripes beside it, where
// none is. Where a bar stands beside the picture, bands of columns are taken first. All
// of it is done for the turned shot as well.
//
// A band as black as the lines is no edge: the upper stripes of most devices are black,
// and it cannot be told where they end. But of binary32 24 are lit, or 23, and more
// bits there are not. On black these are looked for.
//
// A white band may be one more stripe, which ends with a line.
//
// A JPEG blurs the edges of the bands. So a frame of one level, at least as wide as a
// block of 8 pixels, is found by its bands alone, and keeps its inner pixels: the look at
// a framed picture finds the edges.

#include "image/inset.h"

#include "base/memory.h"
#include "image/analyze.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FLAT         3 // levels by which pixels of one level may differ
#define APART        5 // by which two levels must
#define BAND_LEAST   2 // pixels
#define BANDS_MOST   96
#define COLUMNS_MOST 12 // bands of these
#define PITCH_LEAST  4.0
#define WIDTH_LEAST  32
#define CORE         16   // pixels on both sides of the middle, which are looked at first
#define MIDDLE       0.45 // of a stripe
#define LINE         0.95 // the middle of the line on top
#define MOST_LIT     0.9  // below that line
#define LINE_MOST    0.6  // of what is beside it, a line may be bright
#define LIT          10   // levels that are more than black
#define LIT_LEAST    3
#define FRAME        16    // pixels that stay of a frame
#define DARK_FRAME   16    // a darker one may be the picture's black
#define WAYS         6     // of a pair: which end is up, and `lits`
#define PAIRS_MOST   16384 // of bands
#define CORES_MOST   64    // of them that may be the picture

// The shot, or the turned shot: x and y are multiplied by their steps.
struct plane {
    const uint8_t *grey;
    int width, height;
    size_t x_step, y_step;
};

// Of rows; `level` -1: an edge of the plane, of no rows.
struct band {
    int from, to, level;
};

struct bands {
    int count;
    struct band list[BANDS_MOST];
};

// Of the plane.
struct area {
    int left, top, right, bottom;
    bool flipped;
    int lit;  // stripes below a band as black as the lines, of which more are a part; 0:
              // no such band
    int seen; // rows between the bands
};

// Lit stripes that are looked for on black.
static const int lits[] = { 0, 24, 23 };

struct search {
    struct plane plane;
    int stripes;
    int pairs, cores; // that were looked at
    struct area best;
};

static int inset_level(const struct plane *plane, int x, int y)
{
    return plane->grey[(size_t) x * plane->x_step + (size_t) y * plane->y_step];
}

// The level of a row between two columns; -1 if it has more than one.
static int flat_level(const struct plane *plane, int y, int from, int to)
{
    int first = inset_level(plane, from, y);

    for (int x = from; x < to; x++)
        if (abs(inset_level(plane, x, y) - first) > FLAT)
            return -1;
    return first;
}

static struct plane plane_turned(const struct plane *plane)
{
    return (struct plane){ plane->grey, plane->height, plane->width, plane->y_step,
                           plane->x_step };
}

static void add_band(struct bands *bands, struct band band)
{
    if (bands->count < BANDS_MOST)
        bands->list[bands->count++] = band;
}

// Of all rows, between two columns; the edges of the plane are the first and the last,
// and all where there are too many.
static void find_bands(const struct plane *plane, int left, int right,
                       struct bands *bands)
{
    struct band band = { 0, 0, -1 };

    bands->count = 0;
    add_band(bands, band);
    for (int y = 0; y <= plane->height; y++) {
        int level = y < plane->height ? flat_level(plane, y, left, right) : -1;

        if (band.level >= 0 && level >= 0 && abs(level - band.level) <= FLAT)
            continue;
        band.to = y;
        if (band.level >= 0 && band.to - band.from >= BAND_LEAST)
            add_band(bands, band);
        band = (struct band){ y, y, level };
    }
    if (bands->count >= BANDS_MOST - 1)
        bands->count = 1;
    add_band(bands, (struct band){ plane->height, plane->height, -1 });
}

// Mean level of the row that is `height` stripes above the lower edge, and `more` rows.
static double level_above(const struct search *search, const struct area *area,
                          double height, int more)
{
    int at = (int) (height / search->stripes * (area->bottom - area->top)) + more;
    int y = area->flipped ? area->top + at : area->bottom - 1 - at;
    int64_t sum = 0;

    for (int x = area->left; x < area->right; x++)
        sum += inset_level(&search->plane, x, y);
    return (double) sum / (area->right - area->left);
}

// That of the line on top of a stripe. A height that is that of the lit stripes may be a
// row too large or too small.
static double line_level(const struct search *search, const struct area *area, int stripe)
{
    int slack = area->lit && stripe + 1 < search->stripes ? 1 : 0;
    double level = 255;

    for (int more = -slack; more <= slack; more++)
        level = fmin(level, level_above(search, area, stripe + LINE, more));
    return level;
}

// Whether lines part the stripes: each is darker than both stripes beside it, where these
// are not as dark as the darkest, *black. The lowest ones never are.
static bool is_parted(const struct search *search, const struct area *area, double *black)
{
    double middle[ANALYZE_STRIPES_MAX], line[ANALYZE_STRIPES_MAX];

    *black = 255;
    for (int i = 0; i < search->stripes; i++) {
        middle[i] = level_above(search, area, i + MIDDLE, 0);
        line[i] = line_level(search, area, i);
        *black = fmin(*black, fmin(line[i], middle[i]));
    }
    for (int i = 0; i + 1 < search->stripes; i++) {
        double least = fmin(middle[i], middle[i + 1]) - *black;

        if (least < LIT ? i < LIT_LEAST : line[i] - *black > LINE_MOST * least)
            return false;
    }
    return true;
}

// Whether a column of an area is of one level that is not that of the lines: it is none
// of the picture's.
static bool is_beside(const struct plane *columns, const struct area *area, int x,
                      double black)
{
    int level = flat_level(columns, x, area->top, area->bottom);

    return level >= 0 && fabs(level - black) >= APART;
}

// From the middle to such columns.
static void trim(const struct plane *plane, double black, struct area *area)
{
    struct plane columns = plane_turned(plane);
    int left = (area->left + area->right) / 2, right = left;

    while (left > area->left && !is_beside(&columns, area, left - 1, black))
        left--;
    while (right < area->right && !is_beside(&columns, area, right, black))
        right++;
    area->left = left;
    area->right = right;
}

// Whether one more stripe, between the uppermost and another line, is in the plane.
static bool has_another(const struct search *search, const struct area *area,
                        double black)
{
    double pitch = (double) (area->bottom - area->top) / search->stripes;
    int room = area->flipped ? search->plane.height - area->bottom : area->top;

    if (room < pitch)
        return false;
    double lit = level_above(search, area, search->stripes + MIDDLE, 0) - black;
    double line = level_above(search, area, search->stripes + LINE, 0) - black;

    return lit >= LIT && line <= LINE_MOST * lit;
}

static bool is_edge(const struct band *band, double black)
{
    return band->level < 0 || fabs(band->level - black) >= APART;
}

// Whether stripes fill an area between two bands. Sets its columns.
static bool is_picture(struct search *search, const struct band *above,
                       const struct band *below, struct area *area)
{
    struct area core = *area;
    double black;

    core.left = (area->left + area->right) / 2 - CORE;
    core.right = core.left + 2 * CORE;
    if (!is_parted(search, &core, &black) || search->cores++ >= CORES_MOST)
        return false;
    trim(&search->plane, black, area);
    if (area->right - area->left <= WIDTH_LEAST || !is_parted(search, area, &black))
        return false;
    if (area->lit)
        return !is_edge(area->flipped ? below : above, black);
    return is_edge(above, black) && is_edge(below, black) &&
           !has_another(search, area, black);
}

// Lit stripes between two bands, and black ones that may be a part of the upper band.
// Returns whether they may.
static bool add_black(const struct search *search, const struct band *above,
                      const struct band *below, struct area *area)
{
    double pitch = (area->bottom - area->top) / (area->lit - 1 + MOST_LIT);
    int more = (int) ((search->stripes - area->lit + 1 - MOST_LIT) * pitch + 0.5);

    if (!area->lit)
        return true;
    area->top -= area->flipped ? 0 : more;
    area->bottom += area->flipped ? more : 0;
    return search->stripes == ANALYZE_STRIPES && area->top >= above->from &&
           area->bottom <= below->to;
}

static int64_t size_of(const struct area *area)
{
    return (int64_t) (area->right - area->left) * area->seen;
}

// `way` says where the lowest stripe is, and what is above the uppermost one.
static void try_pair(struct search *search, const struct band *above,
                     const struct band *below, struct area area, int way)
{
    area.flipped = way % 2;
    area.lit = lits[way / 2];
    area.seen = area.bottom - area.top;
    if (area.seen >= PITCH_LEAST * search->stripes &&
        add_black(search, above, below, &area) &&
        size_of(&area) > size_of(&search->best) && search->pairs++ < PAIRS_MOST &&
        is_picture(search, above, below, &area) &&
        size_of(&area) > size_of(&search->best))
        search->best = area;
}

// Between each two bands of rows that two columns have.
static void search_columns(struct search *search, int left, int right)
{
    struct bands bands;

    find_bands(&search->plane, left, right, &bands);
    for (int i = 0; i < bands.count; i++)
        for (int k = i + 1; k < bands.count; k++) {
            const struct band *above = &bands.list[i], *below = &bands.list[k];

            for (int way = 0; way < WAYS; way++)
                try_pair(search, above, below,
                         (struct area){ .left = left,
                                        .top = above->to,
                                        .right = right,
                                        .bottom = below->from },
                         way);
        }
}

// In all of the plane, and between each two bands of its columns. Returns whether that
// gave something better.
static bool search_plane(struct search *search)
{
    struct plane columns = plane_turned(&search->plane);
    int64_t before = size_of(&search->best);
    struct bands bands;

    search->pairs = search->cores = 0;
    find_bands(&columns, 0, search->plane.height, &bands);
    for (int i = 0; i < bands.count; i++)
        for (int k = i + 1; k < bands.count && search->pairs < PAIRS_MOST; k++) {
            int left = bands.list[i].to, right = bands.list[k].from;
            bool all = i == 0 && k == bands.count - 1;

            if ((all || bands.count <= COLUMNS_MOST) &&
                2 * (right - left) > search->plane.width && right - left > WIDTH_LEAST)
                search_columns(search, left, right);
        }
    return size_of(&search->best) > before;
}

bool analyze_inset_find(const struct shot *shot, int stripes, struct analyze_inset *inset)
{
    struct search search = { .plane = { shot->grey, shot->width, shot->height, 1,
                                        (size_t) shot->width },
                             .stripes = stripes };
    const struct area *best = &search.best;

    if (stripes <= LIT_LEAST)
        return false;
    search_plane(&search);
    search.plane = plane_turned(&search.plane);
    bool turned = search_plane(&search);
    *inset = (struct analyze_inset){
        .left = turned ? best->top : best->left,
        .top = turned ? best->left : best->top,
        .right = turned ? best->bottom : best->right,
        .bottom = turned ? best->right : best->bottom,
        .turned = turned,
        .flipped = best->flipped,
        .on_black = best->lit,
    };
    return size_of(best) > 0 && (inset->right - inset->left < shot->width ||
                                 inset->bottom - inset->top < shot->height);
}

// Finds the widest gap between two neighbours of the bands of one level that is not dark.
// Returns false if there is none.
static bool widest_gap(const struct bands *bands, int gap[2], int *level)
{
    bool found = false;

    for (int i = 0; i < bands->count; i++) {
        const struct band *low = &bands->list[i], *high = low + 1;

        while (high < bands->list + bands->count && abs(high->level - low->level) > FLAT)
            high++;
        if (low->level < DARK_FRAME || high == bands->list + bands->count ||
            (found && high->from - low->to <= gap[1] - gap[0]))
            continue;
        gap[0] = low->to - (low->to - low->from < FRAME ? low->to - low->from : FRAME);
        gap[1] =
            high->from + (high->to - high->from < FRAME ? high->to - high->from : FRAME);
        *level = low->level;
        found = true;
    }
    return found;
}

bool analyze_inset_framed(const struct shot *shot, struct analyze_inset *inset)
{
    struct plane plane = { shot->grey, shot->width, shot->height, 1,
                           (size_t) shot->width };
    struct plane columns = plane_turned(&plane);
    int rows[2], across[2] = { 0, shot->width }, level, beside;
    struct bands bands;

    find_bands(&plane, 0, shot->width, &bands);
    if (!widest_gap(&bands, rows, &level))
        return false;
    find_bands(&columns, rows[0], rows[1], &bands);
    if (widest_gap(&bands, across, &beside) && abs(level - beside) > FLAT)
        return false;
    *inset = (struct analyze_inset){
        .left = across[0], .top = rows[0], .right = across[1], .bottom = rows[1]
    };
    return across[1] - across[0] > WIDTH_LEAST && rows[1] - rows[0] > WIDTH_LEAST;
}

struct shot analyze_inset_cut(const struct shot *shot, const struct analyze_inset *inset)
{
    int width = inset->right - inset->left, height = inset->bottom - inset->top;
    struct shot cut = { .width = width, .height = height };

    cut.grey = memory_new((size_t) width, (size_t) height);

    for (int y = 0; y < height; y++)
        memcpy(cut.grey + (size_t) y * (size_t) width,
               shot->grey + (size_t) (inset->top + y) * (size_t) shot->width +
                   inset->left,
               (size_t) width);
    return cut;
}
