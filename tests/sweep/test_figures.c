// SPDX-License-Identifier: MIT

#include "base/fp_bits.h"
#include "sweep/figures.h"
#include "sweep/function.h"
#include "tests/shared/group.h"
#include "tests/sweep/swept.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "figures" };

static struct figures *figures_of(const struct sweep *sweep)
{
    static struct figures figures;

    figures_make(sweep, &figures);
    return &figures;
}

// All cells together, and nothing twice.
TEST(test_totals)
{
    for (int shape = 0; shape < SWEPT_SHAPES; shape++) {
        struct sweep sweep = swept_make(shape);
        struct figures *figures = figures_of(&sweep);
        uint64_t done = shape == SWEPT_PART ? 86 : 256, bins = 0;
        int bits = sweep.domain.bits;
        assert_int_equal(figures->asked, UINT64_C(1) << bits);
        assert_int_equal(figures->done, done << (bits - 8));
        assert_int_equal(tally_inputs(&figures->sides[0]) +
                             tally_inputs(&figures->sides[1]),
                         figures->done);
        for (int bin = 0; bin < CELL_BINS; bin++)
            bins += figures->total.bins[bin];
        assert_int_equal(bins, figures->total.kinds[CELL_FINITE]);
        assert_int_equal(figures->ulp.there, bins > 0);
        assert_int_equal(figures_sample(&sweep), sweep.domain.kind != DOMAIN_BITS);
        free(sweep.chunks);
    }
}

// The extremes are those of the cell that has them, judged once more.
TEST(test_extremes)
{
    for (int shape = 0; shape < SWEPT_SHAPES; shape++) {
        struct sweep sweep = swept_make(shape);
        const struct figures *figures = figures_of(&sweep);
        for (int i = 0; i < 512 && figures->ulp.there; i++) {
            const struct cell *cell = &sweep.chunks[i / 2].sides[i % 2];
            if (!sweep.chunks[i / 2].done)
                continue;
            assert_true(cell->ulp.error <= fabs(figures->ulp.exact.error));
            assert_true(cell->relative.error <= figures->relative.exact.relative);
            assert_true(cell->absolute.error <= figures->absolute.exact.absolute);
        }
        if (figures->ulp.there) {
            struct exact exact;
            assert_true(figures->ulp.settled);
            exact = sweep_exact(&sweep, figures->ulp.number, figures->ulp.got);
            assert_true(exact.error == figures->ulp.exact.error);
            assert_int_equal(figures->ulp.operands.a,
                             domain_operands(&sweep.domain, figures->ulp.number).a);
        }
        free(sweep.chunks);
    }
}

// Two cells have the same largest error except for the judge's own error: MPFR finds
// them equal, and the smaller number is reported. A cell that is clearly smaller is not
// judged again.
TEST(test_near)
{
    struct sweep sweep = swept_make(SWEPT_TANH);
    uint64_t number = figures_of(&sweep)->ulp.number;
    int chunk = domain_chunk(&sweep.domain, number);

    assert_int_equal(domain_side(&sweep.domain, number), 0);
    sweep.chunks[chunk].sides[0].ulp.error *= 1 - 0x1p-30;
    assert_int_equal(figures_of(&sweep)->ulp.number, number);
    sweep.chunks[chunk].sides[0].ulp.error *= 1 - 0x1p-10;
    assert_int_equal(figures_of(&sweep)->ulp.number, number + 1);
    free(sweep.chunks);
}

// If two errors are equal, the figures have the smaller number, on whichever side it
// is.
TEST(test_ties)
{
    struct sweep sweep = swept_make(SWEPT_EXACT);

    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        sweep.chunks[i].done = i == 127;
    for (int side = 0; side < 2; side++)
        sweep.chunks[127].sides[side].ulp =
            (struct cell_worst){ .number = swept_first(&sweep, 127, side) + 8 - 8u * side,
                                 .got = fp_bits(side ? -1.0F : 1.0F) };
    assert_int_equal(figures_of(&sweep)->ulp.number, swept_first(&sweep, 127, 1));
    assert_true(figures_of(&sweep)->ulp.settled);
    free(sweep.chunks);
}

// Without MPFR, the judge's own extremes are reported, and marked.
TEST(test_unsettled)
{
    struct sweep sweep = swept_make(SWEPT_GL);

    swept_exact = false;
    const struct figures *figures = figures_of(&sweep);
    swept_exact = true;
    assert_false(figures->ulp.settled);
    assert_true(figures->ulp.exact.error > 40);
    assert_true(figures->relative.exact.relative > 0);
    assert_true(figures->absolute.exact.absolute > 0);
    assert_int_equal(figures->limit_count, 0);
    free(sweep.chunks);
}

static void edge(struct sweep *sweep, int chunk, int side, int end, double value)
{
    sweep->chunks[chunk].sides[side].edge[end] = fp_bits((float) value);
}

// floor rises for growing |x| on the right, and falls on the left.
TEST(test_edge_falls)
{
    static const struct {
        int chunk, side; // whose first result is set
        double value;
        bool falls;
    } cases[] = {
        { 140, 0, 1, true },    { 140, 0, INFINITY, true }, // the next one is below
        { 140, 0, 4096, true }, { 140, 1, -4096, true },    { 140, 1, -16383, false },
        { 140, 1, 0, true },    { 140, 0, NAN, false },     { 140, 0, 8191, false },
        { 140, 0, 8190, true },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct sweep sweep = swept_make(SWEPT_EXACT);
        uint64_t number = swept_first(&sweep, cases[i].chunk, cases[i].side);
        edge(&sweep, cases[i].chunk, cases[i].side, 0, cases[i].value);
        // The chunk's last is set to the same, so that infinity falls at the next edge.
        if (isinf(cases[i].value)) {
            edge(&sweep, cases[i].chunk, cases[i].side, 1, cases[i].value);
            number = swept_first(&sweep, cases[i].chunk + 1, cases[i].side);
        }
        const struct figures *figures = figures_of(&sweep);
        assert_int_equal(figures->edge_falls, cases[i].falls);
        assert_int_equal(figures->fall.there, cases[i].falls);
        if (cases[i].falls)
            assert_int_equal(figures->fall.number, number);
        free(sweep.chunks);
    }
}

// The first fall is the smaller of the cells' and the edges'. A range that cuts chunks
// leaves the edge between them; a chunk that is not done has none.
TEST(test_first_fall)
{
    struct sweep sweep = swept_make(SWEPT_EXACT);

    edge(&sweep, 140, 0, 0, 0);
    sweep.chunks[150].sides[0].falls = 3;
    sweep.chunks[150].sides[0].first_fall = swept_first(&sweep, 150, 0) + 8;
    assert_int_equal(figures_falls(figures_of(&sweep)), 4);
    assert_int_equal(figures_of(&sweep)->fall.number, swept_first(&sweep, 140, 0));
    sweep.chunks[130].sides[1].falls = 1;
    sweep.chunks[130].sides[1].first_fall = swept_first(&sweep, 130, 1) + 8;
    assert_int_equal(figures_of(&sweep)->fall.number, swept_first(&sweep, 130, 1) + 8);
    sweep.domain.first = swept_first(&sweep, 139, 0) + 2;
    sweep.domain.last = swept_first(&sweep, 140, 0) + 1;
    assert_int_equal(figures_of(&sweep)->edge_falls, 1);
    sweep.domain = domain_whole(DOMAIN_BITS, 32);
    for (int i = 139; i < 141; i++) {
        sweep.chunks[i].done = false;
        assert_int_equal(figures_of(&sweep)->edge_falls, 0);
        sweep.chunks[i].done = true;
    }
    free(sweep.chunks);
}

TEST(test_breaks)
{
    struct sweep sweep = swept_make(SWEPT_TANH);

    assert_false(figures_of(&sweep)->asymmetry.there);
    sweep.chunks[200].sides[1].breaks = 2;
    sweep.chunks[200].sides[1].first_break = swept_first(&sweep, 200, 1);
    assert_true(figures_of(&sweep)->asymmetry.there);
    assert_int_equal(figures_of(&sweep)->asymmetry.operands.a, 0x80000000u | 200u << 23);
    free(sweep.chunks);
}

TEST(test_wrong)
{
    struct sweep sweep = swept_make(SWEPT_NOTHING);
    const struct figures *figures = figures_of(&sweep);

    assert_true(figures->wrong.there);
    assert_int_equal(figures->wrong.number, 0);
    assert_int_equal(figures->wrong.got, 0x7fc00000);
    assert_true(figures->wrong.settled);
    assert_int_equal(figures->wrong.exact.want, 0);
    free(sweep.chunks);
}

// The verdicts of each shape's limits and published figures, in order.
TEST(test_verdicts)
{
    static const struct {
        enum swept_shape shape;
        int which;
        bool kept, published;
        const char *limit, *begins;
    } cases[] = {
        { SWEPT_TANH, 0, false, true, "133.9529 ulp", "above: 172.3471492" },
        { SWEPT_TANH, 1, true, true, "1.1126e-05 relative", "below: 1.09131" },
        { SWEPT_TANH, 2, true, true, "2 ulp, |x| < 0.001", "below: 0.4951" },
        { SWEPT_ROUNDED, 0, false, true, "1e+30 absolute", "above: 1.114e+30" },
        { SWEPT_ROUNDED, 1, false, true, "0.25 ulp, outside [-0.5, 2]", "above: 0.497" },
        { SWEPT_ROUNDED, 2, true, true, "correctly rounded", "equal: all are" },
        { SWEPT_EXACT, 0, true, true, "correctly rounded", "equal: all are" },
        { SWEPT_HUGE, 0, true, true, "1.5 ulp, x near 1", "not compared; over all" },
        { SWEPT_NOTHING, 0, false, false, "as sin(x) / cos(x)",
          "deviates at 0x00000000: no number" },
        { SWEPT_GL, 0, true, false, "3 + 2|x| ulp", "kept, nearest at 0x" },
        { SWEPT_HALF, 0, true, false, "1 + 2|x| ulp, operands rounded first",
          "kept, nearest at 0xbc7fffff: 8188.39 ulp where 8574.16 are allowed" },
        { SWEPT_DEPARTS, 0, false, false, "3 ulp, 2^-21 absolute in [0.5, 2]",
          "deviates at 0x3ff40000: 41.6484 ulp where 8 are allowed" },
        { SWEPT_DEPARTS, 1, true, true, "519 ulp",
          "kept, counted from the correctly rounded: 519.3" },
        { SWEPT_DEPARTS, 2, false, true, "518 ulp", "above: 519.3" },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct sweep sweep = swept_make(cases[i].shape);
        const struct figures *figures = figures_of(&sweep);
        const struct figures_limit *limit = &figures->limits[cases[i].which];
        assert_true(cases[i].which < figures->limit_count);
        assert_string_equal(limit->limit, cases[i].limit);
        if (strncmp(limit->verdict, cases[i].begins, strlen(cases[i].begins)))
            fail_msg("%s: %s", cases[i].limit, limit->verdict);
        assert_int_equal(limit->kept, cases[i].kept);
        assert_int_equal(limit->published, cases[i].published);
        free(sweep.chunks);
    }
}

// A correctly rounded function that flushes deviates from its claim, and the verdict
// says why.
TEST(test_flushed)
{
    struct sweep sweep = swept_make(SWEPT_EXACT);
    struct cell *cell = &sweep.chunks[0].sides[1];

    cell->kinds[CELL_FLUSHED] = 100;
    cell->kinds[CELL_FINITE] -= 100;
    cell->bins[CELL_ZERO] -= 100;
    cell->correct -= 100;
    assert_string_equal(figures_of(&sweep)->limits[0].verdict,
                        "not equal: 100 results are not, all of them flushed");
    cell->correct -= 1;
    assert_string_equal(figures_of(&sweep)->limits[0].verdict,
                        "not equal: 101 results are not");
    assert_false(figures_of(&sweep)->limits[0].kept);
    free(sweep.chunks);
}

TEST(test_equal)
{
    static const struct {
        double given, found;
        bool equal;
    } cases[] = {
        { 133.95290, 133.952904, true },
        { 133.95290, 133.952946, true },
        { 133.95290, 133.95296, false },
        { 108.82848, 108.828479, true },
        { 108.82848, 108.82847, false },
        { 1.81484, 1.8148412, true },
        { 1.1126e-5, 1.11264e-5, true },
        { 1.1126e-5, 1.11266e-5, false },
        { 2.38, 2.3812, true },
        { 2.38, 2.3749, false },
        { 2, 2, true },
        { 2, 1.9999, false },
        { 9, 9.0001, false },
        { 0.5, 0.49999, true },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(figures_equal(cases[i].given, cases[i].found), cases[i].equal);
}

TEST(test_axis)
{
    static const struct {
        enum swept_shape shape;
        enum axis_kind kind;
        const char *operand;
    } cases[] = {
        { SWEPT_TANH, AXIS_BINADES, "x" },
        { SWEPT_POWERS, AXIS_BINADES, "a" },
        { SWEPT_DIVISION, AXIS_PARTS, "b" },
        { SWEPT_DOUBLES, AXIS_OCTETS, "x" },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct sweep sweep = swept_make(cases[i].shape);
        struct axis axis = axis_of(&sweep.function, &sweep.domain);

        assert_string_equal(axis.operand, cases[i].operand);
        assert_int_equal(axis.kind, cases[i].kind);
        free(sweep.chunks);
    }
}
