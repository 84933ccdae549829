// SPDX-License-Identifier: MIT
//
// Which pictures the sheet shows.

#include "device/fake.h"
#include "measure/measure.h"
#include "survey/pictures.h"
#include "survey/survey.h"
#include "tests/shared/group.h"

#include <stdio.h>

static struct group this_group = { .name = "survey_pictures" };

enum what { END, SUM, HOLE };

// What is measured one after the other, at the fragment stage.
struct step {
    enum what what; // a sum of the first page, or the hole of the second
    enum precision precision;
    enum form form;
    enum status status;
    bool spoilt; // painted, but compared with nothing
};

static void measured(struct report *report, struct survey_pictures *pictures,
                     const struct step *step)
{
    const struct probe *probe = probe_find(step->what == HOLE ? "zero_hole" : "stripes");
    struct measurement measurement = { .params = { .precision_bits = report->count } };
    struct result *result = report_add(report);

    assert_non_null(result);
    snprintf(result->probe, sizeof result->probe, "%s", probe->name);
    if (probe->topic)
        snprintf(result->topic, sizeof result->topic, "%s", probe->topic);
    result->precision = step->precision;
    result->form = step->form;
    result->verdict = verdict_because(step->status, "why");
    result->verdict.fraction_bits = 23;
    result->verdict.survivors = VERDICT_RULE(FP_RNE);
    pixels_init(&measurement.got, 4, 4, READOUT_BITS);
    if (!step->spoilt)
        pixels_init(&measurement.want, 4, 4, READOUT_BITS);
    survey_pictures_take(pictures, report, report->count - 1, probe, &measurement);
    measure_finish(&measurement);
}

static void check(const struct survey_picture *picture, int result)
{
    assert_int_equal(picture->got.words != NULL, result >= 0);
    assert_int_equal(picture->want.words != NULL, result >= 0);
    if (result < 0)
        return;
    assert_int_equal(picture->result, result);
    assert_int_equal(picture->params.precision_bits, result);
}

TEST(taken)
{
    // clang-format off
    static const struct {
        struct step steps[6];
        int sum, hole; // which of them are shown; -1: none
    } cases[] = {
        { { { 0 } }, -1, -1 },
        // The first that are ok, whatever their form.
        { { { SUM, PRECISION_HIGHP, FORM_PLAIN, STATUS_OK, false },
            { SUM, PRECISION_HIGHP, FORM_GUARDED, STATUS_OK, false } }, 0, -1 },
        { { { SUM, PRECISION_HIGHP, FORM_PLAIN, STATUS_FOLDED, false },
            { SUM, PRECISION_HIGHP, FORM_GUARDED, STATUS_FOLDED, false },
            { SUM, PRECISION_MEDIUMP, FORM_GUARDED, STATUS_OK, false } }, 2, -1 },
        { { { SUM, PRECISION_HIGHP, FORM_PLAIN, STATUS_FOLDED, false },
            { SUM, PRECISION_HIGHP, FORM_GUARDED, STATUS_FOLDED, false } }, 0, -1 },
        // Guarded, else the first that is ok, else the first.
        { { { HOLE, PRECISION_HIGHP, FORM_PLAIN, STATUS_OK, false },
            { HOLE, PRECISION_HIGHP, FORM_GUARDED, STATUS_OK, false },
            { HOLE, PRECISION_HIGHP, FORM_PRECISE, STATUS_OK, false } }, -1, 1 },
        { { { HOLE, PRECISION_HIGHP, FORM_PLAIN, STATUS_FOLDED, false },
            { HOLE, PRECISION_HIGHP, FORM_GUARDED, STATUS_UNDECIDED, false },
            { HOLE, PRECISION_HIGHP, FORM_PRECISE, STATUS_OK, false } }, -1, 2 },
        { { { HOLE, PRECISION_HIGHP, FORM_PLAIN, STATUS_FOLDED, false },
            { HOLE, PRECISION_HIGHP, FORM_GUARDED, STATUS_UNDECIDED, false } }, -1, 0 },
        { { { HOLE, PRECISION_HIGHP, FORM_GUARDED, STATUS_OK, true },
            { HOLE, PRECISION_HIGHP, FORM_PRECISE, STATUS_OK, false } }, -1, 1 },
        // That of the headline, well or not, and of no other.
        { { { SUM, PRECISION_HIGHP, FORM_PLAIN, STATUS_OK, false },
            { HOLE, PRECISION_HIGHP, FORM_PLAIN, STATUS_UNDECIDED, false },
            { SUM, PRECISION_MEDIUMP, FORM_PLAIN, STATUS_OK, false },
            { HOLE, PRECISION_MEDIUMP, FORM_GUARDED, STATUS_OK, false } }, 0, 1 },
        { { { SUM, PRECISION_HIGHP, FORM_PLAIN, STATUS_OK, false },
            { HOLE, PRECISION_HIGHP, FORM_PLAIN, STATUS_UNSTABLE, true },
            { SUM, PRECISION_MEDIUMP, FORM_PLAIN, STATUS_OK, false },
            { HOLE, PRECISION_MEDIUMP, FORM_GUARDED, STATUS_OK, false } }, 0, -1 },
        { { { SUM, PRECISION_HIGHP, FORM_PLAIN, STATUS_UNDECIDED, false },
            { HOLE, PRECISION_HIGHP, FORM_GUARDED, STATUS_OK, false },
            { SUM, PRECISION_MEDIUMP, FORM_PLAIN, STATUS_OK, false },
            { HOLE, PRECISION_MEDIUMP, FORM_PLAIN, STATUS_UNDECIDED, false } }, 2, 3 },
    };
    // clang-format on

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct survey_pictures pictures = { 0 };
        struct report report = { 0 };

        for (const struct step *step = cases[i].steps; step->what; step++)
            measured(&report, &pictures, step);
        check(&pictures.pages[PROBE_PAGE_NONE], -1);
        check(&pictures.pages[PROBE_PAGE_VERDICT], cases[i].sum);
        check(&pictures.pages[PROBE_PAGE_PERSONALITY], cases[i].hole);
        survey_pictures_finish(&pictures);
        check(&pictures.pages[PROBE_PAGE_PERSONALITY], -1);
        check(&pictures.pages[PROBE_PAGE_VERDICT], -1);
        report_finish(&report);
    }
}

// The hole is kept with the operands' own width and range; a default run has none.
TEST(surveyed)
{
    static const struct {
        const char *id, *probe;
        int precision_bits, emax; // 0: there is none
    } cases[] = {
        { "fake:rne,ftz", "zero_hole", 24, 127 },
        { "fake:rtz,p=11,emax=15", "zero_hole", 11, 15 },
        { "fake:rne,p=24,emax=15", "zero_hole", 0, 0 }, // the range ends too soon
        { "fake:rne,unstable", "zero_hole", 0, 0 },
        { "fake:rne,ftz", NULL, 0, 0 },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct survey_options options = SURVEY_DEFAULTS;
        struct survey_pictures pictures = { 0 };
        const struct survey_picture *hole = &pictures.pages[PROBE_PAGE_PERSONALITY];
        struct capture capture = { 0 };
        struct report report = { 0 };
        struct device device;

        options.probe = cases[i].probe;
        options.precision = PRECISION_HIGHP;
        assert_true(fake_open(&device, cases[i].id));
        assert_true(survey(&device, &options, &capture, &report, &pictures));
        assert_int_equal(hole->got.words != NULL, cases[i].emax > 0);
        assert_int_equal(hole->params.precision_bits, cases[i].precision_bits);
        assert_int_equal(hole->params.model.format.emax, cases[i].emax);
        if (cases[i].emax) {
            assert_int_equal(hole->got.height, 16 * (cases[i].precision_bits + 3));
            assert_int_equal(report.results[hole->result].form, FORM_GUARDED);
        }
        survey_pictures_finish(&pictures);
        report_finish(&report);
        capture_finish(&capture);
        device.close(&device);
    }
}
