// SPDX-License-Identifier: MIT
//
// How it works: let r be the result to nearest of an exact x. Then RTZ, RUP and RDN of x
// are r or a neighbour of r, and the sign of x - r says which. In long double that sign
// is exact: a product of two operands is, and so are a b against r, r b against a of a
// quotient, and r r against a of a square root. A sum is hi + lo without an error
// (TwoSum: Knuth, The Art of Computer Programming, volume 2, 4.2.2, theorem B); hi - r is
// exact, since r is near, and either 0 or larger than lo. 1 + 0x1p-60 in binary64: r = 1,
// x - r = 0x1p-60, so RUP gives 1 + 0x1p-52. An infinite r of finite operands is an
// overflow, and its neighbour the largest finite number.

#include "unit/nudge.h"

#include <assert.h>
#include <float.h>
#include <math.h>

// Addends of which at least one is negative, with the sum 0, give -0 by RDN alone.
struct exact {
    int above; // sign of x - r
    bool negative_zero;
};

static int sign_of_wide(long double value)
{
    return (value > 0) - (value < 0);
}

static struct exact compare_sum(long double x, long double y, long double r)
{
    long double hi = x + y, part = hi - x;
    long double lo = (x - (hi - part)) + (y - part);
    int above = sign_of_wide((hi - r) + lo);

    return (struct exact){ above, r == 0 && above == 0 && (signbit(x) || signbit(y)) };
}

static struct exact compare(enum unit_op op, const long double operands[3], long double r)
{
    long double a = operands[0], b = operands[1], c = operands[2];

    switch (op) {
    case UNIT_ADD: return compare_sum(a, b, r);
    case UNIT_SUB: return compare_sum(a, -b, r);
    case UNIT_FMA: return compare_sum(a * b, c, r);
    case UNIT_MUL: return (struct exact){ (a * b > r) - (a * b < r), false };
    case UNIT_DIV:
        return (struct exact){ sign_of_wide(b) * ((a > r * b) - (a < r * b)), false };
    case UNIT_SQRT: return (struct exact){ (a > r * r) - (a < r * r), false };
    default: assert(false); return (struct exact){ 0 };
    }
}

// -1, 0 or 1: to which neighbour.
static int step(enum fp_round round, int above, bool negative)
{
    bool down = round == FP_RDN || (round == FP_RTZ && !negative);

    return above < 0 ? -down : above > 0 ? !down : 0;
}

// Infinite operands, and a divisor of 0, leave nothing to round.
static bool is_rounded(enum unit_op op, const long double operands[3])
{
    static const int count[UNIT_OP_COUNT] = { [UNIT_SQRT] = 1, [UNIT_FMA] = 3 };

    for (int i = 0; i < (count[op] ? count[op] : 2); i++)
        if (!isfinite(operands[i]))
            return false;
    return op != UNIT_DIV || operands[1] != 0;
}

bool nudge_can(enum fp_round round, struct fp_format format)
{
    bool directed = round == FP_RTZ || round == FP_RUP || round == FP_RDN;

    return directed && (format.precision == FP_BINARY32.precision ||
                        2 * format.precision <= LDBL_MANT_DIG);
}

double nudge64(enum unit_op op, enum fp_round round, const double operands[3],
               double nearest)
{
    const long double wide[3] = { operands[0], operands[1], operands[2] };

    if (isnan(nearest) || !is_rounded(op, wide))
        return nearest;
    struct exact exact = compare(op, wide, nearest);

    if (exact.negative_zero)
        return round == FP_RDN ? -0.0 : nearest;
    int to = step(round, exact.above, signbit(nearest));

    return to ? nextafter(nearest, to * HUGE_VAL) : nearest;
}

float nudge32(enum unit_op op, enum fp_round round, const float operands[3],
              float nearest)
{
    const long double wide[3] = { operands[0], operands[1], operands[2] };

    if (isnan(nearest) || !is_rounded(op, wide))
        return nearest;
    struct exact exact = compare(op, wide, nearest);

    if (exact.negative_zero)
        return round == FP_RDN ? -0.0f : nearest;
    int to = step(round, exact.above, signbit(nearest));

    return to ? nextafterf(nearest, (float) to * HUGE_VALF) : nearest;
}
