// SPDX-License-Identifier: MIT
//
// packHalf2x16(), by topic. The x component is asked beside a 1 in y, and the other way
// round in the last expression, so that an exchange or a leak between the halves would
// show.

#include "probe/list.h"
#include "probe/shared/half.h"

#define PACK_HALF_COUNT  (HALF_TOPIC_COUNT + 1)
#define PACK_HALF_SECOND HALF_TOPIC_COUNT
#define HALF_ONE         UINT32_C(0x3c00)

static enum half_topic topic_of(int line)
{
    return line == PACK_HALF_SECOND ? HALF_TIES : (enum half_topic) line;
}

void pack_half_operand(const struct probe_params *params, int line, int at,
                       uint64_t *words)
{
    (void) params;
    words[0] = half_operand(topic_of(line), at);
}

bool pack_half_answer(const struct expressions_call *call)
{
    for (size_t i = 0; i < call->count; i++) {
        uint32_t code = half_pack(call->traits->half, (uint32_t) call->in[0][i]);

        call->out[0][i] = call->expression == PACK_HALF_SECOND ? code << 16 | HALF_ONE
                                                               : HALF_ONE << 16 | code;
    }
    return true;
}

bool pack_half_judge(const struct expressions_seen *seen, struct finding *finding,
                     struct traits *found)
{
    bool second = seen->expression == PACK_HALF_SECOND;
    struct half_row row = {
        .seen = seen,
        .topic = topic_of(seen->expression),
        .shift = second ? 16 : 0,
        .rest = second ? HALF_ONE : HALF_ONE << 16,
    };

    return half_judge(&row, finding, &found->half);
}
