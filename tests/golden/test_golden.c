// SPDX-License-Identifier: MIT
//
// Compares results with goldens: the words for a change, what may differ, and which
// results may be blessed.

#include "golden/golden.h"
#include "probe/probe.h"
#include "tests/golden/blessed.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "golden" };

// clang-format off
static const struct change {
    const char *probe, *was, *is;
    int width; // of the second, if it is another
    enum golden_status status;
    const char *words[4];
} changes[] = {
    { "stripes", "fake:rne", "fake:rne", 0, GOLDEN_MATCH, { NULL } },
    { "stripes", "fake:rne", "fake:rtz", 0, GOLDEN_CHANGED,
      { "stripe ", " became ", "rne became truncate", "pixels differ" } },
    { "stripes", "fake:rne", "fake:rne,p=17", 0, GOLDEN_CHANGED,
      { "24 bits became 17", "stripe " } },
    { "width", "fake:rne", "fake:rne,fold", 0, GOLDEN_CHANGED, { "ok became folded: " } },
    { "stripes", "fake:rne", "fake:rne", 32, GOLDEN_STALE,
      { "of a ramp of another width" } },
    { "operations", "fake:rne", "fake:rne", 0, GOLDEN_MATCH, { NULL } },
    { "operations", "fake:rne", "fake:rtz", 0, GOLDEN_CHANGED,
      { "a + b: rne became rtz, which deviates", "more lines", "case " } },
    { "contraction", "fake:rne", "fake:rne,contract", 0, GOLDEN_CHANGED,
      { "a * b + c: separate became fused" } },
    { "functions", "fake:rne", "fake:rne", 0, GOLDEN_MATCH, { NULL } },
    { "functions", "fake:rne", "fake:rne,coarse=2", 0, GOLDEN_MATCH, { NULL } },
    { "functions", "fake:rne", "fake:rne,coarse=12", 0, GOLDEN_CHANGED, { "sin(x)" } },
    { "integers", "fake:rne", "fake:rtz", 0, GOLDEN_CHANGED,
      { "float(int), rounded: " } },
};
// clang-format on

TEST(words)
{
    static struct asked was, is;

    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        const struct change *change = &changes[i];

        blessed_measure(&was, change->was, blessed_only(change->probe, 64));
        blessed_bless(&was);
        blessed_measure(&is, change->is,
                        blessed_only(change->probe, change->width ? change->width : 64));
        struct golden_row row = blessed_compare(&was, &is, 0);

        if (row.status != change->status)
            print_message("%s to %s: %s\n", change->was, change->is, row.cause);
        assert_int_equal(row.status, change->status);
        assert_int_equal(row.status == GOLDEN_MATCH, !row.cause[0]);
        for (int k = 0; k < 4 && change->words[k]; k++)
            if (!strstr(row.cause, change->words[k]))
                fail_msg("%s to %s: no \"%s\" in \"%s\"", change->was, change->is,
                         change->words[k], row.cause);
        blessed_finish(&is);
        blessed_finish(&was);
    }
}

// A band, its longest run, its values; the rest of a picture is as it was.
TEST(place)
{
    static struct asked was, is;

    blessed_measure(&was, "fake:rne", blessed_only("stripes", 64));
    blessed_bless(&was);
    blessed_measure(&is, "fake:rne", blessed_only("stripes", 64));
    struct pixels *pixels = &is.pictures[0];
    int high = pixels->height / 26;

    for (int x = 20; x < 30; x++)
        if (x != 22)
            pixels_row(pixels, pixels->height - 1 - 3 * high)[x] = 0x3f800000;
    pixels_row(pixels, pixels->height - 1)[5] = 0;
    pixels_hash(pixels, blessed_seen(&is, 0)->picture.sha256);
    struct golden_row row = blessed_compare(&was, &is, 0);

    assert_int_equal(row.status, GOLDEN_CHANGED);
    assert_non_null(strstr(row.cause, "stripe 3, columns 23-29: 0.6328125 became 1"));
    assert_non_null(strstr(row.cause, "10 of 16640 pixels differ"));
    blessed_finish(&is);
    blessed_finish(&was);
}

// A software renderer may have other pixels in the expressions that depend on the
// processor, and nowhere else.
TEST(by_class)
{
    static struct asked was, is;

    blessed_measure(&was, "fake:rne", blessed_only("integers", 64));
    blessed_bless(&was);
    blessed_measure(&is, "fake:rne", blessed_only("integers", 64));
    for (int line = 0; line < 24; line++) {
        struct pixels *pixels = &is.pictures[0];
        uint32_t *word = pixels_row(pixels, pixels->height - 1 - line);
        bool free_line = line >= 2 && line <= 8;

        *word ^= 1;
        pixels_hash(pixels, blessed_seen(&is, 0)->picture.sha256);
        struct golden_row row = blessed_compare(&was, &is, 0);

        assert_int_equal(row.status, free_line ? GOLDEN_MATCH : GOLDEN_CHANGED);
        assert_int_equal(row.by_class, free_line);
        *word ^= 1;
    }
    // A GPU has no such lines.
    const struct facts gpu = { .renderer = "a GPU" }, cpu = { .software = true };
    const struct result *result = &was.report.results[0];

    assert_true(golden_by_class(&gpu, result) == 0);
    assert_true(golden_by_class(&cpu, result) == 0x1fc);
    blessed_finish(&is);
    blessed_finish(&was);
}

// The operands and the GLSL of a question are hashed. A golden of fewer cases, or of
// other operands or GLSL, is stale; a device with another format gets other operands
// for the same question.
TEST(questions)
{
    static struct asked was, is;
    static const char *const probes[] = { "operations", "ties" };

    for (int i = 0; i < 3 * (int) COUNT_OF(probes); i++) {
        blessed_measure(&was, "fake:rne", blessed_only(probes[i / 3], 64));
        blessed_bless(&was);
        blessed_measure(&is, i % 3 ? "fake:rne" : "fake:rne,p=17",
                        blessed_only(probes[i / 3], 64));
        struct capture *capture = &was.set.capture;
        const struct golden *golden = &was.set.goldens[0];
        int question = capture->measurements[golden->at].question;
        struct capture_row *line = &capture->questions[question].lines[0];

        line->operands ^= i % 3 == 1;
        line->glsl ^= i % 3 == 2;
        struct golden_row row = blessed_compare(&was, &is, 0);

        assert_int_equal(row.status, i % 3 ? GOLDEN_STALE : GOLDEN_CHANGED);
        blessed_finish(&is);
        blessed_finish(&was);
    }
}

// The same pixels, of which another program reads something else.
TEST(readings)
{
    static struct asked was, is;

    blessed_measure(&was, "fake:rne", blessed_only("operations", 64));
    blessed_bless(&was);
    blessed_measure(&is, "fake:rne", blessed_only("operations", 64));
    struct golden_reading *read = &was.set.goldens[0].read;

    for (int i = 0; i < 4; i++) {
        struct golden_answer *answer = &read->answers[0], whole = *answer;

        answer->agree -= i == 1;
        answer->deviates = i == 2;
        snprintf(answer->says, sizeof answer->says, "%s", i == 3 ? "rtz" : whole.says);
        struct golden_row row = blessed_compare(&was, &is, 0);

        assert_int_equal(row.status, i ? GOLDEN_CHANGED : GOLDEN_MATCH);
        assert_true(!i || strstr(row.cause, "the same pixels, read otherwise: a + b: "));
        assert_true(i != 3 || strstr(row.cause, "rtz became rne"));
        *answer = whole;
    }
    blessed_finish(&is);
    blessed_finish(&was);
}

static const struct likeness {
    const char *want, *got;
    bool want_deviates, got_deviates, alike;
} likenesses[] = {
    { "at least 0.51 ulp", "at least 1.03 ulp", false, false, true },
    { "at least 1.00 ulp", "at least 64.00 ulp", false, false, true },
    { "at least 1.00 ulp", "at least 64.10 ulp", false, false, false },
    { "at least 64.10 ulp", "at least 0.50 ulp", false, false, false },
    { "at least 2.00 ulp", "at least 2.00 ulp", false, true, false },
    { "absolute, at least 2^-25", "absolute, at least 2^-19", false, false, true },
    { "absolute, at least 2^-25", "absolute, at least 2^-18", false, false, false },
    { "absolute, at least 2^-18", "absolute, at least 2^-25", false, false, false },
    { "absolute, at least 2^-25", "at least 1.00 ulp", false, false, false },
    { "at least 1.03 ulp, absolute, at least 2^-24 in [0.5, 2]",
      "at least 1.5 ulp, absolute, at least 2^-23 in [0.5, 2]", false, false, true },
    { "at least 1.03 ulp, absolute, at least 2^-24 in [0.5, 2]",
      "at least 1.5 ulp, absolute, at least 2^-13 in [0.5, 2]", false, false, false },
    { "exact", "exact on 128 of 254, worst 1.00 ulp at n = -126", false, false, true },
    { "exact", "exact on 128 of 254, worst 100.00 ulp at n = -126", false, false, false },
    { "always 0xffffffff", "saturates as int", false, false, true },
    { "unsupported", "saturates as int", false, false, false },
    { "at least 1.00 ulp", "unsupported", false, false, false },
};

TEST(classes)
{
    for (size_t i = 0; i < COUNT_OF(likenesses); i++) {
        const struct likeness *row = &likenesses[i];
        struct finding findings[2] = {
            { .expression = "f(x)", .deviates = row->want_deviates },
            { .expression = "f(x)", .deviates = row->got_deviates }
        };
        struct result result = { .findings = findings, .finding_count = 2 };
        struct golden_reading read;

        said_set(&findings[0], NULL, row->want, "");
        said_set(&findings[1], NULL, row->got, "");
        golden_reading_of(&result, 3, &read);
        if (golden_same_answer(&read.answers[0], &read.answers[1], true) != row->alike)
            fail_msg("%s and %s", row->want, row->got);
        golden_reading_finish(&read);
    }
}

// ---- what may be blessed ----

TEST(refusals)
{
    static struct asked asked;

    blessed_measure(&asked, "fake:rne", blessed_only("stripes", 16));
    struct pixels *pixels = &asked.pictures[0];
    struct result good = asked.report.results[0], other = good, bad = good;

    assert_null(golden_refuse(&good, pixels, &other));
    assert_string_equal(golden_refuse(&good, pixels, NULL),
                        "the second run did not get there");
    assert_string_equal(golden_refuse(&good, NULL, &other), "the picture is not there");
    for (int status = 0; status < STATUS_COUNT; status++) {
        bool stable = status == STATUS_OK || status == STATUS_FOLDED ||
                      status == STATUS_UNSUPPORTED || status == STATUS_UNDECIDED ||
                      status == STATUS_SKIPPED || status == STATUS_EXCESS ||
                      status == STATUS_UNROUNDED;

        bad.verdict.status = (enum status) status;
        assert_int_equal(!golden_refuse(&bad, pixels, &bad), stable);
        if (status != STATUS_OK)
            assert_non_null(golden_refuse(&good, pixels, &bad));
    }
    other.sha256[5] ^= 1;
    assert_string_equal(golden_refuse(&good, pixels, &other),
                        "a second run drew other pixels");
    other = good;
    other.verdict.survivors ^= 2;
    assert_string_equal(golden_refuse(&good, pixels, &other),
                        "a second run came to another verdict");
    pixels_row(pixels, 7)[3] = pixels_canary(pixels->readout);
    assert_string_equal(golden_refuse(&good, pixels, &good),
                        "part of the picture was not painted");
    for (int i = 0; i < pixels->width * pixels->height; i++)
        pixels->words[i] = i / pixels->width % 10 ? 0x3f000000 : 0;
    assert_string_equal(golden_refuse(&good, pixels, &good), "the picture is blank");
    bad.verdict.status = STATUS_FOLDED;
    assert_null(golden_refuse(&bad, pixels, &bad));
    pixels_row(pixels, 7)[3] = 0x3f000001;
    assert_null(golden_refuse(&good, pixels, &good));
    blessed_finish(&asked);
}
