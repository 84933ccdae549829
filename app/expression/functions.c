// SPDX-License-Identifier: MIT

#include "expression/formula.h"

#define FLOATS   (1u << FORMULA_FLOAT)
#define INTS     (1u << FORMULA_INT)
#define UINTS    (1u << FORMULA_UINT)
#define BOOLS    (1u << FORMULA_BOOL)
#define SIGNED   (FLOATS | INTS)
#define NUMBERS  (SIGNED | UINTS)
#define ANYTHING (NUMBERS | BOOLS)

#define GIVES(base) .given = true, .gives = FORMULA_##base

// Formulas may call the functions above the line below by names that no user can write.
// clang-format off
const struct formula_function formula_functions[] = {
    { "$half", 1, FLOATS, GIVES(UINT), .op = FORMULA_TO_HALF },
    { "$single", 1, UINTS, GIVES(FLOAT), .op = FORMULA_FROM_HALF },

    { "sin", 1, FLOATS, .op = FORMULA_SIN },
    { "cos", 1, FLOATS, .op = FORMULA_COS },
    { "tan", 1, FLOATS, .op = FORMULA_TAN },
    { "asin", 1, FLOATS, .op = FORMULA_ASIN },
    { "acos", 1, FLOATS, .op = FORMULA_ACOS },
    { "atan", 1, FLOATS, .op = FORMULA_ATAN },
    { "atan", 2, FLOATS, .op = FORMULA_ATAN2 },
    { "sinh", 1, FLOATS, .op = FORMULA_SINH },
    { "cosh", 1, FLOATS, .op = FORMULA_COSH },
    { "tanh", 1, FLOATS, .op = FORMULA_TANH },
    { "asinh", 1, FLOATS, .op = FORMULA_ASINH },
    { "acosh", 1, FLOATS, .op = FORMULA_ACOSH },
    { "atanh", 1, FLOATS, .op = FORMULA_ATANH },
    { "pow", 2, FLOATS, .op = FORMULA_POW },
    { "exp", 1, FLOATS, .op = FORMULA_EXP },
    { "log", 1, FLOATS, .op = FORMULA_LOG },
    { "exp2", 1, FLOATS, .op = FORMULA_EXP2 },
    { "log2", 1, FLOATS, .op = FORMULA_LOG2 },
    { "radians", 1, FLOATS, .text = { "0.017453292519943295 * x" } },
    { "degrees", 1, FLOATS, .text = { "57.29577951308232 * x" } },
    { "sqrt", 1, FLOATS, .op = FORMULA_SQRT },
    { "inversesqrt", 1, FLOATS, .op = FORMULA_INVERSESQRT },
    { "fma", 3, FLOATS, .op = FORMULA_FMA },
    { "abs", 1, SIGNED, .op = FORMULA_ABS },
    { "sign", 1, FLOATS, .text = { "x < 0.0 ? -1.0 : 0.0 < x ? 1.0 : x" } },
    { "sign", 1, INTS, .text = { "x < 0 ? -1 : 0 < x ? 1 : 0" } },
    { "floor", 1, FLOATS, .op = FORMULA_FLOOR },
    { "ceil", 1, FLOATS, .op = FORMULA_CEIL },
    { "trunc", 1, FLOATS, .op = FORMULA_TRUNC },
    { "roundEven", 1, FLOATS, .op = FORMULA_ROUND_EVEN },
    { "fract", 1, FLOATS, .text = { "x - floor(x)" } },
    { "mod", 2, FLOATS, .scalars = 2, .text = { "x - y * floor(x / y)" } },
    { "min", 2, NUMBERS, .scalars = 2, .op = FORMULA_MIN },
    { "max", 2, NUMBERS, .scalars = 2, .op = FORMULA_MAX },
    { "clamp", 3, NUMBERS, .scalars = 6, .text = { "min(max(x, y), z)" } },
    { "mix", 3, ANYTHING, .last_is_bool = true, .text = { "z ? y : x" } },
    { "mix", 3, FLOATS, .scalars = 4, .text = { "x * (1.0 - z) + y * z" } },
    { "step", 2, FLOATS, .scalars = 1, .text = { "y < x ? 0.0 : 1.0" } },
    { "smoothstep", 3, FLOATS, .scalars = 3,
      .text = { "t = clamp((z - x) / (y - x), 0.0, 1.0); t * (t * (3.0 - 2.0 * t))" } },
    { "isnan", 1, FLOATS, GIVES(BOOL), .op = FORMULA_IS_NAN },
    { "isinf", 1, FLOATS, GIVES(BOOL), .op = FORMULA_IS_INF },
    { "dot", 2, FLOATS, .whole = true,
      .text = { "x * y", "x.x * y.x + x.y * y.y", "x.x * y.x + x.y * y.y + x.z * y.z",
                "x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w" } },
    { "length", 1, FLOATS, .whole = true, .text = { "sqrt(dot(x, x))" } },
    { "distance", 2, FLOATS, .whole = true, .text = { "length(x - y)" } },
    { "normalize", 1, FLOATS, .whole = true,
      .text = { "x * (1.0 / sqrt(dot(x, x)))" } },
    { "cross", 2, FLOATS, .whole = true,
      .sizes = 4, .text = { "x.yzx * y.zxy - y.yzx * x.zxy" } },
    { "reflect", 2, FLOATS, .whole = true, .text = { "x - 2.0 * dot(y, x) * y" } },
    { "faceforward", 3, FLOATS, .whole = true,
      .text = { "dot(z, y) < 0.0 ? x : -x" } },
    { "lessThan", 2, NUMBERS, .sizes = 14, GIVES(BOOL), .op = FORMULA_LESS },
    { "lessThanEqual", 2, NUMBERS, .sizes = 14, GIVES(BOOL), .op = FORMULA_LESS_EQUAL },
    { "greaterThan", 2, NUMBERS, .sizes = 14, .text = { "y < x" } },
    { "greaterThanEqual", 2, NUMBERS, .sizes = 14, .text = { "y <= x" } },
    { "equal", 2, ANYTHING, .sizes = 14, GIVES(BOOL), .op = FORMULA_EQUAL },
    { "notEqual", 2, ANYTHING, .sizes = 14, GIVES(BOOL), .op = FORMULA_UNEQUAL },
    { "any", 1, BOOLS, .sizes = 14, .whole = true,
      .text = { NULL, "x.x || x.y", "x.x || x.y || x.z", "x.x || x.y || x.z || x.w" } },
    { "all", 1, BOOLS, .sizes = 14, .whole = true,
      .text = { NULL, "x.x && x.y", "x.x && x.y && x.z", "x.x && x.y && x.z && x.w" } },
    { "not", 1, BOOLS, .sizes = 14, .op = FORMULA_NOT },
    { "floatBitsToInt", 1, FLOATS, GIVES(INT), .op = FORMULA_REINTERPRET },
    { "floatBitsToUint", 1, FLOATS, GIVES(UINT), .op = FORMULA_REINTERPRET },
    { "intBitsToFloat", 1, INTS, GIVES(FLOAT), .op = FORMULA_REINTERPRET },
    { "uintBitsToFloat", 1, UINTS, GIVES(FLOAT), .op = FORMULA_REINTERPRET },
    { "packHalf2x16", 1, FLOATS, .sizes = 2, .whole = true,
      .text = { "$half(x.x) | $half(x.y) << 16u" } },
    { "unpackHalf2x16", 1, UINTS, .sizes = 1, .whole = true,
      .text = { "vec2($single(x & 65535u), $single(x >> 16u))" } },
};
// clang-format on

const int formula_function_count =
    (int) (sizeof formula_functions / sizeof *formula_functions);
