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

#include "probe/expressions/subnormals.h"
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
