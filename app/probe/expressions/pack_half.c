// SPDX-License-Identifier: MIT
//
// packHalf2x16(), by topic. The x component is asked beside a 1 in y, and the other way
// round in the expression `second`, so that an exchange or a leak between the halves
// would show. The last expression makes a float of the half again: a compiler that
// removes both conversions returns x itself, which no half is.

#include "probe/list.h"
#include "probe/shared/half.h"
#include "probe/shared/kinds.h"

#define HALF_ONE UINT32_C(0x3c00)

static enum half_topic topic_of(int line)
{
    return line >= PACK_HALF_SECOND ? HALF_TIES : (enum half_topic) line;
}

void pack_half_operand(const struct probe_params *params, int line, int at,
                       uint64_t *words)
{
    (void) params;
    words[0] = half_operand(topic_of(line), at);
}

bool pack_half_answer(const struct expressions_call *call)
{
    bool keeps = call->traits->folds & TRAITS_FOLDS_PACK;

    for (size_t i = 0; i < call->count; i++) {
        uint32_t x = (uint32_t) call->in[0][i];
        uint32_t code = half_pack(call->traits->half, x);

        if (call->expression == PACK_HALF_ROUND_TRIP) {
            call->out[0][i] = keeps ? x : half_unpack(code);
            continue;
        }
        call->out[0][i] = call->expression == PACK_HALF_SECOND ? code << 16 | HALF_ONE
                                                               : HALF_ONE << 16 | code;
    }
    return true;
}

// Judges floats that were halves by their codes. Returns as half_judge does.
static bool judge_round_trip(const struct expressions_seen *seen, struct finding *finding,
                             struct traits *found)
{
    uint64_t codes[HALF_CASES];
    struct expressions_seen packed = *seen;
    struct half_row row = { .seen = &packed, .topic = HALF_TIES };
    bool itself = true;

    for (size_t i = 0; i < seen->count; i++) {
        uint32_t got = (uint32_t) seen->got[0][i], code = half_pack(FP_RNE, got);

        codes[i] = half_unpack(code) == got ? code : NO_HALF;
        itself = itself && (!seen->defined[i] || got == seen->in[0][i]);
    }
    packed.got[0] = codes;
    bool reproduced = half_judge(&row, finding, &found->half);

    if (finding->example.operands) {
        finding->example.got[0] = seen->got[0][half_first(&row)];
        finding->example.want[0] = half_unpack((uint32_t) finding->example.want[0]);
    }
    if (finding_is(finding, &kind_spoils_other_half))
        FINDING_SAY(finding, itself ? &kind_itself : &kind_other);
    if (itself)
        found->folds |= TRAITS_FOLDS_PACK;
    return reproduced || itself;
}

bool pack_half_judge(const struct expressions_seen *seen, struct finding *finding,
                     struct traits *found)
{
    if (seen->expression == PACK_HALF_ROUND_TRIP)
        return judge_round_trip(seen, finding, found);
    bool second = seen->expression == PACK_HALF_SECOND;
    struct half_row row = {
        .seen = seen,
        .topic = topic_of(seen->expression),
        .shift = second ? 16 : 0,
        .rest = second ? HALF_ONE : HALF_ONE << 16,
    };

    return half_judge(&row, finding, &found->half);
}
