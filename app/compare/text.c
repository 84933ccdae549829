// SPDX-License-Identifier: MIT
//
// How it works: the text fills a screen or two. It takes the row with the highest
// weight of each section, then the second row of each, and so on, until there are
// enough rows. The sections of the headline and of the precisions get more rows at
// once. With two or three sides, the rows are in words, which say everything that a
// matrix would. With more sides, few rows are in words, because these are long; a
// matrix of digits gives the overview.

#include "compare/table.h"

#include "base/text.h"
#include "compare/private.h"
#include "report/page.h"

#include <assert.h>
#include <string.h>

// The number of rows without -v, by the number of sides.
#define WORDS_FEW   16
#define WORDS_MANY  8
#define MATRIX_MANY 20
#define AT_ONCE     4  // of a section that weighs as much as HEAVY
#define NAMED_SIDES 3  // more have a letter each
#define LONG_SIDES  6  // more have a line each, not what they are and behave like
#define NAME        30 // columns of a row's name
#define LEAST       80 // columns of a matrix, however narrow the page
#define SECTIONS    64

// The weight from which rows belong to verdict, precisions or forms.
#define HEAVY (WEIGHT_FIRST - 2 * WEIGHT_SECTION)

struct view {
    struct report_page page;
    const struct compare *compare;
    bool all, spelt;       // every row; what sides say, and not a digit each
    int left, step, width; // of the columns of sides in the matrix
    struct compare_section sections[SECTIONS];
    int section_count;
    int shown[SECTIONS]; // rows of those that differ, in words or in the matrix
};

// ---- who, and how many ----

static void write_line(const struct view *view, enum report_page_ink ink, int column,
                       int indent, const char *text)
{
    report_page_ink(&view->page, ink);
    fprintf(view->page.file, "%*s", column, "");
    report_page_wrap(&view->page, column, indent, text, "");
    report_page_ink(&view->page, REPORT_PAGE_PLAIN);
}

static void write_sentence(const struct view *view)
{
    char text[sizeof view->compare->sentence + 1];

    snprintf(text, sizeof text, "%s.", view->compare->sentence);
    write_line(view, REPORT_PAGE_BOLD, 0, 0, text);
    fputc('\n', view->page.file);
}

static void write_side(const struct view *view, int side)
{
    const struct compare_label *label = &view->compare->labels[side];
    const char letter[] = { compare_letter(side), 0 };
    char text[700];

    report_page_cell(&view->page, REPORT_PAGE_BOLD, 3, letter);
    snprintf(text, sizeof text, "%s [%s%s]: %s", label->name, compare_kind(label),
             label->incomplete ? ", incomplete" : "", label->verdict);
    report_page_wrap(&view->page, 3, 3, text, "");
    if (view->compare->count > LONG_SIDES && !view->all)
        return;
    write_line(view, REPORT_PAGE_DIM, 3, 3, label->device);
    snprintf(text, sizeof text, "behaves like %s", label->twins);
    if (label->twins[0])
        write_line(view, REPORT_PAGE_DIM, 3, 3, text);
}

static void write_totals(const struct view *view)
{
    const struct compare_section all = compare_all(view->compare);
    char text[240];

    snprintf(text, sizeof text, "%d of %d findings differ", all.differing, all.shared);
    if (all.alone)
        text_add(text, sizeof text, "; %d more %s on one side only", all.alone,
                 all.alone == 1 ? "is" : "are");
    fputc('\n', view->page.file);
    write_line(view, REPORT_PAGE_BOLD, 0, 0, text);
}

// ---- which rows ----

// Chooses `room` of the rows that differ, and all if only one would be left. Returns
// the number of rows that are left out.
static int choose_rows(struct view *view, int room)
{
    const int differing = view->compare->differing;
    int left = view->all || differing <= room + 1 ? differing : room;
    const int out = differing - left;

    memset(view->shown, 0, sizeof view->shown);
    while (left > 0)
        for (int i = 0; i < view->section_count; i++) {
            const struct compare_section *section = &view->sections[i];
            bool heavy = view->compare->rows[section->first].weight >= HEAVY;

            for (int more = heavy ? AT_ONCE : 1;
                 more > 0 && left > 0 && view->shown[i] < section->differing;
                 more--, left--)
                view->shown[i]++;
        }
    return out;
}

// Writes the name of a section, "operations (3 of 16)", with the count if not all rows
// are shown.
static void write_section(const struct view *view, int section)
{
    const int shown = view->shown[section], of = view->sections[section].differing;
    char text[160];

    snprintf(text, sizeof text, "%.100s", view->sections[section].name);
    if (shown < of)
        text_add(text, sizeof text, " (%d of %d)", shown, of);
    fputc('\n', view->page.file);
    write_line(view, REPORT_PAGE_BOLD, 0, 0, text);
}

static void write_words(const struct view *view, const struct compare_row *row)
{
    char text[sizeof row->name + sizeof row->words + 2];

    snprintf(text, sizeof text, "%s: %s", row->name,
             view->spelt ? row->words : row->brief);
    write_line(view, REPORT_PAGE_PLAIN, 2, 4, text);
}

// Writes the chosen rows, or all.
static void write_rows(const struct view *view, bool all,
                       void (*write)(const struct view *view,
                                     const struct compare_row *row))
{
    for (int i = 0; i < view->section_count; i++) {
        const struct compare_section *section = &view->sections[i];
        int end = all ? section->end : section->first + view->shown[i];

        if (end > section->first)
            write_section(view, i);
        for (int row = section->first; row < end; row++)
            write(view, &view->compare->rows[row]);
    }
}

// ---- the matrix ----

static struct report_page_column name_column(const struct view *view, const char *text,
                                             enum report_page_ink ink)
{
    return (struct report_page_column){ 2, view->left - 4, ink, text };
}

static struct report_page_column side_column(const struct view *view, int side,
                                             const char *text, enum report_page_ink ink)
{
    return (struct report_page_column){ view->left + side * view->step, view->width, ink,
                                        text };
}

static void write_row(const struct view *view, const struct compare_row *row)
{
    const int sides = view->compare->count;
    struct report_page_column columns[COMPARE_SIDES + 1] = { name_column(
        view, row->name, REPORT_PAGE_PLAIN) };
    char digits[COMPARE_SIDES][2] = { 0 };

    if (!view->spelt && row->groups < 2) { // what all say that were asked
        const char *common = compare_answer(row->cells, sides, 0);

        columns[1] = side_column(view, 0, common ? common : "-", REPORT_PAGE_DIM);
        columns[1].width = 2 * sides;
        report_page_row(&view->page, columns, 2);
        return;
    }
    for (int i = 0; i < sides; i++) {
        const int group = row->cells[i].group;

        digits[i][0] = group < 0 ? '-' : compare_digit(group);
        columns[i + 1] =
            side_column(view, i, view->spelt ? row->cells[i].text : digits[i],
                        group < 0   ? REPORT_PAGE_DIM
                        : group > 0 ? REPORT_PAGE_BAD
                                    : REPORT_PAGE_PLAIN);
    }
    report_page_row(&view->page, columns, sides + 1);
}

static void write_matrix(const struct view *view)
{
    const int sides = view->compare->count;
    char texts[COMPARE_SIDES][100];
    struct report_page_column columns[COMPARE_SIDES + 1] = { name_column(
        view, view->spelt ? "" : "equal digits: equal findings; -: not measured",
        REPORT_PAGE_DIM) };

    for (int i = 0; i < sides; i++) {
        snprintf(texts[i], sizeof texts[i], view->spelt ? "%c %s" : "%c",
                 compare_letter(i), view->compare->labels[i].name);
        columns[i + 1] = side_column(view, i, texts[i], REPORT_PAGE_BOLD);
    }
    fputc('\n', view->page.file);
    report_page_row(&view->page, columns, sides + 1);
    write_rows(view, view->all, write_row);
}

void compare_text(const struct compare *compare, const struct report_page *page, bool all)
{
    const bool spelt = compare->count <= NAMED_SIDES;
    const int columns = report_page_width(page) < LEAST ? LEAST : report_page_width(page);
    const int step = spelt ? (columns - NAME - 2) / compare->count : 2;
    struct view view = {
        .page = *page,
        .compare = compare,
        .all = all,
        .spelt = spelt,
        .left = spelt ? 2 + NAME : columns - 2 * compare->count,
        .step = step,
        .width = spelt ? step - 2 : 1,
    };
    struct compare_section section = { 0 };
    char more[80];
    int left;

    while (compare_next_section(compare, &section)) {
        assert(view.section_count < SECTIONS);
        view.sections[view.section_count++] = section;
    }
    write_sentence(&view);
    for (int i = 0; i < compare->count; i++)
        write_side(&view, i);
    write_totals(&view);
    left = choose_rows(&view, spelt ? WORDS_FEW : WORDS_MANY);
    write_rows(&view, false, write_words);
    if (!spelt)
        left = choose_rows(&view, MATRIX_MANY);
    if (all || (!spelt && compare->differing))
        write_matrix(&view);
    if (left <= 0)
        return;
    fputc('\n', page->file);
    snprintf(more, sizeof more, "and %d more; -v, --md or --html has them", left);
    write_line(&view, REPORT_PAGE_DIM, 0, 0, more);
}
