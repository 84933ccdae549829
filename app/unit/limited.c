// SPDX-License-Identifier: MIT

#include "unit/limited.h"

#include "base/fp.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static double to_step(double value, int fraction_bits, enum fp_round round)
{
    bool negative = signbit(value);
    double steps = ldexp(fabs(value), fraction_bits), whole = floor(steps);
    double rest = steps - whole;
    bool half = rest >= 0.5;

    whole += rest > 0 && fp_round_away(round, negative, fmod(whole, 2) != 0, half,
                                       half ? rest > 0.5 : true);
    double most = ldexp(2, fraction_bits) - !negative;

    return copysign(ldexp(fmin(whole, most), -fraction_bits), value);
}

static uint64_t limited_pattern(const struct limited *limited,
                                const struct fp_model *model, uint64_t bits)
{
    struct fp_format format = model->format;
    struct fp_parts parts = fp_unpack(format, bits);

    if (limited->fraction_bits && parts.class == FP_CLASS_NAN)
        return fp_zero(format, false);
    if (parts.class == FP_CLASS_INFINITE)
        bits -= 1;
    if (!limited->fraction_bits)
        return bits;
    double value = fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, bits));

    value = to_step(value, limited->fraction_bits, fp_round_last(model->round));
    return fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(value));
}

static bool limited_can(const struct unit *unit, enum unit_op op,
                        const struct fp_model *model)
{
    const struct limited *limited = unit->priv;

    return limited->inner.can(&limited->inner, op, model);
}

static bool limited_apply(const struct unit *unit, const struct unit_call *call)
{
    const struct limited *limited = unit->priv;
    const uint64_t *const in[] = { call->a, call->b, call->c };
    uint64_t *room = memory_new(3 * call->count, sizeof *room);
    struct unit_call own = *call;
    const uint64_t **out[] = { &own.a, &own.b, &own.c };

    for (int k = 0; k < unit_op_arity(call->op); k++) {
        uint64_t *operand = room + (size_t) k * call->count;

        for (size_t i = 0; i < call->count; i++)
            operand[i] = limited_pattern(limited, &call->model, in[k][i]);
        *out[k] = operand;
    }
    bool ok = limited->inner.apply(&limited->inner, &own);

    for (size_t i = 0; ok && i < call->count; i++)
        call->out[i] = limited_pattern(limited, &call->model, call->out[i]);
    free(room);
    return ok;
}

struct unit unit_limited(const struct limited *limited)
{
    return (struct unit){ .name = limited->inner.name,
                          .can = limited_can,
                          .apply = limited_apply,
                          .priv = (void *) (uintptr_t) limited };
}
