// SPDX-License-Identifier: MIT

#include "image/model.h"

#include "base/verdict.h"

// To nearest, ties to even, of n + rest. Ties differ by rule, but only the stripe whose
// quantum is the ramp's own step has any.
static double nearest(double n, double rest)
{
    if (rest == 0.5)
        return n + ((int) n & 1);
    return rest > 0.5 ? n + 1 : n;
}

// The multiple of the quantum for `t` quanta.
static double rounded(enum analyze_flavor flavor, double t)
{
    double n = (int) t, rest = t - n;

    switch (flavor) {
    case ANALYZE_TRUNCATE: return n;
    case ANALYZE_UPWARD: return rest > 0 ? n + 1 : n;
    case ANALYZE_ODD: return rest > 0 && (int) n % 2 == 0 ? n + 1 : n;
    case ANALYZE_NO_STICKY_1: return nearest(n, (int) (rest * 2) / 2.0);
    case ANALYZE_NO_STICKY_2: return nearest(n, (int) (rest * 4) / 4.0);
    case ANALYZE_NO_STICKY_3: return nearest(n, (int) (rest * 8) / 8.0);
    default: return nearest(n, rest);
    }
}

double analyze_model_level(const struct analyze_shape *shape, double u)
{
    double x = 1 - u;

    if (shape->columns)
        x = 1 - ((int) (u * shape->columns) + 0.5) / shape->columns;
    if (shape->octave == ANALYZE_OCTAVES - 1)
        return x;
    double quanta = (double) (1 << shape->octave) / 2;
    double level = rounded(shape->flavor, x * quanta) / quanta;

    if (level < 1)
        return level;
    return shape->subtract ? 1 : level - (int) level;
}

uint32_t analyze_model_rules(enum analyze_flavor flavor)
{
    switch (flavor) {
    case ANALYZE_TRUNCATE: return verdict_rules("truncate");
    case ANALYZE_UPWARD: return verdict_rules("upward");
    case ANALYZE_ODD: return VERDICT_RULE(FP_RO);
    default: return verdict_rules("nearest");
    }
}
