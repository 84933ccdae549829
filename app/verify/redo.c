// SPDX-License-Identifier: MIT
//
// How it works: as measure_task of survey.c, result by result, with what was known then.
// Where the survey asked the width for itself, and has no result of it, what it found is
// in the operands that the results name.

#include "measure/measure.h"
#include "probe/lines.h"
#include "survey/plan.h"
#include "verify/private.h"
#include "verify/replay.h"

#include <stdlib.h>
#include <string.h>

#define BROKE "the device broke here" // measure.c

// One result, being done again.
struct redo {
    int i;
    const struct result *written;
    const struct probe *probe;
    struct survey_known *known;
    struct probe_params params;
    struct pixels got;
};

static bool can_ask(const struct result *written)
{
    return written->verdict.status != STATUS_UNSUPPORTED || written->sha256[0];
}

static struct probe_params params_of(const struct result *written,
                                     const struct probe *probe)
{
    bool ramp = probe->ramp >= 0 && !probe->lines;
    bool asked = written->columns >= 16 && written->columns <= 2048 &&
                 !(written->columns & (written->columns - 1));
    struct probe_params params = plan_params(written->stage, written->precision,
                                             ramp && asked ? written->columns : 0);

    params.form = written->form;
    params.readout = written->readout;
    if (probe->lines)
        params.rows = 1;
    return params;
}

// The width that the survey found for itself, before it asked this.
static void adopt_width(struct verify_work *work, const struct redo *redo)
{
    const struct result *written = redo->written;
    bool *may_ask = &work->may_ask[written->stage][written->precision];
    struct verdict verdict = verdict_unknown(STATUS_OK);

    if (redo->probe->needs_width && can_ask(written))
        *may_ask = true;
    if (redo->known->found || redo->known->asked || !*may_ask || !can_ask(written))
        return;
    if (written->verdict.status == STATUS_SKIPPED) {
        redo->known->asked = true;
    } else if (written->built && verify_is_format(written)) {
        verdict.fraction_bits = written->operands.format.precision - 1;
        verdict.emax = written->operands.format.emax;
        verdict.subnormals =
            written->operands.flush_in ? SUBNORMALS_FLUSHED : SUBNORMALS_KEPT;
        survey_known_width(redo->known, &verdict);
        redo->known->asked = true;
    }
}

static struct result *add(struct verify_work *work)
{
    struct result *result = report_add(&work->redone);

    work->failed = work->failed || !result;
    return result;
}

// As it is written, with findings of its own.
static void copy(struct verify_work *work, const struct result *written)
{
    struct result *result = add(work);
    size_t size = (size_t) written->finding_count * sizeof(*written->findings);

    if (!result)
        return;
    *result = *written;
    result->findings = size ? malloc(size) : NULL;
    if (size && result->findings)
        memcpy(result->findings, written->findings, size);
    if (size && !result->findings) {
        result->finding_count = 0;
        work->failed = true;
        log_error("no memory for the findings of %s", written->probe);
    }
}

// What the survey would have learnt from it.
static void learn(const struct redo *redo, const struct result *result)
{
    if (redo->probe->finds_width)
        survey_known_width(redo->known, &result->verdict);
    if (!redo->probe->sums || redo->probe->sums <= result->finding_count)
        survey_known_rule(redo->known, redo->probe, result);
}

static bool can_recompute(enum status status)
{
    return status != STATUS_UNSUPPORTED && status != STATUS_SKIPPED &&
           status != STATUS_ERROR && status != STATUS_UNSTABLE;
}

// The headline rests on the sums of its stage and precision; where all results are of
// lines it says just that, and any of them will do.
static void note_headline(struct verify_work *work, const struct result *written,
                          bool recomputed)
{
    const struct report *report = work->written;
    bool lines = report->headline.status == STATUS_SKIPPED;
    bool there = written->stage == report->headline_stage &&
                 written->precision == report->headline_precision;

    if (!lines && (!there || report_of_lines(written)))
        return;
    work->headline_of += recomputed;
    work->headline_not += !recomputed && written->verdict.status == STATUS_OK;
}

// Nothing can be done again; what it says still must be possible.
static void take(struct verify_work *work, const struct redo *redo, int *count)
{
    bool can = can_ask(redo->written);

    ++*count;
    note_headline(work, redo->written, false);
    verify_possible(work, redo->i);
    copy(work, redo->written);
    if (survey_known_way(redo->known, redo->probe, can) == SURVEY_KNOWN)
        learn(redo, redo->written);
}

static bool is_name(const char *name, const char *kind)
{
    return !strcmp(name, kind) || !strcmp(name, "model") ||
           (!strcmp(name, "host") && strcmp(kind, "model") != 0);
}

// Whether "cuda, model" names references that a report of this kind can have.
static bool are_names(const char *names, const char *kind)
{
    char list[80], *rest = list, *name;

    snprintf(list, sizeof(list), "%s", names);
    while ((name = strsep(&rest, ",")))
        if (!is_name(name + strspn(name, " "), kind))
            return false;
    return true;
}

// Adds the names of a list to another, each once.
static void name_each(char *list, size_t size, const char *names)
{
    char copy[80], *rest = copy, *name;

    snprintf(copy, sizeof(copy), "%s", names);
    while ((name = strsep(&rest, ",")))
        verdict_name_once(list, size, name + strspn(name, " "));
}

// Another reference compares here than there: its counts have to be the same, its name
// cannot.
static void rename_references(struct verify_work *work, const struct result *written,
                              struct result *result)
{
    const char *kind = work->written->reference_kind;
    struct verify *verify = work->verify;

    if (strcmp(result->reference, "recorded") != 0)
        name_each(verify->otherwise, sizeof(verify->otherwise), result->reference);
    if (!result->reference[0] || !written->reference[0] ||
        !are_names(written->reference, kind))
        return;
    for (int i = 0; i < result->finding_count && i < written->finding_count; i++)
        if (result->findings[i].reference[0] && written->findings[i].reference[0] &&
            is_name(written->findings[i].reference, kind))
            memcpy(result->findings[i].reference, written->findings[i].reference,
                   sizeof(written->findings[i].reference));
    memcpy(result->reference, written->reference, sizeof(result->reference));
    if (result->finding_count == 0)
        return;
    memset(result->reference, 0, sizeof(result->reference));
    for (int i = 0; i < result->finding_count; i++)
        verdict_name_once(result->reference, sizeof(result->reference),
                          result->findings[i].reference);
}

static void count(struct verify_work *work, const struct redo *redo,
                  const struct result *result)
{
    struct verify_counts *counts = &work->verify->counts;
    enum status status = redo->written->verdict.status;

    if (status == STATUS_UNSUPPORTED)
        counts->unsupported++;
    else if (status == STATUS_SKIPPED)
        counts->skipped++;
    else if (status == STATUS_ERROR)
        counts->refused++;
    else if (status == STATUS_UNSTABLE)
        counts->unstable++;
    else
        counts->recomputed++;
    note_headline(work, redo->written, can_recompute(status));
    if (status != STATUS_UNSUPPORTED && status != STATUS_SKIPPED && redo->known->asked)
        counts->on_written_width += redo->known->found;
    if (result->difference.pixels == 0)
        return;
    counts->compared += work->same;
    counts->compared_recorded += !work->same && !strcmp(result->reference, "recorded");
    counts->compared_otherwise += !work->same && strcmp(result->reference, "recorded");
}

// The driver took the process with it, or the device: what was set by then is there.
static bool is_crash(const struct redo *redo)
{
    return redo->written->verdict.status == STATUS_ERROR && !redo->got.words &&
           !strcmp(redo->written->verdict.reason, BROKE);
}

static void keep(struct verify_work *work, const struct redo *redo,
                 struct measurement *measurement)
{
    const struct result *written = redo->written;
    struct result *result = add(work);

    if (!result)
        return;
    *result = measurement->result;
    measurement->result.findings = NULL; // the report's now
    memcpy(result->image, written->image, sizeof(result->image));
    memcpy(result->look, written->look, sizeof(result->look));
    if (is_crash(redo)) {
        result->width = written->width;
        result->height = written->height;
        result->columns = written->columns;
        result->bands = written->bands;
        result->built = written->built;
        result->operands = written->operands;
    }
    count(work, redo, result);
    if (!work->same)
        rename_references(work, written, result);
}

// Puts the question to the device that paints what was painted.
static void answer_again(struct verify_work *work, struct redo *redo)
{
    enum survey_way way =
        survey_known_way(redo->known, redo->probe, can_ask(redo->written));
    struct verify_replay replay = {
        .result = redo->written,
        .got = redo->got.words ? &redo->got : NULL,
        .model = work->modelled ? &work->model : NULL,
    };
    struct device device = verify_replay_device(&replay, &work->written->device);
    struct measurement measurement = { 0 };

    if (way == SURVEY_KNOWN)
        survey_known_params(redo->known, &redo->params);
    if (way == SURVEY_SKIPPED)
        measurement.result = measure_unanswered(redo->probe, &redo->params,
                                                STATUS_SKIPPED, SURVEY_SKIPPED_REASON);
    else if (!measure(&device, redo->probe, &redo->params, &work->reference->unit, false,
                      &measurement))
        work->failed = true;
    if (replay.differs)
        verify_say(work, redo->i, "pixels_sha256",
                   "pixel %d,%d is %08x; %.100s paints %08x", replay.x, replay.y,
                   (unsigned) replay.has, work->written->device.id,
                   (unsigned) replay.should);
    if (way == SURVEY_KNOWN)
        learn(redo, &measurement.result);
    keep(work, redo, &measurement);
    measure_finish(&measurement);
}

// What is written leaves nothing to recompute it from.
static bool is_lost(struct verify_work *work, struct redo *redo)
{
    const struct result *written = redo->written;
    enum status status = written->verdict.status;
    bool due = verify_due(written);
    bool has = verify_picture(work, redo->i, &redo->got);

    verify_files(work, redo->i, has ? &redo->got : NULL);
    adopt_width(work, redo);
    if (!has && (due || written->image[0] || written->sha256[0])) {
        take(work, redo, &work->verify->counts.lost);
        return true;
    }
    if (status == STATUS_SKIPPED && !has && redo->known->found) {
        verify_say(work, redo->i, "reason", "says %s; but it is: %d bits",
                   written->verdict.reason, redo->known->model.format.precision);
        take(work, redo, &work->verify->counts.skipped);
        return true;
    }
    if (redo->probe->needs_width && can_ask(written) && !redo->known->found &&
        !redo->known->asked) {
        take(work, redo, &work->verify->counts.unknown);
        return true;
    }
    return false;
}

void verify_redo(struct verify_work *work, int i)
{
    const struct result *written = &work->written->results[i];
    struct redo redo = {
        .i = i,
        .written = written,
        .probe = probe_find(written->probe),
        .known = &work->known[written->stage][written->precision],
    };

    if (!redo.probe) {
        verify_say(work, i, "probe", "there is no probe %s in this program",
                   written->probe);
        work->verify->counts.lost++;
        copy(work, written);
        return;
    }
    redo.params = params_of(written, redo.probe);
    if (!is_lost(work, &redo))
        answer_again(work, &redo);
    pixels_finish(&redo.got);
}
