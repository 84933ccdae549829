// SPDX-License-Identifier: MIT
//
// Floats and whole numbers, from one to the other and among themselves. All answers are
// words, so that an int and the sign of a zero come back as they are.
//
// How it works
//
// Floats are built as plain + ulps * u + top * 2^(p-1) for the p bits that a device has,
// u = 2^(1-p): 1 - u/2 is the last number below 1, 2^(p-1) the first with no fraction
// behind it. All are exact in binary64, and in binary32 for p up to 24.
//
// Integers that a float of p bits cannot hold are 2^(p-1+s) + m 2^s + r with r < 2^s:
// significand 2^(p-1) + m, and r of 2^s left over, a tie where r is half of that. For
// p = 24, s = 1, m = 1, r = 1 this is 16777219, between 16777218 and 16777220, of which
// the second is even.

#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/expressions_judge.h"
#include "probe/list.h"
#include "probe/shared/trial.h"

#include <math.h>

#define INTEGERS_CASES 32

// What becomes of numbers that an integer does not hold.
enum integers_outside { INTEGERS_SATURATES, INTEGERS_WRAPS };

// How mod(x, y) may be computed: as GLSL has it, in single operations; with the product
// and the difference fused; by the fraction of the quotient; as if that were exact.
enum integers_quotient {
    INTEGERS_MOD_FLOOR,
    INTEGERS_MOD_FUSED,
    INTEGERS_MOD_FRACT,
    INTEGERS_MOD_EXACT,
};

struct number {
    double plain, ulps, top;
};

#define PLAIN(value)  \
    {                 \
        (value), 0, 0 \
    }

// Magnitudes, each with both signs.
static const struct number general[] = {
    PLAIN(0.25),  PLAIN(0.5),      PLAIN(0.75),    { 1, -0.5, 0 },
    PLAIN(1),     { 1, 1, 0 },     { 2, -1, 0 },   PLAIN(2.5),
    PLAIN(3.5),   { 0.5, 0, 0.5 }, { -0.5, 0, 1 }, { 1, 0, 1 },
    { -1, 0, 2 }, PLAIN(100),      PLAIN(0x1p-14), PLAIN(0x1p+100),
};
// Four that are none, so that truncation is not taken for ties to zero.
static const struct number ties[] = {
    PLAIN(0.5),      PLAIN(1.5),      PLAIN(2.5),     PLAIN(3.5),
    PLAIN(4.5),      PLAIN(5.5),      PLAIN(6.5),     PLAIN(7.5),
    PLAIN(10.25),    PLAIN(10.75),    PLAIN(11.25),   PLAIN(11.75),
    { 0.5, 0, 0.5 }, { 1.5, 0, 0.5 }, { -1.5, 0, 1 }, { -0.5, 0, 1 },
};
static const struct number beside_ties[] = {
    PLAIN(0.25), PLAIN(0.75),       { 0.5, -0.25, 0 }, { 0.5, 0.5, 0 },
    PLAIN(1.25), PLAIN(1.75),       { 1, -0.5, 0 },    { 1, 1, 0 },
    PLAIN(3),    { 0.25, 0, 0.25 }, { 0.75, 0, 0.25 }, { 0, 0, 1 },
    { 1, 0, 1 }, { -1, 0, 2 },      PLAIN(0x1p+100),   PLAIN(0x1p-100),
};
static const struct number fractions[] = {
    PLAIN(0.25),     PLAIN(0.5),        PLAIN(0.75),  PLAIN(1.5),
    PLAIN(3.75),     { 1, -0.5, 0 },    { 2, -1, 0 }, PLAIN(2.5),
    { 0.5, 0, 0.5 }, { 0.75, 0, 0.25 }, { 0, 0, 1 },  { 1, 0, 1 },
    { -1, 0, 2 },    PLAIN(0x1p+100),   PLAIN(1),     PLAIN(100.25),
};
// The last gives 1.0 unless sums truncate.
static const struct number tiny[] = {
    { 0, 0.25, 0 },  { 0, 0.75, 0 },  { 0, 0.125, 0 },  { 0, 0.375, 0 },
    { 0, 0.625, 0 }, { 0, 0.875, 0 }, { 0, 0.1875, 0 }, { 0, 1.25, 0 },
    { 0, 1.75, 0 },  PLAIN(0x1p-14),  PLAIN(0x1p-30),   PLAIN(0x1p-60),
    PLAIN(0x1p-100), PLAIN(0x1p-126), { 0, 0.3125, 0 }, { 0, 0.0625, 0 },
};
static const struct number signs[] = {
    PLAIN(0),       PLAIN(1),        PLAIN(0.25),     PLAIN(100),
    PLAIN(0x1p-14), PLAIN(0x1p-126), PLAIN(0x1p+100), { 0, 1, 0 },
    PLAIN(0),       PLAIN(2),        PLAIN(0.75),     PLAIN(3),
    PLAIN(0x1p-13), PLAIN(INFINITY), PLAIN(0x1p+127), { 0, 0, 1 },
};
static const struct number below_half[] = {
    PLAIN(0.25),   PLAIN(0.125),  PLAIN(0.375),   PLAIN(0.4375),
    PLAIN(0.0625), PLAIN(0.3125), PLAIN(0x1p-14), PLAIN(0x1p-100),
};
static const double too_large[] = {
    0x1.4p+31, 0x1.8p+31, 0x1p+32, 0x1.8p+32, 0x1p+33, 0x1p+40, 0x1p+64, 0x1p+127,
};
// Whole but for what is cut off: -0.25 is 0 already, and in range.
static const double negative[] = {
    1,       1.25,    1.5,     1.75,      2,       3,       3.5,     100,
    0x1p+16, 0x1p+30, 0x1p+31, 0x1.8p+31, 0x1p+32, 0x1p+33, 0x1p+40, 0x1p+127,
};
// Quotients that are whole, which a product with 1/y may miss; others; and x below a
// multiple of y by so little that the quotient rounds up to it: (3 + 2u)/(1 + u) is 3,
// and x - y * 3 then negative.
static const struct {
    struct number x, y;
} quotients[INTEGERS_CASES] = {
    { PLAIN(6), PLAIN(3) },       { PLAIN(7), PLAIN(3) },
    { PLAIN(-1), PLAIN(3) },      { PLAIN(5.5), PLAIN(2) },
    { PLAIN(-5.5), PLAIN(2) },    { PLAIN(7), PLAIN(-3) },
    { PLAIN(-7), PLAIN(-3) },     { PLAIN(49), PLAIN(49) },
    { PLAIN(98), PLAIN(49) },     { PLAIN(41), PLAIN(41) },
    { PLAIN(82), PLAIN(41) },     { PLAIN(47), PLAIN(47) },
    { PLAIN(55), PLAIN(55) },     { PLAIN(61), PLAIN(61) },
    { PLAIN(83), PLAIN(83) },     { PLAIN(97), PLAIN(97) },
    { PLAIN(107), PLAIN(107) },   { PLAIN(115), PLAIN(115) },
    { PLAIN(103), PLAIN(103) },   { PLAIN(119), PLAIN(7) },
    { PLAIN(91), PLAIN(13) },     { PLAIN(99), PLAIN(11) },
    { PLAIN(25), PLAIN(5) },      { PLAIN(15), PLAIN(5) },
    { PLAIN(35), PLAIN(7) },      { PLAIN(100), PLAIN(10) },
    { PLAIN(0), PLAIN(3) },       { { 3, -2, 0 }, PLAIN(3) },
    { { 7, -4, 0 }, PLAIN(7) },   { { 5, -4, 0 }, PLAIN(5) },
    { { 3, 2, 0 }, { 1, 1, 0 } }, { { 5, 4, 0 }, { 1, 1, 0 } },
};
// (s, m, r) as said above.
static const int unheld[INTEGERS_CASES / 2][3] = {
    { 1, 0, 1 },  { 1, 1, 1 },  { 1, 2, 1 },  { 1, 3, 1 },  { 2, 0, 1 }, { 2, 0, 3 },
    { 2, 1, 1 },  { 2, 1, 3 },  { 3, 2, 3 },  { 3, 2, 4 },  { 3, 3, 4 }, { 3, 3, 5 },
    { 6, 0, 32 }, { 6, 1, 31 }, { 6, 1, 33 }, { 5, 1, 16 },
};
static const uint32_t nans[] = { 0x7fc00000, 0xffc00000, 0x7fffffff, 0xffc01234 };

static double value_of(const struct probe_params *params, struct number number)
{
    int p = params->precision_bits;

    return number.plain + number.ulps * ldexp(1, 1 - p) + number.top * ldexp(1, p - 1);
}

static double with_sign(int at, double magnitude)
{
    return at % 2 ? -magnitude : magnitude;
}

static double one_ulp_more(const struct probe_params *params, int at)
{
    return 1 + (at ? ldexp(1, 1 - params->precision_bits) : 0);
}

// x of the expressions that make an integer of it.
static double to_integer_operand(const struct probe_params *params, int line, int at)
{
    int j = at / 2;
    bool last = j == INTEGERS_CASES / 2 - 1;

    switch (line) {
    case INTEGERS_TO_INT:
        if (last)
            return at % 2 ? -0x1p+31 : 0x1p+30;
        return with_sign(at, value_of(params, general[j]));
    case INTEGERS_TO_UINT:
        return (last ? 0x1p+30 : value_of(params, general[j])) * (at % 2 ? 2 : 1);
    case INTEGERS_INT_RANGE:
        return with_sign(at, too_large[j % 8] * one_ulp_more(params, j / 8));
    case INTEGERS_UINT_NEGATIVE: return -negative[at % 16];
    case INTEGERS_UINT_RANGE:
        return too_large[2 + at % 6] * one_ulp_more(params, at / 6 % 2);
    default: return with_sign(at, INFINITY);
    }
}

// Returns true if an expression makes an int or a uint of x.
static bool integers_makes_integer(int line)
{
    switch (line) {
    case INTEGERS_TO_INT:
    case INTEGERS_TO_UINT:
    case INTEGERS_INT_RANGE:
    case INTEGERS_UINT_NEGATIVE:
    case INTEGERS_UINT_RANGE:
    case INTEGERS_INT_NAN:
    case INTEGERS_UINT_NAN:
    case INTEGERS_INT_INFINITY:
    case INTEGERS_UINT_INFINITY: return true;
    default: return false;
    }
}

static double float_operand(const struct probe_params *params, int line, int at)
{
    int j = at / 2;

    switch (line) {
    case INTEGERS_ROUND_TIES:
    case INTEGERS_ROUND_EVEN: return with_sign(at, value_of(params, ties[j]));
    case INTEGERS_ROUND: return with_sign(at, value_of(params, beside_ties[j]));
    case INTEGERS_TRUNC:
    case INTEGERS_FLOOR:
    case INTEGERS_CEIL: return with_sign(at, value_of(params, general[j]));
    case INTEGERS_FRACT: return with_sign(at, value_of(params, fractions[j]));
    case INTEGERS_FRACT_TINY: return -value_of(params, tiny[at % 16]);
    case INTEGERS_MOD: return value_of(params, quotients[at].x);
    case INTEGERS_SIGN: return with_sign(at, value_of(params, signs[j]));
    default: return -value_of(params, below_half[at % 8]);
    }
}

static int64_t integer_operand(const struct probe_params *params, int line, int at)
{
    int p = params->precision_bits, j = at / 2;
    int64_t top = INT64_C(1) << (p - 1);
    int64_t small[] = { 0, 1, 2, 3, 5, 7, 10, 100, top - 1, top, top + 1, 2 * top - 1 };
    int64_t n = line == INTEGERS_FROM_SMALL
                    ? small[j % 12]
                    : ((top + unheld[j][1]) << unheld[j][0]) + unheld[j][2];

    if (line == INTEGERS_FROM_UINT)
        return at % 2 ? INT64_C(0xffffffff) - n : n;
    return at % 2 ? -n : n;
}

// To nearest even, whatever direction a driver left this processor in: 1.25 * (1 + u) has
// more than p bits.
static uint64_t to_word(double value)
{
    return fp_convert(FP_BINARY64, FP_BINARY32, FP_RNE, fp_bits64(value));
}

void integers_operand(const struct probe_params *params, int line, int at,
                      uint64_t *words)
{
    double x = 0;

    words[1] = words[2] = 0;
    if (integers_makes_integer(line))
        x = to_integer_operand(params, line, at);
    else if (line == INTEGERS_FROM_SMALL || line == INTEGERS_FROM_INT ||
             line == INTEGERS_FROM_UINT)
        words[2] = (uint32_t) integer_operand(params, line, at);
    else
        x = float_operand(params, line, at);
    words[0] = to_word(x);
    if (line == INTEGERS_INT_NAN || line == INTEGERS_UINT_NAN)
        words[0] = nans[at % 4];
    if (line == INTEGERS_MOD)
        words[1] = to_word(value_of(params, quotients[at].y));
}

// x, a binary32 pattern, rounded to a whole number by one of the first eleven rules; the
// sign of a zero is that of x.
static uint32_t integers_whole(enum fp_round rule, uint32_t bits)
{
    double x = (double) fp_from_bits(bits);

    // From 2^23 on there is no fraction.
    if (isnan(x) || isinf(x) || fabs(x) >= 0x1p+23)
        return bits;
    double low = floor(fabs(x)), rest = fabs(x) - low;
    bool odd = fmod(low, 2) != 0;

    low += fp_round_away(rule, x<0, odd, rest >= 0.5, rest> 0 && rest != 0.5);
    return fp_bits((float) low) | (bits & 0x80000000);
}

// x rounded to a whole number by `rule`, as the pattern of an int, or of a uint; a NaN
// becomes 0.
static uint32_t integers_word(enum fp_round rule, enum integers_outside outside,
                              bool is_signed, uint32_t bits)
{
    double whole = (double) fp_from_bits(integers_whole(rule, bits));
    double least = is_signed ? -0x1p+31 : 0, most = is_signed ? 0x1p+31 - 1 : 0x1p+32 - 1;

    if (isnan(whole) || (isinf(whole) && outside == INTEGERS_WRAPS))
        return 0;
    if (outside == INTEGERS_WRAPS)
        whole = fmod(whole, 0x1p+32);
    else
        whole = fmin(fmax(whole, least), most);
    return (uint32_t) (int64_t) whole;
}

// The rule by which an expression rounds to a whole number: round, trunc, floor, ...
static enum fp_round integers_rule(enum integers_expression line)
{
    switch (line) {
    case INTEGERS_FLOOR: return FP_RDN;
    case INTEGERS_CEIL:
    case INTEGERS_CEIL_SIGN: return FP_RUP;
    case INTEGERS_ROUND_TIES:
    case INTEGERS_ROUND:
    case INTEGERS_ROUND_EVEN:
    case INTEGERS_ROUND_SIGN: return FP_RNE;
    default: return FP_RTZ;
    }
}

static uint64_t from_integer(const struct fp_model *model, int line, uint32_t word)
{
    bool minus = line != INTEGERS_FROM_UINT && word >> 31;
    uint64_t value = fp_pack(model->format, fp_round_last(model->round), minus, 0,
                             minus ? -word : word, false);

    return fp_convert(model->format, FP_BINARY32, FP_RNE, value);
}

static uint64_t sign_of(uint32_t bits)
{
    if (!(bits & 0x7fffffff))
        return 0;
    return (bits & 0x80000000) | 0x3f800000;
}

// An expression whose answers depend on the operand alone.
static uint64_t answer_one(const struct expressions_call *call, size_t i)
{
    uint32_t x = (uint32_t) call->in[0][i];
    enum fp_round rule = integers_rule((enum integers_expression) call->expression);

    switch (call->expression) {
    case INTEGERS_TO_INT:
    case INTEGERS_INT_RANGE:
    case INTEGERS_INT_NAN:
    case INTEGERS_INT_INFINITY: return integers_word(rule, INTEGERS_SATURATES, true, x);
    case INTEGERS_TO_UINT:
    case INTEGERS_UINT_NEGATIVE:
    case INTEGERS_UINT_RANGE:
    case INTEGERS_UINT_NAN:
    case INTEGERS_UINT_INFINITY: return integers_word(rule, INTEGERS_SATURATES, false, x);
    case INTEGERS_FROM_SMALL:
    case INTEGERS_FROM_INT:
    case INTEGERS_FROM_UINT:
        return from_integer(&call->traits->model, call->expression,
                            (uint32_t) call->in[2][i]);
    case INTEGERS_SIGN: return sign_of(x);
    default: return integers_whole(rule, x);
    }
}

// floor() of values in the format of the call's model.
static void floor_all(const struct expressions_call *call, const uint64_t *values,
                      uint64_t *out)
{
    struct fp_format format = call->traits->model.format;

    for (size_t i = 0; i < call->count; i++) {
        uint64_t wide = fp_convert(format, FP_BINARY32, FP_RNE, values[i]);

        out[i] = fp_convert(FP_BINARY32, format, FP_RNE,
                            integers_whole(FP_RDN, (uint32_t) wide));
    }
}

static bool integers_answer_fract(const struct expressions_call *call)
{
    uint64_t x[EXPRESSIONS_CHUNK], low[EXPRESSIONS_CHUNK], rest[EXPRESSIONS_CHUNK];

    expressions_load(call, 0, x);
    floor_all(call, x, low);
    bool ok = expressions_apply(call, UNIT_SUB, x, low, NULL, rest);

    expressions_store(call, 0, rest);
    return ok;
}

static uint64_t mod_exact(uint32_t x_bits, uint32_t y_bits)
{
    double x = (double) fp_from_bits(x_bits), y = (double) fp_from_bits(y_bits);
    double rest = fmod(x, y);

    if (rest != 0 && (rest < 0) != (y < 0))
        rest += y;
    return fp_convert(FP_BINARY64, FP_BINARY32, FP_RNE, fp_bits64(rest));
}

// From x, y, their quotient and floor() of that.
static bool finish_mod(const struct expressions_call *call, enum integers_quotient how,
                       const uint64_t *const values[4], uint64_t *out)
{
    const uint64_t *x = values[0], *y = values[1], *q = values[2], *low = values[3];
    uint64_t rest[EXPRESSIONS_CHUNK], minus = fp_zero(call->traits->model.format, true);

    if (how == INTEGERS_MOD_FRACT)
        return expressions_apply(call, UNIT_SUB, q, low, NULL, rest) &&
               expressions_apply(call, UNIT_MUL, y, rest, NULL, out);
    if (how == INTEGERS_MOD_FLOOR)
        return expressions_apply(call, UNIT_MUL, y, low, NULL, rest) &&
               expressions_apply(call, UNIT_SUB, x, rest, NULL, out);
    for (size_t i = 0; i < call->count; i++)
        rest[i] = low[i] ^ minus;
    return expressions_apply(call, UNIT_FMA, rest, y, x, out);
}

// Answers of the expression INTEGERS_MOD. Returns false, after logging why, if the unit
// broke.
static bool integers_mod(const struct expressions_call *call, enum integers_quotient how)
{
    uint64_t x[EXPRESSIONS_CHUNK], y[EXPRESSIONS_CHUNK], q[EXPRESSIONS_CHUNK],
        low[EXPRESSIONS_CHUNK];
    uint64_t out[EXPRESSIONS_CHUNK];

    if (how == INTEGERS_MOD_EXACT) {
        for (size_t i = 0; i < call->count; i++)
            call->out[0][i] =
                mod_exact((uint32_t) call->in[0][i], (uint32_t) call->in[1][i]);
        return true;
    }
    expressions_load(call, 0, x);
    expressions_load(call, 1, y);
    if (!expressions_apply(call, UNIT_DIV, x, y, NULL, q))
        return false;
    floor_all(call, q, low);
    bool ok = finish_mod(call, how, (const uint64_t *const[]){ x, y, q, low }, out);

    expressions_store(call, 0, out);
    return ok;
}

bool integers_answer(const struct expressions_call *call)
{
    if (call->expression == INTEGERS_FRACT || call->expression == INTEGERS_FRACT_TINY)
        return integers_answer_fract(call);
    if (call->expression == INTEGERS_MOD)
        return integers_mod(call, INTEGERS_MOD_FLOOR);
    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = answer_one(call, i);
    return true;
}

// ---- what is told of its answers ----
//
// What GLSL says exactly must be so; what it leaves open (where ties of round() go, what
// int() makes of 2^31) is told by name. A zero's sign counts in the two expressions that
// ask for it alone.

#define NEAREST                                                           \
    (VERDICT_RULE(FP_RNE) | VERDICT_RULE(FP_RNA) | VERDICT_RULE(FP_RNZ) | \
     VERDICT_RULE(FP_RNU) | VERDICT_RULE(FP_RND) | VERDICT_RULE(FP_RNO))

static bool is_same(const struct expressions_seen *seen, uint64_t got, uint64_t want)
{
    bool is_sign =
        seen->expression == INTEGERS_ROUND_SIGN || seen->expression == INTEGERS_CEIL_SIGN;
    bool signless = !is_sign && !integers_makes_integer(seen->expression);

    return got == want || (signless && !((got | want) & 0x7fffffff));
}

static bool gives(const struct expressions_seen *seen, const uint64_t *want)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i] && !is_same(seen, seen->got[0][i], want[i]))
            return false;
    return true;
}

static bool traits_give(const struct expressions_seen *seen, const struct traits *traits)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];

    return expressions_ask(seen, traits, 0, seen->count, want) && gives(seen, want[0]);
}

// The rules with which `traits` gives the answers; its own is then one of them.
static uint32_t sums_of(const struct expressions_seen *seen, struct traits *traits,
                        int last)
{
    struct traits trial = *traits;
    uint32_t rules = 0;

    for (int rule = last; rule >= 0; rule--) {
        trial.model.round = (enum fp_round) rule;
        if (!traits_give(seen, &trial))
            continue;
        rules |= VERDICT_RULE(rule);
        traits->model.round = (enum fp_round) rule;
    }
    return rules;
}

static void say_wrong(struct finding *finding)
{
    FINDING_SAY(finding, &kind_wrong, .count = (int) (finding->cases - finding->agree),
                .of = (int) finding->cases);
    finding->deviates = true;
}

// The rules by which x may have been made whole.
static uint32_t wholes_of(const struct expressions_seen *seen)
{
    bool word = integers_makes_integer(seen->expression),
         is_signed = seen->expression == INTEGERS_TO_INT;
    uint32_t rules = 0;

    for (int rule = 0; rule <= FP_RO; rule++) {
        uint64_t want[INTEGERS_CASES];

        for (size_t i = 0; i < seen->count; i++) {
            uint32_t x = (uint32_t) seen->in[0][i];

            want[i] = word ? integers_word((enum fp_round) rule, INTEGERS_SATURATES,
                                           is_signed, x)
                           : integers_whole((enum fp_round) rule, x);
        }
        rules |= gives(seen, want) ? VERDICT_RULE(rule) : 0;
    }
    return rules;
}

// floor(x + 0.5), the sum rounded as the device has it.
static bool is_floor_of_sum(const struct expressions_seen *seen)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK], x[EXPRESSIONS_CHUNK],
        half[EXPRESSIONS_CHUNK];
    struct unit unit = unit_model();
    struct expressions_call call =
        expressions_call_of(seen, &seen->known, &unit, 0, seen->count, want);

    expressions_load(&call, 0, x);
    for (size_t i = 0; i < seen->count; i++)
        half[i] = fp_convert(FP_BINARY32, seen->known.model.format, FP_RNE, 0x3f000000);
    if (!expressions_apply(&call, UNIT_ADD, x, half, NULL, x))
        return false;
    expressions_store(&call, 0, x);
    for (size_t i = 0; i < seen->count; i++)
        want[0][i] = integers_whole(FP_RDN, (uint32_t) want[0][i]);
    return gives(seen, want[0]);
}

static void judge_whole(const struct expressions_seen *seen, struct finding *finding)
{
    uint32_t rules = wholes_of(seen);
    enum fp_round rule = integers_rule((enum integers_expression) seen->expression);

    if (rules & VERDICT_RULE(rule)) {
        FINDING_SAY(finding, &kind_exact);
        return;
    }
    say_wrong(finding);
    if (seen->expression == INTEGERS_ROUND && is_floor_of_sum(seen))
        FINDING_SAY(finding, &kind_floor_of_sum);
    else if (rules)
        FINDING_SAY(finding, &kind_rule, .rules = rules);
}

// Ties are the implementation's choice in round(), and even in roundEven().
static void judge_ties(const struct expressions_seen *seen, struct finding *finding)
{
    bool even = seen->expression == INTEGERS_ROUND_EVEN;

    finding->survivors = wholes_of(seen);
    if (!(finding->survivors & (even ? VERDICT_RULE(FP_RNE) : NEAREST)))
        say_wrong(finding);
    if (finding->survivors)
        FINDING_SAY(finding, &kind_rule, .rules = finding->survivors);
}

static void judge_from_integer(const struct expressions_seen *seen,
                               struct finding *finding, struct traits *found)
{
    bool small = seen->expression == INTEGERS_FROM_SMALL;
    uint32_t rules = sums_of(seen, found, FP_RO);
    bool exact = small && finding->agree == finding->cases;

    finding->survivors = exact ? 0 : rules;
    if (!rules)
        say_wrong(finding);
    else if (exact)
        FINDING_SAY(finding, &kind_exact);
    else
        FINDING_SAY(finding, &kind_rule, .rules = rules);
    finding->deviates = small ? !rules : !(rules & VERDICT_RULE(FP_RNE));
}

static void judge_fract(const struct expressions_seen *seen, struct finding *finding,
                        struct traits *found)
{
    if (sums_of(seen, found, FP_ROUND_COUNT - 1))
        FINDING_SAY(finding, &kind_exact);
    else
        say_wrong(finding);
}

// min(x - floor(x), 1 - u/2) by some rule, which keeps the answer below 1.
static bool is_clamped(const struct expressions_seen *seen)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];
    struct traits trial = seen->known;
    int p = trial.model.format.precision;
    uint64_t most = UINT64_C(0x3f800000) - (p < 24 ? UINT64_C(1) << (24 - p) : 1);

    for (int rule = 0; rule <= FP_RO; rule++) {
        trial.model.round = (enum fp_round) rule;
        if (!expressions_ask(seen, &trial, 0, seen->count, want))
            return false;
        for (size_t i = 0; i < seen->count; i++)
            want[0][i] = want[0][i] > most ? most : want[0][i];
        if (gives(seen, want[0]))
            return true;
    }
    return false;
}

static void judge_fract_tiny(const struct expressions_seen *seen, struct finding *finding,
                             struct traits *found)
{
    bool one = false;

    for (size_t i = 0; i < seen->count; i++)
        one = one || (seen->defined[i] && seen->got[0][i] == 0x3f800000);
    finding->survivors = sums_of(seen, found, FP_ROUND_COUNT - 1);
    if (finding->survivors)
        FINDING_SAY(finding, one ? &kind_one : &kind_below_one);
    else if (is_clamped(seen))
        FINDING_SAY(finding, &kind_below_one);
    else
        say_wrong(finding);
    if (finding_is(finding, &kind_below_one) && !finding->survivors)
        FINDING_ALSO(finding, &kind_clamped);
}

// x - y * n, where the product may have been rounded to the format.
static bool is_rest(const struct expressions_seen *seen, size_t i, double n)
{
    struct fp_format format = seen->known.model.format;
    double x = (double) fp_from_bits((uint32_t) seen->in[0][i]);
    double y = (double) fp_from_bits((uint32_t) seen->in[1][i]);
    double got = (double) fp_from_bits((uint32_t) seen->got[0][i]);
    uint64_t rounded = fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(y * n));
    uint64_t wide = fp_convert(format, FP_BINARY64, FP_RNE, rounded);

    return got == x - y * n || got == x - fp_from_bits64(wide);
}

// Whether floor() was taken of a quotient that is a few ulp off: where that is so near a
// whole number, it may have been either side.
static bool is_coarse_mod(const struct expressions_seen *seen, size_t i)
{
    double x = (double) fp_from_bits((uint32_t) seen->in[0][i]);
    double y = (double) fp_from_bits((uint32_t) seen->in[1][i]);
    double quotient = x / y, whole = floor(quotient + 0.5);
    double slack = ldexp(fabs(quotient), 3 - seen->known.model.format.precision);

    if (fabs(quotient - whole) <= slack)
        return is_rest(seen, i, whole) || is_rest(seen, i, whole - 1);
    return is_rest(seen, i, floor(quotient));
}

static bool is_mod_by(const struct expressions_seen *seen, const struct traits *traits,
                      enum integers_quotient how)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];
    struct unit unit = unit_model();
    struct expressions_call call =
        expressions_call_of(seen, traits, &unit, 0, seen->count, want);

    return integers_mod(&call, how) && gives(seen, want[0]);
}

static void judge_mod(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    bool coarse = true;

    for (int reciprocal = 0; reciprocal < 2; reciprocal++) {
        found->by_reciprocal = reciprocal;
        uint32_t rules = sums_of(seen, found, FP_RO);

        // A quotient that is truncated is as good as an exact one.
        if (rules && !(rules & VERDICT_RULE(FP_RNE)) &&
            is_mod_by(seen, found, INTEGERS_MOD_EXACT)) {
            FINDING_SAY(finding, &kind_exact);
            return;
        }
        if (rules) {
            FINDING_SAY(finding,
                        reciprocal ? &kind_mod_by_reciprocal : &kind_mod_by_quotient);
            return;
        }
    }
    *found = seen->known;
    for (size_t i = 0; i < seen->count; i++)
        coarse = coarse && (!seen->defined[i] || is_coarse_mod(seen, i));
    bool fused = is_mod_by(seen, found, INTEGERS_MOD_FUSED);

    if (fused || coarse) {
        FINDING_SAY(finding, &kind_mod_by_quotient);
        FINDING_ALSO(finding,
                     fused ? kept_fused(seen->params) : &kind_quotient_not_rounded);
        return;
    }
    say_wrong(finding);
    if (is_mod_by(seen, found, INTEGERS_MOD_FRACT))
        FINDING_SAY(finding, &kind_mod_by_fract);
}

// Numbers that an integer does not hold. GLSL leaves undefined what becomes of them, so
// that nothing here deviates; the ways of CPUs and GPUs are named where they are known.
static bool is_outside_way(const struct expressions_seen *seen, enum integers_outside way,
                           bool is_signed)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i] &&
            seen->got[0][i] !=
                integers_word(FP_RTZ, way, is_signed, (uint32_t) seen->in[0][i]))
            return false;
    return true;
}

// The one answer to every case, into *word; false if there are several.
static bool integers_constant(const struct expressions_seen *seen, uint64_t *word)
{
    bool found = false;

    for (size_t i = 0; i < seen->count; i++) {
        if (!seen->defined[i])
            continue;
        if (found && seen->got[0][i] != *word)
            return false;
        *word = seen->got[0][i];
        found = true;
    }
    return found;
}

// The two answers that there are, or "other".
static void say_pair(const struct expressions_seen *seen, struct finding *finding)
{
    uint64_t words[2] = { 0 };
    int count = 0;

    for (size_t i = 0; i < seen->count; i++) {
        uint64_t got = seen->got[0][i];

        if (!seen->defined[i] || (count > 0 && got == words[0]) ||
            (count > 1 && got == words[1]))
            continue;
        if (count == 2) {
            FINDING_SAY(finding, &kind_other);
            return;
        }
        words[count++] = got;
    }
    FINDING_SAY(finding, &kind_words, .word = words[0], .other = words[1]);
}

// The first case, and what became of it.
static void add_outside(const struct expressions_seen *seen, struct finding *finding)
{
    size_t i = 0;

    while (i + 1 < seen->count && !seen->defined[i])
        i++;
    expressions_case(seen, NULL, i, &finding->example);
    finding->example.operands = 1;
    FINDING_DETAIL(finding, &kind_undefined);
    FINDING_DETAIL(finding, &kind_case_of_x);
}

static void integers_judge_outside(const struct expressions_seen *seen,
                                   struct finding *finding)
{
    bool is_signed = seen->expression == INTEGERS_INT_RANGE ||
                     seen->expression == INTEGERS_INT_NAN ||
                     seen->expression == INTEGERS_INT_INFINITY;
    bool nan =
        seen->expression == INTEGERS_INT_NAN || seen->expression == INTEGERS_UINT_NAN;
    uint64_t word = 0;

    finding->agree = finding->cases;
    if (!nan && is_outside_way(seen, INTEGERS_SATURATES, is_signed)) {
        FINDING_SAY(finding, &kind_saturates);
    } else if (integers_constant(seen, &word)) {
        FINDING_SAY(finding, word ? &kind_always_word : &kind_number, .word = word);
    } else if (is_outside_way(seen, INTEGERS_WRAPS, is_signed)) {
        FINDING_SAY(finding, &kind_wraps);
    } else if (!is_signed && is_outside_way(seen, INTEGERS_SATURATES, true)) {
        FINDING_SAY(finding, &kind_saturates);
        FINDING_ALSO(finding, &kind_as_int);
    } else {
        say_pair(seen, finding);
    }
    add_outside(seen, finding);
}

static void judge_zero(const struct expressions_seen *seen, struct finding *finding)
{
    uint64_t word = 1;
    bool one = integers_constant(seen, &word);

    if (one && !(word & 0x7fffffff))
        FINDING_SAY(finding, word ? &kind_number : &kind_plus_zero,
                    .value = word ? -0.0 : 0);
    else if (one)
        FINDING_SAY(finding, &kind_always_number,
                    .value = finding_rounded((double) fp_from_bits((uint32_t) word), 6));
    else
        FINDING_SAY(finding, &kind_other);
    finding->deviates = finding->agree < finding->cases;
}

static void judge_line(const struct expressions_seen *seen, struct finding *finding,
                       struct traits *found)
{
    switch (seen->expression) {
    case INTEGERS_TO_INT:
    case INTEGERS_TO_UINT:
    case INTEGERS_ROUND:
    case INTEGERS_TRUNC:
    case INTEGERS_FLOOR:
    case INTEGERS_CEIL: judge_whole(seen, finding); break;
    case INTEGERS_ROUND_TIES:
    case INTEGERS_ROUND_EVEN: judge_ties(seen, finding); break;
    case INTEGERS_FROM_SMALL:
    case INTEGERS_FROM_INT:
    case INTEGERS_FROM_UINT: judge_from_integer(seen, finding, found); break;
    case INTEGERS_FRACT: judge_fract(seen, finding, found); break;
    case INTEGERS_FRACT_TINY: judge_fract_tiny(seen, finding, found); break;
    case INTEGERS_MOD: judge_mod(seen, finding, found); break;
    case INTEGERS_SIGN:
        if (traits_give(seen, found))
            FINDING_SAY(finding, &kind_exact);
        else
            say_wrong(finding);
        break;
    case INTEGERS_ROUND_SIGN:
    case INTEGERS_CEIL_SIGN: judge_zero(seen, finding); break;
    default: integers_judge_outside(seen, finding); break;
    }
}

// The answers are first held against IEEE 754's, to nearest even, in the device's format.
bool integers_judge(const struct expressions_seen *seen, struct finding *finding,
                    struct traits *found)
{
    struct traits ieee = TRAITS_NONE(seen->known.model);
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];
    size_t first = seen->count;

    ieee.model.round = FP_RNE;
    if (!expressions_ask(seen, &ieee, 0, seen->count, want))
        return false;
    for (size_t i = seen->count; i-- > 0;) {
        bool same = is_same(seen, seen->got[0][i], want[0][i]);

        finding->agree += seen->defined[i] && same;
        first = seen->defined[i] && !same ? i : first;
    }
    judge_line(seen, finding, found);
    if (first < seen->count && !finding->detail[0].kind)
        expressions_detail_case(seen, &ieee, first, finding);
    return expressions_reproduces(seen, found);
}

// In which direction a large integer is rounded is free, and the sign of a zero too.
bool integers_breaks_glsl(const struct result *result, const struct finding *finding)
{
    if (finding_asks(finding, "from-int") || finding_asks(finding, "from-uint"))
        return finding_is(finding, &kind_wrong);
    return deviates_is_promised(result, finding) ||
           finding_is(finding, &kind_always_number);
}
