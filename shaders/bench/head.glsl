// SPDX-License-Identifier: MIT
// number() distinguishes the invocations [0, 256 groups).
precision highp float;
precision highp int;
layout(local_size_x = 256) in;
uniform uint count, size, token;

layout(std430, binding = 1) buffer Proof
{
    uint proof;
};

uint number()
{
    uint row = gl_WorkGroupID.y * gl_NumWorkGroups.x;

    return (row + gl_WorkGroupID.x) * 256u + gl_LocalInvocationID.x;
}

// That invocation 0 has come to its end, after so many steps.
void prove(uint i, uint steps)
{
    if (i == 0u)
        proof = token + steps;
}
