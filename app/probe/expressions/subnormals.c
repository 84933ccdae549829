// SPDX-License-Identifier: MIT
//
// How it works
//
// With f fraction bits the subnormals are m * 2^(emin-f), m in [1, 2^f). Every expression
// has such numbers as operands or as exact results: nothing here rounds under any rule,
// so that what comes back is what is wanted, or a zero, and tells three things.
//
//   on input     x * 2^k is normal: a zero says that x was flushed before (DAZ)
//   on output    n * 2^-k of a normal n is subnormal: a zero says that the result was
//                flushed (FTZ)
//   both alike   x + 0: the one or the other, which it is cannot be seen
//
// An expression is judged by trying these: nothing flushed, operands, results, or the
// expression as a whole, each by what a device that does so would give. For binary32 -3 *
// 2^-149 * 2^25 is -0x1.8p-123 in full and -0 on a device that flushes operands.
//
// A device that flushes its arithmetic need not flush moves: loads, copies, bit casts,
// signs. It does flush what min() and floor() are given, since comparing is arithmetic.

#include "base/elementary.h"
#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/draws.h"

#include <math.h>

#define COLUMNS 24

// m in [1, 2^bits): the ends, powers of two and their neighbours, then random ones.
static double subnormals_magnitude(int line, int at, int bits)
{
    int which = at / 2;
    double top = ldexp(1, bits);

    switch (which) {
    case 0: return 1;
    case 1: return top - 1;
    case 2: return top / 2;
    case 3: return top / 2 + 1;
    case 4: return ldexp(1, bits / 2);
    case 5: return 3;
    default: break;
    }
    uint64_t seed = (uint64_t) line << 32 | (uint64_t) at;

    // random lengths as well as random bits
    bits -= (which - 6) * bits / 8;
    return (double) (draws_next(&seed) >> (64 - bits) | 1);
}

static bool is_negative(int at)
{
    return at & 1;
}

// Operands of expressions that take something else than x. [PROBE_OPERANDS]
static void set_operands(struct fp_format format, int line, int at, double *operands)
{
    int f = format.precision - 1, lowest = 1 - format.emax;
    double sign = is_negative(at) ? -1 : 1, m = subnormals_magnitude(line, at, f);
    double x = sign * ldexp(m, lowest - f), n = sign * ldexp(m, lowest);
    int raise = f + 2 < format.emax ? f + 2 : format.emax;

    switch (line) {
    case SUBNORMALS_RAISE: operands[1] = ldexp(1, raise); break;
    case SUBNORMALS_DIVIDE:
        operands[1] = ldexp(1, -(raise < -lowest ? raise : -lowest));
        break;
    case SUBNORMALS_LOWER:
        operands[0] = n;
        operands[1] = ldexp(1, -f);
        break;
    case SUBNORMALS_DIVIDE_BIG:
        operands[0] = n;
        operands[1] = ldexp(1, f);
        break;
    case SUBNORMALS_LDEXP:
        operands[0] = n;
        operands[1] = -f;
        break;
    case SUBNORMALS_SUBTRACT:
        operands[1] = sign * ldexp(1, lowest);
        operands[0] = operands[1] + x;
        break;
    case SUBNORMALS_GREATER:
        operands[0] = is_negative(at) ? 0 : x;
        operands[1] = is_negative(at) ? x : 0;
        break;
    case SUBNORMALS_UNEQUAL:
        // the next smaller one, or that of the other sign
        operands[1] =
            (at < COLUMNS / 2 ? sign : -sign) * ldexp(m > 1 ? m - 1 : 2, lowest - f);
        break;
    default: break;
    }
}

// Operands of expressions for which x is of a certain kind: powers and squares, so that
// results are exact; halves.
static void set_special(struct fp_format format, int line, int at, double *operands)
{
    int f = format.precision - 1, lowest = 1 - format.emax, which = at % f;
    double sign = is_negative(at) ? -1 : 1;
    int even = lowest - f + ((lowest - f) & 1);
    int most = (lowest - 1 - even) / 2 + 1;

    switch (line) {
    case SUBNORMALS_DIVIDE_BY:
        // 1 / x does not overflow either
        operands[0] = ldexp(1, lowest + at % (format.emax - 1));
        operands[1] = sign * ldexp(1, lowest - 1);
        break;
    case SUBNORMALS_SQRT:
        operands[0] = ldexp(1, even + 2 * (at % most));
        if (at >= COLUMNS / 2 && f >= 5)
            operands[0] = ldexp(9, even + 2 * (at % ((f - 3) / 2)));
        break;
    case SUBNORMALS_INVERSESQRT: operands[0] = ldexp(1, even + 2 * (at % most)); break;
    case SUBNORMALS_FRACT: operands[0] = fabs(operands[0]); break;
    case SUBNORMALS_EXP2: operands[0] = lowest - 1 - which; break;
    case SUBNORMALS_LOG2: operands[0] = ldexp(1, lowest - 1 - which); break;
    case SUBNORMALS_PACK:
        operands[0] = sign * ldexp(subnormals_magnitude(line, at, 10), -24);
        break;
    case SUBNORMALS_UNPACK:
        operands[0] = subnormals_magnitude(line, at, 10);
        operands[1] = is_negative(at);
        break;
    default: break;
    }
}

// x, 1, a zero of x's sign, and 1, where an expression says nothing else.
void subnormals_operand(const struct probe_params *params, int line, int at,
                        uint64_t *words)
{
    struct fp_format format = params->model.format;
    int f = format.precision - 1, lowest = 1 - format.emax;
    double sign = is_negative(at) ? -1 : 1;
    double operands[PROBE_OPERANDS] = { sign * ldexp(subnormals_magnitude(line, at, f),
                                                     lowest - f),
                                        1, copysign(0, sign), 1 };

    set_operands(format, line, at, operands);
    set_special(format, line, at, operands);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] = draws_word(params, operands[k]);
}

// ---- what a device answers ----

// One expression of one device, in the format of its model.
struct work {
    const struct expressions_call *call;
    struct fp_format format;
    bool flush_in, flush_out; // as this expression has them
    uint64_t in[PROBE_OPERANDS][EXPRESSIONS_CHUNK];
    uint64_t *out; // [EXPRESSIONS_CHUNK]
};

static bool is_subnormal(struct fp_format format, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(format, bits);

    return parts.class == FP_CLASS_FINITE &&
           parts.significand >> (format.precision - 1) == 0;
}

static uint64_t subnormals_flushed(const struct work *work, uint64_t bits, bool flush)
{
    if (!flush || !is_subnormal(work->format, bits))
        return bits;
    return fp_zero(work->format, fp_unpack(work->format, bits).negative);
}

static uint64_t subnormals_whole(const struct work *work, int value)
{
    unsigned magnitude = (unsigned) (value < 0 ? -value : value);

    return fp_pack(work->format, FP_RNE, value < 0, 0, magnitude, false);
}

// floor(log2) of a positive finite number.
static int exponent_of(const struct work *work, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(work->format, bits);

    return parts.exponent + 63 - __builtin_clzll(parts.significand);
}

// The value of a whole number.
static int integer(const struct work *work, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(work->format, bits);
    fp_u128 significand = parts.significand;

    significand = parts.exponent < 0 ? significand >> -parts.exponent
                                     : significand << parts.exponent;
    return parts.negative ? -(int) significand : (int) significand;
}

static bool is_move(int line)
{
    switch (line) {
    case SUBNORMALS_LOAD:
    case SUBNORMALS_COPY:
    case SUBNORMALS_BIT_CAST:
    case SUBNORMALS_NEGATE:
    case SUBNORMALS_ABS:
    case SUBNORMALS_SELECT:
    case SUBNORMALS_MIX:
    case SUBNORMALS_PACK:
    case SUBNORMALS_UNPACK:
    case SUBNORMALS_VARYING:
    case SUBNORMALS_UNIFORM: return true;
    default: return false;
    }
}

static bool is_comparison(int line)
{
    return line == SUBNORMALS_GREATER || line == SUBNORMALS_EQUAL ||
           line == SUBNORMALS_UNEQUAL;
}

static uint64_t subnormals_move(const struct work *work, size_t i)
{
    struct fp_format format = work->format;
    uint64_t x = subnormals_flushed(work, work->in[0][i], work->flush_in);
    uint64_t sign = fp_zero(format, true);
    struct fp_parts parts = fp_unpack(format, x);

    switch (work->call->expression) {
    case SUBNORMALS_NEGATE: return x ^ sign;
    case SUBNORMALS_ABS: return x & ~sign;
    case SUBNORMALS_PACK:
        return work->flush_in ? fp_zero(format, parts.negative)
                              : fp_pack(format, FP_RNE, parts.negative,
                                        parts.exponent + 24, parts.significand, false);
    case SUBNORMALS_UNPACK: {
        bool negative = fp_unpack(format, work->in[1][i]).class != FP_CLASS_ZERO;

        return work->flush_in ? fp_zero(format, negative)
                              : fp_pack(format, FP_RNE, negative, parts.exponent - 24,
                                        parts.significand, false);
    }
    default: return x;
    }
}

// Zeros of either sign are equal; operands are finite, and positive where they differ
// in more than being zero or not.
static bool subnormals_compare(const struct work *work, size_t i)
{
    bool equal = work->call->expression == SUBNORMALS_EQUAL;
    uint64_t x = subnormals_flushed(work, work->in[0][i], work->flush_in);
    uint64_t y = subnormals_flushed(work, work->in[equal ? 2 : 1][i], work->flush_in);
    uint64_t sign = fp_zero(work->format, true);
    bool both_zero = !((x | y) & ~sign);

    switch (work->call->expression) {
    case SUBNORMALS_EQUAL: return x == y || both_zero;
    case SUBNORMALS_UNEQUAL: return !(x == y || both_zero);
    default: break;
    }
    if (both_zero || x == y)
        return false;
    // x > y: greater if positive, smaller if negative
    return x & sign ? y & sign && (x & ~sign) < (y & ~sign)
                    : y & sign || (x & ~sign) > (y & ~sign);
}

// Functions of a number that is smaller than 1 in magnitude, or a small whole number.
static uint64_t function(const struct work *work, size_t i)
{
    struct fp_format format = work->format;
    uint64_t x = subnormals_flushed(work, work->in[0][i], work->flush_in);
    struct fp_parts parts = fp_unpack(format, x);
    bool zero = parts.class == FP_CLASS_ZERO;

    switch (work->call->expression) {
    case SUBNORMALS_FLOOR:
        return zero             ? x
               : parts.negative ? subnormals_whole(work, -1)
                                : fp_zero(format, false);
    case SUBNORMALS_CEIL:
        return zero             ? x
               : parts.negative ? fp_zero(format, true)
                                : subnormals_whole(work, 1);
    case SUBNORMALS_SIGN:
        return zero ? x : subnormals_whole(work, parts.negative ? -1 : 1);
    case SUBNORMALS_LDEXP:
        return fp_pack(format, FP_RNE, parts.negative,
                       parts.exponent + integer(work, work->in[1][i]), parts.significand,
                       false);
    case SUBNORMALS_EXP2:
        return fp_pack(format, FP_RNE, false, integer(work, x), 1, false);
    case SUBNORMALS_LOG2:
        return zero ? fp_infinity(format, true)
                    : subnormals_whole(work, exponent_of(work, x));
    // min, max, clamp: it is always x that is left; fract, of a positive one
    default: return x;
    }
}

static bool subnormals_apply(const struct work *work, enum unit_op op, const uint64_t *a,
                             const uint64_t *b, const uint64_t *c)
{
    struct traits traits = *work->call->traits;
    struct expressions_call call = *work->call;

    traits.model.flush_in = work->flush_in;
    traits.model.flush_out = work->flush_out;
    call.traits = &traits;
    return expressions_apply(&call, op, a, b, c, work->out);
}

static bool subnormals_compute(const struct work *work)
{
    const uint64_t *a = work->in[0], *b = work->in[1], *c = work->in[2];

    switch (work->call->expression) {
    case SUBNORMALS_ADD_ZERO: return subnormals_apply(work, UNIT_ADD, a, c, NULL);
    case SUBNORMALS_DOUBLE: return subnormals_apply(work, UNIT_ADD, a, a, NULL);
    case SUBNORMALS_SUBTRACT: return subnormals_apply(work, UNIT_SUB, a, b, NULL);
    case SUBNORMALS_TIMES_ONE:
    case SUBNORMALS_RAISE:
    case SUBNORMALS_LOWER: return subnormals_apply(work, UNIT_MUL, a, b, NULL);
    case SUBNORMALS_DIVIDE:
    case SUBNORMALS_DIVIDE_BY:
    case SUBNORMALS_DIVIDE_BIG: return subnormals_apply(work, UNIT_DIV, a, b, NULL);
    case SUBNORMALS_SQRT: return subnormals_apply(work, UNIT_SQRT, a, NULL, NULL);
    case SUBNORMALS_INVERSESQRT:
        // operand 3 is 1
        return subnormals_apply(work, UNIT_SQRT, a, NULL, NULL) &&
               subnormals_apply(work, UNIT_DIV, work->in[3], work->out, NULL);
    case SUBNORMALS_FMA: return subnormals_apply(work, UNIT_FMA, a, b, c);
    default: break;
    }
    for (size_t i = 0; i < work->call->count; i++)
        work->out[i] = subnormals_flushed(work, function(work, i), work->flush_out);
    return true;
}

bool subnormals_answer(const struct expressions_call *call)
{
    const struct fp_model *model = &call->traits->model;
    uint64_t out[EXPRESSIONS_CHUNK];
    bool all = call->traits->flushes >> call->expression & 1;
    bool chain = call->params->precision == PRECISION_MEDIUMP ||
                 call->params->precision == PRECISION_LOWP;
    struct work work = {
        .call = call,
        .format = model->format,
        .flush_in = all || (model->flush_in && !is_move(call->expression)),
        .flush_out = all || (model->flush_out && !is_move(call->expression)),
        .out = out,
    };
    bool ok = true;

    for (int k = 0; k < PROBE_OPERANDS; k++)
        expressions_load(call, k, work.in[k]);
    for (size_t i = 0; i < call->count && is_move(call->expression); i++)
        out[i] = subnormals_move(&work, i);
    for (size_t i = 0; i < call->count && is_comparison(call->expression); i++)
        out[i] = subnormals_whole(&work, subnormals_compare(&work, i));
    if (!is_move(call->expression) && !is_comparison(call->expression))
        ok = subnormals_compute(&work) &&
             (!chain || subnormals_apply(&work, UNIT_MUL, out, work.in[3], NULL));
    if (ok)
        expressions_store(call, 0, out);
    return ok;
}

// ---- what is told of its answers ----
//
// What was done to the subnormals of an expression: the traits that give just these
// answers, or else what most of them look like.

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
        FINDING_ALSO(finding, &kind_subnormals_not_exact);
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
