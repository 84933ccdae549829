// SPDX-License-Identifier: MIT
//
// Writes the stripes that differ, enlarged: a strip for each picture, one below the
// other, and below them bars where they differ.

#include "compare/html/html.h"

#include "base/memory.h"

#include <stdlib.h>

#define CROPS       (1 + COMPARE_STRIPES)
#define SCALE       4 // pixels of the page a pixel, at least
#define SCALE_LARGE 8
#define COLUMNS_FEW 160 // a crop of no more columns than this is enlarged further
#define TICKS       8

// The rectangle that is cut out: columns [left, right), rows [top, bottom).
struct cut {
    int band, left, right, top, bottom, scale;
};

// Returns the rectangle of columns [column, column + columns) of a stripe, and some
// beside them.
static struct cut cut_of(const struct compare_picture *picture, int band, int column,
                         int columns)
{
    const int margin = columns / 8 + 4;
    struct cut cut = {
        .band = band,
        .left = column > margin ? column - margin : 0,
        .right = column + columns + margin,
        .top = picture->height - picture->height * (band + 1) / picture->bands,
        .bottom = picture->height - picture->height * band / picture->bands,
    };

    if (cut.right > picture->width)
        cut.right = picture->width;
    if (cut.bottom == cut.top)
        cut.bottom++;
    cut.scale = cut.right - cut.left > COLUMNS_FEW ? SCALE : SCALE_LARGE;
    return cut;
}

static bool is_cut(const struct cut *cuts, int count, int band)
{
    for (int i = 0; i < count; i++)
        if (cuts[i].band == band)
            return true;
    return false;
}

// Finds the largest run of differing columns, and the stripes that tell the pictures
// apart.
static int find_cuts(const struct html *html, int set, struct cut cuts[CROPS])
{
    const struct compare_set *it = &html->compare->sets[set];
    const struct compare_where *where = &it->where;
    const struct compare_picture *first = html_of_group(html, set, 0);
    const struct compare_strips strips = compare_strips(html->compare, it);
    int count = 0;

    if (where->columns && where->column + where->columns <= first->width)
        cuts[count++] = cut_of(first, where->band, where->column, where->columns);
    for (int i = 0; i < strips.count; i++)
        if (strips.shown[i] < first->bands && !is_cut(cuts, count, strips.shown[i]))
            cuts[count++] = cut_of(first, strips.shown[i], 0, first->width);
    return count;
}

static void open_plot(const struct html *html, const struct cut *cut)
{
    html_put(html,
             "<div class=plot style=--w:%dpx><div class=y aria-hidden=true>"
             "<i style=top:50%%>%d</i></div>",
             (cut->right - cut->left) * cut->scale, cut->band);
}

static void put_strip(const struct html *html, int set, int group, const struct cut *cut)
{
    const struct compare_picture *all = html->compare->sets[set].pictures;
    int groups[COMPARE_SIDES];
    char letters[80] = "";

    html_put(html, "<div class=who>");
    for (int i = 0; i < html->compare->count; i++) {
        groups[i] = all[i].grey ? all[i].group : -1;
        if (groups[i] == group)
            html_side(html, i);
    }
    html_put(html, "</div>\n");
    open_plot(html, cut);
    compare_letters(groups, html->compare->count, group, letters, sizeof letters);
    html_put(
        html,
        "<svg viewBox=\"%d %d %d %d\" role=img aria-label=\"Stripe %d of %s, columns "
        "%d to %d\"><use href=#p%d /></svg></div>\n",
        cut->left, cut->top, cut->right - cut->left, cut->bottom - cut->top, cut->band,
        letters, cut->left, cut->right - 1, html->shown[set][group]);
}

// Writes bars where the strips differ, and the axis of columns.
static void put_bars(const struct html *html, int set, const struct cut *cut)
{
    const int width = html_of_group(html, set, 0)->width;
    bool *columns = memory_new((size_t) width, sizeof *columns);

    html_put(html, "<div class=who>&ne; %d of %d columns differ in grey</div>\n",
             html_differing_columns(html, set, cut->band, columns), width);
    open_plot(html, cut);
    html_put(html,
             "<svg class=diff viewBox=\"%d 0 %d 2\" role=img aria-label=\"Bars where "
             "columns differ\"><path fill=currentColor d=\"",
             cut->left, cut->right - cut->left);
    for (int x = cut->left, end; x < cut->right; x = end) {
        for (end = x + 1; end < cut->right && columns[end] == columns[x];)
            end++;
        if (columns[x])
            html_put(html, "M%d 0h%dv2h-%dz", x, end - x, end - x);
    }
    html_put(html, "\"/></svg>");
    html_column_axis(html, cut->left, cut->right, TICKS);
    html_put(html, "</div>\n");
    free(columns);
}

static void put_crop(const struct html *html, int set, int number, const struct cut *cut)
{
    const struct compare_picture *first = html_of_group(html, set, 0);

    html_put(html,
             "<details class=crop%s><summary>Stripe %d, columns %d to %d, "
             "%d&times;</summary>\n<div class=frame tabindex=0 role=region "
             "aria-label=\"Stripe %d of picture %d, enlarged\">\n",
             number ? "" : " open", cut->band, cut->left, cut->right - 1, cut->scale,
             cut->band, set + 1);
    for (int group = 0; group < html_groups(html, set); group++) {
        const struct compare_picture *it = html_of_group(html, set, group);

        // Pictures of another size than the first have other stripes at other places.
        if (it && it->width == first->width && it->bands == first->bands &&
            html->shown[set][group] >= 0)
            put_strip(html, set, group, cut);
    }
    put_bars(html, set, cut);
    html_put(html, "</div></details>\n");
}

void html_crops(const struct html *html, int set)
{
    struct cut cuts[CROPS];
    int count = 0;

    if (html_of_group(html, set, 0) && html_groups(html, set) > 1)
        count = find_cuts(html, set, cuts);
    for (int i = 0; i < count; i++)
        put_crop(html, set, i, &cuts[i]);
}
