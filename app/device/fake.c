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

struct number {
    const char *name;
    int low, high;
    int *value;
};

// The number of which `word` has the name, as "p=17" has; NULL if of none.
static const struct number *find_number(const struct number *numbers, int count,
                                        const char *word)
{
    for (int i = 0; i < count; i++) {
        size_t length = strlen(numbers[i].name);

        if (!strncmp(word, numbers[i].name, length) && word[length] == '=')
            return &numbers[i];
    }
    return NULL;
}

// Digits alone. Returns false, after logging why, if it is none of the range.
static bool set_number(const struct number *number, const char *id, const char *word)
{
    const char *digits = strchr(word, '=') + 1;
    size_t length = strspn(digits, "0123456789");
    long value = length < 6 ? strtol(digits, NULL, 10) : -1;

    if (length == 0 || digits[length] || value < number->low || value > number->high) {
        log_error("%s: %s is not from %d to %d", id, word, number->low, number->high);
        return false;
    }
    *number->value = (int) value;
    return true;
}

// A word without a number. Returns false if it is none.
static bool read_word(struct fake *fake, const char *word)
{
    bool *flags[] = { &fake->fold, &fake->unstable, &fake->unpainted };
    static const char *const names[] = { "fold", "unstable", "unpainted" };

    if (fp_round_find(word, &fake->model.round))
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
    const struct number numbers[] = {
        { "p", 5, 24, &fake->model.format.precision },
        { "emax", 5, 127, &fake->model.format.emax },
        { "mediump", 5, 24, &mediump },
    };

    snprintf(words, sizeof(words), "%s", id + strlen("fake:"));
    fake->model = (struct fp_model){ .format = FP_BINARY32, .round = FP_RNE };
    while ((word = strsep(&rest, ",")) != NULL) {
        const struct number *number = find_number(numbers, 3, word);

        if (number && !set_number(number, id, word))
            return false;
        if (!number && !read_word(fake, word)) {
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
