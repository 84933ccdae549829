// SPDX-License-Identifier: MIT
// A varying as it is, over the triangles of a mesh, and gl_FragCoord. Only the
// interpolation rounds.
void keep(highp float value)
{
    result_bits(0, floatBitsToUint(value));
}

void ask_place()
{
    if (line_is(10))
        keep(gl_FragCoord.x - float(case_at.x));
    if (line_is(11))
        keep(gl_FragCoord.y - float(case_at.y));
    if (line_is(12) || line_is(13))
        keep(gl_FragCoord.z);
    if (line_is(14) || line_is(15))
        keep(gl_FragCoord.w);
}

void probe()
{
    if (line_is(0) || line_is(1) || line_is(6) || line_is(7))
        keep(smoothed);
    if (line_is(2))
        keep(centroided);
#ifdef HAS_NOPERSPECTIVE
    if (line_is(3) || line_is(9))
        keep(unperspective);
#endif
    if (line_is(4))
        keep(flattened);
    if (line_is(5) || line_is(8)) {
        highp int index = int(smoothed);

        result_bits(0, uint(index));
    }
#ifndef IS_MEDIUMP
    ask_place();
#endif
}
