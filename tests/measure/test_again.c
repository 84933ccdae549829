// SPDX-License-Identifier: MIT
//
// Renders that differ: devices that do not repeat themselves, and drivers that compute
// otherwise with other values of the guard or on a smaller target.

#include "tests/measure/painter.h"
#include "tests/shared/group.h"

#include <string.h>

static struct group this_group = { .name = "again" };

static uint32_t black(const struct painter_case *at)
{
    return 0;
}

static int renders;

static void change_a_case(struct pixels *pixels)
{
    pixels_row(pixels, pixels->height - 1)[0] ^= 1;
}

static void err_every_second(struct pixels *pixels, int variant)
{
    if (++renders % 2 == 0)
        change_a_case(pixels);
}

static void err_every_third(struct pixels *pixels, int variant)
{
    if (++renders % 3 == 2)
        change_a_case(pixels);
}

static void err_every_fourth(struct pixels *pixels, int variant)
{
    if (++renders % 4 == 2)
        change_a_case(pixels);
}

static void err_once(struct pixels *pixels, int variant)
{
    if (++renders == 2)
        change_a_case(pixels);
}

static void err_now_and_then(struct pixels *pixels, int variant)
{
    static uint32_t state = 1;

    state = state * 1664525u + 1013904223u;
    if (++renders == 2 || state >> 31)
        change_a_case(pixels);
}

static void err_with_other_guards(struct pixels *pixels, int variant)
{
    if (variant == 1)
        change_a_case(pixels);
}

static void err_on_a_small_target(struct pixels *pixels, int variant)
{
    if (pixels->height < 100)
        change_a_case(pixels);
}

#define SAME "two renders of the same differ"

static const struct {
    const char *probe;
    void (*spoil)(struct pixels *pixels, int variant);
    const char *reason;
} unstable[] = {
    { "stripes", err_every_second, SAME },
    { "stripes", err_every_third, SAME },
    { "stripes", err_every_fourth, SAME },
    { "stripes", err_once, SAME },
    { "stripes", err_now_and_then, SAME },
    { "stripes", err_with_other_guards, "with other values of the guard" },
    { "stripes", err_on_a_small_target, "on a smaller target" },
    { "ties", err_every_second, SAME },
    { "ties", err_with_other_guards, "with other values of the guard" },
    // the guard of an expression has one value
    { "operations", err_every_second, SAME },
    { "operations", err_with_other_guards, SAME },
};

// In the guarded form; a cause is named only if each render can be repeated.
TEST(causes_of_unstable_renders)
{
    for (size_t i = 0; i < COUNT_OF(unstable); i++) {
        struct painter painter = {
            .cell = unstable[i].probe[0] == 'o' ? black : painter_right,
            .model = { .format = FP_BINARY32, .round = FP_RNE },
            .spoil = unstable[i].spoil,
        };

        renders = 0;
        struct verdict verdict =
            painter_look(&painter, probe_find(unstable[i].probe), READOUT_BITS);

        if (verdict.status != STATUS_UNSTABLE ||
            !strstr(verdict.reason, unstable[i].reason))
            fail_msg("case %zu: %s (%s), want unstable (%s)", i,
                     status_name(verdict.status), verdict.reason, unstable[i].reason);
    }
}
