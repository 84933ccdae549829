// SPDX-License-Identifier: MIT

#include "tests/golden/blessed.h"

#include "base/file.h"
#include "base/png/png.h"
#include "device/fake.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

void blessed_measure(struct asked *asked, const char *id, struct survey_options options)
{
    struct device device;

    *asked = (struct asked){ 0 };
    assert_true(fake_open(&device, id));
    options.pictures = &asked->got.pictures;
    plan_make(&asked->plan, &device, &options);
    assert_true(survey(&device, &options, &asked->got.report, NULL));
    assert_true(asked->got.report.count > 0);
    device.close(&device);
}

// All that was measured, as goldens in a folder.
void blessed_bless(struct asked *asked)
{
    const struct facts *device = &asked->got.report.device;
    struct golden_set *set = &asked->set;
    char path[PATH_MAX], *text;

    snprintf(asked->goldens, sizeof asked->goldens, "/tmp/fpstripe-golden-XXXXXX");
    assert_non_null(mkdtemp(asked->goldens));
    assert_true(golden_open(set, asked->goldens, device));
    assert_false(set->there);
    snprintf(path, sizeof path, "%s/simulated", asked->goldens);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(mkdir(set->held.folder, 0777), 0);
    for (int i = 0; i < asked->got.report.count; i++) {
        struct golden golden = golden_take(device, &asked->got.report.results[i],
                                           &asked->plan.tasks[i], "a \"test\"");

        if (golden.result.sha256[0]) {
            snprintf(golden.result.image, sizeof golden.result.image, "%.100s.png",
                     golden.name);
            assert_true(png_write(blessed_path_in(asked, golden.result.image),
                                  &asked->got.pictures[i], NULL, 0));
        }
        golden_add(set, golden);
    }
    text = golden_text(set, &asked->got.report);
    assert_true(file_write(blessed_path_in(asked, GOLDEN_FILE), text, strlen(text)));
    free(text);
}

void blessed_finish(struct asked *asked)
{
    char path[PATH_MAX];

    if (asked->goldens[0]) {
        for (int i = 0; i < asked->set.count; i++)
            unlink(blessed_path_in(asked, asked->set.goldens[i].result.image));
        unlink(blessed_path_in(asked, GOLDEN_FILE));
        assert_int_equal(rmdir(asked->set.held.folder), 0);
        snprintf(path, sizeof path, "%s/simulated", asked->goldens);
        assert_int_equal(rmdir(path), 0);
        assert_int_equal(rmdir(asked->goldens), 0);
    }
    report_folder_finish(&asked->got);
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
    const struct result *result = &now->got.report.results[index];
    struct golden_question question;
    struct golden_set set;
    struct golden_row row = { 0 };
    char name[GOLDEN_NAME];

    golden_name(result, name);
    golden_question(&now->plan.tasks[index], &question);
    // The driver may be another one, the goldens are the same.
    assert_true(golden_open(&set, blessed->goldens, &blessed->got.report.device));
    assert_string_equal(set.fault, "");
    const struct golden *golden = golden_find(&set, name);

    assert_non_null(golden);
    golden_compare(&set, golden, &now->got, result, &question, &row);
    golden_finish(&set);
    return row;
}

char *blessed_path_in(const struct asked *asked, const char *name)
{
    static char path[2 * PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", asked->set.held.folder, name);
    return path;
}
