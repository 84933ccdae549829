// SPDX-License-Identifier: MIT

#include "base/memory.h"
#include "golden/golden.h"
#include "probe/expressions.h"
#include "probe/probe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CLASS_BITS 6

uint64_t golden_by_class(const struct facts *device, const struct result *result)
{
    const struct probe *probe = probe_find(result->probe);
    uint64_t by_class = 0;

    if (!probe || (!device->software && !device->simulated))
        return 0;
    for (int i = 0; i < result->finding_count && i < 64; i++) {
        int expression = expressions_find(probe, result->findings[i].id);

        if (expression >= 0 && probe->expressions->list[expression].by_processor)
            by_class |= UINT64_C(1) << i;
    }
    return by_class;
}

// Sets the errors by which an answer is compared by class, if the finding has any. That
// of a rounding model is less than an ulp.
static void read_class_errors(const struct finding *finding, struct golden_answer *answer)
{
    if (finding_is_of(finding, FINDING_RULE))
        answer->ulp = 1;
    for (int i = 0; i < FINDING_ANSWERS && finding->answer[i].kind; i++) {
        const struct finding_remark *remark = &finding->answer[i];

        if (remark->kind->class != FINDING_ULP)
            continue;
        if (!finding_is_absolute(remark->kind)) {
            answer->ulp = fmax(remark->value, 1);
        } else if (remark->value > 0 && remark->value < 1) {
            answer->absolute_bits = -log2(remark->value);
            answer->ulp = fmax(answer->ulp, 1);
        }
    }
}

static void read_finding(const struct finding *finding, bool by_class,
                         struct golden_answer *answer)
{
    *answer = (struct golden_answer){
        .deviates = finding->deviates,
        .unsupported = finding_is_of(finding, FINDING_UNSUPPORTED),
        .cases = finding->cases,
        .agree = finding->agree,
    };
    snprintf(answer->id, sizeof answer->id, "%s", finding->id);
    memcpy(answer->line, finding->expression, sizeof answer->line);
    finding_text(finding, answer->says, sizeof answer->says);
    if (by_class)
        read_class_errors(finding, answer);
}

static void read_verdict(const struct verdict *verdict,
                         char (*text)[sizeof((struct golden_reading *) 0)->verdict[0]])
{
    const size_t size = sizeof *text;

    if (verdict->fraction_bits >= 0)
        snprintf(text[GOLDEN_BITS], size, "%d", verdict->fraction_bits + 1);
    if (verdict->foreign.known || verdict->survivors)
        verdict_adder(verdict, text[GOLDEN_ROUNDING], size);
    if (verdict->survivors)
        verdict_survivors_text(verdict->survivors, text[GOLDEN_MODELS], size);
    if (verdict->emax >= 0)
        snprintf(text[GOLDEN_EXPONENT], size, "%s%d",
                 verdict->emax_at_least ? "at least " : "", verdict->emax);
    if (verdict->subnormals != SUBNORMALS_UNKNOWN)
        snprintf(text[GOLDEN_SUBNORMALS], size, "%s",
                 subnormals_name(verdict->subnormals));
    if (verdict->overflow != OVERFLOW_AS_MODEL)
        snprintf(text[GOLDEN_OVERFLOW], size, "%s", overflow_name(verdict->overflow));
}

void golden_reading_of(const struct result *result, uint64_t by_class,
                       struct golden_reading *reading)
{
    *reading = (struct golden_reading){ .status = result->verdict.status,
                                        .count = result->finding_count };
    if (reading->status == STATUS_OK)
        read_verdict(&result->verdict, reading->verdict);
    if (reading->count > 0)
        reading->answers = memory_new((size_t) reading->count, sizeof *reading->answers);
    for (int i = 0; i < reading->count; i++)
        read_finding(&result->findings[i], by_class >> (i & 63) & 1,
                     &reading->answers[i]);
}

static bool same_class(const struct golden_answer *want, const struct golden_answer *got)
{
    if (want->unsupported != got->unsupported)
        return false;
    if (want->ulp <= 0 || got->ulp <= 0)
        return true;
    return fabs(log2(want->ulp) - log2(got->ulp)) <= CLASS_BITS &&
           (want->absolute_bits > 0) == (got->absolute_bits > 0) &&
           fabs(want->absolute_bits - got->absolute_bits) <= CLASS_BITS;
}

bool golden_same_answer(const struct golden_answer *want, const struct golden_answer *got,
                        bool by_class)
{
    if (strcmp(want->id, got->id) != 0 || want->deviates != got->deviates)
        return false;
    return by_class ? same_class(want, got)
                    : !strcmp(want->says, got->says) && want->cases == got->cases &&
                          want->agree == got->agree;
}
