// SPDX-License-Identifier: MIT

#include "probe/shared/blend.h"

#include "base/fp.h"

#include <math.h>

#define TINY  0x1p-30 // of a level: pow() is not exact where a byte is
#define WHOLE 0x1p-12 // of a level: so near to one, s is that, as a float

int blend_bits(enum probe_target_format format)
{
    switch (format) {
    case PROBE_TARGET_RGBA8:
    case PROBE_TARGET_SRGB8_ALPHA8: return 8;
    case PROBE_TARGET_RGB10_A2: return 10;
    default: return 0;
    }
}

double blend_decoded(double encoded)
{
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4);
}

double blend_encoded(double linear)
{
    return linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055;
}

static struct fp_format format_of(enum probe_target_format format)
{
    return format == PROBE_TARGET_RGBA16F ? FP_BINARY16 : FP_BINARY32;
}

static double blend_number(enum probe_target_format format, uint32_t word)
{
    return fp_from_bits64(fp_convert(format_of(format), FP_BINARY64, FP_RNE, word));
}

double blend_exact(const struct blend_case *blend)
{
    double most = (1 << blend_bits(blend->format)) - 1, rest = 1 - blend->a;

    if (!blend_bits(blend->format))
        return blend->s + blend_number(blend->format, blend->d) * rest;
    double d = blend->d / most;

    if (blend->format == PROBE_TARGET_SRGB8_ALPHA8)
        return most * blend_encoded(fmin(blend->s + blend_decoded(d) * rest, 1));
    return most * fmin(blend->s + d * rest, 1);
}

double blend_off(const struct blend_case *blend, uint32_t word)
{
    double exact = blend_exact(blend);
    int exponent;

    if (blend_bits(blend->format))
        return fabs(word - exact);
    frexp(exact, &exponent);
    return ldexp(fabs(blend_number(blend->format, word) - exact),
                 format_of(blend->format).precision - exponent);
}

bool blend_rounds_source(enum traits_blend how)
{
    return (how >= TRAITS_BLEND_SHIFTED && how <= TRAITS_BLEND_TOP_WEIGHTS) ||
           how == TRAITS_BLEND_SOURCE;
}

// x is d * w, over 2^n - 1 if it were exact.
static double blend_product(enum traits_blend how, uint32_t d, uint32_t w, int n)
{
    uint32_t most = (1u << n) - 1, x = d * w;

    switch (how) {
    case TRAITS_BLEND_SHIFTED: return x >> n;
    case TRAITS_BLEND_CLOSE: return (x + (x >> n) + (1u << (n - 1))) >> n;
    case TRAITS_BLEND_WEIGHTS: return d * (w + 1) >> n;
    case TRAITS_BLEND_TOP_WEIGHTS: return d * (w + (w >> (n - 1))) >> n;
    default: return (double) x / most;
    }
}

static double blend_rounded(enum traits_blend how, double level)
{
    switch (how) {
    case TRAITS_BLEND_TRUNCATED: return floor(level);
    case TRAITS_BLEND_UP: return ceil(level);
    default: return floor(level + 0.5);
    }
}

static uint32_t blend_fixed(const struct blend_case *blend, enum traits_blend how)
{
    int n = blend_bits(blend->format);
    uint32_t most = (1u << n) - 1, w = most - (uint32_t) lround(blend->a * most);
    double level = blend->s * most;

    if (blend_rounds_source(how) || fabs(level - round(level)) < WHOLE)
        level = round(level);
    return (uint32_t) fmin(blend_rounded(how, level + blend_product(how, blend->d, w, n)),
                           most);
}

static uint32_t blend_srgb(const struct blend_case *blend, enum traits_blend how)
{
    double level = blend_exact(blend);

    if (how == TRAITS_BLEND_ENCODED)
        level = fmin(255 * blend_encoded(blend->s) + blend->d * (1 - blend->a), 255);
    if (how == TRAITS_BLEND_TRUNCATED)
        return (uint32_t) (level + TINY);
    if (how == TRAITS_BLEND_UP)
        return (uint32_t) ceil(level - TINY);
    return (uint32_t) (level + 0.5);
}

static double blend_step(struct fp_format format, enum fp_round rule, double value)
{
    uint64_t bits = fp_convert(FP_BINARY64, format, rule, fp_bits64(value));

    return fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, bits));
}

static uint32_t blend_floats(const struct blend_case *blend, enum traits_blend how)
{
    struct fp_format target = format_of(blend->format);
    struct fp_format step = how == TRAITS_BLEND_STEPS ? target : FP_BINARY32;
    enum fp_round rule = how == TRAITS_BLEND_TRUNCATED ? FP_RTZ
                         : how == TRAITS_BLEND_UP      ? FP_RUP
                                                       : FP_RNE;
    double product = blend_number(blend->format, blend->d) * (1 - blend->a);

    if (how != TRAITS_BLEND_FUSED)
        product = blend_step(step, rule, product);
    return (uint32_t) fp_convert(FP_BINARY64, target, rule,
                                 fp_bits64(blend_step(step, rule, blend->s + product)));
}

uint32_t blend_word(const struct blend_case *blend, enum traits_blend how)
{
    if (blend->format == PROBE_TARGET_SRGB8_ALPHA8)
        return blend_srgb(blend, how);
    return blend_bits(blend->format) ? blend_fixed(blend, how) : blend_floats(blend, how);
}
