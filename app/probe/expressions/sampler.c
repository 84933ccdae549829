// SPDX-License-Identifier: MIT
//
// What a sampler makes of a texel. A sampler has a precision, as a variable has, and in
// GLSL ES a sampler2D without a qualifier is lowp (4.7.4): what it reads may then be a
// half. Of a texture of floats the same numbers are asked as of other storage, and judged
// so (storage.c), by what is claimed of this precision.
//
// A byte c stands for c / 255; in an sRGB texture, for the 2.4th power of
// (c / 255 + 0.055) / 1.055, or c / 255 / 12.92 below 0.04045 (IEC 61966-2-1). What comes
// back has so many bits, -log2 of the largest relative error; where 10 are claimed, bytes
// must be told apart. An integer that does not fit the precision may lose upper bits.

#include "base/fp.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/half.h"
#include "probe/shared/integer.h"
#include "probe/shared/trial.h"

#include <math.h>

#define COLUMNS 128

// What a texel is.
enum sampler_kind { FLOATS, BYTES, SRGB, HALVES, NUMBERS, INTS, UINTS };

// How it is asked for. What a compiler makes of a sampler's precision does not depend on
// the format: of others than floats most is asked in the fragment stage alone.
static const struct sampler_row {
    enum sampler_kind kind;
    int bits; // of integers
    bool unqualified, fragment;
} sampler_rows[SAMPLER_COUNT] = {
    [SAMPLER_RGBA32F_FETCH] = { FLOATS, 0, false, false },
    [SAMPLER_RGBA32F_TEXTURE] = { FLOATS, 0, false, false },
    [SAMPLER_RGBA32F_BARE] = { FLOATS, 0, true, false },
    [SAMPLER_RGBA8_FETCH] = { BYTES, 0, false, false },
    [SAMPLER_SRGB8_FETCH] = { SRGB, 0, false, false },
    [SAMPLER_RGBA32I] = { INTS, 32, false, false },
    [SAMPLER_RGBA32UI] = { UINTS, 32, false, false },
    [SAMPLER_RGBA16F_FETCH] = { HALVES, 0, false, true },
    [SAMPLER_RGBA16F_TEXTURE] = { HALVES, 0, false, true },
    [SAMPLER_RGBA16F_BARE] = { HALVES, 0, true, true },
    [SAMPLER_RGBA8_TEXTURE] = { BYTES, 0, false, true },
    [SAMPLER_RGBA8_BARE] = { BYTES, 0, true, true },
    [SAMPLER_SRGB8_TEXTURE] = { SRGB, 0, false, true },
    [SAMPLER_SRGB8_BARE] = { SRGB, 0, true, true },
    [SAMPLER_RGBA8I] = { INTS, 8, false, true },
    [SAMPLER_RGBA8UI] = { UINTS, 8, false, true },
    [SAMPLER_RGBA16I] = { INTS, 16, false, true },
    [SAMPLER_RGBA16UI] = { UINTS, 16, false, true },
    [SAMPLER_RGBA32F_NUMBERS] = { NUMBERS, 0, false, false },
    [SAMPLER_RGBA32F_NUMBERS_BARE] = { NUMBERS, 0, true, false },
};

// ---- texels ----

// Powers of two, one less, their complements, and numbers of any length.
static uint32_t sampler_integer(const struct sampler_row *row, int at)
{
    uint64_t state = (uint64_t) at;
    int place = at % 32 % row->bits;
    const uint32_t words[] = { UINT32_C(1) << place, (UINT32_C(1) << place) - 1,
                               ~(UINT32_C(1) << place) + 1,
                               (uint32_t) draws_next(&state) >> place };

    return integer_kept(row->bits, row->kind == INTS, words[at / 32]);
}

// 1 + 2^-20; whole numbers: of those beyond a half's, those around powers of two, and any
// of up to 24 bits.
static double sampler_number(int at)
{
    static const double first[] = { 1 + 0x1p-20, 2049, 70000, 65504, 65519, 65520 };
    uint64_t state = (uint64_t) at;
    int listed = sizeof first / sizeof *first, place = at - listed;

    if (at < listed)
        return first[at];
    if (place < 3 * 23)
        return ldexp(1, 1 + place / 3) + place % 3 - 1;
    return (double) draws_below(&state, 1 << (1 + place % 24));
}

static uint32_t byte(int at)
{
    return (uint32_t) (at * 255 + COLUMNS / 2) / (COLUMNS - 1);
}

void sampler_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    const struct sampler_row *row = &sampler_rows[line];

    probe_storage.expressions->operand(params, 0, at, words);
    switch (row->kind) {
    case FLOATS: return;
    case HALVES: words[0] = half_unpack(half_pack(FP_RTZ, (uint32_t) words[0])); return;
    case NUMBERS: words[0] = fp_bits((float) sampler_number(at)); return;
    case INTS:
    case UINTS: words[0] = sampler_integer(row, at); return;
    default: words[0] = byte(at);
    }
}

static double linear(enum sampler_kind kind, double c)
{
    if (kind == BYTES)
        return c;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

// The byte that stands for a number, or 256.
static int encoded(enum sampler_kind kind, double value)
{
    double c = kind == BYTES              ? value
               : value <= 0.04045 / 12.92 ? value * 12.92
                                          : 1.055 * pow(value, 1 / 2.4) - 0.055;

    return c > -0.5 && c < 1.5 ? (int) (255 * c + 0.5) : 256;
}

static double exact_texel(enum sampler_kind kind, uint64_t word)
{
    return kind == BYTES || kind == SRGB ? linear(kind, (double) word / 255)
                                         : (double) fp_from_bits((uint32_t) word);
}

static uint64_t wanted_number(enum sampler_kind kind, uint64_t word)
{
    return fp_bits((float) exact_texel(kind, word));
}

// What ints of the device keep of it.
static uint32_t sampler_kept(const struct traits *traits, bool is_signed, uint32_t word)
{
    int bits = traits->integer_bits ? traits->integer_bits : 32;
    double value = is_signed ? (double) (int32_t) word : (double) word;
    double most = ldexp(1, bits - is_signed) - 1, least = is_signed ? -most - 1 : 0;

    if (traits->integers_saturate)
        return (uint32_t) (int64_t) fmin(fmax(value, least), most);
    return integer_kept(bits, is_signed, word);
}

static bool sampler_asks(const struct sampler_row *row, const struct probe_params *params)
{
    return (!row->unqualified || params->precision == PRECISION_LOWP) &&
           (!row->fragment || params->stage == STAGE_FRAGMENT);
}

bool sampler_answer(const struct expressions_call *call)
{
    const struct sampler_row *row = &sampler_rows[call->expression];
    bool asked = sampler_asks(row, call->params), whole = row->kind >= INTS;
    uint64_t numbers[EXPRESSIONS_CHUNK];
    struct expressions_call inner = *call;
    struct traits traits = *call->traits;

    if (traits.half_samplers)
        traits.model.format = FP_BINARY16;
    for (size_t i = 0; i < call->count; i++) {
        uint32_t word = (uint32_t) call->in[0][i];

        numbers[i] = wanted_number(row->kind, word);
        call->out[0][i] =
            !asked ? EXPRESSIONS_ABSENT : sampler_kept(&traits, row->kind == INTS, word);
    }
    inner.expression = 0;
    inner.traits = &traits;
    inner.in[0] = numbers;
    return !asked || whole || probe_storage.expressions->answer(&inner);
}

// ---- the judge ----

// Halves that are subnormal may be flushed, which a claim of a range permits.
static bool is_subnormal_half(enum sampler_kind kind, double exact)
{
    return kind == HALVES && fabs(exact) < 0x1p-14;
}

static bool is_texel_lost(enum sampler_kind kind, double exact, double got, uint64_t word)
{
    if (kind == HALVES)
        return got != exact && !is_subnormal_half(kind, exact);
    return encoded(kind, got) != (int) word;
}

// Bytes and halves: how many bits of what they stand for are right, and whether any is
// lost.
static void judge_texels(const struct expressions_seen *seen, enum sampler_kind kind,
                         struct finding *finding)
{
    double worst = 0;
    size_t first = seen->count, worst_at = 0;
    bool flushed = false;

    for (size_t i = seen->count; i-- > 0;) {
        double exact = exact_texel(kind, seen->in[0][i]);
        double got = expressions_number(seen, seen->got[0][i]);
        double error = exact != 0 ? fabs((got - exact) / exact) : fabs(got);
        bool small = is_subnormal_half(kind, exact) && got == 0;

        flushed = flushed || (small && exact != 0);
        finding->agree += seen->got[0][i] == wanted_number(kind, seen->in[0][i]);
        if (!small && !(error <= worst)) {
            worst = error;
            worst_at = i;
        }
        if (is_texel_lost(kind, exact, got, seen->in[0][i]))
            first = i;
    }
    finding->deviates = first < seen->count && seen->claim->precision >= 10;
    if (finding->agree < finding->cases && worst == 0)
        FINDING_SAY(finding, &kind_all_numbers_exact);
    else if (finding->agree < finding->cases && worst < 1)
        FINDING_SAY(finding, &kind_bits, .bits = -ilogb(worst) - 1);
    else
        expressions_say_exact(finding);
    if (flushed)
        FINDING_ALSO(finding, &kind_subnormals_flushed);
    if (worst == 0 || finding->agree == finding->cases)
        return;
    expressions_case(seen, &seen->known, finding->deviates ? first : worst_at,
                     &finding->example);
    FINDING_DETAIL(finding, finding->deviates ? &kind_first_case : &kind_worst_case);
}

// The three numbers with which the list begins, where they are read as others.
static void tell_numbers(const struct expressions_seen *seen, struct finding *finding)
{
    for (size_t i = 0; i < 3; i++) {
        double got = expressions_number(seen, seen->got[0][i]);

        if (got == sampler_number((int) i))
            continue;
        if (i == 0)
            FINDING_DETAIL(finding, &kind_one_and_reads, .bits = 20, .value = got);
        else
            FINDING_DETAIL(finding, &kind_reads, .count = (int) sampler_number((int) i),
                           .value = got);
    }
}

// Up to which whole number all that are asked are read as they are. A claim of n fraction
// bits is one of whole numbers up to 2^(n + 1).
static void judge_numbers(const struct expressions_seen *seen, struct finding *finding)
{
    double claimed = seen->claim->precision ? ldexp(1, seen->claim->precision + 1) : 0;
    double wrong = 0x1p25, most = 0;

    for (size_t i = 0; i < seen->count; i++) {
        double number = sampler_number((int) i);
        bool right = expressions_number(seen, seen->got[0][i]) == number;

        finding->agree += right;
        if (!right && number < wrong && number == floor(number))
            wrong = number;
    }
    for (size_t i = 1; i < seen->count; i++)
        if (sampler_number((int) i) < wrong)
            most = fmax(most, sampler_number((int) i));
    finding->deviates = wrong <= fmin(claimed, ldexp(1, seen->claim->range_max));
    if (finding->agree == finding->cases)
        FINDING_SAY(finding, &kind_all_exact, .of = (int) finding->cases);
    else
        FINDING_SAY(finding, &kind_whole_up_to, .most = (int) most);
    tell_numbers(seen, finding);
}

// The least range that GLSL ES has for integers of a precision, of magnitudes.
static bool is_in_range(const struct expressions_seen *seen, bool is_signed,
                        uint32_t word)
{
    int n = integer_least_bits(seen->params->precision);
    uint32_t most = (uint32_t) ((UINT64_C(1) << (n - is_signed)) - 1);

    return (is_signed && word >> 31 ? ~word : word) <= most;
}

static void judge_integers(const struct expressions_seen *seen, bool is_signed,
                           struct finding *finding, struct traits *found)
{
    size_t first = seen->count, deviating = seen->count;
    bool known = trial_reproduces(seen, trial_integers, 2, found);

    for (size_t i = seen->count; i-- > 0;) {
        uint32_t word = (uint32_t) seen->in[0][i], got = (uint32_t) seen->got[0][i];

        finding->agree += got == word;
        if (got != word)
            first = i;
        if (got != word && is_in_range(seen, is_signed, word))
            deviating = i;
    }
    finding->deviates = deviating < seen->count;
    trial_say_integers(finding, known ? found : NULL, &kind_saturates);
    if (first < seen->count)
        expressions_detail_case(seen, NULL, finding->deviates ? deviating : first,
                                finding);
}

bool sampler_judge(const struct expressions_seen *seen, struct finding *finding,
                   struct traits *found)
{
    enum sampler_kind kind = sampler_rows[seen->expression].kind;

    switch (kind) {
    case FLOATS: return probe_storage.expressions->judge(seen, finding, found);
    case NUMBERS: judge_numbers(seen, finding); break;
    case INTS:
    case UINTS: judge_integers(seen, kind == INTS, finding, found); break;
    default: judge_texels(seen, kind, finding);
    }
    return expressions_reproduces(seen, found);
}

const struct probe_texture sampler_textures[] = {
    { .sampler = "floats", .texels = PROBE_TEXELS_RGBA32F },
    { .sampler = "unqualified", .texels = PROBE_TEXELS_RGBA32F },
    { .sampler = "bytes", .texels = PROBE_TEXELS_RGBA8 },
    { .sampler = "srgb_bytes", .texels = PROBE_TEXELS_SRGB8_ALPHA8 },
    { .sampler = "ints", .texels = PROBE_TEXELS_RGBA32I },
    { .sampler = "uints", .texels = PROBE_TEXELS_RGBA32UI },
    { .sampler = "halves", .texels = PROBE_TEXELS_RGBA16F_OF_HALVES },
    { .sampler = "byte_ints", .texels = PROBE_TEXELS_RGBA8I },
    { .sampler = "byte_uints", .texels = PROBE_TEXELS_RGBA8UI },
    { .sampler = "short_ints", .texels = PROBE_TEXELS_RGBA16I },
    { .sampler = "short_uints", .texels = PROBE_TEXELS_RGBA16UI },
    { .sampler = "unqualified_halves", .texels = PROBE_TEXELS_RGBA16F_OF_HALVES },
    { .sampler = "unqualified_bytes", .texels = PROBE_TEXELS_RGBA8 },
    { .sampler = "unqualified_srgb", .texels = PROBE_TEXELS_SRGB8_ALPHA8 },
    { .sampler = NULL, .texels = PROBE_TEXELS_COUNT },
};
