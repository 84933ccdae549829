// SPDX-License-Identifier: MIT
//
// How it works: what counts is the gradient across the rows, so that even light and dark
// places have no say. Summed along lines of slope s its profile has the energy
//
//   E(s) = sum over t of (sum over x of g(x, t + s x))^2
//
// which is greatest where lines between stripes, or their edges, lie along the sums;
// divided by the number of columns and the energy of g itself it is 1 where all columns
// are the same. The slope is first found to a row at the ends, then, with what it changes
// from top to bottom, by ever smaller steps.
//
// How rows converge says nothing of how near they lie: d is that which makes the stripes
// equally high, v = t / (1 + d t). Where the profile rises it is dark between brighter
// rows; that is held against waves of all lengths, bent by d. Which way the stripes lie
// is told by the waves too. The sides must then stand on the rows, c = -a, give or take
// what perspective makes of it; the vertical edges say how much, by the same sums.

#include "image/tilt.h"

#include <math.h>
#include <stdlib.h>

#define COLUMNS_LEAST 8
#define ROWS_LEAST    16
#define ROWS_COARSE   512
#define ROWS_FINE     1024
#define SLOPE_LEAST   0.0035 // 0.2 degrees
#define SLOPE_TOLD    0.155  // 8.8
#define SLOPE_MOST    0.16   // that is tried
#define CHANGE_MOST   0.1    // of a slope, over the whole shot
#define SKEW_MOST     0.03   // by which sides may not be square to the rows
#define SKEW_GAIN     1.1    // over square ones
#define SKEW_STEPS    12
#define COHERENT      0.08
#define GAIN          1.3  // over no tilt
#define DARK_MOST     4.0f // of the mean
#define WAVE_LEAST    0.55
#define WAVES         480 // from 5 over the height of the shot to 125
#define WAVES_LOW     5.0
#define WAVES_STEP    0.25
#define WAVES_NEAR    24  // steps that bent stripes may seem longer or shorter
#define BEND_MOST     0.1 // d times the height
#define BEND_STEPS    10
#define BEND_GAIN     1.02
#define BEND_SURE     1.1
#define SIDES_SURE    0.9 // of what sides without d have
#define SIDES_GAIN    1.05
#define HALVES_APART  0.004
#define TURN          6.28318530717958647692

// What is known of the rows of a view.
struct rows {
    double a, b, coherent;
    double level;   // were there no tilt
    double d, wave; // how well equal stripes fit
    double even;    // and without d
    bool told;
};

static double slope_step(const struct analyze_field *field)
{
    return 2 * field->row_size / field->width;
}

static void scan(const struct analyze_field *field, struct rows *rows)
{
    double step = slope_step(field);
    int most = (int) (SLOPE_MOST / step);

    rows->level = rows->coherent = analyze_field_project(field, 0, 0);
    for (int i = -most; i <= most; i++) {
        double coherent = analyze_field_project(field, i * step, 0);

        if (coherent > rows->coherent) {
            rows->coherent = coherent;
            rows->a = i * step;
        }
    }
}

// A better neighbour, if there is one.
static bool tilt_improve(const struct analyze_field *field, struct rows *rows, double da,
                         double db)
{
    double a = rows->a + da, b = rows->b + db;

    if (fabs(a) > SLOPE_MOST || fabs(b) * fmax(field->width, field->height) > CHANGE_MOST)
        return false;
    double coherent = analyze_field_project(field, a, b);

    if (coherent <= rows->coherent)
        return false;
    rows->coherent = coherent;
    rows->a = a;
    rows->b = b;
    return true;
}

static void tilt_refine(const struct analyze_field *field, struct rows *rows, bool bend)
{
    double step = slope_step(field);

    rows->coherent = analyze_field_project(field, rows->a, rows->b);
    for (int round = 0; round < 6; round++, step /= 2) {
        double change = bend ? 2 * step / field->height : 0;
        bool better = true;

        for (int i = 0; i < 4 && better; i++) {
            better =
                tilt_improve(field, rows, step, 0) || tilt_improve(field, rows, -step, 0);
            if (bend)
                better |= tilt_improve(field, rows, 0, change) ||
                          tilt_improve(field, rows, 0, -change);
        }
    }
}

// Numbers of waves, in steps.
struct waves {
    int first, count, best;
};

// Makes the profile say how dark a row is, between brighter ones: where it rises. One
// edge, however sharp, has no more say than a line between stripes.
static void find_dark(const struct analyze_field *field)
{
    float *profile = field->profile, before = 0, sum = 0;

    for (int row = 0; row < field->rows; row++) {
        float own = profile[row];
        float next = row + 1 < field->rows ? profile[row + 1] : 0;

        profile[row] = fmaxf(next - before, 0);
        sum += profile[row];
        before = own;
    }
    for (int row = 0; row < field->rows; row++)
        profile[row] = fminf(profile[row], DARK_MOST * sum / (float) field->rows);
}

// How well they fit the profile, the best of all; bent by d.
static double tilt_wave(const struct analyze_field *field, double d, struct waves *waves)
{
    float sine[WAVES] = { 0 }, cosine[WAVES] = { 0 };
    double total = 0, most = 0;
    double first = (WAVES_LOW + WAVES_STEP * waves->first) * TURN;

    for (int row = 0; row < field->rows; row++) {
        float weight = field->profile[row];
        double t = (row + 1) * field->row_size - field->height / 2;
        double v = t / (1 + d * t) / field->height;
        float c = weight * (float) cos(v * first), s = weight * (float) sin(v * first);
        float dc = (float) cos(v * WAVES_STEP * TURN);
        float ds = (float) sin(v * WAVES_STEP * TURN);

        total += weight;
        for (int i = 0; i < waves->count; i++) {
            float next = c * dc - s * ds;

            cosine[i] += c;
            sine[i] += s;
            s = s * dc + c * ds;
            c = next;
        }
    }
    for (int i = 0; i < waves->count; i++) {
        double power = hypot(sine[i], cosine[i]);

        if (power > most)
            waves->best = waves->first + i;
        most = fmax(most, power);
    }
    return total > 0 ? most / total : 0;
}

// The waves that are longer than a few rows.
static struct waves all_waves(const struct analyze_field *field)
{
    double most = (field->rows / 3.0 - WAVES_LOW) / WAVES_STEP;

    return (struct waves){ 0, most < 1 ? 0 : (int) fmin(WAVES, most), 0 };
}

static void bend(const struct analyze_field *field, struct rows *rows)
{
    double step = BEND_MOST / BEND_STEPS / fmax(field->width, field->height);
    struct waves waves = all_waves(field);
    int last = waves.count;

    analyze_field_project(field, rows->a, rows->b);
    find_dark(field);
    rows->wave = rows->even = tilt_wave(field, 0, &waves);
    waves.first = waves.best < WAVES_NEAR ? 0 : waves.best - WAVES_NEAR;
    waves.count = (int) fmin(2 * WAVES_NEAR + 1, last - waves.first);
    for (int i = -BEND_STEPS; i <= BEND_STEPS; i++) {
        double fit = tilt_wave(field, i * step, &waves);

        if (fit > rows->wave && fit > rows->even * BEND_GAIN) {
            rows->wave = fit;
            rows->d = i * step;
        }
    }
    for (int round = 0; round < 4 && rows->d != 0; round++) {
        step /= 2;
        for (int way = -1; way <= 1; way += 2) {
            double fit = tilt_wave(field, rows->d + way * step, &waves);

            if (fit > rows->wave) {
                rows->wave = fit;
                rows->d += way * step;
                break;
            }
        }
    }
}

// Whether the left half of the columns has the slope of the right one.
static bool halves_agree(struct analyze_field *field, const struct rows *rows)
{
    double apart = HALVES_APART + 0.1 * slope_step(field), found[2];

    for (int half = 0; half < 2; half++) {
        struct rows own = *rows;

        analyze_field_limit(field, half * field->columns / 2,
                            (half + 1) * field->columns / 2);
        tilt_refine(field, &own, false);
        found[half] = own.a;
    }
    analyze_field_limit(field, 0, field->columns);
    return fabs(found[0] - rows->a) < apart && fabs(found[1] - rows->a) < apart;
}

static void tilt_measure(const struct analyze_view *view, struct rows *rows)
{
    struct analyze_field field;

    analyze_field_init(&field, view, ROWS_COARSE);
    scan(&field, rows);
    analyze_field_finish(&field);
    if (fabs(rows->a) < SLOPE_LEAST / 2 || rows->coherent < COHERENT)
        return;
    analyze_field_init(&field, view, ROWS_FINE);
    tilt_refine(&field, rows, true);
    rows->level = analyze_field_project(&field, 0, 0);
    rows->told = fabs(rows->a) >= SLOPE_LEAST && fabs(rows->a) < SLOPE_TOLD &&
                 rows->coherent > GAIN * rows->level && halves_agree(&field, rows);
    analyze_field_finish(&field);
}

// How well waves fit.
static void measure_wave(const struct analyze_view *view, struct rows *rows)
{
    struct analyze_field field;

    analyze_field_init(&field, view, ROWS_FINE);
    bend(&field, rows);
    analyze_field_finish(&field);
}

// The slope of the sides, near that which is square to the rows, if they bend by b.
// Returns false if it is not near.
static bool scan_sides(const struct analyze_field *field, double square, double b,
                       struct rows *sides)
{
    double most, *coherent = &sides->coherent;
    int best = 0;

    *sides = (struct rows){ .a = square,
                            .b = b,
                            .coherent = analyze_field_project(field, square, b) };
    most = *coherent * SKEW_GAIN;
    for (int i = -SKEW_STEPS; i <= SKEW_STEPS; i++) {
        double skewed = SKEW_MOST * i / SKEW_STEPS + square;
        double other = analyze_field_project(field, skewed, b);

        if (other <= most)
            continue;
        most = *coherent = other;
        sides->a = skewed;
        best = i;
    }
    return abs(best) < SKEW_STEPS;
}

// Of few lines the distances mislead: without much gain by d, the sides must gain by it.
static bool find_sides(const struct analyze_view *view, struct rows *rows, double *c)
{
    struct analyze_field field;
    struct rows plain, bent;
    double least = rows->wave > rows->even * BEND_SURE ? SIDES_SURE : SIDES_GAIN;

    analyze_field_init(&field, view, ROWS_FINE);
    bool near = scan_sides(&field, -rows->a, 0, &plain);
    bool near_bent = rows->d != 0 && scan_sides(&field, -rows->a, rows->d, &bent);

    analyze_field_finish(&field);
    *c = plain.a;
    if (!near_bent || bent.coherent < plain.coherent * least) {
        rows->d = 0;
        return near;
    }
    *c = bent.a;
    return true;
}

bool analyze_tilt_find(const struct analyze_view views[2], struct analyze_tilt *tilt)
{
    struct rows rows[2] = { 0 };
    double c;

    for (int turned = 0; turned < 2; turned++)
        if (views[turned].columns < COLUMNS_LEAST || views[turned].rows < ROWS_LEAST)
            return false;
    for (int turned = 0; turned < 2; turned++)
        tilt_measure(&views[turned], &rows[turned]);
    if (!rows[0].told && !rows[1].told)
        return false;
    for (int turned = 0; turned < 2; turned++)
        measure_wave(&views[turned], &rows[turned]);
    int which = rows[1].wave > rows[0].wave;
    struct rows *seen = &rows[which];

    if (!seen->told || seen->wave < WAVE_LEAST || !find_sides(&views[!which], seen, &c))
        return false;
    *tilt = (struct analyze_tilt){ .a = seen->a, .b = seen->b, .c = c, .d = seen->d };
    if (which)
        *tilt = (struct analyze_tilt){ .a = c, .b = seen->d, .c = seen->a, .d = seen->b };
    return true;
}
