// SPDX-License-Identifier: MIT
//
// The operations of one operand that a GPU does beside those of unit.h: conversions
// between floats and integers, the reciprocal, the reciprocal square root. What each
// must give is computed here in integers; nothing of CUDA is needed for that.

#ifndef UNARY_H
#define UNARY_H

#include "base/fp.h"

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

// The result, rounded once. Bit patterns in 64-bit words, those of narrower types in
// the low bits and zeros above. Integers saturate. NaN gives fp_nan, and as an integer
// what PTX says of cvt: 0 from binary32 to 32 bits, else the top bit alone.
uint64_t unary_expected(const struct unary *unary, enum fp_round round, uint64_t bits);

#endif // UNARY_H
