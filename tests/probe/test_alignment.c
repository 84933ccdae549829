// SPDX-License-Identifier: MIT
//
// Pictures of the probe alignment that no model and no other adder of a name paints:
// none of them has a name.

#include "base/fp_bits.h"
#include "probe/list.h"
#include "probe/picture.h"
#include "probe/pictures/alignment_sums.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BINARY32 ((struct alignment_range){ FP_BINARY32, false })

static struct group this_group = { .name = "alignment" };

static struct probe_params params_for(struct fp_format format, enum readout readout)
{
    return (struct probe_params){
        .precision = format.precision > 24 ? PRECISION_DOUBLE : PRECISION_HIGHP,
        .form = FORM_GUARDED,
        .readout = readout,
        .rows = 1,
        .model = { .format = format },
        .precision_bits = format.precision,
    };
}

// Returns the verdict of infer on a picture of these answers.
static struct verdict read_values(const struct probe_params *params,
                                  const uint32_t *values)
{
    struct pixels pixels;
    struct verdict verdict;

    pixels_init(&pixels, probe_pixel_width(&probe_alignment, params),
                probe_pixel_height(&probe_alignment, params), params->readout);
    probe_paint(&probe_alignment, params, values, &pixels);
    verdict = probe_alignment.infer(params, &pixels);
    pixels_finish(&pixels);
    return verdict;
}

typedef adders_u128 adder_function(const struct alignment_cell *cell, const void *adder);

// Returns the verdict on an adder that is a function of the sums.
static struct verdict read_adder(const struct probe_params *params,
                                 adder_function *function, const void *adder)
{
    static uint32_t values[ALIGNMENT_CELLS];
    struct alignment_range range = {
        { params->precision_bits, params->model.format.emax }, params->subnormals
    };

    for (int i = 0; i < ALIGNMENT_CELLS; i++) {
        struct alignment_cell cell =
            alignment_cell(range, 0, i / ALIGNMENT_COLUMNS, i % ALIGNMENT_COLUMNS);

        values[i] = fp_bits((float) alignment_answer(&cell, function(&cell, adder)));
    }
    return read_values(params, values);
}

static adders_u128 sum_by_rule(const struct alignment_cell *cell, const void *rule)
{
    return adders_round(rule, &cell->sum);
}

static struct verdict read_rule(const struct probe_params *params,
                                const struct foreign *rule)
{
    return read_adder(params, sum_by_rule, rule);
}

// Only subnormal operands distinguish some rules, where there are any: 2^15 - 2^-24.
TEST(subnormal_operands)
{
    static const struct foreign cut = { .round = FP_RTZ, .guard = 20 };
    struct probe_params params = params_for(FP_BINARY16, READOUT_BITS);

    assert_int_equal(read_rule(&params, &cut).survivors, VERDICT_RULE(FP_RTZ));
    params.subnormals = true;
    struct verdict verdict = read_rule(&params, &cut);

    assert_int_equal(verdict.survivors, 0);
    assert_int_equal(verdict.foreign.guard, 20);
}

// The sums of the probe do not distinguish this adder from another function, but more
// sums do: it gets no name.
TEST(in_doubt)
{
    static const struct foreign rule = { .round = FP_RO, .guard = -1, .bits = 26 };
    struct probe_params params = params_for(FP_BINARY16, READOUT_BITS);
    struct verdict verdict = read_rule(&params, &rule);

    assert_int_equal(verdict.status, STATUS_UNDECIDED);
    assert_false(verdict.foreign.known);
}

// Returns the verdict on rounding to nearest even with one answer spoilt.
static struct verdict read_spoilt(int spoilt)
{
    static uint32_t values[ALIGNMENT_CELLS];
    const struct foreign rne = foreign_of(FP_RNE);
    struct probe_params params = params_for(FP_BINARY32, READOUT_BITS);

    for (int i = 0; i < ALIGNMENT_CELLS; i++) {
        struct alignment_cell cell =
            alignment_cell(BINARY32, 0, i / ALIGNMENT_COLUMNS, i % ALIGNMENT_COLUMNS);
        double answer = alignment_answer(&cell, adders_round(&rne, &cell.sum));

        values[i] = fp_bits((float) (i == spoilt ? answer - 2 : answer));
    }
    return read_values(&params, values);
}

// a + b by the model unit.
static uint32_t model_sum(enum fp_round round, double a, double b)
{
    struct unit unit = unit_model();
    uint64_t x = fp_bits((float) a), y = fp_bits((float) b), sum;
    struct unit_call call = { .op = UNIT_ADD,
                              .model = { FP_BINARY32, round, false, false },
                              .out = &sum,
                              .a = &x,
                              .b = &y,
                              .count = 1 };

    assert_true(unit.apply(&unit, &call));
    return (uint32_t) sum;
}

// Three models, the nearest first. The sum that speaks against the first is the one that
// was spoilt; against any, what came back is not what the model gives.
static void check_nearest(const struct verdict *verdict, int spoilt)
{
    struct alignment_cell cell = alignment_cell(BINARY32, 0, spoilt / ALIGNMENT_COLUMNS,
                                                spoilt % ALIGNMENT_COLUMNS);
    double operands[PROBE_OPERANDS];

    alignment_operands(&cell, operands);
    assert_int_equal(verdict->nearest.count, 3);
    assert_int_equal(verdict->nearest.list[0].round, FP_RNE);
    assert_int_equal(verdict->nearest.list[0].sums, 1);
    assert_true(verdict->nearest.list[0].a == operands[0]);
    assert_true(verdict->nearest.list[0].b == operands[1]);
    for (int i = 0; i < 3; i++) {
        const struct against *against = &verdict->nearest.list[i];

        assert_int_equal(fp_bits((float) against->gives),
                         model_sum(against->round, against->a, against->b));
        assert_true(against->got != against->gives);
        assert_int_equal(against->of, ALIGNMENT_CELLS);
        assert_true(i == 0 || against->sums >= against[-1].sums);
    }
}

// One answer of an adder spoilt at a time: of no name, with the sum that speaks.
TEST(no_adder)
{
    for (int spoilt = 0; spoilt < ALIGNMENT_CELLS; spoilt += 97) {
        struct verdict verdict = read_spoilt(spoilt);

        if (verdict.status == STATUS_UNSTABLE)
            assert_memory_equal(verdict.reason, "not deterministic: ", 19);
        else
            assert_non_null(strstr(verdict.reason,
                                   "no known adder; nearest so far rne: 1 "
                                   "of 6096 sums speak against it, e.g. "));
        assert_int_not_equal(verdict.status, STATUS_OK);
        assert_int_equal(verdict.survivors, 0);
        assert_false(verdict.foreign.known);
        if (verdict.status == STATUS_UNDECIDED)
            check_nearest(&verdict, spoilt);
    }
}

// Where the leading digits are `apart`, or the larger operand's lie in [2^low, 2^high),
// or the sum's lies `gained` before it, sums are truncated; others are rounded to nearest
// even.
struct otherwise {
    int apart, low, high, gained;
};

#define ANY 99

static adders_u128 sum_otherwise(const struct alignment_cell *cell, const void *adder)
{
    const struct otherwise *otherwise = adder;
    double operands[PROBE_OPERANDS];

    alignment_operands(cell, operands);
    int a = ilogb(operands[0]), b = ilogb(operands[1]), larger = a > b ? a : b;
    int gained = ilogb(operands[0] + operands[1]) - larger;
    bool other = (otherwise->apart == ANY || otherwise->apart == abs(a - b)) &&
                 (otherwise->gained == ANY || otherwise->gained == gained) &&
                 larger >= otherwise->low && larger < otherwise->high;
    const struct foreign rule = foreign_of(other ? FP_RTZ : FP_RNE);

    return adders_round(&rule, &cell->sum);
}

// An adder that knows near from far operands, or small numbers from large ones, has no
// name.
TEST(otherwise_somewhere)
{
    static const struct otherwise ranges[] = {
        { ANY, -200, -90, ANY }, { ANY, -200, -40, ANY }, { ANY, -200, 0, ANY },
        { ANY, -8, 8, ANY },     { ANY, 40, 200, ANY },   { ANY, 64, 200, ANY },
        { ANY, 5, 6, ANY },      { ANY, 96, 200, ANY },   { 3, -200, 200, 1 },
        { 3, -200, 200, -1 },    { 4, -200, 200, 1 },     { 4, -200, 200, -1 },
        { 4, -200, 200, 0 },
    };

    for (int p = 6; p <= 24; p += 18) {
        for (int i = 0; i < p + (int) (sizeof ranges / sizeof *ranges); i++) {
            struct otherwise apart = { i, -200, 200, ANY };
            const struct otherwise *otherwise = i < p ? &apart : &ranges[i - p];
            struct probe_params params =
                params_for((struct fp_format){ p, 127 }, READOUT_BITS);
            struct verdict verdict = read_adder(&params, sum_otherwise, otherwise);

            if (verdict.status != STATUS_UNDECIDED || verdict.foreign.known)
                fail_msg("p=%d, %d apart, [2^%d, 2^%d), %d gained: survivors %x", p,
                         otherwise->apart, otherwise->low, otherwise->high,
                         otherwise->gained, (unsigned) verdict.survivors);
        }
    }
}

enum strange {
    BY_ORDER,      // truncates if the smaller operand comes first
    BY_SUBTRACT,   // truncates differences
    BY_PARITY,     // truncates if the larger operand's exponent is odd
    BEYOND_ZERO,   // x + 0 is an ulp more than x
    STOPS,         // a carry of the rounding stops behind 12 ones
    SATURATES,     // never rounds a significand of ones up
    ROUNDS_GUARDS, // rounds the smaller operand to 2 guard bits, and truncates the sum
    COMPLEMENT,    // cuts the smaller operand there as two's complement does
    STRANGE_COUNT,
};

// The smaller operand with 2 guard bits, as these adders keep it.
static struct adders_sum strange_guards(enum strange strange, struct adders_sum sum)
{
    int place = sum.shift - 2 < 60 ? sum.shift - 2 : 60;
    bool negative = sum.negative != sum.subtract;

    if (place <= 0)
        return sum;
    uint64_t unit = UINT64_C(1) << place;
    uint64_t more = strange == ROUNDS_GUARDS ? unit / 2 : negative ? unit - 1 : 0;

    sum.small = (sum.small + more) / unit * unit;
    return sum;
}

static adders_u128 sum_strange(const struct alignment_cell *cell, const void *adder)
{
    const struct foreign rne = foreign_of(FP_RNE), rtz = foreign_of(FP_RTZ);
    enum strange strange = *(const enum strange *) adder;
    struct adders_sum sum = cell->sum, guarded = strange_guards(strange, sum);
    adders_u128 nearest = adders_round(&rne, &sum), cut = adders_round(&rtz, &sum);
    int place = adders_length(cut) - sum.precision;
    uint64_t kept = (uint64_t) (cut >> place);

    switch (strange) {
    case BY_ORDER: return cell->swapped ? cut : nearest;
    case BY_SUBTRACT: return sum.subtract ? cut : nearest;
    case BY_PARITY: return (cell->exponent + sum.precision) % 2 ? nearest : cut;
    case BEYOND_ZERO:
        return nearest + ((adders_u128) !sum.small << adders_places(sum.precision));
    case STOPS:
        return nearest != cut && kept % 8192 == 4095 ? cut >> place >> 12 << 12 << place
                                                     : nearest;
    case SATURATES: return nearest & (nearest - 1) ? nearest : cut;
    default: return adders_round(&rtz, &guarded);
    }
}

// Adders of no family that this program knows have no name.
TEST(strange_adders)
{
    for (int p = 15; p <= 24; p += 9) {
        for (enum strange strange = 0; strange < STRANGE_COUNT; strange++) {
            struct probe_params params =
                params_for((struct fp_format){ p, 127 }, READOUT_BITS);
            struct verdict verdict = read_adder(&params, sum_strange, &strange);

            if (verdict.status == STATUS_OK || verdict.foreign.known)
                fail_msg("p=%d, strange adder %d: survivors %x", p, (int) strange,
                         (unsigned) verdict.survivors);
        }
    }
}

// A sum of one band is one of before, and an adder that answers otherwise there is
// no function.
TEST(asked_twice)
{
    int again = 0;

    for (int i = 0; i < ALIGNMENT_CELLS; i++) {
        int band = i / ALIGNMENT_COLUMNS, column = i % ALIGNMENT_COLUMNS;
        struct alignment_cell one = alignment_cell(BINARY32, 0, band, column), other;
        double a[PROBE_OPERANDS], b[PROBE_OPERANDS];

        if (!alignment_again(&band, &column))
            continue;
        other = alignment_cell(BINARY32, 0, band, column);
        alignment_operands(&one, a);
        alignment_operands(&other, b);
        assert_memory_equal(a, b, sizeof a);
        assert_int_equal(read_spoilt(i).status, STATUS_UNSTABLE);
        again++;
    }
    assert_int_equal(again, ALIGNMENT_COLUMNS);
}

// The exact sums, as a compiler leaves them that moves c to a.
TEST(folded)
{
    static uint32_t values[ALIGNMENT_CELLS];
    struct probe_params params = params_for(FP_BINARY32, READOUT_FLOAT32);

    for (int i = 0; i < ALIGNMENT_CELLS; i++) {
        struct alignment_cell cell =
            alignment_cell(BINARY32, 0, i / ALIGNMENT_COLUMNS, i % ALIGNMENT_COLUMNS);
        bool rest;

        values[i] =
            fp_bits((float) alignment_answer(&cell, adders_exact(&cell.sum, &rest)));
    }
    assert_int_equal(read_values(&params, values).status, STATUS_UNROUNDED);
    values[77] = fp_bits(NAN);
    assert_int_equal(read_values(&params, values).status, STATUS_IMPOSSIBLE);
}

// The sums are unfit for some formats; all others hold every operand exactly.
TEST(fits)
{
    assert_null(alignment_unfit(FP_BINARY16));
    assert_null(alignment_unfit(FP_BINARY64));
    assert_null(alignment_unfit((struct fp_format){ 24, 15 }));
    assert_non_null(alignment_unfit((struct fp_format){ 24, 14 }));
    assert_non_null(alignment_unfit((struct fp_format){ 4, 127 }));
    for (int p = 5; p <= 24; p++) {
        for (int emax = 5; emax < 128; emax += 3) {
            struct fp_format format = { p, emax };
            struct probe_params params = params_for(format, READOUT_BITS);
            struct probe_cases cases;

            params.subnormals = emax % 2;
            if (alignment_unfit(format))
                continue;
            probe_cases_init(&cases, &probe_alignment, &params, format, 1);
            for (size_t i = 0; i < cases.count; i++)
                if (!cases.defined[i])
                    fail_msg("p=%d emax=%d: case %zu cannot be said", p, emax, i);
            probe_cases_finish(&cases);
        }
    }
}
