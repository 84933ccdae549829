// SPDX-License-Identifier: MIT

#include "tests/golden/blessed.h"

#include "base/file.h"
#include "device/fake.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static bool keep(void *context, struct result *result, const struct pixels *got,
                 const uint8_t *grey)
{
    struct asked *asked = context;
    struct pixels *to = &asked->got.pictures[asked->got.report.count - 1];

    (void) result;
    (void) grey;
    assert_true(pixels_init(to, got->width, got->height, got->readout));
    memcpy(to->words, got->words,
           (size_t) got->width * (size_t) got->height * sizeof(*to->words));
    return true;
}

void blessed_measure(struct asked *asked, const char *id, struct survey_options options)
{
    struct device device;

    *asked = (struct asked){ 0 };
    assert_true(fake_open(&device, id));
    options.keep = keep;
    options.context = asked;
    plan_make(&asked->plan, &device, &options);
    asked->got.pictures =
        calloc((size_t) asked->plan.count, sizeof(*asked->got.pictures));
    assert_true(survey(&device, &options, &asked->got.report, NULL));
    assert_true(asked->got.report.count > 0);
    device.close(&device);
}

static void write_set(struct asked *asked)
{
    char path[200], *text = golden_json(&asked->set);

    assert_non_null(text);
    snprintf(path, sizeof(path), "%s/" GOLDEN_FILE, asked->folder);
    assert_true(file_write(path, text, strlen(text)));
    free(text);
}

// All that was measured, as goldens in a folder.
void blessed_bless(struct asked *asked)
{
    snprintf(asked->folder, sizeof(asked->folder), "/tmp/fpstripe-golden-XXXXXX");
    assert_non_null(mkdtemp(asked->folder));
    snprintf(asked->set.folder, sizeof(asked->set.folder), "%s", asked->folder);
    snprintf(asked->set.key, sizeof(asked->set.key), BLESSED_KEY);
    asked->set.simulated = true;
    for (int i = 0; i < asked->got.report.count; i++) {
        struct golden *golden = golden_add(&asked->set);
        char path[200];

        assert_non_null(golden);
        assert_true(golden_take(golden, &asked->got.report.device,
                                &asked->got.report.results[i], &asked->plan.tasks[i],
                                "a \"test\""));
        if (!golden->result.image[0])
            continue;
        snprintf(path, sizeof(path), "%s/%s", asked->folder, golden->result.image);
        assert_true(golden_write_picture(golden, &asked->got.pictures[i], "fake", path));
    }
    write_set(asked);
}

void blessed_finish(struct asked *asked)
{
    char path[200];

    for (int i = 0; i < asked->set.count; i++) {
        snprintf(path, sizeof(path), "%s/%s", asked->folder,
                 asked->set.goldens[i].result.image);
        unlink(path);
    }
    if (asked->folder[0]) {
        snprintf(path, sizeof(path), "%s/" GOLDEN_FILE, asked->folder);
        unlink(path);
        assert_int_equal(rmdir(asked->folder), 0);
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
    assert_true(golden_read(&set, blessed->folder, BLESSED_KEY));
    assert_string_equal(set.fault, "");
    const struct golden *golden = golden_find(&set, name);

    assert_non_null(golden);
    assert_string_equal(golden->fault, "");
    golden_compare(&set, golden, &now->got, result, &question, &row);
    golden_finish(&set);
    return row;
}

char *blessed_path_in(const struct asked *asked, const char *name)
{
    static char path[300];

    snprintf(path, sizeof(path), "%s/%s", asked->folder, name);
    return path;
}
