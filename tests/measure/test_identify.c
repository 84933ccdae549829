// SPDX-License-Identifier: MIT
//
// Which models paint a picture, whether infer agrees, and how one picture differs from
// another.

#include "base/fp_bits.h"
#include "measure/difference.h"
#include "measure/identify.h"
#include "measure/measure.h"
#include "probe/picture.h"
#include "tests/measure/painter.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <string.h>

static struct group this_group = { .name = "identify" };

#define WIDTH 32

static struct probe_params params_of(const struct fp_model *model, enum readout readout,
                                     int rows)
{
    return (struct probe_params){
        .form = FORM_GUARDED,
        .readout = readout,
        .width = model->format.precision < 6 ? 16 : WIDTH,
        .rows = rows,
        .model = *model,
        .precision_bits = model->format.precision,
    };
}

static struct pixels eval(const struct probe *probe, const struct probe_params *params)
{
    struct pixels pixels;
    struct unit unit = unit_model();

    pixels_init(&pixels, probe_pixel_width(probe, params),
                probe_pixel_height(probe, params), params->readout);
    assert_true(probe_eval(probe, params, &unit, &pixels));
    return pixels;
}

// Wherever one bit of one answer is wrong, no model is left: not only at the cases that
// are tried first.
TEST(one_bit)
{
    const struct probe *probe = probe_find("stripes_unit");
    struct fp_model model = { .format = { 17, 127 }, .round = FP_RUP };
    struct probe_params params = params_of(&model, READOUT_BITS, 1);

    params.width = 1024;
    struct pixels pixels = eval(probe, &params);
    for (int i = 0; i < 1024 * 26; i += 97) {
        struct identified identified;
        uint32_t all = 0;

        pixels.words[i] ^= 0x800000;
        identify(probe, &params, &pixels, 0, &identified);
        pixels.words[i] ^= 0x800000;
        for (int p = 0; p <= IDENTIFY_PRECISION_MAX; p++)
            all |= identified.rules[p];
        assert_int_equal(all, 0);
    }
    pixels_finish(&pixels);
}

TEST(judge_intersects)
{
    struct identified identified = { .rules[17] =
                                         VERDICT_RULE(FP_RTZ) | VERDICT_RULE(FP_RNE) };
    struct verdict inferred = verdict_unknown(STATUS_OK);

    inferred.fraction_bits = 16;
    inferred.survivors = VERDICT_RULE(FP_RTZ) | VERDICT_RULE(FP_RDN);
    struct verdict verdict = identify_judge(&inferred, &identified);
    assert_int_equal(verdict.status, STATUS_OK);
    assert_int_equal(verdict.survivors, VERDICT_RULE(FP_RTZ));
    assert_int_equal(verdict.pattern, PATTERN_ORCA);
    assert_int_equal(verdict.fraction_bits, 16);
}

TEST(judge_disagrees)
{
    struct identified identified = { .rules[17] = VERDICT_RULE(FP_RUP),
                                     .rules[16] = VERDICT_RULE(FP_RDN) };
    struct verdict inferred = verdict_unknown(STATUS_OK);

    inferred.fraction_bits = 16;
    inferred.survivors = VERDICT_RULE(FP_RTZ) | VERDICT_RULE(FP_RDN);
    struct verdict verdict = identify_judge(&inferred, &identified);
    assert_int_equal(verdict.status, STATUS_UNDECIDED);
    assert_int_equal(verdict.survivors, 0);
    assert_int_equal(verdict.pattern, PATTERN_NONE);
    // both sides are shown
    assert_non_null(strstr(verdict.reason, "17 bits, truncate"));
    assert_non_null(strstr(verdict.reason, "p = 16: rdn; p = 17: rup"));

    inferred.error_known = true;
    inferred.error_min_ulp = -0.75;
    inferred.error_max_ulp = 0.5;
    identified = (struct identified){ 0 };
    verdict = identify_judge(&inferred, &identified);
    assert_int_equal(verdict.status, STATUS_UNDECIDED);
    assert_non_null(strstr(verdict.reason, "but no rounding model paints all of it"));
    assert_non_null(strstr(verdict.reason, "[-0.75, 0.5] ulp, faithful"));
    inferred.error_max_ulp = 1;
    verdict = identify_judge(&inferred, &identified);
    assert_non_null(strstr(verdict.reason, "ulp, none"));
}

// Another adder stands only where no model paints what it does.
TEST(judge_other_adder)
{
    static const struct {
        int bits;
        uint32_t rules; // at 17 bits
        enum status status;
    } cases[] = { { 16, 0, STATUS_OK },
                  { 16, VERDICT_RULE(FP_RTZ), STATUS_UNDECIDED },
                  { 60, 0, STATUS_UNDECIDED } };

    for (int i = 0; i < 3; i++) {
        struct identified identified = { .rules[17] = cases[i].rules };
        struct verdict inferred = verdict_unknown(STATUS_OK);

        inferred.fraction_bits = cases[i].bits;
        inferred.foreign.known = true;
        struct verdict verdict = identify_judge(&inferred, &identified);
        assert_int_equal(verdict.status, cases[i].status);
        assert_int_equal(verdict.foreign.known, cases[i].status == STATUS_OK);
    }
}

// A number of bits that infer reads may lie outside of the models.
TEST(judge_out_of_range)
{
    static const int bits[] = { -1, 0, 3, 53, 60, 200 };
    struct identified identified;

    memset(&identified, 0xff, sizeof identified);
    for (int i = 0; i < 6; i++) {
        struct verdict inferred = verdict_unknown(STATUS_OK);

        inferred.fraction_bits = bits[i];
        inferred.survivors = VERDICT_ALL_RULES;
        assert_int_equal(identify_judge(&inferred, &identified).status, STATUS_UNDECIDED);
    }
}

TEST(judge_keeps_status)
{
    struct identified identified = { .rules[17] = VERDICT_ALL_RULES };

    for (int status = STATUS_OK + 1; status < STATUS_COUNT; status++) {
        struct verdict inferred = verdict_unknown((enum status) status);

        inferred.fraction_bits = 16;
        assert_int_equal(identify_judge(&inferred, &identified).status, status);
        assert_int_equal(identify_judge(&inferred, &identified).survivors, 0);
    }
}

static struct difference compare(const struct probe *probe,
                                 const struct probe_params *params,
                                 const struct pixels *got, struct pixels *want)
{
    struct unit unit = unit_model();
    struct difference result;

    assert_true(difference(probe, params, &unit, got, &result, want));
    return result;
}

// Every pixel is looked at, those between the bands too.
TEST(every_pixel)
{
    const struct probe *probe = probe_find("stripes");
    struct fp_model model = { .format = FP_BINARY32, .round = FP_RTZ };

    for (int readout = 0; readout < READOUT_COUNT; readout++) {
        struct probe_params params = params_of(&model, (enum readout) readout, 10);
        struct pixels got = eval(probe, &params);

        for (int i = 0; i < got.width * got.height; i += 17) {
            uint32_t word = got.words[i];

            got.words[i] ^= readout == READOUT_RGBA8 ? 0x808080 : 1 << 30;
            struct difference result = compare(probe, &params, &got, NULL);
            assert_int_equal(result.mismatches, 1);
            assert_int_equal(result.x, i % got.width);
            assert_int_equal(result.y, i / got.width);
            assert_int_equal(result.got, got.words[i]);
            assert_int_equal(result.want, word);
            got.words[i] = word;
        }
        pixels_finish(&got);
    }
}

TEST(first_in_words)
{
    const struct probe *probe = probe_find("stripes_unit");
    struct fp_model model = { .format = FP_BINARY32, .round = FP_RNE };
    struct probe_params params = params_of(&model, READOUT_BITS, 1);
    struct pixels got = eval(probe, &params);

    // stripe 22 is row 3 of 26, its column 4 shows 1 - 4.5/32 rounded to 1
    pixels_row(&got, 3)[4] = fp_bits(0.5f);
    pixels_row(&got, 3)[9] = fp_bits(0.25f);
    struct difference result = compare(probe, &params, &got, NULL);
    assert_int_equal(result.mismatches, 2);
    assert_int_equal(result.x, 4);
    assert_int_equal(result.y, 3);
    assert_non_null(strstr(result.where, "band 22, column 4"));
    assert_non_null(strstr(result.where, "0x1p+22 + 0x1.b8p-1"));
    assert_non_null(strstr(result.where, "got 0x1p-1 (3f000000) want 0x1p+0 (3f800000)"));
    pixels_finish(&got);
}

// Payloads and the sign of zero are nobody's business; any other bit is.
TEST(nan_and_zero)
{
    const struct probe *probe = probe_find("stripes");

    assert_true(probe_shows(probe, READOUT_BITS, 0x7fc00000, 0xffc12345));
    assert_true(probe_shows(probe, READOUT_FLOAT32, 0x80000000, 0));
    assert_true(probe_shows(probe, READOUT_FLOAT32, 0, 0x80000000));
    assert_false(probe_shows(probe, READOUT_BITS, 0x7f800000, 0x7fc00000));
    assert_false(probe_shows(probe, READOUT_BITS, 0x7f800000, 0xff800000));
    assert_false(probe_shows(probe, READOUT_BITS, 1, 0));
    assert_false(probe_shows(probe, READOUT_BITS, 0x3f800001, 0x3f800000));
    // levels: grey, opaque, one level beside it and no more
    assert_true(probe_shows(probe, READOUT_RGBA8, 0xff7f7f7f, fp_bits(0.5f)));
    assert_true(probe_shows(probe, READOUT_RGBA8, 0xff808080, fp_bits(0.5f)));
    assert_false(probe_shows(probe, READOUT_RGBA8, 0xff828282, fp_bits(0.5f)));
    assert_false(probe_shows(probe, READOUT_RGBA8, 0xff80807f, fp_bits(0.5f)));
    assert_false(probe_shows(probe, READOUT_RGBA8, 0x00808080, fp_bits(0.5f)));
}

static uint32_t wrong_once(const struct painter_case *at)
{
    uint32_t bits = painter_right(at);

    return at->band == 21 && at->column == 3 ? fp_bits(0.875f) : bits;
}

// The command that shows it again names all that was asked.
TEST(again)
{
    struct painter painter = { .cell = wrong_once, .model = { .format = FP_BINARY32 } };
    struct device device = painter_device(&painter);
    struct unit host = unit_host();
    struct measurement measurement;
    struct probe_params params = params_of(&painter.model, READOUT_FLOAT32, 20);

    assert_true(
        measure(&device, probe_find("stripes"), &params, &host, false, &measurement));
    assert_int_equal(measurement.result.difference.mismatches, 18);
    assert_string_equal(measurement.result.difference.again,
                        "fpstripe run -d painter --probe stripes --stage fragment "
                        "--precision highp --form guarded --readout float32 --width 32");
    measure_finish(&measurement);
}
