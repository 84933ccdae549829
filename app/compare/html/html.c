// SPDX-License-Identifier: MIT
//
// The pages of compare: of several sides, and of one. The view of the text is on them
// too; they add pictures, the facts of the reports, the terms, and the hashes.

#include "compare/html/html.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "report/expressions.h"
#include "report/topics.h"
#include "report/view.h"
#include "view/write.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void html_put(const struct html *html, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    text_markup_list(html->file, format, list);
    va_end(list);
}

void html_side(const struct html *html, int side)
{
    html_put(html, "<span class=side><span class=key>%c</span> <bdi>%s</bdi></span>",
             compare_letter(side), html->compare->labels[side].name);
}

// ---- facts ----

static void results_text(const struct report *report, char *text, size_t size)
{
    int by_status[STATUS_COUNT] = { 0 };
    char one[40];

    for (int i = 0; i < report->count; i++)
        by_status[report->results[i].verdict.status]++;
    for (int i = 0; i < STATUS_COUNT; i++) {
        snprintf(one, sizeof one, "%d %s", by_status[i], status_name((enum status) i));
        if (by_status[i])
            text_join(text, size, ", ", one);
    }
    text_add(text, size, "%s%s", report->count ? "" : "none",
             report->complete ? "" : "; the report is not complete");
}

#define FACTS 10

// Sets the facts of a report, in the order of their names.
static void facts_of(struct view *view, const struct report *report,
                     const char *facts[FACTS])
{
    const struct facts *device = &report->device;
    char results[300] = "";

    results_text(report, results, sizeof results);
    facts[0] = device->renderer;
    facts[1] = device->vendor;
    facts[2] = device->version;
    facts[3] = device->glsl;
    facts[4] = device->driver;
    facts[5] = api_name(device->api);
    facts[6] = device->id;
    facts[7] = view_words(view, "%s%s%s%s", report->reference_kind,
                          report->reference_name[0] ? ": " : "", report->reference_name,
                          report->same_gpu ? " (the GPU that drew)" : "");
    facts[8] = report->equals;
    facts[9] = view_words(view, "%s", results);
}

static void add_facts(struct view *view, const struct compare *compare)
{
    static const char *const names[FACTS] = { "renderer", "vendor",    "version",
                                              "GLSL",     "driver",    "API",
                                              "device",   "reference", "CUDA",
                                              "results" };
    struct view_column columns[COMPARE_SIDES + 1] = { { .heading = "fact" } };
    const char *facts[COMPARE_SIDES][FACTS];

    for (int i = 0; i < compare->count; i++) {
        columns[i + 1] = (struct view_column){ .heading = compare->labels[i].name };
        facts_of(view, &compare->sides[i]->report, facts[i]);
    }
    view_chapter(view, compare->count > 1 ? "Reports" : "Device")->depth = VIEW_PAGE;
    view_table(view, "", columns, compare->count + 1)->depth = VIEW_PAGE;
    for (int fact = 0; fact < FACTS; fact++) {
        view_add_row(view);
        view_set(view, 0, VIEW_PLAIN, names[fact]);
        for (int i = 0; i < compare->count; i++)
            view_set(view, i + 1, VIEW_PLAIN, facts[i][fact]);
    }
}

// ---- terms and hashes ----

static void add_terms(struct view *view)
{
    const struct view_column columns[] = { { .heading = "term" },
                                           { .heading = "meaning" } };
    int count;
    const struct word *words = words_list(&count);

    view_chapter(view, "Words")->depth = VIEW_PAGE;
    view_table(view, "", columns, 2)->layout = VIEW_LIST;
    view_last(view)->depth = VIEW_PAGE;
    for (int i = 0; i < count; i++) {
        if (!words[i].line[0])
            continue;
        view_add_row(view);
        view_set(view, 0, VIEW_STRONG, words[i].name);
        view_set(view, 1, VIEW_PLAIN, words[i].line);
    }
}

// Adds the hashes, last on the page: they identify measurements, but a reader cannot use
// them.
static void add_hashes(struct view *view, const struct compare *compare)
{
    view_chapter(view, "Hashes")->depth = VIEW_PAGE;
    for (int i = 0; i < compare->count; i++) {
        const char letter[] = { compare_letter(i), 0 };
        char sha[65];

        report_sha256(&compare->sides[i]->report, sha);
        view_named(view, compare->count > 1 ? letter : "Measurement", sha)->code = true;
        view_last(view)->depth = VIEW_PAGE;
    }
}

// ---- one side ----

static void add_sentence(struct view *view, const struct compare *compare)
{
    const struct report *report = &compare->sides[0]->report;
    const struct verdict *headline = &report->headline;
    const bool ok = headline->status == STATUS_OK;
    const bool named =
        ok || headline->status == STATUS_SKIPPED; // the verdict is the title
    const struct word *word = words_find(ok ? verdict_rounding(headline->survivors)
                                            : status_name(headline->status));
    char text[700];

    if (named || !word)
        view->title = view_words(view, "%s", compare->labels->verdict);
    else
        view->title = view_words(view, "%s: %s", word->name, word->line);
    view_named(view, "verdict", named ? "" : compare->labels->verdict);
    if (ok && word && word->line[0])
        view_fact(view, word->name, "%s", word->line);
    if (!ok)
        return;
    report_view_plain(report, report->headline_stage, report->headline_precision, text,
                      sizeof text);
    view_named(view, "precision", text);
    view_named(view, "behaves like", compare->labels->twins);
}

static void page_symptoms(struct view *view, const struct report *report)
{
    const struct view_column columns[] = { { .heading = "topic" },
                                           { .heading = "symptom" } };
    const char *names[REPORT_EXPRESSIONS_TOPICS];
    const int count = report_expressions_topics(report, names);

    view_chapter(view, "Symptoms");
    view_last(view)->text = "What one sees on the screen if a topic deviates.";
    view_table(view, "", columns, 2)->layout = VIEW_LIST;
    for (int i = 0; i < count; i++) {
        const struct report_expressions_count found =
            report_expressions_count_all(report, names[i]);
        char deviating[120];

        if (!found.lines || !topic_of(names[i]).symptom)
            continue;
        report_expressions_deviating(&found, deviating, sizeof deviating);
        view_add_row(view);
        view_set(view, 0, VIEW_STRONG, names[i]);
        view_set(view, 1, VIEW_PLAIN,
                 view_words(view, "%s %s", topic_of(names[i]).symptom, deviating));
    }
}

// ---- the pages ----

static void draw_sets(const void *html, FILE *file)
{
    (void) file;
    html_pictures(html);
}

static void draw_beside(const void *html, FILE *file)
{
    (void) file;
    html_beside(html);
}

static void add_one(struct view *view, const struct html *html)
{
    const struct compare *compare = html->compare;
    const struct report *report = &compare->sides[0]->report;

    report_text_head(report, view);
    add_sentence(view, compare);
    view->capture = report->capture;
    if (compare->set_count && compare->sets->pictures->grey) {
        view_chapter(view, "Stripes");
        view_figure(view, draw_beside, html);
    }
    report_text_body(report, false, view);
    if (report_has_lines(report))
        page_symptoms(view, report);
    view_chapter(view, "Answers");
    compare_results_view(compare, &(struct compare_told){ .topics = ~0u }, view);
}

static void add_several(struct view *view, const struct html *html)
{
    int at = 0;

    compare_view(html->compare, view);
    if (!html->compare->set_count)
        return;
    while (at < view->count && view->sections[at].kind != VIEW_CHAPTER)
        at++;
    view_chapter(view, "Pictures")->depth = VIEW_PAGE;
    view_figure(view, draw_sets, html);
    view_move(view, view->count - 2, at);
}

void compare_html(const struct compare *compare, FILE *file)
{
    struct html *html = memory_new(1, sizeof *html);
    struct view view = { 0 };

    html->file = file;
    html->compare = compare;
    html_collect(html);
    if (compare->count == 1)
        add_one(&view, html);
    else
        add_several(&view, html);
    add_facts(&view, compare);
    add_terms(&view);
    add_hashes(&view, compare);
    view_html(&view, file);
    view_finish(&view);
    for (int i = 0; i < html->image_count; i++)
        free(html->images[i].png);
    free(html);
}
