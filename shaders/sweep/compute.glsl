// SPDX-License-Identifier: MIT
layout(local_size_x = 256) in;
layout(std430, binding = 0) writeonly buffer Results
{
    uvec4 results[];
};

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint quad = group * 256u + gl_LocalInvocationID.x;

    if (quad < quad_count)
        results[quad] = answers(quad);
}
