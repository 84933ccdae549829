// SPDX-License-Identifier: MIT
//
// Folding: the judge names the one expression that a simulated device simplifies, and no
// other. Coarse divisions are not folded.

#include "base/fp_bits.h"
#include "probe/list.h"
#include "tests/probe/inquiry.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "folding" };

static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };

// Expressions whose folding does not show under some model: both sides are the same.
enum { LINE_PLUS_ZERO = 7, LINE_ZERO_MINUS = 8, LINE_ITSELF = 24, LINE_GREATER = 27 };

static bool is_hidden(int line, const struct traits *traits)
{
    enum fp_round round = traits->model.round;

    return ((line == LINE_PLUS_ZERO || line == LINE_ZERO_MINUS) && round == FP_RDN) ||
           (line == LINE_GREATER && round == FP_RUP) ||
           (line == LINE_ITSELF && traits->nan_equal);
}

static void check_finding(const struct finding *finding, const struct traits *traits,
                          enum form form, int line)
{
    enum fp_round round = traits->model.round;
    const struct expression *expression = &probe_folding.expressions->list[line];
    bool folded = traits->folds >> line & 1, hidden = is_hidden(line, traits);
    bool deviates = form == FORM_PRECISE && folded && !hidden && !expression->free;
    char answer[64] = "kept";

    if (folded)
        snprintf(answer, sizeof answer, "folded to %s",
                 expression->candidates[FOLDING_FOLDED].glsl);
    if (hidden)
        snprintf(answer, sizeof answer, "kept or folded");
    look_expect(finding, answer, deviates);
    if (!(finding->survivors & VERDICT_RULE(round)))
        fail_msg("%s p=%d %s: not among the survivors", fp_round_name(round),
                 traits->model.format.precision, finding->expression);
}

static void check(const struct traits *traits, enum form form)
{
    struct probe_params params = look_for(traits, form);

    const struct finding *findings = look(&probe_folding, &params, traits);
    for (int line = 0; line < FOLDING_COUNT; line++)
        check_finding(&findings[line], traits, form, line);
}

TEST(one_line)
{
    for (int line = 0; line < FOLDING_COUNT; line++) {
        for (int i = 0; i < 4; i++) {
            struct traits traits = look_traits(i % 2 ? 11 : 24, directions[i]);

            traits.folds = UINT64_C(1) << line;
            check(&traits, FORM_PRECISE);
        }
    }
}

// Judges line `line` of answers that `spoil` made, with a witness that many ulp high.
static const struct finding *judge_spoilt(int line, uint32_t witness_ulps,
                                          uint64_t (*spoil)(const double *in,
                                                            double as_written))
{
    struct traits traits = look_traits(24, FP_RNE);
    struct inquiry *all = inquiry_ask("folding", line, traits);

    all->params.form = FORM_PRECISE;
    for (int at = 0; at < probe_folding.expressions->columns; at++) {
        double in[PROBE_OPERANDS];

        look_operands(&probe_folding, &all->params, line, at, in);
        all->got[0][at] = spoil(in, (double) fp_from_bits((uint32_t) all->got[0][at]));
        all->got[1][at] = fp_bits((float) in[2] + 1.0f) + witness_ulps;
    }
    return inquiry_judge(all);
}

static uint64_t right(const double *in, double as_written)
{
    return fp_bits((float) as_written);
}

static uint64_t an_ulp_high(const double *in, double as_written)
{
    return fp_bits((float) as_written) + 1;
}

static uint64_t half_folded(const double *in, double as_written)
{
    return fp_bits((float) (in[0] > 0 ? in[1] : as_written));
}

static uint64_t far_off(const double *in, double as_written)
{
    return fp_bits((float) as_written * 1.5f);
}

// An order that is not the written one deviates in the precise form alone.
TEST(another_order)
{
    enum { WRITTEN, MINUS_FIRST = 3 };
    const struct traits nearest = look_traits(24, FP_RNE);
    struct inquiry *asked = inquiry_ask("reassociation", WRITTEN, nearest);

    inquiry_answer(asked, MINUS_FIRST, &nearest);
    look_expect(inquiry_judge(asked), "reassociated to (a - b) + 1.0", false);
    assert_true(asked->reproduced);
    asked->params.form = FORM_PRECISE;
    look_expect(inquiry_judge(asked), "reassociated to (a - b) + 1.0", true);
}

// A result that two orders of a sum share, and the written order lacks, names neither.
TEST(two_orders)
{
    enum { WRITTEN, MINUS_FIRST = 3, PLUS_FIRST };
    const struct traits nearest = look_traits(24, FP_RNE);
    struct inquiry *asked = inquiry_ask("reassociation", WRITTEN, nearest);
    uint64_t written[256], minus[256];
    size_t size = asked->count * sizeof *written, left = 0;

    assert_true(size <= sizeof written);
    memcpy(written, asked->got[0], size);
    inquiry_answer(asked, MINUS_FIRST, &nearest);
    memcpy(minus, asked->got[0], size);
    inquiry_answer(asked, PLUS_FIRST, &nearest);
    for (size_t i = 0; i < asked->count; i++) {
        asked->defined[i] = asked->got[0][i] == minus[i] && minus[i] != written[i];
        left += asked->defined[i];
    }
    assert_true(left >= 3);

    const struct finding *finding = inquiry_judge(asked);

    assert_true(said_is(finding, "neither") && !finding->survivors);
    assert_false(asked->reproduced);
}

TEST(coarse_and_neither)
{
    const struct finding *finding = judge_spoilt(4, 0, an_ulp_high);

    look_expect(finding, "kept", false);
    assert_true(finding->error_known && finding->error_max_ulp == 1);
    look_expect(judge_spoilt(4, 0, far_off), "neither", true);
    look_expect(judge_spoilt(0, 0, half_folded), "neither", true);
    assert_true(finding->agree > 0 &&
                finding->agree < probe_folding.expressions->columns);
    assert_non_null(strstr(said_detail(finding), "want"));
    // sums that no rule explains: the idiom is judged by itself
    look_expect(judge_spoilt(3, 2, right), "kept", false);
    assert_true(finding->survivors & VERDICT_RULE(FP_RNE));
}
