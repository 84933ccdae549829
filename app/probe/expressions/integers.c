// SPDX-License-Identifier: MIT
//
// Floats and whole numbers, from one to the other and among themselves. All answers are
// words, so that an int and the sign of a zero come back as they are.

#include "probe/expressions/integers.h"
#include "probe/probe_list.h"

static const char *const names[INTEGERS_LINE_COUNT] = {
    [INTEGERS_TO_INT] = "int(x)",
    [INTEGERS_TO_UINT] = "uint(x)",
    [INTEGERS_INT_RANGE] = "int(x), out of range",
    [INTEGERS_UINT_NEGATIVE] = "uint(x), x < 0",
    [INTEGERS_UINT_RANGE] = "uint(x), out of range",
    [INTEGERS_INT_NAN] = "int(NaN)",
    [INTEGERS_UINT_NAN] = "uint(NaN)",
    [INTEGERS_INT_INFINITY] = "int(infinity)",
    [INTEGERS_UINT_INFINITY] = "uint(infinity)",
    [INTEGERS_FROM_SMALL] = "float(int)",
    [INTEGERS_FROM_INT] = "float(int), rounded",
    [INTEGERS_FROM_UINT] = "float(uint), rounded",
    [INTEGERS_ROUND_TIES] = "round(x), ties",
    [INTEGERS_ROUND] = "round(x)",
    [INTEGERS_ROUND_EVEN] = "roundEven(x), ties",
    [INTEGERS_TRUNC] = "trunc(x)",
    [INTEGERS_FLOOR] = "floor(x)",
    [INTEGERS_CEIL] = "ceil(x)",
    [INTEGERS_FRACT] = "fract(x)",
    [INTEGERS_FRACT_TINY] = "fract(-tiny)",
    [INTEGERS_MOD] = "mod(x, y)",
    [INTEGERS_SIGN] = "sign(x)",
    [INTEGERS_ROUND_SIGN] = "round(x), sign of zero",
    [INTEGERS_CEIL_SIGN] = "ceil(x), sign of zero",
};

static struct probe_shape integers_shape(const struct probe_params *params)
{
    return lines_shape(&probe_integers, params);
}

static const struct lines integers_lines = {
    .names = names,
    .count = INTEGERS_LINE_COUNT,
    .columns = INTEGERS_CASES,
    .rows = 1,
    .results = 1,
    .raw = 1,
    .raw_operands = 1u << 2,
    .stages = 1u << STAGE_FRAGMENT | 1u << STAGE_VERTEX | 1u << STAGE_COMPUTE,
    .precisions = 1u << PRECISION_HIGHP,
    // What no standard says: AVX-512 has other instructions for it.
    .by_processor = 1u << INTEGERS_INT_RANGE | 1u << INTEGERS_UINT_NEGATIVE |
                    1u << INTEGERS_UINT_RANGE | 1u << INTEGERS_INT_NAN |
                    1u << INTEGERS_UINT_NAN | 1u << INTEGERS_INT_INFINITY |
                    1u << INTEGERS_UINT_INFINITY,
    .readout = READOUT_BITS,
    .operand = integers_operand,
    .answer = integers_answer,
    .judge = integers_judge,
};

const struct probe probe_integers = {
    .name = "integers",
    .summary = "int() and float(), round() and its kin, fract(), mod()",
    .forms = 1u << FORM_PLAIN,
    .needs_width = true,
    .operands = 3,
    .ramp = -1,
    .shape = integers_shape,
    .lines = &integers_lines,
    .topic = "conversions",
    .explain =
        "What int() and uint() make of a float, in range and beyond; how float() rounds\n"
        "integers that are too long for it; where round() puts ties; whether floor(),\n"
        "ceil(), trunc() and mod() are right beside whole numbers and far from zero;\n"
        "and whether fract() of a tiny negative number is 1.0 or stays below.\n"
        "\n"
        "It matters wherever a float becomes an index. fract(x) that is 1.0 reads one\n"
        "texel beyond the last; mod(49.0, 49.0) that is 49 and not 0 does so too; a NaN\n"
        "or 2^31 becomes a number that is another one on each device. GLSL leaves out\n"
        "of range conversions undefined, and where ties of round() go to the\n"
        "implementation: those lines tell, and never depart. float() of a long integer\n"
        "departs where it is not to nearest even, which GLSL does not ask for either.\n"
        "\n"
        "What may fool it: mod() is x - y * floor(x / y), and so as good as division;\n"
        "a compiler may take a product with 1/y for it, which GLSL allows. The sign of a\n"
        "zero is IEEE 754's affair; GLSL does not speak of it here.",
};
