// SPDX-License-Identifier: MIT
//
// How it works
//
// Each finding of a side, and the data by which it is compared (sense, group.c),
// becomes a row: those of the headlines in heads.c, those of the probes in questions.c.
// Rows of one expression with the same findings at several places become one row
// (draft.c), because otherwise the table would report a compiler that folds thirty
// times. Raw pictures are read last, and only a few: equal hashes mean equal pictures.

#include "compare/compare.h"

#include "base/memory.h"
#include "base/text.h"
#include "compare/private.h"

#include <assert.h>
#include <stdlib.h>

// Makes the rows and, if `pictures`, the sets.
static void make_rows(struct compare *compare, bool pictures)
{
    struct drafts drafts = { .compare = compare };

    for (int i = 0; i < TOPIC_COUNT; i++)
        drafts.sections[SECTION_TOPICS + i] = topic_list[i].name;
    drafts.sections[SECTION_VERDICT] = "verdict";
    drafts.sections[SECTION_PRECISIONS] = "precisions";
    drafts.sections[SECTION_FORMS] = "forms";
    drafts.sections[SECTION_PICTURES] = "pictures";
    drafts_add_heads(&drafts);
    drafts_add_results(&drafts);
    drafts_merge(&drafts);
    drafts_sort(&drafts);
    drafts_look(&drafts);
    drafts_sort(&drafts);
    if (pictures)
        drafts_show(&drafts, compare);
    for (int i = 0; i < compare->count; i++)
        compare->unreadable |= drafts.blind[i] || compare->sides[i]->lost > 0;
    drafts_finish(&drafts, compare);
}

static void clean_row(struct compare_row *row, int sides)
{
    text_clean(row->name);
    text_clean(row->words);
    text_clean(row->brief);
    for (int i = 0; i < sides; i++)
        text_clean(row->cells[i].text);
}

static void clean_compare(struct compare *compare)
{
    for (int i = 0; i < compare->count; i++) {
        struct compare_label *label = &compare->labels[i];

        text_clean(label->name);
        text_clean(label->device);
        text_clean(label->verdict);
    }
    for (int i = 0; i < compare->row_count; i++)
        clean_row(&compare->rows[i], compare->count);
    for (int i = 0; i < compare->set_count; i++) {
        text_clean(compare->sets[i].name);
        text_clean(compare->sets[i].words);
    }
}

static void compare_start(struct compare *compare, const struct report_folder *folders,
                          int count, bool pictures)
{
    const size_t sides = (size_t) count;

    assert(count >= 1 && count <= COMPARE_SIDES);
    *compare = (struct compare){
        .count = count,
        .sides = memory_new(sides, sizeof *compare->sides),
        .labels = memory_new(sides, sizeof *compare->labels),
    };
    for (int i = 0; i < count; i++)
        compare->sides[i] = &folders[i];
    compare_label(compare);
    make_rows(compare, pictures);
    clean_compare(compare);
    if (count > 1)
        compare_sentence(compare);
}

void compare_init(struct compare *compare, const struct report_folder *folders, int count)
{
    compare_start(compare, folders, count, true);
}

void compare_report(const struct report_folder *folder, const struct compare_told *told,
                    struct view *view)
{
    struct compare compare;

    report_text(&folder->report, told->reasons, view);
    if (!told->topics && !told->deviations)
        return;
    compare_start(&compare, folder, 1, false);
    compare_results_view(&compare, told, view);
    compare_finish(&compare);
}

void compare_finish(struct compare *compare)
{
    for (int i = 0; i < compare->row_count; i++)
        free(compare->rows[i].cells);
    for (int set = 0; set < compare->set_count; set++) {
        for (int i = 0; i < compare->count; i++)
            free(compare->sets[set].pictures[i].grey);
        free(compare->sets[set].pictures);
        free(compare->sets[set].want);
    }
    free(compare->rows);
    free(compare->labels);
    free(compare->sides);
    *compare = (struct compare){ 0 };
}
