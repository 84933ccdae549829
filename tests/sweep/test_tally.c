// SPDX-License-Identifier: MIT
//
// Cells: bins and their edges, sums, extremes, and that cells added in any order and cut
// anywhere are what one cell would have counted.

#include "sweep/tally.h"
#include "tests/shared/group.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "tally" };

TEST(bins_have_edges)
{
    double next = 0;

    for (int away = 0; away <= CELL_SIDE; away++) {
        double low, high, low_left, high_left;

        tally_edges(CELL_ZERO + away, &low, &high);
        tally_edges(CELL_ZERO - away, &low_left, &high_left);
        assert_true(low == next && low_left == low && high_left == high);
        assert_int_equal(tally_bin(low), CELL_ZERO + away);
        assert_int_equal(tally_bin(-low), away ? CELL_ZERO - away : CELL_ZERO);
        assert_int_equal(tally_bin(nextafter(high, 0)), CELL_ZERO + away);
        assert_int_equal(tally_bin(-nextafter(high, 0)), CELL_ZERO - away);
        next = high;
    }
    assert_true(isinf(next));
    assert_int_equal(tally_bin(INFINITY), CELL_BINS - 1);
    assert_int_equal(tally_bin(-INFINITY), 0);
}

// The edges that decide: 1/2 and 1 begin a bin.
TEST(halves_and_ones_are_edges)
{
    assert_int_equal(tally_bin(0.5), CELL_ZERO + 4);
    assert_int_equal(tally_bin(nextafter(0.5, 0)), CELL_ZERO + 3);
    assert_int_equal(tally_bin(-1), CELL_ZERO - 8);
    assert_int_equal(tally_bin(4), CELL_ZERO + 32);
    assert_int_equal(tally_bin(7.9), CELL_ZERO + 32);
    assert_int_equal(tally_bin(133.9529), CELL_ZERO + CELL_STEPS + 6);
}

TEST(sums_are_of_what_is_small)
{
    struct cell cell;

    tally_clear(&cell);
    assert_true(tally_mean(&cell) == 0 && tally_mean_abs(&cell) == 0);
    tally_error(&cell, 4, 1, 0.75);
    tally_error(&cell, 6, 2, -0.25);
    assert_true(tally_mean(&cell) == 0.25 && tally_mean_abs(&cell) == 0.5);
    assert_true(tally_faithful(&cell) == 2);
    tally_error(&cell, 8, 3, -16384.5);
    assert_true(tally_mean(&cell) == 0.25 && cell.beyond == 1);
    assert_true(tally_inputs(&cell) == 3 && tally_faithful(&cell) == 2);
    assert_true(cell.ulp.error == 16384.5 && cell.ulp.number == 8 && cell.ulp.got == 3);
    tally_error(&cell, 7, 9, 16384.5);
    assert_true(cell.ulp.number == 7 && cell.ulp.got == 9);
    tally_error(&cell, 9, 9, 16384.5);
    assert_true(cell.ulp.number == 7);
    cell.kinds[CELL_SPECIAL] = 5;
    cell.kinds[CELL_OVERFLOW] = 2;
    cell.kinds[CELL_WRONG] = 3;
    cell.kinds[CELL_FLUSHED] = 1;
    assert_true(tally_faithful(&cell) == 9);
    cell.correct = 10;
    assert_true(tally_faithful(&cell) == 10);
    assert_true(tally_inputs(&cell) == 16);
}

static double random_error(unsigned i)
{
    double unit = (rand() % 20001 - 10000) / 10000.0;

    return i % 5 ? unit : unit * ldexp(1, rand() % 34);
}

// The same 2000 inputs in one cell, and in `parts` cells that are added backwards.
TEST(parts_add_to_the_whole)
{
    struct cell whole, sum, part[7];

    srand(5);
    for (int parts = 1; parts <= 7; parts++) {
        tally_clear(&whole);
        tally_clear(&sum);
        for (int i = 0; i < parts; i++)
            tally_clear(&part[i]);
        for (unsigned i = 0; i < 2000; i++) {
            double error = random_error(i);
            struct cell *to[2] = { &whole, &part[rand() % parts] };

            for (int k = 0; k < 2; k++) {
                const struct cell_worst worst = { fabs(error) / 3, i, i + 1 };

                tally_error(to[k], i, i * 3, error);
                tally_worst(&to[k]->relative, &worst);
                to[k]->correct += fabs(error) < 0.5;
                if (i % 97 == 5) {
                    to[k]->kinds[CELL_WRONG]++;
                    if (i < to[k]->first_wrong) {
                        to[k]->first_wrong = i;
                        to[k]->first_wrong_got = 2 * i;
                    }
                }
                if (i % 89 == 3) {
                    to[k]->falls++;
                    to[k]->first_fall = i < to[k]->first_fall ? i : to[k]->first_fall;
                    to[k]->breaks += 2;
                    to[k]->first_break = to[k]->first_fall;
                    to[k]->unsettled++;
                }
            }
        }
        for (int i = parts; i-- > 0;)
            tally_add(&sum, &part[i]);
        assert_memory_equal(&sum, &whole, sizeof sum);
    }
}

TEST(edges_follow_the_order)
{
    struct cell a, b, empty;

    tally_clear(&a);
    tally_clear(&b);
    tally_clear(&empty);
    tally_error(&a, 0, 5, 0);
    tally_error(&b, 2, 7, 0);
    a.edge[0] = 1;
    a.edge[1] = 2;
    b.edge[0] = 3;
    b.edge[1] = 4;
    tally_add(&a, &empty);
    assert_true(a.edge[0] == 1 && a.edge[1] == 2);
    tally_add(&a, &b);
    assert_true(a.edge[0] == 1 && a.edge[1] == 4);
    tally_add(&empty, &b);
    assert_true(empty.edge[0] == 3 && empty.edge[1] == 4);
}

// The largest relative and absolute errors are of finite results that MPFR judged.
TEST(largest_errors)
{
    struct cell cell;

    tally_clear(&cell);
    for (uint64_t i = 0; i < 3; i++) {
        const struct rare rare = { .kind = CELL_FINITE,
                                   .error = 1,
                                   .relative = i == 1 ? 0.5 : 0.25,
                                   .absolute = i == 2 ? 8 : 4 };

        tally_count(&cell, i, 7 + i, &rare);
    }
    assert_true(cell.relative.error == 0.5 && cell.relative.got == 8);
    assert_true(cell.absolute.error == 8 && cell.absolute.number == 2);
}
