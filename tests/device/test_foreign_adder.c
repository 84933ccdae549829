// SPDX-License-Identifier: MIT
//
// The second adder against MPFR, and where it is one of the 21, against the first: every
// pair of small formats, random pairs of large ones. The judge's against the second.

#include "base/fp.h"
#include "probe/pictures/alignment_sums.h"
#include "tests/base/operands.h"
#include "tests/device/foreign_oracle.h"
#include "tests/shared/group.h"
#include "tests/unit/oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "foreign_adder", .tear_down = oracle_finish };

struct named_adder {
    const char *name, *rule, *negative, *twice;
    int sticky, far;
};

// clang-format off
static const struct named_adder adders[] = {
    { "chop-g0", "chop-g0", NULL, NULL, 0, 0 },
    { "chop-g4", "chop-g4", NULL, NULL, 0, 0 },
    { "chop-g12", "chop-g12", NULL, NULL, 0, 0 },
    { "chop-g40", "chop-g40", NULL, NULL, 0, 0 },
    { "rne-ns1", "rne-ns1", NULL, NULL, 0, 0 },
    { "rne-ns5", "rne-ns5", NULL, NULL, 0, 0 },
    { "rne-ns8", "rne-ns8", NULL, NULL, 0, 0 },
    { "rna-ns2", "rna-ns2", NULL, NULL, 0, 0 },
    { "rna-ns11", "rna-ns11", NULL, NULL, 0, 0 },
    { "rna-ns40", "rna-ns40", NULL, NULL, 0, 0 },
    { "sticky", "rne-ns2", NULL, NULL, 3, 0 },
    { "sticky_chop", "chop-g1", NULL, NULL, 20, 0 },
    { "sticky_once", "rna-ns1", NULL, NULL, 1, 0 },
    { "far", "rne", NULL, NULL, 0, 2 },
    { "far_chop", "chop-g3", NULL, NULL, 0, 6 },
    { "twice_1", "rne", NULL, "+1", 0, 0 },
    { "twice_2", "rne", NULL, "+2", 0, 0 },
    { "twice_64", "rne", NULL, "64", 0, 0 },
    { "twice_rtz", "rne", NULL, "+3:rtz", 0, 0 },
    { "twice_ro", "rna", NULL, "+2:ro", 0, 0 },
    { "twice_rup", "rdn", NULL, "+4:rup", 0, 0 },
    { "twice_guarded", "rne-ns6", NULL, "+3", 0, 0 },
    { "sign_rne_rtz", "rne", "rtz", NULL, 0, 0 },
    { "sign_raz_rna", "raz", "rna", NULL, 0, 0 },
    { "sign_guarded", "chop-g2", "rne-ns7", NULL, 0, 0 },
    { "sign_rdn", "rdn", "rne", NULL, 0, 0 },
    { "stochastic", "stochastic", NULL, NULL, 0, 0 },
    { "faithful", "faithful", NULL, NULL, 0, 0 },
    { "ties_hash", "ties-hash", NULL, NULL, 0, 0 },
    { "ties_twice", "ties-hash", "stochastic", "+5", 0, 0 },
    { "rne", "rne", NULL, NULL, 0, 0 },
    { "rna", "rna", NULL, NULL, 0, 0 },
    { "rnz", "rnz", NULL, NULL, 0, 0 },
    { "rnu", "rnu", NULL, NULL, 0, 0 },
    { "rnd", "rnd", NULL, NULL, 0, 0 },
    { "rno", "rno", NULL, NULL, 0, 0 },
    { "rtz", "rtz", NULL, NULL, 0, 0 },
    { "raz", "raz", NULL, NULL, 0, 0 },
    { "rup", "rup", NULL, NULL, 0, 0 },
    { "rdn", "rdn", NULL, NULL, 0, 0 },
    { "ro", "ro", NULL, NULL, 0, 0 },
};
// clang-format on

// "+N" is N bits more than the format has.
static struct foreign_adder adder_of(const struct named_adder *named, int precision)
{
    struct foreign_adder adder = { .far = named->far };
    enum fp_round round;
    char twice[16], sticky[16];

    assert_true(foreign_read_model(&adder, named->rule, &round));
    if (named->negative)
        assert_true(foreign_read_sign(&adder, "id", named->negative));
    snprintf(sticky, sizeof sticky, "%d", named->sticky);
    if (named->sticky)
        assert_true(foreign_read_sticky(&adder, "id", sticky));
    if (!named->twice)
        return adder;
    const char *colon = strchr(named->twice, ':');
    int bits = atoi(named->twice) + (named->twice[0] == '+' ? precision : 0);

    snprintf(twice, sizeof twice, "%d%s", bits, colon ? colon : "");
    assert_true(foreign_read_first(&adder, "id", twice));
    return adder;
}

static bool is_same(double got, double want)
{
    return got == want && signbit(got) == signbit(want);
}

static void check_pair(const struct named_adder *named, const struct foreign_adder *adder,
                       const struct fp_model *model, uint64_t a, uint64_t b)
{
    double x = oracle_value(model->format, a), y = oracle_value(model->format, b);

    if (!isfinite(x) || !isfinite(y))
        return;
    double got = oracle_value(model->format, foreign_add(adder, model, a, b));
    struct foreign_sum want = foreign_oracle(adder, model, x, y);

    if (!is_same(got, want.value) && !is_same(got, want.other))
        fail_msg("%s p=%d emax=%d flush=%d%d: %a + %a: got %a, want %a or %a",
                 named->name, model->format.precision, model->format.emax,
                 model->flush_in, model->flush_out, x, y, got, want.value, want.other);
}

static uint64_t patterns(struct fp_format format)
{
    return fp_zero(format, true) * 2;
}

// Every pair, or of the wider format a seventh.
static void check_small(const struct named_adder *named)
{
    const struct fp_format formats[] = { { 4, 3 }, { 3, 15 } };

    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        struct foreign_adder adder = adder_of(named, formats[i].precision);
        uint64_t count = patterns(formats[i]);
        uint64_t step = i > 0 && !group_every ? 7 : 1;

        for (uint64_t pair = 0; pair < count * count; pair += step)
            for (int flush = 0; flush < (group_every ? 4 : 1); flush++)
                check_pair(
                    named, &adder,
                    &(struct fp_model){ formats[i], FP_RNE, flush & 1, flush >> 1 },
                    pair / count, pair % count);
    }
}

static void check_large(const struct named_adder *named)
{
    const struct fp_format formats[] = {
        FP_BINARY16, FP_BINARY32, { 17, 127 }, { 24, 63 }, FP_BINARY64
    };
    enum { COUNT = 2000 };
    static uint64_t a[COUNT], b[COUNT];
    uint64_t seed = 13;

    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        struct foreign_adder adder = adder_of(named, formats[i].precision);
        size_t count = group_every ? COUNT : 300;

        operands_fill(formats[i], &seed, a, count);
        operands_fill(formats[i], &seed, b, count);
        for (size_t k = 0; k < count; k++)
            check_pair(named, &adder,
                       &(struct fp_model){ formats[i], FP_RNE, k & 1, k & 2 }, a[k],
                       b[k]);
    }
}

TEST_EACH(against_mpfr, adders)
{
    check_small(*state);
    check_large(*state);
}

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
