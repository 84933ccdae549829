// SPDX-License-Identifier: MIT

#include "report/misread.h"

#include <stdlib.h>

#define REASON                                                                         \
    "no sum that was read back in the same way is possible and stable: the read-back " \
    "may misplace pixels"

// Returns the target of the same read-back: bytes are read back alike, whatever they
// mean.
static enum drawn_target misread_target(const struct result *result)
{
    return result->drawn.target == TARGET_BYTES ? TARGET_RGBA8 : result->drawn.target;
}

static bool is_misread(const struct report *report, enum drawn_target target)
{
    bool doubtful = false;

    for (int i = 0; i < report->count; i++) {
        const struct result *sum = &report->results[i];

        if (report_has_expressions(sum) || misread_target(sum) != target)
            continue;
        if (sum->verdict.status == STATUS_OK)
            return false;
        doubtful = doubtful || sum->verdict.status == STATUS_IMPOSSIBLE ||
                   sum->verdict.status == STATUS_UNSTABLE;
    }
    return doubtful;
}

void misread_resolve(struct report *report)
{
    bool misread[TARGET_COUNT];

    for (int i = 0; i < TARGET_COUNT; i++)
        misread[i] = i != TARGET_UNKNOWN && is_misread(report, (enum drawn_target) i);
    for (int i = 0; i < report->count; i++) {
        struct result *result = &report->results[i];

        if (!report_has_expressions(result) || result->verdict.status != STATUS_OK ||
            !misread[misread_target(result)])
            continue;
        free(result->findings);
        result->findings = NULL;
        result->finding_count = 0;
        result->reference[0] = '\0';
        result->difference = (struct difference){ 0 };
        result->verdict = verdict_because(STATUS_UNDECIDED, REASON);
    }
}
