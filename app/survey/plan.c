// SPDX-License-Identifier: MIT

#include "survey/plan.h"

#include "device/device.h"
#include "measure/measure.h"
#include "probe/expressions.h"
#include "survey/survey.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define WIDTH_DEFAULT 512
#define ROWS_DEFAULT  10

static bool plan_wanted(int option, int value)
{
    return option < 0 || option == value;
}

static void plan_add(struct plan *plan, const struct probe *probe,
                     const struct probe_params *params)
{
    assert(plan->count < PLAN_TASKS_MAX);
    plan->tasks[plan->count++] = (struct task){ probe, *params };
}

// Returns true for fragment shaders of ES 2 that would have to compute the bytes of a
// word: their pictures are not needed.
static bool is_as_bytes(const struct device *device, const struct probe_params *params)
{
    return device->facts.api == API_ES2 && params->stage == STAGE_FRAGMENT &&
           params->readout == READOUT_BITS;
}

// Adds a task in its readouts: the selected ones, or the best exact one and, for the
// published shader, the visible one.
static void add_readouts(struct plan *plan, const struct device *device,
                         const struct survey_options *options, const struct probe *probe,
                         struct probe_params params)
{
    static const enum readout best[] = { READOUT_BITS, READOUT_FLOAT32, READOUT_RGBA8,
                                         READOUT_FLOAT16 };
    bool all = options->every_readout || options->readout >= 0;

    for (int i = 0; i < READOUT_COUNT; i++) {
        params.readout = best[i];
        bool can = !measure_unsupported(device, probe, &params) &&
                   (all || !is_as_bytes(device, &params));

        if (all && plan_wanted(options->readout, best[i]) &&
            (can || options->readout >= 0 || best[i] != READOUT_FLOAT16))
            plan_add(plan, probe, &params);
        if (!all && can) {
            plan_add(plan, probe, &params);
            if (params.form != FORM_PUBLISHED || params.readout == READOUT_RGBA8)
                return;
            params.readout = READOUT_RGBA8;
            plan_add(plan, probe, &params);
            return;
        }
    }
    params.readout = READOUT_BITS;
    if (!all)
        plan_add(plan, probe, &params);
}

// Adds a probe of expressions, which has one readout of its own.
static void add_lines(struct plan *plan, const struct survey_options *options,
                      const struct probe *probe, struct probe_params params)
{
    params.readout = options->readout >= 0 ? (enum readout) options->readout
                                           : probe->expressions->readout;
    params.rows = 1;
    if (options->probe || !expressions_unsupported(probe, &params))
        plan_add(plan, probe, &params);
}

// Returns true if a survey that names no stage and no readout asks this stage for its
// verdict only.
static bool wants_verdict_only(const struct survey_options *options, enum stage stage)
{
    return stage == STAGE_VERTEX && options->stage < 0 && !options->every_stage &&
           !options->full && options->readout < 0 && !options->every_readout;
}

// Returns true if a probe that was not named belongs into the survey of a stage and
// form. One stage is sufficient for pictures; the other stages only need the width, and
// the rounding model of sums, which expressions start from.
static bool belongs(const struct survey_options *options, const struct probe *probe,
                    const struct probe_params *params)
{
    if (wants_verdict_only(options, params->stage))
        return params->form == FORM_GUARDED &&
               (probe->finds_width || probe->judges_adder);
    if (!options->full)
        return !probe->full_only && !probe->expressions;
    if (params->stage == STAGE_FRAGMENT || options->stage >= 0 || options->every_stage)
        return true;
    if (probe->expressions)
        return !probe->expressions->elsewhere ||
               probe->expressions->elsewhere & 1u << params->precision;
    return probe->finds_excess || ((probe->folds || probe->judges_adder) &&
                                   !probe->ramp && params->form == FORM_GUARDED);
}

static void add_probes(struct plan *plan, const struct device *device,
                       const struct survey_options *options, struct probe_params params)
{
    for (int i = 0; i < probe_count; i++) {
        const struct probe *probe = probe_list[i];

        if (options->probe && strcmp(options->probe, probe->name) != 0)
            continue;
        for (int form = 0; form < FORM_COUNT; form++) {
            params.form = (enum form) form;
            if (!(probe->forms & 1u << form) || !plan_wanted(options->form, form) ||
                (!options->probe && !belongs(options, probe, &params)))
                continue;
            if (probe->expressions)
                add_lines(plan, options, probe, params);
            else
                add_readouts(plan, device, options, probe, params);
        }
    }
}

// Returns true if a type is planned: a type that only some devices have is planned if
// this device has it, or if it is named.
static bool has_precision(const struct device *device,
                          const struct survey_options *options,
                          struct probe_params params)
{
    if (options->precision >= 0 || params.precision <= PRECISION_LOWP)
        return plan_wanted(options->precision, (int) params.precision);
    params.readout = READOUT_BITS;
    return (options->full || options->probe) &&
           !device->unsupported(device, probe_list[0], &params);
}

struct result plan_result(const struct task *task)
{
    const struct probe_params *params = &task->params;
    struct result asked = { .stage = params->stage,
                            .precision = params->precision,
                            .form = params->form,
                            .readout = params->readout };

    snprintf(asked.probe, sizeof asked.probe, "%s", task->probe->name);
    return asked;
}

int plan_find(const struct plan *plan, const struct result *result)
{
    for (int i = 0; i < plan->count; i++) {
        const struct probe_params *params = &plan->tasks[i].params;

        if (params->stage == result->stage && params->precision == result->precision &&
            params->form == result->form && params->readout == result->readout &&
            !strcmp(plan->tasks[i].probe->name, result->probe))
            return i;
    }
    return -1;
}

struct probe_params plan_params(enum stage stage, enum precision precision, int width)
{
    struct fp_format format = precision == PRECISION_DOUBLE ? FP_BINARY64 : FP_BINARY32;

    return (struct probe_params){
        .stage = stage,
        .precision = precision,
        .width = width ? width : WIDTH_DEFAULT,
        .rows = stage == STAGE_FRAGMENT ? ROWS_DEFAULT : 1,
        .model = { format, FP_RNE, false, false },
        .precision_bits = format.precision,
    };
}

static void add_precisions(struct plan *plan, const struct device *device,
                           const struct survey_options *options, enum stage stage)
{
    for (int precision = 0; precision < PRECISION_COUNT; precision++) {
        struct probe_params params =
            plan_params(stage, (enum precision) precision, options->width);

        if (has_precision(device, options, params))
            add_probes(plan, device, options, params);
    }
}

void plan_make(struct plan *plan, const struct device *device,
               const struct survey_options *options)
{
    bool every = options->every_stage || options->full;

    plan->count = 0;
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        if (plan_wanted(options->stage, stage) &&
            (every || options->stage >= 0 || stage == STAGE_FRAGMENT ||
             (wants_verdict_only(options, (enum stage) stage) && !options->probe)))
            add_precisions(plan, device, options, (enum stage) stage);
}
