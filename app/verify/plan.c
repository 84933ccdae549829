// SPDX-License-Identifier: MIT
//
// How it works: a report does not store the options of its survey. But there are few
// combinations of options, and each leads to one list of tasks (plan.h). The results of
// the report must be one of these lists. Whether the device supports a task is known
// for a simulated device, and otherwise read from the report. A probe without any
// result may be newer than the report, and is not missed, unless this version wrote the
// report of a simulated device: a driver's device may not be available again, but a
// model is.

#include "survey/plan.h"
#include "base/memory.h"
#include "device/device.h"
#include "survey/survey.h"
#include "verify/private.h"

#include <stdlib.h>
#include <string.h>

#define PROBES_MAX 64

struct table {
    struct device device;       // answers from this
    const struct device *asked; // the same, or the model of a simulated one
    // The tasks that the device supports.
    bool can[PROBES_MAX][STAGE_COUNT][PRECISION_COUNT][FORM_COUNT][READOUT_COUNT];
    bool typed[STAGE_COUNT][PRECISION_COUNT]; // there is such a type
    bool there[PROBES_MAX];                   // probes
    bool asked_form[PROBES_MAX][FORM_COUNT];
    bool whole; // none can be younger than the report
    struct plan plan;
};

static int index_of_probe(const char *name)
{
    for (int i = 0; i < probe_count && i < PROBES_MAX; i++)
        if (!strcmp(probe_list[i]->name, name))
            return i;
    return -1;
}

static const char *not_reported(const struct device *device, const struct probe *probe,
                                const struct probe_params *params)
{
    const struct table *table = device->priv;
    int at = index_of_probe(probe->name);
    // A task of the first probe shows whether the device has the type (plan.c).
    bool typed = params->precision > PRECISION_LOWP && probe == probe_list[0] &&
                 params->readout == READOUT_BITS;
    bool can = typed ? table->typed[params->stage][params->precision]
                     : table->can[at][params->stage][params->precision][params->form]
                                 [params->readout];

    return can ? NULL : "not in the report";
}

static void plan_read_table(struct table *table, const struct verify_work *work)
{
    const struct report *report = work->written;

    table->device = (struct device){ .unsupported = not_reported,
                                     .priv = table,
                                     .facts = work->written->device };
    table->asked = work->modelled ? &work->model : &table->device;
    table->whole = work->modelled && work->own;
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        int probe = index_of_probe(result->probe);

        table->there[probe] = true;
        table->asked_form[probe][result->form] = true;
        table->typed[result->stage][result->precision] = true;
        table->can[probe][result->stage][result->precision][result->form]
                  [result->readout] = result->verdict.status != STATUS_UNSUPPORTED;
    }
}

// The restrictions of the survey that made a report.
enum {
    BY_PROBE = 1,
    BY_STAGE = 2,
    BY_PRECISION = 4,
    BY_FORM = 8,
    BY_READOUT = 16,
    FULL = 32,
    EVERY_STAGE = 64,
    EVERY_READOUT = 128,
    EVERYWHERE = 256, // as earlier versions did
    WAYS = 512,
};

// Returns the properties in which two results differ, as bits.
static unsigned differing(const struct result *a, const struct result *b)
{
    return (strcmp(a->probe, b->probe) ? BY_PROBE : 0) |
           (a->stage != b->stage ? BY_STAGE : 0) |
           (a->precision != b->precision ? BY_PRECISION : 0) |
           (a->form != b->form ? BY_FORM : 0) |
           (a->readout != b->readout ? BY_READOUT : 0);
}

// Tasks that reports of the first versions lack.
static const struct {
    const char *probe;
    enum form form;
} late_questions[] = { { "stripes_unit", FORM_PUBLISHED } };

// Returns true if a report may lack a task.
static bool plan_may_lack(const struct table *table, const struct task *task)
{
    int probe = index_of_probe(task->probe->name);

    for (size_t i = 0; i < sizeof late_questions / sizeof *late_questions; i++)
        if (!strcmp(late_questions[i].probe, task->probe->name) &&
            late_questions[i].form == task->params.form)
            return !table->asked_form[probe][task->params.form];
    return !table->there[probe];
}

// Plans a survey with certain restrictions. `whole`: including probes without any
// result in the report.
static void plan_way(struct table *table, const struct result *first, unsigned way,
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
    options.everywhere = way & EVERYWHERE;
    plan_make(&table->plan, table->asked, &options);
    for (int i = 0; i < table->plan.count; i++)
        if (whole || !plan_may_lack(table, &table->plan.tasks[i]))
            table->plan.tasks[kept++] = table->plan.tasks[i];
    table->plan.count = kept;
}

// Returns the first of `count` results with the same settings, or -1.
static int find_question(const struct report *report, int count,
                         const struct result *asked)
{
    for (int i = 0; i < count; i++)
        if (!differing(&report->results[i], asked))
            return i;
    return -1;
}

// Returns how many results, from the first, are as planned.
static int agreeing(const struct plan *plan, const struct report *report)
{
    int i = 0;

    for (; i < plan->count && i < report->count; i++) {
        struct result asked = plan_result(&plan->tasks[i]);

        if (differing(&report->results[i], &asked))
            break;
    }
    return i;
}

static bool fits(const struct plan *plan, const struct report *report)
{
    return agreeing(plan, report) == report->count &&
           (plan->count == report->count || !report->complete);
}

// Reports the first result that is not as planned.
static void say_unplanned(struct verify_work *work, const struct plan *plan)
{
    const struct report *report = work->written;
    int at = agreeing(plan, report);
    char place[112] = "", due[112] = "";
    struct result asked;

    if (at < report->count)
        verify_place(&report->results[at], place, sizeof place);
    if (at < plan->count) {
        asked = plan_result(&plan->tasks[at]);
        verify_place(&asked, due, sizeof due);
    }
    if (due[0] && find_question(report, report->count, &asked) < 0)
        verify_say(work, -1, "results", "%s is missing", due);
    else if (due[0] && place[0])
        verify_say(work, -1, "results", "%s stands where %s should", place, due);
    else
        verify_say(work, -1, "results", "%s stands behind the last one", place);
}

// Returns true if a result occurs twice, or its probe is unknown to this program: then
// nothing can be concluded about the options of the survey.
static bool is_strange(struct verify_work *work)
{
    const struct report *report = work->written;
    char place[112];

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (index_of_probe(result->probe) < 0)
            return true;
        if (find_question(report, i, result) < 0)
            continue;
        verify_place(result, place, sizeof place);
        verify_say(work, -1, "results", "%s is there twice", place);
        return true;
    }
    return report->count == 0;
}

// Tries each combination of restrictions under which all results have the settings that
// they have in common. The one that explains the most results is used. If only whole
// probes are missing, it counts one more than all results.
static void find_way(struct verify_work *work, struct table *table)
{
    const struct report *report = work->written;
    unsigned differs = 0, best_way = 0;
    int best = -1;

    for (int i = 0; i < report->count; i++)
        differs |= differing(&report->results[i], &report->results[0]);
    for (unsigned way = 0; way < WAYS; way++) {
        int agree;

        if (way & differs)
            continue;
        plan_way(table, &report->results[0], way, false);
        agree = agreeing(&table->plan, report) + fits(&table->plan, report);
        if (agree > report->count) {
            plan_way(table, &report->results[0], way, table->whole);
            if (fits(&table->plan, report))
                return;
        }
        if (agree > best) {
            best = agree;
            best_way = way;
        }
    }
    plan_way(table, &report->results[0], best_way, best > report->count);
    say_unplanned(work, &table->plan);
}

void verify_plan(struct verify_work *work)
{
    struct table *table;

    if (is_strange(work))
        return;
    table = memory_new(1, sizeof *table);
    plan_read_table(table, work);
    find_way(work, table);
    free(table);
}
