// SPDX-License-Identifier: MIT
//
// What was written down comes back as it was, or is refused: an index or a file of
// results that was cut or changed never becomes a reference.

#include "base/file.h"
#include "base/log.h"
#include "probe/probe.h"
#include "tests/shared/group.h"
#include "unit/recorded.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CASES 100

static char folder[] = "recorded-XXXXXX";
static uint64_t a[CASES], b[CASES], c[CASES];

static const struct fp_model models[] = {
    { { 24, 127 }, FP_RNE, false, false },
    { { 24, 127 }, FP_RDN, false, false },
    { { 53, 1023 }, FP_RTZ, false, false },
};

static struct unit_call call_of(size_t model, enum unit_op op, uint64_t *out)
{
    return (struct unit_call){
        .op = op,
        .model = models[model],
        .out = out,
        .a = a,
        .b = unit_op_arity(op) > 1 ? b : NULL,
        .c = unit_op_arity(op) > 2 ? c : NULL,
        .count = CASES,
    };
}

static int record_calls(void)
{
    static struct recorder recorder;
    const struct recorded_facts facts = { "Test GPU", "1.2.3", "9.0", "13.0" };
    const uint64_t doubled[] = { 2, 4, 6 };
    uint64_t out[CASES];

    recorder_open(&recorder, folder, unit_host(), &facts);
    struct unit unit = recorder_unit(&recorder);

    for (size_t model = 0; model < 3; model++) {
        for (int op = 0; op < UNIT_OP_COUNT; op++) {
            struct unit_call call = call_of(model, (enum unit_op) op, out);

            if (!unit.apply(&unit, &call) || !unit.apply(&unit, &call))
                return -1;
        }
    }
    recorder_table(&recorder, "doubled", FP_RDN, doubled, 3);
    return recorder_close(&recorder) ? 0 : -1;
}

static int record(void **state)
{
    uint64_t seed = 1;

    for (int i = 0; i < CASES; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        a[i] = seed >> 20;
        b[i] = seed >> 25;
        c[i] = seed >> 22;
    }
    return mkdtemp(folder) ? record_calls() : -1;
}

static int clean(void **state)
{
    char command[PATH_MAX];

    snprintf(command, sizeof command, "rm -r ./%s", folder);
    return system(command);
}

// Asks all that was recorded. Returns how many calls failed.
static int ask_all(struct recorded *recorded)
{
    struct unit unit = recorded_unit(recorded), host = unit_host();
    uint64_t got[CASES], want[CASES];
    int failed = 0;

    for (size_t model = 0; model < 3; model++) {
        for (int op = 0; op < UNIT_OP_COUNT; op++) {
            struct unit_call call = call_of(model, (enum unit_op) op, got);

            assert_true(unit.can(&unit, call.op, &call.model));
            failed += !unit.apply(&unit, &call);
            call.out = want;
            assert_true(host.apply(&host, &call));
            if (failed == 0)
                assert_memory_equal(got, want, sizeof got);
        }
    }
    return failed;
}

static struct group this_group = { .name = "recorded",
                                   .set_up = record,
                                   .tear_down = clean };

TEST(test_same)
{
    struct recorded *recorded = recorded_open(folder);

    assert_non_null(recorded);
    assert_string_equal(recorded_facts(recorded)->gpu, "Test GPU");
    assert_string_equal(recorded_facts(recorded)->capability, "9.0");
    assert_int_equal(recorded_count(recorded), 3 * UNIT_OP_COUNT + 1);
    assert_string_equal(recorded_name(recorded, 3 * UNIT_OP_COUNT), "doubled-rdn");
    size_t count;
    const uint64_t *doubled = recorded_results(recorded, 3 * UNIT_OP_COUNT, &count);
    assert_int_equal(count, 3);
    assert_int_equal(doubled[2], 6);
    assert_int_equal(ask_all(recorded), 0);
    recorded_close(recorded);
}

TEST(test_unknown)
{
    struct recorded *recorded = recorded_open(folder);
    struct unit unit = recorded_unit(recorded);
    uint64_t out[CASES];
    struct unit_call call = call_of(0, UNIT_ADD, out);
    struct fp_model flushing = models[0], half = { FP_BINARY16, FP_RNE, false, false };

    flushing.flush_in = true;
    assert_false(unit.can(&unit, UNIT_ADD, &flushing));
    assert_false(unit.can(&unit, UNIT_ADD, &half));
    a[7] ^= 1;
    log_hold(true);
    assert_false(unit.apply(&unit, &call));
    log_hold(false);
    assert_non_null(strstr(log_last_error(), "was not asked"));
    a[7] ^= 1;
    recorded_close(recorded);
}

static char *read_file(const char *name, size_t *size)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return file_read(path, 1 << 20, size);
}

static void write_file(const char *name, const char *bytes, size_t size)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

// Every seventh byte of a file changed in turn, and the file cut before each of these:
// refused by one line that names the file. Returns how many were not.
static int accepted_of(const char *name)
{
    size_t size;
    char *bytes = read_file(name, &size);
    int accepted = 0;

    log_hold(true);
    for (size_t i = 0; i < size; i += 7) {
        struct recorded *recorded;

        bytes[i] ^= (char) (1 << i % 8);
        write_file(name, bytes, size);
        recorded = recorded_open(folder);
        accepted += recorded || !strstr(log_last_error(), name);
        recorded_close(recorded);
        bytes[i] ^= (char) (1 << i % 8);
        write_file(name, bytes, i);
        recorded = recorded_open(folder);
        accepted += recorded || !strstr(log_last_error(), name);
        recorded_close(recorded);
    }
    // More than there was.
    bytes[size] = '\n';
    write_file(name, bytes, size + 1);
    assert_null(recorded_open(folder));
    log_hold(false);
    write_file(name, bytes, size);
    free(bytes);
    return accepted;
}

TEST(test_index)
{
    assert_int_equal(accepted_of(RECORDED_INDEX), 0);
}

TEST(test_results)
{
    assert_int_equal(accepted_of(RECORDED_RESULTS), 0);
}

// The same calls, written down again: the same bytes.
TEST(test_twice)
{
    size_t sizes[4];
    char *first[] = { read_file(RECORDED_INDEX, &sizes[0]),
                      read_file(RECORDED_RESULTS, &sizes[1]) };

    assert_int_equal(record_calls(), 0);
    char *second[] = { read_file(RECORDED_INDEX, &sizes[2]),
                       read_file(RECORDED_RESULTS, &sizes[3]) };

    for (int i = 0; i < 2; i++) {
        assert_int_equal(sizes[i], sizes[i + 2]);
        assert_memory_equal(first[i], second[i], sizes[i]);
        free(first[i]);
        free(second[i]);
    }
}
