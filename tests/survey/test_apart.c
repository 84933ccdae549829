// SPDX-License-Identifier: MIT
//
// Simulated devices whose products are not of one kind with their sums: of more bits,
// rounded by another model, with an overflow and a flush of their own. How sums round is
// named all the same, or the reason says that the range is too small. A sample of all
// combinations is asked.

#include "report/report.h"
#include "survey/survey.h"
#include "tests/shared/group.h"
#include "tests/survey/surveyed.h"

#include <stdio.h>
#include <string.h>

static struct {
    long right, range; // the headline names the sums; or says that the range is too small
} tally;

static int apart_forget(void **state)
{
    tally.right = tally.range = 0;
    return 0;
}

static int apart_print(void **state)
{
    printf("# %ld surveys: %ld right, %ld undecided because of the range, 0 wrong\n",
           tally.right + tally.range, tally.right, tally.range);
    return 0;
}

static struct group this_group = { .name = "apart",
                                   .before = apart_forget,
                                   .after = apart_print };

// The overflow of sums, and of products. "saturate": no result is infinite.
static const char *const sum_overflows[] = { "", ",sum-overflow=infinite",
                                             ",sum-overflow=largest",
                                             ",overflow=saturate" };
static const char *const product_overflows[] = { "", ",product-overflow=infinite",
                                                 ",product-overflow=largest" };

struct combination {
    enum fp_round round;
    int precision, emax;
    bool wide, truncated;         // products of 24 bits, and truncated
    int overflow, products;       // of sum_overflows, of product_overflows
    bool flush, flushes_products; // the same
};

static void id_of(const struct combination *one, char *id, size_t size)
{
    int used = snprintf(id, size, "fake:%s,p=%d,emax=%d,sum-bits=%d,product=%s",
                        fp_round_name(one->round), one->wide ? 24 : one->precision,
                        one->emax, one->precision, one->truncated ? "rtz" : "rne");

    snprintf(id + used, size - (size_t) used, "%s%s%s%s", sum_overflows[one->overflow],
             product_overflows[one->products], one->flush ? ",sum-ftz" : "",
             one->flushes_products ? ",product-ftz" : "");
}

// Right: the sums' model, or, where the range is too small to ask for more, a family with
// it.
static bool is_right(const struct combination *one, const struct verdict *verdict)
{
    uint32_t own = VERDICT_RULE(one->round);
    bool narrow = one->precision > one->emax;

    return verdict->status == STATUS_OK && verdict->fraction_bits == one->precision - 1 &&
           (verdict->survivors == own || (narrow && verdict->survivors & own));
}

static void check_combination(const struct combination *one)
{
    struct survey_options options = SURVEY_DEFAULTS;
    char id[160], survivors[240];

    id_of(one, id, sizeof id);
    options.stage = STAGE_VERTEX;
    options.precision = PRECISION_HIGHP;
    options.form = FORM_GUARDED;
    struct report report = survey_simulated(id, &options);
    const struct verdict *verdict = &report.headline;

    verdict_survivors_text(verdict->survivors, survivors, sizeof survivors);
    if (is_right(one, verdict))
        tally.right++;
    else if (verdict->status == STATUS_UNDECIDED && strstr(verdict->reason, "range"))
        tally.range++;
    else
        fail_msg("%s: %s (%s), %d bits, %s", id, status_name(verdict->status),
                 verdict->reason, verdict->fraction_bits + 1, survivors);
    report_finish(&report);
}

// Combination `i` of all with these sums.
#define COMBINATIONS (2 * 2 * 4 * 3 * 2 * 2)

static struct combination combination_of(enum fp_round round, int precision, int emax,
                                         int i)
{
    return (struct combination){
        .round = round,
        .precision = precision,
        .emax = emax,
        .wide = i & 1,
        .truncated = i >> 1 & 1,
        .flush = i >> 2 & 1,
        .flushes_products = i >> 3 & 1,
        .overflow = i / 16 % 4,
        .products = i / 64,
    };
}

static const int ranges[] = { 127, 31, 15 };

TEST(every_model_is_named)
{
    static const int precisions[] = { 11, 17, 24 };

    for (size_t i = 0; i < COUNT_OF(precisions) * FP_ROUND_COUNT; i += 2) {
        enum fp_round round = (enum fp_round)(i % FP_ROUND_COUNT);
        struct combination one =
            combination_of(round, precisions[i / FP_ROUND_COUNT], 127, 0);

        one.wide = true;
        one.products = 1 + (int) i / 2 % 2;
        check_combination(&one);
    }
    assert_int_equal(tally.range, 0);
}

// The largest number ends in 1/2, so that all stripes beyond the range are of 1/2.
TEST(saturated_at_a_half)
{
    for (int rule = 0; rule < FP_ROUND_COUNT; rule++) {
        struct combination one = combination_of((enum fp_round) rule, 17, 15, 0);

        one.overflow = 3;
        check_combination(&one);
    }
}

TEST(combinations)
{
    for (int i = 0; i < FP_ROUND_COUNT * 15 * 3 * COMBINATIONS; i += 9973) {
        int sums = i / COMBINATIONS;
        struct combination one = combination_of(
            (enum fp_round)(sums % FP_ROUND_COUNT), 10 + sums / FP_ROUND_COUNT % 15,
            ranges[sums / FP_ROUND_COUNT / 15], i % COMBINATIONS);

        check_combination(&one);
    }
}
