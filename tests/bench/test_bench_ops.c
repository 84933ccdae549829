// SPDX-License-Identifier: MIT
//
// The arithmetic behind `fpstripe bench ops`. Chains stay in range and detect folding;
// the processor's loops compute their operations, bit for bit if the result is rounded
// once; errors are found. No test depends on a time.

#include "base/fp.h"
#include "bench/cpu_ops.h"
#include "bench/ops.h"
#include "tests/shared/group.h"

#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

static struct group this_group = { .name = "bench_ops" };

#define COUNT 4096

static const int precisions[] = { 11, 24, 53 };

// Returns the sum of chains that never change, as (s op k) op c does if it is folded.
static uint32_t starts(void)
{
    uint32_t sum = OPS_SUM + fp_bits((float) ops_start(0));

    for (int j = 0; j < OPS_CHAINS; j++)
        sum += fp_bits((float) ops_start(j));
    return sum;
}

// Returns true if folding a chain leaves another sum.
static bool folds(enum ops_op op, int precision)
{
    return op == OPS_ADD || (op == OPS_MUL && precision < 53);
}

// The sum is settled, is no sum of zeros, and is not the sum of folded chains.
TEST(test_chains)
{
    for (int op = 0; op < OPS_COUNT; op++)
        for (int i = 0; i < 3; i++) {
            int p = precisions[i];
            uint32_t sum = ops_sum((enum ops_op) op, p, 4096);
            uint32_t later = ops_sum((enum ops_op) op, p, UINT64_C(1) << 40);

            if (sum == 0 || sum != later)
                fail_msg("%s in %d bits: %#x, later %#x", ops_name((enum ops_op) op), p,
                         sum, later);
            assert_true(ops_did((enum ops_op) op, p, 4096, sum));
            assert_false(ops_did((enum ops_op) op, p, 4096, 0));
            assert_false(ops_did((enum ops_op) op, p, 4096, OPS_SUM));
            if (folds((enum ops_op) op, p))
                assert_false(ops_did((enum ops_op) op, p, 4096, starts()));
        }
}

// The sum of another operation fails. A sum that is one ulp off passes only if the
// operation may be inexact.
TEST(test_did)
{
    for (int op = 0; op < OPS_COUNT; op++) {
        uint32_t sum = ops_sum((enum ops_op) op, 24, 256);

        for (int other = 0; other < OPS_COUNT; other++)
            if (ops_did((enum ops_op) other, 24, 256, sum) != (op == other))
                fail_msg("the sum of %s for %s", ops_name((enum ops_op) op),
                         ops_name((enum ops_op) other));
        assert_int_equal(ops_did((enum ops_op) op, 24, 256, sum + 1), op > OPS_MUL);
    }
    // If the format is 11 bits or 24, the sum of either passes, and no other.
    assert_true(ops_did(OPS_ADD, 0, 64, 0x40000000u * 9 + OPS_SUM));
    assert_false(ops_did(OPS_ADD, 0, 64, 0x40400000u * 9 + OPS_SUM));
    assert_true(ops_did(OPS_ADD, 0, 64, starts()));
    for (int i = 0; i < 2; i++)
        assert_true(ops_did(OPS_SIN, 0, 64, ops_sum(OPS_SIN, precisions[i], 64)));
}

// All chains end at one value, which is a plain number. 9 * NINTH is 1 modulo 2^32.
#define NINTH 0x38e38e39u

TEST(test_settled)
{
    for (int op = 0; op < OPS_TO_HALF; op++) {
        uint32_t sum = ops_sum((enum ops_op) op, 53, 4096) - OPS_SUM;
        float value = fp_from_bits(sum * NINTH);

        if (op != OPS_MUL && !(value > 0.5 && value < 4))
            fail_msg("%s: %a", ops_name((enum ops_op) op), (double) value);
    }
}

// The operands are numbers of the format, and the results are in its range.
TEST(test_operands)
{
    for (int op = 0; op < OPS_COUNT; op++)
        for (uint32_t i = 0; i < COUNT; i++) {
            struct ops_operands half = ops_operands((enum ops_op) op, 11, i);
            struct ops_operands wide = ops_operands((enum ops_op) op, 53, i);
            long double exact = ops_exact((enum ops_op) op, &half);
            uint64_t bits = fp_bits64(half.x[0]);

            assert_true(isfinite((double) exact));
            assert_true(fabs(wide.x[0] - half.x[0]) <= ldexp(fabs(half.x[0]), -10));
            if (op >= OPS_TO_HALF)
                continue;
            assert_true(fp_convert(FP_BINARY16, FP_BINARY64, FP_RNE,
                                   fp_convert(FP_BINARY64, FP_BINARY16, FP_RNE, bits)) ==
                        bits);
            assert_true(exact == 0 || (fabsl(exact) >= 0x1p-14L && fabsl(exact) < 65504));
        }
}

TEST(test_errors)
{
    static double got[COUNT];
    struct ops_error error;

    for (uint32_t i = 0; i < COUNT; i++) {
        struct ops_operands x = ops_operands(OPS_SIN, 24, i);

        got[i] = (float) ops_exact(OPS_SIN, &x);
    }
    ops_judge(&error, OPS_SIN, 24, COUNT, got);
    assert_true(error.ulp > 0.49 && error.ulp <= 0.5);
    assert_int_equal(error.inputs, COUNT);
    got[77] = nextafterf(nextafterf(nextafterf((float) got[77], 9), 9), 9);
    ops_judge(&error, OPS_SIN, 24, COUNT, got);
    assert_true(error.ulp >= 2.5 && error.ulp <= 3.5);
    assert_true(error.x == ops_operands(OPS_SIN, 24, 77).x[0]);
    got[78] = NAN;
    got[79] = -INFINITY;
    ops_judge(&error, OPS_SIN, 24, COUNT, got);
    assert_int_equal(error.strange, 2);
    // 2 + 2^-22 for 2 is one ulp of binary32 or 2^29 of binary64; errors are in the
    // first.
    for (uint32_t i = 0; i < COUNT; i++)
        got[i] = ops_operands(OPS_FROM_HALF, 24, i).x[0] * (1 + 0x1p-23);
    ops_judge(&error, OPS_FROM_HALF, 24, COUNT, got);
    assert_true(error.ulp >= 1 && error.ulp < 2);
}

// Fills in the one value that an operation rounded once has; returns false if there is
// none.
static bool rounded(enum ops_op op, float x, float y, float z, float *want)
{
    switch (op) {
    case OPS_ADD: *want = x + y; return true;
    case OPS_MUL: *want = x * y; return true;
    case OPS_FMA: *want = fmaf(x, y, z); return true;
    case OPS_DIV: *want = x / y; return true;
    case OPS_SQRT: *want = sqrtf(x); return true;
    default: return false;
    }
}

static void check_values(const struct cpu_ops *cpu)
{
    static float in[3][COUNT], out[COUNT];

    for (uint32_t i = 0; i < COUNT; i++) {
        struct ops_operands x = ops_operands(cpu->op, 24, i);

        for (int j = 0; j < 3; j++)
            in[j][i] = (float) x.x[j];
    }
    cpu->apply(out, in[0], in[1], in[2], COUNT, cpu->function);
    for (uint32_t i = 0; i < COUNT; i++) {
        float want;

        if (rounded(cpu->op, in[0][i], in[1][i], in[2][i], &want) && out[i] != want)
            fail_msg("%s by %s of %a: got %a want %a", ops_name(cpu->op), cpu->variant,
                     (double) in[0][i], (double) out[i], (double) want);
    }
}

static void check_chain(const struct cpu_ops *cpu)
{
    static const uint64_t steps[] = { 1, 2, 3, 64, 1000 };
    bool exact = cpu->op <= OPS_SQRT;

    for (size_t i = 0; i < COUNT_OF(steps); i++) {
        uint32_t got = cpu->chain(steps[i], ops_constants(cpu->op, 24), cpu->function);
        uint32_t want = ops_sum(cpu->op, 24, steps[i]);

        if (exact ? got != want : !ops_did(cpu->op, 24, steps[i], got))
            fail_msg("%s by %s, %d steps: got %#x want %#x", ops_name(cpu->op),
                     cpu->variant, (int) steps[i], got, want);
    }
}

static double error_max(const struct cpu_ops *cpu)
{
    if (strstr(cpu->variant, "sleef"))
        return strstr(cpu->variant, "u35") ? 3.5 : 1;
    return 2.5;
}

static void check_loop(const struct cpu_ops *cpu)
{
    struct ops_row row = { .op = cpu->op };

    check_values(cpu);
    check_chain(cpu);
    cpu_ops_error(cpu, 8192, &row);
    if (row.error.strange || row.error.inputs != 8192 || row.error.ulp > error_max(cpu))
        fail_msg("%s by %s: %g ulp, %d not finite", ops_name(cpu->op), cpu->variant,
                 row.error.ulp, row.error.strange);
}

// The loops of the list, and those of a processor without later instructions.
TEST(test_processor)
{
    static struct cpu_ops list[CPU_OPS_MAX];
    int count = cpu_ops_list(list);

    assert_true(count >= 9 && count <= CPU_OPS_MAX);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++)
            assert_true(list[j].op != list[i].op ||
                        strcmp(list[j].variant, list[i].variant) != 0);
        check_loop(&list[i]);
    }
    for (int i = 0; i < cpu_ops_baseline.count; i++)
        check_loop(&cpu_ops_baseline.loops[i]);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        assert_true(cpu_ops_instruction(OPS_FMA)->width >= 8);
#endif
}

// The chains of timed loops are right, on one thread and on three.
TEST(test_times)
{
    static struct cpu_ops list[CPU_OPS_MAX];
    int count = cpu_ops_list(list);

    for (int threads = 1; threads <= 3; threads += 2)
        for (int i = 0; i < count; i += 9) {
            struct ops_row row = { .op = list[i].op };

            cpu_ops_time(&list[i], threads, 3, &row);
            assert_true(row.did);
            assert_int_equal(row.threads, threads);
            assert_int_equal(row.times.count, 3);
            assert_true(ops_rate_min(&row) > 0);
            assert_true(ops_rate_min(&row) <= ops_rate(&row));
            assert_true(ops_rate(&row) <= ops_rate_max(&row));
        }
}

// A loop that computes something else is detected on any of the threads.
static atomic_int calls;
static int wrong_call;

static uint32_t idle(uint64_t steps, struct ops_constants by, cpu_ops_any *function)
{
    if (steps < 1024)
        usleep(3000); // so long that cpu_ops_time() asks for one step
    return atomic_fetch_add(&calls, 1) == wrong_call ? 0 : ops_sum(OPS_SQRT, 24, steps);
}

TEST(test_idle)
{
    struct cpu_ops cpu = { .op = OPS_SQRT, .variant = "idle", .width = 1, .chain = idle };

    // Call 0 measures a step.
    for (wrong_call = 0; wrong_call <= 9; wrong_call++) {
        struct ops_row row = { .op = OPS_SQRT };

        atomic_store(&calls, 0);
        cpu_ops_time(&cpu, 4, 2, &row);
        assert_int_equal(atomic_load(&calls), 9);
        assert_int_equal(row.did, wrong_call == 0 || wrong_call == 9);
    }
}

TEST(test_rows)
{
    static struct ops_rows rows;
    struct ops_row *row;

    assert_null(ops_fastest(&rows, OPS_CPU, OPS_SIN, INFINITY));
    for (int i = 1; i <= 4; i++) {
        row = ops_add(&rows, OPS_CPU, OPS_SIN, i == 4 ? "d" : i == 3 ? "c" : "b");
        row->did = i != 4;
        row->error = (struct ops_error){ .ulp = i, .inputs = 1 };
        times_add(&row->times, 1.0 / i);
        times_add(&row->times, 2.0 / i);
        times_add(&row->times, 1.5 / i);
    }
    assert_string_equal(ops_fastest(&rows, OPS_CPU, OPS_SIN, 10)->variant, "c");
    assert_true(ops_fastest(&rows, OPS_CPU, OPS_SIN, 1.5) == &rows.rows[0]);
    assert_null(ops_fastest(&rows, OPS_CPU, OPS_SIN, 0.5));
    assert_null(ops_fastest(&rows, OPS_GL, OPS_SIN, 10));
    assert_null(ops_fastest(&rows, OPS_CPU, OPS_TANH, 10));
    assert_true(ops_rate_min(&rows.rows[1]) == 1);
    assert_true(ops_rate_max(&rows.rows[1]) == 2);
    assert_true(ops_rate(&rows.rows[1]) == 1 / 0.75);
    while (rows.count < OPS_ROWS)
        assert_non_null(ops_add(&rows, OPS_GL, OPS_ADD, "x"));
    assert_null(ops_add(&rows, OPS_GL, OPS_ADD, "x"));
}
