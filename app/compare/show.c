// SPDX-License-Identifier: MIT

#include "compare/private.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The picture that gave the program its name, fract(2^B + x), and the beginning of the
// names of others that show stripes. No other picture has their axes.
#define LEAD "stripes"

static uint8_t show_level_of(enum readout readout, uint32_t word)
{
    if (readout == READOUT_RGBA8)
        return (uint8_t) word;
    return (uint8_t) (fmin(fmax(cells_number(readout, word), 0), 1) * 255 + 0.5);
}

static uint8_t *levels_of(const struct pixels *pixels)
{
    size_t count = (size_t) pixels->width * (size_t) pixels->height;
    uint8_t *levels = memory_new(count, 1);

    for (size_t i = 0; i < count; i++)
        levels[i] = show_level_of(pixels->readout, pixels->words[i]);
    return levels;
}

void compare_want(struct compare_set *set, const struct pixels *want, const char *who)
{
    set->want = levels_of(want);
    snprintf(set->wanted, sizeof set->wanted, "%s", who);
}

// Reads the levels of grey of a raw picture, if it is available.
static void take_grey(const struct report_folder *folder, bool *blind,
                      struct compare_picture *picture)
{
    const struct result *result = picture->result;
    struct pixels pixels;

    if (*blind || result->bands < 1 || !report_folder_has(folder, result))
        return;
    *blind = !report_folder_pixels(folder, result, &pixels);
    if (*blind)
        return;
    picture->grey = levels_of(&pixels);
    picture->width = pixels.width;
    picture->height = pixels.height;
    picture->bands = result->bands;
    pixels_finish(&pixels);
}

// Returns the same picture of an earlier side, or NULL.
static const struct compare_picture *same_picture(const struct compare_picture *pictures,
                                                  int side)
{
    for (int i = 0; i < side; i++)
        if (pictures[i].grey &&
            !strcmp(pictures[i].result->sha256, pictures[side].result->sha256))
            return &pictures[i];
    return NULL;
}

static void add_set(struct drafts *drafts, const struct draft *draft,
                    struct compare *compare)
{
    struct compare_set *set = &compare->sets[compare->set_count++];

    snprintf(set->name, sizeof set->name, "%s, %s %s, %s", draft->what,
             stage_name(draft->at.stage), precision_name(draft->at.precision),
             form_name(draft->at.form));
    set->where = draft->where;
    memcpy(set->words, draft->row.words, sizeof set->words);
    if (!set->words[0])
        compare_words(compare, &draft->row, "", false, set->words);
    set->pictures = memory_new((size_t) compare->count, sizeof *set->pictures);
    for (int i = 0; i < compare->count; i++) {
        struct compare_picture *picture = &set->pictures[i];
        const struct compare_picture *same;

        picture->result = draft->results[i];
        picture->group = draft->row.cells[i].group;
        if (!picture->result)
            continue;
        same = same_picture(set->pictures, i);
        if (!same) {
            take_grey(compare->sides[i], &drafts->blind[i], picture);
            continue;
        }
        *picture = *same;
        picture->result = draft->results[i];
        picture->grey =
            memory_copy(same->grey, (size_t) same->width * (size_t) same->height);
    }
}

// ---- which are shown ----

static bool is_shown(const struct draft *draft)
{
    return draft->results && !strncmp(draft->what, LEAD, strlen(LEAD));
}

// Returns true if the compiler removed the sum on some side, whose ramps then have no
// end.
static bool is_folded(const struct draft *draft, int sides)
{
    for (int i = 0; i < sides; i++)
        if (draft->results[i] && draft->results[i]->verdict.status == STATUS_FOLDED)
            return true;
    return false;
}

// Returns the row of the picture that the headline describes, which is shown first;
// NULL if there is none.
static const struct draft *find_lead(const struct drafts *drafts)
{
    const int sides = drafts->compare->count;
    const struct draft *lead = NULL;

    for (int i = 0; i < drafts->count; i++) {
        const struct draft *draft = &drafts->list[i];

        if (is_shown(draft) && !strcmp(draft->what, LEAD) &&
            draft->at.stage == STAGE_FRAGMENT &&
            (draft->at.form == FORM_PLAIN || draft->at.form == FORM_GUARDED) &&
            !is_folded(draft, sides) &&
            (!lead || draft->at.precision < lead->at.precision))
            lead = draft;
    }
    return lead;
}

// The ranks of pictures: the lead; then pictures that differ, first those of the same
// probe, and those that show the end of the significand on all sides; then the others in
// the same order.
#define RANKS 9

static int rank_of(const struct draft *draft, const struct draft *lead, int sides)
{
    if (draft == lead)
        return 0;
    return 1 + 4 * (draft->row.groups < 2) + 2 * (strcmp(draft->what, LEAD) != 0) +
           is_folded(draft, sides);
}

// Returns true if a chosen set shows the same probe in another form, with no less
// detail.
static bool show_is_known(const struct draft *const *chosen, int count,
                          const struct draft *draft)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(chosen[i]->what, draft->what) &&
            chosen[i]->at.stage == draft->at.stage &&
            chosen[i]->at.precision == draft->at.precision &&
            (chosen[i]->row.groups > 1 || draft->row.groups < 2))
            return true;
    return false;
}

void drafts_show(struct drafts *drafts, struct compare *compare)
{
    const struct draft *chosen[COMPARE_SETS], *lead = find_lead(drafts);

    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < drafts->count && compare->set_count < COMPARE_SETS; i++) {
            const struct draft *draft = &drafts->list[i];

            if (!is_shown(draft) || rank_of(draft, lead, compare->count) != rank ||
                show_is_known(chosen, compare->set_count, draft))
                continue;
            chosen[compare->set_count] = draft;
            add_set(drafts, draft, compare);
        }
}
