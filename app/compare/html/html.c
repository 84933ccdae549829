// SPDX-License-Identifier: MIT

#include "compare/html/html.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "config.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MANY     4 // more sides than this have small cards,
#define OPEN_MAX 4 // and their facts are folded away

// ---- writing ----

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

// ---- devices ----

static void put_fact(const struct html *html, const char *name, const char *text)
{
    if (text[0])
        html_put(html, "<div><dt>%s</dt><dd><bdi>%s</bdi></dd></div>\n", name, text);
}

static void put_reference(const struct html *html, const struct report *report)
{
    if (!report->reference_kind[0])
        return;
    html_put(html, "<div><dt>Reference</dt><dd><bdi>%s</bdi>", report->reference_kind);
    if (report->reference_name[0])
        html_put(html, ": <bdi>%s</bdi>", report->reference_name);
    html_put(html, "%s</dd></div>\n", report->same_gpu ? " (the GPU that drew)" : "");
}

static void put_results(const struct html *html, const struct report *report)
{
    int by_status[STATUS_COUNT] = { 0 };
    const char *joint = "";

    for (int i = 0; i < report->count; i++)
        by_status[report->results[i].verdict.status]++;
    html_put(html, "<div><dt>Results</dt><dd>%s", report->count ? "" : "none");
    for (int i = 0; i < STATUS_COUNT; i++) {
        if (!by_status[i])
            continue;
        html_put(html, "%s%d %s", joint, by_status[i], status_name((enum status) i));
        joint = ", ";
    }
    html_put(html, "%s</dd></div>\n",
             report->complete ? "" : "; the report is not complete");
}

void html_facts(const struct html *html, int side)
{
    const struct report *report = &html->compare->sides[side]->report;
    const struct facts *device = &report->device;

    html_put(html, "<dl class=facts>\n");
    put_fact(html, "Renderer", device->renderer);
    put_fact(html, "Vendor", device->vendor);
    put_fact(html, "Version", device->version);
    put_fact(html, "GLSL", device->glsl);
    put_fact(html, "Driver", device->driver);
    put_fact(html, "API", api_name(device->api));
    put_fact(html, "Device", device->id);
    put_reference(html, report);
    put_fact(html, "CUDA", report->equals);
    put_results(html, report);
    html_put(html, "</dl>\n");
}

void html_badges(const struct html *html, int side)
{
    const char *kind = compare_kind(&html->compare->labels[side]);

    html_put(html, "<p class=badges><span class=\"badge %s\">%s</span>", kind, kind);
    if (html->compare->labels[side].incomplete)
        html_put(html, " <span class=\"badge simulated\">incomplete</span>");
    html_put(html, "</p>\n");
}

static void put_card(const struct html *html, int side)
{
    const struct compare_label *label = &html->compare->labels[side];
    const char letter = compare_letter(side);

    html_put(html, "<li id=side-%c>\n", letter);
    html_badges(html, side);
    html_put(html, "<h3>");
    html_side(html, side);
    html_put(html, "</h3>\n<p class=verdict>%s</p>\n", label->verdict);
    if (label->twins[0])
        html_put(html, "<p class=twins><b>Behaves like</b> <bdi>%s</bdi></p>\n",
                 label->twins);
    html_put(html,
             "<details%s><summary>The report<span class=vh> of %c</span></summary>\n",
             html->compare->count > OPEN_MAX ? "" : " open", letter);
    html_facts(html, side);
    html_put(html, "</details>\n");
}

static void put_devices(const struct html *html)
{
    html_put(html, "<section id=devices aria-labelledby=devices-h>"
                   "<h2 id=devices-h>Devices</h2>\n<ul class=cards>\n");
    for (int i = 0; i < html->compare->count; i++)
        put_card(html, i);
    html_put(html, "</ul></section>\n");
}

// Writes the hashes, last on the page: they identify measurements, but a reader cannot
// use them.
void html_hashes(const struct html *html)
{
    html_put(html,
             "<section id=hashes aria-labelledby=hashes-h><h2 id=hashes-h>Hashes of "
             "what was measured</h2>\n<dl class=facts>\n");
    for (int i = 0; i < html->compare->count; i++) {
        char sha[65];

        report_sha256(&html->compare->sides[i]->report, sha);
        html_put(html, "<div><dt>");
        if (html->compare->count > 1)
            html_put(html, "%c", compare_letter(i));
        else
            html_put(html, "Measurement");
        html_put(html, "</dt><dd class=hash>%s</dd></div>\n", sha);
    }
    html_put(html, "</dl></section>\n");
}

// ---- words ----

void html_terms(const struct html *html)
{
    int count;
    const struct word *words = words_list(&count);

    html_put(html, "<section id=words aria-labelledby=words-h><h2 id=words-h>Words</h2>\n"
                   "<dl class=words>\n");
    for (int i = 0; i < count; i++)
        if (words[i].line[0])
            html_put(html, "<div><dt>%s</dt><dd>%s</dd></div>\n", words[i].name,
                     words[i].line);
    html_put(html, "</dl></section>\n");
}

// ---- the page ----

// Writes the title, without elements if it is `plain`, for a <title>.
static void put_title(const struct html *html, bool plain)
{
    const struct compare *compare = html->compare;

    if (compare->count == 1)
        html_put(html, "%s: %s", compare->labels[0].verdict, compare->labels[0].name);
    else if (compare->count != 2)
        html_put(html, "%d devices side by side", compare->count);
    else
        html_put(html, plain ? "%s against %s" : "<bdi>%s</bdi> against <bdi>%s</bdi>",
                 compare->labels[0].name, compare->labels[1].name);
}

static void put_head(const struct html *html)
{
    html_put(html,
             "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
             "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
             "img-src data:; style-src 'unsafe-inline'; base-uri 'none'; "
             "form-action 'none'\">\n"
             "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
             "<meta name=color-scheme content=\"light dark\">\n"
             "<meta name=generator content=\"fpstripe %s\">\n",
             FPSTRIPE_VERSION);
    if (html->compare->count == 1)
        html_put(html, "<meta name=capture content=\"%s\">\n",
                 html->compare->sides[0]->report.capture);
    html_put(html, "<title>");
    put_title(html, true);
    html_put(html, "</title>\n<style>\n");
    fputs(html_style, html->file);
    html_put(html, "</style>\n</head>\n");
}

static void put_header(const struct html *html)
{
    const struct compare *compare = html->compare;
    const struct compare_section all = compare_all(compare);
    const int differing = all.differing, asked = all.shared, alone = all.alone;

    html_put(html, "<header>\n<h1>");
    put_title(html, false);
    html_put(html, "</h1>\n<p class=lead><strong>%s.</strong></p>\n<p>",
             compare->sentence);
    if (differing == 0)
        html_put(html,
                 "<strong>= No difference.</strong> All that was asked of %s, %d "
                 "question%s, has the same answer.",
                 compare->count == 2 ? "both" : "more than one", asked,
                 asked == 1 ? "" : "s");
    else
        html_put(html,
                 "<strong>&ne; %d of %d questions</strong> ha%s more than one answer.",
                 differing, asked, differing == 1 ? "s" : "ve");
    if (alone)
        html_put(html, " <a href=#alone>%d more</a> %s on one side only.", alone,
                 alone == 1 ? "is" : "are");
    html_put(html, "</p>\n<nav aria-label=\"On this page\"><ul>\n");
    if (compare->set_count)
        html_put(html, "<li><a href=#pictures>Pictures</a>\n");
    html_put(html, "<li><a href=#devices>Devices</a>\n"
                   "<li><a href=#differences>Differences</a>\n");
    if (asked > differing)
        html_put(html, "<li><a href=#same>Same answers</a>\n");
    if (alone)
        html_put(html, "<li><a href=#alone>On one side only</a>\n");
    html_put(html, "<li><a href=#words>Words</a>\n</ul></nav>\n</header>\n");
}

static void put_several(const struct html *html)
{
    html_put(html,
             "<body%s>\n<a class=skip href=#differences>Skip to the differences</a>\n",
             html->compare->count > MANY ? " class=many" : "");
    put_header(html);
    html_put(html, "<main>\n");
    html_pictures(html);
    put_devices(html);
    html_differences(html);
    html_same(html);
    html_alone(html);
    html_terms(html);
    html_hashes(html);
}

void compare_html(const struct compare *compare, FILE *file)
{
    struct html *html = memory_new(1, sizeof *html);

    html->file = file;
    html->compare = compare;
    html_collect(html);
    put_head(html);
    if (compare->count == 1)
        html_single(html);
    else
        put_several(html);
    html_put(html,
             "</main>\n<footer><p>Made by fpstripe %s from %d report%s. This page is "
             "complete in itself: it has no script and loads nothing.</p></footer>\n"
             "</body>\n</html>\n",
             FPSTRIPE_VERSION, compare->count, text_plural(compare->count));
    for (int i = 0; i < html->image_count; i++)
        free(html->images[i].png);
    free(html);
}
