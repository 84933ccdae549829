// SPDX-License-Identifier: MIT
//
// How it works: the rows of a comparison become one view for every writer. A brief text
// fills a screen or two. It has the row with the largest weight of each section, then the
// second row of each, and so on, until there are enough rows. The sections of the
// headline and of the precisions get more rows at once. With two or three sides, these
// rows are in words, which say everything that a matrix would. With more sides, few rows
// are in words, because these are long; a matrix gives the overview.

#include "compare/compare.h"

#include "base/text.h"
#include "compare/private.h"
#include "report/view.h"
#include "view/view.h"

#include <assert.h>
#include <string.h>

// The number of rows in a brief text, by the number of sides.
#define WORDS_FEW   16
#define WORDS_MANY  8
#define MATRIX_MANY 20
#define AT_ONCE     4 // of a section that weighs as much as HEAVY
#define NAMED_SIDES 3 // more have a letter each
#define LONG_SIDES  6 // more have a line each in a brief text
#define NAME        30
#define SECTIONS    64

// The weight from which rows belong to verdict, precisions or forms.
#define HEAVY (WEIGHT_FIRST - 2 * WEIGHT_SECTION)

// The sections, and the number of rows of each in a brief text.
struct chosen {
    struct compare_section list[SECTIONS];
    int count, brief[SECTIONS], left;
};

// Chooses `room` of the rows that differ, and all if only one would be left.
static void choose_rows(const struct compare *compare, int room, struct chosen *chosen)
{
    const int differing = compare->differing;
    int more = differing <= room + 1 ? differing : room;
    struct compare_section section = { 0 };

    *chosen = (struct chosen){ .left = differing - more };
    while (compare_next_section(compare, &section)) {
        assert(chosen->count < SECTIONS);
        chosen->list[chosen->count++] = section;
    }
    while (more > 0)
        for (int i = 0; i < chosen->count; i++) {
            const struct compare_section *it = &chosen->list[i];
            const bool heavy = compare->rows[it->first].weight >= HEAVY;

            for (int j = heavy ? AT_ONCE : 1;
                 j > 0 && more > 0 && chosen->brief[i] < it->differing; j--, more--)
                chosen->brief[i]++;
        }
}

// ---- who, and how many ----

static void put_side_record(struct view *view, const struct compare *compare, int side)
{
    const struct compare_label *label = &compare->labels[side];
    const char letter[] = { compare_letter(side), 0 };
    const bool doubtful = !strcmp(label->kind, "simulated") || label->incomplete;
    char kind[40];

    snprintf(kind, sizeof kind, "%s%s", label->kind,
             label->incomplete ? ", incomplete" : "");
    view_add_row(view);
    view_set(view, 0, VIEW_STRONG, letter);
    view_set(view, 1, VIEW_PLAIN, label->name);
    view_set(view, 2,
             doubtful                          ? VIEW_BAD
             : strcmp(label->kind, "hardware") ? VIEW_PLAIN
                                               : VIEW_STRONG,
             kind);
    view_set(view, 3, VIEW_PLAIN, label->verdict);
    view_set(view, 4, VIEW_PLAIN, label->device);
    view_set(view, 5, VIEW_PLAIN, label->twins);
}

static void add_sides(struct view *view, const struct compare *compare)
{
    const enum view_depth rest = compare->count > LONG_SIDES ? VIEW_FULL : VIEW_ALWAYS;
    const struct view_column columns[] = {
        { .heading = "" },
        { .heading = "device" },
        { .heading = "kind" },
        { .heading = "verdict" },
        { .heading = "", .depth = rest },
        { .heading = "behaves like", .depth = rest },
    };
    struct view_section *table = view_table(view, "", columns, 6);

    table->layout = VIEW_RECORDS;
    table->gap = true;
    for (int i = 0; i < compare->count; i++)
        put_side_record(view, compare, i);
}

static void add_totals(struct view *view, const struct compare *compare)
{
    const struct compare_section all = compare_all(compare);
    char text[240];

    snprintf(text, sizeof text, "%d of %d findings differ", all.differing, all.shared);
    if (all.alone)
        text_add(text, sizeof text, "; %d more %s on one side only", all.alone,
                 all.alone == 1 ? "is" : "are");
    view_paragraph(view, VIEW_STRONG, text)->gap = true;
}

// ---- rows that differ ----

static void put_differing(struct view *view, const struct compare *compare,
                          const struct chosen *chosen)
{
    const struct view_column columns[] = { { .heading = "finding" },
                                           { .heading = "difference" } };

    view_table(view, "", columns, 2)->layout = VIEW_LIST;
    for (int i = 0; i < chosen->count; i++) {
        const struct compare_section *section = &chosen->list[i];

        if (section->differing)
            view_add_part(view, section->name);
        for (int j = section->first, shown = 0; j < section->end; j++) {
            const struct compare_row *row = &compare->rows[j];

            if (row->groups < 2)
                continue;
            view_add_row(view)->depth =
                shown++ < chosen->brief[i] ? VIEW_ALWAYS : VIEW_FULL;
            view_set(view, 0, VIEW_STRONG, row->name);
            view_set(view, 1, VIEW_PLAIN,
                     compare->count <= NAMED_SIDES ? row->words : row->brief);
        }
    }
}

static void set_sides(struct view *view, const struct compare *compare,
                      const struct compare_row *row, int first)
{
    for (int i = 0; i < compare->count; i++) {
        const int group = row->cells[i].group;
        const char digit[] = { group < 0 ? '-' : compare_digit(group), 0 };
        struct view_cell *cell = view_set(view, first + i,
                                          group < 0 ? VIEW_SOFT
                                          : group > 0 && row->groups > 1
                                              ? VIEW_OTHER + (enum view_tone)(group - 1)
                                              : VIEW_PLAIN,
                                          row->cells[i].text);

        if (compare->count > 2)
            cell->note = view_words(view, "%s", digit);
    }
}

static void add_matrix(struct view *view, const struct compare *compare,
                       const struct chosen *chosen)
{
    struct view_column columns[COMPARE_SIDES + 1] = {
        { .heading = "finding",
          .key = "equal digits: equal findings; -: not measured",
          .minimum = NAME,
          .label = true },
    };
    char keys[COMPARE_SIDES][2] = { 0 };

    for (int i = 0; i < compare->count; i++) {
        keys[i][0] = compare_letter(i);
        columns[i + 1] = (struct view_column){ .heading = compare->labels[i].name,
                                               .key = keys[i],
                                               .minimum = 16 };
    }
    view_table(view, "", columns, compare->count + 1)->gap = true;
    if (compare->count <= NAMED_SIDES)
        view_last(view)->depth = VIEW_FULL;
    for (int i = 0; i < chosen->count; i++) {
        const struct compare_section *section = &chosen->list[i];

        if (section->differing)
            view_add_part(view, section->name);
        for (int j = section->first, shown = 0; j < section->end; j++) {
            const struct compare_row *row = &compare->rows[j];

            if (row->groups < 2)
                continue;
            view_add_row(view)->depth =
                shown++ < chosen->brief[i] ? VIEW_ALWAYS : VIEW_FULL;
            view_set(view, 0, VIEW_PLAIN, row->name);
            set_sides(view, compare, row, 1);
        }
    }
}

static void add_differences(struct view *view, const struct compare *compare)
{
    const bool few = compare->count <= NAMED_SIDES;
    struct chosen words, matrix;
    char more[80];

    choose_rows(compare, few ? WORDS_FEW : WORDS_MANY, &words);
    choose_rows(compare, few ? 0 : MATRIX_MANY, &matrix);
    if (!compare->differing)
        return;
    view_chapter(view, "Differences")->gap = false;
    put_differing(view, compare, &words);
    view_chapter(view, "Side by side")->gap = false;
    add_matrix(view, compare, &matrix);
    snprintf(more, sizeof more, "and %d more; -v, --md or --html has them",
             few ? words.left : matrix.left);
    if ((few ? words.left : matrix.left) <= 0)
        return;
    view_paragraph(view, VIEW_SOFT, more)->depth = VIEW_BRIEF;
    view_last(view)->gap = true;
}

// ---- rows that do not differ ----

// Writes which sides measured a row: "all", "all but C", "B only", "none".
static void measured_by(const struct compare *compare, const struct compare_row *row,
                        char *text, size_t size)
{
    const int asked = compare_asked_of(compare, row);
    const bool few = 2 * asked <= compare->count;
    int groups[COMPARE_SIDES];

    for (int i = 0; i < compare->count; i++)
        groups[i] = (row->cells[i].group >= 0) == few;
    snprintf(text, size, "%s",
             asked == 0                ? "none"
             : asked == compare->count ? "all"
             : few                     ? ""
                                       : "all but ");
    if (asked && asked < compare->count)
        compare_letters(groups, compare->count, 1, text, size);
    if (asked == 1)
        text_add(text, size, " only");
}

static void add_same(struct view *view, const struct compare *compare,
                     const struct compare_section *section, bool shared)
{
    view_add_part(view, section->name);
    for (int i = section->first; i < section->end; i++) {
        const struct compare_row *row = &compare->rows[i];
        const char *answer = compare_answer(row->cells, compare->count, 0);
        char who[100] = "";

        if (row->groups > 1 || (compare_asked_of(compare, row) > 1) != shared)
            continue;
        measured_by(compare, row, who, sizeof who);
        view_add_row(view);
        view_set(view, 0, VIEW_PLAIN, row->name);
        view_set(view, 1, VIEW_PLAIN, answer ? answer : "-");
        view_set(view, 2, VIEW_SOFT, who);
    }
}

// Adds the rows that two sides or more measured, if `shared`, or the others.
static void add_all_same(struct view *view, const struct compare *compare, bool shared,
                         const char *title, const char *text)
{
    const struct view_column columns[] = {
        { .heading = "finding", .minimum = NAME, .label = true },
        { .heading = "answer", .minimum = 24 },
        { .heading = "measured by", .minimum = 14 },
    };
    struct compare_section section = { 0 };

    view_chapter(view, title)->depth = VIEW_FULL;
    view_last(view)->text = text;
    view_table(view, "", columns, 3)->depth = VIEW_FULL;
    view_last(view)->folded = true;
    while (compare_next_section(compare, &section))
        if (shared ? section.shared > section.differing
                   : section.alone + section.nobody > 0)
            add_same(view, compare, &section, shared);
}

void compare_view(const struct compare *compare, struct view *view)
{
    const struct compare_section all = compare_all(compare);
    char sentence[sizeof compare->sentence + 1];

    if (compare->count == 2)
        view->title = view_words(view, "%s against %s", compare->labels[0].name,
                                 compare->labels[1].name);
    else
        view->title = view_words(view, "%d devices side by side", compare->count);
    snprintf(sentence, sizeof sentence, "%s.", compare->sentence);
    view_paragraph(view, VIEW_STRONG, sentence);
    add_sides(view, compare);
    add_totals(view, compare);
    add_differences(view, compare);
    if (all.shared > all.differing)
        add_all_same(view, compare, true, "The same on all sides", "");
    if (all.alone + all.nobody)
        add_all_same(view, compare, false, "On one side only",
                     "The other sides were not measured, or have no result. These rows "
                     "are not compared.");
}

// ---- from one release to the next ----

#define CHANGES_BRIEF 3 // of a section, in a brief text

// Returns the last side before `side` that has an answer to the row, or -1.
static int answered_before(const struct compare_row *row, int side)
{
    while (--side >= 0 && row->cells[side].group < 0)
        ;
    return side;
}

// Adds the rows of a section that changed at a side. Returns how many did, and adds those
// that could have to `shared`.
static int put_changes(struct view *view, const struct compare *compare,
                       const struct compare_section *section, int side, int *shared)
{
    int changed = 0;

    for (int i = section->first; i < section->end; i++) {
        const struct compare_row *row = &compare->rows[i];
        const int before = answered_before(row, side);

        if (before < 0 || row->cells[side].group < 0)
            continue;
        ++*shared;
        if (row->cells[before].group == row->cells[side].group ||
            !strcmp(row->cells[before].text, row->cells[side].text))
            continue;
        if (!changed)
            view_add_part(view, section->name);
        view_add_row(view)->depth = changed++ < CHANGES_BRIEF ? VIEW_ALWAYS : VIEW_FULL;
        view_set(view, 0, VIEW_STRONG, row->name);
        view_set(view, 1, VIEW_PLAIN,
                 view_words(view, "%s became %s", row->cells[before].text,
                            row->cells[side].text));
    }
    return changed;
}

void compare_history_view(const struct compare *compare, struct view *view)
{
    const struct view_column columns[] = { { .heading = "finding" },
                                           { .heading = "change" } };

    for (int side = 1; side < compare->count; side++) {
        struct compare_section section = { 0 };
        const int chapter = view->count;
        int changed = 0, shared = 0;

        view_chapter(view, "")->gap = true;
        view_table(view, "", columns, 2)->layout = VIEW_LIST;
        while (compare_next_section(compare, &section))
            changed += put_changes(view, compare, &section, side, &shared);
        view->sections[chapter].name = view_words(
            view, "%s to %s: %d of %d findings changed", compare->labels[side - 1].name,
            compare->labels[side].name, changed, shared);
    }
}

// ---- the rows of one side ----

static void finding_evidence(const struct finding *finding, char *text, size_t size)
{
    char detail[FINDING_DETAIL_TEXT];

    finding_detail_text(finding, detail, sizeof detail);
    text_add(text, size, " (%ld of %ld agree%s%s)", finding->agree, finding->cases,
             detail[0] ? "; " : "", detail);
}

static void picture_evidence(const struct result *result, char *text, size_t size)
{
    const struct verdict *verdict = &result->verdict;
    char words[240];

    report_view_survivors(verdict, words, sizeof words);
    text_add(text, size, " (%s%s", verdict->status == STATUS_OK ? "survivors: " : "",
             verdict->status == STATUS_OK ? words : verdict->reason);
    if (result->difference.pixels)
        text_add(text, size, "; %ld of %ld pixels differ from %s",
                 result->difference.mismatches, result->difference.pixels,
                 result->reference);
    if (result->difference.mismatches)
        text_add(text, size, "; first %s", result->difference.where);
    for (int i = 0; i < verdict->nearest.count; i++) {
        against_text(&verdict->nearest.list[i], words, sizeof words);
        text_add(text, size, "; against %s", words);
    }
    text_add(text, size, ")");
}

// Adds the rows of a section, or only those that deviate. Rows that count others are not
// results.
static void put_results(struct view *view, const struct compare *compare,
                        const struct compare_section *section, bool deviations)
{
    bool any = false;

    view_add_part(view, section->name);
    for (int i = section->first; i < section->end; i++) {
        const struct compare_row *row = &compare->rows[i];
        const bool deviates = row->finding && row->finding->from;
        char text[2000];

        if (row->cells[0].group < 0 || row->counts || (deviations && !deviates) ||
            (row->finding && !row->finding->cases))
            continue;
        snprintf(text, sizeof text, "%s", row->cells[0].text);
        if (row->finding)
            finding_evidence(row->finding, text, sizeof text);
        else if (row->result)
            picture_evidence(row->result, text, sizeof text);
        view_add_row(view);
        view_set(view, 0, VIEW_PLAIN, row->name);
        view_set(view, 1, deviates ? VIEW_STRONG : VIEW_PLAIN, text);
        any = true;
    }
    if (any)
        return;
    view_add_row(view);
    view_set(view, 1, VIEW_PLAIN, "nothing deviates");
}

void compare_results_view(const struct compare *compare, const struct compare_told *told,
                          struct view *view)
{
    const struct view_column columns[] = { { .heading = "question" },
                                           { .heading = "answer" } };
    const unsigned topics = told->topics ? told->topics : ~(1u << TOPIC_COUNT);
    struct compare_section section = { 0 };

    view_table(view, "", columns, 2)->layout = VIEW_LIST;
    view_last(view)->folded = true;
    while (compare_next_section(compare, &section))
        if (topics >> topic_of(section.name).id & 1)
            put_results(view, compare, &section, told->deviations);
    if (view_last(view)->row_count)
        return;
    view_add_part(view, "");
    view_add_row(view);
    view_set(view, 1, VIEW_PLAIN, "no results");
}

// ---- all rows, for scripts ----

void compare_rows_view(const struct compare *compare, struct view *view)
{
    struct view_column columns[COMPARE_SIDES + 5] = {
        { .heading = "section" }, { .heading = "name" },  { .heading = "weight" },
        { .heading = "answers" }, { .heading = "words" },
    };

    for (int i = 0; i < compare->count; i++)
        columns[i + 5].heading =
            view_words(view, "%s%s", compare->labels[i].name,
                       compare->labels[i].incomplete ? " (incomplete)" : "");
    view_table(view, "", columns, compare->count + 5);
    for (const struct compare_row *row = compare->rows;
         row < compare->rows + compare->row_count; row++) {
        view_add_row(view);
        view_set(view, 0, VIEW_PLAIN, row->section);
        view_set(view, 1, VIEW_PLAIN, row->name);
        view_set(view, 2, VIEW_PLAIN, view_words(view, "%d", row->weight));
        view_set(view, 3, VIEW_PLAIN, view_words(view, "%d", row->groups));
        view_set(view, 4, VIEW_PLAIN, row->words);
        set_sides(view, compare, row, 5);
    }
}
