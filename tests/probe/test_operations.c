// SPDX-License-Identifier: MIT
//
// The probe operations: what is judged of a device's answers must be the traits by which
// they were computed, at every precision. test_operation_exact.c holds the answers
// against MPFR.

#include "tests/probe/asked.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define RULE VERDICT_RULE
#define NEAREST                                                                 \
    (RULE(FP_RNE) | RULE(FP_RNA) | RULE(FP_RNZ) | RULE(FP_RNU) | RULE(FP_RND) | \
     RULE(FP_RNO))

// The rules that give the same as `round` for every operand of a line.
static uint32_t same_rules(int line, enum fp_round round)
{
    bool sum =
        line == OPERATIONS_ADD || line == OPERATIONS_SUB || line == OPERATIONS_MUL_ADD;
    bool product = line == OPERATIONS_MUL || line == OPERATIONS_FMA ||
                   line == OPERATIONS_MUL_RECIPROCAL;
    bool positive = line == OPERATIONS_SQRT || line == OPERATIONS_INVERSESQRT;
    uint32_t rule = RULE(fp_round_last(round));

    if (sum)
        return RULE(round);
    if (product)
        return rule;
    if (rule & NEAREST)
        return NEAREST;
    if (positive && rule & (RULE(FP_RTZ) | RULE(FP_RDN)))
        return RULE(FP_RTZ) | RULE(FP_RDN);
    if (positive && rule & (RULE(FP_RAZ) | RULE(FP_RUP)))
        return RULE(FP_RAZ) | RULE(FP_RUP);
    return rule;
}

static void check_rule(struct fp_format format, enum fp_round round, int line)
{
    static struct operations_asked asked;
    struct traits traits = TRAITS_NONE(operations_asked_model_of(format, round));
    uint32_t want = same_rules(line, round);
    bool departs = !operations_asked_is_lenient(line) && !(want & RULE(FP_RNE));

    operations_asked_judged(&asked, line, &traits);
    const struct finding *finding = &asked.finding;
    if (finding->survivors != want || finding->departs != departs || !asked.known)
        fail_msg("want 0x%x: %s", (unsigned) want,
                 operations_asked_place(&asked, &traits));
    if (round == FP_RNE)
        if (line != OPERATIONS_MUL_RECIPROCAL && finding->agree != OPERATIONS_ASKED_COUNT)
            fail_msg("%ld agree: %s", finding->agree,
                     operations_asked_place(&asked, &traits));
    if (round == FP_RNE && format.precision >= 11)
        if (line == OPERATIONS_MUL_RECIPROCAL &&
            finding->agree > OPERATIONS_ASKED_COUNT - 20)
            fail_msg("%ld agree: %s", finding->agree,
                     operations_asked_place(&asked, &traits));
    if (strncmp(finding->answer, verdict_rounding(want),
                strlen(verdict_rounding(want))) != 0)
        fail_msg("%s", operations_asked_place(&asked, &traits));
    if (line == OPERATIONS_FMA)
        assert_non_null(strstr(finding->answer, ", fused"));
    if (line == OPERATIONS_MUL_ADD)
        assert_non_null(strstr(finding->answer, ", separate"));
}

static void every_rule_is_found(void **state)
{
    (void) state;
    for (size_t i = 0; i < OPERATIONS_ASKED_FORMATS; i++)
        for (int round = 0; round < FP_ROUND_COUNT; round++)
            for (int line = 0; line < OPERATIONS_LINES; line++)
                check_rule(operations_asked_formats[i], (enum fp_round) round, line);
}

// "truncated product, 6 columns", "truncated product, 5 to 8 columns"
static bool names_columns(const char *answer, int columns)
{
    const char *words = strstr(answer, "truncated product, ");
    int low, high;

    if (!words)
        return false;
    int numbers = sscanf(words, "truncated product, %d to %d", &low, &high);

    return numbers == 2 ? low <= columns && columns <= high : low == columns;
}

static bool has_product(int line)
{
    return line == OPERATIONS_MUL || line == OPERATIONS_MUL_ADD ||
           line == OPERATIONS_MUL_RECIPROCAL;
}

// With p - 2 columns nothing is lost but the last bit of an odd product, which is chopped
// anyway.
static void truncated_products_are_found(void **state)
{
    static struct operations_asked asked;
    char want[64];

    (void) state;
    for (size_t i = 0; i < OPERATIONS_ASKED_FORMATS; i++) {
        for (int columns = 0;
             columns <= 8 && columns < operations_asked_formats[i].precision - 2;
             columns++) {
            struct traits traits = TRAITS_NONE(
                operations_asked_model_of(operations_asked_formats[i], FP_RNE));

            traits.multiplier = columns;
            snprintf(want, sizeof(want), "truncated product, %d column%s", columns,
                     columns == 1 ? "" : "s");
            for (int line = 0; line < OPERATIONS_LINES; line++) {
                operations_asked_judged(&asked, line, &traits);
                const struct finding *finding = &asked.finding;
                bool named = strstr(finding->answer, want) != NULL;
                bool few = line == OPERATIONS_MUL_RECIPROCAL && columns > 4;

                if (has_product(line) && !few && !named)
                    fail_msg("want %s: %s", want,
                             operations_asked_place(&asked, &traits));
                if (has_product(line) && !names_columns(finding->answer, columns))
                    fail_msg("want %s: %s", want,
                             operations_asked_place(&asked, &traits));
                bool departs = line == OPERATIONS_MUL || line == OPERATIONS_MUL_ADD;

                if (line == OPERATIONS_MUL_RECIPROCAL)
                    departs = -finding->error_min_ulp > 5.5;
                if (finding->departs != departs)
                    fail_msg("%d columns: %s", columns,
                             operations_asked_place(&asked, &traits));
                if (!has_product(line) && strstr(finding->answer, "truncated"))
                    fail_msg("%d columns: %s", columns,
                             operations_asked_place(&asked, &traits));
                if (!asked.known ||
                    (line == OPERATIONS_MUL && asked.found.multiplier != columns))
                    fail_msg("%d columns: %s", columns,
                             operations_asked_place(&asked, &traits));
            }
        }
    }
}

static void reciprocals_are_found(void **state)
{
    static struct operations_asked asked;

    (void) state;
    for (size_t i = 0; i < OPERATIONS_ASKED_FORMATS; i++) {
        for (int round = 0; round < FP_CHOP_G0; round++) {
            struct traits traits = TRAITS_NONE(operations_asked_model_of(
                operations_asked_formats[i], (enum fp_round) round));

            traits.by_reciprocal = true;
            for (int line = 0; line < OPERATIONS_LINES; line++) {
                operations_asked_judged(&asked, line, &traits);
                bool named = !strcmp(asked.finding.answer, "a * (1 / b)");

                if (named != (line == OPERATIONS_DIV) || !asked.known ||
                    (named && asked.finding.survivors != RULE(round)) ||
                    (round == FP_RNE && asked.finding.departs != named))
                    fail_msg("%s", operations_asked_place(&asked, &traits));
            }
        }
    }
}

static void check_fusing(const struct traits *traits, int line, enum form form,
                         const char *want, bool departs)
{
    static struct operations_asked asked;

    operations_asked_make(&asked, line, traits, form);
    operations_asked_judge(&asked);
    if (want && strcmp(asked.finding.answer, want) != 0)
        fail_msg("want %s: %s", want, operations_asked_place(&asked, traits));
    if (traits->model.round == FP_RNE && asked.finding.departs != departs)
        fail_msg("%s", operations_asked_place(&asked, traits));
    if (asked.finding.survivors != same_rules(line, traits->model.round))
        fail_msg("%s", operations_asked_place(&asked, traits));
}

// fma() in two steps, a * b + c in one; the other lines know of neither.
static void fusing_is_found(void **state)
{
    char separate[32], fused[32];

    (void) state;
    for (size_t i = 0; i < OPERATIONS_ASKED_FORMATS; i++) {
        for (int round = 0; round < FP_CHOP_G0; round++) {
            struct traits apart = TRAITS_NONE(operations_asked_model_of(
                operations_asked_formats[i], (enum fp_round) round));
            struct traits contracting = apart;

            apart.fma_separate = true;
            contracting.contracts = 1;
            snprintf(separate, sizeof(separate), "%s, separate",
                     fp_round_name((enum fp_round) round));
            snprintf(fused, sizeof(fused), "%s, fused",
                     fp_round_name((enum fp_round) round));
            check_fusing(&apart, OPERATIONS_FMA, FORM_PLAIN, separate, false);
            check_fusing(&apart, OPERATIONS_FMA, FORM_PRECISE, separate, true);
            check_fusing(&apart, OPERATIONS_MUL_ADD, FORM_PLAIN, separate, false);
            check_fusing(&contracting, OPERATIONS_FMA, FORM_PLAIN, fused, false);
            check_fusing(&contracting, OPERATIONS_MUL_ADD, FORM_PLAIN, fused, false);
            check_fusing(&contracting, OPERATIONS_MUL_ADD, FORM_PRECISE, fused, true);
            check_fusing(&apart, OPERATIONS_MUL_ADD, FORM_PRECISE, separate, false);
            for (int line = 0; line < OPERATIONS_LINES; line++) {
                if (line == OPERATIONS_FMA || line == OPERATIONS_MUL_ADD)
                    continue;
                check_fusing(&apart, line, FORM_PLAIN, NULL, false);
                check_fusing(&contracting, line, FORM_PLAIN, NULL, false);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_is_found),
        cmocka_unit_test(truncated_products_are_found),
        cmocka_unit_test(reciprocals_are_found),
        cmocka_unit_test(fusing_is_found),
    };
    return cmocka_run_group_tests_name("operations", tests, NULL, NULL);
}
