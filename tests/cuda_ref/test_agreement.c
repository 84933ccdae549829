// SPDX-License-Identifier: MIT
//
// Compares the recorded answers of a GPU with the host and the model, bit for bit: every
// probe in every direction, and every table of operands that is committed.
// FPSTRIPE_TEST_RECORDED is the folder.

#include "base/log.h"
#include "probe/expressions_judge.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "tests/cuda_ref/expected.h"
#include "tests/shared/group.h"
#include "unit/recorded.h"
#include "unit/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "agreement" };

static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };
static const struct fp_format formats[] = { { 24, 127 }, { 11, 15 } };

static const char *folder(void)
{
    const char *path = getenv("FPSTRIPE_TEST_RECORDED");

    assert_non_null(path);
    return path;
}

// `traits` are NULL where a probe is a picture.
static struct pixels paint(const struct probe *probe, const struct probe_params *params,
                           const struct traits *traits, const struct unit *unit)
{
    struct pixels pixels;

    pixels_init(&pixels, probe_pixel_width(probe, params),
                probe_pixel_height(probe, params), READOUT_BITS);
    assert_true(traits ? expressions_paint(probe, params, traits, unit, &pixels)
                       : probe_eval(probe, params, unit, &pixels));
    return pixels;
}

static void same(const struct probe *probe, const struct probe_params *params,
                 const struct traits *traits, const struct unit *unit,
                 const struct pixels *want)
{
    struct pixels got = paint(probe, params, traits, unit);
    size_t size = (size_t) got.width * (size_t) got.height * sizeof *got.words;

    assert_memory_equal(got.words, want->words, size);
    pixels_finish(&got);
}

TEST(test_probes)
{
    struct recorded *recorded = recorded_open(folder());
    struct unit host = unit_host(), model = unit_model();
    int pictures = 0, by_host = 0;

    assert_non_null(recorded);
    struct unit unit = recorded_unit(recorded);

    for (int f = 0; f < 2; f++) {
        for (int d = 0; d < 4; d++) {
            struct probe_params params = {
                .width = 512,
                .rows = 1,
                .readout = READOUT_BITS,
                .model = { formats[f], directions[d], false, false },
                .precision_bits = formats[f].precision,
                .subnormals = true,
            };

            if (!unit.can(&unit, UNIT_ADD, &params.model))
                continue;
            for (int i = 0; i < probe_picture_count; i++) {
                if (probe_list[i]->unfit && probe_list[i]->unfit(&params))
                    continue;
                struct pixels want = paint(probe_list[i], &params, NULL, &unit);

                same(probe_list[i], &params, NULL, &model, &want);
                if (host.can(&host, UNIT_ADD, &params.model)) {
                    same(probe_list[i], &params, NULL, &host, &want);
                    by_host++;
                }
                pixels_finish(&want);
                pictures++;
            }
        }
    }
    // Four directions of binary32 and one of binary16.
    assert_int_equal(pictures, 5 * probe_picture_count);
    assert_int_equal(by_host, 4 * probe_picture_count);
    recorded_close(recorded);
}

// The tables of operands of one operation, asked again. Counts by the model, the host.
static void check_table(struct recorded *recorded, enum unit_op op,
                        const struct fp_model *model, int counts[2])
{
    static uint64_t words[3][RECORDER_TABLE_CASES], got[RECORDER_TABLE_CASES],
        want[RECORDER_TABLE_CASES];
    struct unit unit = recorded_unit(recorded), units[] = { unit_model(), unit_host() };
    int arity = unit_op_arity(op);
    struct unit_call call = { .op = op,
                              .model = *model,
                              .out = want,
                              .a = words[0],
                              .b = arity > 1 ? words[1] : NULL,
                              .c = arity > 2 ? words[2] : NULL,
                              .count = RECORDER_TABLE_CASES };

    recorder_operands(model->format, words);
    if (!unit.can(&unit, op, model))
        return;
    assert_true(unit.apply(&unit, &call));
    call.out = got;
    for (int u = 0; u < 2; u++) {
        if (!units[u].can(&units[u], op, model))
            continue;
        assert_true(units[u].apply(&units[u], &call));
        for (size_t i = 0; i < call.count; i++)
            if (got[i] != want[i])
                fail_msg("%s p%d %s case %zu: %s got %" PRIx64 " want %" PRIx64,
                         unit_op_name(op), model->format.precision,
                         fp_round_name(model->round), i, units[u].name, got[i], want[i]);
        counts[u]++;
    }
}

TEST(test_tables)
{
    static const struct fp_format all[] = { { 11, 15 }, { 24, 127 }, { 53, 1023 } };
    struct recorded *recorded = recorded_open(folder());
    int counts[2] = { 0, 0 };

    assert_non_null(recorded);
    for (int i = 0; i < 3 * 4 * UNIT_OP_COUNT; i++) {
        struct fp_model model = { all[i % 3], directions[i / 3 % 4], false, false };

        check_table(recorded, (enum unit_op)(i / 12), &model, counts);
    }
    // Six operations in four directions of two formats, four of binary16.
    assert_int_equal(counts[0], 52);
    assert_int_equal(counts[1], 48);
    recorded_close(recorded);
}

// Results that are known, which what is expected of a GPU must be.
// clang-format off
static const struct {
    const char *name;
    enum fp_round round;
    uint64_t bits, want;
} known[] = {
    { "binary32_to_binary16", FP_RNE, 0x477ff000, 0x7c00 }, // 65520 is a tie
    { "binary32_to_binary16", FP_RTZ, 0x477ff000, 0x7bff },
    { "binary32_to_binary16", FP_RNE, 0x33000000, 0x0000 }, // 2^-25, a tie
    { "binary32_to_binary16", FP_RUP, 0x33000000, 0x0001 },
    { "binary16_to_binary32", FP_RNE, 0x0001, 0x33800000 }, // 2^-24
    { "binary32_to_int32", FP_RNE, 0x40200000, 2 },         // 2.5
    { "binary32_to_int32", FP_RDN, 0xc0200000, 0xfffffffd }, // -2.5
    { "binary32_to_int32", FP_RNE, 0x7fc00000, 0 },
    { "binary64_to_int32", FP_RNE, UINT64_C(0x7ff8000000000000), 0x80000000 },
    { "binary32_to_uint64", FP_RTZ, 0xbf800000, 0 }, // -1
    { "binary32_to_int64", FP_RNE, 0x7f800000, INT64_MAX },
    { "uint64_to_binary32", FP_RDN, UINT64_MAX, 0x5f7fffff },
    { "rsqrt_binary32", FP_RNE, 0x40800000, 0x3f000000 }, // 4
    { "rsqrt_binary32", FP_RNE, 0x80000000, 0xff800000 },
    { "rcp_binary32", FP_RNE, 0x40400000, 0x3eaaaaab }, // 3
};
// clang-format on

TEST(known_results)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct unary *unary = unary_find(known[i].name);

        assert_non_null(unary);
        assert_int_equal(unary_expected(unary, known[i].round, known[i].bits),
                         known[i].want);
    }
    assert_null(unary_find("binary32_to_bfloat16"));
    assert_false(unary_can(unary_find("rsqrt_binary32"), FP_RTZ));
    assert_false(unary_can(unary_find("rcp_binary32"), FP_RNA));
}

// Conversions, reciprocals: what the GPU gave against what integers say.
TEST(test_unary)
{
    static uint64_t operands[RECORDER_TABLE_CASES];
    struct recorded *recorded = recorded_open(folder());
    int tables = 0;

    assert_non_null(recorded);
    for (int i = 0; i < recorded_count(recorded); i++) {
        char name[80];
        enum fp_round round = FP_RNE;
        size_t count;

        snprintf(name, sizeof name, "%s", recorded_name(recorded, i));
        char *dash = strrchr(name, '-');

        *dash = '\0';
        const struct unary *unary = unary_find(name);

        if (!unary)
            continue;
        assert_true(fp_round_find(dash + 1, &round));
        const uint64_t *results = recorded_results(recorded, i, &count);

        assert_int_equal(count, RECORDER_TABLE_CASES);
        unary_operands(unary->from, operands, count);
        for (size_t k = 0; k < count; k++)
            if (unary_expected(unary, round, operands[k]) != results[k])
                fail_msg("%s %" PRIx64 ": got %" PRIx64 " want %" PRIx64,
                         recorded_name(recorded, i), operands[k],
                         unary_expected(unary, round, operands[k]), results[k]);
        tables++;
    }
    // 22 operations in four directions, the reciprocal square root in one.
    assert_int_equal(tables, 89);
    recorded_close(recorded);
}

// The lines of operations, where the GPU has every operation of them: fused and each
// step by itself, in binary32 and binary64.
TEST(test_lines)
{
    static const struct fp_format wide[] = { { 24, 127 }, { 53, 1023 } };
    struct recorded *recorded = recorded_open(folder());
    struct unit host = unit_host(), model = unit_model();
    int pictures = 0;

    assert_non_null(recorded);
    struct unit unit = recorded_unit(recorded);

    for (int i = 0; i < 2 * 4 * 2 * probe_count; i++) {
        const struct probe *probe = probe_list[i / 16];
        struct probe_params params = {
            .precision = i & 1 ? PRECISION_DOUBLE : PRECISION_HIGHP,
            .readout = READOUT_BITS,
            .rows = 1,
            .model = { wide[i & 1], directions[i >> 1 & 3], false, false },
            .precision_bits = wide[i & 1].precision,
        };
        struct traits traits = TRAITS_NONE(params.model);

        if (!probe->recorded)
            continue;
        traits.fma_separate = i >> 3 & 1;
        traits.contracts = traits.fma_separate ? 0 : UINT64_MAX;
        struct pixels want = paint(probe, &params, &traits, &unit);

        same(probe, &params, &traits, &model, &want);
        same(probe, &params, &traits, &host, &want);
        pixels_finish(&want);
        pictures++;
    }
    // One probe, two formats, four directions, fused and not.
    assert_int_equal(pictures, 16);
    recorded_close(recorded);
}
