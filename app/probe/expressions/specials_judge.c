// SPDX-License-Identifier: MIT

#include "base/fp.h"
#include "probe/expressions/specials.h"
#include "probe/shared/kinds.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const struct {
    enum specials_number number;
    double value;
} plain[] = {
    { ZERO, 0 },
    { MINUS_ZERO, -0.0 },
    { HALF, 0.5 },
    { ONE, 1 },
    { MINUS_ONE, -1 },
    { TWO, 2 },
    { MINUS_TWO, -2 },
    { THREE, 3 },
    { FOUR, 4 },
    { MINUS_EIGHT, -8 },
    { NINETY, 90 },
    { MINUS_NINETY, -90 },
    { HALF_PI, 0x1.921fb54442d18p+0 },
    { MINUS_HALF_PI, -0x1.921fb54442d18p+0 },
};

// 2^-below times the last place of the largest finite number.
static uint64_t specials_judge_place(struct fp_format format, bool negative, int below)
{
    int last = format.emax - (format.precision - 1);

    return fp_pack(format, FP_RNE, negative, last - below, 1, false);
}

uint64_t specials_bits(struct fp_format format, enum specials_number number)
{
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (plain[i].number == number)
            return fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(plain[i].value));
    switch (number) {
    case BEYOND:
        return fp_pack(format, FP_RNE, false, 0, (uint64_t) format.emax + 1, false);
    case MAX: return fp_infinity(format, false) - 1;
    case MINUS_MAX: return fp_infinity(format, true) - 1;
    case HALF_PLACE: return specials_judge_place(format, false, 1);
    case MINUS_HALF_PLACE: return specials_judge_place(format, true, 1);
    case QUARTER_PLACE: return specials_judge_place(format, false, 2);
    case MINUS_QUARTER_PLACE: return specials_judge_place(format, true, 2);
    case INF: return fp_infinity(format, false);
    case MINUS_INF: return fp_infinity(format, true);
    case NOT_A_NUMBER: return fp_nan(format);
    case MINUS_LITTLE:
        return fp_pack(format, FP_RNE, true, -format.precision - 2, 1, false);
    default: assert(!"a number without a value"); return 0;
    }
}

static double specials_judge_value(struct fp_format format, uint64_t bits)
{
    return fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, bits));
}

static bool truth(const struct traits *traits, enum specials_kind kind, double x,
                  double y)
{
    bool equal = x == y || (traits->nan_equal && isnan(x) && isnan(y));

    switch (kind) {
    case SPECIALS_EQUAL: return equal;
    case SPECIALS_UNEQUAL: return !equal;
    case SPECIALS_LESS: return x < y;
    case SPECIALS_GREATER_EQUAL: return x >= y;
    default: return !(x < y);
    }
}

// Functions and comparisons; which case of the row it is, operands tell.
static uint64_t specials_judge_value_of(const struct expressions_call *call, uint64_t a,
                                        uint64_t b)
{
    const struct specials_row *row = &specials_rows[call->expression];
    struct fp_format format = call->traits->model.format;

    if (row->kind != SPECIALS_FUNCTION && row->kind != SPECIALS_TRUTH &&
        row->kind != SPECIALS_SELECT) {
        bool is_so = truth(call->traits, row->kind, specials_judge_value(format, a),
                           specials_judge_value(format, b));

        return specials_bits(format, is_so ? ONE : ZERO);
    }
    if (row->flags & SPECIALS_BY_EXP && call->traits->tanh_overflows)
        return fp_nan(format);
    // 0 times what is not selected
    if (row->kind == SPECIALS_SELECT && call->traits->by_product &&
        (a & ~fp_zero(format, true)) >= fp_infinity(format, false))
        return fp_nan(format);
    for (int i = 0; i < specials_cases(row); i++) {
        uint64_t x = specials_bits(format, row->cases[i][0]);
        uint64_t y = specials_bits(format, row->cases[i][1]);

        // a NaN may have come with another pattern
        if ((x == a || (fp_is_nan(format, x) && fp_is_nan(format, a))) &&
            (y == b || (fp_is_nan(format, y) && fp_is_nan(format, b))))
            return specials_bits(format, row->cases[i][2]);
    }
    return fp_nan(format);
}

bool specials_answer(const struct expressions_call *call)
{
    static const enum unit_op ops[] = {
        [SPECIALS_ADD] = UNIT_ADD, [SPECIALS_SUB] = UNIT_SUB,   [SPECIALS_MUL] = UNIT_MUL,
        [SPECIALS_DIV] = UNIT_DIV, [SPECIALS_SQRT] = UNIT_SQRT,
    };
    uint64_t a[EXPRESSIONS_CHUNK], b[EXPRESSIONS_CHUNK], out[EXPRESSIONS_CHUNK];
    enum specials_kind kind = specials_rows[call->expression].kind;
    bool ok = true;

    if (kind == SPECIALS_BITS) {
        memcpy(call->out[0], call->in[0], call->count * sizeof *call->in[0]);
        return true;
    }
    expressions_load(call, 0, a);
    expressions_load(call, 1, b);
    if (kind <= SPECIALS_SQRT)
        ok = expressions_apply(call, ops[kind], a, kind == SPECIALS_SQRT ? NULL : b, NULL,
                               out);
    for (size_t i = 0; i < call->count && kind > SPECIALS_SQRT; i++)
        out[i] = specials_judge_value_of(call, a[i], b[i]);
    if (ok)
        expressions_store(call, 0, out);
    return ok;
}

// The answers of this probe.
// clang-format off
static const struct finding_kind
    kind_largest = { "largest", "max", FINDING_WORD },
    kind_minus_largest = { "minus-largest", "-max", FINDING_WORD },
    kind_true = { "true", "true", FINDING_WORD },
    kind_false = { "false", "false", FINDING_WORD },
    kind_not_nan = { "not-nan", "not NaN", FINDING_WORD },
    kind_made_quiet = { "made-quiet", "made quiet", FINDING_WORD },
    kind_payload_lost = { "payload-lost", "payload lost", FINDING_WORD },
    kind_nan_equal = { "nan-equal", "as if a NaN equalled a NaN", FINDING_WORD },
    kind_multiplied = { "selection-multiplied", "as x * (1 - a) + y * a", FINDING_WORD },
    kind_exp_infinite = { "exp-infinite", "as if e^x were infinite", FINDING_WORD },
    kind_no_infinity = { "no-infinity",
        "as if infinity were the largest finite number", FINDING_WORD },
    kind_nan_is = { "nan-is", "NaN is {word}", FINDING_WORD },
    kind_no_nan_required = { "no-nan-required", "GLSL requires no NaN", FINDING_CLAIM };
const struct finding_kind *const specials_kinds[] = {
    &kind_largest, &kind_minus_largest, &kind_true, &kind_false, &kind_not_nan,
    &kind_made_quiet, &kind_payload_lost, &kind_nan_equal, &kind_no_infinity,
    &kind_multiplied, &kind_exp_infinite, &kind_nan_is, &kind_no_nan_required, NULL
};
// clang-format on

static void specials_judge_say_word(const struct expressions_seen *seen, uint64_t word,
                                    struct finding *finding)
{
    struct fp_format format = seen->known.model.format;
    struct fp_format carrier = expressions_carrier(seen->params);
    bool boolean = specials_rows[seen->expression].kind > SPECIALS_BITS;
    double is = expressions_number(seen, word);
    double max = expressions_number(
        seen, fp_convert(format, carrier, FP_RNE, specials_bits(format, MAX)));

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
    unsigned flags = specials_rows[seen->expression].flags;
    double is = expressions_number(seen, got), should = expressions_number(seen, want);

    if (expressions_same(seen->probe, seen->params, 0, got, want))
        return true;
    if (flags & SPECIALS_EITHER_ZERO && is == 0 && should == 0)
        return true;
    return flags & SPECIALS_LOOSE && isfinite(should) &&
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
static void specials_judge_add_detail(const struct expressions_seen *seen,
                                      struct finding *finding, size_t first)
{
    unsigned flags = specials_rows[seen->expression].flags;
    size_t at = first < seen->count ? first : 0;

    if (first < seen->count)
        expressions_detail_case(seen, &seen->known, first, finding);
    if (flags & SPECIALS_UNDEFINED)
        FINDING_DETAIL(finding, &kind_undefined);
    if (flags & SPECIALS_NO_NAN)
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
    specials_judge_add_detail(seen, finding, first);
}

// Tries devices that deviate for NaN, infinity and selections, until one reproduces all.
static bool specials_explain(const struct expressions_seen *seen, struct traits *found,
                             struct finding *finding)
{
    const struct {
        const struct finding_kind *kind;
        bool *trait;
    } ways[] = {
        { &kind_nan_equal, &found->nan_equal },
        { &kind_multiplied, &found->by_product },
        { &kind_exp_infinite, &found->tanh_overflows },
        { &kind_no_infinity, &found->saturates },
    };

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        *ways[i].trait = true;
        if (expressions_reproduces(seen, found)) {
            FINDING_DETAIL(finding, ways[i].kind);
            return true;
        }
        *ways[i].trait = false;
    }
    return false;
}

bool specials_judge(const struct expressions_seen *seen, struct finding *finding,
                    struct traits *found)
{
    const struct specials_row *row = &specials_rows[seen->expression];
    size_t first;

    *found = seen->known;
    if (row->kind == SPECIALS_BITS) {
        judge_bits(seen, finding);
        return expressions_reproduces(seen, found);
    }
    finding->agree = count_accepted(seen, found, &first);
    finding->deviates = first < seen->count;
    specials_judge_say_word(seen, seen->got[0][first < seen->count ? first : 0], finding);
    if (row->flags & SPECIALS_RULES)
        finding->survivors = expressions_rules(seen, found, row->kind <= SPECIALS_SUB);
    specials_judge_add_detail(seen, finding, first);
    if (!finding->deviates || finding->survivors)
        return expressions_reproduces(seen, found);
    return specials_explain(seen, found, finding);
}
