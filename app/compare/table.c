// SPDX-License-Identifier: MIT
//
// Functions of the table for its writers. The sheet's module links no other file of
// this folder.

#include "compare/table.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

const char *compare_answer(const struct compare_cell *cells, int sides, int group)
{
    const struct compare_cell *answer = NULL;

    for (int i = 0; i < sides; i++)
        if (cells[i].group == group && (!answer || cells[i].vague > answer->vague))
            answer = &cells[i];
    return answer ? answer->text : NULL;
}

void compare_letters(const int *groups, int sides, int group, char *text, size_t size)
{
    const char *joint = "";

    for (int i = 0, next; i < sides; i = next) {
        next = i + 1;
        if (groups[i] != group)
            continue;
        while (next < sides && groups[next] == group)
            next++;
        text_add(text, size, "%s%c", joint, compare_letter(i));
        if (next - i > 1)
            text_add(text, size, "%s%c", next - i > 2 ? "-" : ", ",
                     compare_letter(next - 1));
        joint = ", ";
    }
}

int compare_asked_of(const struct compare *compare, const struct compare_row *row)
{
    int sides = 0;

    for (int i = 0; i < compare->count; i++)
        sides += row->cells[i].group >= 0;
    return sides;
}

static void section_count(const struct compare *compare, struct compare_section *section)
{
    const struct compare_row *row = &compare->rows[section->end++];
    const int sides = compare_asked_of(compare, row);

    section->differing += row->groups > 1;
    section->shared += sides > 1;
    section->alone += sides == 1;
    section->nobody += sides == 0;
}

bool compare_next_section(const struct compare *compare, struct compare_section *section)
{
    const int first = section->end;

    if (first == compare->row_count)
        return false;
    *section = (struct compare_section){ .name = compare->rows[first].section,
                                         .first = first,
                                         .end = first };
    while (section->end < compare->row_count &&
           !strcmp(compare->rows[section->end].section, section->name))
        section_count(compare, section);
    return true;
}

struct compare_section compare_all(const struct compare *compare)
{
    struct compare_section all = { 0 };

    while (all.end < compare->row_count)
        section_count(compare, &all);
    return all;
}

const struct compare_picture *compare_picture_of(const struct compare *compare,
                                                 const struct compare_set *set, int group)
{
    for (int i = 0; i < compare->count; i++)
        if (set->pictures[i].grey && set->pictures[i].group == group)
            return &set->pictures[i];
    return NULL;
}

long compare_mask(const struct compare *compare, const struct compare_set *set,
                  uint8_t *mask)
{
    const struct compare_picture *first = compare_picture_of(compare, set, 0);
    long differ = 0;

    for (int i = 0; first && i < first->width * first->height; i++) {
        bool differs = false;

        for (int side = 0; side < compare->count && !differs; side++) {
            const struct compare_picture *other = &set->pictures[side];

            differs = other->grey && other->group > 0 && other->width == first->width &&
                      other->height == first->height && other->grey[i] != first->grey[i];
        }
        differ += differs;
        if (mask)
            mask[i] = differs;
    }
    return differ;
}

uint8_t compare_level(const struct compare_picture *picture, int band, int column)
{
    const int64_t height = picture->height, bands = picture->bands;
    const int64_t top = (bands - 1 - band) * height / bands;
    const int64_t bottom = (bands - band) * height / bands;

    return picture->grey[(top + (bottom - top) / 2) * picture->width + column];
}

// ---- the stripes that differ ----
//
// How it works: a stripe is informative if the groups of equal pictures have different
// levels in it. The most informative stripes are near the highest stripe that a group
// does not draw black, because these have few steps. So the stripes are taken from there
// downwards, for each group in turn, until there are three.

uint8_t compare_strips_level(const struct compare_strips *all, int group, int band,
                             int column)
{
    const struct compare_picture *picture = &all->set->pictures[all->of[group]];

    if (band >= picture->bands)
        return 0;
    return compare_level(picture, band,
                         (int) ((int64_t) column * picture->width / all->columns));
}

bool compare_strips_differ(const struct compare_strips *all, int one, int other, int band,
                           int column)
{
    const int first = column < 0 ? 0 : column;
    const int end = column < 0 ? all->columns : column + 1;

    for (int x = first; x < end; x++)
        if (compare_strips_level(all, one, band, x) !=
            compare_strips_level(all, other, band, x))
            return true;
    return false;
}

bool compare_strips_any(const struct compare_strips *all, int band, int column)
{
    for (int i = 1; i < all->groups; i++)
        if (compare_strips_differ(all, i, 0, band, column))
            return true;
    return false;
}

static bool is_black(const struct compare_strips *all, int group, int band)
{
    for (int column = 0; column < all->columns; column++)
        if (compare_strips_level(all, group, band, column))
            return false;
    return true;
}

// Returns true if a stripe that is not chosen yet shows a difference between the
// groups. With one group, any such stripe will do.
static bool tells(const struct compare_strips *all, int band)
{
    for (int i = 0; i < all->count; i++)
        if (all->shown[i] == band)
            return false;
    return all->groups == 1 || compare_strips_any(all, band, -1);
}

static int descending(const void *a, const void *b)
{
    return *(const int *) b - *(const int *) a;
}

static void choose_stripes(struct compare_strips *all)
{
    int tops[COMPARE_SIDES];

    for (int i = 0; i < all->groups; i++)
        for (tops[i] = all->bands - 1; tops[i] >= 0 && is_black(all, i, tops[i]);)
            tops[i]--;
    for (int down = 0; down < all->bands; down++)
        for (int i = 0; i < all->groups && all->count < COMPARE_STRIPES; i++)
            if (tops[i] >= down && tells(all, tops[i] - down))
                all->shown[all->count++] = tops[i] - down;
    qsort(all->shown, (size_t) all->count, sizeof *all->shown, descending);
}

struct compare_strips compare_strips(const struct compare *compare,
                                     const struct compare_set *set)
{
    struct compare_strips all = { .set = set, .sides = compare->count };

    for (int i = 0; set && i < compare->count; i++) {
        const struct compare_picture *picture = &set->pictures[i];
        int group = 0;

        if (!picture->grey || picture->group < 0)
            continue;
        while (group < all.groups && set->pictures[all.of[group]].group != picture->group)
            group++;
        if (group == all.groups)
            all.of[all.groups++] = i;
        all.columns = picture->width > all.columns ? picture->width : all.columns;
        all.bands = picture->bands > all.bands ? picture->bands : all.bands;
    }
    choose_stripes(&all);
    return all;
}
