// SPDX-License-Identifier: MIT
//
// Devices without a defect, of each probe, in each format and by each rounding model. An
// expression deviates only where the model alone is the reason.

#include "base/fp.h"
#include "base/verdict.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "tests/probe/asked.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <string.h>

static struct group this_group = { .name = "clean" };

#define TO_NEAREST                                                        \
    (VERDICT_RULE(FP_RNE) | VERDICT_RULE(FP_RNA) | VERDICT_RULE(FP_RNZ) | \
     VERDICT_RULE(FP_RNU) | VERDICT_RULE(FP_RND) | VERDICT_RULE(FP_RNO))

// The expressions that deviate by the rounding model alone. Sums show all 21 models.
// Results that are rounded once show eleven of them. Quotients and roots are never ties,
// so that every model to nearest gives the results of IEEE 754.
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

static bool deviates_by_rule(const char *probe, const char *line, enum fp_round round)
{
    enum fp_round last = fp_round_last(round);

    for (size_t i = 0; i < COUNT_OF(by_rule); i++) {
        if (strcmp(by_rule[i].probe, probe) != 0 || strcmp(by_rule[i].line, line) != 0)
            continue;
        return by_rule[i].rounded == SUM    ? round != FP_RNE
               : by_rule[i].rounded == ONCE ? last != FP_RNE
                                            : !(TO_NEAREST & VERDICT_RULE(last));
    }
    return false;
}

static void check_device(const struct probe *probe, struct fp_format format,
                         enum fp_round round)
{
    struct probe_params params = look_usual(format);
    struct traits traits = TRAITS_NONE(params.model);

    params.readout = probe->expressions->readout;
    params.model.round = traits.model.round = round;
    if (expressions_unsupported(probe, &params))
        return;
    const struct finding *findings = look(probe, &params, &traits);

    for (int line = 0; line < probe->expressions->count; line++) {
        const struct finding *finding = &findings[line];

        if (finding->deviates !=
                deviates_by_rule(probe->name, finding->expression, round) ||
            !said_answer(finding)[0])
            fail_msg("%s, %s, p=%d emax=%d, %s: %s%s; %s", probe->name,
                     fp_round_name(round), format.precision, format.emax,
                     finding->expression, said_answer(finding),
                     finding->deviates ? ", deviates" : "", said_detail(finding));
    }
}

// Every seventh rounding model, others at the next format.
TEST(devices)
{
    for (int i = 0; i < probe_count; i++)
        for (int k = 0; k < ASKED_FORMATS && probe_list[i]->expressions; k++)
            for (int round = (i + k) % 7; round < FP_ROUND_COUNT; round += 7)
                check_device(probe_list[i], asked_formats[k], (enum fp_round) round);
}
