// SPDX-License-Identifier: MIT

#include "base/drawn.h"

static const char *const draw_names[DRAW_COUNT] = {
    "",       "dispatch",  "strip",        "triangle", "triangle-id",
    "points", "points-id", "strip-stored",
};
static const char *const target_names[TARGET_COUNT] = {
    "", "buffer", "rgba8", "r32f", "rgba32f", "r32ui", "rgba32ui", "bytes", "rgba16f",
};

static const enum draw drawn_draws[] = { DRAW_TRIANGLE, DRAW_TRIANGLE_ID, DRAW_POINTS,
                                         DRAW_POINTS_ID };
#define POINTS_FIRST 2

// The targets of each readout; TARGET_UNKNOWN ends a list.
static const enum drawn_target drawn_targets[READOUT_COUNT][4] = {
    [READOUT_RGBA8] = { TARGET_RGBA8 },
    [READOUT_FLOAT32] = { TARGET_R32F, TARGET_RGBA32F },
    [READOUT_BITS] = { TARGET_R32UI, TARGET_RGBA32UI, TARGET_BYTES },
    [READOUT_FLOAT16] = { TARGET_RGBA16F },
};

bool target_is_bytes(enum drawn_target target)
{
    return target == TARGET_RGBA8 || target == TARGET_BYTES;
}

const char *draw_name(int draw)
{
    return draw_names[draw];
}

const char *target_name(int target)
{
    return target_names[target];
}

struct drawn drawn_way(enum api api, enum stage stage, enum readout readout, bool points,
                       int way)
{
    static const struct drawn none = { DRAW_UNKNOWN, TARGET_UNKNOWN };
    const enum draw *draws = drawn_draws + (points ? POINTS_FIRST : 0);
    int count = points ? 2 : 4;

    if (api == API_FAKE)
        return none;
    if (stage == STAGE_COMPUTE)
        return way ? none : (struct drawn){ DRAW_DISPATCH, TARGET_BUFFER };
    if (api == API_ES2 && (points || readout == READOUT_BITS))
        return way ? none
                   : (struct drawn){ DRAW_POINTS, readout == READOUT_BITS
                                                      ? TARGET_BYTES
                                                      : TARGET_RGBA8 };
    if (api == API_ES2)
        return way ? none : (struct drawn){ DRAW_STRIP, TARGET_RGBA8 };

    enum drawn_target target =
        way / count < 4 ? drawn_targets[readout][way / count] : TARGET_UNKNOWN;

    return target ? (struct drawn){ draws[way % count], target } : none;
}

static bool is_way(const struct drawn *drawn, const struct drawn *way)
{
    return drawn->draw == way->draw && drawn->target == way->target;
}

bool drawn_usual(const struct drawn *drawn, enum api api, enum stage stage,
                 enum readout readout, bool points)
{
    struct drawn first = drawn_way(api, stage, readout, points, 0);

    return !drawn->draw || is_way(drawn, &first);
}
