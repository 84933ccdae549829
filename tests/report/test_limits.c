// SPDX-License-Identifier: MIT
//
// The lines that say the range of each precision in numbers that a shader meets.

#include "report/report.h"
#include "tests/report/invented.h"
#include "tests/shared/group.h"
#include "view/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "report_limits" };

static const struct limits {
    int bits, emax;
    bool at_least;
    enum subnormals subnormals;
    const char *words; // NULL: no line
} limits[] = {
    { 11, 15, false, SUBNORMALS_KEPT,
      "11 bits, largest 65504, squares overflow from 256, nothing below 6e-8" },
    { 11, 15, false, SUBNORMALS_FLUSHED,
      "11 bits, largest 65504, squares overflow from 256, nothing below 6.1e-5 "
      "(subnormals flushed)" },
    { 11, 15, false, SUBNORMALS_UNKNOWN,
      "11 bits, largest 65504, squares overflow from 256" },
    { 24, 127, true, SUBNORMALS_FLUSHED,
      "24 bits, largest at least 3.4e38, squares fit up to 1.84e19, nothing below "
      "1.2e-38 (subnormals flushed)" },
    { 24, 127, true, SUBNORMALS_KEPT,
      "24 bits, largest at least 3.4e38, squares fit up to 1.84e19, down to 1.4e-45 at "
      "least" },
    { 24, 127, true, SUBNORMALS_UNKNOWN,
      "24 bits, largest at least 3.4e38, squares fit up to 1.84e19" },
    // 2^-142 is above the smallest binary32, so what is below it was asked.
    { 17, 127, true, SUBNORMALS_KEPT,
      "17 bits, largest at least 3.4e38, squares fit up to 1.84e19, nothing below "
      "1.8e-43" },
    { 14, 31, false, SUBNORMALS_KEPT,
      "14 bits, largest 4294705152, squares overflow from 65536, nothing below 1.1e-13" },
    { 17, 63, false, SUBNORMALS_FLUSHED,
      "17 bits, largest 1.84e19, squares overflow from 4294967296, nothing below 2.2e-19 "
      "(subnormals flushed)" },
    { 12, 16, false, SUBNORMALS_KEPT,
      "12 bits, largest 131040, squares overflow from 363, nothing below 1.5e-8" },
    { 12, 20, false, SUBNORMALS_KEPT,
      "12 bits, largest 2096640, squares overflow from 1449, nothing below 9.3e-10" },
    { 24, 15, false, SUBNORMALS_KEPT,
      "24 bits, largest 65535, squares overflow from 256, nothing below 7.3e-12" },
    { 11, 101, false, SUBNORMALS_KEPT,
      "11 bits, largest 5.06e30, squares overflow from 2.25e15, nothing below 7.7e-34" },
    { 53, 1023, true, SUBNORMALS_KEPT,
      "53 bits, largest at least 1.79e308, squares fit up to 1.34e154, down to 4.9e-324 "
      "at least" },
    { 0, 15, false, SUBNORMALS_KEPT, NULL },
    { 24, -1, false, SUBNORMALS_KEPT, NULL },
};

// Returns the report as text on a page that wraps none of these lines; malloc'd.
static char *limits_text(struct report *report)
{
    struct view view = { 0 };
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);

    assert_non_null(file);
    report_conclude(report);
    report_text(report, false, &view);
    view_text(&view, &(struct view_page){ .file = file, .columns = 400 });
    view_finish(&view);
    fclose(file);
    return text;
}

static struct result *limits_result(struct report *report, enum stage stage,
                                    enum precision precision, const struct limits *it)
{
    struct result *result = invented_result(report, "width", precision, FORM_GUARDED,
                                            it->bits - 1, VERDICT_RULE(FP_RNE));

    result->stage = stage;
    result->verdict.emax = it->emax;
    result->verdict.emax_at_least = it->at_least;
    result->verdict.subnormals = it->subnormals;
    return result;
}

TEST(each_range)
{
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        struct report report = { .complete = true };
        char line[200];

        limits_result(&report, STAGE_FRAGMENT, PRECISION_MEDIUMP, &limits[i]);
        char *text = limits_text(&report);

        snprintf(line, sizeof line, "\nmediump     %s\n",
                 limits[i].words ? limits[i].words : "");
        if (limits[i].words ? !strstr(text, line) : strstr(text, "bits, largest") != NULL)
            fail_msg("no \"%s\" in %s", line, text);
        free(text);
        report_finish(&report);
    }
}

// Stages that share the limits of a precision share a line, and so do precisions. A line
// that holds for some stages only names them.
TEST(by_stage)
{
    struct report report = { .complete = true };

    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        limits_result(&report, stage, PRECISION_HIGHP,
                      &limits[stage == STAGE_COMPUTE ? 4 : 3]);
        limits_result(&report, stage, PRECISION_MEDIUMP, &limits[0]);
        limits_result(&report, stage, PRECISION_LOWP, &limits[0]);
    }
    char *text = limits_text(&report);

    assert_non_null(strstr(text, "(subnormals flushed) in fragment, vertex\n"));
    assert_non_null(strstr(text, "down to 1.4e-45 at least in compute\n"));
    assert_non_null(strstr(text, "nothing below 6e-8\nlowp        as mediump\n"));
    free(text);
    report_finish(&report);
}

// Where no model supports the numbers of a device, none is printed.
TEST(undecided)
{
    struct report report = { .complete = true };

    limits_result(&report, STAGE_FRAGMENT, PRECISION_HIGHP, &limits[3]);
    limits_result(&report, STAGE_FRAGMENT, PRECISION_HIGHP, &limits[0]);
    char *text = limits_text(&report);

    assert_null(strstr(text, "largest"));
    free(text);
    report_finish(&report);
}
