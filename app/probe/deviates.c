// SPDX-License-Identifier: MIT

#include "probe/deviates.h"

#include "probe/expressions.h"

enum deviation deviates_from(const struct result *result, const struct finding *finding)
{
    const struct probe *probe = probe_find(result->probe);
    const struct expressions *lines = probe ? probe->expressions : NULL;

    if (!finding->deviates)
        return DEVIATION_NONE;
    if (lines && lines->breaks_glsl && lines->breaks_glsl(result, finding))
        return DEVIATION_GLSL;
    return lines && lines->deviates_from ? lines->deviates_from : DEVIATION_IEEE754;
}

void deviates_note(struct result *result)
{
    for (int i = 0; i < result->finding_count; i++)
        result->findings[i].from = deviates_from(result, &result->findings[i]);
}

bool deviates_is_narrow(const struct result *result)
{
    return result->precision == PRECISION_MEDIUMP || result->precision == PRECISION_LOWP;
}

bool deviates_is_listed(const struct finding *finding, const char *const *list)
{
    while (*list && !finding_asks(finding, *list))
        list++;
    return *list;
}
