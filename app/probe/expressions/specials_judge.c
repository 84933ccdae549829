// SPDX-License-Identifier: MIT

#include "probe/expressions/specials.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    enum specials_number number;
    double value;
} plain[] = {
    { ZERO, 0 },
    { MINUS_ZERO, -0.0 },
    { HALF, 0.5 },
    { ONE, 1 },
    { MINUS_ONE, -1 },
    { TWO, 2 },
    { MINUS_TWO, -2 },
    { THREE, 3 },
    { FOUR, 4 },
    { MINUS_EIGHT, -8 },
    { NINETY, 90 },
    { MINUS_NINETY, -90 },
    { HALF_PI, 0x1.921fb54442d18p+0 },
    { MINUS_HALF_PI, -0x1.921fb54442d18p+0 },
};

// 2^-below times the last place of the largest finite number.
static uint64_t place(struct fp_format format, bool negative, int below)
{
    int last = format.emax - (format.precision - 1);

    return fp_pack(format, FP_RNE, negative, last - below, 1, false);
}

uint64_t specials_bits(struct fp_format format, enum specials_number number)
{
    for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
        if (plain[i].number == number)
            return fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(plain[i].value));
    switch (number) {
    case BEYOND:
        return fp_pack(format, FP_RNE, false, 0, (uint64_t) format.emax + 1, false);
    case MAX: return fp_infinity(format, false) - 1;
    case MINUS_MAX: return fp_infinity(format, true) - 1;
    case HALF_PLACE: return place(format, false, 1);
    case MINUS_HALF_PLACE: return place(format, true, 1);
    case QUARTER_PLACE: return place(format, false, 2);
    case MINUS_QUARTER_PLACE: return place(format, true, 2);
    case INF: return fp_infinity(format, false);
    case MINUS_INF: return fp_infinity(format, true);
    case NOT_A_NUMBER: return fp_nan(format);
    default: assert(!"a number without a value"); return 0;
    }
}

static double value(struct fp_format format, uint64_t bits)
{
    return fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, bits));
}

static bool truth(const struct traits *traits, enum specials_kind kind, double x,
                  double y)
{
    bool equal = x == y || (traits->nan_equal && isnan(x) && isnan(y));

    switch (kind) {
    case SPECIALS_EQUAL: return equal;
    case SPECIALS_UNEQUAL: return !equal;
    case SPECIALS_LESS: return x < y;
    case SPECIALS_GREATER_EQUAL: return x >= y;
    default: return !(x < y);
    }
}

// Functions and comparisons; which case of the row it is, operands tell.
static uint64_t value_of(const struct lines_call *call, uint64_t a, uint64_t b)
{
    const struct specials_row *row = &specials_rows[call->line];
    struct fp_format format = call->traits->model.format;

    if (row->kind != SPECIALS_FUNCTION && row->kind != SPECIALS_TRUTH) {
        bool is_so = truth(call->traits, row->kind, value(format, a), value(format, b));

        return specials_bits(format, is_so ? ONE : ZERO);
    }
    for (int i = 0; i < specials_cases(row); i++) {
        uint64_t x = specials_bits(format, row->cases[i][0]);
        uint64_t y = specials_bits(format, row->cases[i][1]);

        // a NaN may have come with another pattern
        if ((x == a || (fp_is_nan(format, x) && fp_is_nan(format, a))) &&
            (y == b || (fp_is_nan(format, y) && fp_is_nan(format, b))))
            return specials_bits(format, row->cases[i][2]);
    }
    return fp_nan(format);
}

bool specials_answer(const struct lines_call *call)
{
    static const enum unit_op ops[] = {
        [SPECIALS_ADD] = UNIT_ADD, [SPECIALS_SUB] = UNIT_SUB,   [SPECIALS_MUL] = UNIT_MUL,
        [SPECIALS_DIV] = UNIT_DIV, [SPECIALS_SQRT] = UNIT_SQRT,
    };
    uint64_t a[LINES_CHUNK], b[LINES_CHUNK], out[LINES_CHUNK];
    enum specials_kind kind = specials_rows[call->line].kind;
    bool ok = true;

    if (kind == SPECIALS_BITS) {
        memcpy(call->out[0], call->in[0], call->count * sizeof(*call->in[0]));
        return true;
    }
    lines_load(call, 0, a);
    lines_load(call, 1, b);
    if (kind <= SPECIALS_SQRT)
        ok = lines_apply(call, ops[kind], a, kind == SPECIALS_SQRT ? NULL : b, NULL, out);
    for (size_t i = 0; i < call->count && kind > SPECIALS_SQRT; i++)
        out[i] = value_of(call, a[i], b[i]);
    if (ok)
        lines_store(call, 0, out);
    return ok;
}

static double number(const struct lines_seen *seen, uint64_t word)
{
    return value(lines_carrier(seen->params), word);
}

// "inf", "-max", "true", "-1", "0x1.8p+0", ... for an answer.
static void say_word(const struct lines_seen *seen, uint64_t word, char *text,
                     size_t size)
{
    struct fp_format format = seen->known.model.format;
    struct fp_format carrier = lines_carrier(seen->params);
    bool boolean = specials_rows[seen->line].kind > SPECIALS_BITS;
    double is = number(seen, word);
    double max =
        number(seen, fp_convert(format, carrier, FP_RNE, specials_bits(format, MAX)));
    const char *sign = signbit(is) ? "-" : "";

    if (isnan(is))
        snprintf(text, size, "NaN");
    else if (boolean && (is == 0 || is == 1))
        snprintf(text, size, is == 1 ? "true" : "false");
    else if (isinf(is))
        snprintf(text, size, "%sinf", sign);
    else if (is == 0)
        snprintf(text, size, "%s0", sign);
    else if (fabs(is) == max)
        snprintf(text, size, "%smax", sign);
    else if (fabs(is) < 100 && is == floor(is))
        snprintf(text, size, "%g", is);
    else
        snprintf(text, size, "%a", is);
}

// Whether an answer will do, if not to the bit.
static bool is_accepted(const struct lines_seen *seen, uint64_t got, uint64_t want)
{
    unsigned flags = specials_rows[seen->line].flags;
    double is = number(seen, got), should = number(seen, want);

    if (lines_same(seen->probe, seen->params, 0, got, want))
        return true;
    if (flags & SPECIALS_EITHER_ZERO && is == 0 && should == 0)
        return true;
    return flags & SPECIALS_LOOSE && isfinite(should) &&
           fabs(is - should) <= fabs(should) / 256;
}

// Counts answers that will do; *first is the first that will not, or seen->count.
static long count_accepted(const struct lines_seen *seen, const struct traits *traits,
                           size_t *first)
{
    uint64_t want[SPECIALS_CASES];
    struct unit unit = unit_model();
    struct lines_call call = {
        .probe = seen->probe,
        .params = seen->params,
        .traits = traits,
        .unit = &unit,
        .line = seen->line,
        .count = seen->count,
        .out = { want },
    };
    long accepted = 0;

    assert(seen->count <= SPECIALS_CASES);
    memcpy(call.in, seen->in, sizeof(call.in));
    *first = seen->count;
    if (!specials_answer(&call))
        return 0;
    for (size_t i = 0; i < seen->count; i++) {
        if (!seen->defined[i])
            continue;
        bool ok = is_accepted(seen, seen->got[0][i], want[i]);

        accepted += ok;
        if (!ok && *first == seen->count)
            *first = i;
    }
    return accepted;
}

static void append(struct finding *finding, const char *text)
{
    size_t used = strlen(finding->detail);

    snprintf(finding->detail + used, sizeof(finding->detail) - used, "%s%s",
             used ? "; " : "", text);
}

// What stands behind an answer: the first case that departs, what GLSL says, which rules
// of rounding give it, the pattern of a NaN.
static void set_detail(const struct lines_seen *seen, struct finding *finding,
                       size_t first)
{
    unsigned flags = specials_rows[seen->line].flags;
    char text[160];
    size_t at = first < seen->count ? first : 0;

    if (first < seen->count) {
        lines_say_case(seen, &seen->known, first, text, sizeof(text));
        append(finding, text);
    }
    if (flags & SPECIALS_UNDEFINED)
        append(finding, "undefined in GLSL");
    if (flags & SPECIALS_NO_NAN)
        append(finding, "GLSL requires no NaN");
    if (finding->survivors && !(finding->survivors & VERDICT_RULE(FP_RNE))) {
        verdict_survivors_text(finding->survivors, text, sizeof(text));
        append(finding, text);
    }
    if (fp_is_nan(lines_carrier(seen->params), seen->got[0][at])) {
        snprintf(text, sizeof(text), "NaN is 0x%llx",
                 (unsigned long long) seen->got[0][at]);
        append(finding, text);
    }
}

// What became of the patterns of NaNs.
static void judge_bits(const struct lines_seen *seen, struct finding *finding)
{
    struct fp_format carrier = lines_carrier(seen->params);
    uint64_t sign = fp_zero(carrier, true), quiet = UINT64_C(1)
                                                    << (carrier.precision - 2);
    bool nans = true, quieted = true, signless = true, one = true;
    size_t first = seen->count;

    for (size_t i = 0; i < seen->count; i++) {
        uint64_t in = seen->in[0][i], got = seen->got[0][i];

        finding->agree += got == in;
        if (got != in && first == seen->count)
            first = i;
        nans = nans && fp_is_nan(carrier, got);
        quieted = quieted && got == (in | quiet);
        signless = signless && !((got ^ (in | quiet)) & ~(sign | quiet));
        one = one && got == seen->got[0][0];
    }
    finding->departs = first < seen->count && !quieted;
    if (!nans)
        snprintf(finding->answer, sizeof(finding->answer), "not NaN");
    else if (one && first < seen->count)
        snprintf(finding->answer, sizeof(finding->answer), "always 0x%llx",
                 (unsigned long long) seen->got[0][0]);
    else
        snprintf(finding->answer, sizeof(finding->answer), "%s",
                 first == seen->count ? "kept"
                 : quieted            ? "made quiet"
                 : signless           ? "sign lost"
                                      : "payload lost");
    set_detail(seen, finding, first);
}

bool specials_judge(const struct lines_seen *seen, struct finding *finding,
                    struct traits *found)
{
    const struct specials_row *row = &specials_rows[seen->line];
    size_t first;

    *found = seen->known;
    if (row->kind == SPECIALS_BITS) {
        judge_bits(seen, finding);
        return lines_reproduces(seen, found);
    }
    finding->agree = count_accepted(seen, found, &first);
    finding->departs = first < seen->count;
    say_word(seen, seen->got[0][first < seen->count ? first : 0], finding->answer,
             sizeof(finding->answer));
    if (row->flags & SPECIALS_RULES)
        finding->survivors = lines_rules(seen, found, row->kind <= SPECIALS_SUB);
    set_detail(seen, finding, first);
    if (!finding->departs || finding->survivors)
        return lines_reproduces(seen, found);
    found->nan_equal = true;
    if (!lines_reproduces(seen, found))
        return false;
    append(finding, "as if a NaN equalled a NaN");
    return true;
}
