// SPDX-License-Identifier: MIT
//
// How it works: GitHub Flavored Markdown, with tables by its section 4.10. A row is a
// line, and a bar in a cell is escaped. Every character that has a meaning anywhere in
// Markdown or HTML is escaped too. A part of a table is a table of its own.

#include "view/write.h"

#include <string.h>

// Writes a string of the view between two strings of ours.
static void md_text(FILE *file, const char *before, const char *text, const char *behind)
{
    fputs(before, file);
    for (const char *at = text; *at; at++) {
        if (*at == '<' || *at == '>' || *at == '&')
            fputs(*at == '<' ? "&lt;" : *at == '>' ? "&gt;" : "&amp;", file);
        else if (*at == '@') // a mention
            fputs("&#64;", file);
        else if (*at == ':') // or the beginning of an address
            fputs(at[1] == '/' ? "&#58;" : ":", file);
        else
            fprintf(file, strchr("\\`*_{}[]#!|~$^", *at) ? "\\%c" : "%c", *at);
    }
    fputs(behind, file);
}

// Writes a code span: between more backquotes than the text has in a row.
static void md_code(FILE *file, const char *text)
{
    size_t most = 0;

    for (const char *at = text; *at; at += *at != 0) {
        const size_t run = strspn(at, "`");

        most = run > most ? run : most;
        at += run;
    }
    for (size_t i = 0; i <= most; i++)
        fputc('`', file);
    fprintf(file, most ? " %s " : "%s", text);
    for (size_t i = 0; i <= most; i++)
        fputc('`', file);
    fputc('\n', file);
}

static void md_paragraph(FILE *file, const struct view_section *it, bool listed)
{
    fputs(listed ? "" : "\n", file);
    if (it->name[0])
        md_text(file, "- **", it->name, "**: ");
    if (it->code)
        md_code(file, it->text);
    else
        md_text(file, "", it->text, "\n");
}

static void md_head(FILE *file, const struct view_section *table)
{
    fputs("\n|", file);
    for (int i = 0; i < table->column_count; i++)
        md_text(file, " ", table->columns[i].heading, " |");
    fputs("\n|", file);
    for (int i = 0; i < table->column_count; i++)
        fputs("--|", file);
    fputc('\n', file);
}

static void md_row(FILE *file, const struct view_section *table,
                   const struct view_row *row)
{
    fputc('|', file);
    for (int i = 0; i < table->column_count; i++) {
        const struct view_cell *cell = &row->cells[i];
        const bool bold =
            cell->text[0] && (cell->tone == VIEW_STRONG || cell->tone == VIEW_BAD ||
                              cell->tone >= VIEW_OTHER);

        md_text(file, bold ? " **" : " ", cell->text, bold ? "** |" : " |");
    }
    fputc('\n', file);
}

static void md_item(FILE *file, const struct view_row *row)
{
    fputs("- ", file);
    if (row->cells[0].text[0])
        md_text(file, "**", row->cells[0].text, "**: ");
    md_text(file, "", row->cells[1].text, "\n");
}

static void md_table(FILE *file, const struct view_section *table)
{
    const bool listed = table->layout == VIEW_LIST;

    if (table->name[0])
        md_text(file, "\n### ", table->name, "\n");
    for (int i = 0; i < table->row_count; i++) {
        const struct view_row *row = &table->rows[i];

        if (row->part && view_part_rows(table, i, false))
            md_text(file, "\n### ", row->part, "\n");
        if ((row->part || !i) && listed)
            fputc('\n', file);
        else if (row->part || !i)
            md_head(file, table);
        if (!row->part && view_is_shown(row->depth, false) && listed)
            md_item(file, row);
        else if (!row->part && view_is_shown(row->depth, false))
            md_row(file, table, row);
    }
}

void view_markdown(const struct view *view, FILE *file)
{
    bool listed = false; // the section before was a paragraph with a name

    md_text(file, "# ", view->title, "\n");
    for (int i = 0; i < view->count; i++) {
        const struct view_section *it = &view->sections[i];
        const bool named = it->kind == VIEW_PARAGRAPH && it->name[0];

        if (!view_is_shown(it->depth, false))
            continue;
        if (it->kind == VIEW_CHAPTER)
            md_text(file, "\n## ", it->name, "\n");
        if (it->kind == VIEW_CHAPTER && it->text[0])
            md_text(file, "\n", it->text, "\n");
        if (it->kind == VIEW_PARAGRAPH)
            md_paragraph(file, it, listed && named);
        if (it->kind == VIEW_TABLE)
            md_table(file, it);
        listed = named;
    }
}
