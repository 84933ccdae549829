// SPDX-License-Identifier: MIT
//
// How it works
//
// Ten operations, an expression each, of operands built for the format that was found:
// draft.c tells how. Each row of 128 cases parts all
// rules of rounding that the operation can part, and what else a device may do instead:
// a quotient by a reciprocal, a product without its lowest columns, fused or not.
//
// Answers are computed step by step with the device's traits. 1 / sqrt(a) is no
// operation of a unit: operation_exact.c has it, correctly rounded.

#include "probe/expressions/operations.h"
#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/list.h"
#include "probe/shared/draft.h"
#include "probe/shared/postfix.h"
#include "probe/shared/trial.h"
#include "unit/operation_exact.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#define ONE_STEP  OPERATIONS_ONE_STEP  // rounded once,
#define TWO_STEPS OPERATIONS_TWO_STEPS // or twice: a * (1 / b), a product and a sum
#define KEPT      24                   // rows of operands: those of three formats

// ---- operands ----

static const struct expression *operation_of(int line)
{
    return &probe_operations.expressions->list[line];
}

// Returns how IEEE 754 has an expression.
static enum operations_candidate wanted_steps(int line)
{
    return operation_of(line)->flags & OPERATIONS_FLAG_TWO ? TWO_STEPS : ONE_STEP;
}

static enum operations_candidate other_steps(int line)
{
    return wanted_steps(line) == ONE_STEP ? TWO_STEPS : ONE_STEP;
}

static struct row {
    enum operations_cases kind;
    struct draft draft; // a precision of 0: none yet
} rows[KEPT];

static int oldest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Returns the operands of a kind for a format, made once and kept.
static const struct draft *draft_of(struct fp_format format, enum operations_cases kind)
{
    static void (*const fill[])(struct draft * draft) = {
        [OPERATIONS_CASES_SUM] = draft_sums,
        [OPERATIONS_CASES_PRODUCT] = draft_products,
        [OPERATIONS_CASES_QUOTIENT] = draft_quotients,
        [OPERATIONS_CASES_FUSED] = draft_fused,
        [OPERATIONS_CASES_ROOT] = draft_roots,
        [OPERATIONS_CASES_RECIPROCAL_ROOT] = draft_reciprocal_roots,
        [OPERATIONS_CASES_RECIPROCAL] = draft_reciprocals,
    };

    for (int i = 0; i < KEPT; i++)
        if (rows[i].kind == kind && rows[i].draft.format.precision == format.precision &&
            rows[i].draft.format.emax == format.emax)
            return &rows[i].draft;

    struct row *row = &rows[oldest];

    oldest = (oldest + 1) % KEPT;
    row->kind = kind;
    row->draft = draft_make(format);
    fill[kind](&row->draft);
    return &row->draft;
}

void operations_operand(const struct probe_params *params, int line, int at,
                        uint64_t *words)
{
    struct fp_format format = { params->precision_bits, params->model.format.emax };
    struct fp_format carrier = expressions_carrier(params);
    uint64_t patterns[3];

    pthread_mutex_lock(&lock);
    memcpy(patterns,
           draft_of(format, (enum operations_cases) operation_of(line)->cases.kind)
               ->cases[at],
           sizeof patterns);
    pthread_mutex_unlock(&lock);
    if (line == OPERATIONS_SUB)
        patterns[1] ^= fp_zero(format, true);
    for (int k = 0; k < 3; k++)
        words[k] = fp_convert(format, carrier, FP_RNE, patterns[k]);
    words[3] = fp_pack(carrier, FP_RNE, false, 0, 1, false);
}

// ---- what a device answers ----

// Returns how a device of these traits computes an expression. A compiler that fuses a
// sum uses one operation, even if fma() is two.
static enum operations_candidate computed_by(const struct expressions_call *call)
{
    if (call->expression == OPERATIONS_FMA && call->traits->fma_separate)
        return OPERATIONS_TWO_STEPS;
    if (call->expression == OPERATIONS_MUL_ADD &&
        call->traits->contracts & TRAITS_FUSES_MUL_ADD)
        return OPERATIONS_ONE_STEP;
    return wanted_steps(call->expression);
}

bool operations_answer(const struct expressions_call *call)
{
    const struct expression_candidate *candidate =
        expressions_candidate(call->probe, call->expression, (int) computed_by(call));
    struct postfix what = { { candidate->programs[0] } };
    uint64_t values[EXPRESSIONS_CHUNK];

    if (call->expression != OPERATIONS_INVERSESQRT)
        return postfix_answer(call, &what);
    expressions_load(call, 0, values);
    for (size_t i = 0; i < call->count; i++)
        values[i] = operation_exact_inversesqrt(&call->traits->model, values[i]);
    expressions_store(call, 0, values);
    return true;
}

// ---- what gives these answers ----
//
// Candidates are tried from the simple to the odd, each under every rule of rounding:
// the operation as it stands; then in wider registers, where others were found to be kept
// in such; then in two steps (a * (1 / b), a product and a sum, or a product and a sum in
// one); then with multipliers that drop columns of partial products; then a product and a
// sum in one that truncates the product; then in all bits of the carrier, as where
// mediump is not heeded. The first that reproduces every case bit for bit is it, with all
// rules under which it does.
//
// Where more bits may be kept, a product and a sum in one step are not told from two that
// are kept, unless a case needs more bits than these: a product that is a tie, and an
// addend so small that the registers lose it. In p bits such an addend lies up to 3 p
// bits below the product, or as far as the range goes. What both give is either.
//
// Which rules there can be: sums have all 21, products and fused sums the first eleven; a
// quotient or a root is never a tie, so that the six rules to nearest are one; and roots
// are positive, so that toward zero and down are one, and away from zero and up.

#define COLUMNS_MAX 8

// What reproduces every answer.
struct operations_found {
    struct trial trial;
    enum operations_candidate steps;
    bool other;                   // computed as another expression
    int columns_min, columns_max; // of partial products that are kept; -1: all
    bool unclear;                 // in one step; or in two, kept in more bits
};

static bool is_multiply_add(int line)
{
    return line == OPERATIONS_FMA || line == OPERATIONS_MUL_ADD;
}

// Whether an expression is also computed in other steps than IEEE 754 has.
static bool has_steps(int line, enum operations_candidate steps)
{
    return steps == wanted_steps(line) || line == OPERATIONS_DIV || is_multiply_add(line);
}

static bool has_product(int line, enum operations_candidate steps)
{
    return line == OPERATIONS_MUL || steps == TWO_STEPS;
}

// Whether the last of these steps is a sum, which adders without a sticky bit round in
// ways of their own.
static bool has_sum(int line, enum operations_candidate steps)
{
    return line == OPERATIONS_ADD || line == OPERATIONS_SUB ||
           (is_multiply_add(line) && steps == TWO_STEPS);
}

// Returns the traits of a device that computes in these steps.
static struct traits traits_of_steps(const struct expressions_seen *seen,
                                     enum operations_candidate steps)
{
    struct traits traits = TRAITS_NONE(seen->known.model);

    traits.by_reciprocal = seen->expression == OPERATIONS_DIV && steps == TWO_STEPS;
    traits.fma_separate = seen->expression == OPERATIONS_FMA && steps == TWO_STEPS;
    if (seen->expression == OPERATIONS_MUL_ADD && steps == ONE_STEP)
        traits.contracts = TRAITS_FUSES_MUL_ADD;
    return traits;
}

static bool operations_try(const struct expressions_seen *seen,
                           enum operations_candidate steps, const struct traits *traits,
                           struct operations_found *found)
{
    struct trial_question question = { seen, .sums = has_sum(seen->expression, steps) };
    struct trial trial = trial_of(&question, traits);

    if (trial.rules)
        *found = (struct operations_found){ .trial = trial,
                                            .steps = steps,
                                            .columns_min = traits->multiplier,
                                            .columns_max = traits->multiplier };
    return trial.rules != 0;
}

static bool try_steps(const struct expressions_seen *seen,
                      enum operations_candidate steps, struct operations_found *found)
{
    struct traits traits = traits_of_steps(seen, steps);

    return has_steps(seen->expression, steps) &&
           operations_try(seen, steps, &traits, found);
}

// The fewest columns that reproduce the answers, and the most.
static bool try_columns(const struct expressions_seen *seen,
                        enum operations_candidate steps, struct operations_found *found)
{
    struct traits traits = traits_of_steps(seen, steps);
    struct operations_found more;

    if (!has_steps(seen->expression, steps) || !has_product(seen->expression, steps))
        return false;
    traits.multiplier = 0;
    while (traits.multiplier <= COLUMNS_MAX &&
           !operations_try(seen, steps, &traits, found))
        traits.multiplier++;
    if (traits.multiplier > COLUMNS_MAX)
        return false;
    while (traits.multiplier++ < COLUMNS_MAX &&
           operations_try(seen, steps, &traits, &more))
        found->columns_max = traits.multiplier;
    return true;
}

// In two steps, by an instruction that truncates the first (FMAD): all columns are kept.
static bool try_mad(const struct expressions_seen *seen, struct operations_found *found)
{
    struct traits traits = traits_of_steps(seen, ONE_STEP);

    traits.mad = true;
    if (!is_multiply_add(seen->expression) ||
        !operations_try(seen, TWO_STEPS, &traits, found))
        return false;
    found->columns_min = found->columns_max = seen->known.model.format.precision - 1;
    return true;
}

// The programs of another expression that a compiler may compute instead: 1.0 / sqrt(a)
// for inversesqrt(a), a / b for a * (1.0 / b).
static const char *const *other_programs(const struct expressions_seen *seen)
{
    return expressions_candidate(seen->probe, seen->expression,
                                 (int) other_steps(seen->expression))
        ->programs;
}

// The same answers, taken for those of another expression that has the same operands.
static bool try_other(const struct expressions_seen *seen, struct operations_found *found)
{
    struct traits traits = traits_of_steps(seen, ONE_STEP);
    struct trial_question question = { seen, .programs = other_programs(seen) };

    if (seen->expression != OPERATIONS_INVERSESQRT &&
        seen->expression != OPERATIONS_MUL_RECIPROCAL)
        return false;
    *found = (struct operations_found){ .trial = trial_of(&question, &traits),
                                        .columns_min = -1,
                                        .columns_max = -1,
                                        .other = true };
    return found->trial.rules != 0;
}

// In registers that are wider than the format. Where it is not known how wide they are,
// only a product and a sum are tried.
static bool try_inside(const struct expressions_seen *seen,
                       struct operations_found *found)
{
    bool multiply_add = is_multiply_add(seen->expression);
    struct trial_question question = { seen, .sums = false };

    if (seen->params->inside_bits == VERDICT_INSIDE_UNKNOWN && !multiply_add)
        return false;
    *found =
        (struct operations_found){ .trial = trial_inside(&question),
                                   .steps = multiply_add ? TWO_STEPS
                                                         : wanted_steps(seen->expression),
                                   .columns_min = -1,
                                   .columns_max = -1 };
    return found->trial.rules != 0;
}

// A product and a sum where more bits may be kept: in two steps, kept, or in one. What
// may be either is taken for one step, as which the reference is asked for it.
static bool try_kept(const struct expressions_seen *seen, struct operations_found *found)
{
    struct traits traits = traits_of_steps(seen, ONE_STEP);
    struct operations_found inside = { .other = false };
    bool kept = try_inside(seen, &inside);
    bool fused = operations_try(seen, ONE_STEP, &traits, found);

    if (kept && !fused)
        *found = inside;
    found->unclear = fused && (kept || kept_beyond(seen->params));
    found->trial.rules |= inside.trial.rules;
    return kept || fused;
}

static bool try_any_steps(const struct expressions_seen *seen,
                          struct operations_found *found)
{
    return try_steps(seen, wanted_steps(seen->expression), found) ||
           try_steps(seen, other_steps(seen->expression), found);
}

// The operation as it stands, in wider registers or in other steps. Exact products of few
// bits look fused where they are kept before they are stored.
static bool try_plain(const struct expressions_seen *seen, struct operations_found *found)
{
    bool keeps = is_multiply_add(seen->expression) && kept_may(seen->params);
    enum operations_candidate wanted = wanted_steps(seen->expression);
    struct traits traits = traits_of_steps(seen, wanted);

    if (keeps && wanted == ONE_STEP)
        return try_kept(seen, found) || try_any_steps(seen, found);
    if (operations_try(seen, wanted, &traits, found))
        return true;
    return keeps ? try_kept(seen, found)
                 : try_inside(seen, found) || try_any_steps(seen, found);
}

// In all bits of the carrier, as where mediump is not heeded.
static bool try_wide(const struct expressions_seen *seen, struct operations_found *found)
{
    struct expressions_seen wide = *seen;

    wide.known.model.format = expressions_carrier(seen->params);
    return wide.known.model.format.precision > seen->params->precision_bits &&
           try_plain(&wide, found);
}

static bool operations_find(const struct expressions_seen *seen,
                            struct operations_found *found)
{
    return try_plain(seen, found) ||
           try_columns(seen, wanted_steps(seen->expression), found) ||
           try_columns(seen, other_steps(seen->expression), found) ||
           try_mad(seen, found) || try_other(seen, found) || try_wide(seen, found);
}

// Of each operation to nearest even, in as many steps as IEEE 754 has it.
static struct traits traits_of_754(const struct expressions_seen *seen)
{
    struct traits traits = traits_of_steps(seen, wanted_steps(seen->expression));

    traits.model.round = FP_RNE;
    return traits;
}

// ---- what is told of it ----
//
// How it works
//
// What a candidate reproduces is named with its rules. What nothing
// reproduces is measured: the signed error against the exact number
// (operation_exact.h), "faithful" if it is less than an ulp everywhere. A rule is never
// guessed from an error.

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

    switch (line) {
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

bool operations_judge_error(const struct expressions_seen *seen, size_t at, double *error)
{
    struct fp_format carrier = expressions_carrier(seen->params);
    struct fp_parts got = fp_unpack(carrier, seen->got[0][at]), in[3];

    for (int k = 0; k < 3; k++)
        in[k] = fp_unpack(carrier, seen->in[k][at]);
    if (got.class > FP_CLASS_FINITE)
        return false;
    struct operation_exact exact = exact_of(seen->expression, in[0], in[1], in[2]);
    *error = operation_exact_error_ulp(&exact, seen->params->precision_bits, got);
    if (*error == 0)
        *error = 0; // no minus zero in reports
    return isfinite(*error);
}

static struct measured measure_errors(const struct expressions_seen *seen)
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

// The numbers of a row's `cases` are in ulp. The first one is what GLSL promises
// (4.7.1): an expression without `ieee754` deviates beyond it; 2.5 ulp of 1 / b may be
// five of a product, which is rounded besides. The second one is what an error in highp
// must exceed, or reach where a row is `nearest`, to violate GLSL; 0 if nothing is
// promised: in two steps the error of fma() has no limit. It is twice the first one for
// a * b + c, of whose product an ulp may be larger (operation_exact.h), and 6.5 for
// sqrt(a), since 2 ulp may be 4 of the reciprocal.

// mediump and lowp promise no more than 2^-10 and 2^-8, relative.
static double promise_ulp(const struct expressions_seen *seen)
{
    double promise = operation_of(seen->expression)->cases.values[0];
    int precision = seen->params->precision_bits;

    if (seen->params->precision == PRECISION_MEDIUMP)
        promise = fmax(promise, ldexp(1, precision - 10));
    if (seen->params->precision == PRECISION_LOWP)
        promise = fmax(promise, ldexp(1, precision - 8));
    return promise;
}

static bool deviates(const struct expressions_seen *seen,
                     const struct operations_found *candidate,
                     const struct measured *measured)
{
    enum operations_candidate wanted = wanted_steps(seen->expression);

    if (!(operation_of(seen->expression)->flags & OPERATIONS_FLAG_IEEE754))
        return worst_of(measured) > promise_ulp(seen);
    if (!candidate || !(candidate->trial.rules & VERDICT_RULE(FP_RNE)) ||
        candidate->columns_min >= 0)
        return true;
    bool changed = candidate->steps != wanted || traits_keeps(&candidate->trial.traits);

    // GLSL leaves it to the compiler unless it is precise
    if (seen->expression == OPERATIONS_FMA || seen->expression == OPERATIONS_MUL_ADD)
        changed = changed && seen->params->form == FORM_PRECISE && !candidate->unclear;
    return changed;
}

static void also_columns(const struct operations_found *candidate,
                         struct finding *finding)
{
    int min = candidate->columns_min, max = candidate->columns_max;

    if (min == 1 && max == 1)
        FINDING_ALSO(finding, &kind_one_column);
    else if (min == max)
        FINDING_ALSO(finding, &kind_columns, .count = min);
    else
        FINDING_ALSO(finding, &kind_columns_between, .least = min, .most = max);
}

// "rne", "rne, fused", "a * (1 / b)", "truncated product, 2 columns", ...
static void say_answer(const struct expressions_seen *seen,
                       const struct operations_found *candidate, struct finding *finding)
{
    bool one_step = candidate->steps == ONE_STEP;
    const struct finding_kind *steps =
        is_multiply_add(seen->expression) ? (one_step ? &kind_fused : &kind_separate)
        : one_step || seen->expression != OPERATIONS_DIV ? NULL
                                                         : &kind_by_reciprocal;
    int precision = candidate->trial.traits.model.format.precision;
    bool exact =
        candidate->trial.rules == VERDICT_ALL_RULES || candidate->trial.rules == EXACT;

    if (candidate->other)
        steps = seen->expression == OPERATIONS_MUL_RECIPROCAL ? &kind_by_quotient
                                                              : &kind_by_reciprocal_root;
    if (candidate->unclear)
        steps = &kind_inside_unclear;
    // the last step of a truncated product is always chopped, and of a quotient's two
    // steps the rule goes without saying
    if (seen->expression != OPERATIONS_DIV || candidate->steps == OPERATIONS_ONE_STEP)
        if (seen->expression != OPERATIONS_MUL || candidate->columns_min < 0)
            FINDING_ALSO(finding, exact ? &kind_exact : &kind_rule,
                         .rules = exact ? 0 : candidate->trial.rules);
    FINDING_ALSO(finding, steps);
    if (candidate->columns_min >= 0)
        also_columns(candidate, finding);
    if (precision != seen->params->precision_bits)
        FINDING_ALSO(finding, &kind_in_bits, .bits = precision);
    kept_say(seen, &candidate->trial.traits, finding);
}

// Guard and sticky bits, or the rules that these operands cannot part.
static void add_rules(const struct expressions_seen *seen,
                      const struct operations_found *candidate, struct finding *finding)
{
    uint32_t rules = candidate->trial.rules;

    if ((rules & (rules - 1)) != 0) {
        FINDING_DETAIL(finding, &kind_same_here);
    } else if (has_sum(seen->expression, candidate->steps)) {
        int guard = fp_round_guard_bits((enum fp_round) __builtin_ctz(rules));

        if (guard < 0)
            FINDING_DETAIL(finding, &kind_sticky_bit);
        else
            FINDING_DETAIL(finding, &kind_guard_bits, .bits = guard);
    }
}

static bool is_right(const struct expressions_seen *seen, const struct traits *traits,
                     size_t at)
{
    struct expressions_seen one = *seen;

    one.count = 1;
    one.defined += at;
    one.got[0] += at;
    for (int k = 0; k < seen->probe->operands; k++)
        one.in[k] += at;
    return expressions_reproduces(&one, traits);
}

static void add_detail(const struct expressions_seen *seen,
                       const struct operations_found *candidate,
                       const struct measured *measured, struct finding *finding)
{
    struct traits wanted = traits_of_754(seen);
    size_t at = measured->worst;

    if (candidate && finding->survivors)
        add_rules(seen, candidate, finding);
    if (measured->others)
        FINDING_DETAIL(finding, &kind_answers_not_finite,
                       .count = (int) measured->others);
    if (finding->agree == finding->cases)
        return;
    // half an ulp off, or more where there are two steps, may be right
    if (candidate ? finding->deviates : is_right(seen, &wanted, at))
        expressions_agree(seen, &wanted, &at);
    if (candidate && !finding->deviates)
        return;
    if (!candidate && !measured->others)
        FINDING_DETAIL(finding, &kind_ulp_off,
                       .value = floor(worst_of(measured) * 1000) / 1000);
    expressions_detail_case(seen, &wanted, at, finding);
}

// Cases that are the exact number rounded to nearest even; a * b + c: in two steps.
static long count_754(const struct expressions_seen *seen)
{
    struct traits wanted = traits_of_754(seen);
    struct postfix once = { { other_programs(seen)[0] } };

    return (long) (seen->expression == OPERATIONS_MUL_RECIPROCAL
                       ? postfix_agree(seen, &wanted, &once, NULL)
                       : expressions_agree(seen, &wanted, NULL));
}

bool operations_judge(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    struct operations_found candidate = { .columns_min = -1 };
    struct measured measured = measure_errors(seen);
    bool known = operations_find(seen, &candidate);

    finding->agree = count_754(seen);
    finding->deviates = deviates(seen, known ? &candidate : NULL, &measured);
    finding->error_known = measured.numbers > 0;
    if (finding->error_known) {
        finding->error_min_ulp = measured.min;
        finding->error_max_ulp = measured.max;
    }
    if (known) {
        bool no_rule = seen->expression == OPERATIONS_MUL && candidate.columns_min >= 0;

        finding->survivors = no_rule ? 0 : candidate.trial.rules;
        say_answer(seen, &candidate, finding);
        *found = candidate.trial.traits;
    } else {
        FINDING_SAY(finding, worst_of(&measured) < 1 ? &kind_faithful : &kind_no_rule);
    }
    add_detail(seen, known ? &candidate : NULL, &measured, finding);
    return known && !candidate.other;
}

static double worst_ulp(const struct finding *finding)
{
    if (finding_find(finding, &kind_answers_not_finite))
        return INFINITY;
    return finding->error_known ? fmax(-finding->error_min_ulp, finding->error_max_ulp)
                                : 0;
}

// An ulp is of the format that was found, of p bits.
static double allowed_ulp(const struct result *result, double highp)
{
    int p = result->built ? result->operands.format.precision : 11;

    switch (result->precision) {
    case PRECISION_MEDIUMP: return fmax(highp, ldexp(1, p - 10));
    case PRECISION_LOWP: return fmax(highp, ldexp(1, p - 8));
    case PRECISION_DOUBLE: return ldexp(highp, 53 - 24);
    case PRECISION_FLOAT16: return INFINITY; // of an extension, which says nothing
    default: return highp;
    }
}

bool operations_breaks_glsl(const struct result *result, const struct finding *finding)
{
    double worst = worst_ulp(finding);

    if (result->form == FORM_PRECISE && !deviates_is_narrow(result) &&
        finding_asks(finding, "mul-add") && finding_find(finding, &kind_fused))
        return true;
    // 1 - 0.75 ulp is 1 there: 1.5 ulp off, whether or not that was among the cases
    if (finding->survivors == VERDICT_RULE(FP_CHOP_G0) && 2 > allowed_ulp(result, 1))
        return true;
    int line = expressions_find(&probe_operations, finding->id);
    double promise = line < 0 ? 0 : operation_of(line)->cases.values[1];
    double most = allowed_ulp(result, promise);

    return promise && (worst > most || (worst == most && operation_of(line)->flags &
                                                             OPERATIONS_FLAG_NEAREST));
}
