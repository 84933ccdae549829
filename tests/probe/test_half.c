// SPDX-License-Identifier: MIT
//
// Floats to halves: the conversion equals a search among all halves, and the processor's
// conversion if it has one. The judge names each converter with a defect.

#include "base/fp_bits.h"
#include "probe/shared/half.h"
#include "tests/base/f16c.h"
#include "tests/base/operands.h"
#include "tests/probe/inquiry.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <string.h>

static struct group this_group = { .name = "half" };

#define RULES      11
#define SECOND     HALF_TOPIC_COUNT
#define ROUND_TRIP (SECOND + 1)
#define SEED       UINT64_C(655360)

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

TEST(each_rule_as_searched)
{
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

TEST(as_the_cpu_does)
{
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

TEST(packed_beside_one)
{
    struct inquiry *all = inquiry_ask("pack_half", HALF_TIES, look_traits(24, FP_RNE));

    assert_int_equal(all->got[0][0],
                     0x3c000000 | half_pack(FP_RNE, (uint32_t) all->in[0][0]));
    all = inquiry_ask("pack_half", SECOND, look_traits(24, FP_RNE));
    assert_int_equal(all->got[0][0],
                     half_pack(FP_RNE, (uint32_t) all->in[0][0]) << 16 | 0x3c00);
}

// Both neighbours of a tie are as near; 1 in 4 of the lower ones must be odd at least.
TEST(ties_are_ties)
{
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

TEST(found_rule_is_told)
{
    struct traits traits = look_traits(24, FP_RNE);
    struct inquiry *all;

    traits.half = FP_RNA;
    all = inquiry_ask("pack_half", HALF_TIES, traits);
    inquiry_judge(all);
    assert_true(all->reproduced && all->found.half == FP_RNA);
    // A target has a rule of its own, which no trait is.
    all = inquiry_ask("half_target", HALF_TIES, traits);
    assert_string_equal(said_answer(inquiry_judge(all)), "rne");
    assert_int_equal(all->found.half, FP_RNE);
}

enum converter {
    FLUSH,
    FLUSH_ROUNDED,
    FLUSH_TO_PLUS,
    SATURATE,
    CHOP,
    CHOP_TO_INFINITY,
    NAN_TO_INFINITY,
    ONE_NAN,
    NO_MINUS_ZERO,
    SPILL,
    NOW_UP_NOW_DOWN,
    AN_ULP_MORE,
};

// What a converter makes of `bits`, of which IEEE 754 has `code`.
static uint32_t make(enum converter converter, uint32_t bits, uint32_t code)
{
    uint32_t magnitude = code & 0x7fff, sign = code & 0x8000;
    bool tiny = (bits & 0x7fffffff) < 0x38800000;

    switch (converter) {
    case FLUSH: return tiny ? sign : code;
    case FLUSH_ROUNDED: return magnitude < 0x0400 ? sign : code;
    case FLUSH_TO_PLUS: return tiny ? 0 : code;
    case SATURATE: return magnitude == 0x7c00 ? code - 1 : code;
    case CHOP: return half_pack(FP_RTZ, bits);
    case CHOP_TO_INFINITY:
        return (bits & 0x7fffffff) >= 0x47800000 ? code : half_pack(FP_RTZ, bits);
    case NAN_TO_INFINITY: return magnitude > 0x7c00 ? sign | 0x7c00 : code;
    case ONE_NAN: return magnitude > 0x7c00 ? 0x7fff : code;
    case NO_MINUS_ZERO: return code == 0x8000 ? 0 : code;
    case SPILL: return magnitude >= 0x7c00 ? code ^ 0x10000 : code;
    case NOW_UP_NOW_DOWN: return half_pack(bits & 0x00800000 ? FP_RAZ : FP_RTZ, bits);
    case AN_ULP_MORE: return code + 1;
    }
    return code;
}

static const struct {
    enum converter converter;
    enum half_topic topic;
    const char *answer;
    bool deviates;
} defects[] = {
    { FLUSH, HALF_SUBNORMALS, "flushed", true },
    { FLUSH, HALF_SUBNORMAL_TIES, "flushed", true },
    { FLUSH_ROUNDED, HALF_SUBNORMAL_TIES, "flushed", true },
    { FLUSH, HALF_TIES, "rne", false },
    { FLUSH, HALF_ZEROS, "kept", false },
    { FLUSH_TO_PLUS, HALF_SUBNORMALS, "flushed, sign lost", true },
    { SATURATE, HALF_OVERFLOW, "saturates", true },
    { SATURATE, HALF_INFINITY, "saturates", true },
    { SATURATE, HALF_NAN, "kept", false },
    { CHOP, HALF_TIES, "rtz", true },
    { CHOP, HALF_OVERFLOW, "saturates", true },
    { CHOP, HALF_INFINITY, "kept", false },
    { CHOP_TO_INFINITY, HALF_OVERFLOW, "infinity from 65536", true },
    { NAN_TO_INFINITY, HALF_NAN, "infinity", true },
    { NAN_TO_INFINITY, HALF_OVERFLOW, "infinity from 65520", false },
    { ONE_NAN, HALF_NAN, "kept", false },
    { NO_MINUS_ZERO, HALF_ZEROS, "sign lost", true },
    { SPILL, HALF_INFINITY, "spoils the other half", true },
    { SPILL, HALF_EXACT, "exact", false },
    { NOW_UP_NOW_DOWN, HALF_TIES, "faithful", true },
    { NOW_UP_NOW_DOWN, HALF_EXACT, "exact", false },
    { AN_ULP_MORE, HALF_TIES, "none", true },
    { AN_ULP_MORE, HALF_EXACT, "other", true },
};

static void spoil(struct inquiry *all, int i)
{
    bool target = all->probe->expressions->readout == READOUT_FLOAT16;

    for (size_t at = 0; at < all->count; at++) {
        uint32_t bits = (uint32_t) all->in[0][at];
        uint32_t code = make(defects[i].converter, bits, half_pack(FP_RNE, bits));

        all->got[0][at] = target ? code : code ^ 0x3c000000;
    }
}

TEST(defects_found)
{
    static const char *const probes[] = { "pack_half", "half_target" };

    for (size_t i = 0; i < 2 * COUNT_OF(defects); i++) {
        struct inquiry *all = inquiry_ask(probes[i % 2], (int) defects[i / 2].topic,
                                          look_traits(24, FP_RNE));

        spoil(all, (int) i / 2);
        const struct finding *finding = inquiry_judge(all);

        assert_string_equal(said_answer(finding), defects[i / 2].answer);
        assert_int_equal(finding->deviates, defects[i / 2].deviates);
        if (defects[i / 2].deviates) {
            assert_true(finding->agree < finding->cases);
            assert_non_null(strstr(said_detail(finding), "got 0x"));
        }
    }
}

TEST(error_is_measured)
{
    struct inquiry *all = inquiry_ask("half_target", HALF_TIES, look_traits(24, FP_RNE));

    for (size_t at = 0; at < all->count; at++)
        all->got[0][at] = half_pack(FP_RTZ, (uint32_t) all->in[0][at]) + 2;
    const struct finding *finding = inquiry_judge(all);

    assert_string_equal(said_answer(finding), "none");
    assert_true(finding->error_known && !all->reproduced);
    // A magnitude chopped by 1/4 to 3/4 and two more, in either sign.
    assert_true(finding->error_max_ulp == 1.75 && finding->error_min_ulp == -1.75);
}

// A float that was a half: its rounding, and a compiler that removed both conversions.
TEST(round_trip)
{
    struct traits traits = look_traits(24, FP_RTZ);

    traits.half = FP_RTZ;
    struct inquiry *all = inquiry_ask("pack_half", ROUND_TRIP, traits);
    const struct finding *finding = inquiry_judge(all);

    assert_string_equal(said_answer(finding), "rtz");
    assert_true(all->reproduced && all->found.half == FP_RTZ);
    assert_int_equal(finding->example.want[0],
                     half_unpack(half_pack(FP_RNE, (uint32_t) finding->example.in[0])));

    traits.folds = TRAITS_FOLDS_PACK;
    all = inquiry_ask("pack_half", ROUND_TRIP, traits);
    assert_string_equal(said_answer(inquiry_judge(all)), "x itself");
    assert_true(all->reproduced);

    all->got[0][3] ^= 1; // neither a half nor x
    assert_string_equal(said_answer(inquiry_judge(all)), "other");
    assert_false(all->reproduced);
}
