// SPDX-License-Identifier: MIT
//
// Probes of lines, by one that is made for the test: what is painted is found again,
// with the rule that painted it, whatever the format, the words a case and the rows a
// line; what cannot be said, or was not answered, is no finding; and a reference is
// asked for what was found, by the chain that it is.

#include "base/log.h"
#include "probe/lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COLUMNS 40
#define ROWS    2

enum { LINE_ADD, LINE_MUL, LINE_ABSENT, LINE_COUNT };

static const struct probe trial;

// (1 + i u) + u/2 and (1 + i u) * (1 + u): ties, and products just above 1.
static void operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    double u = 1;

    for (int i = 1; i < params->precision_bits; i++)
        u /= 2;
    double values[2] = { (at % 2 ? -1 : 1) * (1 + at * u),
                         line == LINE_ADD ? u / 2 : 1 + u };

    for (int k = 0; k < 2; k++)
        words[k] = params->precision == PRECISION_DOUBLE ? fp_bits64(values[k])
                                                         : fp_bits((float) values[k]);
}

static bool answer(const struct lines_call *call)
{
    uint64_t a[LINES_CHUNK], b[LINES_CHUNK], out[LINES_CHUNK];
    enum unit_op op = call->line == LINE_ADD ? UNIT_ADD : UNIT_MUL;

    if (call->line == LINE_ABSENT) {
        for (int k = 0; k < 2; k++)
            for (size_t i = 0; i < call->count; i++)
                call->out[k][i] = LINES_ABSENT;
        return true;
    }
    lines_load(call, 0, a);
    lines_load(call, 1, b);
    if (!lines_apply(call, op, a, b, NULL, out))
        return false;
    lines_store(call, 0, out);
    lines_store(call, 1, a);
    return true;
}

static bool judge(const struct lines_seen *seen, struct finding *finding,
                  struct traits *found)
{
    assert_int_not_equal(seen->line, LINE_ABSENT);
    finding->survivors = lines_rules(seen, found, seen->line == LINE_ADD);
    finding->agree = (long) lines_agree(seen, found, NULL);
    snprintf(finding->answer, sizeof(finding->answer), "%s",
             verdict_rounding(finding->survivors));
    return finding->survivors != 0;
}

static struct probe_shape shape(const struct probe_params *params)
{
    return lines_shape(&trial, params);
}

static const char *const names[] = { "a + b", "a * b", "none" };

static const struct lines lines = {
    .names = names,
    .count = LINE_COUNT,
    .columns = COLUMNS,
    .rows = ROWS,
    .results = 2,
    .stages = 1u << STAGE_FRAGMENT,
    .precisions = 1u << PRECISION_HIGHP | 1u << PRECISION_DOUBLE,
    .readout = READOUT_BITS,
    .operand = operand,
    .answer = answer,
    .judge = judge,
};

static const struct probe trial = {
    .name = "trial",
    .summary = "a test",
    .forms = 1u << FORM_PLAIN,
    .operands = 2,
    .ramp = -1,
    .shape = shape,
    .lines = &lines,
};

static struct probe_params params_of(enum precision precision, struct fp_format format)
{
    return (struct probe_params){
        .precision = precision,
        .readout = READOUT_BITS,
        .rows = 1,
        .model = { .format = format },
        .precision_bits = format.precision,
    };
}

static struct pixels paint(const struct probe_params *params, enum fp_round round)
{
    struct traits traits = TRAITS_NONE(params->model);
    struct unit unit = unit_model();
    struct pixels pixels;

    traits.model.round = round;
    assert_true(pixels_init(&pixels, probe_pixel_width(&trial, params),
                            probe_pixel_height(&trial, params), READOUT_BITS));
    assert_true(lines_paint(&trial, params, &traits, &unit, &pixels));
    return pixels;
}

static void judge_picture(const struct probe_params *params, const struct pixels *pixels,
                          const struct unit *reference, struct finding *findings,
                          struct difference *difference)
{
    static const struct facts_claim no_claim;

    assert_true(
        lines_judge(&trial, params, &no_claim, pixels, reference, findings, difference));
}

static void found_again(const struct probe_params *params)
{
    struct unit unit = unit_model();

    for (int round = 0; round < FP_ROUND_COUNT; round++) {
        struct pixels pixels = paint(params, (enum fp_round) round);
        struct finding findings[LINE_COUNT];
        struct difference difference;
        bool sticky = fp_round_last((enum fp_round) round) == (enum fp_round) round;

        judge_picture(params, &pixels, &unit, findings, &difference);
        assert_true(findings[LINE_ADD].survivors & VERDICT_RULE(round));
        assert_int_equal(findings[LINE_ADD].agree, COLUMNS * ROWS);
        assert_int_equal(findings[LINE_ADD].cases, COLUMNS * ROWS);
        assert_string_equal(findings[LINE_ADD].line, "a + b");
        assert_string_equal(findings[LINE_ADD].reference, "model");
        assert_true(!sticky || findings[LINE_MUL].survivors & VERDICT_RULE(round));
        assert_false(findings[LINE_MUL].survivors & VERDICT_RULE(FP_CHOP_G1));
        assert_string_equal(findings[LINE_ABSENT].answer, "unsupported");
        assert_int_equal(findings[LINE_ABSENT].cases, 0);
        assert_int_equal(difference.pixels, 2 * 2 * COLUMNS * ROWS);
        assert_int_equal(difference.mismatches, 0);
        pixels_finish(&pixels);
    }
}

static void formats(void **state)
{
    (void) state;
    struct probe_params params = params_of(PRECISION_HIGHP, FP_BINARY32);

    found_again(&params);
    params = params_of(PRECISION_HIGHP, (struct fp_format){ 17, 127 });
    found_again(&params);
    params = params_of(PRECISION_HIGHP, FP_BINARY16);
    found_again(&params);
    params = params_of(PRECISION_DOUBLE, FP_BINARY64);
    assert_int_equal(probe_pixel_width(&trial, &params), 4 * COLUMNS);
    found_again(&params);
}

// The pixel of a word: any other answer in it is seen, in its own line alone.
static void every_word_counts(void **state)
{
    (void) state;
    struct probe_params params = params_of(PRECISION_DOUBLE, FP_BINARY64);
    struct unit unit = unit_model();
    int height = probe_pixel_height(&trial, &params);

    for (int y = 0; y < 2 * ROWS; y++) {
        for (int x = 0; x < 4 * COLUMNS; x += 7) {
            struct pixels pixels = paint(&params, FP_RTZ);
            struct finding findings[LINE_COUNT];
            struct difference difference;
            int hit = y / ROWS;

            pixels_row(&pixels, height - 1 - y)[x] ^= 1;
            judge_picture(&params, &pixels, &unit, findings, &difference);
            assert_int_equal(findings[hit].survivors, 0);
            assert_int_equal(findings[hit].agree, COLUMNS * ROWS - 1);
            assert_int_equal(findings[hit].compared, 0);
            assert_int_not_equal(findings[1 - hit].survivors, 0);
            pixels_finish(&pixels);
        }
    }
}

// Operands that the format does not hold ask nothing.
static void undefined(void **state)
{
    (void) state;
    struct probe_params params =
        params_of(PRECISION_HIGHP, (struct fp_format){ 12, 127 });
    struct unit unit = unit_model();
    struct finding findings[LINE_COUNT];
    struct difference difference;

    params.precision_bits = 14;
    struct pixels pixels = paint(&params, FP_RNE);

    // 1 + i * 2^-13 is a multiple of 2^-11 where i is one of 4; b of the product never is
    judge_picture(&params, &pixels, &unit, findings, &difference);
    assert_int_equal(findings[LINE_ADD].cases, COLUMNS * ROWS / 4);
    assert_int_equal(findings[LINE_MUL].cases, 0);
    assert_string_equal(findings[LINE_MUL].answer, "unknown");
    assert_int_equal(difference.pixels, 2 * COLUMNS * ROWS / 4);
    pixels_finish(&pixels);
}

static bool cannot(const struct unit *unit, enum unit_op op, const struct fp_model *model)
{
    (void) unit;
    (void) model;
    return op != UNIT_ADD;
}

static bool wrong(const struct unit *unit, const struct unit_call *call)
{
    (void) unit;
    memset(call->out, 0, call->count * sizeof(*call->out));
    return true;
}

static bool broken(const struct unit *unit, const struct unit_call *call)
{
    (void) unit;
    (void) call;
    log_error("the unit broke");
    return false;
}

static void chain(void **state)
{
    (void) state;
    struct probe_params params = params_of(PRECISION_HIGHP, FP_BINARY32);
    struct pixels pixels = paint(&params, FP_RNE);
    struct unit host = unit_host();
    struct unit first = { "first", &host, cannot, wrong, NULL };
    struct finding findings[LINE_COUNT];
    struct difference difference;

    judge_picture(&params, &pixels, &first, findings, &difference);
    assert_string_equal(findings[LINE_ADD].reference, "host");
    assert_string_equal(findings[LINE_MUL].reference, "first");
    assert_int_equal(findings[LINE_ADD].mismatches, 0);
    assert_int_equal(findings[LINE_MUL].mismatches, COLUMNS * ROWS);
    assert_int_equal(difference.mismatches, COLUMNS * ROWS);
    assert_non_null(strstr(difference.where, "a * b, case 0"));
    first.apply = broken;
    judge_picture(&params, &pixels, &first, findings, &difference);
    assert_string_equal(findings[LINE_MUL].reference, "host");
    assert_int_equal(difference.mismatches, 0);
    pixels_finish(&pixels);
}

static void sameness(void **state)
{
    (void) state;
    struct lines own = lines;
    struct probe probe = trial;
    struct probe_params params = params_of(PRECISION_HIGHP, FP_BINARY32);

    probe.lines = &own;
    assert_true(lines_same(&probe, &params, 0, 0x80000000, 0));
    assert_true(lines_same(&probe, &params, 0, 0x7fc00000, 0xff800001));
    assert_false(lines_same(&probe, &params, 0, 0x3f800000, 0x3f800001));
    own.signed_zeros = true;
    assert_false(lines_same(&probe, &params, 0, 0x80000000, 0));
    own.raw = 2;
    assert_true(lines_same(&probe, &params, 0, 0x7fc00000, 0x7fc00001));
    assert_false(lines_same(&probe, &params, 1, 0x7fc00000, 0x7fc00001));
    params.precision = PRECISION_DOUBLE;
    assert_true(lines_same(&probe, &params, 0, UINT64_C(0x7ff8000000000000),
                           UINT64_C(0xfff0000000000001)));
}

static void refusals(void **state)
{
    (void) state;
    struct probe_params params = params_of(PRECISION_HIGHP, FP_BINARY32);

    assert_null(lines_unsupported(&trial, &params));
    params.form = FORM_GUARDED;
    assert_string_equal(lines_unsupported(&trial, &params),
                        "this probe is not asked in this form");
    params.form = FORM_PLAIN;
    params.stage = STAGE_VERTEX;
    assert_string_equal(lines_unsupported(&trial, &params),
                        "this probe is not asked at this stage");
    params.stage = STAGE_FRAGMENT;
    params.precision = PRECISION_LOWP;
    assert_string_equal(lines_unsupported(&trial, &params),
                        "this probe is not asked at this precision");
    params.precision = PRECISION_HIGHP;
    params.readout = READOUT_RGBA8;
    assert_string_equal(lines_unsupported(&trial, &params),
                        "this probe has a readout of its own");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats),   cmocka_unit_test(every_word_counts),
        cmocka_unit_test(undefined), cmocka_unit_test(chain),
        cmocka_unit_test(sameness),  cmocka_unit_test(refusals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
