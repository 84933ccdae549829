// SPDX-License-Identifier: MIT
//
// How it works: the id of a simulated device names a model, so its names, its claims
// and every pixel can be compared with that model. A driver's device, and a reference,
// consist of words only. Some of these words must agree with each other. If they do
// not, the recomputed report has a word that agrees.

#include "device/fake.h"
#include "survey/survey.h"
#include "verify/private.h"

#include <stdio.h>
#include <string.h>

#define ES_VERSION "OpenGL ES" // of GL_VERSION and GL_SHADING_LANGUAGE_VERSION

// ---- the device ----

// Makes the beginning of a version string fit the API: drivers write it differently in
// ES and in desktop OpenGL.
static void fit_version(enum api api, const char *says, char *to, size_t size)
{
    bool is_es = !strncmp(says, ES_VERSION, strlen(ES_VERSION));

    if (says[0] && is_es != (api != API_GL))
        snprintf(to, size, "%s", is_es ? "" : ES_VERSION);
}

static void fit_driven(const struct facts *says, struct facts *is)
{
    size_t length = strlen(says->id), end = strlen(api_name(says->api));

    if (length < end + 2 || says->id[length - end - 1] != '/' ||
        strcmp(says->id + length - end, api_name(says->api)) != 0)
        snprintf(is->id, sizeof is->id, "%s/%s", "egl:0", api_name(says->api));
    fit_version(says->api, says->version, is->version, sizeof is->version);
    fit_version(says->api, says->glsl, is->glsl, sizeof is->glsl);
    is->simulated = false;
    is->software = facts_is_software(says->renderer);
    is->masked = facts_is_web(says) && facts_is_masked(says->renderer);
}

void verify_device(struct verify_work *work)
{
    const struct facts *says = &work->written->device;

    if (says->api != API_FAKE) {
        fit_driven(says, &work->redone.device);
        return;
    }
    log_hold(true);
    work->modelled = fake_open(&work->model, says->id);
    log_hold(false);
    if (work->modelled)
        work->redone.device = work->model.facts;
    else
        verify_say(work, -1, "device", "id: there is no such simulated device (%.400s)",
                   log_last_error());
}

void verify_device_close(struct verify_work *work)
{
    if (work->modelled)
        work->model.close(&work->model);
    work->modelled = false;
}

// ---- the reference ----

// The kinds of references, in the order of reference.c.
static const char *const kinds[] = { "cuda", "recorded", "host", "model" };

void verify_references_close(struct verify_references *references)
{
    for (int i = 0; i < 4; i++)
        if (references->references[i].kind[0])
            reference_close(&references->references[i]);
    *references = (struct verify_references){ 0 };
}

// Returns the index of a kind, 0 if it is none of them.
static int index_of_kind(const char *kind)
{
    int i = 3;

    while (i > 0 && strcmp(kinds[i], kind) != 0)
        i--;
    return i;
}

// Returns a reference. The record of a GPU takes the place of the GPU itself.
static const struct reference *reference_for(struct verify_references *references, int i)
{
    struct reference *reference = &references->references[i < 1 ? 1 : i];

    if (!reference->kind[0])
        reference_open(reference, kinds[i < 1 ? 1 : i]);
    return reference;
}

// Uses the kind of a GPU, or of its record, that a result names as its reference.
static void fit_kind(const struct report *says, struct report *is)
{
    for (int i = 0; i < says->count; i++)
        for (int kind = 0; kind < 2; kind++)
            if (strstr(says->results[i].reference, kinds[kind]))
                snprintf(is->reference_kind, sizeof is->reference_kind, "%s",
                         kinds[kind]);
}

// Sets the name of a reference of a kind. A GPU may be another one than ours, but it is
// neither the host nor the model.
static void fit_name(struct verify_references *references, int kind, struct report *is)
{
    bool is_other = !is->reference_name[0];

    for (int i = 2; i < 4; i++)
        is_other |= !strcmp(is->reference_name, reference_for(references, i)->name);
    if (kind < 2 && !(is_other && is->reference_kind[0]))
        return;
    snprintf(is->reference_name, sizeof is->reference_name, "%s",
             kind < 2 ? "a GPU" : reference_for(references, kind)->name);
}

// Sets the kinds of the references that were tried in order before the one that worked.
// References that failed later follow them.
static void fit_tried(int kind, struct report *is)
{
    int count = 0;

    while (count < is->tried_count && !is->tried[count].later)
        count++;
    for (int i = 0; i < count; i++)
        snprintf(is->tried[i].kind, sizeof is->tried[i].kind, "%s",
                 kind - count + i < 0 ? "none" : kinds[kind - count + i]);
}

void verify_reference(struct verify_work *work, struct verify_references *references)
{
    const struct report *written = work->written;
    int kind = index_of_kind(written->reference_kind);

    work->reference = reference_for(references, kind);
    work->same = !strcmp(work->reference->kind, written->reference_kind) &&
                 !strcmp(work->reference->name, written->reference_name);
    snprintf(work->verify->reference, sizeof work->verify->reference, "%s",
             written->reference_kind);
    fit_kind(written, &work->redone);
    fit_name(references, kind, &work->redone);
    fit_tried(kind, &work->redone);
    work->redone.same_gpu = written->same_gpu && kind == 0 && !written->device.software;
}
