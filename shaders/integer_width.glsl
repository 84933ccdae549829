// SPDX-License-Identifier: MIT
// Integers of the precision under test. Only their width loses anything: operands are
// floats of highp, as which integers of up to 24 bits travel exactly.
#define NUMBER_AT(i) NUMBER(texelFetch(cases, ivec2(case_at.x, ROWS * case_at.y), 0)[i])
#define INT          PRECISION int
#define UINT         PRECISION uint

void keep(highp int value)
{
    result_bits(0, uint(value));
}

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

// What `int` means in a fragment shader of GLSL ES that does not say.
#if defined(IS_MEDIUMP) && defined(STAGE_FRAGMENT)
#define HAS_BARE
highp int bare_product(highp float a_number, highp float b_number)
{
    precision mediump int;
    int a = int(a_number), b = int(b_number);

    return a * b;
}

highp uint bare_shifted(highp float a_number, highp float b_number)
{
    precision mediump int;
    uint a = uint(a_number), b = uint(b_number);

    return (a * b) >> 16u;
}
#endif

void ask_ints(highp float a_number, highp float b_number)
{
    INT a = int(a_number), b = int(b_number);

    if (line_is(0))
        keep(a * b);
    if (line_is(1))
        keep(a + b);
    if (line_is(2))
        keep(a << b);
    if (line_is(3))
        keep(a >> b);
    if (line_is(4))
        keep(a / b);
}

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

void probe()
{
    highp float a = NUMBER_AT(0), b = NUMBER_AT(1);

    ask_ints(a, b);
    ask_uints(a, b);
#ifdef HAS_BARE
    if (line_is(9))
        keep(bare_product(a, b));
    if (line_is(10))
        result_bits(0, bare_shifted(a, b));
#endif
}
