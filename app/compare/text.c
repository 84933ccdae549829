// SPDX-License-Identifier: MIT

//
// How it works: a screen or two. Of each section the first row is told, which says most,
// then of each the second, and so on, until there is enough; of what is in the headline
// or decides how precise a shader is, more at once. Two or three sides are told in words,
// which say what a matrix would; of more the words are few and long, and a matrix of
// digits gives the view of the whole.

#include "compare/view.h"
#include "report/page.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// Rows without -v, by how many sides there are.
#define WORDS_FEW   16
#define WORDS_MANY  8
#define MATRIX_MANY 20
#define AT_ONCE     4   // of a section that weighs as much as this:
#define HEAVY       900 // verdict, precisions
#define NAMED_SIDES 3   // more have a letter each
#define LONG_SIDES  6   // more have a line each, not what they are and behave like
#define NAME        30  // columns of a row's name
#define SECTIONS    64

// Rows [first, end), those that differ before those that do not.
struct section {
    const char *name;
    int first, end, differing;
    int shown; // of those that differ, in words or in the matrix
};

struct view {
    struct report_page page;
    const struct report_compare *compare;
    bool all;
    struct section sections[SECTIONS];
    int section_count;
};

static void heading(const struct view *view, const char *text)
{
    fputc('\n', view->page.file);
    report_page_ink(&view->page, REPORT_PAGE_BOLD);
    report_page_wrap(&view->page, 0, 0, text, "");
    report_page_ink(&view->page, REPORT_PAGE_PLAIN);
}

static void side(const struct view *view, int index)
{
    const struct report_compare_label *label = &view->compare->labels[index];
    const char *kind = label->simulated  ? "simulated"
                       : label->software ? "software"
                                         : "hardware";
    const char letter[] = { (char) ('A' + index), 0 };
    char text[700];

    report_page_cell(&view->page, REPORT_PAGE_BOLD, 3, letter);
    snprintf(text, sizeof text, "%s [%s%s]: %s", label->name, kind,
             label->incomplete ? ", incomplete" : "", label->verdict);
    report_page_wrap(&view->page, 3, 3, text, "");
    if (view->compare->count > LONG_SIDES && !view->all)
        return;
    report_page_ink(&view->page, REPORT_PAGE_DIM);
    fprintf(view->page.file, "   ");
    report_page_wrap(&view->page, 3, 3, label->device, "");
    if (label->twins[0]) {
        snprintf(text, sizeof text, "behaves like %s", label->twins);
        fprintf(view->page.file, "   ");
        report_page_wrap(&view->page, 3, 3, text, "");
    }
    report_page_ink(&view->page, REPORT_PAGE_PLAIN);
}

static void totals(const struct view *view)
{
    const struct report_compare *compare = view->compare;
    const int asked = report_compare_shared(compare, 0, compare->row_count);
    int alone = 0;
    char text[240];

    for (int i = 0; i < compare->row_count; i++) {
        int sides = 0;

        for (int j = 0; j < compare->count; j++)
            sides += compare->rows[i].cells[j].group >= 0;
        alone += sides == 1;
    }
    snprintf(text, sizeof text, "%d of %d answers differ", compare->differing, asked);
    if (alone)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "; %d more %s of one side only", alone, alone == 1 ? "is" : "are");
    heading(view, text);
}

static void find_sections(struct view *view)
{
    const struct report_compare *compare = view->compare;
    struct section *section = NULL;

    for (int i = 0; i < compare->row_count; i++) {
        const struct report_compare_row *row = &compare->rows[i];

        if (!section || row->section != section->name) {
            assert(view->section_count < SECTIONS);
            section = &view->sections[view->section_count++];
            *section = (struct section){ .name = row->section, .first = i };
        }
        section->end = i + 1;
        section->differing += row->groups > 1;
    }
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

// Chooses `room` of the rows that differ, all if only one would be left. Returns how many
// are left out.
static int choose(struct view *view, int room)
{
    const int differing = view->compare->differing;
    const int want = view->all || differing <= room + 1 ? differing : room;
    int shown = 0;

    for (int i = 0; i < view->section_count; i++)
        view->sections[i].shown = 0;
    while (shown < want)
        for (int i = 0; i < view->section_count && shown < want; i++) {
            struct section *section = &view->sections[i];
            bool heavy = view->compare->rows[section->first].weight >= HEAVY;
            int more = least(section->differing - section->shown, heavy ? AT_ONCE : 1);

            more = least(more, want - shown);
            section->shown += more;
            shown += more;
        }
    return differing - shown;
}

// "operations (3 of 16)"; the count where not all are shown.
static void section_heading(const struct view *view, const struct section *section)
{
    char text[160];

    snprintf(text, sizeof text, "%.100s", section->name);
    if (section->shown < section->differing)
        snprintf(text + strlen(text), sizeof text - strlen(text), " (%d of %d)",
                 section->shown, section->differing);
    heading(view, text);
}

static void words(const struct view *view, const struct report_compare_row *row)
{
    char text[sizeof row->name + sizeof row->words + 2];

    snprintf(text, sizeof text, "%s: %s", row->name,
             view->compare->count > NAMED_SIDES ? row->brief : row->words);
    fprintf(view->page.file, "  ");
    report_page_wrap(&view->page, 2, 4, text, "");
}

static void all_words(const struct view *view)
{
    for (int i = 0; i < view->section_count; i++) {
        const struct section *section = &view->sections[i];

        if (!section->shown)
            continue;
        section_heading(view, section);
        for (int row = 0; row < section->shown; row++)
            words(view, &view->compare->rows[section->first + row]);
    }
}

// What all say that were asked.
static const char *common_answer(const struct report_compare *compare,
                                 const struct report_compare_row *row)
{
    const char *answer = report_compare_answer(row->cells, compare->count, 0);

    return answer ? answer : row->cells[0].text;
}

// A column of a table row: what is left of its text.
struct column {
    int start, width;
    enum report_page_ink ink;
    const char *text;
};

// Bytes of what of `text` goes into `width` columns: whole words, if one fits.
static int line_bytes(const char *text, int width)
{
    int bytes = 0, columns = 0, whole = 0;

    while (text[bytes] && columns < width) {
        do
            bytes++;
        while ((text[bytes] & 0xc0) == 0x80);
        columns++;
        if (!text[bytes] || text[bytes] == ' ' || text[bytes - 1] == '/')
            whole = bytes;
    }
    return whole ? whole : bytes;
}

// Prints columns beside each other, each wrapped in its own width.
static void table_row(const struct view *view, struct column *columns, int count)
{
    for (bool more_lines = true; more_lines;) {
        int at = 0;

        more_lines = false;
        for (int i = 0; i < count; i++) {
            struct column *column = &columns[i];
            char line[256];
            int bytes = line_bytes(column->text, column->width);

            if (!column->text[0])
                continue;
            snprintf(line, sizeof line, "%.*s", bytes, column->text);
            column->text += bytes;
            column->text += strspn(column->text, " ");
            more_lines |= column->text[0];
            fprintf(view->page.file, "%*s", column->start - at, "");
            report_page_cell(&view->page, column->ink, -column->width, line);
            at = column->start + report_page_columns(line);
        }
        fputc('\n', view->page.file);
    }
}

static enum report_page_ink ink_of(const struct report_compare_row *row, int side)
{
    return row->cells[side].group < 0                      ? REPORT_PAGE_DIM
           : row->groups > 1 && row->cells[side].group > 0 ? REPORT_PAGE_BAD
                                                           : REPORT_PAGE_PLAIN;
}

// Many sides: a character each, what all say that do not differ.
static void letters(const struct view *view, const struct report_compare_row *row)
{
    static const char names[] = "123456789abcdefghijk";
    const int sides = view->compare->count;
    const int start = REPORT_PAGE_COLUMNS - 2 * sides;
    struct column columns[REPORT_COMPARE_SIDES + 1] = {
        { 2, start - 4, REPORT_PAGE_PLAIN, row->name },
        { start, 2 * sides, REPORT_PAGE_DIM, common_answer(view->compare, row) },
    };
    char groups[REPORT_COMPARE_SIDES][2] = { 0 };

    for (int i = 0; row->groups > 1 && i < sides; i++) {
        int group = row->cells[i].group;

        groups[i][0] = group < 0 ? '-' : names[group];
        columns[i + 1] = (struct column){ start + 2 * i, 1, ink_of(row, i), groups[i] };
    }
    table_row(view, columns, row->groups > 1 ? sides + 1 : 2);
}

static int text_width(const struct report_compare *compare)
{
    return (REPORT_PAGE_COLUMNS - NAME - 2) / compare->count;
}

// Two or three: what they say.
static void texts(const struct view *view, const struct report_compare_row *row)
{
    const int sides = view->compare->count, width = text_width(view->compare);
    struct column columns[NAMED_SIDES + 1] = { { 2, NAME - 2, REPORT_PAGE_PLAIN,
                                                 row->name } };

    for (int i = 0; i < sides; i++)
        columns[i + 1] = (struct column){ 2 + NAME + i * width, width - 2, ink_of(row, i),
                                          row->cells[i].text };
    table_row(view, columns, sides + 1);
}

static void head(const struct view *view)
{
    const int sides = view->compare->count, width = text_width(view->compare);
    const bool named = sides <= NAMED_SIDES;
    const int start = REPORT_PAGE_COLUMNS - 2 * sides;
    char texts[REPORT_COMPARE_SIDES][100];
    struct column columns[REPORT_COMPARE_SIDES + 1] = {
        { 2, named ? NAME - 2 : start - 4, REPORT_PAGE_DIM,
          named ? "" : "equal digits say the same; -: not asked" },
    };

    for (int i = 0; i < sides; i++) {
        snprintf(texts[i], sizeof texts[i], named ? "%c %s" : "%c", 'A' + i,
                 view->compare->labels[i].name);
        columns[i + 1] =
            (struct column){ named ? 2 + NAME + i * width : start + 2 * i,
                             named ? width - 2 : 1, REPORT_PAGE_BOLD, texts[i] };
    }
    fputc('\n', view->page.file);
    table_row(view, columns, sides + 1);
}

static void matrix(const struct view *view)
{
    const struct report_compare *compare = view->compare;

    head(view);
    for (int i = 0; i < view->section_count; i++) {
        const struct section *section = &view->sections[i];
        int end = view->all ? section->end : section->first + section->shown;

        if (end == section->first)
            continue;
        section_heading(view, section);
        for (int row = section->first; row < end; row++)
            (compare->count <= NAMED_SIDES ? texts : letters)(view, &compare->rows[row]);
    }
}

static void left_out(const struct view *view, int count)
{
    if (count <= 0)
        return;
    fputc('\n', view->page.file);
    report_page_ink(&view->page, REPORT_PAGE_DIM);
    fprintf(view->page.file, "and %d more; -v, --md or --html has them\n", count);
    report_page_ink(&view->page, REPORT_PAGE_PLAIN);
}

void report_compare_text(const struct report_compare *compare, FILE *file, bool all,
                         bool colour)
{
    struct view view = { .page = { file, colour }, .compare = compare, .all = all };
    bool few = compare->count <= NAMED_SIDES;
    int left;

    find_sections(&view);
    for (int i = 0; i < compare->count; i++)
        side(&view, i);
    totals(&view);
    left = choose(&view, few ? WORDS_FEW : WORDS_MANY);
    all_words(&view);
    if (!few)
        left = choose(&view, MATRIX_MANY);
    if (all || (!few && compare->differing))
        matrix(&view);
    left_out(&view, left);
}
