// SPDX-License-Identifier: MIT
//
// The arithmetic behind `fpstripe bench`: the sums that atomic additions must leave, and
// the results of the timed loops. No test depends on a time.

#include "base/fp.h"
#include "bench/atomics.h"
#include "bench/cpu.h"
#include "bench/cpu_ops.h"
#include "bench/times.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <fenv.h>
#include <math.h>
#include <stdint.h>

static struct group this_group = { .name = "bench" };

#define MIB (UINT64_C(1) << 20)

static const struct {
    const char *what;
    int precision;
    uint64_t addend, count, want;
} sums[] = {
    { "nothing", 11, 0x3c00, 0, 0x0000 },
    { "one 1", 11, 0x3c00, 1, 0x3c00 },
    { "2047 ones", 11, 0x3c00, 2047, 0x67ff },
    { "2048 ones", 11, 0x3c00, 2048, 0x6800 },
    { "2048 + 1 is a tie, to even", 11, 0x3c00, 2049, 0x6800 },
    { "4096 ones stop at 2048", 11, 0x3c00, 4096, 0x6800 },
    { "32 Mi ones stop at 2048", 11, 0x3c00, 32 * MIB, 0x6800 },
    { "2048 twos are 4096", 11, 0x4000, 2048, 0x6c00 },
    { "2049 twos are 4096", 11, 0x4000, 2049, 0x6c00 },
    { "0.01 stops at 32", 11, 0x211f, 32 * MIB, 0x5000 },
    { "0.02 stops at 64", 11, 0x251f, 32 * MIB, 0x5400 },
    { "3 rounds on its way", 11, 0x4200, 32 * MIB, 0x7000 },
    { "60000 overflows", 11, 0x7b53, 3, 0x7c00 },
    { "the smallest", 11, 0x0001, 5000, 0x0800 },
    { "32 Mi ones in 24 bits", 24, 0x3f800000, 32 * MIB, 0x4b800000 },
    { "32 Mi ones in 53 bits", 53, UINT64_C(0x3ff0000000000000), 32 * MIB,
      UINT64_C(0x4180000000000000) },
};

static struct fp_format format_of(int precision)
{
    return precision == 11 ? FP_BINARY16 : precision == 24 ? FP_BINARY32 : FP_BINARY64;
}

TEST(test_sums)
{
    for (size_t i = 0; i < COUNT_OF(sums); i++) {
        struct fp_format format = format_of(sums[i].precision);
        uint64_t got = adds_sum(format, sums[i].addend, sums[i].count);

        if (got != sums[i].want)
            fail_msg("%s: got %#llx want %#llx", sums[i].what, (unsigned long long) got,
                     (unsigned long long) sums[i].want);
    }
}

// An operation by the model, of bits: x, y, z.
static uint64_t modelled(enum unit_op op, struct fp_model model, const uint64_t *operands)
{
    const struct unit unit = unit_model();
    uint64_t result;
    struct unit_call call = {
        .op = op,
        .model = model,
        .out = &result,
        .a = &operands[0],
        .b = &operands[1],
        .c = unit_op_arity(op) > 2 ? &operands[2] : NULL,
        .count = 1,
    };

    assert_true(unit.apply(&unit, &call));
    return result;
}

static void add_to(uint64_t *cell, struct fp_format format, uint64_t addend)
{
    *cell = modelled(UNIT_ADD, (struct fp_model){ format, FP_RNE, false, false },
                     (uint64_t[]){ *cell, addend });
}

// Adds every addend of a small format one by one, without skipping.
TEST(test_every_addend)
{
    const struct fp_format format = { 5, 7 };
    uint64_t infinity = fp_infinity(format, false);

    for (uint64_t addend = 1; addend < infinity; addend++) {
        uint64_t want = 0;

        for (uint64_t count = 0; count < 70; count++) {
            assert_int_equal(adds_sum(format, addend, count), want);
            add_to(&want, format, addend);
        }
    }
}

#define CELLS_MAX 256

// Does what one thread of a kernel of cuda_ref/atomics.cu does.
static void run_thread(enum atomics_kernel kernel, uint32_t places, uint32_t adds,
                       uint32_t i, uint64_t *cells)
{
    uint32_t place = i % places, pairs = places > 1 ? places / 2 : 1;

    switch (kernel) {
    case ATOMICS_PACKED:
        add_to(&cells[2 * place], FP_BINARY16, i < adds / 2 ? 0x4000 : 0);
        add_to(&cells[2 * place + 1], FP_BINARY16, i < adds / 2 ? 0x4000 : 0);
        break;
    case ATOMICS_PAIRS:
        if (i >= adds / 2)
            break;
        add_to(&cells[2 * (i % pairs)], FP_BINARY16, 0x3c00);
        add_to(&cells[2 * (i % pairs) + 1], FP_BINARY16, 0x3c00);
        break;
    case ATOMICS_FLOAT: add_to(&cells[place], FP_BINARY32, 0x3f800000); break;
    case ATOMICS_DOUBLE:
        add_to(&cells[place], FP_BINARY64, UINT64_C(0x3ff0000000000000));
        break;
    default: add_to(&cells[place], FP_BINARY16, 0x3c00); break;
    }
}

static void check_kernel(enum atomics_kernel kernel, uint32_t places, uint32_t adds)
{
    uint64_t cells[CELLS_MAX] = { 0 };

    assert_true(atomics_cells(kernel, places) <= CELLS_MAX);
    for (uint32_t i = 0; i < adds; i++)
        run_thread(kernel, places, adds, i, cells);
    for (size_t i = 0; i < atomics_cells(kernel, places); i++)
        if (atomics_want(kernel, places, adds, i) != cells[i])
            fail_msg("%s, %u to %u places, cell %zu: got %#llx want %#llx",
                     atomics_kernel_name(kernel), (unsigned) adds, (unsigned) places, i,
                     (unsigned long long) atomics_want(kernel, places, adds, i),
                     (unsigned long long) cells[i]);
}

TEST(test_atomics)
{
    static const uint32_t adds[] = { 1, 2, 64, 100, 127, 2048, 4097, 9000 };

    for (int kernel = 0; kernel < ATOMICS_KERNEL_COUNT; kernel++)
        for (uint32_t places = 1; places <= 128; places *= 2)
            for (size_t i = 0; i < COUNT_OF(adds); i++)
                check_kernel((enum atomics_kernel) kernel, places, adds[i]);
}

// Shows why the packed kernel looked right for 4096 elements: a thread sums two of them
// before it adds, so that 2048 additions of 2 reach 4096. With 4098 it is wrong too.
TEST(test_packed)
{
    static const struct {
        enum atomics_kernel kernel;
        uint32_t adds;
        double want;
    } cases[] = {
        { ATOMICS_HALF, 2048, 2048 },
        { ATOMICS_HALF, 4096, 2048 },
        { ATOMICS_PADDED, 4096, 2048 },
        { ATOMICS_PACKED, 2048, 2048 },
        { ATOMICS_PACKED, 4096, 4096 },
        { ATOMICS_PACKED, 4098, 4096 },
        { ATOMICS_PAIRS, 4096, 4096 },
        { ATOMICS_PAIRS, 8192, 4096 },
        { ATOMICS_FLOAT, 4098, 4098 },
        { ATOMICS_FLOAT, ATOMICS_ADDS, 0x1p24 },
        { ATOMICS_DOUBLE, ATOMICS_ADDS, 0x1p25 },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        enum atomics_kernel kernel = cases[i].kernel;
        const uint64_t cells[] = { atomics_want(kernel, 1, cases[i].adds, 0),
                                   atomics_want(kernel, 1, cases[i].adds, 1) };

        assert_true(atomics_sum(kernel, cells) == cases[i].want);
    }
}

// Checks that right halves are accepted, and that a wrong one is counted and reported.
static void check_pattern(enum atomics_kernel kernel, enum atomics_pattern pattern,
                          uint16_t *halves)
{
    struct atomics_result result = { .kernel = kernel, .pattern = pattern };
    uint32_t places = atomics_places(pattern);
    size_t cells = atomics_cells(kernel, places), at = cells - 1;

    for (size_t i = 0; i < cells; i++)
        halves[i] = (uint16_t) atomics_want(kernel, places, ATOMICS_ADDS, i);
    atomics_check(&result, halves);
    assert_true(result.wrong == 0 && result.cells == cells);
    assert_true(result.got == halves[0] && result.want == halves[0]);
    halves[at] ^= 1;
    atomics_check(&result, halves);
    assert_true(result.wrong == 1);
    assert_true(result.got == halves[at] && result.want == (halves[at] ^ 1));
    halves[0] ^= 1;
    atomics_check(&result, halves);
    assert_true(result.wrong == (at > 0 ? 2 : 0));
    assert_true(result.got == halves[0]);
}

TEST(test_check)
{
    static uint16_t halves[2 * 65536];

    for (int kernel = 0; kernel < ATOMICS_FLOAT; kernel++)
        for (int pattern = 0; pattern < ATOMICS_DISTINCT; pattern++)
            check_pattern((enum atomics_kernel) kernel, (enum atomics_pattern) pattern,
                          halves);
}

// Returns the result of one operation, rounded to nearest even.
static float step(enum ops_op op, float x, float y, float z)
{
    static const enum unit_op ops[] = { UNIT_ADD, UNIT_MUL, UNIT_FMA, UNIT_DIV };
    const struct fp_model model = { FP_BINARY32, FP_RNE, false, false };
    const uint64_t operands[] = { fp_bits(x), fp_bits(y), fp_bits(z) };

    return fp_from_bits((uint32_t) modelled(ops[op], model, operands));
}

TEST(test_times)
{
    struct times times = { .count = 0 }, twice = { .count = 0 };
    static const double ns[] = { 7, 1, 5, 3 };

    assert_true(times_median(&times) == 0 && times_ratio(&times, &times) == 0);
    for (int i = 0; i < 4; i++) {
        times_add(&times, ns[i]);
        times_add(&twice, 2 * ns[i]);
    }
    assert_true(times_min(&times) == 1);
    assert_true(times_median(&times) == 4);
    assert_true(times_max(&times) == 7);
    assert_true(times_ratio(&twice, &times) == 2);
    assert_true(times_scatter(&times));
    assert_true(!times_scatter(&(struct times){ { 1.17, 2.34 }, 2 }));
    assert_true(times_scatter(&(struct times){ { 1.17, 2.35 }, 2 }));
    assert_true(!times_scatter(&(struct times){ .count = 0 }));
    times_add(&times, 100);
    assert_true(times_median(&times) == 5);
    for (int i = 0; i < 2 * TIMES_RUNS; i++)
        times_add(&times, 1);
    assert_int_equal(times.count, TIMES_RUNS);

    double before = times_now_ns();

    assert_true(before <= times_now_ns());
}

// Fails if a number is of another class than its case says.
static void check_class(float value, int want, enum ops_op op, enum cpu_case which)
{
    if (fpclassify(value) != want)
        fail_msg("%s, case %d: %a is of another class", ops_name(op), which,
                 (double) value);
}

static void check_case(enum ops_op op, enum cpu_case which)
{
    static float x[CPU_FLOATS], y[CPU_FLOATS], z[CPU_FLOATS], got[CPU_FLOATS];
    const struct cpu_ops *loop = cpu_ops_instruction(op);

    cpu_operands(op, which, x, y, z);
    if (loop)
        loop->apply(got, x, y, z, CPU_FLOATS, NULL);
    for (int i = 0; i < CPU_FLOATS; i++) {
        float result = step(op, x[i], y[i], z[i]);

        check_class(x[i], which == CPU_OPERAND ? FP_SUBNORMAL : FP_NORMAL, op, which);
        check_class(y[i], FP_NORMAL, op, which);
        check_class(result, which == CPU_RESULT ? FP_SUBNORMAL : FP_NORMAL, op, which);
        if (loop && fp_bits(got[i]) != fp_bits(result))
            fail_msg("%s %s %d: got %a want %a", loop->variant, ops_name(op), i,
                     (double) got[i], (double) result);
    }
}

TEST(test_loops)
{
    for (int op = 0; op < CPU_OP_COUNT; op++)
        for (int which = 0; which < CPU_CASE_COUNT; which++)
            check_case((enum ops_op) op, (enum cpu_case) which);
}

// The environment is restored: neither flushing nor a direction stays.
TEST(test_environment)
{
    volatile float tiny = 0x1p-149f, two = 2;

    assert_int_equal(fesetround(FE_UPWARD), 0);
    for (int change = 0; change < CPU_CHANGE_COUNT; change++) {
        if (!cpu_can_change((enum cpu_change) change))
            continue;
        struct times times = cpu_time_change((enum cpu_change) change, 3);

        assert_int_equal(times.count, 3);
        assert_true(times_min(&times) > 0);
        assert_int_equal(fegetround(), FE_UPWARD);
    }
    struct times times = cpu_time(OPS_MUL, CPU_RESULT, true, 3);

    assert_int_equal(times.count, 3);
    assert_int_equal(fegetround(), FE_UPWARD);
    assert_true(fp_bits(tiny * two) == 2);
    assert_int_equal(fesetround(FE_TONEAREST), 0);
}
