// SPDX-License-Identifier: MIT
//
// Functions of all 65,536 halves. A case is a code and the same with its sign set; its
// answer has the results of both in the two halves of one word.
//
// The exact results are those of base/elementary.h, rounded once. The C library's are
// good to an ulp or two of binary64: if all numbers within 2^-49 of one round to the same
// half, elementary.h is not asked.

#include "base/elementary.h"
#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/half.h"

#include <math.h>

#define COLUMNS 2048
#define ROWS    16
#define CODES   (2 * COLUMNS * ROWS)
#define DROPPED 42 // bits of a double that a half has not

// Of a result of the C library: relative, and in units of the last place.
#define UNSURE       0x1p-49
#define UNSURE_UNITS 16

static const struct {
    double (*fast)(double x), (*sure)(double x);
} functions[HALF_FUNCTIONS_COUNT] = {
    [HALF_FUNCTIONS_SIN] = { sin, elementary_sin },
    [HALF_FUNCTIONS_COS] = { cos, elementary_cos },
    [HALF_FUNCTIONS_TAN] = { tan, elementary_tan },
    [HALF_FUNCTIONS_ASIN] = { asin, elementary_asin },
    [HALF_FUNCTIONS_ACOS] = { acos, elementary_acos },
    [HALF_FUNCTIONS_ATAN] = { atan, elementary_atan },
    [HALF_FUNCTIONS_SINH] = { sinh, elementary_sinh },
    [HALF_FUNCTIONS_COSH] = { cosh, elementary_cosh },
    [HALF_FUNCTIONS_TANH] = { tanh, elementary_tanh },
    [HALF_FUNCTIONS_ASINH] = { asinh, elementary_asinh },
    [HALF_FUNCTIONS_ACOSH] = { acosh, elementary_acosh },
    [HALF_FUNCTIONS_ATANH] = { atanh, elementary_atanh },
    [HALF_FUNCTIONS_EXP] = { exp, elementary_exp },
    [HALF_FUNCTIONS_LOG] = { log, elementary_log },
    [HALF_FUNCTIONS_EXP2] = { exp2, elementary_exp2 },
    [HALF_FUNCTIONS_LOG2] = { log2, elementary_log2 },
};

const char *half_functions_unfit(const struct probe_params *params)
{
    return params->precision_bits == 11 ? NULL : "mediump has not 11 bits here";
}

void half_functions_operand(const struct probe_params *params, int line, int at,
                            uint64_t *words)
{
    (void) params;
    (void) line;
    words[0] = fp_bits((float) at);
}

static double of_code(uint32_t code)
{
    return (double) fp_from_bits(half_unpack(code));
}

static uint32_t nearest_by(enum fp_round round, double x)
{
    return (uint32_t) fp_convert(FP_BINARY64, FP_BINARY16, round, fp_bits64(x));
}

// Rounds a normal number to the nearest half without fp_convert, which takes longer.
// Returns false if the half is subnormal or infinite, or if it is near the middle of two.
static bool nearest_even(double x, uint32_t *code)
{
    const uint64_t half = UINT64_C(1) << (DROPPED - 1), word = fp_bits64(x);
    const uint64_t rest = word & (2 * half - 1);
    const int exponent = (int) (word >> 52 & 0x7ff) - 1023;

    if (exponent < -14 || exponent > 14 ||
        (rest - half + UNSURE_UNITS) <= 2 * UNSURE_UNITS)
        return false;
    *code = (uint32_t) (word >> 63 << 15) |
            ((uint32_t) ((word & UINT64_C(0xfffffffffffff)) >> DROPPED) +
             ((uint32_t) (exponent + 15) << 10) + (rest > half));
    return true;
}

static uint32_t right_code(int line, enum fp_round round, uint32_t code)
{
    double x = of_code(code), y = functions[line].fast(x);
    uint32_t low;

    if (round == FP_RNE && nearest_even(y, &low))
        return low;
    low = nearest_by(round, y * (1 - UNSURE));
    return low == nearest_by(round, y * (1 + UNSURE))
               ? low
               : nearest_by(round, functions[line].sure(x));
}

static uint32_t first_code(const uint64_t *words, size_t at)
{
    return (uint32_t) fp_from_bits((uint32_t) words[at]);
}

bool half_functions_answer(const struct expressions_call *call)
{
    enum fp_round round = call->traits->model.round;

    for (size_t i = 0; i < call->count; i++) {
        uint32_t code = first_code(call->in[0], i);
        uint32_t x = right_code(call->expression, round, code);
        uint32_t y = right_code(call->expression, round, code | 0x8000);

        call->out[0][i] = y << 16 | x;
    }
    return true;
}

// ---- the judge ----

// What came of an expression.
struct tally {
    long wrong, cases_right; // codes, and pairs of them
    double worst_ulp;
    uint32_t worst, worst_got; // a code and its result
    size_t first;              // case of the first wrong code
};

static bool is_nan(uint32_t code)
{
    return (code & 0x7fff) > 0x7c00;
}

// The error of a result that is finite, and whose exact one is so too, in ulp of it.
static double error_in_ulp(double want, uint32_t got)
{
    double error = of_code(got) - want;
    int exponent;

    if (!isfinite(want) || !isfinite(error) || fabs(want) >= 65536)
        return 0;
    frexp(want, &exponent);
    return fabs(ldexp(error, 11 - (exponent < -13 ? -13 : exponent)));
}

static bool check_code(struct tally *tally, const struct expressions_seen *seen,
                       size_t at, int k)
{
    int line = seen->expression;
    uint32_t code = first_code(seen->in[0], at) | (k ? 0x8000 : 0);
    uint32_t got = (uint32_t) seen->got[0][at] >> 16 * k & 0xffff;
    uint32_t want = right_code(line, seen->known.model.round, code);
    double error;

    if (got == want || (is_nan(got) && is_nan(want)))
        return true;
    tally->wrong++;
    error = error_in_ulp(functions[line].fast(of_code(code)), got);
    if (error > tally->worst_ulp) {
        tally->worst_ulp = error;
        tally->worst = code;
        tally->worst_got = got;
    }
    if (tally->first == seen->count)
        tally->first = at;
    return false;
}

bool half_functions_judge(const struct expressions_seen *seen, struct finding *finding,
                          struct traits *found)
{
    struct tally tally = { .first = seen->count };

    for (size_t i = 0; i < seen->count; i++) {
        bool plus = check_code(&tally, seen, i, 0),
             minus = check_code(&tally, seen, i, 1);

        tally.cases_right += plus && minus;
    }
    finding->agree = tally.cases_right;
    if (tally.worst_ulp > 0)
        tally.worst_ulp = error_in_ulp(
            functions[seen->expression].sure(of_code(tally.worst)), tally.worst_got);
    if (tally.wrong)
        FINDING_SAY(finding, &kind_not_correctly_rounded, .count = (int) tally.wrong,
                    .of = CODES, .value = finding_ulp(tally.worst_ulp));
    else
        FINDING_SAY(finding, &kind_all_correctly_rounded, .of = CODES);
    if (tally.first < seen->count)
        expressions_case(seen, NULL, tally.first, &finding->example);
    return tally.wrong == 0 && expressions_reproduces(seen, found);
}
