// SPDX-License-Identifier: MIT
//
// What a probe asks depends on its params, the line and the case alone: not on the
// direction in which a driver left this processor, nor on what was asked before. The
// picture is painted with operands made at one time, and judged with those of another.

#include "probe/probe.h"
#include "tests/shared/group.h"

#include "probe/expressions.h"

#include <fenv.h>

static struct group this_group = { .name = "operands" };

static const int directions[] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };

static uint64_t mix(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * UINT64_C(0x100000001b3);
}

static uint64_t hash_lines(const struct probe *probe, const struct probe_params *params,
                           uint64_t hash)
{
    for (int line = 0; line < probe->expressions->count; line++)
        for (int at = 0; at < probe->expressions->columns * probe->expressions->rows;
             at++) {
            uint64_t words[PROBE_OPERANDS] = { 0 };

            probe->expressions->operand(params, line, at, words);
            for (int k = 0; k < probe->operands; k++)
                hash = mix(hash, words[k]);
        }
    return hash;
}

static uint64_t hash_picture(const struct probe *probe, const struct probe_params *params,
                             uint64_t hash)
{
    struct probe_shape shape = probe_shape(probe, params);

    for (int i = 0; i < shape.columns * shape.bands; i++) {
        uint64_t words[PROBE_OPERANDS];

        probe_words(probe, params, i / shape.columns, i % shape.columns, words);
        for (int k = 0; k < probe->operands; k++)
            hash = mix(hash, words[k]);
    }
    return hash;
}

// All operands of a probe, in some formats.
static uint64_t hash_of(const struct probe *probe)
{
    static const struct fp_format formats[] = { { 24, 127 }, { 11, 15 }, { 17, 127 },
                                                { 8, 127 },  { 5, 15 },  { 53, 1023 } };
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        bool wide = formats[i].precision == 53;
        struct probe_params params = {
            .precision = wide ? PRECISION_DOUBLE : PRECISION_HIGHP,
            .width = 16,
            .rows = 1,
            .model = { .format = formats[i] },
            .precision_bits = formats[i].precision,
        };

        if (probe->expressions && wide &&
            !(probe->expressions->precisions & 1u << PRECISION_DOUBLE))
            continue;
        hash = probe->expressions ? hash_lines(probe, &params, hash)
                                  : hash_picture(probe, &params, hash);
    }
    return hash;
}

// The words of all cases, which are kept from one picture to the next that has the same,
// are what the table of the probe says.
static void check_words(const struct probe *probe, const struct probe_params *params)
{
    struct probe_shape shape = probe_shape(probe, params);
    int count = shape.columns * probe->expressions->rows;

    for (int i = 0; i < shape.columns * shape.bands; i++) {
        uint64_t want[PROBE_OPERANDS] = { 0 }, got[PROBE_OPERANDS];

        probe->expressions->operand(params, params->only ? params->only - 1 : i / count,
                                    i % count, want);
        probe_words(probe, params, i / shape.columns, i % shape.columns, got);
        for (int k = 0; k < probe->operands; k++)
            if (got[k] != want[k])
                fail_msg("%s: case %d, operand %d: got 0x%016llx want 0x%016llx",
                         probe->name, i, k, (unsigned long long) got[k],
                         (unsigned long long) want[k]);
    }
}

TEST(kept_as_they_are)
{
    // What each changes of the first.
    static const struct probe_params pictures[] = {
        { .precision_bits = 24 },
        { .precision_bits = 24, .stage = STAGE_VERTEX },
        { .precision_bits = 24, .form = FORM_GUARDED },
        { .precision_bits = 11 },
        { .precision_bits = 24, .model = { .format = { .emax = 15 } } },
        { .precision_bits = 24, .precision = PRECISION_MEDIUMP },
        { .precision_bits = 24, .inside_bits = 53 },
        { .precision_bits = 24, .subnormals = true },
        { .precision_bits = 24, .only = 2 },
        { .precision_bits = 24, .cases = 4 },
        { .precision_bits = 24, .expressions = 1 },
    };

    for (int i = 0; i < probe_count; i++)
        for (size_t k = 0; probe_list[i]->expressions && k < 2 * COUNT_OF(pictures);
             k++) {
            struct probe_params params = pictures[k % 2 ? k / 2 : 0];

            params.model.format.precision = params.precision_bits;
            if (!params.model.format.emax)
                params.model.format.emax = 127;
            check_words(probe_list[i], &params);
        }
}

TEST(same_in_every_direction)
{
    for (int i = 0; i < probe_count; i++) {
        uint64_t hashes[COUNT_OF(directions)];

        for (size_t k = 0; k < COUNT_OF(directions); k++) {
            assert_int_equal(fesetround(directions[k]), 0);
            hashes[k] = hash_of(probe_list[i]);
        }
        fesetround(FE_TONEAREST);
        for (size_t k = 1; k < COUNT_OF(directions); k++)
            if (hashes[k] != hashes[0])
                fail_msg("%s has other operands in direction %d", probe_list[i]->name,
                         directions[k]);
    }
}
