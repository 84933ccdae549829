// SPDX-License-Identifier: MIT
//
// Devices that keep more bits inside an expression than they store. The main job counts
// these bits, and calls no expression folded that is not.

#include "probe/list.h"
#include "report/report.h"
#include "survey/known.h"
#include "survey/survey.h"
#include "tests/measure/painter.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"
#include "tests/survey/traces.h"

#include <string.h>

static struct group this_group = { .name = "excess" };

// Registers that are wider than the format. The headline has the bits of the format, and
// no form is called folded that is not.
TEST(excess)
{
    static const struct {
        const char *id;
        int bits, inside;
        uint32_t rule;
    } cases[] = {
        { "fake:rne,excess=64", 23, 64, VERDICT_RULE(FP_RNE) },
        { "fake:rtz,excess=53", 23, 53, VERDICT_RULE(FP_RTZ) },
        { "fake:rup,p=17,excess=30", 16, 30, VERDICT_RULE(FP_RUP) },
        { "fake:rne,p=11,excess=25,fold", 10, 25, VERDICT_RULE(FP_RNE) },
        { "fake:rna,p=20,excess=64,spills", 19, 64, VERDICT_RULE(FP_RNA) },
        { "fake:rtz,excess=64,guard-keeps", 23, 64, VERDICT_RULE(FP_RTZ) },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct survey_options options = SURVEY_DEFAULTS;

        options.stage = STAGE_FRAGMENT;
        options.width = 128;
        struct report report = traces_survey(cases[i].id, &options);
        bool folds = strstr(cases[i].id, "fold");

        for (int j = 0; j < report.count; j++) {
            const struct result *result = &report.results[j];
            bool written = result->form == FORM_PLAIN || result->form == FORM_PUBLISHED;
            bool folded = folds && written && strcmp(result->probe, "stripes") != 0;
            bool asks = strstr(cases[i].id, "guard-keeps") &&
                        !strcmp(result->probe, "excess"); // of the guarded form too
            bool stored =
                !folded && !asks &&
                (result->form == FORM_GUARDED || result->form == FORM_PUBLISHED);

            assert_int_equal(result->verdict.status, stored   ? STATUS_OK
                                                     : folded ? STATUS_FOLDED
                                                              : STATUS_EXCESS);
            assert_int_equal(result->verdict.inside_bits,
                             stored || folded ? 0 : cases[i].inside);
        }
        assert_int_equal(report.headline.status, STATUS_OK);
        assert_int_equal(report.headline.fraction_bits, cases[i].bits);
        assert_int_equal(report.headline.inside_bits, cases[i].inside);
        assert_int_equal(report.headline.survivors, cases[i].rule);
        report_finish(&report);
    }
}

// A single probe asks for the cause itself: of its own form and precision, then of highp.
static const struct {
    const char *id, *probe;
    enum form form;
    enum precision precision;
    enum status status;
} alone[] = {
    { "fake:rne,excess=64", "width", FORM_PRECISE, PRECISION_HIGHP, STATUS_EXCESS },
    { "fake:rne,fold", "stripes_unit", FORM_PUBLISHED, PRECISION_HIGHP, STATUS_FOLDED },
};

TEST(cause_alone)
{
    for (size_t i = 0; i < COUNT_OF(alone); i++) {
        struct survey_options options = SURVEY_DEFAULTS;

        options.probe = alone[i].probe;
        options.form = alone[i].form;
        options.precision = alone[i].precision;
        struct report report = traces_survey(alone[i].id, &options);

        assert_int_equal(report.results[0].verdict.status, alone[i].status);
        assert_int_equal(report.results[0].verdict.inside_bits,
                         alone[i].status == STATUS_EXCESS ? 64 : 0);
        report_finish(&report);
    }
}

// Folded; at mediump the range ends before that is seen.
static uint32_t folded_half(const struct painter_case *at)
{
    bool half = at->params->precision == PRECISION_MEDIUMP && at->probe->finds_excess;

    return half && at->column > 30 ? 0 : painter_addend(at);
}

TEST(cause_of_highp)
{
    struct painter painter = { .cell = folded_half, .model = { .format = FP_BINARY32 } };
    struct survey_options options = SURVEY_DEFAULTS;
    struct device device = painter_device(&painter);
    struct capture capture = { 0 };
    struct report report = { 0 };

    options.precision = PRECISION_MEDIUMP;
    options.form = FORM_GUARDED;
    for (int i = 0; i < 2; i++) {
        options.probe = i ? "excess" : "width";
        assert_true(survey(&device, &options, &capture, &report, NULL));
        assert_int_equal(report.results[0].verdict.status,
                         i ? STATUS_UNROUNDED : STATUS_FOLDED);
        report_finish(&report);
        capture_finish(&capture);
    }
}

// No picture's rule is taken for that of an adder that is none of the models, unknown, or
// random.
TEST(rule_of_no_model)
{
    static const struct probe *const pictures[] = { &probe_sieve, &probe_stripes_unit };
    static const struct {
        enum status status;
        bool foreign, ruled;
    } cases[] = {
        { STATUS_OK, false, true },         { STATUS_OK, true, false },
        { STATUS_UNDECIDED, false, false }, { STATUS_UNSTABLE, false, false },
        { STATUS_UNROUNDED, false, true },
    };

    for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
        struct survey_known known = { .found = false };
        struct result adder = { .verdict = { .status = cases[i / 2].status,
                                             .foreign.known = cases[i / 2].foreign } };
        const struct result picture = { .verdict.survivors = VERDICT_RULE(FP_RTZ) };

        survey_known_rule(&known, &probe_alignment, &adder);
        survey_known_rule(&known, pictures[i % 2], &picture);
        assert_int_equal(known.ruled, cases[i / 2].ruled);
        assert_int_equal(known.model.round, cases[i / 2].ruled ? FP_RTZ : FP_RNE);
    }
}

// The bits that each form keeps: what was found of it, else what was found of the others.
// The guarded form may store a sum, of which it is asked, and keep a product, so that its
// picture proves nothing of an expression.
TEST(inside_by_form)
{
    enum { UNKNOWN = VERDICT_INSIDE_UNKNOWN };
    static const enum form forms[] = { FORM_PLAIN, FORM_GUARDED, FORM_PRECISE };
    static const struct {
        enum status statuses[3];
        int wants[3];
    } cases[] = {
        { { STATUS_EXCESS, STATUS_OK, STATUS_FOLDED }, { 64, UNKNOWN, 64 } },
        { { STATUS_FOLDED, STATUS_OK, STATUS_UNSUPPORTED },
          { UNKNOWN, UNKNOWN, UNKNOWN } },
        { { STATUS_FOLDED, STATUS_OK, STATUS_OK }, { 0, 0, 0 } },
        { { STATUS_FOLDED, STATUS_EXCESS, STATUS_UNSUPPORTED }, { 64, 64, 64 } },
        { { STATUS_UNDECIDED, STATUS_OK, STATUS_UNSTABLE },
          { UNKNOWN, UNKNOWN, UNKNOWN } },
        { { STATUS_OK, STATUS_FOLDED, STATUS_FOLDED }, { 0, 0, 0 } },
        { { STATUS_FOLDED, STATUS_FOLDED, STATUS_FOLDED },
          { UNKNOWN, UNKNOWN, UNKNOWN } },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct survey_known known = { .found = false };

        for (size_t k = 0; k < COUNT_OF(forms); k++) {
            enum status status = cases[i].statuses[k];
            struct result result = { .form = forms[k], .verdict.status = status };

            result.verdict.inside_bits = status == STATUS_EXCESS ? 64 : 0;
            survey_known_excess(&known, &probe_excess, &result);
        }
        for (size_t k = 0; k < COUNT_OF(forms); k++) {
            struct probe_params params = { .form = forms[k] };

            survey_known_params(&known, &params);
            assert_int_equal(params.inside_bits, cases[i].wants[k]);
        }
    }
}

// Results of a form or of all, by a probe or all, that name something fused.
static int count_fused(const char *id, const char *probe, int form)
{
    struct survey_options options = SURVEY_DEFAULTS;
    int fused = 0;

    options.probe = probe;
    options.form = form;
    options.full = true;
    options.stage = STAGE_FRAGMENT;
    struct report report = traces_survey(id, &options);

    for (int i = 0; i < report.count; i++)
        for (int k = 0; k < report.results[i].finding_count; k++) {
            const struct finding *finding = &report.results[i].findings[k];
            bool fma = !strncmp(finding->expression, "fma(", 4);

            fused += said_is(finding, "fused") || (!fma && said_find(finding, "fused"));
        }
    report_finish(&report);
    return fused;
}

// No expression of a device that keeps more bits is called fused, except fma() of the
// guarded form, which stores its result. A fused expression is called fused if the device
// is known to keep no more bits, or if a case distinguishes the two.
TEST(fused_or_kept)
{
    static const struct {
        const char *id, *probe;
        int form;
        bool fused;
    } cases[] = {
        { "fake:rne,excess=64,mediump=11", NULL, FORM_PLAIN, false },
        { "fake:rtz,excess=53", "operations", FORM_PLAIN, false },
        { "fake:rne,excess=64", "contraction", FORM_PRECISE, false },
        { "fake:rne,excess=64,fold", "contraction", FORM_PLAIN, false },
        { "fake:rne,contract", "contraction", FORM_PLAIN, true },
        { "fake:rne,contract,fold", "contraction", FORM_PLAIN, true },
        { "fake:rtz,contract", "contraction", FORM_PLAIN, true },
        { "fake:rne,contract,mediump=11", "operations", FORM_PLAIN, true },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int fused = count_fused(cases[i].id, cases[i].probe, cases[i].form);

        if (cases[i].fused != (fused > 0))
            fail_msg("%s: %d expressions are called fused", cases[i].id, fused);
    }
}

// Expressions are judged with what an expression keeps.
TEST(lines_alone)
{
    struct survey_options options = SURVEY_DEFAULTS;
    struct report report;

    options.form = FORM_PRECISE;
    options.precision = PRECISION_HIGHP;
    options.probe = "folding";
    report = traces_survey("fake:rne,excess=64", &options);
    for (int i = 0; i < report.results[0].finding_count; i++)
        assert_false(said_is(&report.results[0].findings[i], "folded-to"));
    assert_true(said_is(&report.results[0].findings[0], "kept"));
    assert_int_equal(said_find(&report.results[0].findings[0], "inside")->bits, 64);
    report_finish(&report);
    options.probe = "error_free";
    report = traces_survey("fake:rne,excess=64", &options);
    for (int i = 0; i < report.results[0].finding_count; i++)
        assert_false(said_is(&report.results[0].findings[i], "folded"));
    report_finish(&report);
}
