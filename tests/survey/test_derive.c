// SPDX-License-Identifier: MIT
//
// What is derived of a capture is what its survey found.

#include "survey/derive.h"

#include "base/log.h"
#include "device/fake.h"
#include "survey/survey.h"
#include "tests/shared/group.h"

#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "derive" };

#define PICTURES_MAX 512

// A store in memory.
static struct stored {
    struct capture_picture name;
    struct pixels pixels;
} stored[PICTURES_MAX];
static int stored_count;

static struct stored *find_stored(const struct capture_picture *name)
{
    for (int i = 0; i < stored_count; i++)
        if (!strcmp(stored[i].name.sha256, name->sha256))
            return &stored[i];
    return NULL;
}

static bool keep(void *context, const struct capture_picture *name,
                 const struct pixels *pixels)
{
    if (!find_stored(name)) {
        assert_true(stored_count < PICTURES_MAX);
        stored[stored_count].name = *name;
        pixels_copy(&stored[stored_count++].pixels, pixels);
    }
    return true;
}

static bool read_stored(void *context, const struct capture_picture *name,
                        enum readout readout, struct pixels *pixels)
{
    const struct stored *found = find_stored(name);

    if (!found)
        return false;
    pixels_copy(pixels, &found->pixels);
    pixels->readout = readout;
    return true;
}

static const struct derive_source source = { read_stored, NULL };

static void forget_stored(void)
{
    for (int i = 0; i < stored_count; i++)
        pixels_finish(&stored[i].pixels);
    stored_count = 0;
}

// A capture of a simulated device, and the report of its survey.
static void measure_fake(const char *id, const struct survey_options *asked,
                         struct capture *capture, char **report_text)
{
    struct survey_options options = *asked;
    struct report report = { 0 };
    struct device device;

    *capture = (struct capture){ 0 };
    options.keep = keep;
    options.reference = "host";
    assert_true(fake_open(&device, id));
    assert_true(survey(&device, &options, capture, &report, NULL));
    *report_text = report_json(&report);
    report_finish(&report);
    device.close(&device);
}

static char *derive_text(const struct capture *capture)
{
    struct report report = { 0 };
    char *text;

    assert_true(report_derive(capture, &source, "host", &report));
    text = report_json(&report);
    report_finish(&report);
    return text;
}

// Devices that need other questions than the plain ones: a narrow width that is looked
// for first, more bits inside, renders that differ, a ramp that is drawn again, a
// compiler that folds.
TEST(as_the_survey)
{
    static const struct {
        const char *id, *probe;
        bool full;
    } cases[] = {
        { "fake:rne", NULL, true },
        { "fake:rtz,p=17,ftz", NULL, true },
        { "fake:rne,p=11,emax=15,mediump=11", NULL, false },
        { "fake:chop-g2,p=13,emax=63", "sieve", false },
        { "fake:rne,excess=64,spills", NULL, true },
        { "fake:rne,fold", "stripes", false },
        { "fake:rne,fold", "contraction", false },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct survey_options options = SURVEY_DEFAULTS;
        struct capture capture, read;
        char *surveyed, *derived, *text, *again;

        options.probe = cases[i].probe;
        options.full = cases[i].full;
        measure_fake(cases[i].id, &options, &capture, &surveyed);
        text = capture_text(&capture);
        assert_true(capture_read(&read, text, strlen(text), "memory"));
        again = capture_text(&read);
        assert_string_equal(again, text);
        derived = derive_text(&read);
        assert_string_equal(derived, surveyed);
        free(surveyed);
        free(derived);
        free(text);
        free(again);
        capture_finish(&capture);
        capture_finish(&read);
        forget_stored();
    }
}

// A result that this program would ask in another way says so, and no other does.
TEST(asked_otherwise)
{
    struct survey_options options = SURVEY_DEFAULTS;
    struct capture capture;
    struct report report = { 0 };
    char *surveyed;

    options.probe = "contraction";
    options.stage = STAGE_FRAGMENT;
    options.precision = PRECISION_HIGHP;
    measure_fake("fake:rne", &options, &capture, &surveyed);
    for (int i = 0; i < capture.question_count; i++)
        if (!strcmp(capture.questions[i].probe, "contraction"))
            capture.questions[i].lines[1].glsl ^= 1;
    assert_true(report_derive(&capture, &source, "host", &report));
    for (int i = 0; i < report.count; i++)
        if (report.results[i].finding_count == 0) {
            assert_int_equal(report.results[i].verdict.status, STATUS_SKIPPED);
            assert_non_null(strstr(report.results[i].verdict.reason, "measure again"));
        }
    assert_true(report.count > 0 && report.results[0].finding_count == 0);
    report_finish(&report);
    capture_finish(&capture);
    free(surveyed);
    forget_stored();
}

// Fewer expressions, in another order, are judged as far as they go.
TEST(fewer_and_turned)
{
    struct survey_options options = SURVEY_DEFAULTS;
    struct capture capture;
    struct report whole = { 0 }, part = { 0 };
    char *surveyed;

    options.probe = "contraction";
    options.form = FORM_GUARDED;
    options.stage = STAGE_FRAGMENT;
    options.precision = PRECISION_HIGHP;
    measure_fake("fake:rne,contract", &options, &capture, &surveyed);
    assert_true(report_derive(&capture, &source, "host", &whole));

    struct capture_measurement *last = &capture.measurements[capture.count - 1];
    struct capture_question *question = &capture.questions[last->question];
    struct stored *picture = find_stored(&last->picture);
    struct pixels turned;
    int lines = question->line_count, width = picture->pixels.width;

    // The first line of a picture is its lowest row: the first two change places, and the
    // last one goes.
    pixels_init(&turned, width, lines - 1, READOUT_BITS);
    for (int i = 0; i < lines - 1; i++)
        memcpy(pixels_row(&turned, lines - 2 - i),
               pixels_row(&picture->pixels, lines - 1 - (i < 2 ? 1 - i : i)),
               (size_t) width * sizeof *turned.words);
    pixels_finish(&picture->pixels);
    picture->pixels = turned;
    struct capture_row first = question->lines[0];

    question->lines[0] = question->lines[1];
    question->lines[1] = first;
    question->line_count--;
    assert_true(report_derive(&capture, &source, "host", &part));

    const struct finding *got = part.results[0].findings;
    const struct finding *want = whole.results[0].findings;

    assert_int_equal(part.results[0].finding_count, lines - 1);
    for (int i = 0; i < lines - 1; i++) {
        const struct finding *other = &want[i < 2 ? 1 - i : i];

        assert_string_equal(got[i].expression, other->expression);
        assert_true(finding_same_answer(&got[i], other));
        assert_int_equal(got[i].deviates, other->deviates);
        assert_int_equal(got[i].agree, other->agree);
    }
    report_finish(&whole);
    report_finish(&part);
    capture_finish(&capture);
    free(surveyed);
    forget_stored();
}

// A picture that is not there, or of another size, spoils its own result alone.
TEST(lost_picture)
{
    struct survey_options options = SURVEY_DEFAULTS;
    struct capture capture;
    struct report report = { 0 };
    char *surveyed;
    int lost = 0;

    options.precision = PRECISION_HIGHP;
    measure_fake("fake:rne", &options, &capture, &surveyed);
    memset(capture.measurements[0].picture.sha256, '0', 64);
    log_hold(true);
    assert_true(report_derive(&capture, &source, "host", &report));
    log_hold(false);
    for (int i = 0; i < report.count; i++)
        lost += report.results[i].verdict.status == STATUS_SKIPPED;
    assert_int_equal(lost, 1);
    report_finish(&report);
    capture_finish(&capture);
    free(surveyed);
    forget_stored();
}
