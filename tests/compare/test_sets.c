// SPDX-License-Identifier: MIT
//
// Which pictures of a comparison are shown, and what of them is said.

#include "tests/compare/invented_sides.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define STRIPES      26

// Where the range of one ends, steps still tell more.
static void no_number_in_words(void **state)
{
    struct report_folder folders[2] = { compared_picture(512, false),
                                        compared_picture(512, true) };
    struct report_compare compare;

    (void) state;
    for (int y = 0; y < STRIPES - 16; y++)
        for (int x = 0; x < 512; x++)
            pixels_row(folders[1].pictures, y)[x] = x % 2 ? 0x7f800000 : 0x7fc00000;
    pixels_sha256(folders[1].pictures, folders[1].report.results[0].sha256);
    assert_true(report_compare_init(&compare, folders, 2));
    assert_string_equal(compared_row(&compare, "pictures", "stripes")->brief,
                        "stripe 14, column 0: 0 (to nearest even) on A against 0.998047 "
                        "(toward zero) on B; stripes 14-25, 5632 of 13312 cells differ");
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

// The fract stripes first, though others are heavier; then what differs, and of that
// first what is folded nowhere, each question once.
static const struct {
    const char *probe;
    enum precision precision;
    enum form form;
    bool folded, differs;
} shown[] = {
    { "stripes_unit", PRECISION_HIGHP, FORM_PLAIN, true, true },
    { "stripes_unit", PRECISION_HIGHP, FORM_GUARDED, false, true },
    { "stripes_unit", PRECISION_MEDIUMP, FORM_PLAIN, true, true },
    { "stripes_unit", PRECISION_LOWP, FORM_GUARDED, false, false },
    { "stripes", PRECISION_HIGHP, FORM_PLAIN, false, false },
};

static void pictures_in_order(void **state)
{
    static const char *const names[REPORT_COMPARE_PICTURES] = {
        "stripes, fragment highp, plain", "stripes_unit, fragment highp, guarded",
        "stripes_unit, fragment mediump, plain"
    };
    struct report_folder folders[2] = { 0 };
    struct report_compare compare;

    (void) state;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < (int) COUNT(shown); i++) {
            struct result *result =
                invented_result(&folders[side].report, shown[i].probe, shown[i].precision,
                                shown[i].form, 23, VERDICT_RULE(FP_RNE));

            if (shown[i].folded)
                result->verdict.status = STATUS_FOLDED;
            memset(result->sha256, '0' + i + 5 * (side && shown[i].differs), 64);
            result->image[0] = 0;
        }
    assert_true(report_compare_init(&compare, folders, 2));
    assert_int_equal(compare.set_count, REPORT_COMPARE_PICTURES);
    for (int i = 0; i < REPORT_COMPARE_PICTURES; i++)
        assert_string_equal(compare.sets[i].name, names[i]);
    report_compare_finish(&compare);
    compared_finish(folders, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_number_in_words),
        cmocka_unit_test(pictures_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
