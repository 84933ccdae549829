// SPDX-License-Identifier: MIT
//
// How it works: a simulated device is the model that its id names, so that its names,
// its claims and every pixel can be held against that model. Of a driver's device there
// are only words; some of them must fit together.

#include "device/fake.h"
#include "verify/private.h"

#include <string.h>

#define ES_VERSION "OpenGL ES" // of GL_VERSION and GL_SHADING_LANGUAGE_VERSION

static void check_names(struct verify_work *work)
{
    const struct facts *says = &work->written->device, *is = &work->model.facts;
    const struct {
        const char *key, *says, *is;
    } words[] = {
        { "vendor", says->vendor, is->vendor },
        { "renderer", says->renderer, is->renderer },
        { "version", says->version, is->version },
        { "glsl", says->glsl, is->glsl },
        { "driver", says->driver, is->driver },
    };

    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        if (strcmp(words[i].says, words[i].is) != 0)
            verify_say(work, -1, "device",
                       "%s: says \"%.160s\"; that of %.100s is \"%s\"", words[i].key,
                       words[i].says, says->id, words[i].is);
}

static void say_claim(const struct facts_claim *claim, char *text, size_t size)
{
    if (claim->precision == 0 && claim->range_max == 0)
        snprintf(text, size, "nothing");
    else
        snprintf(text, size, "[%d, %d], %d bits", claim->range_min, claim->range_max,
                 claim->precision);
}

static void check_claims(struct verify_work *work)
{
    const struct facts *facts = &work->written->device;
    char say[60], want[60];

    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        for (int precision = 0; precision < PRECISION_COUNT; precision++) {
            const struct facts_claim *says = &facts->claimed[stage][precision];
            const struct facts_claim *is = &work->model.facts.claimed[stage][precision];

            if (memcmp(says, is, sizeof(*says)) == 0)
                continue;
            say_claim(says, say, sizeof(say));
            say_claim(is, want, sizeof(want));
            verify_say(work, -1, "claimed", "%s.%s: says %s; %.100s claims %s",
                       stage_name((enum stage) stage),
                       precision_name((enum precision) precision), say, facts->id, want);
        }
    }
}

static void check_model(struct verify_work *work)
{
    log_hold(true);
    work->modelled = fake_open(&work->model, work->written->device.id);
    log_hold(false);
    if (!work->modelled) {
        verify_say(work, -1, "device", "id: there is no such simulated device (%.400s)",
                   log_last_error());
        return;
    }
    check_names(work);
    check_claims(work);
}

// A word that a driver begins otherwise in ES than in desktop OpenGL.
static void check_version(struct verify_work *work, const char *key, const char *version)
{
    enum api api = work->written->device.api;
    bool is_es = !strncmp(version, ES_VERSION, strlen(ES_VERSION));

    if (version[0] && is_es != (api != API_GL))
        verify_say(work, -1, "device", "%s: says \"%.160s\", which is not of %s", key,
                   version, api_name(api));
}

static void check_driven(struct verify_work *work)
{
    const struct facts *facts = &work->written->device;
    size_t length = strlen(facts->id), end = strlen(api_name(facts->api));

    if (length < end + 2 || facts->id[length - end - 1] != '/' ||
        strcmp(facts->id + length - end, api_name(facts->api)) != 0)
        verify_say(work, -1, "device", "id: says %s, which is of no device in %s",
                   facts->id, api_name(facts->api));
    check_version(work, "version", facts->version);
    check_version(work, "glsl", facts->glsl);
    if (facts->software != facts_is_software(facts->renderer))
        verify_say(work, -1, "device", "software: says that %.200s is %s",
                   facts->renderer, facts->software ? "software" : "no software");
}

void verify_device(struct verify_work *work)
{
    const struct facts *facts = &work->written->device;
    bool fake = facts->api == API_FAKE;

    if (fake != facts->simulated || fake != !strncmp(facts->id, "fake:", 5)) {
        verify_say(work, -1, "device", "says %s, simulated %s, %s", facts->id,
                   facts->simulated ? "true" : "false", api_name(facts->api));
        return;
    }
    if (fake && !facts->software)
        verify_say(work, -1, "device", "software: says that %.200s is no software",
                   facts->renderer);
    if (fake)
        check_model(work);
    else
        check_driven(work);
}

void verify_device_close(struct verify_work *work)
{
    if (work->modelled)
        work->model.close(&work->model);
    work->modelled = false;
}
