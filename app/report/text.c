// SPDX-License-Identifier: MIT

#include "report/text.h"

#include "base/text.h"
#include "report/expressions.h"
#include "report/view.h"

#include <string.h>

static void headline(const struct report_page *page, const struct report *report)
{
    char text[400];

    report_headline_text(report, text, sizeof text);
    report_page_ink(page, REPORT_PAGE_BOLD);
    report_page_wrap(page, 0, 0, text, "");
    report_page_ink(page, REPORT_PAGE_PLAIN);
    fputc('\n', page->file);
}

static void device(const struct report_page *page, const struct facts *device)
{
    const char *kind = device->simulated  ? "simulated"
                       : device->software ? "software"
                                          : "hardware";
    const char *name = device->renderer[0] ? device->renderer : device->id;
    bool told = !strncmp(name, kind, strlen(kind)); // "simulated: rtz"
    char text[600];

    snprintf(text, sizeof text, told ? "%s" : "%s [%s]", name, kind);
    report_page_named(page, "device", text);
    snprintf(text, sizeof text, "%s (%s)%s%s", device->version, device->id,
             device->dark[0] ? "; nothing is painted in " : "", device->dark);
    report_page_named(page, "API", device->version[0] ? text : device->id);
    report_page_named(page, "driver", device->driver);
}

// Pixels of pictures, words of lines. What is not ok is counted below where there are
// lines.
static void compared(const struct report_page *page, const struct report *report,
                     const struct report_view_totals *totals)
{
    struct report_expressions_compared lines = report_expressions_compared(report);
    char text[240];

    report_page_ink(page, REPORT_PAGE_DIM);
    fprintf(page->file, "%-*s", REPORT_PAGE_INDENT, "compared");
    report_page_ink(page, totals->mismatches || lines.mismatches ? REPORT_PAGE_BAD
                          : totals->pixels                       ? REPORT_PAGE_GOOD
                                                                 : REPORT_PAGE_PLAIN);
    report_view_compared(totals, text, sizeof text);
    if (lines.words)
        text_add(text, sizeof text, "; %ld values (%s), %ld differ%s", lines.words,
                 lines.with, lines.mismatches, lines.mismatches == 1 ? "s" : "");
    report_page_wrap(page, REPORT_PAGE_INDENT, REPORT_PAGE_INDENT, text, "");
    report_page_ink(page, REPORT_PAGE_PLAIN);
    if (report_has_lines(report))
        return;
    snprintf(text, sizeof text,
             "%d plain or published form%s, by the compiler (no fault)",
             totals->simplified, totals->simplified == 1 ? "" : "s");
    report_page_named(page, "simplified", totals->simplified ? text : "");
    snprintf(text, sizeof text, "%d more result%s, see below", totals->apart,
             totals->apart == 1 ? "" : "s");
    report_page_named(page, "not ok", totals->apart ? text : "");
}

static void evidence(const struct report_page *page, const struct report *report)
{
    struct report_view_totals totals = report_view_totals(report);
    const struct verdict *all = &report->headline;
    char text[640];

    report_view_drawn(report, text, sizeof text);
    report_page_named(page, "drawn", text);
    snprintf(text, sizeof text, "%s%s",
             all->pattern == PATTERN_NONE ? "" : pattern_name(all->pattern),
             report->complete ? "" : " (not complete: the run was broken off)");
    report_page_named(page, "pattern", text);
    report_view_survivors(all, text, sizeof text);
    report_page_named(page, "survivors", text);
    report_view_range(all, text, sizeof text);
    report_page_named(page, "range", text);
    snprintf(text, sizeof text, "%s%s%s%s", report->reference_kind,
             report->reference_name[0] ? ", " : "", report->reference_name,
             report->same_gpu ? ", the GPU that draws" : "");
    report_page_named_clauses(page, "reference", text);
    if (report->equals[0])
        report_page_named(page, "equals", report->equals);
    report_shaders_text(report, text, sizeof text);
    if (text[0])
        text_add(text, sizeof text,
                 ", not the program's own: this is no capture of a device");
    report_page_named(page, "shaders", text);
    compared(page, report, &totals);
    if (totals.first) {
        report_page_named(page, "first", totals.first->difference.where);
        report_page_ink(page, REPORT_PAGE_DIM);
        fprintf(page->file, "%-*s", REPORT_PAGE_INDENT, "again");
        report_page_ink(page, REPORT_PAGE_PLAIN);
        // A command can be copied, broken or not.
        report_page_wrap(page, REPORT_PAGE_INDENT, REPORT_PAGE_INDENT,
                         totals.first->difference.again, " \\");
    }
}

// Statuses that say nothing against a device.
static bool is_expected(enum status status)
{
    return status == STATUS_FOLDED || status == STATUS_UNSUPPORTED ||
           status == STATUS_SKIPPED;
}

// Results of these, a line a status.
static void counted_reasons(const struct report_page *page, const struct report *report)
{
    for (int status = 0; status < STATUS_COUNT; status++) {
        const struct result *first = NULL;
        int count = 0;
        char text[160];
        for (int j = report->count - 1; j >= 0; j--)
            if (report->results[j].verdict.status == (enum status) status) {
                first = &report->results[j];
                count++;
            }
        if (!first || !is_expected(status))
            continue;
        snprintf(text, sizeof text, "%d result%s, %s %s the first; -v says why", count,
                 count == 1 ? "" : "s", first->probe, form_name(first->form));
        report_page_named(page, status_name(status), text);
    }
}

// Each status and reason once, with the probe and form of the first that has it and
// how many more have. What is only counted is left out, if `counted`.
static void reasons(const struct report_page *page, const struct report *report,
                    bool counted)
{
    const char *gap = counted ? "" : "\n";

    if (counted)
        counted_reasons(page, report);

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        int first = 0, count = 0;
        char text[400];
        if (result->verdict.status == STATUS_OK ||
            (counted && is_expected(result->verdict.status)))
            continue;
        while (!verdict_same_reason(&report->results[first].verdict, &result->verdict))
            first++;
        for (int j = i; j < report->count; j++)
            count += verdict_same_reason(&report->results[j].verdict, &result->verdict);
        if (first < i)
            continue;
        snprintf(text, sizeof text, count > 1 ? "%s (%s %s, and %d more)" : "%s (%s %s)",
                 result->verdict.reason, result->probe, form_name(result->form),
                 count - 1);
        fputs(gap, page->file);
        report_page_named(page, status_name(result->verdict.status), text);
        gap = "";
    }
}

// Orders in which the compiler computes the published sum, each once.
static void orders(const struct report_page *page, const struct report *report)
{
    for (int order = 1; order < REWRITING_COUNT; order++) {
        const struct result *first = NULL;
        int count = 0;
        char text[200];

        for (int i = report->count - 1; i >= 0; i--)
            if (report->results[i].verdict.rewriting == (enum rewriting) order) {
                first = &report->results[i];
                count++;
            }
        if (!first)
            continue;
        snprintf(text, sizeof text,
                 "the compiler reassociated the sum 2^n + (1 - q) to %s (%s %s)",
                 rewriting_glsl((enum rewriting) order), first->probe,
                 form_name(first->form));
        if (count > 1)
            snprintf(text + strlen(text) - 1, sizeof text - strlen(text),
                     ", and %d more)", count - 1);
        fputs("\n", page->file);
        report_page_named(page, "rewritten", text);
    }
}

static void every_result(const struct report_page *page, const struct report *report)
{
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        const struct verdict *verdict = &result->verdict;
        bool lines = report_has_expressions(result);
        char text[800], words[240], survivors[240];
        snprintf(text, sizeof text, "\n%s %s %s %s %s %dx%d", result->probe,
                 stage_name(result->stage), precision_name(result->precision),
                 form_name(result->form), readout_name(result->readout), result->width,
                 result->height);
        fputs("\n", page->file);
        report_page_wrap(page, 0, REPORT_PAGE_INDENT, text + 1, "");
        if (lines && verdict->status == STATUS_OK)
            report_expressions_say(result, words, sizeof words);
        else
            verdict_text(verdict, words, sizeof words);
        report_page_named(page, "  verdict", words);
        report_personality_findings(page, result);
        report_view_survivors(verdict, survivors, sizeof survivors);
        if (verdict->status == STATUS_OK && !lines)
            report_page_named(page, "  survivors", survivors);
        if (result->difference.pixels) {
            snprintf(text, sizeof text, "%ld of %ld %s differ from %s",
                     result->difference.mismatches, result->difference.pixels,
                     lines ? "words" : "pixels", result->reference);
            report_page_named(page, "  compared", text);
        }
        if (result->difference.mismatches)
            report_page_named(page, "  first", result->difference.where);
        report_page_named(page, "  image", result->image);
        report_page_named(page, "  sha256", result->sha256);
    }
}

// References that come first, and why they could not be used.
static void references(const struct report_page *page, const struct report *report)
{
    char text[256];

    for (int i = 0; i < report->tried_count; i++) {
        const struct report_try *tried = &report->tried[i];
        char from[40] = "";

        if (tried->later)
            snprintf(from, sizeof from, "from result %d on: ", tried->from);
        snprintf(text, sizeof text, "reference %s: %s%s", tried->kind, from,
                 tried->reason);
        report_page_named(page, "not used", text);
    }
}

// With a personality there is no room on one screen for every reason, nor for what is the
// same at each stage.
void report_text(const struct report *report, FILE *file, bool verbose, bool colour)
{
    const struct report_page page = { .file = file, .colour = colour };
    bool brief = report_has_lines(report) && !verbose;

    headline(&page, report);
    device(&page, &report->device);
    evidence(&page, report);
    report_tables_bits(&page, report, brief);
    report_tables_forms(&page, report, brief);
    report_personality(&page, report, verbose);
    orders(&page, report);
    reasons(&page, report, brief);
    if (verbose)
        references(&page, report);
    if (verbose)
        every_result(&page, report);
}
