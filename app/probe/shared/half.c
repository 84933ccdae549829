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
// packHalf2x16() is asked with a 1 in the other half, before or behind, so that an
// exchange or a leak between the halves would show; and once a float is made of the half
// again: a compiler that removes both conversions returns x itself, which no half is. A
// render target of halves is read
// back as their bits. A texture of halves holds floats, which the driver converts at
// upload, and the cases that are halves; a highp sampler reads them as floats, which hold
// every half.
//
// Below 2^-14 the last place of a half is 2^-24 throughout: 2^-25 is a tie between 0 and
// 2^-24, of which 0 is even. The largest half is 65504, and the tie above it 65520, to
// whose even side lies infinity.

#include "probe/shared/half.h"

#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/list.h"

#include <math.h>

#define NO_HALF  UINT32_C(0x10000) // what is no half is this or more
#define HALF_ONE UINT32_C(0x3c00)

_Static_assert((int) PACK_HALF_CASES_ZEROS == HALF_ZEROS &&
                   (int) HALF_TARGET_CASES_ZEROS == HALF_ZEROS &&
                   (int) HALF_TEXTURE_CASES_ZEROS == HALF_ZEROS,
               "tables have the topics in this order");

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

static enum half_topic topic_of(const struct probe *probe, int line)
{
    return (enum half_topic) probe->expressions->list[line].cases.kind;
}

// ---- what a device answers ----

void pack_half_operand(const struct probe_params *params, int line, int at,
                       uint64_t *words)
{
    (void) params;
    words[0] = half_operand(topic_of(&probe_pack_half, line), at);
}

void half_target_operand(const struct probe_params *params, int line, int at,
                         uint64_t *words)
{
    (void) params;
    words[0] = half_operand(topic_of(&probe_half_target, line), at);
}

void half_texture_operand(const struct probe_params *params, int line, int at,
                          uint64_t *words)
{
    (void) params;
    words[0] = half_operand(topic_of(&probe_half_texture, line), at);
}

bool pack_half_answer(const struct expressions_call *call)
{
    bool second = call->expression == PACK_HALF_SECOND;
    bool trip = call->expression == PACK_HALF_ROUND_TRIP;
    bool keeps = call->traits->folds & TRAITS_FOLDS_PACK;

    for (size_t i = 0; i < call->count; i++) {
        uint32_t x = (uint32_t) call->in[0][i], code = half_pack(call->traits->half, x);

        call->out[0][i] = trip     ? (keeps ? x : half_unpack(code))
                          : second ? code << 16 | HALF_ONE
                                   : HALF_ONE << 16 | code;
    }
    return true;
}

bool half_target_answer(const struct expressions_call *call)
{
    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = half_pack(FP_RNE, (uint32_t) call->in[0][i]);
    return true;
}

bool half_texture_answer(const struct expressions_call *call)
{
    bool of_halves = call->expression >= HALF_TEXTURE_HALVES_EXACT;
    enum fp_round round = of_halves ? FP_RNE : call->traits->upload;

    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = half_unpack(half_pack(round, (uint32_t) call->in[0][i]));
    return true;
}

const struct probe_texture half_texture_textures[] = {
    { .sampler = "of_floats", .texels = PROBE_TEXELS_RGBA16F },
    { .sampler = "of_halves", .texels = PROBE_TEXELS_RGBA16F_OF_HALVES },
    { .sampler = NULL, .texels = PROBE_TEXELS_COUNT },
};

// ---- what is told of its answers ----

// The half that a float is; a NaN has the upper bits of its payload. The bits of what is
// no half: some devices read an infinity as 65536.
static uint32_t half_texture_code(uint32_t bits)
{
    uint32_t code = half_pack(FP_RNE, bits);

    if (fp_is_nan(FP_BINARY32, bits) || half_unpack(code) == bits)
        return code;
    return bits > NO_HALF ? bits : NO_HALF;
}

// A row of answers: where the half is in a word, and what the rest of the word must be.
// The operands are those of `topic`.
struct half_row {
    const struct expressions_seen *seen;
    enum half_topic topic;
    int shift;     // of the half: 0 or 16
    uint32_t rest; // the other bits
};

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

// Returns the first case that is not as IEEE 754 has it, or the count of cases.
static size_t half_first(const struct half_row *row)
{
    for (size_t i = 0; i < row->seen->count; i++)
        if (row->seen->defined[i] && !is_ieee(row, i))
            return i;
    return row->seen->count;
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

// Fills the finding. Returns whether half_pack by `*round` gives every answer; there may
// be more such rules (finding->survivors), and to nearest even comes first.
static bool judge_row(const struct half_row *row, struct finding *finding,
                      enum fp_round *round)
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

// Tells what became of floats that were halves. Returns true if the compiler kept them.
static bool say_round_trip(const struct expressions_seen *seen,
                           const struct half_row *row, struct finding *finding)
{
    bool itself = true;

    for (size_t i = 0; i < seen->count; i++)
        itself = itself && (!seen->defined[i] || seen->got[0][i] == seen->in[0][i]);
    if (finding->example.operands) {
        finding->example.got[0] = seen->got[0][half_first(row)];
        finding->example.want[0] = half_unpack((uint32_t) finding->example.want[0]);
    }
    if (finding_is(finding, &kind_spoils_other_half))
        FINDING_SAY(finding, itself ? &kind_itself : &kind_other);
    return itself;
}

bool half_judge(const struct expressions_seen *seen, struct finding *finding,
                struct traits *found)
{
    uint64_t codes[HALF_CASES];
    struct expressions_seen halves = *seen;
    bool packed = seen->probe == &probe_pack_half,
         texture = seen->probe == &probe_half_texture;
    bool second = packed && seen->expression == PACK_HALF_SECOND,
         trip = packed && seen->expression == PACK_HALF_ROUND_TRIP;
    struct half_row row = {
        .seen = &halves,
        .topic = topic_of(seen->probe, seen->expression),
        .shift = second ? 16 : 0,
        .rest = second            ? HALF_ONE
                : packed && !trip ? HALF_ONE << 16
                                  : 0,
    };
    enum fp_round round;

    for (size_t i = 0; (texture || trip) && i < seen->count; i++)
        codes[i] = half_texture_code((uint32_t) seen->got[0][i]);
    if (texture || trip)
        halves.got[0] = codes;
    bool known = judge_row(&row, finding, &round);

    *(texture ? &found->upload : &found->half) = round;
    if (trip && say_round_trip(seen, &row, finding)) {
        found->folds |= TRAITS_FOLDS_PACK;
        return true;
    }
    if (texture && finding_is(finding, &kind_spoils_other_half)) // a texel has none
        FINDING_SAY(finding, &kind_other);
    if (texture)
        return known && expressions_reproduces(seen, found);
    return known && (packed || round == FP_RNE);
}

// A number that a half can hold is not rounded, and the two halves of a word share no
// bits.
bool half_breaks_glsl(const struct result *result, const struct finding *finding)
{
    return deviates_is_promised(result, finding) ||
           finding_is(finding, &kind_spoils_other_half);
}
