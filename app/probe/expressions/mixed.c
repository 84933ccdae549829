// SPDX-License-Identifier: MIT
//
// How it works
//
// 1 + 2^-k for k from 1 on: the last that is exact is the number of fraction bits of the
// operation. In a mediump of binary16, 1 + 2^-10 is exact and 1 + 2^-11 is 1. A mediump
// operand 2^-k is a normal number up to k = 14, so a sum that is exact up to there is
// wider than mediump: it has at least 14 bits. A highp operand is 1 + 2^-k itself, up to
// k = 23. If mediump holds all that is asked, the two cannot be distinguished.

#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/trial.h"

#include <math.h>
#include <string.h>

#define BITS        23 // of fraction in highp
#define LEAST_HIGHP 16 // bits that GLSL ES 1.00 requires of highp

static bool has_highp(int line)
{
    return line == MIXED_HIGHP_SUM || line == MIXED_HIGHP_PRODUCT ||
           line == MIXED_HIGHP_MIX;
}

// Returns the largest k whose operands a line can have.
static int mixed_last(const struct probe_params *params, int line)
{
    int normal = params->model.format.emax - 1;
    bool sum = line <= MIXED_HIGHP_SUM;

    return sum && normal < BITS ? normal : BITS;
}

static int power_of(const struct probe_params *params, int line, int at)
{
    int last = mixed_last(params, line);

    return at < last ? at + 1 : last;
}

void mixed_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    float power = ldexpf(1, -power_of(params, line, at));

    words[0] = fp_bits(power);
    words[1] = fp_bits(1 + power);
    words[2] = fp_bits(1);
    words[3] = fp_bits(0);
}

// The width of an operation on a device of these traits.
static struct fp_format mixed_format(const struct traits *traits, int line)
{
    bool narrow = has_highp(line)
                      ? traits->mixed == TRAITS_MIXED_NARROW
                      : traits->mixed != TRAITS_MIXED_WIDE || line == MIXED_ASSIGNED;

    return narrow ? traits->model.format : FP_BINARY32;
}

bool mixed_answer(const struct expressions_call *call)
{
    struct fp_format format = mixed_format(call->traits, call->expression);

    for (size_t i = 0; i < call->count; i++) {
        uint64_t kept =
            fp_convert(FP_BINARY32, format, call->traits->model.round, call->in[1][i]);

        call->out[0][i] = fp_convert(format, FP_BINARY32, FP_RNE, kept);
    }
    return true;
}

// Counts the sums that are exact, from the first on.
static int exact_sums(const struct expressions_seen *seen)
{
    int last = mixed_last(seen->params, seen->expression), bits = 0;

    while (bits < last && seen->got[0][bits] == seen->in[1][bits])
        bits++;
    return bits;
}

static void mixed_say(const struct expressions_seen *seen, int bits,
                      struct finding *finding)
{
    int mediump = seen->known.model.format.precision - 1;
    int last = mixed_last(seen->params, seen->expression);

    if (mediump >= last && bits == last)
        FINDING_SAY(finding, &kind_as_wide, .bits = mediump);
    else if (bits == mediump)
        FINDING_SAY(finding, &kind_in_mediump, .bits = bits);
    else if (bits == last)
        FINDING_SAY(finding, &kind_in_highp, .bits = bits);
    else
        FINDING_SAY(finding, &kind_bits, .bits = bits);
}

bool mixed_judge(const struct expressions_seen *seen, struct finding *finding,
                 struct traits *found)
{
    static const struct trial_trait ways =
        TRIAL_TRAIT(mixed, TRAITS_MIXED_HIGHEST, TRAITS_MIXED_NARROW);
    bool all[EXPRESSIONS_CHUNK];
    struct expressions_seen whole = *seen;
    int bits = exact_sums(seen), last = mixed_last(seen->params, seen->expression);
    int least = last < LEAST_HIGHP ? last : LEAST_HIGHP;

    // What mediump cannot hold is the question here.
    memset(all, true, sizeof all);
    whole.defined = all;
    finding->cases = last;
    finding->agree = bits;
    mixed_say(seen, bits, finding);
    finding->deviates = has_highp(seen->expression) && bits < least;
    if (bits < last)
        expressions_case(seen, NULL, (size_t) bits, &finding->example);
    if (finding->deviates) {
        finding->example.wanted = true;
        finding->example.want[0] = seen->in[1][bits];
        FINDING_DETAIL(finding, &kind_first_case);
    }
    return trial_reproduces(&whole, &ways, 1, found);
}
