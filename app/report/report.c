// SPDX-License-Identifier: MIT

#include "report/report.h"

#include "base/cause.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/text.h"
#include "report/adders.h"
#include "report/expressions.h"
#include "report/misread.h"
#include "report/text.h"
#include "report/topics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const report_page_files[REPORT_PAGES + 1] = { "verdict.png",
                                                          "personality.png",
                                                          "report.html", NULL };

void report_finish(struct report *report)
{
    for (int i = 0; i < report->count; i++)
        free(report->results[i].findings);
    free(report->results);
    *report = (struct report){ 0 };
}

bool report_has_expressions(const struct result *result)
{
    return result->topic[0] || result->finding_count > 0;
}

bool report_has_lines(const struct report *report)
{
    for (int i = 0; i < report->count; i++)
        if (report_has_expressions(&report->results[i]))
            return true;
    return false;
}

struct result *report_add(struct report *report)
{
    if (report->count == report->capacity) {
        report->capacity = report->capacity ? 2 * report->capacity : 16;
        report->results = memory_resize(report->results, (size_t) report->capacity,
                                        sizeof *report->results);
    }
    struct result *result = &report->results[report->count++];
    *result = (struct result){ 0 };
    return result;
}

void report_sha256(const struct report *report, char hex[65])
{
    struct sha256 sha;

    sha256_init(&sha);
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        char line[320];
        int length =
            snprintf(line, sizeof line, "%s %s %s %s %s %s %s\n", result->probe,
                     stage_name(result->stage), precision_name(result->precision),
                     form_name(result->form), readout_name(result->readout),
                     status_name(result->verdict.status),
                     result->sha256[0] ? result->sha256 : "-");
        sha256_add(&sha, line, (size_t) length);
    }
    for (int i = 0; i < report->shaders.count; i++) {
        const struct capture_shader *shader = &report->shaders.list[i];
        char line[120];
        int length =
            snprintf(line, sizeof line, "shader %s %s\n", shader->probe, shader->sha256);

        sha256_add(&sha, line, (size_t) length);
    }
    sha256_hex(&sha, hex);
}

// Returns what shows the cause for a result that came back unrounded, of some results:
// one of its form, or NULL.
static const struct verdict *cause_of(const struct result *results, int count,
                                      const struct result *result)
{
    const struct verdict *found = NULL;
    enum form form = cause_form(result->form);

    // the first one: what comes later may be named after it
    for (int i = count - 1; i >= 0; i--) {
        const struct result *other = &results[i];
        bool own = other->precision == result->precision;

        if (other->stage == result->stage && other->form == form &&
            !report_has_expressions(other) &&
            (own || (!found && other->precision == PRECISION_HIGHP)) &&
            cause_is_shown(&other->verdict, own))
            found = &other->verdict;
    }
    return found;
}

void report_resolve(struct report *report, const struct result *deciding, int count)
{
    for (int i = 0; i < report->count; i++) {
        struct result *result = &report->results[i];
        const struct verdict *cause = cause_of(report->results, report->count, result);

        cause_name(&result->verdict, cause ? cause : cause_of(deciding, count, result));
    }
    misread_resolve(report);
}

static bool report_counts(const struct result *result, enum stage stage,
                          enum precision precision)
{
    return result->stage == stage && result->precision == precision &&
           result->verdict.status == STATUS_OK && !report_has_expressions(result);
}

// The bits of `result` beside those of `first`, the earlier result that knew them.
// Returns false, with the verdict's reason set, if they contradict each other.
static bool combine_bits(struct verdict *all, const struct result **first,
                         const struct result *result)
{
    int bits = result->verdict.fraction_bits;

    if (bits < 0)
        return true;
    if (!*first) {
        *first = result;
        all->fraction_bits = bits;
        return true;
    }
    if (bits == all->fraction_bits)
        return true;
    snprintf(all->reason, sizeof all->reason,
             "%s (%s) finds %d fraction bits, %s (%s) finds %d", (*first)->probe,
             form_name((*first)->form), all->fraction_bits, result->probe,
             form_name(result->form), bits);
    return false;
}

// The first result that knows the largest exponent has it, and that is the width
// probe, which is measured first. Lower bounds give way to any exact one.
static void combine_range(struct verdict *all, const struct verdict *one)
{
    bool first = all->emax < 0;
    bool exact = all->emax_at_least && !one->emax_at_least;
    bool wider = all->emax_at_least && one->emax > all->emax;

    if (one->emax >= 0 && (first || exact || wider)) {
        all->emax = one->emax;
        all->emax_at_least = one->emax_at_least;
    }
    if (all->subnormals == SUBNORMALS_UNKNOWN)
        all->subnormals = one->subnormals;
    if (all->overflow == OVERFLOW_AS_MODEL)
        all->overflow = one->overflow;
}

static void combine_error(struct verdict *all, const struct verdict *one)
{
    if (!one->error_known)
        return;
    if (!all->error_known || one->error_min_ulp < all->error_min_ulp)
        all->error_min_ulp = one->error_min_ulp;
    if (!all->error_known || one->error_max_ulp > all->error_max_ulp)
        all->error_max_ulp = one->error_max_ulp;
    all->error_known = true;
}

// The published form alone is little: pow(2.0, n) just below a power of two, with a sum
// that rounds up, paints what ties down would, and no reading of that picture can know.
bool report_answered(const struct report *report, enum stage stage,
                     enum precision precision, bool published)
{
    for (int i = 0; i < report->count; i++)
        if (report_counts(&report->results[i], stage, precision) &&
            (published || report->results[i].form != FORM_PUBLISHED))
            return true;
    return false;
}

// The most bits that an expression keeps before it is stored, where it keeps more.
static int inside_bits(const struct report *report, enum stage stage,
                       enum precision precision)
{
    int most = 0;

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (result->stage == stage && result->precision == precision &&
            result->verdict.inside_bits > most)
            most = result->verdict.inside_bits;
    }
    return most;
}

struct verdict report_combine(const struct report *report, enum stage stage,
                              enum precision precision)
{
    struct verdict all = verdict_unknown(STATUS_OK);
    const struct result *first = NULL;
    uint32_t survivors = VERDICT_ALL_RULES;
    bool any = false, ruled = false;
    bool exact = report_answered(report, stage, precision, false);

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        if (!report_counts(result, stage, precision) ||
            (exact && result->form == FORM_PUBLISHED))
            continue;
        any = true;
        if (!combine_bits(&all, &first, result))
            return verdict_because(STATUS_UNDECIDED, all.reason);
        combine_range(&all, &result->verdict);
        combine_error(&all, &result->verdict);
        // An ok result without survivors says nothing of the rule.
        if (result->verdict.survivors) {
            ruled = true;
            survivors &= result->verdict.survivors;
        }
    }
    if (!any)
        return verdict_because(STATUS_UNDECIDED, "no probe gave an answer here");
    all.inside_bits = inside_bits(report, stage, precision);
    all.survivors = ruled ? survivors : 0;
    if (ruled && !survivors) {
        char inside[64] = "";

        if (all.inside_bits)
            snprintf(inside, sizeof inside, ", where an expression keeps %d bits",
                     all.inside_bits);
        all.status = STATUS_UNDECIDED;
        snprintf(all.reason, sizeof all.reason,
                 "no rounding rule survives all probes of %s %s%s", stage_name(stage),
                 precision_name(precision), inside);
    }
    report_combine_adders(report, stage, precision, !exact, &all);
    all.pattern = verdict_pattern(all.survivors);
    return verdict_told(&all);
}

// The first result that is not of lines, or NULL.
static const struct result *first_of_sums(const struct report *report)
{
    for (int i = 0; i < report->count; i++)
        if (!report_has_expressions(&report->results[i]))
            return &report->results[i];
    return NULL;
}

// Nothing is ok: the headline says why with the words of the first result that has a say
// in it.
static struct verdict no_answer(const struct report *report)
{
    const struct result *first = first_of_sums(report);
    struct verdict verdict = verdict_because(STATUS_UNDECIDED, "nothing was measured");

    if (report->count > 0 && !first)
        return verdict_because(STATUS_SKIPPED,
                               "no probe that tests how sums round was run");
    if (first)
        snprintf(verdict.reason, sizeof verdict.reason,
                 "no probe gave an answer (%.31s: %.160s)", first->probe,
                 first->verdict.reason);
    return verdict;
}

// What the probe powers found of pow(2.0, n) at a stage and precision; NULL: nothing.
static const struct finding *powers_of(const struct report *report, enum stage stage,
                                       enum precision precision)
{
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (strcmp(result->probe, "powers") != 0 || result->stage != stage ||
            result->precision != precision || result->verdict.status != STATUS_OK)
            continue;
        for (int k = 0; k < result->finding_count; k++)
            if (finding_asks(&result->findings[k], "pow2"))
                return &result->findings[k];
    }
    return NULL;
}

// The published form depends on pow(2.0, n). Where it gives no verdict, and the same
// report has found that function inexact, the reason says so.
static void blame_powers(const struct report *report, struct result *result)
{
    static const char said[] = "pow(2.0, n) is inexact here: ";
    const struct finding *powers = powers_of(report, result->stage, result->precision);
    struct verdict *verdict = &result->verdict;
    char reason[sizeof verdict->reason];

    if (result->form != FORM_PUBLISHED || !powers ||
        (verdict->status != STATUS_UNDECIDED && verdict->status != STATUS_IMPOSSIBLE) ||
        report_expressions_is_exact(powers) ||
        finding_is_of(powers, FINDING_UNSUPPORTED) ||
        !strncmp(verdict->reason, said, strlen(said)))
        return;
    snprintf(reason, sizeof reason, "%s%.280s", said, verdict->reason);
    memcpy(verdict->reason, reason, sizeof reason);
}

// Takes the headline of the first precision of a stage that has an answer, or unless
// `decided` one that is undecided in the end. Returns false if there is none.
static bool conclude_at(struct report *report, enum stage stage, bool decided)
{
    for (int precision = 0; precision < PRECISION_COUNT; precision++) {
        if (!report_answered(report, stage, precision, true))
            continue;
        report->headline = report_combine(report, stage, precision);
        report->headline_stage = stage;
        report->headline_precision = precision;
        if (!decided || report->headline.status == STATUS_OK)
            return true;
    }
    return false;
}

void report_conclude(struct report *report)
{
    for (int i = 0; i < report->count; i++)
        blame_powers(report, &report->results[i]);
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        if (conclude_at(report, stage, true) || conclude_at(report, stage, false))
            return;
    const struct result *first = first_of_sums(report);

    if (!first && report->count > 0)
        first = &report->results[0];
    report->headline = no_answer(report);
    report->headline_stage = first ? first->stage : STAGE_FRAGMENT;
    report->headline_precision = first ? first->precision : PRECISION_HIGHP;
}

void report_headline_place(const struct report *report, char *text, size_t size)
{
    bool usual = report->headline_stage == STAGE_FRAGMENT &&
                 report->headline_precision == PRECISION_HIGHP;

    text[0] = '\0';
    if (!usual && report->headline.status != STATUS_SKIPPED)
        snprintf(text, size, "%s %s", stage_name(report->headline_stage),
                 precision_name(report->headline_precision));
}

// Writes the sum of each topic, for a run without sums.
static void headline_topics(const struct report *report, char *text, size_t size)
{
    const char *names[REPORT_EXPRESSIONS_TOPICS];
    const int count = report_expressions_topics(report, names);

    text[0] = 0;
    for (int i = 0; i < count; i++) {
        const struct topic topic = topic_of(names[i]);
        const struct report_expressions_count lines =
            report_expressions_count_all(report, names[i]);
        char sum[400] = "";

        if (topic.sum != TOPIC_MATRIX)
            report_topic_text(report, &topic, sum, sizeof sum);
        else if (lines.lines)
            report_expressions_deviating(&lines, sum, sizeof sum);
        if (sum[0])
            text_add(text, size, "%s%s: %s", text[0] ? "; " : "", names[i], sum);
    }
}

void report_headline_sentence(const struct report *report, char *text, size_t size)
{
    char sentence[400];

    if (report->headline.status == STATUS_SKIPPED) {
        headline_topics(report, text, size);
        if (text[0])
            return;
    }
    report_headline_place(report, text, size);
    verdict_text(&report->headline, sentence, sizeof sentence);
    text_add(text, size, "%s%s%s", text[0] ? ": " : "", sentence,
             report_adders_open(report) ? ", if it is one of the models" : "");
}

void report_headline_text(const struct report *report, char *text, size_t size)
{
    report_headline_sentence(report, text, size);
    text_add(text, size, "%s",
             report->complete      ? ""
             : report->interrupted ? " (interrupted)"
                                   : " (incomplete)");
}

void report_shaders_text(const struct report *report, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < report->shaders.count; i++)
        text_join(text, size, ", ", report->shaders.list[i].probe);
}
