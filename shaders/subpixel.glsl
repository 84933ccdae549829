// SPDX-License-Identifier: MIT
// The number of the triangle's side of an edge: 1 at the left, 0 at the right. Nothing is
// computed; the rasterizer decides which triangle a pixel belongs to.
void probe()
{
#if __VERSION__ != 100
    if (line_is(0))
        result_number(0, flattened);
#endif
}
