// SPDX-License-Identifier: MIT
//
// How it works
//
// A table: each expression has up to four cases, operands by name, and what IEEE 754-2019
// has for an answer: by the unit for its operations, by the table for functions, whose
// special cases are those of the C standard's Annex F (F.10), or follow from the formula
// that GLSL gives where C has no such function (mod, fract, smoothstep, normalize).
//
//     0 / 0, 0 * inf, inf - inf, sqrt(-1)   invalid: NaN (7.2)
//     1 / 0                                 inf, with the sign of both (7.3)
//     max + ulp/2                           a tie, and the even neighbour is 2^(emax+1):
//                                           to nearest even inf, toward zero max (7.4)
//     min(NaN, 1)                           1: C's fmin, IEEE 754's minimumNumber (9.6)
//
// The operands are data, since a compiler answers for itself where it can: what it makes
// of 0.0 / 0.0 is no answer of the device.

#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/list.h"
#include "probe/shared/postfix.h"
#include "probe/shared/trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct expression *special_of(int expression)
{
    return &probe_specials.expressions->list[expression];
}

static bool is_flagged(const struct expressions_seen *seen, enum specials_flag flag)
{
    return special_of(seen->expression)->flags & flag;
}

// NULL: a function.
static const char *specials_program(int expression)
{
    return special_of(expression)->candidates[SPECIALS_WRITTEN].programs[0];
}

// A positive number in a format.
static uint64_t magnitude_bits(struct fp_format format, enum specials_number number)
{
    static const double plain[] = {
        [SPECIALS_NUMBER_ZERO] = 0,
        [SPECIALS_NUMBER_HALF] = 0.5,
        [SPECIALS_NUMBER_ONE] = 1,
        [SPECIALS_NUMBER_TWO] = 2,
        [SPECIALS_NUMBER_THREE] = 3,
        [SPECIALS_NUMBER_FOUR] = 4,
        [SPECIALS_NUMBER_EIGHT] = 8,
        [SPECIALS_NUMBER_NINETY] = 90,
        [SPECIALS_NUMBER_HALF_PI] = 0x1.921fb54442d18p+0, // rounded to nearest even
    };
    int last = format.emax - (format.precision - 1); // place of the largest finite number

    switch (number) {
    case SPECIALS_NUMBER_BEYOND:
        return fp_pack(format, FP_RNE, false, 0, (uint64_t) format.emax + 1, false);
    case SPECIALS_NUMBER_MAX: return fp_infinity(format, false) - 1;
    case SPECIALS_NUMBER_HALF_PLACE:
        return fp_pack(format, FP_RNE, false, last - 1, 1, false);
    case SPECIALS_NUMBER_QUARTER_PLACE:
        return fp_pack(format, FP_RNE, false, last - 2, 1, false);
    case SPECIALS_NUMBER_LITTLE: // 1 less it is a quarter of the way to the next number
        return fp_pack(format, FP_RNE, false, -format.precision - 2, 1, false);
    case SPECIALS_NUMBER_INF: return fp_infinity(format, false);
    case SPECIALS_NUMBER_NAN: return fp_nan(format);
    default: return fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(plain[number]));
    }
}

// Operand k of a case of an expression, or, for k = 2, the value of a function: 1 where
// the table has none.
static uint64_t special_bits(struct fp_format format, int expression, int at, int k)
{
    int number = special_of(expression)->cases.numbers[at][k];

    if (!number)
        number = SPECIALS_NUMBER_ONE;
    return magnitude_bits(format, (enum specials_number) abs(number)) |
           fp_zero(format, number < 0);
}

static int case_count(int expression)
{
    int count = 0;

    while (count < EXPRESSIONS_NUMBERED &&
           special_of(expression)->cases.numbers[count][0])
        count++;
    return count;
}

// NaNs that differ: the usual one, negative, with a payload, negative and signalling.
static uint64_t nan_word(struct fp_format carrier, int which)
{
    const uint64_t wide[] = { 0, 0, UINT64_C(0x7ff8000012345678),
                              UINT64_C(0xfff4000012345678) };
    const uint64_t narrow[] = { 0, 0, 0x7fc12345, 0xffa12345 };

    if (which > 1)
        return (carrier.precision == 53 ? wide : narrow)[which];
    return fp_nan(carrier) | fp_zero(carrier, which == 1);
}

// Operands 2 and 3 are 1. Operand 1 is the floor of operand 0 for fract(), which the
// shader does not see.
void specials_operand(const struct probe_params *params, int line, int at,
                      uint64_t *words)
{
    struct fp_format format = params->model.format, carrier = expressions_carrier(params);
    uint64_t one = magnitude_bits(format, SPECIALS_NUMBER_ONE);
    int i = at % case_count(line);

    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] = fp_convert(format, carrier, FP_RNE,
                              k < 2 ? special_bits(format, line, i, k) : one);
    // A payload is for the format in which it came.
    if (line == SPECIALS_NAN_BITS && format.precision == carrier.precision)
        words[0] = nan_word(carrier, i);
}

static bool is_same_operand(struct fp_format format, uint64_t x, uint64_t y)
{
    return x == y || (fp_is_nan(format, x) && fp_is_nan(format, y));
}

// Returns the value of a function for two operands, by the table. A NaN may have come
// with another pattern.
static uint64_t function_value(const struct expressions_call *call, uint64_t a,
                               uint64_t b)
{
    struct fp_format format = call->traits->model.format;
    int line = call->expression;

    // 0 times what is not selected
    if (special_of(line)->flags & SPECIALS_FLAG_SELECTS && call->traits->by_product &&
        (a & ~fp_zero(format, true)) >= fp_infinity(format, false))
        return fp_nan(format);
    // a quotient of exponential functions
    if (special_of(line)->flags & SPECIALS_FLAG_BY_EXP && call->traits->tanh_overflows)
        return fp_nan(format);
    for (int i = 0; i < case_count(line); i++)
        if (is_same_operand(format, special_bits(format, line, i, 0), a) &&
            is_same_operand(format, special_bits(format, line, i, 1), b))
            return special_bits(format, line, i, 2);
    return fp_nan(format);
}

bool specials_answer(const struct expressions_call *call)
{
    struct postfix what = { { specials_program(call->expression) } };
    struct traits stored = *call->traits;
    struct expressions_call own = *call;
    uint64_t a[EXPRESSIONS_CHUNK], b[EXPRESSIONS_CHUNK];

    if (call->expression == SPECIALS_NAN_BITS) {
        memcpy(call->out[0], call->in[0], call->count * sizeof *call->in[0]);
        return true;
    }
    stored.inside_bits = 0;
    own.traits = &stored;
    if (what.program[0])
        return postfix_answer(&own, &what);
    expressions_load(call, 0, a);
    expressions_load(call, 1, b);
    for (size_t i = 0; i < call->count; i++)
        a[i] = function_value(call, a[i], b[i]);
    expressions_store(call, 0, a);
    return true;
}

static void specials_say_word(const struct expressions_seen *seen, uint64_t word,
                              struct finding *finding)
{
    struct fp_format format = seen->known.model.format;
    struct fp_format carrier = expressions_carrier(seen->params);
    bool boolean = is_flagged(seen, SPECIALS_FLAG_TRUTH);
    double is = expressions_number(seen, word);
    double max =
        expressions_number(seen, fp_convert(format, carrier, FP_RNE,
                                            magnitude_bits(format, SPECIALS_NUMBER_MAX)));

    if (boolean && (is == 0 || is == 1))
        FINDING_SAY(finding, is == 1 ? &kind_true : &kind_false);
    else if (isfinite(is) && fabs(is) == max)
        FINDING_SAY(finding, is < 0 ? &kind_minus_largest : &kind_largest);
    else
        FINDING_SAY(finding, &kind_number, .value = isnan(is) ? (double) NAN : is);
}

// Whether an answer will do, if not to the bit.
static bool is_accepted(const struct expressions_seen *seen, uint64_t got, uint64_t want)
{
    double is = expressions_number(seen, got), should = expressions_number(seen, want);

    if (expressions_same(seen->probe, seen->params, 0, got, want))
        return true;
    if (is_flagged(seen, SPECIALS_FLAG_EITHER_ZERO) && is == 0 && should == 0)
        return true;
    return is_flagged(seen, SPECIALS_FLAG_LOOSE) && isfinite(should) &&
           fabs(is - should) <= fabs(should) / 256;
}

// Counts answers that will do; *first is the first that will not, or seen->count.
static long count_accepted(const struct expressions_seen *seen,
                           const struct traits *traits, size_t *first)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];
    long accepted = 0;

    *first = seen->count;
    if (!expressions_ask(seen, traits, 0, seen->count, want))
        return 0;
    for (size_t i = 0; i < seen->count; i++) {
        if (!seen->defined[i])
            continue;
        bool ok = is_accepted(seen, seen->got[0][i], want[0][i]);

        accepted += ok;
        if (!ok && *first == seen->count)
            *first = i;
    }
    return accepted;
}

// What stands behind an answer: the first case that deviates, what GLSL says, which rules
// of rounding give it, the pattern of a NaN.
static void specials_add_detail(const struct expressions_seen *seen,
                                struct finding *finding, size_t first)
{
    size_t at = first < seen->count ? first : 0;

    if (first < seen->count)
        expressions_detail_case(seen, &seen->known, first, finding);
    if (is_flagged(seen, SPECIALS_FLAG_UNDEFINED))
        FINDING_DETAIL(finding, &kind_undefined);
    if (is_flagged(seen, SPECIALS_FLAG_NO_NAN))
        FINDING_DETAIL(finding, &kind_no_nan_required);
    if (finding->survivors && !(finding->survivors & VERDICT_RULE(FP_RNE)))
        FINDING_DETAIL(finding, &kind_survivors);
    if (fp_is_nan(expressions_carrier(seen->params), seen->got[0][at]))
        FINDING_DETAIL(finding, &kind_nan_is, .word = seen->got[0][at]);
}

// What became of the patterns of NaNs.
static void judge_bits(const struct expressions_seen *seen, struct finding *finding)
{
    struct fp_format carrier = expressions_carrier(seen->params);
    uint64_t sign = fp_zero(carrier, true), quiet = UINT64_C(1)
                                                    << (carrier.precision - 2);
    bool nans = true, quieted = true, signless = true, one = true;
    size_t first = seen->count;

    for (size_t i = 0; i < seen->count; i++) {
        uint64_t in = seen->in[0][i], got = seen->got[0][i];

        finding->agree += got == in;
        if (got != in && first == seen->count)
            first = i;
        nans = nans && fp_is_nan(carrier, got);
        quieted = quieted && got == (in | quiet);
        signless = signless && !((got ^ (in | quiet)) & ~(sign | quiet));
        one = one && got == seen->got[0][0];
    }
    finding->deviates = first < seen->count && !quieted;
    if (!nans)
        FINDING_SAY(finding, &kind_not_nan);
    else if (one && first < seen->count)
        FINDING_SAY(finding, &kind_always_word, .word = seen->got[0][0]);
    else
        FINDING_SAY(finding, first == seen->count ? &kind_kept
                             : quieted            ? &kind_made_quiet
                             : signless           ? &kind_sign_lost
                                                  : &kind_payload_lost);
    specials_add_detail(seen, finding, first);
}

// Tries devices that deviate for NaN, infinity and selections, until one reproduces all.
static bool specials_explain(const struct expressions_seen *seen, struct traits *found,
                             struct finding *finding)
{
    static const struct {
        const struct finding_kind *kind;
        struct trial_trait trait;
    } ways[] = {
        { &kind_nan_equal, TRIAL_TRAIT(nan_equal, true, true) },
        { &kind_selection_multiplied, TRIAL_TRAIT(by_product, true, true) },
        { &kind_exp_infinite, TRIAL_TRAIT(tanh_overflows, true, true) },
        { &kind_no_infinity, TRIAL_TRAIT(saturates, true, true) },
    };

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (trial_reproduces(seen, &ways[i].trait, 1, found)) {
            FINDING_DETAIL(finding, ways[i].kind);
            return true;
        }
    return false;
}

bool specials_judge(const struct expressions_seen *seen, struct finding *finding,
                    struct traits *found)
{
    const char *program = specials_program(seen->expression);
    size_t first;

    *found = seen->known;
    if (seen->expression == SPECIALS_NAN_BITS) {
        judge_bits(seen, finding);
        return expressions_reproduces(seen, found);
    }
    finding->agree = count_accepted(seen, found, &first);
    finding->deviates = first < seen->count;
    specials_say_word(seen, seen->got[0][first < seen->count ? first : 0], finding);
    if (is_flagged(seen, SPECIALS_FLAG_RULES))
        finding->survivors = expressions_rules(seen, found, strpbrk(program, "+-"));
    specials_add_detail(seen, finding, first);
    if (!finding->deviates || finding->survivors)
        return expressions_reproduces(seen, found);
    return specials_explain(seen, found, finding);
}

// Whether the case that is told is wrong by a sign alone, of a zero or made by one.
static bool is_sign_of_zero(const struct finding_case *example)
{
    uint64_t sign = UINT64_C(1) << (example->wide ? 63 : 31);
    bool zero = !(example->want[0] & ~sign);

    for (int i = 0; i < example->operands; i++)
        zero |= example->in[i] == sign;
    return zero && (example->got[0] ^ example->want[0]) == sign;
}

static bool takes_nan(const struct finding_case *example)
{
    uint64_t infinity = example->wide ? UINT64_C(0x7ff) << 52 : UINT64_C(0xff) << 23;
    uint64_t sign = UINT64_C(1) << (example->wide ? 63 : 31);

    for (int i = 0; i < example->operands; i++)
        if ((example->in[i] & ~sign) > infinity)
            return true;
    return false;
}

// An operand that is not selected has no effect, not even a NaN (GLSL 4.60, 8.3).
static bool is_selected(const struct finding *finding)
{
    return finding_asks(finding, "mix-false") || finding_asks(finding, "select-nan");
}

bool specials_breaks_glsl(const struct result *result, const struct finding *finding)
{
    const struct finding_case *example = &finding->example;

    return !deviates_is_narrow(result) && deviates_is_promised(result, finding) &&
           example->wanted && (!takes_nan(example) || is_selected(finding)) &&
           !is_sign_of_zero(example);
}
