// SPDX-License-Identifier: MIT
//
// The whole personality of devices whose every trait is known. One without a defect
// deviates from IEEE 754 nowhere; one that rounds otherwise, only on the lines of what it
// rounds; one with a defect differs from the same without it where defects.c says, and in
// no other word or number of its report.

#include "base/fp.h"
#include "base/verdict.h"
#include "report/report.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"
#include "tests/survey/defects.h"
#include "tests/survey/traces.h"

#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "defects" };

#define TO_NEAREST                                                        \
    (VERDICT_RULE(FP_RNE) | VERDICT_RULE(FP_RNA) | VERDICT_RULE(FP_RNZ) | \
     VERDICT_RULE(FP_RNU) | VERDICT_RULE(FP_RND) | VERDICT_RULE(FP_RNO))

static void check_headline(const char *id, const struct report *report,
                           enum fp_round round, int precision)
{
    const struct verdict *verdict = &report->headline;
    char text[200];

    verdict_text(verdict, text, sizeof text);
    if (verdict->status != STATUS_OK || verdict->survivors != VERDICT_RULE(round) ||
        verdict->fraction_bits != precision - 1 ||
        report->headline_precision != PRECISION_HIGHP)
        fail_msg("%s: headline: %s", id, text);
}

// The expressions that deviate by the rounding model alone. Sums show all 21 models.
// Results that are rounded once show eleven of them. Quotients and roots are never ties,
// so that every model to nearest gives the results of IEEE 754. GLSL lets 1.0 / a,
// inversesqrt(a) and a * (1.0 / b) be as far off as any model is. Functions, conversions
// and claims do not depend on the model.
enum rounded { SUM, ONCE, NO_TIES };
static const struct by_rule {
    const char *probe, *line;
    enum rounded rounded;
} by_rule[] = {
    { "operations", "a + b", SUM },
    { "operations", "a - b", SUM },
    { "operations", "a * b + c", SUM },
    { "operations", "a * b", ONCE },
    { "operations", "fma(a, b, c)", ONCE },
    { "operations", "a / b", NO_TIES },
    { "operations", "sqrt(a)", NO_TIES },
    { "integers", "float(int), rounded", ONCE },
    { "integers", "float(uint), rounded", ONCE },
};

static const struct by_rule *find_by_rule(const char *probe, const char *line)
{
    for (int i = 0; i < (int) COUNT_OF(by_rule); i++)
        if (!strcmp(by_rule[i].probe, probe) && !strcmp(by_rule[i].line, line))
            return &by_rule[i];
    return NULL;
}

static bool deviates_by_rule(const struct by_rule *what, enum fp_round round)
{
    enum fp_round last = fp_round_last(round);

    if (!what || round == FP_RNE)
        return false;
    return what->rounded == SUM    ? true
           : what->rounded == ONCE ? last != FP_RNE
                                   : !(TO_NEAREST & VERDICT_RULE(last));
}

// Returns how many findings deviate.
static long check_deviations(const char *id, const struct report *report,
                             enum fp_round round)
{
    long count = 0;

    for (int at = 0; at < report->count; at++) {
        const struct result *result = &report->results[at];

        for (int line = 0; line < result->finding_count; line++) {
            const struct finding *finding = &result->findings[line];
            const struct by_rule *what = find_by_rule(result->probe, finding->expression);
            bool deviates = deviates_by_rule(what, round);
            enum fp_round is =
                what && what->rounded == SUM ? round : fp_round_last(round);
            char place[200];

            if (finding->deviates != deviates ||
                (deviates && (!(finding->survivors & VERDICT_RULE(is)) ||
                              finding->survivors & VERDICT_RULE(FP_RNE))))
                fail_msg("%s: %s: '%s'%s, survivors 0x%x; %s", id,
                         traces_place(report, at, line, place, sizeof place),
                         said_answer(finding), finding->deviates ? ", deviates" : "",
                         finding->survivors, said_detail(finding));
            count += deviates;
        }
    }
    return count;
}

static long check_sound(const char *id, enum fp_round round, int precision, int stage)
{
    struct report report = traces_ask(id, stage);
    long count = check_deviations(id, &report, round);

    check_headline(id, &report, round, precision);
    report_finish(&report);
    return count;
}

// The first at all stages, the others for fragments.
TEST(clean)
{
    static const struct {
        const char *id;
        int precision;
    } cases[] = {
        { DEFECTS_BASE, 24 },
        { "fake:rne,p=11,emax=15", 11 },
        { "fake:rne,p=8,mediump=5", 8 },
    };

    for (int i = 0; i < (int) COUNT_OF(cases); i++)
        assert_int_equal(check_sound(cases[i].id, FP_RNE, cases[i].precision,
                                     i == 0 ? -1 : STAGE_FRAGMENT),
                         0);
}

// Asked at all stages, pictures tell the rule at the first alone; the same must deviate.
TEST(rules)
{
    for (int round = 0; round < FP_ROUND_COUNT; round++) {
        char id[80];

        snprintf(id, sizeof id, "fake:%s,mediump=11",
                 fp_round_name((enum fp_round) round));
        check_sound(id, (enum fp_round) round, 24, round % STAGE_COUNT);
    }
    check_sound("fake:rdn", FP_RDN, 24, -1);
    check_sound("fake:rna-ns1,mediump=11", FP_RNA_NS1, 24, -1);
    check_sound("fake:chop-g1,p=17", FP_CHOP_G1, 17, STAGE_FRAGMENT);
    check_sound("fake:rtz,p=17,emax=63,double", FP_RTZ, 17, STAGE_FRAGMENT);
    check_sound("fake:rup,p=13,float16", FP_RUP, 13, STAGE_FRAGMENT);
}

static enum fp_round rule_of(const struct defect *defect)
{
    return defect->base && strstr(defect->base, "rtz") ? FP_RTZ : FP_RNE;
}

// At all stages where it shows in some of them alone.
static int stage_of(const struct defect *defect)
{
    for (const struct trace *trace = defect->traces; trace->probe; trace++)
        if (trace->stages)
            return -1;
    return STAGE_FRAGMENT;
}

static void check_alone(const struct defect *defect, int stage,
                        const struct report *clean_report)
{
    char id[160];

    snprintf(id, sizeof id, "%s,%s", defect->base ? defect->base : DEFECTS_BASE,
             defect->word);
    struct report report = traces_ask(id, stage);
    long count = traces_check(id, clean_report, &report, defect->traces);

    struct verdict mediump = report_combine(&report, STAGE_FRAGMENT, PRECISION_MEDIUMP);

    check_headline(id, &report, rule_of(defect), 24);
    assert_int_equal(report.headline.subnormals, strcmp(defect->word, "ftz") != 0
                                                     ? SUBNORMALS_KEPT
                                                     : SUBNORMALS_FLUSHED);
    assert_int_equal(mediump.fraction_bits, 10);
    assert_int_equal(mediump.emax, 15);
    assert_int_equal(mediump.survivors, VERDICT_RULE(rule_of(defect)));
    printf("# %s: shows in %ld places\n", id, count);
    report_finish(&report);
}

enum { BASES = 2, SCOPES = 2 }; // of defects; all stages, and one

TEST(alone)
{
    const char *const ids[BASES] = { DEFECTS_BASE, defects[defects_count - 1].base };
    struct report reports[BASES][SCOPES];

    for (int base = 0; base < BASES; base++) {
        reports[base][0] = traces_ask(ids[base], -1);
        reports[base][1] = traces_ask(ids[base], STAGE_FRAGMENT);
    }
    for (int i = 0; i < defects_count; i++) {
        int stage = stage_of(&defects[i]);

        check_alone(&defects[i], stage, &reports[defects[i].base != NULL][stage >= 0]);
    }
    for (int i = 0; i < BASES * SCOPES; i++)
        report_finish(&reports[i / SCOPES][i % SCOPES]);
}
