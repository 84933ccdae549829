// SPDX-License-Identifier: MIT

#include "tests/probe/flush_expressions.h"

#include <math.h>

enum expression {
    LOAD,
    NEGATE,
    ABSOLUTE,
    ADD_ZERO,
    TWICE,
    TIMES,
    MINUS,
    GREATER,
    IS_ZERO,
    UNEQUAL,
    LEAST,
    MOST,
    OVER,
    ROOT,
    INVERSE_ROOT,
    FUSED,
    FRACTION,
    LOWER,
    UPPER,
    SIGN_OF,
    SCALED,
    POWER,
    LOGARITHM,
    CODE,
    DECODED,
};

const struct flush_line flush_expressions[FLUSH_EXPRESSIONS] = {
    { "load", LOAD, true, "", "", "" },
    { "copy in a loop", LOAD, true, "", "", "" },
    { "bit cast", LOAD, true, "", "", "" },
    { "-x", NEGATE, true, "", "", "" },
    { "abs(x)", ABSOLUTE, true, "", "", "" },
    { "b ? x : y", LOAD, true, "", "", "" },
    { "mix(y, x, b)", LOAD, true, "", "", "" },
    { "x + 0", ADD_ZERO, false, "flushed, sign kept", "flushed, sign kept",
      "flushed, sign kept" },
    { "x + x", TWICE, false, "flushed on input, sign kept", "flushed on input, sign kept",
      "flushed on output, sign kept" },
    { "x * 1", TIMES, false, "flushed, sign kept", "flushed, sign kept",
      "flushed, sign kept" },
    { "x * 2^k", TIMES, false, "flushed on input, sign kept",
      "flushed on input, sign kept", "" },
    { "n * 2^-k", TIMES, false, "flushed on output, sign kept", "",
      "flushed on output, sign kept" },
    { "n - m", MINUS, false, "flushed on output, sign kept", "",
      "flushed on output, sign kept" },
    { "x > y", GREATER, false, "flushed on input", "flushed on input", "" },
    { "x == 0", IS_ZERO, false, "flushed on input", "flushed on input", "" },
    { "x != y", UNEQUAL, false, "flushed on input", "flushed on input", "" },
    { "min(x, n)", LEAST, false, "flushed, sign kept", "flushed, sign kept",
      "flushed, sign kept" },
    { "max(x, -n)", MOST, false, "flushed, sign kept", "flushed, sign kept",
      "flushed, sign kept" },
    { "clamp(x, -n, n)", LEAST, false, "flushed, sign kept", "flushed, sign kept",
      "flushed, sign kept" },
    { "x / n", OVER, false, "flushed on input, sign kept", "flushed on input, sign kept",
      "" },
    { "n / x", OVER, false, "flushed on input", "flushed on input", "" },
    { "n / big", OVER, false, "flushed on output, sign kept", "",
      "flushed on output, sign kept" },
    { "sqrt(x)", ROOT, false, "flushed on input", "flushed on input", "" },
    { "inversesqrt(x)", INVERSE_ROOT, false, "flushed on input", "flushed on input", "" },
    { "fma(x, 1, 0)", FUSED, false, "flushed, sign kept", "flushed, sign kept",
      "flushed, sign kept" },
    { "fract(x)", FRACTION, false, "flushed", "flushed", "flushed" },
    { "floor(x)", LOWER, false, "flushed on input", "flushed on input", "" },
    { "ceil(x)", UPPER, false, "flushed on input", "flushed on input", "" },
    { "sign(x)", SIGN_OF, false, "flushed on input", "flushed on input", "" },
    { "ldexp(n, -k)", SCALED, false, "flushed on output, sign kept", "",
      "flushed on output, sign kept" },
    { "exp2(-n)", POWER, false, "flushed on output", "", "flushed on output" },
    { "log2(x)", LOGARITHM, false, "flushed on input", "flushed on input", "" },
    { "packHalf2x16(x)", CODE, true, "", "", "" },
    { "unpackHalf2x16(x)", DECODED, true, "", "", "" },
    { "varying", LOAD, true, "", "", "" },
    { "uniform", LOAD, true, "", "", "" },
};

static double evaluate(int expression, const double *in)
{
    switch (expression) {
    case LOAD: return in[0];
    case NEGATE: return -in[0];
    case ABSOLUTE: return fabs(in[0]);
    case ADD_ZERO: return in[0] + in[2];
    case TWICE: return in[0] + in[0];
    case TIMES: return in[0] * in[1];
    case MINUS: return in[0] - in[1];
    case GREATER: return in[0] > in[1];
    case IS_ZERO: return in[0] == 0;
    case UNEQUAL: return in[0] != in[1];
    case LEAST: return fmin(in[0], in[1]);
    case MOST: return fmax(in[0], -in[1]);
    case OVER: return in[0] / in[1];
    case ROOT: return sqrt(in[0]);
    case INVERSE_ROOT: return 1 / sqrt(in[0]);
    case FUSED: return fma(in[0], in[1], in[2]);
    case FRACTION: return in[0] - floor(in[0]);
    case LOWER: return floor(in[0]);
    case UPPER: return ceil(in[0]);
    case SIGN_OF: return in[0] == 0 ? in[0] : copysign(1, in[0]);
    case SCALED: return ldexp(in[0], (int) in[1]);
    case POWER: return exp2(in[0]);
    case LOGARITHM: return log2(in[0]);
    case CODE: return in[0] * 0x1p24;
    default: return copysign(in[0] * 0x1p-24, in[1] != 0 ? -1 : 1);
    }
}

static double flushed(struct fp_format format, double x)
{
    return fabs(x) < ldexp(1, 1 - format.emax) ? copysign(0, x) : x;
}

double flush_expected(const struct flush *flush, int line, const double *operands)
{
    int expression = flush_expressions[line].expression;
    // a half, or its code, is no subnormal of this format
    bool half = expression == CODE || expression == DECODED;
    bool truth = expression == GREATER || expression == IS_ZERO || expression == UNEQUAL;
    double in[4];

    for (int k = 0; k < 4; k++) {
        in[k] = flush->in && !half ? flushed(flush->format, operands[k]) : operands[k];
        if (flush->in && half && k == 0)
            in[k] = copysign(0, operands[k]);
    }
    double result = evaluate(expression, in);
    bool again = flush->chained && flush->in && !truth && !flush_expressions[line].moves;

    return (flush->out || again) && !half ? flushed(flush->format, result) : result;
}
