// SPDX-License-Identifier: MIT
// Integers of the precision under test. Only their width loses anything: operands are
// floats of highp, as which integers of up to 24 bits travel exactly.
#define INT  PRECISION int
#define UINT PRECISION uint

#if __VERSION__ != 100
UINT wang(UINT x)
{
    x = (x ^ 61u) ^ (x >> 16u);
    x *= 9u;
    x = x ^ (x >> 4u);
    x *= 0x27d4eb2du;
    return x ^ (x >> 15u);
}

UINT pcg(UINT x)
{
    UINT state = x * 747796405u + 2891336453u;
    UINT word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;

    return (word >> 22u) ^ word;
}

UINT avalanche(UINT x)
{
    x ^= x >> 15u;
    x *= 2246822519u;
    x ^= x >> 13u;
    x *= 3266489917u;
    return x ^ (x >> 16u);
}
#endif

// What `int` means in a fragment shader of GLSL ES that does not say.
#if defined(IS_MEDIUMP) && defined(STAGE_FRAGMENT)
#define HAS_BARE
WIDE int bare_product(WIDE float a_number, WIDE float b_number)
{
    precision mediump int;
    int a = int(a_number), b = int(b_number);

    return a * b;
}

#if __VERSION__ != 100
highp uint bare_shifted(highp float a_number, highp float b_number)
{
    precision mediump int;
    uint a = uint(a_number), b = uint(b_number);

    return (a * b) >> 16u;
}
#endif
#endif

void ask_ints(WIDE float a_number, WIDE float b_number)
{
    INT a = int(a_number), b = int(b_number);

    if (line_is(0))
        result_int(0, a * b);
    if (line_is(1))
        result_int(0, a + b);
#if __VERSION__ != 100
    if (line_is(2))
        result_int(0, a << b);
    if (line_is(3))
        result_int(0, a >> b);
#endif
    if (line_is(4))
        result_int(0, a / b);
}

#if __VERSION__ != 100
void ask_uints(highp float a_number, highp float b_number)
{
    UINT a = uint(a_number), b = uint(b_number);

    if (line_is(5))
        result_bits(0, a * b);
    if (line_is(6))
        result_bits(0, (a * b) >> 16u);
    if (line_is(7))
        result_bits(0, a / b);
    if (line_is(8))
        result_bits(0, a % b);
    if (line_is(11))
        result_bits(0, wang(a));
    if (line_is(12))
        result_bits(0, pcg(a));
    if (line_is(13))
        result_bits(0, avalanche(a));
}
#endif

void probe()
{
    WIDE float a = operand_number(0), b = operand_number(1);

    ask_ints(a, b);
#if __VERSION__ != 100
    ask_uints(a, b);
#endif
#ifdef HAS_BARE
    if (line_is(9))
        result_int(0, bare_product(a, b));
#endif
#if defined(HAS_BARE) && __VERSION__ != 100
    if (line_is(10))
        result_bits(0, bare_shifted(a, b));
#endif
}
