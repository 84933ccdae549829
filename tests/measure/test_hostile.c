// SPDX-License-Identifier: MIT
//
// Pictures that no device paints, before every probe of lines, in every precision and
// (by default in one) form: noise, one word all over, right answers with bits that
// flipped or in the wrong place. A judge must come to an end, say something that fits its
// fields, and say nothing good of what it cannot reproduce; what it found, the reference
// gives too.

#include "base/pixels.h"
#include "probe/lines.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

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

// One word all over: `narrow`, or `high` before a zero.
static uint32_t constant(const struct word *word, uint32_t narrow, uint32_t high)
{
    return !word->wide ? narrow : word->high ? high : 0;
}

static uint32_t canary(const struct word *word)
{
    (void) word;
    return PIXELS_CANARY_BITS;
}

static uint32_t absent(const struct word *word)
{
    (void) word;
    return LINES_ABSENT;
}

static uint32_t nan_word(const struct word *word)
{
    return constant(word, 0x7fc00000, 0x7ff80000);
}

static uint32_t infinity(const struct word *word)
{
    return constant(word, 0x7f800000, 0x7ff00000);
}

static uint32_t zero(const struct word *word)
{
    return constant(word, 0, 0);
}

static uint32_t minus_zero(const struct word *word)
{
    return constant(word, 0x80000000, 0x80000000);
}

static uint32_t one(const struct word *word)
{
    return constant(word, 0x3f800000, 0x3ff00000);
}

static uint32_t all_ones(const struct word *word)
{
    (void) word;
    return 0xffffffff;
}

static uint32_t words(const struct word *word)
{
    (void) word;
    return noise();
}

// Numbers of the size of most answers.
static uint32_t numbers(const struct word *word)
{
    uint32_t exponent = noise() % 64;

    if (!word->wide)
        return (noise() & 0x807fffff) | (127 - 32 + exponent) << 23;
    return word->high ? (noise() & 0x800fffff) | (1023 - 32 + exponent) << 20 : noise();
}

static uint32_t subnormals(const struct word *word)
{
    return noise() & (word->wide ? word->high ? 0x800fffff : 0xffffffff : 0x807fffff);
}

// What breaks comparisons: NaNs, infinities, zeros, the ends of the range.
static uint32_t edges(const struct word *word)
{
    static const uint32_t edge[] = {
        0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000,
        1,          0x3f800000, 0xffffffff, 0x7fffffff, 0x00800000,
        0x7f7fffff, 0x7ff00000, 0x7fefffff, 0x80000001,
    };

    (void) word;
    return edge[noise() % COUNT_OF(edge)];
}

static uint32_t beside(const struct word *word)
{
    return word->right + noise() % 5 - 2;
}

static uint32_t flipped(const struct word *word)
{
    return noise() % 16 ? word->right : word->right ^ 1u << noise() % 32;
}

static uint32_t rarely_flipped(const struct word *word)
{
    return noise() % 512 ? word->right : word->right ^ 1u << noise() % 32;
}

static uint32_t negated(const struct word *word)
{
    return !word->wide || word->high ? word->right ^ 0x80000000 : word->right;
}

static uint32_t elsewhere(const struct word *word)
{
    return word->other;
}

static uint32_t cut(const struct word *word)
{
    return word->right & ~0xfffu;
}

static uint32_t rotated(const struct word *word)
{
    return word->right << 1 | word->right >> 31;
}

struct hostility {
    const char *name;
    uint32_t (*word)(const struct word *word);
    bool chance; // nothing that is right can come of it
};

static const struct hostility hostilities[] = {
    { "canary", canary, false },
    { "absent", absent, false },
    { "NaN", nan_word, false },
    { "infinity", infinity, false },
    { "zero", zero, false },
    { "minus zero", minus_zero, false },
    { "one", one, false },
    { "all ones", all_ones, false },
    { "words", words, true },
    { "numbers", numbers, true },
    { "subnormals", subnormals, false },
    { "edges", edges, false },
    { "beside", beside, false },
    { "flipped", flipped, false },
    { "rarely flipped", rarely_flipped, false },
    { "negated", negated, false },
    { "elsewhere", elsewhere, false },
    { "cut", cut, false },
    { "rotated", rotated, false },
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
    if (!memchr(finding->line, 0, sizeof(finding->line)) ||
        !memchr(finding->answer, 0, sizeof(finding->answer)) ||
        !memchr(finding->detail, 0, sizeof(finding->detail)) ||
        !memchr(finding->reference, 0, sizeof(finding->reference)))
        return "a text without an end";
    if (!finding->line[0] || !finding->answer[0])
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
    if (is_praise(finding->answer) && (chance || !is_founded(finding)))
        return "praise for nothing";
    if (!strcmp(finding->answer, "faithful") && !is_faithful(finding))
        return "faithful, and an ulp off";
    return NULL;
}

static void check(const struct hostility *hostility, const struct probe *probe,
                  const struct probe_params *params, const struct finding *findings)
{
    for (int i = 0; i < probe->lines->count; i++) {
        const char *fault = fault_of(&findings[i], hostility->chance);

        if (fault)
            fail_msg("%s, %s, %s, p=%d emax=%d: %s: %s: \"%.63s\", survivors 0x%x, %ld "
                     "of %ld, compared %ld, %ld differ, [%g, %g] ulp (%.239s)",
                     probe->name, precision_name(params->precision),
                     form_name(params->form), params->model.format.precision,
                     params->model.format.emax, probe->lines->names[i], fault,
                     findings[i].answer, (unsigned) findings[i].survivors,
                     findings[i].agree, findings[i].cases, findings[i].compared,
                     findings[i].mismatches, findings[i].error_min_ulp,
                     findings[i].error_max_ulp, findings[i].detail);
    }
}

static void spoil(const struct hostility *hostility, struct pixels *pixels, bool wide)
{
    size_t count = (size_t) pixels->width * (size_t) pixels->height;
    uint32_t *right = malloc(count * sizeof(*right));

    assert_non_null(right);
    memcpy(right, pixels->words, count * sizeof(*right));
    for (size_t i = 0; i < count; i++) {
        size_t elsewhere_at = (i + (wide ? 14 : 7)) % count;

        pixels->words[i] = hostility->word(
            &(struct word){ right[i], right[elsewhere_at], wide, wide && i % 2 });
    }
    free(right);
}

static void judge(const struct hostility *hostility, const struct probe *probe,
                  const struct probe_params *params, const struct facts_claim *claim)
{
    struct traits traits = TRAITS_NONE(params->model);
    struct finding findings[LINES_MAX];
    struct unit unit = unit_model();
    struct difference difference;
    struct pixels pixels;

    // What a judge does not fill must have been filled before it.
    memset(findings, 0xa5, sizeof(findings));
    assert_true(pixels_init(&pixels, probe_pixel_width(probe, params),
                            probe_pixel_height(probe, params), params->readout));
    assert_true(lines_paint(probe, params, &traits, &unit, &pixels));
    spoil(hostility, &pixels, params->precision == PRECISION_DOUBLE);
    assert_true(lines_judge(probe, params, claim, &pixels, &unit, findings, &difference));
    check(hostility, probe, params, findings);
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
        .readout = probe->lines->readout,
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
    while (!(probe->lines->stages & 1u << params.stage));
    return params;
}

static bool every; // form: in the exhaustive suite

// One of the forms that the probe has.
static enum form some_form(const struct probe *probe)
{
    enum form form;

    do
        form = (enum form)(noise() % FORM_COUNT);
    while (!(probe->forms & 1u << form));
    return form;
}

static void hostile(void **state)
{
    static const struct facts_claim claims[] = {
        { 0, 0, 0 },
        { 127, 127, 23 },
        { -1, -1, 1 },
        { 126, 127, 0 },
        { FACTS_CLAIM_RANGE, FACTS_CLAIM_RANGE, FACTS_CLAIM_BITS },
        { -FACTS_CLAIM_RANGE, -FACTS_CLAIM_RANGE, FACTS_CLAIM_BITS },
    };
    const struct hostility *hostility = *state;

    seed = (uint64_t) (hostility - hostilities);
    for (int i = 0; i < probe_count; i++) {
        const struct probe *probe = probe_list[i];

        for (int which = 0; probe->lines && which < PRECISION_COUNT * FORM_COUNT;
             which += every ? 1 : FORM_COUNT) {
            enum precision precision = (enum precision)(which / FORM_COUNT);
            enum form form = every ? (enum form)(which % FORM_COUNT) : some_form(probe);

            if (!(probe->lines->precisions & 1u << precision) ||
                !(probe->forms & 1u << form))
                continue;
            struct probe_params params = params_of(probe, precision, form);

            judge(hostility, probe, &params, &claims[noise() % COUNT_OF(claims)]);
        }
    }
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[COUNT_OF(hostilities)];

    for (size_t i = 0; i < COUNT_OF(hostilities); i++)
        tests[i] = (struct CMUnitTest){
            .name = hostilities[i].name,
            .test_func = hostile,
            .initial_state = (void *) &hostilities[i],
        };
    every = argc > 1 && !strcmp(argv[1], "exhaustive");
    if (argc > 1 && !every)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
