// SPDX-License-Identifier: MIT

#include "compare/private.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int draft_weight(int section, const struct report_expressions_place *place, int times)
{
    int known = section < SECTION_OTHERS     ? section
                : section < SECTION_PICTURES ? SECTION_OTHERS
                                             : SECTION_OTHERS + 1;
    int weight = WEIGHT_FIRST - WEIGHT_SECTION * known;

    if (place)
        weight -= times * ((place->stage != STAGE_FRAGMENT) * WEIGHT_STAGE +
                           (place->precision != PRECISION_HIGHP) * WEIGHT_PRECISION +
                           (int) place->form * WEIGHT_FORM);
    return weight > 0 ? weight : 0;
}

struct draft *draft_add(struct drafts *drafts, int section, const char *what,
                        const struct report_expressions_place *place)
{
    struct draft *draft;
    const int sides = drafts->compare->count;

    if (drafts->count == drafts->capacity) {
        drafts->capacity = drafts->capacity ? drafts->capacity * 2 : 256;
        drafts->list =
            memory_resize(drafts->list, (size_t) drafts->capacity, sizeof *drafts->list);
    }
    draft = &drafts->list[drafts->count];
    *draft = (struct draft){ .section = section,
                             .order = drafts->count++,
                             .placed = place,
                             .has_form = section >= SECTION_FORMS,
                             .row.weight = draft_weight(section, place, 1) };
    snprintf(draft->what, sizeof draft->what, "%s", what);
    if (place) {
        draft->at = *place;
        draft->places[place->stage] =
            1u << (place->precision * FORM_COUNT + (unsigned) place->form);
    }
    draft->row.cells = memory_new((size_t) sides, sizeof *draft->row.cells);
    for (int i = 0; i < sides; i++)
        draft->row.cells[i] = (struct compare_cell){ .text = "-", .group = -1 };
    memset(drafts->senses, 0, sizeof drafts->senses);
    return draft;
}

void draft_group(struct drafts *drafts)
{
    struct compare_row *row = &drafts->list[drafts->count - 1].row;

    row->groups = sense_group(row->cells, drafts->senses, drafts->compare->count);
}

static void draft_discard(struct draft *draft)
{
    free(draft->row.cells);
    free(draft->results);
}

void draft_drop(struct drafts *drafts)
{
    draft_discard(&drafts->list[--drafts->count]);
}

// ---- order ----

// The drafts that are being sorted, because not every C library has qsort_r.
static const struct drafts *sorted;

// Compares what stands behind two findings: a report of one side prints it.
static int by_evidence(const struct finding *one, const struct finding *other)
{
    char texts[2][FINDING_DETAIL_TEXT];

    if (!one || !other)
        return (one != NULL) - (other != NULL);
    if (one->cases != other->cases)
        return one->cases < other->cases ? -1 : 1;
    if (one->agree != other->agree)
        return one->agree < other->agree ? -1 : 1;
    finding_detail_text(one, texts[0], sizeof texts[0]);
    finding_detail_text(other, texts[1], sizeof texts[1]);
    return strcmp(texts[0], texts[1]);
}

static int by_content(const void *a, const void *b)
{
    const struct draft *one = a, *other = b;
    int order = one->section - other->section;

    if (!order)
        order = strcmp(one->what, other->what);
    if (!order)
        order = strcmp(one->note, other->note);
    for (int i = 0; !order && i < sorted->compare->count; i++) {
        const struct compare_cell *cell = &one->row.cells[i],
                                  *with = &other->row.cells[i];

        order = cell->group - with->group;
        if (!order)
            order = strcmp(cell->text, with->text);
    }
    if (!order && sorted->compare->count == 1)
        order = by_evidence(one->row.finding, other->row.finding);
    return order;
}

static int by_content_and_order(const void *a, const void *b)
{
    int order = by_content(a, b);

    return order ? order
                 : ((const struct draft *) a)->order - ((const struct draft *) b)->order;
}

// Adds the places of `other`, which is freed. The more specific text comes first.
static void draft_take_in(struct draft *draft, struct draft *other)
{
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        draft->places[stage] |= other->places[stage];
    if (other->row.weight > draft->row.weight) {
        const struct result **results = draft->results;

        draft->row.weight = other->row.weight;
        draft->row.result = other->row.result;
        draft->row.finding = other->row.finding;
        draft->at = other->at;
        draft->results = other->results;
        other->results = results;
    }
    draft_discard(other);
}

void drafts_merge(struct drafts *drafts)
{
    int kept = 0;

    sorted = drafts;
    qsort(drafts->list, (size_t) drafts->count, sizeof *drafts->list,
          by_content_and_order);
    for (int i = 0; i < drafts->count; i++) {
        struct draft *draft = &drafts->list[i];

        if (kept && !by_content(&drafts->list[kept - 1], draft))
            draft_take_in(&drafts->list[kept - 1], draft);
        else
            drafts->list[kept++] = *draft;
    }
    drafts->count = kept;
}

static int by_telling(const void *a, const void *b)
{
    const struct draft *one = a, *other = b;
    bool differs = one->row.groups > 1, other_differs = other->row.groups > 1;

    if (one->section != other->section)
        return one->section - other->section;
    if (differs != other_differs)
        return differs ? -1 : 1;
    if (one->row.weight != other->row.weight)
        return other->row.weight - one->row.weight;
    return one->order - other->order;
}

void drafts_sort(struct drafts *drafts)
{
    qsort(drafts->list, (size_t) drafts->count, sizeof *drafts->list, by_telling);
}

// ---- names ----

// Collects the values of each dimension that occur in the places, as bits.
static void values_of(const uint32_t places[STAGE_COUNT], unsigned values[3])
{
    memset(values, 0, 3 * sizeof *values);
    for (unsigned stage = 0; stage < STAGE_COUNT; stage++)
        for (unsigned bit = 0; bit < PRECISION_COUNT * FORM_COUNT; bit++)
            if (places[stage] >> bit & 1) {
                values[0] |= 1u << stage;
                values[1] |= 1u << bit / FORM_COUNT;
                values[2] |= 1u << bit % FORM_COUNT;
            }
}

// Returns true if the places are all combinations of these values.
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

// Appends the places (stage, precision, form) of a row to its name, as far as the
// places of all rows of that kind go beyond them. A row that has all of them needs no
// places in its name.
static void name_places(const struct draft *draft, const uint32_t all[STAGE_COUNT],
                        char text[160])
{
    const int dimensions = draft->has_form ? 3 : 2;
    unsigned values[3], all_values[3];
    int others = -1;

    values_of(draft->places, values);
    values_of(all, all_values);
    if (is_product(draft->places, all, values)) {
        for (int dimension = 0; dimension < dimensions; dimension++) {
            const char *joint = ", ";

            if (values[dimension] == all_values[dimension] &&
                (draft->what[0] || dimension == 0))
                continue;
            for (unsigned value = 0; value < 8; value++)
                if (values[dimension] >> value & 1) {
                    text_join(text, 160, joint, value_name(dimension, value));
                    joint = "/";
                }
        }
        return;
    }
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        others += __builtin_popcount(draft->places[stage]);
    text_join(text, 160, ", ", stage_name(draft->at.stage));
    text_add(text, 160, " %s%s%s, and %d more", precision_name(draft->at.precision),
             draft->has_form ? " " : "", draft->has_form ? form_name(draft->at.form) : "",
             others);
}

static void name_row(const struct drafts *drafts, const struct draft *draft,
                     char text[160])
{
    uint32_t all[STAGE_COUNT] = { 0 };

    for (int i = 0; i < drafts->count; i++)
        if (drafts->list[i].section == draft->section &&
            !strcmp(drafts->list[i].what, draft->what))
            for (int stage = 0; stage < STAGE_COUNT; stage++)
                all[stage] |= drafts->list[i].places[stage];
    snprintf(text, 160, "%s", draft->what);
    if (draft->placed)
        name_places(draft, all, text);
}

// Returns the name of a section. An unknown topic is a string of a stranger, so its
// control characters are replaced.
static const char *name_section(const struct drafts *drafts, struct compare *compare,
                                int section)
{
    char *topic;

    if (section < SECTION_OTHERS || section >= SECTION_PICTURES)
        return drafts->sections[section];
    topic = compare->topics[section - SECTION_OTHERS];
    facts_copy(topic, sizeof compare->topics[0], drafts->sections[section]);
    text_clean(topic);
    return topic;
}

void drafts_finish(struct drafts *drafts, struct compare *compare)
{
    compare->rows = memory_new((size_t) drafts->count, sizeof *compare->rows);
    for (int i = 0; i < drafts->count; i++) {
        struct draft *draft = &drafts->list[i];
        struct compare_row *row = &draft->row;

        row->section = name_section(drafts, compare, draft->section);
        name_row(drafts, draft, row->name);
        row->stem = (int) strlen(draft->what);
        if (!row->words[0]) {
            compare_words(compare, row, draft->note, false, row->words);
            compare_words(compare, row, draft->note, true, row->brief);
        }
        compare->differing += row->groups > 1;
        compare->rows[compare->row_count++] = *row;
        free(draft->results);
    }
    free(drafts->list);
}
