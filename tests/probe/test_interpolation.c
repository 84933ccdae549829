// SPDX-License-Identifier: MIT
//
// Varyings over triangles: the numbers of the cases equal those of a second rasteriser,
// which knows nothing but the corners, and the judge finds one wrong fragment.

#include "probe/drawn.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"

#include <math.h>

static struct group this_group = { .name = "interpolation" };

#define COLUMNS 256
#define ROWS    16
#define CASES   (COLUMNS * ROWS)

enum {
    FLAT = 4,
    INDEX,
    RAMP_FLAT_ON,
    INDEX_FLAT_ON = 8,
    RAMP_LINEAR,
    PLACE_X,
    PLACE_Y,
    DEPTH_FLAT_ON,
    DEPTH,
    INVERSE_OF_ONE,
    INVERSE,
    LINES,
};

static bool is_index(int line)
{
    return line == INDEX || line == INDEX_FLAT_ON;
}

static bool is_constant(int line)
{
    return line < RAMP_FLAT_ON || line == INDEX_FLAT_ON || line == PLACE_X ||
           line == PLACE_Y;
}

extern const struct probe probe_interpolation;

// A corner on the screen, in pixels, with its depth, 1 / w and the number.
struct point {
    long double x, y, depth, over_w, value;
};

static struct point point_of(const struct probe_params *params, int triangle, int at)
{
    struct probe_corner corner = probe_interpolation.mesh->corner(params, triangle, at);
    long double w = (long double) corner.position[3];

    return (struct point){
        ((long double) corner.position[0] / w + 1) * COLUMNS / 2,
        ((long double) corner.position[1] / w + 1) * ROWS * LINES / 2,
        ((long double) corner.position[2] / w + 1) / 2,
        1 / w,
        (long double) corner.value,
    };
}

static long double area(const struct point *a, const struct point *b, long double x,
                        long double y)
{
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

// What is at a place of a triangle; false outside.
static bool reaches(const struct point p[3], long double x, long double y,
                    struct point *place)
{
    long double whole = area(&p[0], &p[1], p[2].x, p[2].y);

    *place = (struct point){ 0.5L, 0.5L, 0, 0, 0 };
    for (int i = 0; i < 3; i++) {
        long double weight = area(&p[(i + 1) % 3], &p[(i + 2) % 3], x, y) / whole;

        assert_true(fabsl(weight) > 1e-6L); // no centre is on an edge
        if (weight < 0)
            return false;
        place->depth += weight * p[i].depth;
        place->over_w += weight * p[i].over_w;
        place->value += weight * p[i].value;
    }
    return true;
}

// The number that is to be there: a sum over w, where the varying is not linear.
static long double number_of(const struct point p[3], int line, long double x,
                             long double y, const struct point *place)
{
    long double sum = 0, whole = area(&p[0], &p[1], p[2].x, p[2].y);

    for (int i = 0; i < 3; i++)
        sum += area(&p[(i + 1) % 3], &p[(i + 2) % 3], x, y) / whole * p[i].over_w *
               p[i].value;
    switch (line) {
    case PLACE_X:
    case PLACE_Y: return place->x;
    case DEPTH_FLAT_ON:
    case DEPTH: return place->depth;
    case INVERSE_OF_ONE:
    case INVERSE: return place->over_w;
    case RAMP_LINEAR: return place->value;
    default: return sum / place->over_w;
    }
}

static void check_place(const struct probe_params *params, int x, int y,
                        long double value, long double over_w)
{
    double got[PROBE_OPERANDS];

    look_operands(&probe_interpolation, params, y / ROWS, x + y % ROWS * COLUMNS, got);
    assert_true(fabsl((long double) got[0] + (long double) got[1] - value) <=
                value * 0x1p-46L);
    assert_true(fabsl((long double) got[2] - over_w) <= over_w * 0x1p-23L);
}

// Each centre is in one triangle, and its number is that of the three corners.
TEST(mesh_covers_once)
{
    struct probe_params params = look_params(PRECISION_HIGHP, FORM_PLAIN, FP_BINARY32);
    static char covered[ROWS * LINES][COLUMNS];

    for (int t = 0; t < probe_interpolation.mesh->triangles; t++) {
        struct point p[3];
        struct point place;

        for (int i = 0; i < 3; i++)
            p[i] = point_of(&params, t, i);
        int left = (int) fminl(p[0].x, fminl(p[1].x, p[2].x));
        int low = (int) fminl(p[0].y, fminl(p[1].y, p[2].y));

        for (int y = low; y < low + 8; y++)
            for (int x = left; x < left + 9; x++) {
                if (!reaches(p, x + 0.5L, y + 0.5L, &place))
                    continue;
                covered[y][x]++;
                check_place(&params, x, y,
                            number_of(p, y / ROWS, x + 0.5L, y + 0.5L, &place),
                            place.over_w);
            }
    }
    for (int i = 0; i < CASES * LINES; i++)
        assert_int_equal(covered[i / COLUMNS][i % COLUMNS], 1);
}

// One fragment that is beside its number, and by how much; one that is none.
TEST(one_beside_is_told)
{
    struct probe_params params = look_params(PRECISION_HIGHP, FORM_PLAIN, FP_BINARY32);
    struct traits traits = TRAITS_NONE(params.model);
    struct pixels pixels;

    look_paint(&probe_interpolation, &params, &traits, &pixels);
    for (int line = 0; line < LINES; line++)
        *look_word(&pixels, line * ROWS + 9, 77) += is_index(line) ? -1u : 100;
    const struct finding *findings =
        look_judge(&probe_interpolation, &params, NULL, &pixels);

    for (int line = 0; line < LINES; line++) {
        const struct finding_remark *answer = &findings[line].answer[0];

        assert_int_equal(answer->count, 1);
        assert_int_equal(findings[line].deviates, is_constant(line));
        if (!is_index(line))
            assert_true(answer->value > 99 && answer->value < 201);
    }
    *look_word(&pixels, FLAT * ROWS, 3) = 0x7fc00000;
    findings = look_judge(&probe_interpolation, &params, NULL, &pixels);
    assert_int_equal(findings[FLAT].answer[0].count, 2);
    assert_true(findings[FLAT].answer[0].value >= 1e9);
    pixels_finish(&pixels);
}
