// SPDX-License-Identifier: MIT
//
// Stripes that differ, enlarged: a strip for each picture, one below the other, and
// below them where they differ.

#include "compare/html/html.h"

#include <stdlib.h>

#define SCALE       4 // pixels of the page a pixel, at least
#define SCALE_LARGE 8
#define COLUMNS_FEW 160 // a crop of no more columns than this is enlarged further
#define TICKS       8

// What is cut out: columns [left, right), rows [top, bottom).
struct cut {
    int left, right, top, bottom, scale;
};

// The columns that differ and some beside them.
static struct cut cut_of(const struct report_compare_picture *picture,
                         const struct html_crop *crop)
{
    const int margin = (crop->last - crop->first + 1) / 8 + 4;
    struct cut cut = {
        .left = crop->first > margin ? crop->first - margin : 0,
        .right = crop->last + margin + 1,
        .top = picture->height - picture->height * (crop->band + 1) / picture->bands,
        .bottom = picture->height - picture->height * crop->band / picture->bands,
    };

    if (cut.right > picture->width)
        cut.right = picture->width;
    if (cut.bottom == cut.top)
        cut.bottom++;
    cut.scale = cut.right - cut.left > COLUMNS_FEW ? SCALE : SCALE_LARGE;
    return cut;
}

static void open_plot(const struct html *html, const struct cut *cut, int band)
{
    html_put(html,
             "<div class=plot style=--w:%dpx><div class=y aria-hidden=true>"
             "<i style=top:50%%>%d</i></div>",
             (cut->right - cut->left) * cut->scale, band);
}

static void strip(const struct html *html, int set, int group,
                  const struct html_crop *crop)
{
    const struct report_compare_picture *it = html_of_group(html, set, group);
    const struct report_compare_picture *all = html->compare->sets[set].pictures;
    const struct cut cut = cut_of(it, crop);
    bool member[REPORT_COMPARE_SIDES] = { false };

    for (int i = 0; i < html->compare->count; i++)
        member[i] = all[i].grey && all[i].group == group;
    html_put(html, "<div class=who>");
    for (int i = 0; i < html->compare->count; i++)
        if (member[i]) {
            html_side(html, i);
        }
    html_put(html, "</div>\n");
    open_plot(html, &cut, crop->band);
    html_put(html, "<svg viewBox=\"%d %d %d %d\" role=img aria-label=\"Stripe %d of ",
             cut.left, cut.top, cut.right - cut.left, cut.bottom - cut.top, crop->band);
    html_sides(html, member);
    html_put(html, ", columns %d to %d\"><use href=#p%d /></svg></div>\n", cut.left,
             cut.right - 1, html->shown[set][it - all]);
}

static void ticks(const struct html *html, const struct cut *cut)
{
    const int columns = cut->right - cut->left;

    html_put(html, "<div class=x aria-hidden=true>");
    for (int i = 0; i <= TICKS; i++) {
        const int column = i < TICKS ? cut->left + columns * i / TICKS : cut->right - 1;

        html_put(html, "<i style=left:%.2f%%>%d</i>", 100.0 * i / TICKS, column);
    }
    html_put(html, "</div>");
}

// Bars where the strips differ, and the axis of columns.
static void differences(const struct html *html, int set, const struct html_crop *crop)
{
    const struct report_compare_picture *it = html_of_group(html, set, 0);
    const struct cut cut = cut_of(it, crop);
    bool *columns = calloc((size_t) it->width + 1, sizeof(*columns));
    const int count =
        columns ? html_differing_columns(html, set, crop->band, columns) : 0;

    html_put(html, "<div class=who>&ne; %d of %d columns differ in grey</div>\n", count,
             it->width);
    open_plot(html, &cut, crop->band);
    html_put(html,
             "<svg class=diff viewBox=\"%d 0 %d 2\" role=img aria-label=\"Bars where "
             "columns differ\"><path fill=currentColor d=\"",
             cut.left, cut.right - cut.left);
    for (int x = cut.left, end; columns && x < cut.right; x = end) {
        for (end = x + 1; end < cut.right && columns[end] == columns[x];)
            end++;
        if (columns[x])
            html_put(html, "M%d 0h%dv2h-%dz", x, end - x, end - x);
    }
    html_put(html, "\"/></svg>");
    ticks(html, &cut);
    html_put(html, "</div>\n");
    free(columns);
}

// Pictures of another size than the first have no such stripe, or not there.
static bool comparable(const struct html *html, int set, int group)
{
    const struct report_compare_picture *first = html_of_group(html, set, 0);
    const struct report_compare_picture *it = html_of_group(html, set, group);
    const struct report_compare_picture *all = html->compare->sets[set].pictures;

    return it && it->width == first->width && it->bands == first->bands &&
           html->shown[set][it - all] >= 0;
}

static void enlarge(const struct html *html, int set, int number,
                    const struct html_crop *crop)
{
    const struct cut cut = cut_of(html_of_group(html, set, 0), crop);
    const int groups = html_groups(html, set);

    html_put(html,
             "<details class=crop%s><summary>Stripe %d, columns %d to %d, "
             "%d&times;</summary>\n<div class=frame tabindex=0 role=region "
             "aria-label=\"Stripe %d of picture %d, enlarged\">\n",
             number ? "" : " open", crop->band, cut.left, cut.right - 1, cut.scale,
             crop->band, set + 1);
    for (int group = 0; group < groups; group++)
        if (comparable(html, set, group))
            strip(html, set, group, crop);
    differences(html, set, crop);
    html_put(html, "</div></details>\n");
}

void html_crops(const struct html *html, int set)
{
    struct html_crop crops[HTML_CROPS];
    const int count = html_find_crops(html, set, crops);

    for (int i = 0; i < count; i++)
        enlarge(html, set, i, &crops[i]);
}
