// SPDX-License-Identifier: MIT
// STEP is defined before.
layout(std430, binding = 0) buffer Values
{
    float values[];
};

void main()
{
    uint i = number(), step;
    float v = values[i];

    for (step = 0u; step < count; step++) {
        STEP
    }
    values[i] = v;
    prove(i, step);
}
