// SPDX-License-Identifier: MIT

#include "tests/probe/picture.h"

#include "base/fp_bits.h"
#include "tests/unit/oracle.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define SIEVE_PAIRS 13

// As asked in floats, and in doubles.
static const struct {
    const char *name;
    int columns[2], bands[2]; // columns of 0: the ramp's
    int operands;
} questions[PICTURE_QUESTIONS] = {
    [PICTURE_WIDTH] = { "width", { 160, 1088 }, { 3, 3 }, 4 },
    [PICTURE_STRIPES] = { "stripes", { 0, 0 }, { 26, 55 }, 2 },
    [PICTURE_STRIPES_UNIT] = { "stripes_unit", { 0, 0 }, { 26, 55 }, 2 },
    [PICTURE_TIES] = { "ties", { 2, 2 }, { 2, 2 }, 2 },
    [PICTURE_SIEVE] = { "sieve", { SIEVE_PAIRS, SIEVE_PAIRS }, { 1, 1 }, 3 },
    [PICTURE_EXCESS] = { "excess", { 256, 256 }, { 4, 4 }, 4 },
    [PICTURE_ZERO_HOLE] = { "zero_hole", { 0, 0 }, { 0, 0 }, 4 }, // by precision
};

// FACTS, section 2: a = one + ulps u, b = linear u + square u^2.
static const struct {
    double one, ulps, linear, square;
} pairs[SIEVE_PAIRS] = {
    { 1, 1, 1. / 2, 0 },        { -1, -5, 1. / 2, 0 }, { 1, 0, 1. / 2, 1. / 2 },
    { 1, 5, -1. / 2, -1. / 2 }, { 1, 0, -1. / 8, 0 },  { 1, 0, 1. / 2, -1. / 4 },
    { 1, 0, 1. / 2, 0 },        { 1, 0, 3. / 4, 0 },   { 1, 0, 5. / 8, 0 },
    { 1, 4, -1. / 2, 1. / 4 },  { 1, 4, -1. / 16, 0 }, { 1, 0, -3. / 8, 0 },
    { 1, 1, -3. / 4, 0 },
};

const char *picture_name(enum picture_question question)
{
    return questions[question].name;
}

static int within(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

bool picture_is_wide(struct fp_format format)
{
    return format.precision > 24 || format.emax > 127;
}

// The wanted answer is 1/4 everywhere: b times two powers of two.
static void width_operands(bool wide, int band, int column, double *operands)
{
    static const int last[2][3] = { { 30, 127, 149 }, { 60, 1023, 1074 } };
    int i = within(column, 1, last[wide][band]);
    const int a[] = { i, i, -i }, b[] = { 0, i - 1, -i };
    int scale = -2 - b[band];

    operands[0] = ldexp(1, a[band]);
    operands[1] = ldexp(1, b[band]);
    operands[2] = ldexp(1, scale / 2);
    operands[3] = ldexp(1, scale - scale / 2);
}

// b lies g binades below a. Bands: a + b; a - b; both at the top; both at the bottom. The
// wanted answer is 1/4 everywhere.
static void excess_operands(int band, int column, double *operands)
{
    int g = within(column, 1, 250), top = g - g / 2, bottom = -(g / 2);
    const int a[] = { top, top, top, bottom }, b[] = { bottom, bottom, top - 1, bottom };
    int sign = band == 1 ? -1 : 1, scale = -2 - b[band];

    operands[0] = ldexp(1, a[band]);
    operands[1] = ldexp(sign, b[band]);
    operands[2] = ldexp(sign, scale / 2);
    operands[3] = ldexp(1, scale - scale / 2);
}

// As many bits as a ramp of at most 64 columns has, and the last bit that is shown.
static int hole_bits(int precision)
{
    return within(precision - 3, 2, 6) + 2;
}

// x in (1/2, 1) in the lowest binade of normal numbers, down by 2^-band, and back.
static void hole_operands(struct fp_format format, int band, int column, double *operands)
{
    int bits = hole_bits(format.precision), lowest = 1 - format.emax;
    int last = format.precision < 24 ? format.precision : 24;
    int odd = last > bits + 1 && column % 2 ? 3 : 1;
    double x = 1 - (2 * column + 1) / ldexp(1, bits) - odd / ldexp(1, last);

    operands[0] = x * ldexp(1, lowest + 1);
    operands[1] = 1 / ldexp(1, band);
    operands[2] = ldexp(1, band);
    operands[3] = ldexp(1, -lowest - 1);
}

int picture_operands(enum picture_question question, struct fp_format format, int columns,
                     int band, int column, double *operands)
{
    int precision = format.precision;
    double u = ldexp(1, 1 - precision), sign = band == 1 ? -1 : 1;

    switch (question) {
    case PICTURE_WIDTH:
        width_operands(picture_is_wide(format), band, column, operands);
        break;
    case PICTURE_EXCESS: excess_operands(band, column, operands); break;
    case PICTURE_ZERO_HOLE: hole_operands(format, band, column, operands); break;
    case PICTURE_TIES:
        operands[0] = sign * ldexp(1, precision - 2);
        operands[1] = sign * (column == 0 ? 0.75 : 0.25);
        break;
    case PICTURE_SIEVE:
        operands[0] = pairs[column].one + pairs[column].ulps * u;
        operands[1] = (pairs[column].linear + pairs[column].square * u) * u;
        operands[2] = 1 / u;
        break;
    default: operands[0] = ldexp(1, band); operands[1] = 1 - (column + 0.5) / columns;
    }
    return questions[question].operands;
}

bool picture_encode(struct fp_format format, double value, uint64_t *bits)
{
    int fraction_bits = format.precision - 1, emin = 1 - format.emax, exponent;
    uint64_t sign = 1;

    while (sign <= (uint64_t) (2 * format.emax + 1))
        sign *= 2;
    sign = signbit(value) ? sign : 0;
    *bits = sign << fraction_bits;
    if (value == 0)
        return true;
    frexp(value, &exponent);
    exponent -= 1;
    if (exponent > format.emax)
        return false;
    int field = exponent < emin ? 0 : exponent + format.emax;
    int last = (exponent < emin ? emin : exponent) - fraction_bits;
    double places = ldexp(fabs(value), -last);
    if (places != floor(places))
        return false;
    uint64_t hidden = field ? UINT64_C(1) << fraction_bits : 0;
    *bits += ((uint64_t) field << fraction_bits) + (uint64_t) places - hidden;
    return true;
}

// The answer from the patterns of the operands, as a number; exact in a double.
static double answer(enum picture_question question, const struct fp_model *model,
                     const uint64_t *operands)
{
    bool product = question == PICTURE_ZERO_HOLE;
    uint64_t sum =
        oracle(product ? UNIT_MUL : UNIT_ADD, model, operands[0], operands[1], 0);

    if (question == PICTURE_STRIPES) {
        double value = oracle_value(model->format, sum);

        return isfinite(value) ? value - floor(value) : NAN;
    }
    uint64_t rest = product ? sum : oracle(UNIT_SUB, model, sum, operands[0], 0);

    for (int k = 2; k < questions[question].operands; k++)
        rest = oracle(UNIT_MUL, model, rest, operands[k], 0);
    return oracle_value(model->format, rest);
}

void picture_init(struct picture *picture, enum picture_question question,
                  const struct fp_model *model, int columns)
{
    bool wide = picture_is_wide(model->format);
    int own = questions[question].columns[wide];

    picture->columns = own ? own : columns;
    picture->bands = questions[question].bands[wide];
    if (question == PICTURE_ZERO_HOLE) {
        picture->columns = 1 << (hole_bits(model->format.precision) - 2);
        picture->bands = model->format.precision + 3;
    }
    int count = picture->columns * picture->bands;
    picture->values = calloc((size_t) count, sizeof *picture->values);
    picture->defined = calloc((size_t) count, sizeof *picture->defined);
    assert(picture->values && picture->defined);
    for (int i = 0; i < count; i++) {
        double operands[PICTURE_OPERANDS];
        uint64_t bits[PICTURE_OPERANDS] = { 0 };
        int arity =
            picture_operands(question, model->format, columns, i / picture->columns,
                             i % picture->columns, operands);

        picture->defined[i] = true;
        for (int k = 0; k < arity; k++)
            if (!picture_encode(model->format, operands[k], &bits[k]))
                picture->defined[i] = false;
        if (picture->defined[i])
            picture->values[i] = answer(question, model, bits);
    }
}

void picture_finish(struct picture *picture)
{
    free(picture->values);
    free(picture->defined);
    *picture = (struct picture){ 0 };
}

uint64_t picture_hash(const struct picture *picture)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (int i = 0; i < picture->columns * picture->bands; i++) {
        double value = picture->values[i] == 0 ? 0 : picture->values[i];

        if (picture->defined[i])
            hash ^= isnan(value) ? 1 : fp_bits64(value);
        hash = (hash ^ hash >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return hash;
}

void picture_classes(enum picture_question question, const struct fp_model *model,
                     int columns, uint32_t sets[FP_ROUND_COUNT])
{
    uint64_t hashes[FP_ROUND_COUNT];

    for (int rule = 0; rule < FP_ROUND_COUNT; rule++) {
        struct fp_model other = *model;
        struct picture picture;

        other.round = (enum fp_round) rule;
        picture_init(&picture, question, &other, columns);
        hashes[rule] = picture_hash(&picture);
        picture_finish(&picture);
        sets[rule] = 0;
        for (int i = 0; i <= rule; i++)
            if (hashes[i] == hashes[rule]) {
                sets[rule] |= UINT32_C(1) << i;
                sets[i] |= UINT32_C(1) << rule;
            }
    }
}
