// SPDX-License-Identifier: MIT
//
// Each statement of a row is true of every side that it names.

#include "compare/private.h"
#include "probe/list.h"
#include "tests/compare/invented_sides.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "report_compare_words",
                                   .after = compared_free };

#define R(rule) VERDICT_RULE(FP_##rule)
#define SIDES   8

// ---- words of cells; groups are those of the texts ----

static const struct {
    const char *texts[SIDES]; // "-": not asked
    const char *words;
} rows[] = {
    { { "24 bits", "11 bits" }, "24 bits on A; 11 bits on B" },
    { { "same", "same", "-" }, "" },
    // The largest group is counted, where nobody is left over.
    { { "beehive", "orca", "orca", "orca", "orca", "beehive", "beehive" },
      "beehive on A, F, G; orca on the other 4" },
    { { "beehive", "orca", "orca", "orca", "orca", "beehive", "-", "beehive" },
      "beehive on A, F, H; orca on B-E" },
};

static struct compare_row row_of(struct compare *compare, struct compare_cell *cells,
                                 const char *const *texts)
{
    struct sense senses[SIDES] = { 0 };

    *compare = (struct compare){ 0 };
    for (; compare->count < SIDES && texts[compare->count]; compare->count++) {
        struct compare_cell *cell = &cells[compare->count];

        *cell = (struct compare_cell){ 0 };
        snprintf(cell->text, sizeof cell->text, "%s", texts[compare->count]);
        memcpy(senses[compare->count].key, cell->text, sizeof cell->text);
        cell->group = strcmp(cell->text, "-") ? 0 : -1;
    }
    return (struct compare_row){ .cells = cells,
                                 .groups = sense_group(cells, senses, compare->count) };
}

TEST(words)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct compare_cell cells[SIDES];
        struct compare compare;
        struct compare_row row = row_of(&compare, cells, rows[i].texts);
        char text[480];

        compare_words(&compare, &row, "", true, text);
        assert_string_equal(text, rows[i].words);
    }
}

// Groups with the same words are printed as one, with a note that they differ.
TEST(same_words)
{
    static const char *const texts[] = { "2 of 3", "2 of 3", "1 of 3", NULL };
    struct compare_cell cells[SIDES];
    struct compare compare;
    struct compare_row row = row_of(&compare, cells, texts);
    char text[480];

    for (int i = 0; i < 3; i++)
        cells[i].group = i;
    row.groups = 3;
    compare_words(&compare, &row, "", true, text);
    assert_string_equal(text, "1 of 3 on C; 2 of 3 on A, B; equal counts, but of "
                              "different expressions");
    compare.count = row.groups = 2;
    compare_words(&compare, &row, "", true, text);
    assert_string_equal(text, "2 of 3 on all, but not the same");
    compare_words(&compare, &row, "1 of 9 differs", true, text);
    assert_string_equal(text, "1 of 9 differs");
}

// A count with another total in the same group is never printed as that of all: the total
// is left out, and counts that differ too are printed apart.
TEST(totals)
{
    static const char *const texts[] = { "9 of 240", "9 of 402", "none of 306",
                                         "3 of 24 deviate", NULL };
    struct compare_cell cells[SIDES];
    struct compare compare;
    struct compare_row row = row_of(&compare, cells, texts);
    char text[480];

    row.counts = true;
    for (int i = 0; i < 4; i++)
        cells[i].group = i / 2;
    row.groups = 2;
    compare_words(&compare, &row, "", true, text);
    assert_string_equal(text, "none on C; 3 of 24 deviate on D; 9 on A, B");
    compare.count = 2;
    cells[1].group = 1;
    compare_words(&compare, &row, "", true, text);
    assert_string_equal(text, "9 of 240 on A; 9 of 402 on B");
}

// A row of one side stands for several forms only if they have the same evidence.
TEST(evidence)
{
    static const long agree[] = { 10, 19, 19, 19 };

    compared_alike(1);
    for (int i = 0; i < 4; i++) {
        struct finding *finding = compared_line(&compared_sides[0].report, "claims",
                                                "variable", "exact", (enum form) i);

        finding->agree = agree[i];
        if (i == 3)
            FINDING_DETAIL(finding, &kind_claim_exceeded);
    }
    compared_make(1);
    compared_row("claims", "variable, plain");
    compared_row("claims", "variable, guarded/precise");
    compared_row("claims", "variable, invariant");
}

// If the errors of a group differ by less than one bit of accuracy, the text has the
// largest.
TEST(figures)
{
    static const char *const texts[] = { "at least 1.7 ulp", "at least 1.9 ulp",
                                         "at least 9 ulp", "at least 1.8 ulp", NULL };
    struct compare_cell cells[SIDES];
    struct sense senses[4];
    struct compare compare;
    struct compare_row row = row_of(&compare, cells, texts);
    char text[480];

    for (int i = 0; i < 4; i++) {
        struct finding finding = { 0 };

        said_set(&finding, NULL, texts[i], "");
        sense_finding(&finding, &senses[i]);
    }
    row.groups = sense_group(cells, senses, 4);
    compare_words(&compare, &row, "", true, text);
    assert_string_equal(text, "at least 9 ulp on C; at least 1.9 ulp on A, B, D");
}

// If the sides may have the same adder, the text is that of the least specific side.
TEST(vaguest)
{
    static const uint32_t survivors[] = { R(RNE), R(RNE) | R(RNA), R(RTZ), R(RNE) };
    static const int emaxes[] = { 127, 31, 15,
                                  63 }; // of the second and the fourth: at least

    for (int i = 0; i < 4; i++) {
        compared_sides[i] = compared_result(23, survivors[i]);
        compared_sides[i].report.headline.emax = emaxes[i];
        compared_sides[i].report.headline.emax_at_least = i % 2;
    }
    compared_make(4);
    assert_string_equal(compared_row("verdict", "rounding")->brief,
                        "rtz on C; nearest on A, B, D");
    assert_string_equal(compared_row("precisions", "highp")->brief,
                        "24 bits, rtz on C; 24 bits, nearest on A, B, D");
    assert_string_equal(compared_row("verdict", "largest exponent")->brief,
                        "15 on C; at least 31 on A, B, D");
}

// ---- claims ----

// Sides: claimed bits, largest exponent and what was measured, 0: nothing.
static const struct {
    int claimed[3], emax[3], has[3];
    int groups[3];
    const char *words;
} claims[] = {
    { { 11, 11, 11 },
      { 15, 15, 15 },
      { 24, 11, 24 },
      { 0, 1, 0 },
      "11 bits to 2^15, as measured on B; 11 bits to 2^15, has 24 on A, C" },
    { { 11, 11, 11 }, { 15, 15, 15 }, { 11, 11, 11 }, { 0, 0, 0 }, "" },
    { { 11, 11, 11 },
      { 15, 127, 15 },
      { 11, 11, 11 },
      { 0, 1, 0 },
      "11 bits to 2^127, as measured on B; 11 bits to 2^15, as measured on A, C" },
    // A value that was not measured is no difference, and the text does not mention the
    // measured one.
    { { 11, 11, 24 },
      { 15, 15, 127 },
      { 24, 0, 24 },
      { 0, 0, 1 },
      "24 bits to 2^127, as measured on C; 11 bits to 2^15 on A, B" },
    { { 11, 11, 11 }, { 15, 15, 15 }, { 0, 11, 0 }, { 0, 0, 0 }, "" },
    // If two differ, the first is used.
    { { 11, 11, 11 },
      { 15, 15, 15 },
      { 0, 11, 24 },
      { 0, 0, 1 },
      "11 bits to 2^15, has 24 on C; 11 bits to 2^15 on A, B" },
};

static struct report_folder claiming(int claimed, int emax, int has)
{
    struct report_folder folder = compared_result(23, R(RNE));
    struct report *report = &folder.report;

    if (has)
        invented_result(report, "stripes", PRECISION_MEDIUMP, FORM_PLAIN, has - 1,
                        R(RNE));
    memset(report->device.claimed, 0, sizeof report->device.claimed);
    report->device.claimed[STAGE_FRAGMENT][PRECISION_MEDIUMP] =
        (struct facts_claim){ emax, emax, claimed - 1, 0 };
    return folder;
}

TEST(claimed)
{
    for (size_t i = 0; i < COUNT_OF(claims); i++) {
        compared_free(NULL);
        for (int j = 0; j < 3; j++)
            compared_sides[j] =
                claiming(claims[i].claimed[j], claims[i].emax[j], claims[i].has[j]);
        compared_make(3);
        compared_check();
        const struct compare_row *row = compared_row("precisions", "claimed");

        for (int j = 0; j < 3; j++)
            if (row->cells[j].group != claims[i].groups[j])
                fail_msg("row %zu, side %d: got %d want %d", i, j, row->cells[j].group,
                         claims[i].groups[j]);
        if (claims[i].words[0])
            assert_string_equal(row->brief, claims[i].words);
    }
}

// ---- who it is said of ----

struct views {
    char *texts[4]; // text, Markdown, CSV, HTML
};

static struct views views_of_all(void)
{
    return (struct views){ { compared_written(&compared, compared_text),
                             compared_written(&compared, compared_markdown),
                             compared_written(&compared, compared_csv),
                             compared_written(&compared, compare_html) } };
}

static void views_free(struct views *views)
{
    for (int i = 0; i < 4; i++)
        free(views->texts[i]);
}

// An interrupted report is marked as such in every view.
TEST(incomplete)
{
    for (int broken = 0; broken < 2; broken++) {
        compared_free(NULL);
        compared_sides[0] = compared_result(23, R(RNE));
        compared_sides[1] = compared_result(23, R(RTZ));
        compared_sides[0].report.complete = true;
        compared_sides[1].report.complete = !broken;
        compared_make(2);
        struct views views = views_of_all();
        static const char *const says[] = {
            "B  llvmpipe (2) [software, incomplete]: ", "| **software, incomplete** |",
            "\"llvmpipe (2) (incomplete)\"", "bad\">software, incomplete</span>"
        };

        for (int i = 0; i < 4; i++) {
            assert_int_equal(strstr(views.texts[i], says[i]) != NULL, broken);
            const char *first = strstr(views.texts[i], "incomplete");
            assert_int_equal(first != NULL, broken);
            assert_null(first ? strstr(first + 1, "incomplete") : NULL);
        }
        views_free(&views);
    }
}

// U+202E, U+2066, U+200F, U+061C, C1, C0, U+E0041, and a byte that is no UTF-8.
#define UNRULY          \
    "x\xe2\x80\xae"     \
    "a\xe2\x81\xa6"     \
    "b\xe2\x80\x8f"     \
    "c\xd8\x9c"         \
    "d\xc2\x9b"         \
    "e\x1b"             \
    "f\xf3\xa0\x81\x81" \
    "g\xff"
#define RULY        \
    "x\xef\xbf\xbd" \
    "a\xef\xbf\xbd" \
    "b\xef\xbf\xbd" \
    "c?"            \
    "d?"            \
    "e?"            \
    "f\xef\xbf\xbd" \
    "g?"

TEST(unruly)
{
    static const char *const never[] = { "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x80\x8f",
                                         "\xd8\x9c",     "\xc2\x9b",     "\x1b",
                                         "\xf3\xa0",     "\xff" };

    for (int i = 0; i < 2; i++) {
        compared_sides[i] = compared_result(23, i ? R(RTZ) : R(RNE));
        struct report *report = &compared_sides[i].report;

        snprintf(report->device.renderer, 40, UNRULY "%d", i);
        snprintf(report->device.version, 40, UNRULY);
        snprintf(report->headline.reason, 40, UNRULY);
        report->headline.status = i ? STATUS_UNDECIDED : STATUS_OK;
        compared_line(report,
                      "topic"
                      "\xe2\x80\xae",
                      UNRULY, i ? "folded to " UNRULY "1" : "kept", FORM_PLAIN);
    }
    compared_make(2);
    assert_string_equal(compared.labels[0].name, RULY "0");
    assert_string_equal(compared_row("topic\xef\xbf\xbd", RULY)->cells[1].text,
                        "folded to " RULY "1");
    struct views views = views_of_all();

    for (int i = 0; i < 4; i++)
        for (size_t j = 0; j < COUNT_OF(never); j++)
            if (strstr(views.texts[i], never[j]))
                fail_msg("view %d has unruly character %zu", i, j);
    views_free(&views);
}

// ---- names ----

static const struct {
    const char *renderer, *version, *name;
} renderers[] = {
    { "llvmpipe (LLVM 15.0.6, 256 bits)", "OpenGL ES 3.2 Mesa 22.3.6",
      "llvmpipe ES 3.2 Mesa 22.3.6" },
    { "llvmpipe (LLVM 15.0.6, 256 bits)", "OpenGL ES 3.2 Mesa 24.1.0",
      "llvmpipe ES 3.2 Mesa 24.1.0" },
    { "llvmpipe (LLVM 15.0.6, 256 bits)", "4.5 (Core Profile) Mesa 22.3.6",
      "llvmpipe GL 4.5" },
    { "NVIDIA H200/PCIe/SSE2", "4.6.0 NVIDIA 580.159.04", "NVIDIA H200" },
    { "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "4.6", "Mesa Intel UHD Graphics 620" },
    { "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), S)",
      "OpenGL ES 3.1 (ANGLE)", "ANGLE SwiftShader Device" },
    { "ANGLE (NVIDIA, NVIDIA GeForce RTX 3070, D3D11)", "OpenGL ES 3.0 (ANGLE)",
      "ANGLE NVIDIA GeForce RTX 3070" },
    { "ANGLE (", "", "ANGLE" },
    { "(odd)", "", "(odd)" },
    { "/", "", "/" },
    { "", "", "egl:0" },
};

TEST(names)
{
    for (size_t i = 0; i < COUNT_OF(renderers); i++) {
        compared_sides[i] = compared_folder(INVENTED_EMPTY);
        struct facts *device = &compared_sides[i].report.device;

        snprintf(device->renderer, sizeof device->renderer, "%s", renderers[i].renderer);
        snprintf(device->version, sizeof device->version, "%s", renderers[i].version);
    }
    compared_make(COUNT_OF(renderers));
    for (size_t i = 0; i < COUNT_OF(renderers); i++)
        assert_string_equal(compared.labels[i].name, renderers[i].name);
}
