// SPDX-License-Identifier: MIT
// Operands by uniform, for ESSL 1.00: one draw a band, the ramp from the coordinate.
// gl_FragCoord may be mediump: column + 1/2 is exact in it up to 1024 columns.
uniform PRECISION vec4 operands;
uniform PRECISION vec4 operands_again;
uniform REAL guard;
uniform PRECISION vec2 ramp; // at the left edge, and a column's step
uniform PRECISION vec2 picture_size;

REAL operand(const int i)
{
    if (i == RAMP)
        return ramp.x - gl_FragCoord.x * ramp.y;
    if (i == 0)
        return operands.x;
    if (i == 1)
        return operands.y;
    if (i == 2)
        return operands.z;
    return operands.w;
}

#ifdef FORM_GUARDED
REAL again(const int i)
{
    if (i == 0)
        return operands_again.x;
    if (i == 1)
        return operands_again.y;
    if (i == 2)
        return operands_again.z;
    return operands_again.w;
}

REAL one()
{
    return guard;
}
#endif

// An array at an index that no compiler knows lies in memory: what is read from it has no
// more bits than REAL. Both indices are 1.
#ifdef STORED
REAL stored(REAL step)
{
    REAL memory[4];

    memory[0] = memory[1] = memory[2] = memory[3] = 0.0;
    memory[int(min(guard, 1.0))] = step;
    return memory[int(min(picture_size.x, 1.0))];
}
#endif

PRECISION vec2 position()
{
    return gl_FragCoord.xy;
}

PRECISION vec2 size()
{
    return picture_size;
}
