// SPDX-License-Identifier: MIT
//
// What became of one input, by cell.h's words, when the exact result is known as a
// double: the whole rule, for the rare paths of the judges, on a CPU and in a CUDA kernel
// alike. What it computes is exact but for the differences, which are rounded once.

#ifndef SWEEP_JUDGE_RARE_H
#define SWEEP_JUDGE_RARE_H

#include "sweep/cell.h"
#include "sweep/judge_rare_error.h"

// An input. `want` is the exact result as a double: NaN, an infinity or a zero only where
// the exact result is that, unless `beyond`: it is a number then, that a double is too
// narrow for. `got` is the result as a double.
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

// Of integers: saturation is what an overflow comes to. NaN is no integer, and whatever
// came for it is as good as another.
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

// Both are numbers but that got may be an infinity. The largest numbers of a direction
// that never overflows are correct: what `correct` says then is told by the neighbour.
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

// The rule, but for what a machine makes of subnormal operands.
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
    if (isinf(want)) // beyond: any number past the end will do
        want = want < 0 ? -0x1p+1000 : 0x1p+1000;
    else if (want == 0 && input->beyond)
        want = signbit(want) ? -0x1p-1000 : 0x1p-1000;
    out = rare_number(rule, got, want);
    if (out.kind == CELL_FINITE && got == 0 && fabs(want) < least && out.error != 0 &&
        fabs(out.error) >= 1)
        out = rare_is(CELL_FLUSHED, false);
    return out;
}

// Of an input with subnormal operands, `at_zero` being what is wanted with zeros of their
// signs in place of one or both. The result for these is called flushed only if the
// operands themselves do not explain it: `out` is not correct, nor less than an ulp away.
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
