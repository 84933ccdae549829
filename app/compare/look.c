// SPDX-License-Identifier: MIT

#include "compare/private.h"
#include "compare/say.h"

#include "base/log.h"
#include "compare/cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOKS    64  // captures that are read at most
#define NAN_LESS 200 // weight of a difference that is but of which NaN

struct look {
    const char *sha256; // of a result
    struct report_compare_cells cells;
};

struct looks {
    const struct report_compare *compare;
    struct look list[LOOKS];
    int count;
    bool *blind; // of the drafts
};

static bool take_cells(const struct pixels *pixels, const struct result *result,
                       struct report_compare_cells *cells)
{
    const int width = pixels->width / result->columns;
    const int height = pixels->height / result->bands;
    size_t count = (size_t) result->columns * (size_t) result->bands;

    *cells =
        (struct report_compare_cells){ result->columns, result->bands, result->readout,
                                       malloc(count * sizeof *cells->words) };
    if (!cells->words) {
        log_error("no memory for the cells of a picture");
        return false;
    }
    // The top of a band may be a line that parts it from the next.
    for (int band = 0; band < result->bands; band++) {
        const uint32_t *row = pixels_row(pixels, pixels->height - 1 - band * height);

        for (int column = 0; column < result->columns; column++)
            cells->words[band * result->columns + column] = row[column * width];
    }
    return true;
}

static bool has_cells(const struct result *result)
{
    return result->columns > 0 && result->bands > 0 && result->width > 0 &&
           result->height > 0 && result->width % result->columns == 0 &&
           result->height % result->bands == 0;
}

// What was read of a picture before, or NULL.
static struct report_compare_cells *known(struct looks *looks,
                                          const struct result *result)
{
    for (int i = 0; i < looks->count; i++) {
        struct look *look = &looks->list[i];

        if (!strcmp(look->sha256, result->sha256) &&
            look->cells.columns == result->columns &&
            look->cells.bands == result->bands && look->cells.readout == result->readout)
            return &look->cells;
    }
    return NULL;
}

// The cells of a side's picture, or NULL if they are not to be had.
static const struct report_compare_cells *look_at(struct looks *looks, int side,
                                                  const struct result *result)
{
    const struct report_folder *folder = looks->compare->sides[side];
    struct report_compare_cells *cells = known(looks, result);
    struct pixels pixels;

    if (cells || looks->count == LOOKS || looks->blind[side] || !has_cells(result) ||
        (!folder->pictures && !result->image[0]))
        return cells;
    cells = &looks->list[looks->count].cells;
    if (report_folder_pixels(folder, result, &pixels) &&
        take_cells(&pixels, result, cells))
        looks->list[looks->count++].sha256 = result->sha256;
    else
        looks->blind[side] = true;
    pixels_finish(&pixels);
    return looks->blind[side] ? NULL : cells;
}

static double shown(double value)
{
    return isfinite(value) ? value : HUGE_VAL;
}

// The values of a run of columns: "0.5", "0.25 to 0.75", "no number".
static void say_run(const struct report_compare_cells *look,
                    const struct report_compare_apart *apart, char *text, size_t size)
{
    const int times = look->columns / apart->narrow;
    const char *unit = look->readout == READOUT_RGBA8 ? "level " : "";
    double low = HUGE_VAL, high = -HUGE_VAL;

    for (int i = 0; i < apart->columns; i++) {
        double value = shown(report_compare_value(
            look, apart->band, (apart->column + i) * times + times / 2));

        low = fmin(low, value);
        high = fmax(high, value);
    }
    if (high >= HUGE_VAL)
        snprintf(text, size, "no number");
    else if (low == high)
        snprintf(text, size, "%s%.6g", unit, low);
    else
        snprintf(text, size, "%s%.6g to %.6g", unit, low, high);
}

// "0.5 (to nearest even)", "level 127 (folded)".
static void say_value(const struct report_compare_cells *look,
                      const struct result *result,
                      const struct report_compare_apart *apart, bool bits, char *text,
                      size_t size)
{
    struct verdict rule = result->verdict;
    char words[400], values[80], width[24] = "";
    const char *said;

    if (bits && rule.fraction_bits >= 0)
        snprintf(width, sizeof width, "%d bits, ", rule.fraction_bits + 1);
    rule.fraction_bits = -1;
    verdict_text(&rule, words, sizeof words);
    said = rule.status != STATUS_OK        ? status_name(rule.status)
           : !strncmp(words, "rounds ", 7) ? words + 7
                                           : words;
    say_run(look, apart, values, sizeof values);
    snprintf(text, size, "%s (%s%s)", values, width, said);
}

// Which side stands for a group: its first.
static int side_of(const struct report_compare_draft *draft, int group)
{
    int side = 0;

    while (draft->cells[side].group != group)
        side++;
    return side;
}

// With labels, and with letters.
static void name_sides(const struct report_compare *compare, const int sides[2],
                       bool letters, char names[2][80])
{
    for (int i = 0; i < 2; i++)
        if (letters)
            snprintf(names[i], 80, "%c", 'A' + sides[i]);
        else
            memcpy(names[i], compare->labels[sides[i]].name, 80);
}

static void say_apart(const struct report_compare *compare,
                      struct report_compare_draft *draft, const int sides[2],
                      const struct report_compare_cells *const looks[2],
                      const struct report_compare_apart *apart)
{
    const struct result *one = draft->results[sides[0]],
                        *other = draft->results[sides[1]];
    const char *band = looks[0]->bands > 3 ? "stripe" : "row";
    bool bits = one->verdict.fraction_bits != other->verdict.fraction_bits;
    char got[200], want[200], columns[40], bands[48] = "", more[40] = "", names[2][80];
    int times = looks[0]->columns / apart->narrow;

    say_value(looks[0], one, apart, bits, got, sizeof got);
    say_value(looks[1], other, apart, bits, want, sizeof want);
    // By the columns of the first.
    snprintf(columns, sizeof columns, "column%s %d",
             apart->columns * times > 1 ? "s" : "", apart->column * times);
    if (apart->columns * times > 1)
        snprintf(columns + strlen(columns), sizeof columns - strlen(columns), "-%d",
                 (apart->column + apart->columns) * times - 1);
    if (apart->last > apart->first)
        snprintf(bands, sizeof bands, "%ss %d-%d, ", band, apart->first, apart->last);
    if (draft->groups > 2)
        snprintf(more, sizeof more, "; %d more answer%s", draft->groups - 2,
                 draft->groups > 3 ? "s" : "");
    for (int letters = 0; letters < 2; letters++) {
        name_sides(compare, sides, letters, names);
        snprintf(letters ? draft->brief : draft->words, sizeof draft->words,
                 "%s %d, %s: %s on %s against %s on %s; %s%ld of %ld cells differ%s",
                 band, apart->band, columns, got, names[0], want, names[1], bands,
                 apart->differing, apart->cells, more);
    }
}

// The bits of the first NaN.
static uint32_t first_nan(const struct report_compare_cells *look)
{
    for (int i = 0; i < look->bands * look->columns; i++)
        if (report_compare_is_nan(look, i / look->columns, i % look->columns))
            return look->words[i];
    return 0;
}

static void say_nan(const struct report_compare *compare,
                    struct report_compare_draft *draft, const int sides[2],
                    const struct report_compare_cells *const looks[2])
{
    char names[2][80];

    draft->weight -= NAN_LESS;
    for (int letters = 0; letters < 2; letters++) {
        name_sides(compare, sides, letters, names);
        snprintf(letters ? draft->brief : draft->words, sizeof draft->words,
                 "nothing but which NaN: 0x%08x on %s, 0x%08x on %s",
                 (unsigned) first_nan(looks[0]), names[0], (unsigned) first_nan(looks[1]),
                 names[1]);
    }
}

// Two groups of pictures of different widths that show no difference are one.
static void join(struct looks *looks, struct report_compare_draft *draft)
{
    const int sides = looks->compare->count;

    for (int i = 1; i < sides; i++)
        for (int j = 0; draft->cells[i].group >= 0 && j < i; j++) {
            const struct result *one = draft->results[j], *other = draft->results[i];
            const struct report_compare_cells *first, *second;
            struct report_compare_apart apart;

            if (draft->cells[j].group < 0 ||
                draft->cells[j].group == draft->cells[i].group ||
                one->columns == other->columns)
                continue;
            first = look_at(looks, j, one);
            second = look_at(looks, i, other);
            if (!first || !second || !report_compare_scan(first, second, &apart) ||
                apart.differing)
                continue;
            int from = draft->cells[i].group, to = draft->cells[j].group;

            for (int k = 0; k < sides; k++)
                if (draft->cells[k].group == from)
                    draft->cells[k].group = to;
        }
    draft->groups = report_compare_renumber(draft->cells, sides);
}

static void look(struct looks *looks, struct report_compare_draft *draft)
{
    const struct report_compare_cells *seen[2];
    struct report_compare_apart apart;
    int sides[2];

    join(looks, draft);
    if (draft->groups < 2)
        return;
    for (int i = 0; i < 2; i++) {
        sides[i] = side_of(draft, i);
        seen[i] = look_at(looks, sides[i], draft->results[sides[i]]);
    }
    if (!seen[0] || !seen[1] || !report_compare_scan(seen[0], seen[1], &apart))
        return;
    if (apart.differing)
        say_apart(looks->compare, draft, sides, seen, &apart);
    else if (apart.nans && draft->groups == 2)
        say_nan(looks->compare, draft, sides, seen);
}

bool report_compare_look(struct report_compare *compare,
                         struct report_compare_drafts *drafts)
{
    struct looks *looks = calloc(1, sizeof *looks);

    if (!looks) {
        log_error("no memory to look at pictures");
        return false;
    }
    looks->compare = compare;
    looks->blind = drafts->blind;
    for (int i = 0; i < drafts->count; i++)
        if (drafts->list[i].results && drafts->list[i].groups > 1)
            look(looks, &drafts->list[i]);
    for (int i = 0; i < looks->count; i++)
        free(looks->list[i].cells.words);
    free(looks);
    return true;
}
