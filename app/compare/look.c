// SPDX-License-Identifier: MIT

#include "compare/private.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOKS 64 // captures that are read at most

// The pictures of a row's sides, each read at its first use.
struct looks {
    struct drafts *drafts;
    const struct result **results; // [sides]
    struct cells cells[COMPARE_SIDES];
    int count; // of captures that were read
};

static void take_cells(const struct pixels *pixels, const struct result *result,
                       struct cells *cells)
{
    const int width = pixels->width / result->columns;
    const int height = pixels->height / result->bands;
    size_t count = (size_t) result->columns * (size_t) result->bands;

    *cells = (struct cells){ result->columns, result->bands, result->readout,
                             memory_new(count, sizeof *cells->words) };
    // The top row of a band may be a separator line.
    for (int band = 0; band < result->bands; band++) {
        const uint32_t *row = pixels_row(pixels, pixels->height - 1 - band * height);

        for (int column = 0; column < result->columns; column++)
            cells->words[band * result->columns + column] = row[column * width];
    }
}

static bool has_cells(const struct result *result)
{
    return result->columns > 0 && result->bands > 0 && result->width > 0 &&
           result->height > 0 && result->width % result->columns == 0 &&
           result->height % result->bands == 0;
}

// Returns the cells of a side's picture, or NULL if it cannot be read.
static const struct cells *look_at(struct looks *looks, int side)
{
    const struct report_folder *folder = looks->drafts->compare->sides[side];
    const struct result *result = looks->results[side];
    bool *blind = &looks->drafts->blind[side];
    struct cells *cells = &looks->cells[side];
    struct pixels pixels;

    if (cells->words)
        return cells;
    if (looks->count == LOOKS || *blind || !has_cells(result) ||
        !report_folder_has(folder, result))
        return NULL;
    *blind = !report_folder_pixels(folder, result, &pixels);
    if (*blind)
        return NULL;
    take_cells(&pixels, result, cells);
    pixels_finish(&pixels);
    looks->count++;
    return cells;
}

// ---- in words ----

// Adds the values of the largest run with their sides: "0.5 (to nearest even)", "level
// 127 (folded)", "0.25 to 0.75 (17 bits, truncates)".
static void say_value(const struct cells *cells, const struct result *result,
                      const struct cells_apart *apart, bool bits, char text[480])
{
    const int times = cells->columns / apart->narrow;
    double low = HUGE_VAL, high = -HUGE_VAL;
    struct verdict rule = result->verdict;
    char words[400];

    for (int i = 0; i < apart->columns; i++) {
        double value =
            cells_value(cells, apart->band, (apart->column + i) * times + times / 2);

        value = isfinite(value) ? value : HUGE_VAL;
        low = fmin(low, value);
        high = fmax(high, value);
    }
    if (high >= HUGE_VAL)
        text_add(text, 480, "no number");
    else
        text_add(text, 480, "%s%.6g", cells->readout == READOUT_RGBA8 ? "level " : "",
                 low);
    if (high < HUGE_VAL && high > low)
        text_add(text, 480, " to %.6g", high);
    text_add(text, 480, " (");
    if (bits && rule.fraction_bits >= 0)
        text_add(text, 480, "%d bits, ", rule.fraction_bits + 1);
    rule.fraction_bits = -1;
    verdict_text(&rule, words, sizeof words);
    text_add(text, 480, "%s)",
             rule.status != STATUS_OK        ? status_name(rule.status)
             : !strncmp(words, "rounds ", 7) ? words + 7
                                             : words);
}

// Two sides, one of each group, their pictures, and the places where these differ.
struct pair {
    int sides[2];
    const struct cells *cells[2];
    struct cells_apart apart;
};

static void add_side(const struct compare *compare, int side, bool letters,
                     char text[480])
{
    if (letters)
        text_add(text, 480, "%c", compare_letter(side));
    else
        text_add(text, 480, "%s", compare->labels[side].name);
}

static void say_apart(const struct compare *compare, const struct draft *draft,
                      const struct pair *pair, bool letters, char text[480])
{
    const struct result *results[2] = { draft->results[pair->sides[0]],
                                        draft->results[pair->sides[1]] };
    // Only `stripes` and `stripes_unit` draw stripes.
    const char *band = strncmp(results[0]->probe, "stripes", 7) != 0 ? "row" : "stripe";
    const struct compare_where *where = &draft->where;
    bool bits = results[0]->verdict.fraction_bits != results[1]->verdict.fraction_bits;

    snprintf(text, 480, "%s %d, column%s %d", band, where->band,
             text_plural(where->columns), where->column);
    if (where->columns > 1)
        text_add(text, 480, "-%d", where->column + where->columns - 1);
    for (int i = 0; i < 2; i++) {
        text_add(text, 480, i ? " against " : ": ");
        say_value(pair->cells[i], results[i], &pair->apart, bits, text);
        text_add(text, 480, " on ");
        add_side(compare, pair->sides[i], letters, text);
    }
    text_add(text, 480, "; ");
    if (where->last > where->first)
        text_add(text, 480, "%ss %d-%d, ", band, where->first, where->last);
    text_add(text, 480, "%ld of %ld cells differ", pair->apart.differing,
             pair->apart.cells);
    if (draft->row.groups > 2)
        text_add(text, 480, "; %d more answer%s", draft->row.groups - 2,
                 text_plural(draft->row.groups - 2));
}

// Returns the bits of the first NaN.
static unsigned first_nan(const struct cells *cells)
{
    for (int i = 0; i < cells->bands * cells->columns; i++)
        if (cells_is_nan(cells, i / cells->columns, i % cells->columns))
            return cells->words[i];
    return 0;
}

static void say_nan(const struct compare *compare, const struct pair *pair, bool letters,
                    char text[480])
{
    snprintf(text, 480, "only the bits of NaNs differ: 0x%08x on ",
             first_nan(pair->cells[0]));
    add_side(compare, pair->sides[0], letters, text);
    text_add(text, 480, ", 0x%08x on ", first_nan(pair->cells[1]));
    add_side(compare, pair->sides[1], letters, text);
}

// ---- what differs ----

// Returns true if a side is the first of its group.
static bool is_first(const struct compare_cell *cells, int side)
{
    for (int i = 0; i < side; i++)
        if (cells[i].group == cells[side].group)
            return false;
    return cells[side].group >= 0;
}

// Returns true if the pictures of two groups show no difference. With `nans`, they have
// the same size, and differ in the bits of NaNs; else their widths differ, or one has
// fewer bands.
static bool are_joined(struct looks *looks, const struct draft *draft, int one, int other,
                       bool nans)
{
    const struct result *const *results = draft->results;
    const bool same = results[one]->columns == results[other]->columns &&
                      results[one]->bands == results[other]->bands;
    struct cells_apart apart;

    if (same != nans)
        return false;
    const struct cells *first = look_at(looks, one), *second = look_at(looks, other);

    return first && second && cells_scan(first, second, &apart) && !apart.differing;
}

// Joins groups whose pictures show no difference.
static void join_groups(struct looks *looks, struct draft *draft, bool nans)
{
    const int sides = looks->drafts->compare->count;
    struct compare_cell *cells = draft->row.cells;

    for (int i = 1; i < sides; i++)
        for (int j = 0; j < i; j++) {
            const int from = cells[i].group;

            if (!is_first(cells, i) || !is_first(cells, j) ||
                !are_joined(looks, draft, j, i, nans))
                continue;
            for (int k = 0; k < sides; k++)
                if (cells[k].group == from)
                    cells[k].group = cells[j].group;
        }
    draft->row.groups = sense_renumber(cells, sides);
}

// Joins groups that differ only in the bits of NaNs, unless all groups do.
static void join_nans(struct looks *looks, struct draft *draft)
{
    const int sides = looks->drafts->compare->count, groups = draft->row.groups;
    int before[COMPARE_SIDES];

    for (int i = 0; i < sides; i++)
        before[i] = draft->row.cells[i].group;
    join_groups(looks, draft, true);
    if (draft->row.groups > 1)
        return;
    draft->row.groups = groups;
    for (int i = 0; i < sides; i++)
        draft->row.cells[i].group = before[i];
}

// Finds the two groups whose pictures differ in the most cells. Returns false if none can
// be read.
static bool find_pair(struct looks *looks, const struct draft *draft, struct pair *pair)
{
    const int sides = looks->drafts->compare->count;
    const struct compare_cell *cells = draft->row.cells;
    bool found = false;

    for (int i = 0; i < sides; i++)
        for (int j = i + 1; j < sides; j++) {
            struct pair at = { .sides = { i, j } };

            if (!is_first(cells, i) || !is_first(cells, j))
                continue;
            at.cells[0] = look_at(looks, i);
            at.cells[1] = look_at(looks, j);
            if (!at.cells[0] || !at.cells[1] ||
                !cells_scan(at.cells[0], at.cells[1], &at.apart) ||
                (found && at.apart.differing <= pair->apart.differing))
                continue;
            *pair = at;
            found = true;
        }
    return found;
}

static void draft_look(struct looks *looks, struct draft *draft)
{
    const struct compare *compare = looks->drafts->compare;
    struct compare_row *row = &draft->row;
    struct pair pair;

    join_groups(looks, draft, false);
    if (row->groups > 2)
        join_nans(looks, draft);
    if (row->groups < 2 || !find_pair(looks, draft, &pair))
        return;
    if (pair.apart.differing) {
        const int times = pair.cells[0]->columns / pair.apart.narrow;

        draft->where = (struct compare_where){ pair.apart.band, pair.apart.column * times,
                                               pair.apart.columns * times,
                                               pair.apart.first, pair.apart.last };
        say_apart(compare, draft, &pair, false, row->words);
        say_apart(compare, draft, &pair, true, row->brief);
    } else if (pair.apart.nans) {
        row->weight = 0;
        say_nan(compare, &pair, false, row->words);
        say_nan(compare, &pair, true, row->brief);
    }
}

void drafts_look(struct drafts *drafts)
{
    struct looks looks = { .drafts = drafts };

    for (int i = 0; i < drafts->count; i++) {
        looks.results = drafts->list[i].results;
        if (!looks.results || drafts->list[i].row.groups < 2)
            continue;
        draft_look(&looks, &drafts->list[i]);
        for (int side = 0; side < drafts->compare->count; side++) {
            free(looks.cells[side].words);
            looks.cells[side].words = NULL;
        }
    }
}
