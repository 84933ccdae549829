// SPDX-License-Identifier: MIT

#include "tests/report/personality.h"
#include "base/deviation.h"
#include "probe/deviates.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "tests/shared/said.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL_FORMS \
    (1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE | 1u << FORM_INVARIANT)
#define GUARDS (1u << FORM_GUARDED | 1u << FORM_PRECISE)

// One line, as a driver in the manner of Mesa's answers it: what it should be, or, in
// `forms` and `stages`, something else.
struct line {
    const char *topic, *line, *right, *wrong;
    unsigned forms, stages; // bits: where it is wrong
    double error;           // in ulp, where it is wrong; 0: not known
};

#define EVERYWHERE 7u
#define DRAWN      (1u << STAGE_FRAGMENT | 1u << STAGE_VERTEX)
#define LOOSE      (1u << FORM_PLAIN | 1u << FORM_INVARIANT)

// clang-format off
static const struct line lines[] = {
    { "operations", "a + b", "rne", "", 0, 0, 0 },
    { "operations", "a - b", "rne", "", 0, 0, 0 },
    { "operations", "a * b", "rne", "", 0, 0, 0 },
    { "operations", "a / b", "rne", "faithful", ALL_FORMS, 1u << STAGE_VERTEX, 0.83 },
    { "operations", "fma(a, b, c)", "rne", "separate", ALL_FORMS, EVERYWHERE, 0.99 },
    { "operations", "a * b + c", "rne", "fused", LOOSE, EVERYWHERE, 0 },
    { "operations", "sqrt(a)", "rne", "faithful", ALL_FORMS, EVERYWHERE, 0.62 },
    { "operations", "inversesqrt(a)", "rne", "none", ALL_FORMS, EVERYWHERE, 1.51 },
    { "operations", "1.0 / a", "rne", "faithful", ALL_FORMS, EVERYWHERE, 0.83 },
    { "operations", "a * (1.0 / b)", "rne", "none", ALL_FORMS, EVERYWHERE, 1.49 },
    { "contraction", "a * b + c", "separate", "fused", LOOSE, EVERYWHERE, 0 },
    { "contraction", "c + a * b", "separate", "fused", LOOSE, EVERYWHERE, 0 },
    { "contraction", "a * b - c", "separate", "fused", LOOSE, EVERYWHERE, 0 },
    { "contraction", "c - a * b", "separate", "", 0, 0, 0 },
    { "contraction", "s += a * b", "separate", "", 0, 0, 0 },
    { "contraction", "dot(v, w)", "separate", "", 0, 0, 0 },
    { "contraction", "mix(a, b, t)", "separate", "", 0, 0, 0 },
    { "contraction", "m * v", "separate", "", 0, 0, 0 },
    { "folding", "(a + b) - a", "kept", "folded to b", LOOSE, EVERYWHERE, 0 },
    { "folding", "a - (a - b)", "kept", "folded to b", LOOSE, EVERYWHERE, 0 },
    { "folding", "(a * b) / b", "kept", "", 0, 0, 0 },
    { "folding", "a * 0.0", "kept", "folded to 0", LOOSE, EVERYWHERE, 0 },
    { "folding", "a - a", "kept", "folded to 0", LOOSE, EVERYWHERE, 0 },
    { "folding", "a + 0.0", "kept", "folded to a", LOOSE, EVERYWHERE, 0 },
    { "folding", "x + c1 + c2", "kept", "", 0, 0, 0 },
    { "folding", "sqrt(x) * sqrt(x)", "kept", "", 0, 0, 0 },
    { "folding", "a / b * b", "kept", "neither", ALL_FORMS, EVERYWHERE, 0 },
    { "folding", "x != x", "kept or folded", "", 0, 0, 0 },
    { "folding", "a * b + a * c", "kept", "", 0, 0, 0 },
    { "error-free transforms", "TwoSum(a, b)", "exact", "folded: e is always 0", LOOSE, EVERYWHERE, 0 },
    { "error-free transforms", "Fast2Sum(a, b)", "exact", "folded: e is always 0", LOOSE, EVERYWHERE, 0 },
    { "error-free transforms", "TwoProd(a, b) by fma", "exact", "fma is two steps: e is always 0", ALL_FORMS, EVERYWHERE, 0 },
    { "error-free transforms", "TwoProd(a, b) by Dekker", "exact", "folded: e is always 0", LOOSE, EVERYWHERE, 0 },
    { "error-free transforms", "split(a)", "exact", "folded: lo is always 0", LOOSE, EVERYWHERE, 0 },
    { "error-free transforms", "float-float a + b", "46 bits", "24 bits: no better than float", LOOSE, EVERYWHERE, 0 },
    { "error-free transforms", "float-float a * b", "46 bits", "24 bits: no better than float", LOOSE, EVERYWHERE, 0 },
    { "error-free transforms", "float-float a * a + c", "45 bits", "24 bits: no better than float", LOOSE, EVERYWHERE, 0 },
    { "subnormals", "load", "kept", "", 0, 0, 0 },
    { "subnormals", "copy through an array", "kept", "", 0, 0, 0 },
    { "subnormals", "bit cast", "kept", "", 0, 0, 0 },
    { "subnormals", "-x", "kept", "", 0, 0, 0 },
    { "subnormals", "x + 0", "kept", "flushed on input, sign kept", ALL_FORMS, DRAWN, 0 },
    { "subnormals", "x + x", "kept", "flushed on input, sign kept", ALL_FORMS, DRAWN, 0 },
    { "subnormals", "x * 2^k", "kept", "flushed on input", ALL_FORMS, DRAWN, 0 },
    { "subnormals", "n * 2^-k", "kept", "flushed on output, sign kept", ALL_FORMS, DRAWN, 0 },
    { "subnormals", "x > y", "kept", "flushed", ALL_FORMS, DRAWN, 0 },
    { "subnormals", "min(x, n)", "kept", "flushed", ALL_FORMS, DRAWN, 0 },
    { "subnormals", "varying", "kept", "flushed", ALL_FORMS, 1u << STAGE_FRAGMENT, 0 },
    { "specials", "0.0 / 0.0", "NaN", "", 0, 0, 0 },
    { "specials", "max * 2.0", "inf", "", 0, 0, 0 },
    { "specials", "NaN == NaN", "false", "true", LOOSE, EVERYWHERE, 0 },
    { "specials", "min(NaN, 1.0)", "1", "NaN", ALL_FORMS, EVERYWHERE, 0 },
    { "specials", "pow(-2.0, 2.0)", "4", "", 0, 0, 0 },
    { "specials", "log2(0.0)", "-inf", "", 0, 0, 0 },
    { "specials", "tanh(90.0)", "1", "NaN", ALL_FORMS, EVERYWHERE, 0 },
    { "conversions", "packHalf2x16(x), ties", "rne", "", 0, 0, 0 },
    { "conversions", "packHalf2x16(x), overflow", "infinity from 65520", "saturates", ALL_FORMS, EVERYWHERE, 0 },
    { "conversions", "unpackHalf2x16(x)", "exact", "", 0, 0, 0 },
    { "conversions", "int(x) out of range", "saturates", "", 0, 0, 0 },
    { "conversions", "roundEven(x), ties", "rne", "rna", ALL_FORMS, EVERYWHERE, 0 },
    { "conversions", "fract(-tiny)", "exact", "other", ALL_FORMS, EVERYWHERE, 0 },
    { "claims", "variable", "23 bits, 2^-126 to 2^127", "", 0, 0, 0 },
    { "claims", "struct member", "23 bits, 2^-126 to 2^127", "", 0, 0, 0 },
    { "claims", "array element", "23 bits, 2^-126 to 2^127", "9 bits, 2^-14 to 2^15", ALL_FORMS, 1u << STAGE_VERTEX, 0 },
    { "claims", "varying", "23 bits, 2^-126 to 2^127", "", 0, 0, 0 },
    { "functions", "sin(x)", "at least 2.1 ulp", "other", ALL_FORMS, EVERYWHERE, 4101.5 },
    { "functions", "cos(x)", "at least 2.1 ulp", "other", ALL_FORMS, EVERYWHERE, 3977 },
    { "functions", "exp2(x)", "exact", "", 0, 0, 0 },
    { "functions", "log2(x)", "exact", "", 0, 0, 0 },
    { "functions", "tanh(x)", "exact", "other", ALL_FORMS, EVERYWHERE, 133.95 },
};
// clang-format on

#define LINES (sizeof lines / sizeof *lines)

static bool is_wrong(const struct line *line, const struct result *result)
{
    return line->forms & 1u << result->form && line->stages & 1u << result->stage;
}

// What a compiler may do is told, but deviates from nothing.
static bool is_licence(const struct line *line, const struct result *result)
{
    static const char *const compilers[] = { "contraction", "folding",
                                             "error-free transforms" };

    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++)
        if (!strcmp(line->topic, compilers[i]))
            return LOOSE & 1u << result->form || strstr(line->line, "fma");
    return false;
}

// Sets the topic of a result, and a probe that has its answers. No probe is called
// "claims", so that these findings deviate from IEEE 754 only.
static void set_topic(struct result *result, const char *topic)
{
    const char *probe = !strcmp(topic, "error-free transforms") ? "error_free"
                        : !strcmp(topic, "conversions")         ? "pack_half"
                                                                : topic;

    snprintf(result->topic, sizeof result->topic, "%s", topic);
    snprintf(result->probe, sizeof result->probe, "%s", probe);
}

static void fill_finding(struct finding *finding, const struct line *line,
                         const struct result *result, enum personality which)
{
    bool wrong = which == PERSONALITY_MESA && is_wrong(line, result);
    bool rule = !strcmp(line->right, "rne") && !wrong;
    const char *claim = result->precision == PRECISION_HIGHP ? "as" : "better than";
    char detail[120] = "";

    snprintf(finding->expression, sizeof finding->expression, "%s", line->line);
    expressions_name(result->probe, finding);
    finding->deviates = wrong && !is_licence(line, result);
    finding->survivors = rule ? VERDICT_RULE(FP_RNE) : 0;
    finding->cases = 96;
    finding->agree = wrong ? 61 : 96;
    finding->error_known = rule || (wrong && line->error > 0);
    if (finding->error_known) {
        finding->error_max_ulp = wrong ? line->error : 0.5;
        finding->error_min_ulp = -0.5;
    }
    snprintf(finding->reference, sizeof finding->reference, "cuda");
    finding->compared = 96;
    if (!strcmp(line->topic, "claims"))
        snprintf(detail, sizeof detail, "claimed 10 bits, 2^-14 to 2^15: %s claimed",
                 wrong ? "worse than" : claim);
    else if (wrong)
        snprintf(detail, sizeof detail,
                 "61 of 96 as rne; 0x3f800001: got 0x3f000000 want 0x3f000001");
    said_set(finding, result->probe, wrong ? line->wrong : line->right, detail);
}

// Every answer another, as long as can be.
static void crowd(struct finding *finding, int seed)
{
    memset(finding->id, 0, sizeof finding->id);
    memset(finding->expression, 'm', sizeof finding->expression - 1);
    memset(finding->glsl, 'w', sizeof finding->glsl - 1);
    finding->glsl[0] = (char) ('a' + seed % 26);
    FINDING_SAY(finding, &kind_beyond_bound);
    for (int i = 0; i < FINDING_DETAILS; i++)
        FINDING_DETAIL(finding, &kind_nearest_flushing, .bits = seed);
    finding->deviates = true;
    finding->survivors = 0;
    finding->error_known = true;
    finding->error_max_ulp = 1e300 * seed;
}

static void add(struct report *report, const char *topic, struct result asked,
                enum personality which)
{
    struct result *result = report_add(report);
    int count = 0;

    assert(result);
    *result = asked;
    set_topic(result, topic);
    result->readout = READOUT_BITS;
    result->verdict = verdict_unknown(STATUS_OK);
    for (size_t i = 0; i < LINES; i++)
        count += !strcmp(lines[i].topic, topic);
    result->findings = calloc((size_t) count, sizeof *result->findings);
    assert(result->findings);
    for (size_t i = 0; i < LINES; i++) {
        if (strcmp(lines[i].topic, topic) != 0)
            continue;
        struct finding *finding = &result->findings[result->finding_count++];
        fill_finding(finding, &lines[i], result, which);
        if (which == PERSONALITY_CROWDED) {
            crowd(finding, 1 + (int) i + 100 * report->count);
            snprintf(finding->expression, 4, "%02d", (int) (i % 100));
            finding->expression[2] = 'm';
        }
        result->difference.pixels += finding->compared;
    }
    deviates_note(result);
    snprintf(result->reference, sizeof result->reference, "cuda");
    result->width = result->columns = 96;
    result->height = result->bands = count;
    memset(result->sha256, 'a' + report->count % 6, 64);
}

static void refuse(struct report *report, const char *topic, struct result asked)
{
    struct result *result = report_add(report);

    assert(result);
    *result = asked;
    set_topic(result, topic);
    result->readout = READOUT_BITS;
    result->verdict = verdict_unknown(STATUS_UNSUPPORTED);
    snprintf(result->verdict.reason, sizeof result->verdict.reason,
             "float16_t needs GL_EXT_shader_explicit_arithmetic_types_float16");
}

void personality_add(struct report *report, enum personality which)
{
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        for (int precision = 0; precision < PRECISION_COUNT; precision++)
            for (int form = 0; form < FORM_PUBLISHED; form++)
                for (size_t i = 0; i < LINES; i++) {
                    struct result asked = { .stage = (enum stage) stage,
                                            .precision = (enum precision) precision,
                                            .form = (enum form) form };
                    if (i > 0 && !strcmp(lines[i].topic, lines[i - 1].topic))
                        continue;
                    if (precision == PRECISION_FLOAT16 && which != PERSONALITY_CROWDED)
                        refuse(report, lines[i].topic, asked);
                    else
                        add(report, lines[i].topic, asked, which);
                }
}

struct report personality_report(enum invented_case which, enum personality how)
{
    struct report report = invented_report(which);

    personality_add(&report, how);
    report_conclude(&report);
    return report;
}
