// SPDX-License-Identifier: MIT
//
// What is known of the stripe picture (S. Russell, T. Olson), number by number, held
// against the pictures that the probes paint.

#include "base/fp.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <math.h>

static struct group this_group = { .name = "facts" };

#define STRIPES 26

struct stripes {
    int width;
    double *shown; // [STRIPES][width], until the next but one is painted
};

static struct stripes paint(const char *name, struct fp_model model, int width)
{
    const struct probe *probe = probe_find(name);
    struct unit unit = unit_model();
    struct probe_params params = {
        .readout = READOUT_BITS,
        .width = width,
        .rows = 1,
        .model = model,
        .precision_bits = model.format.precision,
    };
    struct pixels pixels;
    static double rooms[2][STRIPES * 2048];
    static int next;
    struct stripes stripes = { width, rooms[next++ % 2] };

    pixels_init(&pixels, width, STRIPES, READOUT_BITS);
    assert_true(probe_eval(probe, &params, &unit, &pixels));
    for (int band = 0; band < STRIPES; band++)
        for (int column = 0; column < width; column++)
            stripes.shown[band * width + column] = probe_value(
                probe, READOUT_BITS, pixels_row(&pixels, STRIPES - 1 - band)[column]);
    pixels_finish(&pixels);
    return stripes;
}

static double ramp(int width, int column)
{
    return 1 - (column + 0.5) / width;
}

static bool is_black(const struct stripes *stripes, int band)
{
    for (int column = 0; column < stripes->width; column++)
        if (stripes->shown[band * stripes->width + column] != 0)
            return false;
    return true;
}

static bool is_white(const struct stripes *stripes, int band)
{
    for (int column = 0; column < stripes->width; column++)
        if (!(stripes->shown[band * stripes->width + column] >= 1))
            return false;
    return true;
}

static bool is_nan(const struct stripes *stripes, int band)
{
    for (int column = 0; column < stripes->width; column++)
        if (!isnan(stripes->shown[band * stripes->width + column]))
            return false;
    return true;
}

static struct fp_model model_of(int fraction_bits, int emax, enum fp_round round)
{
    return (struct fp_model){ .format = { fraction_bits + 1, emax }, .round = round };
}

TEST(last_stripe)
{
    struct stripes rtz = paint("stripes", model_of(23, 127, FP_RTZ), 512);
    struct stripes rne = paint("stripes", model_of(23, 127, FP_RNE), 512);

    for (int column = 0; column < 512; column++) {
        assert_true(rtz.shown[22 * 512 + column] == (column < 256 ? 0.5 : 0));
        assert_true(rne.shown[22 * 512 + column] ==
                    (column >= 128 && column < 384 ? 0.5 : 0));
    }
}

// Stripes that are not black, and whether those on top are solid white.
static const struct {
    const char *probe;
    enum fp_round round;
    int above; // stripes = f + above, or all 26
    bool all;
} counts[] = {
    { "stripes", FP_RTZ, 0, false },      { "stripes", FP_RNE, 0, false },
    { "stripes", FP_RDN, 0, false },      { "stripes", FP_RUP, 0, false },
    { "stripes", FP_RO, 0, false },       { "stripes_unit", FP_RTZ, 0, false },
    { "stripes_unit", FP_RDN, 0, false }, { "stripes_unit", FP_RNE, 1, false },
    { "stripes_unit", FP_RUP, 0, true },  { "stripes_unit", FP_RAZ, 0, true },
    { "stripes_unit", FP_RO, 0, true },
};

TEST(stripe_counts)
{
    const int fraction_bits[] = { 23, 16, 13, 10 };

    for (size_t i = 0; i < COUNT_OF(counts) * 4; i++) {
        int f = fraction_bits[i % 4];
        struct stripes stripes =
            paint(counts[i / 4].probe, model_of(f, 127, counts[i / 4].round), 512);
        int want = counts[i / 4].all ? STRIPES : f + counts[i / 4].above;

        for (int band = 0; band < STRIPES; band++) {
            if (is_black(&stripes, band) != (band >= want))
                fail_msg("%s %s f=%d: stripe %d", counts[i / 4].probe,
                         fp_round_name(counts[i / 4].round), f, band);
            assert_int_equal(is_white(&stripes, band), counts[i / 4].all && band >= f);
        }
    }
}

// True binary16: not a number from 2^16 on.
TEST(half_range)
{
    const char *const probes[] = { "stripes", "stripes_unit" };
    const enum fp_round rounds[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };

    for (int i = 0; i < 8; i++) {
        struct stripes stripes =
            paint(probes[i / 4], model_of(10, 15, rounds[i % 4]), 512);

        for (int band = 0; band < STRIPES; band++)
            assert_int_equal(is_nan(&stripes, band), band >= 16);
    }
}

// Truncation is white on the left in every stripe that is not black: the orca. To
// nearest, the left edge turns black from B = f - log2(W) on: the beehive.
TEST(left_edge)
{
    for (int log2_width = 4; log2_width <= 11; log2_width++) {
        for (int f = log2_width; f <= 23; f++) {
            int width = 1 << log2_width;
            struct stripes rtz = paint("stripes", model_of(f, 127, FP_RTZ), width);
            struct stripes rne = paint("stripes", model_of(f, 127, FP_RNE), width);

            for (int band = 0; band < f; band++) {
                assert_true(rtz.shown[band * width] >= 0.5);
                assert_int_equal(rne.shown[band * width] == 0, band >= f - log2_width);
            }
        }
    }
}

TEST(beehive_is_symmetric)
{
    struct stripes rne = paint("stripes", model_of(23, 127, FP_RNE), 512);

    for (int band = 0; band < 23; band++)
        for (int column = 0; column < 512; column++) {
            double left = rne.shown[band * 512 + column];
            double right = rne.shown[band * 512 + 511 - column];

            assert_true(left + right == (left > 0 ? 1 : 0));
        }
}

// Sums of errors; exact, since all are multiples of 2^-25.
static double total_error(const struct stripes *stripes, int band, bool magnitude)
{
    double total = 0;

    for (int column = 0; column < stripes->width; column++) {
        double error =
            stripes->shown[band * stripes->width + column] - ramp(stripes->width, column);

        total += magnitude ? fabs(error) : error;
    }
    return total;
}

TEST(mean_errors)
{
    for (int log2_width = 9; log2_width <= 10; log2_width++) {
        int width = 1 << log2_width, ties = 23 - log2_width;
        struct stripes rtz = paint("stripes_unit", model_of(23, 127, FP_RTZ), width);
        struct stripes rne = paint("stripes_unit", model_of(23, 127, FP_RNE), width);

        for (int band = 0; band < STRIPES; band++) {
            double by_rtz = total_error(&rtz, band, true);
            double by_rne = total_error(&rne, band, true);

            if (band < ties)
                assert_true(by_rtz == 0 && by_rne == 0);
            else if (band == ties || band >= 24)
                assert_true(by_rtz > 0 && by_rne == by_rtz);
            else
                assert_true(by_rtz > 0 && 2 * by_rne == by_rtz);
            assert_int_equal(total_error(&rne, band, false) == 0, band <= 23);
        }
    }
}

// Relative to the sum, which is 2^B and a little.
TEST(worst_errors)
{
    const struct {
        enum fp_round round;
        double limit;
    } rules[] = { { FP_RTZ, 0x1p-23 }, { FP_RNE, 0x1p-24 } };

    for (int i = 0; i < 2; i++) {
        struct stripes stripes =
            paint("stripes_unit", model_of(23, 127, rules[i].round), 2048);
        double worst = 0;

        for (int band = 0; band < 24; band++)
            for (int column = 0; column < 2048; column++)
                worst = fmax(worst, ldexp(fabs(stripes.shown[band * 2048 + column] -
                                               ramp(2048, column)),
                                          -band));
        assert_true(worst <= rules[i].limit);
        assert_true(worst > rules[i].limit * 0.99);
    }
}

TEST(olsons_case)
{
    const struct unit unit = unit_model();
    const uint64_t a = fp_bits(8000000), b = fp_bits(11.3125f);
    uint64_t sum;

    for (int i = 0; i < 2; i++) {
        struct unit_call call = {
            .op = UNIT_ADD,
            .model = model_of(23, 127, i ? FP_RNE : FP_RTZ),
            .out = &sum,
            .a = &a,
            .b = &b,
            .count = 1,
        };

        assert_true(unit.apply(&unit, &call));
        assert_true(fp_from_bits((uint32_t) sum) == (i ? 8000011.5f : 8000011.0f));
    }
}

// Tie stripes: W = 2, B = f - 1, x in { 3/4, 1/4 }, upper band negated.
static const struct {
    enum fp_round round;
    double shown[4];
} ties[] = {
    { FP_RNE, { 1, 0, -1, 0 } },     { FP_RNA, { 1, .5, -1, -.5 } },
    { FP_RNZ, { .5, 0, -.5, 0 } },   { FP_RNO, { .5, .5, -.5, -.5 } },
    { FP_RNU, { 1, .5, -.5, 0 } },   { FP_RND, { .5, 0, -1, -.5 } },
    { FP_RTZ, { .5, 0, -.5, 0 } },   { FP_RAZ, { 1, .5, -1, -.5 } },
    { FP_RO, { .5, .5, -.5, -.5 } }, { FP_RUP, { 1, .5, -.5, 0 } },
    { FP_RDN, { .5, 0, -1, -.5 } },  { FP_CHOP_G0, { .5, 0, -.5, 0 } },
    { FP_RNE_NS1, { 1, 0, -1, 0 } }, { FP_RNA_NS1, { 1, .5, -1, -.5 } },
};

TEST(tie_stripes)
{
    const struct probe *probe = probe_find("ties");
    const struct unit unit = unit_model();

    for (size_t i = 0; i < COUNT_OF(ties) * 20; i++) {
        struct probe_params params = {
            .readout = READOUT_BITS,
            .rows = 1,
            .model = model_of(4 + (int) (i % 20), 127, ties[i / 20].round),
            .precision_bits = 5 + (int) (i % 20),
        };
        struct pixels pixels;

        pixels_init(&pixels, 2, 2, READOUT_BITS);
        assert_true(probe_eval(probe, &params, &unit, &pixels));
        for (int k = 0; k < 4; k++)
            assert_true(
                probe_value(probe, READOUT_BITS, pixels_row(&pixels, 1 - k / 2)[k % 2]) ==
                ties[i / 20].shown[k]);
        pixels_finish(&pixels);
    }
}

// With W = 2^k only stripe f - k holds ties, and all of it does. Its left edge parts
// the rules; RNE from RNA by 1/W.
TEST(tie_stripe_of_the_ramp)
{
    const int f = 23, width = 512, band = 23 - 9;
    const struct {
        enum fp_round round;
        double edge;
    } edges[] = {
        { FP_RNE, 1 },
        { FP_RNA, 1 },
        { FP_RNU, 1 },
        { FP_RNZ, 1 - 1. / 512 },
        { FP_RND, 1 - 1. / 512 },
        { FP_RNO, 1 - 1. / 512 },
    };

    for (size_t i = 0; i < COUNT_OF(edges); i++) {
        struct stripes stripes =
            paint("stripes_unit", model_of(f, 127, edges[i].round), width);

        assert_true(stripes.shown[band * width] == edges[i].edge);
        for (int other = 0; other <= f; other++)
            for (int column = 0; column < width; column++) {
                double quanta =
                    fabs(stripes.shown[other * width + column] - ramp(width, column)) *
                    ldexp(1, f - other);

                assert_int_equal(quanta == 0.5, other == band);
            }
        // x = 1 - 3/2 / W, odd below: RNE goes down to an even multiple, RNA up
        assert_true(stripes.shown[band * width + 1] ==
                    1 - (edges[i].round == FP_RNE || edges[i].round == FP_RNZ ||
                                 edges[i].round == FP_RND
                             ? 2
                             : 1) *
                            (1. / 512));
    }
}

// The ramp needs log2(W) + 1 bits, and a W that is a power of two.
TEST(ramp_bits)
{
    const struct {
        int width, precision, lost;
    } ramps[] = {
        { 1024, 11, 0 }, { 2048, 11, 1024 }, { 16, 5, 0 }, { 32, 5, 16 }, { 2048, 24, 0 }
    };

    for (size_t i = 0; i < COUNT_OF(ramps); i++) {
        struct fp_format format = { ramps[i].precision, 127 };
        int lost = 0;

        for (int column = 0; column < ramps[i].width; column++) {
            uint64_t x = fp_bits((float) ramp(ramps[i].width, column));
            uint64_t to = fp_convert(FP_BINARY32, format, FP_RNE, x);

            lost += fp_convert(format, FP_BINARY32, FP_RNE, to) != x;
        }
        assert_int_equal(lost, ramps[i].lost);
    }
}
