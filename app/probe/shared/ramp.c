// SPDX-License-Identifier: MIT
//
// How it works
//
// Stripe B shows x as far as the sum 2^B + x kept it, in quanta of q = 2^(B-f), where
// f is the number of fraction bits. Three facts are read off, each by itself.
//
//   finite   from the first stripe on that is no number, or from two on that are the same
//            number, 2^B overflows: emax.
//   quantum  the finest bit that a stripe shows. Where q is coarser than the ramp's
//            own step 1/(2 columns), stripe B shows multiples of q, and f = B - log2 q.
//            All those stripes must name the same f. A grey level is too coarse for
//            that; there the first black stripe tells.
//   error    shown - x, in q, over those stripes. The fract form has lost whole units,
//            so the error is taken modulo 1, into (-1/2, 1/2]; there is none of 1/2 or
//            more, since q is 1/2 or less in a stripe that is not black.
//
//     in (-1, 0]       truncation: rtz, rdn and the chopping adders (all is positive)
//     in [0, 1)        upward: rup, raz
//     in [-1/2, 1/2]   to nearest
//     in (-1, 1/2]     to nearest without a sticky bit, ties to even: a tail of more
//                      than a half was cut to a tie
//     in (-1, 1)       to odd
//
// A stripe that equals x everywhere, for every B, was never rounded: kept in more bits,
// or folded.
//
// In the published form x is 1 - q, and a compiler may compute (2^B - q) + 1. Its first
// step lies below 2^B, where quanta are half as wide: rounded to nearest it is off by up
// to 1/4 quantum, then by up to 1/2 more. With 24 bits, stripe 22, x = 0.3: 2^22 + 0.3 is
// 2^22 + 0.5. But 2^22 - 0.7 is 2^22 - 0.75, and 1 more is 2^22 + 0.25, a tie, which goes
// to 2^22: 0 is shown, not 0.5. Truncated twice it is what it is truncated once. ((2^B -
// q) - 2^B) + 1 is rounded in that first step alone: it shows half quanta, as a format of
// one bit more would.
//
// In double there are 55 stripes for 26, and nothing else changes. All that is painted
// is exact in binary32 then too: x has log2(columns) + 1 bits, twelve at most, and what
// the sum leaves of it is a multiple of max(q, 1/(2 columns)) in [0, 1], thirteen bits.
//
// The picture is Stuart Russell's; the reading is after Tom Olson, "Benchmarking
// floating-point precision in mobile GPUs", parts 1 to 3 (ARM, 2013).

#include "probe/shared/ramp.h"

#include "base/cause.h"
#include "base/fp_bits.h"
#include "probe/shared/sum.h"

#include <math.h>
#include <stdio.h>

#define RULE VERDICT_RULE

#define NO_STICKY (RULE(FP_RNE_NS1) | RULE(FP_RNE_NS2) | RULE(FP_RNE_NS3))
#define WITHOUT_STICKY \
    (NO_STICKY | RULE(FP_RNA_NS1) | RULE(FP_RNA_NS2) | RULE(FP_RNA_NS3))

// Errors are taken from grey levels where the quantum is 16 levels or more: a level is
// then worth 1/16 of it, and twice that allows for a target that truncates.
#define LEVEL_QUANTUM (1.0 / 16)
#define LEVEL_SLACK   0.125

// A picture, read stripe by stripe.
struct reading {
    int finite;                  // stripes before the first that is not a number
    int shown;                   // stripes before the first black one
    bool gap;                    // a stripe behind the first black one is not black
    bool unrounded;              // every finite stripe equals the ramp
    int fraction_bits;           // by the quanta; -1: no stripe tells; -2: they differ
    double error_min, error_max; // in quanta
};

static int ramp_stripes_of(const struct probe_params *params)
{
    return params->precision == PRECISION_DOUBLE ? RAMP_STRIPES_DOUBLE : RAMP_STRIPES;
}

struct probe_shape ramp_shape(const struct probe_params *params)
{
    return (struct probe_shape){ params->width, ramp_stripes_of(params), 1,
                                 params->rows };
}

// pow() takes no double, and the shader's constants are floats.
const char *ramp_unfit(const struct probe_params *params)
{
    bool is_float = params->precision <= PRECISION_LOWP;

    return params->form == FORM_PUBLISHED && !is_float
               ? "the published shader is written in floats"
               : NULL;
}

static double ramp_x(const struct probe_params *params, int column)
{
    return 1 - (column + 0.5) / params->width;
}

void ramp_operand(const struct probe_params *params, int band, int column,
                  double *operands)
{
    operands[0] = (double) (UINT64_C(1) << band);
    operands[1] = ramp_x(params, column);
}

// The exponent of the last bit of a finite number that is not zero nor subnormal.
static int last_bit(double value)
{
    uint64_t bits = fp_bits64(value);
    uint64_t significand = (bits & 0xfffffffffffff) | 0x10000000000000;

    return (int) (bits >> 52 & 0x7ff) - 1075 + __builtin_ctzll(significand);
}

// shown - x, modulo 1 where whole units are lost.
static double error_of(double shown, double x, enum ramp_form form)
{
    double error = shown - x;

    if (form == RAMP_FRACT && error <= -0.5)
        return error + 1;
    if (form == RAMP_FRACT && error > 0.5)
        return error - 1;
    return error;
}

// One stripe, read.
struct stripe {
    bool finite; // all of it are numbers
    bool black;
    bool exact;  // the ramp itself, as far as the readout can tell
    int quantum; // exponent of its finest bit; INT32_MAX if it is black
};

static struct stripe read_stripe(const struct probe *probe,
                                 const struct probe_params *params,
                                 const struct pixels *pixels, int band)
{
    struct stripe stripe = { true, true, true, INT32_MAX };
    double slack = params->readout == READOUT_RGBA8 ? 1.0 / 255 : 0;

    for (int column = 0; column < params->width; column++) {
        double shown = sum_cell(probe, params, pixels, band, column);

        if (!isfinite(shown)) {
            stripe.finite = false;
            return stripe;
        }
        if (fabs(shown - ramp_x(params, column)) > slack)
            stripe.exact = false;
        if (shown == 0)
            continue;
        int bit = last_bit(shown);

        stripe.black = false;
        if (bit < stripe.quantum)
            stripe.quantum = bit;
    }
    return stripe;
}

// Fraction bits by quanta: stripes whose quantum is coarser than the ramp's step.
static void read_quantum(struct reading *reading, const struct probe_params *params,
                         int band, int quantum)
{
    // Finer quanta are the ramp's own bits, or those of the stripe that holds nothing
    // but ties: to nearest even, it shows every other multiple only.
    double finest = 4.0 / params->width;

    if (quantum == INT32_MAX || ldexp(1, quantum) < finest ||
        reading->fraction_bits == -2)
        return;
    if (reading->fraction_bits == -1)
        reading->fraction_bits = band - quantum;
    else if (reading->fraction_bits != band - quantum)
        reading->fraction_bits = -2;
}

static void read_errors(struct reading *reading, const struct probe *probe,
                        const struct probe_params *params, const struct pixels *pixels,
                        enum ramp_form form)
{
    int f = reading->fraction_bits;
    // An error of nearly a half is not known from one of the other sign where levels
    // are in the way.
    bool levels = params->readout == READOUT_RGBA8;
    int last = form == RAMP_REST ? f : levels ? f - 2 : f - 1;

    if (probe->rewriting != REWRITING_NONE && form == RAMP_FRACT)
        last = f - 3; // errors are of up to one and a half quanta, and must be below 1/2

    for (int band = 0; band <= last && band < reading->finite; band++) {
        double quantum = ldexp(1, band - f);

        if (quantum <= 0.5 / params->width || (levels && quantum < LEVEL_QUANTUM))
            continue;
        for (int column = 0; column < params->width; column++) {
            double shown = sum_cell(probe, params, pixels, band, column);
            double error = error_of(shown, ramp_x(params, column), form) / quantum;

            reading->error_min = fmin(reading->error_min, error);
            reading->error_max = fmax(reading->error_max, error);
        }
    }
}

// Fraction bits where values are known to a grey level only: the last stripe that is
// not black holds halves (B = f - 1), or it holds whole units only (B = f).
static int bits_by_level(const struct probe *probe, const struct probe_params *params,
                         const struct pixels *pixels, const struct reading *reading,
                         enum ramp_form form)
{
    if (form == RAMP_FRACT)
        return reading->shown;
    for (int band = 0; band < reading->shown; band++) {
        bool halves = false;

        for (int column = 0; column < params->width; column++) {
            double shown = sum_cell(probe, params, pixels, band, column);

            halves = halves || (shown > 1.0 / 64 && shown < 1 - 1.0 / 64);
        }
        if (!halves)
            return band;
    }
    return reading->shown;
}

// Returns true if this stripe and the next one are of one fraction, that of the largest
// number, which a sum that saturates is. Rounding to odd makes one such stripe, of 1/2.
static bool has_saturated(const struct probe *probe, const struct probe_params *params,
                          const struct pixels *pixels, int band)
{
    double first = sum_cell(probe, params, pixels, band, 0);

    if (!(first >= 0.49 && first < 1) || band + 1 == ramp_stripes_of(params))
        return false;
    for (int i = 0; i < 2 * params->width; i++)
        if (sum_cell(probe, params, pixels, band + i / params->width,
                     i % params->width) != first)
            return false;
    return true;
}

static struct reading read_picture(const struct probe *probe,
                                   const struct probe_params *params,
                                   const struct pixels *pixels, enum ramp_form form)
{
    struct reading reading = { .unrounded = true, .fraction_bits = -1 };
    bool rewritten = probe->rewriting != REWRITING_NONE; // whole units lie in any stripe

    while (reading.finite < ramp_stripes_of(params)) {
        struct stripe stripe = read_stripe(probe, params, pixels, reading.finite);

        if (!stripe.finite || (form == RAMP_FRACT && reading.finite > 0 &&
                               has_saturated(probe, params, pixels, reading.finite)))
            break;
        reading.gap = reading.gap || (!stripe.black && reading.shown < reading.finite);
        reading.shown += !stripe.black && reading.shown == reading.finite;
        reading.unrounded = reading.unrounded && stripe.exact;
        if (params->readout != READOUT_RGBA8 && (!rewritten || stripe.quantum < 0))
            read_quantum(&reading, params, reading.finite, stripe.quantum);
        reading.finite++;
    }
    if (params->readout == READOUT_RGBA8)
        reading.fraction_bits = bits_by_level(probe, params, pixels, &reading, form);
    reading.fraction_bits -=
        reading.fraction_bits > 0 && probe->rewriting == REWRITING_ONE_LAST;
    if (reading.fraction_bits >= 0)
        read_errors(&reading, probe, params, pixels, form);
    return reading;
}

// Returns the rules whose error lies in an interval; `slack` allows for grey levels. If
// the range ended before the last stripe with a fraction (`ended`), too few bits may have
// been lost for a missing sticky bit to show.
static uint32_t ramp_rules_of(double error_min, double error_max, double slack,
                              bool ended)
{
    uint32_t rules = 0;

    if (error_max <= slack)
        rules |= VERDICT_TRUNCATE;
    if (error_min >= -slack)
        rules |= VERDICT_UPWARD;
    if (error_min >= -0.5 - slack && error_max <= 0.5 + slack)
        rules |= VERDICT_NEAREST & ~(ended ? 0 : NO_STICKY);
    if (error_min < -0.5 + slack && error_max <= 0.5 + slack)
        rules |= NO_STICKY;
    if (error_min < -0.5 + slack && error_max > 0.5 - slack)
        rules |= RULE(FP_RO);
    return rules;
}

// The same of a rewritten sum, whose error is that of half a quantum and of one. Guard
// bits without a sticky bit cut q, which makes 2^B - q larger.
static uint32_t rewritten_rules_of(double error_min, double error_max, double slack)
{
    static const struct {
        uint32_t rules;
        double min, max;
    } intervals[] = {
        { RULE(FP_RTZ) | RULE(FP_RDN), -1, 0 },
        { VERDICT_UPWARD, 0, 1 },
        { VERDICT_NEAREST & ~WITHOUT_STICKY, -0.75, 0.75 },
        { VERDICT_TRUNCATE | WITHOUT_STICKY | RULE(FP_RO), -1.5, 1.5 },
    };
    uint32_t rules = 0;

    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++)
        if (error_min >= intervals[i].min - slack &&
            error_max <= intervals[i].max + slack)
            rules |= intervals[i].rules;
    return rules;
}

// A picture that no addition paints, or NULL. `more`: that it shows more bits than there
// are, where nothing explains them; else NULL.
static const char *flaw(const struct reading *reading, bool rewritten, const char *more,
                        double slack)
{
    double most = rewritten ? 1.5 : 1;

    if (reading->finite == 0)
        return "stripe 0 is not a number";
    if (reading->gap && !rewritten)
        return "a black stripe lies between stripes that are not black";
    if (reading->fraction_bits == -2)
        return "the stripes differ in the number of bits that they show";
    if (more)
        return more;
    if (reading->error_min <= -most - slack || reading->error_max >= most + slack)
        return "errors of an ulp and more: not faithful";
    return NULL;
}

// Sums that saturate: of 2 and more all show the same, the largest fraction of N bits.
static bool saturated(const struct probe *probe, const struct probe_params *params,
                      const struct pixels *pixels, struct verdict *verdict)
{
    double most = sum_cell(probe, params, pixels, 1, 0), gap = 1 - most;
    int bits = gap > 0 ? -ilogb(gap) : 0;
    bool levels = params->readout == READOUT_RGBA8; // which do not tell N
    char reason[160] = "sums of 2 and more all show the same: they saturate";

    if (!(gap >= 0 && gap < 0.5) || (!levels && ldexp(1, -bits) != gap))
        return false;
    for (int band = 1; band < ramp_stripes_of(params); band++)
        for (int column = 0; column < params->width; column++)
            if (sum_cell(probe, params, pixels, band, column) != most)
                return false;
    for (int column = 0; column < params->width && !levels; column++)
        if (fabs(ramp_x(params, column) - sum_cell(probe, params, pixels, 0, column)) >
            gap)
            return false;
    if (!levels)
        snprintf(reason, sizeof reason,
                 "sums saturate at 2 - 2^-%d: fixed point of %d fraction bits, or "
                 "%d bits, exponents up to 0",
                 bits, bits, bits + 1);
    *verdict = verdict_because(STATUS_UNDECIDED, reason);
    return true;
}

// No compiler knows that 2^B has no fraction: where expressions were found to keep more
// bits than are stored, fract(2^B + x) does.
static struct verdict unrounded(const struct probe_params *params, enum ramp_form form,
                                const char *what)
{
    struct verdict verdict = verdict_because(STATUS_UNROUNDED, what);
    struct verdict excess = { .status = STATUS_EXCESS,
                              .inside_bits = params->inside_bits };

    if (form == RAMP_FRACT && params->inside_bits > 0)
        cause_name(&verdict, &excess);
    return verdict;
}

// Returns true if stripes are black that rounding to these bits does not make black.
static bool reading_is_cut(const struct reading *reading)
{
    return reading->shown > 1 && reading->shown < reading->fraction_bits &&
           reading->shown < reading->finite && !reading->gap;
}

// Returns the verdict if no stripe has a quantum coarser than the ramp's step, or the
// stripes end too soon. Rounding alone makes no stripe black or infinite then.
static struct verdict no_bits(const struct reading *reading, int stripes)
{
    struct verdict verdict =
        verdict_because(STATUS_UNDECIDED, "no stripe tells the number of bits");

    int end = reading->shown < reading->finite ? reading->shown : reading->finite;

    if (reading_is_cut(reading))
        snprintf(verdict.reason, sizeof verdict.reason,
                 "stripes of 2^%d and more are black: the range ends there, or sums "
                 "saturate",
                 end);
    else if (end > 1 && end < stripes)
        snprintf(verdict.reason, sizeof verdict.reason,
                 "the range ends at 2^%d, before a stripe shows the number of bits", end);
    return verdict;
}

struct verdict ramp_infer(const struct probe *probe, const struct probe_params *params,
                          const struct pixels *pixels, enum ramp_form form)
{
    struct reading reading = read_picture(probe, params, pixels, form);
    struct verdict verdict = verdict_unknown(STATUS_OK);
    double slack = params->readout == READOUT_RGBA8 ? LEVEL_SLACK : 0;
    bool is_double = params->precision == PRECISION_DOUBLE;
    bool rewritten = probe->rewriting != REWRITING_NONE;
    bool too_fine = reading.fraction_bits > (is_double ? 52 : 23);
    const char *more =
        is_double ? "more bits than a binary64 holds" : "more bits than a binary32 holds";
    // shown too where pow() is half an ulp low
    bool unexplained = too_fine &&
                       (form == RAMP_FRACT || params->form == FORM_PUBLISHED) &&
                       reading.fraction_bits >= params->inside_bits;
    const char *impossible = flaw(&reading, rewritten, unexplained ? more : NULL, slack);

    if (reading.unrounded && reading.finite > (is_double ? 53 : 24))
        return unrounded(params, form, "perfect ramps");
    if (form == RAMP_FRACT && saturated(probe, params, pixels, &verdict))
        return verdict;
    if (form == RAMP_REST && reading_is_cut(&reading))
        return no_bits(&reading, ramp_stripes_of(params));
    if (impossible)
        return verdict_because(STATUS_IMPOSSIBLE, impossible);
    if (too_fine)
        return unrounded(params, form, more);
    if (reading.fraction_bits < 1)
        return no_bits(&reading, ramp_stripes_of(params));

    verdict.fraction_bits = reading.fraction_bits;
    if (params->readout != READOUT_RGBA8) {
        verdict.emax_at_least = reading.finite == ramp_stripes_of(params);
        verdict.emax = reading.finite - 1;
    }
    verdict.error_known = true;
    verdict.error_min_ulp = reading.error_min;
    verdict.error_max_ulp = reading.error_max;
    verdict.survivors =
        rewritten ? rewritten_rules_of(reading.error_min, reading.error_max, slack)
                  : ramp_rules_of(reading.error_min, reading.error_max, slack,
                                  reading.finite < reading.fraction_bits);
    if (!verdict.survivors)
        return verdict_because(STATUS_IMPOSSIBLE,
                               "errors that no rule of rounding makes");
    return verdict;
}
