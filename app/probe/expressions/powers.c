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
// that is not exact departs from nothing unless it is beyond that, but it is told.

#include "probe/lines.h"
#include "probe/probe_list.h"
#include "probe/shared/bound.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#define COLUMNS 254

enum line {
    LINE_POW,
    LINE_POW_BASE,
    LINE_EXP2,
    LINE_LOG2,
    LINE_POW_ONE,
    LINE_SQUARE,
    LINES,
};

static const char *const names[LINES] = {
    [LINE_POW] = "pow(2.0, n)",       [LINE_POW_BASE] = "pow(b, n), b = 2 at run time",
    [LINE_EXP2] = "exp2(n)",          [LINE_LOG2] = "log2(2^n)",
    [LINE_POW_ONE] = "pow(2^n, 1.0)", [LINE_SQUARE] = "pow(x, 2.0)",
};

static struct probe_shape shape(const struct probe_params *params)
{
    return lines_shape(&probe_powers, params);
}

// How many different n there are; 2^n is normal, and n a float of p bits.
static int exponents(const struct probe_params *params)
{
    int emax = params->model.format.emax, p = params->precision_bits;
    if (p < 8 && emax > 1 << p)
        emax = 1 << p;
    return emax < COLUMNS / 2 ? 2 * emax : COLUMNS;
}

static int exponent_of(const struct probe_params *params, int at)
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
static void operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    int n = exponent_of(params, at);
    double values[PROBE_OPERANDS] = { n, ldexp(1, n), 1, 2 };
    if (line == LINE_SQUARE)
        values[0] = square_root_of_case(params, at);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] =
            fp_convert(FP_BINARY64, lines_carrier(params), FP_RNE, fp_bits64(values[k]));
}

// Exact, or the square, rounded once. No multiplier is asked: no device's is in these.
static bool answer(const struct lines_call *call)
{
    struct traits plain = TRAITS_NONE(call->traits->model);
    struct lines_call whole = *call;
    uint64_t values[LINES_CHUNK];
    int from = call->line == LINE_LOG2 ? 0 : 1;
    whole.traits = &plain;
    if (call->line == LINE_SQUARE) {
        lines_load(&whole, 0, values);
        if (!lines_apply(&whole, UNIT_MUL, values, values, NULL, values))
            return false;
    } else {
        lines_load(&whole, from, values);
    }
    lines_store(&whole, 0, values);
    return true;
}

struct tally {
    long cases, exact, beyond, infinite;
    double min_ulp, max_ulp; // signed
    size_t worst;            // the first, if not all are finite
    size_t first_beyond;
};

static double to_double(const struct lines_seen *seen, uint64_t word)
{
    struct fp_format carrier = lines_carrier(seen->params);
    return fp_from_bits64(fp_convert(carrier, FP_BINARY64, FP_RNE, word));
}

static double wanted(const struct lines_seen *seen, size_t at)
{
    double x = to_double(seen, seen->in[0][at]);
    if (seen->line == LINE_SQUARE)
        return x * x;
    return seen->line == LINE_LOG2 ? x : to_double(seen, seen->in[1][at]);
}

// GLSL's bound at highp; there is none for others.
static double allowed(const struct lines_seen *seen, const struct bound *bound, size_t at)
{
    double x = to_double(seen, seen->in[0][at]), power = to_double(seen, seen->in[1][at]);
    if (seen->params->precision != PRECISION_HIGHP)
        return INFINITY;
    switch ((enum line) seen->line) {
    case LINE_POW:
    case LINE_POW_BASE: return bound_pow(bound, 2, x);
    case LINE_EXP2: return bound_exp2(bound, x, 0);
    case LINE_LOG2: return bound_log2(bound, power, 0);
    case LINE_POW_ONE: return bound_pow(bound, power, 1);
    default: return bound_pow(bound, x, 2);
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

static void count_case(const struct lines_seen *seen, size_t at, struct tally *tally)
{
    struct fp_format format = seen->known.model.format;
    const struct bound bound = { format.precision, format.emax, false };
    double got = to_double(seen, seen->got[0][at]), want = wanted(seen, at);
    double error = got - want, most = allowed(seen, &bound, at);
    tally->cases++;
    tally->exact += got == want;
    if (isfinite(got))
        note_error(tally, error / bound_ulp(&bound, want == 0 ? 1 : want), at);
    else
        note_infinite(tally, at);
    if (isfinite(most) && !(fabs(error) <= most) && tally->beyond++ == 0)
        tally->first_beyond = at;
}

static struct tally count(const struct lines_seen *seen)
{
    struct tally tally = { 0 };
    size_t different = seen->count;
    if (seen->line != LINE_SQUARE)
        different = (size_t) exponents(seen->params);
    for (size_t i = 0; i < different; i++)
        if (seen->defined[i])
            count_case(seen, i, &tally);
    return tally;
}

// "worst 1.00 ulp at n = -7", "not finite at n = 127"
static void say_worst(const struct lines_seen *seen, const struct tally *tally,
                      char *text, size_t size)
{
    // plus 0: ceil gives a negative zero
    double worst = ceil(fmax(-tally->min_ulp, tally->max_ulp) * 100 - 1e-9) / 100 + 0.0;
    double x = to_double(seen, seen->in[0][tally->worst]);
    char what[24] = "not finite", where[32];
    if (tally->infinite == 0)
        snprintf(what, sizeof(what), worst < 1e6 ? "worst %.2f ulp" : "worst %.1e ulp",
                 worst);
    if (seen->line == LINE_SQUARE)
        snprintf(where, sizeof(where), "x = %a", x);
    else
        snprintf(where, sizeof(where), "n = %d", (int) x);
    snprintf(text, size, "%s at %s", what, where);
}

static void say(const struct lines_seen *seen, const struct tally *tally, size_t first,
                struct finding *finding)
{
    struct traits rne = seen->known;
    char worst[64], example[120] = "";
    bool square = seen->line == LINE_SQUARE;
    rne.model.round = FP_RNE;
    say_worst(seen, tally, worst, sizeof(worst));
    if (finding->survivors || (!square && tally->exact == tally->cases))
        snprintf(finding->answer, sizeof(finding->answer), "%s",
                 square ? "x * x" : "exact");
    else
        snprintf(finding->answer, sizeof(finding->answer), "%s %ld of %ld, %.42s",
                 square ? "x * x on" : "exact on", square ? finding->agree : tally->exact,
                 tally->cases, worst);
    if (tally->beyond > 0)
        first = tally->first_beyond;
    if (first < seen->count)
        lines_say_case(seen, &rne, first, example, sizeof(example));
    snprintf(finding->detail, sizeof(finding->detail),
             "%ld of %ld beyond what GLSL allows; %s%s%s", tally->beyond, tally->cases,
             worst, example[0] ? "; " : "", example);
}

static bool judge(const struct lines_seen *seen, struct finding *finding,
                  struct traits *found)
{
    struct tally tally = count(seen);
    struct traits rne = seen->known;
    size_t first;
    uint32_t rules = lines_rules(seen, found, false);
    rne.model.round = FP_RNE;
    if (rules & VERDICT_RULE(seen->known.model.round))
        found->model.round = seen->known.model.round;
    if (seen->line == LINE_SQUARE)
        finding->survivors = rules;
    finding->agree = (long) lines_agree(seen, &rne, &first);
    finding->departs = tally.beyond > 0;
    finding->error_known = tally.infinite == 0;
    finding->error_min_ulp = tally.min_ulp;
    finding->error_max_ulp = tally.max_ulp;
    say(seen, &tally, first, finding);
    return rules != 0;
}

static const struct lines powers = {
    .names = names,
    .count = LINES,
    .columns = COLUMNS,
    .rows = 1,
    .results = 1,
    .stages = 1u << STAGE_FRAGMENT | 1u << STAGE_VERTEX | 1u << STAGE_COMPUTE,
    .precisions = 1u << PRECISION_HIGHP | 1u << PRECISION_MEDIUMP,
    .by_processor = UINT64_MAX,
    .readout = READOUT_BITS,
    .operand = operand,
    .answer = answer,
    .judge = judge,
};

const struct probe probe_powers = {
    .name = "powers",
    .summary = "pow(2, n), exp2(n), log2(2^n): exact or not, every n of the format",
    .forms = 1u << FORM_PLAIN,
    .needs_width = true,
    .operands = PROBE_OPERANDS,
    .shape = shape,
    .lines = &powers,
    .topic = "powers of two",
    .explain =
        "pow(2.0, n), exp2(n) and log2(2^n) for every whole n that the format has: how\n"
        "many are exact, and how far off the worst is. pow(x, 2.0) against x * x.\n"
        "\n"
        "  exact                                   at every n\n"
        "  exact on 31 of 254, worst 2.00 ulp ...  GLSL allows exp2(n) 3 + 2|n| ulp, so\n"
        "                                          this is no error, but it is a trap\n"
        "  x * x                                   pow(x, 2.0) is that product\n"
        "\n"
        "A power of two that is one ulp low breaks what counts on it: a level of detail\n"
        "by floor(log2(size)), bits packed by multiplying with pow(2.0, n), a picture\n"
        "of stripes with n from pow. Pass powers of two as uniforms, or shift integers\n"
        "(1 << n), or set the exponent by uintBitsToFloat.\n"
        "\n"
        "What may fool it: a compiler computes pow(2.0, n) as exp2(n), and pow(x, 2.0)\n"
        "as x * x, only while it sees the constant: hence the line whose base comes at\n"
        "run time. On a software renderer the answers change with the CPU.",
};
