// SPDX-License-Identifier: MIT

#include "measure/reference.h"

#include "cuda_ref/apart.h"

static bool open_unit(struct unit *unit, struct recorded_facts *facts)
{
    struct cuda_facts gpu;

    if (!cuda_apart_open(unit, &gpu))
        return false;
    *facts = gpu.who;
    return true;
}

static bool record_unary(const struct unit *unit, struct recorder *recorder)
{
    static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };
    static uint64_t operands[RECORDER_TABLE_CASES], results[RECORDER_TABLE_CASES];

    for (int i = 0; i < UNARY_COUNT; i++) {
        const struct unary *unary = &unary_list[i];

        unary_operands(unary->from, operands, RECORDER_TABLE_CASES);
        for (int d = 0; d < 4; d++) {
            if (!unary_can(unary, directions[d]))
                continue;
            if (!cuda_apart_unary(unit, unary, directions[d], results, operands,
                                  RECORDER_TABLE_CASES))
                return false;
            recorder_table(recorder, unary->name, directions[d], results,
                           RECORDER_TABLE_CASES);
        }
    }
    return true;
}

const struct reference_cuda reference_by_cuda = {
    .open = open_unit,
    .close = cuda_apart_close,
    .record = record_unary,
    .ask_ahead = cuda_apart_ahead,
};
