// SPDX-License-Identifier: MIT

#include "device/fake.h"

#include "base/history.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/text.h"
#include "device/fake_paint.h"
#include "device/foreign_adder.h"
#include "probe/expressions_judge.h"
#include "probe/picture.h"
#include "unit/traits.h"
#include "unit/unit.h"
#include "unit/wide.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fake {
    struct traits traits; // highp
    struct foreign_adder adder;
    bool redraw;        // with another seed in each render
    int mediump;        // bits of mediump and lowp; 0: those of highp
    bool fp64, float16; // there are such types
    bool unstable, unpainted;
    bool guard_keeps; // an excess is in the guarded form too, unless it is stored
    bool spills;      // fractions keep it in the first render alone
    int claims;       // fraction bits that mediump claims; 0: those that it has
};

#define FIELD(name) .field = offsetof(struct fake, name)

static const char *const constants_words[] = {
    [TRAITS_CONSTANTS_NEAREST - 1] = "nearest",
    [TRAITS_CONSTANTS_DOUBLE - 1] = "double",
    [TRAITS_CONSTANTS_BY_RULE - 1] = "by-rule",
    [TRAITS_CONSTANTS_COUNT - 1] = NULL,
};
static const char *const orders[] = {
    [REWRITING_MINUS_FIRST - 1] = "minus-first",
    [REWRITING_PLUS_FIRST - 1] = "plus-first",
    [REWRITING_ONE_FIRST - 1] = "one-first",
    [REWRITING_ONE_LAST - 1] = "one-last",
    [REWRITING_COUNT - 1] = NULL,
};

// clang-format off
const struct fake_word fake_words[] = {
    { "Rounding models of simulated devices alone", "chop-gN", NULL,
      "as chop-g3, with 0 to 40 guard bits", FAKE_MODEL, FIELD(adder) },
    { NULL, "rne-nsN", NULL, "as rne-ns3, with 1 to 40", FAKE_MODEL, FIELD(adder) },
    { NULL, "rna-nsN", NULL, "as rna-ns3, with 1 to 40", FAKE_MODEL, FIELD(adder) },
    { NULL, "stochastic", NULL, "away from zero with the probability of the fraction, by a "
      "hash of the operands", FAKE_MODEL, FIELD(adder) },
    { NULL, "faithful", NULL, "to either neighbour, by a hash", FAKE_MODEL, FIELD(adder) },
    { NULL, "ties-hash", NULL, "to nearest, ties by a hash", FAKE_MODEL, FIELD(adder) },
    { "Changes of the sums", "sticky", "N", "the first N places behind the guard bits are "
      "ORed into a sticky bit", FAKE_STICKY, FIELD(adder) },
    { NULL, "far", "N", "an operand is dropped if its leading bit is lower by more than N",
      FAKE_NUMBER, 1, 253, FIELD(adder.far) },
    { NULL, "double", "N[:MODEL]", "sums are rounded twice: to N bits, more than p, to nearest "
      "even or by MODEL, then to p; N is up to 64", FAKE_FIRST, FIELD(adder) },
    { NULL, "sign", "MODEL", "negative sums are rounded by MODEL; sticky and double behind it "
      "are theirs, those before it are not", FAKE_SIGN, FIELD(adder) },
    { NULL, "redraw", NULL, "the hash changes with each render", FAKE_FLAG, FIELD(redraw) },

    { "Number format", "p", "N", "significand bits, the hidden one included (default: 24)",
      FAKE_NUMBER, 5, 24, FIELD(traits.model.format.precision) },
    { NULL, "emax", "N", "largest exponent (default: 127)",
      FAKE_NUMBER, 5, 127, FIELD(traits.model.format.emax) },
    { NULL, "mediump", "N", "significand bits of mediump and lowp; 11 is binary16 (default: p)",
      FAKE_NUMBER, 5, 24, FIELD(mediump) },
    { NULL, "double", NULL, "double precision is supported, in binary64",
      FAKE_FLAG, FIELD(fp64) },
    { NULL, "float16", NULL, "half precision is supported, in binary16",
      FAKE_FLAG, FIELD(float16) },

    { "Defects of the arithmetic", "ftz", NULL, "subnormal operands and results become zero",
      FAKE_FLAG, FIELD(traits.model.flush_in) },
    { NULL, "flush-moves", NULL, "subnormals become zero even where they are only moved",
      FAKE_ALL, FIELD(traits.flushes) },
    { NULL, "multiplier", "N", "products are truncated, N columns below their last place kept",
      FAKE_NUMBER, 0, 8, FIELD(traits.multiplier) },
    { NULL, "reciprocal", NULL, "a / b is computed as a * (1 / b)",
      FAKE_FLAG, FIELD(traits.by_reciprocal) },
    { NULL, "separate-fma", NULL, "fma(a, b, c) is a product and a sum, each rounded",
      FAKE_FLAG, FIELD(traits.fma_separate) },
    { NULL, "mad", NULL, "what is fused truncates its product before the sum, as in GPUs of "
      "compute capability 1.x, which are rne,ftz,contract,mad,reciprocal",
      FAKE_FLAG, FIELD(traits.mad) },
    { NULL, "nan-equal", NULL, "NaN equals NaN",
      FAKE_FLAG, FIELD(traits.nan_equal) },
    { NULL, "excess", "N", "expressions keep N significand bits until they are stored, in all "
      "forms but guarded and published",
      FAKE_NUMBER, 25, WIDE_BITS, FIELD(traits.inside_bits) },
    { NULL, "guard-keeps", NULL, "the guarded form keeps them too, unless it is drawn again with "
      "the sum stored in memory", FAKE_FLAG, FIELD(guard_keeps) },
    { NULL, "spills", NULL, "fract(a + b) keeps them in one of two renders alone",
      FAKE_FLAG, FIELD(spills) },
    { NULL, "half", "MODEL", "packHalf2x16 rounds by rounding model MODEL",
      FAKE_RULE, FIELD(traits.half) },
    { NULL, "coarse", "N", "sin, cos and tan lose their last N bits",
      FAKE_NUMBER, 0, 20, FIELD(traits.coarse_bits) },
    { NULL, "low-powers", NULL, "pow(2.0, n) is half an ulp low, but for n = 0",
      FAKE_FLAG, FIELD(traits.low_powers) },

    { "Defects of the compiler, in the plain form and the published", "fold", NULL,
      "expressions are simplified: (a + b) - a becomes b",
      FAKE_ALL, FIELD(traits.folds) },
    { NULL, "reassociate", "HOW",
      "a + (1.0 - b), the published shader's sum, is computed in another order: "
      "minus-first, (a - b) + 1.0; plus-first, (a + 1.0) - b; one-first, a + (1.0 - b), "
      "whatever was written; one-last, where a is subtracted again, ((a - b) - a) + 1.0",
      FAKE_CHOICE, FIELD(traits.rewriting), .choices = orders },
    { NULL, "contract", NULL, "a * b + c is fused, in all its shapes",
      FAKE_ALL, FIELD(traits.contracts) },
    { "Defects of the compiler, in every form", "constants", "HOW",
      "expressions of literals are not computed as at run time, but: nearest, in steps "
      "to nearest even; double, in binary64, then rounded; by-rule, with literals that "
      "are rounded by the device's rounding model",
      FAKE_CHOICE, FIELD(traits.constants), .choices = constants_words },

    { "Defects of claims and pictures", "claims", "N", "mediump and lowp claim N fraction bits",
      FAKE_NUMBER, 1, 23, FIELD(claims) },
    { NULL, "unstable", NULL, "a pixel changes in every second render",
      FAKE_FLAG, FIELD(unstable) },
    { NULL, "unpainted", NULL, "a pixel is never painted",
      FAKE_FLAG, FIELD(unpainted) },
};
// clang-format on

const int fake_word_count = (int) (sizeof fake_words / sizeof *fake_words);

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

// A compiler respects what is precise, and cannot see through a guard.
static struct traits fake_traits_of(const struct fake *fake,
                                    const struct probe_params *params)
{
    struct traits traits = fake->traits;

    traits.model = model_of(fake, params->precision);
    if ((params->form == FORM_GUARDED && (!fake->guard_keeps || params->stored)) ||
        params->form == FORM_PUBLISHED)
        traits.inside_bits = 0;
    if (params->form == FORM_PLAIN || params->form == FORM_PUBLISHED)
        return traits;
    traits.folds = traits.contracts = 0;
    traits.rewriting = REWRITING_NONE;
    return traits;
}

static bool paint_question(const struct fake *fake, const struct probe *probe,
                           const struct probe_params *params, int variant,
                           struct pixels *out)
{
    struct unit unit = fake->adder.used ? unit_foreign(&fake->adder) : unit_model();
    struct traits traits = fake_traits_of(fake, params);
    struct probe_params own = *params;

    own.model = traits.model;
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

static const struct fake_word *fake_word_find(const char *name, size_t length)
{
    for (int i = 0; i < fake_word_count; i++)
        if (!strncmp(fake_words[i].name, name, length) && !fake_words[i].name[length] &&
            (fake_words[i].value != NULL) == (name[length] == '=') &&
            fake_words[i].kind != FAKE_MODEL)
            return &fake_words[i];
    return NULL;
}

// `value`: what stands behind "=". Returns false, after logging why, if it is wrong.
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
    log_error("%s: %s=%s is no rounding model", id, word->name, value);
    return false;
}

static bool say_unknown_word(const char *id, const char *word)
{
    char known[800];
    int used = 0;

    for (int i = 0; i < fake_word_count; i++)
        used += snprintf(known + used, sizeof known - (size_t) used, ", %s%s%s",
                         fake_words[i].name, fake_words[i].value ? "=" : "",
                         fake_words[i].value ? fake_words[i].value : "");
    log_error(
        "%s: '%s' is no rounding model, no published device (see 'fpstripe models') "
        "and none of %s",
        id, word, known + 2);
    return false;
}

static bool fake_read_word(struct fake *fake, const char *id, const char *text)
{
    size_t length = strcspn(text, "=");
    const struct fake_word *word = fake_word_find(text, length);

    if (foreign_read_model(&fake->adder, text, &fake->traits.model.round))
        return true;
    if (!word)
        return say_unknown_word(id, text);
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

// The published device that an id names, and the words behind it; NULL if it names none.
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
