// SPDX-License-Identifier: MIT
//
// The units against each other and against MPFR, bit for bit: every operation, rule
// and flush, in the formats of IEEE 754 and in odd ones.

#include "tests/base/operands.h"
#include "tests/shared/group.h"
#include "tests/unit/oracle.h"
#include "unit/unit.h"

#include <fenv.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "unit", .tear_down = oracle_finish };

#if defined(__x86_64__)
#    include <xmmintrin.h>
#endif

#define FEW_BITS ((struct fp_format){ 5, 15 })
#define SMALLEST ((struct fp_format){ 2, 2 })

#define SEED      UINT64_C(20130501)
#define COUNT_MAX 20000

static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };

struct unit_case {
    const char *name;
    struct fp_format format;
    size_t count;  // of operands, for each operation and rule
    bool host;     // the host's FPU, else the model
    bool flush;    // with each combination of flushes
    bool specials; // every triple of special operands instead
};

// clang-format off
static const struct unit_case unit_cases[] = {
    { "model_binary16", { 11, 15 }, 2000, .host = false },
    { "model_binary32", { 24, 127 }, 3000, .host = false },
    { "model_binary64", { 53, 1023 }, 1000, .host = false },
    { "model_p17", { 17, 127 }, 1500, .host = false },
    { "model_p5", { 5, 15 }, 1500, .host = false },
    { "model_p24_emax63", { 24, 63 }, 1500, .host = false },
    { "model_p2_emax2", { 2, 2 }, 1500, .host = false },
    { "model_p53_emax2", { 53, 2 }, 1500, .host = false },
    { "model_p8_emax1023", { 8, 1023 }, 1000, .host = false },
    { "model_flush_binary16", { 11, 15 }, 600, .flush = true },
    { "model_flush_binary32", { 24, 127 }, 600, .flush = true },
    { "model_flush_binary64", { 53, 1023 }, 200, .flush = true },
    { "model_specials_binary16", { 11, 15 }, OPERANDS_SPECIALS, .specials = true },
    { "model_specials_flush", { 24, 127 }, OPERANDS_SPECIALS / 4, .flush = true,
      .specials = true },
    { "host_specials_binary32", { 24, 127 }, OPERANDS_SPECIALS, .host = true,
      .specials = true },
    { "host_specials_binary64", { 53, 1023 }, OPERANDS_SPECIALS, .host = true,
      .specials = true },
    { "host_binary32", { 24, 127 }, COUNT_MAX, .host = true },
    { "host_binary64", { 53, 1023 }, COUNT_MAX, .host = true },
};
// clang-format on

struct operands {
    uint64_t of[3][COUNT_MAX];
};

static struct operands operands;
static uint64_t results[COUNT_MAX];

static void fill(struct fp_format format, size_t count)
{
    uint64_t state = SEED;
    for (int k = 0; k < 3; k++)
        operands_fill(format, &state, operands.of[k], count);
}

static struct unit_call call_of(enum unit_op op, struct fp_model model, size_t count)
{
    int arity = unit_op_arity(op);
    return (struct unit_call){
        .op = op,
        .model = model,
        .out = results,
        .a = operands.of[0],
        .b = arity > 1 ? operands.of[1] : NULL,
        .c = arity > 2 ? operands.of[2] : NULL,
        .count = count,
    };
}

// One line that holds all it takes to see a difference again.
static void report(const struct unit_call *call, const char *name, size_t i,
                   uint64_t want)
{
    const struct fp_model *model = &call->model;
    char text[240];
    int n = snprintf(text, sizeof text, "%s %s %s p=%d emax=%d flush=%d%d:", name,
                     unit_op_name(call->op), fp_round_name(model->round),
                     model->format.precision, model->format.emax, model->flush_in,
                     model->flush_out);
    for (int k = 0; k < unit_op_arity(call->op); k++)
        n += snprintf(text + n, sizeof text - (size_t) n, " %a (%" PRIx64 ")",
                      oracle_value(model->format, operands.of[k][i]), operands.of[k][i]);
    fail_msg("%s: got %a (%" PRIx64 ") want %a (%" PRIx64 "), seed %" PRIu64 " case %zu",
             text, oracle_value(model->format, call->out[i]), call->out[i],
             oracle_value(model->format, want), want, SEED, i);
}

static void check(const struct unit *unit, enum unit_op op, struct fp_model model,
                  size_t count)
{
    struct unit_call call = call_of(op, model, count);
    assert_true(unit->can(unit, op, &model));
    assert_true(unit->apply(unit, &call));
    for (size_t i = 0; i < count; i++) {
        uint64_t want =
            oracle(op, &model, operands.of[0][i], operands.of[1][i], operands.of[2][i]);
        if (results[i] != want)
            report(&call, unit->name, i, want);
    }
}

static void check_operations(const struct unit *unit, struct fp_model model, size_t count)
{
    for (int op = 0; op < UNIT_OP_COUNT; op++)
        check(unit, (enum unit_op) op, model, count);
}

TEST_EACH(against_mpfr, unit_cases)
{
    const struct unit_case *test = *state;
    struct unit unit = test->host ? unit_host() : unit_model();
    uint64_t *const specials[3] = { operands.of[0], operands.of[1], operands.of[2] };
    if (test->specials)
        operands_specials(test->format, specials);
    else
        fill(test->format, test->count);
    for (int flush = 0; flush < (test->flush ? 4 : 1); flush++) {
        for (int round = 0; round < FP_ROUND_COUNT; round++) {
            struct fp_model model = { test->format, (enum fp_round) round, flush & 1,
                                      flush >> 1 };
            if (unit.can(&unit, UNIT_ADD, &model))
                check_operations(&unit, model, test->count);
            else
                assert_true(test->host);
        }
    }
}

// Many more cases than MPFR has time for.
TEST(host_is_model)
{
    const struct fp_format formats[] = { FP_BINARY32, FP_BINARY64 };
    static uint64_t want[COUNT_MAX];
    struct unit host = unit_host(), model_unit = unit_model();
    for (size_t i = 0; i < 2 * COUNT_OF(directions) * UNIT_OP_COUNT * 4; i++) {
        struct fp_model model = { .format = formats[i % 2], directions[i / 2 % 4] };
        uint64_t seed = SEED + 1 + i;
        for (int k = 0; k < 3; k++)
            operands_fill(model.format, &seed, operands.of[k], COUNT_MAX);
        struct unit_call call = call_of((enum unit_op)(i / 8 % 6), model, COUNT_MAX);
        assert_true(model_unit.apply(&model_unit, &call));
        memcpy(want, results, sizeof want);
        assert_true(host.apply(&host, &call));
        for (size_t k = 0; k < COUNT_MAX; k++)
            if (results[k] != want[k])
                report(&call, "host (want: model)", k, want[k]);
    }
}

// MPFR's rounding and the oracle's own agree.
TEST(oracle_is_oracle)
{
    const struct fp_format formats[] = { FP_BINARY16, FP_BINARY32, FEW_BITS, SMALLEST };
    const enum fp_round rules[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN, FP_RAZ };
    for (size_t i = 0; i < COUNT_OF(formats) * COUNT_OF(rules) * UNIT_OP_COUNT; i++) {
        struct fp_model model = { .format = formats[i % 4], rules[i / 4 % 5] };
        struct unit_call call = call_of((enum unit_op)(i / 20), model, 1000);
        fill(model.format, 1000);
        for (size_t k = 0; k < 1000; k++) {
            uint64_t a = operands.of[0][k], b = operands.of[1][k], c = operands.of[2][k];
            results[k] = oracle_by_hand(call.op, &model, a, b, c);
            uint64_t want = oracle(call.op, &model, a, b, c);
            if (results[k] != want)
                report(&call, "oracle by hand", k, want);
        }
    }
}

#if defined(__x86_64__)
static const unsigned flush_controls[] = { 0, 0x8000, 0x0040, 0x8040 }; // FTZ, DAZ

static unsigned control(void)
{
    return _mm_getcsr();
}

static void set_control(unsigned bits)
{
    _mm_setcsr(_mm_getcsr() | bits);
}
#else
static const unsigned flush_controls[] = { 0 };

static unsigned control(void)
{
    return (unsigned) fegetround();
}

static void set_control(unsigned bits)
{
}
#endif

// The unit under a caller's environment: results as in the default one, and the
// environment as it was.
static void check_under(const struct unit_call *call, const struct unit *unit,
                        int direction, const uint64_t *want)
{
    for (size_t flush = 0; flush < COUNT_OF(flush_controls); flush++) {
        fenv_t found;
        fegetenv(&found);
        fesetround(direction);
        set_control(flush_controls[flush]);
        unsigned before = control();
        int flags_before = fetestexcept(FE_ALL_EXCEPT);
        bool ok = unit->apply(unit, call);
        unsigned after = control();
        int direction_after = fegetround(), flags_after = fetestexcept(FE_ALL_EXCEPT);
        fesetenv(&found);

        assert_true(ok);
        assert_int_equal(after, before);
        assert_int_equal(direction_after, direction);
        assert_int_equal(flags_after, flags_before);
        for (size_t i = 0; i < call->count; i++)
            if (results[i] != want[i])
                report(call, unit->name, i, want[i]);
    }
}

TEST(environment)
{
    const int callers[] = { FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD };
    const struct fp_format formats[] = { FP_BINARY32, FP_BINARY64 };
    const struct unit units[] = { unit_host(), unit_model() };
    enum { COUNT = 2000 };
    static uint64_t want[COUNT];
    for (size_t i = 0; i < 2 * 4 * UNIT_OP_COUNT * 2; i++) {
        const struct unit *unit = &units[i / 48];
        struct fp_model model = { .format = formats[i % 2], directions[i / 2 % 4] };
        struct unit_call call = call_of((enum unit_op)(i / 8 % 6), model, COUNT);
        fill(model.format, COUNT);
        assert_true(unit->apply(unit, &call));
        memcpy(want, results, sizeof want);
        for (size_t k = 0; k < COUNT_OF(callers); k++)
            check_under(&call, unit, callers[k], want);
    }
}

// `out` may be any operand.
TEST(in_place)
{
    enum { COUNT = 500 };
    static uint64_t want[COUNT];
    const struct unit units[] = { unit_host(), unit_model() };
    const struct fp_model model = { .format = FP_BINARY32 };
    for (size_t i = 0; i < 2 * 3; i++) {
        const struct unit *unit = &units[i / 3];
        struct unit_call call = call_of(UNIT_FMA, model, COUNT);
        fill(model.format, COUNT);
        assert_true(unit->apply(unit, &call));
        memcpy(want, results, sizeof want);
        call.out = operands.of[i % 3];
        assert_true(unit->apply(unit, &call));
        assert_memory_equal(call.out, want, sizeof want);
    }
}

// clang-format off
static const struct {
    struct fp_model model;
    bool host, model_unit;
} abilities[] = {
    { { { 24, 127 }, FP_RNE, false, false }, true, true },
    { { { 53, 1023 }, FP_RDN, false, false }, true, true },
    { { { 24, 127 }, FP_RNA, false, false }, false, true },
    { { { 24, 127 }, FP_CHOP_G0, false, false }, false, true },
    { { { 24, 127 }, FP_RNE, true, false }, false, true },
    { { { 24, 127 }, FP_RNE, false, true }, false, true },
    { { { 24, 63 }, FP_RNE, false, false }, false, true },
    { { { 11, 15 }, FP_RNE, false, false }, false, true },
    { { { 1, 15 }, FP_RNE, false, false }, false, false },
    { { { 54, 1023 }, FP_RNE, false, false }, false, false },
    { { { 53, 1024 }, FP_RNE, false, false }, false, false },
    { { { 24, 1 }, FP_RNE, false, false }, false, false },
    { { { 24, 127 }, FP_ROUND_COUNT, false, false }, false, false },
};
// clang-format on

TEST(can)
{
    struct unit host = unit_host(), model = unit_model();
    for (size_t i = 0; i < COUNT_OF(abilities); i++) {
        const struct fp_model *asked = &abilities[i].model;
        assert_int_equal(host.can(&host, UNIT_ADD, asked), abilities[i].host);
        assert_int_equal(model.can(&model, UNIT_ADD, asked), abilities[i].model_unit);
        assert_false(model.can(&model, UNIT_OP_COUNT, asked));
        assert_false(host.can(&host, UNIT_OP_COUNT, asked));
    }
}
