// SPDX-License-Identifier: MIT
//
// How it works: the page has a header with the title, the sections before the first
// chapter, and links to the chapters. Each chapter is a section element. The page is
// complete in itself: it has no script and loads nothing.

#include "view/write.h"

#include "base/text.h"
#include "config.h"

#include <ctype.h>
#include <string.h>

#define ID    40 // bytes of the id of a chapter
#define WIDE  7  // columns; a table with more has no room on paper
#define MANY  4  // records; more are small cards
#define TALL  20 // rows; a table with more scrolls within the window
#define TINTS 5  // colours of findings but the first

struct html {
    FILE *file;
    const struct view *view;
};

// ---- words ----

// Writes the id of a chapter: its first word, in lower case.
static void id_of(const struct view_section *chapter, char id[ID])
{
    int size = 0;

    for (const char *at = chapter->name; *at && size + 1 < ID; at++)
        id[size++] = isalnum((unsigned char) *at) ? (char) tolower(*at) : '-';
    id[size] = 0;
}

static bool is_on_page(enum view_depth depth)
{
    return depth != VIEW_BRIEF;
}

static const char *class_of(enum view_tone tone)
{
    static const char *const classes[] = {
        [VIEW_PLAIN] = "plain", [VIEW_STRONG] = "strong", [VIEW_SOFT] = "no",
        [VIEW_GOOD] = "good",   [VIEW_BAD] = "bad",
    };
    static const char *const tints[TINTS] = { "g1", "g2", "g3", "g4", "g5" };

    return tone < VIEW_OTHER ? classes[tone] : tints[(tone - VIEW_OTHER) % TINTS];
}

// ---- paragraphs ----

static void put_plain_paragraph(FILE *file, const struct view_section *it)
{
    const char *element = it->tone == VIEW_STRONG ? "strong" : "span";

    if (it->tone == VIEW_PLAIN)
        text_markup(file, "<p>%s</p>\n", it->text);
    else
        text_markup(file, it->tone == VIEW_SOFT ? "<p class=soft>" : "<p class=lead>");
    if (it->tone != VIEW_PLAIN)
        text_markup(file, "<%s>%s</%s></p>\n", element, it->text, element);
}

static void put_named(FILE *file, const struct view_section *it)
{
    text_markup(file, "<div><dt>%s</dt><dd%s><bdi>%s</bdi></dd></div>\n", it->name,
                it->code ? " class=hash" : "", it->text);
}

// ---- tables ----

// Writes a list: the rows of a brief text, because tables have the others.
static void put_list(FILE *file, const struct view_section *table)
{
    const char *part = "";

    text_markup(file, "<ul class=said>\n");
    for (int i = 0; i < table->row_count; i++) {
        const struct view_row *row = &table->rows[i];

        part = row->part ? row->part : part;
        if (row->part || row->depth == VIEW_FULL)
            continue;
        text_markup(file, "<li>%s%s", part, part[0] ? ", " : "");
        text_markup(file, row->cells[0].text[0] ? "<b>%s</b>: " : "%s",
                    row->cells[0].text);
        text_markup(file, "%s\n", row->cells[1].text);
    }
    text_markup(file, "</ul>\n");
}

static void put_heads(FILE *file, const struct view_section *table)
{
    text_markup(file, "<thead><tr>");
    for (int i = 0; i < table->column_count; i++) {
        const struct view_column *column = &table->columns[i];

        if (column->key && !column->label)
            text_markup(file,
                        "<th scope=col><span class=side><span class=key>%s</span> "
                        "<bdi>%s</bdi></span>",
                        column->key, column->heading);
        else
            text_markup(file, "<th scope=col>%s", column->heading);
    }
    text_markup(file, "</thead>\n");
}

static void put_cell(FILE *file, const struct view_section *table, int column,
                     const struct view_cell *cell)
{
    const struct view_column *it = &table->columns[column];

    if (column == 0) {
        text_markup(file, "<th scope=row>%s", cell->text);
        return;
    }
    text_markup(file, "<td");
    if (cell->tone != VIEW_PLAIN)
        text_markup(file, " class=%s", class_of(cell->tone));
    if (table->column_count > WIDE && it->key)
        text_markup(file, " data-side=%s", it->key);
    text_markup(file, ">");
    if (it->key && cell->note && cell->note[0] != '-')
        text_markup(file, "<span class=n>%s</span>", cell->note);
    text_markup(file, "%s", cell->text);
}

static void put_grid_rows(FILE *file, const struct view_section *table, int first,
                          int end)
{
    for (int i = first; i < end; i++) {
        if (!is_on_page(table->rows[i].depth))
            continue;
        text_markup(file, "<tr>");
        for (int j = 0; j < table->column_count; j++)
            put_cell(file, table, j, &table->rows[i].cells[j]);
        text_markup(file, "\n");
    }
}

static void open_grid(FILE *file, const struct view_section *table, const char *caption)
{
    const bool tall = table->row_count > TALL;

    text_markup(file, "<div class=\"scroll%s%s\"%s role=region aria-label=\"%s\">",
                tall ? " tall" : "", table->column_count > WIDE ? " wide" : "",
                tall ? " tabindex=0" : "", caption);
    text_markup(file, "<table class=%s><caption class=vh>%s</caption>\n",
                table->columns[table->column_count - 1].key ? "grid" : "plain", caption);
    put_heads(file, table);
}

// Returns the end of the part that begins at row `first`.
static int part_end(const struct view_section *table, int first)
{
    int end = first + 1;

    while (end < table->row_count && !table->rows[end].part)
        end++;
    return end;
}

// Writes each part of a table as a table of its own, folded.
static void put_folded(FILE *file, const struct view_section *table)
{
    for (int i = 0; i < table->row_count; i = part_end(table, i)) {
        const char *title = table->rows[i].part;

        text_markup(file, "<details><summary>%s: %d</summary>\n", title,
                    view_part_rows(table, i, false));
        open_grid(file, table, title);
        text_markup(file, "<tbody>\n");
        put_grid_rows(file, table, i + 1, part_end(table, i));
        text_markup(file, "</tbody></table></div></details>\n");
    }
}

static void put_grid(FILE *file, const struct view_section *table, const char *chapter)
{
    const bool parts = table->row_count && table->rows[0].part;

    open_grid(file, table, table->name[0] ? table->name : chapter);
    if (!parts) {
        text_markup(file, "<tbody>\n");
        put_grid_rows(file, table, 0, table->row_count);
        text_markup(file, "</tbody>\n");
    }
    for (int i = 0; parts && i < table->row_count; i = part_end(table, i)) {
        text_markup(file,
                    "<tbody><tr class=part><th scope=rowgroup colspan=%d><span>%s "
                    "<span class=soft>%d</span></span>\n",
                    table->column_count, table->rows[i].part,
                    view_part_rows(table, i, false));
        put_grid_rows(file, table, i + 1, part_end(table, i));
        text_markup(file, "</tbody>\n");
    }
    text_markup(file, "</table></div>\n");
}

// Writes a record, below the title of the page or of a chapter.
static void put_card(FILE *file, const struct view_section *table,
                     const struct view_row *row, int level)
{
    const struct view_cell *cells = row->cells;

    text_markup(
        file,
        "<li>\n<p class=badges><span class=\"badge %s\">%s</span></p>\n"
        "<h%d><span class=side><span class=key>%s</span> <bdi>%s</bdi></span></h%d>"
        "\n<p class=verdict>%s</p>\n",
        class_of(cells[2].tone), cells[2].text, level, cells[0].text, cells[1].text,
        level, cells[3].text);
    for (int i = 4; i < table->column_count; i++)
        if (cells[i].text[0])
            text_markup(file, "<p class=twins><b>%s</b> <bdi>%s</bdi></p>\n",
                        table->columns[i].heading, cells[i].text);
}

static void put_table_of(FILE *file, const struct view_section *table,
                         const char *chapter)
{
    if (table->folded)
        put_folded(file, table);
    else if (table->layout == VIEW_LIST)
        put_list(file, table);
    else if (table->layout == VIEW_GRID)
        put_grid(file, table, chapter);
    if (table->layout != VIEW_RECORDS)
        return;
    text_markup(file, "<ul class=\"cards%s\">\n", table->row_count > MANY ? " many" : "");
    for (int i = 0; i < table->row_count; i++)
        put_card(file, table, &table->rows[i], chapter[0] ? 3 : 2);
    text_markup(file, "</ul>\n");
}

// ---- the page ----

static bool has_name(const struct view *view, int at)
{
    return at >= 0 && at < view->count && is_on_page(view->sections[at].depth) &&
           view->sections[at].kind == VIEW_PARAGRAPH && view->sections[at].name[0];
}

// Writes a section that is not a chapter. Paragraphs with names share a list.
static void put_section(const struct html *html, int at, const char *chapter)
{
    const struct view_section *it = &html->view->sections[at];

    if (!is_on_page(it->depth))
        return;
    if (has_name(html->view, at)) {
        if (!has_name(html->view, at - 1))
            text_markup(html->file, "<dl class=facts>\n");
        put_named(html->file, it);
        if (!has_name(html->view, at + 1))
            text_markup(html->file, "</dl>\n");
    } else if (it->kind == VIEW_PARAGRAPH)
        put_plain_paragraph(html->file, it);
    else if (it->kind == VIEW_TABLE)
        put_table_of(html->file, it, chapter);
    else if (it->kind == VIEW_FIGURE)
        it->figure(it->context, html->file);
}

static void put_head(const struct html *html)
{
    text_markup(html->file,
                "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
                "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
                "img-src data:; style-src 'unsafe-inline'; base-uri 'none'; "
                "form-action 'none'\">\n"
                "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
                "<meta name=color-scheme content=\"light dark\">\n"
                "<meta name=generator content=\"fpstripe %s\">\n",
                FPSTRIPE_VERSION);
    if (html->view->capture)
        text_markup(html->file, "<meta name=capture content=\"%s\">\n",
                    html->view->capture);
    text_markup(html->file, "<title>%s</title>\n<style>\n", html->view->title);
    fputs(view_style, html->file);
    text_markup(html->file, "</style>\n</head>\n");
}

// Returns the index of the next chapter on the page, from `at` on.
static int next_chapter(const struct view *view, int at)
{
    while (at < view->count && (view->sections[at].kind != VIEW_CHAPTER ||
                                !is_on_page(view->sections[at].depth)))
        at++;
    return at;
}

static void put_header(const struct html *html)
{
    const struct view *view = html->view;
    const int first = next_chapter(view, 0);
    char id[ID];

    text_markup(html->file, "<body>\n");
    if (first < view->count) {
        id_of(&view->sections[first], id);
        text_markup(html->file, "<a class=skip href=#%s>Skip to %s</a>\n", id,
                    view->sections[first].name);
    }
    text_markup(html->file, "<header>\n<h1>%s</h1>\n", view->title);
    for (int i = 0; i < first; i++)
        put_section(html, i, "");
    text_markup(html->file, "<nav aria-label=\"On this page\"><ul>\n");
    for (int i = first; i < view->count; i = next_chapter(view, i + 1)) {
        id_of(&view->sections[i], id);
        text_markup(html->file, "<li><a href=#%s>%s</a>\n", id, view->sections[i].name);
    }
    text_markup(html->file, "</ul></nav>\n</header>\n<main>\n");
}

static void put_chapter(const struct html *html, int at)
{
    const struct view_section *chapter = &html->view->sections[at];
    const int end = next_chapter(html->view, at + 1);
    char id[ID];

    id_of(chapter, id);
    text_markup(html->file,
                "<section id=%s aria-labelledby=%s-h tabindex=-1><h2 id=%s-h>%s</h2>\n",
                id, id, id, chapter->name);
    if (chapter->text[0])
        text_markup(html->file, "<p class=soft>%s</p>\n", chapter->text);
    for (int i = at + 1; i < end; i++)
        put_section(html, i, chapter->name);
    text_markup(html->file, "</section>\n");
}

void view_html(const struct view *view, FILE *file)
{
    const struct html html = { file, view };

    put_head(&html);
    put_header(&html);
    for (int i = next_chapter(view, 0); i < view->count; i = next_chapter(view, i + 1))
        put_chapter(&html, i);
    text_markup(
        file,
        "</main>\n<footer><p>Made by fpstripe %s. This page is complete in itself: "
        "it has no script and loads nothing.</p></footer>\n</body>\n</html>\n",
        FPSTRIPE_VERSION);
}
