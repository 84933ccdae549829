// SPDX-License-Identifier: MIT
//
// Every adder that a fake device can be, through the main job: each probe alone must
// leave exactly the rules that it cannot split (picture.h works them out by MPFR), all
// together exactly the right one. With an argument, the cases of that name only.

#include "device/device.h"
#include "device/fake.h"
#include "report/report.h"
#include "survey/survey.h"
#include "tests/probe/picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

// What is asked of all 21 rules: every precision_step-th precision of a range, and each
// of them in the exhaustive suite.
struct round_trip {
    int precision_min, precision_max, precision_step;
    int emax;
    bool flush;
    int width;
    enum stage stage;
    int form; // -1: all of them
};

struct tally {
    long surveys, verdicts;
};

static int fitting(int width, int precision)
{
    return width > 1 << (precision - 1) ? 1 << (precision - 1) : width;
}

static enum picture_question question_of(const char *probe)
{
    for (int question = 0; question < PICTURE_QUESTIONS; question++)
        if (!strcmp(probe, picture_name((enum picture_question) question)))
            return (enum picture_question) question;
    fail_msg("no picture is known of probe %s", probe);
    return PICTURE_QUESTIONS;
}

static void ask(const char *id, const struct survey_options *options,
                struct report *report)
{
    struct device device;
    struct survey_pictures pictures = { 0 };

    *report = (struct report){ 0 };
    assert_true(fake_open(&device, id));
    assert_true(survey(&device, options, report, &pictures));
    assert_true(report->complete);
    survey_pictures_finish(&pictures);
    device.close(&device);
}

static void check_result(const char *id, const struct fp_model *model,
                         const struct result *result, int width, uint32_t class)
{
    const struct verdict *verdict = &result->verdict;
    char survivors[240], want[240];

    verdict_survivors_text(verdict->survivors, survivors, sizeof(survivors));
    verdict_survivors_text(class, want, sizeof(want));
    if (verdict->status != STATUS_OK || verdict->survivors != class ||
        verdict->fraction_bits != model->format.precision - 1)
        fail_msg("%s at %d: %s %s %s: %s (%s), %d bits: got %s want %s", id, width,
                 result->probe, form_name(result->form), readout_name(result->readout),
                 status_name(verdict->status), verdict->reason, verdict->fraction_bits,
                 survivors, want);
    assert_int_equal(verdict->pattern, verdict_pattern(class));
    if (result->difference.mismatches || result->difference.pixels < 4)
        fail_msg("%s at %d: %ld of %ld: %s", id, width, result->difference.mismatches,
                 result->difference.pixels, result->difference.where);
}

static void check_headline(const char *id, const struct fp_model *model,
                           const struct verdict *verdict)
{
    char survivors[240];

    verdict_survivors_text(verdict->survivors, survivors, sizeof(survivors));
    if (verdict->status != STATUS_OK ||
        verdict->survivors != UINT32_C(1) << model->round ||
        verdict->fraction_bits != model->format.precision - 1)
        fail_msg("%s: headline %s (%s), %d bits, %s", id, status_name(verdict->status),
                 verdict->reason, verdict->fraction_bits, survivors);
    assert_int_equal(verdict->emax, model->format.emax);
    assert_int_equal(verdict->emax_at_least, model->format.emax == 127);
    assert_int_equal(verdict->subnormals,
                     model->flush_in ? SUBNORMALS_FLUSHED : SUBNORMALS_KEPT);
}

static void check_model(const struct fp_model *model, const struct round_trip *trip,
                        uint32_t classes[PICTURE_QUESTIONS][FP_ROUND_COUNT],
                        struct tally *tally)
{
    struct survey_options options = SURVEY_DEFAULTS;
    struct report report;
    uint32_t asked = 0;
    char id[80];

    options.stage = (int) trip->stage;
    options.precision = PRECISION_HIGHP;
    options.form = trip->form;
    options.width = trip->width;
    snprintf(id, sizeof(id), "fake:%s,p=%d,emax=%d%s", fp_round_name(model->round),
             model->format.precision, model->format.emax, trip->flush ? ",ftz" : "");
    ask(id, &options, &report);
    for (int i = 0; i < report.count; i++) {
        const struct result *result = &report.results[i];
        enum picture_question question = question_of(result->probe);

        // the published shader is one for the eye as well
        if (result->readout == READOUT_RGBA8 ||
            (result->verdict.status == STATUS_UNSUPPORTED && trip->form < 0))
            continue;
        check_result(id, model, result, trip->width, classes[question][model->round]);
        if (question == PICTURE_STRIPES || question == PICTURE_STRIPES_UNIT)
            assert_int_equal(result->columns,
                             fitting(trip->width, model->format.precision));
        asked |= UINT32_C(1) << question;
        tally->verdicts++;
    }
    assert_int_equal(asked, (1 << PICTURE_ZERO_HOLE) - 1);
    check_headline(id, model, &report.headline);
    tally->surveys++;
    tally->verdicts++;
    report_finish(&report);
}

static void check_trip(const struct round_trip *trip, struct tally *tally)
{
    for (int p = trip->precision_min; p <= trip->precision_max;
         p += trip->precision_step) {
        struct fp_model model = { .format = { p, trip->emax },
                                  .flush_in = trip->flush,
                                  .flush_out = trip->flush };
        uint32_t classes[PICTURE_QUESTIONS][FP_ROUND_COUNT];

        // the default is cut to what a format holds; other widths are asked as they are
        if (fitting(trip->width, p) < trip->width && trip->width != 512)
            continue;
        for (int question = 0; question < PICTURE_QUESTIONS; question++)
            picture_classes((enum picture_question) question, &model,
                            fitting(trip->width, p), classes[question]);
        for (int rule = 0; rule < FP_ROUND_COUNT; rule++) {
            model.round = (enum fp_round) rule;
            check_model(&model, trip, classes, tally);
        }
    }
}

static void check_trips(const struct round_trip *trips, size_t count, bool every)
{
    struct tally tally = { 0 };

    for (size_t i = 0; i < count; i++) {
        struct round_trip trip = trips[i];

        if (every)
            trip.precision_step = 1;
        check_trip(&trip, &tally);
    }
    printf("# %ld surveys, %ld verdicts checked, 0 wrong\n", tally.surveys,
           tally.verdicts);
}

static const struct round_trip narrow_ramp_trips[] = {
    { 5, 24, 2, 127, false, 16, STAGE_VERTEX, FORM_GUARDED },
    { 6, 24, 2, 127, false, 32, STAGE_COMPUTE, FORM_PRECISE },
    { 7, 24, 2, 127, false, 64, STAGE_VERTEX, FORM_GUARDED },
    { 8, 24, 2, 127, false, 128, STAGE_COMPUTE, FORM_PLAIN },
};

static void narrow_ramps(void **state)
{
    (void) state;
    check_trips(narrow_ramp_trips, COUNT_OF(narrow_ramp_trips), false);
}

static const struct round_trip flushed_trips[] = {
    { 6, 24, 3, 127, true, 16, STAGE_VERTEX, FORM_GUARDED },
    { 5, 11, 2, 15, true, 512, STAGE_VERTEX, FORM_GUARDED },
};

static void flushed(void **state)
{
    (void) state;
    check_trips(flushed_trips, COUNT_OF(flushed_trips), false);
}

// binary16's range, and two between that and binary32's.
static const struct round_trip range_trips[] = {
    { 5, 11, 1, 15, false, 16, STAGE_COMPUTE, FORM_GUARDED },
    { 5, 11, 2, 15, false, 512, STAGE_VERTEX, FORM_GUARDED },
    { 6, 24, 3, 31, false, 32, STAGE_VERTEX, FORM_GUARDED },
    { 8, 24, 4, 63, true, 32, STAGE_VERTEX, FORM_GUARDED },
};

static void ranges(void **state)
{
    (void) state;
    check_trips(range_trips, COUNT_OF(range_trips), false);
}

static const struct round_trip width_trips[] = {
    { 9, 24, 3, 127, false, 256, STAGE_VERTEX, FORM_GUARDED },
    { 6, 24, 6, 127, false, 512, STAGE_VERTEX, FORM_GUARDED },
};

static void width_256(void **state)
{
    (void) state;
    check_trips(&width_trips[0], 1, false);
}

static void width_512(void **state)
{
    (void) state;
    check_trips(&width_trips[1], 1, false);
}

static void wide_ramps(void **state)
{
    (void) state;
    const struct round_trip trips[] = {
        { 11, 24, 13, 127, false, 1024, STAGE_VERTEX, FORM_GUARDED },
        { 12, 24, 12, 127, false, 2048, STAGE_COMPUTE, FORM_GUARDED },
    };
    check_trips(trips, COUNT_OF(trips), false);
}

// As people run it: fragment stage, every form, pictures of 20 rows a stripe.
static void fragment_stage(void **state)
{
    (void) state;
    const struct round_trip trips[] = {
        { 5, 23, 2, 127, false, 16, STAGE_FRAGMENT, -1 },
        { 8, 24, 8, 127, false, 128, STAGE_FRAGMENT, -1 },
        { 11, 11, 1, 15, true, 128, STAGE_FRAGMENT, -1 },
    };
    check_trips(trips, COUNT_OF(trips), false);
}

// An exact readout gives the exact class; a grey level may leave more rules, never
// without the right one, and never other bits.
static void check_readout(const struct fp_model *model, enum readout readout, int width,
                          uint32_t classes[PICTURE_QUESTIONS][FP_ROUND_COUNT],
                          struct tally *tally)
{
    struct survey_options options = SURVEY_DEFAULTS;
    struct report report;
    char id[80];

    options.precision = PRECISION_HIGHP;
    options.form = FORM_GUARDED;
    options.readout = (int) readout;
    options.width = width;
    snprintf(id, sizeof(id), "fake:%s,p=%d,emax=%d", fp_round_name(model->round),
             model->format.precision, model->format.emax);
    ask(id, &options, &report);
    assert_int_equal(report.count, PICTURE_ZERO_HOLE); // asked in full only
    for (int i = 0; i < report.count; i++) {
        const struct result *result = &report.results[i];
        uint32_t survivors = result->verdict.survivors;
        uint32_t class = classes[question_of(result->probe)][model->round];

        assert_int_equal(result->readout, readout);
        if (readout == READOUT_RGBA8)
            class |= survivors & verdict_rules(verdict_rounding(survivors));
        check_result(id, model, result, width, class);
        tally->verdicts++;
    }
    check_headline(id, model, &report.headline);
    tally->surveys++;
    tally->verdicts++;
    report_finish(&report);
}

static void readouts(void **state)
{
    (void) state;
    struct tally tally = { 0 };

    for (int p = 5; p <= 24; p++) {
        int width = 16 << p % 3;
        struct fp_model model = { .format = { p, p < 12 && p % 2 ? 15 : 127 } };
        uint32_t classes[PICTURE_QUESTIONS][FP_ROUND_COUNT];

        for (int question = 0; question < PICTURE_QUESTIONS; question++)
            picture_classes((enum picture_question) question, &model, fitting(width, p),
                            classes[question]);
        for (int rule = 0; rule < FP_ROUND_COUNT; rule++) {
            model.round = (enum fp_round) rule;
            check_readout(&model, READOUT_FLOAT32, width, classes, &tally);
            check_readout(&model, READOUT_RGBA8, width, classes, &tally);
        }
    }
    printf("# %ld surveys, %ld verdicts checked, 0 wrong\n", tally.surveys,
           tally.verdicts);
}

// The trips above with every p.
static void every_precision(void **state)
{
    (void) state;
    check_trips(narrow_ramp_trips, COUNT_OF(narrow_ramp_trips), true);
    check_trips(flushed_trips, COUNT_OF(flushed_trips), true);
    check_trips(range_trips, COUNT_OF(range_trips), true);
}

// Every p at every width and range: minutes.
static void exhaustive(void **state)
{
    (void) state;
    struct tally tally = { 0 };

    for (int width = 16; width <= 2048; width *= 2)
        for (int i = 0; i < 4; i++) {
            int emax = i < 2 ? 127 : 15;
            struct round_trip trip = { 5,
                                       i < 2 ? 24 : 11,
                                       1,
                                       emax,
                                       i % 2 != 0,
                                       width,
                                       width > 256 ? STAGE_VERTEX : STAGE_FRAGMENT,
                                       FORM_GUARDED };
            check_trip(&trip, &tally);
        }
    printf("# %ld surveys, %ld verdicts checked, 0 wrong\n", tally.surveys,
           tally.verdicts);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narrow_ramps),    cmocka_unit_test(flushed),
        cmocka_unit_test(ranges),          cmocka_unit_test(width_256),
        cmocka_unit_test(width_512),       cmocka_unit_test(wide_ramps),
        cmocka_unit_test(fragment_stage),  cmocka_unit_test(readouts),
        cmocka_unit_test(every_precision), cmocka_unit_test(exhaustive),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    else
        cmocka_set_skip_filter("e*");
    return cmocka_run_group_tests_name("fakes", tests, NULL, NULL);
}
