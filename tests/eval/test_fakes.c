// SPDX-License-Identifier: MIT
//
// Operations of fakes on operands that hurt, case by case against MPFR: what a device of
// each rule answers, whatever the size of the block, and what the reference wants of it.

#include "base/fp.h"
#include "base/log.h"
#include "base/pixels.h"
#include "device/device.h"
#include "device/fake.h"
#include "eval/eval.h"
#include "tests/base/operands.h"
#include "tests/shared/group.h"
#include "tests/unit/oracle.h"

#include <stdio.h>
#include <string.h>

#define CASES 3000 // no whole number of rows

static struct eval_block block;
static struct eval asked[100]; // that tear_down frees
static int asked_count;

// A question as `fpstripe eval WORD` asks it.
static struct eval ask(const char *word, enum precision precision, enum fp_round round)
{
    struct eval eval = { .precision = precision, .form = FORM_PLAIN, .round = round };

    eval.format = precision == PRECISION_DOUBLE ? FP_BINARY64 : FP_BINARY32;
    assert_true(eval_find(word, &eval));
    assert_true(eval_parse(&eval));
    assert_in_range(asked_count, 0, COUNT_OF(asked) - 1);
    asked[asked_count++] = eval;
    return eval;
}

static struct device fake(const char *id)
{
    struct device device;

    assert_true(fake_open(&device, id));
    return device;
}

// Operands of the format, in the carrier.
static void fill(const struct eval *eval, size_t count)
{
    uint64_t seed = 11;

    block.count = count;
    for (int k = 0; k < EVAL_OPERANDS; k++) {
        operands_fill(eval->format, &seed, block.in[k], count);
        for (size_t i = 0; i < count; i++)
            block.in[k][i] = eval_widen(eval, block.in[k][i]);
    }
}

// One operation rounded by a model, on words of the carrier.
static uint64_t rounded(const struct eval *eval, enum unit_op op, struct fp_model model,
                        const uint64_t in[3])
{
    struct fp_format carrier =
        eval->precision == PRECISION_DOUBLE ? FP_BINARY64 : FP_BINARY32;
    uint64_t words[3];

    for (int k = 0; k < 3; k++)
        words[k] = fp_convert(carrier, model.format, FP_RNE, in[k]);
    return fp_convert(model.format, carrier, FP_RNE,
                      oracle(op, &model, words[0], words[1], words[2]));
}

static void compare(const uint64_t *got, struct fp_format carrier, uint64_t want,
                    size_t i)
{
    if (got[i] == want || (fp_is_nan(carrier, got[i]) && fp_is_nan(carrier, want)))
        return;
    fail_msg("case %zu: %llx, %llx, %llx: got %llx want %llx", i,
             (unsigned long long) block.in[0][i], (unsigned long long) block.in[1][i],
             (unsigned long long) block.in[2][i], (unsigned long long) got[i],
             (unsigned long long) want);
}

static enum unit_op op_of(const char *word)
{
    const char *name = strlen(word) > 4 && word[3] == '_' ? word + 4 : word;

    for (int op = 0; op < UNIT_OP_COUNT; op++)
        if (!strcmp(name, unit_op_name((enum unit_op) op)))
            return (enum unit_op) op;
    return UNIT_FMA; // TestFloat's mulAdd
}

// `word` on a fake of one rule; the reference by another.
static void check(const char *word, enum precision precision, enum fp_round round,
                  enum fp_round wanted)
{
    struct eval eval = ask(word, precision, wanted);
    struct fp_format carrier = precision == PRECISION_DOUBLE ? FP_BINARY64 : FP_BINARY32;
    struct unit host = unit_host();
    char id[80];

    snprintf(id, sizeof id, "fake:%s,mediump=11,double,float16", fp_round_name(round));

    struct device device = fake(id);

    assert_null(eval_unsupported(&eval, &device));
    fill(&eval, CASES);
    assert_true(eval_paint(&eval, &device, &block));
    assert_true(eval_reference(&eval, &host, &block));
    for (size_t i = 0; i < CASES; i++) {
        const uint64_t in[3] = { block.in[0][i], block.in[1][i], block.in[2][i] };
        struct fp_model model = { .format = eval.format, .round = round };

        compare(block.got[0], carrier, rounded(&eval, op_of(word), model, in), i);
        model.round = wanted;
        compare(block.want[0], carrier, rounded(&eval, op_of(word), model, in), i);
    }
    device.close(&device);
}

static int set_up(void **state)
{
    eval_block_init(&block);
    return 0;
}

static int tear_down(void **state)
{
    eval_block_finish(&block);
    while (asked_count > 0)
        eval_finish(&asked[--asked_count]);
    oracle_finish(state);
    return 0;
}

static struct group this_group = { .name = "eval_fakes",
                                   .set_up = set_up,
                                   .tear_down = tear_down };

TEST(every_rule)
{
    static const char *const words[] = { "add", "sub", "mul", "div", "fma", "sqrt" };

    for (size_t w = 0; w < COUNT_OF(words); w++) {
        check(words[w], PRECISION_HIGHP, FP_RNE, FP_RNE);
        check(words[w], PRECISION_HIGHP, FP_RTZ, FP_RUP);
        check(words[w], PRECISION_HIGHP, FP_RUP, FP_RDN);
        check(words[w], PRECISION_HIGHP, FP_RDN, FP_RTZ);
        check(words[w], PRECISION_HIGHP, FP_RO, FP_RNA);
        check(words[w], PRECISION_DOUBLE, FP_RTZ, FP_RNE);
    }
    check("f16_add", PRECISION_MEDIUMP, FP_RTZ, FP_RNE);
    check("f16_mulAdd", PRECISION_FLOAT16, FP_RNE, FP_RTZ);
    check("f32_div", PRECISION_HIGHP, FP_RDN, FP_RNE);
    check("f64_sqrt", PRECISION_DOUBLE, FP_RUP, FP_RNE);
    check("add", PRECISION_HIGHP, FP_CHOP_G1, FP_RNE);
}

// Two operations that are rounded one by one.
TEST(two_steps)
{
    static const char *const words[] = { "mad", "rcp", "mulrcp" };
    struct device device = fake("fake:rdn");
    struct fp_model model = { .format = FP_BINARY32, .round = FP_RDN };

    for (int w = 0; w < 3; w++) {
        struct eval eval = ask(words[w], PRECISION_HIGHP, FP_RNE);

        fill(&eval, CASES);
        assert_true(eval_paint(&eval, &device, &block));
        for (size_t i = 0; i < CASES; i++) {
            uint64_t a = block.in[0][i], b = block.in[1][i], c = block.in[2][i];
            uint64_t one = fp_bits(1), step, want;

            step = w == 0 ? oracle(UNIT_MUL, &model, a, b, 0)
                          : oracle(UNIT_DIV, &model, one, w == 1 ? a : b, 0);
            want = w == 0   ? oracle(UNIT_ADD, &model, step, c, 0)
                   : w == 1 ? step
                            : oracle(UNIT_MUL, &model, a, step, 0);
            compare(block.got[0], FP_BINARY32, want, i);
        }
    }
    device.close(&device);
}

// Rows begin and end somewhere; each case has its own answer all the same.
TEST(block_sizes)
{
    static const size_t counts[] = { 1,    2,    255,  256,  257,   1023,      1024,
                                     1025, 2048, 4096, 4097, 70000, EVAL_CASES };
    struct device device = fake("fake:rne");
    struct eval eval = ask("add", PRECISION_HIGHP, FP_RNE);

    for (size_t n = 0; n < COUNT_OF(counts); n++) {
        block.count = counts[n];
        for (size_t i = 0; i < block.count; i++) {
            block.in[0][i] = fp_bits((float) i);
            block.in[1][i] = fp_bits(0.5f);
        }
        assert_true(eval_paint(&eval, &device, &block));
        for (size_t i = 0; i < block.count; i++)
            assert_int_equal(block.got[0][i], fp_bits((float) i + 0.5f));
    }
    device.close(&device);
}

TEST(narrowing)
{
    struct eval eval = ask("f16_add", PRECISION_MEDIUMP, FP_RNE);
    uint64_t narrow = 7;

    for (uint64_t half = 0; half < 0x10000; half++) {
        uint64_t wide = eval_widen(&eval, half);

        assert_true(eval_narrow(&eval, wide, &narrow));
        if (fp_is_nan(FP_BINARY16, half))
            assert_true(fp_is_nan(FP_BINARY16, narrow));
        else
            assert_int_equal(narrow, half);
    }
    narrow = 7;
    assert_false(eval_narrow(&eval, 0x3f800001, &narrow));
    assert_false(eval_narrow(&eval, 0x477ff000, &narrow)); // 65520
    assert_false(eval_narrow(&eval, 0x33000000, &narrow)); // 2^-25
    assert_int_equal(narrow, 7);
}

TEST(agreement)
{
    struct eval eval = ask("add", PRECISION_HIGHP, FP_RNE);
    static const struct {
        uint32_t got, want;
        bool agrees;
    } cases[] = {
        { 0x3f800000, 0x3f800000, true },  { 0x3f800000, 0x3f800001, false },
        { 0x00000000, 0x80000000, false }, { 0x7fc00000, 0xffc00001, true },
        { 0x7f800000, 0x7fc00000, false }, { 0x7f800000, 0xff800000, false },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        block.got[0][i] = cases[i].got;
        block.want[0][i] = cases[i].want;
        assert_int_equal(eval_agrees(&eval, &block, i), cases[i].agrees);
    }
}

// Cases that were not painted are no answers.
TEST(unpainted)
{
    struct device device = fake("fake:rne,unpainted");
    struct eval eval = ask("add", PRECISION_HIGHP, FP_RNE);

    fill(&eval, 1024);
    log_hold(true);
    assert_false(eval_paint(&eval, &device, &block));
    log_hold(false);
    assert_non_null(strstr(log_last_error(), "1 of 1024 cases were not painted"));
    device.close(&device);
}

// A device hands on the NaN that it was given, and that is the very word which stands
// for "not painted".
TEST(canary_operand)
{
    struct device device = fake("fake:rne,unpainted");
    struct eval eval = ask("add", PRECISION_HIGHP, FP_RNE);

    fill(&eval, 1024);
    block.in[1][512] = PIXELS_CANARY_BITS;
    assert_true(eval_paint(&eval, &device, &block));
    assert_int_equal(block.got[0][512], PIXELS_CANARY_BITS);
    device.close(&device);
}

TEST(words)
{
    struct eval eval = { .format = FP_BINARY32 };

    for (int i = 0; eval_name(i); i++)
        assert_true(eval_find(eval_name(i), &eval));
    assert_int_equal(eval.format.precision, 24);
    assert_true(eval_find("f16_mulAdd", &eval));
    assert_int_equal(eval.format.precision, 11);
    assert_string_equal(eval.text, "fma(a, b, c)");
    assert_false(eval_find("f64_rem", &eval));
    assert_false(eval_find("f64_rcp", &eval));
    assert_false(eval_find("mulAdd", &eval));
    assert_int_equal(eval.format.precision, 11);
}
