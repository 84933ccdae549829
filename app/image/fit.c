// SPDX-License-Identifier: MIT

#include "image/fit.h"

#include <math.h>

#define SAMPLES  6    // of a bin
#define CAP      0.15 // an error weighs no more: dirt, not contradiction
#define CURVE    512
#define CUT_COST 0.05 // what a cut must save, in stripes

static const int column_counts[] = { 0, 16, 32, 64, 128 };

// Rounds n + rest to nearest, ties to even. Rules break ties in different ways, but only
// the stripe whose quantum is the step of the ramp has ties.
static double model_nearest(double n, double rest)
{
    if (rest == 0.5)
        return n + ((int) n & 1);
    return rest > 0.5 ? n + 1 : n;
}

// The multiple of the quantum for `t` quanta.
static double model_rounded(enum analyze_flavor flavor, double t)
{
    double n = (int) t, rest = t - n;

    switch (flavor) {
    case ANALYZE_TRUNCATE: return n;
    case ANALYZE_UPWARD: return rest > 0 ? n + 1 : n;
    case ANALYZE_ODD: return rest > 0 && (int) n % 2 == 0 ? n + 1 : n;
    case ANALYZE_NO_STICKY_1: return model_nearest(n, (int) (rest * 2) / 2.0);
    case ANALYZE_NO_STICKY_2: return model_nearest(n, (int) (rest * 4) / 4.0);
    case ANALYZE_NO_STICKY_3: return model_nearest(n, (int) (rest * 8) / 8.0);
    case ANALYZE_MINUS_FIRST:
        rest = model_nearest((int) (2 * t), 2 * t - (int) (2 * t)) / 2;
        return model_nearest((int) rest, rest - (int) rest);
    default: return model_nearest(n, rest);
    }
}

// The level for `t` quanta.
static double model_shown(const struct analyze_shape *shape, double t, double quanta)
{
    double level = model_rounded(shape->flavor, t) / quanta;

    if (level < 1)
        return level;
    return shape->subtract ? 1 : level - (int) level;
}

// The quanta of a ramp; a half stands for less, too.
static double quanta_of(int octave)
{
    return (double) (1 << octave) / 2;
}

// Returns x at a place, where the ramp has so many columns.
static double model_at(int columns, double u)
{
    return 1 - (columns ? ((int) (u * columns) + 0.5) / columns : u);
}

double analyze_model_level(const struct analyze_shape *shape, double u)
{
    double x = model_at(shape->columns, u), quanta = quanta_of(shape->octave);

    return shape->octave == ANALYZE_OCTAVES - 1 ? x
                                                : model_shown(shape, x * quanta, quanta);
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

#define RULE VERDICT_RULE

// 2^B - q, its q cut off, is 2^B, and one is added: as if x were rounded up.
static const struct reordered {
    uint32_t minus_first, one_last;
} reordered[ANALYZE_FIT_FAMILIES] = {
    [ANALYZE_TRUNCATE] = { 0, RULE(FP_RTZ) | RULE(FP_RDN) },
    [ANALYZE_UPWARD] = { RULE(FP_CHOP_G0) | RULE(FP_RNA_NS1) | RULE(FP_RNA_NS2) |
                             RULE(FP_RNA_NS3),
                         VERDICT_UPWARD | RULE(FP_CHOP_G1) | RULE(FP_RNE_NS1) |
                             RULE(FP_RNA_NS1) },
    [ANALYZE_ODD] = { 0, RULE(FP_RO) },
    [ANALYZE_NEAREST] = { RULE(FP_CHOP_G1), VERDICT_NEAREST | RULE(FP_CHOP_G2) },
};

uint32_t analyze_model_reordered(enum analyze_flavor flavor, enum rewriting order)
{
    const struct reordered *rules = &reordered[analyze_fit_family(flavor)];

    return order == REWRITING_MINUS_FIRST ? rules->minus_first
           : order == REWRITING_ONE_LAST  ? rules->one_last
                                          : 0;
}

// A tone that is compared with a grid.
struct fit {
    const struct analyze_grid *grid;
    const struct analyze_tone *tone;
    int first, end; // the bins that the ramp covers
    int parts;      // of the curve: its gamma, in parts of 256; 0: no curve yet
    float curve[CURVE + 1];
    double x[ANALYZE_GRID_BINS][SAMPLES]; // of the ramp, where it is sampled
    // The grid with black 0 and white 1. Its stripes lie side by side, so that their
    // errors are summed side by side.
    float level[ANALYZE_GRID_BINS][ANALYZE_GRID_STRIPES];
};

// Fills the curve, from [0, 1] to [0, 1], unless it is there. Its powers are square roots
// and products, which are the same on every machine.
static void make_curve(struct fit *fit)
{
    int parts = (int) (fit->tone->gamma * 256 + 0.5);

    if (parts == fit->parts)
        return;
    fit->parts = parts;
    for (int i = 0; i <= CURVE; i++) {
        double x = (double) i / CURVE, root = x, power = 1;

        for (int k = 0; k < parts / 256; k++)
            power *= x;
        for (int bit = 128; bit > 0 && parts % 256; bit /= 2) {
            root = sqrt(root);
            power *= parts & bit ? root : 1;
        }
        fit->curve[i] = (float) power;
    }
}

static double bin_size(const struct analyze_grid *grid)
{
    return (grid->x[1] - grid->x[0]) / grid->bins;
}

// Samples the ramp over a bin and the blur.
static void make_samples(struct fit *fit)
{
    const struct analyze_tone *tone = fit->tone;
    double size = bin_size(fit->grid), scale = 1 / (tone->ramp[1] - tone->ramp[0]);
    double width = fabs(size * scale) + tone->blur;

    for (int bin = fit->first; bin < fit->end; bin++) {
        double u = (fit->grid->x[0] + (bin + 0.5) * size - tone->ramp[0]) * scale;

        for (int i = 0; i < SAMPLES; i++) {
            double at = u + width * ((i + 0.5) / SAMPLES - 0.5);
            double clamped = at < 0 ? 0 : at > 1 - 1e-9 ? 1 - 1e-9 : at;

            fit->x[bin][i] = model_at(tone->columns, clamped);
        }
    }
}

static void turn_grid(struct fit *fit)
{
    const struct analyze_tone *tone = fit->tone;
    float scale = (float) (1 / (tone->white - tone->black));
    float black = (float) tone->black;

    for (int stripe = 0; stripe < fit->grid->count; stripe++)
        for (int bin = fit->first; bin < fit->end; bin++)
            fit->level[bin][stripe] = (fit->grid->level[stripe][bin] - black) * scale;
}

// Accepts a zeroed fit, or one whose curve may serve again. Returns how many bins the
// ramp covers.
static int fit_init(struct fit *fit, const struct analyze_grid *grid,
                    const struct analyze_tone *tone)
{
    double size = bin_size(grid);
    double a = (fmin(tone->ramp[0], tone->ramp[1]) - grid->x[0]) / size;
    double b = (fmax(tone->ramp[0], tone->ramp[1]) - grid->x[0]) / size;

    fit->grid = grid;
    fit->tone = tone;
    fit->first = a < 0 ? 0 : (int) ceil(a - 0.01);
    fit->end = b > grid->bins ? grid->bins : (int) floor(b + 0.01);
    make_curve(fit);
    make_samples(fit);
    turn_grid(fit);
    return fit->end - fit->first;
}

// A rounded ramp is constant between multiples of these parts of a quantum.
static const int steps[ANALYZE_FLAVORS] = {
    [ANALYZE_TRUNCATE] = 1,    [ANALYZE_UPWARD] = 1,      [ANALYZE_ODD] = 1,
    [ANALYZE_NEAREST] = 2,     [ANALYZE_NO_STICKY_1] = 2, [ANALYZE_NO_STICKY_2] = 4,
    [ANALYZE_NO_STICKY_3] = 8, [ANALYZE_MINUS_FIRST] = 4,
};
#define STEPS_MOST (8 << (ANALYZE_OCTAVES - 3)) // of a ramp

// Predicts a stripe of a shape in every bin, from a table of the levels at the multiples
// and between them.
static void predict(const struct fit *fit, const struct analyze_shape *shape,
                    float *level)
{
    double quanta = quanta_of(shape->octave), scale = quanta * steps[shape->flavor];
    bool smooth = shape->octave == ANALYZE_OCTAVES - 1;
    float table[2 * STEPS_MOST + 2];

    for (int k = 0; !smooth && k <= 2 * (int) scale + 1; k++) {
        double shown = model_shown(shape, k * 0.5 / steps[shape->flavor], quanta);

        table[k] = fit->curve[(int) (shown * CURVE + 0.5)];
    }
    for (int bin = fit->first; bin < fit->end; bin++) {
        float sum = 0;

        for (int i = 0; i < SAMPLES; i++) {
            double x = fit->x[bin][i], at = x * scale;

            sum += smooth ? fit->curve[(int) (x * CURVE + 0.5)]
                          : table[2 * (int) at + (at > (int) at)];
        }
        level[bin] = sum / SAMPLES;
    }
}

int analyze_fit_family(enum analyze_flavor flavor)
{
    return flavor < ANALYZE_NEAREST ? (int) flavor : ANALYZE_FIT_FAMILIES - 1;
}

int analyze_fit_octave(const struct analyze_guess *guess, int stripe)
{
    int octave = guess->bits - stripe + 1;

    return octave < 0 ? 0 : octave > ANALYZE_OCTAVES - 1 ? ANALYZE_OCTAVES - 1 : octave;
}

void analyze_fit_predict(const struct analyze_grid *grid, const struct analyze_tone *tone,
                         const struct analyze_shape *shape, float *level)
{
    struct fit fit = { 0 };

    fit_init(&fit, grid, tone);
    fit.first = 0;
    fit.end = grid->bins;
    make_samples(&fit);
    predict(&fit, shape, level);
}

// Errors of all stripes by octave, of one flavor and form; those of black and white
// ones behind them.
struct table {
    float error[ANALYZE_OCTAVES + 2][ANALYZE_GRID_STRIPES];
};

#define TABLE_BLACK ANALYZE_OCTAVES
#define TABLE_WHITE (ANALYZE_OCTAVES + 1)

// Stripes [first, end).
struct range {
    int first, end;
};

// Fills the mean square errors of these stripes; 0 for those that are not read.
static void fill_errors(const struct fit *fit, const float *want, struct range stripes,
                        float *errors)
{
    float sum[ANALYZE_GRID_STRIPES] = { 0 };

    for (int bin = fit->first; bin < fit->end; bin++)
        for (int stripe = stripes.first; stripe < stripes.end; stripe++) {
            float error = fit->level[bin][stripe] - want[bin];
            float square = error * error;

            sum[stripe] += square < (float) CAP ? square : (float) CAP;
        }
    for (int stripe = stripes.first; stripe < stripes.end; stripe++)
        errors[stripe] =
            fit->grid->read[stripe] ? sum[stripe] / (float) (fit->end - fit->first) : 0;
}

static void fill_level(const struct fit *fit, float level, struct range stripes,
                       float *errors)
{
    float want[ANALYZE_GRID_BINS] = { 0 };

    for (int bin = 0; bin < fit->grid->bins; bin++)
        want[bin] = level;
    fill_errors(fit, want, stripes, errors);
}

static void fill_octaves(const struct fit *fit, struct analyze_shape shape,
                         float errors[][ANALYZE_GRID_STRIPES])
{
    float want[ANALYZE_GRID_BINS];

    for (shape.octave = 0; shape.octave < ANALYZE_OCTAVES; shape.octave++) {
        predict(fit, &shape, want);
        fill_errors(fit, want, (struct range){ 0, fit->grid->count },
                    errors[shape.octave]);
    }
}

void analyze_fit_stripes(const struct analyze_grid *grid, const struct analyze_tone *tone,
                         struct analyze_shape shape,
                         float errors[ANALYZE_OCTAVES][ANALYZE_GRID_STRIPES])
{
    struct fit fit = { 0 };
    bool covered = fit_init(&fit, grid, tone) >= 1;

    fill_octaves(&fit, shape, errors);
    for (int octave = 0; octave < ANALYZE_OCTAVES; octave++)
        for (int stripe = 0; stripe < grid->count; stripe++)
            if (!covered || !grid->read[stripe])
                errors[octave][stripe] = (float) CAP;
}

static void weigh(const struct analyze_grid *grid, const struct table *table,
                  struct analyze_guess guess, bool quick, struct analyze_guesses *guesses)
{
    double black = 0, white = 0, sum = 0;
    struct analyze_guess *kept =
        &guesses->of[analyze_fit_family(guess.flavor)][guess.bits];

    for (int stripe = 0; stripe < grid->count; stripe++)
        sum += table->error[analyze_fit_octave(&guess, stripe)][stripe];
    for (int cut = grid->count; cut >= (quick ? grid->count : 8); cut--) {
        double rest = fmin(black, white);
        double cost = sum + rest + (cut < grid->count ? CUT_COST : 0);

        guess.cost = cost / grid->reads;
        guess.cut = cut;
        guess.cut_white = white < black;
        // A format ends at emax 7, 15 or 31.
        if (guess.cost < kept->cost && (cut == grid->count || !(cut & (cut - 1))))
            *kept = guess;
        sum -= table->error[analyze_fit_octave(&guess, cut - 1)][cut - 1];
        black += table->error[TABLE_BLACK][cut - 1];
        white += table->error[TABLE_WHITE][cut - 1];
    }
    if (kept->cost < guesses->best.cost)
        guesses->best = *kept;
}

void analyze_fit_all(const struct analyze_grid *grid, const struct analyze_tone *tone,
                     int bits_max, bool quick, struct analyze_guesses *guesses)
{
    struct fit fit = { 0 };
    struct table table;
    struct range all = { 0, grid->count };
    int last = quick ? ANALYZE_NEAREST : ANALYZE_FLAVORS - 1;

    guesses->best = (struct analyze_guess){ .cost = HUGE_VAL };
    for (int family = 0; family < ANALYZE_FIT_FAMILIES; family++)
        for (int bits = 0; bits < ANALYZE_STRIPES_MAX + 2; bits++)
            guesses->of[family][bits] = guesses->best;
    if (fit_init(&fit, grid, tone) < 8 || grid->reads < 3)
        return;
    fill_level(&fit, 0, all, table.error[TABLE_BLACK]);
    fill_level(&fit, 1, all, table.error[TABLE_WHITE]);
    for (int flavor = 0; flavor <= last; flavor++)
        for (int subtract = 0; subtract < 2; subtract++) {
            struct analyze_shape shape = { .flavor = (enum analyze_flavor) flavor,
                                           .subtract = subtract,
                                           .columns = tone->columns };

            fill_octaves(&fit, shape, table.error);
            for (int bits = 1; bits <= bits_max; bits++)
                weigh(grid, &table,
                      (struct analyze_guess){ shape.flavor, subtract, bits, 0, false, 0 },
                      quick, guesses);
        }
}

// As analyze_fit_cost(); the fit may be one of another tone.
static double cost_of(struct fit *fit, const struct analyze_grid *grid,
                      const struct analyze_tone *tone, const struct analyze_guess *guess)
{
    float want[ANALYZE_GRID_BINS], errors[ANALYZE_GRID_STRIPES];
    int cut = guess->cut < grid->count ? guess->cut : grid->count;
    double sum = cut < grid->count ? CUT_COST : 0;

    if (fit_init(fit, grid, tone) < 8 || grid->reads < 3)
        return HUGE_VAL;
    fill_level(fit, guess->cut_white, (struct range){ cut, grid->count }, errors);
    for (struct range run = { 0, 0 }; run.first < cut; run.first = run.end) {
        struct analyze_shape shape = { guess->flavor, guess->subtract,
                                       analyze_fit_octave(guess, run.first),
                                       tone->columns };

        while (run.end < cut && analyze_fit_octave(guess, run.end) == shape.octave)
            run.end++;
        predict(fit, &shape, want);
        fill_errors(fit, want, run, errors);
    }
    for (int stripe = 0; stripe < grid->count; stripe++)
        sum += (double) errors[stripe];
    return sum / grid->reads;
}

double analyze_fit_cost(const struct analyze_grid *grid, const struct analyze_tone *tone,
                        const struct analyze_guess *guess)
{
    struct fit fit = { 0 };

    return cost_of(&fit, grid, tone, guess);
}

// One knob: turned both ways by ever smaller steps.
struct knob {
    double *value, low, high, step;
};

// Turns a knob of the fit's tone. Returns the cost, lower or the same.
static double turn(struct fit *fit, const struct analyze_guess *guess, struct knob *knob,
                   double cost)
{
    for (int way = -1; way <= 1; way += 2) {
        double old = *knob->value;
        double tried = fmin(knob->high, fmax(knob->low, old + way * knob->step));

        *knob->value = tried;
        double other = cost_of(fit, fit->grid, fit->tone, guess);
        if (other < cost)
            return other;
        *knob->value = old;
    }
    return cost;
}

double analyze_fit_tone(const struct analyze_grid *grid,
                        const struct analyze_guess *guess, const double inner[2],
                        struct analyze_tone *tone)
{
    double width = grid->x[1] - grid->x[0], range = tone->white - tone->black;
    bool mirrored = tone->ramp[0] > tone->ramp[1];
    double left = inner[0] + 0.01 * width, right = inner[1] - 0.01 * width;
    double outside[2] = { grid->x[0] - width, grid->x[1] + width };
    struct knob knobs[] = {
        { &tone->ramp[mirrored], outside[0], left, 0.02 * width },
        { &tone->ramp[!mirrored], right, outside[1], 0.02 * width },
        { &tone->gamma, 0.35, 2.8, 0.2 },
        { &tone->blur, 0, 0.2, 0.02 },
        { &tone->white, tone->black + range / 2, 300, 8 },
        { &tone->black, tone->black - 10, tone->black + 10, 4 },
    };
    struct fit fit = { 0 };
    double cost = cost_of(&fit, grid, tone, guess);

    for (int round = 0; round < 5; round++) {
        for (int repeat = 0; repeat < 2; repeat++) {
            double before = cost;

            for (size_t i = 0; i < sizeof knobs / sizeof knobs[0]; i++)
                cost = turn(&fit, guess, &knobs[i], cost);
            if (cost > before * 0.999)
                break;
        }
        for (size_t i = 0; i < sizeof knobs / sizeof knobs[0]; i++)
            knobs[i].step /= 2;
    }
    struct analyze_tone best = *tone;
    for (size_t i = 0; i < sizeof column_counts / sizeof column_counts[0]; i++) {
        tone->columns = column_counts[i];
        double other = cost_of(&fit, grid, tone, guess);

        if (other < cost) {
            cost = other;
            best = *tone;
        }
    }
    *tone = best;
    return cost;
}
