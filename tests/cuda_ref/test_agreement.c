// SPDX-License-Identifier: MIT
//
// What a GPU answered, held against the host and the model, bit for bit: every probe in
// every direction, and every table of operands that is committed.
// FPSTRIPE_TEST_RECORDED is the folder.

#include "base/log.h"
#include "cuda_ref/unary.h"
#include "probe/lines.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "unit/recorded.h"
#include "unit/unit.h"

#include <inttypes.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CASES_MAX 4096

static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };
static const struct fp_format formats[] = { { 24, 127 }, { 11, 15 } };

static const char *folder(void)
{
    const char *path = getenv("FPSTRIPE_TEST_RECORDED");

    assert_non_null(path);
    return path;
}

static struct pixels paint(const struct probe *probe, const struct probe_params *params,
                           const struct unit *unit)
{
    struct pixels pixels;

    assert_true(pixels_init(&pixels, probe_pixel_width(probe, params),
                            probe_pixel_height(probe, params), READOUT_BITS));
    assert_true(probe_eval(probe, params, unit, &pixels));
    return pixels;
}

static void same(const struct probe *probe, const struct probe_params *params,
                 const struct unit *unit, const struct pixels *want)
{
    struct pixels got = paint(probe, params, unit);
    size_t size = (size_t) got.width * (size_t) got.height * sizeof(*got.words);

    assert_memory_equal(got.words, want->words, size);
    pixels_finish(&got);
}

static void test_probes(void **state)
{
    struct recorded *recorded = recorded_open(folder());
    struct unit host = unit_host(), model = unit_model();
    int pictures = 0, by_host = 0;

    (void) state;
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
            };

            if (!unit.can(&unit, UNIT_ADD, &params.model))
                continue;
            for (int i = 0; i < probe_picture_count; i++) {
                if (probe_list[i]->unfit && probe_list[i]->unfit(&params))
                    continue;
                struct pixels want = paint(probe_list[i], &params, &unit);

                same(probe_list[i], &params, &model, &want);
                if (host.can(&host, UNIT_ADD, &params.model)) {
                    same(probe_list[i], &params, &host, &want);
                    by_host++;
                }
                pixels_finish(&want);
                pictures++;
            }
        }
    }
    // Six probes, four directions of binary32 and one of binary16.
    assert_int_equal(pictures, 30);
    assert_int_equal(by_host, 24);
    recorded_close(recorded);
}

static struct pixels paint_lines(const struct probe *probe,
                                 const struct probe_params *params,
                                 const struct traits *traits, const struct unit *unit)
{
    struct pixels pixels;

    assert_true(pixels_init(&pixels, probe_pixel_width(probe, params),
                            probe_pixel_height(probe, params), READOUT_BITS));
    assert_true(lines_paint(probe, params, traits, unit, &pixels));
    return pixels;
}

static void same_lines(const struct probe *probe, const struct probe_params *params,
                       const struct traits *traits, const struct unit *unit,
                       const struct pixels *want)
{
    struct pixels got = paint_lines(probe, params, traits, unit);
    size_t size = (size_t) got.width * (size_t) got.height * sizeof(*got.words);

    assert_memory_equal(got.words, want->words, size);
    pixels_finish(&got);
}

// "table-fma-p24-rne-57.txt": which arithmetic its lines are of.
static bool read_name(const char *name, enum unit_op *op, struct fp_model *model)
{
    char op_name[16], round[16];
    int precision;

    if (sscanf(name, "table-%15[a-z]-p%d-%15[a-z]-", op_name, &precision, round) != 3)
        return false;
    *model = (struct fp_model){ { precision, precision == 53   ? 1023
                                             : precision == 24 ? 127
                                                               : 15 },
                                FP_RNE,
                                false,
                                false };
    for (int i = 0; i < UNIT_OP_COUNT; i++)
        if (!strcmp(unit_op_name((enum unit_op) i), op_name))
            *op = (enum unit_op) i;
    return fp_round_find(round, &model->round);
}

static void check_table(const char *name, int counts[2])
{
    static uint64_t words[4][CASES_MAX], got[CASES_MAX];
    struct unit units[] = { unit_model(), unit_host() };
    enum unit_op op = UNIT_OP_COUNT;
    struct fp_model model;
    char path[PATH_MAX];
    size_t count = 0;

    assert_true(read_name(name, &op, &model));
    assert_int_not_equal(op, UNIT_OP_COUNT);
    int arity = unit_op_arity(op);

    snprintf(path, sizeof(path), "%s/%s", folder(), name);
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    while (count < CASES_MAX && fscanf(file, "%" SCNx64, &words[0][count]) == 1) {
        for (int k = 1; k <= arity; k++)
            assert_int_equal(fscanf(file, "%" SCNx64, &words[k][count]), 1);
        count++;
    }
    fclose(file);
    assert_true(count >= 1000);
    for (int u = 0; u < 2; u++) {
        if (!units[u].can(&units[u], op, &model))
            continue;
        assert_true(units[u].apply(&units[u], &(struct unit_call){
                                                  .op = op,
                                                  .model = model,
                                                  .out = got,
                                                  .a = words[0],
                                                  .b = arity > 1 ? words[1] : NULL,
                                                  .c = arity > 2 ? words[2] : NULL,
                                                  .count = count,
                                              }));
        for (size_t i = 0; i < count; i++)
            if (got[i] != words[arity][i])
                fail_msg("%s line %zu: %s got %" PRIx64 " want %" PRIx64, name, i + 1,
                         units[u].name, got[i], words[arity][i]);
        counts[u]++;
    }
}

static void test_tables(void **state)
{
    struct recorded *recorded = recorded_open(folder());
    int counts[2] = { 0, 0 };

    (void) state;
    assert_non_null(recorded);
    for (int i = 0; i < recorded_count(recorded); i++)
        if (!strncmp(recorded_name(recorded, i), "table-", 6))
            check_table(recorded_name(recorded, i), counts);
    printf("# %d tables by the model, %d by the host\n", counts[0], counts[1]);
    // Six operations in four directions of two formats, four of binary16.
    assert_int_equal(counts[0], 52);
    assert_int_equal(counts[1], 48);
    recorded_close(recorded);
}

// Conversions, reciprocals: what the GPU gave against what integers say.
static void test_unary(void **state)
{
    struct recorded *recorded = recorded_open(folder());
    int tables = 0;

    (void) state;
    assert_non_null(recorded);
    for (int i = 0; i < recorded_count(recorded); i++) {
        char name[80], path[PATH_MAX];
        const uint64_t *results;
        enum fp_round round = FP_RNE;
        size_t count;

        snprintf(name, sizeof(name), "%s", recorded_name(recorded, i));
        char *dash = strrchr(name, '-'), *dot = strrchr(name, '.');

        *dash = *dot = '\0';
        const struct unary *unary = unary_find(name);

        if (!unary)
            continue;
        assert_true(fp_round_find(dash + 1, &round));
        assert_true(recorded_results(recorded, i, &results, &count));
        snprintf(path, sizeof(path), "%s/%s", folder(), recorded_name(recorded, i));
        FILE *file = fopen(path, "r");

        assert_non_null(file);
        for (size_t k = 0; k < count; k++) {
            uint64_t operand;

            assert_int_equal(fscanf(file, "%" SCNx64 " %*x", &operand), 1);
            if (unary_expected(unary, round, operand) != results[k])
                fail_msg("%s %" PRIx64 ": got %" PRIx64 " want %" PRIx64,
                         recorded_name(recorded, i), operand,
                         unary_expected(unary, round, operand), results[k]);
        }
        fclose(file);
        tables++;
    }
    // 22 operations in four directions, the reciprocal square root in one.
    assert_int_equal(tables, 89);
    recorded_close(recorded);
}

// The lines of operations, where the GPU has every operation of them: fused and each
// step by itself, in binary32 and binary64.
static void test_lines(void **state)
{
    static const struct fp_format wide[] = { { 24, 127 }, { 53, 1023 } };
    struct recorded *recorded = recorded_open(folder());
    struct unit host = unit_host(), model = unit_model();
    int pictures = 0;

    (void) state;
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
        struct pixels want = paint_lines(probe, &params, &traits, &unit);

        same_lines(probe, &params, &traits, &model, &want);
        same_lines(probe, &params, &traits, &host, &want);
        pixels_finish(&want);
        pictures++;
    }
    // One probe, two formats, four directions, fused and not.
    assert_int_equal(pictures, 16);
    recorded_close(recorded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_probes),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_unary),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
