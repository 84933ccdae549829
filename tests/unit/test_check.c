// SPDX-License-Identifier: MIT
//
// Whole arrays against the processor: all that the integer model computes is right in its
// direction and wrong in others, and one result that is bent is found wherever it stands,
// whatever the environment on entry.

#include "base/fp.h"
#include "tests/base/operands.h"
#include "tests/shared/group.h"
#include "unit/check.h"

#include <fenv.h>
#include <string.h>

static struct group this_group = { .name = "check" };

#define COUNT OPERANDS_SPECIALS

static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };

struct table {
    bool wide;
    uint64_t words[4][COUNT];
    uint32_t floats[4][COUNT];
};

// Operands and the model's results; one more in front, so that arrays are not aligned.
static void fill(struct table *table, enum unit_op op, enum fp_round round, bool wide)
{
    struct fp_format format = wide ? FP_BINARY64 : FP_BINARY32;
    struct unit unit = unit_model();
    uint64_t seed = 5;

    table->wide = wide;
    operands_specials(format, (uint64_t *const[3]){ table->words[0], table->words[1],
                                                    table->words[2] });
    for (int k = 0; k < 3; k++)
        operands_fill(format, &seed, table->words[k] + COUNT / 2, COUNT / 2);
    assert_true(unit.apply(&unit, &(struct unit_call){
                                      .op = op,
                                      .model = { .format = format, .round = round },
                                      .out = table->words[3],
                                      .a = table->words[0],
                                      .b = table->words[1],
                                      .c = table->words[2],
                                      .count = COUNT,
                                  }));
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < COUNT; i++)
            table->floats[k][i] = (uint32_t) table->words[k][i];
}

static const void *array(const struct table *table, int k, size_t from)
{
    return table->wide ? (const void *) (table->words[k] + from)
                       : (const void *) (table->floats[k] + from);
}

static struct check_found check(const struct table *table, enum unit_op op,
                                enum fp_round round, size_t from, size_t count)
{
    int arity = unit_op_arity(op);
    struct check_call call = {
        .op = op,
        .round = round,
        .wide = table->wide,
        .a = array(table, 0, from),
        .b = arity > 1 ? array(table, 1, from) : NULL,
        .c = arity > 2 ? array(table, 2, from) : NULL,
        .got = array(table, 3, from),
        .count = count,
    };
    struct check_found found;

    assert_true(check_run(&call, &found));
    return found;
}

static struct table table;

TEST(model_is_right)
{
    for (int wide = 0; wide < 2; wide++) {
        for (int op = 0; op < UNIT_OP_COUNT; op++) {
            for (int d = 0; d < 4; d++) {
                fill(&table, (enum unit_op) op, directions[d], wide);
                for (int other = 0; other < 4; other++) {
                    // roots are positive: down is toward zero
                    bool same = other == d || (op == UNIT_SQRT && d % 2 && other % 2);
                    struct check_found found =
                        check(&table, (enum unit_op) op, directions[other], 0, COUNT);

                    assert_int_equal(found.mismatches == 0, same);
                    assert_int_equal(found.first == COUNT, same);
                }
            }
        }
    }
}

static void bend(size_t at)
{
    table.words[3][at] ^= 1;
    table.floats[3][at] ^= 1;
}

// Counts as a plain loop would.
TEST(one_is_found)
{
    static const size_t counts[] = { 0,   1,    2,    3,    4,    5,    7,    8,
                                     9,   15,   16,   17,   31,   33,   63,   65,
                                     127, 1000, 1023, 1024, 1025, 2047, 2049, 4000 };

    for (int wide = 0; wide < 2; wide++) {
        fill(&table, UNIT_ADD, FP_RNE, wide);
        for (size_t i = 0; i < COUNT; i++) { // a NaN may be bent and still be one
            if (!fp_is_nan(wide ? FP_BINARY64 : FP_BINARY32, table.words[3][i]))
                continue;
            for (int k = 0; k < 4; k++)
                table.words[k][i] = table.floats[k][i] = 0;
        }
        for (size_t n = 0; n < COUNT_OF(counts); n++) {
            size_t count = counts[n], from = n % 9;

            assert_int_equal(check(&table, UNIT_ADD, FP_RNE, from, count).mismatches, 0);
            for (size_t at = 0; at < count; at += at < 70 || at + 70 > count ? 1 : 61) {
                bend(from + at);
                struct check_found found = check(&table, UNIT_ADD, FP_RNE, from, count);

                assert_int_equal(found.mismatches, 1);
                assert_int_equal(found.first, at);
                bend(from + at);
            }
        }
    }
}

TEST(all_are_counted)
{
    fill(&table, UNIT_MUL, FP_RNE, false);
    size_t nans = 0;

    for (size_t i = 0; i < COUNT; i++) {
        nans += fp_is_nan(FP_BINARY32, table.floats[3][i]);
        table.floats[3][i] ^= 0x80000001;
    }
    assert_int_equal(check(&table, UNIT_MUL, FP_RNE, 0, COUNT).mismatches, COUNT - nans);
}

// What stands for NaN and what does not, and the sign of zero.
TEST(classes)
{
    static const struct {
        uint32_t a, b, got;
        bool right;
    } cases[] = {
        { 0x7f800000, 0xff800000, 0x7fc00000, true },
        { 0x7f800000, 0xff800000, 0xff800001, true },
        { 0x7f800000, 0xff800000, 0x7fffffff, true },
        { 0x7f800000, 0xff800000, 0x7f800000, false }, // want NaN
        { 0x7f800000, 0xff800000, 0x00000000, false },
        { 0x7f800000, 0x3f800000, 0x7f800001, false }, // got NaN
        { 0x7f800000, 0x3f800000, 0xff800000, false },
        { 0x7fc00000, 0x3f800000, 0x7fc00001, true },
        { 0x3f800000, 0xbf800000, 0x00000000, true },
        { 0x3f800000, 0xbf800000, 0x80000000, false },
        { 0x00000001, 0x00000001, 0x00000002, true }, // nothing is flushed
        { 0x00000001, 0x00000001, 0x00000000, false },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct check_found found;

        assert_true(check_run(&(struct check_call){ .op = UNIT_ADD,
                                                    .a = &cases[i].a,
                                                    .b = &cases[i].b,
                                                    .got = &cases[i].got,
                                                    .count = 1 },
                              &found));
        assert_int_equal(found.mismatches, !cases[i].right);
    }
}

// Whatever direction the thread is in, the answer is the same, and it is in it again.
TEST(environment)
{
    static const int found[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST };

    fill(&table, UNIT_DIV, FP_RUP, false);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(fesetround(found[i]), 0);
        feclearexcept(FE_ALL_EXCEPT);
        feraiseexcept(FE_DIVBYZERO);
        struct check_found seen = check(&table, UNIT_DIV, FP_RUP, 0, COUNT);
        int after = fegetround(), raised = fetestexcept(FE_ALL_EXCEPT);

        feclearexcept(FE_ALL_EXCEPT);
        fesetround(FE_TONEAREST);
        assert_int_equal(seen.mismatches, 0);
        assert_int_equal(after, found[i]);
        assert_int_equal(raised, FE_DIVBYZERO);
    }
}

TEST(directions_known)
{
    for (int i = 0; i < FP_ROUND_COUNT; i++)
        assert_int_equal(check_can((enum fp_round) i),
                         i == FP_RNE || i == FP_RTZ || i == FP_RUP || i == FP_RDN);
}
