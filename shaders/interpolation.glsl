// SPDX-License-Identifier: MIT
// A varying as it is, over the triangles of a mesh, and gl_FragCoord. Only the
// interpolation rounds.
void ask_place()
{
    if (line_is(10))
        result_number(0, fract(gl_FragCoord.x));
    if (line_is(11))
        result_number(0, fract(gl_FragCoord.y));
    if (line_is(12) || line_is(13))
        result_number(0, gl_FragCoord.z);
    if (line_is(14) || line_is(15))
        result_number(0, gl_FragCoord.w);
}

void probe()
{
    if (line_is(0) || line_is(1) || line_is(6) || line_is(7))
        result_number(0, smoothed);
#if __VERSION__ != 100
    if (line_is(2))
        result_number(0, centroided);
    if (line_is(4))
        result_number(0, flattened);
#endif
#ifdef HAS_NOPERSPECTIVE
    if (line_is(3) || line_is(9))
        result_number(0, unperspective);
#endif
    if (line_is(5) || line_is(8))
        result_int(0, int(smoothed));
#ifndef IS_MEDIUMP
    ask_place();
#endif
}
