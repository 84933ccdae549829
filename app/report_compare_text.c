// SPDX-License-Identifier: MIT

#include "report_compare_view.h"
#include "report_page.h"

#include <stdio.h>
#include <string.h>

#define WORDS_MAX   3  // rows of a section that are told in words; -v: all
#define MATRIX_MAX  3  // rows of a section in the matrix; -v: all
#define NAMED_SIDES 3  // more have a letter each
#define NAME        30 // columns of a row's name

struct view {
    struct report_page page;
    const struct report_compare *compare;
    bool all;
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
    snprintf(text, sizeof text, "%s [%s]: %s", label->name, kind, label->verdict);
    report_page_wrap(&view->page, 3, 3, text, "");
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
                 "; %d more %s asked of one side only", alone,
                 alone == 1 ? "was" : "were");
    heading(view, text);
}

// Rows of the section of row `first` in which something differs, and the first row of
// the next section.
static int differing(const struct report_compare *compare, int first, int *next)
{
    int count = 0;

    for (*next = first; *next < compare->row_count &&
                        compare->rows[*next].section == compare->rows[first].section;
         ++*next)
        count += compare->rows[*next].groups > 1;
    return count;
}

static void more(const struct view *view, int count)
{
    if (count <= 0)
        return;
    report_page_ink(&view->page, REPORT_PAGE_DIM);
    fprintf(view->page.file, "  and %d more (-v)\n", count);
    report_page_ink(&view->page, REPORT_PAGE_PLAIN);
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
    const struct report_compare *compare = view->compare;

    for (int first = 0, next; first < compare->row_count; first = next) {
        int count = differing(compare, first, &next);
        int shown = view->all || count <= WORDS_MAX + 1 ? count : WORDS_MAX;

        if (!count)
            continue;
        heading(view, compare->rows[first].section);
        for (int i = 0; i < shown; i++)
            words(view, &compare->rows[first + i]);
        more(view, count - shown);
    }
}

// What all say that were asked.
static const char *common_answer(const struct report_compare *compare,
                                 const struct report_compare_row *row)
{
    for (int i = 0; i < compare->count; i++)
        if (row->cells[i].group >= 0)
            return row->cells[i].text;
    return row->cells[0].text;
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
    for (int first = 0, next; first < compare->row_count; first = next) {
        int count = differing(compare, first, &next);
        int shown = view->all                 ? next - first
                    : count <= MATRIX_MAX + 1 ? count
                                              : MATRIX_MAX;

        if (!shown)
            continue;
        heading(view, compare->rows[first].section);
        for (int i = 0; i < shown; i++)
            (compare->count <= NAMED_SIDES ? texts : letters)(view,
                                                              &compare->rows[first + i]);
        more(view, count - shown);
    }
}

void report_compare_text(const struct report_compare *compare, FILE *file, bool all,
                         bool colour)
{
    const struct view view = { { file, colour }, compare, all };

    for (int i = 0; i < compare->count; i++)
        side(&view, i);
    totals(&view);
    all_words(&view);
    if (compare->differing || all)
        matrix(&view);
}
