// SPDX-License-Identifier: MIT
//
// How it works: an operand is a bit pattern until it is used, so nothing can flush it
// before, or change a NaN. The tested expression sees it as a float x (and y) of the
// precision under test. Its result r, a float of that precision, is widened to highp,
// which is exact, and returned by its bits. If a device computes the precision in
// binary16, these are the bits of a half, rounded by integers alone: a result with more
// bits, as of a function that is computed in highp, becomes what a variable would hold.
//
// In mediump and lowp the pattern first becomes a float of highp, times a 1 that no
// compiler knows, because NVIDIA's compiler treats uintBitsToFloat before a conversion to
// 16 bits as a cast of 16 bits. The product may flush a subnormal and make a NaN quiet,
// but so may a conversion to fewer bits. In highp there is no product.

#include "sweep_gl/functions.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// The value of an expression of x, y, n (b as an integer) and a_bits: r, r with its sign
// changed if x's is set, or the word itself.
enum how { R, R_TURNED, WORD };

struct glsl {
    const char *expression;
    enum how how;
    int es, gl; // first versions that have it; 0: all
};

// |x| below 2^31, as bits.
#define BELOW_2_31 0x4effffff

// ldexp's exponents: beyond these GLSL promises nothing.
#define EXPONENT_LOW  (-126)
#define EXPONENT_SPAN 255

// X(name, mathematics, result, domain, largest |x|, how, expression, ES, GL, text)
// clang-format off
#define SIMPLE(X, f, id, note) \
    X(#f, id, BINARY32, BITS, 0, R, #f "(x)", 0, 0, #f "(x)" note)
#define WORDS(X, name, id, expression, es, gl, text) \
    X(name, id, BINARY32, BITS, 0, R, expression, es, gl, text)
#define PAIRS(X, name, id, how, expression, text) \
    X(name, id, BINARY32, PAIRS, 0, how, expression, 0, 0, text)

#define TABLE(X)                                                                         \
    SIMPLE(X, sin, SIN, "")                                                              \
    SIMPLE(X, cos, COS, "")                                                              \
    SIMPLE(X, tan, TAN, "")                                                              \
    SIMPLE(X, asin, ASIN, "; undefined for |x| > 1")                                     \
    SIMPLE(X, acos, ACOS, "; undefined for |x| > 1")                                     \
    SIMPLE(X, atan, ATAN, "")                                                            \
    SIMPLE(X, sinh, SINH, "")                                                            \
    SIMPLE(X, cosh, COSH, "")                                                            \
    SIMPLE(X, tanh, TANH, "")                                                            \
    SIMPLE(X, asinh, ASINH, "")                                                          \
    SIMPLE(X, acosh, ACOSH, "; undefined for x < 1")                                     \
    SIMPLE(X, atanh, ATANH, "; undefined for |x| >= 1")                                  \
    SIMPLE(X, exp, EXP, "")                                                              \
    SIMPLE(X, log, LOG, "; undefined for x <= 0")                                        \
    SIMPLE(X, exp2, EXP2, "")                                                            \
    SIMPLE(X, log2, LOG2, "; undefined for x <= 0")                                      \
    SIMPLE(X, sqrt, SQRT, "; undefined for x < 0")                                       \
    SIMPLE(X, inversesqrt, RSQRT, "; undefined for x <= 0")                              \
    WORDS(X, "rcp", RCP, "1.0 / x", 0, 0, "1.0 / x")                                     \
    SIMPLE(X, floor, FLOOR, "")                                                          \
    SIMPLE(X, ceil, CEIL, "")                                                            \
    SIMPLE(X, round, ROUND_EVEN, "; halves, which GLSL leaves open, judged as to even")  \
    SIMPLE(X, roundEven, ROUND_EVEN, "")                                                 \
    SIMPLE(X, trunc, TRUNC, "")                                                          \
    SIMPLE(X, fract, FRACT, ", x - floor(x)")                                            \
    SIMPLE(X, abs, ABS, "")                                                              \
    SIMPLE(X, sign, SIGN, "")                                                            \
    SIMPLE(X, degrees, DEGREES, "")                                                      \
    SIMPLE(X, radians, RADIANS, "")                                                      \
    X("packHalf2x16", IDENTITY, BINARY16, BITS, 0, WORD,                                 \
      "packHalf2x16(vec2(x, 0.0)) & 0xffffu", 300, 420,                                  \
      "packHalf2x16(vec2(x, 0)); GLSL names no direction, judged as to nearest")         \
    WORDS(X, "unpackHalf2x16.x", FROM_HALF, "unpackHalf2x16(a_bits).x", 300, 420,        \
          "unpackHalf2x16(word).x of every word; GLSL ES has it in mediump")             \
    WORDS(X, "unpackHalf2x16.y", FROM_HALF_HIGH, "unpackHalf2x16(a_bits).y", 300, 420,   \
          "unpackHalf2x16(word).y of every word; GLSL ES has it in mediump")             \
    X("float2int", TRUNC, INT32, BITS, BELOW_2_31, WORD, "uint(int(x))", 0, 0,           \
      "int(x) for |x| < 2^31; GLSL leaves the rest undefined")                           \
    X("float2uint", TRUNC, INT32, BITS, BELOW_2_31, WORD,                                \
      "x < 0.0 ? 0u - uint(-x) : uint(x)", 0, 0,                                         \
      "uint(|x|) with x's sign for |x| < 2^31; uint(x) of x < 0 is undefined")           \
    WORDS(X, "int2float", FROM_INT, "float(int(a_bits))", 0, 0,                          \
          "float() of every int; GLSL names no direction, judged as to nearest")         \
    WORDS(X, "uint2float", FROM_UINT, "float(a_bits)", 0, 0,                             \
          "float() of every uint; GLSL names no direction, judged as to nearest")        \
    X("div", DIV, BINARY32, MANTISSAS, 0, R, "x / y", 0, 0,                              \
      "x / y; a sample of the 2^46 pairs of mantissas, or all (domain division)")        \
    PAIRS(X, "pow", POW, R, "pow(x, y)",                                                 \
          "pow(x, y) of a sample; undefined for x < 0, and for x = 0 with y <= 0")       \
    PAIRS(X, "atan2", ATAN2, R, "atan(x, y)",                                            \
          "atan(y, x) of a sample; undefined where both are 0")                          \
    PAIRS(X, "mod", FMOD, R_TURNED, "mod(abs(x), abs(y))",                               \
          "mod(|x|, |y|) with x's sign, which is C's fmod, of a sample")                 \
    X("ldexp", LDEXP, BINARY32, INTEGERS, 0, R, "ldexp(x, n)", 310, 400,                 \
      "ldexp(x, n) of a sample, n in [-126, 128]; undefined where it overflows")

#define FUNCTION(title, id, type, kind, magnitude, how, expression, es, gl, text)        \
    { .name = "gl:" title, .summary = text, .math = MATH_##id,                           \
      .result = FUNCTION_##type, .round = FP_RNE, .domain = DOMAIN_##kind,               \
      .most = magnitude,                                                                 \
      .low = DOMAIN_##kind == DOMAIN_INTEGERS ? EXPONENT_LOW : 0,                        \
      .span = DOMAIN_##kind == DOMAIN_INTEGERS ? EXPONENT_SPAN : 1 },
#define GLSL(title, id, type, kind, magnitude, how, expression, es, gl, text)            \
    { expression, how, es, gl },

static const struct function functions[] = { TABLE(FUNCTION) };
static const struct glsl glsl_list[] = { TABLE(GLSL) };
// clang-format on

#define COUNT ((int) (sizeof functions / sizeof *functions))

const struct function *sweep_gl_functions(int *count)
{
    *count = COUNT;
    return functions;
}

static const struct glsl *text_find(const struct function *function)
{
    int i = 0;

    while (i < COUNT - 1 && strcmp(functions[i].name, function->name))
        i++;
    assert(!strcmp(functions[i].name, function->name));
    return &glsl_list[i];
}

bool sweep_gl_lacks(const struct function *function, int version, bool es, char *why,
                    size_t size)
{
    const struct glsl *glsl = text_find(function);

    if (version >= (es ? glsl->es : glsl->gl))
        return false;
    snprintf(why, size, "%s needs GLSL ES %d.%02d or GLSL %d.%02d", function->name,
             glsl->es / 100, glsl->es % 100, glsl->gl / 100, glsl->gl % 100);
    return true;
}

// As domain_drawn.
static int put_drawn(uint32_t seed, char *text)
{
    if (!seed)
        return sprintf(text, "    uint drawn = 0u;\n");
    return sprintf(text,
                   "    uint drawn = number ^ 0x%08xu;\n"
                   "    drawn ^= drawn >> 16u;\n"
                   "    drawn *= 0x7feb352du;\n"
                   "    drawn ^= drawn >> 15u;\n"
                   "    drawn *= 0x846ca68bu;\n"
                   "    drawn ^= drawn >> 16u;\n",
                   domain_mix(seed));
}

static const char upper16[] = "    uint upper = number >> 16u;\n"
                              "    upper = (upper >> 1u | upper << 15u) & 0xffffu;\n"
                              "    a_bits = upper << 16u | (drawn & 0xffffu);\n";

bool sweep_gl_operands(const struct domain *domain, char text[SWEEP_GL_TEXT])
{
    text += put_drawn(domain->seed, text);
    switch (domain->kind) {
    case DOMAIN_BITS:
        sprintf(text, "    a_bits = number >> 1u | number << 31u;\n"
                      "    b_bits = 0u;\n");
        return true;
    case DOMAIN_PAIRS:
        sprintf(text, "%s    b_bits = number << 16u | drawn >> 16u;\n", upper16);
        return true;
    case DOMAIN_INTEGERS:
        sprintf(text, "%s    b_bits = 0x%08xu + (number & 0xffffu) %% %uu;\n", upper16,
                (unsigned) domain->low, (unsigned) domain->span);
        return true;
    case DOMAIN_MANTISSAS:
        sprintf(text,
                "    b_bits = 0x3f800000u | number >> 16u << 7u | (drawn & 0x7fu);\n"
                "    a_bits = 0x3f800000u | (number & 0xffffu) << 7u |\n"
                "             (drawn >> 7u & 0x7fu);\n");
        return true;
    case DOMAIN_DIVISION:
        sprintf(text, "    b_bits = 0x3f800000u | high << 9u | number >> 23u;\n"
                      "    a_bits = 0x3f800000u | (number & 0x7fffffu);\n");
        return true;
    default: return false;
    }
}

// number_high has 14 bits at most (gl_sweep.h).
static const char narrow[] = "    highp float unit = 1.0 + float(number_high >> 31u);\n"
                             "#define VALUE(word) (uintBitsToFloat(word) * unit)\n";
static const char wide[] = "#define VALUE(word) uintBitsToFloat(word)\n";

static const char *declare_second(enum math_operands operands)
{
    switch (operands) {
    case MATH_FLOATS: return "    PRECISION float y = VALUE(b_bits);\n";
    case MATH_WITH_INT: return "    int n = int(b_bits);\n";
    default: return "";
    }
}

// As half_from_float, to nearest; of NaN the default one.
static const char halve[] =
    "    uint m = f & 0x7fffffffu, s = 126u - (m >> 23u), h = 0u;\n"
    "    if (m > 0x7f800000u)\n"
    "        h = 0x7e00u;\n"
    "    else if (m >= 0x477ff000u)\n"
    "        h = 0x7c00u;\n"
    "    else if (m >= 0x38800000u)\n"
    "        h = (m - 0x38000000u + 0xfffu + (m >> 13u & 1u)) >> 13u;\n"
    "    else if (m >= 0x33000000u) {\n"
    "        uint digits = (m & 0x7fffffu) | 0x800000u;\n"
    "        uint rest = digits & ((1u << s) - 1u), tie = 1u << (s - 1u);\n"
    "        h = digits >> s;\n"
    "        h += rest > tie || (rest == tie && (h & 1u) != 0u) ? 1u : 0u;\n"
    "    }\n"
    "    return h | (f >> 16u & 0x8000u);\n";

bool sweep_gl_floats(const struct function *function)
{
    return text_find(function)->how != WORD;
}

const char sweep_gl_width_operands[] = "    a_bits = (number + 127u) << 23u;\n"
                                       "    b_bits = 0u;\n";

void sweep_gl_width_answer(enum precision precision, char text[SWEEP_GL_TEXT])
{
    sprintf(text,
            "#define PRECISION %s\n%s"
            "    PRECISION float one = unit, x = VALUE(a_bits);\n"
            "    PRECISION float sum = (x + one) * one;\n"
            "    PRECISION float r = sum - x;\n"
            "    float wide = r;\n"
            "    return floatBitsToUint(wide);\n",
            precision_name(precision), narrow);
}

void sweep_gl_answer(const struct function *function, enum precision precision,
                     char text[SWEEP_GL_TEXT])
{
    const struct glsl *glsl = text_find(function);
    enum math_operands operands = math_list[function->math].operands;

    text +=
        sprintf(text, "#define PRECISION %s\n%s%s%s", precision_name(precision),
                precision == PRECISION_HIGHP ? wide : narrow,
                operands == MATH_WORD ? "" : "    PRECISION float x = VALUE(a_bits);\n",
                declare_second(operands));
    if (glsl->how == WORD)
        sprintf(text, "    return %s;\n", glsl->expression);
    else
        sprintf(text,
                "    PRECISION float r = %s;\n"
                "    float wide = r;\n"
                "    uint f = floatBitsToUint(wide)%s;\n"
                "%s",
                glsl->expression,
                glsl->how == R_TURNED ? " ^ (a_bits & 0x80000000u)" : "",
                function->result == FUNCTION_BINARY16 ? halve : "    return f;\n");
}
