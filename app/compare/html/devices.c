// SPDX-License-Identifier: MIT

#include "compare/html/html.h"

#define OPEN_MAX 4 // with more sides their facts are folded away

static void badge(const struct html *html, int side)
{
    const struct report_compare_label *label = &html->compare->labels[side];

    html_put(html, "<p class=badges>");
    if (label->simulated)
        html_put(html, "<span class=\"badge simulated\">simulated</span>");
    else if (label->software)
        html_put(html, "<span class=\"badge software\">software</span>");
    else
        html_put(html, "<span class=\"badge hardware\">hardware</span>");
    if (label->incomplete)
        html_put(html, " <span class=\"badge simulated\">incomplete</span>");
    html_put(html, "</p>\n");
}

static void fact(const struct html *html, const char *name, const char *text)
{
    if (!text[0])
        return;
    html_put(html, "<div><dt>%s</dt><dd>", name);
    html_name(html, text);
    html_put(html, "</dd></div>\n");
}

static void reference(const struct html *html, const struct report *report)
{
    if (!report->reference_kind[0])
        return;
    html_put(html, "<div><dt>Reference</dt><dd>");
    html_name(html, report->reference_kind);
    if (report->reference_name[0]) {
        html_put(html, ": ");
        html_name(html, report->reference_name);
    }
    html_put(html, "%s</dd></div>\n", report->same_gpu ? " (the GPU that drew)" : "");
}

static void results(const struct html *html, const struct report *report)
{
    int by_status[STATUS_COUNT] = { 0 };
    const char *before = "";

    for (int i = 0; i < report->count; i++)
        by_status[report->results[i].verdict.status]++;
    html_put(html, "<div><dt>Results</dt><dd>");
    for (int i = 0; i < STATUS_COUNT; i++) {
        if (!by_status[i])
            continue;
        html_put(html, "%s%d %s", before, by_status[i], status_name(i));
        before = ", ";
    }
    html_put(html, "%s%s</dd></div>\n", before[0] ? "" : "none",
             report->complete ? "" : "; the report is not complete");
}

static void facts(const struct html *html, const struct report *report)
{
    const struct facts *device = &report->device;
    char sha[65];

    report_sha256(report, sha);
    html_put(html, "<dl class=facts>\n");
    fact(html, "Renderer", device->renderer);
    fact(html, "Vendor", device->vendor);
    fact(html, "Version", device->version);
    fact(html, "GLSL", device->glsl);
    fact(html, "Driver", device->driver);
    fact(html, "API", api_name(device->api));
    fact(html, "Device", device->id);
    reference(html, report);
    fact(html, "CUDA", report->equals);
    results(html, report);
    html_put(html, "<div><dt>Measured</dt><dd class=hash>%s</dd></div>\n</dl>\n", sha);
}

static void card(const struct html *html, int side)
{
    const struct report_compare_label *label = &html->compare->labels[side];

    html_put(html, "<li id=side-%c>\n", html_letter(side));
    badge(html, side);
    html_put(html, "<h3>");
    html_side(html, side);
    html_put(html, "</h3>\n<p class=verdict>");
    html_text(html, label->verdict);
    html_put(html, "</p>\n");
    if (label->twins[0]) {
        html_put(html, "<p class=twins><b>Behaves like</b> ");
        html_name(html, label->twins);
        html_put(html, "</p>\n");
    }
    html_put(html,
             "<details%s><summary>The report<span class=vh> of %c</span></summary>\n",
             html->compare->count > OPEN_MAX ? "" : " open", html_letter(side));
    facts(html, &html->compare->sides[side]->report);
    html_put(html, "</details>\n");
}

void html_devices(const struct html *html)
{
    html_put(html, "<section id=devices aria-labelledby=devices-h>"
                   "<h2 id=devices-h>Devices</h2>\n<ul class=cards>\n");
    for (int i = 0; i < html->compare->count; i++)
        card(html, i);
    html_put(html, "</ul></section>\n");
}
