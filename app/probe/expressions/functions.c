// SPDX-License-Identifier: MIT
//
// How it works
//
// Each function is asked at 256 points that the format holds, and compared with that of
// elementary.h, a double, which is the same on every machine. It is good to 2^-53 of
// itself, at p = 24 to 2^-29 of an ulp, a millionth of what is told here (0.01 ulp), and
// an argument that is exact in p bits is exact in a double, so that even sin(100000) is
// asked of the same number on both sides. Half of the points are spread evenly, half are
// where formulas fail: tiny arguments, next to zeros and poles and ends of the domain,
// and far out. They find a coarse function, not its worst case: over all 2^32 arguments
// the maximum is at least what is told. Reports of earlier versions have the first half.
//
// Next to such a place the exact result may lie so near a number of p bits that a double
// is that number: tanh(2^-30). A simulated device that does not round to nearest then
// returns it, though the number beside it would be right.
//
// A point is low + (high - low) t with t = (at + frac(at phi)) / 128, phi the golden
// ratio, so that no two points have the same distance; its last bits are rounded to
// zero. Geometric grids do the same with the exponent u, and take 2^u between powers of
// two as a straight line, which needs no library: u = 3.25 is 8 * 1.25.
//
// The error in ulp grows without limit where a result comes near 0 and the device works
// absolutely: sin near k pi, log near 1. So sin, cos, and log in [0.5, 2] are told
// absolutely, as their bounds are; and an ulp of tan and acos is at least that of 1.

#include "base/elementary.h"
#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/list.h"
#include "probe/shared/bound.h"
#include "probe/shared/trial.h"

#include <fenv.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>

// Where a function is hard: half of the points are at these places.
enum functions_spot {
    FUNCTIONS_TINY = 1,     // x near 0, down to the smallest normal numbers
    FUNCTIONS_QUARTERS = 2, // next to multiples of pi / 2, zeros and poles
    FUNCTIONS_ENDS = 4,     // near 1 and -1, where the domain ends
    FUNCTIONS_ONE = 8,      // near 1, a zero
    FUNCTIONS_FAR = 16,     // beyond `high`, as far as `reach` permits
    FUNCTIONS_POWER = 32,   // pow(x, y) with x near 1 and y large
};

// One expression: a function and where it is asked.
struct functions_entry {
    double (*value)(double x); // in double, rounded to nearest; NULL: pow(x, y)
    enum bound_function bound;
    const char *law, *half_law; // whose bound that is: at highp; at mediump
    bool geometric;   // magnitudes spread evenly over 2^low to 2^high; else numbers over
                      // low to high
    bool both;        // magnitudes of both signs
    double low, high; // cut to +-reach times the exponent range, so that no result
    double reach;     // overflows; 0: they fit
    unsigned spots;   // bits FUNCTIONS_x
    double offset;    // added to the number
    bool absolute;    // the error is told absolutely, not in ulp
    double floor;     // where it is told in ulp, they are at least those of this
    bool logarithm;   // absolutely for x in [0.5, 2]; half of the points are there
    bool coarse;      // sin() and the like (traits.h: coarse_bits)
};

#define EVEN 128 // points, spread evenly
#define HARD 128 // and those where the function is hard

#define GLSL      "GLSL 4.7.1: "
#define VULKAN    "Vulkan: "
#define HALF      "Vulkan, 16 bits: "
#define WAVE      "2^-11 in [-pi, pi]"
#define HALF_WAVE "2^-7 in [-pi, pi]"

// clang-format off
static const struct functions_entry table[FUNCTIONS_COUNT] = {
    [FUNCTIONS_SIN] = { elementary_sin, BOUND_SIN, VULKAN WAVE, HALF HALF_WAVE,
      .low = -3.1415926, .high = 3.1415926, .absolute = true, .coarse = true,
      .spots = FUNCTIONS_TINY | FUNCTIONS_QUARTERS },
    [FUNCTIONS_SIN_FAR] = { elementary_sin, BOUND_SIN, VULKAN "none", HALF "none",
      .geometric = true, .both = true, .low = 1.75, .high = 16.52, .reach = 1,
      .absolute = true, .coarse = true,
      .spots = FUNCTIONS_QUARTERS },
    [FUNCTIONS_COS] = { elementary_cos, BOUND_SIN, VULKAN WAVE, HALF HALF_WAVE,
      .low = -3.1415926, .high = 3.1415926, .absolute = true, .coarse = true,
      .spots = FUNCTIONS_TINY | FUNCTIONS_QUARTERS },
    [FUNCTIONS_COS_FAR] = { elementary_cos, BOUND_SIN, VULKAN "none", HALF "none",
      .geometric = true, .both = true, .low = 1.75, .high = 16.52, .reach = 1,
      .absolute = true, .coarse = true,
      .spots = FUNCTIONS_QUARTERS },
    [FUNCTIONS_TAN] = { elementary_tan, BOUND_TAN, VULKAN "sin / cos", HALF "sin / cos",
      .low = -1.5, .high = 1.5, .floor = 1, .coarse = true,
      .spots = FUNCTIONS_TINY },
    [FUNCTIONS_TAN_FAR] = { elementary_tan, BOUND_TAN, VULKAN "none", HALF "none",
      .geometric = true, .both = true, .low = 1.75, .high = 16.52, .reach = 1,
      .floor = 1, .coarse = true,
      .spots = FUNCTIONS_QUARTERS },
    [FUNCTIONS_ASIN] = { elementary_asin, BOUND_ASIN, VULKAN "atan2(x, sqrt(1 - x x))",
      HALF "atan2(x, sqrt(1 - x x))", .low = -1, .high = 1,
      .spots = FUNCTIONS_TINY | FUNCTIONS_ENDS },
    [FUNCTIONS_ACOS] = { elementary_acos, BOUND_ACOS, VULKAN "atan2(sqrt(1 - x x), x)",
      HALF "atan2(sqrt(1 - x x), x)", .low = -1, .high = 1, .floor = 1,
      .spots = FUNCTIONS_TINY | FUNCTIONS_ENDS },
    [FUNCTIONS_ATAN] = { elementary_atan, BOUND_ATAN, VULKAN "4096 ulp", HALF "5 ulp",
      .geometric = true, .both = true, .low = -6, .high = 10, .reach = 1,
      .spots = FUNCTIONS_TINY | FUNCTIONS_FAR },
    [FUNCTIONS_SINH] = { elementary_sinh, BOUND_SINH, VULKAN "(exp(x) - exp(-x)) / 2",
      HALF "(exp(x) - exp(-x)) / 2", .low = -20, .high = 20, .reach = 0.69,
      .spots = FUNCTIONS_TINY | FUNCTIONS_FAR },
    [FUNCTIONS_COSH] = { elementary_cosh, BOUND_COSH, VULKAN "(exp(x) + exp(-x)) / 2",
      HALF "(exp(x) + exp(-x)) / 2", .low = -20, .high = 20, .reach = 0.69,
      .spots = FUNCTIONS_TINY | FUNCTIONS_FAR },
    [FUNCTIONS_TANH] = { elementary_tanh, BOUND_TANH, VULKAN "sinh / cosh", HALF "sinh / cosh",
      .low = -9, .high = 9, .reach = 0.69,
      .spots = FUNCTIONS_TINY | FUNCTIONS_FAR },
    [FUNCTIONS_ASINH] = { elementary_asinh, BOUND_ASINH, VULKAN "log(x + sqrt(x x + 1))",
      HALF "log(x + sqrt(x x + 1))", .geometric = true, .both = true, .low = -6,
      .high = 10, .reach = 0.5,
      .spots = FUNCTIONS_TINY | FUNCTIONS_FAR },
    [FUNCTIONS_ACOSH] = { elementary_acosh, BOUND_ACOSH, VULKAN "log(x + sqrt(x x - 1))",
      HALF "log(x + sqrt(x x - 1))", .geometric = true, .low = -6, .high = 10,
      .reach = 0.45, .offset = 1,
      .spots = FUNCTIONS_ONE | FUNCTIONS_FAR },
    [FUNCTIONS_ATANH] = { elementary_atanh, BOUND_ATANH, VULKAN "log((1 + x) / (1 - x)) / 2",
      HALF "log((1 + x) / (1 - x)) / 2", .low = -0.99, .high = 0.99,
      .spots = FUNCTIONS_TINY | FUNCTIONS_ENDS },
    [FUNCTIONS_EXP] = { elementary_exp, BOUND_EXP, GLSL "3 + 2|x| ulp", HALF "1 + 2|x| ulp",
      .low = -100, .high = 100, .reach = 0.69,
      .spots = FUNCTIONS_TINY },
    [FUNCTIONS_LOG] = { elementary_log, BOUND_LOG, GLSL "3 ulp; 2^-21 in [0.5, 2]",
      HALF "3 ulp; 2^-7 in [0.5, 2]", .geometric = true, .low = -150, .high = 150,
      .reach = 1, .logarithm = true,
      .spots = FUNCTIONS_ONE },
    [FUNCTIONS_EXP2] = { elementary_exp2, BOUND_EXP2, GLSL "3 + 2|x| ulp", HALF "1 + 2|x| ulp",
      .low = -150, .high = 150, .reach = 1,
      .spots = FUNCTIONS_TINY },
    [FUNCTIONS_LOG2] = { elementary_log2, BOUND_LOG2, GLSL "3 ulp; 2^-21 in [0.5, 2]",
      HALF "3 ulp; 2^-7 in [0.5, 2]", .geometric = true, .low = -150, .high = 150,
      .reach = 1, .logarithm = true,
      .spots = FUNCTIONS_ONE },
    [FUNCTIONS_POW] = { NULL, BOUND_POW, GLSL "exp2(y log2(x))", HALF "exp2(y log2(x))",
      .geometric = true, .low = -4, .high = 4, .reach = 1,
      .spots = FUNCTIONS_POWER },
};
// clang-format on

static const struct functions_entry *functions_find(int line)
{
    return &table[line];
}

static double functions_compute(const struct functions_entry *entry, double x, double y)
{
    fenv_t found;
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    double value = entry->value ? entry->value(x) : elementary_pow(x, y);
    fesetenv(&found);
    return value;
}

// What was asked last: every rule, stage and form has the same points.
#define ASKED_BITS 16
static struct asked {
    const struct functions_entry *entry; // NULL: nothing yet
    double x, y, value;
} asked[1 << ASKED_BITS];
static atomic_flag asking =
    ATOMIC_FLAG_INIT; // by another thread, which is not waited for

static struct asked *functions_asked_at(const struct asked *point)
{
    uint64_t hash = fp_bits64(point->x) * 31 + fp_bits64(point->y);

    hash = (hash * 31 + (uint64_t) (point->entry - table)) * UINT64_C(0x9e3779b97f4a7c15);
    return &asked[hash >> (64 - ASKED_BITS)]; // numbers of few bits end in zeros
}

// entry->value in the default environment of floating point, whatever is in force.
static double functions_value(const struct functions_entry *entry, double x, double y)
{
    struct asked point = { entry, x, y, 0 }, *place = functions_asked_at(&point);

    if (atomic_flag_test_and_set(&asking))
        return functions_compute(entry, x, y);
    if (place->entry != entry || fp_bits64(place->x) != fp_bits64(x) ||
        fp_bits64(place->y) != fp_bits64(y)) {
        point.value = functions_compute(entry, x, y);
        *place = point;
    }
    point.value = place->value;
    atomic_flag_clear(&asking);
    return point.value;
}

// Where a point lies in its interval: [0, 1).
static double functions_place(int at, double step)
{
    return (at + (at * step - floor(at * step))) / EVEN;
}

static double functions_between(double low, double high, double t)
{
    return low + (high - low) * t;
}

static double geometric(double exponent)
{
    double whole = floor(exponent);
    return ldexp(1 + (exponent - whole), (int) whole);
}

// 1000 and 100000, which shaders reach with a time, come first.
static double far_point(const struct functions_entry *entry, double limit, int at)
{
    double number = at == 0 ? 1000 : 100000;
    return at < 2 && entry->both && entry->high > 16 && number < geometric(limit) ? number
                                                                                  : 0;
}

static double point_of(const struct functions_entry *entry, int emax, int at)
{
    double cut = entry->reach > 0 ? entry->reach * (emax - 2) : INFINITY;
    double low = fmax(entry->low, -cut), high = fmin(entry->high, cut);
    double t = functions_place(at, 0x1.3c6ef372fe95p-1);
    double sign = entry->both && at % 2 == 1 ? -1 : 1;
    if (entry->logarithm && at % 2 == 1)
        return functions_between(0.5, 2, t);
    if (!entry->geometric)
        return at == EVEN - 1 ? high : functions_between(low, high, t);
    double number = far_point(entry, emax - 1, at);
    if (number == 0)
        number = geometric(functions_between(low, high, t));
    return sign * (entry->offset + number);
}

static double next_to(double place, double distance, bool above)
{
    return place * (above ? 1 + distance : 1 - distance);
}

// The one of the entry's spots whose turn it is.
static unsigned spot_of(const struct functions_entry *entry, int at)
{
    unsigned spots = entry->spots, first = spots & -spots;

    return at % 2 && spots != first ? spots & ~first : first;
}

// A multiple of pi / 2: of those up to pi all near it, farther away its two neighbours.
static double functions_quarter(const struct functions_entry *entry, double limit, int p,
                                int at, double distance)
{
    const double quarter = 0x1.921fb54442d18p+0;

    if (!entry->geometric)
        return fmin((1 + at / 4 % 2) * next_to(quarter, distance, at & 8), entry->high);
    double most = geometric(fmin(entry->high, limit)) / quarter - 1;
    double t = functions_place(at, 0x1.3c6ef372fe95p-1);
    double number = (3 + floor(fmax(most - 3, 0) * t * t * t)) * quarter;

    return at & 8 ? next_to(number, ldexp(1, 1 - p), true) : number;
}

// Distances from the place fall evenly from 1/2 to an ulp of 1.
static double hard_point(const struct functions_entry *entry, int p, int emax, int at)
{
    double t = functions_place(at, 0x1.3c6ef372fe95p-1);
    double distance = geometric(functions_between(-1, 1 - p, t));
    double cut = entry->reach * (emax - 2);
    double from = entry->high < cut ? entry->high : cut / 2;
    double sign = at & 2 ? -1 : 1, number;

    switch (spot_of(entry, at)) {
    case FUNCTIONS_TINY: return sign * geometric(functions_between(3 - emax, -1, t));
    case FUNCTIONS_QUARTERS: return sign * functions_quarter(entry, cut, p, at, distance);
    case FUNCTIONS_ENDS: return sign * next_to(1, distance / 2, false);
    case FUNCTIONS_FAR:
        number = functions_between(from, cut, t);
        number = entry->geometric ? geometric(number) : number;
        return entry->offset ? number : sign * number;
    default: return next_to(1, distance, entry->offset || sign > 0);
    }
}

// y of pow(x, y): the result's exponent is up to a half of the largest.
static double hard_power(int emax, int at, double x)
{
    double most = fmin((emax - 2) / 2 / fabs(x - 1), ldexp(1, emax - 1));

    return (at % 4 < 2 ? 1 : -1) * most * functions_place(29 * at % HARD, 0.75);
}

static uint64_t functions_to_word(const struct probe_params *params, double value)
{
    struct fp_format format = { params->precision_bits, params->model.format.emax };
    uint64_t bits = fp_convert(FP_BINARY64, format, FP_RTZ, fp_bits64(value));
    return fp_convert(format, expressions_carrier(params), FP_RTZ, bits);
}

// x, y and a 1 that the answer is multiplied with.
void functions_operand(const struct probe_params *params, int line, int at,
                       uint64_t *words)
{
    const struct functions_entry *entry = &table[line];
    int emax = params->model.format.emax;
    fenv_t found;
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    double limit = (emax - 2) / 5.0, x, y;
    if (at < EVEN) {
        x = point_of(entry, emax, at);
        y = functions_between(-limit, limit, functions_place(29 * at % EVEN, 0.75));
    } else {
        x = hard_point(entry, params->precision_bits, emax, at - EVEN);
        y = hard_power(emax, at - EVEN, x);
    }
    words[0] = functions_to_word(params, x);
    words[1] = functions_to_word(params, entry->value ? 1 : y);
    words[2] = functions_to_word(params, 1);
    fesetenv(&found);
}

bool functions_answer(const struct expressions_call *call)
{
    const struct functions_entry *entry = &table[call->expression];
    const struct fp_model *model = &call->traits->model;
    struct fp_format carrier = expressions_carrier(call->params);
    uint64_t values[EXPRESSIONS_CHUNK];
    for (size_t i = 0; i < call->count; i++) {
        uint64_t x = fp_convert(carrier, FP_BINARY64, FP_RNE, call->in[0][i]);
        uint64_t y = fp_convert(carrier, FP_BINARY64, FP_RNE, call->in[1][i]);
        double value = functions_value(entry, fp_from_bits64(x), fp_from_bits64(y));
        values[i] =
            fp_convert(FP_BINARY64, model->format, model->round, fp_bits64(value));
        if (entry->coarse)
            values[i] =
                traits_coarsen(model->format, call->traits->coarse_bits, values[i]);
    }
    expressions_store(call, 0, values);
    return true;
}

// The others that are judged are so by Vulkan's bounds, and so are these at mediump.

// ---- what is told of its answers ----

struct tally {
    long cases, beyond, infinite;
    double min_ulp, max_ulp; // signed
    double absolute;         // largest magnitude, where it counts
    size_t worst, first_beyond;
    double badness; // of the worst
};

static bool is_relaxed(const struct expressions_seen *seen)
{
    return seen->params->precision != PRECISION_HIGHP;
}

// The format's own ulp, or, for the law of a relaxed precision, that of binary16 at
// most.
static struct bound bound_for(const struct expressions_seen *seen, bool law)
{
    struct fp_format format = seen->known.model.format;
    struct bound bound = { format.precision, format.emax, is_relaxed(seen) };
    if (law && bound.half && bound.precision > 11)
        bound.precision = 11;
    return bound;
}

static bool is_absolute(const struct functions_entry *entry, double x)
{
    return entry->absolute || (entry->logarithm && x >= 0.5 && x <= 2);
}

static void note_beyond(struct tally *tally, size_t at)
{
    if (tally->beyond++ == 0)
        tally->first_beyond = at;
}

static void count_error(const struct expressions_seen *seen, size_t at, double x,
                        double want, struct tally *tally)
{
    const struct functions_entry *entry = functions_find(seen->expression);
    const struct bound own = bound_for(seen, false);
    double error = expressions_number(seen, seen->got[0][at]) - want;
    double ulp = bound_ulp(&own, fmax(fabs(want), entry->floor));
    bool absolute = is_absolute(entry, x);
    double badness = fabs(absolute ? error : error / ulp);
    if (absolute) {
        tally->absolute = fmax(tally->absolute, fabs(error));
    } else {
        tally->min_ulp = fmin(tally->min_ulp, error / ulp);
        tally->max_ulp = fmax(tally->max_ulp, error / ulp);
    }
    if (absolute == entry->absolute && badness > tally->badness) {
        tally->badness = badness;
        tally->worst = at;
    }
}

// `error` of a result that is `want`. No bound is below half an ulp; what a double lacks
// of the exact result is no fault of the device's.
static bool is_beyond(const struct bound *law, enum bound_function function, double x,
                      double y, double want, double error)
{
    if (error <= bound_ulp(law, want) / 2)
        return false;
    double allowed = bound_error(law, function, x, y);

    return isfinite(allowed) && !(error <= allowed * (1 + 0x1p-30));
}

static void functions_count_case(const struct expressions_seen *seen, size_t at,
                                 struct tally *tally)
{
    const struct functions_entry *entry = functions_find(seen->expression);
    const struct bound law = bound_for(seen, true);
    double x = expressions_number(seen, seen->in[0][at]),
           y = expressions_number(seen, seen->in[1][at]);
    double want = functions_value(entry, x, y),
           got = expressions_number(seen, seen->got[0][at]);
    tally->cases++;
    if (is_beyond(&law, entry->bound, x, y, want, fabs(got - want)))
        note_beyond(tally, at);
    if (isfinite(got))
        count_error(seen, at, x, want, tally);
    else
        tally->infinite++;
}

static struct tally functions_count(const struct expressions_seen *seen)
{
    struct tally tally = { .badness = -1 };
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i])
            functions_count_case(seen, i, &tally);
    return tally;
}

// The least power of two that is no smaller; 0 is.
static double power_above(double error)
{
    int exponent;
    double fraction = frexp(error, &exponent); // in [1/2, 1), or 0

    return error == 0 ? 0 : ldexp(1, exponent - (fraction <= 0.5 * (1 + 0x1p-31)));
}

static void functions_say_answer(const struct functions_entry *entry,
                                 const struct tally *tally, struct finding *finding)
{
    if (tally->infinite == tally->cases) {
        FINDING_SAY(finding, &kind_none_finite);
        return;
    }
    if (!entry->absolute)
        FINDING_ALSO(finding, &kind_ulp,
                     .value = finding_ulp(fmax(-tally->min_ulp, tally->max_ulp)));
    if (entry->absolute || entry->logarithm)
        FINDING_ALSO(finding, entry->logarithm ? &kind_absolute_near_one : &kind_absolute,
                     .value = power_above(tally->absolute));
    if (tally->infinite > 0)
        FINDING_ALSO(finding, &kind_not_finite, .count = (int) tally->infinite);
}

// Correctly rounded by some rule, perhaps with the last bits cut off.
static uint32_t functions_explain(const struct expressions_seen *seen,
                                  struct traits *found)
{
    const struct trial_question question = { seen, .prefers_known = true };
    struct trial trial = trial_of(&question, &seen->known);

    if (!trial.rules && functions_find(seen->expression)->coarse)
        trial = trial_coarse(&question);
    *found = trial.traits;
    return trial.rules;
}

static void functions_add_detail(const struct expressions_seen *seen,
                                 const struct tally *tally, int coarse,
                                 struct finding *finding)
{
    const struct functions_entry *entry = functions_find(seen->expression);
    struct traits rne = seen->known;
    bool beyond = tally->beyond > 0;
    rne.model.round = FP_RNE;
    snprintf(finding->glsl, sizeof finding->glsl, "%s",
             is_relaxed(seen) ? entry->half_law : entry->law);
    FINDING_DETAIL(finding, &kind_beyond_bound, .count = (int) tally->beyond,
                   .of = (int) tally->cases);
    if (coarse > 0)
        FINDING_DETAIL(finding, &kind_last_bits_zero, .bits = coarse);
    else if (finding->survivors)
        FINDING_DETAIL(finding, &kind_correctly_rounded);
    expressions_case(seen, &rne, beyond ? tally->first_beyond : tally->worst,
                     &finding->example);
    FINDING_DETAIL(finding, beyond ? &kind_first_case : &kind_worst_case);
}

bool functions_judge(const struct expressions_seen *seen, struct finding *finding,
                     struct traits *found)
{
    const struct functions_entry *entry = functions_find(seen->expression);
    struct tally tally = functions_count(seen);
    struct traits rne = seen->known;
    rne.model.round = FP_RNE;
    finding->survivors = functions_explain(seen, found);
    finding->agree = (long) expressions_agree(seen, &rne, NULL);
    finding->deviates = tally.beyond > 0;
    if (!entry->absolute) {
        finding->error_known = tally.infinite == 0;
        finding->error_min_ulp = tally.min_ulp;
        finding->error_max_ulp = tally.max_ulp;
    }
    functions_say_answer(entry, &tally, finding);
    functions_add_detail(seen, &tally, finding->survivors ? found->coarse_bits : 0,
                         finding);
    return finding->survivors;
}
