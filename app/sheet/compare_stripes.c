// SPDX-License-Identifier: MIT
//
// How it works: a stripe is informative if the groups of equal pictures have different
// levels in it. The most informative stripes are near the highest stripe that a group
// does not draw black, because these have few steps. So the stripes are taken from
// there downwards, for each group in turn, until there are three. They are drawn
// enlarged, with a bar below where the groups differ. Pictures that differ elsewhere
// may be equal in a stripe: there they share one strip. Pictures of different widths
// are drawn as if they had the columns of the widest: all show x from 1 to 0.

#include "base/memory.h"
#include "sheet/canvas.h"
#include "sheet/compare.h"
#include "sheet/parts.h"

#include <stdio.h>
#include <stdlib.h>

#define SHOWN  3 // stripes
#define STRIPS 6 // of each
#define LABELS 200.0
#define LEVELS 190.0

struct strips_page {
    const struct compare_set *set;
    int sides;
    int of[COMPARE_SIDES]; // the first side of a group
    int groups, columns, bands;
    int shown[SHOWN]; // stripes, the top one first
    int count;
    bool differ;
};

static uint8_t strip_level(const struct strips_page *all, int group, int band, int column)
{
    const struct compare_picture *picture = &all->set->pictures[all->of[group]];

    if (band >= picture->bands)
        return 0;
    return compare_level(picture, band,
                         (int) ((int64_t) column * picture->width / all->columns));
}

static bool parts_at(const struct strips_page *all, int band, int column)
{
    for (int i = 1; i < all->groups; i++)
        if (strip_level(all, i, band, column) != strip_level(all, 0, band, column))
            return true;
    return false;
}

static bool is_black(const struct strips_page *all, int group, int band)
{
    for (int column = 0; column < all->columns; column++)
        if (strip_level(all, group, band, column))
            return false;
    return true;
}

// Returns true if a stripe that is not chosen yet shows a difference between the
// groups. If the groups differ nowhere, any such stripe will do.
static bool tells(const struct strips_page *all, int band)
{
    for (int i = 0; i < all->count; i++)
        if (all->shown[i] == band)
            return false;
    for (int column = 0; all->differ && column < all->columns; column++)
        if (parts_at(all, band, column))
            return true;
    return !all->differ;
}

static void choose_stripes(struct strips_page *all)
{
    int tops[COMPARE_SIDES];

    for (int i = 0; i < all->groups; i++)
        for (tops[i] = all->bands - 1; tops[i] >= 0 && is_black(all, i, tops[i]);)
            tops[i]--;
    for (int down = 0; down < all->bands; down++)
        for (int i = 0; i < all->groups && all->count < SHOWN; i++)
            if (tops[i] >= down && tells(all, tops[i] - down))
                all->shown[all->count++] = tops[i] - down;
}

static int descending(const void *a, const void *b)
{
    return *(const int *) b - *(const int *) a;
}

static struct strips_page find_stripes(const struct compare *compare)
{
    struct strips_page all = { .set = sheet_compare_set(compare),
                               .sides = compare->count };

    for (int i = 0; all.set && i < compare->count; i++) {
        const struct compare_picture *picture = &all.set->pictures[i];
        bool known = false;

        if (!picture->grey || picture->group < 0)
            continue;
        for (int j = 0; j < all.groups; j++)
            known |= all.set->pictures[all.of[j]].group == picture->group;
        if (!known)
            all.of[all.groups++] = i;
        all.columns = picture->width > all.columns ? picture->width : all.columns;
        all.bands = picture->bands > all.bands ? picture->bands : all.bands;
    }
    all.differ = all.groups > 1;
    choose_stripes(&all);
    qsort(all.shown, (size_t) all.count, sizeof *all.shown, descending);
    return all;
}

static int count_levels(const struct strips_page *all, int group, int band)
{
    bool seen[256] = { false };
    int count = 0;

    for (int column = 0; column < all->columns; column++) {
        uint8_t at = strip_level(all, group, band, column);
        count += !seen[at];
        seen[at] = true;
    }
    return count;
}

// The parts of a stripe that are drawn: groups of pictures that agree in it.
struct strips {
    int band;
    int of[COMPARE_SIDES]; // a strip: its first group of pictures
    int count;
    int sides[COMPARE_SIDES]; // by side: its strip, or -1
};

static bool are_equal(const struct strips_page *all, int band, int one, int other)
{
    for (int column = 0; column < all->columns; column++)
        if (strip_level(all, one, band, column) != strip_level(all, other, band, column))
            return false;
    return true;
}

static struct strips find_strips(const struct strips_page *all, int band)
{
    struct strips strips = { .band = band };
    int strip_of[COMPARE_SIDES]; // by group of pictures

    for (int group = 0; group < all->groups; group++) {
        int strip = 0;

        while (strip < strips.count && !are_equal(all, band, strips.of[strip], group))
            strip++;
        if (strip == strips.count)
            strips.of[strips.count++] = group;
        strip_of[group] = strip;
    }
    for (int i = 0; i < all->sides; i++) {
        strips.sides[i] = -1;
        for (int group = 0; group < all->groups && all->set->pictures[i].grey; group++)
            if (all->set->pictures[all->of[group]].group == all->set->pictures[i].group)
                strips.sides[i] = strip_of[group];
    }
    return strips;
}

static void draw_strip(cairo_t *cairo, struct ink_box box, const struct strips_page *all,
                       const struct strips *strips, int index)
{
    const int group = strips->of[index], band = strips->band;
    struct ink_style style = {
        .size = 15, .lines = 2, .shrinks = true, .align = INK_RIGHT
    };
    uint8_t *row = memory_new((size_t) all->columns, 1);
    int levels = count_levels(all, group, band);
    char text[80] = "";

    compare_letters(strips->sides, all->sides, index, text, sizeof text);
    double tall = ink_text(cairo, -5000, -5000, LABELS - 14, style, text);
    ink_text(cairo, box.x - LABELS, box.y + (box.height - tall) / 2, LABELS - 14, style,
             text);
    for (int i = 0; i < all->columns; i++)
        row[i] = strip_level(all, group, band, i);
    canvas_picture(cairo, box, &(struct canvas_picture){ all->columns, 1, row, NULL });
    free(row);
    canvas_frame(cairo, box);
    style = (struct ink_style){ .size = 15 };
    style.tone = INK_MUTED;
    if (levels == 1 && !strip_level(all, group, band, 0))
        snprintf(text, sizeof text, "black");
    else
        snprintf(text, sizeof text, "%d grey level%s", levels, levels == 1 ? "" : "s");
    ink_text(cairo, box.x + box.width + 12, box.y + box.height / 2 - 10, LEVELS - 12,
             style, text);
}

// Draws a bar under the columns in which the strips differ.
static void mark_strips(cairo_t *cairo, struct ink_box box, const struct strips_page *all,
                        int band)
{
    ink_tone(cairo, INK_ORANGE);
    for (int column = 0; column < all->columns; column++)
        if (parts_at(all, band, column))
            cairo_rectangle(cairo, box.x + box.width * column / all->columns, box.y,
                            box.width / all->columns, box.height);
    cairo_fill(cairo);
}

static double draw_stripe(cairo_t *cairo, double y, const struct strips_page *all,
                          int band)
{
    const double room = CANVAS_INSIDE - LABELS - LEVELS;
    const struct strips strips = find_strips(all, band);
    const int shown = strips.count < STRIPS ? strips.count : STRIPS;
    struct ink_box box = { CANVAS_MARGIN + LABELS, y, 0, 34 };

    box.width = canvas_side(
        (struct canvas_side){ .length = all->columns, .room = (int) room, .most = 64 });
    box.y +=
        6 + ink_textf(cairo, box.x, y, 400,
                      (struct ink_style){ .size = 17, .bold = true }, "stripe %d", band);
    for (int i = 0; i < shown; i++, box.y += box.height + 3)
        draw_strip(cairo, box, all, &strips, i);
    if (shown < strips.count)
        ink_textf(cairo, box.x + box.width + 12, box.y - 4, LEVELS - 12, PARTS_NOTE,
                  "and %d more", strips.count - shown);
    box.y += 2;
    box.height = 6;
    mark_strips(cairo, box, all, band);
    return box.y + 22;
}

double sheet_compare_stripes(cairo_t *cairo, double y, const struct compare *compare)
{
    const struct strips_page all = find_stripes(compare);

    if (!all.count)
        return y;
    y = canvas_heading(
        cairo, y,
        all.differ ? "The stripes that differ most, enlarged"
                   : "All devices drew the same picture; the top stripes, enlarged");
    ink_text(cairo, CANVAS_MARGIN, y - 4, CANVAS_INSIDE, PARTS_NOTE,
             all.differ
                 ? "The letters at the left are the devices that drew a strip; the bar "
                   "below marks the columns that differ"
                 : "The letters at the left are the devices that drew a strip");
    y += 22;
    for (int i = 0; i < all.count; i++)
        y = draw_stripe(cairo, y, &all, all.shown[i]);
    return y + 10;
}
