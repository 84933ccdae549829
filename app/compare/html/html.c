// SPDX-License-Identifier: MIT

#include "compare/html/html.h"

#include "compare/view.h"
#include "config.h"

#include <stdlib.h>

#define MANY 4 // more sides than this have small cards

static void title(const struct html *html)
{
    const struct report_compare *compare = html->compare;

    if (compare->count != 2) {
        html_put(html, "%d devices side by side", compare->count);
        return;
    }
    html_name(html, compare->labels[0].name);
    html_put(html, " against ");
    html_name(html, compare->labels[1].name);
}

// A title has no elements in it.
static void title_text(const struct html *html)
{
    const struct report_compare *compare = html->compare;

    if (compare->count != 2) {
        title(html);
        return;
    }
    html_text(html, compare->labels[0].name);
    html_put(html, " against ");
    html_text(html, compare->labels[1].name);
}

static void head(const struct html *html)
{
    html_put(html,
             "<!DOCTYPE html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
             "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; "
             "img-src data:; style-src 'unsafe-inline'; base-uri 'none'; "
             "form-action 'none'\">\n"
             "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
             "<meta name=color-scheme content=\"light dark\">\n"
             "<meta name=generator content=\"fpstripe %s\">\n<title>",
             FPSTRIPE_VERSION);
    title_text(html);
    html_put(html, "</title>\n<style>\n");
    for (const char *const *part = html_style; *part; part++)
        html_put(html, "%s", *part);
    html_put(html, "</style>\n</head>\n");
}

static void lead(const struct html *html)
{
    const int differing = html->compare->differing;
    const int rows = report_compare_shared(html->compare, 0, html->compare->row_count);
    const int alone = html_alone_count(html);

    html_put(html, "<p class=lead>");
    if (differing == 0)
        html_put(html,
                 "<strong>= No difference.</strong> All that was asked of %s, %d "
                 "question%s, has the same answer.",
                 html->compare->count == 2 ? "both" : "more than one", rows,
                 rows == 1 ? "" : "s");
    else
        html_put(html,
                 "<strong>&ne; %d of %d questions</strong> ha%s more than one answer.",
                 differing, rows, differing == 1 ? "s" : "ve");
    if (alone)
        html_put(html, " <a href=#alone>%d more</a> %s of one side only.", alone,
                 alone == 1 ? "is" : "are");
    html_put(html, "</p>\n");
}

static void navigation(const struct html *html)
{
    const int rows = report_compare_shared(html->compare, 0, html->compare->row_count);

    html_put(html, "<nav aria-label=\"On this page\"><ul>\n"
                   "<li><a href=#devices>Devices</a>\n"
                   "<li><a href=#differences>Differences</a>\n");
    if (html->compare->set_count)
        html_put(html, "<li><a href=#pictures>Pictures</a>\n");
    if (rows > html->compare->differing)
        html_put(html, "<li><a href=#same>Same answers</a>\n");
    if (html_alone_count(html))
        html_put(html, "<li><a href=#alone>Of one side only</a>\n");
    html_put(html, "<li><a href=#words>Words</a>\n</ul></nav>\n");
}

static void body(const struct html *html)
{
    html_put(html,
             "<body%s>\n<a class=skip href=#differences>Skip to the "
             "differences</a>\n<header>\n<h1>",
             html->compare->count > MANY ? " class=many" : "");
    title(html);
    html_put(html, "</h1>\n");
    lead(html);
    navigation(html);
    html_put(html, "</header>\n<main>\n");
    html_devices(html);
    html_differences(html);
    html_pictures(html);
    html_same(html);
    html_alone(html);
    html_words(html);
    html_put(html,
             "</main>\n<footer><p>Made by fpstripe %s from %d reports. This page is "
             "complete in itself: it has no script and loads nothing.</p></footer>\n"
             "</body>\n</html>\n",
             FPSTRIPE_VERSION, html->compare->count);
}

char *report_compare_html(const struct report_compare *compare, size_t *size)
{
    struct html *html = calloc(1, sizeof(*html));
    char *text = NULL;
    bool ok = false;

    *size = 0;
    if (!html || !(html->file = open_memstream(&text, size))) {
        log_error("HTML: no memory");
        free(html);
        return NULL;
    }
    html->compare = compare;
    if (html_collect(html)) {
        head(html);
        body(html);
        ok = !ferror(html->file);
        if (!ok)
            log_error("HTML: no memory");
    }
    if (fclose(html->file) && ok) {
        log_error("HTML: no memory");
        ok = false;
    }
    html_discard(html);
    free(html);
    if (!ok) {
        free(text);
        *size = 0;
    }
    return ok ? text : NULL;
}
