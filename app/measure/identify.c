// SPDX-License-Identifier: MIT
//
// How it works
//
// 21 rules times 20 precisions (in double 49) would be 420 pictures. Nearly all of these
// models fail on the first few cases that one looks at, so each is first tried on
// sixteen, taken evenly from all over the picture, what survives on more, and only what
// survives a thousand is evaluated in full. The result is the same as with full pictures;
// only the order of the cases differs.

#include "measure/identify.h"

#include "base/memory.h"
#include "base/text.h"
#include "measure/shown.h"
#include "probe/picture.h"

#include <stdio.h>
#include <stdlib.h>

static const size_t scouts[] = { 16, 128, 1024 };

// The words that were read back, a case each, in the order of probe_cases.
static uint32_t *read_cases(const struct probe *probe, const struct probe_params *params,
                            const struct pixels *pixels)
{
    struct probe_shape shape = probe_shape(probe, params);
    uint32_t *words =
        memory_new((size_t) shape.columns * (size_t) shape.bands, sizeof *words);

    for (int i = 0; i < shape.columns * shape.bands; i++) {
        int x, y;

        probe_cell_pixel(shape, i / shape.columns, i % shape.columns, &x, &y);
        words[i] = pixels_row(pixels, y)[x];
    }
    return words;
}

struct trial {
    const struct probe *probe;
    enum readout readout;
    struct unit unit;
    uint32_t *words; // what was read back, a case each
};

// Returns true if a model gives the words of all these cases, as far as they lie in its
// range; then *overflow is how the picture overflows.
static bool reproduces(const struct trial *trial, const struct fp_model *model,
                       const struct probe_cases *cases, uint8_t *overflow)
{
    struct shown shown;
    bool same =
        shown_init(&shown, trial->probe, &trial->unit, model, trial->readout, cases);

    for (size_t i = 0; same && i < cases->count; i++) {
        uint32_t word = trial->words[cases->stride / 2 + i * cases->stride];

        same = !cases->defined[i] || shown_may_be(&shown, i, word);
    }
    if (same && cases->stride == 1 && trial->probe->addends > 0)
        *overflow = (uint8_t) shown_overflow(&shown, trial->words);
    shown_finish(&shown);
    return same;
}

// Strikes out the rules that do not reproduce every stride-th case with `format`.
static void strike(const struct trial *trial, const struct probe_params *params,
                   struct fp_format format, size_t stride, struct identified *identified)
{
    uint32_t *rules = &identified->rules[format.precision];
    uint8_t *overflow = identified->overflow[format.precision];
    struct probe_cases cases;
    struct fp_model model = params->model;

    probe_cases_init(&cases, trial->probe, params, format, stride);
    model.format = format;
    for (int rule = 0; rule < FP_ROUND_COUNT; rule++) {
        model.round = (enum fp_round) rule;
        if (*rules & VERDICT_RULE(rule) &&
            !reproduces(trial, &model, &cases, &overflow[rule]))
            *rules &= ~VERDICT_RULE(rule);
    }
    probe_cases_finish(&cases);
}

// Finds the rules that reproduce the picture with `format`. An odd stride puts the scouts
// of the bands into different columns.
static void identify_try_format(const struct trial *trial,
                                const struct probe_params *params,
                                struct fp_format format, struct identified *identified)
{
    struct probe_shape shape = probe_shape(trial->probe, params);
    size_t count = (size_t) shape.columns * (size_t) shape.bands;
    uint32_t *rules = &identified->rules[format.precision];

    *rules = VERDICT_ALL_RULES;
    for (size_t i = 0; i < sizeof scouts / sizeof *scouts && *rules; i++)
        if (count > scouts[i])
            strike(trial, params, format, (count / scouts[i]) | 1, identified);
    if (*rules)
        strike(trial, params, format, 1, identified);
}

// A ramp has log2(columns) + 1 bits; a format with fewer cannot have been asked.
static bool can_hold(const struct probe *probe, const struct probe_params *params, int p)
{
    return !probe->ramp || p > 30 || probe_shape(probe, params).columns <= 1 << (p - 1);
}

void identify(const struct probe *probe, const struct probe_params *params,
              const struct pixels *pixels, int only, struct identified *identified)
{
    struct trial trial = {
        .probe = probe,
        .readout = params->readout,
        .unit = unit_model(),
        .words = read_cases(probe, params, pixels),
    };
    int most = params->precision == PRECISION_DOUBLE ? IDENTIFY_PRECISION_MAX
                                                     : IDENTIFY_PRECISION_SINGLE;

    *identified = (struct identified){ 0 };
    for (int p = IDENTIFY_PRECISION_MIN; p <= most; p++) {
        struct fp_format format = { p, params->model.format.emax };

        if ((!only || p == only) &&
            (!probe->needs_width || p == params->precision_bits) &&
            can_hold(probe, params, p))
            identify_try_format(&trial, params, format, identified);
    }
    free(trial.words);
}

// "what paints it is another model, p = 24: rne; p = 23: rtz, rdn", or that none does,
// into a text that is empty.
static void set_text(const struct identified *identified, char *text, size_t size)
{
    for (int p = IDENTIFY_PRECISION_MIN; p <= IDENTIFY_PRECISION_MAX; p++) {
        char rules[200];

        verdict_survivors_text(identified->rules[p], rules, sizeof rules);
        if (identified->rules[p])
            text_add(text, size, "%sp = %d: %s",
                     text[0] ? "; " : "what paints it is another model, ", p, rules);
    }
    if (!text[0])
        text_add(text, size, "no rounding model paints all of it");
}

struct verdict identify_judge(const struct verdict *inferred,
                              const struct identified *identified)
{
    struct verdict verdict = *inferred;
    int p = inferred->fraction_bits + 1;
    bool in_range = p >= IDENTIFY_PRECISION_MIN && p <= IDENTIFY_PRECISION_MAX;
    char set[160] = "", family[80] = "";

    if (inferred->status != STATUS_OK)
        return verdict;
    // No model may paint what another adder does.
    if (inferred->foreign.known && in_range && !identified->rules[p])
        return verdict;
    verdict.foreign = (struct foreign){ 0 };
    verdict.survivors = in_range ? inferred->survivors & identified->rules[p] : 0;
    verdict.pattern = verdict_pattern(verdict.survivors);
    if (verdict.survivors)
        return verdict;

    set_text(identified, set, sizeof set);
    if (inferred->survivors)
        snprintf(family, sizeof family, ", %s", verdict_rounding(inferred->survivors));
    verdict.status = STATUS_UNDECIDED;
    snprintf(verdict.reason, sizeof verdict.reason, "the picture shows %d bits%s, but %s",
             p, family, set);
    if (inferred->error_known)
        text_add(verdict.reason, sizeof verdict.reason, "; error in [%.3g, %.3g] ulp, %s",
                 inferred->error_min_ulp, inferred->error_max_ulp,
                 inferred->error_min_ulp > -1 && inferred->error_max_ulp < 1 ? "faithful"
                                                                             : "none");
    return verdict;
}

enum overflow identify_overflow(const struct identified *identified, int precision,
                                uint32_t rules)
{
    return rules ? (enum overflow) identified->overflow[precision][__builtin_ctz(rules)]
                 : OVERFLOW_AS_MODEL;
}
