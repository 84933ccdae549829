// SPDX-License-Identifier: MIT
//
// The parser of expressions: what it refuses, and at which column; the GLSL that it
// writes; texts that are long, deep or broken.

#include "expression/formula.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "formula_parse" };

static const struct {
    const char *text;
    int column;
    const char *reason;
} errors_of[] = {
    { "", 1, "the text ends; want an operand, a number or '('" },
    { "a +", 4, "the text ends; want an operand, a number or '('" },
    { "(a + b", 7, "the text ends; want ')'" },
    { "a b", 3, "'b'; want an operator or the end" },
    { "a + * b", 5, "'*'; want an operand" },
    { "a + e", 5, "'e' is not supported; operands are a to d" },
    { "sinn(a)", 1, "'sinn' is unknown; did you mean sin?" },
    { "a + round(b)", 5, "use roundEven()" },
    { "ldexp(a, 1)", 1, "ldexp() is not supported" },
    { "mat2(a)", 1, "matrices are not supported" },
    { "a + 1", 3, "float + int: these types do not go together" },
    { "a * (b < c)", 3, "float * bool" },
    { "a % b", 3, "float % float" },
    { "vec2(a) + vec3(b)", 9, "vec2 + vec3" },
    { "vec2(a) < vec2(b)", 9, "vec2 < vec2" },
    { "a ? b : c", 3, "float ? float : float" },
    { "a < b ? a : 1", 7, "bool ? float : int" },
    { "!a", 1, "'!' of a float" },
    { "-true", 1, "'-' of a bool" },
    { "~a", 1, "'~' of a float" },
    { "vec2(a)", 1, "a result is a scalar; use a component of this vec2" },
    { "vec2(a, b).z", 12, "'z' are no components of a vec2" },
    { "vec4(a).xyzwx", 9, "'xyzwx' are no components of a vec4" },
    { "vec4(a).xr", 9, "'xr' are no components of a vec4" },
    { "a.x", 3, "'x' are no components of a float" },
    { "vec3(a, b).x", 1, "vec3() has 2 components, not 3" },
    { "vec2(a, b, c).x", 12, "vec2() has an argument too many" },
    { "sin(a, b)", 1, "there is no sin(float, float)" },
    { "sin(1)", 1, "there is no sin(int)" },
    { "a + pow(vec2(a), b).x", 5, "there is no pow(vec2, float)" },
    { "clamp(vec2(a), b, vec2(c)).x", 1, "there is no clamp(vec2, float, vec2)" },
    { "cross(vec2(a), vec2(b)).x", 1, "there is no cross(vec2, vec2)" },
    { "any(a < b) ? a : b", 1, "there is no any(bool)" },
    { "a, b, c", 7, "more than 2 results" },
    { "a = b; a", 1, "'a' cannot be a variable" },
    { "s = a; t", 8, "'t' is not supported" },
    { "s = t; t", 5, "'t' is not supported" },
    { "s = a, b", 6, "','; want ';'" },
    { "0x1p3 + a", 1, "'0x1p3' is no number of GLSL" },
    { "1.5u + a", 1, "'1.5u' is no number of GLSL" },
    { "09 == 1", 1, "'09' is no number of GLSL" },
    { "4294967296 == 1", 1, "4294967296 does not fit into 32 bits" },
    { "1e39 + a", 1, "1e39 is infinite" },
    { "a++", 2, "'++'; want an operator" },
    { "a // b", 3, "'//'; want an operator" },
    { "a @ b", 3, "'@'; want an operator" },
    { "x", 1, "'x' is not supported" }, // a name of the formulas
    { "$half(a)", 1, "'$'; want an operand" },
    { "float16_t(a)", 1, "'float16_t' is not supported" },
};

TEST(errors)
{
    for (size_t i = 0; i < COUNT_OF(errors_of); i++) {
        struct formula formula;

        if (formula_parse(&formula, errors_of[i].text, "float", false))
            fail_msg("'%s' is accepted", errors_of[i].text);
        if (formula.column != errors_of[i].column ||
            !strstr(formula.reason, errors_of[i].reason))
            fail_msg("'%s': got %d: %s; want %d: %s", errors_of[i].text, formula.column,
                     formula.reason, errors_of[i].column, errors_of[i].reason);
        formula_finish(&formula);
    }
}

TEST(glsl)
{
    static const struct {
        const char *text, *real;
        bool chained;
        const char *glsl;
    } cases[] = {
        { "a + b", "float", false,
          "EXACT REAL r0 = GUARD(operand(0)+operand(1));result(0, r0);" },
        { "a + b * 2.0", "float", true,
          "EXACT REAL r0 = GUARD(operand(0)+GUARD(operand(1)*GUARD(2.0)));"
          "result(0, r0 * again(3));" },
        { "v = vec2(a, b); v.y, a < b", "float", false,
          "EXACT PRECISION vec2 v0 = vec2(operand(0),operand(1));"
          "EXACT REAL r0 = v0.y;result(0, r0);"
          "bool r1 = operand(0)<operand(1);result_bits(1, r1 ? 1u : 0u);" },
        { "dvec = vec2(a); float(1.5) * dvec.x", "double", false,
          "EXACT dvec2 v0 = dvec2(operand(0));"
          "EXACT REAL r0 = GUARD(double(GUARD(1.5lf))*v0.x);result(0, r0);" },
        { "vec2(0.5).x", "float16_t", true,
          "EXACT REAL r0 = f16vec2(GUARD(float16_t(0.5))).x;result(0, r0 * again(3));" },
        { "int(a) << 2, ~7u", "float", false,
          "highp int r0 = int(operand(0))<<2;result_int(0, r0);"
          "highp uint r1 =  ~7u;result_bits(1, r1);" },
        { "- -a", "float", false, "EXACT REAL r0 =  - -operand(0);result(0, r0);" },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct formula formula;

        assert_true(
            formula_parse(&formula, cases[i].text, cases[i].real, cases[i].chained));
        assert_string_equal(formula.glsl, cases[i].glsl);
        formula_finish(&formula);
    }
}

// Operand d is the 1 of precisions that may be computed wide.
TEST(chained)
{
    struct formula formula;

    assert_false(formula_parse(&formula, "a + d", "float", true));
    assert_int_equal(formula.column, 5);
    formula_finish(&formula);
    assert_true(formula_parse(&formula, "a + d", "float", false));
    assert_int_equal(formula.operands, 9);
    formula_finish(&formula);
}

// Returns `count` copies of `part`, then `end`.
static char *repeated(const char *part, int count, const char *end)
{
    size_t length = strlen(part);
    char *text = test_malloc(length * (size_t) count + strlen(end) + 1);

    for (int i = 0; i < count; i++)
        memcpy(text + (size_t) i * length, part, length);
    strcpy(text + (size_t) count * length, end);
    return text;
}

TEST(deep_and_long)
{
    static const struct {
        const char *part;
        int count;
        const char *end;
        bool valid;
        const char *reason;
    } cases[] = {
        { "(", 40, "a))))))))))))))))))))))))))))))))))))))))", true, "" },
        { "(", 1000, "a", false, "nested more than" },
        { "- ", 900, "a", false, "nested more than" },
        { "sin(", 400, "a", false, "nested more than" },
        { "a?", 900, "a", false, "" },
        { "a+", 999, "a", true, "" },
        { "a+", 100000, "a", false, "more than 2000 bytes" },
        { " ", 1999, "a", true, "" },
        { "v=a;", 101, "a", false, "more than 100 variables" },
        { "a,", 900, "a", false, "more than 2 results" },
        { "cross(vec3(a),", 80, "a", false, "" },
        { "z", 1000, "", false, "a name of more than" },
        { "7", 1000, "", false, "a number of more than" },
        { "exp(b)*sin(a)+a*", 120, "a", true, "" },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *text = repeated(cases[i].part, cases[i].count, cases[i].end);
        struct formula formula;

        if (formula_parse(&formula, text, "float", false) != cases[i].valid ||
            !strstr(formula.reason, cases[i].reason))
            fail_msg("%s...: %d: %s", cases[i].part, formula.column, formula.reason);
        formula_finish(&formula);
        test_free(text);
    }
}

// A formula may not take more steps than there is room for: each doubles.
TEST(steps_limit)
{
    struct formula formula;
    char text[FORMULA_TEXT + 1] = "m = vec4(a,b,c,d);";

    for (int i = 0; i < 60; i++)
        strcat(text, "m=smoothstep(m,m+a,m*b);");
    strcat(text, "m.x");
    assert_false(formula_parse(&formula, text, "float", false));
    assert_non_null(strstr(formula.reason, "more than 2000 operations"));
    formula_finish(&formula);
}

// Texts made of tokens at random: nothing is read or written out of bounds, and what is
// refused has a reason.
TEST(noise)
{
    static const char *const tokens[] = {
        "a",    "b",    "d",     "x",   "(",    ")",  "+",       "-",    "*",    "/",
        ",",    ";",    "=",     "==",  "<",    "?",  ":",       ".",    ".x",   "!",
        "~",    "&&",   "vec2(", "1.0", "1",    "1u", "sin(",    "mix(", "dot(", "int(",
        "true", "s = ", "s",     "[",   "0x1F", "1e", "length(", ".xy",  "#",    "\n",
    };
    uint32_t seed = 1;
    int valid = 0;

    for (int n = 0; n < 200000; n++) {
        char text[200] = "";
        struct formula formula;
        int count = 1 + (int) (seed >> 28);

        for (int i = 0; i < count; i++) {
            seed = seed * 1664525 + 1013904223;
            strcat(text, tokens[(seed >> 16) % COUNT_OF(tokens)]);
        }
        if (formula_parse(&formula, text, "float", n & 1))
            valid++;
        else if (formula.column < 1 || formula.column > (int) strlen(text) + 1 ||
                 !formula.reason[0])
            fail_msg("'%s': %d: %s", text, formula.column, formula.reason);
        formula_finish(&formula);
    }
    assert_in_range(valid, 100, 199999);
}
