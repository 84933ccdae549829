// SPDX-License-Identifier: MIT
//
// Writes the page of one device: the verdict, its stripes, its precisions, its
// deviations, then every result by topic. The rows are those of a comparison with one
// side.

#include "compare/html/html.h"

#include "base/deviation.h"
#include "base/text.h"
#include "base/words.h"
#include "report/deviating.h"
#include "report/expressions.h"
#include "report/text.h"
#include "report/topics.h"
#include "report/view.h"

#include <string.h>

static const struct report *report_of(const struct html *html)
{
    return &html->compare->sides[0]->report;
}

// ---- the verdict ----

// Writes the verdict as one sentence, and below the device the meaning of its word, or,
// without a verdict, the cases that contradict the nearest models.
static void put_sentence(const struct html *html, const struct word *word)
{
    const char *verdict = html->compare->labels->verdict;

    if (report_of(html)->headline.status == STATUS_OK || !word)
        html_put(html, "<h1>%s</h1>\n", verdict);
    else
        html_put(html, "<h1>%s: %s</h1>\n", word->name, word->line);
    html_put(html, "<p class=lead><strong><bdi>%s</bdi></strong></p>\n",
             html->compare->labels->device);
    if (report_of(html)->headline.status != STATUS_OK)
        html_put(html, "<p class=soft>%s.</p>\n", verdict);
    else if (word && word->line[0])
        html_put(html, "<p class=soft><b>%s</b>: %s.</p>\n", word->name, word->line);
}

static void put_how_many(const struct html *html)
{
    const struct report_expressions_count all =
        report_expressions_count_all(report_of(html), NULL);
    char text[120];

    if (!all.lines)
        return;
    report_expressions_deviating(&all, text, sizeof text);
    html_put(html, "<p>Expressions: <a href=#deviations>%s</a>.</p>\n", text);
}

// Writes the verdict in words for readers who do not know numerics.
static void put_plain(const struct html *html)
{
    const struct report *report = report_of(html);
    char text[160];

    if (report->headline.status != STATUS_OK)
        return;
    report_view_plain(report, report->headline_stage, report->headline_precision, text,
                      sizeof text);
    html_put(html, "<p>%s.</p>\n", text);
}

static void single_header(const struct html *html)
{
    const struct compare_label *label = html->compare->labels;
    const struct verdict *headline = &report_of(html)->headline;

    html_put(html, "<header>\n");
    html_badges(html, 0);
    put_sentence(html, words_find(headline->status == STATUS_OK
                                      ? verdict_rounding(headline->survivors)
                                      : status_name(headline->status)));
    put_plain(html);
    if (label->twins[0])
        html_put(html, "<p class=twins><b>Behaves like</b> <bdi>%s</bdi></p>\n",
                 label->twins);
    put_how_many(html);
    html_put(html, "<nav aria-label=\"On this page\"><ul>\n");
    if (html->compare->set_count && html->compare->sets->pictures->grey)
        html_put(html, "<li><a href=#pictures>Stripes</a>\n");
    html_put(html, "<li><a href=#precisions>Precisions</a>\n");
    if (report_has_lines(report_of(html)))
        html_put(html, "<li><a href=#deviations>What deviates</a>\n");
    html_put(html, "<li><a href=#answers>Answers</a>\n<li><a href=#device>Device</a>\n"
                   "<li><a href=#words>Words</a>\n</ul></nav>\n</header>\n");
}

// ---- precisions ----

static void put_claim(const struct html *html, const struct report_view_claim *claim)
{
    if (!claim->bits)
        html_put(html, "<td><span class=no>no claim</span>\n");
    else
        html_put(html, "<td>%d bits, %s\n", claim->bits,
                 !claim->known     ? "not measured"
                 : claim->more < 0 ? "has fewer"
                 : claim->more     ? "has more"
                                   : "as claimed");
}

static void put_precision(const struct html *html, enum stage stage,
                          enum precision precision)
{
    const struct report *report = report_of(html);
    const struct verdict verdict = report_combine(report, stage, precision);
    const struct report_view_claim claim = report_view_claim(report, stage, precision);
    char bits[80], limits[160];

    report_view_bits(report, stage, precision, bits, sizeof bits);
    report_view_limits(report, stage, precision, limits, sizeof limits);
    html_put(html, "<tr><th scope=row>%s %s<td>%s<td>", stage_name(stage),
             precision_name(precision), bits);
    if (verdict.fraction_bits >= 0)
        html_put(html, "%ld", 1L << (verdict.fraction_bits + 1));
    else
        html_put(html, "<span class=no>not known</span>");
    if (limits[0])
        html_put(html, "<td>%s", limits);
    else
        html_put(html, "<td><span class=no>not known</span>");
    put_claim(html, &claim);
}

static void put_precisions(const struct html *html)
{
    html_put(
        html,
        "<section id=precisions aria-labelledby=precisions-h>"
        "<h2 id=precisions-h>Precisions</h2>\n<p class=soft>Bits of the "
        "significand, counted with the hidden bit; up to which whole number none is "
        "left out; and what the driver claims.</p>\n<div class=scroll tabindex=0 role=region "
        "aria-labelledby=precisions-h><table><caption class=vh>Precisions</caption>\n"
        "<thead><tr><th scope=col>Where"
        "<th scope=col>Measured<th scope=col>Whole numbers up to<th scope=col>Range"
        "<th scope=col>Driver's claim</thead>\n<tbody>\n");
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        for (int precision = 0; precision < PRECISION_COUNT; precision++)
            if (report_view_asked(report_of(html), (enum stage) stage,
                                  (enum precision) precision))
                put_precision(html, (enum stage) stage, (enum precision) precision);
    html_put(html, "</tbody></table></div></section>\n");
}

// ---- what deviates ----

// Writes the rows of a topic that deviate from one specification, with a head before
// the first of all.
static bool put_deviations(const struct html *html, const char *topic,
                           enum deviation from, bool headed)
{
    const struct report_expressions_at at = { report_of(html), topic, { 0 } };
    const char *names[REPORT_EXPRESSIONS_MAX];
    int count = report_expressions_names(&at, names);

    for (int i = 0; i < count; i++) {
        const struct result *result;
        const struct finding *finding = report_expressions_worst(&at, names[i], &result);
        struct report_deviating told;

        if (!finding || finding->from != from)
            continue;
        if (!headed)
            html_put(html,
                     "<tbody><tr class=part><th scope=rowgroup colspan=5><span>From "
                     "%s</span>\n",
                     deviation_title(from));
        headed = true;
        report_deviating(finding, result, topic_of(topic).codes, &told);
        html_put(html,
                 "<tr><th scope=row>%s<td class=topic>%s<td>%s"
                 "<td data-head=got>%s<td data-head=expected>%s\n",
                 told.name, topic, told.answer, told.got, told.want);
    }
    return headed;
}

static void put_all_deviations(const struct html *html)
{
    const char *topics[REPORT_EXPRESSIONS_TOPICS];
    int count = report_expressions_topics(report_of(html), topics);

    html_put(html,
             "<div class=\"scroll tall\" tabindex=0 role=region "
             "aria-labelledby=deviations-h><table class=deviates>"
             "<caption class=vh>What deviates</caption>\n<thead><tr>"
             "<th scope=col>Expression<th scope=col class=topic>Topic"
             "<th scope=col>Answer<th scope=col>Got<th scope=col>Expected</thead>\n");
    for (int from = DEVIATION_GLSL; from < DEVIATION_COUNT; from++) {
        bool headed = false;

        for (int i = 0; i < count; i++)
            headed = put_deviations(html, topics[i], (enum deviation) from, headed);
    }
    html_put(html, "</table></div>\n");
}

static void put_deviates(const struct html *html)
{
    const struct report_expressions_count all =
        report_expressions_count_all(report_of(html), NULL);
    char text[120];

    if (!all.lines)
        return;
    report_expressions_deviating(&all, text, sizeof text);
    html_put(html,
             "<section id=deviations aria-labelledby=deviations-h>"
             "<h2 id=deviations-h>What deviates</h2>\n<p class=soft>Of the expressions, "
             "%s. What is not shown to break GLSL may still surprise who expects "
             "IEEE 754.</p>\n",
             text);
    if (all.from[DEVIATION_GLSL] + all.from[DEVIATION_IEEE754] +
        all.from[DEVIATION_VULKAN])
        put_all_deviations(html);
    html_put(html, "</section>\n");
}

// ---- every answer ----

#define HASHES "pictures" // the section of the rows that say little more

// Returns true if a row is a finding; rows that count a section are at another place.
static bool single_tells(const struct compare_row *row)
{
    return strncmp(row->name, "all ", 4) != 0;
}

// Writes the symptom on a screen of a topic that deviates, and the state of the topic.
static void put_symptom(const struct html *html, const struct topic *topic)
{
    char sum[1000] = "";

    if (topic->symptom)
        html_put(html,
                 "<p class=soft>What one sees where it deviates: <em>%s</em>.</p>\n",
                 topic->symptom);
    if (topic->sum != TOPIC_MATRIX)
        report_topic_text(report_of(html), topic, sum, sizeof sum);
    if (sum[0])
        html_put(html, "<p>%s.</p>\n", sum);
}

static void put_answers(const struct html *html, const struct compare_section *part)
{
    const struct compare_row *rows = html->compare->rows;
    const struct report_expressions_count count =
        report_expressions_count_all(report_of(html), part->name);
    const struct topic topic = topic_of(part->name);
    char text[120] = "";
    int told = 0;

    for (int i = part->first; i < part->end; i++)
        told += single_tells(&rows[i]);
    if (count.lines)
        report_expressions_deviating(&count, text, sizeof text);
    html_put(html, "<details><summary>%s: %d answer%s%s%s</summary>\n", part->name, told,
             text_plural(told), text[0] ? "; " : "", text);
    if (count.lines)
        put_symptom(html, &topic);
    html_put(html,
             "<div class=scroll><table><caption class=vh>%s</caption>\n<thead><tr>"
             "<th scope=col>Question<th scope=col>Answer</thead>\n<tbody>\n",
             part->name);
    for (int i = part->first; i < part->end; i++)
        if (single_tells(&rows[i]))
            html_put(html, "<tr><th scope=row>%s<td>%s\n", rows[i].name,
                     rows[i].cells[0].text);
    html_put(html, "</tbody></table></div></details>\n");
}

static void put_all_answers(const struct html *html)
{
    struct compare_section part = { 0 };

    html_put(html, "<section id=answers aria-labelledby=answers-h><h2 id=answers-h>Every "
                   "answer, by topic</h2>\n");
    while (compare_next_section(html->compare, &part))
        if (strcmp(part.name, HASHES) != 0)
            put_answers(html, &part);
    html_put(html, "</section>\n");
}

static void put_all_hashes(const struct html *html)
{
    struct compare_section part = { 0 };

    html_hashes(html);
    while (compare_next_section(html->compare, &part))
        if (!strcmp(part.name, HASHES))
            put_answers(html, &part);
}

void html_single(const struct html *html)
{
    html_put(html, "<body class=single>\n<a class=skip href=#precisions>Skip to the "
                   "precisions</a>\n");
    single_header(html);
    html_put(html, "<main>\n");
    html_beside(html);
    put_precisions(html);
    put_deviates(html);
    put_all_answers(html);
    html_put(html, "<section id=device aria-labelledby=device-h><h2 id=device-h>Device"
                   "</h2>\n");
    html_facts(html, 0);
    html_put(html, "</section>\n");
    html_terms(html);
    put_all_hashes(html);
}
