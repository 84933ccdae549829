// SPDX-License-Identifier: MIT
//
// The vectors give what the integer model gives, in every bit: all rounding models, all
// operations, several formats, with and without flushing.

#include "base/fp.h"
#include "shade/lanes.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <stdio.h>

static struct group this_group = { .name = "lanes" };

#define COUNT 256

static uint64_t seed = 1;

static uint64_t draw(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

// A pattern of any class: few bits, many bits, near each other, at both ends.
static uint64_t pattern(struct fp_format format)
{
    const int width = format.precision - 1;
    const uint64_t mask = (UINT64_C(1) << width) - 1;
    const uint64_t last = (uint64_t) (2 * format.emax + 1);
    uint64_t fraction = draw() & mask, field = draw() % (last + 1);

    switch (draw() % 6) {
    case 0: fraction &= mask << draw() % (unsigned) (width + 1); break;
    case 1: fraction = mask ^ (draw() & 7 & mask); break;
    default: break;
    }
    switch (draw() % 8) {
    case 0: field = draw() % 3 % (last + 1); break;
    case 1: field = last - draw() % 4 % (last + 1); break;
    case 2: break;
    default:
        field = (uint64_t) format.emax + draw() % (unsigned) (format.precision + 6);
        field = field < last ? field : (uint64_t) format.emax;
        break;
    }
    if (field == last && draw() % 2)
        fraction = 0;
    return fp_zero(format, draw() & 1) | field << width | fraction;
}

static double number(struct fp_format format, uint64_t bits)
{
    return fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, bits));
}

static uint64_t bits[3][COUNT], want[COUNT];
static double in[3][COUNT], got[COUNT];

static void fill(struct fp_format format)
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < COUNT; i++)
            bits[k][i] = pattern(format);
    for (int i = 0; i < COUNT; i += 5)
        bits[1][i] = bits[0][i] ^ (draw() & 3) ^ fp_zero(format, draw() & 1);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < COUNT; i++)
            in[k][i] = number(format, bits[k][i]);
}

static void compare(const struct lanes_loops *loops, struct fp_model model)
{
    const struct unit unit = unit_model();
    struct lanes_model lanes;

    assert_true(lanes_model(&model, &lanes));
    fill(model.format);
    for (int op = 0; op < UNIT_OP_COUNT; op++) {
        const struct unit_call call = { (enum unit_op) op, model,   want, bits[0],
                                        bits[1],           bits[2], COUNT };

        assert_true(unit.apply(&unit, &call));
        loops->apply(&lanes, (enum unit_op) op,
                     (const double *const[3]){ in[0], in[1], in[2] }, got, COUNT);
        for (int i = 0; i < COUNT; i++)
            if (fp_bits64(got[i]) != fp_bits64(number(model.format, want[i])))
                fail_msg("%s, %s, p=%d, emax=%d, flush %d %d: %a %a %a: got %a want %a",
                         unit_op_name((enum unit_op) op), fp_round_name(model.round),
                         model.format.precision, model.format.emax, model.flush_in,
                         model.flush_out, in[0][i], in[1][i], in[2][i], got[i],
                         number(model.format, want[i]));
    }
}

static void compare_all(const struct lanes_loops *loops, int times)
{
    static const struct fp_format formats[] = { { 24, 127 }, { 11, 15 }, { 17, 127 },
                                                { 5, 5 },    { 14, 30 }, { 24, 60 } };

    for (int n = 0; n < times; n++)
        for (int round = 0; round < FP_ROUND_COUNT; round++)
            for (size_t i = 0; i < COUNT_OF(formats); i++)
                compare(loops, (struct fp_model){ formats[i], (enum fp_round) round,
                                                  draw() & 1, draw() & 1 });
}

TEST(equal_the_unit)
{
    compare_all(lanes_loops(), group_every ? 5000 : 25);
}

TEST(equal_the_unit_without_vectors)
{
    compare_all(&lanes_baseline, group_every ? 500 : 3);
}

// Every double that is near a number of the format rounds as fp_convert has it.
TEST(rounds_doubles)
{
    const struct lanes_loops *loops = lanes_loops();

    for (int n = 0; n < 2000; n++) {
        struct fp_model model = { n % 2 ? FP_BINARY16 : FP_BINARY32,
                                  (enum fp_round)(draw() % 11), false, false };
        struct lanes_model lanes;

        assert_true(lanes_model(&model, &lanes));
        for (int i = 0; i < COUNT; i++)
            in[0][i] = fp_from_bits64(
                fp_bits64(number(model.format, pattern(model.format))) + draw() % 3 - 1);
        loops->round(&lanes, in[0], got, COUNT);
        for (int i = 0; i < COUNT; i++) {
            uint64_t right =
                fp_convert(FP_BINARY64, model.format, model.round, fp_bits64(in[0][i]));

            if (fp_bits64(in[0][i]) << 1 > UINT64_C(1) << 53) // no subnormal double
                assert_true(fp_bits64(got[i]) == fp_bits64(number(model.format, right)));
        }
    }
}
