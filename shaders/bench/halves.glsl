// SPDX-License-Identifier: MIT
layout(std430, binding = 0) buffer Sums
{
    f16vec2 sums[];
};

void main()
{
    uint i = number(), place = i & (size - 1u);
    f16vec2 pair = f16vec2(1.0 - float(place & 1u), float(place & 1u));

    if (i < count)
        atomicAdd(sums[place >> 1u], pair);
    prove(i, count);
}
