// SPDX-License-Identifier: MIT
// Where a fragment is, for the published form.
PRECISION vec2 position()
{
    return gl_FragCoord.xy;
}

PRECISION vec2 size()
{
    return vec2(grid.xy * grid.zw);
}
