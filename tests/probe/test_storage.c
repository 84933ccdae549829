// SPDX-License-Identifier: MIT
//
// What storage keeps, and what the device claims: the judge calls a claim worse or
// better, and names no format that does not give the numbers.

#include "base/fp_bits.h"
#include "probe/expressions.h"
#include "probe/probe.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <string.h>

static struct group this_group = { .name = "storage" };

#define COLUMNS 128
#define LINES   9
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
