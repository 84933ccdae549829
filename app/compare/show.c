// SPDX-License-Identifier: MIT

#include "compare/private.h"
#include "compare/say.h"

#include "base/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Pictures that an eye can read: stripes.
#define BANDS_MIN   8
#define COLUMNS_MIN 16

static bool is_shown(const struct report_compare_draft *draft, int sides)
{
    for (int i = 0; draft->results && i < sides; i++)
        if (draft->results[i] && draft->results[i]->bands >= BANDS_MIN &&
            draft->results[i]->columns >= COLUMNS_MIN)
            return true;
    return false;
}

static uint8_t level(const struct pixels *pixels, uint32_t word)
{
    double value;

    if (pixels->readout == READOUT_RGBA8)
        return (uint8_t) word;
    value = pixels->readout == READOUT_FLOAT16
                ? fp_from_bits((uint32_t) fp_convert(FP_BINARY16, FP_BINARY32, FP_RNE,
                                                     word & 0xffff))
                : fp_from_bits(word);
    return value > 0 ? (uint8_t) (fmin(value, 1) * 255 + 0.5) : 0;
}

// Levels of grey; leaves `picture` without where there is no capture to be had.
static bool take_grey(const struct report_folder *folder, bool *blind,
                      struct report_compare_picture *picture)
{
    const struct result *result = picture->result;
    size_t count;
    struct pixels pixels;

    if (*blind || (!folder->pictures && !result->image[0]))
        return true;
    *blind = !report_folder_pixels(folder, result, &pixels);
    if (*blind)
        return true;
    count = (size_t) pixels.width * (size_t) pixels.height;
    picture->grey = malloc(count);
    if (!picture->grey)
        log_error("no memory for a picture of %d x %d", pixels.width, pixels.height);
    for (size_t i = 0; picture->grey && i < count; i++)
        picture->grey[i] = level(&pixels, pixels.words[i]);
    picture->width = pixels.width;
    picture->height = pixels.height;
    picture->bands = result->bands;
    pixels_finish(&pixels);
    return picture->grey;
}

// A copy of the picture of an earlier side that has the same, if there is one.
static bool take_same(struct report_compare_picture *pictures, int side, bool *found)
{
    struct report_compare_picture *picture = &pictures[side];
    size_t count;

    *found = false;
    for (int i = 0; i < side && !*found; i++) {
        const struct report_compare_picture *same = &pictures[i];

        if (!same->grey || strcmp(same->result->sha256, picture->result->sha256) != 0)
            continue;
        count = (size_t) same->width * (size_t) same->height;
        picture->grey = malloc(count);
        if (!picture->grey) {
            log_error("no memory for a picture of %d x %d", same->width, same->height);
            return false;
        }
        memcpy(picture->grey, same->grey, count);
        picture->width = same->width;
        picture->height = same->height;
        picture->bands = same->bands;
        *found = true;
    }
    return true;
}

static bool fill(struct report_compare *compare, struct report_compare_set *set,
                 struct report_compare_drafts *drafts,
                 const struct report_compare_draft *draft)
{
    char brief[sizeof set->words];

    set->pictures = calloc((size_t) compare->count, sizeof *set->pictures);
    if (!set->pictures) {
        log_error("no memory for %d pictures", compare->count);
        return false;
    }
    compare->set_count++;
    snprintf(set->name, sizeof set->name, "%s, %s %s, %s", draft->what,
             stage_name(draft->at.stage), precision_name(draft->at.precision),
             form_name(draft->at.form));
    report_compare_say(compare, draft, set->words, brief);
    for (int i = 0; i < compare->count; i++) {
        struct report_compare_picture *picture = &set->pictures[i];
        bool found;

        picture->result = draft->results[i];
        picture->group = draft->cells[i].group;
        if (!picture->result)
            continue;
        if (!take_same(set->pictures, i, &found) ||
            (!found && !take_grey(compare->sides[i], &drafts->blind[i], picture)))
            return false;
    }
    return true;
}

// ---- which are shown ----

// The picture after which the program is named, fract(2^B + x).
#define LEAD "stripes"

// The compiler removed the sum on some side: ramps without an end.
static bool is_folded(const struct report_compare_draft *draft, int sides)
{
    for (int i = 0; i < sides; i++)
        if (draft->results[i] && draft->results[i]->verdict.status == STATUS_FOLDED)
            return true;
    return false;
}

// The one that stands first: what a headline is about. NULL if there is none.
static const struct report_compare_draft *find_lead(
    const struct report_compare_drafts *drafts)
{
    const struct report_compare_draft *lead = NULL;

    for (int i = 0; i < drafts->count; i++) {
        const struct report_compare_draft *draft = &drafts->list[i];

        if (is_shown(draft, drafts->sides) && !strcmp(draft->what, LEAD) &&
            draft->at.stage == STAGE_FRAGMENT &&
            (draft->at.form == FORM_PLAIN || draft->at.form == FORM_GUARDED) &&
            !is_folded(draft, drafts->sides) &&
            (!lead || draft->at.precision < lead->at.precision))
            lead = draft;
    }
    return lead;
}

// The lead; then what differs, and of that what shows the end of the significand on all
// sides; then the others in the same way.
static int rank(const struct report_compare_draft *draft,
                const struct report_compare_draft *lead, int sides)
{
    if (draft == lead)
        return 0;
    return 1 + 2 * (draft->groups < 2) + is_folded(draft, sides);
}

#define RANKS 5

// Whether a set shows the same question in another form, and no less.
static bool is_known(const struct report_compare_draft *const *chosen, int count,
                     const struct report_compare_draft *draft)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(chosen[i]->what, draft->what) &&
            chosen[i]->at.stage == draft->at.stage &&
            chosen[i]->at.precision == draft->at.precision &&
            (chosen[i]->groups > 1 || draft->groups < 2))
            return true;
    return false;
}

bool report_compare_show(struct report_compare *compare,
                         struct report_compare_drafts *drafts)
{
    const struct report_compare_draft *chosen[REPORT_COMPARE_PICTURES];
    const struct report_compare_draft *lead = find_lead(drafts);

    for (int i = 0; i < RANKS * drafts->count; i++) {
        const struct report_compare_draft *draft = &drafts->list[i % drafts->count];

        if (compare->set_count == REPORT_COMPARE_PICTURES)
            break;
        if (!is_shown(draft, compare->count) ||
            rank(draft, lead, compare->count) != i / drafts->count ||
            is_known(chosen, compare->set_count, draft))
            continue;
        chosen[compare->set_count] = draft;
        if (!fill(compare, &compare->sets[compare->set_count], drafts, draft))
            return false;
    }
    return true;
}
