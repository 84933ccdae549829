// SPDX-License-Identifier: MIT

#include "survey.h"

#include "device.h"
#include "guard.h"
#include "log.h"
#include "measure.h"
#include "unit.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define WIDTH_DEFAULT 512
#define WIDTH_MIN     16
#define ROWS_DEFAULT  20

// One way of asking one probe.
struct task {
    const struct probe *probe;
    struct probe_params params;
};

#define TASKS_MAX 1024

struct plan {
    struct task tasks[TASKS_MAX];
    int count;
};

// What the width probe found for a stage and a precision.
struct known {
    bool asked;
    bool found;
    struct fp_model model;
};

struct state {
    struct device *device;
    const struct survey_options *options;
    struct unit reference;
    struct report *report;
    struct survey_pictures *pictures;
    struct known known[STAGE_COUNT][PRECISION_COUNT];
};

void survey_pictures_finish(struct survey_pictures *pictures)
{
    pixels_finish(&pictures->got);
    pixels_finish(&pictures->want);
    *pictures = (struct survey_pictures){ 0 };
}

static bool wanted(int option, int value)
{
    return option < 0 || option == value;
}

static void add(struct plan *plan, const struct probe *probe,
                const struct probe_params *params)
{
    assert(plan->count < TASKS_MAX);
    plan->tasks[plan->count++] = (struct task){ probe, *params };
}

// The readouts of one question: those asked for, or the best exact one, and, for the
// published shader, what the eye sees.
static void add_readouts(struct plan *plan, const struct state *state,
                         const struct probe *probe, struct probe_params params)
{
    static const enum readout best[] = { READOUT_BITS, READOUT_FLOAT32, READOUT_RGBA8 };
    const struct survey_options *options = state->options;
    bool all = options->every_readout || options->readout >= 0;

    for (int i = 0; i < READOUT_COUNT; i++) {
        params.readout = best[i];
        bool can = !state->device->unsupported(state->device, probe, &params);

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

static void add_probes(struct plan *plan, const struct state *state,
                       struct probe_params params)
{
    const struct survey_options *options = state->options;

    for (int i = 0; i < probe_count; i++) {
        const struct probe *probe = probe_list[i];

        if (options->probe && strcmp(options->probe, probe->name) != 0)
            continue;
        for (int form = 0; form < FORM_COUNT; form++) {
            if (!(probe->forms & 1u << form) || !wanted(options->form, form))
                continue;
            params.form = (enum form) form;
            add_readouts(plan, state, probe, params);
        }
    }
}

static void make_plan(struct plan *plan, const struct state *state)
{
    const struct survey_options *options = state->options;
    int stage_wanted =
        options->stage < 0 && !options->every_stage ? STAGE_FRAGMENT : options->stage;

    plan->count = 0;
    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        for (int precision = 0; precision < PRECISION_COUNT; precision++) {
            if (!wanted(stage_wanted, stage) || !wanted(options->precision, precision))
                continue;
            add_probes(plan, state,
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

// The format in which a verdict found the device to compute.
static void note_width(struct known *known, const struct verdict *verdict)
{
    if (known->found || verdict->status != STATUS_OK)
        return;
    known->found = true;
    known->model = (struct fp_model){
        .format = { verdict->fraction_bits + 1, verdict->emax > 0 ? verdict->emax : 127 },
        .flush_in = verdict->subnormals == SUBNORMALS_FLUSHED,
        .flush_out = verdict->subnormals == SUBNORMALS_FLUSHED,
    };
}

// Asks the width for a probe that needs it, where the survey did not.
static bool find_width(struct state *state, const struct task *task, struct known *known)
{
    static const enum form forms[] = { FORM_GUARDED, FORM_PRECISE, FORM_PLAIN };
    const struct probe *width = NULL;

    for (int i = 0; i < probe_count && !width; i++)
        width = probe_list[i]->finds_width ? probe_list[i] : NULL;
    for (int i = 0; i < 3 && !known->found; i++) {
        struct probe_params params = task->params;
        struct measurement measurement;

        params.form = forms[i];
        bool ok = measure(state->device, width, &params, &state->reference, false,
                          &measurement);

        note_width(known, &measurement.result.verdict);
        measure_finish(&measurement);
        if (!ok)
            return false;
    }
    known->asked = true;
    return true;
}

// The ramp of `columns` has log2(columns) + 1 bits: narrower for a narrower format.
static int fitting_width(int width, int precision)
{
    while (width > WIDTH_MIN && width > 1 << (precision - 1))
        width /= 2;
    return width;
}

static bool wants_picture(const struct state *state, const struct task *task)
{
    return state->pictures && task->probe->shown;
}

// Measures a ramp of which no width is known: once as asked and, where that shows a
// format which cannot hold the ramp, or shows nothing, once more as narrow as needed.
static bool measure_ramp(struct state *state, const struct task *task,
                         struct measurement *measurement)
{
    struct probe_params params = task->params;

    for (int attempt = 0; attempt < 3; attempt++) {
        if (!measure(state->device, task->probe, &params, &state->reference,
                     wants_picture(state, task), measurement))
            return false;
        const struct verdict *verdict = &measurement->result.verdict;
        bool unclear =
            verdict->status == STATUS_UNDECIDED || verdict->status == STATUS_IMPOSSIBLE;
        int width = verdict->fraction_bits > 0
                        ? fitting_width(params.width, verdict->fraction_bits + 1)
                    : unclear && attempt == 0 ? WIDTH_MIN
                                              : params.width;

        // What a narrow ramp has told, a wider one may tell better.
        if (attempt == 1 && verdict->status == STATUS_OK && verdict->fraction_bits > 0)
            width = fitting_width(task->params.width, verdict->fraction_bits + 1);
        if (width == params.width)
            return true;
        params.width = width;
        measure_finish(measurement);
    }
    return measure(state->device, task->probe, &params, &state->reference,
                   wants_picture(state, task), measurement);
}

static bool measure_task(struct state *state, const struct task *task,
                         struct measurement *measurement)
{
    struct known *known = &state->known[task->params.stage][task->params.precision];
    struct probe_params params = task->params;
    bool can = !state->device->unsupported(state->device, task->probe, &params);

    *measurement = (struct measurement){ 0 };
    if (can && task->probe->needs_width && !known->found && !known->asked &&
        !find_width(state, task, known))
        return false;
    if (can && task->probe->ramp >= 0 && !known->found)
        return measure_ramp(state, task, measurement);
    if (known->found) {
        params.model = known->model;
        params.precision_bits = known->model.format.precision;
        params.width = fitting_width(params.width, params.precision_bits);
    }
    if (!measure(state->device, task->probe, &params, &state->reference,
                 wants_picture(state, task), measurement))
        return false;
    if (task->probe->finds_width)
        note_width(known, &measurement->result.verdict);
    return true;
}

// The stripes that the sheet shows: the first that are ok, else the first there are.
static void take_pictures(struct state *state, const struct task *task,
                          struct measurement *measurement, int index)
{
    struct survey_pictures *pictures = state->pictures;
    const struct report *report = state->report;

    if (!wants_picture(state, task) || !measurement->want.words)
        return;
    if (pictures->got.words &&
        (report->results[pictures->result].verdict.status == STATUS_OK ||
         measurement->result.verdict.status != STATUS_OK))
        return;
    survey_pictures_finish(pictures);
    *pictures = (struct survey_pictures){
        .got = measurement->got,
        .want = measurement->want,
        .params = task->params,
        .probe = task->probe,
        .result = index,
    };
    pictures->params.width = measurement->result.columns;
    measurement->got = measurement->want = (struct pixels){ 0 };
}

// The picture as levels of grey, for looking at.
static bool make_grey(const struct probe *probe, const struct pixels *got,
                      struct pixels *grey)
{
    size_t count = (size_t) got->width * (size_t) got->height;

    *grey = (struct pixels){ 0 };
    if (got->readout == READOUT_RGBA8)
        return true;
    if (!pixels_init(grey, got->width, got->height, READOUT_RGBA8))
        return false;
    for (size_t i = 0; i < count; i++)
        grey->words[i] = i > 0 && got->words[i] == got->words[i - 1]
                             ? grey->words[i - 1]
                             : probe_encode(probe, READOUT_RGBA8, got->words[i]);
    return true;
}

static bool keep(const struct state *state, const struct task *task,
                 const struct measurement *measurement, struct result *result)
{
    struct pixels grey;

    if (!state->options->keep || !measurement->got.words)
        return true;
    if (!make_grey(task->probe, &measurement->got, &grey))
        return false;
    bool ok = state->options->keep(state->options->context, result, &measurement->got,
                                   grey.words ? &grey : NULL);

    pixels_finish(&grey);
    return ok;
}

static bool do_task(struct state *state, const struct task *task)
{
    struct result *result = report_add(state->report);
    struct measurement measurement;

    if (!result)
        return false;
    // Stands if the driver crashes now.
    *result = (struct result){
        .stage = task->params.stage,
        .precision = task->params.precision,
        .form = task->params.form,
        .readout = task->params.readout,
        .verdict = verdict_unknown(STATUS_ERROR),
    };
    snprintf(result->probe, sizeof(result->probe), "%s", task->probe->name);
    snprintf(result->verdict.reason, sizeof(result->verdict.reason),
             "the device broke here");

    bool ok = measure_task(state, task, &measurement);

    *result = measurement.result;
    ok = ok && keep(state, task, &measurement, result);
    take_pictures(state, task, &measurement, state->report->count - 1);
    measure_finish(&measurement);
    return ok;
}

static void choose_reference(struct state *state)
{
    const char *name = state->options->reference;
    bool model = name && !strcmp(name, "model");

    state->reference = model ? unit_model() : unit_host();
    snprintf(state->report->reference_kind, sizeof(state->report->reference_kind), "%s",
             state->reference.name);
    snprintf(state->report->reference_name, sizeof(state->report->reference_name), "%s",
             model ? "integers, any format and rule"
                   : "this CPU under fesetround; integers where it has no such format");
}

bool survey(struct device *device, const struct survey_options *options,
            struct report *report, struct survey_pictures *pictures)
{
    static struct plan plan;
    struct state state = {
        .device = device,
        .options = options,
        .report = report,
        .pictures = pictures,
    };
    bool ok = true;
    int done = 0;

    report->device = device->facts;
    choose_reference(&state);
    make_plan(&plan, &state);
    for (; ok && done < plan.count && !guard_interrupted(); done++) {
        if (options->progress)
            options->progress(options->context, done, plan.count);
        ok = do_task(&state, &plan.tasks[done]);
    }
    report->complete = ok && done == plan.count && !guard_interrupted();
    report_conclude(report);
    return ok;
}
