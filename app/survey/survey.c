// SPDX-License-Identifier: MIT

#include "survey/survey.h"

#include "base/cause.h"
#include "base/clock.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "device/device.h"
#include "measure/measure.h"
#include "survey/ahead.h"
#include "survey/derive.h"
#include "survey/evidence.h"
#include "survey/known.h"
#include "survey/plan.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH_UNCLEAR 16 // a ramp that any format holds

struct state {
    struct device *device;
    const struct survey_options *options;
    struct capture *capture;
    struct derivation derived;
    struct survey_pictures *pictures;
    struct survey_known known[STAGE_COUNT][PRECISION_COUNT];
};

// Keeps the pictures of a measurement, and then notes it in the capture: a crash in
// between must not leave a capture that names a picture which is not there. The last
// measurement of the capture is that of the present task: what decided it comes before.
static bool note_seen(struct state *state, const struct probe *probe,
                      const struct measurement *measurement, bool deciding)
{
    const struct survey_options *options = state->options;
    struct capture *capture = state->capture;
    struct capture_measurement noted = evidence_of(capture, probe, measurement);
    const struct pixels *pictures[2] = { &measurement->got, &measurement->again };
    const struct capture_picture *names[2] = { &noted.picture, &noted.second.picture };
    struct capture_measurement *last = &capture->measurements[capture->count - 1];
    bool ok = true;

    for (int i = 0; ok && i < 2; i++)
        if (options->keep && names[i]->sha256[0])
            ok = options->keep(options->context, names[i], pictures[i]);
    noted.deciding = deciding;
    if (deciding) {
        struct capture_measurement task = *last;

        *capture_add(capture) = task;
        last = &capture->measurements[capture->count - 2];
    }
    *last = noted;
    return ok;
}

// Notes a measurement that decides how a question is asked, and finishes it.
static bool decide(struct state *state, const struct probe *probe,
                   struct measurement *measurement)
{
    bool ok = note_seen(state, probe, measurement, true);

    derivation_decide(&state->derived, measurement);
    derivation_note_fault(&state->derived, measurement);
    measure_finish(measurement);
    return ok;
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
        bool ok = measure(state->device, width, &params, state->derived.unit, false,
                          &measurement);

        survey_known_width(known, &measurement.result.verdict);
        if (!decide(state, width, &measurement) || !ok)
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
        measure(state->device, excess, &params, state->derived.unit, false, &measurement);

    *verdict = measurement.result.verdict;
    survey_known_excess(known, excess, &measurement.result);
    return decide(state, excess, &measurement) && ok;
}

// Measures what shows the cause of a sum that came back unrounded, if no result of the
// survey will.
static bool ask_cause(struct state *state, const struct task *task,
                      const struct verdict *verdict)
{
    struct probe_params params = task->params;
    struct verdict cause = verdict_unknown(STATUS_SKIPPED);

    if (!state->options->probe || task->probe->finds_excess ||
        verdict->status != STATUS_UNROUNDED)
        return true;
    params.form = cause_form(params.form);
    for (int own = 1; own >= 0 && !cause_is_shown(&cause, true); own--) {
        params.precision = own ? task->params.precision : PRECISION_HIGHP;
        if (!find_excess(state, params, &cause))
            return false;
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
    return measure_judge(state->device, task->probe, params, state->derived.unit,
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
    return decide(state, task->probe, &again) && ok;
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
        if (!decide(state, task->probe, measurement))
            return false;
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
    return measure_unanswered(task->probe, &task->params, STATUS_ERROR, MEASURE_BROKEN);
}

static bool measure_task(struct state *state, const struct task *task,
                         struct measurement *measurement)
{
    struct survey_known *known =
        &state->known[task->params.stage][task->params.precision];
    struct probe_params params = task->params;
    bool can = !state->device->unsupported(state->device, task->probe, &params);

    measure_begin(task->probe, &params, CAPTURE_BROKEN, MEASURE_BROKEN, NULL,
                  measurement);
    if (can && !ask_before(state, task, known))
        return false;
    switch (survey_known_way(known, task->probe, can)) {
    case SURVEY_SKIPPED:
        measure_begin(task->probe, &params, CAPTURE_SKIPPED, SURVEY_SKIPPED_REASON, NULL,
                      measurement);
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

static void hold_picture(const struct state *state, const struct pixels *got,
                         const struct result *result)
{
    const struct survey_options *options = state->options;

    if (got->words && options->pictures &&
        (!options->wanted || options->wanted(options->context, result)))
        pixels_copy(&(*options->pictures)[state->derived.report->count - 1], got);
}

// Notes what a GPU, if one is the reference, computed for the result of the present task.
static void take_cuda(const struct state *state, struct result *result)
{
    struct capture *capture = state->capture;
    struct capture_cuda *cuda = &capture->measurements[capture->count - 1].cuda;

    if (!state->derived.reference.cuda)
        return;
    *cuda = evidence_cuda(result);
    result->cuda_words = cuda->words;
    result->cuda_differ = cuda->differ;
}

// Does a task. Until it is done, the capture and the report have a measurement that says
// that the device broke: a driver that crashes leaves it.
static bool do_task(struct state *state, const struct task *task)
{
    struct report *report = state->derived.report;
    struct result *told = report_add(report), result;
    struct measurement measurement;

    *told = survey_broken(task);
    measure_begin(task->probe, &task->params, CAPTURE_BROKEN, MEASURE_BROKEN, NULL,
                  &measurement);
    *capture_add(state->capture) = evidence_of(state->capture, task->probe, &measurement);
    bool ok = measure_task(state, task, &measurement) &&
              ask_cause(state, task, &measurement.result.verdict);

    ok = note_seen(state, task->probe, &measurement, false) && ok;
    result = measurement.result;
    take_cuda(state, &result);
    result.verdict = verdict_told(&measurement.result.verdict);
    measurement.result.findings = NULL; // the report's now
    derivation_note_fault(&state->derived, &measurement);
    if (state->options->compared && measurement.want.words)
        state->options->compared(state->options->context, &result, &measurement.want);
    hold_picture(state, &measurement.got, &result);
    *told = result;
    if (state->pictures)
        survey_pictures_take(state->pictures, report, report->count - 1, task->probe,
                             &measurement);
    measure_finish(&measurement);
    return ok;
}

bool survey(struct device *device, const struct survey_options *options,
            struct capture *capture, struct report *report,
            struct survey_pictures *pictures)
{
    // Static, because a crash of the driver abandons the stack.
    static struct plan plan;
    static struct state state;
    bool ok = true;
    int done = 0, prepared = 0;

    state = (struct state){
        .device = device, .options = options, .capture = capture, .pictures = pictures
    };
    capture->device = report->device = device->facts;
    if (!derivation_open(&state.derived, options->reference, options->full, report))
        return false;
    if (state.derived.reference.cuda)
        snprintf(capture->cuda, sizeof capture->cuda, "%s", report->reference_name);
    memcpy(report->cuda, capture->cuda, sizeof report->cuda);
    survey_known_init(state.known);
    plan_make(&plan, device, options);
    capture->tasks = plan.count;
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
    capture->complete = ok && done == plan.count && !guard_interrupted();
    capture->interrupted = guard_interrupted();
    report->complete = capture->complete;
    report->interrupted = capture->interrupted;
    derivation_conclude(&state.derived);
    derivation_close(&state.derived);
    return ok;
}
