// SPDX-License-Identifier: MIT
//
// How it works
//
// A multiplier sums a parallelogram of partial products of one bit by one bit. One that
// is
// truncated does not build the columns at its right; with p = 4 and one column kept below
// the last place:
//
//                          y3x0 y2x0 | y1x0 y0x0
//                     y3x1 y2x1 y1x1 | y0x1
//                y3x2 y2x2 y1x2 y0x2 |
//           y3x3 y2x3 y1x3 y0x3      |
//
// Column i + j has the weight 2^(i+j-2(p-1)), and the last place of a product in [1, 2)
// is 2^-(p-1): what is kept has i + j >= p - 1 - columns. So of row i all of y below bit
// p - 1 - columns - i is cleared. 1.111 * 1.111 (binary) is 11.100001. Here 1 + 2 * 2 of
// its 225 sixty-fourths are dropped, 11.0111 is left and chopped to 11.01, an ulp short
// of the exact product chopped.

#include "unit/traits.h"

#include "base/fp.h"
#include "base/fp_bits.h"
#include "unit/limited.h"

#include <assert.h>
#include <math.h>

#define CHUNK 128 // operations that go through one intermediate array

bool traits_keeps(const struct traits *traits)
{
    return traits->inside_bits > traits->model.format.precision;
}

static int bit_length(uint64_t value)
{
    return value != 0 ? 64 - __builtin_clzll(value) : 0;
}

// A finite operand with its leading bit at p - 1, or a zero.
static struct fp_parts traits_load(const struct fp_model *model, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(model->format, bits);

    if (parts.class != FP_CLASS_FINITE)
        return parts;
    int shift = model->format.precision - bit_length(parts.significand);

    if (shift > 0 && model->flush_in)
        return (struct fp_parts){ .class = FP_CLASS_ZERO, .negative = parts.negative };
    parts.significand <<= shift;
    parts.exponent -= shift;
    return parts;
}

// The sum of the partial products x_i y_j 2^(i+j) with i + j >= lowest.
static fp_u128 kept_products(uint64_t x, uint64_t y, int lowest)
{
    fp_u128 sum = 0;

    for (int i = 0; x >> i != 0; i++) {
        int cleared = lowest > i ? lowest - i : 0;

        if (x >> i & 1)
            sum += (fp_u128) (y >> cleared << cleared) << i;
    }
    return sum;
}

static uint64_t multiply_special(const struct fp_model *model, uint64_t a, uint64_t b)
{
    struct unit unit = unit_model();
    uint64_t out = 0;
    struct unit_call call = { UNIT_MUL, *model, &out, &a, &b, NULL, 1 };
    bool ok = unit.apply(&unit, &call);

    assert(ok);
    return out;
}

uint64_t traits_multiply_truncated(const struct fp_model *model, int columns, uint64_t a,
                                   uint64_t b)
{
    struct fp_parts x = traits_load(model, a), y = traits_load(model, b);
    bool negative = x.negative != y.negative;

    assert(columns >= 0);
    if (x.class != FP_CLASS_FINITE || y.class != FP_CLASS_FINITE)
        return multiply_special(model, a, b);
    fp_u128 sum = kept_products(x.significand, y.significand,
                                model->format.precision - 1 - columns);
    int exponent = x.exponent + y.exponent;
    // the leading partial product is always kept, so the sum has 2p - 1 or 2p bits
    int leading = 2 * (model->format.precision - 1);

    leading += sum >> (leading + 1) != 0;
    if (model->flush_out && exponent + leading < 1 - model->format.emax)
        return fp_zero(model->format, negative);
    return fp_pack(model->format, FP_RTZ, negative, exponent, sum, false);
}

static bool traits_multiply(const struct traits *traits, const struct unit *unit,
                            const struct unit_call *call)
{
    if (traits->multiplier < 0)
        return unit->apply(unit, call);
    for (size_t i = 0; i < call->count; i++)
        call->out[i] = traits_multiply_truncated(&call->model, traits->multiplier,
                                                 call->a[i], call->b[i]);
    return true;
}

// a * (1 / b); at most CHUNK operations.
static bool divide_by_reciprocal(const struct traits *traits, const struct unit *unit,
                                 const struct unit_call *call)
{
    uint64_t ones[CHUNK], reciprocals[CHUNK];
    uint64_t one = fp_pack(call->model.format, FP_RNE, false, 0, 1, false);
    struct unit_call inner = { UNIT_DIV, call->model, reciprocals, ones,
                               call->b,  NULL,        call->count };
    struct unit_call outer = { UNIT_MUL,    call->model, call->out,  call->a,
                               reciprocals, NULL,        call->count };

    for (size_t i = 0; i < call->count; i++)
        ones[i] = one;
    if (traits->low_reciprocal)
        inner.model.round = FP_RTZ;
    return unit->apply(unit, &inner) && traits_multiply(traits, unit, &outer);
}

// a * b, then + c; at most CHUNK operations.
static bool multiply_then_add(const struct traits *traits, const struct unit *unit,
                              const struct unit_call *call)
{
    uint64_t products[CHUNK];
    struct unit_call inner = { UNIT_MUL, call->model, products,   call->a,
                               call->b,  NULL,        call->count };
    struct unit_call outer = { UNIT_ADD, call->model, call->out,  products,
                               call->c,  NULL,        call->count };

    return traits_multiply(traits, unit, &inner) && unit->apply(unit, &outer);
}

// The product has all its columns, and loses what lies below its last place.
static bool truncate_then_add(const struct traits *traits, const struct unit *unit,
                              const struct unit_call *call)
{
    struct traits mad = *traits;

    mad.multiplier = traits->model.format.precision - 1;
    return multiply_then_add(&mad, unit, call);
}

static bool in_chunks(bool (*steps)(const struct traits *traits, const struct unit *unit,
                                    const struct unit_call *call),
                      const struct traits *traits, const struct unit *unit,
                      const struct unit_call *call)
{
    for (size_t at = 0; at < call->count; at += CHUNK) {
        struct unit_call part = *call;

        part.count = call->count - at < CHUNK ? call->count - at : CHUNK;
        part.out += at;
        part.a += at;
        part.b += at;
        part.c = call->c ? call->c + at : NULL;
        if (!steps(traits, unit, &part))
            return false;
    }
    return true;
}

bool traits_apply(const struct traits *traits, const struct unit *unit, enum unit_op op,
                  const uint64_t *a, const uint64_t *b, const uint64_t *c, uint64_t *out,
                  size_t count)
{
    struct unit_call call = { op, traits->model, out, a, b, c, count };

    if (traits->saturates) {
        const struct limited limited = { *unit, true, 0 };
        const struct unit saturating = unit_limited(&limited);
        struct traits own = *traits;

        own.saturates = false;
        return traits_apply(&own, &saturating, op, a, b, c, out, count);
    }
    if (op == UNIT_MUL)
        return traits_multiply(traits, unit, &call);
    if (op == UNIT_DIV && traits->by_reciprocal)
        return in_chunks(divide_by_reciprocal, traits, unit, &call);
    if (op == UNIT_FMA && traits->fma_separate)
        return in_chunks(multiply_then_add, traits, unit, &call);
    if (op == UNIT_FMA && traits->mad)
        return in_chunks(truncate_then_add, traits, unit, &call);
    return unit->apply(unit, &call);
}

uint64_t traits_coarsen(struct fp_format format, int bits, uint64_t value)
{
    struct fp_parts parts = fp_unpack(format, value);

    if (parts.class != FP_CLASS_FINITE)
        return value;
    uint64_t kept = parts.significand >> bits << bits;
    return fp_pack(format, FP_RTZ, parts.negative, parts.exponent, kept, false);
}

// ---- filters ----

// To a whole number; exact below 2^53.
static double traits_whole(enum fp_round rule, double value)
{
    double low = floor(value), rest = value - low;

    return low + fp_round_away(fp_round_last(rule), false, fmod(low, 2) != 0, rest >= 0.5,
                               rest > 0 && rest != 0.5);
}

double traits_filter_place(const struct traits_filter *filter, int bits, double x)
{
    return bits ? ldexp(traits_whole(filter->round, ldexp(x, bits)), -bits) : x;
}

static double traits_single(double value)
{
    uint64_t bits = fp_convert(FP_BINARY64, FP_BINARY32, FP_RNE, fp_bits64(value));

    return (double) fp_from_bits((uint32_t) bits);
}

// Products have 36 bits, and doubles hold them; texels are of like size, so that they
// hold the sums too.
double traits_mixed(enum traits_mix mix, double a, double b, double w)
{
    switch (mix) {
    case TRAITS_MIX_FUSED: return traits_single(a + w * traits_single(b - a));
    case TRAITS_MIX_TWO_PRODUCTS:
        return traits_single(traits_single(a * (1 - w)) + traits_single(b * w));
    case TRAITS_MIX_ONCE: return traits_single(a + w * (b - a));
    default: return traits_single(a + traits_single(w * traits_single(b - a)));
    }
}
