// SPDX-License-Identifier: MIT
//
// Contraction: the judge names the one expression that a simulated device fuses, and no
// other. Moved negations and more bits inside are not mistaken for a fused product.

#include "base/fp.h"
#include "probe/list.h"
#include "tests/probe/inquiry.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

static struct group this_group = { .name = "contraction" };

#define LINES    13
#define ONE_SUM  11 // lines with one product; the others have two
#define COLUMNS  64
#define LINE_FMA 9
#define LINE_DOT 10

static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };

static void check_finding(const struct finding *finding, const char *answer,
                          bool deviates, const struct traits *traits)
{
    enum fp_round round = traits->model.round, last = fp_round_last(round);

    look_expect(finding, answer, deviates);
    if (!(finding->survivors & (VERDICT_RULE(round) | VERDICT_RULE(last))))
        fail_msg("p=%d %s: %s is not among the survivors", traits->model.format.precision,
                 finding->expression, fp_round_name(round));
}

static const char *fused_answer(const struct traits *traits, int line)
{
    return line < ONE_SUM         ? "fused"
           : traits->fuses_second ? "fused, the second product is exact"
                                  : "fused, the first product is exact";
}

// All that is wanted of a device of these traits.
static void check(const struct traits *traits, enum form form)
{
    struct probe_params params = look_for(traits, form);

    const struct finding *findings = look(&probe_contraction, &params, traits);
    for (int line = 0; line < LINES; line++) {
        bool fma = line == LINE_FMA;
        bool fused = fma ? !traits->fma_separate : traits->contracts >> line & 1;

        check_finding(&findings[line], fused ? fused_answer(traits, line) : "separate",
                      form == FORM_PRECISE && fused != fma && line != LINE_DOT, traits);
    }
}

TEST(one_line)
{
    for (int line = 0; line < LINES; line++) {
        for (int i = 0; i < 4; i++) {
            struct traits traits = look_traits(i % 2 ? 11 : 24, directions[i]);

            traits.contracts = line == LINE_FMA ? 0 : UINT64_C(1) << line;
            traits.fma_separate = line == LINE_FMA;
            traits.fuses_second = i >= 2;
            check(&traits, FORM_PRECISE);
            check(&traits, FORM_GUARDED);
        }
    }
}

// Returns the result of a compiler that moves a negation: to a factor, to the sum, or out
// of it.
static double moved(int line, const double *in)
{
    volatile float a = (float) in[0], b = (float) in[1], c = (float) in[2];

    switch (line) {
    case 1: return (double) -(c - a * b);
    case 2: return (double) ((-a) * b + c);
    case 3: return (double) -(a * b + c);
    case 5: return (double) (c + (-a) * b);
    case 6: return (double) ((-a) * b - c);
    default: return (double) (c - a * b);
    }
}

// Under a rule with a direction that is neither as written nor fused; it is separate.
TEST(moved_negation)
{
    static const int lines[] = { 1, 2, 3, 5, 6, 7 };

    for (int i = 0; i < 6; i++) {
        struct inquiry *all =
            inquiry_ask("contraction", lines[i], look_traits(24, FP_RNE));

        for (int at = 0; at < COLUMNS; at++) {
            double values[PROBE_OPERANDS];

            all->params.form = FORM_PRECISE;
            look_operands(&probe_contraction, &all->params, lines[i], at, values);
            fesetround(FE_UPWARD);
            all->got[0][at] = fp_bits((float) moved(lines[i], values));
            fesetround(FE_TONEAREST);
        }
        const struct finding *finding = inquiry_judge(all);

        assert_string_equal(said_answer(finding), "separate");
        assert_true(finding->survivors & VERDICT_RULE(FP_RUP));
        assert_true(all->reproduced ==
                    !strstr(said_detail(finding), "the negation was moved"));
        // -x rounded up is x rounded down: line 6 cannot tell these two
        assert_true(all->reproduced == (lines[i] == 6));
    }
}

// By hand: the first cases, with their factors scaled by 2^6.
TEST(worked_cases)
{
    struct traits traits = look_traits(24, FP_RNE);
    struct probe_params params =
        look_params(PRECISION_HIGHP, FORM_PLAIN, traits.model.format);
    double separate = look_answer(&probe_contraction, &params, &traits, 0, 0, 0);

    traits.contracts = 1;
    double fused = look_answer(&probe_contraction, &params, &traits, 0, 0, 0);
    double tie = look_answer(&probe_contraction, &params, &traits, 0, 2, 0);

    assert_true(separate == 0);
    assert_true(fused == -0x1p-34); // -u^2 * 2^12
    assert_true(tie == 0x1p-12);    // u/2 * 2^12
    traits.contracts = 0;
    traits.model.round = FP_RUP;
    assert_true(look_answer(&probe_contraction, &params, &traits, 0, 2, 0) == 0x1p-11);
}

#define UNKNOWN VERDICT_INSIDE_UNKNOWN

// Devices that keep more bits inside an expression, that fuse, or that may do either, and
// what is known of what they keep. Where a case needs more bits than are kept, one of
// the two is told; else neither is named.
static const struct kept {
    int p;
    enum fp_round round;
    int known, keeps; // bits
    bool fuses;       // what is not fma(), which it never does in steps that are stored
    const char *answer, *fma; // of fma(), NULL: the same
} kept[] = {
    { 24, FP_RNE, 64, 64, false, "separate with 64 bits inside", NULL },
    { 24, FP_RNA, 53, 53, false, "separate with 53 bits inside", NULL },
    { 24, FP_RNE, 64, 0, true, "fused", NULL },
    { 24, FP_RNE, 64, 0, false, "separate", "fused" },
    { 53, FP_RNE, 64, 64, false, "separate with 64 bits inside", NULL },
    { 53, FP_RTZ, 64, 0, true, "fused", NULL },
    // in a direction two roundings are one, unless the product is not kept whole
    { 24, FP_RTZ, 64, 64, false, "fused or kept in more bits inside", NULL },
    { 24, FP_RUP, 64, 0, true, "fused or kept in more bits inside", NULL },
    { 24, FP_RDN, 40, 40, false, "separate with 40 bits inside", NULL },
    { 24, FP_RTZ, 40, 0, true, "fused", NULL },
    // nothing is small enough in the range of binary16
    { 11, FP_RNE, 64, 64, false, "fused or kept in more bits inside", NULL },
    { 11, FP_RNE, 64, 0, true, "fused or kept in more bits inside", NULL },
    { 11, FP_RNE, 64, 0, false, "separate", "fused or kept in more bits inside" },
    { 11, FP_RNE, 20, 20, false, "separate with 20 bits inside", NULL },
    { 11, FP_RNE, 24, 0, true, "fused", NULL },
    // it is not known what is kept
    { 24, FP_RNE, UNKNOWN, 64, false, "separate with more bits inside", NULL },
    { 24, FP_RNE, UNKNOWN, 0, true, "fused", NULL },
    { 24, FP_RTZ, UNKNOWN, 0, true, "fused or kept in more bits inside", NULL },
    { 11, FP_RNE, UNKNOWN, 0, false, "separate", "fused or kept in more bits inside" },
    // more than any register that is tried
    { 24, FP_RNE, 100, 0, true, "fused or kept in more bits inside", NULL },
    { 24, FP_RNE, 100, 0, false, "separate", "fused or kept in more bits inside" },
};

TEST(fused_or_kept)
{
    for (size_t i = 0; i < COUNT_OF(kept); i++) {
        struct traits traits = look_traits(kept[i].p, kept[i].round);
        struct probe_params params = look_for(&traits, FORM_PRECISE);

        traits.inside_bits = kept[i].keeps;
        traits.contracts = kept[i].fuses ? UINT64_MAX : 0;
        params.inside_bits = kept[i].known;
        const struct finding *findings = look(&probe_contraction, &params, &traits);

        for (int line = 0; line < ONE_SUM; line++) {
            bool fma = line == LINE_FMA;
            const char *want = fma && kept[i].fma ? kept[i].fma : kept[i].answer;
            bool named = fma ? !strncmp(want, "separate", 8) : !strcmp(want, "fused");

            check_finding(&findings[line], want, named && line != LINE_DOT, &traits);
            assert_int_equal(findings[line].cases, COLUMNS + 8);
        }
    }
}

// Which of two products is exact, by the host's fmaf.
TEST(two_products)
{
    struct inquiry *all = inquiry_ask("contraction", ONE_SUM, look_traits(24, FP_RNE));

    for (int second = 0; second < 2; second++) {
        for (int at = 0; at < COLUMNS; at++) {
            double v[PROBE_OPERANDS];

            look_operands(&probe_contraction, &all->params, ONE_SUM, at, v);
            float sum = second ? fmaf((float) v[2], (float) v[3], (float) (v[0] * v[1]))
                               : fmaf((float) v[0], (float) v[1], (float) (v[2] * v[3]));

            all->got[0][at] = fp_bits(sum);
        }
        assert_string_equal(said_answer(inquiry_judge(all)),
                            second ? "fused, the second product is exact"
                                   : "fused, the first product is exact");
    }
}
