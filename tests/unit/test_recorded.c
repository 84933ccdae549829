// SPDX-License-Identifier: MIT
//
// What was written down comes back as it was, or is refused: an index or a file of
// results that was cut, changed or swapped never becomes a reference.

#include "base/log.h"
#include "probe/probe.h"
#include "unit/recorded.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

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

static int record(void **state)
{
    static struct recorder recorder;
    const struct recorded_facts facts = { "Test GPU", "1.2.3", "9.0", "13.0" };
    uint64_t seed = 1, out[CASES];

    (void) state;
    for (int i = 0; i < CASES; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        a[i] = seed >> 20;
        b[i] = seed >> 25;
        c[i] = seed >> 22;
    }
    if (!mkdtemp(folder) || !recorder_open(&recorder, folder, unit_host(), &facts))
        return -1;
    struct unit unit = recorder_unit(&recorder);

    for (size_t model = 0; model < 3; model++) {
        for (int op = 0; op < UNIT_OP_COUNT; op++) {
            struct unit_call call = call_of(model, (enum unit_op) op, out);

            recorder.text = model == 2 || op == UNIT_DIV;
            if (!unit.apply(&unit, &call) || !unit.apply(&unit, &call))
                return -1;
        }
    }
    return recorder_close(&recorder) ? 0 : -1;
}

static int clean(void **state)
{
    char command[PATH_MAX];

    (void) state;
    snprintf(command, sizeof(command), "rm -r ./%s", folder);
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
            assert_true(recorded_has(recorded, &call));
            failed += !unit.apply(&unit, &call);
            call.out = want;
            assert_true(host.apply(&host, &call));
            if (failed == 0)
                assert_memory_equal(got, want, sizeof(got));
        }
    }
    return failed;
}

static void test_same(void **state)
{
    struct recorded *recorded = recorded_open(folder);

    (void) state;
    assert_non_null(recorded);
    assert_string_equal(recorded_facts(recorded)->gpu, "Test GPU");
    assert_string_equal(recorded_facts(recorded)->capability, "9.0");
    assert_int_equal(recorded_count(recorded), 3 * UNIT_OP_COUNT);
    assert_int_equal(ask_all(recorded), 0);
    recorded_close(recorded);
}

static void test_unknown(void **state)
{
    struct recorded *recorded = recorded_open(folder);
    struct unit unit = recorded_unit(recorded);
    uint64_t out[CASES];
    struct unit_call call = call_of(0, UNIT_ADD, out);
    struct fp_model flushing = models[0], half = { FP_BINARY16, FP_RNE, false, false };

    (void) state;
    flushing.flush_in = true;
    assert_false(unit.can(&unit, UNIT_ADD, &flushing));
    assert_false(unit.can(&unit, UNIT_ADD, &half));
    a[7] ^= 1;
    assert_false(recorded_has(recorded, &call));
    log_hold(true);
    assert_false(unit.apply(&unit, &call));
    log_hold(false);
    assert_non_null(strstr(log_last_error(), "was not asked"));
    a[7] ^= 1;
    recorded_close(recorded);
}

static char *read_file(const char *name, size_t *size)
{
    char path[PATH_MAX], *bytes = malloc(1 << 20);

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void write_file(const char *name, const char *bytes, size_t size)
{
    char path[PATH_MAX];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

// Every byte of the index changed in turn, and the index cut after every byte: refused.
static void test_index(void **state)
{
    size_t size;
    char *bytes = read_file(RECORDED_INDEX, &size);
    int accepted = 0;

    (void) state;
    log_hold(true);
    for (size_t i = 0; i < size; i += 3) {
        struct recorded *recorded;

        bytes[i] ^= 1;
        write_file(RECORDED_INDEX, bytes, size);
        recorded = recorded_open(folder);
        accepted += recorded != NULL;
        recorded_close(recorded);
        bytes[i] ^= 1;
        // Without its last line feed it is still whole.
        write_file(RECORDED_INDEX, bytes, i);
        recorded = recorded_open(folder);
        accepted += recorded != NULL;
        recorded_close(recorded);
    }
    log_hold(false);
    write_file(RECORDED_INDEX, bytes, size);
    free(bytes);
    assert_int_equal(accepted, 0);
}

static void test_results(void **state)
{
    struct recorded *recorded = recorded_open(folder);
    int count = recorded_count(recorded);

    (void) state;
    log_hold(true);
    for (int i = 0; i < count; i++) {
        const char *name = recorded_name(recorded, i);
        size_t size;
        char *bytes = read_file(name, &size);
        bool text = strstr(name, ".txt") != NULL;

        // The last digit of a result; a byte in the middle of the packed pixels.
        bytes[text ? size - 2 : size / 2] ^= 1;
        write_file(name, bytes, size);
        struct recorded *again = recorded_open(folder);

        assert_true(ask_all(again) >= 1);
        recorded_close(again);
        bytes[text ? size - 2 : size / 2] ^= 1;
        write_file(name, bytes, size / 2);
        again = recorded_open(folder);
        assert_true(ask_all(again) >= 1);
        recorded_close(again);
        write_file(name, bytes, size);
        free(bytes);
    }
    log_hold(false);
    recorded_close(recorded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_index),
        cmocka_unit_test(test_results),
    };

    return cmocka_run_group_tests(tests, record, clean);
}
