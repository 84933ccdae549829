// SPDX-License-Identifier: MIT
//
// Determines the kind and the error of one result (cell.h) from the exact result as a
// double. The rare paths of the judges use it, on a CPU and in a CUDA kernel. All steps
// are exact except the differences, which are rounded once.

#ifndef SWEEP_JUDGE_RARE_H
#define SWEEP_JUDGE_RARE_H

#include "sweep/cell.h"
#include "sweep/judge_rare_error.h"

// A result as a double, `got`, and the exact one, `want`. `want` is NaN, an infinity or a
// zero only if the exact result is; if `beyond`, it is a number outside a double's range.
struct rare_input {
    double want, got;
    bool beyond;
};

struct rare {
    enum cell_kind kind;
    bool correct;
    double error, relative, absolute; // of kind finite; relative 0 below 2^emin
};

DOMAIN_INLINE bool rare_same(double got, double want)
{
    return (isnan(got) && isnan(want)) ||
           (got == want && !signbit(got) == !signbit(want));
}

DOMAIN_INLINE struct rare rare_is(enum cell_kind kind, bool correct)
{
    struct rare out = { kind, correct, 0, 0, 0 };

    return out;
}

DOMAIN_INLINE struct rare rare_finite(const struct rare_rule *rule, double got,
                                      double want, bool correct)
{
    struct rare out = { CELL_FINITE, correct, 0, 0, 0 };

    out.error = rare_error(rule, got, want);
    out.absolute = fabs(got - want);
    if (rule->integer ? want != 0 : fabs(want) >= ldexp(1.0, 1 - rule->emax))
        out.relative = out.absolute / fabs(want);
    return out;
}

// Judges integers: an overflow saturates, and any integer is right for NaN.
DOMAIN_INLINE struct rare rare_integer(const struct rare_rule *rule, double got,
                                       double want)
{
    double rounded;

    if (isnan(want))
        return rare_is(CELL_SPECIAL, true);
    rounded = isinf(want) ? want : rare_rounded(rule, want);
    if (rounded < rule->low || rounded > rule->high) {
        rounded = rounded < 0 ? rule->low : rule->high;
        return got == rounded ? rare_is(isinf(want) ? CELL_SPECIAL : CELL_OVERFLOW, true)
                              : rare_is(CELL_WRONG, false);
    }
    if (want == 0 && got == 0)
        return rare_is(CELL_SPECIAL, true);
    return rare_finite(rule, got, want, got == rounded);
}

// Judges numbers; `got` may also be an infinity. If a directed rounding cannot overflow,
// the largest number is the correct result beyond the range.
DOMAIN_INLINE struct rare rare_number(const struct rare_rule *rule, double got,
                                      double want)
{
    double top = ldexp(1.0, rule->emax), end = rule->emax < 1023 ? 2 * top : INFINITY;
    double largest = top * (2 - ldexp(1.0, 1 - rule->precision));
    double rounded = rare_rounded(rule, want);
    double sign = want < 0 ? -1 : 1;
    bool inward = rule->round == FP_RTZ || rule->round == (sign < 0 ? FP_RUP : FP_RDN);

    if (fabs(rounded) > largest) {
        rounded = sign * (inward ? largest : INFINITY);
        if (got == rounded && isinf(got))
            return rare_is(CELL_OVERFLOW, true);
        want = fabs(want) > end ? sign * end : want;
    }
    if (isinf(got) && (fabs(want) < top || got * sign < 0))
        return rare_is(CELL_WRONG, false);
    return rare_finite(rule, isinf(got) ? sign * end : got, want, got == rounded);
}

// Judges a result of a machine that does not flush subnormal operands.
DOMAIN_INLINE struct rare rare_plain(const struct rare_rule *rule,
                                     const struct rare_input *input)
{
    double got = input->got, want = input->want;
    double least = ldexp(1.0, 1 - rule->emax);
    struct rare out;

    if (rule->integer)
        return rare_integer(rule, got, want);
    if (isnan(want) || (isinf(want) && !input->beyond))
        return rare_is(rare_same(got, want) ? CELL_SPECIAL : CELL_WRONG,
                       rare_same(got, want));
    if (isnan(got))
        return rare_is(CELL_WRONG, false);
    if (got == 0 && fabs(want) < least && signbit(got) != signbit(want))
        return rare_is(CELL_ZERO_SIGN, false);
    if (want == 0 && !input->beyond && got == 0)
        return rare_is(CELL_SPECIAL, true);
    if (isinf(want)) // beyond: any number past the end has the same verdict
        want = want < 0 ? -0x1p+1000 : 0x1p+1000;
    else if (want == 0 && input->beyond)
        want = signbit(want) ? -0x1p-1000 : 0x1p-1000;
    out = rare_number(rule, got, want);
    if (out.kind == CELL_FINITE && got == 0 && fabs(want) < least && out.error != 0 &&
        fabs(out.error) >= 1)
        out = rare_is(CELL_FLUSHED, false);
    return out;
}

// Judges a result for subnormal operands. `at_zero` is the exact result with zeros of
// their signs in place of one or both. The kind becomes flushed only if the operands
// themselves do not explain the result: `out` is neither correct nor less than an ulp
// away.
DOMAIN_INLINE struct rare rare_unless_flushed(const struct rare_rule *rule,
                                              const struct rare_input *input,
                                              struct rare out, double at_zero)
{
    struct rare_input zero = { at_zero, input->got, false };

    if (out.correct || out.kind == CELL_FLUSHED ||
        (out.kind == CELL_FINITE && fabs(out.error) < 1) ||
        !rare_plain(rule, &zero).correct)
        return out;
    return rare_is(CELL_FLUSHED, false);
}

#endif // SWEEP_JUDGE_RARE_H
