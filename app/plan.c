// SPDX-License-Identifier: MIT

#include "plan.h"

#include "device.h"
#include "survey.h"

#include <assert.h>
#include <string.h>

#define WIDTH_DEFAULT 512
#define ROWS_DEFAULT  10

static bool wanted(int option, int value)
{
    return option < 0 || option == value;
}

static void add(struct plan *plan, const struct probe *probe,
                const struct probe_params *params)
{
    assert(plan->count < PLAN_TASKS_MAX);
    plan->tasks[plan->count++] = (struct task){ probe, *params };
}

// The readouts of one question: those asked for, or the best exact one, and, for the
// published shader, what the eye sees.
static void add_readouts(struct plan *plan, const struct device *device,
                         const struct survey_options *options, const struct probe *probe,
                         struct probe_params params)
{
    static const enum readout best[] = { READOUT_BITS, READOUT_FLOAT32, READOUT_RGBA8 };
    bool all = options->every_readout || options->readout >= 0;

    for (int i = 0; i < READOUT_COUNT; i++) {
        params.readout = best[i];
        bool can = !device->unsupported(device, probe, &params);

        if (all && wanted(options->readout, best[i]))
            add(plan, probe, &params);
        if (!all && can) {
            add(plan, probe, &params);
            if (params.form != FORM_PUBLISHED || params.readout == READOUT_RGBA8)
                return;
            params.readout = READOUT_RGBA8;
            add(plan, probe, &params);
            return;
        }
    }
    params.readout = READOUT_BITS;
    if (!all)
        add(plan, probe, &params);
}

static void add_probes(struct plan *plan, const struct device *device,
                       const struct survey_options *options, struct probe_params params)
{
    for (int i = 0; i < probe_count; i++) {
        const struct probe *probe = probe_list[i];

        if (options->probe && strcmp(options->probe, probe->name) != 0)
            continue;
        for (int form = 0; form < FORM_COUNT; form++) {
            if (!(probe->forms & 1u << form) || !wanted(options->form, form))
                continue;
            params.form = (enum form) form;
            add_readouts(plan, device, options, probe, params);
        }
    }
}

void plan_make(struct plan *plan, const struct device *device,
               const struct survey_options *options)
{
    int stage_wanted =
        options->stage < 0 && !options->every_stage ? STAGE_FRAGMENT : options->stage;

    plan->count = 0;
    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        for (int precision = 0; precision < PRECISION_COUNT; precision++) {
            if (!wanted(stage_wanted, stage) || !wanted(options->precision, precision))
                continue;
            add_probes(plan, device, options,
                       (struct probe_params){
                           .stage = (enum stage) stage,
                           .precision = (enum precision) precision,
                           .width = options->width ? options->width : WIDTH_DEFAULT,
                           .rows = stage == STAGE_FRAGMENT ? ROWS_DEFAULT : 1,
                           .model = { FP_BINARY32, FP_RNE, false, false },
                           .precision_bits = 24,
                       });
        }
    }
}
