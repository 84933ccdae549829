// SPDX-License-Identifier: MIT
//
// The CUDA unit without a GPU, on a fake libcuda.so.1 that works: the whole of the
// host's side, from the operands to the results.

#include "cuda_ref/kernels.h"
#include "cuda_ref/unit.h"
#include "tests/base/operands.h"
#include "tests/cuda_ref/check.h"
#include "tests/cuda_ref/library.h"
#include "tests/shared/group.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHUNKS (2 * ((size_t) 1 << 18) + 3) // words: the unit's chunks, and more

static uint64_t *words[4]; // out, a, b, want; CHUNKS each

static int set_up(void **state)
{
    cuda_library_install("fake_cuda.so");
    for (int i = 0; i < 4; i++)
        words[i] = calloc(CHUNKS, sizeof(uint64_t));
    return 0;
}

static int tear_down(void **state)
{
    for (int i = 0; i < 4; i++)
        free(words[i]);
    return cuda_library_finish(state);
}

static struct group this_group = {
    .name = "cuda", .start = cuda_library_init, .set_up = set_up, .tear_down = tear_down
};

static struct unit_call call_of(enum unit_op op, struct fp_format format, size_t count)
{
    return (struct unit_call){ .op = op,
                               .model = { .format = format, .round = FP_RUP },
                               .out = words[0],
                               .a = words[1],
                               .b = words[2],
                               .count = count };
}

static struct unit open_fake(const char *fake)
{
    struct unit unit;

    setenv("FAKE_CUDA", fake, 1);
    assert_true(cuda_unit_open(&unit, NULL));
    return unit;
}

// A driver that does not read the machine code still compiles PTX; where there was no
// nvcc there is only that.
TEST(compiled)
{
    struct cuda_facts facts;
    struct unit unit;

    setenv("FAKE_CUDA", kernels_fatbin_size ? "cuModuleLoadData=209@1" : "", 1);
    assert_true(cuda_unit_open(&unit, &facts));
    assert_true(facts.compiled);
    cuda_unit_close(&unit);
}

TEST(facts)
{
    struct cuda_facts facts;
    struct unit unit;

    setenv("FAKE_CUDA", "version=12080,capability=120", 1);
    assert_true(cuda_unit_open(&unit, &facts));
    assert_string_equal(unit.name, "cuda");
    assert_string_equal(facts.who.gpu, "Fake GPU");
    assert_string_equal(facts.who.capability, "12.0");
    assert_string_equal(facts.api, "12.8");
    assert_int_equal(facts.compiled, kernels_fatbin_size == 0);
    assert_int_equal(strspn(facts.who.toolkit, "0123456789."), strlen(facts.who.toolkit));
    assert_true(strlen(facts.who.toolkit) >= 3);
    cuda_unit_close(&unit);
    assert_null(unit.priv);
}

// clang-format off
static const struct {
    enum unit_op op;
    struct fp_model model;
    bool can;
} abilities[] = {
    { UNIT_ADD, { { 24, 127 }, FP_RNE, false, false }, true },
    { UNIT_SQRT, { { 53, 1023 }, FP_RDN, false, false }, true },
    { UNIT_FMA, { { 11, 15 }, FP_RNE, false, false }, true },
    { UNIT_MUL, { { 11, 15 }, FP_RTZ, false, false }, false },
    { UNIT_DIV, { { 11, 15 }, FP_RNE, false, false }, false },
    { UNIT_SQRT, { { 11, 15 }, FP_RNE, false, false }, false },
    { UNIT_ADD, { { 24, 127 }, FP_RNA, false, false }, false },
    { UNIT_ADD, { { 24, 127 }, FP_RNE, true, false }, false },
    { UNIT_ADD, { { 24, 127 }, FP_RNE, false, true }, false },
    { UNIT_ADD, { { 24, 63 }, FP_RNE, false, false }, false },
    { UNIT_ADD, { { 17, 127 }, FP_RNE, false, false }, false },
    { UNIT_OP_COUNT, { { 24, 127 }, FP_RNE, false, false }, false },
};
// clang-format on

TEST(can)
{
    struct unit unit = open_fake("");

    for (size_t i = 0; i < COUNT_OF(abilities); i++)
        assert_int_equal(unit.can(&unit, abilities[i].op, &abilities[i].model),
                         abilities[i].can);
    cuda_unit_close(&unit);
}

static int rows;

static void count_row(const struct cuda_check_row *row)
{
    rows++;
    assert_true(row->cases > 0);
}

// 6 operations in 2 formats and 4 directions, 4 in binary16, 22 others in 4 and 1.
TEST(works)
{
    struct unit unit = open_fake("");

    rows = 0;
    assert_true(cuda_check(&unit, 500, count_row));
    assert_int_equal(rows, 6 * 2 * 4 + 4 + (UNARY_COUNT - 1) * 4 + 1);
    cuda_unit_close(&unit);
}

static void fill_words(struct fp_format format)
{
    uint64_t seed = 1;
    struct unit model = unit_model();
    struct unit_call call = call_of(UNIT_ADD, format, CHUNKS);

    operands_fill(format, &seed, words[1], CHUNKS);
    operands_fill(format, &seed, words[2], CHUNKS);
    call.out = words[3];
    model.apply(&model, &call);
}

// More than a buffer holds; the result over an operand; none at all.
TEST(chunks)
{
    struct unit unit = open_fake("");
    struct unit_call call = call_of(UNIT_ADD, FP_BINARY32, CHUNKS);

    fill_words(FP_BINARY32);
    assert_true(unit.apply(&unit, &call));
    assert_memory_equal(words[0], words[3], CHUNKS * sizeof(uint64_t));
    call.out = words[2];
    assert_true(unit.apply(&unit, &call));
    assert_memory_equal(words[2], words[3], CHUNKS * sizeof(uint64_t));
    call.count = 0;
    assert_true(unit.apply(&unit, &call));
    cuda_unit_close(&unit);
}

static void *apply_often(void *context)
{
    const struct unit *unit = context;
    static const uint64_t one = 0x3f800000;
    bool ok = true;

    for (int i = 0; i < 200; i++) {
        uint64_t sum = 0;
        struct unit_call call = call_of(UNIT_ADD, FP_BINARY32, 1);

        call.out = &sum, call.a = &one, call.b = &one;
        ok = unit->apply(unit, &call) && sum == 0x40000000 && ok;
    }
    return ok ? context : NULL;
}

TEST(threads)
{
    struct unit unit = open_fake("");
    pthread_t started[4];

    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&started[i], NULL, apply_often, &unit), 0);
    for (int i = 0; i < 4; i++) {
        void *result = NULL;

        pthread_join(started[i], &result);
        assert_ptr_equal(result, &unit);
    }
    cuda_unit_close(&unit);
}

// The fake ends a child that calls it with another status.
TEST(forked)
{
    struct unit unit = open_fake("");
    struct unit_call call = call_of(UNIT_ADD, FP_BINARY32, 1);
    int status = 0;

    if (fork() == 0) {
        cuda_library_hold_errors();
        bool ok = unit.apply(&unit, &call);

        cuda_library_expect_line("cuda: not in a forked process");
        cuda_unit_close(&unit);
        _exit(ok ? 1 : 0);
    }
    wait(&status);
    assert_int_equal(status, 0);
    assert_true(unit.apply(&unit, &call));
    cuda_unit_close(&unit);
}
