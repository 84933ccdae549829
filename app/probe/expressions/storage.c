// SPDX-License-Identifier: MIT
//
// How it works
//
// A number of full binary32 width is put into each kind of storage at the precision
// under test, and what comes out again is looked at bit by bit. Three sets of numbers:
//
//   +-(1 + 2^-k), k in [1, 23]   one bit at a time: the last that survives is f
//   1.11...1, n bits             the same for bits in company: a carry shows
//   2^e, and the edges of        the first that is lost, on each side, is the range
//   binary16 and of binary32
//
// So 1 + 2^-10 comes back from a binary16 as it is; 1 + 2^-11 does not: ten fraction
// bits. 2^15 comes back, 2^16 as infinity or as 65504: the rule of the conversion.
//
// Bits and range are counted off the numbers that came back as they were. Then that
// format is tried, with every rule by which it might be entered, until one gives all.
//
// A claim of P fraction bits and 2^R (glGetShaderPrecisionFormat) is kept if every
// number in [2^(1-R), (2 - 2^-P) 2^R] comes back no further off than its neighbours of P
// bits: with u = 2^(e-P), x in [2^e, 2^(e+1)),
//
//     floor(x / u) u <= got <= ceil(x / u) u
//
// which is x itself where x has P bits, and never asks for more than was claimed. The
// call says nothing of the small end; 2^(1-R) is where a format of IEEE 754 with that
// range has it.

#include "base/fp.h"
#include "probe/expressions.h"
#include "probe/list.h"

#include <math.h>
#include <string.h>

// Columns: +-(1 + 2^-k), k from 1; then n ones, n from 2; then powers of two from one
// upwards, and from one half downwards; then the ends of formats.
#define BITS    23
#define ABOVE   22
#define BELOW   27
#define EDGES   11
#define ONES_AT (2 * BITS)
#define UP_AT   (ONES_AT + BITS - 1)
#define DOWN_AT (UP_AT + ABOVE)
#define EDGE_AT (DOWN_AT + BELOW)
#define COLUMNS (EDGE_AT + EDGES)

// Exponents of powers of two, from one outwards: dense where formats end.
static const int above[ABOVE] = { 0,  1,  4,  7,  8,  14, 15, 16, 17,  24,  30,
                                  31, 32, 33, 48, 62, 63, 64, 65, 100, 126, 127 };
static const int below[BELOW] = { -1,  -4,   -8,   -13,  -14,  -15,  -16,  -17,  -23,
                                  -24, -25,  -26,  -30,  -31,  -40,  -62,  -63,  -64,
                                  -90, -110, -125, -126, -127, -128, -140, -148, -149 };

// The ends of binary16 and of binary32, and what lies between two of their subnormals.
static const double edges[EDGES] = {
    0x1.ffcp15,  0x1.ffdfep15, 0x1.ffep15, 0x1.8p-24,      0x1.8p-25,       -0x1.8p-25,
    0x1.ffcp-15, 0x1.ffep-15,  0x1.8p-148, 0x1.fffffep127, 0x1.fffffcp-127,
};

_Static_assert(COLUMNS <= 128, "uniforms hold one row of so many cases");

static double storage_value(int at)
{
    double sign = at % 2 ? -1 : 1;

    if (at < ONES_AT)
        return sign * (1 + ldexp(1, -(at / 2 + 1)));
    if (at < UP_AT)
        return 2 - ldexp(1, -(at - ONES_AT + 2));
    if (at < DOWN_AT)
        return ldexp(1, above[at - UP_AT]);
    if (at < EDGE_AT)
        return ldexp(1, below[at - DOWN_AT]);
    return edges[at - EDGE_AT];
}

void storage_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    (void) params;
    (void) line;
    words[0] = fp_bits((float) storage_value(at));
    words[1] = fp_bits(1);
    words[2] = fp_bits(0);
}

// Whether the GLSL of this stage and precision has the storage.
static bool can_say(const struct probe_params *params, int line)
{
    bool is_float = params->precision <= PRECISION_LOWP;

    if (line == STORAGE_VARYING)
        return is_float && params->stage == STAGE_FRAGMENT;
    return is_float || line != STORAGE_UNIFORM;
}

// The number in the format of the model and back.
static uint64_t stored(const struct fp_model *model, struct fp_format carrier,
                       uint64_t word)
{
    struct fp_parts parts = fp_unpack(carrier, word);
    uint64_t zero = fp_zero(carrier, parts.negative);

    if (parts.class != FP_CLASS_FINITE)
        return word;
    int leading = parts.exponent + 63 - __builtin_clzll(parts.significand);

    if ((model->flush_in && leading < 1 - carrier.emax) ||
        (model->flush_out && leading < 1 - model->format.emax))
        return zero;
    uint64_t kept = fp_convert(carrier, model->format, model->round, word);

    return fp_convert(model->format, carrier, FP_RNE, kept);
}

bool storage_answer(const struct expressions_call *call)
{
    const struct fp_model *model = &call->traits->model;
    struct fp_format carrier = expressions_carrier(call->params);
    bool can = can_say(call->params, call->expression);

    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] =
            can ? stored(model, carrier, call->in[0][i]) : EXPRESSIONS_ABSENT;
    return true;
}

#define COUNT_OF(array) ((int) (sizeof array / sizeof((array)[0])))

static bool survives(const struct expressions_seen *seen, int at)
{
    return seen->got[0][at] == seen->in[0][at];
}

// What the answers say by themselves.
struct reading {
    int bits;         // all numbers of so many fraction bits came back
    int least, most;  // exponents of the last powers of two that did
    long as_claimed;  // cases
    int first_broken; // the first that is not, if as_claimed is less than all
};

static int read_bits(const struct expressions_seen *seen)
{
    int bits = 0, ones = 1;

    while (bits < BITS && survives(seen, 2 * bits) && survives(seen, 2 * bits + 1))
        bits++;
    while (ones < BITS && survives(seen, ONES_AT + ones - 1))
        ones++;
    return ones < bits ? ones : bits;
}

static void read_range(const struct expressions_seen *seen, struct reading *reading)
{
    int up = 0, down = 0;

    while (up < ABOVE && survives(seen, UP_AT + up))
        up++;
    while (down < BELOW && survives(seen, DOWN_AT + down))
        down++;
    reading->most = up ? ilogb(storage_value(UP_AT + up - 1)) : -1;
    reading->least = down ? ilogb(storage_value(DOWN_AT + down - 1)) : 0;
}

static bool is_claimed(const struct facts_claim *claim)
{
    return claim->precision > 0 || claim->range_max > 0;
}

static int claimed_range(const struct facts_claim *claim)
{
    return claim->range_min < claim->range_max ? claim->range_min : claim->range_max;
}

// All of it exact: numbers of 24 bits, scaled by powers of two.
static bool keeps_claim(const struct facts_claim *claim, double x, double got)
{
    int range = claimed_range(claim), exponent;
    double magnitude = fabs(x), back = signbit(x) ? -got : got;

    if (magnitude > ldexp(2 - ldexp(1, -claim->precision), range) ||
        magnitude < ldexp(1, 1 - range))
        return true;
    frexp(magnitude, &exponent);
    double places = ldexp(magnitude, claim->precision + 1 - exponent);
    double came = ldexp(back, claim->precision + 1 - exponent);

    return came >= floor(places) && came <= ceil(places);
}

static struct reading read_answers(const struct expressions_seen *seen)
{
    struct reading reading = { .bits = read_bits(seen), .first_broken = -1 };

    read_range(seen, &reading);
    for (int at = 0; at < COLUMNS; at++) {
        double got = (double) fp_from_bits((uint32_t) seen->got[0][at]);

        if (!is_claimed(seen->claim) || keeps_claim(seen->claim, storage_value(at), got))
            reading.as_claimed++;
        else if (reading.first_broken < 0)
            reading.first_broken = at;
    }
    return reading;
}

// A way to store: a format, and what becomes of subnormals. `best` is that which gives
// the most answers so far, to nearest even, and how many.
struct search {
    struct traits found, best;
    size_t agree;
};

static bool try_format(const struct expressions_seen *seen, struct fp_format format,
                       struct search *search, uint32_t *rules)
{
    // What is flushed out of the format is beyond what could be flushed before.
    for (int flush = 0; flush < 3; flush++) {
        struct traits trial = seen->known;

        trial.model.format = format;
        trial.model.flush_in = flush > 0;
        trial.model.flush_out = flush == 1;
        *rules = expressions_rules(seen, &trial, false);
        search->found = trial;
        if (*rules)
            return true;
        trial.model.round = FP_RNE;
        size_t agree = expressions_agree(seen, &trial, NULL);

        if (agree <= search->agree)
            continue;
        search->best = trial;
        search->agree = agree;
    }
    return false;
}

// The format, where one fits: with the exponent range that is known, or a usual one, or
// the first that the powers of two allow.
static bool find_format(const struct expressions_seen *seen,
                        const struct reading *reading, struct search *search,
                        uint32_t *rules)
{
    const int ranges[] = { seen->known.model.format.emax, 127, 15, reading->most };

    *search = (struct search){ 0 };
    *rules = 0;
    for (int i = 0; reading->bits > 0 && i < COUNT_OF(ranges); i++) {
        struct fp_format format = { reading->bits + 1, ranges[i] };

        if (format.emax >= 2 && try_format(seen, format, search, rules))
            return true;
    }
    return false;
}

static void add_claim(const struct facts_claim *claim, const struct reading *reading,
                      struct finding *finding)
{
    int range = claimed_range(claim);
    bool more = reading->bits > claim->precision || reading->most > range;

    if (!is_claimed(claim)) {
        FINDING_DETAIL(finding, &kind_nothing_claimed);
        return;
    }
    FINDING_DETAIL(finding, range > 1 ? &kind_claimed : &kind_claimed_up,
                   .bits = claim->precision, .least = range > 1 ? 1 - range : 0,
                   .most = range);
    FINDING_DETAIL(finding, finding->deviates ? &kind_claim_broken
                            : more            ? &kind_claim_exceeded
                                              : &kind_claim_kept);
}

// How a number was made to fit, where that can be told.
static void add_found(const struct fp_model *model, struct finding *finding)
{
    FINDING_DETAIL(finding, model->flush_out  ? &kind_subnormals_flushed
                            : model->flush_in ? &kind_subnormals_of_binary32_flushed
                                              : &kind_subnormals_kept);
    if (finding->survivors)
        FINDING_DETAIL(finding, &kind_stored_by);
}

static void add_nearest(const struct expressions_seen *seen, const struct search *search,
                        struct finding *finding)
{
    const struct fp_model *best = &search->best.model;
    size_t first;

    if (!search->agree) {
        FINDING_DETAIL(finding, &kind_no_format);
        return;
    }
    expressions_agree(seen, &search->best, &first);
    FINDING_DETAIL(finding,
                   best->flush_in ? &kind_nearest_flushing : &kind_nearest_format,
                   .bits = best->format.precision, .count = (int) search->agree);
    expressions_detail_case(seen, &search->best, first, finding);
}

bool storage_judge(const struct expressions_seen *seen, struct finding *finding,
                   struct traits *found)
{
    const uint32_t every = VERDICT_RULE(FP_RO + 1) - 1;
    bool all[COLUMNS];
    struct expressions_seen whole = *seen;
    struct search search;

    // What the format cannot hold is the question here.
    memset(all, true, sizeof all);
    whole.defined = all;

    struct reading reading = read_answers(&whole);
    bool fits = find_format(&whole, &reading, &search, &finding->survivors);
    int broken = reading.first_broken;

    finding->cases = COLUMNS;
    finding->agree = reading.as_claimed;
    finding->deviates = broken >= 0;
    if (finding->survivors == every)
        finding->survivors = 0;
    if (fits) {
        *found = search.found;
        reading.least = 1 - found->model.format.emax;
        reading.most = found->model.format.emax;
    }
    FINDING_SAY(finding, &kind_no_rule);
    if (reading.bits)
        FINDING_SAY(finding, &kind_bits_between, .bits = reading.bits,
                    .least = reading.least, .most = reading.most);
    add_claim(seen->claim, &reading, finding);
    if (broken >= 0) {
        expressions_case(seen, NULL, (size_t) broken, &finding->example);
        finding->example.operands = 1; // x: the others are constants
        FINDING_DETAIL(finding, &kind_first_of,
                       .count = (int) (finding->cases - finding->agree));
    } else if (fits) {
        add_found(&search.found.model, finding);
    } else {
        add_nearest(&whole, &search, finding);
    }
    return fits;
}
