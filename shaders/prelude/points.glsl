// SPDX-License-Identifier: MIT
// Operands by attribute, for ESSL 1.00: a point a word of an answer. A fragment has them by
// varyings, which are the same all over a point. Not by uniforms: what depends on these alone
// a driver may compute on the processor.

// Where a point lies, its line, or -1 for a control, -2 for one of ints, and its word.
#ifdef STAGE_VERTEX
attribute highp vec4 point_cell;
attribute highp vec4 point_numbers;
#ifdef FORM_GUARDED
attribute highp vec4 point_again;
attribute highp vec4 point_guard;
#endif
#ifdef SIGNED_ZEROS
attribute highp vec4 point_codes;
#endif
#define LINE_AT  point_cell.z
#define WORD_AT  point_cell.w
#define SENT     point_numbers
#define AGAIN    point_again
#define GUARD_AT point_guard
#define CODES    point_codes
#else
#define LINE_AT  carried_line.x
#define WORD_AT  carried_line.y
#define SENT     carried_numbers
#define AGAIN    carried_again
#define GUARD_AT carried_guard
#define CODES    carried_codes
#endif
#if defined(STAGE_FRAGMENT) || defined(CARRIES)
varying WIDE vec2 carried_line;
varying WIDE vec4 carried_numbers;
#ifdef FORM_GUARDED
varying WIDE vec4 carried_again;
varying WIDE vec4 carried_guard;
#endif
#ifdef SIGNED_ZEROS
varying WIDE vec4 carried_codes;
#endif
#ifdef HAS_CARRIED
varying REAL through;
#endif
#endif

// A varying may lose the sign of a zero, and make NaN of an infinity. So these are made
// here: -0 where the code is -1, an infinity as 1 / 0 or -1 / 0 where it is 2, NaN as
// infinity times 0 where it is 3.
#ifdef SIGNED_ZEROS
WIDE float decoded(WIDE float number, WIDE float code)
{
    if (code > 2.5)
        return number / (code - 3.0) * min(code, 0.0);
    if (code > 1.5)
        return number / (code - 2.0);
    return code < 0.0 ? -0.0 : number;
}

WIDE vec4 received(WIDE vec4 all)
{
    return vec4(decoded(all.x, CODES.x), decoded(all.y, CODES.y), decoded(all.z, CODES.z),
                decoded(all.w, CODES.w));
}
#else
#define received(all) (all)
#endif

WIDE vec4 numbers_received;
PRECISION vec4 loaded_operands;
#ifdef FORM_GUARDED
PRECISION vec4 loaded_again;
REAL loaded_guard;
#endif

void load_case()
{
    numbers_received = received(SENT);
    loaded_operands = numbers_received;
#ifdef FORM_GUARDED
    loaded_again = received(AGAIN);
    loaded_guard = GUARD_AT.x;
#endif
}

// Nothing that two lines compute can be shared (cases.glsl): no case has such a line.
#ifdef LINES
WIDE float line_now;

REAL own(REAL number, REAL other)
{
    return LINE_AT < -9.5 - line_now ? other : number;
}

#define OWN(from, i) ((i) == 1 || (i) == 3 ? from[i] : own(from[i], from[(i) == 3 ? 0 : (i) + 1]))
#else
#define OWN(from, i) from[i]
#endif
#define operand(i) OWN(loaded_operands, i)
#define operand_number(i) numbers_received[i]
#define TEXEL_AT numbers_received.zw
#ifdef FORM_GUARDED
#define again(i) OWN(loaded_again, i)

REAL one()
{
    return loaded_guard;
}
#endif
#ifdef HAS_HELD
uniform REAL held_value;

REAL held()
{
    return held_value;
}
#endif
#if defined(HAS_CARRIED) && defined(STAGE_FRAGMENT)
REAL carried()
{
    return through;
}
#endif
