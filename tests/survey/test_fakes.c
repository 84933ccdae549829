// SPDX-License-Identifier: MIT
//
// Every adder that a fake device can be, through the main job: each probe alone must
// leave exactly the rules that it cannot split (picture.h works them out by MPFR), all
// together exactly the right one. With an argument, the cases of that name only.

#include "report/report.h"
#include "survey/survey.h"
#include "tests/probe/picture.h"
#include "tests/shared/group.h"
#include "tests/survey/surveyed.h"

#include <stdio.h>
#include <string.h>

// A question to all 21 rules, in every precision_step-th precision of a range.
struct round_trip {
    int precision_min, precision_max, precision_step;
    int emax;
    bool flush;
    int width;
    enum stage stage;
    int form; // -1: all of them
};

static struct {
    long surveys, verdicts;
} tally;

static int forget(void **state)
{
    tally.surveys = tally.verdicts = 0;
    return 0;
}

static int print_tally(void **state)
{
    printf("# %ld surveys, %ld verdicts checked, 0 wrong\n", tally.surveys,
           tally.verdicts);
    return 0;
}

static struct group this_group = { .name = "fakes",
                                   .before = forget,
                                   .after = print_tally };

static int fitting(int width, int precision)
{
    return width > 1 << (precision - 1) ? 1 << (precision - 1) : width;
}

// The pictures, and alignment, which distinguishes every rule from every other.
enum { ALIGNMENT = PICTURE_QUESTIONS, QUESTIONS };

static int question_of(const char *probe)
{
    if (!strcmp(probe, "alignment"))
        return ALIGNMENT;
    for (int question = 0; question < PICTURE_QUESTIONS; question++)
        if (!strcmp(probe, picture_name((enum picture_question) question)))
            return question;
    fail_msg("no picture is known of probe %s", probe);
    return QUESTIONS;
}

static void check_result(const char *id, const struct fp_model *model,
                         const struct result *result, int width, uint32_t class)
{
    const struct verdict *verdict = &result->verdict;
    char survivors[240], want[240];

    verdict_survivors_text(verdict->survivors, survivors, sizeof survivors);
    verdict_survivors_text(class, want, sizeof want);
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

    verdict_survivors_text(verdict->survivors, survivors, sizeof survivors);
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

// An exact readout gives the exact class; a grey level may leave more rules, never
// without the right one, and never other bits. Where no readout is asked for, the grey
// one is the published shader's, which is one for the eye as well.
static void check_model(const struct fp_model *model,
                        const struct survey_options *options,
                        uint32_t classes[QUESTIONS][FP_ROUND_COUNT])
{
    uint32_t asked = 0;
    char id[80];

    snprintf(id, sizeof id, "fake:%s,p=%d,emax=%d%s", fp_round_name(model->round),
             model->format.precision, model->format.emax, model->flush_in ? ",ftz" : "");
    struct report report = survey_simulated(id, options);

    for (int i = 0; i < report.count; i++) {
        const struct result *result = &report.results[i];
        int question = question_of(result->probe);
        uint32_t class = classes[question][model->round];
        uint32_t survivors = result->verdict.survivors;

        if ((options->readout < 0 && result->readout == READOUT_RGBA8) ||
            (options->form < 0 && result->verdict.status == STATUS_UNSUPPORTED))
            continue;
        // Chopping models, whose sums are computed in another order, paint what some
        // others do.
        if (result->form == FORM_PUBLISHED && model->round != FP_RNE)
            class |= survivors;
        if (result->readout == READOUT_RGBA8)
            class |= survivors & verdict_rules(verdict_rounding(survivors));
        if (options->readout >= 0)
            assert_int_equal(result->readout, options->readout);
        check_result(id, model, result, options->width, class);
        if (question == PICTURE_STRIPES || question == PICTURE_STRIPES_UNIT)
            assert_int_equal(result->columns,
                             fitting(options->width, model->format.precision));
        asked |= UINT32_C(1) << question;
        tally.verdicts++;
    }
    // the hole: in full only
    assert_int_equal(asked, ((1 << QUESTIONS) - 1) & ~(1 << PICTURE_ZERO_HOLE));
    if (options->readout >= 0)
        assert_int_equal(report.count, QUESTIONS - 1);
    check_headline(id, model, &report.headline);
    tally.surveys++;
    tally.verdicts++;
    report_finish(&report);
}

// All rules of one format.
static void check_rules(struct fp_model model, const struct survey_options *options)
{
    uint32_t classes[QUESTIONS][FP_ROUND_COUNT];
    int width = fitting(options->width, model.format.precision);

    for (int question = 0; question < PICTURE_QUESTIONS; question++)
        picture_classes((enum picture_question) question, &model, width,
                        classes[question]);
    for (int rule = 0; rule < FP_ROUND_COUNT; rule++)
        classes[ALIGNMENT][rule] = VERDICT_RULE(rule);
    for (int rule = 0; rule < FP_ROUND_COUNT; rule++) {
        model.round = (enum fp_round) rule;
        check_model(&model, options, classes);
    }
}

static void check_trip(const struct round_trip *trip)
{
    struct survey_options options = SURVEY_DEFAULTS;

    options.stage = (int) trip->stage;
    options.precision = PRECISION_HIGHP;
    options.form = trip->form;
    options.width = trip->width;
    for (int p = trip->precision_min; p <= trip->precision_max;
         p += trip->precision_step) {
        struct fp_model model = { .format = { p, trip->emax },
                                  .flush_in = trip->flush,
                                  .flush_out = trip->flush };

        // the default is cut to what a format holds; other widths are asked as they are
        if (fitting(trip->width, p) == trip->width || trip->width == 512)
            check_rules(model, &options);
    }
}

#define TRIPS 4

static const struct journey {
    const char *name;
    struct round_trip trips[TRIPS];
} journeys[] = {
    { "narrow_ramps",
      { { 5, 24, 2, 127, false, 16, STAGE_VERTEX, FORM_GUARDED },
        { 6, 24, 2, 127, false, 32, STAGE_COMPUTE, FORM_PRECISE },
        { 7, 24, 2, 127, false, 64, STAGE_VERTEX, FORM_GUARDED },
        { 8, 24, 2, 127, false, 128, STAGE_COMPUTE, FORM_PLAIN } } },
    { "flushed",
      { { 6, 24, 6, 127, true, 16, STAGE_VERTEX, FORM_GUARDED },
        { 5, 11, 6, 15, true, 128, STAGE_VERTEX, FORM_GUARDED } } },
    // binary16's range, and two between that and binary32's
    { "ranges",
      { { 5, 11, 1, 15, false, 16, STAGE_COMPUTE, FORM_GUARDED },
        { 5, 11, 2, 15, false, 512, STAGE_VERTEX, FORM_GUARDED },
        { 6, 24, 3, 31, false, 32, STAGE_VERTEX, FORM_GUARDED },
        { 8, 24, 4, 63, true, 32, STAGE_VERTEX, FORM_GUARDED } } },
    { "width_512", { { 6, 24, 6, 127, false, 512, STAGE_VERTEX, FORM_GUARDED } } },
    { "wide_ramps",
      { { 11, 24, 13, 127, false, 1024, STAGE_VERTEX, FORM_GUARDED },
        { 12, 24, 12, 127, false, 2048, STAGE_COMPUTE, FORM_GUARDED } } },
    // as people run it: fragment stage, every form, pictures of 20 rows a stripe
    { "fragment_stage",
      { { 24, 24, 1, 127, false, 16, STAGE_FRAGMENT, -1 },
        { 11, 11, 1, 15, true, 128, STAGE_FRAGMENT, -1 } } },
};

TEST_EACH(check_journey, journeys)
{
    const struct journey *journey = *state;

    for (int i = 0; i < TRIPS && journey->trips[i].precision_step; i++)
        check_trip(&journey->trips[i]);
}

TEST(readouts)
{
    for (int p = 5; p <= 24; p++) {
        struct fp_model model = { .format = { p, p < 12 && p % 2 ? 15 : 127 } };
        struct survey_options options = SURVEY_DEFAULTS;

        options.precision = PRECISION_HIGHP;
        options.form = FORM_GUARDED;
        options.width = 16 << p % 3;
        options.readout = READOUT_FLOAT32;
        check_rules(model, &options);
        options.readout = READOUT_RGBA8;
        check_rules(model, &options);
    }
}
