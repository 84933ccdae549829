// SPDX-License-Identifier: MIT

#include "device/fake.h"

#include "base/history.h"
#include "base/log.h"
#include "probe/lines.h"
#include "probe/picture.h"
#include "unit/traits.h"
#include "unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fake {
    struct traits traits;    // highp
    struct fp_model mediump; // mediump and lowp
    bool fp64, float16;      // there are such types
    bool fold, unstable, unpainted;
    int claims; // fraction bits that mediump claims; 0: those that it has
};

#define WORDS                                                                                          \
    "a rule or a published device (see 'fpstripe models'), p=5..24, emax=5..127, mediump=5..24, ftz, " \
    "fold, contract, separate-fma, reciprocal, multiplier=0..8, flush-moves, "                         \
    "nan-equal, half=RULE, coarse=0..20, constants=nearest|double|by-rule, "                           \
    "claims=1..23, double, float16, unstable, unpainted"

static const char *unsupported(const struct device *device, const struct probe *probe,
                               const struct probe_params *params)
{
    const struct fake *fake = device->priv;

    (void) probe;
    if (params->precision == PRECISION_DOUBLE && !fake->fp64)
        return "this simulated device has no double";
    if (params->precision == PRECISION_FLOAT16 && !fake->float16)
        return "this simulated device has no float16_t";
    if (params->form == FORM_INVARIANT && params->stage == STAGE_COMPUTE)
        return "a compute shader has no output to be invariant";
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
    double operands[PROBE_OPERANDS];

    for (int y = 0; y < out->height; y++) {
        for (int x = 0; x < out->width; x++) {
            probe->operand(params, shape.bands - 1 - y / shape.cell_height,
                           x / shape.cell_width, operands);
            double value = operands[1];

            for (int k = 2; k < probe->operands; k++)
                value *= operands[k];
            pixels_row(out, y)[x] =
                probe_encode(probe, params->readout,
                             probe_is_separator(shape, y) ? 0 : fp_bits((float) value));
        }
    }
}

static struct fp_model model_of(const struct fake *fake, enum precision precision)
{
    struct fp_model model = fake->traits.model;

    switch (precision) {
    case PRECISION_MEDIUMP:
    case PRECISION_LOWP: return fake->mediump;
    case PRECISION_DOUBLE: model.format = FP_BINARY64; return model;
    case PRECISION_FLOAT16: model.format = FP_BINARY16; return model;
    default: return model;
    }
}

// A compiler respects what is precise, and cannot see through a guard.
static struct traits traits_of(const struct fake *fake, const struct probe_params *params)
{
    struct traits traits = fake->traits;

    traits.model = model_of(fake, params->precision);
    if (params->form != FORM_PLAIN)
        traits.folds = traits.contracts = 0;
    return traits;
}

static bool paint_question(const struct fake *fake, const struct probe *probe,
                           const struct probe_params *params, struct pixels *out)
{
    struct unit unit = unit_model();
    struct traits traits = traits_of(fake, params);
    struct probe_params own = *params;

    own.model = traits.model;
    if (probe->lines)
        return lines_paint(probe, params, &traits, &unit, out);
    if (!fake->fold || params->form != FORM_PLAIN || !probe->folds)
        return probe_eval(probe, &own, &unit, out);
    paint_folded(probe, &own, out);
    return true;
}

static enum device_answer paint(struct device *device, const struct probe *probe,
                                const struct probe_params *params, int variant,
                                struct pixels *out)
{
    const struct fake *fake = device->priv;

    if (!paint_question(fake, probe, params, out))
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

static const struct {
    const char *word;
    enum traits_constants constants;
} ways[] = {
    { "constants=nearest", TRAITS_CONSTANTS_NEAREST },
    { "constants=double", TRAITS_CONSTANTS_DOUBLE },
    { "constants=by-rule", TRAITS_CONSTANTS_BY_RULE },
};

// A trait that is more than a flag. Returns false if it is none.
static bool read_trait(struct traits *traits, const char *word)
{
    if (fp_round_find(word, &traits->model.round))
        return true;
    if (!strncmp(word, "half=", 5) && fp_round_find(word + 5, &traits->half))
        return true;
    for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
        if (!strcmp(word, ways[i].word)) {
            traits->constants = ways[i].constants;
            return true;
        }
    }
    if (!strcmp(word, "contract")) {
        traits->contracts = UINT64_MAX;
        return true;
    }
    if (!strcmp(word, "flush-moves")) {
        traits->flushes = UINT64_MAX;
        return true;
    }
    return false;
}

// A word without a number. Returns false if it is none.
static bool read_word(struct fake *fake, const char *word)
{
    struct traits *traits = &fake->traits;
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {
        { "fold", &fake->fold },
        { "unstable", &fake->unstable },
        { "unpainted", &fake->unpainted },
        { "separate-fma", &traits->fma_separate },
        { "reciprocal", &traits->by_reciprocal },
        { "nan-equal", &traits->nan_equal },
        { "double", &fake->fp64 },
        { "float16", &fake->float16 },
        { "ftz", &traits->model.flush_in },
    };

    if (read_trait(traits, word))
        return true;
    for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
        if (!strcmp(word, flags[i].name)) {
            *flags[i].flag = true;
            return true;
        }
    }
    return false;
}

static bool read_words(struct fake *fake, const char *id, const char *list, int *mediump)
{
    char words[160];
    char *rest = words, *word;
    struct fp_model *model = &fake->traits.model;
    const struct number numbers[] = {
        { "p", 5, 24, &model->format.precision },
        { "emax", 5, 127, &model->format.emax },
        { "mediump", 5, 24, mediump },
        { "multiplier", 0, 8, &fake->traits.multiplier },
        { "coarse", 0, 20, &fake->traits.coarse_bits },
        { "claims", 1, 23, &fake->claims },
    };

    snprintf(words, sizeof(words), "%s", list);
    while ((word = strsep(&rest, ",")) != NULL) {
        const struct number *number =
            find_number(numbers, (int) (sizeof(numbers) / sizeof(*numbers)), word);

        if (number && !set_number(number, id, word))
            return false;
        if (!number && !read_word(fake, word)) {
            log_error("%s: '%s' is none of: " WORDS, id, word);
            return false;
        }
    }
    return true;
}

// The published device that an id names, and the words behind it; NULL if it names none.
static const struct history *published(const char *id, const char **words)
{
    const char *list = id + strlen("fake:"), *comma = strchr(list, ',');
    char key[32];

    snprintf(key, sizeof(key), "%.*s", comma ? (int) (comma - list) : 31, list);
    *words = comma ? comma + 1 : NULL;
    return history_find(key);
}

static bool read_id(struct fake *fake, const char *id)
{
    int mediump = 0;
    struct fp_model *model = &fake->traits.model;
    const char *words;
    const struct history *history = published(id, &words);

    fake->traits = TRAITS_NONE(((struct fp_model){ .format = FP_BINARY32 }));
    if (!history)
        words = id + strlen("fake:");
    else if (!read_words(fake, id, history->model, &mediump))
        return false;
    if (words && !read_words(fake, id, words, &mediump))
        return false;
    model->flush_out = model->flush_in;
    fake->traits.folds = fake->fold ? UINT64_MAX : 0;
    fake->mediump = *model;
    if (mediump)
        fake->mediump.format =
            (struct fp_format){ mediump, mediump == 11 ? 15 : model->format.emax };
    return true;
}

static void name_renderer(struct facts *facts)
{
    const char *words;
    const struct history *history = published(facts->id, &words);

    if (history)
        snprintf(facts->renderer, sizeof(facts->renderer), "simulated: %s (%s%s%s)",
                 history->name, history->model, words ? "," : "", words ? words : "");
    else
        snprintf(facts->renderer, sizeof(facts->renderer), "simulated: %s",
                 facts->id + strlen("fake:"));
}

// A simulated device claims what it does, unless it is to lie.
static void claim(struct facts *facts, const struct fake *fake)
{
    for (int stage = 0; stage < STAGE_COMPUTE; stage++) {
        for (int precision = 0; precision <= PRECISION_LOWP; precision++) {
            struct fp_model model = model_of(fake, (enum precision) precision);
            bool lies = precision != PRECISION_HIGHP && fake->claims;

            facts->claimed[stage][precision] =
                (struct facts_claim){ model.format.emax, model.format.emax,
                                      lies ? fake->claims : model.format.precision - 1 };
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
    name_renderer(&device->facts);
    snprintf(device->facts.version, sizeof(device->facts.version), "integer model");
    claim(&device->facts, fake);
    return true;
}
