// SPDX-License-Identifier: MIT
// One conversion a line, of operand 0. GLSL has none from double to half: line 5 goes through
// float, and rounds twice. Bits of a float or of a half lie in the low word of a double.
#ifdef IS_DOUBLE
#define LOW unpackDouble2x32(operand(0)).x
#else
#define LOW operand_bits(0)
#endif

void probe()
{
#ifdef IS_DOUBLE
    if (line_is(2))
        result(0, double(uintBitsToFloat(LOW)));
    if (line_is(3))
        result_bits(0, floatBitsToUint(float(operand(0))));
#ifdef HAS_PACK_HALF
    if (line_is(4))
        result(0, double(unpackHalf2x16(LOW).x));
    if (line_is(5))
        result_bits(0, packHalf2x16(vec2(float(operand(0)), 0.0)));
#endif
#elif defined(HAS_PACK_HALF)
    if (line_is(0))
        result_bits(0, packHalf2x16(vec2(operand(0), 0.0)));
    if (line_is(1))
        result(0, unpackHalf2x16(LOW).x);
#endif
}
