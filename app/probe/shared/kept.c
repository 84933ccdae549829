// SPDX-License-Identifier: MIT

#include "probe/shared/kept.h"

#include "unit/wide.h"

bool kept_may(const struct probe_params *params)
{
    return params->inside_bits != 0;
}

int kept_next(const struct expressions_seen *seen, int bits)
{
    int next = bits ? bits - 1 : WIDE_BITS;
    struct traits traits;

    if (seen->params->inside_bits == VERDICT_INSIDE_UNKNOWN)
        return next > seen->known.model.format.precision ? next : 0;
    return !bits && expressions_inside(seen, &traits) ? traits.inside_bits : 0;
}

bool kept_beyond(const struct probe_params *params)
{
    return params->inside_bits > WIDE_BITS;
}

enum finding_kind kept_fused(const struct probe_params *params)
{
    return kept_may(params) ? FINDING_INSIDE_UNCLEAR : FINDING_FUSED;
}

void kept_say(const struct expressions_seen *seen, const struct traits *traits,
              struct finding *finding)
{
    if (!traits_keeps(traits))
        return;
    if (seen->params->inside_bits > 0)
        FINDING_ALSO(finding, FINDING_INSIDE, .bits = traits->inside_bits);
    else
        FINDING_ALSO(finding, FINDING_MORE_INSIDE);
}
