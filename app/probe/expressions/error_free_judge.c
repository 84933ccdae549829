// SPDX-License-Identifier: MIT

#include "probe/expressions/error_free_judge.h"

#include "probe/expressions/transforms.h"
#include "probe/shared/exact.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What a line's answers are worth, by whole numbers.
struct tally {
    long cases;
    long exact;         // both answers together are what is asked, in p bits each
    long rest_zero;     // the second answer is 0
    long wide;          // an answer has more bits than the format
    double worst_error; // log2 of the largest relative error
};

// Why they are so.
enum cause {
    CAUSE_WRITTEN,
    CAUSE_FOLDED,
    CAUSE_REORDERED,
    CAUSE_FUSED,
    CAUSE_SEPARATE,
    CAUSE_MULTIPLIER,
    CAUSE_OTHER
};

static const char *const cause_names[] = {
    [CAUSE_WRITTEN] = "as written",
    [CAUSE_FOLDED] = "(x + y) - x folded",
    [CAUSE_REORDERED] = "sums reordered",
    [CAUSE_FUSED] = "products fused",
    [CAUSE_SEPARATE] = "fma() in two steps",
    [CAUSE_MULTIPLIER] = "truncated products",
    [CAUSE_OTHER] = "no model",
};

static bool is_pair(const struct lines_seen *seen)
{
    return seen->line >= ERROR_FREE_PAIR_SUM;
}

// What the two answers should come to.
static struct exact target(const struct lines_seen *seen, size_t at)
{
    struct fp_format format = lines_carrier(seen->params);
    struct exact sum = { { 0 }, false };
    uint64_t in[PROBE_OPERANDS];
    for (int k = 0; k < PROBE_OPERANDS; k++)
        in[k] = seen->in[k][at];
    switch ((enum error_free_line) seen->line) {
    case ERROR_FREE_PAIR_SUM:
        exact_add(&sum, format, in[2], false);
        exact_add(&sum, format, in[3], false); // fall through
    case ERROR_FREE_TWO_SUM:
    case ERROR_FREE_FAST_TWO_SUM: exact_add(&sum, format, in[1], false); // fall through
    case ERROR_FREE_SPLIT: exact_add(&sum, format, in[0], false); break;
    case ERROR_FREE_TWO_PRODUCT_FMA:
    case ERROR_FREE_TWO_PRODUCT: exact_add_product(&sum, format, in[0], in[1]); break;
    case ERROR_FREE_PAIR_PRODUCT:
        exact_add_product(&sum, format, in[0], in[2]);
        exact_add_product(&sum, format, in[1], in[2]);
        break;
    case ERROR_FREE_PAIR_STEP:
        exact_add_product(&sum, format, in[0], in[0]);
        exact_add_product(&sum, format, in[0], in[1]);
        exact_add_product(&sum, format, in[1], in[0]);
        exact_add_product(&sum, format, in[1], in[1]);
        exact_add(&sum, format, in[2], false);
        break;
    case ERROR_FREE_LINES: break;
    }
    return sum;
}

// Bits from the first 1 of a significand to the last.
static int width_of(struct fp_format format, uint64_t word)
{
    struct fp_parts parts = fp_unpack(format, word);
    if (parts.class != FP_CLASS_FINITE)
        return 0;
    return 64 - __builtin_clzll(parts.significand) - __builtin_ctzll(parts.significand);
}

// The answers have p bits; the halves of a split, so few that p bits hold their squares.
static bool is_narrow(const struct lines_seen *seen, size_t at, int times)
{
    struct fp_format carrier = lines_carrier(seen->params);
    int p = seen->known.model.format.precision;
    return times * width_of(carrier, seen->got[0][at]) <= p &&
           times * width_of(carrier, seen->got[1][at]) <= p;
}

static void count_case(const struct lines_seen *seen, size_t at, struct tally *tally)
{
    struct fp_format carrier = lines_carrier(seen->params);
    struct exact want = target(seen, at), error = want;
    exact_add(&error, carrier, seen->got[0][at], true);
    exact_add(&error, carrier, seen->got[1][at], true);
    bool right = exact_is_zero(&error);
    bool wide = !is_narrow(seen, at, 1);
    bool halves = seen->line != ERROR_FREE_SPLIT || is_narrow(seen, at, 2);
    struct fp_parts rest = fp_unpack(carrier, seen->got[1][at]);
    tally->cases++;
    tally->exact += right && !wide && halves;
    tally->wide += wide;
    tally->rest_zero += rest.class == FP_CLASS_ZERO;
    if (!right)
        tally->worst_error =
            fmax(tally->worst_error, exact_log2(&error) - exact_log2(&want));
}

static struct tally count(const struct lines_seen *seen)
{
    struct tally tally = { .worst_error = -INFINITY };
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i])
            count_case(seen, i, &tally);
    return tally;
}

// The rules with which `trial` reproduces the line; if it does, `found` is it, with the
// rule that is known if that is one of them.
static uint32_t try(const struct lines_seen *seen, struct traits trial,
                    struct traits *found)
{
    uint32_t rules = lines_rules(seen, &trial, true);
    if (rules == 0)
        return 0;
    if (rules & VERDICT_RULE(seen->known.model.round))
        trial.model.round = seen->known.model.round;
    *found = trial;
    return rules;
}

static enum cause find_cause(const struct lines_seen *seen, struct traits *found,
                             uint32_t *rules)
{
    const struct traits known = seen->known;
    struct traits folded = known, reordered = known, fused = known, separate = known;
    folded.folds = 1;
    reordered.folds = TRANSFORMS_REORDERS;
    fused.contracts = 1;
    separate.fma_separate = true;
    const struct {
        struct traits traits;
        enum cause cause;
    } candidates[] = {
        { known, CAUSE_WRITTEN },       { folded, CAUSE_FOLDED },
        { reordered, CAUSE_REORDERED }, { fused, CAUSE_FUSED },
        { separate, CAUSE_SEPARATE },
    };
    for (size_t i = 0; i < sizeof(candidates) / sizeof(*candidates); i++)
        if ((*rules = try(seen, candidates[i].traits, found)) != 0)
            return candidates[i].cause;
    for (int columns = 0; columns <= 8; columns++) {
        struct traits truncated = known;
        truncated.multiplier = columns;
        if ((*rules = try(seen, truncated, found)) != 0)
            return CAUSE_MULTIPLIER;
    }
    return CAUSE_OTHER;
}

// Bits of a float-float result that are right in every case.
static int right_bits(const struct tally *tally)
{
    return tally->worst_error > 0 ? 0 : (int) floor(fmin(-tally->worst_error, 999));
}

// What the algorithms owe: a relative error of 9 u^2.
static int owed_bits(const struct lines_seen *seen)
{
    return 2 * seen->known.model.format.precision - 4;
}

static void say_pair(const struct lines_seen *seen, const struct tally *tally,
                     struct finding *finding)
{
    int bits = right_bits(tally);
    bool idle = bits <= seen->known.model.format.precision + 1;
    const char *type = seen->params->precision == PRECISION_DOUBLE ? "double" : "float";
    if (tally->exact == tally->cases)
        snprintf(finding->answer, sizeof(finding->answer), "exact");
    else
        snprintf(finding->answer, sizeof(finding->answer), "%d bits%s%s", bits,
                 idle ? ": no better than " : "", idle ? type : "");
}

// "12 of 96" behind `why`.
static void say_counts(const struct tally *tally, const char *why,
                       struct finding *finding)
{
    snprintf(finding->answer, sizeof(finding->answer), "%s: %ld of %ld", why,
             tally->exact, tally->cases);
}

static void say_transform(const struct lines_seen *seen, const struct tally *tally,
                          enum cause cause, enum fp_round round, struct finding *finding)
{
    const char *rest = seen->line == ERROR_FREE_SPLIT ? "lo" : "e";
    bool nearest = round <= FP_RNO;
    char text[48];
    if (tally->exact == tally->cases) {
        snprintf(finding->answer, sizeof(finding->answer), "exact");
    } else if (tally->rest_zero == tally->cases && cause == CAUSE_SEPARATE) {
        snprintf(finding->answer, sizeof(finding->answer),
                 "fma is two steps: e is always 0");
    } else if (tally->rest_zero == tally->cases) {
        snprintf(finding->answer, sizeof(finding->answer), "%s: %s is always 0",
                 cause == CAUSE_FUSED ? "fused" : "folded", rest);
    } else if (cause == CAUSE_WRITTEN) {
        snprintf(text, sizeof(text), "inexact by %s, as written",
                 nearest ? "the range" : fp_round_name(round));
        say_counts(tally, text, finding);
    } else if (cause == CAUSE_MULTIPLIER) {
        say_counts(tally, "inexact by truncated products", finding);
    } else {
        say_counts(tally, tally->wide > 0 ? "not exact, in mixed widths" : "not exact",
                   finding);
    }
}

// "rtz", "nearest", "any rule", "rne and 3 more".
static void say_rules(uint32_t rules, enum fp_round round, char *text, size_t size)
{
    const char *family = verdict_rounding(rules);
    if (rules == VERDICT_ALL_RULES)
        snprintf(text, size, "any rule");
    else if (strcmp(family, "unknown") != 0)
        snprintf(text, size, "%s", family);
    else
        snprintf(text, size, "%s and %d more", fp_round_name(round),
                 __builtin_popcount(rules) - 1);
}

static void say_detail(const struct lines_seen *seen, const struct tally *tally,
                       enum cause cause, const struct traits *found,
                       struct finding *finding)
{
    struct traits rne = seen->known;
    char rules[32] = "", example[120] = "";
    size_t first;
    rne.model.round = FP_RNE;
    finding->agree = (long) lines_agree(seen, &rne, &first);
    if (finding->survivors)
        say_rules(finding->survivors, found->model.round, rules, sizeof(rules));
    if (first < seen->count)
        lines_say_case(seen, &rne, first, example, sizeof(example));
    snprintf(finding->detail, sizeof(finding->detail), "%ld of %ld exact; %s%s%s%s%s",
             tally->exact, tally->cases, cause_names[cause], rules[0] ? " by " : "",
             rules, example[0] ? "; " : "", example);
}

// In these forms the compiler has no licence. GLSL calls fma() one operation only where
// it is precise.
static bool is_bound(const struct lines_seen *seen)
{
    enum form form = seen->params->form;
    return form == FORM_PRECISE ||
           (form == FORM_GUARDED && seen->line != ERROR_FREE_TWO_PRODUCT_FMA);
}

bool error_free_judge(const struct lines_seen *seen, struct finding *finding,
                      struct traits *found)
{
    struct tally tally = count(seen);
    enum cause cause = find_cause(seen, found, &finding->survivors);
    bool good = tally.exact == tally.cases;
    if (is_pair(seen)) {
        good = good || right_bits(&tally) >= owed_bits(seen);
        say_pair(seen, &tally, finding);
    } else {
        say_transform(seen, &tally, cause, found->model.round, finding);
    }
    finding->departs =
        is_bound(seen) && !good && cause != CAUSE_WRITTEN && cause != CAUSE_MULTIPLIER;
    say_detail(seen, &tally, cause, found, finding);
    return cause != CAUSE_OTHER;
}
