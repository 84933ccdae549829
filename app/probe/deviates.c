// SPDX-License-Identifier: MIT

#include "probe/deviates.h"

#include "probe/expressions.h"

bool deviates_is_narrow(const struct result *result)
{
    return result->precision == PRECISION_MEDIUMP || result->precision == PRECISION_LOWP;
}

bool deviates_is_promised(const struct result *result, const struct finding *finding)
{
    const struct probe *probe = probe_find(result->probe);
    int i = probe ? expressions_find(probe, finding->id) : -1;

    return i >= 0 && probe->expressions->list[i].promised;
}

static bool breaks_glsl(const struct expressions *lines, const struct result *result,
                        const struct finding *finding)
{
    const struct finding_kind *const *kind = lines->breaking;

    if (lines->breaks_glsl)
        return lines->breaks_glsl(result, finding);
    while (kind && *kind && !finding_find(finding, *kind))
        kind++;
    return (kind ? *kind != NULL : lines->breaks != 0) &&
           !(lines->breaks & BREAKS_WIDE && deviates_is_narrow(result)) &&
           !(lines->breaks & BREAKS_PRECISE && result->form != FORM_PRECISE) &&
           !(lines->breaks & BREAKS_PROMISED && !deviates_is_promised(result, finding));
}

enum deviation deviates_from(const struct result *result, const struct finding *finding)
{
    const struct probe *probe = probe_find(result->probe);
    const struct expressions *lines = probe ? probe->expressions : NULL;

    if (!finding->deviates)
        return DEVIATION_NONE;
    if (lines && breaks_glsl(lines, result, finding))
        return DEVIATION_GLSL;
    return lines && lines->deviates_from ? lines->deviates_from : DEVIATION_IEEE754;
}

void deviates_note(struct result *result)
{
    for (int i = 0; i < result->finding_count; i++)
        result->findings[i].from = deviates_from(result, &result->findings[i]);
}
