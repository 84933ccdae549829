// SPDX-License-Identifier: MIT
//
// What differs, in words and as a matrix, and what does not.

#include "compare/html/html.h"

#include <string.h>

#define WEIGHT_MAX 1000
#define SAID_MAX   12 // the others are folded away
#define WIDE       6  // with more sides a row has no room on paper
#define TINTS      5  // colours of answers but the first

static bool differs(const struct report_compare_row *row)
{
    return row->groups > 1;
}

// Behind the last row of the section that begins at `from`; how many of it differ.
static int section_end(const struct report_compare *compare, int from, int *differing)
{
    int i = from;

    *differing = 0;
    for (; i < compare->row_count &&
           !strcmp(compare->rows[i].section, compare->rows[from].section);
         i++)
        *differing += differs(&compare->rows[i]);
    return i;
}

// ---- in words ----

// Who answers what, for a row that has no words of its own: "A and C: 24 bits; B: ...".
static void answers(const struct html *html, const struct report_compare_row *row)
{
    for (int group = 0; group < row->groups; group++) {
        bool member[REPORT_COMPARE_SIDES] = { false };
        const char *text = report_compare_answer(row->cells, html->compare->count, group);

        for (int i = 0; i < html->compare->count; i++)
            member[i] = row->cells[i].group == group;
        if (!text)
            continue;
        html_put(html, "%s", group ? "; " : "");
        html_sides(html, member);
        html_put(html, ": ");
        html_name(html, text);
    }
}

static void say(const struct html *html, int index)
{
    const struct report_compare_row *row = &html->compare->rows[index];

    html_put(html, "<li><a href=#r%d>", index);
    html_text(html, row->section);
    html_put(html, " &middot; ");
    html_name(html, row->name);
    html_put(html, "</a>: ");
    if (row->brief[0] && html->compare->count > WIDE)
        html_text(html, row->brief);
    else if (row->words[0])
        html_text(html, row->words);
    else
        answers(html, row);
    html_put(html, "\n");
}

// The differing rows, the heaviest first.
static void say_all(const struct html *html)
{
    const struct report_compare *compare = html->compare;
    int said = 0;

    html_put(html, "<div><h3>In words</h3>\n<ol class=said>\n");
    for (int weight = WEIGHT_MAX; weight >= 0; weight--)
        for (int i = 0; i < compare->row_count; i++) {
            if (compare->rows[i].weight != weight || !differs(&compare->rows[i]))
                continue;
            if (said++ == SAID_MAX)
                html_put(html,
                         "</ol><details><summary>%d more in words</summary>"
                         "<ol class=said start=%d>\n",
                         compare->differing - SAID_MAX, said);
            say(html, i);
        }
    html_put(html, "</ol>%s</div>\n", said > SAID_MAX ? "</details>" : "");
}

static void sums(const struct html *html)
{
    const struct report_compare *compare = html->compare;
    int differing, end;

    html_put(html, "<div class=\"scroll narrow\"><table class=sums>"
                   "<caption>Questions by subject</caption>\n"
                   "<thead><tr><th scope=col>Subject<th scope=col>Compared"
                   "<th scope=col>Differ</thead>\n<tbody>\n");
    for (int i = 0; i < compare->row_count; i = end) {
        end = section_end(compare, i, &differing);
        int shared = report_compare_shared(compare, i, end);

        html_put(html, "<tr><th scope=row>");
        if (differing)
            html_put(html, "<a href=#s%d>", i);
        html_text(html, compare->rows[i].section);
        html_put(html, "%s<td>", differing ? "</a>" : "");
        html_put(html, "%d<td>", shared);
        html_put(html,
                 differing ? "<b>&ne; %d</b>\n"
                 : shared  ? "= none\n"
                           : "none asked\n",
                 differing);
    }
    html_put(html, "</tbody></table></div>\n");
}

// ---- side by side ----

// Of two sides that differ it need not be told which ones are alike.
static void cell(const struct html *html, const struct report_compare_row *row, int side)
{
    const struct report_compare_cell *cell = &row->cells[side];

    html_put(html, "<td");
    if (cell->group >= 0 && html->compare->count == 2) {
        html_put(html, ">");
        html_text(html, cell->text);
        return;
    }
    if (cell->group > 0)
        html_put(html, " class=g%d", (cell->group - 1) % TINTS + 1);
    if (html->compare->count > WIDE)
        html_put(html, " data-side=%c", html_letter(side));
    if (cell->group < 0) {
        html_put(html, "><span class=no>not asked</span>");
        return;
    }
    html_put(html, "><span class=n>%d</span>", cell->group + 1);
    html_text(html, cell->text);
}

static void part(const struct html *html, int first, int last, int differing)
{
    const struct report_compare *compare = html->compare;

    html_put(html, "<tbody><tr class=part id=s%d><th scope=rowgroup colspan=%d><span>",
             first, compare->count + 1);
    html_text(html, compare->rows[first].section);
    html_put(html, "<span class=soft>%d of %d differ</span></span>\n", differing,
             report_compare_shared(compare, first, last));
    for (int i = first; i < last; i++) {
        if (!differs(&compare->rows[i]))
            continue;
        html_put(html, "<tr id=r%d><th scope=row>", i);
        html_text(html, compare->rows[i].name);
        for (int side = 0; side < compare->count; side++)
            cell(html, &compare->rows[i], side);
        html_put(html, "\n");
    }
    html_put(html, "</tbody>\n");
}

static void matrix(const struct html *html)
{
    const struct report_compare *compare = html->compare;
    int differing, end;

    html_put(html,
             "<h3 id=matrix-h>Side by side</h3>\n"
             "<div class=\"scroll tall%s\" tabindex=0 role=region "
             "aria-labelledby=matrix-h>\n<table class=grid><caption><span>Only what "
             "differs.%s</span></caption>\n<thead><tr><th scope=col>Question",
             compare->count > WIDE ? " wide" : "",
             compare->count > 2
                 ? " Sides with the same number in front gave the same answer."
                 : "");
    for (int i = 0; i < compare->count; i++) {
        html_put(html, "<th scope=col>");
        html_side(html, i);
    }
    html_put(html, "</thead>\n");
    for (int i = 0; i < compare->row_count; i = end) {
        end = section_end(compare, i, &differing);
        if (differing)
            part(html, i, end, differing);
    }
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
        say_all(html);
        sums(html);
        html_put(html, "</div>\n");
        matrix(html);
    }
    html_put(html, "</section>\n");
}

// ---- what is the same ----

static void same_row(const struct html *html, const struct report_compare_row *row)
{
    const int count = html->compare->count;
    const char *text = report_compare_answer(row->cells, count, 0);
    bool missing[REPORT_COMPARE_SIDES] = { false };
    int lacking = 0, asked = 0;

    for (int i = 0; i < count; i++) {
        missing[i] = row->cells[i].group < 0;
        lacking += missing[i];
        asked = missing[i] ? asked : i;
    }
    html_put(html, "<tr><th scope=row>");
    html_text(html, row->name);
    html_put(html, "<td>");
    if (text)
        html_text(html, text);
    else
        html_put(html, "<span class=no>not asked</span>");
    html_put(html, "<td>");
    if (lacking == count)
        html_put(html, "nobody");
    else if (lacking == 0)
        html_put(html, "all");
    else if (lacking == count - 1)
        html_put(html, "%c only", html_letter(asked));
    else {
        html_put(html, "all but ");
        html_sides(html, missing);
    }
    html_put(html, "\n");
}

// What is listed below the differences: the rows that two sides or more were asked, or
// the others.
static bool is_listed(const struct html *html, const struct report_compare_row *row,
                      bool shared)
{
    return !differs(row) && (report_compare_asked_of(html->compare, row) > 1) == shared;
}

static int count_listed(const struct html *html, int first, int end, bool shared)
{
    int count = 0;

    for (int i = first; i < end; i++)
        count += is_listed(html, &html->compare->rows[i], shared);
    return count;
}

static void list_table(const struct html *html, int first, int end, bool shared)
{
    const struct report_compare *compare = html->compare;

    html_put(html, "<div class=scroll><table><caption%s>", shared ? " class=vh" : "");
    html_text(html, compare->rows[first].section);
    html_put(html,
             "%s</caption>\n<thead><tr><th scope=col>Question"
             "<th scope=col>Answer<th scope=col>Asked of</thead>\n<tbody>\n",
             shared ? ": what is the same" : "");
    for (int i = first; i < end; i++)
        if (is_listed(html, &compare->rows[i], shared))
            same_row(html, &compare->rows[i]);
    html_put(html, "</tbody></table></div>\n");
}

static void same_section(const struct html *html, int first, int end, int count)
{
    html_put(html, "<details><summary>");
    html_text(html, html->compare->rows[first].section);
    html_put(html, ": %d question%s</summary>\n", count, count == 1 ? "" : "s");
    list_table(html, first, end, true);
    html_put(html, "</details>\n");
}

void html_same(const struct html *html)
{
    const struct report_compare *compare = html->compare;
    int differing, end;

    html_put(html, "<section id=same aria-labelledby=same-h><h2 id=same-h>The same "
                   "answers</h2>\n");
    if (!count_listed(html, 0, compare->row_count, true))
        html_put(html, "<p>There are none.</p>\n");
    for (int i = 0; i < compare->row_count; i = end) {
        end = section_end(compare, i, &differing);
        if (count_listed(html, i, end, true))
            same_section(html, i, end, count_listed(html, i, end, true));
    }
    html_put(html, "</section>\n");
}

int html_alone_count(const struct html *html)
{
    const struct report_compare *compare = html->compare;
    int count = 0;

    for (int i = 0; i < compare->row_count; i++)
        count += report_compare_asked_of(compare, &compare->rows[i]) == 1;
    return count;
}

void html_alone(const struct html *html)
{
    const struct report_compare *compare = html->compare;
    const int alone = html_alone_count(html);
    const int nobody = count_listed(html, 0, compare->row_count, false) - alone;
    int differing, end;

    if (!alone && !nobody)
        return;
    html_put(html,
             "<section id=alone aria-labelledby=alone-h><h2 id=alone-h>Of one side only"
             "</h2>\n<p class=soft>The others were not asked this, or could not answer. "
             "It is not compared.</p>\n<details class=fold><summary>%d question%s of one "
             "side",
             alone, alone == 1 ? "" : "s");
    if (nobody)
        html_put(html, ", %d that nobody answered", nobody);
    html_put(html, "</summary>\n");
    for (int i = 0; i < compare->row_count; i = end) {
        end = section_end(compare, i, &differing);
        if (count_listed(html, i, end, false))
            list_table(html, i, end, false);
    }
    html_put(html, "</details></section>\n");
}
