// SPDX-License-Identifier: MIT
//
// Devices without infinities: saturation makes no verdict about sums wrong and is told
// where it is asked; fixed point is given no name, but what it shows.

#include "probe/probe.h"
#include "report/report.h"
#include "survey/survey.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"
#include "tests/survey/traces.h"

#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "limited" };

static const enum fp_round rules[] = { FP_RNE, FP_RTZ, FP_RUP };

// Where the end of a narrow range is asked, no model may paint it.
TEST(saturation_gives_no_wrong_name)
{
    static const char *const formats[] = { "", ",mediump=11", ",p=17,emax=63" };

    for (size_t i = 0; i < COUNT_OF(rules) * COUNT_OF(formats); i++) {
        struct survey_options options = SURVEY_DEFAULTS;
        enum fp_round rule = rules[i / COUNT_OF(formats)];
        char id[80];

        snprintf(id, sizeof id, "fake:%s%s,overflow=saturate", fp_round_name(rule),
                 formats[i % COUNT_OF(formats)]);
        options.precision = strstr(id, "mediump") ? PRECISION_MEDIUMP : PRECISION_HIGHP;
        struct report report = traces_survey(id, &options);
        for (int j = 0; j < report.count; j++)
            if (report.results[j].verdict.status != STATUS_OK &&
                (!strstr(id, "emax") ||
                 report.results[j].verdict.status != STATUS_UNDECIDED))
                fail_msg("%s: %s %s: %s", id, report.results[j].probe,
                         form_name(report.results[j].form),
                         report.results[j].verdict.reason);
        if (!strstr(id, "emax") || report.headline.status == STATUS_OK)
            assert_int_equal(report.headline.survivors, VERDICT_RULE(rule));
        report_finish(&report);
    }
}

// Of every expression of specials that shows it, and of none of a device that has
// infinities.
TEST(saturation_is_told)
{
    static const char *const ids[] = { "fake:rne", "fake:rtz",
                                       "fake:rne,overflow=saturate",
                                       "fake:rtz,overflow=saturate" };

    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        struct survey_options options = SURVEY_DEFAULTS;
        int told = 0;

        options.probe = "specials";
        struct report report = traces_survey(ids[i], &options);
        for (int j = 0; j < report.count; j++)
            for (int k = 0; k < report.results[j].finding_count; k++) {
                const struct finding *finding = &report.results[j].findings[k];

                told += said_find(finding, "no-infinity") != NULL;
            }
        assert_true(strstr(ids[i], "saturate") ? told >= 6 : told == 0);
        report_finish(&report);
    }
}

// Neither a width nor a model: what is left open is said.
TEST(fixed_point_has_no_name)
{
    for (int bits = 4; bits <= 16; bits += 6)
        for (size_t i = 0; i < COUNT_OF(rules); i++) {
            struct survey_options options = SURVEY_DEFAULTS;
            char id[80], words[40];
            int told = 0;

            options.precision = PRECISION_LOWP;
            snprintf(id, sizeof id, "fake:%s,fixed=%d", fp_round_name(rules[i]), bits);
            snprintf(words, sizeof words, "fixed point of %d fraction bits", bits);
            struct report report = traces_survey(id, &options);
            for (int j = 0; j < report.count; j++) {
                const struct result *result = &report.results[j];

                if (result->verdict.status == STATUS_OK ||
                    result->verdict.status == STATUS_IMPOSSIBLE)
                    fail_msg("%s: %s %s: %s", id, result->probe, form_name(result->form),
                             result->verdict.reason);
                told += strstr(result->verdict.reason, words) != NULL;
            }
            if (told < 4)
                fail_msg("%s: told %d times", id, told);
            assert_int_not_equal(report.headline.status, STATUS_OK);
            report_finish(&report);
        }
}

// Both compute a - b, which no compiler has removed.
TEST(saturation_is_no_folding)
{
    static const char *const formats[] = { "", ",mediump=11", ",p=17,emax=63" };

    for (size_t i = 0; i < COUNT_OF(rules) * COUNT_OF(formats); i += 4) {
        struct survey_options options = SURVEY_DEFAULTS;
        char id[80];

        snprintf(id, sizeof id, "fake:%s%s,overflow=saturate",
                 fp_round_name(rules[i / COUNT_OF(formats)]),
                 formats[i % COUNT_OF(formats)]);
        options.probe = "folding";
        struct report report = traces_survey(id, &options);
        for (int j = 0; j < report.count; j++)
            for (int k = 0; k < report.results[j].finding_count; k++) {
                const struct finding *finding = &report.results[j].findings[k];

                if (!said_is(finding, "kept") && !said_is(finding, "unsupported"))
                    fail_msg("%s: %s: %s", id, form_name(report.results[j].form),
                             finding->expression);
            }
        report_finish(&report);
    }
}

// Of 1 / inf, whatever max / inf is.
TEST(one_over_infinity_is_asked_alone)
{
    struct survey_options options = SURVEY_DEFAULTS;

    options.probe = "specials";
    options.precision = PRECISION_HIGHP;
    struct report report = traces_survey("fake:rne,ftz,overflow=saturate", &options);

    for (int k = 0; k < report.results[0].finding_count; k++) {
        const struct finding *finding = &report.results[0].findings[k];

        if (!strcmp(finding->expression, "1 / inf"))
            assert_string_equal(said_answer(finding), "0");
    }
    report_finish(&report);
}
