// SPDX-License-Identifier: MIT
//
// How it works
//
// An operation is computed in the format of its kind, which has the exponents of the
// call's format and may have fewer bits; the way back is exact. Whether it overflows is
// seen in a format of the same bits that has all exponents of a binary64.

#include "unit/apart.h"

#include "base/fp.h"

#define CHUNK 128 // operations that go through one intermediate array

static bool kind_differs(const struct apart_kind *kind)
{
    return kind->bits || kind->overflow || kind->flush;
}

bool apart_differs(const struct apart *apart)
{
    return kind_differs(&apart->sums) || kind_differs(&apart->products) ||
           apart->product_rule;
}

static bool apart_can(const struct unit *unit, enum unit_op op,
                      const struct fp_model *model)
{
    const struct apart *apart = unit->priv;

    return apart->inner.can(&apart->inner, op, model);
}

// The format and the model in which one kind of operations is computed.
struct step {
    const struct unit *inner;
    const struct apart_kind *kind;
    enum unit_op op;
    struct fp_model model;    // of the kind
    struct fp_format outside; // of the call
};

// out[i] = op(a[i], b[i]) of patterns of step->outside, computed in `format`.
static bool apply_in(const struct step *step, struct fp_format format, const uint64_t *a,
                     const uint64_t *b, uint64_t *out, size_t count)
{
    uint64_t x[CHUNK], y[CHUNK];
    struct unit_call call = { step->op, step->model, out, x, y, NULL, count };

    call.model.format = format;
    for (size_t i = 0; i < count; i++) {
        uint64_t own_a = fp_convert(step->outside, step->model.format, FP_RNE, a[i]);
        uint64_t own_b = fp_convert(step->outside, step->model.format, FP_RNE, b[i]);

        x[i] = fp_convert(step->model.format, format, FP_RNE, own_a);
        y[i] = fp_convert(step->model.format, format, FP_RNE, own_b);
    }
    return step->inner->apply(step->inner, &call);
}

// Sets results that are beyond the range to what the kind has there; none of infinite
// operands is.
static bool overflow_chunk(const struct step *step, const uint64_t *a, const uint64_t *b,
                           uint64_t *out, size_t count)
{
    struct fp_format format = step->model.format;
    struct fp_format wide = { format.precision, FP_BINARY64.emax };
    uint64_t unbounded[CHUNK];

    if (step->kind->overflow == APART_BY_MODEL)
        return true;
    if (!apply_in(step, wide, a, b, unbounded, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct fp_parts parts = fp_unpack(wide, unbounded[i]);
        uint64_t infinity = fp_infinity(format, parts.negative);

        if (parts.class == FP_CLASS_FINITE &&
            parts.exponent + format.precision - 1 > format.emax)
            out[i] = infinity - (step->kind->overflow == APART_LARGEST);
    }
    return true;
}

static bool apart_apply_kind(const struct step *step, const struct unit_call *call)
{
    for (size_t at = 0; at < call->count; at += CHUNK) {
        size_t count = call->count - at < CHUNK ? call->count - at : CHUNK;
        uint64_t out[CHUNK];

        if (!apply_in(step, step->model.format, call->a + at, call->b + at, out, count) ||
            !overflow_chunk(step, call->a + at, call->b + at, out, count))
            return false;
        for (size_t i = 0; i < count; i++)
            call->out[at + i] =
                fp_convert(step->model.format, step->outside, FP_RNE, out[i]);
    }
    return true;
}

static bool apart_apply(const struct unit *unit, const struct unit_call *call)
{
    const struct apart *apart = unit->priv;
    bool product = call->op == UNIT_MUL;
    const struct apart_kind *kind = product ? &apart->products : &apart->sums;
    struct step step = { &apart->inner, kind, call->op, call->model, call->model.format };

    if (!product && call->op != UNIT_ADD && call->op != UNIT_SUB)
        return apart->inner.apply(&apart->inner, call);
    if (kind->bits && kind->bits < call->model.format.precision)
        step.model.format.precision = kind->bits;
    if (product && apart->product_rule)
        step.model.round = (enum fp_round)(apart->product_rule - 1);
    step.model.flush_in = step.model.flush_in || kind->flush;
    step.model.flush_out = step.model.flush_out || kind->flush;
    return apart_apply_kind(&step, call);
}

struct unit unit_apart(const struct apart *apart)
{
    return (struct unit){ .name = apart->inner.name,
                          .can = apart_can,
                          .apply = apart_apply,
                          .priv = (void *) (uintptr_t) apart };
}
