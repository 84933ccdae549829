// SPDX-License-Identifier: MIT

#include "tests/golden/blessed.h"

#include "capture/prune.h"
#include "capture/store.h"
#include "device/fake.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

void blessed_measure(struct asked *asked, const char *id, struct survey_options options)
{
    struct device device;

    *asked = (struct asked){ 0 };
    assert_true(fake_open(&device, id));
    options.pictures = &asked->pictures;
    plan_make(&asked->plan, &device, &options);
    assert_true(survey(&device, &options, &asked->capture, &asked->report, NULL));
    assert_true(asked->report.count > 0);
    device.close(&device);
}

struct capture_measurement *blessed_seen(const struct asked *asked, int index)
{
    struct capture_measurement *seen = asked->capture.measurements;

    while (seen->deciding || index-- > 0)
        seen++;
    return seen;
}

// Makes the goldens of all results, in memory.
static void make_set(const struct asked *asked, struct golden_set *set)
{
    const struct facts *device = &asked->capture.device;

    snprintf(set->schema, sizeof set->schema, GOLDEN_SCHEMA);
    set->capture.device = *device;
    set->capture.tasks = asked->report.count;
    set->capture.complete = true;
    for (int i = 0; i < asked->report.count; i++) {
        const struct result *result = &asked->report.results[i];
        const struct capture_measurement *seen = blessed_seen(asked, i);
        struct golden golden = { .width = asked->plan.tasks[i].params.width,
                                 .reason = "a \"test\"" };

        golden_name(seen, golden.name);
        golden_reading_of(result, golden_by_class(device, result), &golden.read);
        golden_add(set, &asked->capture, (int) (seen - asked->capture.measurements),
                   &golden);
        golden_reading_finish(&golden.read);
    }
}

void blessed_bless(struct asked *asked)
{
    struct golden_set made = { 0 }, *set = &asked->set;
    char *capture, *golden, hash[65];

    make_set(asked, &made);
    capture = capture_text(&made.capture);
    capture_sha256(capture, strlen(capture), made.capture_sha256);
    golden = golden_text(&made);
    snprintf(set->folder, sizeof set->folder, "/tmp/fpstripe-golden-XXXXXX");
    assert_non_null(mkdtemp(set->folder));
    device_key_golden(&asked->capture.device, set->key);
    assert_true(capture_read(&set->capture, capture, strlen(capture), "capture"));
    assert_true(golden_read(set, golden, strlen(golden), made.capture_sha256, false));
    for (int i = 0; i < asked->report.count; i++)
        if (asked->pictures[i].words) {
            pixels_hash(&asked->pictures[i], hash);
            assert_true(store_write(set->folder, hash, &asked->pictures[i]));
        }
    golden_finish(&made);
    free(golden);
    free(capture);
}

void blessed_finish(struct asked *asked)
{
    char path[PATH_MAX + 16];

    if (asked->set.folder[0]) {
        prune_pictures(asked->set.folder);
        snprintf(path, sizeof path, "%s/" STORE_FOLDER, asked->set.folder);
        rmdir(path);
        assert_int_equal(rmdir(asked->set.folder), 0);
    }
    for (int i = 0; asked->pictures && i < asked->report.count; i++)
        pixels_finish(&asked->pictures[i]);
    free(asked->pictures);
    report_finish(&asked->report);
    capture_finish(&asked->capture);
    golden_finish(&asked->set);
}

struct survey_options blessed_only(const char *probe, int width)
{
    struct survey_options options = SURVEY_DEFAULTS;

    options.probe = probe;
    options.width = width;
    options.precision = PRECISION_HIGHP;
    options.form = FORM_PLAIN;
    options.reference = "model";
    return options;
}

struct golden_row blessed_compare(const struct asked *blessed, const struct asked *now,
                                  int index)
{
    const struct golden_set *set = &blessed->set;
    const struct golden_now measured = { .capture = &now->capture,
                                         .seen = blessed_seen(now, index),
                                         .result = &now->report.results[index],
                                         .task = &now->plan.tasks[index],
                                         .pixels = &now->pictures[index] };
    struct golden_row row = { 0 };

    golden_name(measured.seen, row.name);
    assert_non_null(golden_find(set, row.name));
    golden_compare(set, golden_find(set, row.name), &measured, &row);
    pixels_finish(&row.want);
    return row;
}
