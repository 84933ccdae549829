// number() distinguishes the invocations [0, 256 groups).
precision highp float;
precision highp int;
layout(local_size_x = 256) in;
uniform vec4 k;
uniform uint count, size;

uint number()
{
    uint row = gl_WorkGroupID.y * gl_NumWorkGroups.x;

    return (row + gl_WorkGroupID.x) * 256u + gl_LocalInvocationID.x;
}
