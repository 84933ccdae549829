// SPDX-License-Identifier: MIT

#include "probe/expressions/functions.h"

#include <math.h>
#include <stdio.h>

struct tally {
    long cases, beyond, infinite;
    double min_ulp, max_ulp; // signed
    double absolute;         // largest magnitude, where it counts
    size_t worst, first_beyond;
    double badness; // of the worst
};

static double to_double(const struct lines_seen *seen, uint64_t word)
{
    struct fp_format carrier = lines_carrier(seen->params);
    return fp_from_bits64(fp_convert(carrier, FP_BINARY64, FP_RNE, word));
}

static bool is_relaxed(const struct lines_seen *seen)
{
    return seen->params->precision != PRECISION_HIGHP;
}

// The format's own ulp, or, for the law of a relaxed precision, that of binary16 at
// most.
static struct bound bound_for(const struct lines_seen *seen, bool law)
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

static void count_error(const struct lines_seen *seen, size_t at, double x, double want,
                        struct tally *tally)
{
    const struct functions_entry *entry = functions_find(seen->line);
    const struct bound own = bound_for(seen, false);
    double error = to_double(seen, seen->got[0][at]) - want;
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

static void count_case(const struct lines_seen *seen, size_t at, struct tally *tally)
{
    const struct functions_entry *entry = functions_find(seen->line);
    const struct bound law = bound_for(seen, true);
    double x = to_double(seen, seen->in[0][at]), y = to_double(seen, seen->in[1][at]);
    double want = functions_value(entry, x, y), got = to_double(seen, seen->got[0][at]);
    double allowed = entry->bound(&law, x, y);
    tally->cases++;
    if (!isfinite(got)) {
        tally->infinite++;
        if (isfinite(allowed))
            note_beyond(tally, at);
        return;
    }
    // what double lacks of the right result is no fault of the device's
    if (fabs(got - want) > allowed * (1 + 0x1p-30))
        note_beyond(tally, at);
    count_error(seen, at, x, want, tally);
}

static struct tally count(const struct lines_seen *seen)
{
    struct tally tally = { .badness = -1 };
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i])
            count_case(seen, i, &tally);
    return tally;
}

// "0.51 ulp", rounded up.
static int say_ulp(char *text, size_t size, double ulp)
{
    if (ulp < 1000)
        return snprintf(text, size, "%.2f ulp", ceil(ulp * 100 - 1e-9) / 100);
    return snprintf(text, size, ulp < 1e7 ? "%.0f ulp" : "%.1e ulp", ceil(ulp));
}

// "absolute 2^-21", rounded up.
static int say_absolute(char *text, size_t size, double error)
{
    if (error == 0)
        return snprintf(text, size, "absolute 0");
    return snprintf(text, size, "absolute 2^%d", (int) ceil(log2(error) - 1e-9));
}

static void say_answer(const struct functions_entry *entry, const struct tally *tally,
                       struct finding *finding)
{
    size_t size = sizeof(finding->answer), used = 0;
    char *text = finding->answer;
    if (tally->infinite == tally->cases) {
        snprintf(text, size, "none finite");
        return;
    }
    if (!entry->absolute)
        used = (size_t) say_ulp(text, size, fmax(-tally->min_ulp, tally->max_ulp));
    if (entry->logarithm)
        used += (size_t) snprintf(text + used, size - used, ", ");
    if (entry->absolute || entry->logarithm)
        used += (size_t) say_absolute(text + used, size - used, tally->absolute);
    if (entry->logarithm)
        used += (size_t) snprintf(text + used, size - used, " in [0.5, 2]");
    if (tally->infinite > 0)
        snprintf(text + used, size - used, ", %ld not finite", tally->infinite);
}

// Zeros at the end of every answer's significand, which a correctly rounded function
// has at a few points only.
static int common_zeros(const struct lines_seen *seen)
{
    struct fp_format carrier = lines_carrier(seen->params);
    struct fp_format format = seen->known.model.format;
    int zeros = format.precision < 20 ? format.precision : 20;
    for (size_t i = 0; i < seen->count; i++) {
        uint64_t word = fp_convert(carrier, format, FP_RTZ, seen->got[0][i]);
        struct fp_parts parts = fp_unpack(format, word);
        if (!seen->defined[i] || parts.class != FP_CLASS_FINITE)
            continue;
        int here = __builtin_ctzll(parts.significand);
        zeros = here < zeros ? here : zeros;
    }
    return zeros;
}

// Correctly rounded by some rule, perhaps with the last bits cut off.
static bool find_traits(const struct lines_seen *seen, struct traits *found,
                        uint32_t *rules)
{
    *found = seen->known;
    *rules = lines_rules(seen, found, false);
    if (*rules == 0 && functions_find(seen->line)->coarse) {
        found->coarse_bits = common_zeros(seen);
        *rules = found->coarse_bits > 0 ? lines_rules(seen, found, false) : 0;
    }
    if (*rules & VERDICT_RULE(seen->known.model.round))
        found->model.round = seen->known.model.round;
    return *rules != 0;
}

static void say_detail(const struct lines_seen *seen, const struct tally *tally,
                       int coarse, struct finding *finding)
{
    const struct functions_entry *entry = functions_find(seen->line);
    struct traits rne = seen->known;
    char example[100], how[64] = "";
    size_t at = tally->beyond > 0 ? tally->first_beyond : tally->worst;
    rne.model.round = FP_RNE;
    lines_say_case(seen, &rne, at, example, sizeof(example));
    if (coarse > 0)
        snprintf(how, sizeof(how), "; the last %d bits are always 0", coarse);
    else if (finding->survivors)
        snprintf(how, sizeof(how), "; correctly rounded");
    snprintf(finding->detail, sizeof(finding->detail),
             "%ld of %ld points beyond %.48s%s; %s %s", tally->beyond, tally->cases,
             is_relaxed(seen) ? entry->half_law : entry->law, how,
             tally->beyond > 0 ? "first" : "worst", example);
}

bool functions_judge(const struct lines_seen *seen, struct finding *finding,
                     struct traits *found)
{
    const struct functions_entry *entry = functions_find(seen->line);
    struct tally tally = count(seen);
    struct traits rne = seen->known;
    bool reproduced = find_traits(seen, found, &finding->survivors);
    rne.model.round = FP_RNE;
    finding->agree = (long) lines_agree(seen, &rne, NULL);
    finding->departs = tally.beyond > 0;
    if (!entry->absolute) {
        finding->error_known = tally.infinite == 0;
        finding->error_min_ulp = tally.min_ulp;
        finding->error_max_ulp = tally.max_ulp;
    }
    say_answer(entry, &tally, finding);
    say_detail(seen, &tally, reproduced ? found->coarse_bits : 0, finding);
    return reproduced;
}
