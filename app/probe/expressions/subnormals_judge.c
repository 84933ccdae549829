// SPDX-License-Identifier: MIT
//
// What was done to the subnormals of a line: the traits that give just these answers,
// or else what most of them look like.

#include "probe/expressions/subnormals.h"

#include <math.h>
#include <stdio.h>

// What may be flushed: nothing, operands, results, or the line as a whole.
enum suspect { NOTHING, OPERANDS, RESULTS, LINE, SUSPECTS };

// How the answers compare with those of one suspect, by number of defined cases.
struct score {
    long same;  // to the bit
    long zeros; // zeros, but of the other sign
    long near;  // within a sixteenth
    bool signs; // it would give zeros of both signs, or negative ones
};

static struct traits traits_of(const struct lines_seen *seen, enum suspect suspect)
{
    struct traits traits = seen->known;

    traits.model.flush_in = suspect == OPERANDS;
    traits.model.flush_out = suspect == RESULTS;
    traits.flushes = suspect == LINE ? UINT64_C(1) << seen->line : 0;
    return traits;
}

// Lines that GLSL lets be inexact, here or everywhere.
static bool is_loose(int line)
{
    switch (line) {
    case SUBNORMALS_DIVIDE:
    case SUBNORMALS_DIVIDE_BY:
    case SUBNORMALS_DIVIDE_BIG:
    case SUBNORMALS_SQRT:
    case SUBNORMALS_INVERSE_SQRT:
    case SUBNORMALS_EXP2:
    case SUBNORMALS_LOG2:
    case SUBNORMALS_VARYING: return true;
    default: return false;
    }
}

// Whether the sign of a zero in place of the answer says anything.
static bool has_sign(int line)
{
    switch (line) {
    case SUBNORMALS_FLOOR:
    case SUBNORMALS_CEIL:
    case SUBNORMALS_SIGN: return false;
    default: return true;
    }
}

static double number(struct fp_format carrier, uint64_t word)
{
    return fp_from_bits64(fp_convert(carrier, FP_BINARY64, FP_RNE, word));
}

static void score_case(struct score *score, struct fp_format carrier, uint64_t got,
                       uint64_t want)
{
    double is = number(carrier, got), should = number(carrier, want);

    score->signs = score->signs || (should == 0 && signbit(should));
    if (got == want || (isnan(is) && isnan(should)))
        score->same++;
    else if (is == 0 && should == 0)
        score->zeros++;
    else if (isfinite(should) && fabs(is - should) <= fabs(should) / 16)
        score->near++;
}

static struct score score_of(const struct lines_seen *seen, enum suspect suspect)
{
    uint64_t want[LINES_CHUNK];
    struct fp_format carrier = lines_carrier(seen->params);
    struct traits traits = traits_of(seen, suspect);
    struct unit unit = unit_model();
    struct score score = { 0 };

    for (size_t at = 0; at < seen->count; at += LINES_CHUNK) {
        struct lines_call call = {
            .probe = seen->probe,
            .params = seen->params,
            .traits = &traits,
            .unit = &unit,
            .line = seen->line,
            .count = seen->count - at < LINES_CHUNK ? seen->count - at : LINES_CHUNK,
            .out = { want },
        };

        for (int k = 0; k < seen->probe->operands; k++)
            call.in[k] = seen->in[k] + at;
        if (!subnormals_answer(&call))
            return (struct score){ 0 };
        for (size_t i = 0; i < call.count; i++)
            if (seen->defined[at + i])
                score_case(&score, carrier, seen->got[0][at + i], want[i]);
    }
    return score;
}

// The suspects that give all answers, as a set; zeros of the other sign pass if
// `signless`.
static unsigned suspects_of(const struct score scores[SUSPECTS], long cases,
                            bool signless)
{
    unsigned set = 0;

    for (int suspect = 0; suspect < SUSPECTS; suspect++)
        if (scores[suspect].same + (signless ? scores[suspect].zeros : 0) == cases)
            set |= 1u << suspect;
    return set;
}

static const char *word_of(unsigned set)
{
    bool operands = set & 1u << OPERANDS, results = set & 1u << RESULTS;

    return operands == results ? "flushed"
           : operands          ? "flushed on input"
                               : "flushed on output";
}

// Arithmetic that flushes is plainer than this line alone.
static enum suspect plainest(unsigned set)
{
    for (int suspect = OPERANDS; suspect < LINE; suspect++)
        if (set & 1u << suspect)
            return (enum suspect) suspect;
    return LINE;
}

static void say_case(const struct lines_seen *seen, struct finding *finding,
                     const char *what)
{
    struct traits kept = traits_of(seen, NOTHING);
    char text[160] = "";
    size_t first;

    lines_agree(seen, &kept, &first);
    if (first < seen->count)
        lines_say_case(seen, &kept, first, text, sizeof(text));
    snprintf(finding->detail, sizeof(finding->detail), "%s; %s", what, text);
}

static void say_flushed(const struct lines_seen *seen, struct finding *finding,
                        unsigned set, const char *sign)
{
    char what[64];

    snprintf(finding->answer, sizeof(finding->answer), "%s%s", word_of(set), sign);
    snprintf(what, sizeof(what), "%ld of %zu cases differ",
             (long) lines_defined(seen) - finding->agree, lines_defined(seen));
    finding->departs = true;
    say_case(seen, finding, what);
}

// log2 of numbers in [1, 2) times 2^(emin - 1): a subnormal whose bits are taken for
// those of a normal number.
static bool is_hidden_bit(const struct lines_seen *seen)
{
    struct fp_format carrier = lines_carrier(seen->params);
    int emin = 1 - seen->known.model.format.emax;

    for (size_t i = 0; i < seen->count; i++) {
        double fraction = ldexp(number(carrier, seen->in[0][i]), -emin);
        double want = emin - 1 + log2(1 + fraction);

        // a NaN is near nothing
        if (seen->defined[i] &&
            !(fabs(number(carrier, seen->got[0][i]) - want) <= 0x1p-6))
            return false;
    }
    return true;
}

static bool is_constant(const struct lines_seen *seen)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->got[0][i] != seen->got[0][0])
            return false;
    return true;
}

// What no suspect gives.
static void say_other(const struct lines_seen *seen, struct finding *finding,
                      const struct score scores[SUSPECTS], long cases)
{
    const struct score *kept = &scores[NOTHING], *flat = &scores[LINE];
    long whole = kept->same + kept->near, zeros = flat->same + flat->zeros;
    char what[64];

    snprintf(what, sizeof(what), "%ld of %ld cases kept, %ld exactly, %ld as if flushed",
             whole, cases, kept->same, zeros);
    snprintf(finding->answer, sizeof(finding->answer), "%s",
             whole == cases           ? "kept, not exact"
             : whole + zeros >= cases ? "mixed"
                                      : "other");
    if (seen->line == SUBNORMALS_LOG2 && whole != cases && is_hidden_bit(seen))
        snprintf(finding->answer, sizeof(finding->answer), "read as a normal number");
    else if (seen->line == SUBNORMALS_LOG2 && is_constant(seen))
        snprintf(finding->answer, sizeof(finding->answer), "always %g",
                 number(lines_carrier(seen->params), seen->got[0][0]));
    finding->departs = whole != cases || !is_loose(seen->line);
    say_case(seen, finding, what);
}

bool subnormals_judge(const struct lines_seen *seen, struct finding *finding,
                      struct traits *found)
{
    struct score scores[SUSPECTS];
    long cases = (long) lines_defined(seen);
    bool signless = !has_sign(seen->line);

    for (int suspect = 0; suspect < SUSPECTS; suspect++)
        scores[suspect] = score_of(seen, (enum suspect) suspect);
    finding->agree = scores[NOTHING].same + (signless ? scores[NOTHING].zeros : 0);

    unsigned exact = suspects_of(scores, cases, signless);
    unsigned loose = suspects_of(scores, cases, true);

    if (exact & 1u << NOTHING) {
        snprintf(finding->answer, sizeof(finding->answer), "kept");
        *found = traits_of(seen, NOTHING);
        return scores[NOTHING].same == cases;
    }
    if (exact) {
        enum suspect suspect = plainest(exact);

        say_flushed(seen, finding, exact,
                    !signless && scores[suspect].signs ? ", sign kept" : "");
        *found = traits_of(seen, suspect);
        return scores[suspect].same == cases;
    }
    if (loose && !(loose & 1u << NOTHING))
        say_flushed(seen, finding, loose, ", sign lost");
    else
        say_other(seen, finding, scores, cases);
    return false;
}
