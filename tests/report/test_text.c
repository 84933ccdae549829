// SPDX-License-Identifier: MIT

#include "base/deviation.h"
#include "base/fp_format.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "report/report.h"
#include "report/text.h"
#include "report/topics.h"
#include "tests/report/invented.h"
#include "tests/report/personality.h"
#include "tests/shared/group.h"
#include "view/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "report_text" };

static char *text_of_width(const struct report *report, bool reasons, bool colour,
                           int columns)
{
    struct view view = { 0 };
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);

    assert_non_null(file);
    report_text(report, reasons, &view);
    view_text(&view, &(struct view_page){ file, colour, columns, false });
    view_finish(&view);
    fclose(file);
    return text;
}

static char *text_of(const struct report *report, bool reasons, bool colour)
{
    return text_of_width(report, reasons, colour, 0);
}

static void check_lines(const struct report *report, int columns)
{
    char *text = text_of_width(report, true, false, columns);
    int column = 0;

    assert_non_null(strstr(text, "[software]")); // a word is not broken
    for (const char *at = text; *at; at++) {
        assert_true(*at == '\n' || (unsigned char) *at >= 0x20);
        column = *at == '\n' ? 0 : column + ((*at & 0xc0) != 0x80);
        assert_in_range(column, 0, columns ? columns : 80);
    }
    free(text);
}

TEST(test_lines)
{
    for (int which = 0; which < INVENTED_CASES; which++) {
        struct report report = invented_report(which);
        check_lines(&report, 0);
        for (int length = 1; length < 100; length += 4 + which) {
            snprintf(report.device.renderer, sizeof report.device.renderer,
                     "a %0*d b c\xc3\xa9", length, 0);
            check_lines(&report, length < 50 ? 0 : length);
        }
        report_finish(&report);
    }
}

TEST(test_words)
{
    struct report report = invented_report(INVENTED_DIFFERS);
    char *text = text_of(&report, false, false), *loud = text_of(&report, false, true);

    assert_int_equal(strncmp(text, "24-bit significand, rounds to nearest even\n", 43),
                     0);
    assert_non_null(strstr(text, "[software]"));
    assert_non_null(strstr(text, "beehive"));
    assert_non_null(strstr(text, " of 8 results, 3456 differ\n"));
    assert_non_null(
        strstr(text, "\nfolded      2 results in the plain form (GLSL allows it)\n"));
    assert_non_null(strstr(text, "got 0x1p-1 want 0x0p+0"));
    assert_non_null(strstr(text, "stripes      highp              differs"));
    assert_non_null(strstr(text, "stripes_unit highp/mediump      folded"));
    assert_non_null(
        strstr(text, "precise needs GLSL ES 3.20 (sieve precise, and 1 more)"));
    assert_null(strchr(text, '\033'));
    assert_non_null(strchr(loud, '\033'));
    free(text);
    free(loud);
    report_finish(&report);
}

// The bits that a device claims, the bits that it has, and the words of the text.
static const struct {
    int claimed, has;
    const char *words;
} claims[] = {
    { 24, 24, "24 bits, rne                as claimed\n" },
    { 11, 24, "24 bits, rne                claims 11, has more\n" },
    { 24, 11, "11 bits, rne                claims 24, has fewer\n" },
    { 0, 24, "24 bits, rne                claims nothing\n" },
    { 24, 0, "? bits, rne                 claims 24\n" },
};

// The screen names the model where it computes what the reference does not contain.
TEST(test_partly)
{
    struct report report = { .complete = true, .reference_kind = "recorded" };

    for (int i = 0; i < 3; i++) {
        struct result *result = invented_result(&report, "sieve", PRECISION_HIGHP,
                                                FORM_PLAIN, 23, VERDICT_RULE(FP_RNE));
        strcpy(result->reference, i ? "recorded, model" : "recorded");
        char *text = text_of_width(&report, false, false, 200);

        assert_int_equal(strstr(text, " partly with model") != NULL, i > 0);
        assert_null(strstr(text, "does not contain it"));
        if (i == 2)
            assert_non_null(strstr(text, "; 2 of them compared partly with model: "));
        free(text);
    }
    report_finish(&report);
}

// The screen says what was compared with another reference than the one that it names.
TEST(test_stand_ins)
{
    static const char *const by[] = { "recorded", "host", "host", "model" };
    struct report report = { .complete = true, .reference_kind = "recorded" };

    for (int i = 0; i < 4; i++) {
        struct result *result = invented_result(&report, "sieve", PRECISION_HIGHP,
                                                FORM_PLAIN, 23, VERDICT_RULE(FP_RNE));
        strcpy(result->reference, by[i]);
        char *text = text_of_width(&report, false, false, 200);

        assert_int_equal(strstr(text, " of them compared ") != NULL, i > 0);
        if (i == 3)
            assert_non_null(strstr(text, "; 3 of them compared with host, model:"));
        free(text);
    }
    report_finish(&report);
}

TEST(test_claims)
{
    for (size_t i = 0; i < COUNT_OF(claims); i++) {
        struct report report = { .complete = true };
        invented_result(&report, "sieve", PRECISION_HIGHP, FORM_PLAIN, claims[i].has - 1,
                        VERDICT_RULE(FP_RNE));
        report.device.claimed[STAGE_FRAGMENT][PRECISION_HIGHP].precision =
            claims[i].claimed ? claims[i].claimed - 1 : 0;
        report_conclude(&report);
        char *text = text_of(&report, false, false),
             *loud = text_of(&report, false, true);
        if (!strstr(text, claims[i].words))
            fail_msg("no \"%s\" in %s", claims[i].words, text);
        assert_non_null(strstr(text, " of 1 result, 0 differ\n"));
        // Red is for a promise that is not kept.
        assert_int_equal(strstr(loud, "\033[1;31m") != NULL,
                         claims[i].has && claims[i].has < claims[i].claimed);
        free(text);
        free(loud);
        report_finish(&report);
    }
}

// A simulated device is called simulated once.
TEST(test_simulated)
{
    struct report report = invented_report(INVENTED_RNE);

    report.device.simulated = true;
    snprintf(report.device.renderer, sizeof report.device.renderer, "simulated: rtz");
    snprintf(report.reference_name, sizeof report.reference_name,
             "this CPU under fesetround; integers where it has no such format");
    char *text = text_of(&report, false, false);
    assert_non_null(strstr(text, "\ndevice      simulated: rtz\n"));
    assert_non_null(strstr(text,
                           "\nreference   host, this CPU under fesetround; integers "
                           "where it has no such\n            format\n"));
    free(text);
    report_finish(&report);
}

static int count(const char *text, const char *word)
{
    int found = 0;

    while ((text = strstr(text, word))) {
        found++;
        text++;
    }
    return found;
}

// The whole personality is one screen, whatever the device is like; and no line is
// longer than 80 columns, even of the worst. Two reports are crowded, because each of
// them takes seconds to print.
TEST(test_one_screen)
{
    for (int how = 0; how <= PERSONALITY_CROWDED; how++)
        for (int which = 0; which < INVENTED_CASES; which++) {
            if (how == PERSONALITY_CROWDED && which != INVENTED_RNE &&
                which != INVENTED_LONG)
                continue;
            struct report report =
                personality_report((enum invented_case) which, (enum personality) how);
            bool plain = which < INVENTED_DIFFERS && how < PERSONALITY_CROWDED;
            char *text = text_of(&report, false, false);
            assert_true(!strstr(text, ", no correct bits") ==
                        (how != PERSONALITY_CROWDED));
            assert_true(!plain || (count(text, "\n") >= 20 && count(text, "\n") <= 60));
            check_lines(&report, how % 2 ? 60 : 0);
            free(text);
            report_finish(&report);
        }
}

static int longest(const char *text)
{
    int most = 0, column = 0;

    for (; *text; text++) {
        column = *text == '\n' ? 0 : column + ((*text & 0xc0) != 0x80);
        most = column > most ? column : most;
    }
    return most;
}

// A page is as wide as it is told to be.
TEST(test_width)
{
    static const int widths[] = { 60, 80, 120, 300 };
    struct report report = personality_report(INVENTED_RNE, PERSONALITY_MESA);
    int before = 0;

    for (size_t i = 0; i < COUNT_OF(widths); i++) {
        char *text = text_of_width(&report, true, false, widths[i]);
        int most = longest(text);

        assert_in_range(most, before + 1, widths[i] > 80 ? widths[i] : 80);
        before = widths[i] > 80 ? most : 0;
        free(text);
    }
    report_finish(&report);
}

// An expression that is neither as written nor simplified does not count as folded.
TEST(test_neither)
{
    struct report report = personality_report(INVENTED_RNE, PERSONALITY_SOUND);

    for (int i = 0; i < report.count; i++)
        if (!strcmp(report.results[i].probe, "folding") &&
            report.results[i].finding_count)
            FINDING_SAY(&report.results[i].findings[0], &kind_neither);
    char *text = text_of(&report, false, false);

    assert_non_null(strstr(text, "folds 0 of 11 idioms, 1 undecided"));
    free(text);
    report_finish(&report);
}

// The mark of an expression that more bits inside or folding can explain is that of one
// that was not measured, and the sum counts it as undecided.
TEST(test_undecided_marks)
{
    struct report report = personality_report(INVENTED_RNE, PERSONALITY_SOUND);
    struct view view = { 0 };

    for (int i = 0; i < report.count; i++)
        if (!strcmp(report.results[i].probe, "folding") &&
            report.results[i].finding_count) {
            struct finding *finding = &report.results[i].findings[0];

            FINDING_ALSO(finding, &kind_inside, .bits = 64);
            FINDING_ALSO(finding, &kind_or_folded);
        }
    char *text = text_of(&report, false, false);

    assert_non_null(strstr(text, "folds 0 of 11 idioms, 1 undecided"));
    report_marks(&view, &report, TOPIC_FOLDING);
    assert_int_equal(view_last(&view)->row_count, 1);
    assert_string_equal(view_last(&view)->rows[0].cells[1].text, "-");
    assert_string_equal(view_last(&view)->text, "the other 10 are as written");
    view_finish(&view);
    report_marks(&view, &report, TOPIC_ERROR_FREE);
    assert_string_equal(view_last(&view)->text, "all 8 are exact");
    view_finish(&view);
    free(text);
    report_finish(&report);
}

// A device of which no expression could be measured has no count of 0 expressions.
TEST(test_nothing_measured)
{
    struct report report = personality_report(INVENTED_RNE, PERSONALITY_SOUND);

    for (int i = 0; i < report.count; i++)
        if (report.results[i].topic[0]) {
            report.results[i].verdict.status = STATUS_SKIPPED;
            report.results[i].finding_count = 0;
        }
    char *text = text_of(&report, false, false);

    assert_non_null(strstr(text, "compiler    skipped\n"));
    assert_non_null(strstr(text, "expressions not measured\n"));
    free(text);
    report_finish(&report);
}

TEST(test_sound)
{
    struct report report = personality_report(INVENTED_RNE, PERSONALITY_SOUND);
    char *text = text_of(&report, false, false);

    assert_non_null(strstr(text, "\ndf64        float-float as written\n"));
    assert_non_null(strstr(text, "\nsubnormals  11 kept\n"));
    assert_non_null(strstr(text, "\nspecials    none of 7 deviates\n"));
    assert_non_null(strstr(text, "contracts 0 of 8 shapes; folds 0 of 11 idioms\n"));
    assert_null(strstr(text, "another answer"));
    free(text);
    report_finish(&report);
}

// Columns of new precisions and forms appear where something was asked, and nowhere
// else.
TEST(test_columns)
{
    struct report report = invented_report(INVENTED_RNE);

    char *text = text_of(&report, false, false);
    assert_null(strstr(text, "invari"));
    assert_null(strstr(text, "double"));
    free(text);
    invented_result(&report, "sieve", PRECISION_DOUBLE, FORM_INVARIANT, 52,
                    VERDICT_RULE(FP_RNE));
    text = text_of(&report, false, false);
    assert_non_null(strstr(text, "\nfragment   double     53 bits, rne"));
    assert_non_null(strstr(text, "invarian"));
    assert_non_null(strstr(text, "\nsieve         double"));
    free(text);
    check_lines(&report, 0);
    report_finish(&report);
}

// A large error that is allowed names its place near 0, and what allows it. One that
// deviates names the specification instead.
TEST(test_errors)
{
    struct report report = personality_report(INVENTED_RNE, PERSONALITY_MESA);
    struct view view = { 0 };

    for (int i = 0; i < report.count; i++)
        for (int j = 0; j < report.results[i].finding_count; j++) {
            struct finding *finding = &report.results[i].findings[j];

            if (strcmp(finding->expression, "sin(x)") != 0)
                continue;
            finding->from = DEVIATION_NONE;
            finding->error_max_ulp = 0x1p20;
            finding->example = (struct finding_case){ .operands = 1, .results = 1 };
            strcpy(finding->glsl, "GLSL: none");
        }
    report_errors(&view, &report);
    const struct view_row *rows = view_last(&view)->rows;

    assert_int_equal(view_last(&view)->row_count, 5);
    assert_string_equal(rows[0].cells[0].text, "sin(x)");
    assert_non_null(strstr(rows[0].cells[1].text, " near 0, flushed"));
    assert_string_equal(rows[0].cells[2].text, "GLSL: none");
    assert_null(strstr(rows[1].cells[1].text, "near 0"));
    assert_string_equal(rows[1].cells[2].text, "deviates from Vulkan's bound");
    view_finish(&view);
    report_finish(&report);
}
