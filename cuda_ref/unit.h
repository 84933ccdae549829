// SPDX-License-Identifier: MIT
//
// The unit that is a CUDA GPU: each operation by its intrinsic (__fadd_rn, __ddiv_ru),
// the machine's own arithmetic, against which the host and the model are held. Nothing of
// CUDA is loaded before cuda_unit_open. Not for use after fork: a child is refused. It
// has more operations of one operand than unit.h: conversions between floats and
// integers, the reciprocal, the reciprocal square root.

#ifndef CUDA_REF_UNIT_H
#define CUDA_REF_UNIT_H

#include "base/fp_format.h"
#include "unit/recorded.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum unary_type {
    UNARY_BINARY16,
    UNARY_BINARY32,
    UNARY_BINARY64,
    UNARY_INT32,
    UNARY_UINT32,
    UNARY_INT64,
    UNARY_UINT64,
    UNARY_TYPE_COUNT,
};

enum unary_kind { UNARY_CONVERT, UNARY_RCP, UNARY_RSQRT };

// An operation, of the kernel of that name.
struct unary {
    const char *name; // "binary32_to_int64", "rcp_binary64"
    enum unary_kind kind;
    enum unary_type from, to;
};

#define UNARY_COUNT 23
extern const struct unary unary_list[UNARY_COUNT];

// "binary32", "uint64", ...
const char *unary_type_name(enum unary_type type);

// Whether operands of that type are floats; their format then.
bool unary_type_is_float(enum unary_type type);
struct fp_format unary_type_format(enum unary_type type);

// NULL if there is none.
const struct unary *unary_find(const char *name);

// Whether CUDA has the operation in that direction: rne, rtz, rup, rdn, and the
// reciprocal square root by rne alone.
bool unary_can(const struct unary *unary, enum fp_round round);

// The operands of the tables that `fpstripe record` writes: where conversions go wrong,
// as far as the type has them, then seeded ones.
void unary_operands(enum unary_type type, uint64_t *operands, size_t count);

struct cuda_facts {
    struct recorded_facts who; // who.driver: the CUDA version, where it is not told
    char api[16];              // CUDA version that the driver knows: "13.0"
    bool compiled; // by the driver, from PTX; else the machine code was at hand
};

// Opens the first GPU. The unit does binary32 and binary64, every operation in rne, rtz,
// rup, rdn, and binary16 addition, subtraction, multiplication and fma in rne; it
// flushes nothing. Calls from several threads wait for each other. Returns false, after
// logging why, if there is no driver, no GPU, or anything else that it needs; `unit` is
// then zeroed. `facts` may be NULL.
bool cuda_unit_open(struct unit *unit, struct cuda_facts *facts);

// Whether that unit has the operation: its `can`.
bool cuda_unit_can(const struct unit *unit, enum unit_op op,
                   const struct fp_model *model);

// Accepts a zeroed unit and leaves one.
void cuda_unit_close(struct unit *unit);

// An operation of one operand: out[i] = unary(a[i]), rounded by `round`, one that
// unary_can, as the GPU has it, for i in [0, count). `out` may be `a`. Returns false,
// after logging why, if the GPU failed; `out` is then unspecified.
bool cuda_unit_unary(const struct unit *unit, const struct unary *unary,
                     enum fp_round round, uint64_t *out, const uint64_t *a, size_t count);

#endif // CUDA_REF_UNIT_H
