// SPDX-License-Identifier: MIT
//
// The adder of simulated devices equals the integer model where it is one of the 21
// models, and the judge's own adder for every other adder that the probe may name.

#include "base/fp.h"
#include "device/foreign_adder.h"
#include "probe/pictures/alignment_sums.h"
#include "tests/base/operands.h"
#include "tests/shared/group.h"

#include <math.h>

static struct group this_group = { .name = "foreign_adder" };

static void check_model(enum fp_round round, struct fp_format format, uint64_t *seed)
{
    enum { COUNT = 1000 };
    uint64_t a[COUNT], b[COUNT], got[COUNT], want[COUNT];
    struct foreign_adder adder = { .far = 0 };
    struct unit units[] = { unit_foreign(&adder), unit_model() };

    assert_true(adder_rule_find(fp_round_name(round), &adder.rule));
    operands_fill(format, seed, a, COUNT);
    operands_fill(format, seed, b, COUNT);
    for (int i = 0; i < 8; i++) {
        struct fp_model model = { format, round, i & 2, i & 4 };
        struct unit_call call = {
            i & 1 ? UNIT_ADD : UNIT_SUB, model, got, a, b, NULL, COUNT
        };

        assert_true(units[0].apply(&units[0], &call));
        call.out = want;
        assert_true(units[1].apply(&units[1], &call));
        assert_memory_equal(got, want, sizeof got);
    }
}

// Special operands too.
TEST(models)
{
    const struct fp_format formats[] = {
        FP_BINARY16, FP_BINARY32, FP_BINARY64, { 5, 15 }
    };
    uint64_t seed = 14;

    for (int round = 0; round < FP_ROUND_COUNT; round++)
        for (size_t i = 0; i < COUNT_OF(formats); i++)
            check_model((enum fp_round) round, formats[i], &seed);
}

#define SOME 29 // of so many adders of the judge one is asked by default

static void check_judge(struct fp_format format, const struct foreign *rule)
{
    const struct adder_rule same = { .guard = rule->guard,
                                     .sticky = rule->sticky,
                                     .bits = rule->bits,
                                     .first = rule->first,
                                     .last = rule->round };
    const struct foreign_adder adder = { .rule = same };
    const struct fp_model model = { .format = format };
    char name[FOREIGN_NAME];

    for (int i = 0; i < ALIGNMENT_CELLS; i++) {
        struct alignment_cell cell =
            alignment_cell((struct alignment_range){ format, i % 2 }, 0,
                           i / ALIGNMENT_COLUMNS, i % ALIGNMENT_COLUMNS);
        double values[4], got = alignment_answer(&cell, adders_round(rule, &cell.sum));
        uint64_t words[2];

        alignment_operands(&cell, values);
        for (int k = 0; k < 2; k++)
            words[k] = fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(values[k]));
        double sum =
            fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE,
                                      foreign_add(&adder, &model, words[0], words[1])));

        if (got == (sum - values[2]) * values[3])
            continue;
        foreign_name(rule, name, sizeof name);
        fail_msg("%s, p=%d emax=%d: %a + %a: judged %a, got %a", name, format.precision,
                 format.emax, values[0], values[1], got, (sum - values[2]) * values[3]);
    }
}

// Every adder that the probe alignment may name, asked its sums.
TEST(judged_alike)
{
    static const struct fp_format formats[] = { { 24, 127 }, { 11, 15 }, { 5, 127 } };
    struct foreign rule;

    for (size_t i = 0; i < COUNT_OF(formats); i++)
        for (int k = 0; adders_candidate(formats[i].precision, k, &rule);
             k += group_every ? 1 : SOME)
            check_judge(formats[i], &rule);
}

// How often 2^-23 * k / 16 rounds up, of 4096 seeds, in sixteenths and their deviation.
static int drawn_up(const char *rule, int k)
{
    struct foreign_adder adder = { .far = 0 };
    struct fp_model model = { .format = FP_BINARY32 };
    uint64_t one = fp_bits(1), part = fp_bits(ldexpf((float) k, -27));
    int up = 0;

    assert_true(adder_rule_find(rule, &adder.rule));
    for (adder.seed = 0; adder.seed < 4096; adder.seed++)
        up += foreign_add(&adder, &model, one, part) != one;
    return up;
}

TEST(chances)
{
    for (int k = 0; k <= 16; k++) {
        assert_in_range(drawn_up("stochastic", k) + 150, 256 * k, 256 * k + 300);
        assert_in_range(drawn_up("faithful", k) + 150, k % 16 ? 2048 : 256 * k,
                        (k % 16 ? 2048 : 256 * k) + 300);
        assert_in_range(drawn_up("ties-hash", k) + 150, k == 8 ? 2048 : (k > 8) * 4096,
                        (k == 8 ? 2048 : (k > 8) * 4096) + 300);
    }
}

// The smaller operand is dropped if its leading bit is more than 12 places lower.
TEST(far)
{
    const struct fp_model model = { .format = FP_BINARY32 };
    struct foreign_adder adder = { .far = 12 };

    assert_true(adder_rule_find("rne", &adder.rule));
    for (int places = 11; places <= 14; places++) {
        float part = ldexpf(1, -places), want = places > 12 ? 1 : 1 + part;

        assert_int_equal(foreign_add(&adder, &model, fp_bits(1), fp_bits(part)),
                         fp_bits(want));
    }
}

TEST(words)
{
    const char *const bad[] = { "chop-g41", "chop-g",      "chop-g04",
                                "rne-ns0",  "rne-ns+1",    "rna-ns41",
                                "rna-ns1x", "stochastics", "" };
    struct adder_rule rule;

    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_false(adder_rule_find(bad[i], &rule));
    assert_true(adder_rule_find("rna-ns40", &rule));
    assert_int_equal(rule.guard, 40);
    assert_int_equal(rule.last, FP_RNA);
    assert_true(adder_rule_find("ro", &rule));
    assert_int_equal(rule.guard, -1);
    assert_int_equal(rule.last, FP_RO);
}
