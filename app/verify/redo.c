// SPDX-License-Identifier: MIT
//
// How it works: this file does what measure_task of survey.c does, result by result,
// with the facts that were known then. If the survey measured the width separately, and
// the report has no result of it, the width is in the operands that the results name.

#include "base/memory.h"
#include "measure/measure.h"
#include "probe/expressions.h"
#include "survey/plan.h"
#include "verify/private.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_MIN 5 // bits, and emax

// A result that is being recomputed.
struct redo {
    int i;
    const struct result *written;
    const struct probe *probe;
    struct survey_known *known;
    struct probe_params params;
    struct pixels got;
};

// ---- files ----

// Adds the messages that were held back as faults.
static void say_held(struct verify_work *work, int i, const char *key)
{
    verify_say(work, i, key, "%.400s", log_last_error());
}

// Names the picture of a result, if the report has one.
static void redo_image(const struct result *written, struct result *redone)
{
    char name[100];

    report_folder_case(written, name, sizeof name);
    redone->image[0] = '\0';
    if (written->image[0])
        snprintf(redone->image, sizeof redone->image, "%s.png", name);
}

// Reads the picture of a result. Returns false if there is none, after adding a fault
// if there should be one.
static bool redo_picture(struct verify_work *work, struct redo *redo)
{
    const struct result *written = redo->written;
    const struct pixels *held =
        work->folder->pictures ? &work->folder->pictures[redo->i] : NULL;
    bool read;

    if (!written->image[0] && !written->sha256[0] && !verify_due(written))
        return false;
    if (!written->image[0] && !(held && held->words)) {
        if (work->pictures)
            verify_say(work, redo->i, "image", "image: says %s, but has no picture",
                       status_name(written->verdict.status));
        return false;
    }
    log_hold(true);
    read = report_folder_pixels(work->folder, written, &redo->got);
    log_hold(false);
    if (!read)
        say_held(work, redo->i, "image");
    work->verify->counts[VERIFY_PICTURES] += read;
    return read;
}

// ---- answers ----

static bool can_ask(const struct result *written)
{
    return written->verdict.status != STATUS_UNSUPPORTED || written->sha256[0];
}

// Returns the number of cases, or bands, of a result if an earlier version asked as few;
// 0 if today's does.
static int earlier_cases(const struct result *written, const struct probe *probe)
{
    if (probe->expressions)
        return written->columns == probe->expressions->earlier ? written->columns : 0;
    for (const int *bands = probe->earlier; bands && *bands; bands++)
        if (written->bands == *bands)
            return *bands;
    return 0;
}

static struct probe_params redo_params(const struct result *written,
                                       const struct probe *probe)
{
    bool asked = probe->ramp && written->columns >= 16 && written->columns <= 2048 &&
                 !(written->columns & (written->columns - 1));
    struct probe_params params =
        plan_params(written->stage, written->precision, asked ? written->columns : 0);

    params.form = written->form;
    params.readout = written->readout;
    params.cases = earlier_cases(written, probe);
    params.rows = probe->expressions ? 1 : params.rows;
    if (probe->expressions && written->finding_count == probe->expressions->earlier_count)
        params.expressions = written->finding_count;
    return params;
}

// Returns true if operands can be built for the format of a result. A half may be
// computed as a float.
static bool is_format(const struct result *result)
{
    const struct fp_format *format = &result->operands.format;
    struct fp_format widest =
        result->precision == PRECISION_DOUBLE ? FP_BINARY64 : FP_BINARY32;

    return format->precision >= FORMAT_MIN && format->emax >= FORMAT_MIN &&
           format->precision <= widest.precision && format->emax <= widest.emax;
}

// Takes the width that the survey measured separately before this result.
static void adopt_width(struct verify_work *work, const struct redo *redo)
{
    const struct result *written = redo->written;
    bool *may_ask = &work->may_ask[written->stage][written->precision];
    struct verdict verdict = verdict_unknown(STATUS_OK);

    if (survey_known_asks(redo->probe, written->form) && can_ask(written))
        *may_ask = true;
    if (redo->known->found || redo->known->asked || !*may_ask || !can_ask(written))
        return;
    if (written->built && !is_format(written)) {
        verify_say(work, redo->i, "operands",
                   "says operands of %d bits, emax %d; there are none of %s",
                   written->operands.format.precision, written->operands.format.emax,
                   precision_name(written->precision));
        return;
    }
    redo->known->asked = written->built || written->verdict.status == STATUS_SKIPPED;
    if (!written->built)
        return;
    verdict.fraction_bits = written->operands.format.precision - 1;
    verdict.emax = written->operands.format.emax;
    verdict.subnormals =
        written->operands.flush_in ? SUBNORMALS_FLUSHED : SUBNORMALS_KEPT;
    survey_known_width(redo->known, &verdict);
}

// Learns what the survey learnt from a result.
static void learn_result(const struct redo *redo, const struct result *result)
{
    if (redo->probe->finds_width)
        survey_known_width(redo->known, &result->verdict);
    if (!redo->probe->sums || redo->probe->sums <= result->finding_count)
        survey_known_rule(redo->known, redo->probe, result);
    survey_known_excess(redo->known, redo->probe, result);
}

// Counts the results on which the headline rests: the sums of its stage and precision.
// If all results are of expressions, the headline says only that, and any result
// counts.
static void note_headline(struct verify_work *work, const struct result *written,
                          bool recomputed)
{
    const struct report *report = work->written;
    bool lines = report->headline.status == STATUS_SKIPPED;
    bool there = written->stage == report->headline_stage &&
                 written->precision == report->headline_precision;

    if (!lines && (!there || report_has_expressions(written)))
        return;
    work->headline_of += recomputed;
    work->headline_not += !recomputed && written->verdict.status == STATUS_OK;
}

// Takes a result as it is written, because it cannot be recomputed.
static void take_written(struct verify_work *work, const struct redo *redo,
                         enum verify_count as)
{
    const struct result *written = redo->written;
    struct result *result = report_add(&work->redone);
    size_t size = (size_t) written->finding_count * sizeof *written->findings;

    *result = *written;
    result->findings = size ? memory_copy(written->findings, size) : NULL;
    work->verify->counts[as]++;
    if (!redo->probe)
        return;
    redo_image(written, result);
    note_headline(work, written, false);
    if (survey_known_way(redo->known, redo->probe, can_ask(written)) == SURVEY_KNOWN)
        learn_result(redo, written);
}

// Adds the names of a list to another, each once.
static void name_each(char *list, size_t size, const char *names)
{
    char copy[80], *rest = copy, *name;

    snprintf(copy, sizeof copy, "%s", names);
    while ((name = strsep(&rest, ",")))
        verdict_name_once(list, size, name + strspn(name, " "));
}

// Replaces the name of the reference that compared a result, if another one compares
// now. The counts must be the same.
static void rename_references(struct verify *verify, const struct result *written,
                              struct result *result)
{
    bool known = result->reference[0] && written->reference[0];

    if (strcmp(result->reference, "recorded") != 0)
        name_each(verify->otherwise, sizeof verify->otherwise, result->reference);
    if (known)
        memcpy(result->reference, written->reference, sizeof result->reference);
    if (!known || result->finding_count == 0)
        return;
    memset(result->reference, 0, sizeof result->reference);
    for (int i = 0; i < result->finding_count && i < written->finding_count; i++) {
        struct finding *finding = &result->findings[i];

        if (finding->reference[0] && written->findings[i].reference[0])
            memcpy(finding->reference, written->findings[i].reference,
                   sizeof finding->reference);
        verdict_name_once(result->reference, sizeof result->reference,
                          finding->reference);
    }
}

static void count_result(struct verify_work *work, const struct redo *redo,
                         const struct result *result)
{
    static const enum verify_count by_status[STATUS_COUNT] = {
        [STATUS_UNSUPPORTED] = VERIFY_UNSUPPORTED,
        [STATUS_SKIPPED] = VERIFY_SKIPPED,
        [STATUS_ERROR] = VERIFY_REFUSED,
        [STATUS_UNSTABLE] = VERIFY_UNSTABLE,
    };
    int *counts = work->verify->counts;
    enum status status = redo->written->verdict.status;
    enum verify_count as = by_status[status] ? by_status[status] : VERIFY_RECOMPUTED;

    counts[as]++;
    note_headline(work, redo->written, as == VERIFY_RECOMPUTED);
    if (status != STATUS_UNSUPPORTED && status != STATUS_SKIPPED && redo->known->asked)
        counts[VERIFY_ON_WRITTEN_WIDTH] += redo->known->found;
    if (result->difference.pixels > 0)
        counts[work->same                               ? VERIFY_COMPARED
               : !strcmp(result->reference, "recorded") ? VERIFY_COMPARED_RECORDED
                                                        : VERIFY_COMPARED_OTHERWISE]++;
}

// Returns true if a verdict has more than its status and reason.
static bool has_numbers(const struct verdict *verdict)
{
    return verdict->fraction_bits >= 0 || verdict->emax >= 0 || verdict->survivors ||
           verdict->subnormals != SUBNORMALS_UNKNOWN || verdict->error_known;
}

// Adds the result to the report, with the values that no picture shows.
static void keep_result(struct verify_work *work, const struct redo *redo,
                        struct measurement *measurement)
{
    const struct result *written = redo->written;
    struct result *result = report_add(&work->redone);

    *result = measurement->result;
    measurement->result.findings = NULL; // the report's now
    verify_adopt_cause(work, written, &result->verdict);
    verify_adopt_mixed(redo->probe, &redo->params, written, &redo->got, result);
    // Earlier reports have numbers beside a reason: they are compared with the picture.
    if (!has_numbers(&written->verdict))
        result->verdict = verdict_told(&result->verdict);
    redo_image(written, result);
    if (drawn_possible(&written->drawn, work->written->device.api, written->stage,
                       written->readout))
        result->drawn = written->drawn;
    // A driver that crashed leaves the result as it was before the draw.
    if (written->verdict.status == STATUS_ERROR && !redo->got.words && !written->width) {
        result->width = result->height = result->columns = result->bands = 0;
        result->built = false;
    }
    count_result(work, redo, result);
    if (!work->same)
        rename_references(work->verify, written, result);
}

// Measures the result again on the device that paints its picture.
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
    redo->params.stored = redo->written->drawn.draw == DRAW_STRIP_STORED;
    verify_adopt_inside(redo->known, redo->written, &redo->params);
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
        learn_result(redo, &measurement.result);
    keep_result(work, redo, &measurement);
    measure_finish(&measurement);
}

// Returns true if the report has no data to recompute a result, after taking it as
// written.
static bool is_lost(struct verify_work *work, struct redo *redo)
{
    const struct result *written = redo->written;
    bool has = redo_picture(work, redo);

    adopt_width(work, redo);
    if (!has && (verify_due(written) || written->image[0] || written->sha256[0])) {
        take_written(work, redo, VERIFY_LOST);
        return true;
    }
    if (written->verdict.status == STATUS_SKIPPED && !has && redo->known->found) {
        verify_say(work, redo->i, "reason", "says %s; but it is: %d bits",
                   written->verdict.reason, redo->known->model.format.precision);
        take_written(work, redo, VERIFY_SKIPPED);
        return true;
    }
    if (!redo->probe->needs_width || !can_ask(written) || redo->known->found ||
        redo->known->asked)
        return false;
    take_written(work, redo, VERIFY_UNKNOWN_WIDTH);
    return true;
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
        take_written(work, &redo, VERIFY_LOST);
        return;
    }
    redo.params = redo_params(written, redo.probe);
    if (!is_lost(work, &redo))
        answer_again(work, &redo);
    pixels_finish(&redo.got);
}
