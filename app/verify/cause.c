// SPDX-License-Identifier: MIT

#include "base/cause.h"
#include "measure/measure.h"
#include "verify/private.h"

#include <string.h>

// Returns true if `reason` is that of `verdict` with a cause, in today's words or in
// those from before the probe of causes.
static bool is_with_cause(const struct verdict *verdict, const struct verdict *written)
{
    static const char earlier[] = ": the sum was simplified away";
    struct verdict named = *verdict;
    size_t length = strlen(verdict->reason);

    cause_name(&named, written);
    return !strcmp(named.reason, written->reason) ||
           (!strncmp(verdict->reason, written->reason, length) &&
            !strcmp(written->reason + length, earlier));
}

// Takes the cause of an unstable result as it is written, if it is a possible one,
// because only the first of the two renders is stored. Earlier reports name the guard
// for expressions too.
static void adopt_unstable(const struct result *written, struct verdict *verdict)
{
    static const char *const causes[] = { CAUSE_NOT_REPEATED, CAUSE_SMALLER,
                                          CAUSE_GUARD };
    int count = written->form == FORM_GUARDED ? 3 : 2;

    for (int i = 0; i < count; i++)
        if (verdict->status == STATUS_UNSTABLE &&
            written->verdict.status == STATUS_UNSTABLE &&
            !strcmp(written->verdict.reason, causes[i]))
            memcpy(verdict->reason, written->verdict.reason, sizeof verdict->reason);
}

// Versions before the probe of causes called every unrounded sum folded.
void verify_adopt_cause(const struct verify_work *work, const struct result *written,
                        struct verdict *verdict)
{
    adopt_unstable(written, verdict);
    if (verdict->status != STATUS_UNROUNDED || !cause_is_shown(&written->verdict, true) ||
        !is_with_cause(verdict, &written->verdict))
        return;
    for (int i = 0; i < work->written->count; i++) {
        const struct probe *probe = probe_find(work->written->results[i].probe);

        if (probe && probe->finds_excess)
            return;
    }
    verdict->status = written->verdict.status;
    verdict->inside_bits = written->verdict.inside_bits;
    memcpy(verdict->reason, written->verdict.reason, sizeof verdict->reason);
}

void verify_adopt_inside(const struct survey_known *known, const struct result *written,
                         struct probe_params *params)
{
    if (params->inside_bits == VERDICT_INSIDE_UNKNOWN ||
        !survey_known_tells(known, params->form))
        params->inside_bits = written->inside_bits;
}

void verify_adopt_mixed(const struct probe *probe, const struct probe_params *params,
                        const struct result *written, const struct pixels *got,
                        struct result *result)
{
    struct verdict mixed;

    if (written->verdict.status != STATUS_EXCESS || !got->words ||
        !measure_is_mixed(probe, params, got, &mixed) ||
        !verdict_same_reason(&mixed, &written->verdict))
        return;
    result->verdict = mixed;
    result->reference[0] = '\0';
    result->difference = (struct difference){ 0 };
}
