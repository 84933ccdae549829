// SPDX-License-Identifier: MIT
layout(std430, binding = 0) buffer Sums
{
    float sums[];
};

void main()
{
    uint i = number();

    if (i < count)
        atomicAdd(sums[i & (size - 1u)], 1.0);
    prove(i, count);
}
