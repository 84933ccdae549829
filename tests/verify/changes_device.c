// SPDX-License-Identifier: MIT
//
// Who the device and the reference are said to be.

#include "tests/verify/changes.h"

#include <string.h>

static struct report *report;

void verify_change_device(struct report *to)
{
    report = to;
}

static struct facts_claim *claimed(void)
{
    return &report->device.claimed[STAGE_FRAGMENT][PRECISION_HIGHP];
}

static void try_kind(const char *kind, const char *reason)
{
    struct report_try *tried = &report->tried[report->tried_count++];

    strcpy(tried->kind, kind);
    strcpy(tried->reason, reason);
}

// clang-format off
#define CHANGE(NAME, WHAT) static void NAME(void) { WHAT; }

CHANGE(id_none, strcpy(report->device.id, "fake:nothing"))
CHANGE(id_other, strcpy(report->device.id, "fake:rne"))
CHANGE(renderer, strcpy(report->device.renderer, "simulated: NVIDIA Tegra 3 (rtz,p=14)"))
CHANGE(vendor, report->device.vendor[0] = 'F')
CHANGE(version, strcpy(report->device.version, "OpenGL ES 3.2"))
CHANGE(glsl, strcpy(report->device.glsl, "OpenGL ES GLSL ES 3.20"))
CHANGE(driver, strcpy(report->device.driver, "EGL 1.5"))
CHANGE(claim_vertex, report->device.claimed[STAGE_VERTEX][PRECISION_LOWP].precision = 9)
CHANGE(no_claims, memset(report->device.claimed, 0, sizeof(report->device.claimed)))
CHANGE(claim_compute, report->device.claimed[STAGE_COMPUTE][0] = *claimed())
CHANGE(driven_id, strcpy(report->device.id, "egl:0"))
CHANGE(driven_api, report->device.api = API_GL)
CHANGE(driven_version, strcpy(report->device.version, "4.6.0 NVIDIA"))
CHANGE(driven_glsl, strcpy(report->device.glsl, "4.60 NVIDIA"))
CHANGE(driven_software, report->device.software = true)
CHANGE(driven_hardware, strcpy(report->device.renderer, "llvmpipe"))
CHANGE(unknown_tried, try_kind("host", "it broke"))
CHANGE(tried, try_kind("recorded", "there are none"))
CHANGE(tried_many, try_kind("cuda", "so"); try_kind("recorded", "so");
       try_kind("host", "so"))
CHANGE(tried_late, try_kind("host", "from result 7 on: it broke"))
CHANGE(same_gpu_software, strcpy(report->reference_kind, "cuda"); report->same_gpu = true)
CHANGE(cuda_name, strcpy(report->reference_kind, "cuda");
       strcpy(report->reference_name, "answers of an NVIDIA H200"))
CHANGE(recorded_name, strcpy(report->reference_kind, "recorded");
       strcpy(report->reference_name, "NVIDIA H200"))
CHANGE(nameless, report->reference_name[0] = '\0')
CHANGE(api, report->device.api = API_ES3)
CHANGE(simulated, report->device.simulated = false)
CHANGE(software, report->device.software = false)
CHANGE(kind, strcpy(report->reference_kind, "recorded"))
CHANGE(same_gpu, report->same_gpu = true)
CHANGE(equals, strcpy(report->equals, "addition = __fadd_rn on 9 of 9 pixels"))
// clang-format on

const struct verify_change verify_changes_device[] = {
    { "equals", HIDDEN, equals, "reference", "equals: says \"addition" },
    { "kind", HIDDEN, kind, "reference", "says recorded, \"this CPU" },
    { "same_gpu", HIDDEN, same_gpu, "reference", "GPU that draws" },
    { "api", HIDDEN, api, "device", "es3" },
    { "simulated", HIDDEN, simulated, "device", "simulated false" },
    { "software", HIDDEN, software, "device", "no software" },
    { "id_none", HIDDEN, id_none, "device",
      "no such simulated device (fake:nothing: 'no" },
    { "id_other", HIDDEN, id_other, "ties fragment highp guarded", "fake:rne paints" },
    { "id_renderer", HIDDEN, id_other, "device",
      "that of fake:rne is \"simulated: rne\"" },
    { "id_claims", HIDDEN, id_other, "claimed", "fake:rne claims [127, 127], 23 bits" },
    { "renderer", HIDDEN, renderer, "device", "renderer: says \"simulated: NVIDIA" },
    { "vendor", HIDDEN, vendor, "device", "vendor: says \"Fpstripe\"" },
    { "version", HIDDEN, version, "device", "version: says" },
    { "glsl", HIDDEN, glsl, "device", "glsl: says" },
    { "driver", HIDDEN, driver, "device", "driver: says" },
    { "claim_vertex", HIDDEN, claim_vertex, "claimed",
      "vertex.lowp: says [127, 127], 9" },
    { "no_claims", HIDDEN, no_claims, "claimed", "fragment.highp: says nothing; fake" },
    { "claim_compute", HIDDEN, claim_compute, "claimed", "compute.highp: says [127" },
    { "driven_id", REFUSED, driven_id, "device", "egl:0, which is of no device in es3" },
    { "driven_api", REFUSED, driven_api, "device", "no device in gl" },
    { "driven_version", REFUSED, driven_version, "device", "is not of es3" },
    { "driven_glsl", REFUSED, driven_glsl, "device", "glsl: says \"4.60 NVIDIA\"" },
    { "driven_software", REFUSED, driven_software, "device", "is software" },
    { "driven_hardware", REFUSED, driven_hardware, "device", "llvmpipe is no software" },
    { "unknown_tried", HIDDEN, unknown_tried, "reference", "tried[0].kind: says host" },
    { "tried", HIDDEN, tried, NULL, NULL },
    { "tried_many", HIDDEN, tried_many, "reference", "tried[0].kind: says cuda" },
    { "tried_late", HIDDEN, tried_late, NULL, NULL },
    { "same_gpu_software", HIDDEN, same_gpu_software, "reference", "draws: simulated" },
    { "cuda_name", HIDDEN, cuda_name, "reference", "which no cuda is called" },
    { "recorded_name", HIDDEN, recorded_name, "reference",
      "which no recorded is called" },
    { "nameless", HIDDEN, nameless, "reference", "says nothing" },
};

const int verify_changes_device_count =
    (int) (sizeof(verify_changes_device) / sizeof(*verify_changes_device));
