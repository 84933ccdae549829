// SPDX-License-Identifier: MIT

#include "sheet/table.h"

#include <math.h>
#include <string.h>

#define SIZE    14.0
#define GAP     8.0   // between columns
#define BAR     4.0   // width
#define INDENT  9.0   // of a text beside a bar, or on a background
#define LETTER  0.85  // width of a terminal's column, in the size of letters
#define KEY     31.0  // width of a column of notes
#define NARROW  170.0 // a column in which notes replace texts
#define LABEL   26    // a terminal's columns of a label without a minimum
#define NAME    92.0  // width of the name of a paragraph
#define COLUMNS 40

// The looks of tones. On a background or beside a bar, bold letters are marked too.
static const struct {
    enum ink_tone letters, fill, bar;
    bool bold;
} tones[] = {
    [VIEW_PLAIN] = { INK_TEXT, INK_PAPER, INK_PAPER, false },
    [VIEW_STRONG] = { INK_TEXT, INK_COOL, INK_BLUE, true },
    [VIEW_SOFT] = { INK_MUTED, INK_PAPER, INK_PAPER, false },
    [VIEW_GOOD] = { INK_TEXT, INK_COOL, INK_COOL, false },
    [VIEW_BAD] = { INK_TEXT, INK_WARM, INK_ORANGE, true },
    [VIEW_OTHER] = { INK_TEXT, INK_WARM, INK_PAPER, true },
};

struct drawing {
    cairo_t *cairo;
    const struct view_section *table;
    struct table_look look;
    struct ink_box box; // what is left of it
    bool notes;         // they replace the texts of columns with a key
    double width[COLUMNS];
};

// Returns true if a column names the rows; so does the first of a list.
static bool is_label(const struct view_section *table, int column)
{
    return table->columns[column].label || (table->layout == VIEW_LIST && column == 0);
}

static bool table_is_shown(const struct drawing *drawing, enum view_depth depth)
{
    return view_is_shown(depth, drawing->look.brief);
}

static enum view_tone table_tone(enum view_tone tone)
{
    return tone < VIEW_OTHER ? tone : VIEW_OTHER;
}

// Returns the width of a label, as long as its longest text, but at most its minimum.
static double label_width(const struct drawing *drawing, int column)
{
    const struct view_section *table = drawing->table;
    const int minimum = table->columns[column].minimum;
    const double most = (minimum ? minimum : LABEL) * LETTER * drawing->look.size;
    const double indent = drawing->look.tones == TABLE_BARS && !column ? INDENT : 0;
    double width = 0;

    for (int i = 0; i < table->row_count && width < most; i++) {
        const struct view_row *row = &table->rows[i];

        if (!row->part && table_is_shown(drawing, row->depth)) {
            const struct view_cell *cell = &row->cells[column];
            const struct ink_style style = { .size = drawing->look.size,
                                             .bold = tones[table_tone(cell->tone)].bold };

            width = fmax(width,
                         indent + 2 * GAP + ink_width(drawing->cairo, style, cell->text));
        }
    }
    return fmin(width, most);
}

// Sets the widths of the columns, each with the gap that follows. Notes replace texts
// if these would be too narrow.
static void set_widths(struct drawing *drawing)
{
    const struct view_section *table = drawing->table;
    double left = drawing->box.width + GAP;
    int shares = 0;

    for (int i = 0; i < table->column_count; i++) {
        const struct view_column *column = &table->columns[i];

        drawing->width[i] = 0;
        if (!table_is_shown(drawing, column->depth))
            continue;
        if (is_label(table, i))
            drawing->width[i] = label_width(drawing, i);
        left -= drawing->width[i];
        shares += !is_label(table, i);
    }
    for (int i = 0; i < table->column_count; i++) {
        const struct view_column *column = &table->columns[i];

        if (is_label(table, i) || !table_is_shown(drawing, column->depth))
            continue;
        drawing->width[i] = left / shares;
        drawing->notes |= column->key && left / shares < NARROW;
        if (column->key && left / shares < NARROW)
            drawing->width[i] = KEY;
    }
}

static bool table_has_note(const struct drawing *drawing, int column)
{
    return drawing->notes && drawing->table->columns[column].key &&
           !is_label(drawing->table, column);
}

// Returns true if most cells of a row have its first finding.
static bool has_majority(const struct drawing *drawing, const struct view_row *row)
{
    int plain = 0, other = 0;

    for (int i = 0; i < drawing->table->column_count; i++) {
        plain += !is_label(drawing->table, i) && row->cells[i].tone == VIEW_PLAIN;
        other += row->cells[i].tone >= VIEW_OTHER;
    }
    return plain > other;
}

static struct ink_style style_of(const struct drawing *drawing, int column,
                                 enum view_tone tone, bool majority)
{
    const bool label = is_label(drawing->table, column);
    const bool name = drawing->look.tones == TABLE_BARS && label;
    struct ink_style style = { .size = drawing->look.size,
                               .bold = tones[tone].bold && !name,
                               .tone = tones[tone].letters,
                               .align = label ? INK_LEFT : drawing->look.align,
                               .lines = drawing->look.lines,
                               .shrinks = true };

    if (table_has_note(drawing, column))
        style.align = INK_CENTRE;
    if (tone == VIEW_OTHER && drawing->look.tones == TABLE_LETTERS)
        style.tone = INK_ORANGE;
    else if (tone == VIEW_OTHER && !majority)
        style.bold = false;
    if (tone == VIEW_BAD && drawing->look.tones == TABLE_LETTERS)
        style.tone = INK_ORANGE;
    return style;
}

static const char *text_of(const struct drawing *drawing, const struct view_cell *cell,
                           int column)
{
    return table_has_note(drawing, column) && cell->note ? cell->note : cell->text;
}

static double indent_of(const struct drawing *drawing, int column)
{
    const bool first = column == 0;

    return (drawing->look.tones == TABLE_BARS && first) ||
                   (drawing->look.tones == TABLE_FILLS && !first &&
                    !table_has_note(drawing, column))
               ? INDENT
               : 0;
}

// Draws the background of a cell, or its bar.
static void draw_tone(const struct drawing *drawing, struct ink_box box,
                      enum view_tone tone, bool majority)
{
    const bool fills = drawing->look.tones == TABLE_FILLS;
    const bool other = tone == VIEW_OTHER;

    if (fills && (!other || majority))
        ink_rectangle(drawing->cairo, box, tones[tone].fill, true);
    if (fills && other && majority)
        ink_rectangle(
            drawing->cairo,
            (struct ink_box){ box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1 },
            INK_ORANGE, false);
    if (!other && tones[tone].bar != INK_PAPER)
        ink_rectangle(drawing->cairo, (struct ink_box){ box.x, box.y, BAR, box.height },
                      tones[tone].bar, true);
}

// Draws a row of cells, or, without `draw`, only measures it. Returns its height.
static double draw_cells(const struct drawing *drawing, const struct view_row *row,
                         double height, bool draw)
{
    const struct view_section *table = drawing->table;
    const bool majority = has_majority(drawing, row);
    double x = drawing->box.x, y = drawing->box.y, most = 0;

    for (int i = 0; i < table->column_count; x += drawing->width[i++]) {
        const enum view_tone tone = table_tone(row->cells[i].tone);
        const char *text = text_of(drawing, &row->cells[i], i);
        const struct ink_style style = style_of(drawing, i, tone, majority);
        const double indent = indent_of(drawing, i);
        const double width = drawing->width[i] - GAP - indent;

        if (drawing->width[i] <= 0)
            continue;
        if (draw && (drawing->look.tones == TABLE_FILLS
                         ? !is_label(table, i)
                         : drawing->look.tones == TABLE_BARS && i == 0))
            draw_tone(
                drawing,
                (struct ink_box){ x, y + 1, drawing->width[i] - GAP / 2, height - 3 },
                tone, majority);
        if (draw)
            ink_text(drawing->cairo, x + indent, y + 2, width, style, text);
        else if (text[0])
            most = fmax(most, ink_height(drawing->cairo, width, style, text));
    }
    return fmax(most + (drawing->look.rules ? 8 : 3), drawing->look.line);
}

static void draw_rule(struct drawing *drawing)
{
    const double y = floor(drawing->box.y) - 0.5;

    ink_line(drawing->cairo, drawing->box.x, y, drawing->box.x + drawing->box.width, y,
             INK_FAINT);
}

static void table_row(struct drawing *drawing, const struct view_row *row)
{
    const double indent = drawing->look.tones == TABLE_BARS ? INDENT : 0;
    struct ink_style part = INK_NOTE;
    double height;

    part.lines = 3;
    if (row->part) {
        drawing->box.y += row == drawing->table->rows ? 0 : 6;
        drawing->box.y +=
            5 + ink_text(drawing->cairo, drawing->box.x + indent, drawing->box.y + 2,
                         drawing->box.width - indent, part, row->part);
        return;
    }
    height = draw_cells(drawing, row, 0, false);
    draw_cells(drawing, row, height, true);
    drawing->box.y += height;
    if (drawing->look.rules)
        draw_rule(drawing);
}

// Draws the headings of the columns, or their keys.
static void draw_heads(struct drawing *drawing)
{
    const struct view_section *table = drawing->table;
    double x = drawing->box.x, most = 0;
    bool any = false;

    for (int i = 0; i < table->column_count; x += drawing->width[i++]) {
        const struct view_column *column = &table->columns[i];
        const double indent = indent_of(drawing, i);
        const bool keys = drawing->notes && column->key;
        struct ink_style style = style_of(drawing, i, VIEW_SOFT, false);

        // the name of the table stands above its columns
        if (drawing->width[i] <= 0 || (!keys && !strcmp(column->heading, table->name)))
            continue;
        style.size = SIZE;
        style.lines = 4;
        any |= column->heading[0] || keys;
        most = fmax(most, ink_text(drawing->cairo, x + indent, drawing->box.y,
                                   drawing->width[i] - GAP - indent, style,
                                   keys ? column->key : column->heading));
    }
    if (!any)
        return;
    drawing->box.y += most + 6;
    draw_rule(drawing);
    drawing->box.y += 2;
}

double table_draw(cairo_t *cairo, struct ink_box box, const struct view_section *table,
                  struct table_look look)
{
    struct drawing drawing = { .cairo = cairo, .table = table, .look = look, .box = box };
    struct ink_style title = INK_TITLE, text = INK_NOTE;
    const double indent = look.tones == TABLE_BARS ? INDENT : 0;

    text.lines = 4;
    if (!(look.size > 0))
        drawing.look.size = SIZE;
    title.shrinks = true;
    if (table->name[0])
        drawing.box.y += 4 + ink_text(cairo, box.x, box.y, box.width, title, table->name);
    set_widths(&drawing);
    if (table->layout == VIEW_GRID)
        draw_heads(&drawing);
    for (int i = 0; i < table->row_count; i++)
        if (table_is_shown(&drawing, table->rows[i].depth) &&
            (!table->rows[i].part || view_part_rows(table, i, look.brief)))
            table_row(&drawing, &table->rows[i]);
    if (table->text[0])
        drawing.box.y += 3 + ink_text(cairo, box.x + indent, drawing.box.y + 2,
                                      box.width - indent, text, table->text);
    return drawing.box.y;
}

// Draws a paragraph, its name at the left of it. Returns its height.
static double draw_paragraph(cairo_t *cairo, struct ink_box box,
                             const struct view_section *section)
{
    const double indent = section->name[0] ? NAME : 0;
    struct ink_style style = { .size = SIZE, .lines = 8 }, name = INK_NOTE;
    double height;

    name.shrinks = true;
    ink_text(cairo, box.x, box.y + 2, NAME - GAP, name, section->name);
    style.bold = section->tone == VIEW_STRONG || section->tone == VIEW_BAD;
    style.tone = section->tone == VIEW_SOFT ? INK_MUTED : INK_TEXT;
    height = ink_text(cairo, box.x + indent, box.y + 2, box.width - indent, style,
                      section->text);
    return height + 4;
}

double table_sections(cairo_t *cairo, struct ink_box box, const struct view *view,
                      int first, struct table_look look)
{
    const char *chapter = NULL;

    for (int i = first; i < view->count; i++) {
        const struct view_section *section = &view->sections[i];

        if (!view_is_shown(section->depth, look.brief))
            continue;
        if (section->kind == VIEW_CHAPTER) {
            chapter = section->name;
            continue;
        }
        if (i > first && (section->gap || (section->kind == VIEW_TABLE &&
                                           section[-1].kind == VIEW_TABLE)))
            box.y += 12;
        if (chapter && section->kind == VIEW_TABLE) {
            box.y = ink_heading(cairo, box.y + 12, chapter);
            chapter = NULL;
        }
        if (section->kind == VIEW_TABLE)
            box.y = table_draw(cairo, box, section, look);
        else
            box.y += draw_paragraph(cairo, box, section);
    }
    return box.y;
}
