// SPDX-License-Identifier: MIT
//
// Reports that somebody changed. Each is right before; then one thing is written
// otherwise, with all that follows from it (texts, hashes) as the program itself would
// write it, and must be named where it stands.

#include "fake.h"
#include "survey.h"
#include "verify.h"
#include "verify_changes.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *id, *probe;
    int precision;
} devices[BASES] = {
    [SUMS] = { "fake:rtz,p=17", NULL, PRECISION_HIGHP },
    [OTHER] = { "fake:rne", NULL, PRECISION_HIGHP },
    [CLAIMS] = { "fake:rne,mediump=11", "storage", -1 },
    [HIDDEN] = { "fake:rtz,p=17", "ties", PRECISION_HIGHP },
    [UNSTABLE] = { "fake:rne,unstable", "width", PRECISION_HIGHP },
    [SPOILT] = { "fake:rne,unpainted", "width", PRECISION_HIGHP },
    [REFUSED] = { "fake:rne", "width", PRECISION_HIGHP },
    [UNSUPPORTED] = { "fake:rne", "ties", PRECISION_DOUBLE },
    [SKIPPED] = { "fake:rne,unpainted", "ties", PRECISION_HIGHP },
};

static struct measured {
    struct report report;
    struct pixels pictures[64];
} measured[BASES];

static struct verify_references references;

bool verify_change_copy(const struct pixels *from, struct pixels *to)
{
    if (!pixels_init(to, from->width, from->height, from->readout))
        return false;
    memcpy(to->words, from->words,
           (size_t) from->width * (size_t) from->height * sizeof(*from->words));
    return true;
}

static bool keep(void *context, struct result *result, const struct pixels *got,
                 const uint8_t *grey)
{
    struct measured *one = context;

    (void) grey;
    snprintf(result->image, sizeof(result->image), "%s-%s-%s-%s-%s.png", result->probe,
             stage_name(result->stage), precision_name(result->precision),
             form_name(result->form), readout_name(result->readout));
    return verify_change_copy(got, &one->pictures[result - one->report.results]);
}

void verify_change_other(const char *image, struct pixels *to)
{
    const struct measured *other = &measured[OTHER];

    for (int i = 0; i < other->report.count; i++)
        if (!strcmp(other->report.results[i].image, image))
            assert_true(verify_change_copy(&other->pictures[i], to));
    assert_non_null(to->words);
}

static struct device painting;

// A driver that takes neither the plain shader nor, the second time, the precise one.
static enum device_answer refuse_some(struct device *device, const struct probe *probe,
                                      const struct probe_params *params, int variant,
                                      struct pixels *out)
{
    snprintf(device->reason, sizeof(device->reason), "0:1: syntax error");
    if (params->form == FORM_PLAIN || (params->form == FORM_PRECISE && variant == 1))
        return DEVICE_REFUSED;
    return painting.paint(device, probe, params, variant, out);
}

static int set_up(void **state)
{
    (void) state;
    for (int i = 0; i < BASES; i++) {
        struct survey_options options = SURVEY_DEFAULTS;
        struct device device;

        options.probe = devices[i].probe;
        options.precision = devices[i].precision;
        options.reference = "host";
        options.no_grey = true;
        options.keep = keep;
        options.context = &measured[i];
        assert_true(fake_open(&device, devices[i].id));
        painting = device;
        if (i == REFUSED)
            device.paint = refuse_some;
        assert_true(survey(&device, &options, &measured[i].report, NULL));
        assert_in_range(measured[i].report.count, 1, 63);
        device.close(&device);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void) state;
    for (int i = 0; i < BASES; i++) {
        for (int k = 0; k < 64; k++)
            pixels_finish(&measured[i].pictures[k]);
        report_finish(&measured[i].report);
    }
    verify_references_close(&references);
    return 0;
}

static void check(const struct verify_change *change, const struct verify *verify)
{
    bool named = false;

    for (int i = 0; i < verify->fault_count; i++)
        named |= change->place && !strcmp(verify->faults[i].place, change->place) &&
                 strstr(verify->faults[i].text, change->says) != NULL;
    if (named || (!change->place && verify->fault_count == 0))
        return;
    for (int i = 0; i < verify->fault_count && i < 5; i++)
        print_error("%s: %s\n", verify->faults[i].place, verify->faults[i].text);
    fail_msg("%d faults, not the one wanted", verify->fault_count);
}

// A folder with copies of what was measured.
static void open_folder(enum base base, struct report_folder *folder)
{
    char *text = report_json(&measured[base].report);

    *folder = (struct report_folder){ .name = "memory" };
    assert_true(report_read(&folder->report, text, strlen(text), "memory"));
    folder->pictures = calloc(64, sizeof(*folder->pictures));
    assert_non_null(folder->pictures);
    for (int i = 0; i < folder->report.count; i++)
        if (measured[base].pictures[i].words)
            assert_true(
                verify_change_copy(&measured[base].pictures[i], &folder->pictures[i]));
    free(text);
}

static void one(void **state)
{
    const struct verify_change *change = *state;
    struct report_folder folder;
    struct verify verify;
    char *text;

    open_folder(change->base, &folder);
    verify_change(change, &folder.report, folder.pictures);
    text = report_json(&folder.report);
    assert_true(verify_report(&folder, text, strlen(text), &references, &verify));
    check(change, &verify);
    verify_finish(&verify);
    report_folder_finish(&folder);
    free(text);
}

int main(void)
{
    static struct CMUnitTest tests[256];
    size_t count = (size_t) verify_change_count;

    assert(count <= sizeof(tests) / sizeof(*tests));
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){ .name = verify_changes[i].name,
                                        .test_func = one,
                                        .initial_state = (void *) &verify_changes[i] };
    return _cmocka_run_group_tests("verify", tests, count, set_up, tear_down);
}
