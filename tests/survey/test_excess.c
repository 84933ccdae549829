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

static struct group this_group = { .name = "excess" };

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
