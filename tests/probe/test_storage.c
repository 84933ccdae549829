// SPDX-License-Identifier: MIT
//
// What storage keeps, and what the device claims. A second conversion, by division in
// doubles, says which rounding models store the same numbers. The judge finds the format
// and the rule of each simulated device, and calls a claim worse or better where it is.

#include "base/fp_bits.h"
#include "probe/expressions.h"
#include "probe/probe.h"
#include "tests/probe/converted.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "storage" };

#define COLUMNS 128
#define LINES   9
#define VARYING 6
#define UNIFORM 7
#define RULES   11

extern const struct probe probe_storage;
static const struct probe *const storage = &probe_storage;

static struct probe_params params_of(enum stage stage, enum precision precision)
{
    return (struct probe_params){
        .stage = stage,
        .precision = precision,
        .form = FORM_PLAIN,
        .readout = READOUT_BITS,
        .model = { .format = FP_BINARY32 },
    };
}

static double operand_at(int at)
{
    struct probe_params params = params_of(STAGE_FRAGMENT, PRECISION_HIGHP);
    uint64_t words[PROBE_OPERANDS];

    storage->expressions->operand(&params, 0, at, words);
    return (double) fp_from_bits((uint32_t) words[0]);
}

static void paint(struct pixels *pixels, const struct probe_params *params,
                  const struct fp_model *model)
{
    struct traits traits = TRAITS_NONE(*model);

    look_paint(storage, params, &traits, pixels);
}

static const struct finding *see(const struct probe_params *params,
                                 const struct fp_model *model,
                                 const struct facts_claim *claim)
{
    struct pixels pixels;

    paint(&pixels, params, model);
    const struct finding *findings = look_judge(storage, params, claim, &pixels);

    pixels_finish(&pixels);
    return findings;
}

// Each bit by itself, in both signs; the range; the ends of binary16.
TEST(operands)
{
    static const double wanted[] = { 1.5,      -1.5,          1 + 0x1p-10, -1 - 0x1p-23,
                                     1.75,     2 - 0x1p-23,   0x1p127,     0x1p126,
                                     0x1p15,   0x1p16,        0x1p-14,     0x1p-24,
                                     0x1p-126, 0x1p-127,      0x1p-149,    65504,
                                     65520,    0x1.fffffep127 };

    assert_int_equal(storage->expressions->columns, COLUMNS);
    assert_int_equal(storage->expressions->count, LINES);
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        int found = 0;

        for (int at = 0; at < COLUMNS; at++)
            found += operand_at(at) == wanted[i];
        if (found != 1)
            fail_msg("%a: %d times", wanted[i], found);
    }
    for (int at = 0; at < COLUMNS; at++)
        assert_true(isfinite(operand_at(at)) && operand_at(at) != 0);
}

static struct fp_model model_of(int p, int emax, int rule, int flush)
{
    return (struct fp_model){ { p, emax }, (enum fp_round) rule, flush & 1, flush >> 1 };
}

// All in the full suite. Else every seventh: no count of what is combined, so that
// each value of each comes up.
static int next(void)
{
    return group_every ? 1 : 7;
}

// Rules that store all these numbers alike.
static uint32_t class_of(const struct fp_model *model)
{
    uint32_t class = 0;

    for (int rule = 0; rule < RULES; rule++) {
        struct fp_model other = *model;
        bool same = true;

        other.round = (enum fp_round) rule;
        for (int at = 0; at < COLUMNS; at++)
            same = same &&
                   converted(&other, operand_at(at)) == converted(model, operand_at(at));
        class |= same ? UINT32_C(1) << rule : 0;
    }
    return class == (1 << RULES) - 1 ? 0 : class;
}

static void check_found(const struct fp_model *model, const struct finding *finding)
{
    char answer[64];

    snprintf(answer, sizeof answer, "%d bits, 2^%d to 2^%d", model->format.precision - 1,
             1 - model->format.emax, model->format.emax);
    if (strcmp(said_answer(finding), answer) != 0 || finding->deviates ||
        finding->agree != COLUMNS || finding->cases != COLUMNS ||
        finding->survivors != class_of(model) || !said_find(finding, "claim-kept") ||
        (finding->survivors && !said_find(finding, "stored-by")))
        fail_msg("%s p=%d emax=%d flush %d %d: %s: %s (%s), survivors %x want %x",
                 fp_round_name(model->round), model->format.precision, model->format.emax,
                 model->flush_in, model->flush_out, finding->expression,
                 said_answer(finding), said_detail(finding), finding->survivors,
                 class_of(model));
}

// Every fake is what it is, whatever is known beforehand, and claims no more than that.
TEST(formats)
{
    static const int emaxes[] = { 127, 15, 31, 63 };
    struct probe_params params = params_of(STAGE_FRAGMENT, PRECISION_MEDIUMP);

    for (int i = 0; i < 20 * 4 * RULES * 4; i += next()) {
        struct fp_model model =
            model_of(5 + i % 20, emaxes[i / 20 % 4], i / 80 % RULES, i / 80 / RULES);
        const struct facts_claim claim = { model.format.emax, model.format.emax,
                                           model.format.precision - 1, 0 };

        params.model.format = i % 3 ? model.format : FP_BINARY32;
        const struct finding *findings = see(&params, &model, &claim);
        for (int line = 0; line < LINES; line++)
            check_found(&model, &findings[line]);
    }
}

// The same bits, under all sorts of claims.
static const struct {
    struct fp_format format;
    struct facts_claim claim;
    bool deviates;
    const char *words;
} claims[] = {
    { { 11, 15 },
      { 15, 15, 10, 0 },
      false,
      "claimed 10 bits, 2^-14 to 2^15: as claimed" },
    { { 11, 15 }, { 127, 127, 23, 0 }, true, "claimed 23 bits, 2^-126 to 2^127: worse" },
    { { 11, 15 }, { 15, 15, 11, 0 }, true, "worse than claimed; first of" },
    { { 11, 15 }, { 16, 16, 10, 0 }, true, "worse than claimed; first of" },
    { { 11, 15 }, { 16, 15, 10, 0 }, false, "2^15: as claimed" },
    { { 11, 15 }, { 15, 16, 10, 0 }, false, "2^15: as claimed" },
    { { 11, 15 }, { 15, 15, 9, 0 }, false, "better than claimed" },
    { { 11, 15 }, { 14, 14, 10, 0 }, false, "better than claimed" },
    { { 11, 15 },
      { 1, 1, 8, 0 },
      false,
      "claimed 8 bits, up to 2^1: better than claimed" },
    { { 24, 127 }, { 127, 127, 23, 0 }, false, "2^-126 to 2^127: as claimed" },
    { { 24, 127 }, { 15, 15, 10, 0 }, false, "better than claimed" },
    { { 23, 127 }, { 127, 127, 23, 0 }, true, "worse than claimed" },
    { { 24, 126 }, { 127, 127, 23, 0 }, true, "worse than claimed" },
    { { 17, 63 }, { 63, 63, 16, 0 }, false, "as claimed" },
    { { 17, 63 }, { 63, 63, 17, 0 }, true, "worse than claimed" },
    // more bits do not make up for a smaller range
    { { 24, 15 }, { 31, 31, 10, 0 }, true, "worse than claimed" },
    { { 24, 127 }, { 0, 0, 0, 0 }, false, "nothing claimed" },
};

TEST(claimed)
{
    struct probe_params params = params_of(STAGE_FRAGMENT, PRECISION_MEDIUMP);

    for (size_t i = 0; i < RULES * COUNT_OF(claims); i++) {
        size_t k = i / RULES;
        struct fp_model model = { .format = claims[k].format,
                                  .round = (enum fp_round)(i % RULES),
                                  .flush_in = i % 2,
                                  .flush_out = i % 2 };

        const struct finding *findings = see(&params, &model, &claims[k].claim);
        for (int line = 0; line < LINES; line++)
            if (findings[line].deviates != claims[k].deviates ||
                (findings[line].agree < COLUMNS) != claims[k].deviates ||
                !strstr(said_detail(&findings[line]), claims[k].words))
                fail_msg("claim %zu, %s: %s: deviates %d, %ld agree (%s)", k,
                         fp_round_name(model.round), findings[line].expression,
                         findings[line].deviates, findings[line].agree,
                         said_detail(&findings[line]));
    }
}

// A varying is for fragments, and no uniform is a float16_t.
TEST(absent)
{
    const struct facts_claim none = { 0 };
    struct fp_model half = { .format = FP_BINARY16 };

    for (int i = 0; i < STAGE_COUNT * PRECISION_COUNT; i++) {
        struct probe_params params =
            params_of((enum stage)(i % STAGE_COUNT), (enum precision)(i / STAGE_COUNT));
        bool is_half = params.precision == PRECISION_FLOAT16;

        if (expressions_unsupported(storage, &params)) {
            assert_int_equal(params.precision, PRECISION_DOUBLE);
            continue;
        }
        const struct finding *findings = see(&params, &half, &none);
        for (int line = 0; line < LINES; line++) {
            bool lacks = (line == VARYING && (is_half || params.stage != 0)) ||
                         (line == UNIFORM && is_half);

            assert_string_equal(said_answer(&findings[line]),
                                lacks ? "unsupported" : "10 bits, 2^-14 to 2^15");
            assert_false(findings[line].deviates);
        }
    }
}

// Spoils the answers of all lines; `how` says of which case what.
static void spoil(struct pixels *pixels, int how)
{
    for (int i = 0; i < LINES * COLUMNS; i++) {
        uint32_t *word = &pixels_row(pixels, i / COLUMNS)[i % COLUMNS];
        float value = fp_from_bits(*word);

        switch (how) {
        case 0: *word = 0; break;
        case 1: *word = 0x7fc00000; break;
        // to nearest, but saturating
        case 2: *word = isinf(value) ? fp_bits(copysignf(65504, value)) : *word; break;
        case 3: *word ^= i % COLUMNS == 77; break;
        // a carry out of eight ones and more
        case 4: *word = value > 1.99f && value < 2 ? fp_bits(2) : *word; break;
        default: *word = *word * 0x9e3779b9u ^ *word >> 7; break;
        }
    }
}

// Numbers that no format gives get no name and no format.
TEST(no_format)
{
    static const struct {
        const char *answer;
        bool deviates;
    } wants[] = {
        { "none", true },
        { "none", true },
        { "10 bits, 2^-24 to 2^15", false },
        { "10 bits, 2^-24 to 2^15", false },
        { "6 bits, 2^-24 to 2^15", true },
        { "none", true },
    };
    struct probe_params params = params_of(STAGE_FRAGMENT, PRECISION_MEDIUMP);
    const struct facts_claim claim = { 15, 15, 10, 0 };
    struct fp_model half = { .format = FP_BINARY16 };

    for (int how = 0; how < 6; how++) {
        struct pixels pixels;

        paint(&pixels, &params, &half);
        spoil(&pixels, how);
        const struct finding *findings = look_judge(storage, &params, &claim, &pixels);
        for (int line = 0; line < LINES; line++) {
            if (findings[line].survivors || findings[line].reference[0] ||
                findings[line].deviates != wants[how].deviates ||
                !strstr(said_detail(&findings[line]),
                        wants[how].deviates ? "came back as" : "no format gives") ||
                (how == 3 &&
                 !strstr(said_detail(&findings[line]), "p = 11 gives 127; 0x")) ||
                strcmp(said_answer(&findings[line]), wants[how].answer) != 0)
                fail_msg("%d: %s: %s (%s)", how, findings[line].expression,
                         said_answer(&findings[line]), said_detail(&findings[line]));
        }
        pixels_finish(&pixels);
    }
}

// One wrong word anywhere is seen, in its line and in no other.
TEST(each_word)
{
    struct probe_params params = params_of(STAGE_FRAGMENT, PRECISION_HIGHP);
    const struct facts_claim claim = { 127, 127, 23, 0 };
    struct fp_model full = { .format = FP_BINARY32 };

    for (int at = 0; at < COLUMNS; at++) {
        struct pixels pixels;
        bool subnormal = fabs(operand_at(at)) < 0x1p-126;
        int wrong = at % LINES;

        paint(&pixels, &params, &full);
        pixels_row(&pixels, LINES - 1 - wrong)[at] ^= 4;
        const struct finding *findings = look_judge(storage, &params, &claim, &pixels);
        for (int line = 0; line < LINES; line++) {
            const struct finding *finding = &findings[line];

            if (finding->deviates != (line == wrong && !subnormal) ||
                !strstr(said_detail(finding), "no format") !=
                    (line != wrong || finding->deviates))
                fail_msg("%a, line %d: %s (%s)", operand_at(at), line,
                         said_answer(finding), said_detail(finding));
        }
        pixels_finish(&pixels);
    }
}
