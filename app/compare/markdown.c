// SPDX-License-Identifier: MIT
//
// How it works: GitHub Flavored Markdown, with tables by its section 4.10. A row is a
// line, and a bar in a cell is escaped. Every character that has a meaning anywhere in
// Markdown or HTML is escaped too.

#include "compare/table.h"

#include <string.h>

// Writes a string of the report between two strings of ours.
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

static void md_sides(FILE *file, const struct compare *compare)
{
    fprintf(file, "| | device | verdict | behaves like |\n|--|--|--|--|\n");
    for (int i = 0; i < compare->count; i++) {
        const struct compare_label *label = &compare->labels[i];

        md_text(file, "| **", label->name, "** | ");
        md_text(file, "", label->device, "");
        fprintf(file, " (%s%s) | ", compare_kind(label),
                label->incomplete ? ", incomplete" : "");
        md_text(file, "", label->verdict, " | ");
        md_text(file, "", label->twins, " |\n");
    }
}

static void md_head(FILE *file, const struct compare *compare)
{
    fprintf(file, "| |");
    for (int i = 0; i < compare->count; i++)
        md_text(file, " ", compare->labels[i].name, " |");
    fprintf(file, "\n|--|");
    for (int i = 0; i < compare->count; i++)
        fprintf(file, "--|");
    fputc('\n', file);
}

static void md_row(FILE *file, const struct compare *compare,
                   const struct compare_row *row)
{
    md_text(file, "| ", row->name[0] ? row->name : "everywhere", " |");
    for (int i = 0; i < compare->count; i++) {
        bool other = row->groups > 1 && row->cells[i].group > 0;

        md_text(file, other ? " **" : " ", row->cells[i].text, other ? "** |" : " |");
    }
    fputc('\n', file);
}

// Writes the rows that differ, or those that do not.
static void md_sections(FILE *file, const struct compare *compare, bool differing)
{
    const char *section = NULL;

    for (int i = 0; i < compare->row_count; i++) {
        const struct compare_row *row = &compare->rows[i];

        if ((row->groups > 1) != differing)
            continue;
        if (row->section != section) {
            md_text(file, "\n### ", row->section, "\n\n");
            md_head(file, compare);
        }
        section = row->section;
        md_row(file, compare, row);
    }
}

static void md_words(FILE *file, const struct compare *compare)
{
    for (int i = 0; i < compare->row_count; i++) {
        const struct compare_row *row = &compare->rows[i];

        if (row->groups < 2)
            continue;
        md_text(file, "- ", row->section, row->name[0] ? ", **" : ":");
        md_text(file, "", row->name, row->name[0] ? "**: " : " ");
        md_text(file, "", row->words, "\n");
    }
    if (!compare->differing)
        fprintf(file, "Nothing.\n");
}

void compare_markdown(const struct compare *compare, FILE *file)
{
    fprintf(file, "# Floating point of %d devices\n\n", compare->count);
    md_text(file, "", compare->sentence, ".\n\n");
    md_sides(file, compare);
    fprintf(file, "\n## What differs\n\n");
    md_words(file, compare);
    md_sections(file, compare, true);
    fprintf(file, "\n## What does not differ\n");
    md_sections(file, compare, false);
}
