// SPDX-License-Identifier: MIT
// One invocation, one case.
layout(local_size_x = 64) in;

layout(std430, binding = 0) writeonly buffer Answers
{
    highp uint answers[];
};

void main()
{
    highp int i = int(gl_GlobalInvocationID.x);

    if (i >= COLUMNS * BANDS)
        return;
    case_at.y = OVER(i, COLUMNS);
    case_at.x = i - case_at.y * COLUMNS;
    ask();
    for (int k = 0; k < WORDS; k++)
        answers[WORDS * i + k] = WORD(k);
}
