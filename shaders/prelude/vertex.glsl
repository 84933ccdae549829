// One point, one case; the bits go through unchanged.
flat out highp uint bits;

void main()
{
    case_at = ivec2(gl_VertexID % grid.z, gl_VertexID / grid.z);
    probe();
    bits = floatBitsToUint(answer_value);
    gl_Position = vec4((vec2(case_at) + 0.5) / vec2(grid.zw) * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}
