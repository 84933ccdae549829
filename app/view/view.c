// SPDX-License-Identifier: MIT

#include "view/view.h"

#include "base/memory.h"
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 65536 // bytes; a larger request has a block of its own

struct view_block {
    struct view_block *next;
    size_t used, size;
    max_align_t bytes[];
};

static void *view_take(struct view *view, size_t size)
{
    struct view_block *block = view->blocks;

    size = (size + sizeof(max_align_t) - 1) & ~(sizeof(max_align_t) - 1);
    if (!block || block->size - block->used < size) {
        const size_t room = size > BLOCK ? size : BLOCK;

        block = memory_new(1, sizeof *block + room);
        block->size = room;
        block->next = view->blocks;
        view->blocks = block;
    }
    block->used += size;
    return (char *) block->bytes + block->used - size;
}

static const char *view_copy(struct view *view, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = memcpy(view_take(view, size), text, size);

    text_clean(copy);
    return copy;
}

static const char *words_list(struct view *view, const char *format, va_list arguments)
{
    va_list again;
    char *words;
    int size;

    va_copy(again, arguments);
    size = vsnprintf(NULL, 0, format, again) + 1;
    va_end(again);
    words = view_take(view, (size_t) size);
    vsnprintf(words, (size_t) size, format, arguments);
    text_clean(words);
    return words;
}

const char *view_words(struct view *view, const char *format, ...)
{
    const char *words;
    va_list arguments;

    va_start(arguments, format);
    words = words_list(view, format, arguments);
    va_end(arguments);
    return words;
}

void view_finish(struct view *view)
{
    for (struct view_block *block = view->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    for (int i = 0; i < view->count; i++)
        free(view->sections[i].rows);
    free(view->sections);
    *view = (struct view){ 0 };
}

static struct view_section *view_add(struct view *view, enum view_kind kind)
{
    if (view->count == view->room) {
        view->room = 2 * view->room + 16;
        view->sections =
            memory_resize(view->sections, (size_t) view->room, sizeof *view->sections);
    }
    view->sections[view->count++] =
        (struct view_section){ .kind = kind, .name = "", .text = "" };
    return view_last(view);
}

struct view_section *view_last(struct view *view)
{
    assert(view->count > 0);
    return &view->sections[view->count - 1];
}

struct view_section *view_chapter(struct view *view, const char *title)
{
    struct view_section *chapter = view_add(view, VIEW_CHAPTER);

    chapter->name = view_copy(view, title);
    chapter->gap = true;
    return chapter;
}

struct view_section *view_paragraph(struct view *view, enum view_tone tone,
                                    const char *text)
{
    struct view_section *paragraph = view_add(view, VIEW_PARAGRAPH);

    paragraph->tone = tone;
    paragraph->text = view_copy(view, text);
    return paragraph;
}

struct view_section *view_named(struct view *view, const char *name, const char *text)
{
    struct view_section *paragraph;

    if (!text[0])
        return NULL;
    paragraph = view_paragraph(view, VIEW_PLAIN, text);
    paragraph->name = view_copy(view, name);
    return paragraph;
}

struct view_section *view_table(struct view *view, const char *heading,
                                const struct view_column *columns, int count)
{
    struct view_section *table = view_add(view, VIEW_TABLE);
    const size_t size = (size_t) count * sizeof *columns;

    table->name = view_copy(view, heading);
    table->columns = memcpy(view_take(view, size), columns, size);
    table->column_count = count;
    for (int i = 0; i < count; i++) {
        struct view_column *column = &table->columns[i];

        column->heading = view_copy(view, column->heading);
        column->key = column->key ? view_copy(view, column->key) : NULL;
    }
    return table;
}

struct view_section *view_figure(struct view *view,
                                 void (*figure)(const void *context, FILE *file),
                                 const void *context)
{
    struct view_section *it = view_add(view, VIEW_FIGURE);

    it->figure = figure;
    it->context = context;
    it->depth = VIEW_PAGE;
    return it;
}

void view_move(struct view *view, int from, int to)
{
    for (; from < view->count; from++, to++) {
        const struct view_section moved = view->sections[from];

        memmove(view->sections + to + 1, view->sections + to,
                sizeof moved * (size_t) (from - to));
        view->sections[to] = moved;
    }
}

struct view_section *view_fact(struct view *view, const char *name, const char *format,
                               ...)
{
    const char *text;
    va_list arguments;

    va_start(arguments, format);
    text = words_list(view, format, arguments);
    va_end(arguments);
    return view_named(view, name, text);
}

static struct view_row *new_row(struct view *view)
{
    struct view_section *table = view_last(view);

    assert(table->kind == VIEW_TABLE);
    if (table->row_count == table->row_room) {
        table->row_room = 2 * table->row_room + 16;
        table->rows =
            memory_resize(table->rows, (size_t) table->row_room, sizeof *table->rows);
    }
    table->rows[table->row_count] = (struct view_row){ 0 };
    return &table->rows[table->row_count++];
}

struct view_row *view_add_row(struct view *view)
{
    struct view_row *row = new_row(view);
    const int count = view_last(view)->column_count;

    row->cells = view_take(view, (size_t) count * sizeof *row->cells);
    for (int i = 0; i < count; i++)
        row->cells[i] = (struct view_cell){ .text = "" };
    return row;
}

struct view_row *view_add_part(struct view *view, const char *title)
{
    struct view_row *row = new_row(view);

    row->part = view_copy(view, title);
    return row;
}

struct view_cell *view_set(struct view *view, int column, enum view_tone tone,
                           const char *text)
{
    const struct view_section *table = view_last(view);
    struct view_cell *cell;

    assert(table->row_count > 0 && column < table->column_count);
    cell = &table->rows[table->row_count - 1].cells[column];
    *cell = (struct view_cell){ .text = view_copy(view, text), .tone = tone };
    return cell;
}

int view_part_rows(const struct view_section *table, int first, bool brief)
{
    int count = 0;

    for (int i = first; i < table->row_count; i++) {
        if (table->rows[i].part && i > first)
            break;
        count += !table->rows[i].part && view_is_shown(table->rows[i].depth, brief);
    }
    return count;
}

bool view_is_shown(enum view_depth depth, bool brief)
{
    return depth == VIEW_ALWAYS || depth == (brief ? VIEW_BRIEF : VIEW_FULL);
}
