// SPDX-License-Identifier: MIT
//
// How it works
//
// With f fraction bits the subnormals are m * 2^(emin-f), m in [1, 2^f). Every line has
// such numbers as operands or as exact results: nothing here rounds under any rule, so
// that what comes back is what is wanted, or a zero, and tells three things.
//
//   on input     x * 2^k is normal: a zero says that x was flushed before (DAZ)
//   on output    n * 2^-k of a normal n is subnormal: a zero says that the result was
//                flushed (FTZ)
//   both alike   x + 0: the one or the other, which it is cannot be seen
//
// A line is judged by trying these: nothing flushed, operands, results, or the line as a
// whole, each by what a device that does so would give. For binary32
// -3 * 2^-149 * 2^25 is -0x1.8p-123 in full and -0 on a device that flushes operands.
//
// A device that flushes its arithmetic need not flush moves: loads, copies, bit casts,
// signs. It does flush what min() and floor() are given, since comparing is arithmetic.

#include "probe/expressions/subnormals.h"
#include "probe/probe_list.h"

#include "probe/lines.h"

#include <math.h>

#define COLUMNS 24

static const char *const names[SUBNORMALS_LINES] = {
    [SUBNORMALS_LOAD] = "load",
    [SUBNORMALS_COPY] = "copy in a loop",
    [SUBNORMALS_BIT_CAST] = "bit cast",
    [SUBNORMALS_NEGATE] = "-x",
    [SUBNORMALS_ABS] = "abs(x)",
    [SUBNORMALS_SELECT] = "b ? x : y",
    [SUBNORMALS_MIX] = "mix(y, x, b)",
    [SUBNORMALS_ADD_ZERO] = "x + 0",
    [SUBNORMALS_DOUBLE] = "x + x",
    [SUBNORMALS_TIMES_ONE] = "x * 1",
    [SUBNORMALS_RAISE] = "x * 2^k",
    [SUBNORMALS_LOWER] = "n * 2^-k",
    [SUBNORMALS_SUBTRACT] = "n - m",
    [SUBNORMALS_GREATER] = "x > y",
    [SUBNORMALS_EQUAL] = "x == 0",
    [SUBNORMALS_UNEQUAL] = "x != y",
    [SUBNORMALS_MIN] = "min(x, n)",
    [SUBNORMALS_MAX] = "max(x, -n)",
    [SUBNORMALS_CLAMP] = "clamp(x, -n, n)",
    [SUBNORMALS_DIVIDE] = "x / n",
    [SUBNORMALS_DIVIDE_BY] = "n / x",
    [SUBNORMALS_DIVIDE_BIG] = "n / big",
    [SUBNORMALS_SQRT] = "sqrt(x)",
    [SUBNORMALS_INVERSE_SQRT] = "inversesqrt(x)",
    [SUBNORMALS_FMA] = "fma(x, 1, 0)",
    [SUBNORMALS_FRACT] = "fract(x)",
    [SUBNORMALS_FLOOR] = "floor(x)",
    [SUBNORMALS_CEIL] = "ceil(x)",
    [SUBNORMALS_SIGN] = "sign(x)",
    [SUBNORMALS_LDEXP] = "ldexp(n, -k)",
    [SUBNORMALS_EXP2] = "exp2(-n)",
    [SUBNORMALS_LOG2] = "log2(x)",
    [SUBNORMALS_PACK] = "packHalf2x16(x)",
    [SUBNORMALS_UNPACK] = "unpackHalf2x16(x)",
    [SUBNORMALS_VARYING] = "varying",
    [SUBNORMALS_UNIFORM] = "uniform",
};

static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

// m in [1, 2^bits): the ends, powers of two and their neighbours, then random ones.
static double magnitude(int line, int at, int bits)
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
    uint64_t seed =
        ((uint64_t) line << 32 | (uint64_t) at) + UINT64_C(0x9e3779b97f4a7c15);

    // random lengths as well as random bits
    bits -= (which - 6) * bits / 8;
    return (double) (mix(seed) >> (64 - bits) | 1);
}

static bool is_negative(int at)
{
    return at & 1;
}

// Operands of lines that take something else than x. [PROBE_OPERANDS]
static void set_operands(struct fp_format format, int line, int at, double *operands)
{
    int f = format.precision - 1, lowest = 1 - format.emax;
    double sign = is_negative(at) ? -1 : 1, m = magnitude(line, at, f);
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

// Operands of lines for which x is of a certain kind: powers and squares, so that
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
    case SUBNORMALS_INVERSE_SQRT: operands[0] = ldexp(1, even + 2 * (at % most)); break;
    case SUBNORMALS_FRACT: operands[0] = fabs(operands[0]); break;
    case SUBNORMALS_EXP2: operands[0] = lowest - 1 - which; break;
    case SUBNORMALS_LOG2: operands[0] = ldexp(1, lowest - 1 - which); break;
    case SUBNORMALS_PACK: operands[0] = sign * ldexp(magnitude(line, at, 10), -24); break;
    case SUBNORMALS_UNPACK:
        operands[0] = magnitude(line, at, 10);
        operands[1] = is_negative(at);
        break;
    default: break;
    }
}

// x, 1, a zero of x's sign, and 1, where a line says nothing else.
static void subnormals_operand(const struct probe_params *params, int line, int at,
                               uint64_t *words)
{
    struct fp_format format = params->model.format;
    int f = format.precision - 1, lowest = 1 - format.emax;
    double sign = is_negative(at) ? -1 : 1;
    double operands[PROBE_OPERANDS] = { sign * ldexp(magnitude(line, at, f), lowest - f),
                                        1, copysign(0, sign), 1 };

    set_operands(format, line, at, operands);
    set_special(format, line, at, operands);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] = params->precision == PRECISION_DOUBLE ? fp_bits64(operands[k])
                                                         : fp_bits((float) operands[k]);
}

static struct probe_shape subnormals_shape(const struct probe_params *params)
{
    return lines_shape(&probe_subnormals, params);
}

static const struct lines lines = {
    .names = names,
    .count = SUBNORMALS_LINES,
    .columns = COLUMNS,
    .rows = 1,
    .results = 1,
    .signed_zeros = true,
    .varying = true,
    .held = SUBNORMALS_UNIFORM + 1,
    .stages = 1u << STAGE_FRAGMENT | 1u << STAGE_VERTEX | 1u << STAGE_COMPUTE,
    .precisions = 1u << PRECISION_HIGHP | 1u << PRECISION_MEDIUMP |
                  1u << PRECISION_DOUBLE | 1u << PRECISION_FLOAT16,
    .readout = READOUT_BITS,
    .operand = subnormals_operand,
    .answer = subnormals_answer,
    .judge = subnormals_judge,
};

const struct probe probe_subnormals = {
    .name = "subnormals",
    .summary = "the flush matrix: what becomes of subnormals, line by line",
    .forms = 1u << FORM_PLAIN,
    .tiny = true,
    .needs_width = true,
    .operands = PROBE_OPERANDS,
    .ramp = -1,
    .shape = subnormals_shape,
    .lines = &lines,
    .topic = "subnormals",
    .explain =
        "Subnormals: the numbers between zero and the smallest normal one, 2^-126 in\n"
        "binary32, 2^-14 in binary16. IEEE 754 has them, GLSL lets a device treat them\n"
        "as zeros wherever it likes (\"subnormals may be flushed to 0\"), and most differ\n"
        "from place to place. Each line does one thing to them:\n"
        "\n"
        "  kept                they are as IEEE 754 has them\n"
        "  flushed on input    an operand was taken for zero (x * 2^k should be normal)\n"
        "  flushed on output   a result became zero (n * 2^-k, from a normal n)\n"
        "  flushed             one of the two; this line cannot tell which\n"
        "  sign kept, lost     what the zero's sign is: that of the number, or always +\n"
        "  mixed               some are kept, some are not; the detail counts them\n"
        "  read as a normal    log2() took the bits for those of a number of the least\n"
        "    number            exponent with its first 1 in front\n"
        "\n"
        "x is subnormal; n and m are normal; 0 has the sign of x; the k of 2^k leads from\n"
        "the subnormals to the normal numbers and back. All results are exact.\n"
        "\n"
        "Why it matters: x > 0.0 may be false for a positive x, a != b does not make\n"
        "a - b different from 0, log2(x) may be minus infinity, and data that is packed\n"
        "as bits into floats (integers, halves, identifiers) turns to zero if it is\n"
        "loaded, copied or interpolated by something that flushes. A program that is\n"
        "right with flushing in one stage may be wrong in another that does not flush.\n"
        "\n"
        "What may fool it: if \"load\" is flushed, what follows has never seen a\n"
        "subnormal, and its lines say no more than that. A \"flushed\" is no error of\n"
        "the device: GLSL allows it; it is marked since IEEE 754 does not. In mediump\n"
        "the last step of a line is a product with 1, without which a driver may keep\n"
        "the result in binary32; it is flushed like any other.\n",
};
