// SPDX-License-Identifier: MIT
//
// Error-free transforms: the operands have the distances that each expression needs, and
// the judge finds one wrong bit.

#include "base/fp.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/unit/oracle.h"

#include <math.h>

static struct group this_group = { .name = "error_free", .tear_down = oracle_finish };

#define COLUMNS 192
#define SMALL   96 // of them have small distances
#define LINES   ERROR_FREE_COUNT

static const struct probe *const probe = &probe_error_free;

static const struct fp_format formats[] = {
    { 11, 15 },  { 11, 127 }, { 12, 127 }, { 13, 63 },  { 16, 127 }, { 17, 127 },
    { 18, 127 }, { 20, 127 }, { 22, 127 }, { 23, 127 }, { 24, 127 },
};
#define FORMATS COUNT_OF(formats)

struct two {
    uint64_t high, low;
};

static void operands_of(const struct probe_params *params, int line, int at,
                        uint64_t in[4])
{
    struct fp_format format = params->model.format;
    probe->expressions->operand(params, line, at, in);
    for (int k = 0; k < 4; k++) {
        uint64_t own = fp_convert(expressions_carrier(params), format, FP_RNE, in[k]);
        assert_int_equal(fp_convert(format, expressions_carrier(params), FP_RNE, own),
                         in[k]);
        in[k] = own;
    }
}

// The operands of each expression have the distances that it needs.
TEST(operands_are_fit)
{
    for (size_t i = 0; i < FORMATS; i++) {
        struct probe_params params = look_known(formats[i], FP_RNE);
        int p = formats[i].precision, emax = formats[i].emax, farthest = 0, nearest = p;
        int widest = 0, others = 0;
        for (int at = 0; at < COLUMNS; at++) {
            uint64_t in[4];
            operands_of(&params, ERROR_FREE_FAST_TWO_SUM, at, in);
            double a = fabs(oracle_value(formats[i], in[0]));
            double b = fabs(oracle_value(formats[i], in[1]));
            int distance = ilogb(a) - ilogb(b);
            assert_true(a >= b);
            others += at >= SMALL && distance > widest;
            if (at >= SMALL && distance > widest)
                widest = distance;
            else if (at < SMALL && distance > farthest)
                farthest = distance;
            nearest = distance < nearest ? distance : nearest;
            operands_of(&params, ERROR_FREE_SPLIT, at, in);
            assert_true(oracle_value(formats[i], in[2]) == ldexp(1, (p + 1) / 2) + 1);
            operands_of(&params, ERROR_FREE_PAIR_SUM, at, in);
            a = fabs(oracle_value(formats[i], in[0]));
            b = fabs(oracle_value(formats[i], in[1]));
            assert_true(b > 0 && b < ldexp(1, ilogb(a) - p));
        }
        assert_true(nearest == 0 && farthest == p + 1);
        // as far apart as normal numbers are, below the uppermost two binades
        assert_true(widest == 2 * emax - 3 &&
                    others >= (widest - p < 90 ? widest - p - 2 : 90));
    }
}

static struct probe_params precise(struct fp_format format, enum fp_round round)
{
    struct probe_params params = look_known(format, round);
    params.form = FORM_PRECISE;
    return params;
}

// One wrong last bit in one case of each line; case 7 has a rest that is not 0.
static const struct look_spoil one_bit = { .at = 7, .k = 1, .by = 1 };
static const struct look_spoil never_a_number = { .at = 7,
                                                  .to = 0x7fc00000,
                                                  .lines = 0xaa };

// The exact sum, in more bits than the format has, and no rest: right, but no transform.
TEST(sums_computed_wide)
{
    struct probe_params params = precise(FP_BINARY16, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    struct pixels pixels;
    look_paint(probe, &params, &traits, &pixels);
    for (int at = 0; at < COLUMNS; at++) {
        uint32_t *words = look_word(&pixels, ERROR_FREE_TWO_SUM, 2 * at);
        uint64_t in[PROBE_OPERANDS];
        probe->expressions->operand(&params, ERROR_FREE_TWO_SUM, at, in);
        words[0] =
            fp_bits(fp_from_bits((uint32_t) in[0]) + fp_from_bits((uint32_t) in[1]));
        words[1] = 0;
    }
    look_expect(&look_judge(probe, &params, NULL, &pixels)[ERROR_FREE_TWO_SUM],
                "folded: e is always 0", true);
    pixels_finish(&pixels);
}

TEST(one_wrong_bit_is_found)
{
    struct probe_params params = precise(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    const struct finding *findings = look_spoilt(probe, &params, &traits, &one_bit);
    for (int line = 0; line < ERROR_FREE_PAIR_SUM; line++) {
        look_expect(&findings[line], "not exact: 191 of 192", true);
        assert_int_equal(findings[line].agree, 191);
        assert_int_equal(findings[line].survivors, 0);
    }
    findings = look_spoilt(probe, &params, &traits, &never_a_number);
    for (int line = 0; line < LINES; line++) {
        bool spoilt = line % 2 == 1, pair = line >= ERROR_FREE_PAIR_SUM;
        const char *bad = pair ? "0 bits..." : "not exact: 191 of 192";
        look_expect(&findings[line], spoilt ? bad : pair ? "4..." : "exact", spoilt);
    }
}

// What splits a number in vain: fused products, or steps that are kept in more bits.
TEST(splits)
{
    static const struct {
        int known, keeps; // bits
        const char *split;
    } kept[] = {
        { 64, 64, "fused or kept in more bits inside: lo is always 0" },
        { 64, 0, "fused or kept in more bits inside: lo is always 0" },
        { VERDICT_INSIDE_UNKNOWN, 0,
          "fused or kept in more bits inside: lo is always 0" },
        { 100, 0, "fused or kept in more bits inside: lo is always 0" },
        { 30, 0, "fused: lo is always 0" },
    };

    for (size_t i = 0; i < COUNT_OF(kept); i++) {
        struct probe_params params = look_known(FP_BINARY32, FP_RNE);
        struct traits traits = TRAITS_NONE(params.model);

        params.form = FORM_PRECISE;
        params.inside_bits = kept[i].known;
        traits.inside_bits = kept[i].keeps;
        traits.contracts = kept[i].keeps ? 0 : UINT64_MAX;
        const struct finding *finding =
            &look(&probe_error_free, &params, &traits)[ERROR_FREE_SPLIT];
        const char *cause = kept[i].known == 30 ? "products-fused" : "inside-unclear";

        look_expect(finding, kept[i].split, true);
        assert_string_equal(finding->detail[1].kind->id, cause);
    }
}
