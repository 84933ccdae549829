// SPDX-License-Identifier: MIT
//
// Adders that are none of the models, in a report: what of its results speaks for them
// and against all models, and that they come back from its JSON. And what shows why a
// picture came back unrounded.

#include "report/adders.h"
#include "tests/report/invented.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "report_foreign" };

#define CHOPS                                      \
    {                                              \
        .known = true, .round = FP_RTZ, .guard = 8 \
    }
#define TWICE                                                   \
    {                                                           \
        .known = true, .round = FP_RTZ, .guard = -1, .bits = 30 \
    }

#define STICKY                                                  \
    {                                                           \
        .known = true, .round = FP_RTZ, .guard = 8, .sticky = 3 \
    }
#define TWICE_CUT                                                                \
    {                                                                            \
        .known = true, .round = FP_RTZ, .guard = -1, .bits = 30, .first = FP_RTZ \
    }

static const struct foreign chops = CHOPS, twice = TWICE, sticky = STICKY,
                            twice_cut = TWICE_CUT;

// What speaks against every model beside results that are ok, and what it makes of them.
static const struct {
    const char *probe;
    enum form form;
    enum status status;
    const struct foreign *foreign, *other; // of alignment guarded, and of this result
    enum status want;
} vetoes[] = {
    { "stripes", FORM_PLAIN, STATUS_FOLDED, NULL, NULL, STATUS_OK },
    { "stripes", FORM_PLAIN, STATUS_UNSUPPORTED, NULL, NULL, STATUS_OK },
    { "stripes", FORM_PUBLISHED, STATUS_UNDECIDED, NULL, NULL, STATUS_OK },
    { "stripes", FORM_PLAIN, STATUS_UNDECIDED, NULL, NULL, STATUS_UNDECIDED },
    { "stripes", FORM_PLAIN, STATUS_UNSTABLE, NULL, NULL, STATUS_UNDECIDED },
    { "stripes", FORM_PLAIN, STATUS_IMPOSSIBLE, NULL, NULL, STATUS_UNDECIDED },
    { "ties", FORM_GUARDED, STATUS_UNDECIDED, NULL, NULL, STATUS_UNDECIDED },
    { "alignment", FORM_PLAIN, STATUS_UNDECIDED, NULL, NULL, STATUS_UNDECIDED },
    { "width", FORM_PLAIN, STATUS_UNDECIDED, NULL, NULL, STATUS_OK },
    { "width", FORM_PLAIN, STATUS_UNSTABLE, NULL, NULL, STATUS_UNDECIDED },
    // An adder that was found explains what no model paints, and no more.
    { "stripes", FORM_PLAIN, STATUS_OK, &chops, NULL, STATUS_OK },
    { "stripes", FORM_PLAIN, STATUS_UNDECIDED, &chops, NULL, STATUS_OK },
    { "stripes", FORM_PLAIN, STATUS_UNSTABLE, &chops, NULL, STATUS_UNDECIDED },
    { "alignment", FORM_PLAIN, STATUS_UNDECIDED, &chops, NULL, STATUS_UNDECIDED },
    { "alignment", FORM_PLAIN, STATUS_FOLDED, &chops, NULL, STATUS_OK },
    { "alignment", FORM_PLAIN, STATUS_OK, &chops, NULL, STATUS_UNDECIDED },
    { "alignment", FORM_PLAIN, STATUS_OK, &chops, &chops, STATUS_OK },
    { "alignment", FORM_PLAIN, STATUS_OK, &chops, &twice, STATUS_UNDECIDED },
    { "alignment", FORM_PLAIN, STATUS_OK, &chops, &sticky, STATUS_UNDECIDED },
    { "alignment", FORM_PLAIN, STATUS_OK, &twice, &twice_cut, STATUS_UNDECIDED },
};

TEST(vetoes_count)
{
    for (size_t i = 0; i < COUNT_OF(vetoes); i++) {
        struct report report = { 0 };
        uint32_t rtz = VERDICT_RULE(FP_RTZ);
        struct result *result =
            invented_result(&report, "alignment", PRECISION_HIGHP, FORM_GUARDED, 23, rtz);

        if (vetoes[i].foreign) {
            result->verdict.foreign = *vetoes[i].foreign;
            result->verdict.survivors = 0;
        }
        invented_result(&report, "sieve", PRECISION_HIGHP, FORM_GUARDED, 23, rtz);
        result = invented_result(&report, vetoes[i].probe, PRECISION_HIGHP,
                                 vetoes[i].form, 23, rtz);
        if (vetoes[i].other)
            result->verdict.foreign = *vetoes[i].other;
        result->verdict.status = vetoes[i].status;
        snprintf(result->verdict.reason, sizeof result->verdict.reason, "because");
        struct verdict got = report_combine(&report, STAGE_FRAGMENT, PRECISION_HIGHP);

        if (got.status != vetoes[i].want)
            fail_msg("veto %zu: %s (%s)", i, status_name(got.status), got.reason);
        bool named = got.status == STATUS_OK && vetoes[i].foreign;

        assert_int_equal(got.foreign.known, named);
        assert_int_equal(got.survivors, got.status != STATUS_OK || named ? 0 : rtz);
        report_finish(&report);
    }
}

#define RTZ_ALONE VERDICT_RULE(FP_RTZ)
#define RNE_ALONE VERDICT_RULE(FP_RNE)

// Nothing but the probe alignment excludes adders that are none of the models.
TEST(models_alone)
{
    static const struct {
        const char *first, *second;
        enum form form;
        enum status second_status;
        uint32_t survivors;
        bool want;
    } cases[] = {
        { "sieve", "sieve", FORM_PRECISE, STATUS_OK, RTZ_ALONE, true },
        { "sieve", "ties", FORM_PRECISE, STATUS_OK, RTZ_ALONE, false }, // an older report
        { "stripes", "stripes_unit", FORM_PUBLISHED, STATUS_OK, RTZ_ALONE, true },
        { "sieve", "alignment", FORM_PRECISE, STATUS_OK, RTZ_ALONE, false },
        { "sieve", "alignment", FORM_PRECISE, STATUS_FOLDED, RTZ_ALONE, true },
        { "sieve", "sieve", FORM_PRECISE, STATUS_OK, VERDICT_TRUNCATE, false },
        { "zero_hole", "zero_hole", FORM_PRECISE, STATUS_OK, 0, false },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct report report = { 0 };
        uint32_t survivors = cases[i].survivors;

        invented_result(&report, cases[i].first, PRECISION_HIGHP, cases[i].form, 23,
                        survivors);
        invented_result(&report, cases[i].second, PRECISION_HIGHP, cases[i].form, 23,
                        survivors)
            ->verdict.status = cases[i].second_status;
        report_conclude(&report);
        assert_int_equal(report_adders_open(&report), cases[i].want);
        report_finish(&report);
    }
}

// Where a cause is shown, and whether it is that of a picture of fragment mediump which
// came back unrounded. Folding is known from highp, excess from the same precision.
static const struct {
    enum stage stage;
    enum precision precision;
    enum form form;
    enum status status;
    bool want;
} causes[] = {
    { STAGE_FRAGMENT, PRECISION_MEDIUMP, FORM_PLAIN, STATUS_FOLDED, true },
    { STAGE_FRAGMENT, PRECISION_MEDIUMP, FORM_PLAIN, STATUS_EXCESS, true },
    { STAGE_FRAGMENT, PRECISION_MEDIUMP, FORM_GUARDED, STATUS_FOLDED, false },
    { STAGE_FRAGMENT, PRECISION_HIGHP, FORM_PLAIN, STATUS_FOLDED, true },
    { STAGE_FRAGMENT, PRECISION_HIGHP, FORM_PLAIN, STATUS_EXCESS, false },
    { STAGE_FRAGMENT, PRECISION_LOWP, FORM_PLAIN, STATUS_FOLDED, false },
    { STAGE_VERTEX, PRECISION_MEDIUMP, FORM_PLAIN, STATUS_FOLDED, false },
};

TEST(causes_are_shown)
{
    static const enum form forms[] = { FORM_PLAIN, FORM_PUBLISHED };

    for (size_t i = 0; i < 2 * COUNT_OF(causes); i++) {
        struct report report = { 0 };
        enum status status = causes[i / 2].status;

        invented_result(&report, "stripes", PRECISION_MEDIUMP, forms[i % 2], -1, 0)
            ->verdict.status = STATUS_UNROUNDED;
        struct result *shown = invented_result(&report, "excess", causes[i / 2].precision,
                                               causes[i / 2].form, -1, 0);

        shown->stage = causes[i / 2].stage;
        shown->verdict.status = status;
        shown->verdict.inside_bits = status == STATUS_EXCESS ? 64 : 0;
        report_resolve(&report, NULL, 0);
        assert_int_equal(report.results[0].verdict.status,
                         causes[i / 2].want ? status : STATUS_UNROUNDED);
        // And what one precision keeps inside is not told of another.
        invented_result(&report, "width", PRECISION_HIGHP, FORM_GUARDED, 23, RNE_ALONE);
        bool here = causes[i / 2].precision == PRECISION_HIGHP && status == STATUS_EXCESS;

        assert_int_equal(
            report_combine(&report, STAGE_FRAGMENT, PRECISION_HIGHP).inside_bits,
            here ? 64 : 0);
        report_finish(&report);
    }
}

// An adder that is none of the models comes back from the JSON, and is in all words.
TEST(round_trip)
{
    struct report report = invented_report(INVENTED_RTZ), again;
    char text[400];

    for (int i = 0; i < report.count; i++) {
        if (report.results[i].verdict.status != STATUS_OK)
            continue;
        report.results[i].verdict.foreign = twice;
        report.results[i].verdict.survivors = 0;
    }
    report_conclude(&report);
    assert_true(foreign_same(&report.headline.foreign, &twice));
    report_headline_text(&report, text, sizeof text);
    assert_non_null(strstr(text, "rounds to nearest even to 30 bits, then toward zero"));
    invented_round_trip(&report, &again);
    assert_true(foreign_same(&again.headline.foreign, &twice));
    assert_true(foreign_same(&again.results[0].verdict.foreign, &twice));
    report_finish(&again);
    report_finish(&report);
}
