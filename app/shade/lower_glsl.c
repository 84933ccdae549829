// SPDX-License-Identifier: MIT
//
// The functions of GLSL, by their numbers in the instruction set GLSL.std.450. Most are
// formulas, each step of which is rounded.

#include "shade/lower_private.h"

#define GLSL_ARGUMENTS 3

// A call: its arguments, each of `counts` scalars, and its result.
struct call {
    struct lower *lower;
    enum program_precision p;
    uint32_t number;
    const uint32_t *in[GLSL_ARGUMENTS];
    uint32_t counts[GLSL_ARGUMENTS];
    uint32_t out[LOWER_VECTOR], count; // count: the size of its type
};

typedef uint32_t float_1(struct call *call, uint32_t x);

// ---- short names, for formulas ----

static uint32_t number(struct call *call, double x)
{
    return lower_float(call->lower, x);
}

static uint32_t op1(struct call *call, enum program_op op, uint32_t a)
{
    return lower_1(call->lower, op, call->p, a);
}

static uint32_t op2(struct call *call, enum program_op op, uint32_t a, uint32_t b)
{
    return lower_2(call->lower, op, call->p, a, b);
}

static uint32_t glsl_add(struct call *call, uint32_t a, uint32_t b)
{
    return op2(call, PROGRAM_ADD, a, b);
}

static uint32_t sub(struct call *call, uint32_t a, uint32_t b)
{
    return op2(call, PROGRAM_SUB, a, b);
}

static uint32_t glsl_mul(struct call *call, uint32_t a, uint32_t b)
{
    return op2(call, PROGRAM_MUL, a, b);
}

static uint32_t glsl_divide(struct call *call, uint32_t a, uint32_t b)
{
    return op2(call, PROGRAM_DIV, a, b);
}

static uint32_t glsl_choose(struct call *call, uint32_t condition, uint32_t x, uint32_t y)
{
    return lower_3(call->lower, PROGRAM_SELECT, call->p,
                   (uint32_t[3]){ condition, x, y });
}

static uint32_t glsl_int_2(struct call *call, enum program_op op, uint32_t a, uint32_t b)
{
    return lower_emit(call->lower, op, call->p, (uint32_t[3]){ a, b });
}

// ---- functions of one float ----

static uint32_t exp_(struct call *call, uint32_t x)
{
    if (!call->lower->traits->composed)
        return op1(call, PROGRAM_EXP, x);
    return op1(call, PROGRAM_EXP2, glsl_mul(call, x, number(call, 0x1.71547652b82fep+0)));
}

static uint32_t log_(struct call *call, uint32_t x)
{
    if (!call->lower->traits->composed)
        return op1(call, PROGRAM_LOG, x);
    return glsl_mul(call, op1(call, PROGRAM_LOG2, x), number(call, 0x1.62e42fefa39efp-1));
}

static uint32_t sinh_(struct call *call, uint32_t x)
{
    uint32_t e = exp_(call, x), d = exp_(call, op1(call, PROGRAM_NEG, x));

    return glsl_mul(call, number(call, 0.5), sub(call, e, d));
}

static uint32_t cosh_(struct call *call, uint32_t x)
{
    uint32_t e = exp_(call, x), d = exp_(call, op1(call, PROGRAM_NEG, x));

    return glsl_mul(call, number(call, 0.5), glsl_add(call, e, d));
}

static uint32_t tanh_(struct call *call, uint32_t x)
{
    uint32_t low = op2(call, PROGRAM_MAX, x, number(call, -10.0));
    uint32_t in = op2(call, PROGRAM_MIN, low, number(call, 10.0));
    uint32_t e = exp_(call, in), d = exp_(call, op1(call, PROGRAM_NEG, in));

    return glsl_divide(call, sub(call, e, d), glsl_add(call, e, d));
}

static uint32_t asinh_(struct call *call, uint32_t x)
{
    uint32_t root =
        op1(call, PROGRAM_SQRT, glsl_add(call, glsl_mul(call, x, x), number(call, 1.0)));
    uint32_t sum = glsl_add(call, op1(call, PROGRAM_ABS, x), root);

    return glsl_mul(call, op1(call, PROGRAM_SIGN, x), log_(call, sum));
}

static uint32_t acosh_(struct call *call, uint32_t x)
{
    uint32_t root =
        op1(call, PROGRAM_SQRT, sub(call, glsl_mul(call, x, x), number(call, 1.0)));

    return log_(call, glsl_add(call, x, root));
}

static uint32_t atanh_(struct call *call, uint32_t x)
{
    uint32_t one = number(call, 1.0);
    uint32_t ratio = glsl_divide(call, glsl_add(call, one, x), sub(call, one, x));

    return glsl_mul(call, number(call, 0.5), log_(call, ratio));
}

static uint32_t tan_(struct call *call, uint32_t x)
{
    return glsl_divide(call, op1(call, PROGRAM_SIN, x), op1(call, PROGRAM_COS, x));
}

static uint32_t fract(struct call *call, uint32_t x)
{
    return sub(call, x, op1(call, PROGRAM_FLOOR, x));
}

static uint32_t radians(struct call *call, uint32_t x)
{
    return glsl_mul(call, x, number(call, 0x1.1df46a2529d39p-6));
}

static uint32_t degrees(struct call *call, uint32_t x)
{
    return glsl_mul(call, x, number(call, 0x1.ca5dc1a63c1f8p+5));
}

static uint32_t inverse_root(struct call *call, uint32_t x)
{
    return glsl_divide(call, number(call, 1.0), op1(call, PROGRAM_SQRT, x));
}

// Functions of one float: one operation, or a formula, the latter where it is there and
// the former is not, or where the device composes its functions.
static const struct {
    enum glsl_function function;
    enum program_op op;
    float_1 *formula;
    bool always;
} floats[] = {
    { GLSL_ROUND, PROGRAM_ROUND_EVEN, NULL, false },
    { GLSL_ROUND_EVEN, PROGRAM_ROUND_EVEN, NULL, false },
    { GLSL_TRUNC, PROGRAM_TRUNC, NULL, false },
    { GLSL_F_ABS, PROGRAM_ABS, NULL, false },
    { GLSL_F_SIGN, PROGRAM_SIGN, NULL, false },
    { GLSL_FLOOR, PROGRAM_FLOOR, NULL, false },
    { GLSL_CEIL, PROGRAM_CEIL, NULL, false },
    { GLSL_FRACT, PROGRAM_FLOOR, fract, true },
    { GLSL_RADIANS, PROGRAM_MUL, radians, true },
    { GLSL_DEGREES, PROGRAM_MUL, degrees, true },
    { GLSL_SIN, PROGRAM_SIN, NULL, false },
    { GLSL_COS, PROGRAM_COS, NULL, false },
    { GLSL_TAN, PROGRAM_TAN, tan_, false },
    { GLSL_ASIN, PROGRAM_ASIN, NULL, false },
    { GLSL_ACOS, PROGRAM_ACOS, NULL, false },
    { GLSL_ATAN, PROGRAM_ATAN, NULL, false },
    { GLSL_SINH, PROGRAM_SINH, sinh_, false },
    { GLSL_COSH, PROGRAM_COSH, cosh_, false },
    { GLSL_TANH, PROGRAM_TANH, tanh_, false },
    { GLSL_ASINH, PROGRAM_ASINH, asinh_, false },
    { GLSL_ACOSH, PROGRAM_ACOSH, acosh_, false },
    { GLSL_ATANH, PROGRAM_ATANH, atanh_, false },
    { GLSL_EXP, PROGRAM_EXP, exp_, true },
    { GLSL_LOG, PROGRAM_LOG, log_, true },
    { GLSL_EXP2, PROGRAM_EXP2, NULL, false },
    { GLSL_LOG2, PROGRAM_LOG2, NULL, false },
    { GLSL_SQRT, PROGRAM_SQRT, NULL, false },
    { GLSL_INVERSE_SQRT, PROGRAM_DIV, inverse_root, true },
};

static bool call_floats(struct call *call)
{
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; i++) {
        bool composed =
            floats[i].formula && (floats[i].always || call->lower->traits->composed);

        if (floats[i].function != call->number)
            continue;
        for (uint32_t k = 0; k < call->count; k++)
            call->out[k] = composed ? floats[i].formula(call, call->in[0][k])
                                    : op1(call, floats[i].op, call->in[0][k]);
        return true;
    }
    return false;
}

// ---- functions of two and three floats, component by component ----

static uint32_t glsl_step(struct call *call, uint32_t edge, uint32_t x)
{
    return glsl_choose(call, op2(call, PROGRAM_LESS, x, edge), number(call, 0.0),
                       number(call, 1.0));
}

static uint32_t pow_(struct call *call, uint32_t x, uint32_t y)
{
    return op1(call, PROGRAM_EXP2, glsl_mul(call, op1(call, PROGRAM_LOG2, x), y));
}

static uint32_t mix(struct call *call, uint32_t x, uint32_t y, uint32_t a)
{
    uint32_t one = number(call, 1.0);

    return glsl_add(call, glsl_mul(call, x, sub(call, one, a)), glsl_mul(call, y, a));
}

static uint32_t clamp(struct call *call, uint32_t x, uint32_t low, uint32_t high)
{
    return op2(call, PROGRAM_MIN, op2(call, PROGRAM_MAX, x, low), high);
}

static uint32_t smoothstep(struct call *call, uint32_t low, uint32_t high, uint32_t x)
{
    uint32_t ratio = glsl_divide(call, sub(call, x, low), sub(call, high, low));
    uint32_t t = clamp(call, ratio, number(call, 0.0), number(call, 1.0));
    uint32_t rest = sub(call, number(call, 3.0), glsl_mul(call, number(call, 2.0), t));

    if (call->lower->traits->products_nest)
        return glsl_mul(call, t, glsl_mul(call, t, rest));
    return glsl_mul(call, glsl_mul(call, t, t), rest);
}

static bool call_each(struct call *call)
{
    for (uint32_t k = 0; k < call->count; k++) {
        uint32_t x = call->in[0][k];
        uint32_t y = call->in[1] ? call->in[1][k < call->counts[1] ? k : 0] : 0;
        uint32_t z = call->in[2] ? call->in[2][k < call->counts[2] ? k : 0] : 0;

        switch (call->number) {
        case GLSL_ATAN2: call->out[k] = op2(call, PROGRAM_ATAN2, x, y); break;
        case GLSL_POW: call->out[k] = pow_(call, x, y); break;
        case GLSL_F_MIN: call->out[k] = op2(call, PROGRAM_MIN, x, y); break;
        case GLSL_F_MAX: call->out[k] = op2(call, PROGRAM_MAX, x, y); break;
        case GLSL_STEP: call->out[k] = glsl_step(call, x, y); break;
        case GLSL_LDEXP: call->out[k] = op2(call, PROGRAM_LDEXP, x, y); break;
        case GLSL_F_CLAMP: call->out[k] = clamp(call, x, y, z); break;
        case GLSL_F_MIX: call->out[k] = mix(call, x, y, z); break;
        case GLSL_SMOOTH_STEP: call->out[k] = smoothstep(call, x, y, z); break;
        case GLSL_FMA:
            call->out[k] =
                lower_3(call->lower, PROGRAM_FMA, call->p, (uint32_t[3]){ x, y, z });
            break;
        default: return false;
        }
    }
    return true;
}

// ---- ints ----

static uint32_t int_choose(struct call *call, uint32_t condition, uint32_t x, uint32_t y)
{
    return lower_emit(call->lower, PROGRAM_INT_SELECT, call->p,
                      (uint32_t[3]){ condition, x, y });
}

static uint32_t int_min(struct call *call, bool is_signed, uint32_t x, uint32_t y)
{
    uint32_t less =
        glsl_int_2(call, is_signed ? PROGRAM_INT_LESS : PROGRAM_UINT_LESS, y, x);

    return int_choose(call, less, y, x);
}

static uint32_t int_max(struct call *call, bool is_signed, uint32_t x, uint32_t y)
{
    uint32_t less =
        glsl_int_2(call, is_signed ? PROGRAM_INT_LESS : PROGRAM_UINT_LESS, x, y);

    return int_choose(call, less, y, x);
}

static uint32_t int_abs(struct call *call, uint32_t x)
{
    uint32_t zero = lower_int(call->lower, 0);

    return int_choose(call, glsl_int_2(call, PROGRAM_INT_LESS, x, zero),
                      glsl_int_2(call, PROGRAM_INT_SUB, zero, x), x);
}

static uint32_t int_sign(struct call *call, uint32_t x)
{
    uint32_t zero = lower_int(call->lower, 0);
    uint32_t above = glsl_int_2(call, PROGRAM_INT_LESS, zero, x);

    return glsl_int_2(call, PROGRAM_INT_SUB, above,
                      glsl_int_2(call, PROGRAM_INT_LESS, x, zero));
}

// Which functions are of ints and of uints: the result is wrapped to the precision.
static bool is_of_uints(uint32_t function)
{
    return function == GLSL_U_MIN || function == GLSL_U_MAX || function == GLSL_U_CLAMP;
}

static bool call_ints(struct call *call)
{
    bool is_signed = !is_of_uints(call->number);

    for (uint32_t k = 0; k < call->count; k++) {
        uint32_t in[3] = { 0 }, made;

        for (int i = 0; i < 3; i++)
            if (call->in[i])
                in[i] = lower_wrap(call->lower, call->p,
                                   call->in[i][k < call->counts[i] ? k : 0], is_signed);
        switch (call->number) {
        case GLSL_S_ABS: made = int_abs(call, in[0]); break;
        case GLSL_S_SIGN: made = int_sign(call, in[0]); break;
        case GLSL_U_MIN:
        case GLSL_S_MIN: made = int_min(call, is_signed, in[0], in[1]); break;
        case GLSL_U_MAX:
        case GLSL_S_MAX: made = int_max(call, is_signed, in[0], in[1]); break;
        case GLSL_U_CLAMP:
        case GLSL_S_CLAMP:
            made = int_max(call, is_signed, in[0], in[1]);
            made = int_min(call, is_signed, made, in[2]);
            break;
        case GLSL_FIND_I_LSB:
            made = glsl_int_2(call, PROGRAM_LOWEST_BIT, in[0], 0);
            break;
        case GLSL_FIND_S_MSB:
            made = glsl_int_2(call, PROGRAM_HIGHEST_BIT, in[0], 0);
            break;
        case GLSL_FIND_U_MSB:
            made = glsl_int_2(call, PROGRAM_UHIGHEST_BIT, in[0], 0);
            break;
        default: return false;
        }
        call->out[k] = lower_wrap(call->lower, call->p, made, is_signed);
    }
    return true;
}

// ---- geometry ----

static uint32_t glsl_dot(struct call *call, const uint32_t *x, const uint32_t *y,
                         uint32_t count)
{
    return lower_dot(call->lower, call->p, x, y, count);
}

static uint32_t length(struct call *call, const uint32_t *x, uint32_t count)
{
    if (count == 1)
        return op1(call, PROGRAM_ABS, x[0]);
    return op1(call, PROGRAM_SQRT, glsl_dot(call, x, x, count));
}

static void normalize(struct call *call)
{
    uint32_t size;

    if (call->count == 1) {
        call->out[0] = op1(call, PROGRAM_SIGN, call->in[0][0]);
        return;
    }
    size = length(call, call->in[0], call->count);
    if (call->lower->traits->by_inverse_root)
        size = glsl_divide(call, number(call, 1.0), size);
    for (uint32_t k = 0; k < call->count; k++)
        call->out[k] = call->lower->traits->by_inverse_root
                           ? glsl_mul(call, call->in[0][k], size)
                           : glsl_divide(call, call->in[0][k], size);
}

static void glsl_cross(struct call *call)
{
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t i = (k + 1) % 3, j = (k + 2) % 3;

        call->out[k] = sub(call, glsl_mul(call, call->in[0][i], call->in[1][j]),
                           glsl_mul(call, call->in[0][j], call->in[1][i]));
    }
}

static void glsl_distance(struct call *call)
{
    uint32_t apart[4];

    for (uint32_t k = 0; k < call->counts[0]; k++)
        apart[k] = sub(call, call->in[0][k], call->in[1][k]);
    call->out[0] = length(call, apart, call->counts[0]);
}

static void face_forward(struct call *call)
{
    uint32_t d = glsl_dot(call, call->in[2], call->in[1], call->count);
    uint32_t faces = op2(call, PROGRAM_LESS, d, number(call, 0.0));

    for (uint32_t k = 0; k < call->count; k++)
        call->out[k] = glsl_choose(call, faces, call->in[0][k],
                                   op1(call, PROGRAM_NEG, call->in[0][k]));
}

static void reflect(struct call *call)
{
    uint32_t twice = glsl_mul(call, number(call, 2.0),
                              glsl_dot(call, call->in[1], call->in[0], call->count));

    for (uint32_t k = 0; k < call->count; k++)
        call->out[k] = sub(call, call->in[0][k], glsl_mul(call, twice, call->in[1][k]));
}

static void refract(struct call *call)
{
    uint32_t one = number(call, 1.0), zero = number(call, 0.0), eta = call->in[2][0];
    uint32_t d = glsl_dot(call, call->in[1], call->in[0], call->count);
    uint32_t rest = sub(call, one, glsl_mul(call, d, d));
    uint32_t square = call->lower->traits->products_nest
                          ? glsl_mul(call, eta, glsl_mul(call, eta, rest))
                          : glsl_mul(call, glsl_mul(call, eta, eta), rest);
    uint32_t k = sub(call, one, square);
    uint32_t total = op2(call, PROGRAM_LESS, k, zero);
    uint32_t along = glsl_add(call, glsl_mul(call, eta, d), op1(call, PROGRAM_SQRT, k));

    for (uint32_t i = 0; i < call->count; i++)
        call->out[i] = glsl_choose(call, total, zero,
                                   sub(call, glsl_mul(call, eta, call->in[0][i]),
                                       glsl_mul(call, along, call->in[1][i])));
}

// ---- matrices, [columns][rows] ----

static uint32_t determinant(struct call *call, const uint32_t *m, uint32_t size);

// The determinant of a matrix without one column and row.
static uint32_t minor(struct call *call, const uint32_t *m, uint32_t size,
                      uint32_t column, uint32_t row)
{
    uint32_t part[9], used = 0;

    for (uint32_t j = 0; j < size; j++)
        for (uint32_t i = 0; i < size; i++)
            if (j != column && i != row)
                part[used++] = m[j * size + i];
    return determinant(call, part, size - 1);
}

// By the first column. Of a matrix of four, it is a dot product.
static uint32_t determinant(struct call *call, const uint32_t *m, uint32_t size)
{
    uint32_t sum = 0, factors[4];

    if (size == 1)
        return m[0];
    for (uint32_t i = 0; i < size; i++) {
        factors[i] = minor(call, m, size, 0, i);
        if (size == 4 && i % 2)
            factors[i] = op1(call, PROGRAM_NEG, factors[i]);
    }
    if (size == 4)
        return glsl_dot(call, m, factors, size);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t term = glsl_mul(call, m[i], factors[i]);

        sum = i == 0 ? term : op2(call, i % 2 ? PROGRAM_SUB : PROGRAM_ADD, sum, term);
    }
    return sum;
}

static uint32_t matrix_side(uint32_t count)
{
    return count == 16 ? 4 : count == 9 ? 3 : 2;
}

static void inverse(struct call *call)
{
    uint32_t size = matrix_side(call->count);
    uint32_t d = determinant(call, call->in[0], size);

    for (uint32_t j = 0; j < size; j++)
        for (uint32_t i = 0; i < size; i++) {
            uint32_t part = minor(call, call->in[0], size, i, j);

            if ((i + j) % 2)
                part = op1(call, PROGRAM_NEG, part);
            call->out[j * size + i] = glsl_divide(call, part, d);
        }
}

// ---- pairs ----

static void modf_(struct call *call)
{
    for (uint32_t k = 0; k < call->counts[0]; k++) {
        uint32_t whole = op1(call, PROGRAM_TRUNC, call->in[0][k]);

        call->out[k] = sub(call, call->in[0][k], whole);
        call->out[call->counts[0] + k] = whole;
    }
}

static void frexp_(struct call *call)
{
    for (uint32_t k = 0; k < call->counts[0]; k++) {
        call->out[k] = op1(call, PROGRAM_SIGNIFICAND, call->in[0][k]);
        call->out[call->counts[0] + k] = op1(call, PROGRAM_EXPONENT, call->in[0][k]);
    }
}

// ---- packing: in highp ----

static void pack(struct call *call, bool is_signed, uint32_t parts, double scale)
{
    uint32_t bits = 32 / parts, all = lower_int(call->lower, 0);

    call->p = PROGRAM_HIGH;
    for (uint32_t k = 0; k < parts; k++) {
        uint32_t in = clamp(call, call->in[0][k], number(call, is_signed ? -1.0 : 0.0),
                            number(call, 1.0));
        uint32_t level =
            op1(call, PROGRAM_ROUND_EVEN, glsl_mul(call, in, number(call, scale)));
        uint32_t part = glsl_int_2(call, PROGRAM_AND, op1(call, PROGRAM_TO_INT, level),
                                   lower_int(call->lower, (int32_t) ((1u << bits) - 1)));
        uint32_t put = glsl_int_2(call, PROGRAM_SHIFT_LEFT, part,
                                  lower_int(call->lower, (int32_t) (k * bits)));

        all = glsl_int_2(call, PROGRAM_OR, all, put);
    }
    call->out[0] = all;
}

static void unpack(struct call *call, bool is_signed, uint32_t parts, double scale)
{
    uint32_t bits = 32 / parts;

    for (uint32_t k = 0; k < parts; k++) {
        uint32_t up = glsl_int_2(call, PROGRAM_SHIFT_LEFT, call->in[0][0],
                                 lower_int(call->lower, (int32_t) (32 - (k + 1) * bits)));
        uint32_t part =
            glsl_int_2(call, is_signed ? PROGRAM_SHIFT_RIGHT : PROGRAM_USHIFT_RIGHT, up,
                       lower_int(call->lower, (int32_t) (32 - bits)));
        uint32_t ratio =
            glsl_divide(call, op1(call, PROGRAM_INT_TO_FLOAT, part), number(call, scale));

        call->out[k] =
            is_signed ? clamp(call, ratio, number(call, -1.0), number(call, 1.0)) : ratio;
    }
}

static void pack_half(struct call *call)
{
    uint32_t low = glsl_int_2(call, PROGRAM_HALF_BITS, call->in[0][0], 0),
             high = glsl_int_2(call, PROGRAM_HALF_BITS, call->in[0][1], 0);

    call->out[0] = glsl_int_2(
        call, PROGRAM_OR, low,
        glsl_int_2(call, PROGRAM_SHIFT_LEFT, high, lower_int(call->lower, 16)));
}

static void unpack_half(struct call *call)
{
    uint32_t high = glsl_int_2(call, PROGRAM_USHIFT_RIGHT, call->in[0][0],
                               lower_int(call->lower, 16));

    call->out[0] = glsl_int_2(call, PROGRAM_UNHALF, call->in[0][0], 0);
    call->out[1] = glsl_int_2(call, PROGRAM_UNHALF, high, 0);
}

// ---- all ----

// Functions of whole vectors, and the counts that they need: of their arguments, of their
// result.
static bool call_whole(struct call *call)
{
    switch (call->number) {
    case GLSL_LENGTH: call->out[0] = length(call, call->in[0], call->counts[0]); break;
    case GLSL_DISTANCE: glsl_distance(call); break;
    case GLSL_NORMALIZE: normalize(call); break;
    case GLSL_CROSS: glsl_cross(call); break;
    case GLSL_FACE_FORWARD: face_forward(call); break;
    case GLSL_REFLECT: reflect(call); break;
    case GLSL_REFRACT: refract(call); break;
    case GLSL_DETERMINANT:
        call->out[0] = determinant(call, call->in[0], matrix_side(call->counts[0]));
        break;
    case GLSL_INVERSE: inverse(call); break;
    case GLSL_MODF_STRUCT: modf_(call); break;
    case GLSL_FREXP_STRUCT: frexp_(call); break;
    case GLSL_PACK_SNORM_4X8: pack(call, true, 4, 127.0); break;
    case GLSL_PACK_UNORM_4X8: pack(call, false, 4, 255.0); break;
    case GLSL_PACK_SNORM_2X16: pack(call, true, 2, 32767.0); break;
    case GLSL_PACK_UNORM_2X16: pack(call, false, 2, 65535.0); break;
    case GLSL_UNPACK_SNORM_4X8: unpack(call, true, 4, 127.0); break;
    case GLSL_UNPACK_UNORM_4X8: unpack(call, false, 4, 255.0); break;
    case GLSL_UNPACK_SNORM_2X16: unpack(call, true, 2, 32767.0); break;
    case GLSL_UNPACK_UNORM_2X16: unpack(call, false, 2, 65535.0); break;
    case GLSL_PACK_HALF_2X16: pack_half(call); break;
    case GLSL_UNPACK_HALF_2X16: unpack_half(call); break;
    default: return false;
    }
    return true;
}

// What each kind of function needs of its arguments: how many, and of which sizes. 0: as
// many as the result has.
static bool has_arguments(const struct call *call)
{
    static const struct {
        uint32_t function, arguments, first, result;
    } needs[] = {
        { GLSL_CROSS, 2, 3, 3 },
        { GLSL_REFRACT, 2, 0, 0 },
        { GLSL_REFLECT, 2, 0, 0 },
        { GLSL_FACE_FORWARD, 3, 0, 0 },
        { GLSL_PACK_SNORM_4X8, 1, 4, 1 },
        { GLSL_PACK_UNORM_4X8, 1, 4, 1 },
        { GLSL_PACK_SNORM_2X16, 1, 2, 1 },
        { GLSL_PACK_UNORM_2X16, 1, 2, 1 },
        { GLSL_PACK_HALF_2X16, 1, 2, 1 },
        { GLSL_UNPACK_HALF_2X16, 1, 1, 2 },
        { GLSL_UNPACK_SNORM_4X8, 1, 1, 4 },
        { GLSL_UNPACK_UNORM_4X8, 1, 1, 4 },
        { GLSL_UNPACK_SNORM_2X16, 1, 1, 2 },
        { GLSL_UNPACK_UNORM_2X16, 1, 1, 2 },
    };
    uint32_t first = call->counts[0], result = call->count;
    bool is_square = first == 4 || first == 9 || first == 16;

    if (!call->in[0] || first == 0 || first > LOWER_VECTOR || result > LOWER_VECTOR)
        return false;
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (needs[i].function != call->number)
            continue;
        for (uint32_t k = 0; k < needs[i].arguments; k++)
            if (!call->in[k] ||
                call->counts[k] != (needs[i].first ? needs[i].first : result))
                return false;
        return !needs[i].result || needs[i].result == result;
    }
    switch (call->number) {
    case GLSL_LENGTH: return result == 1 && first <= 4;
    case GLSL_DISTANCE: return result == 1 && first <= 4 && call->counts[1] == first;
    case GLSL_DETERMINANT: return is_square && result == 1;
    case GLSL_INVERSE: return is_square && result == first;
    case GLSL_MODF_STRUCT:
    case GLSL_FREXP_STRUCT: return first <= 4 && result == 2 * first;
    case GLSL_REFRACT: return call->in[2] != NULL;
    default: return result <= 4 && first == result;
    }
}

// modf() as glslang writes it: the whole part goes to a variable.
static void modf_to(struct lower *lower, const struct spirv_instruction *at,
                    struct call *call)
{
    call->counts[0] = lower_count(lower, spirv_word(at, 5));
    call->in[0] = lower_operand(lower, spirv_word(at, 5), 1);
    if (call->counts[0] > 4 || call->counts[0] != call->count)
        lower_refuse(lower, "malformed modf");
    if (lower_failed(lower))
        return;
    modf_(call);
    lower_store(lower, spirv_word(at, 6), call->out + call->count, call->count);
    lower_bind(lower, at->words[2], call->out, call->count);
}

// How many arguments functions have that work component by component.
static int arity(uint32_t function)
{
    switch (function) {
    case GLSL_ATAN2:
    case GLSL_POW:
    case GLSL_F_MIN:
    case GLSL_U_MIN:
    case GLSL_S_MIN:
    case GLSL_F_MAX:
    case GLSL_U_MAX:
    case GLSL_S_MAX:
    case GLSL_STEP:
    case GLSL_LDEXP: return 2;
    case GLSL_F_CLAMP:
    case GLSL_U_CLAMP:
    case GLSL_S_CLAMP:
    case GLSL_F_MIX:
    case GLSL_SMOOTH_STEP:
    case GLSL_FMA:
    case GLSL_REFRACT: return 3;
    default: return 1;
    }
}

bool lower_function_is_of_operands(const struct spirv_instruction *at)
{
    uint32_t number = spirv_word(at, 4);

    return number <= GLSL_FMA || (number >= GLSL_LENGTH && number <= GLSL_REFRACT);
}

void lower_function(struct lower *lower, const struct spirv_instruction *at)
{
    struct call call = { .lower = lower,
                         .p = lower_precision(lower, at->words[2]),
                         .number = spirv_word(at, 4),
                         .count = lower->spirv->ids[at->words[1]].slots };

    if (spirv_word(at, 3) != lower->spirv->glsl || lower->spirv->glsl == 0) {
        lower_refuse(lower, "a function of an unknown instruction set");
        return;
    }
    if (call.number == GLSL_MODF) {
        modf_to(lower, at, &call);
        return;
    }
    for (int k = 0; k < GLSL_ARGUMENTS && 5 + k < at->count; k++) {
        call.counts[k] = lower_count(lower, at->words[5 + k]);
        call.in[k] = lower_operand(lower, at->words[5 + k], 1);
    }
    if (!lower_failed(lower) &&
        (!has_arguments(&call) || at->count - 5 < arity(call.number)))
        lower_refuse(lower, "function %u of GLSL.std.450 has malformed arguments",
                     call.number);
    if (lower_failed(lower))
        return;
    if (!call_floats(&call) && !call_each(&call) && !call_whole(&call) &&
        !call_ints(&call))
        lower_refuse(lower, "function %u of GLSL.std.450 is not supported", call.number);
    else
        lower_bind(lower, at->words[2], call.out, call.count);
}
