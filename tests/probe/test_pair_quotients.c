// SPDX-License-Identifier: MIT
//
// Quotients and roots of pairs. Each fake's answers are computed a second time, case by
// case on MPFR's operations, and how many of their bits are right by a quotient and a
// root of MPFR's own. What the theorems promise must hold, and each defect be found.

#include "base/fp.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"
#include "tests/unit/oracle.h"

#include <math.h>
#include <mpfr.h>

static struct group this_group = { .name = "pair_quotients", .tear_down = oracle_finish };

#define COLUMNS 192

extern const struct probe probe_pair_quotients;
static const struct probe *const probe = &probe_pair_quotients;

enum { QUOTIENT, ROOT };

static const struct fp_format formats[] = {
    { 8, 127 },  { 11, 127 }, { 12, 127 }, { 16, 127 },
    { 17, 127 }, { 20, 127 }, { 23, 127 }, { 24, 127 },
};

struct two {
    uint64_t high, low;
};

static uint64_t op(const struct fp_model *m, enum unit_op what, uint64_t a, uint64_t b)
{
    return oracle(what, m, a, b, 0);
}

static struct two fast_sum(const struct fp_model *m, uint64_t a, uint64_t b)
{
    uint64_t s = op(m, UNIT_ADD, a, b);

    return (struct two){ s, op(m, UNIT_SUB, b, op(m, UNIT_SUB, s, a)) };
}

static struct two halves(const struct fp_model *m, uint64_t f, uint64_t a)
{
    uint64_t c = op(m, UNIT_MUL, f, a);
    uint64_t high = op(m, UNIT_SUB, c, op(m, UNIT_SUB, c, a));

    return (struct two){ high, op(m, UNIT_SUB, a, high) };
}

static struct two product(const struct fp_model *m, uint64_t f, uint64_t a, uint64_t b)
{
    struct two x = halves(m, f, a), y = halves(m, f, b);
    uint64_t p = op(m, UNIT_MUL, a, b);
    uint64_t e = op(m, UNIT_SUB, op(m, UNIT_MUL, x.high, y.high), p);

    e = op(m, UNIT_ADD, e, op(m, UNIT_MUL, x.high, y.low));
    e = op(m, UNIT_ADD, e, op(m, UNIT_MUL, x.low, y.high));
    return (struct two){ p, op(m, UNIT_ADD, e, op(m, UNIT_MUL, x.low, y.low)) };
}

static struct two compute(const struct fp_model *m, int line, const uint64_t in[4])
{
    if (line == ROOT) {
        uint64_t s = op(m, UNIT_SQRT, in[0], 0);
        struct two p = product(m, in[3], s, s);
        uint64_t rest = op(m, UNIT_SUB, op(m, UNIT_SUB, in[0], p.high), p.low);

        rest = op(m, UNIT_ADD, rest, in[1]);
        return fast_sum(m, s, op(m, UNIT_DIV, rest, op(m, UNIT_ADD, s, s)));
    }
    uint64_t t = op(m, UNIT_DIV, in[0], in[2]);
    struct two p = product(m, in[3], in[2], t);
    struct two r = fast_sum(m, p.high, op(m, UNIT_ADD, p.low, op(m, UNIT_MUL, in[1], t)));
    uint64_t rest =
        op(m, UNIT_ADD, op(m, UNIT_SUB, in[0], r.high), op(m, UNIT_SUB, in[1], r.low));

    return fast_sum(m, t, op(m, UNIT_DIV, rest, in[2]));
}

// log2 of the relative error of got.high + got.low, by MPFR; operands as numbers.
static double error_of(int line, const double in[4], const double got[2])
{
    mpfr_t a, b, result;
    double log;

    mpfr_inits2(400, a, b, result, (mpfr_ptr) 0);
    mpfr_set_d(a, in[0], MPFR_RNDN);
    mpfr_add_d(a, a, in[1], MPFR_RNDN);
    mpfr_set_d(b, in[2], MPFR_RNDN);
    mpfr_add_d(b, b, in[1], MPFR_RNDN);
    if (line == QUOTIENT)
        mpfr_div(a, a, b, MPFR_RNDN);
    else
        mpfr_sqrt(a, a, MPFR_RNDN);
    mpfr_set_d(result, got[0], MPFR_RNDN);
    mpfr_add_d(result, result, got[1], MPFR_RNDN);
    mpfr_reldiff(result, a, result, MPFR_RNDN);
    mpfr_abs(result, result, MPFR_RNDN);
    mpfr_log2(result, result, MPFR_RNDN);
    log = mpfr_get_d(result, MPFR_RNDN);
    mpfr_clears(a, b, result, (mpfr_ptr) 0);
    return log;
}

// Bits that are right in all cases, of what the probe's own device answers.
static int bits_of(const struct probe_params *params, const struct traits *traits,
                   int line)
{
    double worst = -INFINITY;

    for (int at = 0; at < COLUMNS; at++) {
        double in[PROBE_OPERANDS], got[2];

        look_operands(probe, params, line, at, in);
        for (int k = 0; k < 2; k++)
            got[k] = look_answer(probe, params, traits, line, at, k);
        worst = fmax(worst, error_of(line, in, got));
    }
    return (int) floor(-worst);
}

static void check_answers(const struct probe_params *params)
{
    struct traits traits = TRAITS_NONE(params->model);
    const struct fp_format format = params->model.format;
    const struct fp_format carrier = expressions_carrier(params);
    uint64_t high[COLUMNS], low[COLUMNS], *const out[] = { high, low };

    for (int line = QUOTIENT; line <= ROOT; line++) {
        look_answers(probe, params, &traits, line, out);
        for (int at = 0; at < COLUMNS; at++) {
            uint64_t in[PROBE_OPERANDS];

            probe->expressions->operand(params, line, at, in);
            for (int k = 0; k < PROBE_OPERANDS; k++)
                in[k] = fp_convert(carrier, format, FP_RNE, in[k]);
            struct two want = compute(&params->model, line, in);

            assert_true(expressions_same(probe, params, 0, high[at],
                                         fp_convert(format, carrier, FP_RNE, want.high)));
            assert_true(expressions_same(probe, params, 1, low[at],
                                         fp_convert(format, carrier, FP_RNE, want.low)));
        }
    }
}

TEST(answers_by_mpfr)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        for (int round = 0; round < FP_ROUND_COUNT; round += (int) (i % 4) + 1) {
            struct probe_params params = look_known(formats[i], (enum fp_round) round);

            check_answers(&params);
        }
    struct traits wide = look_traits(53, FP_RNE);
    struct probe_params params = look_for(&wide, FORM_PRECISE);

    check_answers(&params);
}

// What was proven, of every width; and the number is MPFR's.
TEST(theorems_hold)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        int p = formats[i].precision;
        struct probe_params params = look_known(formats[i], FP_RNE);
        struct traits traits = TRAITS_NONE(params.model);

        params.form = FORM_PRECISE;
        const struct finding *findings = look(probe, &params, &traits);
        for (int line = QUOTIENT; line <= ROOT; line++) {
            int bits = findings[line].answer[0].bits;

            assert_true(finding_is(&findings[line], FINDING_BITS));
            assert_int_equal(bits, bits_of(&params, &traits, line));
            assert_true(bits >= 2 * p - (line == QUOTIENT ? 5 : 4));
            assert_false(findings[line].deviates);
        }
    }
}

// Low parts are those of both pairs, or of one: less than half of the last place.
TEST(operands_are_pairs)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        struct probe_params params = look_known(formats[i], FP_RNE);
        int p = formats[i].precision;

        for (int at = 0; at < 2 * COLUMNS; at++) {
            double in[PROBE_OPERANDS];

            look_operands(probe, &params, at / COLUMNS, at % COLUMNS, in);
            assert_true(in[1] != 0 && fabs(in[1]) < ldexp(1, ilogb(in[0]) - p));
            assert_true(at >= COLUMNS || fabs(in[1]) < ldexp(1, ilogb(in[2]) - p));
            assert_true(at < COLUMNS || in[0] > 0);
            assert_true(in[3] == ldexp(1, (p + 1) / 2) + 1);
        }
    }
}

TEST(defects_are_found)
{
    for (int form = FORM_PLAIN; form <= FORM_PRECISE; form++) {
        struct probe_params params = look_known(FP_BINARY32, FP_RNE);
        struct traits folds = TRAITS_NONE(params.model), reciprocal = folds;

        params.form = (enum form) form;
        folds.folds = UINT64_MAX;
        const struct finding *findings = look(probe, &params, &folds);
        for (int line = QUOTIENT; line <= ROOT; line++) {
            look_expect(&findings[line],
                        line == QUOTIENT ? "23 bits: no better than float"
                                         : "24 bits: no better than float",
                        form != FORM_PLAIN);
            assert_non_null(strstr(said_detail(&findings[line]), "(x + y) - x folded"));
        }
        reciprocal.by_reciprocal = true;
        findings = look(probe, &params, &reciprocal);
        look_expect(&findings[QUOTIENT], "46 bits", false);
        assert_non_null(strstr(said_detail(&findings[QUOTIENT]), "a * (1 / b)"));
    }
}

// A device that divides as badly as GLSL permits, by up to 2.5 ulp, keeps 42 bits and
// deviates not; one case that is wrong higher up does.
TEST(one_wrong_case_is_found)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    const struct look_spoil slight = { .at = 7, .k = 1, .by = 1 };
    const struct look_spoil much = { .at = 7, .k = 1, .by = 1 << 17 };

    params.form = FORM_PRECISE;
    const struct finding *findings = look_spoilt(probe, &params, &traits, &slight);
    for (int line = QUOTIENT; line <= ROOT; line++) {
        look_expect(&findings[line], "4...", false);
        assert_non_null(finding_find(&findings[line], FINDING_NO_MODEL));
        assert_int_equal(findings[line].agree, COLUMNS - 1);
    }
    findings = look_spoilt(probe, &params, &traits, &much);
    for (int line = QUOTIENT; line <= ROOT; line++)
        look_expect(&findings[line], "3...", true);
}
