// SPDX-License-Identifier: MIT
//
// How it works
//
// What a candidate reproduces (operations_find.h) is named with its rules. What nothing
// reproduces is measured: the signed error against the exact number
// (operation_exact.h), "faithful" if it is less than an ulp everywhere. A rule is never
// guessed from an error.

#include "probe/expressions/operations_judge.h"

#include "probe/shared/operation_exact.h"

#include <math.h>
#include <stdio.h>

// When a line departs, and the words for how it was computed.
static const struct custom {
    bool judged_by_754; // departs where it is not rounded to nearest even; else only
    double promise_ulp; // where it breaks this promise of GLSL's, section 4.7.1
    const char *words[OPERATIONS_STEPS];
} customs[OPERATIONS_LINES] = {
    [OPERATIONS_ADD] = { true, 0.5, { "", "" } },
    [OPERATIONS_SUB] = { true, 0.5, { "", "" } },
    [OPERATIONS_MUL] = { true, 0.5, { "", "" } },
    [OPERATIONS_DIV] = { true, 2.5, { "", "a * (1 / b)" } },
    [OPERATIONS_FMA] = { true, 0.5, { "fused", "separate" } },
    [OPERATIONS_MUL_ADD] = { true, 1, { "fused", "separate" } },
    [OPERATIONS_SQRT] = { true, 5, { "", "" } },
    [OPERATIONS_INVERSESQRT] = { false, 2, { "", "" } },
    [OPERATIONS_RECIPROCAL] = { false, 2.5, { "", "" } },
    // 2.5 ulp of 1 / b may be five of the product, which is rounded besides
    [OPERATIONS_MUL_RECIPROCAL] = { false, 5.5, { "", "" } },
};

// All rules of products: nothing had to be rounded.
#define EXACT (VERDICT_RULE(FP_CHOP_G0) - 1)

struct measured {
    long numbers, others; // answers that are finite, and those that are not
    double min, max;
    size_t worst; // the case farthest off
};

static struct operation_exact exact_of(int line, struct fp_parts a, struct fp_parts b,
                                       struct fp_parts c)
{
    const struct fp_parts one = { .class = FP_CLASS_FINITE, .significand = 1 };
    const struct fp_parts zero = { .class = FP_CLASS_ZERO };

    switch ((enum operations_line) line) {
    case OPERATIONS_SUB:
        b.negative = !b.negative;
        return (struct operation_exact){ OPERATION_EXACT_SUM, a, one, b };
    case OPERATIONS_ADD:
        return (struct operation_exact){ OPERATION_EXACT_SUM, a, one, b };
    case OPERATIONS_MUL:
        return (struct operation_exact){ OPERATION_EXACT_SUM, a, b, zero };
    case OPERATIONS_SQRT:
        return (struct operation_exact){ OPERATION_EXACT_ROOT, a, zero, zero };
    case OPERATIONS_INVERSESQRT:
        return (struct operation_exact){ OPERATION_EXACT_RECIPROCAL_ROOT, a, zero, zero };
    case OPERATIONS_RECIPROCAL:
        return (struct operation_exact){ OPERATION_EXACT_QUOTIENT, one, a, zero };
    case OPERATIONS_DIV:
    case OPERATIONS_MUL_RECIPROCAL:
        return (struct operation_exact){ OPERATION_EXACT_QUOTIENT, a, b, zero };
    case OPERATIONS_MUL_ADD:
        return (struct operation_exact){ OPERATION_EXACT_STEPS, a, b, c };
    default: return (struct operation_exact){ OPERATION_EXACT_SUM, a, b, c };
    }
}

bool operations_judge_error(const struct lines_seen *seen, size_t at, double *error)
{
    struct fp_format carrier = lines_carrier(seen->params);
    struct fp_parts got = fp_unpack(carrier, seen->got[0][at]), in[3];

    for (int k = 0; k < 3; k++)
        in[k] = fp_unpack(carrier, seen->in[k][at]);
    if (got.class > FP_CLASS_FINITE)
        return false;
    struct operation_exact exact = exact_of(seen->line, in[0], in[1], in[2]);
    *error = operation_exact_error_ulp(&exact, seen->params->precision_bits, got);
    if (*error == 0)
        *error = 0; // no minus zero in reports
    return isfinite(*error);
}

static struct measured measure_errors(const struct lines_seen *seen)
{
    struct measured measured = { .min = INFINITY, .max = -INFINITY };
    double error, worst = -1;

    for (size_t i = 0; i < seen->count; i++) {
        if (!seen->defined[i])
            continue;
        bool number = operations_judge_error(seen, i, &error);

        if (number) {
            measured.min = fmin(measured.min, error);
            measured.max = fmax(measured.max, error);
        } else {
            error = INFINITY;
        }
        measured.numbers += number;
        measured.others += !number;
        if (fabs(error) > worst) {
            worst = fabs(error);
            measured.worst = i;
        }
    }
    return measured;
}

static double worst_of(const struct measured *measured)
{
    return measured->others ? INFINITY : fmax(-measured->min, measured->max);
}

// mediump and lowp promise no more than 2^-10 and 2^-8, relative.
static double promise_ulp(const struct lines_seen *seen)
{
    double promise = customs[seen->line].promise_ulp;
    int precision = seen->params->precision_bits;

    if (seen->params->precision == PRECISION_MEDIUMP)
        promise = fmax(promise, ldexp(1, precision - 10));
    if (seen->params->precision == PRECISION_LOWP)
        promise = fmax(promise, ldexp(1, precision - 8));
    return promise;
}

static bool departs(const struct lines_seen *seen,
                    const struct operations_found *candidate,
                    const struct measured *measured)
{
    enum operations_steps wanted = operations_find_wanted(seen->line);

    if (!customs[seen->line].judged_by_754)
        return worst_of(measured) > promise_ulp(seen);
    if (!candidate || !(candidate->rules & VERDICT_RULE(FP_RNE)) ||
        candidate->columns_min >= 0)
        return true;
    // GLSL leaves it to the compiler unless it is precise
    if (seen->line == OPERATIONS_FMA || seen->line == OPERATIONS_MUL_ADD)
        return candidate->steps != wanted && seen->params->form == FORM_PRECISE;
    return candidate->steps != wanted;
}

static void say_columns(const struct operations_found *candidate, char *text, size_t size)
{
    int min = candidate->columns_min, max = candidate->columns_max;

    if (min == max)
        snprintf(text, size, "truncated product, %d column%s", min, min == 1 ? "" : "s");
    else
        snprintf(text, size, "truncated product, %d to %d columns", min, max);
}

// "rne", "rne, fused", "a * (1 / b)", "truncated product, 2 columns", ...
static void say_answer(const struct lines_seen *seen,
                       const struct operations_found *candidate, char *text, size_t size)
{
    const char *words = customs[seen->line].words[candidate->steps];
    const char *rounding = verdict_rounding(candidate->rules);
    const char *parts[4];
    char columns[48], bits[16];
    int precision = candidate->traits.model.format.precision;
    int count = 0;
    size_t used = 0;

    if (candidate->line != seen->line)
        words = candidate->line == OPERATIONS_DIV ? "a / b" : "1.0 / sqrt(a)";
    if (candidate->rules == VERDICT_ALL_RULES || candidate->rules == EXACT)
        rounding = "exact";
    say_columns(candidate, columns, sizeof(columns));
    // the last step of a truncated product is always chopped, and of a quotient's two
    // steps the rule goes without saying
    if (seen->line != OPERATIONS_DIV || candidate->steps == OPERATIONS_ONE_STEP)
        if (seen->line != OPERATIONS_MUL || candidate->columns_min < 0)
            parts[count++] = rounding;
    if (words[0])
        parts[count++] = words;
    if (candidate->columns_min >= 0)
        parts[count++] = columns;
    snprintf(bits, sizeof(bits), "in %d bits", precision);
    if (precision != seen->params->precision_bits)
        parts[count++] = bits;
    for (int i = 0; i < count && used < size; i++)
        used +=
            (size_t) snprintf(text + used, size - used, "%s%s", i ? ", " : "", parts[i]);
}

// Appends a sentence.
static void say(struct finding *finding, const char *format, const char *words)
{
    size_t used = 0;

    while (finding->detail[used])
        used++;
    if (used && used + 2 < sizeof(finding->detail)) {
        finding->detail[used++] = ';';
        finding->detail[used++] = ' ';
    }
    snprintf(finding->detail + used, sizeof(finding->detail) - used, format, words);
}

// Guard and sticky bits, or the rules that these operands cannot part.
static void say_rules(const struct lines_seen *seen,
                      const struct operations_found *candidate, struct finding *finding)
{
    uint32_t rules = candidate->rules;
    bool one = (rules & (rules - 1)) == 0;
    char text[120];

    if (!one) {
        verdict_survivors_text(rules, text, sizeof(text));
        say(finding, "the same here: %s", text);
    } else if (operations_find_sums(seen->line, candidate->steps)) {
        int guard = fp_round_guard_bits((enum fp_round) __builtin_ctz(rules));

        snprintf(text, sizeof(text), "%d", guard);
        if (guard < 0)
            say(finding, "%ssticky bit: the exact sum is rounded once", "");
        else
            say(finding, "guard bits: %s, no sticky bit", text);
    }
}

static bool is_right(const struct lines_seen *seen, const struct traits *traits,
                     size_t at)
{
    struct lines_seen one = *seen;

    one.count = 1;
    one.defined += at;
    one.got[0] += at;
    for (int k = 0; k < seen->probe->operands; k++)
        one.in[k] += at;
    return lines_reproduces(&one, traits);
}

static void say_detail(const struct lines_seen *seen,
                       const struct operations_found *candidate,
                       const struct measured *measured, struct finding *finding)
{
    struct traits wanted = operations_find_754(seen);
    char text[160], number[48];
    size_t at = measured->worst;

    if (candidate && finding->survivors)
        say_rules(seen, candidate, finding);
    if (measured->others) {
        snprintf(number, sizeof(number), "%ld", measured->others);
        say(finding, "%s answers are no finite numbers", number);
    }
    if (finding->agree == finding->cases)
        return;
    // half an ulp off, or more where there are two steps, may be right
    if (candidate ? finding->departs : is_right(seen, &wanted, at))
        lines_agree(seen, &wanted, &at);
    if (candidate && !finding->departs)
        return;
    if (!candidate && !measured->others) {
        snprintf(number, sizeof(number), "%.3f", worst_of(measured));
        say(finding, "%s ulp off at worst", number);
    }
    lines_say_case(seen, &wanted, at, text, sizeof(text));
    say(finding, "%s", text);
}

// Cases that are the exact number rounded to nearest even; a * b + c: in two steps.
static long count_754(const struct lines_seen *seen)
{
    struct lines_seen asked = *seen;
    struct traits wanted = operations_find_754(seen);

    if (seen->line == OPERATIONS_MUL_RECIPROCAL)
        asked.line = OPERATIONS_DIV;
    return (long) lines_agree(&asked, &wanted, NULL);
}

bool operations_judge(const struct lines_seen *seen, struct finding *finding,
                      struct traits *found)
{
    struct operations_found candidate = { .columns_min = -1 };
    struct measured measured = measure_errors(seen);
    bool known = operations_find(seen, &candidate);

    finding->agree = count_754(seen);
    finding->departs = departs(seen, known ? &candidate : NULL, &measured);
    finding->error_known = measured.numbers > 0;
    if (finding->error_known) {
        finding->error_min_ulp = measured.min;
        finding->error_max_ulp = measured.max;
    }
    if (known) {
        bool no_rule = seen->line == OPERATIONS_MUL && candidate.columns_min >= 0;

        finding->survivors = no_rule ? 0 : candidate.rules;
        say_answer(seen, &candidate, finding->answer, sizeof(finding->answer));
        *found = candidate.traits;
    } else {
        snprintf(finding->answer, sizeof(finding->answer), "%s",
                 worst_of(&measured) < 1 ? "faithful" : "none");
    }
    say_detail(seen, known ? &candidate : NULL, &measured, finding);
    return known && candidate.line == seen->line;
}
