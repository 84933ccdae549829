// SPDX-License-Identifier: MIT

#include "survey/survey.h"

#include "base/cause.h"
#include "base/clock.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "device/device.h"
#include "measure/measure.h"
#include "measure/reference.h"
#include "survey/ahead.h"
#include "survey/known.h"
#include "survey/plan.h"
#include "unit/memo.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Opens the reference `kind`, or, if that is NULL, the first that works, and names it
// in the report, with those that were tried before. Returns false, after logging why,
// if the named one cannot be used.
static bool survey_open_reference(struct reference *reference, const char *kind,
                                  struct report *report)
{
    if (kind && !reference_open_named(reference, kind))
        return false;
    if (!kind)
        reference_open(reference, NULL);
    snprintf(report->reference_kind, sizeof report->reference_kind, "%s",
             reference->kind);
    snprintf(report->reference_name, sizeof report->reference_name, "%s",
             reference->name);
    report->tried_count = reference->tried_count;
    for (int i = 0; i < reference->tried_count; i++) {
        struct report_try *tried = &report->tried[i];

        snprintf(tried->kind, sizeof tried->kind, "%s", reference->tried[i].kind);
        snprintf(tried->reason, sizeof tried->reason, "%s", reference->tried[i].reason);
    }
    return true;
}

void survey_name_intrinsic(struct report *report, const char *unit)
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

        if (report_has_expressions(result) || result->stage != report->headline_stage ||
            result->precision != report->headline_precision ||
            result->verdict.status != STATUS_OK || strcmp(result->reference, unit) != 0)
            continue;
        pixels += result->difference.pixels;
        mismatches += result->difference.mismatches;
    }
    if (intrinsic && pixels > 0)
        snprintf(report->equals, sizeof report->equals,
                 "addition = %s on %ld of %ld pixels", intrinsic, pixels - mismatches,
                 pixels);
}

#define WIDTH_UNCLEAR 16 // a ramp that any format holds

struct state {
    struct device *device;
    const struct survey_options *options;
    const struct unit *reference;
    bool live; // the reference computes, and has not failed yet
    struct report *report;
    struct survey_pictures *pictures;
    struct survey_known known[STAGE_COUNT][PRECISION_COUNT];
};

// Notes a failure of the reference during the run: the report names it once, and the
// next reference continues. A recorded reference that lacks a result has not failed.
static void note_fault(struct state *state, const struct measurement *measurement)
{
    struct report *report = state->report;
    struct report_try *tried = &report->tried[report->tried_count];

    if (!measurement->fault[0] || !state->live || report->tried_count == REPORT_TRIES)
        return;
    state->live = false;
    report->tried_count++;
    snprintf(tried->kind, sizeof tried->kind, "%s", state->reference->name);
    snprintf(tried->reason, sizeof tried->reason, "%s", measurement->fault);
    tried->later = true;
    tried->from = report->count - 1;
    log_warning("reference %s: %s; using the next one", tried->kind, measurement->fault);
}

// Measures the width, if the survey did not.
static bool find_width(struct state *state, const struct task *task,
                       struct survey_known *known)
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

        survey_known_width(known, &measurement.result.verdict);
        note_fault(state, &measurement);
        measure_finish(&measurement);
        if (!ok)
            return false;
    }
    known->asked = true;
    return true;
}

static const struct probe *excess_probe(void)
{
    int i = 0;

    while (!probe_list[i]->finds_excess)
        i++;
    return probe_list[i];
}

// Measures the bits that an expression of this form keeps, if the survey does not.
static bool find_excess(struct state *state, struct probe_params params,
                        struct verdict *verdict)
{
    struct survey_known *known = &state->known[params.stage][params.precision];
    struct measurement measurement;
    const struct probe *excess = excess_probe();

    known->excess_asked[params.form] = true;
    *verdict = verdict_unknown(STATUS_SKIPPED);
    if (!(excess->forms & 1u << params.form))
        return true;
    survey_known_params(known, &params);
    bool ok =
        measure(state->device, excess, &params, state->reference, false, &measurement);

    *verdict = measurement.result.verdict;
    survey_known_excess(known, excess, &measurement.result);
    note_fault(state, &measurement);
    measure_finish(&measurement);
    return ok;
}

// Finds the cause of a sum that came back unrounded, if no result of the survey will.
static bool name_cause(struct state *state, const struct task *task,
                       struct verdict *verdict)
{
    struct probe_params params = task->params;
    struct verdict cause;

    if (!state->options->probe || task->probe->finds_excess ||
        verdict->status != STATUS_UNROUNDED)
        return true;
    params.form = cause_form(params.form);
    for (int own = 1; own >= 0; own--) {
        params.precision = own ? task->params.precision : PRECISION_HIGHP;
        if (!find_excess(state, params, &cause))
            return false;
        if (!cause_is_shown(&cause, own))
            continue;
        cause_name(verdict, &cause);
        return true;
    }
    return true;
}

// Measures a task once, and shows its picture immediately.
static bool measure_once(struct state *state, const struct task *task,
                         const struct probe_params *params,
                         struct measurement *measurement)
{
    const struct survey_options *options = state->options;
    bool wants_picture = options->compared || (state->pictures && task->probe->shown);

    if (!measure_paint(state->device, task->probe, params, measurement))
        return false;
    if (options->painted && measurement->got.words)
        options->painted(options->context, &measurement->result, &measurement->got);
    return measure_judge(state->device, task->probe, params, state->reference,
                         wants_picture, measurement);
}

// Measures a guarded task again, with its sum stored in memory, if the guarded form
// keeps more bits too. This result counts unless the device refuses it.
static bool measure_stored(struct state *state, const struct task *task,
                           struct survey_known *known, struct probe_params params,
                           struct measurement *measurement)
{
    struct measurement again;
    struct verdict cause;

    if (measurement->result.verdict.status != STATUS_UNROUNDED || params.stored ||
        params.form != FORM_GUARDED || task->probe->finds_excess ||
        !state->device->stores)
        return true;
    if (!find_excess(state, params, &cause))
        return false;
    if (cause.status != STATUS_EXCESS)
        return true;
    params.stored = true;
    bool ok = measure_once(state, task, &params, &again);

    if (again.got.words) {
        struct measurement first = *measurement;

        *measurement = again;
        again = first;
    }
    known->stored = measurement->result.verdict.status == STATUS_OK;
    measure_finish(&again);
    return ok;
}

// Measures a ramp without a known width: first as requested and, if the picture shows a
// format that cannot hold the ramp, or shows nothing, once more as narrow as needed.
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
                        ? survey_known_columns(params.width, verdict->fraction_bits + 1)
                    : unclear && attempt == 0 ? WIDTH_UNCLEAR
                                              : params.width;

        // A wide ramp may confirm the width that a narrow one found.
        if (attempt == 1 && verdict->status == STATUS_OK && verdict->fraction_bits > 0)
            width = survey_known_columns(task->params.width, verdict->fraction_bits + 1);
        if (width == params.width)
            return true;
        params.width = width;
        measure_finish(measurement);
    }
    return measure_once(state, task, &params, measurement);
}

// Measures the bits that an expression of this form keeps, and those of the other forms
// until one shows them.
static bool ask_excess(struct state *state, const struct task *task,
                       struct survey_known *known)
{
    struct probe_params params = task->params;
    struct verdict unused;

    params.readout = READOUT_BITS;
    bool ok = known->excess_asked[params.form] || find_excess(state, params, &unused);

    for (int form = 0; ok && form < FORM_COUNT; form++) {
        params.form = (enum form) form;
        if (!known->excess_asked[form] &&
            survey_known_inside(known, task->params.form) == VERDICT_INSIDE_UNKNOWN)
            ok = find_excess(state, params, &unused);
    }
    return ok;
}

// Measures the facts on which the operands and the judge of a task depend: the width,
// and the bits that an expression keeps, in highp too if the range of the task's
// precision is too small to show them.
static bool ask_before(struct state *state, const struct task *task,
                       struct survey_known *known)
{
    struct task wider = *task;
    bool ok = !survey_known_asks(task->probe, task->params.form) || known->found ||
              known->asked || find_width(state, task, known);

    if (!task->probe->expressions)
        return ok;
    wider.params.precision = PRECISION_HIGHP;
    return ok && ask_excess(state, task, known) &&
           (!known->unrounded || !known->wider ||
            ask_excess(state, &wider, known->wider));
}

// Returns the result that remains if the driver crashes now.
static struct result survey_broken(const struct task *task)
{
    return measure_unanswered(task->probe, &task->params, STATUS_ERROR,
                              "the device broke here");
}

static bool measure_task(struct state *state, const struct task *task,
                         struct measurement *measurement)
{
    struct survey_known *known =
        &state->known[task->params.stage][task->params.precision];
    struct probe_params params = task->params;
    bool can = !state->device->unsupported(state->device, task->probe, &params);

    *measurement = (struct measurement){ .result = survey_broken(task) };
    if (can && !ask_before(state, task, known))
        return false;
    switch (survey_known_way(known, task->probe, can)) {
    case SURVEY_SKIPPED:
        measurement->result = measure_unanswered(task->probe, &params, STATUS_SKIPPED,
                                                 SURVEY_SKIPPED_REASON);
        return true;
    case SURVEY_RAMP: return measure_ramp(state, task, measurement);
    case SURVEY_KNOWN: survey_known_params(known, &params); break;
    }
    params.stored =
        known->stored && params.form == FORM_GUARDED && !task->probe->finds_excess;
    if (!measure_once(state, task, &params, measurement) ||
        !measure_stored(state, task, known, params, measurement))
        return false;
    if (task->probe->finds_width)
        survey_known_width(known, &measurement->result.verdict);
    survey_known_excess(known, task->probe, &measurement->result);
    survey_known_rule(known, task->probe, &measurement->result);
    return true;
}

static bool survey_keep(const struct state *state, const struct pixels *got,
                        struct result *result)
{
    const struct survey_options *options = state->options;

    if (!got->words)
        return true;
    if (options->pictures &&
        (!options->wanted || options->wanted(options->context, result)))
        pixels_copy(&(*options->pictures)[state->report->count - 1], got);
    return !options->keep || options->keep(options->context, result, got);
}

// Does a task. The report has the result only after it was kept, so that a driver that
// crashes before removes it.
static bool do_task(struct state *state, const struct task *task)
{
    struct result *told = report_add(state->report), result;
    struct measurement measurement;

    *told = survey_broken(task);
    bool ok = measure_task(state, task, &measurement) &&
              name_cause(state, task, &measurement.result.verdict);

    result = measurement.result;
    result.verdict = verdict_told(&measurement.result.verdict);
    measurement.result.findings = NULL; // the report's now
    note_fault(state, &measurement);
    if (state->options->compared && measurement.want.words)
        state->options->compared(state->options->context, &result, &measurement.want);
    ok = ok && survey_keep(state, &measurement.got, &result);
    *told = result;
    if (state->pictures)
        survey_pictures_take(state->pictures, state->report, state->report->count - 1,
                             task->probe, &measurement);
    measure_finish(&measurement);
    return ok;
}

bool survey(struct device *device, const struct survey_options *options,
            struct report *report, struct survey_pictures *pictures)
{
    // The plan is static, because a crash of the driver abandons the stack.
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
    int done = 0, prepared = 0;

    report->device = device->facts;
    if (!survey_open_reference(&reference, options->reference, report))
        return false;
    // The reference is CUDA's first device.
    report->same_gpu =
        reference.cuda && device->facts.cuda && device->facts.cuda_ordinal == 0;
    // A GPU computes the same small arrays many times, so their results are remembered.
    struct unit remembering = unit_memo(&memo, &reference.unit);

    state.reference = reference.cuda && options->full ? &remembering : &reference.unit;
    state.live = !reference.recorded;
    survey_known_init(state.known);
    plan_make(&plan, device, options);
    if (options->pictures)
        *options->pictures = memory_new((size_t) plan.count, sizeof **options->pictures);
    for (; ok && done < plan.count && !guard_interrupted(); done++) {
        const struct result asked = plan_result(&plan.tasks[done]);

        if (options->progress)
            options->progress(options->context, done, plan.count, &asked);
        ahead_prepare(device, &plan, done, &prepared);
        int64_t before = clock_thread_ns();

        ok = do_task(&state, &plan.tasks[done]);
        ahead_note(options->ahead, device, done, clock_thread_ns() - before);
    }
    ahead_end(options->ahead);
    report->complete = ok && done == plan.count && !guard_interrupted();
    report->interrupted = guard_interrupted();
    report_resolve(report);
    report_conclude(report);
    if (reference.facts.gpu[0])
        survey_name_intrinsic(report, reference.unit.name);
    memo_finish(&memo);
    reference_close(&reference);
    return ok;
}
