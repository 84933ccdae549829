// SPDX-License-Identifier: MIT
//
// A unit is anything that can do arithmetic on arrays of floats: the integer model,
// the host's FPU, a CUDA device. A probe is written once against this interface and
// runs on all of them; no unit knows of any probe.

#ifndef UNIT_UNIT_H
#define UNIT_UNIT_H

#include "base/fp_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum unit_op {
    UNIT_ADD,  // a + b
    UNIT_SUB,  // a - b
    UNIT_MUL,  // a * b
    UNIT_DIV,  // a / b
    UNIT_SQRT, // sqrt(a)
    UNIT_FMA,  // a * b + c, rounded once
    UNIT_OP_COUNT,
};

// out[i] = op(a[i], b[i], c[i]) for i in [0, count), rounded once as `model` says.
// Bit patterns of model.format, one a 64-bit word; operands that an operation lacks
// are NULL. `out` may be any of them. Every NaN result is fp_nan().
struct unit_call {
    enum unit_op op;
    struct fp_model model;
    uint64_t *out;
    const uint64_t *a, *b, *c;
    size_t count;
};

struct unit {
    const char *name;        // "model", "host", "cuda", "recorded"
    const struct unit *next; // whom to ask where this one cannot, or broke; may be NULL

    // What this unit can do; a call that it cannot is a programmer's error.
    bool (*can)(const struct unit *unit, enum unit_op op, const struct fp_model *model);

    // Returns false, after logging why, if the unit broke (a device was lost); `out`
    // is then unspecified.
    bool (*apply)(const struct unit *unit, const struct unit_call *call);

    void *priv;
};

// "add", "fma", ...
const char *unit_op_name(enum unit_op op);

// How many operands an operation takes: [1, 3].
int unit_op_arity(enum unit_op op);

// Any format, rule, guard bits, sticky bit and flush, in integers. The reference of
// last resort, and, behind a fake device, the GPU that has every defect one cares to
// give it.
struct unit unit_model(void);

// The CPU that runs this program: binary32 and binary64, the four directions of
// fesetround, no flushing. Where a direction has no effect, the result to nearest and its
// exact remainder give the directed one (nudge.h), in binary32 at least. The environment
// found on entry of a call is restored on its exit, and nothing of it (direction, FTZ,
// DAZ) is relied upon.
struct unit unit_host(void);

#endif // UNIT_UNIT_H
