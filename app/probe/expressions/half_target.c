// SPDX-License-Identifier: MIT
//
// What an RGBA16F render target makes of a float that a fragment shader writes: the
// cases of half.h, read back as the bits of the half.

#include "probe/list.h"
#include "probe/shared/half.h"

void half_target_operand(const struct probe_params *params, int line, int at,
                         uint64_t *words)
{
    (void) params;
    words[0] = half_operand((enum half_topic) line, at);
}

bool half_target_answer(const struct expressions_call *call)
{
    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = half_pack(FP_RNE, (uint32_t) call->in[0][i]);
    return true;
}

bool half_target_judge(const struct expressions_seen *seen, struct finding *finding,
                       struct traits *found)
{
    struct half_row row = { .seen = seen, .topic = (enum half_topic) seen->expression };
    enum fp_round round;

    (void) found;
    return half_judge(&row, finding, &round) && round == FP_RNE;
}
