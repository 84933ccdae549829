// SPDX-License-Identifier: MIT
//
// GitHub Flavored Markdown, tables by its section 4.10: a row is a line, a bar in a cell
// is escaped. Everything that means something anywhere in Markdown or HTML is escaped
// too; a control character becomes a question mark, a line feed a blank.

#include "base/log.h"
#include "compare/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_control(const char *at)
{
    unsigned char byte = (unsigned char) *at;

    return byte < 0x20 || byte == 0x7f ||
           (byte == 0xc2 && (unsigned char) at[1] >= 0x80 &&
            (unsigned char) at[1] < 0xa0);
}

static void escaped(FILE *file, const char *text)
{
    for (const char *at = text; *at; at++) {
        if (*at == '\n' || *at == '\r' || *at == '\t')
            fputc(' ', file);
        else if (is_control(at)) {
            fputc('?', file);
            at += (unsigned char) *at == 0xc2;
        } else if (*at == '<')
            fprintf(file, "&lt;");
        else if (*at == '>')
            fprintf(file, "&gt;");
        else if (*at == '&')
            fprintf(file, "&amp;");
        else if (*at == '@' || *at == ':') // a mention, or the beginning of an address
            fprintf(file, *at == '@' ? "&#64;" : at[1] == '/' ? "&#58;" : ":");
        else {
            if (strchr("\\`*_{}[]()#+-.!|~$^", *at) && !strchr("().-+", *at))
                fputc('\\', file);
            fputc(*at, file);
        }
    }
}

static void sides(FILE *file, const struct report_compare *compare)
{
    fprintf(file, "| | device | verdict | behaves like |\n|--|--|--|--|\n");
    for (int i = 0; i < compare->count; i++) {
        const struct report_compare_label *label = &compare->labels[i];

        fprintf(file, "| **");
        escaped(file, label->name);
        fprintf(file, "** | ");
        escaped(file, label->device);
        fprintf(file, " (%s%s) | ",
                label->simulated  ? "simulated"
                : label->software ? "software"
                                  : "hardware",
                label->incomplete ? ", incomplete" : "");
        escaped(file, label->verdict);
        fprintf(file, " | ");
        escaped(file, label->twins);
        fprintf(file, " |\n");
    }
}

static void head(FILE *file, const struct report_compare *compare)
{
    fprintf(file, "| |");
    for (int i = 0; i < compare->count; i++) {
        fputc(' ', file);
        escaped(file, compare->labels[i].name);
        fprintf(file, " |");
    }
    fprintf(file, "\n|--|");
    for (int i = 0; i < compare->count; i++)
        fprintf(file, "--|");
    fputc('\n', file);
}

static void row(FILE *file, const struct report_compare *compare,
                const struct report_compare_row *from)
{
    fprintf(file, "| ");
    escaped(file, from->name[0] ? from->name : "everywhere");
    fprintf(file, " |");
    for (int i = 0; i < compare->count; i++) {
        bool other = from->groups > 1 && from->cells[i].group > 0;

        fprintf(file, other ? " **" : " ");
        escaped(file, from->cells[i].text);
        fprintf(file, other ? "** |" : " |");
    }
    fputc('\n', file);
}

// The rows in which something differs, or those in which nothing does.
static void section(FILE *file, const struct report_compare *compare, int first, int next,
                    bool differing)
{
    bool begun = false;

    for (int i = first; i < next; i++) {
        if ((compare->rows[i].groups > 1) != differing)
            continue;
        if (!begun) {
            fprintf(file, "\n### ");
            escaped(file, compare->rows[i].section);
            fprintf(file, "\n\n");
            head(file, compare);
        }
        begun = true;
        row(file, compare, &compare->rows[i]);
    }
}

static void sections(FILE *file, const struct report_compare *compare, bool differing)
{
    for (int first = 0, next; first < compare->row_count; first = next) {
        const char *name = compare->rows[first].section;

        for (next = first; next < compare->row_count; next++)
            if (compare->rows[next].section != name)
                break;
        section(file, compare, first, next, differing);
    }
}

static void words(FILE *file, const struct report_compare *compare)
{
    for (int i = 0; i < compare->row_count; i++) {
        const struct report_compare_row *from = &compare->rows[i];

        if (from->groups < 2)
            continue;
        fprintf(file, "- ");
        escaped(file, from->section);
        fprintf(file, from->name[0] ? ", **" : ":");
        escaped(file, from->name);
        fprintf(file, from->name[0] ? "**: " : " ");
        escaped(file, from->words);
        fputc('\n', file);
    }
    if (!compare->differing)
        fprintf(file, "Nothing.\n");
}

char *report_compare_markdown(const struct report_compare *compare, size_t *size)
{
    char *text = NULL;
    FILE *file = open_memstream(&text, size);
    bool ok = file;

    if (file) {
        fprintf(file, "# Floating point of %d devices\n\n", compare->count);
        sides(file, compare);
        fprintf(file, "\n## What differs\n\n");
        words(file, compare);
        sections(file, compare, true);
        fprintf(file, "\n## What does not differ\n");
        sections(file, compare, false);
        ok = !ferror(file);
        ok = !fclose(file) && ok;
    }
    if (ok)
        return text;
    log_error("no memory for the Markdown of %d reports", compare->count);
    free(text);
    return NULL;
}
