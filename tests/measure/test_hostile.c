// SPDX-License-Identifier: MIT
//
// Pictures that no device paints, before probes of lines, in every precision: noise, one
// word all over, right answers with bits that flipped or in the wrong place. Each kind is
// for a third of the probes, in one form. A judge must come to an end, report something
// that fits its fields, and praise nothing that it cannot reproduce. The reference
// reproduces what it found.

#include "base/pixels.h"
#include "measure/private.h"
#include "probe/expressions_judge.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "hostile" };

// Splitmix64.
static uint64_t seed;

static uint32_t noise(void)
{
    uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t) ((z ^ z >> 31) >> 32);
}

// A word of a picture: what should be there, what should be elsewhere, and which half of
// a binary64 it is.
struct word {
    uint32_t right, other;
    bool wide, high;
};

enum spoiling {
    ONE_WORD,
    WORDS,
    NUMBERS, // of the size of most answers
    SUBNORMALS,
    EDGES, // what breaks comparisons: NaNs, infinities, zeros, the ends of the range
    BESIDE,
    FLIPPED,
    RARELY_FLIPPED,
    NEGATED,
    ELSEWHERE,
    CUT,
    ROTATED,
};

static uint32_t number(const struct word *word)
{
    uint32_t exponent = noise() % 64;

    if (!word->wide)
        return (noise() & 0x807fffff) | (127 - 32 + exponent) << 23;
    return word->high ? (noise() & 0x800fffff) | (1023 - 32 + exponent) << 20 : noise();
}

static uint32_t flipped(uint32_t word, uint32_t seldom)
{
    return noise() % seldom ? word : word ^ 1u << noise() % 32;
}

static uint32_t spoilt(enum spoiling how, const struct word *word)
{
    static const uint32_t edges[] = {
        0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000,
        1,          0x3f800000, 0xffffffff, 0x7fffffff, 0x00800000,
        0x7f7fffff, 0x7ff00000, 0x7fefffff, 0x80000001,
    };
    uint32_t right = word->right;

    switch (how) {
    case ONE_WORD: break;
    case WORDS: return noise();
    case NUMBERS: return number(word);
    case SUBNORMALS:
        return noise() & (!word->wide  ? 0x807fffff
                          : word->high ? 0x800fffff
                                       : 0xffffffff);
    case EDGES: return edges[noise() % COUNT_OF(edges)];
    case BESIDE: return right + noise() % 5 - 2;
    case FLIPPED: return flipped(right, 16);
    case RARELY_FLIPPED: return flipped(right, 512);
    case NEGATED: return !word->wide || word->high ? right ^ 0x80000000 : right;
    case ELSEWHERE: return word->other;
    case CUT: return right & ~0xfffu;
    case ROTATED: return right << 1 | right >> 31;
    }
    return right;
}

struct hostility {
    const char *name;
    enum spoiling how;
    bool chance; // nothing that is right can come of it

    // ONE_WORD all over: `narrow`, or `high` before a `low`.
    uint32_t narrow, high, low;
};

#define ALL_OVER(NAME, WORD)                            \
    {                                                   \
        NAME, .narrow = WORD, .high = WORD, .low = WORD \
    }

static const struct hostility hostilities[] = {
    ALL_OVER("canary", PIXELS_CANARY_BITS),
    ALL_OVER("absent", EXPRESSIONS_ABSENT),
    { "NaN", .narrow = 0x7fc00000, .high = 0x7ff80000 },
    { "infinity", .narrow = 0x7f800000, .high = 0x7ff00000 },
    ALL_OVER("zero", 0),
    { "minus zero", .narrow = 0x80000000, .high = 0x80000000 },
    { "one", .narrow = 0x3f800000, .high = 0x3ff00000 },
    ALL_OVER("all ones", 0xffffffff),
    { "words", .how = WORDS, .chance = true },
    { "numbers", .how = NUMBERS, .chance = true },
    { "subnormals", .how = SUBNORMALS },
    { "edges", .how = EDGES },
    { "beside", .how = BESIDE },
    { "flipped", .how = FLIPPED },
    { "rarely flipped", .how = RARELY_FLIPPED },
    { "negated", .how = NEGATED },
    { "elsewhere", .how = ELSEWHERE },
    { "cut", .how = CUT },
    { "rotated", .how = ROTATED },
};

// Answers that praise, or know more than that nothing fits.
static bool is_praise(const char *answer)
{
    static const char *const whole[] = { "exact", "kept",    "same",  "separate",
                                         "fused", "clamped", "x * x", "all 65536 exact" };
    static const char *const begun[] = { "absolute 0", "-0.", "read as a normal number" };
    enum fp_round round;

    for (size_t i = 0; i < COUNT_OF(whole); i++)
        if (!strcmp(answer, whole[i]))
            return true;
    for (size_t i = 0; i < COUNT_OF(begun); i++)
        if (!strncmp(answer, begun[i], strlen(begun[i])))
            return true;
    return fp_round_find(answer, &round);
}

// Whether praise rests on something: on the reference, on all cases, on rules by which
// the judge has them all, or on an error that is small, and an error.
static bool is_founded(const struct finding *finding)
{
    double error = fmax(fabs(finding->error_min_ulp), fabs(finding->error_max_ulp));

    return finding->compared > 0 || finding->agree == finding->cases ||
           finding->survivors ||
           (finding->error_known && (finding->agree > 0 || error > 0x1p-30));
}

static bool is_faithful(const struct finding *finding)
{
    return finding->error_known && finding->error_min_ulp > -1 &&
           finding->error_max_ulp < 1;
}

// Why a finding is none; NULL if it may stand.
static const char *fault_of(const struct finding *finding, bool chance)
{
    if (!memchr(finding->expression, 0, sizeof finding->expression) ||
        !memchr(finding->glsl, 0, sizeof finding->glsl) ||
        !memchr(finding->reference, 0, sizeof finding->reference))
        return "a text without an end";
    if (!finding->expression[0] || !said_answer(finding)[0])
        return "nothing said";
    if (finding->agree < 0 || finding->agree > finding->cases)
        return "more agree than were asked";
    if (finding->mismatches)
        return "what was found does not reproduce";
    if (finding->survivors & ~VERDICT_ALL_RULES)
        return "survivors that are no rules";
    if (finding->survivors && chance)
        return "rules that reproduce noise";
    if (finding->error_known &&
        !(isfinite(finding->error_min_ulp) && isfinite(finding->error_max_ulp) &&
          finding->error_min_ulp <= finding->error_max_ulp))
        return "an error that is no interval";
    if (is_praise(said_answer(finding)) && (chance || !is_founded(finding)))
        return "praise for nothing";
    if (!strcmp(said_answer(finding), "faithful") && !is_faithful(finding))
        return "faithful, and an ulp off";
    return NULL;
}

static void check(const struct hostility *hostility, const struct probe *probe,
                  const struct probe_params *params, const struct finding *findings)
{
    for (int i = 0; i < probe->expressions->count; i++) {
        const char *fault = fault_of(&findings[i], hostility->chance);

        if (fault)
            fail_msg("%s, %s, %s, p=%d emax=%d: %s: %s: \"%.63s\", survivors 0x%x, %ld "
                     "of %ld, compared %ld, %ld differ, [%g, %g] ulp (%.239s)",
                     probe->name, precision_name(params->precision),
                     form_name(params->form), params->model.format.precision,
                     params->model.format.emax, probe->expressions->list[i].label, fault,
                     said_answer(&findings[i]), (unsigned) findings[i].survivors,
                     findings[i].agree, findings[i].cases, findings[i].compared,
                     findings[i].mismatches, findings[i].error_min_ulp,
                     findings[i].error_max_ulp, said_detail(&findings[i]));
    }
}

static void spoil(const struct hostility *hostility, struct pixels *pixels, bool wide)
{
    size_t count = (size_t) pixels->width * (size_t) pixels->height;
    uint32_t *right = malloc(count * sizeof *right);

    assert_non_null(right);
    memcpy(right, pixels->words, count * sizeof *right);
    for (size_t i = 0; i < count; i++) {
        size_t elsewhere_at = (i + (wide ? 14 : 7)) % count;

        struct word word = { right[i], right[elsewhere_at], wide, wide && i % 2 };

        pixels->words[i] = hostility->how ? spoilt(hostility->how, &word)
                           : !wide        ? hostility->narrow
                           : word.high    ? hostility->high
                                          : hostility->low;
    }
    free(right);
}

static void judge(const struct hostility *hostility, const struct probe *probe,
                  const struct probe_params *params, const struct facts_claim *claim)
{
    struct traits traits = TRAITS_NONE(params->model);
    struct unit unit = unit_model();
    struct result result = { 0 };
    struct pixels pixels;

    pixels_init(&pixels, probe_pixel_width(probe, params),
                probe_pixel_height(probe, params), params->readout);
    assert_true(expressions_paint(probe, params, &traits, &unit, &pixels));
    spoil(hostility, &pixels, params->precision == PRECISION_DOUBLE);
    assert_true(
        measure_compare_expressions(probe, params, claim, &pixels, &unit, &result));
    check(hostility, probe, params, result.findings);
    free(result.findings);
    pixels_finish(&pixels);
}

// A device of some format and rule, that flushes or does not, and claims something.
static struct probe_params params_of(const struct probe *probe, enum precision precision,
                                     enum form form)
{
    static const struct fp_format formats[] = { { 24, 127 }, { 24, 127 }, { 11, 15 },
                                                { 17, 127 }, { 8, 127 },  { 5, 5 },
                                                { 24, 5 },   { 13, 31 } };
    struct probe_params params = {
        .precision = precision,
        .form = form,
        .readout = probe->expressions->readout,
        .rows = 1,
        .model = { .format = formats[noise() % COUNT_OF(formats)] },
    };

    if (precision == PRECISION_DOUBLE)
        params.model.format = FP_BINARY64;
    if (precision == PRECISION_FLOAT16)
        params.model.format = FP_BINARY16;
    params.precision_bits = params.model.format.precision;
    if (noise() % 2)
        params.model.round = (enum fp_round)(noise() % FP_ROUND_COUNT);
    params.model.flush_in = params.model.flush_out = noise() % 4 == 0;
    do
        params.stage = (enum stage)(noise() % STAGE_COUNT);
    while (!(probe->expressions->stages & 1u << params.stage));
    return params;
}

// One of the forms that the probe has.
static enum form some_form(const struct probe *probe)
{
    enum form form;

    do
        form = (enum form)(noise() % FORM_COUNT);
    while (!(probe->forms & 1u << form));
    return form;
}

TEST_EACH(hostile, hostilities)
{
    static const struct facts_claim claims[] = {
        { 0, 0, 0, 0 },
        { 127, 127, 23, 0 },
        { -1, -1, 1, 0 },
        { 126, 127, 0, 0 },
        { FACTS_CLAIM_RANGE, FACTS_CLAIM_RANGE, FACTS_CLAIM_BITS, 0 },
        { -FACTS_CLAIM_RANGE, -FACTS_CLAIM_RANGE, FACTS_CLAIM_BITS, 0 },
    };
    const struct hostility *hostility = *state;

    seed = (uint64_t) (hostility - hostilities);
    for (int i = 0; i < probe_count; i++) {
        const struct probe *probe = probe_list[i];

        if (!probe->expressions || (i + hostility - hostilities) % 3)
            continue;
        for (int which = 0; which < PRECISION_COUNT; which++) {
            enum precision precision = (enum precision) which;
            enum form form = some_form(probe);

            if (!(probe->expressions->precisions & 1u << precision))
                continue;
            struct probe_params params = params_of(probe, precision, form);

            judge(hostility, probe, &params, &claims[noise() % COUNT_OF(claims)]);
        }
    }
}
