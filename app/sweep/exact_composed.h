// SPDX-License-Identifier: MIT
//
// Functions that MPFR lacks, from those that it has. Each works with as many bits more
// as its cancellations take, and says where its value is exact.

#ifndef EXACT_COMPOSED_H
#define EXACT_COMPOSED_H

#include "sweep/exact_value.h"

// Each is its function at the operands that are asked, as exact_value_of gives it.
void exact_composed_rsqrt(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_rcp(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_rcbrt(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_sinpi(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_cospi(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_degrees(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_radians(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_lgamma(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_erfcx(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_normcdf(struct exact_value *value, const struct exact_ask *ask);

// erfc for the others, off by less than 2^-8 of x^2 units in the last place of `out`; the
// range of exponents must hold it. Temporaries from 6 on are lost.
void exact_composed_erfc(mpfr_ptr out, mpfr_srcptr x);

// exact_inverse.c
void exact_composed_erfinv(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_erfcinv(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_normcdfinv(struct exact_value *value, const struct exact_ask *ask);

// exact_bessel.c
void exact_composed_j1(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_jn(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_yn(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_i0(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_i1(struct exact_value *value, const struct exact_ask *ask);

// exact_parts.c: what needs no rounding.
void exact_composed_fract(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_sign(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_saturate(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_logb(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_frexp(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_frexp_exp(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_remquo_low(struct exact_value *value, const struct exact_ask *ask);
void exact_composed_ldexp(struct exact_value *value, const struct exact_ask *ask);

#endif // EXACT_COMPOSED_H
