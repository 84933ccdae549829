// SPDX-License-Identifier: MIT

#include "image/search.h"

#include <math.h>

#define UNEVEN      0.12 // of the ramp: so much wider may a frame be on one side
#define LIT         0.06 // of white: a stripe's mean level that is not black
#define LIT_SKIP    0.03 // of the ramp: beside its end nothing is asked
#define LIT_REACH   0.15
#define WHITE_LEAST 0.9  // of white
#define DARKER      0.04 // of white: a frame that is not the picture's black
#define BLACK_MOST  0.1  // of white

enum end { WHITE_END, BLACK_END }; // of the ramp, as in analyze_tone

static bool is_left(const struct analyze_find *find, enum end end)
{
    return find->tone.ramp[end] < find->tone.ramp[!end];
}

static double ramp_width(const struct analyze_find *find)
{
    return fabs(find->tone.ramp[BLACK_END] - find->tone.ramp[WHITE_END]);
}

// Mean level of a stripe, [0, 1], between two places in ramps to the side of an end;
// 0 where none of it is in the picture.
static double level_beside(const struct analyze_find *find, int stripe, enum end end,
                           const double range[2])
{
    const struct analyze_grid *grid = &find->grid;
    double size = (grid->x[1] - grid->x[0]) / grid->bins, sum = 0;
    int count = 0;

    for (int bin = 0; bin < grid->bins; bin++) {
        double x = grid->x[0] + (bin + 0.5) * size - find->tone.ramp[end];
        double away = (is_left(find, end) ? -x : x) / ramp_width(find);

        if (away < range[0] || away > range[1])
            continue;
        sum += grid->level[stripe][bin];
        count++;
    }
    double scale = find->tone.white - find->tone.black;

    return count ? (sum / count - find->tone.black) / scale : 0;
}

static bool is_lit(const struct analyze_find *find, enum end end)
{
    double skip = LIT_SKIP + find->tone.blur;
    const double near[2] = { skip, skip + LIT_REACH }, all[2] = { skip, HUGE_VAL };

    for (int stripe = 0; stripe < find->grid.count; stripe++)
        if (find->grid.read[stripe] && (level_beside(find, stripe, end, near) > LIT ||
                                        level_beside(find, stripe, end, all) > LIT))
            return true;
    return false;
}

// A black line or stripe: it would be seen in a part of the ramp that became white.
static bool has_black(const struct analyze_find *find)
{
    const double ramp[2] = { -1, 0 };

    if (find->lattice.by_comb)
        return true;
    for (int stripe = 0; stripe < find->grid.count; stripe++)
        if (find->grid.read[stripe] &&
            level_beside(find, stripe, BLACK_END, ramp) < BLACK_MOST)
            return true;
    return false;
}

// Rows of the view that the stripes have.
static void rows_of(const struct analyze_view *view, const struct analyze_find *find,
                    int rows[2])
{
    for (int i = 0; i < 2; i++)
        rows[i] = (int) (fmax(0, find->lattice.edge[i]) / view->row_size + 0.5);
    rows[1] = rows[1] < view->rows ? rows[1] : view->rows;
}

// Mean level of a column of the view, black being 0 and white 1.
static double column_level(const struct analyze_view *view,
                           const struct analyze_find *find, int column)
{
    double scale = find->tone.white - find->tone.black, sum = 0;
    int rows[2];

    rows_of(view, find, rows);
    for (int row = rows[0]; row < rows[1]; row++)
        sum += analyze_view_row(view, row)[column];
    return rows[1] > rows[0] ? (sum / (rows[1] - rows[0]) - find->tone.black) / scale
                             : 0.5;
}

// How wide what lies beside an end of the ramp is, in ramps: of the picture's own black,
// to its edge; beyond, as black or blacker, and how black; beyond, white.
struct beside {
    double own, black, white, darkest;
};

static struct beside look_beside(const struct analyze_view *view,
                                 const struct analyze_find *find, enum end end)
{
    bool left = is_left(find, end);
    double edge = find->grid.x[!left], away = edge - find->tone.ramp[end];
    double column_size = view->column_size / ramp_width(find);
    struct beside beside = { .own = fmax(0, left ? -away : away) / ramp_width(find),
                             .darkest = 1 };
    bool black = true, white = true;

    for (int column = (int) floor(edge / view->column_size + 0.5) - left;
         column >= 0 && column < view->columns && (black || white);
         column += left ? -1 : 1) {
        double level = column_level(view, find, column);

        black = black && level < BLACK_MOST;
        white = white && level > WHITE_LEAST;
        beside.black += black ? column_size : 0;
        beside.white += white ? column_size : 0;
        beside.darkest = fmin(beside.darkest, level);
    }
    return beside;
}

// Whether something within the ramp is as dark: else what is beside it is no part of it.
static bool is_as_dark(const struct analyze_view *view, const struct analyze_find *find,
                       double level)
{
    double left = fmin(find->tone.ramp[0], find->tone.ramp[1]) / view->column_size;
    double right = fmax(find->tone.ramp[0], find->tone.ramp[1]) / view->column_size;
    double scale = find->tone.white - find->tone.black;
    double most = find->tone.black + (level + DARKER) * scale;
    int rows[2];

    rows_of(view, find, rows);
    for (int row = rows[0]; row < rows[1]; row++)
        for (int i = (int) fmax(0, ceil(left)); i < right - 1 && i < view->columns; i++)
            if (analyze_view_row(view, row)[i] < most)
                return true;
    return false;
}

const char *analyze_margin_find(const struct analyze_view *view,
                                const struct analyze_find *find)
{
    struct beside dark = look_beside(view, find, BLACK_END);
    struct beside bright = look_beside(view, find, WHITE_END);
    bool darker = dark.own + dark.black > bright.own + bright.black + UNEVEN;

    if (is_lit(find, BLACK_END) || is_lit(find, WHITE_END))
        return "a stripe goes on beside the ramp: its end cannot be told";
    if (dark.own > bright.own + UNEVEN ||
        (darker && is_as_dark(view, find, dark.darkest)))
        return "black on the dark side of the ramp: a frame, or its darker part";
    if (bright.white > dark.white + UNEVEN && !has_black(find))
        return "white on the bright side of the ramp: a frame, or a part of it";
    return NULL;
}

static bool margin_is_black(const struct analyze_find *find, int stripe)
{
    const struct analyze_guess *best = &find->guesses.best;
    struct analyze_shape shape =
        analyze_search_shape(find, analyze_fit_octave(best, stripe));
    float level[ANALYZE_GRID_BINS];

    if (stripe >= best->cut)
        return !best->cut_white;
    analyze_fit_predict(&find->grid, &find->tone, &shape, level);
    for (int bin = 0; bin < find->grid.bins; bin++)
        if (level[bin] > LIT)
            return false;
    return true;
}

// Columns of a stripe that are brighter than those of the stripe above it: a small lit
// thing; or the dark part of a ramp, where a steep tone curve has left little of it.
static const struct {
    double width; // of the picture's
    double level; // of white, above the next stripe
} spots[] = { { 0.03, 0.3 }, { 1, 0.005 } };

static bool has_spot(const struct analyze_find *find, int stripe, double width,
                     double level)
{
    const struct analyze_grid *grid = &find->grid;
    double scale = find->tone.white - find->tone.black, sum = 0;
    int size = (int) fmax(2, width * grid->bins);

    for (int bin = 0; bin < grid->bins; bin++) {
        sum += grid->level[stripe][bin] - grid->level[stripe + 1][bin];
        if (bin >= size)
            sum -= grid->level[stripe][bin - size] - grid->level[stripe + 1][bin - size];
        if (bin >= size - 1 && sum > level * scale * size)
            return true;
    }
    return false;
}

int analyze_margin_spot(const struct analyze_find *find)
{
    const struct analyze_grid *grid = &find->grid;

    for (int stripe = find->guesses.best.bits; stripe + 1 < grid->count; stripe++) {
        if (!grid->read[stripe] || !grid->read[stripe + 1] ||
            !margin_is_black(find, stripe))
            continue;
        for (size_t i = 0; i < sizeof spots / sizeof *spots; i++)
            if (has_spot(find, stripe, spots[i].width, spots[i].level))
                return stripe;
    }
    return -1;
}
