// SPDX-License-Identifier: MIT
//
// Unpacks numbers of a binary floating-point format, and packs them, correctly rounded.
// Everything is computed in integers: nothing depends on the FPU or its environment.
// Operations are in unit.h; what a picture shows of them, in probe.h.

#ifndef BASE_FP_H
#define BASE_FP_H

#include "base/fp_bits.h"
#include "base/fp_format.h"

#include <stdbool.h>
#include <stdint.h>

// 128 bits hold the exact product of two significands of any format here.
__extension__ typedef unsigned __int128 fp_u128;

enum fp_class { FP_CLASS_ZERO, FP_CLASS_FINITE, FP_CLASS_INFINITE, FP_CLASS_NAN };

// A datum taken apart. Finite: (-1)^negative * significand * 2^exponent, and
// significand in [1, 2^precision).
struct fp_parts {
    enum fp_class class;
    bool negative;
    int exponent;
    uint64_t significand;
};

// The rounding model of an adder's last step: itself for the first eleven, FP_RTZ,
// FP_RNE or FP_RNA for those without a sticky bit.
enum fp_round fp_round_last(enum fp_round round);

// Guard bits kept below the larger operand's ulp before the sum: [0, 3], or -1 where
// the sum is exact before it is rounded.
int fp_round_guard_bits(enum fp_round round);

// Returns the results for which `round` (one of the first eleven) gives the larger
// magnitude: the set of the bits 8 negative + 4 odd + 2 half + rest, as below.
unsigned fp_round_aways(enum fp_round round);

// Whether `round` (one of the first eleven) gives the larger magnitude for a result that
// lies between two neighbours. `odd` is the last bit of the smaller one. The remainder is
// at least half an ulp if `half`; if `rest`, it is larger than that, or, without `half`,
// larger than 0.
static inline bool fp_round_away(enum fp_round round, bool negative, bool odd, bool half,
                                 bool rest)
{
    return fp_round_aways(round) >> (negative << 3 | odd << 2 | half << 1 | rest) & 1;
}

// Bit patterns. A format's encoding is sign, biased exponent (bias emax), fraction, from
// the top; exponent field 2 emax + 1 is infinity and NaN. For the three formats above
// this is the interchange format of IEEE 754-2019, 3.4. Bits outside the encoding are
// ignored.
struct fp_parts fp_unpack(struct fp_format format, uint64_t bits);

uint64_t fp_zero(struct fp_format format, bool negative);
uint64_t fp_infinity(struct fp_format format, bool negative);
uint64_t fp_nan(struct fp_format format); // quiet, positive, no payload
bool fp_is_nan(struct fp_format format, uint64_t bits);

// The datum nearest to (-1)^negative * (significand + t) * 2^exponent by `round` (one
// of the first eleven), where t is 0, or any number in (0, 1) if `sticky`. A zero
// significand without sticky is a zero of the sign given. Overflow goes to infinity
// or to the largest finite number as the rule says (IEEE 754-2019, 7.4), underflow
// is gradual. With `sticky` the significand must reach below the datum's last place.
uint64_t fp_pack(struct fp_format format, enum fp_round round, bool negative,
                 int exponent, fp_u128 significand, bool sticky);

// `bits` of `from` in `to`, rounded once by fp_round_last(round). NaN becomes fp_nan.
uint64_t fp_convert(struct fp_format from, struct fp_format to, enum fp_round round,
                    uint64_t bits);

#endif // BASE_FP_H
