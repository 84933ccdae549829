// SPDX-License-Identifier: MIT
//
// How it works
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

#include "probe/expressions/storage.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT_OF(array) ((int) (sizeof(array) / sizeof((array)[0])))

static bool survives(const struct lines_seen *seen, int at)
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

static int read_bits(const struct lines_seen *seen)
{
    int bits = 0, ones = 1;

    while (bits < STORAGE_BITS && survives(seen, 2 * bits) &&
           survives(seen, 2 * bits + 1))
        bits++;
    while (ones < STORAGE_BITS && survives(seen, STORAGE_ONES_AT + ones - 1))
        ones++;
    return ones < bits ? ones : bits;
}

static void read_range(const struct lines_seen *seen, struct reading *reading)
{
    int up = 0, down = 0;

    while (up < STORAGE_ABOVE && survives(seen, STORAGE_UP_AT + up))
        up++;
    while (down < STORAGE_BELOW && survives(seen, STORAGE_DOWN_AT + down))
        down++;
    reading->most = up ? ilogb(storage_value(STORAGE_UP_AT + up - 1)) : -1;
    reading->least = down ? ilogb(storage_value(STORAGE_DOWN_AT + down - 1)) : 0;
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

static struct reading read_answers(const struct lines_seen *seen)
{
    struct reading reading = { .bits = read_bits(seen), .first_broken = -1 };

    read_range(seen, &reading);
    for (int at = 0; at < STORAGE_COLUMNS; at++) {
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

static bool try_format(const struct lines_seen *seen, struct fp_format format,
                       struct search *search, uint32_t *rules)
{
    // What is flushed out of the format is beyond what could be flushed before.
    for (int flush = 0; flush < 3; flush++) {
        struct traits trial = seen->known;

        trial.model.format = format;
        trial.model.flush_in = flush > 0;
        trial.model.flush_out = flush == 1;
        *rules = lines_rules(seen, &trial, false);
        search->found = trial;
        if (*rules)
            return true;
        trial.model.round = FP_RNE;
        size_t agree = lines_agree(seen, &trial, NULL);

        if (agree <= search->agree)
            continue;
        search->best = trial;
        search->agree = agree;
    }
    return false;
}

// The format, where one fits: with the exponent range that is known, or a usual one, or
// the first that the powers of two allow.
static bool find_format(const struct lines_seen *seen, const struct reading *reading,
                        struct search *search, uint32_t *rules)
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

static void say_claim(const struct facts_claim *claim, const struct reading *reading,
                      bool worse, char *text, size_t size)
{
    int range = claimed_range(claim);
    bool more = reading->bits > claim->precision || reading->most > range;
    char least[24] = "up";

    if (!is_claimed(claim)) {
        snprintf(text, size, "nothing claimed");
        return;
    }
    if (range > 1)
        snprintf(least, sizeof(least), "2^%d", 1 - range);
    snprintf(text, size, "claimed %d bits, %s to 2^%d: %s", claim->precision, least,
             range,
             worse  ? "worse than claimed"
             : more ? "better than claimed"
                    : "as claimed");
}

static const char *say_subnormals(const struct fp_model *model)
{
    return model->flush_out  ? "; subnormals flushed"
           : model->flush_in ? "; subnormals of a binary32 flushed"
                             : "; subnormals kept";
}

// How a number was made to fit, where that can be told.
static void say_found(const struct search *search, uint32_t rules, char *text,
                      size_t size)
{
    char names_of[120];

    verdict_survivors_text(rules, names_of, sizeof(names_of));
    snprintf(text, size, "%s%s%s", say_subnormals(&search->found.model),
             rules ? "; stored by " : "", rules ? names_of : "");
}

static void say_nearest(const struct lines_seen *seen, const struct search *search,
                        char *text, size_t size)
{
    char first_case[100] = "";
    size_t first;

    snprintf(text, size, "; no format gives these answers");
    if (!search->agree)
        return;
    lines_agree(seen, &search->best, &first);
    lines_say_case(seen, &search->best, first, first_case, sizeof(first_case));
    snprintf(text, size, "; no format gives all answers, p = %d%s gives %zu; %s",
             search->best.model.format.precision,
             search->best.model.flush_in ? ", flushing," : "", search->agree, first_case);
}

bool storage_judge(const struct lines_seen *seen, struct finding *finding,
                   struct traits *found)
{
    const uint32_t every = VERDICT_RULE(FP_RO + 1) - 1;
    bool all[STORAGE_COLUMNS];
    struct lines_seen whole = *seen;
    struct search search;
    char claim[96], rest[140];

    // What the format cannot hold is the question here.
    memset(all, true, sizeof(all));
    whole.defined = all;

    struct reading reading = read_answers(&whole);
    bool fits = find_format(&whole, &reading, &search, &finding->survivors);
    int broken = reading.first_broken;

    finding->cases = STORAGE_COLUMNS;
    finding->agree = reading.as_claimed;
    finding->departs = broken >= 0;
    if (finding->survivors == every)
        finding->survivors = 0;
    if (fits) {
        *found = search.found;
        reading.least = 1 - found->model.format.emax;
        reading.most = found->model.format.emax;
    }
    snprintf(finding->answer, sizeof(finding->answer),
             reading.bits ? "%d bits, 2^%d to 2^%d" : "none", reading.bits, reading.least,
             reading.most);
    say_claim(seen->claim, &reading, finding->departs, claim, sizeof(claim));
    if (broken >= 0)
        snprintf(rest, sizeof(rest), "; first of %ld: 0x%08x came back as 0x%08x",
                 finding->cases - finding->agree, (unsigned) seen->in[0][broken],
                 (unsigned) seen->got[0][broken]);
    else if (fits)
        say_found(&search, finding->survivors, rest, sizeof(rest));
    else
        say_nearest(&whole, &search, rest, sizeof(rest));
    snprintf(finding->detail, sizeof(finding->detail), "%s%s", claim, rest);
    return fits;
}
