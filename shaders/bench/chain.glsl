// STEP is defined before.
layout(std430, binding = 0) buffer Values
{
    float values[];
};

void main()
{
    uint i = number();
    float v = values[i];

    for (uint step = 0u; step < count; step++) {
        STEP
    }
    values[i] = v;
}
