// SPDX-License-Identifier: MIT
//
// Kinds of binary arithmetic: formats, rounding models, and both together. Most of the
// program only names them; fp.h computes with them.

#ifndef BASE_FP_FORMAT_H
#define BASE_FP_FORMAT_H

#include <stdbool.h>

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

// "rne", "chop-g1", ...: the names of DESIGN's reports and options.
const char *fp_round_name(enum fp_round round);

// Returns false if no rule has that name; `round` is then unchanged.
bool fp_round_find(const char *name, enum fp_round *round);

#endif // BASE_FP_FORMAT_H
