// SPDX-License-Identifier: MIT
//
// Reports that somebody changed. Each is right before; then one thing is written
// otherwise, with all that follows from it (texts, hashes) as the program itself would
// write it, and must be named where it stands.

#include "device/fake.h"
#include "probe/shared/kinds.h"
#include "survey/survey.h"
#include "tests/shared/group.h"
#include "tests/verify/changes.h"
#include "verify/verify.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *id, *probe;
    int precision;
} devices[BASES] = {
    [SUMS] = { "fake:rtz,p=17", NULL, PRECISION_HIGHP },
    [OTHER] = { "fake:rne", NULL, PRECISION_HIGHP },
    [CLAIMS] = { "fake:rne,mediump=11", "storage", -1 },
    [LINES] = { "fake:rtz,p=17", "operations", PRECISION_HIGHP },
    [HIDDEN] = { "fake:rtz,p=17", "ties", PRECISION_HIGHP },
    [UNSTABLE] = { "fake:rne,unstable", "width", PRECISION_HIGHP },
    [SPOILT] = { "fake:rne,unpainted", "width", PRECISION_HIGHP },
    [REFUSED] = { "fake:rne", "width", PRECISION_HIGHP },
    [UNSUPPORTED] = { "fake:rne", "ties", PRECISION_DOUBLE },
    [SKIPPED] = { "fake:rne,unpainted", "ties", PRECISION_HIGHP },
    [KEPT] = { "fake:rtz,excess=64", "contraction", PRECISION_HIGHP },
};

#define SHAPES "contraction fragment highp "

// More than a device has.
#define PICTURES 256

static struct measured {
    struct report report;
    struct pixels pictures[PICTURES];
} measured[BASES];

static struct verify_references references;

static bool keep(void *context, struct result *result, const struct pixels *got)
{
    struct measured *one = context;

    char name[100];

    report_folder_case(result, name, sizeof name);
    snprintf(result->image, sizeof result->image, "%s.png", name);
    pixels_copy(&one->pictures[one->report.count - 1], got);
    return true;
}

void verify_change_other(const char *image, struct pixels *to)
{
    const struct measured *other = &measured[OTHER];

    for (int i = 0; i < other->report.count; i++)
        if (!strcmp(other->report.results[i].image, image))
            pixels_copy(to, &other->pictures[i]);
    assert_non_null(to->words);
}

static struct device painting;

// A driver that takes neither the plain shader nor, the second time, the precise one.
static enum device_answer refuse_some(struct device *device, const struct probe *probe,
                                      const struct probe_params *params, int variant,
                                      struct pixels *out)
{
    snprintf(device->reason, sizeof device->reason, "0:1: syntax error");
    if (params->form == FORM_PLAIN || (params->form == FORM_PRECISE && variant == 1))
        return DEVICE_REFUSED;
    return painting.paint(device, probe, params, variant, out);
}

// A model refuses nothing: this has to be a driver's.
static void disguise(struct device *device)
{
    device->paint = refuse_some;
    device->facts.api = API_ES3;
    device->facts.simulated = device->facts.software = false;
    strcpy(device->facts.id, "egl:0/es3");
    strcpy(device->facts.version, "OpenGL ES 3.2");
}

static int set_up(void **state)
{
    for (int i = 0; i < BASES; i++) {
        struct survey_options options = SURVEY_DEFAULTS;
        struct device device;

        options.probe = devices[i].probe;
        options.precision = devices[i].precision;
        options.reference = "host";
        options.width = 64;
        options.keep = keep;
        options.context = &measured[i];
        assert_true(fake_open(&device, devices[i].id));
        painting = device;
        if (i == REFUSED)
            disguise(&device);
        assert_true(survey(&device, &options, &measured[i].report, NULL));
        assert_in_range(measured[i].report.count, 1, PICTURES);
        device.close(&device);
    }
    return 0;
}

static int tear_down(void **state)
{
    for (int i = 0; i < BASES; i++) {
        for (int k = 0; k < PICTURES; k++)
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
    folder->pictures = calloc(64, sizeof *folder->pictures);
    assert_non_null(folder->pictures);
    for (int i = 0; i < folder->report.count; i++)
        if (measured[base].pictures[i].words)
            pixels_copy(&folder->pictures[i], &measured[base].pictures[i]);
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
    assert_true(verify_report(&folder, text, &references, &verify));
    check(change, &verify);
    verify_finish(&verify);
    report_folder_finish(&folder);
    free(text);
}

// Answers that may be kept in more bits, and what is written of these.
static void call_fused(struct report *report, int line)
{
    for (int i = 0; i < report->count; i++)
        report->results[i].findings[line].answer[0].kind = &kind_fused;
}

static void kept(void **state)
{
    static const struct {
        int fused;  // the expression that is called so; -1: none
        int inside; // bits that are written of the plain form; 0: as they are
        struct verify_change fault;
    } edits[] = {
        { -1, 0, { .place = NULL } },
        { 1, 0, { .place = SHAPES "plain", .says = "findings[1].answer[0]" } },
        { 9, 0, { .place = SHAPES "guarded", .says = "findings[9].answer[0]" } },
        { -1, 40, { .place = SHAPES "plain", .says = "findings[0].answer[0]" } },
    };

    for (size_t i = 0; i < COUNT_OF(edits); i++) {
        struct report_folder folder;
        struct verify verify;

        open_folder(KEPT, &folder);
        if (edits[i].fused >= 0)
            call_fused(&folder.report, edits[i].fused);
        if (edits[i].inside)
            folder.report.results[0].inside_bits = edits[i].inside;
        char *text = report_json(&folder.report);
        assert_true(verify_report(&folder, text, &references, &verify));
        check(&edits[i].fault, &verify);
        verify_finish(&verify);
        report_folder_finish(&folder);
        free(text);
    }
}

// What is said of the whole.
static const struct judgement {
    const char *name;
    enum base base;
    bool broken_off;
    int spoilt; // results, from the first, of which the operands are not told
    enum verify_outcome outcome;
} judgements[] = {
    { "whole_verified", SUMS, false, 0, VERIFY_VERIFIED },
    { "whole_lines", CLAIMS, false, 0, VERIFY_VERIFIED },
    { "whole_refused", REFUSED, false, 0, VERIFY_VERIFIED },
    { "whole_unpainted", SPOILT, false, 0, VERIFY_VERIFIED },
    { "whole_hidden", HIDDEN, false, 0, VERIFY_VERIFIED },
    { "whole_broken_off", HIDDEN, true, 0, VERIFY_INCOMPLETE },
    { "whole_broken_off_early", SKIPPED, true, 0, VERIFY_INCOMPLETE },
    { "whole_unstable", UNSTABLE, false, 0, VERIFY_UNPROVEN },
    { "whole_unsupported", UNSUPPORTED, false, 0, VERIFY_UNPROVEN },
    { "whole_skipped", SKIPPED, false, 0, VERIFY_UNPROVEN },
    { "whole_some_no_width", HIDDEN, false, 1, VERIFY_UNPROVEN },
    { "whole_no_width", HIDDEN, false, 3, VERIFY_UNPROVEN },
};

static void whole(void **state)
{
    const struct judgement *judgement = *state;
    struct report_folder folder;
    struct verify verify;
    char *text;

    open_folder(judgement->base, &folder);
    folder.report.complete = !judgement->broken_off;
    for (int i = 0; i < judgement->spoilt; i++)
        folder.report.results[i].built = false;
    text = report_json(&folder.report);
    assert_true(verify_report(&folder, text, &references, &verify));
    assert_int_equal(verify_outcome(&verify), judgement->outcome);
    verify_finish(&verify);
    report_folder_finish(&folder);
    free(text);
}

// What a driver says is taken as a claim, and what a report says, if it can be one.
static void claims(void **state)
{
    static const struct {
        struct facts_claim claim;
        bool possible;
    } list[] = {
        { { 127, 127, 23, 0 }, true },     { { -126, 127, 23, 0 }, true },
        { { 0, 0, 0, 0 }, true },          { { -16384, 16384, 112, 0 }, true },
        { { -5, -5, 23, 0 }, false },      { { 128, 127, 23, 0 }, false },
        { { -16385, 127, 23, 0 }, false }, { { 127, 16385, 23, 0 }, false },
        { { 127, 127, 113, 0 }, false },   { { 127, 127, -1, 0 }, false },
    };

    for (size_t i = 0; i < COUNT_OF(list); i++)
        assert_int_equal(facts_claim_possible(&list[i].claim), list[i].possible);
}

#define JUDGEMENTS COUNT_OF(judgements)

TEST_GROUP(verify)
{
    static struct CMUnitTest tests[256];
    size_t count = (size_t) verify_change_count;

    assert(count + JUDGEMENTS + 1 < COUNT_OF(tests));
    for (size_t i = 0; i < JUDGEMENTS; i++)
        tests[count + i] =
            (struct CMUnitTest){ .name = judgements[i].name,
                                 .test_func = whole,
                                 .initial_state = (void *) &judgements[i] };
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){ .name = verify_changes[i].name,
                                        .test_func = one,
                                        .initial_state = (void *) &verify_changes[i] };
    tests[count + JUDGEMENTS] = (struct CMUnitTest) cmocka_unit_test(claims);
    tests[count + JUDGEMENTS + 1] = (struct CMUnitTest) cmocka_unit_test(kept);
    return _cmocka_run_group_tests("verify", tests, count + JUDGEMENTS + 2, set_up,
                                   tear_down);
}
