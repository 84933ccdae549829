// SPDX-License-Identifier: MIT
//
// Ramps that analyze() must not read as whole ones, since a part of them may be missing.

#include "tests/image/distort.h"
#include "tests/shared/group.h"

#include <string.h>

static struct group this_group = { .name = "analyze_tones" };

// A ramp of which too much is cut off, or whose tones are bent too much, is not read: a
// part of a ramp looks like a whole one of fewer quanta.
TEST(bent_or_cut)
{
    static const struct {
        int cut; // columns of 256, at the right
        double gamma;
        const char *reason; // NULL: it is read
    } parts[] = {
        { 100, 1, NULL },
        { 120, 1, "too much of the ramp is cut off" },
        { 150, 1, "too much of the ramp is cut off" },
        { 0, 0.4, "the tones are bent too much" },
        { 0, 0.6, NULL },
        { 0, 2.6, NULL },
        { 0, 2.9, "the tones are bent too much" },
    };

    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        struct simulated device = simulated_device(FP_RNE, 14, 256, 10);
        struct canvas canvas = simulated_paint(&device);

        retouch_curve(&canvas, parts[i].gamma, 1, 0);
        retouch_crop(&canvas, (struct sides){ .right = parts[i].cut });
        struct analyze_answer answer = distort_read(canvas, 0);

        assert_int_equal(answer.conclusive, !parts[i].reason);
        if (parts[i].reason)
            assert_non_null(strstr(answer.reason, parts[i].reason));
    }
}
