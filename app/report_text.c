// SPDX-License-Identifier: MIT

#include "report_view.h"

#include <string.h>

#define COLUMNS 80
#define INDENT  12 // of what stands behind a name

enum ink { PLAIN, BOLD, DIM, GOOD, BAD };

struct page {
    FILE *file;
    bool colour;
};

static void ink(const struct page *page, enum ink ink)
{
    static const char *const codes[] = {
        [PLAIN] = "0", [BOLD] = "1", [DIM] = "2", [GOOD] = "32", [BAD] = "1;31"
    };

    if (page->colour)
        fprintf(page->file, "\033[%sm", codes[ink]);
}

// Bytes of the character at `text`. A control character, which a foreign report may
// hold, counts as one and is not printed as itself.
static int character(const char *text)
{
    int length = 1;

    while ((text[length] & 0xc0) == 0x80)
        length++;
    return length;
}

static void put(const struct page *page, const char *text, int bytes)
{
    bool c1 = (unsigned char) text[0] == 0xc2 && (unsigned char) text[1] < 0xa0;

    if ((unsigned char) text[0] < 0x20 || text[0] == 0x7f || c1)
        fputc('?', page->file);
    else
        fwrite(text, 1, (size_t) bytes, page->file);
}

// Columns up to the next place to break a line: a blank, or the end.
static int word_columns(const char *text)
{
    int columns = 0;

    for (; *text && *text != ' '; text += character(text))
        columns++;
    return columns;
}

// Wraps at blanks, and within words that are longer than a line; lines but the first
// are indented, lines but the last end in `joint`.
static void wrap_joined(const struct page *page, int column, int indent, const char *text,
                        const char *joint)
{
    const int columns = COLUMNS - (int) strlen(joint);
    bool empty = true; // nothing on this line yet

    while (*text) {
        int ahead = *text == ' ' ? 1 + word_columns(text + 1) : 1;
        bool broken = *text == ' ' && !empty && column + ahead > columns;
        if (broken || column >= columns) {
            fprintf(page->file, "%s\n%*s", joint, indent, "");
            column = indent;
            empty = true;
        }
        if (*text != ' ' || !empty) {
            put(page, text, character(text));
            column++;
            empty = false;
        }
        text += character(text);
    }
    fputc('\n', page->file);
}

static void wrap(const struct page *page, int column, int indent, const char *text)
{
    wrap_joined(page, column, indent, text, "");
}

static int columns_of(const char *text)
{
    int columns = 0;

    for (; *text; text += character(text))
        columns++;
    return columns;
}

static void named(const struct page *page, const char *name, const char *text)
{
    if (!text[0])
        return;
    ink(page, DIM);
    fprintf(page->file, "%-*s", INDENT, name);
    ink(page, PLAIN);
    wrap(page, INDENT, INDENT, text);
}

// What does not fit on a line is parted behind its first semicolon, so that no word of
// the second clause stands alone.
static void named_clauses(const struct page *page, const char *name, const char *text)
{
    const char *second = strstr(text, "; ");
    char first[640];

    if (!second || INDENT + columns_of(text) <= COLUMNS) {
        named(page, name, text);
        return;
    }
    snprintf(first, sizeof first, "%.*s", (int) (second + 1 - text), text);
    named(page, name, first);
    named(page, "", second + 2);
}

static void headline(const struct page *page, const struct report *report)
{
    char text[240];

    verdict_text(&report->headline, text, sizeof text);
    ink(page, BOLD);
    wrap(page, 0, 0, text);
    ink(page, PLAIN);
    fputc('\n', page->file);
}

static void device(const struct page *page, const struct facts *device)
{
    const char *kind = device->simulated  ? "simulated"
                       : device->software ? "software"
                                          : "hardware";
    const char *name = device->renderer[0] ? device->renderer : device->id;
    bool told = !strncmp(name, kind, strlen(kind)); // "simulated: rtz"
    char text[600];

    snprintf(text, sizeof text, told ? "%s" : "%s [%s]", name, kind);
    named(page, "device", text);
    snprintf(text, sizeof text, "%s (%s)", device->version, device->id);
    named(page, "API", device->version[0] ? text : device->id);
    named(page, "driver", device->driver);
}

static void compared(const struct page *page, const struct report_view_totals *totals)
{
    char text[120];

    ink(page, DIM);
    fprintf(page->file, "%-*s", INDENT, "compared");
    ink(page, totals->mismatches ? BAD : totals->pixels ? GOOD : PLAIN);
    report_view_compared(totals, text, sizeof text);
    wrap(page, INDENT, INDENT, text);
    ink(page, PLAIN);
    snprintf(text, sizeof text, "%d more result%s, see below", totals->apart,
             totals->apart == 1 ? "" : "s");
    if (totals->apart)
        named(page, "not ok", text);
}

static void evidence(const struct page *page, const struct report *report)
{
    struct report_view_totals totals = report_view_totals(report);
    const struct verdict *all = &report->headline;
    char text[640];

    snprintf(text, sizeof text, "%s%s",
             all->pattern == PATTERN_NONE ? "" : pattern_name(all->pattern),
             report->complete ? "" : " (not complete: the run was broken off)");
    named(page, "pattern", text);
    report_view_survivors(all, text, sizeof text);
    named(page, "survivors", text);
    report_view_range(all, text, sizeof text);
    named(page, "range", text);
    snprintf(text, sizeof text, "%s%s%s%s", report->reference_kind,
             report->reference_name[0] ? ", " : "", report->reference_name,
             report->same_gpu ? ", the GPU that draws" : "");
    named_clauses(page, "reference", text);
    if (report->equals[0])
        named(page, "equals", report->equals);
    compared(page, &totals);
    if (totals.first) {
        named(page, "first", totals.first->difference.where);
        ink(page, DIM);
        fprintf(page->file, "%-*s", INDENT, "again");
        ink(page, PLAIN);
        // A command can be copied, broken or not.
        wrap_joined(page, INDENT, INDENT, totals.first->difference.again, " \\");
    }
}

static void bits_row(const struct page *page, const struct report *report, int stage,
                     int precision)
{
    struct report_view_claim claim = report_view_claim(report, stage, precision);
    char bits[80], words[40] = "claims nothing";

    if (claim.bits && claim.known && !claim.more)
        snprintf(words, sizeof words, "as claimed");
    else if (claim.bits)
        snprintf(words, sizeof words, "claims %d%s", claim.bits,
                 claim.more > 0   ? ", has more"
                 : claim.more < 0 ? ", has fewer"
                                  : "");
    report_view_bits(report, stage, precision, bits, sizeof bits);
    fprintf(page->file, "%-11s%-11s%-28s", stage_name(stage), precision_name(precision),
            bits);
    if (claim.more < 0)
        ink(page, BAD);
    fputs(words, page->file);
    if (claim.more < 0)
        ink(page, PLAIN);
    fputc('\n', page->file);
}

static void bits_table(const struct page *page, const struct report *report)
{
    ink(page, DIM);
    fprintf(page->file, "\n%-11s%-11s%-28s%s\n", "stage", "precision", "significand",
            "claim");
    ink(page, PLAIN);
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        for (int precision = 0; precision < PRECISION_COUNT; precision++)
            if (report_view_asked(report, stage, precision))
                bits_row(page, report, stage, precision);
}

static bool row_asked(const struct report *report, const char *probe, int stage,
                      int precision)
{
    for (int form = 0; form < FORM_COUNT; form++)
        if (report_view_word(report, probe, stage, precision, form)[0] != '-')
            return true;
    return false;
}

static bool same_row(const struct report *report, const char *probe, int stage, int one,
                     int other)
{
    for (int form = 0; form < FORM_COUNT; form++)
        if (strcmp(report_view_word(report, probe, stage, one, form),
                   report_view_word(report, probe, stage, other, form)))
            return false;
    return true;
}

// One row for the precisions that fared like `precision`; none if an earlier one did.
static void forms_row(const struct page *page, const struct report *report,
                      const char *probe, int stage, int precision)
{
    char label[40] = "";
    const char *separator = "";

    if (!row_asked(report, probe, stage, precision))
        return;
    for (int i = 0; i < precision; i++)
        if (same_row(report, probe, stage, i, precision))
            return;
    for (int i = precision; i < PRECISION_COUNT; i++)
        if (same_row(report, probe, stage, i, precision)) {
            strcat(strcat(label, separator), precision_name(i));
            separator = "/";
        }
    fprintf(page->file, "%-13.12s%-19s", probe, label);
    for (int form = 0; form < FORM_COUNT; form++) {
        const char *word = report_view_word(report, probe, stage, precision, form);
        ink(page, !strcmp(word, "ok") ? GOOD : !strcmp(word, "differs") ? BAD : PLAIN);
        fprintf(page->file, form < FORM_COUNT - 1 ? "%-12s" : "%s", word);
        ink(page, PLAIN);
    }
    fputc('\n', page->file);
}

static void forms_table(const struct page *page, const struct report *report)
{
    const char *probes[REPORT_VIEW_PROBES];
    int count = report_view_probes(report, probes);

    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        bool any = false;
        for (int i = 0; i < PRECISION_COUNT; i++)
            any |= report_view_asked(report, stage, i);
        if (!any)
            continue;
        ink(page, DIM);
        fprintf(page->file, "\n%-32s%-12s%-12s%-12s%s\n", stage_name(stage),
                form_name(FORM_PLAIN), form_name(FORM_GUARDED), form_name(FORM_PRECISE),
                form_name(FORM_PUBLISHED));
        ink(page, PLAIN);
        for (int i = 0; i < count; i++)
            for (int precision = 0; precision < PRECISION_COUNT; precision++)
                forms_row(page, report, probes[i], stage, precision);
    }
}

static bool same_reason(const struct result *one, const struct result *other)
{
    return one->verdict.status == other->verdict.status &&
           !strcmp(one->verdict.reason, other->verdict.reason);
}

// Each status and reason once, with the probe and form of the first that has it and
// how many more have.
static void reasons(const struct page *page, const struct report *report)
{
    const char *gap = "\n";

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        int first = 0, count = 0;
        char text[400];
        if (result->verdict.status == STATUS_OK)
            continue;
        while (!same_reason(&report->results[first], result))
            first++;
        for (int j = i; j < report->count; j++)
            count += same_reason(&report->results[j], result);
        if (first < i)
            continue;
        snprintf(text, sizeof text, count > 1 ? "%s (%s %s, and %d more)" : "%s (%s %s)",
                 result->verdict.reason, result->probe, form_name(result->form),
                 count - 1);
        fputs(gap, page->file);
        named(page, status_name(result->verdict.status), text);
        gap = "";
    }
}

static void every_result(const struct page *page, const struct report *report)
{
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        const struct verdict *verdict = &result->verdict;
        char text[800], words[240], survivors[240];
        snprintf(text, sizeof text, "\n%s %s %s %s %s %dx%d", result->probe,
                 stage_name(result->stage), precision_name(result->precision),
                 form_name(result->form), readout_name(result->readout), result->width,
                 result->height);
        fputs("\n", page->file);
        wrap(page, 0, INDENT, text + 1);
        verdict_text(verdict, words, sizeof words);
        named(page, "  verdict", words);
        report_view_survivors(verdict, survivors, sizeof survivors);
        if (verdict->status == STATUS_OK)
            named(page, "  survivors", survivors);
        if (result->difference.pixels) {
            snprintf(text, sizeof text, "%ld of %ld pixels differ from %s",
                     result->difference.mismatches, result->difference.pixels,
                     result->reference);
            named(page, "  compared", text);
        }
        if (result->difference.mismatches)
            named(page, "  first", result->difference.where);
        named(page, "  image", result->image);
        named(page, "  sha256", result->sha256);
    }
}

// References that come first, and why they could not be used.
static void references(const struct page *page, const struct report *report)
{
    char text[200];

    for (int i = 0; i < report->tried_count; i++) {
        snprintf(text, sizeof text, "reference %s: %s", report->tried[i].kind,
                 report->tried[i].reason);
        named(page, "not used", text);
    }
}

void report_text(const struct report *report, FILE *file, bool verbose, bool colour)
{
    const struct page page = { .file = file, .colour = colour };

    headline(&page, report);
    device(&page, &report->device);
    evidence(&page, report);
    bits_table(&page, report);
    forms_table(&page, report);
    reasons(&page, report);
    if (verbose)
        references(&page, report);
    if (verbose)
        every_result(&page, report);
}
