// SPDX-License-Identifier: MIT

#include "fake.h"

#include "log.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fake {
    struct fp_model model;   // highp
    struct fp_model mediump; // mediump and lowp
    bool fold, unstable, unpainted;
};

static const char *unsupported(const struct device *device, const struct probe *probe,
                               const struct probe_params *params)
{
    (void) device;
    (void) probe;
    if (params->stage != STAGE_FRAGMENT && params->form == FORM_PUBLISHED)
        return "the published shader is a fragment shader";
    if (params->stage != STAGE_FRAGMENT && params->readout != READOUT_BITS)
        return "only bits are read back from this stage";
    return NULL;
}

// What a compiler leaves of (a + b) - a: b, and the factors behind it.
static void paint_folded(const struct probe *probe, const struct probe_params *params,
                         struct pixels *out)
{
    struct probe_shape shape = probe->shape(params);
    float operands[PROBE_OPERANDS];

    for (int y = 0; y < out->height; y++) {
        for (int x = 0; x < out->width; x++) {
            probe->operand(params, shape.bands - 1 - y / shape.cell_height,
                           x / shape.cell_width, operands);
            float value = operands[1];

            for (int k = 2; k < probe->operands; k++)
                value *= operands[k];
            pixels_row(out, y)[x] =
                probe_encode(probe, params->readout,
                             probe_is_separator(shape, y) ? 0 : fp_bits(value));
        }
    }
}

static enum device_answer paint(struct device *device, const struct probe *probe,
                                const struct probe_params *params, int variant,
                                struct pixels *out)
{
    const struct fake *fake = device->priv;
    struct unit unit = unit_model();
    struct probe_params own = *params;
    bool folds = fake->fold && params->form == FORM_PLAIN && probe->folds;

    own.model = params->precision == PRECISION_HIGHP ? fake->model : fake->mediump;
    if (folds)
        paint_folded(probe, &own, out);
    else if (!probe_eval(probe, &own, &unit, out))
        return DEVICE_BROKEN;
    if (fake->unstable && variant == 1)
        pixels_row(out, out->height / 2)[out->width / 2] ^= 1;
    if (fake->unpainted)
        pixels_row(out, out->height / 2)[out->width / 2] = pixels_canary(out->readout);
    return DEVICE_PAINTED;
}

static void close_device(struct device *device)
{
    free(device->priv);
}

// "p=17" by its value, in [low, high]. Returns false if it is none.
static bool read_number(const char *word, const char *name, int low, int high, int *value)
{
    size_t length = strlen(name);
    char *end;

    if (strncmp(word, name, length) != 0 || word[length] != '=')
        return false;
    long number = strtol(word + length + 1, &end, 10);

    if (*end || end == word + length + 1 || number < low || number > high)
        return false;
    *value = (int) number;
    return true;
}

static bool read_word(struct fake *fake, const char *word, int *mediump)
{
    bool *flags[] = { &fake->fold, &fake->unstable, &fake->unpainted };
    static const char *const names[] = { "fold", "unstable", "unpainted" };

    if (read_number(word, "p", 5, 24, &fake->model.format.precision) ||
        read_number(word, "emax", 5, 127, &fake->model.format.emax) ||
        read_number(word, "mediump", 5, 24, mediump) ||
        fp_round_find(word, &fake->model.round))
        return true;
    if (!strcmp(word, "ftz")) {
        fake->model.flush_in = fake->model.flush_out = true;
        return true;
    }
    for (int i = 0; i < 3; i++) {
        if (!strcmp(word, names[i])) {
            *flags[i] = true;
            return true;
        }
    }
    return false;
}

static bool read_id(struct fake *fake, const char *id)
{
    char words[160];
    char *rest = words, *word;
    int mediump = 0;

    snprintf(words, sizeof(words), "%s", id + strlen("fake:"));
    fake->model = (struct fp_model){ .format = FP_BINARY32, .round = FP_RNE };
    while ((word = strsep(&rest, ",")) != NULL) {
        if (!read_word(fake, word, &mediump)) {
            log_error("%s: '%s' is none of: a rule (see 'fpstripe models'), p=5..24, "
                      "emax=5..127, mediump=5..24, ftz, fold, unstable, unpainted",
                      id, word);
            return false;
        }
    }
    fake->mediump = fake->model;
    if (mediump)
        fake->mediump.format =
            (struct fp_format){ mediump, mediump == 11 ? 15 : fake->model.format.emax };
    return true;
}

// A simulated device claims what it does.
static void claim(struct facts *facts, const struct fake *fake)
{
    for (int stage = 0; stage < STAGE_COMPUTE; stage++) {
        for (int precision = 0; precision < PRECISION_COUNT; precision++) {
            const struct fp_format *format = precision == PRECISION_HIGHP
                                                 ? &fake->model.format
                                                 : &fake->mediump.format;

            facts->claimed[stage][precision] =
                (struct facts_claim){ format->emax - 1, format->emax,
                                      format->precision - 1 };
        }
    }
}

bool fake_open(struct device *device, const char *id)
{
    struct fake *fake = calloc(1, sizeof(*fake));

    *device = (struct device){ 0 };
    if (!fake)
        log_error("%s: no memory", id);
    if (!fake || !read_id(fake, id)) {
        free(fake);
        return false;
    }
    *device = (struct device){
        .facts = { .api = API_FAKE, .software = true, .simulated = true },
        .unsupported = unsupported,
        .paint = paint,
        .close = close_device,
        .priv = fake,
    };
    snprintf(device->facts.id, sizeof(device->facts.id), "%s", id);
    snprintf(device->facts.vendor, sizeof(device->facts.vendor), "fpstripe");
    snprintf(device->facts.renderer, sizeof(device->facts.renderer), "simulated: %s",
             id + strlen("fake:"));
    snprintf(device->facts.version, sizeof(device->facts.version), "integer model");
    claim(&device->facts, fake);
    return true;
}
