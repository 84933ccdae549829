// SPDX-License-Identifier: MIT
//
// The main job on devices that answer well, badly or not at all: what is asked in
// which order, what is known when, and that nothing is concluded from nothing.

#include "device/fake.h"
#include "report/report.h"
#include "survey/plan.h"
#include "survey/survey.h"
#include "tests/measure/painter.h"
#include "tests/shared/group.h"

#include <string.h>

static struct group this_group = { .name = "survey" };

static int count_asked(const struct survey_options *options, const char *probe,
                       enum stage stage)
{
    static struct plan plan;
    struct device device;
    int count = 0;

    assert_true(fake_open(&device, "fake:rne"));
    plan_make(&plan, &device, options);
    for (int i = 0; i < plan.count; i++)
        count += !strcmp(plan.tasks[i].probe->name, probe) &&
                 plan.tasks[i].params.stage == stage;
    device.close(&device);
    return count;
}

// Only a survey that names no stage, probe or readout asks the vertex stage for its
// verdict.
TEST(vertex_too)
{
    struct survey_options options = SURVEY_DEFAULTS;

    assert_int_equal(count_asked(&options, "width", STAGE_VERTEX), 3);
    assert_int_equal(count_asked(&options, "alignment", STAGE_VERTEX), 3);
    assert_int_equal(count_asked(&options, "sieve", STAGE_VERTEX), 0);
    assert_int_equal(count_asked(&options, "width", STAGE_COMPUTE), 0);
    options.stage = STAGE_FRAGMENT;
    assert_int_equal(count_asked(&options, "width", STAGE_VERTEX), 0);
    options = SURVEY_DEFAULTS;
    options.probe = "width";
    assert_int_equal(count_asked(&options, "width", STAGE_VERTEX), 0);
    options = SURVEY_DEFAULTS;
    options.every_readout = true;
    assert_int_equal(count_asked(&options, "width", STAGE_VERTEX), 0);
}

// All that can be asked at once is in the plan.
TEST(all_at_once)
{
    static struct plan plan;
    struct survey_options options = SURVEY_DEFAULTS;
    struct device device;

    options.full = options.every_stage = options.every_readout = true;
    assert_true(fake_open(&device, "fake:rne,double,float16"));
    plan_make(&plan, &device, &options);
    assert_int_equal(plan.tasks[0].params.precision, PRECISION_HIGHP);
    assert_int_equal(plan.tasks[plan.count - 1].params.precision, PRECISION_FLOAT16);
    assert_int_equal(plan.tasks[plan.count - 1].params.stage, STAGE_COMPUTE);
    device.close(&device);
}

// A full run asks some probes of fewer precisions in other stages than the fragment
// shader; who asks for a stage has all.
TEST(fewer_elsewhere)
{
    struct survey_options options = SURVEY_DEFAULTS;

    options.full = true;
    assert_int_equal(count_asked(&options, "sampler", STAGE_FRAGMENT), 3);
    assert_int_equal(count_asked(&options, "sampler", STAGE_VERTEX), 1);
    assert_int_equal(count_asked(&options, "integer_width", STAGE_COMPUTE), 2);
    assert_int_equal(count_asked(&options, "storage", STAGE_COMPUTE), 3);
    options.stage = STAGE_VERTEX;
    assert_int_equal(count_asked(&options, "sampler", STAGE_VERTEX), 3);
    options = SURVEY_DEFAULTS;
    options.probe = "sampler";
    options.every_stage = true;
    assert_int_equal(count_asked(&options, "sampler", STAGE_VERTEX), 3);
}

static void check_nothing(const struct report *report, enum status status)
{
    for (int i = 0; i < report->count; i++) {
        const struct verdict *verdict = &report->results[i].verdict;

        if (verdict->status != STATUS_SKIPPED && verdict->status != STATUS_UNSUPPORTED)
            assert_int_equal(verdict->status, status);
        assert_int_equal(verdict->survivors, 0);
        assert_true(verdict->reason[0] != 0);
    }
    assert_int_not_equal(report->headline.status, STATUS_OK);
    assert_int_equal(report->headline.fraction_bits, -1);
    assert_int_equal(report->headline.survivors, 0);
    assert_int_equal(report->headline.pattern, PATTERN_NONE);
}

static uint32_t black(const struct painter_case *at)
{
    return 0;
}

// Thirteen zeros are what chop-g0 paints in the sieve; without a width the sieve must
// not be asked.
TEST(all_black)
{
    struct painter painter = { .cell = black, .model = { .format = FP_BINARY32 } };
    struct device device = painter_device(&painter);
    struct survey_options options = SURVEY_DEFAULTS;

    for (int i = 0; i < 2; i++) {
        struct capture capture = { 0 };
        struct report report = { 0 };
        struct survey_pictures pictures = { 0 };

        options.form = FORM_GUARDED;
        options.probe = i ? "sieve" : NULL;
        assert_true(survey(&device, &options, &capture, &report, &pictures));
        check_nothing(&report, STATUS_UNDECIDED);
        survey_pictures_finish(&pictures);
        report_finish(&report);
        capture_finish(&capture);
    }
}

struct notes {
    int kept, progress, total, keep_until;
};

static bool keep(void *context, const struct capture_picture *picture,
                 const struct pixels *pixels)
{
    struct notes *notes = context;
    char hash[65];

    pixels_hash(pixels, hash);
    assert_string_equal(picture->sha256, hash);
    assert_int_equal(pixels->width, picture->width);
    return notes->kept++ < notes->keep_until;
}

static void progress(void *context, int done, int total, const struct result *asked)
{
    struct notes *notes = context;

    assert_int_equal(done, notes->progress++);
    assert_true(asked->probe[0]);
    assert_int_equal(asked->precision, PRECISION_HIGHP);
    notes->total = total;
}

TEST(kept)
{
    for (int i = 0; i < 2; i++) {
        struct notes notes = { .keep_until = i ? 3 : 1000 };
        struct survey_options options = SURVEY_DEFAULTS;
        struct survey_pictures pictures = { 0 };
        struct capture capture = { 0 };
        struct report report = { 0 };
        struct device device;

        options.keep = keep;
        options.progress = progress;
        options.context = &notes;
        options.precision = PRECISION_HIGHP;
        options.reference = i ? "model" : NULL;
        assert_true(fake_open(&device, "fake:rup,p=20"));
        assert_int_equal(survey(&device, &options, &capture, &report, &pictures), i == 0);
        assert_int_equal(report.complete, i == 0);
        assert_string_equal(report.reference_kind, i ? "model" : "host");
        assert_int_equal(notes.kept, i ? 4 : 27);
        assert_int_equal(report.count, i ? 4 : 27);
        assert_int_equal(notes.total, 27);
        survey_pictures_finish(&pictures);
        report_finish(&report);
        capture_finish(&capture);
        device.close(&device);
    }
}

// The sheet shows the first stripes that are well, as drawn and as wanted.
TEST(pictures)
{
    struct survey_options options = SURVEY_DEFAULTS;
    struct survey_pictures pictures = { 0 };
    struct capture capture = { 0 };
    struct report report = { 0 };
    struct device device;

    options.width = 64;
    assert_true(fake_open(&device, "fake:rtz"));
    assert_true(survey(&device, &options, &capture, &report, &pictures));
    const struct survey_picture *stripes = &pictures.pages[PROBE_PAGE_VERDICT];
    assert_string_equal(report.results[stripes->result].probe, "stripes");
    assert_string_equal(stripes->probe->name, "stripes");
    assert_int_equal(stripes->params.width, 64);
    assert_int_equal(stripes->got.width, 64);
    assert_int_equal(stripes->got.height, 26 * 10);
    assert_memory_equal(stripes->got.words, stripes->want.words, 64 * 26 * 10 * 4);
    assert_null(pictures.pages[PROBE_PAGE_PERSONALITY].got.words);
    survey_pictures_finish(&pictures);
    assert_null(stripes->got.words);
    report_finish(&report);
    capture_finish(&capture);
    device.close(&device);
}
