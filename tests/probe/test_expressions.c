// SPDX-License-Identifier: MIT
//
// Probes of lines, by one that is made for the test: what is painted is found again,
// with the rule that painted it, whatever the format, the words a case and the rows a
// line; what cannot be said, or was not answered, is no finding; and a reference is
// asked for what was found, by the chain that it is.

#include "base/fp.h"
#include "base/log.h"
#include "probe/expressions_judge.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

static struct group this_group = { .name = "expressions" };

#define COLUMNS 40
#define ROWS    2

enum { LINE_ADD, LINE_MUL, LINE_ABSENT, LINE_COUNT };

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

static bool answer(const struct expressions_call *call)
{
    uint64_t a[EXPRESSIONS_CHUNK], b[EXPRESSIONS_CHUNK], out[EXPRESSIONS_CHUNK];
    enum unit_op op = call->expression == LINE_ADD ? UNIT_ADD : UNIT_MUL;

    if (call->expression == LINE_ABSENT) {
        for (int k = 0; k < 2; k++)
            for (size_t i = 0; i < call->count; i++)
                call->out[k][i] = EXPRESSIONS_ABSENT;
        return true;
    }
    expressions_load(call, 0, a);
    expressions_load(call, 1, b);
    if (!expressions_apply(call, op, a, b, NULL, out))
        return false;
    expressions_store(call, 0, out);
    expressions_store(call, 1, a);
    return true;
}

static bool judge(const struct expressions_seen *seen, struct finding *finding,
                  struct traits *found)
{
    assert_int_not_equal(seen->expression, LINE_ABSENT);
    finding->survivors = expressions_rules(seen, found, seen->expression == LINE_ADD);
    finding->agree = (long) expressions_agree(seen, found, NULL);
    FINDING_SAY(finding, &kind_rule, .rules = finding->survivors);
    return finding->survivors != 0;
}

static const struct expression list[] = {
    [LINE_ADD] = { "add", .label = "a + b" },
    [LINE_MUL] = { "mul", .label = "a * b" },
    [LINE_ABSENT] = { "none", .label = "none" },
};

static const struct expressions lines = {
    .list = list,
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
    .forms = 1u << FORM_PLAIN,
    .operands = 2,
    .expressions = &lines,
};

static struct probe_params params_of(enum precision precision, struct fp_format format)
{
    return look_params(precision, FORM_PLAIN, format);
}

static struct pixels paint(const struct probe_params *params, enum fp_round round)
{
    struct traits traits = TRAITS_NONE(params->model);
    struct pixels pixels;

    traits.model.round = round;
    look_paint(&trial, params, &traits, &pixels);
    return pixels;
}

static const struct finding *judge_picture(const struct probe_params *params,
                                           const struct pixels *pixels)
{
    static const struct facts_claim no_claim;
    static struct finding findings[LINE_COUNT];
    struct expressions_reading reading;

    expressions_reading_init(&reading, &trial, params, &no_claim, pixels);
    for (int line = 0; line < LINE_COUNT; line++) {
        expressions_judge(&reading, line, &findings[line]);
        assert_int_equal(reading.reproduced, findings[line].survivors != 0);
        if (reading.reproduced)
            assert_true(expressions_reproduces(&reading.seen, &reading.found));
    }
    expressions_reading_finish(&reading);
    return findings;
}

static void found_again(const struct probe_params *params)
{
    for (int round = 0; round < FP_ROUND_COUNT; round++) {
        struct pixels pixels = paint(params, (enum fp_round) round);
        bool sticky = fp_round_last((enum fp_round) round) == (enum fp_round) round;

        const struct finding *findings = judge_picture(params, &pixels);
        assert_true(findings[LINE_ADD].survivors & VERDICT_RULE(round));
        assert_int_equal(findings[LINE_ADD].agree, COLUMNS * ROWS);
        assert_int_equal(findings[LINE_ADD].cases, COLUMNS * ROWS);
        assert_string_equal(findings[LINE_ADD].expression, "a + b");
        assert_true(!sticky || findings[LINE_MUL].survivors & VERDICT_RULE(round));
        assert_false(findings[LINE_MUL].survivors & VERDICT_RULE(FP_CHOP_G1));
        assert_string_equal(said_answer(&findings[LINE_ABSENT]), "unsupported");
        assert_int_equal(findings[LINE_ABSENT].cases, 0);
        pixels_finish(&pixels);
    }
}

TEST(formats)
{
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
TEST(every_word_counts)
{
    struct probe_params params = params_of(PRECISION_DOUBLE, FP_BINARY64);
    int height = probe_pixel_height(&trial, &params);

    for (int y = 0; y < 2 * ROWS; y++) {
        for (int x = 0; x < 4 * COLUMNS; x += 7) {
            struct pixels pixels = paint(&params, FP_RTZ);
            int hit = y / ROWS;

            pixels_row(&pixels, height - 1 - y)[x] ^= 1;
            const struct finding *findings = judge_picture(&params, &pixels);
            assert_int_equal(findings[hit].survivors, 0);
            assert_int_equal(findings[hit].agree, COLUMNS * ROWS - 1);
            assert_int_not_equal(findings[1 - hit].survivors, 0);
            pixels_finish(&pixels);
        }
    }
}

// Operands that the format does not hold ask nothing.
TEST(undefined)
{
    struct probe_params params =
        params_of(PRECISION_HIGHP, (struct fp_format){ 12, 127 });

    params.precision_bits = 14;
    struct pixels pixels = paint(&params, FP_RNE);

    // 1 + i * 2^-13 is a multiple of 2^-11 where i is one of 4; b of the product never is
    const struct finding *findings = judge_picture(&params, &pixels);
    assert_int_equal(findings[LINE_ADD].cases, COLUMNS * ROWS / 4);
    assert_int_equal(findings[LINE_MUL].cases, 0);
    assert_string_equal(said_answer(&findings[LINE_MUL]), "unknown");
    pixels_finish(&pixels);
}

TEST(sameness)
{
    struct expressions own = lines;
    struct probe probe = trial;
    struct probe_params params = params_of(PRECISION_HIGHP, FP_BINARY32);

    probe.expressions = &own;
    assert_true(expressions_same(&probe, &params, 0, 0x80000000, 0));
    assert_true(expressions_same(&probe, &params, 0, 0x7fc00000, 0xff800001));
    assert_false(expressions_same(&probe, &params, 0, 0x3f800000, 0x3f800001));
    own.signed_zeros = true;
    assert_false(expressions_same(&probe, &params, 0, 0x80000000, 0));
    own.raw = 2;
    assert_true(expressions_same(&probe, &params, 0, 0x7fc00000, 0x7fc00001));
    assert_false(expressions_same(&probe, &params, 1, 0x7fc00000, 0x7fc00001));
    params.precision = PRECISION_DOUBLE;
    assert_true(expressions_same(&probe, &params, 0, UINT64_C(0x7ff8000000000000),
                                 UINT64_C(0xfff0000000000001)));
}

TEST(refusals)
{
    struct probe_params params = params_of(PRECISION_HIGHP, FP_BINARY32);

    assert_null(expressions_unsupported(&trial, &params));
    params.form = FORM_GUARDED;
    assert_string_equal(expressions_unsupported(&trial, &params),
                        "this probe is not asked in this form");
    params.form = FORM_PLAIN;
    params.stage = STAGE_VERTEX;
    assert_string_equal(expressions_unsupported(&trial, &params),
                        "this probe is not asked at this stage");
    params.stage = STAGE_FRAGMENT;
    params.precision = PRECISION_LOWP;
    assert_string_equal(expressions_unsupported(&trial, &params),
                        "this probe is not asked at this precision");
    params.precision = PRECISION_HIGHP;
    params.readout = READOUT_RGBA8;
    assert_string_equal(expressions_unsupported(&trial, &params),
                        "this probe has a readout of its own");
}
