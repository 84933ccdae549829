// SPDX-License-Identifier: MIT
//
// The probe operations: what is judged of a device's answers must be the traits by which
// they were computed, at every precision. test_operation_exact.c holds the answers
// against MPFR.

#include "base/fp.h"
#include "tests/probe/asked.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "operations" };

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
    struct traits traits = asked_traits(format, round);
    uint32_t want = same_rules(line, round);
    struct inquiry *asked = asked_judged(line, &traits, FORM_PLAIN);
    const struct finding *finding = &asked->finding;
    const char *answer = said_answer(finding), *name = verdict_rounding(want);
    bool in_two = line == OPERATIONS_MUL_RECIPROCAL;

    asked_check(finding->survivors == want && asked->reproduced, asked, &traits);
    asked_check(finding->deviates == (!asked_is_lenient(line) && !(want & RULE(FP_RNE))),
                asked, &traits);
    if (round == FP_RNE && !in_two)
        asked_check(finding->agree == ASKED_COUNT, asked, &traits);
    if (round == FP_RNE && in_two && format.precision >= 11)
        asked_check(finding->agree <= ASKED_COUNT - 20, asked, &traits);
    asked_check(!strncmp(answer, name, strlen(name)), asked, &traits);
    if (line == OPERATIONS_FMA)
        assert_non_null(strstr(answer, ", fused"));
    if (line == OPERATIONS_MUL_ADD)
        assert_non_null(strstr(answer, ", separate"));
}

TEST(every_rule_is_found)
{
    for (size_t i = 0; i < ASKED_FORMATS; i++)
        for (int round = (int) i % 3; round < FP_ROUND_COUNT; round += 3)
            for (int line = 0; line < OPERATIONS_EXPRESSIONS; line++)
                check_rule(asked_formats[i], (enum fp_round) round, line);
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

static void check_columns(const struct traits *traits, int line, const char *want)
{
    struct inquiry *asked = asked_judged(line, traits, FORM_PLAIN);
    const struct finding *finding = &asked->finding;
    const char *answer = said_answer(finding);
    bool reciprocal = line == OPERATIONS_MUL_RECIPROCAL;
    bool deviates = reciprocal ? -finding->error_min_ulp > 5.5
                               : line == OPERATIONS_MUL || line == OPERATIONS_MUL_ADD;

    if (has_product(line) && !(reciprocal && traits->multiplier > 4))
        asked_check(strstr(answer, want) != NULL, asked, traits);
    asked_check(has_product(line) ? names_columns(answer, traits->multiplier)
                                  : !strstr(answer, "truncated"),
                asked, traits);
    asked_check(finding->deviates == deviates && asked->reproduced, asked, traits);
    if (line == OPERATIONS_MUL)
        asked_check(asked->found.multiplier == traits->multiplier, asked, traits);
}

// With p - 2 columns nothing is lost but the last bit of an odd product, which is chopped
// anyway.
TEST(truncated_products_are_found)
{
    for (size_t i = 0; i < 9 * ASKED_FORMATS; i++) {
        struct traits traits = asked_traits(asked_formats[i / 9], FP_RNE);
        int columns = i % 9;
        char want[64];

        if (columns >= traits.model.format.precision - 2)
            continue;
        traits.multiplier = columns;
        snprintf(want, sizeof want, "truncated product, %d column%s", columns,
                 columns == 1 ? "" : "s");
        for (int line = 0; line < OPERATIONS_EXPRESSIONS; line++)
            check_columns(&traits, line, want);
    }
}

TEST(reciprocals_are_found)
{
    for (size_t i = 0; i < ASKED_FORMATS * FP_CHOP_G0; i += 2) {
        enum fp_round round = (enum fp_round)(i % FP_CHOP_G0);
        struct traits traits = asked_traits(asked_formats[i / FP_CHOP_G0], round);

        traits.by_reciprocal = true;
        for (int line = 0; line < OPERATIONS_EXPRESSIONS; line++) {
            struct inquiry *asked = asked_judged(line, &traits, FORM_PLAIN);
            bool named = !strcmp(said_answer(&asked->finding), "a * (1 / b)");

            asked_check(named == (line == OPERATIONS_DIV) && asked->reproduced, asked,
                        &traits);
            asked_check(!named || asked->finding.survivors == RULE(round), asked,
                        &traits);
            asked_check(round != FP_RNE || asked->finding.deviates == named, asked,
                        &traits);
        }
    }
}

static void check_fusing(const struct traits *traits, int line, enum form form,
                         const char *want, bool deviates)
{
    struct inquiry *asked = asked_judged(line, traits, form);
    enum fp_round round = traits->model.round;
    char answer[32];

    snprintf(answer, sizeof answer, "%s, %s", fp_round_name(round), want);
    asked_check(!*want || !strcmp(said_answer(&asked->finding), answer), asked, traits);
    asked_check(round != FP_RNE || asked->finding.deviates == deviates, asked, traits);
    asked_check(asked->finding.survivors == same_rules(line, round), asked, traits);
}

// FMAD of compute capability 1.x: fma(), and a * b + c where it is fused. In few bits
// fewer columns do.
TEST(truncating_multiply_adds_are_found)
{
    for (size_t i = 0; i < ASKED_FORMATS; i++) {
        struct traits traits = asked_traits(asked_formats[i], FP_RNE);
        char want[64];

        traits.mad = true;
        traits.contracts = 1;
        int p = traits.model.format.precision;
        snprintf(want, sizeof want, "rne, separate, truncated product, %d columns",
                 p - 1);
        size_t looked = p < 24 ? strcspn(want, "0123456789") : sizeof want;
        for (int line = 0; line < OPERATIONS_EXPRESSIONS; line++) {
            struct inquiry *asked = asked_judged(line, &traits, FORM_PLAIN);
            const char *answer = said_answer(&asked->finding);
            bool fused = line == OPERATIONS_FMA || line == OPERATIONS_MUL_ADD;

            asked_check(fused ? !strncmp(answer, want, looked)
                              : !strstr(answer, "truncated"),
                        asked, &traits);
            asked_check(asked->reproduced, asked, &traits);
        }
    }
}

// fma() in two steps, a * b + c in one; the other lines know of neither.
TEST(fusing_is_found)
{
    for (size_t i = 0; i < ASKED_FORMATS * FP_CHOP_G0; i += 2) {
        struct traits apart =
            asked_traits(asked_formats[i / FP_CHOP_G0], (enum fp_round)(i % FP_CHOP_G0));
        struct traits contracting = apart;

        apart.fma_separate = true;
        contracting.contracts = 1;
        for (int line = 0; line < OPERATIONS_EXPRESSIONS; line++) {
            bool fma = line == OPERATIONS_FMA;

            if (!fma && line != OPERATIONS_MUL_ADD) {
                check_fusing(&apart, line, FORM_PLAIN, "", false);
                check_fusing(&contracting, line, FORM_PLAIN, "", false);
                continue;
            }
            check_fusing(&apart, line, FORM_PLAIN, "separate", false);
            check_fusing(&apart, line, FORM_PRECISE, "separate", fma);
            check_fusing(&contracting, line, FORM_PLAIN, "fused", false);
            check_fusing(&contracting, line, FORM_PRECISE, "fused", !fma);
        }
    }
}

// A quotient by a reciprocal has a product that may be truncated. A fused product cannot
// be truncated.
TEST(two_defects_are_found)
{
    static const struct {
        int line;
        bool reciprocal, fuses, separate;
        const char *answer;
    } cases[] = {
        { OPERATIONS_DIV, true, false, false,
          "a * (1 / b), truncated product, 2 columns" },
        { OPERATIONS_MUL_ADD, false, true, false, "rne, fused" },
        { OPERATIONS_MUL, false, true, false, "truncated product, 2 columns" },
        { OPERATIONS_FMA, false, false, true,
          "rne, separate, truncated product, 2 columns" },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct traits traits = look_traits(24, FP_RNE);

        traits.multiplier = 2;
        traits.by_reciprocal = cases[i].reciprocal;
        traits.contracts = cases[i].fuses;
        traits.fma_separate = cases[i].separate;
        struct inquiry *asked = asked_judged(cases[i].line, &traits, FORM_PLAIN);

        asked_check(!strcmp(said_answer(&asked->finding), cases[i].answer), asked,
                    &traits);
        asked_check(asked->reproduced, asked, &traits);
    }
}

#define UNKNOWN VERDICT_INSIDE_UNKNOWN

// A product and a sum, fused or kept in more bits inside, with what is known of these.
// `keeps`: the bits that the device keeps. `fma`: the answer of fma(), NULL: the same.
static const struct kept {
    int p;
    enum fp_round round;
    int known, keeps; // bits
    bool fuses;
    const char *answer, *fma;
} kept[] = {
    { 24, FP_RNE, 64, 64, false, "rne, separate with 64 bits inside", NULL },
    { 24, FP_RNE, 64, 0, true, "rne, fused", NULL },
    { 24, FP_RNE, 64, 0, false, "rne, separate", "rne, fused" },
    { 53, FP_RTZ, 64, 64, false, "rtz, separate with 64 bits inside", NULL },
    { 24, FP_RTZ, 64, 64, false, "rtz, fused or kept in more bits inside", NULL },
    { 24, FP_RTZ, 64, 0, true, "rtz, fused or kept in more bits inside", NULL },
    { 11, FP_RNE, 64, 64, false, "rne, fused or kept in more bits inside", NULL },
    { 11, FP_RNE, 16, 16, false, "rne, separate with 16 bits inside", NULL },
    { 11, FP_RNE, 16, 0, true, "rne, fused", NULL },
    { 24, FP_RNE, UNKNOWN, 64, false, "rne, separate with more bits inside", NULL },
    { 24, FP_RNE, UNKNOWN, 0, true, "rne, fused", NULL },
    { 11, FP_RNE, UNKNOWN, 0, true, "rne, fused or kept in more bits inside", NULL },
    { 24, FP_RNE, 100, 0, true, "rne, fused or kept in more bits inside", NULL },
};

static void check_kept(const struct kept *at, int line, enum form form)
{
    bool fma = line == OPERATIONS_FMA;
    const char *want = fma && at->fma ? at->fma : at->answer;
    struct traits traits = look_traits(at->p, at->round);

    traits.inside_bits = at->keeps;
    traits.contracts = at->fuses;
    struct inquiry *asked = asked_line(line, &traits);

    asked->params.form = form;
    asked->params.inside_bits = at->known;
    const struct finding *finding = inquiry_judge(asked);
    bool named = strstr(want, fma ? "separate" : "fused") && !strstr(want, " or ");
    bool kept_inside = strstr(want, "inside") && !strstr(want, " or ");
    bool deviates =
        at->round != FP_RNE || (form == FORM_PRECISE && (named || kept_inside));

    asked_check(!strcmp(said_answer(finding), want), asked, &traits);
    asked_check(finding->survivors & RULE(at->round), asked, &traits);
    asked_check(finding->deviates == deviates && asked->reproduced, asked, &traits);
}

TEST(fused_or_kept)
{
    for (size_t i = 0; i < COUNT_OF(kept); i++)
        for (int line = OPERATIONS_FMA; line <= OPERATIONS_MUL_ADD; line++) {
            check_kept(&kept[i], line, FORM_PLAIN);
            check_kept(&kept[i], line, FORM_PRECISE);
        }
}

// In all bits of a float, where mediump is not heeded.
TEST(wide_or_kept)
{
    static const struct {
        int known;
        const char *answer;
    } wide[] = {
        { 0, "rtz, fused, in 24 bits" },
        { 64, "rtz, fused or kept in more bits inside, in 24 bits" },
        { VERDICT_INSIDE_UNKNOWN, "rtz, fused or kept in more bits inside, in 24 bits" },
    };
    struct traits narrow = asked_traits((struct fp_format){ 11, 15 }, FP_RTZ);
    struct traits single = asked_traits(FP_BINARY32, FP_RTZ);

    for (size_t i = 0; i < COUNT_OF(wide); i++) {
        struct inquiry *asked = asked_line(OPERATIONS_FMA, &narrow);

        inquiry_answer(asked, OPERATIONS_FMA, &single);
        asked->params.inside_bits = wide[i].known;
        asked_check(!strcmp(said_answer(inquiry_judge(asked)), wide[i].answer), asked,
                    &single);
    }
}
