// SPDX-License-Identifier: MIT
//
// How a device deviates from IEEE 754: which expressions its compiler fuses or folds,
// where it flushes, which of its functions are inaccurate. A simulated device is given
// such traits; a judge (probe/expressions.h) tries which of them explain the answers of a
// real one.

#ifndef UNIT_TRAITS_H
#define UNIT_TRAITS_H

#include "base/fp_format.h"
#include "base/rewriting.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- depths ----

// How a depth becomes a level of a depth buffer in fixed point; float: it is kept as it
// is, in binary32.
enum traits_depth_by {
    TRAITS_DEPTH_NEAREST,
    TRAITS_DEPTH_TRUNCATED,
    TRAITS_DEPTH_UP,
    TRAITS_DEPTH_FLOAT,
    TRAITS_DEPTH_COUNT,
};

// The numbers that a depth buffer keeps.
struct traits_depth {
    enum traits_depth_by by;
    int bits;       // in fixed point, at most: [12, 24]; 0: those of the format
    bool unclamped; // floats may lie outside [0, 1]
    bool unequal;   // a second program fuses a * b + c, the first does not
    int unit; // of glPolygonOffset, in levels of the format, or ulps: [1, 16]; 0: one
    bool constant; // of floats, it is so many 2^-24 instead
    bool length;   // its factor is of the length of the slope, not of the larger part
};

// ---- filters ----

// How a filter mixes texels a and b, in binary32: each step rounded to nearest even; with
// one rounding of product and sum; or once. A clean device does the first.
enum traits_mix {
    TRAITS_MIX_STEPS,        // a + w * (b - a)
    TRAITS_MIX_FUSED,        // the same, fused
    TRAITS_MIX_TWO_PRODUCTS, // a * (1 - w) + b * w
    TRAITS_MIX_ONCE,
    TRAITS_MIX_COUNT,
};

// How a texture is filtered.
struct traits_filter {
    int bits;            // of the fraction of a position, a weight: [1, 11]; 0: all
    enum fp_round round; // by which it is rounded to them, one of the first eleven
    bool bytes;          // of bytes a byte is made, the nearest
    enum traits_mix mix;
    int texel_bits; // of the fraction of a position that is not filtered: [1, 13]; 0: all
};

// Returns a position in texels, rounded to so many fraction bits; as it is if bits is 0.
double traits_filter_place(const struct traits_filter *filter, int bits, double x);

// Returns what a filter makes of texels a and b with weight w: binary32 numbers of like
// size, w of at most 11 bits or exact.
double traits_mixed(enum traits_mix mix, double a, double b, double w);

// ---- two programs ----

// Which of two programs computes an expression in another way than it is written: none;
// the second one, if nothing is invariant; the second one in every form; the vertex
// shader beside a fragment shader.
enum traits_programs {
    TRAITS_PROGRAMS_SAME,
    TRAITS_PROGRAMS_PLAIN,
    TRAITS_PROGRAMS_EVERY,
    TRAITS_PROGRAMS_STAGES,
    TRAITS_PROGRAMS_COUNT,
};

// What a compiler does with an expression of literals: as at run time; literals and
// steps to nearest even; all in binary64, rounded once at its end; literals converted,
// and steps taken, by the rule of run time.
enum traits_constants {
    TRAITS_CONSTANTS_RUN_TIME,
    TRAITS_CONSTANTS_NEAREST,
    TRAITS_CONSTANTS_DOUBLE,
    TRAITS_CONSTANTS_BY_RULE,
    TRAITS_CONSTANTS_COUNT,
};

// How blending, s + d * (1 - a), is rounded in a target. Of n bits, D and w = (1 - a)
// (2^n - 1) are whole numbers, S = s (2^n - 1) may be between two, and its sum with x = D
// w over 2^n - 1 is rounded to nearest; truncated; rounded up. Or S is rounded first and
// added to x >> n; (x + (x >> n) + 2^(n-1)) >> n; D (w + 1) >> n; D (w + (w >> (n-1))) >>
// n; or, source, to x over 2^n - 1, to nearest. In floats and halves each step is rounded
// in binary32 to nearest even, then the sum to the target; truncated, rounded up: each;
// or product and sum are fused; or the product is rounded to the target too. Encoded:
// bytes of sRGB are blended as they are.
enum traits_blend {
    TRAITS_BLEND_NEAREST,
    TRAITS_BLEND_TRUNCATED,
    TRAITS_BLEND_UP,
    TRAITS_BLEND_SHIFTED,
    TRAITS_BLEND_CLOSE,
    TRAITS_BLEND_WEIGHTS,
    TRAITS_BLEND_TOP_WEIGHTS,
    TRAITS_BLEND_FUSED,
    TRAITS_BLEND_STEPS,
    TRAITS_BLEND_ENCODED,
    TRAITS_BLEND_SOURCE,
    TRAITS_BLEND_COUNT,
};

// Of a quad of 2 by 2 fragments dFdx is of each row and dFdy of each column; or both are
// of the first for all four, or of the last.
enum traits_derivatives {
    TRAITS_DERIVATIVES_FINE,
    TRAITS_DERIVATIVES_COARSE,
    TRAITS_DERIVATIVES_COARSE_LAST,
    TRAITS_DERIVATIVES_COUNT,
};

// The precision of an operation whose operands differ in precision: the highest of them,
// where a literal has none; highp with a literal, too; mediump.
enum traits_mixed {
    TRAITS_MIXED_HIGHEST,
    TRAITS_MIXED_WIDE,
    TRAITS_MIXED_NARROW,
    TRAITS_MIXED_COUNT,
};

// The arithmetic of a device, and its deviations. TRAITS_NONE(model) has no deviation:
// every operation is rounded once, as `model` says.
struct traits {
    struct fp_model model;
    int multiplier;      // columns of partial products that are kept below the last
                         // place of a product: [0, 8]; -1: all, rounded by the model
    bool by_reciprocal;  // a / b is a * (1 / b), each rounded
    bool low_reciprocal; // that 1 / b is truncated
    bool fma_separate;   // fma(a, b, c) is a * b + c, each rounded
    bool mad;            // what is fused truncates its product, and rounds the sum
    uint64_t contracts;  // bit k: number k of the probe contraction is fused
    bool fuses_second;   // of a sum of two products that is fused, the second is exact
    uint64_t folds;      // bit k: number k of the probe folding is simplified
    uint64_t flushes;    // bit k: number k of the probe subnormals gives zeros
    bool nan_equal;      // NaN == NaN
    bool tanh_overflows; // tanh(x) is NaN where e^x is infinite
    bool by_product;     // mix(x, y, bool) and ?: are x * (1 - a) + y * a
    enum fp_round half;  // how packHalf2x16 rounds
    int coarse_bits;     // last bits that sin() and the like lose: [0, 20]
    bool by_steps;       // length() and the like are their formulas, step by step
    enum traits_constants constants;
    enum rewriting rewriting; // how sums with a literal 1 are computed
    bool saturates;           // there is no infinity, but the largest finite number
    bool low_powers;          // pow(2.0, n) is half an ulp low, but for n = 0
    int inside_bits; // significand bits that an expression keeps until it is stored, in
                     // [p, WIDE_BITS]; 0: those of the format
    enum traits_blend blend;
    // Of textures: how floats become halves at upload, and whether every sampler gives
    // halves, highp samplers too.
    enum fp_round upload;
    bool half_samplers;
    struct traits_filter filter;
    // Of varyings over triangles: the significand bits of what is interpolated, 0: those
    // of the format, and how it is rounded to them; and whether that is the quotient of
    // v / w and 1 / w, by a reciprocal, in three roundings.
    int interpolated;
    enum fp_round interpolating;
    bool divides_varyings;
    int subpixel_bits; // of vertices below the pixel: [1, 14]; 0: all
    enum fp_round subpixel_round;
    bool pixel_corners; // gl_FragCoord.xy are those of a pixel's corner, whole numbers
    enum traits_derivatives derivatives;
    struct traits_depth depth;
    enum traits_programs programs;
    enum traits_mixed mixed;
    int integer_bits;       // of ints and uints, [1, 32]; 0: 32
    bool integers_saturate; // what they do not have becomes the nearest that they have
};

// The bits of these on which other probes depend; contraction and folding check at
// compile time that they are those of their numbers.
#define TRAITS_FUSES_MUL_ADD UINT64_C(1) // of contracts: a * b + c
#define TRAITS_FOLDS_SUM     UINT64_C(1) // of folds: (a + b) - a
// The bit of folds that no number of folding has: unpackHalf2x16(packHalf2x16(x)) is x.
#define TRAITS_FOLDS_PACK (UINT64_C(1) << 63)

#define TRAITS_NONE(the_model) ((struct traits){ .model = (the_model), .multiplier = -1 })

// Whether an expression keeps more bits than are stored.
bool traits_keeps(const struct traits *traits);

// out[i] = op(a[i], b[i], c[i]) as a device of these traits computes it; as unit_call,
// but that truncated products and a division by reciprocal are seen to here. Each result
// is stored. With `mad` fused is as in GPUs of compute capability 1.x, whose FMAD
// truncates the significand of its product (CUDA C Programming Guide, "Floating-Point
// Standard").
// Returns false, after logging why, if the unit broke.
bool traits_apply(const struct traits *traits, const struct unit *unit, enum unit_op op,
                  const uint64_t *a, const uint64_t *b, const uint64_t *c, uint64_t *out,
                  size_t count);

// The product of two finite numbers of `format`, truncated: every partial product of
// one bit by one bit that lies more than `columns` places below the last place of a
// product in [1, 2) is dropped, the rest is summed exactly, then chopped to the format.
// Special operands as IEEE 754 has them. NVIDIA before the G80 and ATI's R300 multiplied
// so (K. Hillesland, A. Lastra, "GPU floating-point paranoia", GP2 2004).
uint64_t traits_multiply_truncated(const struct fp_model *model, int columns, uint64_t a,
                                   uint64_t b);

// The last `bits` bits of the significand become zeros (traits.h: coarse_bits).
uint64_t traits_coarsen(struct fp_format format, int bits, uint64_t value);

#endif // UNIT_TRAITS_H
