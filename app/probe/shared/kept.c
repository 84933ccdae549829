// SPDX-License-Identifier: MIT

#include "probe/shared/kept.h"

#include "probe/shared/kinds.h"
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

const struct finding_kind *kept_fused(const struct probe_params *params)
{
    return kept_may(params) ? &kind_inside_unclear : &kind_fused;
}

void kept_say(const struct expressions_seen *seen, const struct traits *traits,
              struct finding *finding)
{
    if (!traits_keeps(traits))
        return;
    if (seen->params->inside_bits > 0)
        FINDING_ALSO(finding, &kind_inside, .bits = traits->inside_bits);
    else
        FINDING_ALSO(finding, &kind_more_inside);
}
