// SPDX-License-Identifier: MIT

#include "tests/image/distort.h"

#include "base/verdict.h"

const struct distort_group *const distort_groups[] = {
    &distort_shape,  &distort_light, &distort_frame, &distort_chain,
    &distort_number, &distort_none,  &distort_tilt,  &distort_tone,
};
const int distort_group_count = (int) (sizeof(distort_groups) / sizeof(*distort_groups));

int distort_strengths(const struct distortion *distortion)
{
    int count = 0;

    while (count < DISTORT_STRENGTHS && distortion->strengths[count].inconclusive_max)
        count++;
    return count;
}

struct distort_case distort_begin(const struct simulated *device,
                                  const struct canvas *canvas)
{
    return (struct distort_case){
        .device = *device,
        .canvas = canvas_copy(canvas),
        .truth = { simulated_truth(device) },
        .truths = device->folded ? 0 : 1,
    };
}

void distort_finish(struct distort_case *picture)
{
    canvas_finish(&picture->canvas);
    *picture = (struct distort_case){ 0 };
}

double distort_stripe(const struct distort_case *picture)
{
    return (double) picture->device.height / picture->device.stripes;
}

void distort_repaint(struct distort_case *picture)
{
    canvas_finish(&picture->canvas);
    picture->canvas = simulated_paint(&picture->device);
    picture->truth[0] = simulated_truth(&picture->device);
}

// Nothing of an answer contradicts the truth.
static bool agrees(const struct simulated_truth *truth,
                   const struct analyze_answer *answer)
{
    uint32_t rule = VERDICT_RULE(truth->round);
    enum analyze_form form = truth->subtract ? ANALYZE_FORM_SUBTRACT : ANALYZE_FORM_FRACT;

    if (answer->fraction_bits >= 0 && answer->fraction_bits != truth->fraction_bits)
        return false;
    if (answer->survivors && !(answer->survivors & rule))
        return false;
    if (answer->pattern != PATTERN_NONE && answer->pattern != verdict_pattern(rule))
        return false;
    return truth->either_form || answer->form == ANALYZE_FORM_UNKNOWN ||
           answer->form == form;
}

enum distort_answer distort_judge(const struct distort_case *picture,
                                  const struct analyze_answer *answer)
{
    uint32_t rules = answer->survivors & VERDICT_ALL_RULES;
    bool bits = answer->fraction_bits >= 0, known = rules && rules != VERDICT_ALL_RULES;

    if (!answer->conclusive)
        return DISTORT_INCONCLUSIVE;
    for (int i = 0; i < picture->truths; i++)
        if (agrees(&picture->truth[i], answer) && (bits || known))
            return bits && known ? DISTORT_RIGHT : DISTORT_INCONCLUSIVE;
    return DISTORT_WRONG;
}
