// SPDX-License-Identifier: MIT

#include "base/cause.h"
#include "verify/private.h"

#include <string.h>

static bool has_prefix(const char *prefix, const char *text)
{
    return !strncmp(prefix, text, strlen(prefix));
}

// Before there was a probe of the cause, what came back unrounded was called folded.
void verify_adopt_cause(const struct verify_work *work, const struct result *written,
                        struct verdict *verdict)
{
    if (verdict->status != STATUS_UNROUNDED || !cause_is_shown(&written->verdict, true) ||
        !has_prefix(verdict->reason, written->verdict.reason))
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
