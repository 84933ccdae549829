// SPDX-License-Identifier: MIT
//
// What is remembered is what was answered, and only for the very same question.

#include "tests/shared/group.h"
#include "unit/memo.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "memo" };

#define COUNT 200

static int asked;
static bool fails;

static bool count_can(const struct unit *unit, enum unit_op op,
                      const struct fp_model *model)
{
    struct unit model_unit = unit_model();

    (void) unit;
    return op != UNIT_DIV && model_unit.can(&model_unit, op, model);
}

static bool count_apply(const struct unit *unit, const struct unit_call *call)
{
    struct unit model_unit = unit_model();

    (void) unit;
    asked++;
    return !fails && model_unit.apply(&model_unit, call);
}

static struct unit next = { .name = "next" };
static struct unit counting = { "counting", &next, count_can, count_apply, NULL };

static uint64_t a[COUNT], b[COUNT], c[COUNT], out[COUNT], want[COUNT];

static void fill(void)
{
    uint64_t state = 1;

    for (int i = 0; i < 3 * COUNT; i++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
        (i < COUNT ? a : i < 2 * COUNT ? b : c)[i % COUNT] = state >> 32 & 0x7f7fffff;
    }
}

static struct unit_call call_of(enum unit_op op, enum fp_round round)
{
    return (struct unit_call){
        .op = op,
        .model = { FP_BINARY32, round, false, false },
        .out = out,
        .a = a,
        .b = unit_op_arity(op) > 1 ? b : NULL,
        .c = unit_op_arity(op) > 2 ? c : NULL,
        .count = COUNT,
    };
}

// Asks, holds the answer against the model's, and returns how often the other was asked.
static int ask(const struct unit *unit, struct unit_call call)
{
    struct unit model = unit_model();
    struct unit_call right = call;
    int before = asked;

    right.out = want;
    assert_true(model.apply(&model, &right));
    assert_true(unit->apply(unit, &call));
    assert_memory_equal(call.out, want, call.count * sizeof *want);
    return asked - before;
}

TEST(same_once)
{
    struct memo memo = { 0 };
    struct unit unit = unit_memo(&memo, &counting);
    struct fp_model model = { FP_BINARY32, FP_RNE, false, false };

    fill();
    assert_string_equal(unit.name, "counting");
    assert_ptr_equal(unit.next, &next);
    assert_true(unit.can(&unit, UNIT_ADD, &model));
    assert_false(unit.can(&unit, UNIT_DIV, &model));
    for (int op = 0; op < UNIT_OP_COUNT; op++) {
        for (int round = 0; round < FP_ROUND_COUNT; round++) {
            struct unit_call call = call_of((enum unit_op) op, (enum fp_round) round);

            assert_int_equal(ask(&unit, call), 1);
            assert_int_equal(ask(&unit, call), 0);
        }
    }
    memo_finish(&memo);
    memo_finish(&memo);
}

TEST(any_difference_counts)
{
    struct memo memo = { 0 };
    struct unit unit = unit_memo(&memo, &counting);

    fill();
    struct unit_call call = call_of(UNIT_FMA, FP_RNE);

    assert_int_equal(ask(&unit, call), 1);
    uint64_t *const arrays[] = { a, b, c };

    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < COUNT; i += 37) {
            arrays[k][i] ^= 1;
            assert_int_equal(ask(&unit, call), 1);
            arrays[k][i] ^= 1;
            assert_int_equal(ask(&unit, call), 0);
        }
    }
    call.count--;
    assert_int_equal(ask(&unit, call), 1);
    call.model.flush_in = true;
    assert_int_equal(ask(&unit, call), 1);
    call.model.flush_out = true;
    assert_int_equal(ask(&unit, call), 1);
    call.model.format.emax = 126;
    assert_int_equal(ask(&unit, call), 1);
    memo_finish(&memo);
}

// Answers in the place of an operand are no operands.
TEST(in_place)
{
    struct memo memo = { 0 };
    struct unit unit = unit_memo(&memo, &counting), model = unit_model();
    uint64_t own[COUNT];

    fill();
    for (int turn = 0; turn < 2; turn++) {
        struct unit_call call = call_of(UNIT_ADD, FP_RNE);

        memcpy(own, a, sizeof own);
        call.out = want;
        assert_true(model.apply(&model, &call));
        call.a = call.out = own;
        assert_true(unit.apply(&unit, &call));
        assert_memory_equal(own, want, sizeof own);
    }
    memo_finish(&memo);
}

TEST(failures)
{
    struct memo memo = { 0 };
    struct unit unit = unit_memo(&memo, &counting);
    struct unit_call call = call_of(UNIT_MUL, FP_RNE);

    fill();
    fails = true;
    assert_false(unit.apply(&unit, &call));
    fails = false;
    assert_int_equal(ask(&unit, call), 1);
    memo_finish(&memo);
}

TEST(large_ones_pass)
{
    struct memo memo = { 0 };
    struct unit unit = unit_memo(&memo, &counting);
    size_t count = MEMO_CASES_MAX + 1;
    uint64_t *words = calloc(count, sizeof *words);
    struct unit_call call = call_of(UNIT_SQRT, FP_RNE);
    int before = asked;

    assert_non_null(words);
    call.a = call.out = words;
    call.count = count;
    for (int i = 0; i < 3; i++)
        assert_true(unit.apply(&unit, &call));
    assert_int_equal(asked - before, 3);
    free(words);
    memo_finish(&memo);
}
