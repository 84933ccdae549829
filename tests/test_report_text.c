// SPDX-License-Identifier: MIT

#include "fp.h"
#include "invented.h"
#include "report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *text_of(const struct report *report, bool verbose, bool colour)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);

    assert_non_null(file);
    report_text(report, file, verbose, colour);
    fclose(file);
    return text;
}

static void check_lines(const struct report *report)
{
    char *text = text_of(report, true, false);
    int column = 0;

    assert_non_null(strstr(text, "[software]")); // a word is not broken
    for (const char *at = text; *at; at++) {
        assert_true(*at == '\n' || (unsigned char) *at >= 0x20);
        column = *at == '\n' ? 0 : column + ((*at & 0xc0) != 0x80);
        assert_in_range(column, 0, 80);
    }
    free(text);
}

static void test_lines(void **state)
{
    (void) state;
    for (int which = 0; which < INVENTED_CASES; which++) {
        struct report report = invented_report(which);
        check_lines(&report);
        for (int length = 1; length < 100; length++) {
            snprintf(report.device.renderer, sizeof report.device.renderer,
                     "a %0*d b c\xc3\xa9", length, 0);
            check_lines(&report);
        }
        report_finish(&report);
    }
}

static void test_words(void **state)
{
    struct report report = invented_report(INVENTED_DIFFERS);
    char *text = text_of(&report, false, false), *loud = text_of(&report, false, true);

    (void) state;
    assert_int_equal(strncmp(text, "24-bit significand, rounds to nearest even\n", 43),
                     0);
    assert_non_null(strstr(text, "[software]"));
    assert_non_null(strstr(text, "beehive"));
    assert_non_null(strstr(text, " of 8 results, 3456 differ\n"));
    assert_non_null(strstr(text, "\nnot ok      2 more results, see below\n"));
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

// What a device claims, and what it has: bits, and how the text says it.
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

static void test_claims(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
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

// A fake is called simulated once, and a reference of two clauses is parted between
// them.
static void test_simulated(void **state)
{
    struct report report = invented_report(INVENTED_RNE);

    (void) state;
    report.device.simulated = true;
    snprintf(report.device.renderer, sizeof report.device.renderer, "simulated: rtz");
    snprintf(report.reference_name, sizeof report.reference_name,
             "this CPU under fesetround; integers where it has no such format");
    char *text = text_of(&report, false, false);
    assert_non_null(strstr(text, "\ndevice      simulated: rtz\n"));
    assert_non_null(strstr(text, "\nreference   host, this CPU under fesetround;\n"
                                 "            integers where it has no such format\n"));
    free(text);
    report_finish(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_simulated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
