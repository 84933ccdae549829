// SPDX-License-Identifier: MIT
//
// What views ask of figures and needs no MPFR: the sheet's module has none.

#include "sweep/figures_limits.h"

#include <string.h>

bool figures_sample(const struct sweep *sweep)
{
    return sweep->domain.kind != DOMAIN_BITS && sweep->domain.kind != DOMAIN_DIVISION;
}

bool figures_whole(const struct sweep *sweep)
{
    return sweep->domain.first == 0 &&
           sweep->domain.last == (UINT64_C(1) << sweep->domain.bits) - 1;
}

uint64_t figures_falls(const struct figures *figures)
{
    return figures->total.falls + figures->edge_falls;
}

// Of two operands none is given in 16 bits: how rounding both moves the result is not
// known here.
bool figures_standard(const struct sweep *sweep, struct limit *limit)
{
    const struct backend_facts *facts = &sweep->facts;
    bool half = facts->precision[0] && strcmp(facts->precision, "highp") != 0;

    if (strcmp(facts->where, "gl") != 0 || sweep->function.result != FUNCTION_BINARY32)
        return false;
    if (half && math_list[sweep->function.math].operands != MATH_FLOAT)
        return false;
    return limits_find(sweep->function.math, strstr(facts->version, "OpenGL ES") != NULL,
                       half, limit);
}
