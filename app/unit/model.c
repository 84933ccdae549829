// SPDX-License-Identifier: MIT
//
// How it works
//
// Operands are whole numbers times powers of two. Each operation computes such a
// number exactly, or its upper bits and a sticky flag for what lies below them, and
// leaves the rest to fp_pack. Sums have code of their own, which begins with a drawing.
// The drawing also shows what sum_exact does with twice the places: an addend against a
// whole product.

#include "base/fp.h"
#include "unit/unit.h"

#include <assert.h>

// ---- sums ----
//
// Identifying a picture takes some million sums, so this works on encodings. As fp.c
// explains, a magnitude is steps * 2^(p-1) + significand, where steps counts last
// places from that of the subnormals. Larger magnitudes are larger numbers, so that
// one comparison finds the larger operand. It stands high in a word of 64 bits, and
// the smaller one is shifted to it:
//
//     larger    1xxxxxxx 000000000000
//     smaller        1xx xxxxx000000|xx -> sticky      the word ends at the bar
//
// There is room for 9 places or more behind the larger one. Bits are lost only if the
// operands are farther apart than that; a difference then cancels one place at most,
// so that all a rounding can ask for is still above the bar. It borrows 1 from the
// last place, and what is left below is sticky again.
//
// An adder without a sticky bit has its bar g places below the larger operand's ulp,
// and forgets what it shifts out.

struct adder {
    int fraction_bits;
    int lowest;        // exponent of the last place of subnormals
    int room;          // places behind the larger significand
    uint64_t sign;     // its bit; all below it are the magnitude
    uint64_t infinity; // magnitude
    uint64_t nan;
    uint64_t kept; // places of the smaller operand that are added
    bool sticky;
    bool flush_in, flush_out;
    uint64_t zero_of_difference; // x - x
    unsigned away;               // fp_round_aways
};

static struct adder adder_make(const struct fp_model *model)
{
    int guard = fp_round_guard_bits(model->round);
    int room = 62 - model->format.precision;

    return (struct adder){
        .fraction_bits = model->format.precision - 1,
        .lowest = 2 - model->format.emax - model->format.precision,
        .room = room,
        .sign = fp_zero(model->format, true),
        .infinity = fp_infinity(model->format, false),
        .nan = fp_nan(model->format),
        .kept = guard < 0 ? UINT64_MAX : UINT64_MAX << (room - guard),
        .sticky = guard < 0,
        .flush_in = model->flush_in,
        .flush_out = model->flush_out,
        .zero_of_difference = fp_zero(model->format, model->round == FP_RDN),
        .away = fp_round_aways(fp_round_last(model->round)),
    };
}

static bool round_away(const struct adder *adder, uint64_t sign, bool odd, bool half,
                       bool rest)
{
    return adder->away >> ((sign != 0) << 3 | odd << 2 | half << 1 | rest) & 1;
}

// `sum` counts places that lie `room` below the place of `steps`.
static uint64_t round_sum(const struct adder *adder, uint64_t sign, int steps,
                          uint64_t sum, bool lost)
{
    int drop = 63 - __builtin_clzll(sum) - adder->fraction_bits;
    steps += drop - adder->room;
    if (steps < 0) {
        if (adder->flush_out)
            return sign; // without a sticky bit, what was cut off is not known here
        drop -= steps;
        steps = 0;
    }
    uint64_t magnitude = (uint64_t) steps << adder->fraction_bits;
    if (drop <= 0) {
        magnitude += sum << -drop;
    } else {
        uint64_t twice = sum >> (drop - 1);
        bool rest = lost || twice << (drop - 1) != sum;
        magnitude += (twice >> 1) + round_away(adder, sign, twice & 2, twice & 1, rest);
    }
    // beyond the largest finite number, which is odd, by more than half an ulp
    if (magnitude >= adder->infinity)
        magnitude = adder->infinity - !round_away(adder, sign, true, true, true);
    return sign | magnitude;
}

// Last places from that of the subnormals.
static int steps_of(const struct adder *adder, uint64_t magnitude)
{
    int field = (int) (magnitude >> adder->fraction_bits);
    return field > 0 ? field - 1 : 0;
}

static uint64_t adder_flushed(const struct adder *adder, uint64_t magnitude)
{
    bool flush = adder->flush_in && magnitude >> adder->fraction_bits == 0;
    return flush ? 0 : magnitude;
}

static uint64_t adder_add(const struct adder *adder, uint64_t x, uint64_t y)
{
    uint64_t mask = adder->sign - 1;
    uint64_t larger = x & mask, smaller = y & mask;
    uint64_t sign = x & adder->sign;
    bool subtract = (x ^ y) & adder->sign;
    if (larger < smaller) {
        uint64_t swap = larger;
        larger = smaller;
        smaller = swap;
        sign = y & adder->sign;
    }
    if (larger >= adder->infinity) {
        bool invalid = subtract && smaller == larger;
        return larger > adder->infinity || invalid ? adder->nan : sign | larger;
    }

    larger = adder_flushed(adder, larger);
    smaller = adder_flushed(adder, smaller);
    int steps = steps_of(adder, larger), smaller_steps = steps_of(adder, smaller);
    int distance = steps - smaller_steps;
    distance = distance < 63 ? distance : 63;
    larger -= (uint64_t) steps << adder->fraction_bits;
    smaller -= (uint64_t) smaller_steps << adder->fraction_bits;
    larger <<= adder->room;
    smaller <<= adder->room;

    uint64_t aligned = smaller >> distance;
    bool lost = adder->sticky && aligned << distance != smaller;
    aligned &= adder->kept;
    uint64_t sum = subtract ? larger - aligned - lost : larger + aligned;
    if (sum == 0)
        return subtract ? adder->zero_of_difference : sign;
    return round_sum(adder, sign, steps, sum, lost);
}

// Computes UNIT_ADD and UNIT_SUB of every format and rule.
static void adder_apply(const struct unit_call *call)
{
    assert(call->op == UNIT_ADD || call->op == UNIT_SUB);
    const struct adder adder = adder_make(&call->model);
    const uint64_t flip = call->op == UNIT_SUB ? adder.sign : 0;
    for (size_t i = 0; i < call->count; i++)
        call->out[i] = adder_add(&adder, call->a[i], call->b[i] ^ flip);
}

// Sets *out to x * y if that and the operands are normal numbers; else returns false. The
// product of two significands has 2p - 1 or 2p bits; its first 64 are rounded as a sum.
static bool multiply_normal(const struct adder *adder, uint64_t x, uint64_t y,
                            uint64_t *out)
{
    uint64_t mask = adder->sign - 1, a = x & mask, b = y & mask;
    int p = adder->fraction_bits, low = p >= 32 ? 2 * p - 62 : 0;
    uint64_t hidden = UINT64_C(1) << p;
    if (a < hidden || b < hidden || a >= adder->infinity || b >= adder->infinity)
        return false;

    int a_steps = steps_of(adder, a), b_steps = steps_of(adder, b);
    int steps = a_steps + b_steps + adder->lowest;
    if (steps + p < 0)
        return false;
    a -= (uint64_t) a_steps << p;
    b -= (uint64_t) b_steps << p;
    fp_u128 product = (fp_u128) a * b;
    uint64_t sum = (uint64_t) (product >> low);
    *out = round_sum(adder, (x ^ y) & adder->sign, steps + low + adder->room, sum,
                     (fp_u128) sum << low != product);
    return true;
}

// Before rounding: (-1)^negative * (significand + t) * 2^exponent, t in (0, 1) if
// sticky, else 0.
struct number {
    bool negative;
    int exponent;
    fp_u128 significand;
    bool sticky;
};

static int model_bit_length(fp_u128 value)
{
    uint64_t high = (uint64_t) (value >> 64), low = (uint64_t) value;
    if (high != 0)
        return 128 - __builtin_clzll(high);
    return low != 0 ? 64 - __builtin_clzll(low) : 0;
}

// A zero comes as a significand of 0 with the exponent of subnormals.
static struct fp_parts model_load(const struct fp_model *model, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(model->format, bits);
    bool subnormal = parts.significand >> (model->format.precision - 1) == 0;
    if (model->flush_in && parts.class == FP_CLASS_FINITE && subnormal) {
        parts.class = FP_CLASS_ZERO;
        parts.significand = 0;
    }
    return parts;
}

static bool model_is_number(const struct fp_parts *parts)
{
    return parts->class <= FP_CLASS_FINITE;
}

static uint64_t model_store(const struct fp_model *model, struct number number)
{
    int emin = 1 - model->format.emax;
    if (model->flush_out && number.significand != 0 &&
        number.exponent + model_bit_length(number.significand) - 1 < emin)
        return fp_zero(model->format, number.negative);
    return fp_pack(model->format, fp_round_last(model->round), number.negative,
                   number.exponent, number.significand, number.sticky);
}

// IEEE 754-2019, 6.3: the sign of x + y if that is zero.
static bool zero_sign(const struct fp_model *model, bool x_negative, bool y_negative)
{
    return x_negative == y_negative ? x_negative : model->round == FP_RDN;
}

// x + y where an operand is infinite or NaN.
static uint64_t add_special(struct fp_format format, struct fp_parts x, struct fp_parts y)
{
    if (x.class == FP_CLASS_NAN || y.class == FP_CLASS_NAN)
        return fp_nan(format);
    if (model_is_number(&y) || (!model_is_number(&x) && x.negative == y.negative))
        return fp_infinity(format, x.negative);
    return model_is_number(&x) ? fp_infinity(format, y.negative) : fp_nan(format);
}

// Infinite or NaN operands of a product; zero times infinity is invalid.
static uint64_t mul_special(struct fp_format format, struct fp_parts x, struct fp_parts y)
{
    bool nan = x.class == FP_CLASS_NAN || y.class == FP_CLASS_NAN ||
               x.class == FP_CLASS_ZERO || y.class == FP_CLASS_ZERO;
    return nan ? fp_nan(format) : fp_infinity(format, x.negative != y.negative);
}

static struct number product(struct fp_parts x, struct fp_parts y)
{
    return (struct number){
        .negative = x.negative != y.negative,
        .exponent = x.exponent + y.exponent,
        .significand = (fp_u128) x.significand * y.significand,
    };
}

static uint64_t mul(const struct fp_model *model, struct fp_parts x, struct fp_parts y)
{
    if (!model_is_number(&x) || !model_is_number(&y))
        return mul_special(model->format, x, y);
    return model_store(model, product(x, y));
}

static uint64_t model_divide(const struct fp_model *model, struct fp_parts x,
                             struct fp_parts y)
{
    struct fp_format format = model->format;
    bool negative = x.negative != y.negative;
    if (x.class == FP_CLASS_NAN || y.class == FP_CLASS_NAN ||
        (x.class == y.class && x.class != FP_CLASS_FINITE))
        return fp_nan(format);
    if (x.class == FP_CLASS_INFINITE || y.class == FP_CLASS_ZERO)
        return fp_infinity(format, negative);
    if (x.class == FP_CLASS_ZERO || y.class == FP_CLASS_INFINITE)
        return fp_zero(format, negative);

    // a dividend of 120 bits by at most 53 leaves a quotient of more than 66
    int shift = 120 - model_bit_length(x.significand);
    fp_u128 dividend = (fp_u128) x.significand << shift;
    return model_store(model, (struct number){
                                  .negative = negative,
                                  .exponent = x.exponent - y.exponent - shift,
                                  .significand = dividend / y.significand,
                                  .sticky = dividend % y.significand != 0,
                              });
}

// floor(sqrt(value)), a binary digit at a time; value < 2^126.
static fp_u128 root_floor(fp_u128 value)
{
    fp_u128 root = 0;
    for (int bit = 62; bit >= 0; bit--) {
        fp_u128 trial = root | (fp_u128) 1 << bit;
        if (trial * trial <= value)
            root = trial;
    }
    return root;
}

static uint64_t square_root(const struct fp_model *model, struct fp_parts x)
{
    if (x.class == FP_CLASS_NAN || (x.negative && x.class != FP_CLASS_ZERO))
        return fp_nan(model->format);
    if (x.class == FP_CLASS_INFINITE)
        return fp_infinity(model->format, false);
    if (x.class == FP_CLASS_ZERO)
        return fp_zero(model->format, x.negative);

    // the exponent must be even; a radicand of 125 or 126 bits has a root of 63
    int shift = 126 - model_bit_length(x.significand);
    shift -= (x.exponent - shift) & 1;
    fp_u128 radicand = (fp_u128) x.significand << shift;
    fp_u128 root = root_floor(radicand);
    return model_store(model, (struct number){
                                  .exponent = (x.exponent - shift) / 2,
                                  .significand = root,
                                  .sticky = root * root != radicand,
                              });
}

static void normalise(struct number *number)
{
    int shift = 126 - model_bit_length(number->significand);
    number->significand <<= shift;
    number->exponent -= shift;
}

// x + y, neither of them zero nor sticky; a sum of zero has no sign of its own.
static struct number sum_exact(struct number x, struct number y)
{
    normalise(&x);
    normalise(&y);
    if (x.exponent < y.exponent ||
        (x.exponent == y.exponent && x.significand < y.significand)) {
        struct number swap = x;
        x = y;
        y = swap;
    }
    int distance = x.exponent - y.exponent;
    fp_u128 smaller = distance < 128 ? y.significand >> distance : 0;
    bool lost = distance >= 128 || smaller << distance != y.significand;
    x.significand = x.negative == y.negative ? x.significand + smaller
                                             : x.significand - smaller - lost;
    x.sticky = lost;
    return x;
}

static uint64_t fma_special(struct fp_format format, struct fp_parts x, struct fp_parts y,
                            struct fp_parts z)
{
    if (model_is_number(&x) && model_is_number(&y))
        return add_special(format, (struct fp_parts){ .class = FP_CLASS_ZERO }, z);
    uint64_t xy = mul_special(format, x, y);
    return add_special(format, fp_unpack(format, xy), z);
}

static uint64_t model_multiply_add(const struct fp_model *model, struct fp_parts x,
                                   struct fp_parts y, struct fp_parts z)
{
    if (!model_is_number(&x) || !model_is_number(&y) || !model_is_number(&z))
        return fma_special(model->format, x, y, z);

    struct number xy = product(x, y),
                  addend = { z.negative, z.exponent, z.significand, false };
    if (addend.significand == 0 && xy.significand == 0)
        return fp_zero(model->format, zero_sign(model, xy.negative, addend.negative));
    if (addend.significand == 0)
        return model_store(model, xy);
    if (xy.significand == 0)
        return model_store(model, addend);
    struct number sum = sum_exact(xy, addend);
    if (sum.significand == 0)
        return fp_zero(model->format, zero_sign(model, xy.negative, addend.negative));
    return model_store(model, sum);
}

static uint64_t model_compute(const struct unit_call *call, size_t i)
{
    const struct fp_model *model = &call->model;
    struct fp_parts a = model_load(model, call->a[i]);
    if (call->op == UNIT_SQRT)
        return square_root(model, a);

    struct fp_parts b = model_load(model, call->b[i]);
    switch (call->op) {
    case UNIT_MUL: return mul(model, a, b);
    case UNIT_DIV: return model_divide(model, a, b);
    case UNIT_FMA: return model_multiply_add(model, a, b, model_load(model, call->c[i]));
    default: assert(false); return 0;
    }
}

static bool model_can(const struct unit *unit, enum unit_op op,
                      const struct fp_model *model)
{
    (void) unit;
    struct fp_format format = model->format;
    return (unsigned) op < UNIT_OP_COUNT && (unsigned) model->round < FP_ROUND_COUNT &&
           format.precision >= 2 && format.precision <= 53 && format.emax >= 2 &&
           format.emax <= 1023;
}

static bool model_apply(const struct unit *unit, const struct unit_call *call)
{
    assert(model_can(unit, call->op, &call->model));
    if (call->op == UNIT_ADD || call->op == UNIT_SUB) {
        adder_apply(call);
        return true;
    }
    const struct adder adder = adder_make(&call->model);
    const bool multiplies = call->op == UNIT_MUL;

    for (size_t i = 0; i < call->count; i++)
        if (!multiplies ||
            !multiply_normal(&adder, call->a[i], call->b[i], &call->out[i]))
            call->out[i] = model_compute(call, i);
    return true;
}

struct unit unit_model(void)
{
    return (struct unit){ .name = "model", .can = model_can, .apply = model_apply };
}
