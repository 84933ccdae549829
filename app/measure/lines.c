// SPDX-License-Identifier: MIT

#include "measure/lines.h"

#include "base/log.h"
#include "device/device.h"
#include "measure/again.h"
#include "probe/lines.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whom the lines were compared with.
static void name_references(struct result *result)
{
    for (int i = 0; i < result->finding_count; i++)
        verdict_name_once(result->reference, sizeof(result->reference),
                          result->findings[i].reference);
}

// The lines of a picture. What was found of each stands in the findings; the verdict is
// that there is an answer.
static bool judge_lines(const struct device *device, const struct probe *probe,
                        const struct probe_params *params, const struct unit *reference,
                        struct measurement *measurement)
{
    struct result *result = &measurement->result;
    int count = probe->lines->count;
    const struct facts_claim *claim =
        &device->facts.claimed[params->stage][params->precision];

    result->findings = calloc((size_t) count, sizeof(*result->findings));
    if (!result->findings) {
        log_error("no memory for the findings of %s", probe->name);
        return false;
    }
    result->finding_count = count;
    result->verdict = verdict_unknown(STATUS_OK);
    if (!lines_judge(probe, params, claim, &measurement->got, reference, result->findings,
                     &result->difference))
        return false;
    name_references(result);
    return true;
}

bool measure_lines(struct device *device, const struct probe *probe,
                   const struct probe_params *params, const struct unit *reference,
                   struct measurement *measurement)
{
    struct result *result = &measurement->result;
    struct verdict spoilt = verdict_unknown(STATUS_OK);
    fenv_t found;

    if (measure_again(device, probe, params, &measurement->got, &spoilt) == DEVICE_BROKEN)
        return false;
    pixels_sha256(&measurement->got, result->sha256);
    result->verdict = spoilt;
    if (spoilt.status != STATUS_OK)
        return true;
    fegetenv(&found);
    fesetenv(FE_DFL_ENV);
    bool ok = judge_lines(device, probe, params, reference, measurement);

    fesetenv(&found);
    if (ok && result->difference.mismatches)
        measure_say_again(device, probe, result, &result->difference);
    return ok;
}

bool measure_note_finding(struct result *result)
{
    static const char *const subnormals[] = { [SUBNORMALS_UNKNOWN] = "unknown",
                                              [SUBNORMALS_KEPT] = "kept",
                                              [SUBNORMALS_FLUSHED] = "flushed" };
    const struct verdict *verdict = &result->verdict;
    const struct difference *difference = &result->difference;
    struct finding *finding = calloc(1, sizeof(*finding));

    if (!finding) {
        log_error("no memory for the finding of %s", result->probe);
        return false;
    }
    snprintf(finding->line, sizeof(finding->line), "%s (picture)", result->probe);
    snprintf(finding->answer, sizeof(finding->answer), "%s",
             verdict->status == STATUS_OK ? subnormals[verdict->subnormals]
                                          : status_name(verdict->status));
    finding->departs = verdict->subnormals == SUBNORMALS_FLUSHED;
    finding->survivors = verdict->survivors;
    finding->cases = finding->compared = difference->pixels;
    finding->agree = difference->pixels - difference->mismatches;
    finding->mismatches = difference->mismatches;
    snprintf(finding->reference, sizeof(finding->reference), "%.15s", result->reference);
    if (verdict->survivors != VERDICT_ALL_RULES)
        verdict_survivors_text(verdict->survivors, finding->detail,
                               sizeof(finding->detail));
    result->findings = finding;
    result->finding_count = 1;
    return true;
}
