// SPDX-License-Identifier: MIT
//
// Expressions on a device that keeps more bits inside an expression than it stores, as
// traits.inside_bits says: programs of postfix.h, and the sums of pictures. Each
// operation is rounded to these bits (wide.h), and what comes out to the format.

#ifndef PROBE_SHARED_INSIDE_H
#define PROBE_SHARED_INSIDE_H

#include "base/fp.h"
#include "probe/expressions.h"
#include "unit/traits.h"

#include <stdint.h>

// One operation; of UNIT_FMA the product is rounded too.
struct fp_parts inside_apply(const struct traits *traits, enum unit_op op,
                             struct fp_parts x, struct fp_parts y, struct fp_parts z);

// As postfix_run.
void inside_run(const struct expressions_call *call, const char *program,
                uint64_t *values);

// What a picture of sums shows for a case, as a binary32 pattern: (a + b) - a, or - c
// where the probe judges adders, times the operands behind them; or, of a ramp without
// such a rest, the fraction of a + b.
uint32_t inside_picture(const struct probe *probe, const struct traits *traits,
                        const double *operands);

#define INSIDE_MIXED 9

// All that such a picture may show for a case if a compiler stores the sum for some of
// its uses and keeps it for others: as it is kept; as it is stored, to either neighbour,
// for an x87 stores by whatever rule is set at that place; and of sum - floor(sum) any
// two of these. Returns how many. After D. Monniaux, "The pitfalls of verifying
// floating-point computations", TOPLAS 30(3), 2008, section 3.1.
int inside_mixed(const struct probe *probe, const struct traits *traits,
                 const double *operands, uint32_t values[INSIDE_MIXED]);

#endif // PROBE_SHARED_INSIDE_H
