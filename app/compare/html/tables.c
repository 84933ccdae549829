// SPDX-License-Identifier: MIT
//
// Writes the rows that differ, in words and as a matrix, and the rows that do not.

#include "compare/html/html.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>

#define SAID_MAX 12 // the others are folded away
#define WIDE     6  // with more sides a row has no room on paper
#define TINTS    5  // colours of answers but the first

// ---- in words ----

static void put_said(const struct html *html, int index)
{
    const struct compare_row *row = &html->compare->rows[index];

    html_put(html, "<li><a href=#r%d>%s &middot; <bdi>%s</bdi></a>: %s\n", index,
             row->section, row->name,
             html->compare->count > WIDE ? row->brief : row->words);
}

static void put_words(const struct html *html)
{
    const struct compare *compare = html->compare;
    int *rows = memory_new((size_t) compare->differing, sizeof *rows);
    const int count = compare_telling(compare, rows, compare->differing);

    html_put(html, "<div><h3>In words</h3>\n<ol class=said>\n");
    for (int i = 0; i < count; i++) {
        if (i == SAID_MAX)
            html_put(html,
                     "</ol><details><summary>%d more in words</summary>"
                     "<ol class=said start=%d>\n",
                     count - SAID_MAX, i + 1);
        put_said(html, rows[i]);
    }
    html_put(html, "</ol>");
    html_put(html, count > SAID_MAX ? "</details></div>\n" : "</div>\n");
    free(rows);
}

static void put_sums(const struct html *html)
{
    struct compare_section part = { 0 };

    html_put(html, "<div class=\"scroll narrow\"><table class=sums>"
                   "<caption>Questions by subject</caption>\n"
                   "<thead><tr><th scope=col>Subject<th scope=col>Compared"
                   "<th scope=col>Differ</thead>\n<tbody>\n");
    while (compare_next_section(html->compare, &part))
        if (part.differing)
            html_put(html,
                     "<tr><th scope=row><a href=#s%d>%s</a><td>%d<td><b>&ne; %d</b>\n",
                     part.first, part.name, part.shared, part.differing);
        else
            html_put(html, "<tr><th scope=row>%s<td>%d<td>%s\n", part.name, part.shared,
                     part.shared ? "= none" : "none asked");
    html_put(html, "</tbody></table></div>\n");
}

// ---- side by side ----

// Writes a cell. With two sides that differ, no mark for equal sides is necessary.
static void put_cell(const struct html *html, const struct compare_cell *cell, int side)
{
    html_put(html, "<td");
    if (cell->group >= 0 && html->compare->count == 2) {
        html_put(html, ">%s", cell->text);
        return;
    }
    if (cell->group > 0)
        html_put(html, " class=g%d", (cell->group - 1) % TINTS + 1);
    if (html->compare->count > WIDE)
        html_put(html, " data-side=%c", compare_letter(side));
    if (cell->group < 0)
        html_put(html, "><span class=no>not asked</span>");
    else
        html_put(html, "><span class=n>%c</span>%s", compare_digit(cell->group),
                 cell->text);
}

static void put_part(const struct html *html, const struct compare_section *part)
{
    const struct compare *compare = html->compare;

    html_put(html,
             "<tbody><tr class=part id=s%d><th scope=rowgroup colspan=%d><span>%s"
             "<span class=soft>%d of %d differ</span></span>\n",
             part->first, compare->count + 1, part->name, part->differing, part->shared);
    for (int i = part->first; i < part->end; i++) {
        const struct compare_row *row = &compare->rows[i];

        if (row->groups < 2)
            continue;
        html_put(html, "<tr id=r%d><th scope=row>%s", i, row->name);
        for (int side = 0; side < compare->count; side++)
            put_cell(html, &row->cells[side], side);
        html_put(html, "\n");
    }
    html_put(html, "</tbody>\n");
}

static void put_matrix(const struct html *html)
{
    const struct compare *compare = html->compare;
    struct compare_section part = { 0 };

    html_put(html,
             "<h3 id=matrix-h>Side by side</h3>\n"
             "<div class=\"scroll tall%s\" tabindex=0 role=region "
             "aria-labelledby=matrix-h>\n<table class=grid><caption><span>Only what "
             "differs.%s</span></caption>\n<thead><tr><th scope=col>Question",
             compare->count > WIDE ? " wide" : "",
             compare->count > 2
                 ? " Sides with the same digit in front gave the same answer."
                 : "");
    for (int i = 0; i < compare->count; i++) {
        html_put(html, "<th scope=col>");
        html_side(html, i);
    }
    html_put(html, "</thead>\n");
    while (compare_next_section(compare, &part))
        if (part.differing)
            put_part(html, &part);
    html_put(html, "</table></div>\n");
}

void html_differences(const struct html *html)
{
    html_put(html, "<section id=differences aria-labelledby=differences-h tabindex=-1>"
                   "<h2 id=differences-h>Differences</h2>\n");
    if (html->compare->differing == 0) {
        html_put(html, "<p>= Nothing differs. What was asked is listed under "
                       "<a href=#same>the same answers</a>.</p>\n");
    } else {
        html_put(html, "<div class=told>\n");
        put_words(html);
        put_sums(html);
        html_put(html, "</div>\n");
        put_matrix(html);
    }
    html_put(html, "</section>\n");
}

// ---- what is the same ----

static void put_same(const struct html *html, const struct compare_row *row)
{
    const int count = html->compare->count;
    const int asked = compare_asked_of(html->compare, row);
    const char *text = compare_answer(row->cells, count, 0);
    int groups[COMPARE_SIDES];
    char letters[80] = "";

    for (int i = 0; i < count; i++)
        groups[i] = asked == 1 ? row->cells[i].group >= 0 : row->cells[i].group < 0;
    compare_letters(groups, count, 1, letters, sizeof letters);
    html_put(html, "<tr><th scope=row>%s<td>", row->name);
    html_put(html, text ? "%s" : "<span class=no>not asked</span>", text);
    html_put(html, "<td>%s%s%s\n",
             asked == 0       ? "nobody"
             : asked == count ? "all"
             : asked == 1     ? ""
                              : "all but ",
             asked && asked < count ? letters : "",
             asked == 1 && count > 1 ? " only" : "");
}

// Writes the rows of a section that do not differ: those that two sides or more
// measured, or the others.
static void put_list(const struct html *html, const struct compare_section *part,
                     bool shared)
{
    html_put(html,
             "<div class=scroll><table><caption%s>%s%s</caption>\n<thead><tr>"
             "<th scope=col>Question<th scope=col>Answer<th scope=col>Asked of</thead>\n"
             "<tbody>\n",
             shared ? " class=vh" : "", part->name, shared ? ": what is the same" : "");
    for (int i = part->first; i < part->end; i++) {
        const struct compare_row *row = &html->compare->rows[i];

        if (row->groups < 2 && (compare_asked_of(html->compare, row) > 1) == shared)
            put_same(html, row);
    }
    html_put(html, "</tbody></table></div>\n");
}

void html_same(const struct html *html)
{
    const struct compare_section all = compare_all(html->compare);
    struct compare_section part = { 0 };

    html_put(html, "<section id=same aria-labelledby=same-h><h2 id=same-h>The same "
                   "answers</h2>\n");
    if (all.shared == all.differing)
        html_put(html, "<p>There are none.</p>\n");
    while (compare_next_section(html->compare, &part)) {
        const int count = part.shared - part.differing;

        if (!count)
            continue;
        html_put(html, "<details><summary>%s: %d question%s</summary>\n", part.name,
                 count, text_plural(count));
        put_list(html, &part, true);
        html_put(html, "</details>\n");
    }
    html_put(html, "</section>\n");
}

void html_alone(const struct html *html)
{
    const struct compare_section all = compare_all(html->compare);
    struct compare_section part = { 0 };

    if (!all.alone && !all.nobody)
        return;
    html_put(html,
             "<section id=alone aria-labelledby=alone-h><h2 id=alone-h>On one side only"
             "</h2>\n<p class=soft>The others were not asked this, or could not answer. "
             "It is not compared.</p>\n<details class=fold><summary>%d question%s of one "
             "side",
             all.alone, text_plural(all.alone));
    if (all.nobody)
        html_put(html, ", %d that nobody answered", all.nobody);
    html_put(html, "</summary>\n");
    while (compare_next_section(html->compare, &part))
        if (part.alone || part.nobody)
            put_list(html, &part, false);
    html_put(html, "</details></section>\n");
}
