// SPDX-License-Identifier: MIT

#include "unit/cuda.h"

#include "cuda_ref/unit.h"

#include <stdio.h>

#define TABLE_CASES 1000

static bool open_unit(struct unit *unit, char *name, struct recorded_facts *facts,
                      int *ordinal)
{
    struct cuda_facts gpu;

    if (!cuda_unit_open(unit, &gpu))
        return false;
    snprintf(name, 160, "%s, compute capability %s, driver %s, CUDA %s", gpu.gpu,
             gpu.capability, gpu.driver[0] ? gpu.driver : gpu.api, gpu.toolkit);
    snprintf(facts->gpu, sizeof(facts->gpu), "%s", gpu.gpu);
    snprintf(facts->driver, sizeof(facts->driver), "%s",
             gpu.driver[0] ? gpu.driver : gpu.api);
    snprintf(facts->capability, sizeof(facts->capability), "%s", gpu.capability);
    snprintf(facts->toolkit, sizeof(facts->toolkit), "%s", gpu.toolkit);
    *ordinal = gpu.ordinal;
    return true;
}

// Operands where conversions go wrong, as far as the type has them, then seeded ones.
static uint64_t operand(enum unary_type type, unsigned i, uint64_t *state)
{
    static const int widths[UNARY_TYPE_COUNT] = { 16, 32, 64, 32, 32, 64, 64 };
    uint64_t mask = UINT64_MAX >> (64 - widths[type]);
    uint64_t top = UINT64_C(1) << (widths[type] - 1);
    const uint64_t special[] = { 0, 1, top - 1, top, top + 1, mask, mask - 1, 3, 0x7f };

    if (i < sizeof(special) / sizeof(*special))
        return special[i] & mask;
    *state ^= *state << 13; // xorshift, G. Marsaglia 2003
    *state ^= *state >> 7;
    *state ^= *state << 17;
    uint64_t bits = *state & mask;

    // Half of the floats near one, where their integers and halves are.
    if (unary_type_is_float(type) && i % 2) {
        struct fp_format format = unary_type_format(type);
        uint64_t exponent = (uint64_t) format.emax + (*state >> 58) - 32;

        if (exponent <= (uint64_t) (2 * format.emax))
            bits = (bits & (top | ((UINT64_C(1) << (format.precision - 1)) - 1))) |
                   exponent << (format.precision - 1);
    }
    return bits;
}

static bool record_unary(const struct unit *unit, struct recorder *recorder)
{
    static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };
    static uint64_t operands[TABLE_CASES], results[TABLE_CASES];

    for (int i = 0; i < UNARY_COUNT; i++) {
        const struct unary *unary = &unary_list[i];
        uint64_t state = UINT64_C(0x9e3779b97f4a7c15);

        for (unsigned k = 0; k < TABLE_CASES; k++)
            operands[k] = operand(unary->from, k, &state);
        for (int d = 0; d < 4; d++) {
            const struct cuda_unary call = { unary, directions[d], results, operands,
                                             TABLE_CASES };
            const struct recorder_table table = { unary->name, directions[d], operands,
                                                  results, TABLE_CASES };

            if (unary_can(unary, directions[d]) &&
                (!cuda_unit_unary(unit, &call) || !recorder_table(recorder, &table)))
                return false;
        }
    }
    return true;
}

const struct reference_cuda cuda_reference = {
    .open = open_unit,
    .close = cuda_unit_close,
    .record = record_unary,
};
