// SPDX-License-Identifier: MIT
//
// Floats to halves. What a fake answers is held against a search among all halves, and
// the CPU's own conversion where it has one; then converters with a defect each, which
// must be found where it is and nowhere else.

#include "probe/shared/half.h"
#include "tests/base/f16c.h"
#include "tests/base/operands.h"
#include "tests/probe/inquiry.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define RULES  11
#define SECOND HALF_TOPIC_COUNT
#define SEED   UINT64_C(655360)

static struct traits rne(void)
{
    return TRAITS_NONE(((struct fp_model){ .format = FP_BINARY32 }));
}

// The number of a half, by its definition.
static double value_of(uint32_t code)
{
    int field = (int) (code >> 10 & 31);
    double fraction = code & 0x3ff;
    double magnitude = field ? ldexp(1024 + fraction, field - 25) : ldexp(fraction, -24);

    return code & 0x8000 ? -magnitude : magnitude;
}

// The magnitude codes low, low + 1 enclose |x|; infinity's place is 65536.
static uint32_t search(enum fp_round rule, double x)
{
    static const bool to_nearest[RULES] = { 1, 1, 1, 1, 1, 1 };
    uint32_t sign = signbit(x) ? 0x8000 : 0, low = 0;
    double magnitude = fabs(x);

    if (isinf(x))
        return sign | 0x7c00;
    for (uint32_t step = 0x4000; step > 0; step >>= 1)
        if (low + step <= 0x7bff && value_of(low + step) <= magnitude)
            low += step;
    double middle = (value_of(low) + (low == 0x7bff ? 65536 : value_of(low + 1))) / 2;
    bool odd = low & 1, exact = value_of(low) == magnitude, up = false;

    if (to_nearest[rule] && magnitude != middle)
        return sign | (low + (magnitude > middle));
    switch (rule) {
    case FP_RNE: up = odd; break;
    case FP_RNO: up = !odd; break;
    case FP_RNA:
    case FP_RAZ: up = true; break;
    case FP_RNU:
    case FP_RUP: up = !sign; break;
    case FP_RND:
    case FP_RDN: up = sign; break;
    case FP_RO: up = !odd; break;
    default: break;
    }
    return sign | (low + (!exact && up));
}

static void each_rule_as_searched(void **state)
{
    (void) state;
    for (int topic = 0; topic < HALF_TOPIC_COUNT; topic++) {
        for (int at = 0; at < HALF_CASES && topic != HALF_NAN; at++) {
            uint32_t bits = half_operand((enum half_topic) topic, at);

            for (int rule = 0; rule < RULES; rule++)
                assert_int_equal(
                    half_pack((enum fp_round) rule, bits),
                    search((enum fp_round) rule, (double) fp_from_bits(bits)));
        }
    }
    assert_int_equal(half_pack(FP_RNE, 0x33000000), 0);
    assert_int_equal(half_pack(FP_RNE, 0x33000001), 1);
    assert_int_equal(half_pack(FP_RNE, 0x477fefff), 0x7bff);
    assert_int_equal(half_pack(FP_RNE, 0x477ff000), 0x7c00);
}

static void as_the_cpu_does(void **state)
{
    (void) state;
    static const enum fp_round rules[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };
    uint64_t seed = SEED;

    if (!f16c_exists())
        skip();
    for (uint32_t code = 0; code < 65536; code++)
        assert_int_equal(half_unpack(code), f16c_unpack(code));
    for (int i = 0; i < 1000000; i++) {
        uint32_t bits = (uint32_t) (operands_random(&seed) >> 32);

        // Half of them near the range of halves.
        if (i % 2)
            bits = (bits & 0x87ffffff) | (bits & 0x40000000 ? 0x40000000 : 0x38000000);
        if (half_pack(rules[i % 4], bits) != f16c_pack(rules[i % 4], bits))
            fail_msg("%s of 0x%08x: got 0x%04x want 0x%04x", fp_round_name(rules[i % 4]),
                     (unsigned) bits, (unsigned) half_pack(rules[i % 4], bits),
                     (unsigned) f16c_pack(rules[i % 4], bits));
    }
}

static void packed_beside_one(void **state)
{
    (void) state;
    struct inquiry *all = inquiry_ask("pack_half", HALF_TIES, rne());

    assert_int_equal(all->got[0][0],
                     0x3c000000 | half_pack(FP_RNE, (uint32_t) all->in[0][0]));
    all = inquiry_ask("pack_half", SECOND, rne());
    assert_int_equal(all->got[0][0],
                     half_pack(FP_RNE, (uint32_t) all->in[0][0]) << 16 | 0x3c00);
}

// Both neighbours of a tie are as near; 1 in 4 of the lower ones must be odd at least.
static void ties_are_ties(void **state)
{
    (void) state;
    static const int wanted[HALF_TOPIC_COUNT] = {
        [HALF_TIES] = 24, [HALF_SUBNORMAL_TIES] = 16, [HALF_OVERFLOW] = 2
    };

    for (int topic = 0; topic < HALF_INFINITY; topic++) {
        int ties = 0, odd = 0;

        for (int at = 0; at < HALF_CASES; at++) {
            double x =
                fabs((double) fp_from_bits(half_operand((enum half_topic) topic, at)));
            uint32_t low = search(FP_RTZ, x);
            double next = low == 0x7bff ? 65536 : value_of(low + 1);

            ties += 2 * x == value_of(low) + next;
            odd += 2 * x == value_of(low) + next && low % 2;
        }
        assert_int_equal(ties, wanted[topic]);
        assert_true(4 * odd >= ties && (4 * odd <= 3 * ties || topic == HALF_OVERFLOW));
    }
}

static bool rounds(int line)
{
    return line == HALF_TIES || line == HALF_NEAR_TIES || line == HALF_SUBNORMAL_TIES ||
           line == HALF_OVERFLOW || line == SECOND;
}

// Two lines name the rule alone; the others do not exclude it, and no line departs that
// has nothing to round.
static void each_rule_found(void **state)
{
    (void) state;
    struct finding findings[LINES_MAX];

    for (int rule = 0; rule < RULES; rule++) {
        struct traits traits = rne();

        traits.half = (enum fp_round) rule;
        inquiry_all("pack_half", traits, findings);
        for (int line = 0; line <= SECOND; line++) {
            if (!rounds(line)) {
                assert_false(findings[line].departs);
                assert_int_equal(findings[line].agree, HALF_CASES);
                continue;
            }
            assert_true(findings[line].survivors & VERDICT_RULE(rule));
            assert_int_equal(findings[line].departs,
                             !(findings[line].survivors & VERDICT_RULE(FP_RNE)));
        }
        assert_int_equal(findings[HALF_TIES].survivors, VERDICT_RULE(rule));
        assert_int_equal(findings[SECOND].survivors, VERDICT_RULE(rule));
        assert_int_equal(findings[HALF_SUBNORMAL_TIES].survivors, VERDICT_RULE(rule));
        assert_string_equal(findings[HALF_TIES].answer,
                            fp_round_name((enum fp_round) rule));
        assert_int_equal(findings[HALF_TIES].departs, rule != FP_RNE);
    }
}

static void found_rule_is_told(void **state)
{
    (void) state;
    struct traits traits = rne(), found;
    struct finding finding;

    traits.half = FP_RNA;
    assert_true(
        inquiry_judge(inquiry_ask("pack_half", HALF_TIES, traits), &finding, &found));
    assert_int_equal(found.half, FP_RNA);
    // A target has a rule of its own, which no trait is.
    inquiry_judge(inquiry_ask("half_target", HALF_TIES, traits), &finding, &found);
    assert_string_equal(finding.answer, "rne");
    assert_int_equal(found.half, FP_RNE);
}

// What a converter makes of `bits`, of which IEEE 754 has `code`.
static uint32_t flush(uint32_t bits, uint32_t code)
{
    return (bits & 0x7fffffff) < 0x38800000 ? code & 0x8000 : code;
}

static uint32_t flush_rounded(uint32_t bits, uint32_t code)
{
    (void) bits;
    return (code & 0x7fff) < 0x0400 ? code & 0x8000 : code;
}

static uint32_t flush_to_plus(uint32_t bits, uint32_t code)
{
    return (bits & 0x7fffffff) < 0x38800000 ? 0 : code;
}

static uint32_t saturate(uint32_t bits, uint32_t code)
{
    (void) bits;
    return (code & 0x7fff) == 0x7c00 ? code - 1 : code;
}

static uint32_t chop(uint32_t bits, uint32_t code)
{
    (void) code;
    return half_pack(FP_RTZ, bits);
}

static uint32_t chop_to_infinity(uint32_t bits, uint32_t code)
{
    return (bits & 0x7fffffff) >= 0x47800000 ? code : half_pack(FP_RTZ, bits);
}

static uint32_t nan_to_infinity(uint32_t bits, uint32_t code)
{
    (void) bits;
    return (code & 0x7fff) > 0x7c00 ? (code & 0x8000) | 0x7c00 : code;
}

static uint32_t one_nan(uint32_t bits, uint32_t code)
{
    (void) bits;
    return (code & 0x7fff) > 0x7c00 ? 0x7fff : code;
}

static uint32_t no_minus_zero(uint32_t bits, uint32_t code)
{
    (void) bits;
    return code == 0x8000 ? 0 : code;
}

static uint32_t spill(uint32_t bits, uint32_t code)
{
    (void) bits;
    return (code & 0x7fff) >= 0x7c00 ? code ^ 0x10000 : code;
}

static uint32_t now_up_now_down(uint32_t bits, uint32_t code)
{
    (void) code;
    return half_pack(bits & 0x00800000 ? FP_RAZ : FP_RTZ, bits);
}

static uint32_t an_ulp_more(uint32_t bits, uint32_t code)
{
    (void) bits;
    return code + 1;
}

static const struct {
    uint32_t (*make)(uint32_t bits, uint32_t code);
    enum half_topic topic;
    const char *answer;
    bool departs;
} defects[] = {
    { flush, HALF_SUBNORMALS, "flushed", true },
    { flush, HALF_SUBNORMAL_TIES, "flushed", true },
    { flush_rounded, HALF_SUBNORMAL_TIES, "flushed", true },
    { flush, HALF_TIES, "rne", false },
    { flush, HALF_ZEROS, "kept", false },
    { flush_to_plus, HALF_SUBNORMALS, "flushed, sign lost", true },
    { saturate, HALF_OVERFLOW, "saturates", true },
    { saturate, HALF_INFINITY, "saturates", true },
    { saturate, HALF_NAN, "kept", false },
    { chop, HALF_TIES, "rtz", true },
    { chop, HALF_OVERFLOW, "saturates", true },
    { chop, HALF_INFINITY, "kept", false },
    { chop_to_infinity, HALF_OVERFLOW, "infinity from 65536", true },
    { nan_to_infinity, HALF_NAN, "infinity", true },
    { nan_to_infinity, HALF_OVERFLOW, "infinity from 65520", false },
    { one_nan, HALF_NAN, "kept", false },
    { no_minus_zero, HALF_ZEROS, "sign lost", true },
    { spill, HALF_INFINITY, "spoils the other half", true },
    { spill, HALF_EXACT, "exact", false },
    { now_up_now_down, HALF_TIES, "faithful", true },
    { now_up_now_down, HALF_EXACT, "exact", false },
    { an_ulp_more, HALF_TIES, "none", true },
    { an_ulp_more, HALF_EXACT, "other", true },
};

static void spoil(struct inquiry *all, int i)
{
    bool target = all->probe->lines->readout == READOUT_FLOAT16;

    for (size_t at = 0; at < all->count; at++) {
        uint32_t bits = (uint32_t) all->in[0][at];
        uint32_t code = defects[i].make(bits, half_pack(FP_RNE, bits));

        all->got[0][at] = target ? code : code ^ 0x3c000000;
    }
}

static void defects_found(void **state)
{
    (void) state;
    static const char *const probes[] = { "pack_half", "half_target" };
    struct finding finding;
    struct traits found;

    for (size_t i = 0; i < 2 * sizeof(defects) / sizeof(*defects); i++) {
        struct inquiry *all =
            inquiry_ask(probes[i % 2], (int) defects[i / 2].topic, rne());

        spoil(all, (int) i / 2);
        inquiry_judge(all, &finding, &found);
        assert_string_equal(finding.answer, defects[i / 2].answer);
        assert_int_equal(finding.departs, defects[i / 2].departs);
        if (defects[i / 2].departs) {
            assert_true(finding.agree < finding.cases);
            assert_non_null(strstr(finding.detail, "got 0x"));
        }
    }
}

static void error_is_measured(void **state)
{
    (void) state;
    struct inquiry *all = inquiry_ask("half_target", HALF_TIES, rne());
    struct finding finding;
    struct traits found;

    for (size_t at = 0; at < all->count; at++)
        all->got[0][at] = half_pack(FP_RTZ, (uint32_t) all->in[0][at]) + 2;
    assert_false(inquiry_judge(all, &finding, &found));
    assert_string_equal(finding.answer, "none");
    assert_true(finding.error_known);
    // A magnitude chopped by 1/4 to 3/4 and two more, in either sign.
    assert_true(finding.error_max_ulp == 1.75 && finding.error_min_ulp == -1.75);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_as_searched), cmocka_unit_test(as_the_cpu_does),
        cmocka_unit_test(ties_are_ties),         cmocka_unit_test(packed_beside_one),
        cmocka_unit_test(each_rule_found),       cmocka_unit_test(found_rule_is_told),
        cmocka_unit_test(defects_found),         cmocka_unit_test(error_is_measured),
    };
    return cmocka_run_group_tests_name("half", tests, NULL, NULL);
}
