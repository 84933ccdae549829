// SPDX-License-Identifier: MIT
//
// Devices that keep more bits inside an expression than they store: these are counted,
// and nothing is called folded that is not.

#include "report/report.h"
#include "survey/survey.h"
#include "tests/shared/group.h"
#include "tests/survey/traces.h"

#include <string.h>

static struct group this_group = { .name = "excess" };

// Registers that are wider than the format: what is stored has 24 bits, and no form is
// called folded that is not.
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
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct survey_options options = SURVEY_DEFAULTS;
        struct report report = traces_survey(cases[i].id, &options);
        bool folds = strstr(cases[i].id, "fold");

        for (int j = 0; j < report.count; j++) {
            const struct result *result = &report.results[j];
            bool written = result->form == FORM_PLAIN || result->form == FORM_PUBLISHED;
            bool folded = folds && written && strcmp(result->probe, "stripes") != 0;
            bool stored = !folded && (result->form == FORM_GUARDED ||
                                      result->form == FORM_PUBLISHED);

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

// A single probe asks for the cause itself; expressions are judged with it.
TEST(excess_alone)
{
    struct survey_options options = SURVEY_DEFAULTS;

    options.probe = "width";
    options.form = FORM_PRECISE;
    options.precision = PRECISION_HIGHP;
    struct report report = traces_survey("fake:rne,excess=64", &options);

    assert_int_equal(report.results[0].verdict.status, STATUS_EXCESS);
    assert_int_equal(report.results[0].verdict.inside_bits, 64);
    report_finish(&report);
    options.probe = "folding";
    report = traces_survey("fake:rne,excess=64", &options);
    for (int i = 0; i < report.results[0].finding_count; i++)
        assert_false(finding_is(&report.results[0].findings[i], FINDING_FOLDED_TO));
    assert_true(finding_is(&report.results[0].findings[0], FINDING_KEPT));
    assert_int_equal(finding_find(&report.results[0].findings[0], FINDING_INSIDE)->bits,
                     64);
    report_finish(&report);
    options.probe = "error_free";
    report = traces_survey("fake:rne,excess=64", &options);
    for (int i = 0; i < report.results[0].finding_count; i++)
        assert_false(finding_is(&report.results[0].findings[i], FINDING_FOLDED));
    report_finish(&report);
}
