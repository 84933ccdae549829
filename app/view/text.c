// SPDX-License-Identifier: MIT
//
// How it works: each column of a grid takes its usual width, or more if a cell is longer.
// If the page has no room for that, columns shrink towards their minimum, and cells are
// wrapped. If the minimum has no room either, notes stand for texts, one letter or digit
// each; a table without notes gives its labels a line of their own.

#include "view/write.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define GRID_COLUMNS 32
#define LEAST        50 // columns of a grid, however narrow the page
#define NOTE         2  // columns of a note
#define KEY          3  // columns of the key of a record

static void put_line(const struct view_page *page, enum view_tone tone, int column,
                     int indent, const char *text)
{
    view_page_tone(page, tone);
    fprintf(page->file, "%*s", column, "");
    view_page_wrap(page, column, indent, text, "");
    view_page_tone(page, VIEW_PLAIN);
}

// ---- paragraphs ----

static void put_paragraph(const struct view_page *page, const struct view_section *it)
{
    const int name = view_page_columns(it->name) + 1;
    const int column = name > VIEW_INDENT ? name : VIEW_INDENT;

    if (!it->name[0]) {
        put_line(page, it->tone, 0, 0, it->text);
        return;
    }
    view_page_tone(page, VIEW_SOFT);
    fputs(it->name, page->file);
    view_page_tone(page, VIEW_PLAIN);
    fprintf(page->file, "%*s", column - name + 1, "");
    view_page_tone(page, it->tone);
    view_page_wrap(page, column, VIEW_INDENT, it->text, it->code ? " \\" : "");
    view_page_tone(page, VIEW_PLAIN);
}

// ---- tables ----

struct grid {
    const struct view_page *page;
    const struct view_section *table;
    int starts[GRID_COLUMNS], widths[GRID_COLUMNS]; // a width of 0: not shown
    int columns, indent;                            // of the page; 2 below parts
    bool notes, own_line;
};

// A cell of a line: the column, and the rest of its text.
struct grid_cell {
    int column;
    enum view_tone tone;
    const char *text;
};

// Returns the number of bytes of `text` that fit into `width` columns: whole words, if
// one fits, and one character at least.
static int fitting_bytes(const char *text, int width)
{
    int bytes = 0, whole = 0;

    for (int columns = 0; text[bytes] && (columns < width || !columns); columns++) {
        bytes += view_page_character(text + bytes);
        if (!text[bytes] || text[bytes] == ' ' || text[bytes - 1] == '/')
            whole = bytes;
    }
    return whole ? whole : bytes;
}

// Writes cells beside each other, each wrapped in its width: without the gap of two
// columns, or of one if the whole text then fits.
static void put_cells(const struct grid *grid, struct grid_cell *cells, int count)
{
    FILE *file = grid->page->file;

    for (bool more = true; more;) {
        int at = 0;

        more = false;
        for (struct grid_cell *it = cells; it < cells + count; it++) {
            const int start = grid->starts[it->column];
            const bool last = it->column + 1 == grid->table->column_count;
            const int width = grid->widths[it->column];
            const bool whole = view_page_columns(it->text) < width;
            const int bytes = fitting_bytes(it->text, last    ? width
                                                      : whole ? width - 1
                                                              : width - 2);

            if (!it->text[0])
                continue;
            fprintf(file, "%*s", start - at, "");
            view_page_tone(grid->page, it->tone);
            fprintf(file, "%.*s", bytes, it->text);
            view_page_tone(grid->page, VIEW_PLAIN);
            at = start;
            for (int i = 0; i < bytes; i++)
                at += (it->text[i] & 0xc0) != 0x80;
            it->text += bytes + strspn(it->text + bytes, " ");
            more |= it->text[0];
        }
        fputc('\n', file);
    }
}

static const char *heading_of(const struct grid *grid, int column)
{
    const struct view_column *it = &grid->table->columns[column];

    return grid->notes && it->key ? it->key : it->heading;
}

static bool has_note(const struct grid *grid, int column)
{
    return grid->table->columns[column].key && !grid->table->columns[column].label;
}

static int usual_width(const struct view_column *column)
{
    return column->usual > column->minimum ? column->usual : column->minimum;
}

// Returns the columns that the longest text of a column takes.
static int longest(const struct grid *grid, int column)
{
    int most = view_page_columns(grid->table->columns[column].heading);

    for (int i = 0; i < grid->table->row_count; i++) {
        const struct view_row *row = &grid->table->rows[i];

        if (row->part || !view_is_shown(row->depth, !grid->page->all))
            continue;
        const int columns = view_page_columns(row->cells[column].text);
        most = columns > most ? columns : most;
    }
    return most;
}

// Returns true if the fit concerns a column: a label, another column, or both.
static bool is_fitted(const struct grid *grid, int column, bool labels, bool others)
{
    const struct view_column *it = &grid->table->columns[column];

    return (it->label ? labels : others) && view_is_shown(it->depth, !grid->page->all);
}

// Sets the widths of these columns: as long as their texts, or at least the usual ones,
// or at least the minimum. Returns false if the minimum has no room.
static bool fit(struct grid *grid, bool labels, bool others, int room)
{
    const int count = grid->table->column_count;
    int needs[GRID_COLUMNS] = { 0 }, need = 0, usual = 0, least = 0;

    for (int i = 0; i < count; i++) {
        const struct view_column *it = &grid->table->columns[i];

        if (!is_fitted(grid, i, labels, others))
            continue;
        needs[i] = longest(grid, i) + (i + 1 < count ? 2 : 0);
        needs[i] = needs[i] > usual_width(it) ? needs[i] : usual_width(it);
        need += needs[i];
        usual += usual_width(it);
        least += it->minimum;
    }
    for (int i = 0; i < count; i++) {
        const struct view_column *it = &grid->table->columns[i];
        const int base = usual <= room ? usual_width(it) : it->minimum;
        const int spare = room - (usual <= room ? usual : least);
        const int excess = need - (usual <= room ? usual : least);

        if (is_fitted(grid, i, labels, others))
            grid->widths[i] = need <= room ? needs[i]
                              : spare <= 0 ? base
                                           : base + (needs[i] - base) * spare / excess;
    }
    return least <= room;
}

static void fit_notes(struct grid *grid)
{
    int left = grid->columns;

    for (int i = 0; i < grid->table->column_count; i++) {
        grid->widths[i] = has_note(grid, i) ? NOTE : 0;
        left -= grid->widths[i];
    }
    for (int i = 0; i < grid->table->column_count; i++)
        if (grid->table->columns[i].label)
            grid->widths[i] = left > grid->table->columns[i].minimum
                                  ? left
                                  : grid->table->columns[i].minimum;
}

static void place_columns(struct grid *grid)
{
    int start = grid->indent;
    bool was_label = true;

    for (int i = 0; i < grid->table->column_count; i++) {
        const bool label = grid->table->columns[i].label;

        if (grid->own_line && was_label && !label)
            start = grid->indent + 2;
        grid->starts[i] = start;
        start += grid->widths[i];
        was_label = label;
    }
}

static struct grid measure(const struct view_page *page, const struct view_section *table)
{
    struct grid grid = { .page = page, .table = table };
    bool noted = false;

    assert(table->column_count <= GRID_COLUMNS);
    grid.columns = view_page_width(page) < LEAST ? LEAST : view_page_width(page);
    grid.indent = table->row_count && table->rows[0].part ? 2 : 0;
    grid.columns -= grid.indent;
    for (int i = 0; i < table->column_count; i++)
        noted |= has_note(&grid, i);
    if (!fit(&grid, true, true, grid.columns)) {
        grid.notes = noted;
        grid.own_line = !noted;
    }
    if (grid.notes)
        fit_notes(&grid);
    if (grid.own_line) {
        fit(&grid, true, false, grid.columns);
        fit(&grid, false, true, grid.columns - 2);
    }
    place_columns(&grid);
    return grid;
}

// Writes a row, in two lines if the labels have one of their own.
static void put_line_of(const struct grid *grid, struct grid_cell *cells, int count)
{
    int labels = 0;

    while (grid->own_line && labels < count &&
           grid->table->columns[cells[labels].column].label)
        labels++;
    if (labels)
        put_cells(grid, cells, labels);
    put_cells(grid, cells + labels, count - labels);
}

static void put_heading(const struct grid *grid)
{
    struct grid_cell cells[GRID_COLUMNS];
    char texts[GRID_COLUMNS][100];
    int count = 0, any = 0;

    for (int i = 0; i < grid->table->column_count; i++) {
        const char *key =
            has_note(grid, i) && !grid->notes ? grid->table->columns[i].key : "";

        if (!grid->widths[i])
            continue;
        snprintf(texts[i], sizeof texts[i], "%s%s%s", key, key[0] ? " " : "",
                 heading_of(grid, i));
        any += texts[i][0] != 0;
        cells[count++] = (struct grid_cell){ i, VIEW_SOFT, texts[i] };
    }
    if (any)
        put_line_of(grid, cells, count);
}

static void put_grid_row(const struct grid *grid, const struct view_row *row)
{
    struct grid_cell cells[GRID_COLUMNS];
    int count = 0;

    for (int i = 0; i < grid->table->column_count; i++) {
        const struct view_cell *cell = &row->cells[i];
        const bool shortened = cell->note && !has_note(grid, i) &&
                               grid->widths[i] <= view_page_columns(cell->text);

        if (!grid->widths[i])
            continue;
        cells[count++] =
            (struct grid_cell){ i, cell->tone,
                                shortened || (grid->notes && cell->note) ? cell->note
                                                                         : cell->text };
    }
    put_line_of(grid, cells, count);
}

static void put_item(const struct view_page *page, const struct view_row *row)
{
    char *text = memory_format("%s%s%s", row->cells[0].text,
                               row->cells[0].text[0] ? ": " : "", row->cells[1].text);

    put_line(page, row->cells[1].tone, 2, 4, text);
    free(text);
}

// Writes a record: its key, title, kind and text on one line, and the rest below.
static void put_record(const struct view_page *page, const struct view_section *table,
                       const struct view_row *row)
{
    const struct view_cell *cells = row->cells;
    char *text =
        memory_format("%s [%s]: %s", cells[1].text, cells[2].text, cells[3].text);

    view_page_tone(page, VIEW_STRONG);
    fprintf(page->file, "%-*s", KEY, row->cells[0].text);
    view_page_tone(page, VIEW_PLAIN);
    view_page_wrap(page, KEY, KEY, text, "");
    free(text);
    for (int i = 4; i < table->column_count; i++) {
        const struct view_column *column = &table->columns[i];

        if (!row->cells[i].text[0] || !view_is_shown(column->depth, !page->all))
            continue;
        text = memory_format("%s%s%s", column->heading, column->heading[0] ? " " : "",
                             row->cells[i].text);
        put_line(page, VIEW_SOFT, KEY, KEY, text);
        free(text);
    }
}

// Writes the heading of a part with the number of its rows, if some are left out;
// nothing if all are.
static void put_part_heading(const struct view_page *page,
                             const struct view_section *table, int at)
{
    const int shown = view_part_rows(table, at, !page->all);
    const int of = view_part_rows(table, at, false);
    char counts[40] = "", *text;

    if (!shown)
        return;
    if (shown < of)
        snprintf(counts, sizeof counts, " (%d of %d)", shown, of);
    text = memory_format("%s%s", table->rows[at].part, counts);
    fputc('\n', page->file);
    put_line(page, VIEW_STRONG, 0, 0, text);
    free(text);
}

static void put_table(const struct view_page *page, const struct view_section *table)
{
    struct grid grid = { .page = page, .table = table };

    if (table->layout == VIEW_GRID) {
        grid = measure(page, table);
        put_heading(&grid);
    }
    for (int i = 0; i < table->row_count; i++) {
        const struct view_row *row = &table->rows[i];

        if (row->part)
            put_part_heading(page, table, i);
        else if (!view_is_shown(row->depth, !page->all))
            continue;
        else if (table->layout == VIEW_GRID)
            put_grid_row(&grid, row);
        else if (table->layout == VIEW_LIST)
            put_item(page, row);
        else
            put_record(page, table, row);
    }
}

void view_text(const struct view *view, const struct view_page *page)
{
    for (int i = 0; i < view->count; i++) {
        const struct view_section *it = &view->sections[i];

        if (!view_is_shown(it->depth, !page->all))
            continue;
        if (it->gap && i)
            fputc('\n', page->file);
        if (it->kind == VIEW_CHAPTER && it->gap)
            put_line(page, VIEW_STRONG, 0, 0, it->name);
        if (it->kind == VIEW_PARAGRAPH)
            put_paragraph(page, it);
        if (it->kind == VIEW_TABLE)
            put_table(page, it);
    }
}
