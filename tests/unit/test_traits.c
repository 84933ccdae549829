// SPDX-License-Identifier: MIT
//
// The deviations of a device, one by one: what rounds is held against MPFR, a truncated
// product against columns of bits that are counted one at a time.

#include "base/fp.h"
#include "tests/base/operands.h"
#include "tests/shared/group.h"
#include "tests/unit/oracle.h"
#include "unit/traits.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "traits", .tear_down = oracle_finish };

#define SEED  UINT64_C(20040801)
#define COUNT 700 // more than any array inside

static const struct fp_format formats[] = {
    { 4, 7 }, { 5, 15 }, { 11, 15 }, { 16, 63 }, { 24, 127 }, { 53, 511 },
};

#define FORMATS COUNT_OF(formats)

struct operands {
    uint64_t a[COUNT], b[COUNT], c[COUNT], got[COUNT];
};

static void fill(struct operands *operands, struct fp_format format, uint64_t *seed)
{
    operands_fill(format, seed, operands->a, COUNT);
    operands_fill(format, seed, operands->b, COUNT);
    operands_fill(format, seed, operands->c, COUNT);
}

static void apply(struct operands *operands, const struct traits *traits, enum unit_op op)
{
    struct unit unit = unit_model();

    assert_true(traits_apply(traits, &unit, op, operands->a, operands->b, operands->c,
                             operands->got, COUNT));
}

// The bits of a significand in [1, 2), one by one, and its exponent; 0 for a zero.
static bool take_apart(struct fp_format format, double value, int *bits, int *exponent)
{
    double rest = frexp(fabs(value), exponent) * 2;

    *exponent -= 1;
    for (int i = 0; i < format.precision; i++) {
        bits[i] = rest >= 1;
        rest = (rest - bits[i]) * 2;
    }
    return value != 0;
}

// The product of two finite numbers: partial products counted by column, the first of
// weight 1, those behind the last kept one forgotten, carries passed to the left.
static double count_columns(struct fp_format format, int columns, double a, double b,
                            bool flush)
{
    int x[64], y[64], column[130] = { 0 }, p = format.precision, ea, eb;
    double product = 0, weight;
    int left = p;

    if (!take_apart(format, a, x, &ea) || !take_apart(format, b, y, &eb))
        return a * b;
    for (int i = 0; i < p; i++)
        for (int j = 0; j < p; j++)
            if (i + j <= p - 1 + columns)
                column[i + j + 1] += x[i] * y[j];
    for (int i = 2 * p - 1; i > 0; i--) {
        column[i - 1] += column[i] / 2;
        column[i] %= 2;
    }
    if (flush && ea + eb + column[0] < 1 - format.emax)
        return copysign(0, a * b);
    weight = ldexp(1, ea + eb + 1);
    for (int i = column[0] ? 0 : 1; left > 0; i++, left--)
        product += i < 130 ? column[i] * ldexp(weight, -i) : 0;
    return (a < 0) != (b < 0) ? -product : product;
}

static uint64_t truncated(const struct fp_model *model, int columns, uint64_t a,
                          uint64_t b)
{
    double values[2] = { oracle_value(model->format, a), oracle_value(model->format, b) };

    for (int k = 0; k < 2; k++)
        if (!isfinite(values[k]))
            return oracle(UNIT_MUL, model, a, b, 0);
    for (int k = 0; k < 2; k++)
        if (model->flush_in && fabs(values[k]) < ldexp(1, 1 - model->format.emax))
            values[k] = copysign(0, values[k]);
    double product =
        count_columns(model->format, columns, values[0], values[1], model->flush_out);

    return fp_convert(FP_BINARY64, model->format, FP_RTZ, fp_bits64(product));
}

// What op gives where `traits` has these deviations, in one step or in two.
static uint64_t expected(const struct traits *traits, enum unit_op op, uint64_t a,
                         uint64_t b, uint64_t c)
{
    const struct fp_model *model = &traits->model;
    uint64_t one = fp_convert(FP_BINARY64, model->format, FP_RNE, fp_bits64(1));

    if (op == UNIT_MUL && traits->multiplier >= 0)
        return truncated(model, traits->multiplier, a, b);
    if (op == UNIT_DIV && traits->by_reciprocal)
        return expected(traits, UNIT_MUL, a, oracle(UNIT_DIV, model, one, b, 0), 0);
    if (op == UNIT_FMA && traits->fma_separate)
        return oracle(UNIT_ADD, model, expected(traits, UNIT_MUL, a, b, 0), c, 0);
    return oracle(op, model, a, b, c);
}

static void check_op(const struct traits *traits, enum unit_op op, uint64_t *seed)
{
    static struct operands operands;

    fill(&operands, traits->model.format, seed);
    apply(&operands, traits, op);
    for (int i = 0; i < COUNT; i++) {
        const struct fp_model *model = &traits->model;
        uint64_t want = expected(traits, op, operands.a[i], operands.b[i], operands.c[i]);

        if (operands.got[i] != want)
            fail_msg("%s p=%d emax=%d %s flush %d %d, %d columns, by reciprocal %d, "
                     "separate %d: 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64
                     ": got 0x%" PRIx64 " want 0x%" PRIx64,
                     unit_op_name(op), model->format.precision, model->format.emax,
                     fp_round_name(model->round), model->flush_in, model->flush_out,
                     traits->multiplier, traits->by_reciprocal, traits->fma_separate,
                     operands.a[i], operands.b[i], operands.c[i], operands.got[i], want);
    }
}

TEST(truncated_products)
{
    uint64_t seed = SEED;

    for (size_t f = 0; f < FORMATS; f++)
        for (int columns = 0; columns <= 8; columns++)
            for (int flush = 0; flush < 4; flush++) {
                struct traits traits = TRAITS_NONE(
                    ((struct fp_model){ formats[f], FP_RNE, flush & 1, flush >> 1 }));

                traits.multiplier = columns;
                check_op(&traits, UNIT_MUL, &seed);
            }
}

// By hand: 1.111 * 1.111 = 11.100001.
TEST(truncated_by_hand)
{
    const struct fp_model model = { .format = { 4, 7 }, .round = FP_RNE };
    uint64_t x = fp_pack(model.format, FP_RNE, false, -3, 15, false);

    for (int columns = 0; columns <= 3; columns++) {
        // 208, 220, 224 and 225 sixty-fourths, chopped to quarters
        const int quarters[] = { 13, 13, 14, 14 };
        uint64_t want =
            fp_pack(model.format, FP_RNE, true, -2, (unsigned) quarters[columns], false);

        assert_int_equal(traits_multiply_truncated(&model, columns, x, x),
                         want & ~fp_zero(model.format, true));
        assert_int_equal(traits_multiply_truncated(&model, columns, x,
                                                   x | fp_zero(model.format, true)),
                         want);
    }
}

// With all columns there is nothing left but to chop.
TEST(all_columns_are_rtz)
{
    static struct operands operands;
    uint64_t seed = SEED;

    for (size_t f = 0; f < FORMATS; f++) {
        struct fp_model model = { .format = formats[f], .round = FP_RTZ };

        fill(&operands, formats[f], &seed);
        for (int i = 0; i < COUNT; i++)
            assert_int_equal(traits_multiply_truncated(&model, model.format.precision - 1,
                                                       operands.a[i], operands.b[i]),
                             oracle(UNIT_MUL, &model, operands.a[i], operands.b[i], 0));
    }
}

// A product toward zero, then the sum: each rounded by the integer model.
TEST(multiply_adds_that_truncate)
{
    struct unit unit = unit_model();
    uint64_t seed = SEED;

    for (size_t i = 0; i < FORMATS; i++) {
        struct fp_model model = { formats[i], FP_RNE, false, false };
        struct fp_model toward_zero = { formats[i], FP_RTZ, false, false };
        struct traits traits = TRAITS_NONE(model);
        struct operands x;
        uint64_t products[COUNT], want[COUNT];

        traits.mad = true;
        fill(&x, formats[i], &seed);
        apply(&x, &traits, UNIT_FMA);
        assert_true(
            unit.apply(&unit, &(struct unit_call){ UNIT_MUL, toward_zero, products, x.a,
                                                   x.b, NULL, COUNT }));
        assert_true(unit.apply(&unit, &(struct unit_call){ UNIT_ADD, model, want,
                                                           products, x.c, NULL, COUNT }));
        for (int k = 0; k < COUNT; k++)
            if (x.got[k] != want[k] && !fp_is_nan(formats[i], want[k]))
                fail_msg("p=%d: %" PRIx64 " * %" PRIx64 " + %" PRIx64 ": got %" PRIx64
                         " want %" PRIx64,
                         formats[i].precision, x.a[k], x.b[k], x.c[k], x.got[k], want[k]);
    }
}

TEST(deviations)
{
    static const enum fp_round rounds[] = { FP_RNE, FP_RTZ, FP_RUP,
                                            FP_RDN, FP_RNA, FP_CHOP_G1 };
    uint64_t seed = SEED;

    for (size_t f = 1; f < FORMATS; f++)
        for (size_t r = 0; r < COUNT_OF(rounds); r++)
            for (int which = 0; which < 8; which++) {
                struct fp_model model = { formats[f], rounds[r], which == 5, which == 5 };
                struct traits traits = TRAITS_NONE(model);

                traits.by_reciprocal = which & 1;
                traits.fma_separate = which & 2;
                traits.multiplier = which & 4 ? (int) f % 3 : -1;
                for (int op = 0; op < UNIT_OP_COUNT; op++)
                    check_op(&traits, (enum unit_op) op, &seed);
            }
}

// The result may take the place of any operand.
TEST(results_in_place)
{
    static struct operands want, operands;
    struct unit unit = unit_model();
    struct traits traits = TRAITS_NONE(((struct fp_model){ .format = FP_BINARY32 }));
    uint64_t seed = SEED;

    traits.by_reciprocal = traits.fma_separate = true;
    for (int multiplier = -1; multiplier <= 1; multiplier++) {
        for (int op = UNIT_MUL; op < UNIT_OP_COUNT; op++) {
            for (int k = 0; k < unit_op_arity((enum unit_op) op); k++) {
                traits.multiplier = multiplier;
                fill(&want, FP_BINARY32, &seed);
                operands = want;
                apply(&want, &traits, (enum unit_op) op);
                uint64_t *out[3] = { operands.a, operands.b, operands.c };
                assert_true(traits_apply(&traits, &unit, (enum unit_op) op, operands.a,
                                         operands.b, operands.c, out[k], COUNT));
                assert_memory_equal(out[k], want.got, sizeof want.got);
            }
        }
    }
}

static bool apply_broken(const struct unit *unit, const struct unit_call *call)
{
    int *left = unit->priv;
    struct unit model = unit_model();

    return (*left)-- != 0 && model.apply(&model, call);
}

// A unit that breaks in the first or the second step is told.
TEST(broken_units)
{
    static struct operands operands;
    uint64_t seed = SEED;
    int left;
    struct unit unit = { .name = "broken", .apply = apply_broken, .priv = &left };
    struct traits traits = TRAITS_NONE(((struct fp_model){ .format = FP_BINARY32 }));

    traits.by_reciprocal = traits.fma_separate = true;
    fill(&operands, FP_BINARY32, &seed);
    for (int steps = 0; steps <= 2; steps++) {
        left = steps;
        assert_int_equal(traits_apply(&traits, &unit, UNIT_DIV, operands.a, operands.b,
                                      NULL, operands.got, 5),
                         steps == 2);
        left = steps;
        assert_int_equal(traits_apply(&traits, &unit, UNIT_FMA, operands.a, operands.b,
                                      operands.c, operands.got, 5),
                         steps == 2);
    }
    left = 0;
    assert_false(traits_apply(&traits, &unit, UNIT_ADD, operands.a, operands.b, NULL,
                              operands.got, 5));
}
