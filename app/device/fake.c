// SPDX-License-Identifier: MIT

#include "device/fake.h"

#include "base/closest.h"
#include "base/fp_bits.h"
#include "base/history.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/text.h"
#include "device/fake_private.h"
#include "probe/expressions_judge.h"
#include "probe/picture.h"
#include "probe/shared/inside.h"
#include "probe/shared/ramp.h"
#include "unit/limited.h"
#include "unit/traits.h"
#include "unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- pictures of sums that a compiler, or a function of the device, has changed ----

// Returns the binary32 pattern that a case shows.
typedef uint32_t value_of(const struct probe *probe, const struct traits *traits,
                          const double *operands);

static uint32_t folded_value(const struct probe *probe, const struct traits *traits,
                             const double *operands)
{
    double value = operands[1];

    (void) traits;
    for (int k = 2; k < probe->operands; k++)
        value *= operands[k];
    return fp_bits((float) value);
}

static void paint_each(const struct probe *probe, const struct probe_params *params,
                       const struct traits *traits, value_of *value, struct pixels *out)
{
    struct probe_shape shape = probe_shape(probe, params);
    double operands[PROBE_OPERANDS];

    for (int y = 0; y < out->height; y++) {
        for (int x = 0; x < out->width; x++) {
            bool black = probe_is_separator(shape, y);

            probe->operand(params, shape.bands - 1 - y / shape.cell_height,
                           x / shape.cell_width, operands);
            pixels_row(out, y)[x] = probe_encode(
                probe, params->readout, black ? 0 : value(probe, traits, operands));
        }
    }
}

// 2^n as a pow() has it that is half an ulp low: the next number below.
static void low_operand(const struct probe_params *params, int band, int column,
                        double *operands)
{
    ramp_operand(params, band, column, operands);
    if (band > 0)
        operands[0] -= ldexp(operands[0], -params->model.format.precision);
}

static bool paint_published(const struct probe *probe, const struct probe_params *params,
                            const struct traits *traits, const struct unit *unit,
                            struct pixels *out)
{
    const struct probe *rewritten = probe->rewritten[traits->rewriting];
    struct probe own = rewritten ? *rewritten : *probe;

    if (traits->low_powers)
        own.operand = low_operand;
    return probe_eval(&own, params, unit, out);
}

// Paints a probe into `out`, which has its size. With traits->folds a compiler leaves of
// (a + b) - a only b, and the factors behind it. With traits->inside_bits an expression
// keeps more bits. traits->rewriting and low_powers affect the published form. Everything
// else is what `unit` paints. Returns false, after logging why, if the unit failed.
static bool fake_paint_sums(const struct probe *probe, const struct probe_params *params,
                            const struct traits *traits, const struct unit *unit,
                            struct pixels *out)
{
    bool folded = traits->folds && probe->folds;
    bool chain = probe->folds || probe->ramp || probe->judges_adder;

    if (folded || (traits_keeps(traits) && chain)) {
        paint_each(probe, params, traits, folded ? folded_value : inside_picture, out);
        return true;
    }
    return params->form == FORM_PUBLISHED
               ? paint_published(probe, params, traits, unit, out)
               : probe_eval(probe, params, unit, out);
}

#define FAKE_NAMES 160 // models, published devices and words

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

static struct fp_model model_of(const struct fake *fake, enum precision precision)
{
    struct fp_model model = fake->traits.model;
    int emax = fake->mediump == 11 ? 15 : model.format.emax;

    switch (precision) {
    case PRECISION_MEDIUMP:
    case PRECISION_LOWP:
        if (fake->mediump)
            model.format = (struct fp_format){ fake->mediump, emax };
        return model;
    case PRECISION_DOUBLE: model.format = FP_BINARY64; return model;
    case PRECISION_FLOAT16: model.format = FP_BINARY16; return model;
    default: return model;
    }
}

static int integer_bits_of(const struct fake *fake, enum precision precision)
{
    int bits = precision == PRECISION_HIGHP ? fake->highp_ints : fake->ints;

    return bits ? bits : 32;
}

// A compiler respects what is precise, and cannot see through a guard.
static struct traits fake_traits_of(const struct fake *fake,
                                    const struct probe_params *params)
{
    struct traits traits = fake->traits;

    traits.model = model_of(fake, params->precision);
    traits.integer_bits = integer_bits_of(fake, params->precision);
    traits.saturates = fake->overflow && params->precision <= PRECISION_LOWP;
    if ((params->form == FORM_GUARDED && (!fake->guard_keeps || params->stored)) ||
        params->form == FORM_PUBLISHED)
        traits.inside_bits = 0;
    if (params->form == FORM_PLAIN || params->form == FORM_PUBLISHED)
        return traits;
    traits.folds = traits.contracts = 0;
    traits.rewriting = REWRITING_NONE;
    if (traits.programs == TRAITS_PROGRAMS_PLAIN)
        traits.programs = TRAITS_PROGRAMS_SAME;
    return traits;
}

static bool paint_question(const struct fake *fake, const struct probe *probe,
                           const struct probe_params *params, int variant,
                           struct pixels *out)
{
    struct unit unit = fake->adder.used ? unit_foreign(&fake->adder) : unit_model();
    struct traits traits = fake_traits_of(fake, params);
    int fixed = params->precision == PRECISION_LOWP ? fake->fixed : 0;
    struct limited limited = { unit, traits.saturates, fixed };
    struct apart apart = fake->apart;
    struct probe_params own = *params;

    own.model = traits.model;
    apart.inner = unit;
    if (apart_differs(&apart) && params->precision <= PRECISION_LOWP)
        limited.inner = unit = unit_apart(&apart);
    if (limited.saturates || limited.fraction_bits)
        unit = unit_limited(&limited);
    if (fake->spills && variant == 1 && probe->ramp && !probe->folds)
        traits.inside_bits = 0;
    if (probe->expressions)
        return expressions_paint(probe, params, &traits, &unit, out);
    return fake_paint_sums(probe, &own, &traits, &unit, out);
}

static enum device_answer fake_paint(struct device *device, const struct probe *probe,
                                     const struct probe_params *params, int variant,
                                     struct pixels *out)
{
    struct fake *fake = device->priv;

    device->drawn = (struct drawn){ DRAW_UNKNOWN, TARGET_UNKNOWN };
    if (params->stored && fake->guard_keeps)
        device->drawn = (struct drawn){ DRAW_STRIP_STORED, TARGET_BUFFER };
    fake->adder.seed += fake->redraw;
    if (!paint_question(fake, probe, params, variant, out))
        return DEVICE_BROKEN;
    fake->shaken = fake->unstable && variant == 1 && !fake->shaken;
    if (fake->shaken)
        pixels_row(out, out->height / 2)[out->width / 2] ^= 1;
    if (fake->unpainted)
        pixels_row(out, out->height / 2)[out->width / 2] = pixels_canary(out->readout);
    return DEVICE_PAINTED;
}

static void close_device(struct device *device)
{
    free(device->priv);
}

static const struct fake_word *fake_word_find(const char *name, size_t length)
{
    for (int i = 0; i < fake_word_count; i++)
        if (!strncmp(fake_words[i].name, name, length) && !fake_words[i].name[length] &&
            (fake_words[i].value != NULL) == (name[length] == '=') &&
            fake_words[i].kind != FAKE_MODEL)
            return &fake_words[i];
    return NULL;
}

// Sets the word to `value`, the text behind "=". Returns false, after logging why, if the
// value is wrong.
static bool set_word(struct fake *fake, const struct fake_word *word, const char *id,
                     const char *value)
{
    void *field = (char *) fake + word->field;

    switch (word->kind) {
    case FAKE_FLAG: *(bool *) field = true; return true;
    case FAKE_ALL: *(uint64_t *) field = UINT64_MAX; return true;
    case FAKE_NUMBER: return fake_word_number(word, id, value, field);
    case FAKE_CHOICE: return fake_word_choice(word, id, value, field);
    case FAKE_FIRST: return foreign_read_first(field, id, value);
    case FAKE_STICKY: return foreign_read_sticky(field, id, value);
    case FAKE_SIGN: return foreign_read_sign(field, id, value);
    case FAKE_MODEL:
    case FAKE_RULE: break;
    }
    if (fp_round_find(value, field))
        return true;
    log_error("%s: %s=%s is not a rounding model", id, word->name, value);
    return false;
}

static bool say_unknown_word(const char *word)
{
    const char *names[FAKE_NAMES], *closest;
    int count = 0;

    for (int i = 0; i < FP_ROUND_COUNT; i++)
        names[count++] = fp_round_name((enum fp_round) i);
    for (int i = 0; i < history_count && count < FAKE_NAMES; i++)
        names[count++] = history_list[i].key;
    for (int i = 0; i < fake_word_count && count < FAKE_NAMES; i++)
        names[count++] = fake_words[i].name;
    closest = closest_find(word, names, count);
    if (closest)
        log_error("fake: '%.28s' is unknown; did you mean %s?", word, closest);
    else
        log_error("fake: '%.28s' is unknown; `fpstripe explain models` lists all words",
                  word);
    return false;
}

static bool fake_read_word(struct fake *fake, const char *id, const char *text)
{
    size_t length = strcspn(text, "=");
    const struct fake_word *word = fake_word_find(text, length);

    if (foreign_read_model(&fake->adder, text, &fake->traits.model.round))
        return true;
    if (!word)
        return say_unknown_word(text);
    return set_word(fake, word, id, text + length + 1);
}

static bool fake_read_words(struct fake *fake, const char *id, const char *list)
{
    char words[160];
    char *rest = words, *word;

    snprintf(words, sizeof words, "%s", list);
    while ((word = strsep(&rest, ",")) != NULL)
        if (!fake_read_word(fake, id, word))
            return false;
    return true;
}

// Returns the published device that an id names, or NULL, and the words behind it.
static const struct history *fake_published(const char *id, const char **words)
{
    const char *list = id + strlen("fake:"), *comma = strchr(list, ',');
    char key[32];

    snprintf(key, sizeof key, "%.*s", comma ? (int) (comma - list) : 31, list);
    *words = comma ? comma + 1 : NULL;
    return history_find(key);
}

static bool read_id(struct fake *fake, const char *id)
{
    struct fp_model *model = &fake->traits.model;
    const char *words;
    const struct history *history = fake_published(id, &words);

    fake->traits = TRAITS_NONE(((struct fp_model){ .format = FP_BINARY32 }));
    if (!history)
        words = id + strlen("fake:");
    else if (!fake_read_words(fake, id, history->model))
        return false;
    if (words && !fake_read_words(fake, id, words))
        return false;
    model->flush_out = model->flush_in;
    return foreign_settle(&fake->adder, id, model->format.precision);
}

static void name_renderer(struct facts *facts)
{
    const char *words;
    const struct history *history = fake_published(facts->id, &words);

    if (history)
        snprintf(facts->renderer, sizeof facts->renderer, "simulated: %s (%s%s%s)",
                 history->name, history->model, words ? "," : "", words ? words : "");
    else
        snprintf(facts->renderer, sizeof facts->renderer, "simulated: %s",
                 facts->id + strlen("fake:"));
}

// Nothing, unless it is said; of highp 32 then, as of every driver.
static int claimed_integers(const struct fake *fake, enum precision precision)
{
    return fake->int_claims && precision == PRECISION_HIGHP ? 32 : fake->int_claims;
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
                                      lies ? fake->claims : model.format.precision - 1,
                                      claimed_integers(fake,
                                                       (enum precision) precision) };
        }
    }
}

bool fake_open(struct device *device, const char *id)
{
    struct fake *fake = memory_new(1, sizeof *fake);

    *device = (struct device){ 0 };
    if (!read_id(fake, id)) {
        free(fake);
        return false;
    }
    *device = (struct device){
        .facts = { .api = API_FAKE, .software = true, .simulated = true },
        .stores = fake->guard_keeps,
        .unsupported = unsupported,
        .paint = fake_paint,
        .close = close_device,
        .priv = fake,
    };
    snprintf(device->facts.id, sizeof device->facts.id, "%s", id);
    snprintf(device->facts.vendor, sizeof device->facts.vendor, "fpstripe");
    name_renderer(&device->facts);
    snprintf(device->facts.version, sizeof device->facts.version, "integer model");
    claim(&device->facts, fake);
    return true;
}

void fake_arithmetic(const struct device *device, enum precision precision,
                     struct fake_arithmetic *arithmetic)
{
    const struct fake *fake = device->priv;
    const struct probe_params params = { .precision = precision, .form = FORM_GUARDED };
    int fixed = precision == PRECISION_LOWP ? fake->fixed : 0;

    *arithmetic = (struct fake_arithmetic){ .traits = fake_traits_of(fake, &params),
                                            .apart = fake->apart };
    arithmetic->unit = fake->adder.used ? unit_foreign(&fake->adder) : unit_model();
    arithmetic->apart.inner = arithmetic->unit;
    if (apart_differs(&arithmetic->apart))
        arithmetic->unit = unit_apart(&arithmetic->apart);
    arithmetic->limited =
        (struct limited){ arithmetic->unit, arithmetic->traits.saturates, fixed };
    if (arithmetic->limited.saturates || fixed)
        arithmetic->unit = unit_limited(&arithmetic->limited);
    arithmetic->plain = !fake->adder.used && !apart_differs(&arithmetic->apart) &&
                        !arithmetic->limited.saturates && !fixed &&
                        arithmetic->traits.multiplier < 0 && !arithmetic->traits.mad;
}
