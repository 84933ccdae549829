// SPDX-License-Identifier: MIT
//
// A C library whose fesetround succeeds and changes nothing, as that of WebAssembly: only
// rounding to nearest can be set, and the host makes directed results of the nearest one
// and its remainder. They equal the integer model's.

#include "base/fp.h"
#include "tests/base/operands.h"
#include "tests/shared/group.h"
#include "unit/direction.h"
#include "unit/nudge.h"

#include <fenv.h>
#include <float.h>
#include <math.h>

static struct group this_group = { .name = "directions" };

int __real_fesetround(int direction);
int __wrap_fesetround(int direction);

static bool deaf;

int __wrap_fesetround(int direction)
{
    return deaf ? 0 : __real_fesetround(direction);
}

#define COUNT (2 * OPERANDS_SPECIALS)

static bool host_has(struct fp_format format, enum fp_round round)
{
    struct unit host = unit_host();

    return host.can(&host, UNIT_FMA,
                    &(struct fp_model){ .format = format, .round = round });
}

static bool enters(enum fp_round round)
{
    fenv_t found;
    bool ok = direction_enter(round, &found);

    if (ok)
        fesetenv(&found);
    return ok;
}

static bool is_directed(enum fp_round round)
{
    return round == FP_RTZ || round == FP_RUP || round == FP_RDN;
}

TEST(only_with_an_effect)
{
    deaf = true;
    for (int i = 0; i < FP_ROUND_COUNT; i++) {
        enum fp_round round = (enum fp_round) i;
        bool has = i == FP_RNE || is_directed(round);

        assert_int_equal(direction_can(round), i == FP_RNE);
        assert_int_equal(host_has(FP_BINARY32, round), has);
        assert_int_equal(host_has(FP_BINARY64, round),
                         i == FP_RNE || (has && LDBL_MANT_DIG >= 106));
    }
    assert_false(enters(FP_RUP));
    assert_true(enters(FP_RNE));
    deaf = false;
}

static uint64_t words[3][COUNT];

static void fill(struct fp_format format)
{
    uint64_t seed = 7;

    operands_specials(format, (uint64_t *const[3]){ words[0], words[1], words[2] });
    for (int k = 0; k < 3; k++)
        operands_fill(format, &seed, words[k] + COUNT / 2, COUNT / 2);
}

static void model_says(enum unit_op op, struct fp_model rule, uint64_t out[COUNT])
{
    struct unit model = unit_model();

    assert_true(model.apply(&model, &(struct unit_call){ op, rule, out, words[0],
                                                         words[1], words[2], COUNT }));
}

TEST(nudged_as_the_model)
{
    struct unit host = unit_host();

    deaf = true;
    fill(FP_BINARY32);
    for (int op = 0; op < UNIT_OP_COUNT; op++)
        for (int i = 0; i < FP_ROUND_COUNT; i++) {
            struct fp_model rule = { .format = FP_BINARY32, .round = (enum fp_round) i };
            uint64_t got[COUNT], want[COUNT];
            struct unit_call call = { (enum unit_op) op, rule,     got,  words[0],
                                      words[1],          words[2], COUNT };

            if (!is_directed(rule.round))
                continue;
            assert_true(host.apply(&host, &call));
            model_says((enum unit_op) op, rule, want);
            for (int k = 0; k < COUNT; k++)
                assert_int_equal(got[k], want[k]);
        }
    deaf = false;
}

// Sums of doubles, which every long double can hold.
TEST(nudged_sums_of_doubles)
{
    fill(FP_BINARY64);
    for (int i = 0; i < FP_ROUND_COUNT; i++) {
        struct fp_model rule = { .format = FP_BINARY64, .round = (enum fp_round) i };
        uint64_t want[COUNT], nearest[COUNT];

        if (!is_directed(rule.round))
            continue;
        model_says(UNIT_ADD, rule, want);
        model_says(UNIT_ADD, (struct fp_model){ .format = FP_BINARY64 }, nearest);
        for (int k = 0; k < COUNT; k++) {
            const double operands[3] = { fp_from_bits64(words[0][k]),
                                         fp_from_bits64(words[1][k]) };
            double got =
                nudge64(UNIT_ADD, rule.round, operands, fp_from_bits64(nearest[k]));

            assert_int_equal(isnan(got) ? fp_nan(FP_BINARY64) : fp_bits64(got), want[k]);
        }
    }
}
