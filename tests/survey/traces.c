// SPDX-License-Identifier: MIT

#include "tests/survey/traces.h"

#include "base/deviation.h"
#include "device/device.h"
#include "device/fake.h"
#include "survey/survey.h"
#include "tests/shared/said.h"

#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define TRACES_MAX 32 // of one defect: a bit each

static const struct finding *finding_of(const struct report *report, int at, int line)
{
    return line < 0 ? NULL : &report->results[at].findings[line];
}

const char *traces_place(const struct report *report, int at, int line, char *text,
                         unsigned long size)
{
    const struct result *result = &report->results[at];

    snprintf(text, size, "%s / %s at %s %s %s %s", result->probe,
             line < 0 ? "verdict" : result->findings[line].expression,
             stage_name(result->stage), precision_name(result->precision),
             form_name(result->form), readout_name(result->readout));
    return text;
}

static void check_result(const char *id, const struct report *report, int at)
{
    const struct result *result = &report->results[at];
    bool folded = result->verdict.status == STATUS_FOLDED ||
                  result->verdict.status == STATUS_EXCESS;
    // The range of a half tells neither the width nor the excess.
    bool narrow = (result->verdict.status == STATUS_UNDECIDED ||
                   result->verdict.status == STATUS_UNROUNDED) &&
                  result->precision != PRECISION_HIGHP && strstr(id, "excess");
    char place[200];

    traces_place(report, at, -1, place, sizeof place);
    if (result->verdict.status != STATUS_OK && !folded && !narrow &&
        result->verdict.status != STATUS_UNSUPPORTED)
        fail_msg("%s: %s: %s (%s)", id, place, status_name(result->verdict.status),
                 result->verdict.reason);
    if (result->difference.mismatches && !folded && !narrow)
        fail_msg("%s: %s: %ld mismatches: %s", id, place, result->difference.mismatches,
                 result->difference.where);
    for (int line = 0; line < result->finding_count; line++) {
        const struct finding *finding = &result->findings[line];

        if (finding->mismatches || !said_answer(finding)[0])
            fail_msg("%s: %s: '%s', %ld mismatches; %s", id,
                     traces_place(report, at, line, place, sizeof place),
                     said_answer(finding), finding->mismatches, said_detail(finding));
    }
}

struct report traces_survey(const char *id, const struct survey_options *options)
{
    struct survey_pictures pictures = { 0 };
    struct capture capture = { 0 };
    struct report report = { 0 };
    struct device device;

    assert_true(fake_open(&device, id));
    assert_true(survey(&device, options, &capture, &report, &pictures));
    assert_true(report.complete);
    survey_pictures_finish(&pictures);
    capture_finish(&capture);
    device.close(&device);
    return report;
}

struct report traces_ask(const char *id, int stage)
{
    struct survey_options options = SURVEY_DEFAULTS;

    options.full = true;
    options.stage = stage;
    options.reference = "host";
    struct report report = traces_survey(id, &options);

    for (int at = 0; at < report.count; at++)
        check_result(id, &report, at);
    return report;
}

static bool same_verdict(const struct verdict *a, const struct verdict *b)
{
    return a->status == b->status && !strcmp(a->reason, b->reason) &&
           a->fraction_bits == b->fraction_bits && a->emax == b->emax &&
           a->emax_at_least == b->emax_at_least && a->subnormals == b->subnormals &&
           a->survivors == b->survivors && a->pattern == b->pattern &&
           a->rewriting == b->rewriting && a->error_known == b->error_known &&
           a->error_min_ulp == b->error_min_ulp && a->error_max_ulp == b->error_max_ulp;
}

static bool same_finding(const struct finding *a, const struct finding *b)
{
    return !strcmp(said_answer(a), said_answer(b)) && a->deviates == b->deviates &&
           a->survivors == b->survivors && a->cases == b->cases && a->agree == b->agree &&
           a->error_known == b->error_known && a->error_min_ulp == b->error_min_ulp &&
           a->error_max_ulp == b->error_max_ulp && !strcmp(a->reference, b->reference) &&
           a->compared == b->compared && !strcmp(said_detail(a), said_detail(b));
}

// Returns true if two reports have the same words and numbers there.
static bool same_at(const struct report *a, const struct report *b, int at, int line)
{
    if (line < 0)
        return same_verdict(&a->results[at].verdict, &b->results[at].verdict);
    return same_finding(finding_of(a, at, line), finding_of(b, at, line));
}

// Compares only the answer and whether it deviates.
static bool same_answer_at(const struct report *a, const struct report *b, int at,
                           int line)
{
    const struct finding *x = finding_of(a, at, line), *y = finding_of(b, at, line);

    if (line < 0)
        return same_at(a, b, at, line);
    return !strcmp(said_answer(x), said_answer(y)) && x->deviates == y->deviates;
}

static bool has(unsigned set, unsigned bit)
{
    return !set || set & 1u << bit;
}

static bool has_line(const struct trace *trace, const char *line)
{
    if (trace->but && !strcmp(trace->but, line))
        return false;
    for (int i = 0; i < TRACES_EXPRESSIONS && trace->expressions[i]; i++)
        if (!strcmp(trace->expressions[i], line))
            return true;
    return !trace->expressions[0];
}

static bool covers(const struct trace *trace, const struct report *clean, int at,
                   int line)
{
    const struct result *result = &clean->results[at];

    return !strcmp(trace->probe, result->probe) && trace->verdict == (line < 0) &&
           has(trace->stages, result->stage) &&
           has(trace->precisions, result->precision) && has(trace->forms, result->form) &&
           (line < 0 || has_line(trace, result->findings[line].expression));
}

static bool deviates(enum traces_deviates when, const struct result *result, bool is)
{
    switch (when) {
    case TRACES_NEVER: return !is;
    case TRACES_PRECISE: return is == (result->form == FORM_PRECISE);
    case TRACES_ALWAYS: return is;
    default: return true;
    }
}

static bool is_from(enum deviation wanted, const struct finding *finding)
{
    if (!finding->deviates || wanted == DEVIATION_COUNT)
        return true;
    return finding->from == (wanted ? wanted : DEVIATION_IEEE754);
}

// Returns true if `got`, which differs there, differs as the trace says.
static bool is_expected(const struct trace *trace, const struct report *clean,
                        const struct report *got, int at, int line)
{
    const struct result *result = &got->results[at];
    const struct finding *finding = finding_of(got, at, line);

    if (line < 0)
        return !fnmatch(trace->answer, status_name(result->verdict.status), 0);
    if (trace->detail && !strstr(said_detail(finding), trace->detail))
        return false;
    bool same = same_answer_at(clean, got, at, line);

    if (!trace->answer || (trace->may && same))
        return same;
    return !same && !fnmatch(trace->answer, said_answer(finding), 0) &&
           deviates(trace->deviates, result, finding->deviates) &&
           is_from(trace->from, finding);
}

// Whether the question was asked at all, or the GLSL of this stage has no such line.
static bool is_asked(const struct report *clean, int at, int line)
{
    return clean->results[at].verdict.status == STATUS_OK &&
           (line < 0 || !said_is(finding_of(clean, at, line), "unsupported"));
}

static void fail_at(const char *id, const char *why, const struct report *clean,
                    const struct report *got, const int at[2])
{
    const struct finding *was = finding_of(clean, at[0], at[1]);
    const struct finding *is = finding_of(got, at[0], at[1]);
    char place[200];

    traces_place(clean, at[0], at[1], place, sizeof place);
    if (!was)
        fail_msg("%s: %s: %s: was %s, is %s (%s)", id, why, place,
                 status_name(clean->results[at[0]].verdict.status),
                 status_name(got->results[at[0]].verdict.status),
                 got->results[at[0]].verdict.reason);
    else
        fail_msg("%s: %s: %s: was '%s'%s; %s; is '%s'%s; %s", id, why, place,
                 said_answer(was), deviation_title(was->from), said_detail(was),
                 said_answer(is), deviation_title(is->from), said_detail(is));
}

// Whether it differs. *shown gets the bit of the trace by which that is expected.
static bool check_place(const char *id, const struct report *clean,
                        const struct report *got, const struct trace *traces,
                        const int at[2], unsigned *shown)
{
    bool same = same_at(clean, got, at[0], at[1]);
    int i = 0;

    while (traces[i].probe && !covers(&traces[i], clean, at[0], at[1]))
        i++;
    if (!traces[i].probe) {
        if (!same)
            fail_at(id, "not expected", clean, got, at);
    } else if (same) {
        if (!traces[i].may && is_asked(clean, at[0], at[1]))
            fail_at(id, "does not show", clean, got, at);
    } else {
        if (!is_expected(&traces[i], clean, got, at[0], at[1]))
            fail_at(id, "shows otherwise", clean, got, at);
        *shown |= 1u << i;
    }
    return !same;
}

long traces_check(const char *id, const struct report *clean, const struct report *got,
                  const struct trace *traces)
{
    long count = 0;
    unsigned shown = 0;

    assert_int_equal(clean->count, got->count);
    for (int at = 0; at < clean->count; at++) {
        assert_int_equal(clean->results[at].finding_count,
                         got->results[at].finding_count);
        for (int line = -1; line < clean->results[at].finding_count; line++)
            count += check_place(id, clean, got, traces, (int[]){ at, line }, &shown);
    }
    for (int i = 0; traces[i].probe; i++) {
        assert_true(i < TRACES_MAX);
        if (!traces[i].may && !(shown & 1u << i))
            fail_msg("%s: trace %d, of %s, shows nowhere", id, i, traces[i].probe);
    }
    return count;
}
