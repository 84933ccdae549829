// SPDX-License-Identifier: MIT

#include "sweep/exact.h"

#include "base/fp.h"
#include "sweep/exact_settle.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void is(struct exact *out, enum cell_kind kind, bool correct)
{
    out->kind = kind;
    out->correct = correct;
    out->error = out->relative = out->absolute = 0;
}

// Judges a result if the exact result is no number, or zero.
static void judge_special(const struct exact_call *call, const struct exact_value *value,
                          const struct exact_came *came, struct exact *out)
{
    struct fp_format format = function_format(call->type);
    struct exact_point d = { came->x, 0 };
    bool sign = came->negative == value->negative || value->any_sign, right;

    is(out, CELL_WRONG, false);
    if (value->class == EXACT_ZERO) {
        out->want = function_integer(call->type) ? 0 : fp_zero(format, value->negative);
        if (came->zero) {
            right = sign || function_integer(call->type);
            is(out, right ? CELL_SPECIAL : CELL_ZERO_SIGN, right);
        } else if (came->number && !came->infinite) {
            out->kind = CELL_FINITE;
            out->absolute = fabs(mpfr_get_d(came->x, MPFR_RNDN));
            if (!function_integer(call->type))
                mpfr_mul_2si(came->x, came->x, format.emax + format.precision - 2,
                             MPFR_RNDN);
            out->error = exact_round_error(d);
        }
        return;
    }
    if (value->class == EXACT_INFINITE) {
        out->want = fp_infinity(format, value->negative);
        right = came->infinite && sign;
    } else {
        out->want = fp_nan(format);
        right = value->class == EXACT_ANY || !came->number;
    }
    if (right)
        is(out, CELL_SPECIAL, true);
}

// Judges integers if the exact result is infinite or NaN. Infinities become the ends of
// the range; for NaN, any word is right.
static void judge_special_integer(const struct exact_call *call,
                                  const struct exact_value *value, struct exact *out)
{
    uint64_t least = call->type == FUNCTION_INT32 ? UINT64_C(1) << 31 : 0;
    uint64_t most = call->type == FUNCTION_INT32 ? INT32_MAX : UINT32_MAX;
    bool infinite = value->class == EXACT_INFINITE, right;

    out->want = !infinite ? 0 : value->negative ? least : most;
    right = !infinite || (uint32_t) call->got == out->want;
    is(out, right ? CELL_SPECIAL : CELL_WRONG, right);
}

// Judges a result if the exact result is a number; the result itself may be an
// infinity.
static void judge_number(const struct exact_call *call, const struct exact_value *value,
                         const struct exact_came *came, const struct exact_told *told,
                         struct exact *out)
{
    struct fp_format format = function_format(call->type);
    bool negative = mpfr_signbit(value->y) != 0;
    uint64_t mask = call->type == FUNCTION_BINARY64   ? UINT64_MAX
                    : call->type == FUNCTION_BINARY16 ? 0xffff
                                                      : UINT32_MAX;
    bool correct = (call->got & mask) == told->want;

    out->want = told->want;
    out->error = told->error;
    out->relative = told->relative;
    out->absolute = told->absolute;
    out->kind = CELL_FINITE;
    out->correct = correct;
    if (function_integer(call->type)) {
        if (told->outside)
            is(out, correct ? CELL_OVERFLOW : CELL_WRONG, correct);
    } else if (!came->number) {
        is(out, CELL_WRONG, false);
    } else if (came->infinite && correct) {
        is(out, CELL_OVERFLOW, true);
    } else if (came->infinite) {
        if (came->negative != negative || mpfr_get_exp(value->y) <= format.emax)
            is(out, CELL_WRONG, false);
    } else if (came->zero && told->subnormal) {
        if (came->negative != negative)
            is(out, CELL_ZERO_SIGN, false);
        else if (fabs(told->error) >= 1)
            is(out, CELL_FLUSHED, false);
    }
}

static void write_text(const struct exact_value *value, struct exact *out)
{
    const char *minus = value->negative ? "-" : "";

    switch (value->class) {
    case EXACT_ZERO: snprintf(out->text, sizeof out->text, "%s0", minus); break;
    case EXACT_INFINITE: snprintf(out->text, sizeof out->text, "%sinf", minus); break;
    case EXACT_NAN:
    case EXACT_ANY: strcpy(out->text, "nan"); break;
    case EXACT_NUMBER:
        if (value->far)
            snprintf(out->text, sizeof out->text, "%s%se%c5000000",
                     mpfr_get_exp(value->y) > 0 ? "beyond " : "within ",
                     mpfr_signbit(value->y) ? "-1" : "1",
                     mpfr_get_exp(value->y) > 0 ? '+' : '-');
        else
            exact_round_text(out->text, sizeof out->text, value->y);
        break;
    }
}

static void judge_plain(const struct exact_call *call, bool text, struct exact *out)
{
    struct exact_value value;
    struct exact_came came;
    struct exact_told told;

    memset(out, 0, sizeof *out);
    exact_settle(call, &value, &came, &told);
    if (text)
        write_text(&value, out);
    if (value.class == EXACT_NUMBER)
        judge_number(call, &value, &came, &told, out);
    else if (function_integer(call->type) && value.class != EXACT_ZERO)
        judge_special_integer(call, &value, out);
    else
        judge_special(call, &value, &came, out);
}

static uint64_t zero_if_subnormal(struct fp_format format, uint64_t bits, int shift)
{
    uint64_t one = UINT64_C(1), mask = (one << (format.emax == 15 ? 16 : 32)) - 1;
    struct fp_parts parts;

    if (format.precision == 53)
        mask = UINT64_MAX;
    parts = fp_unpack(format, bits >> shift & mask);
    if (parts.class != FP_CLASS_FINITE || parts.significand >> (format.precision - 1))
        return bits;
    return (bits & ~(mask << shift)) | fp_zero(format, parts.negative) << shift;
}

// Returns the operands with the subnormal ones of `which`, a bit for each, as zeros.
static struct operands exact_flushed(const struct exact_call *call, int which)
{
    bool wide = function_wide(call->domain);
    bool high = call->math == MATH_FROM_HALF_HIGH;
    struct fp_format format = wide ? FP_BINARY64 : FP_BINARY32;
    struct operands out = call->operands;

    if (call->math == MATH_FROM_INT || call->math == MATH_FROM_UINT)
        return out;
    if (high || call->math == MATH_FROM_HALF)
        format = FP_BINARY16;
    if (which & 1)
        out.a = zero_if_subnormal(format, out.a, high ? 16 : 0);
    if ((which & 2) && math_list[call->math].operands == MATH_FLOATS)
        out.b = zero_if_subnormal(format, out.b, 0);
    return out;
}

// Returns true if the result is right for zeros in place of subnormal operands.
static bool explained_by_flush(const struct exact_call *call)
{
    struct exact_call other = *call;
    struct exact out;

    for (int which = 1; which < 4; which++) {
        other.operands = exact_flushed(call, which);
        if (other.operands.a == call->operands.a && other.operands.b == call->operands.b)
            continue;
        judge_plain(&other, false, &out);
        if (out.correct)
            return true;
    }
    return false;
}

bool exact_available(void)
{
    return mpfr_buildopt_tls_p() != 0;
}

void exact_judge(const struct exact_call *call, struct exact *out)
{
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();

    assert(call->round <= FP_RO);
    mpfr_set_emin(-EXACT_VALUE_EMAX);
    mpfr_set_emax(EXACT_VALUE_EMAX);
    judge_plain(call, true, out);
    if (!out->correct && out->kind != CELL_FLUSHED &&
        !(out->kind == CELL_FINITE && fabs(out->error) < 1) && explained_by_flush(call))
        is(out, CELL_FLUSHED, false);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
}
