// SPDX-License-Identifier: MIT

#include "cuda.h"

#include "cuda_unit.h"

#include <stdio.h>

static bool open_unit(struct unit *unit, char *name, struct recorded_facts *facts,
                      int *ordinal)
{
    struct cuda_facts gpu;

    if (!cuda_unit_open(unit, &gpu))
        return false;
    snprintf(name, 160, "%s, compute capability %s, driver %s, CUDA %s", gpu.gpu,
             gpu.capability, gpu.driver[0] ? gpu.driver : gpu.api, gpu.toolkit);
    snprintf(facts->gpu, sizeof(facts->gpu), "%s", gpu.gpu);
    snprintf(facts->driver, sizeof(facts->driver), "%s",
             gpu.driver[0] ? gpu.driver : gpu.api);
    snprintf(facts->capability, sizeof(facts->capability), "%s", gpu.capability);
    snprintf(facts->toolkit, sizeof(facts->toolkit), "%s", gpu.toolkit);
    *ordinal = gpu.ordinal;
    return true;
}

const struct reference_cuda cuda_reference = {
    .open = open_unit,
    .close = cuda_unit_close,
};
