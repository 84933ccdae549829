// SPDX-License-Identifier: MIT
//
// How it works
//
// 2^n, log2(2^n), (2^n)^1 are floats: a function is exact there or it is not, and shaders
// that count on it (mip levels, packing, the stripes of this program's own picture as
// first published) break where it is not. Every n of the format is asked: from 1 - emax
// to emax, 254 of them in binary32; a narrower range repeats them, and counts each once.
//
// pow(x, 2.0) is x * x to a reader, exp2(2.0 * log2(x)) to a device, and at times x * x
// to its compiler. The model of fp.h says by which rule the answers are products; where
// none fits, the error is told in ulp of x^2.
//
// An ulp is that of the right answer; log2(1) = 0 has none, and is told in ulp of 1.
// GLSL allows exp2(n) 3 + 2|n| ulp (bound.h): n = -126 may be 255 ulp off. So an answer
// that is not exact deviates from nothing unless it is beyond that, but it is told.

#include "base/fp.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "probe/shared/bound.h"

#include <math.h>

#define COLUMNS 254

// How many different n there are; 2^n is normal, and n a float of p bits.
static int exponents(const struct probe_params *params)
{
    int emax = params->model.format.emax, p = params->precision_bits;
    if (p < 8 && emax > 1 << p)
        emax = 1 << p;
    return emax < COLUMNS / 2 ? 2 * emax : COLUMNS;
}

static int powers_exponent_of(const struct probe_params *params, int at)
{
    int count = exponents(params);
    return at % count + 1 - count / 2;
}

// p bits, in [1, 2) times a small power of two: squares fit every format.
static double square_root_of_case(const struct probe_params *params, int at)
{
    int p = params->precision_bits;
    uint64_t hidden = UINT64_C(1) << (p - 1);
    uint64_t odd = ((uint64_t) at + 1) * UINT64_C(0x9e3779b97f4a7c15) >> (65 - p);
    return ldexp((double) (hidden | odd), at % 3 - 1 - (p - 1));
}

// n; 2^n; 1, with which the answer is multiplied; 2. Or x for n.
void powers_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    int n = powers_exponent_of(params, at);
    double values[PROBE_OPERANDS] = { n, ldexp(1, n), 1, 2 };
    if (line == POWERS_SQUARE)
        values[0] = square_root_of_case(params, at);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] = fp_convert(FP_BINARY64, expressions_carrier(params), FP_RNE,
                              fp_bits64(values[k]));
}

// The next number below 2^n, but of 2^0; subnormals are left alone.
static void lower_powers(const struct expressions_call *call, uint64_t *values)
{
    struct fp_format format = call->traits->model.format;
    uint64_t one = fp_pack(format, FP_RNE, false, 0, 1, false);

    for (size_t i = 0; i < call->count; i++)
        values[i] -= values[i] != one;
}

// Exact, or the square, rounded once. No multiplier is asked: no device's is in these.
bool powers_answer(const struct expressions_call *call)
{
    struct traits plain = TRAITS_NONE(call->traits->model);
    struct expressions_call whole = *call;
    uint64_t values[EXPRESSIONS_CHUNK];
    int from = call->expression == POWERS_LOG2 ? 0 : 1;
    whole.traits = &plain;
    if (call->expression == POWERS_SQUARE) {
        expressions_load(&whole, 0, values);
        if (!expressions_apply(&whole, UNIT_MUL, values, values, NULL, values))
            return false;
    } else {
        expressions_load(&whole, from, values);
        if (call->traits->low_powers &&
            (call->expression == POWERS_POW2 || call->expression == POWERS_POW_BASE))
            lower_powers(call, values);
    }
    expressions_store(&whole, 0, values);
    return true;
}

struct tally {
    long cases, exact, beyond, infinite;
    double min_ulp, max_ulp; // signed
    size_t worst;            // the first, if not all are finite
    size_t first_beyond;
};

static double powers_wanted(const struct expressions_seen *seen, size_t at)
{
    double x = expressions_number(seen, seen->in[0][at]);
    if (seen->expression == POWERS_SQUARE)
        return x * x;
    return seen->expression == POWERS_LOG2 ? x
                                           : expressions_number(seen, seen->in[1][at]);
}

// GLSL's bound at highp; there is none for others.
static double powers_allowed(const struct expressions_seen *seen,
                             const struct bound *bound, size_t at)
{
    double x = expressions_number(seen, seen->in[0][at]),
           power = expressions_number(seen, seen->in[1][at]);
    if (seen->params->precision != PRECISION_HIGHP)
        return INFINITY;
    switch (seen->expression) {
    case POWERS_POW2:
    case POWERS_POW_BASE: return bound_error(bound, BOUND_POW, 2, x);
    case POWERS_EXP2: return bound_error(bound, BOUND_EXP2, x, 0);
    case POWERS_LOG2: return bound_error(bound, BOUND_LOG2, power, 0);
    case POWERS_POW_ONE: return bound_error(bound, BOUND_POW, power, 1);
    default: return bound_error(bound, BOUND_POW, x, 2);
    }
}

static void note_error(struct tally *tally, double error, size_t at)
{
    if (tally->infinite == 0 && fabs(error) > fmax(-tally->min_ulp, tally->max_ulp))
        tally->worst = at;
    tally->min_ulp = fmin(tally->min_ulp, error);
    tally->max_ulp = fmax(tally->max_ulp, error);
}

static void note_infinite(struct tally *tally, size_t at)
{
    if (tally->infinite++ == 0)
        tally->worst = at;
}

static void powers_count_case(const struct expressions_seen *seen, size_t at,
                              struct tally *tally)
{
    struct fp_format format = seen->known.model.format;
    const struct bound bound = { format.precision, format.emax, false };
    double got = expressions_number(seen, seen->got[0][at]),
           want = powers_wanted(seen, at);
    double error = got - want, most = powers_allowed(seen, &bound, at);
    tally->cases++;
    tally->exact += got == want;
    if (isfinite(got))
        note_error(tally, error / bound_ulp(&bound, want == 0 ? 1 : want), at);
    else
        note_infinite(tally, at);
    if (isfinite(most) && !(fabs(error) <= most) && tally->beyond++ == 0)
        tally->first_beyond = at;
}

static struct tally powers_count(const struct expressions_seen *seen)
{
    struct tally tally = { 0 };
    size_t different = seen->count;
    if (seen->expression != POWERS_SQUARE)
        different = (size_t) exponents(seen->params);
    for (size_t i = 0; i < different; i++)
        if (seen->defined[i])
            powers_count_case(seen, i, &tally);
    return tally;
}

// The largest error rounded up, and where it is.
static struct finding_remark powers_worst_of(const struct expressions_seen *seen,
                                             const struct tally *tally)
{
    // plus 0: ceil gives a negative zero
    double worst = ceil(fmax(-tally->min_ulp, tally->max_ulp) * 100 - 1e-9) / 100 + 0.0;
    double x = expressions_number(seen, seen->in[0][tally->worst]);
    bool square = seen->expression == POWERS_SQUARE, finite = tally->infinite == 0;
    return (struct finding_remark){
        .kind = finite ? (square ? &kind_worst_at_x : &kind_worst_at_n)
                       : (square ? &kind_not_finite_at_x : &kind_not_finite_at_n),
        .value = !finite       ? 0
                 : worst < 1e6 ? worst
                               : finding_rounded(worst, 2),
        .at = square ? x : (int) x,
    };
}

static void powers_say(const struct expressions_seen *seen, const struct tally *tally,
                       size_t first, struct finding *finding)
{
    const struct finding_remark worst = powers_worst_of(seen, tally);
    struct traits rne = seen->known;
    bool square = seen->expression == POWERS_SQUARE;
    rne.model.round = FP_RNE;
    if (finding->survivors || (!square && tally->exact == tally->cases)) {
        FINDING_SAY(finding, square ? &kind_square : &kind_exact);
    } else {
        FINDING_SAY(finding, square ? &kind_square_on : &kind_exact_on,
                    .count = (int) (square ? finding->agree : tally->exact),
                    .of = (int) tally->cases);
        finding_also(finding, &worst);
    }
    FINDING_DETAIL(finding, &kind_beyond_glsl, .count = (int) tally->beyond,
                   .of = (int) tally->cases);
    finding_detail(finding, &worst);
    if (tally->beyond > 0)
        first = tally->first_beyond;
    if (first < seen->count)
        expressions_detail_case(seen, &rne, first, finding);
}

bool powers_judge(const struct expressions_seen *seen, struct finding *finding,
                  struct traits *found)
{
    struct tally tally = powers_count(seen);
    struct traits rne = seen->known;
    size_t first;
    uint32_t rules = expressions_rules_kept(seen, found, false);
    rne.model.round = FP_RNE;
    if (seen->expression == POWERS_SQUARE)
        finding->survivors = rules;
    finding->agree = (long) expressions_agree(seen, &rne, &first);
    finding->deviates = tally.beyond > 0;
    finding->error_known = tally.infinite == 0;
    finding->error_min_ulp = tally.min_ulp;
    finding->error_max_ulp = tally.max_ulp;
    powers_say(seen, &tally, first, finding);
    return rules != 0;
}
