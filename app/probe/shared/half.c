// SPDX-License-Identifier: MIT
//
// How it works
//
// A binary32 pattern widened from a half has thirteen zeros at its end; 1 << 12 put there
// is half of the half's last place, a tie, and 1 beside it is the smallest step off one.
// 0x3f801000 = 1 + 2^-11 lies between the halves 0x3c00 and 0x3c01: rne says the first,
// rna the second. A row holds both parities in both signs, and quarters beside the ties,
// so that each of the eleven rules gives another row. A rule is named when it gives every
// answer; else the row is tried with subnormals flushed, or shifted into place with what
// falls off forgotten, then with overflow clamped to 65504; what remains is told by the
// interval of its error, in ulp of the half.
//
// Below 2^-14 the last place of a half is 2^-24 throughout: 2^-25 is a tie between 0 and
// 2^-24, of which 0 is even. The largest half is 65504, and the tie above it 65520, to
// whose even side lies infinity.

#include "probe/shared/half.h"

#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/shared/kinds.h"

#include <math.h>

// Magnitudes, each with both signs.
static const uint16_t subnormals[HALF_CASES / 2] = {
    1, 2, 3, 4, 5, 7, 8, 0x10, 0x55, 0x80, 0xff, 0x155, 0x200, 0x2aa, 0x3fe, 0x3ff,
};
static const float subnormal_ties[HALF_CASES / 2] = {
    0x1p-25f,        0x1.8p-24f,      0x1.4p-23f,   0x1.cp-23f,
    0x1.000002p-25f, 0x1.fffffep-26f, 0x1p-26f,     0x1.8p-25f,
    0x1p-40f,        0x1p-100f,       0x2a.8p-24f,  0x155.8p-24f,
    0x3fe.8p-24f,    0x3ff.8p-24f,    0x3ff.cp-24f, 0x200.4p-24f,
};
static const float overflows[HALF_CASES / 2] = {
    65504.0f, 0x1.ffc002p+15f, 65508.0f,  65512.0f,         65516.0f, 0x1.ffdffep+15f,
    65520.0f, 0x1.ffe002p+15f, 65528.0f,  0x1.fffffep+15f,  65536.0f, 0x1.000002p+16f,
    0x1p+17f, 0x1p+31f,        0x1p+126f, 0x1.fffffep+127f,
};
static const uint32_t nans[] = {
    0x7fc00000, 0x7f800001, 0x7fffffff, 0x7f802000,
    0x7fa00000, 0x7fc02000, 0x7fd55000, 0x7f801fff,
};
// Steps off a half, in units of 2^-13 of its last place; one in 1 << 12 is the tie.
static const int near_ties[] = { -1, 1, -2, 2, -64, 64, -2047, 2047 };
static const int controls[] = { -2048, 2048, -2048, 2048 };

static uint32_t widened(uint32_t code)
{
    return (uint32_t) fp_convert(FP_BINARY16, FP_BINARY32, FP_RNE, code);
}

// Normal halves of all exponents but the last, odd ones and even ones by turns.
static uint32_t tie_base(int j)
{
    return (0x0800 + (uint32_t) j * 0x06c0) | (j & 1);
}

static uint32_t magnitude_of(enum half_topic topic, int j)
{
    switch (topic) {
    case HALF_EXACT: return widened(0x0400 + (uint32_t) j * 0x77ff / 15);
    case HALF_TIES:
        return widened(tie_base(j)) + (1u << 12) +
               (uint32_t) (j < 12 ? 0 : controls[j - 12]);
    case HALF_NEAR_TIES:
        return widened(tie_base(j)) + (1u << 12) + (uint32_t) near_ties[j / 2];
    case HALF_SUBNORMALS: return widened(subnormals[j]);
    case HALF_SUBNORMAL_TIES: return fp_bits(subnormal_ties[j]);
    case HALF_OVERFLOW: return fp_bits(overflows[j]);
    case HALF_INFINITY: return 0x7f800000;
    case HALF_NAN: return nans[j % 8];
    default: return 0;
    }
}

uint32_t half_operand(enum half_topic topic, int at)
{
    return magnitude_of(topic, at / 2) | (uint32_t) (at & 1) << 31;
}

static bool is_nan_half(uint32_t code)
{
    return (code & 0x7fff) > 0x7c00;
}

uint32_t half_pack(enum fp_round round, uint32_t bits)
{
    if (fp_is_nan(FP_BINARY32, bits))
        return (bits >> 16 & 0x8000) | 0x7e00 | (bits >> 13 & 0x1ff);
    return (uint32_t) fp_convert(FP_BINARY32, FP_BINARY16, round, bits);
}

uint32_t half_unpack(uint32_t code)
{
    if (is_nan_half(code))
        return (code & 0x8000) << 16 | 0x7fc00000 | (code & 0x3ff) << 13;
    return widened(code);
}

// What else a converter may do: results below 2^-14 become zeros, or are shifted into
// place with no memory of what falls off, 13 places below the last; what is finite stays
// so; what is too large for the exponent is infinite, by whatever rule.
enum also { ALSO_NOTHING, ALSO_FLUSH, ALSO_CUT, ALSO_SATURATE, ALSO_INFINITE };

// A number below 2^-14, cut to a whole number of 2^-37.
static uint32_t cut(uint32_t bits)
{
    return fp_bits(ldexpf(truncf(ldexpf(fp_from_bits(bits), 37)), -37));
}

static uint32_t pack_also(enum fp_round round, enum also also, uint32_t bits)
{
    uint32_t code = half_pack(round, bits), magnitude = bits & 0x7fffffff;

    if (also == ALSO_CUT && magnitude < 0x38800000)
        return half_pack(round, cut(bits));
    if (also == ALSO_FLUSH && (code & 0x7fff) < 0x0400)
        return code & 0x8000;
    if (also == ALSO_SATURATE && magnitude < 0x7f800000 && (code & 0x7fff) == 0x7c00)
        return code - 1;
    if (also == ALSO_INFINITE && magnitude >= 0x47800000 && magnitude < 0x7f800000)
        return (code & 0x8000) | 0x7c00;
    return code;
}

static uint32_t operand_of(const struct half_row *row, size_t i)
{
    return (uint32_t) row->seen->in[0][i];
}

static uint32_t half_code_of(const struct half_row *row, size_t i)
{
    uint32_t word = (uint32_t) row->seen->got[0][i];
    uint32_t mask = UINT32_C(0xffff) << row->shift;

    return (word & ~mask) == row->rest ? (word & mask) >> row->shift : NO_HALF;
}

// The rules that give every answer, as a set.
static uint32_t half_rules_of(const struct half_row *row, enum also also)
{
    uint32_t rules = 0;

    for (int round = 0; round <= FP_RO; round++) {
        bool same = true;

        for (size_t i = 0; same && i < row->seen->count; i++)
            same = !row->seen->defined[i] ||
                   half_code_of(row, i) ==
                       pack_also((enum fp_round) round, also, operand_of(row, i));
        rules |= same ? VERDICT_RULE(round) : 0;
    }
    return rules;
}

// The error of a finite answer in ulp of the half, exact: all of it are small multiples
// of 2^-149, and what differs by 2^100 is only ever far off.
static double half_error_of(const struct half_row *row, size_t i)
{
    double exact = (double) fp_from_bits(operand_of(row, i));
    double got = (double) fp_from_bits(half_unpack(half_code_of(row, i)));
    int exponent = fabs(exact) < 0x1p-14 ? -14 : ilogb(exact);

    return (got - exact) / ldexp(1, exponent - 10);
}

static bool is_finite_half(uint32_t code)
{
    return code != NO_HALF && (code & 0x7c00) != 0x7c00;
}

// No rule: how far off are the answers?
static void say_error(const struct half_row *row, struct finding *finding)
{
    bool faithful = true;

    finding->error_known = true;
    for (size_t i = 0; i < row->seen->count; i++) {
        if (!row->seen->defined[i])
            continue;
        if (!is_finite_half(half_code_of(row, i))) {
            finding->error_known = faithful = false;
            continue;
        }
        double error = half_error_of(row, i);

        finding->error_min_ulp = fmin(finding->error_min_ulp, error);
        finding->error_max_ulp = fmax(finding->error_max_ulp, error);
        faithful = faithful && fabs(error) < 1;
    }
    FINDING_SAY(finding, faithful ? &kind_faithful : &kind_no_rule);
}

// The answers of this probe.
// clang-format off
const struct finding_kind
    kind_spoils_other_half = { "spoils-other-half", "spoils the other half", FINDING_WORD },
    kind_itself = { "itself", "x itself", FINDING_FUSED };

static const struct finding_kind
    kind_no_sticky_bit = { "no-sticky-bit", "no sticky bit", FINDING_RULE },
    kind_infinity_from = { "infinity-from", "infinity from {count}", FINDING_WORD },
    kind_to_nan = { "to-nan", "NaN", FINDING_WORD },
    kind_to_zero = { "to-zero", "zero", FINDING_WORD },
    kind_to_infinity = { "to-infinity", "infinity", FINDING_WORD },
    kind_case_of_half = { "case-of-half",
        "x = {operands}: got {got}, rne has {want}", FINDING_WORD },
    kind_nan_kept = { "nan-kept", "sign and upper payload kept, quiet", FINDING_WORD },
    kind_nan_always = { "nan-always", "always {word:half}", FINDING_WORD },
    kind_nan_gives = { "nan-gives", "payload changed: {word} gives {other:half}", FINDING_WORD };
const struct finding_kind *const half_kinds[] = {
    &kind_no_sticky_bit, &kind_infinity_from, &kind_to_nan, &kind_to_zero,
    &kind_to_infinity, &kind_spoils_other_half, &kind_case_of_half, &kind_nan_kept,
    &kind_nan_always, &kind_nan_gives, &kind_itself, NULL
};
// clang-format on

static void judge_rounding(const struct half_row *row, struct finding *finding)
{
    uint32_t rules = half_rules_of(row, ALSO_NOTHING),
             cuts = half_rules_of(row, ALSO_CUT);

    finding->survivors = rules;
    if (rules) {
        FINDING_SAY(finding, &kind_rule, .rules = rules);
    } else if (half_rules_of(row, ALSO_FLUSH)) {
        FINDING_SAY(finding, &kind_flushed);
    } else if (cuts) {
        FINDING_SAY(finding, &kind_rule, .rules = cuts);
        FINDING_ALSO(finding, &kind_no_sticky_bit);
    } else {
        say_error(row, finding);
    }
}

// Whether all answers are as `wanted` has it.
static bool all_are(const struct half_row *row, bool (*wanted)(uint32_t, uint32_t))
{
    for (size_t i = 0; i < row->seen->count; i++)
        if (row->seen->defined[i] && !wanted(half_code_of(row, i), operand_of(row, i)))
            return false;
    return true;
}

static bool half_number(uint32_t code, uint32_t bits)
{
    (void) bits;
    return code != NO_HALF && !is_nan_half(code);
}

static void judge_overflow(const struct half_row *row, struct finding *finding)
{
    uint32_t rules = half_rules_of(row, ALSO_NOTHING);

    finding->survivors = rules;
    if (rules & VERDICT_RULE(FP_RNE))
        FINDING_SAY(finding, &kind_infinity_from, .count = 65520);
    else if (rules & VERDICT_RULE(FP_RTZ) || half_rules_of(row, ALSO_SATURATE))
        FINDING_SAY(finding, &kind_saturates);
    else if (rules)
        FINDING_SAY(finding, &kind_rule, .rules = rules);
    else if (half_rules_of(row, ALSO_INFINITE))
        FINDING_SAY(finding, &kind_infinity_from, .count = 65536);
    else
        FINDING_SAY(finding, all_are(row, half_number) ? &kind_other : &kind_to_nan);
}

static bool as_it_was(uint32_t code, uint32_t bits)
{
    return code == half_pack(FP_RNE, bits);
}

static bool half_largest(uint32_t code, uint32_t bits)
{
    return code == ((bits >> 16 & 0x8000) | 0x7bff);
}

static bool zero(uint32_t code, uint32_t bits)
{
    (void) bits;
    return code != NO_HALF && !(code & 0x7fff);
}

static bool zero_of_sign(uint32_t code, uint32_t bits)
{
    return code == (bits >> 16 & 0x8000);
}

static bool infinite(uint32_t code, uint32_t bits)
{
    (void) bits;
    return (code & 0x17fff) == 0x7c00;
}

static bool not_a_number(uint32_t code, uint32_t bits)
{
    (void) bits;
    return code != NO_HALF && is_nan_half(code);
}

static void judge_class(const struct half_row *row, struct finding *finding)
{
    static const struct {
        unsigned topics;
        bool (*wanted)(uint32_t, uint32_t);
        const struct finding_kind *answer, *also;
    } ways[] = {
        { 1u << HALF_EXACT, as_it_was, &kind_exact, NULL },
        { 1u << HALF_NAN, not_a_number, &kind_kept, NULL },
        { 1u << HALF_SUBNORMALS | 1u << HALF_INFINITY | 1u << HALF_ZEROS, as_it_was,
          &kind_kept, NULL },
        { 1u << HALF_SUBNORMALS, zero_of_sign, &kind_flushed, NULL },
        { 1u << HALF_SUBNORMALS, zero, &kind_flushed, &kind_sign_lost },
        { 1u << HALF_ZEROS, zero, &kind_sign_lost, NULL },
        { 1u << HALF_INFINITY | 1u << HALF_NAN, half_largest, &kind_saturates, NULL },
        { 1u << HALF_INFINITY | 1u << HALF_NAN, zero, &kind_to_zero, NULL },
        { 1u << HALF_NAN, infinite, &kind_to_infinity, NULL },
        { 1u << HALF_INFINITY, not_a_number, &kind_to_nan, NULL },
        { ~0u, NULL, &kind_other, NULL },
    };
    int i = 0;

    while (ways[i].wanted &&
           !(ways[i].topics & 1u << row->topic && all_are(row, ways[i].wanted)))
        i++;
    FINDING_SAY(finding, ways[i].answer);
    FINDING_ALSO(finding, ways[i].also);
}

// Whether an answer is IEEE 754's; it leaves the bits of a NaN open.
static bool is_ieee(const struct half_row *row, size_t i)
{
    uint32_t bits = operand_of(row, i), code = half_code_of(row, i);

    if (fp_is_nan(FP_BINARY32, bits))
        return not_a_number(code, bits);
    return code == half_pack(FP_RNE, bits);
}

static void half_add_first(const struct half_row *row, struct finding *finding, size_t i)
{
    struct finding_case *example = &finding->example;

    expressions_case(row->seen, NULL, i, example);
    example->wanted = true;
    example->want[0] = half_pack(FP_RNE, operand_of(row, i)) << row->shift | row->rest;
    FINDING_DETAIL(finding, &kind_as_rne);
    FINDING_DETAIL(finding, &kind_case_of_half);
}

static bool in_its_half(uint32_t code, uint32_t bits)
{
    (void) bits;
    return code != NO_HALF;
}

static void add_nan(const struct half_row *row, struct finding *finding)
{
    uint32_t first = half_code_of(row, 0);
    bool payload = all_are(row, as_it_was), one = true;

    for (size_t i = 0; i < row->seen->count; i++)
        one = one && half_code_of(row, i) == first;
    if (payload)
        FINDING_DETAIL(finding, &kind_nan_kept);
    else if (one)
        FINDING_DETAIL(finding, &kind_nan_always, .word = first);
    else
        FINDING_DETAIL(finding, &kind_nan_gives, .word = operand_of(row, 2),
                       .other = half_code_of(row, 2));
}

static enum fp_round first_of(uint32_t rules)
{
    if (rules & VERDICT_RULE(FP_RTZ) && !(rules & VERDICT_RULE(FP_RNE)))
        return FP_RTZ;
    return rules ? (enum fp_round) __builtin_ctz(rules) : FP_RNE;
}

size_t half_first(const struct half_row *row)
{
    for (size_t i = 0; i < row->seen->count; i++)
        if (row->seen->defined[i] && !is_ieee(row, i))
            return i;
    return row->seen->count;
}

bool half_judge(const struct half_row *row, struct finding *finding, enum fp_round *round)
{
    size_t first = half_first(row);

    for (size_t i = 0; i < row->seen->count; i++)
        finding->agree += row->seen->defined[i] && is_ieee(row, i);
    if (row->topic == HALF_OVERFLOW)
        judge_overflow(row, finding);
    else if (row->topic == HALF_TIES || row->topic == HALF_NEAR_TIES ||
             row->topic == HALF_SUBNORMAL_TIES)
        judge_rounding(row, finding);
    else
        judge_class(row, finding);
    if (!all_are(row, in_its_half))
        FINDING_SAY(finding, &kind_spoils_other_half);
    finding->deviates = first < row->seen->count;
    if (finding->deviates)
        half_add_first(row, finding, first);
    else if (row->topic == HALF_NAN)
        add_nan(row, finding);

    uint32_t rules = half_rules_of(row, ALSO_NOTHING);

    *round = first_of(rules);
    return rules != 0;
}

// A number that a half can hold is not rounded, and the two halves of a word share no
// bits.
bool half_breaks_glsl(const struct result *result, const struct finding *finding)
{
    static const char *const exact[] = { "exact", "floats-exact", "halves-exact", NULL };

    (void) result;
    return deviates_is_listed(finding, exact) ||
           finding_is(finding, &kind_spoils_other_half);
}
