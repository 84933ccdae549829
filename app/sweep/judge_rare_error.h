// SPDX-License-Identifier: MIT
//
// The format of results, and the ulp, the rounding and the error of an exact result that
// is known as a double. Used on a CPU and in a CUDA kernel.

#ifndef SWEEP_JUDGE_RARE_ERROR_H
#define SWEEP_JUDGE_RARE_ERROR_H

#include "sweep/domain.h"
#include "sweep/function.h"

#include <math.h>

// The format of results and the rounding model.
struct rare_rule {
    int precision, emax; // of the format; unused for integers
    bool integer;
    double low, high; // of integers: their range
    enum fp_round round;
};

DOMAIN_INLINE struct rare_rule rare_rule_of(enum function_type type, enum fp_round round)
{
    struct rare_rule rule = { 24, 127, false, 0, 0, round };

    if (type == FUNCTION_BINARY16)
        rule.precision = 11, rule.emax = 15;
    if (type == FUNCTION_BINARY64)
        rule.precision = 53, rule.emax = 1023;
    rule.integer = type == FUNCTION_INT32 || type == FUNCTION_UINT32;
    rule.low = type == FUNCTION_INT32 ? -2147483648.0 : 0;
    rule.high = type == FUNCTION_INT32 ? 2147483647.0 : 4294967295.0;
    return rule;
}

// Returns log2 of the ulp at a number x; beyond the largest numbers, that of emax.
DOMAIN_INLINE int rare_place(const struct rare_rule *rule, double x)
{
    int e, emin = 1 - rule->emax;

    if (rule->integer)
        return 0;
    e = x == 0 ? emin : ilogb(x);
    e = e < emin ? emin : e > rule->emax ? rule->emax : e;
    return e - (rule->precision - 1);
}

// Returns a number x rounded by the rule, as if there were no largest number.
DOMAIN_INLINE double rare_rounded(const struct rare_rule *rule, double x)
{
    double q = ldexp(x, -rare_place(rule, x));

    if (rule->round == FP_RTZ)
        q = trunc(q);
    else if (rule->round == FP_RUP)
        q = ceil(q);
    else if (rule->round == FP_RDN)
        q = floor(q);
    else
        q = rint(q);
    return ldexp(q, rare_place(rule, x));
}

// Returns the signed error of a number in ulp. If the exact error is nearer to zero than
// an edge of a tally's bins but rounds to this edge, returns the double before it.
DOMAIN_INLINE double rare_error(const struct rare_rule *rule, double got, double want)
{
    double off = got - want, back = off - got;
    double rest = (got - (off - back)) - (want + back); // of the rounded difference
    double error = ldexp(off, -rare_place(rule, want));

    if (rest != 0 && (rest < 0) != (off < 0) && fabs(error) < 0x1p40 &&
        8 * error == floor(8 * error))
        return nextafter(error, 0.0);
    return error;
}

#endif // SWEEP_JUDGE_RARE_ERROR_H
