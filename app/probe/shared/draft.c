// SPDX-License-Identifier: MIT

#include "probe/shared/draft.h"

#include "base/fp.h"
#include "probe/shared/draws.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct draft draft_make(struct fp_format format)
{
    return (struct draft){ .format = format, .seed = UINT64_C(754) };
}

uint64_t draft_random(struct draft *draft)
{
    return draws_next(&draft->seed);
}

int draft_between(struct draft *draft, int low, int high)
{
    uint64_t range = (uint64_t) (high - low + 1);

    return low + (int) ((draft_random(draft) >> 32) % range);
}

uint64_t draft_significand(struct draft *draft, int zeros)
{
    int precision = draft->format.precision;
    uint64_t bits = draft_random(draft) >> (64 - precision);

    if (zeros >= 0)
        bits = (bits >> zeros | 1) << zeros;
    return bits | UINT64_C(1) << (precision - 1);
}

int draft_exponent(struct draft *draft)
{
    int most = (draft->format.emax - 3) / 4;

    most = most > 4 ? 4 : most < 0 ? 0 : most;
    return draft_between(draft, -most, most);
}

struct draft_datum draft_number(uint64_t significand, bool negative, int exponent)
{
    int64_t magnitude = (int64_t) significand;

    return (struct draft_datum){ negative ? -magnitude : magnitude, exponent };
}

uint64_t draft_pattern(const struct draft *draft, struct draft_datum datum)
{
    return fp_pack(draft->format, FP_RNE, datum.significand < 0, datum.exponent,
                   (uint64_t) llabs(datum.significand), false);
}

uint64_t draft_apply(const struct draft *draft, enum unit_op op, const uint64_t in[3])
{
    struct unit unit = unit_model();
    struct fp_model model = { .format = draft->format, .round = FP_RNE };
    uint64_t out = 0;
    struct unit_call call = { op, model, &out, &in[0], &in[1], &in[2], 1 };
    bool ok = unit.apply(&unit, &call);

    assert(ok);
    return out;
}

bool draft_is_fit(const struct draft *draft, uint64_t bits)
{
    struct fp_format format = draft->format;
    struct fp_parts parts = fp_unpack(format, bits);

    if (parts.class != FP_CLASS_FINITE)
        return false;
    int leading = parts.exponent + 63 - __builtin_clzll(parts.significand);

    return leading >= 1 - format.emax && leading < format.emax;
}

static bool is_fit_or_zero(const struct draft *draft, uint64_t bits)
{
    return fp_unpack(draft->format, bits).class == FP_CLASS_ZERO ||
           draft_is_fit(draft, bits);
}

// Whether an operation in two steps passes through fit numbers too.
static bool steps_are_fit(const struct draft *draft, enum unit_op op,
                          const uint64_t in[3])
{
    uint64_t one = fp_pack(draft->format, FP_RNE, false, 0, 1, false);

    if (op == UNIT_DIV)
        return draft_is_fit(draft,
                            draft_apply(draft, op, (uint64_t[3]){ one, in[1], 0 }));
    if (op != UNIT_FMA)
        return true;
    uint64_t product = draft_apply(draft, UNIT_MUL, in);
    uint64_t steps[3] = { product, in[2], 0 };

    return draft_is_fit(draft, product) &&
           is_fit_or_zero(draft, draft_apply(draft, UNIT_ADD, steps));
}

bool draft_push(struct draft *draft, enum unit_op op, const struct draft_datum *operands)
{
    uint64_t in[3] = { 0 };

    for (int k = 0; k < unit_op_arity(op); k++) {
        in[k] = draft_pattern(draft, operands[k]);
        if (operands[k].significand == 0 ? in[k] != 0 : !draft_is_fit(draft, in[k]))
            return false;
    }
    if (draft->count >= DRAFT_CASES || !steps_are_fit(draft, op, in) ||
        !draft_is_fit(draft, draft_apply(draft, op, in)))
        return false;
    memcpy(draft->cases[draft->count++], in, sizeof in);
    return true;
}
