// SPDX-License-Identifier: MIT

#include "base/fp_bits.h"
#include "base/log.h"
#include "sweep/report.h"
#include "tests/shared/group.h"
#include "tests/sweep/swept.h"
#include "view/write.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "report_sweep" };

#define SMALL 60000 // bytes of a document: hundreds of them are kept

struct made {
    struct sweep sweep;
    struct figures figures;
    char *json;
};

static struct made make(enum swept_shape shape)
{
    struct made made = { .sweep = swept_make(shape) };

    figures_make(&made.sweep, &made.figures);
    made.json = report_sweep_json(&made.sweep, &made.figures);
    assert_non_null(made.json);
    return made;
}

static void release(struct made *made)
{
    free(made->sweep.chunks);
    free(made->json);
}

static double value_of(const json_t *sweep, const char *key)
{
    const json_t *object = json_object_get(sweep, key);
    const json_t *error = json_object_get(object, "error");

    object = error ? error : object;
    return fp_from_bits64(strtoull(
        json_is_object(object) ? json_string_value(json_object_get(object, "bits")) : "0",
        NULL, 16));
}

TEST(test_document)
{
    for (int shape = 0; shape < SWEPT_SHAPES; shape++) {
        struct made made = make(shape), again = make(shape);
        const struct figures *figures = &made.figures;
        json_t *root = json_loads(made.json, JSON_REJECT_DUPLICATES, NULL);
        json_t *sweep = json_object_get(root, "sweep"), *ulp;
        assert_string_equal(made.json, again.json);
        assert_true(strlen(made.json) < SMALL);
        assert_int_equal(json_is_true(json_object_get(root, "complete")),
                         shape != SWEPT_PART);
        assert_int_equal(json_integer_value(json_object_get(sweep, "inputs")),
                         figures->done);
        ulp = json_object_get(sweep, "max_ulp");
        assert_int_equal(json_is_object(ulp), figures->ulp.there);
        assert_true(value_of(sweep, "max_ulp") == fabs(figures->ulp.exact.error));
        assert_true(value_of(sweep, "max_relative") == figures->relative.exact.relative);
        assert_true(value_of(sweep, "max_absolute") == figures->absolute.exact.absolute);
        if (json_is_object(json_object_get(sweep, "mean_ulp")))
            assert_true(value_of(sweep, "mean_ulp") == tally_mean(&figures->total));
        json_decref(root);
        release(&made);
        release(&again);
    }
}

static char *text_of(const struct made *made, bool colour)
{
    struct view view = { 0 };
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);

    assert_non_null(file);
    report_sweep_text(&made->sweep, &made->figures, &view);
    view_text(&view, &(struct view_page){ .file = file, .colour = colour });
    view_finish(&view);
    fclose(file);
    return text;
}

// One screen, and no line is wider than it.
TEST(test_page)
{
    for (int shape = 0; shape < SWEPT_SHAPES; shape++) {
        struct made made = make(shape);
        char *text = text_of(&made, false), *rest = text, *line;
        int lines = 0;

        for (; (line = strsep(&rest, "\n")) && rest; lines++) {
            size_t length = strlen(line);
            if (view_page_columns(line) > VIEW_COLUMNS)
                fail_msg("%s: too wide: %s", swept_names[shape], line);
            assert_false(length && line[length - 1] == ' ');
        }
        assert_true(lines <= 36);
        free(text);
        release(&made);
    }
}

TEST(test_words)
{
    static const struct {
        enum swept_shape shape;
        const char *words;
    } cases[] = {
        { SWEPT_TANH, "cuda:tanh.approx: PTX tanh.approx.f32 (invented)\n" },
        { SWEPT_TANH, "device      NVIDIA INVENTED, CUDA 13.0, driver 0.0\n" },
        { SWEPT_TANH, "over        all 2^32 inputs\n" },
        { SWEPT_TANH, "maximum     172.34715 ulp at 0x3cf80000 (0x1.fp-6, 0.030273438)\n"
                      "got         0x3cf7ed49 (0x1.efda92p-6, 0.030264514), exact "
                      "0.030264192545508543\n" },
        { SWEPT_TANH, "share       correctly rounded 96.45 %, faithful 96.47 %\n" },
        { SWEPT_TANH, "others      16,777,216 special\n" },
        { SWEPT_TANH, "monotonic   NO, broken at 2 inputs, first at 0x3c800000" },
        { SWEPT_TANH, "odd         yes\n" },
        { SWEPT_TANH, "published   N. Juffa: 133.9529 ulp; above: 172.3471492\n" },
        { SWEPT_TANH, "below 1/8     94.33 %    ###############\n" },
        { SWEPT_EXACT, "maximum     0 ulp: no result has an error\n" },
        { SWEPT_NOTHING, "4,278,190,080 WRONG IN KIND\n" },
        { SWEPT_NOTHING, "no result has an error that can be counted\n" },
        { SWEPT_NOTHING, "got 0x7fc00000 (NaN), want\n            0x00000000" },
        { SWEPT_GL, "(software), OpenGL ES 3.2 Invented; compute highp\n" },
        { SWEPT_GL, "limit       GLSL ES 3.20, 4.7.1: 3 + 2|x| ulp; " },
        { SWEPT_DIVISION, "a sample of 2^32 pairs, seed 1: maxima are lower bounds\n" },
        { SWEPT_WORDS, "maximum     0.50000 ulp at 0x017fffff\n" },
        { SWEPT_PART, "all 2^32 inputs; 1,442,840,576 done, INCOMPLETE\n" },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct made made = make(cases[i].shape);
        char *text = text_of(&made, false);
        if (!strstr(text, cases[i].words))
            fail_msg("no \"%s\" in\n%s", cases[i].words, text);
        free(text);
        release(&made);
    }
}

TEST(test_colour)
{
    struct made made = make(SWEPT_DEPARTS);
    char *text = text_of(&made, true);

    assert_non_null(strstr(text, "\033[1;31m"));
    free(text);
    release(&made);
}

// If the range cuts a chunk, the ends of that chunk have no names.
TEST(test_specials)
{
    struct report_sweep_special all[REPORT_SWEEP_SPECIALS];
    struct made made = make(SWEPT_TANH), pairs = make(SWEPT_POWERS);

    assert_int_equal(report_sweep_specials(&made.sweep, all), REPORT_SWEEP_SPECIALS);
    for (int i = 0; i < REPORT_SWEEP_SPECIALS; i++) {
        uint64_t a = domain_operands(&made.sweep.domain, all[i].number).a;
        if (!strcmp(all[i].name, "-1"))
            assert_int_equal(a, 0xbf800000);
        if (!strcmp(all[i].name, "+largest finite"))
            assert_int_equal(a, 0x7f7fffff);
        if (!strcmp(all[i].name, "-largest subnormal"))
            assert_int_equal(a, 0x807fffff);
        if (!strcmp(all[i].name, "-inf"))
            assert_int_equal(all[i].got, 0xbf800000);
    }
    made.sweep.domain.first = 8;
    assert_int_equal(report_sweep_specials(&made.sweep, all), REPORT_SWEEP_SPECIALS - 2);
    made.sweep.domain.last -= 2;
    assert_int_equal(report_sweep_specials(&made.sweep, all), REPORT_SWEEP_SPECIALS - 3);
    made.sweep.chunks[127].done = false;
    assert_int_equal(report_sweep_specials(&made.sweep, all), REPORT_SWEEP_SPECIALS - 5);
    assert_int_equal(report_sweep_specials(&pairs.sweep, all), 0);
    release(&made);
    release(&pairs);
}

// Signed errors, from the lowest bin to the highest.
TEST(test_histogram)
{
    struct made made = make(SWEPT_DIVISION);

    assert_non_null(strstr(made.json, "[-0.125, 0.125, "));
    assert_non_null(strstr(made.json, "[-0.25, -0.125, "));
    assert_non_null(strstr(made.json, "[0.125, 0.25, "));
    assert_true(strstr(made.json, "[-0.25, ") < strstr(made.json, "[0.125, "));
    release(&made);
    made = make(SWEPT_HUGE);
    assert_non_null(strstr(made.json, "[null, -1073741824.0, "));
    assert_non_null(strstr(made.json, "[1073741824.0, null, "));
    release(&made);
}

// A figure that is on one side of half an ulp, or of one, is not printed as half an
// ulp, or as one.
TEST(test_ulp)
{
    static const struct {
        double error;
        const char *text;
    } cases[] = {
        { 133.952904, "133.95290 ulp" },
        { 0.5, "0.50000 ulp" },
        { 0.50000003, "0.50000003 ulp" },
        { 0.49999999, "0.50000 ulp" },
        { 0.9999999, "0.9999999 ulp" },
        { 1, "1.00000 ulp" },
        { 0.5 + 0x1p-52, "0.500000000000 ulp" },
        { 2.5e9, "2.5e+09 ulp" },
        { 1.25e-5, "1.25e-05 ulp" },
        { 0, "0.00000 ulp" },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_string_equal(report_sweep_ulp(cases[i].error).text, cases[i].text);
    }
}

TEST(test_over)
{
    static const struct {
        enum swept_shape shape;
        uint64_t first, last;
        uint32_t seed;
        const char *text;
    } cases[] = {
        { SWEPT_TANH, 0, 0xffffffff, 1, "all 2^32 inputs" },
        { SWEPT_TANH, 16, 31, 1, "16 of the 2^32 inputs" },
        { SWEPT_TANH, 1, 1234567, 1, "1,234,567 of the 2^32 inputs" },
        { SWEPT_POWERS, 0, 0xffffffff, 7, "a sample of 2^32 pairs, seed 7" },
        { SWEPT_POWERS, 0, 0xffffffff, 0, "a sample of 2^32 pairs, the plain grid" },
        { SWEPT_WORDS, 0, 0xffffffff, 1, "all 2^32 words" },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct sweep sweep = swept_make(cases[i].shape);
        sweep.domain.first = cases[i].first;
        sweep.domain.last = cases[i].last;
        sweep.domain.seed = cases[i].seed;
        assert_string_equal(report_sweep_over(&sweep).text, cases[i].text);
        free(sweep.chunks);
    }
}

// If only right and wrong results are counted, the report has no errors.
TEST(test_no_errors)
{
    struct made made = make(SWEPT_DIVISION);

    for (int i = 0; i < DOMAIN_CHUNKS; i++) {
        struct cell *cell = &made.sweep.chunks[i].sides[0];
        tally_clear(cell);
        cell->kinds[CELL_FINITE] = cell->correct = 1;
    }
    free(made.json);
    figures_make(&made.sweep, &made.figures);
    made.json = report_sweep_json(&made.sweep, &made.figures);
    assert_non_null(strstr(made.json, "\"mean_ulp\": null"));
    assert_non_null(strstr(made.json, "\"max_ulp\": null"));
    assert_non_null(strstr(made.json, "\"faithful\": null"));
    char *text = text_of(&made, false);
    assert_non_null(strstr(text, " 0.5 ulp: all"));
    assert_false(strstr(text, "0.00000") || strstr(text, "faithful"));
    free(text);
    release(&made);
}

// Writes documents into the folder that the next word names; nonzero: a failure.
TEST_GROUP(report_sweep_documents)
{
    for (int shape = 0; shape < SWEPT_SHAPES; shape++) {
        char path[512];
        struct sweep sweep = swept_make(shape);
        struct figures figures;
        snprintf(path, sizeof path, "%s/%s.json", group_argv[1], swept_names[shape]);
        FILE *file = fopen(path, "w");
        figures_make(&sweep, &figures);
        char *text = report_sweep_json(&sweep, &figures);
        if (!file || fputs(text, file) < 0 || fclose(file))
            return 1;
        free(text);
        free(sweep.chunks);
    }
    return 0;
}
