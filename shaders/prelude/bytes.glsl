// SPDX-License-Identifier: MIT
// The answer of a point as a colour, a quarter above each byte: the same byte, whether the
// target rounds or truncates. A control is a number times 1, or 4 for infinity.
#ifdef HAS_INTS
WIDE float borrowed(WIDE float number)
{
    return number < 0.0 ? 1.0 : 0.0;
}

// In two's complement.
WIDE vec4 bytes_of_int()
{
    WIDE vec4 bytes = int_bytes;

    bytes.y -= borrowed(bytes.x);
    bytes.z -= borrowed(bytes.y);
    bytes.w -= borrowed(bytes.z);
    return bytes + 256.0 * vec4(borrowed(bytes.x), borrowed(bytes.y), borrowed(bytes.z), borrowed(bytes.w));
}
#endif

WIDE vec4 colour_of_answer()
{
    ask();
    encode(LINE_AT < -0.5 ? operand_number(0) * operand_number(1) : ANSWER);

    WIDE vec4 bytes = vec4(byte_0, byte_1, byte_2, byte_3);

#ifdef HAS_INTS
    if (LINE_AT < -1.5)
        result_int(0, int(operand_number(0)));
    if (is_int)
        bytes = bytes_of_int();
#endif
#ifdef LINES
    if (LINE_AT > -0.5 && !HAS_ANSWER)
        bytes = ABSENT_BYTES;
#endif
#ifndef READOUT_BITS
    if (LINE_AT > -0.5)
        return vec4(vec3(ANSWER), 1.0);
#endif
    return (bytes + 0.25) / 255.0;
}
