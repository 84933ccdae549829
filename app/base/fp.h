// SPDX-License-Identifier: MIT
//
// Binary floating-point formats, rounding rules and one correctly rounded pack. All
// in integers: nothing here depends on the FPU or its environment. What an operation
// does with these is a unit's business (unit.h); what a picture says of them, a
// probe's (probe.h).

#ifndef FP_H
#define FP_H

#include "base/fp_bits.h"

#include <stdbool.h>
#include <stdint.h>

// 128 bits hold the exact product of two significands of any format here.
__extension__ typedef unsigned __int128 fp_u128;

// A binary format of IEEE 754-2019, 3.3: `precision` p counts the hidden bit, the
// normal exponents are [1 - emax, emax]. precision in [2, 53], emax in [2, 1023].
struct fp_format {
    int precision;
    int emax;
};

#define FP_BINARY16 ((struct fp_format){ 11, 15 })
#define FP_BINARY32 ((struct fp_format){ 24, 127 })
#define FP_BINARY64 ((struct fp_format){ 53, 1023 })

// How a sum is rounded. The first eleven round the exact result once:
//   rne rna rnz rnu rnd rno   to nearest; ties to even, away from zero, to zero, up,
//                             down, to odd
//   rtz raz rup rdn           toward zero, away from zero, up, down
//   ro                        to odd ("jam"): exact, or else the odd neighbour
// The others are adders without a sticky bit. The smaller operand is aligned and
// truncated g bits below the larger one's ulp, then the sum is chopped (chop-gG), or
// rounded to nearest with ties to even (rne-nsG) or away (rna-nsG). For operations
// other than addition and subtraction they round the exact result by RTZ, RNE or RNA.
enum fp_round {
    FP_RNE,
    FP_RNA,
    FP_RNZ,
    FP_RNU,
    FP_RND,
    FP_RNO,
    FP_RTZ,
    FP_RAZ,
    FP_RUP,
    FP_RDN,
    FP_RO,
    FP_CHOP_G0,
    FP_CHOP_G1,
    FP_CHOP_G2,
    FP_CHOP_G3,
    FP_RNE_NS1,
    FP_RNE_NS2,
    FP_RNE_NS3,
    FP_RNA_NS1,
    FP_RNA_NS2,
    FP_RNA_NS3,
    FP_ROUND_COUNT,
};

// One arithmetic: a format, a rounding rule, and what becomes of subnormals. A
// flushed operand or result is a zero of the same sign (IEEE 754 knows it as
// neither; GPUs know it as DAZ and FTZ). A result is flushed before rounding could
// lift it: when its exact magnitude is below 2^emin.
struct fp_model {
    struct fp_format format;
    enum fp_round round;
    bool flush_in;
    bool flush_out;
};

enum fp_class { FP_CLASS_ZERO, FP_CLASS_FINITE, FP_CLASS_INFINITE, FP_CLASS_NAN };

// A datum taken apart. Finite: (-1)^negative * significand * 2^exponent, and
// significand in [1, 2^precision).
struct fp_parts {
    enum fp_class class;
    bool negative;
    int exponent;
    uint64_t significand;
};

// "rne", "chop-g1", ...: the names of DESIGN's reports and options.
const char *fp_round_name(enum fp_round round);

// Returns false if no rule has that name; `round` is then unchanged.
bool fp_round_find(const char *name, enum fp_round *round);

// The rule by which an adder's last step rounds: itself for the first eleven, FP_RTZ,
// FP_RNE or FP_RNA for those without a sticky bit.
enum fp_round fp_round_last(enum fp_round round);

// Guard bits kept below the larger operand's ulp before the sum: [0, 3], or -1 where
// the sum is exact before it is rounded.
int fp_round_guard_bits(enum fp_round round);

// Whether `round` (one of the first eleven) takes the larger magnitude for a result that
// lies between two neighbours. `odd` is the last bit of the smaller one; what is left
// over is half an ulp if `half`, and more than that, or than 0, if `rest`.
bool fp_round_away(enum fp_round round, bool negative, bool odd, bool half, bool rest);

// Bit patterns. A format's encoding is sign, biased exponent (bias emax), fraction,
// from the top; exponent field 2 emax + 1 is infinity and NaN. For the three formats
// above this is the interchange format of IEEE 754-2019, 3.4. `bits` outside the
// encoding are not looked at.
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

#endif // FP_H
