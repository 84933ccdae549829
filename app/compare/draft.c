// SPDX-License-Identifier: MIT

#include "compare/private.h"

#include "base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How much a section tells: docs/comparing.md has the reasons.
static int section_weight(int section)
{
    static const int weights[COMPARE_SECTIONS] = {
        [COMPARE_VERDICT] = 1000,    [COMPARE_PRECISIONS] = 900,
        [COMPARE_FORMS] = 840,       [COMPARE_OPERATIONS] = 780,
        [COMPARE_CONTRACTION] = 740, [COMPARE_FOLDING] = 700,
        [COMPARE_ERROR_FREE] = 660,  [COMPARE_SUBNORMALS] = 620,
        [COMPARE_SPECIALS] = 560,    [COMPARE_CONVERSIONS] = 520,
        [COMPARE_CLAIMS] = 500,      [COMPARE_FUNCTIONS] = 460,
        [COMPARE_PICTURES] = 360,
    };

    return weights[section] ? weights[section] : 400;
}

// What most shaders do comes first: at the fragment stage, in highp, plainly written.
static int place_weight(struct report_lines_place place)
{
    static const int stages[STAGE_COUNT] = { 0, 30, 20 };
    static const int precisions[PRECISION_COUNT] = { 0, 10, 25, 15, 20 };
    static const int forms[FORM_COUNT] = { 0, 4, 5, 8, 12 };

    return stages[place.stage] + precisions[place.precision] + forms[place.form];
}

int report_compare_weigh(int section, struct report_lines_place place, int times)
{
    int weight = section_weight(section) - times * place_weight(place);

    return weight > 0 ? weight : 0;
}

struct report_compare_draft *report_compare_add(struct report_compare_drafts *drafts,
                                                int section, const char *what,
                                                unsigned dimensions,
                                                struct report_lines_place place)
{
    const size_t sides = (size_t) drafts->sides;
    struct report_compare_draft *draft, *list = drafts->list;
    int more = drafts->capacity ? drafts->capacity * 2 : 256;

    if (drafts->count == drafts->capacity) {
        list = realloc(list, (size_t) more * sizeof *list);
        if (list) {
            drafts->list = list;
            drafts->capacity = more;
        }
    }
    struct report_compare_cell *cells = list ? calloc(sides, sizeof *cells) : NULL;

    if (!cells) {
        log_error("no memory for a row of %d reports", drafts->sides);
        return NULL;
    }
    draft = &drafts->list[drafts->count];
    *draft =
        (struct report_compare_draft){ .section = section,
                                       .order = drafts->count++,
                                       .weight = report_compare_weigh(section, place, 1),
                                       .dimensions = dimensions,
                                       .at = place,
                                       .cells = cells };
    snprintf(draft->what, sizeof draft->what, "%s", what);
    draft->places[place.stage] =
        1u << (place.precision * FORM_COUNT + (unsigned) place.form);
    for (int i = 0; i < drafts->sides; i++) {
        snprintf(cells[i].text, sizeof cells[i].text, "-");
        cells[i].group = -1;
    }
    return draft;
}

static void finish(struct report_compare_draft *draft)
{
    free(draft->cells);
    free(draft->results);
}

void report_compare_drafts_finish(struct report_compare_drafts *drafts)
{
    for (int i = 0; i < drafts->count; i++)
        finish(&drafts->list[i]);
    free(drafts->list);
    *drafts = (struct report_compare_drafts){ 0 };
}

// What has the same hash may say the same.
static uint32_t hash(const struct report_compare_draft *draft, int sides)
{
    uint32_t sum = (uint32_t) draft->section * 31u + (uint32_t) draft->groups;

    for (const char *at = draft->what; *at; at++)
        sum = sum * 16777619u ^ (unsigned char) *at;
    for (int i = 0; i < sides; i++)
        for (const char *at = draft->cells[i].text; *at; at++)
            sum = sum * 16777619u ^ (unsigned char) *at;
    return sum;
}

static bool says_the_same(const struct report_compare_draft *one,
                          const struct report_compare_draft *other, int sides)
{
    if (one->section != other->section || strcmp(one->what, other->what) != 0 ||
        strcmp(one->words, other->words) != 0)
        return false;
    for (int i = 0; i < sides; i++)
        if (one->cells[i].group != other->cells[i].group ||
            strcmp(one->cells[i].text, other->cells[i].text) != 0)
            return false;
    return true;
}

// Adds the places of `other`; what tells more comes first.
static void take_in(struct report_compare_draft *draft,
                    struct report_compare_draft *other)
{
    const struct result **results = draft->results;

    for (int stage = 0; stage < STAGE_COUNT; stage++)
        draft->places[stage] |= other->places[stage];
    if (other->weight <= draft->weight)
        return;
    draft->weight = other->weight;
    draft->at = other->at;
    draft->results = other->results;
    other->results = results;
}

struct slot {
    uint32_t hash;
    int draft; // -1: free
};

// The row that `draft` belongs to, or -1; then its slot is taken for row `next`.
static int find(struct slot *slots, size_t slot_count,
                const struct report_compare_drafts *drafts,
                const struct report_compare_draft *draft, int next)
{
    uint32_t sum = hash(draft, drafts->sides);
    size_t at = sum % slot_count;

    for (; slots[at].draft >= 0; at = (at + 1) % slot_count)
        if (slots[at].hash == sum &&
            says_the_same(&drafts->list[slots[at].draft], draft, drafts->sides))
            return slots[at].draft;
    slots[at] = (struct slot){ sum, next };
    return -1;
}

bool report_compare_merge(struct report_compare_drafts *drafts)
{
    const size_t slot_count = (size_t) drafts->count * 2 + 1;
    struct slot *slots = malloc(slot_count * sizeof *slots);
    int kept = 0;

    if (!slots) {
        log_error("no memory for %d rows", drafts->count);
        return false;
    }
    for (size_t i = 0; i < slot_count; i++)
        slots[i].draft = -1;
    for (int i = 0; i < drafts->count; i++) {
        int same = find(slots, slot_count, drafts, &drafts->list[i], kept);

        if (same >= 0) {
            take_in(&drafts->list[same], &drafts->list[i]);
            finish(&drafts->list[i]);
        } else {
            drafts->list[kept++] = drafts->list[i];
        }
    }
    drafts->count = kept;
    free(slots);
    return true;
}

// ---- names ----

// The values that a row has of one dimension, as bits.
static unsigned values_of(const uint32_t places[STAGE_COUNT], int dimension)
{
    unsigned values = 0;

    for (unsigned stage = 0; stage < STAGE_COUNT; stage++)
        for (unsigned bit = 0; bit < PRECISION_COUNT * FORM_COUNT; bit++)
            if (places[stage] >> bit & 1)
                values |= 1u << (dimension == 0   ? stage
                                 : dimension == 1 ? bit / FORM_COUNT
                                                  : bit % FORM_COUNT);
    return values;
}

// Whether the places are all those that have these values of each dimension.
static bool is_product(const uint32_t places[STAGE_COUNT],
                       const uint32_t all[STAGE_COUNT], const unsigned values[3])
{
    for (unsigned stage = 0; stage < STAGE_COUNT; stage++)
        for (unsigned bit = 0; bit < PRECISION_COUNT * FORM_COUNT; bit++) {
            bool within = values[0] >> stage & values[1] >> bit / FORM_COUNT &
                          values[2] >> bit % FORM_COUNT & all[stage] >> bit & 1;

            if (within != (places[stage] >> bit & 1))
                return false;
        }
    return true;
}

static const char *value_name(int dimension, unsigned value)
{
    return dimension == 0   ? stage_name((enum stage) value)
           : dimension == 1 ? precision_name((enum precision) value)
                            : form_name((enum form) value);
}

static void append(char *text, size_t size, const char *joint, const char *more)
{
    size_t used = strlen(text);

    if (used < size)
        snprintf(text + used, size - used, "%s%s", used ? joint : "", more);
}

static void name_product(const unsigned values[3], const unsigned all[3],
                         unsigned dimensions, bool always, char *text, size_t size)
{
    for (int dimension = 0; dimension < 3; dimension++) {
        const char *joint = ", ";

        if (!(dimensions >> dimension & 1) ||
            (values[dimension] == all[dimension] && !always))
            continue;
        for (unsigned value = 0; value < 8; value++)
            if (values[dimension] >> value & 1) {
                append(text, size, joint, value_name(dimension, value));
                joint = "/";
            }
    }
}

static void name_first(const struct report_compare_draft *draft, char *text, size_t size)
{
    int others = -1;
    char rest[40];

    for (int stage = 0; stage < STAGE_COUNT; stage++)
        others += __builtin_popcount(draft->places[stage]);
    append(text, size, ", ", stage_name(draft->at.stage));
    append(text, size, " ", precision_name(draft->at.precision));
    if (draft->dimensions & 4)
        append(text, size, " ", form_name(draft->at.form));
    snprintf(rest, sizeof rest, "and %d more", others);
    append(text, size, ", ", rest);
}

void report_compare_name(const struct report_compare_draft *draft,
                         const uint32_t all[STAGE_COUNT], char *text, size_t size)
{
    unsigned values[3], all_values[3];

    for (int dimension = 0; dimension < 3; dimension++) {
        values[dimension] = values_of(draft->places, dimension);
        all_values[dimension] = values_of(all, dimension);
    }
    snprintf(text, size, "%s", draft->what);
    if (!draft->dimensions)
        return;
    if (is_product(draft->places, all, values))
        name_product(values, all_values, draft->dimensions, !draft->what[0], text, size);
    else
        name_first(draft, text, size);
}
