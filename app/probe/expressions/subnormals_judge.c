// SPDX-License-Identifier: MIT
//
// What was done to the subnormals of an expression: the traits that give just these
// answers, or else what most of them look like.

#include "base/elementary.h"
#include "base/fp.h"
#include "probe/expressions/subnormals.h"
#include "probe/shared/kinds.h"

#include <math.h>

// What may be flushed: nothing, operands, results, or the expression as a whole.
enum suspect { NOTHING, OPERANDS, RESULTS, LINE, SUSPECTS };

// How the answers compare with those of one suspect, by number of defined cases.
struct score {
    long same;  // to the bit
    long zeros; // zeros, but of the other sign
    long near;  // within a sixteenth
    bool signs; // it would give zeros of both signs, or negative ones
};

static struct traits traits_of(const struct expressions_seen *seen, enum suspect suspect)
{
    struct traits traits = seen->known;

    traits.model.flush_in = suspect == OPERANDS;
    traits.model.flush_out = suspect == RESULTS;
    traits.flushes = suspect == LINE ? UINT64_C(1) << seen->expression : 0;
    return traits;
}

// Expressions that GLSL lets be inexact, here or everywhere.
static bool is_loose(int line)
{
    switch (line) {
    case SUBNORMALS_DIVIDE:
    case SUBNORMALS_DIVIDE_BY:
    case SUBNORMALS_DIVIDE_BIG:
    case SUBNORMALS_SQRT:
    case SUBNORMALS_INVERSESQRT:
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

static void score_case(const struct expressions_seen *seen, uint64_t got, uint64_t want,
                       struct score *score)
{
    double is = expressions_number(seen, got), should = expressions_number(seen, want);

    score->signs = score->signs || (should == 0 && signbit(should));
    if (got == want || (isnan(is) && isnan(should)))
        score->same++;
    else if (is == 0 && should == 0)
        score->zeros++;
    else if (isfinite(should) && fabs(is - should) <= fabs(should) / 16)
        score->near++;
}

static struct score score_of(const struct expressions_seen *seen, enum suspect suspect)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];
    struct traits traits = traits_of(seen, suspect);
    struct score score = { 0 };

    if (!expressions_ask(seen, &traits, 0, seen->count, want))
        return score;
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i])
            score_case(seen, seen->got[0][i], want[0][i], &score);
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

// The answers of this probe.
// clang-format off
static const struct finding_kind
    kind_not_exact = { "not-exact", "not exact", FINDING_WORD },
    kind_on_input = { "on-input", " on input", FINDING_WORD },
    kind_on_output = { "on-output", " on output", FINDING_WORD },
    kind_sign_kept = { "sign-kept", "sign kept", FINDING_WORD },
    kind_mixed = { "mixed", "mixed", FINDING_WORD },
    kind_read_as_normal = { "read-as-normal", "read as a normal number", FINDING_WORD },
    kind_cases_differ = { "cases-differ", "{count} of {of} cases differ", FINDING_COUNT },
    kind_cases_kept = { "cases-kept", "{count} of {of} cases kept", FINDING_COUNT },
    kind_cases_exact = { "cases-exact", ", {count} exactly", FINDING_COUNT },
    kind_cases_flushed = { "cases-flushed", ", {count} as if flushed", FINDING_COUNT };
const struct finding_kind *const subnormals_kinds[] = {
    &kind_not_exact, &kind_on_input, &kind_on_output, &kind_sign_kept, &kind_mixed,
    &kind_read_as_normal, &kind_cases_differ, &kind_cases_kept, &kind_cases_exact,
    &kind_cases_flushed, NULL
};
// clang-format on

static void say_word(unsigned set, struct finding *finding)
{
    bool operands = set & 1u << OPERANDS, results = set & 1u << RESULTS;

    FINDING_SAY(finding, &kind_flushed);
    if (operands != results)
        FINDING_ALSO(finding, operands ? &kind_on_input : &kind_on_output);
}

// Arithmetic that flushes is plainer than this expression alone.
static enum suspect plainest(unsigned set)
{
    for (int suspect = OPERANDS; suspect < LINE; suspect++)
        if (set & 1u << suspect)
            return (enum suspect) suspect;
    return LINE;
}

static void add_case(const struct expressions_seen *seen, struct finding *finding)
{
    struct traits kept = traits_of(seen, NOTHING);
    size_t first;

    expressions_agree(seen, &kept, &first);
    if (first < seen->count)
        expressions_detail_case(seen, &kept, first, finding);
}

// `sign`: a remark on the sign of the zeros, or NULL.
static void say_flushed(const struct expressions_seen *seen, struct finding *finding,
                        unsigned set, const struct finding_kind *sign)
{
    long cases = (long) expressions_defined(seen);

    say_word(set, finding);
    FINDING_ALSO(finding, sign);
    FINDING_DETAIL(finding, &kind_cases_differ, .count = (int) (cases - finding->agree),
                   .of = (int) cases);
    finding->deviates = true;
    add_case(seen, finding);
}

// log2 of numbers in [1, 2) times 2^(emin - 1): a subnormal whose bits are taken for
// those of a normal number.
static bool is_hidden_bit(const struct expressions_seen *seen)
{
    int emin = 1 - seen->known.model.format.emax;

    for (size_t i = 0; i < seen->count; i++) {
        double fraction = ldexp(expressions_number(seen, seen->in[0][i]), -emin);
        double want = emin - 1 + elementary_log2(1 + fraction);

        // a NaN is near nothing
        if (seen->defined[i] &&
            !(fabs(expressions_number(seen, seen->got[0][i]) - want) <= 0x1p-6))
            return false;
    }
    return true;
}

static bool is_constant(const struct expressions_seen *seen)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->got[0][i] != seen->got[0][0])
            return false;
    return true;
}

// What no suspect gives.
static void say_other(const struct expressions_seen *seen, struct finding *finding,
                      const struct score scores[SUSPECTS], long cases)
{
    const struct score *kept = &scores[NOTHING], *flat = &scores[LINE];
    long whole = kept->same + kept->near, zeros = flat->same + flat->zeros;

    FINDING_SAY(finding, whole == cases           ? &kind_kept
                         : whole + zeros >= cases ? &kind_mixed
                                                  : &kind_other);
    if (whole == cases)
        FINDING_ALSO(finding, &kind_not_exact);
    if (seen->expression == SUBNORMALS_LOG2 && whole != cases && is_hidden_bit(seen))
        FINDING_SAY(finding, &kind_read_as_normal);
    else if (seen->expression == SUBNORMALS_LOG2 && is_constant(seen))
        FINDING_SAY(finding, &kind_always_number,
                    .value =
                        finding_rounded(expressions_number(seen, seen->got[0][0]), 6));
    FINDING_DETAIL(finding, &kind_cases_kept, .count = (int) whole, .of = (int) cases);
    FINDING_DETAIL(finding, &kind_cases_exact, .count = (int) kept->same);
    FINDING_DETAIL(finding, &kind_cases_flushed, .count = (int) zeros);
    finding->deviates = whole != cases || !is_loose(seen->expression);
    add_case(seen, finding);
}

bool subnormals_judge(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    struct score scores[SUSPECTS];
    long cases = (long) expressions_defined(seen);
    bool signless = !has_sign(seen->expression);

    for (int suspect = 0; suspect < SUSPECTS; suspect++)
        scores[suspect] = score_of(seen, (enum suspect) suspect);
    finding->agree = scores[NOTHING].same + (signless ? scores[NOTHING].zeros : 0);

    unsigned exact = suspects_of(scores, cases, signless);
    unsigned loose = suspects_of(scores, cases, true);

    if (exact & 1u << NOTHING) {
        FINDING_SAY(finding, &kind_kept);
        *found = traits_of(seen, NOTHING);
        return scores[NOTHING].same == cases;
    }
    if (exact) {
        enum suspect suspect = plainest(exact);

        say_flushed(seen, finding, exact,
                    !signless && scores[suspect].signs ? &kind_sign_kept : NULL);
        *found = traits_of(seen, suspect);
        return scores[suspect].same == cases;
    }
    if (loose && !(loose & 1u << NOTHING))
        say_flushed(seen, finding, loose, &kind_sign_lost);
    else
        say_other(seen, finding, scores, cases);
    return false;
}
