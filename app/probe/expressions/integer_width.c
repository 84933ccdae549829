// SPDX-License-Identifier: MIT
//
// This probe finds how many bits ints and uints have in each precision, and the results
// of hashes in fewer than 32 bits.
//
// An integer of n bits holds the lowest n bits of the exact number; bit n - 1 of an int
// is its sign. So 300 * 300 = 90000 is 90000 - 65536 = 24464 in 16 bits: results wrap. A
// shift uses the lowest bits of its count: if n is 16, x >> 16 is x >> 0. Constants and
// every step of a hash lose their upper bits too.
//
// highp has 32 bits, mediump at least 16 and lowp at least 9, and an overflow of 32 bits
// wraps (GLSL ES 4.7.4, 4.1.3). glGetShaderPrecisionFormat may claim more. A result
// deviates if it is wrong although the operands, every step and the exact result are in
// the range that GLSL requires or the driver claims.
//
// Operands are floats of up to 24 bits, because a driver may flush an integer whose bits
// are a subnormal float. The shader converts them. GLSL does not define the conversion of
// a number that n bits cannot hold: it wraps, or gives the nearest integer of n bits
// ("operands saturate"). llvmpipe saturates them in some expressions, depending on the
// CPU and the releases of Mesa and LLVM. Results wrap even then.
//
// The hashes are Thomas Wang's of 32 bits ("Integer Hash Function", 2007); PCG-RXS-M-XS
// (M. E. O'Neill, "PCG", HMC-CS-2014-0905, 2014), as M. Jarzynski and M. Olano have it in
// "Hash Functions for GPU Rendering" (JCGT 9, 2020); and the end of XXH32 (Y. Collet).

#include "base/fp_bits.h"
#include "probe/list.h"
#include "probe/shared/integer.h"
#include "probe/shared/trial.h"

#include <math.h>

#define COLUMNS 32
#define FIXED   8 // from a list; the others are powers of two

// Operands of a case, whole numbers of up to 32 bits.
struct integer_width_pair {
    double a, b;
};

// Whether an expression is of ints; otherwise it is of uints.
static bool integer_width_is_signed(int line)
{
    switch (line) {
    case INTEGER_WIDTH_MUL_INT:
    case INTEGER_WIDTH_ADD_INT:
    case INTEGER_WIDTH_LEFT_INT:
    case INTEGER_WIDTH_RIGHT_INT:
    case INTEGER_WIDTH_DIV_INT:
    case INTEGER_WIDTH_MUL_BARE: return true;
    default: return false;
    }
}

struct width {
    int bits; // [1, 32]
    bool is_signed;
};

static uint32_t keep(struct width width, uint32_t word)
{
    return integer_kept(width.bits, width.is_signed, word);
}

static uint32_t product_in(struct width width, uint32_t a, uint32_t b)
{
    return keep(width, a * keep(width, b));
}

// The bits of the count that are those of a place.
static int count_of(struct width width, uint32_t b)
{
    int places = 1;

    while (places < width.bits)
        places *= 2;
    return (int) (b & (uint32_t) (places - 1));
}

static uint32_t shifted_right(struct width width, uint32_t a, uint32_t b)
{
    int64_t value = width.is_signed ? (int64_t) (int32_t) a : (int64_t) a;

    return keep(width, (uint32_t) (value >> count_of(width, b)));
}

// Toward zero; what is divided by zero is none of our cases in 9 bits and more.
static uint32_t quotient_in(struct width width, uint32_t a, uint32_t b, bool remains)
{
    int64_t over = width.is_signed ? (int64_t) (int32_t) a : (int64_t) a;
    int64_t by = width.is_signed ? (int64_t) (int32_t) b : (int64_t) b;

    return by ? keep(width, (uint32_t) (remains ? over % by : over / by)) : 0;
}

static uint32_t wang(struct width width, uint32_t x)
{
    x = x ^ keep(width, 61) ^ shifted_right(width, x, 16);
    x = product_in(width, x, 9);
    x ^= shifted_right(width, x, 4);
    x = product_in(width, x, UINT32_C(0x27d4eb2d));
    return x ^ shifted_right(width, x, 15);
}

static uint32_t pcg(struct width width, uint32_t x)
{
    x = keep(width, product_in(width, x, UINT32_C(747796405)) + UINT32_C(2891336453));
    uint32_t count = shifted_right(width, x, 28) + 4;
    uint32_t word =
        product_in(width, shifted_right(width, x, count) ^ x, UINT32_C(277803737));

    return word ^ shifted_right(width, word, 22);
}

static uint32_t xxhash(struct width width, uint32_t x)
{
    x ^= shifted_right(width, x, 15);
    x = product_in(width, x, UINT32_C(2246822519));
    x ^= shifted_right(width, x, 13);
    x = product_in(width, x, UINT32_C(3266489917));
    return x ^ shifted_right(width, x, 16);
}

// What integers of so many bits, [1, 32], make of a case, as a word of 32 bits; 0 where
// the divisor becomes 0.
static uint32_t integer_width_word(int line, int bits, struct integer_width_pair pair)
{
    struct width width = { bits, integer_width_is_signed(line) };
    uint32_t a = keep(width, (uint32_t) (int64_t) pair.a);
    uint32_t b = keep(width, (uint32_t) (int64_t) pair.b);

    switch (line) {
    case INTEGER_WIDTH_ADD_INT: return keep(width, a + b);
    case INTEGER_WIDTH_LEFT_INT: return keep(width, a << count_of(width, b));
    case INTEGER_WIDTH_RIGHT_INT: return shifted_right(width, a, b);
    case INTEGER_WIDTH_DIV_INT:
    case INTEGER_WIDTH_DIV_UINT: return quotient_in(width, a, b, false);
    case INTEGER_WIDTH_MOD_UINT: return quotient_in(width, a, b, true);
    case INTEGER_WIDTH_MUL_SHIFT_UINT:
    case INTEGER_WIDTH_MUL_SHIFT_BARE:
        return shifted_right(width, product_in(width, a, b), 16);
    case INTEGER_WIDTH_WANG: return wang(width, a);
    case INTEGER_WIDTH_PCG: return pcg(width, a);
    case INTEGER_WIDTH_XXHASH: return xxhash(width, a);
    default: return product_in(width, a, b);
    }
}

// ---- operands ----

static const struct integer_width_pair products[FIXED] = {
    { 300, 300 }, { -300, 300 }, { 181, 181 },  { 1000, -1000 },
    { 15, 17 },   { -128, 256 }, { -91, -360 }, { 46341, 46341 }
};
static const struct integer_width_pair products_uint[FIXED] = {
    { 40000, 40000 }, { 300, 300 },      { 255, 257 }, { 65535, 65535 },
    { 15, 17 },       { 16777215, 255 }, { 21, 23 },   { 65537, 65535 }
};

// Returns operands whose quotient is whole, or just below a whole number.
static struct integer_width_pair quotient_of(int at, bool is_signed)
{
    static const double divisors[] = { 3, 7, 10, 255, 641, 4095, 2, 13 };
    double b = divisors[at % 8];
    double most = ldexp(1, 7 + at / 2) - 1; // 7 to 20 bits
    double a = most < b ? most : floor(most / b) * b - at % 2;

    if (at >= COLUMNS - 4) // larger than 24 bits
        a = ldexp(16777215 - 2 * at, is_signed ? 7 : 8);
    if (is_signed && at % 4 >= 2)
        a = -a;
    return (struct integer_width_pair){ a, is_signed && at % 3 == 2 ? -b : b };
}

static struct integer_width_pair factors_of(int at, bool is_signed)
{
    double sign = is_signed && at % 2 ? -1 : 1;

    if (at < FIXED)
        return is_signed ? products[at] : products_uint[at];
    return (struct integer_width_pair){ sign * ldexp(1, at / 2),
                                        ldexp(1, at - at / 2) + (at < 31) };
}

static struct integer_width_pair pair_of(int line, int at)
{
    double sign = at % 2 ? -1 : 1, half = sign * ldexp(1, at - 1);

    switch (line) {
    case INTEGER_WIDTH_ADD_INT:
        return at ? (struct integer_width_pair){ half, half }
                  : (struct integer_width_pair){ 30000, 30000 };
    case INTEGER_WIDTH_LEFT_INT: return (struct integer_width_pair){ sign, at };
    case INTEGER_WIDTH_RIGHT_INT:
        half = at < 31 ? ldexp(1, at - 1) + (at < 24) : 0x1.8p30;
        return (struct integer_width_pair){ at ? -half : -300, at * 5 % 32 };
    case INTEGER_WIDTH_DIV_INT: return quotient_of(at, true);
    case INTEGER_WIDTH_DIV_UINT:
    case INTEGER_WIDTH_MOD_UINT: return quotient_of(at, false);
    case INTEGER_WIDTH_WANG:
    case INTEGER_WIDTH_PCG:
    case INTEGER_WIDTH_XXHASH:
        return (struct integer_width_pair){ at < 16 ? at : 1009 * at, 0 };
    default: return factors_of(at, integer_width_is_signed(line));
    }
}

void integer_width_operand(const struct probe_params *params, int line, int at,
                           uint64_t *words)
{
    struct integer_width_pair pair = pair_of(line, at);

    // Keeps the operand in the range of an int.
    if (params->precision != PRECISION_HIGHP && pair.a >= 0x1p31)
        pair.a /= 2;
    words[0] = fp_bits((float) pair.a);
    words[1] = fp_bits((float) pair.b);
}

// Returns true if an `int` without a precision has the tested precision: in GLSL ES it is
// mediump in the fragment stage.
static bool can_be_bare(const struct probe_params *params)
{
    return params->stage == STAGE_FRAGMENT && params->precision == PRECISION_MEDIUMP;
}

static struct integer_width_pair pair_of_words(const uint64_t *const *in, size_t at)
{
    return (struct integer_width_pair){ fp_from_bits((uint32_t) in[0][at]),
                                        fp_from_bits((uint32_t) in[1][at]) };
}

// Returns the operands after a conversion to integers of `bits` bits that saturates.
static struct integer_width_pair nearest_held(int line, int bits,
                                              struct integer_width_pair pair)
{
    bool is_signed = integer_width_is_signed(line);
    double least = is_signed ? -ldexp(1, bits - 1) : 0;
    double most = ldexp(1, bits - is_signed) - 1;

    return (struct integer_width_pair){ fmin(fmax(pair.a, least), most),
                                        fmin(fmax(pair.b, least), most) };
}

static uint32_t integer_width_of(const struct traits *traits, int line,
                                 struct integer_width_pair pair)
{
    int bits = traits->integer_bits ? traits->integer_bits : 32;

    if (traits->integers_saturate)
        pair = nearest_held(line, bits, pair);
    return integer_width_word(line, bits, pair);
}

bool integer_width_answer(const struct expressions_call *call)
{
    int line = call->expression;
    bool bare = line == INTEGER_WIDTH_MUL_BARE || line == INTEGER_WIDTH_MUL_SHIFT_BARE;

    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] =
            bare && !can_be_bare(call->params)
                ? EXPRESSIONS_ABSENT
                : integer_width_of(call->traits, line, pair_of_words(call->in, i));
    return true;
}

// ---- the judge ----

static bool is_hash(int line)
{
    return line == INTEGER_WIDTH_WANG || line == INTEGER_WIDTH_PCG ||
           line == INTEGER_WIDTH_XXHASH;
}

// Returns the exact result of two numbers, and in `step` the product before a shift. A
// number that a double cannot hold is rounded, and out of range all the same.
static double exact_result(int line, struct integer_width_pair pair, double *step)
{
    *step = pair.a * pair.b;
    switch (line) {
    case INTEGER_WIDTH_MUL_SHIFT_UINT:
    case INTEGER_WIDTH_MUL_SHIFT_BARE: return floor(*step / 65536);
    case INTEGER_WIDTH_ADD_INT: *step = pair.a + pair.b; break;
    case INTEGER_WIDTH_LEFT_INT: *step = ldexp(pair.a, (int) pair.b); break;
    case INTEGER_WIDTH_RIGHT_INT: *step = floor(ldexp(pair.a, -(int) pair.b)); break;
    case INTEGER_WIDTH_DIV_INT:
    case INTEGER_WIDTH_DIV_UINT: *step = trunc(pair.a / pair.b); break;
    case INTEGER_WIDTH_MOD_UINT: *step = fmod(pair.a, pair.b); break;
    default: break;
    }
    return *step;
}

// Returns true if `bits` bits hold the operands, the steps and the result of a case.
static bool integer_width_has(int line, int bits, struct integer_width_pair pair)
{
    bool is_signed = integer_width_is_signed(line);
    double least = is_signed ? -ldexp(1, bits - 1) : 0;
    double most = ldexp(1, bits - is_signed) - 1, step;
    double result = exact_result(line, pair, &step);
    bool shifts =
        line == INTEGER_WIDTH_MUL_SHIFT_UINT || line == INTEGER_WIDTH_MUL_SHIFT_BARE;
    double count = shifts ? 16
                   : line == INTEGER_WIDTH_LEFT_INT || line == INTEGER_WIDTH_RIGHT_INT
                       ? pair.b
                       : 0;

    if (bits >= 32)
        return true; // an overflow wraps
    return !is_hash(line) && count < bits && fmin(fmin(pair.a, pair.b), step) >= least &&
           fmax(fmax(pair.a, pair.b), fmax(step, result)) <= most;
}

static int count_different(const struct expressions_seen *seen)
{
    int count = 0;

    for (size_t i = 0; i < seen->count; i++) {
        size_t before = 0;

        while (seen->got[0][before] != seen->got[0][i])
            before++;
        count += before == i;
    }
    return count;
}

static double integer_of(int line, uint64_t word)
{
    return integer_width_is_signed(line) ? (double) (int32_t) word : (double) word;
}

static void add_integers(const struct expressions_seen *seen, size_t at,
                         struct finding *finding)
{
    int line = seen->expression;
    struct integer_width_pair pair = pair_of_words(seen->in, at);

    expressions_case(seen, &seen->known, at, &finding->example);
    finding->example.operands = is_hash(line) ? 1 : 2;
    if (fmax(fabs(pair.a), fabs(pair.b)) > INT32_MAX)
        FINDING_DETAIL(finding, &kind_first_case);
    else if (!is_hash(line))
        FINDING_DETAIL(finding, &kind_integers_give, .least = (int) pair.a,
                       .most = (int) pair.b, .value = integer_of(line, seen->got[0][at]),
                       .at = integer_of(line, integer_width_word(line, 32, pair)));
}

static void add_integers_claim(int claimed, int bits, struct finding *finding)
{
    if (!claimed)
        return;
    FINDING_DETAIL(finding, &kind_claimed_bits, .bits = claimed);
    if (bits)
        FINDING_DETAIL(finding, bits < claimed    ? &kind_claim_broken
                                : bits == claimed ? &kind_claim_kept
                                                  : &kind_claim_exceeded);
}

bool integer_width_judge(const struct expressions_seen *seen, struct finding *finding,
                         struct traits *found)
{
    int line = seen->expression, claimed = seen->claim->integer_bits;
    bool known = trial_reproduces(seen, trial_integers, 2, found);
    int bits = known ? found->integer_bits : 0;
    int least = integer_least_bits(seen->params->precision);
    size_t first = seen->count, deviating = seen->count;

    for (size_t i = seen->count; i-- > 0;) {
        struct integer_width_pair pair = pair_of_words(seen->in, i);

        if (seen->got[0][i] == integer_width_word(line, 32, pair)) {
            finding->agree++;
            continue;
        }
        first = i;
        if (integer_width_has(line, claimed > least ? claimed : least, pair))
            deviating = i;
    }
    finding->deviates = deviating < seen->count;
    trial_say_integers(finding, known ? found : NULL, &kind_operands_saturate);
    if (is_hash(line))
        FINDING_DETAIL(finding, &kind_different, .count = count_different(seen),
                       .of = (int) finding->cases);
    add_integers_claim(claimed, bits, finding);
    if (first < seen->count)
        add_integers(seen, finding->deviates ? deviating : first, finding);
    return bits > 0;
}
