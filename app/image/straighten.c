// SPDX-License-Identifier: MIT
//
// How it works: levels of the margin, x and y in [-1, 1], are fitted by least squares,
//
//   light = k0 + k1 x + k2 y + k3 x^2 + k4 x y + k5 y^2
//
// and, where that leaves nearly nothing, every level is divided by its light and
// multiplied by their mean. A margin of more than one thing leaves too much.

#include "image/tilt.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define LARGER     1.06 // than the tilted shot
#define PARTS_MOST 4    // samples of a pixel, a side
#define MARGIN     0.02 // of the shot: its outermost part
#define SAMPLES    256  // along each side
#define TERMS      6
#define REST_MOST  5.0 // levels, root mean square
#define DARKEST    24.0
#define UNEVEN     1.9 // the lightest over the darkest of the light

struct light {
    double term[TERMS];
    double mean; // 0: it is taken as it is
};

static void terms_of(double x, double y, double term[TERMS])
{
    double terms[TERMS] = { 1, x, y, x * x, x * y, y * y };

    for (int i = 0; i < TERMS; i++)
        term[i] = terms[i];
}

static double light_at(const struct light *light, double x, double y)
{
    double term[TERMS], sum = 0;

    terms_of(x, y, term);
    for (int i = 0; i < TERMS; i++)
        sum += light->term[i] * term[i];
    return sum;
}

// Gauss and Jordan, with pivots on the diagonal: normal equations, of margins that have
// four sides.
static void solve(double system[TERMS][TERMS + 1], double solution[TERMS])
{
    for (int i = 0; i < TERMS; i++)
        for (int row = 0; row < TERMS; row++) {
            double share = row == i ? 0 : system[row][i] / system[i][i];

            for (int k = i; k <= TERMS && row != i; k++)
                system[row][k] -= share * system[i][k];
        }
    for (int i = 0; i < TERMS; i++)
        solution[i] = system[i][TERMS] / system[i][i];
}

// A place of the margin, i of 4 * SAMPLES; returns its level, mean of a few pixels.
static double margin_level(const struct shot *shot, int i, double at[2])
{
    double along = 2 * (i / 4 + 0.5) / SAMPLES - 1, across = 1 - MARGIN;
    int sum = 0;

    at[i % 2] = along;
    at[1 - i % 2] = i % 4 < 2 ? across : -across;
    int x = (int) ((at[0] + 1) / 2 * shot->width);
    int y = (int) ((at[1] + 1) / 2 * shot->height);

    for (int k = 0; k < 9; k++) {
        int column = x + k % 3 - 1, row = y + k / 3 - 1;

        column = column < 0 ? 0 : column >= shot->width ? shot->width - 1 : column;
        row = row < 0 ? 0 : row >= shot->height ? shot->height - 1 : row;
        sum += shot->grey[(size_t) row * (size_t) shot->width + (size_t) column];
    }
    return sum / 9.0;
}

static void fit(const struct shot *shot, struct light *light)
{
    double system[TERMS][TERMS + 1] = { 0 }, at[2], term[TERMS];

    for (int i = 0; i < 4 * SAMPLES; i++) {
        double level = margin_level(shot, i, at);

        terms_of(at[0], at[1], term);
        for (int row = 0; row < TERMS; row++) {
            for (int k = 0; k < TERMS; k++)
                system[row][k] += term[row] * term[k];
            system[row][TERMS] += term[row] * level;
        }
    }
    solve(system, light->term);
}

static struct light light_of(const struct shot *shot)
{
    struct light light = { 0 };
    double at[2], squares = 0, sum = 0, least = HUGE_VAL, most = 0;

    fit(shot, &light);
    for (int i = 0; i < 4 * SAMPLES; i++) {
        double level = margin_level(shot, i, at), value = light_at(&light, at[0], at[1]);

        squares += (level - value) * (level - value);
        sum += value;
    }
    // Within the margin too. No fmin and fmax: GCC 12.2 for aarch64 ends with an internal
    // error (vect_transform_reduction) when it makes vectors of them at -O3.
    for (int i = 0; i < 81; i++) {
        double value = light_at(&light, i % 9 / 4.0 - 1, i / 9 / 4.0 - 1);

        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    if (squares <= REST_MOST * REST_MOST * 4 * SAMPLES && least >= DARKEST &&
        most <= UNEVEN * least)
        light.mean = sum / (4 * SAMPLES);
    return light;
}

// Bilinear; beside the shot is its edge.
static double level_at(const struct shot *shot, double x, double y)
{
    double right = shot->width - 1, below = shot->height - 1;

    x = fmin(fmax(x - 0.5, 0), right);
    y = fmin(fmax(y - 0.5, 0), below);
    int left = (int) x, top = (int) y;
    const uint8_t *at = shot->grey + (size_t) top * (size_t) shot->width + left;
    size_t next = left < right, under = top < below ? (size_t) shot->width : 0;
    double u = x - left, v = y - top;

    return (1 - v) * ((1 - u) * at[0] + u * at[next]) +
           v * ((1 - u) * at[under] + u * at[under + next]);
}

void analyze_straight_point(const struct analyze_straight *straight, const double at[2],
                            double tilted[2])
{
    const struct analyze_tilt *tilt = &straight->tilt;
    double u = (at[0] - straight->middle[0]) * straight->scale;
    double v = (at[1] - straight->middle[1]) * straight->scale;
    double w = 1 - tilt->b * u - tilt->d * v;

    tilted[0] = straight->from[0] + (u + tilt->c * v) / w;
    tilted[1] = straight->from[1] + (tilt->a * u + v) / w;
}

static uint8_t straighten_sample(const struct shot *shot,
                                 const struct analyze_straight *straight,
                                 const struct light *light, const int pixel[2])
{
    int parts = (int) fmin(straight->scale + 0.5, PARTS_MOST);
    double sum = 0, at[2] = { 0 };

    for (int i = 0; i < parts * parts; i++) {
        double part[2] = { pixel[0] + (i % parts + 0.5) / parts,
                           pixel[1] + (i / parts + 0.5) / parts };

        analyze_straight_point(straight, part, at);
        sum += level_at(shot, at[0], at[1]);
    }
    double level = sum / (parts * parts);

    if (light->mean > 0) {
        double x = fmin(fmax(at[0] / shot->width, 0), 1) * 2 - 1;
        double y = fmin(fmax(at[1] / shot->height, 0), 1) * 2 - 1;

        level *= light->mean / light_at(light, x, y);
    }
    return (uint8_t) fmin(level + 0.5, 255);
}

void analyze_straighten(const struct shot *shot, const struct analyze_tilt *tilt,
                        struct analyze_straight *straight)
{
    int longest = shot->width > shot->height ? shot->width : shot->height;
    double scale = fmax(1, LARGER * longest / ANALYZE_VIEW_ROWS);
    int width = (int) ceil(LARGER * shot->width / scale);
    int height = (int) ceil(LARGER * shot->height / scale);
    struct light light = light_of(shot);

    *straight = (struct analyze_straight){
        .shot = { .width = width,
                  .height = height,
                  .grey = memory_new((size_t) width, (size_t) height) },
        .tilt = *tilt,
        .scale = scale,
        .from = { shot->width / 2.0, shot->height / 2.0 },
        .middle = { width / 2.0, height / 2.0 },
    };
    uint8_t *to = straight->shot.grey;

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            *to++ = straighten_sample(shot, straight, &light, (const int[2]){ x, y });
}

void analyze_straight_finish(struct analyze_straight *straight)
{
    free(straight->shot.grey);
    *straight = (struct analyze_straight){ 0 };
}
