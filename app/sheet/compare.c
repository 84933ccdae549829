// SPDX-License-Identifier: MIT

#include "sheet/compare.h"

#include "sheet/canvas.h"
#include "sheet/parts.h"

#include <stdio.h>
#include <string.h>

// The first set in which sides differ, else the first that can be drawn.
const struct report_compare_set *compare_set(const struct report_compare *compare)
{
    const struct report_compare_set *first = NULL;

    for (int i = 0; i < compare->set_count; i++)
        for (int side = 0; side < compare->count; side++) {
            const struct report_compare_picture *picture =
                &compare->sets[i].pictures[side];

            if (picture->grey && picture->group > 0)
                return &compare->sets[i];
            if (picture->grey && !first)
                first = &compare->sets[i];
        }
    return first;
}

int compare_differing(const struct report_compare *compare, int *rows, int room)
{
    int count = 0;

    for (int i = 0; i < compare->row_count; i++) {
        int at = count;

        if (compare->rows[i].groups < 2)
            continue;
        // by insertion: the rows of a weight stay in their order
        while (at && compare->rows[rows[at - 1]].weight < compare->rows[i].weight)
            at--;
        if (at == room)
            continue;
        count += count < room;
        memmove(rows + at + 1, rows + at, sizeof *rows * (size_t) (count - 1 - at));
        rows[at] = i;
    }
    return count;
}

void compare_group_text(struct compare_group group, char *text, size_t size)
{
    size_t used = 0;

    text[0] = 0;
    for (int i = 0; i < group.sides && used < size; i++) {
        int end = i;

        while (end < group.sides && group.groups[end] == group.group)
            end++;
        if (end == i)
            continue;
        used += (size_t) snprintf(text + used, size - used, "%s%c", used ? ", " : "",
                                  compare_letter(i));
        // "D-G", but "D, E"
        if (end - i > 2 && used < size)
            used += (size_t) snprintf(text + used, size - used, "-%c",
                                      compare_letter(end - 1));
        if (end - i > 2)
            i = end;
    }
}

static void title_of(const struct report_compare *compare, char *text, size_t size)
{
    if (compare->count == 2)
        snprintf(text, size, "%s  against  %s", compare->labels[0].name,
                 compare->labels[1].name);
    else
        snprintf(text, size, "%d devices side by side", compare->count);
}

// The page's title, and large at the right how many rows differ.
static double header(cairo_t *cairo, double y, const struct report_compare *compare)
{
    const double left = CANVAS_INSIDE - 430, x = CANVAS_MARGIN + left + 20;
    const struct report_compare_set *set = compare_set(compare);
    char text[200];

    title_of(compare, text, sizeof text);
    double below = y + ink_text(cairo, CANVAS_MARGIN, y, left,
                                (struct ink_style){ .size = compare->count > 2 ? 38 : 31,
                                                    .bold = true,
                                                    .lines = 3,
                                                    .shrinks = true },
                                text);
    if (set) {
        below += 6 + ink_text(cairo, CANVAS_MARGIN, below + 6, left,
                              (struct ink_style){ .size = 18, .lines = 2 }, set->name);
        if (set->words[0])
            below +=
                4 +
                ink_text(cairo, CANVAS_MARGIN, below + 4, left,
                         (struct ink_style){ .size = 17, .tone = INK_MUTED, .lines = 3 },
                         set->words);
    }
    ink_textf(cairo, x, y - 12, 410,
              (struct ink_style){
                  .size = 62, .bold = true, .align = INK_RIGHT, .shrinks = true },
              "%d", compare->differing);
    ink_textf(cairo, x, y + 64, 410,
              (struct ink_style){ .size = 17, .tone = INK_MUTED, .align = INK_RIGHT },
              "of %d rows differ", report_compare_shared(compare, 0, compare->row_count));
    return (below > y + 92 ? below : y + 92) + 20;
}

static double draw(cairo_t *cairo, const void *what)
{
    const struct report_compare *compare = what;
    double y = header(cairo, 34, compare);

    y = compare_sides(cairo, y, compare);
    y = compare_stripes(cairo, y, compare);
    y = compare_words(cairo, y, compare);
    return compare_matrix(cairo, y, compare);
}

bool compare_paint(const struct report_compare *compare, struct sheet_page *page)
{
    return canvas_paint(page, (struct canvas_drawing){ draw, compare });
}
