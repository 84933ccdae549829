// SPDX-License-Identifier: MIT
//
// How it works: nobody wrote down what a survey was asked for, but there are few ways of
// asking, and each leads to one list of questions (plan.h). The report must be one of
// these lists. What the device supports is known of a simulated one, and else read off
// the report; a probe of which it has no result at all may be younger than the report,
// and is not missed, unless this version wrote it of a simulated device: devices do not
// come back to be asked again, models do.

#include "survey/plan.h"
#include "device/device.h"
#include "survey/survey.h"
#include "verify/private.h"

#include <stdlib.h>
#include <string.h>

#define PROBES_MAX 64

struct table {
    struct device device;       // answers from this
    const struct device *asked; // the same, or the model of a simulated one
    // What the device can be asked.
    bool can[PROBES_MAX][STAGE_COUNT][PRECISION_COUNT][FORM_COUNT][READOUT_COUNT];
    bool typed[STAGE_COUNT][PRECISION_COUNT]; // there is such a type
    bool there[PROBES_MAX];                   // probes
    bool whole;                               // none can be younger than the report
    struct plan plan;
};

static int index_of(const char *name)
{
    for (int i = 0; i < probe_count && i < PROBES_MAX; i++)
        if (!strcmp(probe_list[i]->name, name))
            return i;
    return -1;
}

static const char *unsupported(const struct device *device, const struct probe *probe,
                               const struct probe_params *params)
{
    const struct table *table = device->priv;
    int at = index_of(probe->name);
    // Whether there is such a type is asked of this question (plan.c).
    bool typed = params->precision > PRECISION_LOWP && probe == probe_list[0] &&
                 params->readout == READOUT_BITS;
    bool can =
        table->can[at][params->stage][params->precision][params->form][params->readout];

    if (typed)
        can = table->typed[params->stage][params->precision];
    return can ? NULL : "not in the report";
}

static void fill(struct table *table, const struct verify_work *work)
{
    const struct report *report = work->written;

    memset(table, 0, offsetof(struct table, plan));
    table->device = (struct device){ .unsupported = unsupported, .priv = table };
    table->asked = work->modelled ? &work->model : &table->device;
    table->whole = work->modelled && work->own;
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        int probe = index_of(result->probe);

        table->there[probe] = true;
        table->typed[result->stage][result->precision] = true;
        table->can[probe][result->stage][result->precision][result->form]
                  [result->readout] = result->verdict.status != STATUS_UNSUPPORTED;
    }
}

// Restrictions that a report of `count` results may have been made under.
enum {
    BY_PROBE = 1,
    BY_STAGE = 2,
    BY_PRECISION = 4,
    BY_FORM = 8,
    BY_READOUT = 16,
    FULL = 32,
    EVERY_STAGE = 64,
    EVERY_READOUT = 128,
    WAYS = 256,
};

// What all results have in common.
static unsigned common(const struct report *report)
{
    const struct result *first = &report->results[0];
    unsigned same = WAYS - 1;

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        same &= strcmp(result->probe, first->probe) ? ~(unsigned) BY_PROBE : same;
        same &= result->stage != first->stage ? ~(unsigned) BY_STAGE : same;
        same &= result->precision != first->precision ? ~(unsigned) BY_PRECISION : same;
        same &= result->form != first->form ? ~(unsigned) BY_FORM : same;
        same &= result->readout != first->readout ? ~(unsigned) BY_READOUT : same;
    }
    return same;
}

// `whole`: with the probes of which the report has nothing.
static void make_plan(struct table *table, const struct result *first, unsigned way,
                      bool whole)
{
    struct survey_options options = SURVEY_DEFAULTS;
    int kept = 0;

    options.probe = way & BY_PROBE ? first->probe : NULL;
    options.stage = way & BY_STAGE ? (int) first->stage : -1;
    options.precision = way & BY_PRECISION ? (int) first->precision : -1;
    options.form = way & BY_FORM ? (int) first->form : -1;
    options.readout = way & BY_READOUT ? (int) first->readout : -1;
    options.full = way & FULL;
    options.every_stage = way & EVERY_STAGE;
    options.every_readout = way & EVERY_READOUT;
    plan_make(&table->plan, table->asked, &options);
    for (int i = 0; i < table->plan.count; i++)
        if (whole || table->there[index_of(table->plan.tasks[i].probe->name)])
            table->plan.tasks[kept++] = table->plan.tasks[i];
    table->plan.count = kept;
}

static bool is_asked(const struct result *result, const struct task *task)
{
    return !strcmp(result->probe, task->probe->name) &&
           result->stage == task->params.stage &&
           result->precision == task->params.precision &&
           result->form == task->params.form && result->readout == task->params.readout;
}

// How many results, from the first, are as planned.
static int agreeing(const struct plan *plan, const struct report *report)
{
    int i = 0;

    while (i < plan->count && i < report->count &&
           is_asked(&report->results[i], &plan->tasks[i]))
        i++;
    return i;
}

static bool fits(const struct plan *plan, const struct report *report)
{
    return agreeing(plan, report) == report->count &&
           (plan->count == report->count || !report->complete);
}

// Whether result `i` asks what an earlier one asked.
static bool is_twice(const struct report *report, int i)
{
    const struct result *one = &report->results[i];

    for (int k = 0; k < i; k++) {
        const struct result *other = &report->results[k];

        if (!strcmp(one->probe, other->probe) && one->stage == other->stage &&
            one->precision == other->precision && one->form == other->form &&
            one->readout == other->readout)
            return true;
    }
    return false;
}

static bool is_there(const struct report *report, const struct task *task)
{
    for (int i = 0; i < report->count; i++)
        if (is_asked(&report->results[i], task))
            return true;
    return false;
}

// What is wrong at the first result that is not as planned.
static void say(struct verify_work *work, const struct plan *plan, int at)
{
    const struct report *report = work->written;
    const struct task *task = at < plan->count ? &plan->tasks[at] : NULL;
    struct result asked = { 0 };
    char place[112], missing[112];

    if (task) {
        snprintf(asked.probe, sizeof(asked.probe), "%s", task->probe->name);
        asked.stage = task->params.stage;
        asked.precision = task->params.precision;
        asked.form = task->params.form;
        asked.readout = task->params.readout;
        verify_place(&asked, missing, sizeof(missing));
    }
    if (at < report->count)
        verify_place(&report->results[at], place, sizeof(place));
    if (task && !is_there(report, task))
        verify_say(work, -1, "results", "%s is missing", missing);
    else if (task && at < report->count)
        verify_say(work, -1, "results", "%s stands where %s should", place, missing);
    else
        verify_say(work, -1, "results", "%s stands behind the last one", place);
}

// How many results one way of asking explains: all and one more, if it asked for nothing
// else of the probes that are there; -1 if it explains the report.
static int explained(struct table *table, const struct report *report, unsigned way)
{
    int agree;

    make_plan(table, &report->results[0], way, false);
    agree = agreeing(&table->plan, report);
    if (!fits(&table->plan, report))
        return agree;
    make_plan(table, &report->results[0], way, table->whole);
    return fits(&table->plan, report) ? -1 : report->count + 1;
}

static bool say_twice(struct verify_work *work)
{
    char place[112];

    for (int i = 1; i < work->written->count; i++) {
        if (!is_twice(work->written, i))
            continue;
        verify_place(&work->written->results[i], place, sizeof(place));
        verify_say(work, -1, "results", "%s is there twice", place);
        return true;
    }
    return false;
}

// A probe that this program does not know: nothing can be said of what is asked with it.
static bool has_stranger(const struct report *report)
{
    for (int i = 0; i < report->count; i++)
        if (index_of(report->results[i].probe) < 0)
            return true;
    return false;
}

void verify_plan(struct verify_work *work)
{
    const struct report *report = work->written;
    struct table *table = malloc(sizeof(*table));
    unsigned best_way = 0, same;
    int best = -1;

    if (!table) {
        log_error("no memory for a plan");
        work->failed = true;
    }
    if (!table || report->count == 0 || has_stranger(report) || say_twice(work)) {
        free(table);
        return;
    }
    fill(table, work);
    same = common(report);
    for (unsigned way = 0; way < WAYS; way++) {
        if (way & ~same)
            continue;
        int agree = explained(table, report, way);

        if (agree < 0) {
            free(table);
            return;
        }
        if (agree > best) {
            best = agree;
            best_way = way;
        }
    }
    make_plan(table, &report->results[0], best_way, best > report->count);
    say(work, &table->plan, agreeing(&table->plan, report));
    free(table);
}
