// The vertex shader of a picture that fills its target.
#if __VERSION__ == 100
attribute highp vec2 corner;

void main()
{
    gl_Position = vec4(corner, 0.0, 1.0);
}
#else
// One triangle that covers the target.
void main()
{
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
#endif
