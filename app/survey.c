// SPDX-License-Identifier: MIT

#include "survey.h"

#include "device.h"
#include "guard.h"
#include "log.h"
#include "measure.h"
#include "memo.h"
#include "plan.h"
#include "probe_picture.h"
#include "reference.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH_MIN 16
#define AHEAD     32 // questions of which a driver may compile

// What the width probe found for a stage and a precision.
struct known {
    bool asked, found, ruled; // whether there is a format, and how sums round
    struct fp_model model;
};

struct state {
    struct device *device;
    const struct survey_options *options;
    const struct unit *reference;
    bool live; // the reference computes, and has not failed yet
    struct report *report;
    struct survey_pictures *pictures;
    int prepared; // tasks that the driver was told of
    struct known known[STAGE_COUNT][PRECISION_COUNT];
};

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

// How sums round, once a picture or a line tells: judges of lines begin with it.
static void note_rule(struct known *known, const struct probe *probe,
                      const struct result *result)
{
    uint32_t rule = probe->folds ? result->verdict.survivors : 0;

    if (probe->sums && result->findings && !known->ruled)
        rule = result->findings[probe->sums - 1].survivors;
    if (result->verdict.status != STATUS_OK || !rule || rule & (rule - 1))
        return;
    known->model.round = (enum fp_round) __builtin_ctz(rule);
    known->ruled = true;
}

// The reference failed in the middle of the run: the report says so once, and the next
// one goes on. One that only remembers has simply not been asked that.
static void note_fault(struct state *state, const struct measurement *measurement)
{
    struct report *report = state->report;
    struct report_try *tried = &report->tried[report->tried_count];

    if (!measurement->fault[0] || !state->live || report->tried_count == REPORT_TRIES)
        return;
    state->live = false;
    report->tried_count++;
    snprintf(tried->kind, sizeof(tried->kind), "%s", state->reference->name);
    snprintf(tried->reason, sizeof(tried->reason), "from result %d on: %s",
             report->count - 1, measurement->fault);
    log_warning("reference %s: %s; the next one goes on", tried->kind,
                measurement->fault);
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
        bool ok =
            measure(state->device, width, &params, state->reference, false, &measurement);

        note_width(known, &measurement.result.verdict);
        note_fault(state, &measurement);
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
    while (width > WIDTH_MIN && precision < 30 && width > 1 << (precision - 1))
        width /= 2;
    return width;
}

static bool wants_picture(const struct state *state, const struct task *task)
{
    return state->pictures && task->probe->shown;
}

// One measurement; its picture is shown as soon as it is there.
static bool measure_once(struct state *state, const struct task *task,
                         const struct probe_params *params,
                         struct measurement *measurement)
{
    const struct survey_options *options = state->options;

    if (!measure_paint(state->device, task->probe, params, measurement))
        return false;
    if (options->painted && measurement->got.words)
        options->painted(options->context, &measurement->result, &measurement->got);
    return measure_judge(state->device, task->probe, params, state->reference,
                         wants_picture(state, task), measurement);
}

// Measures a ramp of which no width is known: once as asked and, where that shows a
// format which cannot hold the ramp, or shows nothing, once more as narrow as needed.
static bool measure_ramp(struct state *state, const struct task *task,
                         struct measurement *measurement)
{
    struct probe_params params = task->params;

    for (int attempt = 0; attempt < 3; attempt++) {
        if (!measure_once(state, task, &params, measurement))
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
    return measure_once(state, task, &params, measurement);
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
    // With operands for another width, narrow sums look like those of a chopping adder.
    if (can && task->probe->needs_width && !known->found) {
        measurement->result =
            measure_unanswered(task->probe, &params, STATUS_SKIPPED,
                               "the operands depend on the width, which is not known");
        return true;
    }
    if (can && !task->probe->lines && task->probe->ramp >= 0 && !known->found)
        return measure_ramp(state, task, measurement);
    if (known->found) {
        params.model = known->model;
        params.precision_bits = known->model.format.precision;
        params.width = fitting_width(params.width, params.precision_bits);
    }
    if (!measure_once(state, task, &params, measurement))
        return false;
    if (task->probe->finds_width)
        note_width(known, &measurement->result.verdict);
    note_rule(known, task->probe, &measurement->result);
    return true;
}

// The picture as levels of grey, [height][width], for looking at; NULL, after logging
// why, if there is no memory.
static uint8_t *make_grey(const struct probe *probe, const struct pixels *got)
{
    size_t width = (size_t) got->width;
    uint8_t *grey = malloc(width * (size_t) got->height);

    if (!grey)
        log_error("no memory for a picture of %d x %d", got->width, got->height);
    for (int y = 0; grey && y < got->height; y++) {
        const uint32_t *row = pixels_row(got, y);
        uint8_t *to = grey + (size_t) y * width;

        // Rows of a band repeat.
        if (y > 0 && !memcmp(row, row - width, width * sizeof(*row))) {
            memcpy(to, to - width, width);
            continue;
        }
        for (size_t x = 0; x < width; x++)
            to[x] = (uint8_t) probe_encode(probe, READOUT_RGBA8, row[x]);
    }
    return grey;
}

static bool keep(const struct state *state, const struct task *task,
                 const struct measurement *measurement, struct result *result)
{
    bool exact = measurement->got.readout != READOUT_RGBA8 && !state->options->no_grey &&
                 !task->probe->lines; // nothing to look at

    if (!state->options->keep || !measurement->got.words)
        return true;
    uint8_t *grey = exact ? make_grey(task->probe, &measurement->got) : NULL;
    bool ok = (grey || !exact) && state->options->keep(state->options->context, result,
                                                       &measurement->got, grey);

    free(grey);
    return ok;
}

static bool do_task(struct state *state, const struct task *task)
{
    struct result *result = report_add(state->report);
    struct measurement measurement;

    if (!result)
        return false;
    // Stands if the driver crashes now.
    *result = measure_unanswered(task->probe, &task->params, STATUS_ERROR,
                                 "the device broke here");

    bool ok = measure_task(state, task, &measurement);

    *result = measurement.result;
    measurement.result.findings = NULL; // the report's now
    note_fault(state, &measurement);
    ok = ok && keep(state, task, &measurement, result);
    if (state->pictures)
        survey_pictures_take(state->pictures, state->report, state->report->count - 1,
                             task->probe, &measurement);
    measure_finish(&measurement);
    return ok;
}

// Lets the driver compile what comes next, while this thread judges.
static void prepare(struct state *state, const struct plan *plan, int done)
{
    struct device *device = state->device;

    if (!device->prepare || plan->count < AHEAD)
        return;
    if (state->prepared < done + 1)
        state->prepared = done + 1;
    for (; state->prepared < plan->count && state->prepared < done + AHEAD;
         state->prepared++) {
        const struct task *task = &plan->tasks[state->prepared];

        if (!measure_unsupported(device, task->probe, &task->params))
            device->prepare(device, task->probe, &task->params);
    }
}

static void open_reference(struct reference *reference, const char *kind,
                           struct report *report)
{
    reference_open(reference, kind);
    snprintf(report->reference_kind, sizeof(report->reference_kind), "%s",
             reference->kind);
    snprintf(report->reference_name, sizeof(report->reference_name), "%s",
             reference->name);
    report->tried_count = reference->tried_count;
    for (int i = 0; i < reference->tried_count; i++) {
        struct report_try *tried = &report->tried[i];

        snprintf(tried->kind, sizeof(tried->kind), "%s", reference->tried[i].kind);
        snprintf(tried->reason, sizeof(tried->reason), "%s", reference->tried[i].reason);
    }
}

// "addition = __fadd_rn on N of N pixels": what was found, as CUDA calls it, over all
// that CUDA judged at the headline's stage and precision.
static void name_intrinsic(const struct reference *reference, struct report *report)
{
    const struct verdict *headline = &report->headline;
    struct fp_model model = { { headline->fraction_bits + 1,
                                headline->emax > 0 ? headline->emax : 127 },
                              FP_RNE,
                              false,
                              false };
    long pixels = 0, mismatches = 0;

    while (model.round < FP_ROUND_COUNT &&
           headline->survivors != VERDICT_RULE(model.round))
        model.round++;
    const char *intrinsic = reference_intrinsic(&model);

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (report_of_lines(result) || result->stage != report->headline_stage ||
            result->precision != report->headline_precision ||
            result->verdict.status != STATUS_OK ||
            strcmp(result->reference, reference->unit.name) != 0)
            continue;
        pixels += result->difference.pixels;
        mismatches += result->difference.mismatches;
    }
    if (reference->facts.gpu[0] && intrinsic && pixels > 0)
        snprintf(report->equals, sizeof(report->equals),
                 "addition = %s on %ld of %ld pixels", intrinsic, pixels - mismatches,
                 pixels);
}

bool survey(struct device *device, const struct survey_options *options,
            struct report *report, struct survey_pictures *pictures)
{
    // Static: what a driver's crash leaves behind must not lie on the stack.
    static struct plan plan;
    static struct reference reference;
    static struct memo memo;
    struct state state = {
        .device = device,
        .options = options,
        .report = report,
        .pictures = pictures,
    };
    bool ok = true;
    int done = 0;

    report->device = device->facts;
    open_reference(&reference, options->reference, report);
    report->same_gpu = reference.cuda && device->facts.cuda &&
                       device->facts.cuda_ordinal == reference.ordinal;
    // A GPU is asked the same small arrays again and again.
    struct unit remembering = unit_memo(&memo, &reference.unit);

    state.reference = reference.cuda && options->full ? &remembering : &reference.unit;
    state.live = !reference.recorded;
    plan_make(&plan, device, options);
    for (; ok && done < plan.count && !guard_interrupted(); done++) {
        if (options->progress)
            options->progress(options->context, done, plan.count);
        prepare(&state, &plan, done);
        ok = do_task(&state, &plan.tasks[done]);
    }
    report->complete = ok && done == plan.count && !guard_interrupted();
    report_conclude(report);
    name_intrinsic(&reference, report);
    memo_finish(&memo);
    reference_close(&reference);
    return ok;
}
