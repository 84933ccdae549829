// SPDX-License-Identifier: MIT

#include "survey/private.h"

#include <stdio.h>
#include <string.h>

bool survey_open_reference(struct reference *reference, const char *kind,
                           struct report *report)
{
    if (kind && !reference_open_named(reference, kind))
        return false;
    if (!kind)
        reference_open(reference, NULL);
    snprintf(report->reference_kind, sizeof report->reference_kind, "%s",
             reference->kind);
    snprintf(report->reference_name, sizeof report->reference_name, "%s",
             reference->name);
    report->tried_count = reference->tried_count;
    for (int i = 0; i < reference->tried_count; i++) {
        struct report_try *tried = &report->tried[i];

        snprintf(tried->kind, sizeof tried->kind, "%s", reference->tried[i].kind);
        snprintf(tried->reason, sizeof tried->reason, "%s", reference->tried[i].reason);
    }
    return true;
}

void survey_name_intrinsic(struct report *report, const char *unit)
{
    const struct verdict *headline = &report->headline;
    struct fp_model model = { { headline->fraction_bits + 1,
                                headline->emax > 0 ? headline->emax : 127 },
                              FP_RNE,
                              false,
                              false };
    long pixels = 0, mismatches = 0;

    while (model.round < FP_ROUND_COUNT &&
           headline->survivors != VERDICT_RULE(model.round))
        model.round++;
    const char *intrinsic = reference_intrinsic(&model);

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (report_has_expressions(result) || result->stage != report->headline_stage ||
            result->precision != report->headline_precision ||
            result->verdict.status != STATUS_OK || strcmp(result->reference, unit) != 0)
            continue;
        pixels += result->difference.pixels;
        mismatches += result->difference.mismatches;
    }
    if (intrinsic && pixels > 0)
        snprintf(report->equals, sizeof report->equals,
                 "addition = %s on %ld of %ld pixels", intrinsic, pixels - mismatches,
                 pixels);
}
