// SPDX-License-Identifier: MIT
// A varying as it is, over the triangles of a mesh. Only the interpolation rounds.
void keep(highp float value)
{
    result_bits(0, floatBitsToUint(value));
}

void probe()
{
    if (line_is(0) || line_is(1) || line_is(6) || line_is(7))
        keep(smoothed);
    if (line_is(2))
        keep(centroided);
#ifdef HAS_NOPERSPECTIVE
    if (line_is(3))
        keep(unperspective);
#endif
    if (line_is(4))
        keep(flattened);
    if (line_is(5)) {
        highp int index = int(smoothed);

        result_bits(0, uint(index));
    }
}
