// SPDX-License-Identifier: MIT
//
// Grey levels that are off by one, and powers of two that are not: a reading may be
// refused, but it is not wrong.

#include "tests/measure/painter.h"
#include "tests/shared/group.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "levels" };

#define OK PAINTER_STATUS(STATUS_OK)

static uint32_t inexact_power(const struct painter_case *at, double error)
{
    double own[PROBE_OPERANDS];

    at->probe->operand(at->params, at->band, at->column, own);
    double operands[] = { own[0] * (1 + error), own[1] };
    return painter_right_of(at, operands);
}

// 2^B half an ulp low, as a pow() gives it, and an ulp high.
static uint32_t low_power(const struct painter_case *at)
{
    return inexact_power(at, -0x1p-24);
}

static uint32_t high_power(const struct painter_case *at)
{
    return inexact_power(at, 0x1p-23);
}

// The published shader. Under RUP, a power half an ulp low paints what ties-down paints
// with an exact one: no reading of this picture alone can know.
TEST(inexact_powers)
{
    painter_cell *const cells[] = { low_power, high_power };
    const enum fp_round rounds[] = { FP_RNE, FP_RNA, FP_RTZ, FP_RO, FP_CHOP_G1 };
    const struct probe *stripes = probe_find("stripes");

    for (int i = 0; i < 2 * 5 * 3; i++) {
        struct painter painter = {
            .cell = cells[i % 2],
            .model = { .format = FP_BINARY32, .round = rounds[i / 2 % 5] },
        };
        struct verdict verdict = painter_look(&painter, stripes, (enum readout)(i / 10));

        painter_check(i % 2 ? "high" : "low", &painter, stripes, PAINTER_NOT_SUMS,
                      &verdict);
        // half an ulp low shows 24 stripes
        if (i % 2 == 0)
            assert_non_null(strstr(verdict.reason, "more bits than a binary32"));
    }
}

static int level_down(double level)
{
    return (int) level;
}

static int level_half_down(double level)
{
    return (int) ceil(level - 0.5);
}

// A target that truncates, as one under RTZ does, and one where 0.5 becomes 127: they
// could cost an answer; none gives a wrong one, and today none costs one. By default
// every third rule, others at the next precision.
TEST(levels)
{
    int (*const bytes[])(double) = { level_down, level_half_down };
    int ok = 0, asked = 0;

    for (int i = 0; i < 20 * FP_ROUND_COUNT * probe_picture_count; i++) {
        const struct probe *probe = probe_list[i % probe_picture_count];
        int rest = i / probe_picture_count, p = 5 + rest / FP_ROUND_COUNT;
        struct painter painter = {
            .cell = painter_right,
            .byte = bytes[(rest + p) % 2],
            .model = { .format = { p, 127 },
                       .round = (enum fp_round)(rest % FP_ROUND_COUNT) },
        };

        // 64 columns need 7 bits
        if ((probe->ramp && p < 7) || (!group_every && (rest + p) % 3 != 0))
            continue;
        struct verdict verdict = painter_look(&painter, probe, READOUT_RGBA8);
        painter_check("levels", &painter, probe, OK | PAINTER_NOT_SUMS, &verdict);
        ok += verdict.status == STATUS_OK;
        asked++;
    }
    printf("# %d of %d verdicts given, 0 wrong\n", ok, asked);
    assert_int_equal(ok, asked);
}
