// SPDX-License-Identifier: MIT
//
// How it works
//
// What the sides were asked is collected into questions, each once, by where and how it
// was asked (compare/ask.c). A question becomes a row: what each side says, and
// who says the same (compare/group.c). Rows of one line that say the same at
// several places become one; else a shader compiler that folds would be told of thirty
// times. Captures are read last, and few: what has the same hash is the same.

#include "compare/compare.h"

#include "base/log.h"
#include "compare/clean.h"
#include "compare/private.h"
#include "compare/say.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_telling(const void *a, const void *b)
{
    const struct report_compare_draft *one = a, *other = b;
    bool differs = one->groups > 1, other_differs = other->groups > 1;

    if (one->section != other->section)
        return one->section - other->section;
    if (differs != other_differs)
        return differs ? -1 : 1;
    if (one->weight != other->weight)
        return other->weight - one->weight;
    return one->order - other->order;
}

// All places at which something was asked: those of the drafts of its name.
static void all_places(const struct report_compare_drafts *drafts,
                       const struct report_compare_draft *draft,
                       uint32_t all[STAGE_COUNT])
{
    memset(all, 0, STAGE_COUNT * sizeof *all);
    for (int i = 0; i < drafts->count; i++)
        if (drafts->list[i].section == draft->section &&
            !strcmp(drafts->list[i].what, draft->what))
            for (int stage = 0; stage < STAGE_COUNT; stage++)
                all[stage] |= drafts->list[i].places[stage];
}

// A topic is a foreign string: it is kept as it may be shown.
static const char *name_section(struct report_compare *compare,
                                const struct report_compare_asked *asked, int section)
{
    char *topic;

    if (section < COMPARE_OTHERS || section >= COMPARE_PICTURES)
        return asked->sections[section];
    topic = compare->topics[section - COMPARE_OTHERS];
    if (!topic[0]) {
        facts_copy(topic, sizeof compare->topics[0], asked->sections[section]);
        report_compare_clean_text(topic);
    }
    return topic;
}

static bool make_rows(struct report_compare *compare,
                      struct report_compare_drafts *drafts,
                      const struct report_compare_asked *asked)
{
    compare->rows = calloc((size_t) drafts->count, sizeof *compare->rows);
    if (!compare->rows) {
        log_error("no memory for %d rows", drafts->count);
        return false;
    }
    for (int i = 0; i < drafts->count; i++) {
        struct report_compare_draft *draft = &drafts->list[i];
        struct report_compare_row *row = &compare->rows[compare->row_count++];
        uint32_t all[STAGE_COUNT];

        row->section = name_section(compare, asked, draft->section);
        row->weight = draft->weight;
        row->groups = draft->groups;
        all_places(drafts, draft, all);
        report_compare_name(draft, all, row->name, sizeof row->name);
        report_compare_say(compare, draft, row->words, row->brief);
        row->cells = draft->cells;
        draft->cells = NULL;
        compare->differing += row->groups > 1;
    }
    return true;
}

static bool compare_all(struct report_compare *compare,
                        struct report_compare_drafts *drafts,
                        struct report_compare_asked *asked,
                        const struct report_folder *folders)
{
    if (!report_compare_ask(asked, folders, compare->count) ||
        !report_compare_heads(drafts, folders) ||
        !report_compare_lines(drafts, asked, folders) || !report_compare_merge(drafts))
        return false;
    qsort(drafts->list, (size_t) drafts->count, sizeof *drafts->list, by_telling);
    if (!report_compare_look(compare, drafts))
        return false;
    qsort(drafts->list, (size_t) drafts->count, sizeof *drafts->list, by_telling);
    return report_compare_show(compare, drafts) && make_rows(compare, drafts, asked);
}

bool report_compare_init(struct report_compare *compare,
                         const struct report_folder *folders, int count)
{
    struct report_compare_drafts drafts = { .sides = count };
    struct report_compare_asked asked = { 0 };
    bool ok;

    assert(count >= 2 && count <= REPORT_COMPARE_SIDES);
    *compare = (struct report_compare){
        .count = count,
        .sides = malloc((size_t) count * sizeof *compare->sides),
        .labels = calloc((size_t) count, sizeof *compare->labels),
    };
    ok = compare->sides && compare->labels;
    if (!ok)
        log_error("no memory to compare %d reports", count);
    for (int i = 0; ok && i < count; i++)
        compare->sides[i] = &folders[i];
    if (ok) {
        report_compare_label(compare);
        ok = compare_all(compare, &drafts, &asked, folders);
        report_compare_clean(compare);
    }
    report_compare_drafts_finish(&drafts);
    report_compare_asked_finish(&asked);
    if (!ok)
        report_compare_finish(compare);
    return ok;
}

void report_compare_finish(struct report_compare *compare)
{
    for (int i = 0; i < compare->row_count; i++)
        free(compare->rows[i].cells);
    for (int set = 0; set < compare->set_count; set++) {
        for (int i = 0; i < compare->count; i++)
            free(compare->sets[set].pictures[i].grey);
        free(compare->sets[set].pictures);
    }
    free(compare->rows);
    free(compare->labels);
    free(compare->sides);
    *compare = (struct report_compare){ 0 };
}
