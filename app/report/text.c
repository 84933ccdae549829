// SPDX-License-Identifier: MIT

#include "report/text.h"

#include "base/text.h"
#include "report/expressions.h"
#include "report/topics.h"
#include "report/view.h"

#include <string.h>

static void headline(struct view *view, const struct report *report)
{
    char text[REPORT_HEADLINE_TEXT];

    report_headline_text(report, text, sizeof text);
    view->title = view_words(view, "%s", text);
    view_paragraph(view, VIEW_STRONG, text)->depth = VIEW_BRIEF;
}

static void device(struct view *view, const struct facts *device)
{
    const char *kind = device->masked && !device->simulated ? "masked; may be software"
                                                            : facts_kind(device);
    const char *name = device->renderer[0] ? device->renderer : device->id;
    bool named = !strncmp(name, kind, strlen(kind)); // "simulated: rtz"
    char text[600];

    snprintf(text, sizeof text, named ? "%s" : "%s [%s]", name, kind);
    view_named(view, "device", text);
    view_last(view)->gap = true;
    snprintf(text, sizeof text, "%s (%s)%s%s", device->version, device->id,
             device->dark[0] ? "; does not paint in " : "", device->dark);
    view_named(view, "API", device->version[0] ? text : device->id);
    snprintf(text, sizeof text, "%s%s", device->driver,
             facts_is_web(device) ? ": this GPU as this browser uses it" : "");
    view_named(view, "driver", text);
    view_named(view, "processor", device->processor);
}

// Adds how many results the compiler folded in forms where GLSL allows it.
static void folded(struct view *view, const struct report_view_totals *totals, bool brief)
{
    char text[120];

    snprintf(text, sizeof text, "%d result%s in the plain%s form (GLSL allows it)%s",
             totals->simplified, text_plural(totals->simplified),
             totals->published ? " or published" : "",
             brief ? "; see --show reasons" : "");
    view_named(view, "folded", totals->simplified ? text : "");
}

// Adds how many other results are not ok, by status.
static void without(struct view *view, const struct report_view_totals *totals)
{
    char text[240] = "", one[32];

    for (int status = 0; status < STATUS_COUNT; status++) {
        snprintf(one, sizeof one, "%d %s", totals->by_status[status],
                 status_name((enum status) status));
        if (totals->by_status[status])
            text_join(text, sizeof text, ", ", one);
    }
    text_add(text, sizeof text, "%s", text[0] ? "; the reasons are below" : "");
    view_named(view, "not ok", text);
}

// Adds what a CUDA GPU compared when the device was measured, if the reference is another
// one now.
static void compared_by_cuda(struct view *view, const struct report *report)
{
    long words = 0, differ = 0;
    int results = 0;
    char text[400];

    for (int i = 0; i < report->count; i++) {
        words += report->results[i].cuda_words;
        differ += report->results[i].cuda_differ;
        results += report->results[i].cuda_words > 0;
    }
    if (!results || !strcmp(report->reference_kind, "cuda"))
        return;
    snprintf(text, sizeof text,
             "%ld pixels and values of %d result%s were compared with %s when they were "
             "measured, %ld differ%s",
             words, results, results == 1 ? "" : "s", report->cuda, differ,
             differ == 1 ? "s" : "");
    view_named(view, "CUDA", text);
}

// Adds how many pixels and values were compared. A report with expressions counts the
// results that are not ok further down.
static void compared(struct view *view, const struct report *report,
                     const struct report_view_totals *totals)
{
    struct report_expressions_compared lines = report_expressions_compared(report);
    char text[400] = "";

    if (totals->compared || report->headline.status != STATUS_SKIPPED)
        report_view_compared(totals, text, sizeof text);
    if (lines.words)
        text_add(text, sizeof text, "%s%ld values (%s), %ld differ%s",
                 text[0] ? "; " : "", lines.words, lines.with, lines.mismatches,
                 lines.mismatches == 1 ? "s" : "");
    view_named(view, "compared", text);
    view_last(view)->tone = totals->mismatches || lines.mismatches ? VIEW_BAD
                            : totals->pixels                       ? VIEW_GOOD
                                                                   : VIEW_PLAIN;
    compared_by_cuda(view, report);
    folded(view, totals, report_has_lines(report));
    if (!report_has_lines(report))
        without(view, totals);
}

void report_evidence(struct view *view, const struct report *report)
{
    struct report_view_totals totals = report_view_totals(report);
    const struct verdict *all = &report->headline;
    char text[640];

    report_view_drawn(report, text, sizeof text);
    view_named(view, "drawn", text);
    if (all->pattern != PATTERN_NONE)
        view_named(view, "pattern", pattern_name(all->pattern));
    report_view_survivors(all, text, sizeof text);
    view_named(view, "survivors", all->status == STATUS_SKIPPED ? "" : text);
    report_view_range(all, text, sizeof text);
    view_named(view, "range", text);
    snprintf(text, sizeof text, "%s%s%s%s", report->reference_kind,
             report->reference_name[0] ? ", " : "", report->reference_name,
             report->same_gpu ? ", the GPU that draws" : "");
    view_named(view, "reference", text);
    if (report->equals[0])
        view_named(view, "equals", report->equals);
    report_shaders_text(report, text, sizeof text);
    if (text[0])
        text_add(text, sizeof text,
                 " (--shader-dir): this report is no capture of a device");
    view_named(view, "shaders", text);
    compared(view, report, &totals);
    if (totals.first) {
        view_named(view, "first", totals.first->difference.where);
        view_named(view, "again", totals.first->difference.again);
        view_last(view)->code = true;
    }
}

// Returns true if the result is no fault of the device.
static bool is_expected(const struct result *result)
{
    return result->verdict.status == STATUS_UNSUPPORTED ||
           result->verdict.status == STATUS_SKIPPED || report_view_licensed(result);
}

// Adds how many results are unsupported or skipped.
static void counted_reasons(struct view *view, const struct report *report)
{
    int unsupported = 0, skipped = 0;
    char text[120];

    for (int i = 0; i < report->count; i++) {
        unsupported += report->results[i].verdict.status == STATUS_UNSUPPORTED;
        skipped += report->results[i].verdict.status == STATUS_SKIPPED;
    }
    snprintf(text, sizeof text,
             "%d result%s this API cannot express (no fault); see --show reasons",
             unsupported, text_plural(unsupported));
    view_named(view, "unsupported", unsupported ? text : "");
    snprintf(text, sizeof text, "%d result%s; see --show reasons", skipped,
             text_plural(skipped));
    view_named(view, "skipped", skipped ? text : "");
}

// Adds each status and reason once, with the probe and form of the first result that
// has it and the number of the others. If `counted`, only counts the expected ones.
static void reasons_of(struct view *view, const struct report *report, bool counted)
{
    bool gap = !counted;

    if (counted)
        counted_reasons(view, report);

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        int first = 0, count = 0;
        char text[400];
        if (result->verdict.status == STATUS_OK || (counted && is_expected(result)))
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
        view_named(view, status_name(result->verdict.status), text);
        view_last(view)->gap = gap;
        gap = false;
    }
}

// Adds each order in which the compiler computes the published sum.
static void orders(struct view *view, const struct report *report)
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
        view_named(view, "order", text);
        view_last(view)->gap = true;
    }
}

// Adds the evidence against the nearest models, if no model is left.
static void nearest(struct view *view, const char *name, const struct verdict *verdict)
{
    char text[240];

    for (int i = 0; i < verdict->nearest.count; i++) {
        against_text(&verdict->nearest.list[i], text, sizeof text);
        view_named(view, name, text);
    }
}

// Adds why the references that come first were not used.
static void references(struct view *view, const struct report *report)
{
    char text[256];

    for (int i = 0; i < report->tried_count; i++) {
        const struct report_try *tried = &report->tried[i];
        char from[40] = "";

        if (tried->later)
            snprintf(from, sizeof from, "from result %d on: ", tried->from);
        snprintf(text, sizeof text, "reference %s: %s%s", tried->kind, from,
                 tried->reason);
        view_named(view, "not used", text);
    }
}

void report_text_head(const struct report *report, struct view *view)
{
    headline(view, report);
    device(view, &report->device);
    report_evidence(view, report);
}

// A personality fills a screen, so its brief form has no list of reasons, and shows
// stages that are the same once.
void report_text_body(const struct report *report, bool reasons, struct view *view)
{
    const bool brief = report_has_lines(report) && !reasons;

    view_chapter(view, "Precisions")->gap = false;
    report_tables_bits(view, report, brief);
    report_tables_forms(view, report, !reasons);
    report_personality(view, report, reasons);
    orders(view, report);
    reasons_of(view, report, brief);
    if (reasons) {
        nearest(view, "against", &report->headline);
        references(view, report);
    }
    report_errors(view, report);
}

void report_text(const struct report *report, bool reasons, struct view *view)
{
    report_text_head(report, view);
    report_text_body(report, reasons, view);
}
