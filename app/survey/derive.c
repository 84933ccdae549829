// SPDX-License-Identifier: MIT

#include "survey/derive.h"

#include "base/log.h"
#include "base/memory.h"
#include "device/device.h"
#include "probe/deviates.h"
#include "probe/expressions.h"
#include "survey/evidence.h"
#include "survey/known.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool derivation_open(struct derivation *derivation, const char *kind, bool remember,
                     struct report *report)
{
    struct reference *reference = &derivation->reference;

    *derivation = (struct derivation){ .report = report };
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
    // The reference is CUDA's first device.
    report->same_gpu =
        reference->cuda && report->device.cuda && report->device.cuda_ordinal == 0;
    // A GPU computes the same small arrays many times, so their results are remembered.
    derivation->remembering = unit_memo(&derivation->memo, &reference->unit);
    derivation->unit =
        reference->cuda && remember ? &derivation->remembering : &reference->unit;
    derivation->live = !reference->recorded;
    return true;
}

// A recorded reference that lacks a result has not failed.
void derivation_note_fault(struct derivation *derivation,
                           const struct measurement *measurement)
{
    struct report *report = derivation->report;
    struct report_try *tried = &report->tried[report->tried_count];

    if (!measurement->fault[0] || !derivation->live ||
        report->tried_count == REPORT_TRIES)
        return;
    derivation->live = false;
    report->tried_count++;
    snprintf(tried->kind, sizeof tried->kind, "%s", derivation->unit->name);
    snprintf(tried->reason, sizeof tried->reason, "%s", measurement->fault);
    tried->later = true;
    tried->from = report->count - 1;
    log_warning("reference %s: %s; using the next one", tried->kind, measurement->fault);
}

void derivation_decide(struct derivation *derivation,
                       const struct measurement *measurement)
{
    int count = derivation->deciding_count + 1;
    struct result *result;

    derivation->deciding =
        memory_resize(derivation->deciding, (size_t) count, sizeof *derivation->deciding);
    result = &derivation->deciding[derivation->deciding_count++];
    *result = measurement->result;
    result->findings = NULL;
    result->finding_count = 0;
}

// Sets report->equals, "addition = __fadd_rn on N of N pixels": CUDA's name of the
// headline's rounding, and the number of pixels that `unit`, a name of unit.h, compared
// at its stage and precision. Leaves it unchanged if CUDA has no such intrinsic, or if
// `unit` compared nothing.
static void name_intrinsic(struct report *report, const char *unit)
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

void derivation_conclude(struct derivation *derivation)
{
    struct report *report = derivation->report;

    report_resolve(report, derivation->deciding, derivation->deciding_count);
    report_conclude(report);
    if (derivation->reference.facts.gpu[0])
        name_intrinsic(report, derivation->reference.unit.name);
}

void derivation_close(struct derivation *derivation)
{
    free(derivation->deciding);
    memo_finish(&derivation->memo);
    reference_close(&derivation->reference);
    *derivation = (struct derivation){ 0 };
}

// ---- of a capture that was read ----

// A measurement that was judged, for others that have the same picture.
struct judged {
    const struct capture_measurement *seen;
    enum fp_round round; // that was known of sums
    int result;          // index into the report
};

struct deriving {
    const struct capture *capture;
    const struct derive_source *source;
    struct derivation derivation;
    struct survey_known known[STAGE_COUNT][PRECISION_COUNT];
    struct judged *judged; // owned, [judged_count]
    int judged_count;
    bool (
        *same)[PRECISION_COUNT]; // owned, [question_count]: this program is known to ask
                                 // the same
};

#define ASKED_OTHERWISE \
    "asked in another way by the version that measured it; measure again"

// The result of a measurement that this program cannot judge.
static void say_unjudged(const struct capture_measurement *seen, const char *reason,
                         struct measurement *measurement)
{
    struct result *result = &measurement->result;

    *result = (struct result){ .stage = seen->stage,
                               .precision = seen->precision,
                               .form = seen->form,
                               .readout = seen->readout,
                               .verdict = verdict_because(STATUS_SKIPPED, reason) };
    snprintf(result->probe, sizeof result->probe, "%s", seen->probe);
}

// Reads a picture of the size of a question, if there is one. Returns false if there is
// no such picture.
static bool read_seen_picture(const struct deriving *deriving,
                              const struct capture_picture *picture,
                              const struct probe *probe,
                              const struct probe_params *params, struct pixels *pixels)
{
    const struct derive_source *source = deriving->source;

    *pixels = (struct pixels){ 0 };
    if (!picture->sha256[0])
        return true;
    if (!source->read(source->context, picture, params->readout, pixels))
        return false;
    if (pixels->width == probe_pixel_width(probe, params) &&
        pixels->height == probe_pixel_height(probe, params))
        return true;
    log_error("picture %s: %d x %d, and %s asks for %d x %d", picture->sha256,
              pixels->width, pixels->height, probe->name,
              probe_pixel_width(probe, params), probe_pixel_height(probe, params));
    pixels_finish(pixels);
    return false;
}

// Begins a measurement again as the device answered it. Returns false if a picture cannot
// be read.
static bool begin_again(const struct deriving *deriving,
                        const struct capture_measurement *seen, const struct probe *probe,
                        const struct probe_params *params,
                        struct measurement *measurement)
{
    struct probe_params second = measure_second(probe, params);
    struct pixels got, again;

    if (!read_seen_picture(deriving, &seen->picture, probe, params, &got))
        return false;
    if (!read_seen_picture(deriving, &seen->second.picture, probe, &second, &again)) {
        pixels_finish(&got);
        return false;
    }
    measure_begin(probe, params, seen->answer, seen->reason, &got, measurement);
    measurement->again = again;
    measurement->second = seen->second;
    measurement->result.drawn = seen->drawn;
    memcpy(measurement->result.sha256, seen->picture.sha256,
           sizeof measurement->result.sha256);
    return true;
}

// Learns what the survey learnt from a result.
static void learn_again(struct survey_known *known,
                        const struct capture_measurement *seen, bool built,
                        const struct probe *probe, const struct result *result)
{
    if (probe->finds_width)
        survey_known_width(known, &result->verdict);
    survey_known_excess(known, probe, result);
    if (!seen->deciding && (built || !probe->ramp))
        survey_known_rule(known, probe, result);
}

// ---- pictures that were judged already ----

static unsigned alike_of(const struct probe *probe)
{
    return probe->expressions ? probe->expressions->alike
                              : ALIKE_STAGES | ALIKE_PRECISIONS;
}

// floats, doubles, or halves.
static int numbers_of(enum precision precision)
{
    return precision <= PRECISION_LOWP ? PRECISION_LOWP : (int) precision;
}

static bool is_alike(const struct judged *judged, const struct capture_measurement *seen,
                     enum fp_round round, const struct probe *probe)
{
    const struct capture_measurement *other = judged->seen;
    unsigned alike = alike_of(probe);

    return other->question == seen->question && judged->round == round &&
           other->readout == seen->readout &&
           (other->stage == seen->stage || alike & ALIKE_STAGES) &&
           (other->precision == seen->precision ||
            (alike & ALIKE_PRECISIONS &&
             numbers_of(other->precision) == numbers_of(seen->precision))) &&
           (other->form == seen->form || alike & ALIKE_FORMS) &&
           !strcmp(other->picture.sha256, seen->picture.sha256);
}

// Only what was painted, and by a second render too, is the same for the same picture.
static bool may_share_finding(const struct capture_measurement *seen)
{
    return seen->answer == CAPTURE_PAINTED && !seen->deciding &&
           (seen->second.answer == CAPTURE_SECOND_SAME ||
            seen->second.answer == CAPTURE_SECOND_NOT_KEPT);
}

// Takes the result of a measurement that was judged from the same picture. Returns false
// if there is none.
static bool share_judged(struct deriving *deriving,
                         const struct capture_measurement *seen,
                         const struct probe *probe, const struct probe_params *params,
                         struct measurement *measurement)
{
    const struct report *report = deriving->derivation.report;
    const struct judged *judged = deriving->judged,
                        *end = judged + deriving->judged_count;
    const struct device device = { .facts = deriving->capture->device };
    struct result *result = &measurement->result;

    while (judged < end && !is_alike(judged, seen, params->model.round, probe))
        judged++;
    if (judged == end || !may_share_finding(seen))
        return false;
    *result = report->results[judged->result];
    result->stage = seen->stage;
    result->precision = seen->precision;
    result->form = seen->form;
    result->drawn = seen->drawn;
    if (result->findings)
        result->findings = memory_copy(result->findings, (size_t) result->finding_count *
                                                             sizeof *result->findings);
    deviates_note(result);
    if (result->difference.mismatches)
        measure_say_again(&device, probe, result, &result->difference);
    return true;
}

static void note_judged(struct deriving *deriving, const struct capture_measurement *seen,
                        enum fp_round round)
{
    if (may_share_finding(seen))
        deriving->judged[deriving->judged_count++] =
            (struct judged){ seen, round, deriving->derivation.report->count };
}

// Fills the parameters of a measurement as evidence_params does.
static bool ask_again(struct deriving *deriving, const struct capture_measurement *seen,
                      const struct probe *probe, struct evidence_lines *lines,
                      struct probe_params *params)
{
    const struct capture *capture = deriving->capture;

    if (!evidence_shape(capture, seen, probe, lines, params))
        return false;
    if (seen->question < 0)
        return true;
    bool *same = &deriving->same[seen->question][seen->precision];

    *same = *same || evidence_is_same(&capture->questions[seen->question], probe, params);
    return *same;
}

// Judges a measurement. Returns false, after logging why, if a unit failed.
static bool judge_again(struct deriving *deriving, const struct capture_measurement *seen,
                        struct measurement *measurement)
{
    const struct capture *capture = deriving->capture;
    const struct probe *probe = probe_find(seen->probe);
    struct survey_known *known = &deriving->known[seen->stage][seen->precision];
    struct device device = { .facts = capture->device };
    struct evidence_lines lines;
    struct probe_params params;
    bool built =
        seen->question >= 0 && evidence_is_built(&capture->questions[seen->question]);

    *measurement = (struct measurement){ 0 };
    if (!probe || !ask_again(deriving, seen, probe, &lines, &params)) {
        say_unjudged(seen, probe ? ASKED_OTHERWISE : "this version has no such probe",
                     measurement);
        return true;
    }
    if (built)
        params.model.round = known->model.round;
    if (share_judged(deriving, seen, probe, &params, measurement)) {
        learn_again(known, seen, built, probe, &measurement->result);
        return true;
    }
    if (!begin_again(deriving, seen, probe, &params, measurement)) {
        say_unjudged(seen, "its picture cannot be read", measurement);
        return true;
    }
    bool ok = measure_judge(&device, probe, &params, deriving->derivation.unit, false,
                            measurement);

    note_judged(deriving, seen, params.model.round);
    learn_again(known, seen, built, probe, &measurement->result);
    return ok;
}

// Takes what a GPU computed for the result when it was measured, if that was the same.
static void show_cuda(const struct capture_measurement *seen, struct result *result)
{
    bool same = seen->cuda.words > 0 && evidence_answers(result) == seen->cuda.answers;

    result->cuda_words = same ? seen->cuda.words : 0;
    result->cuda_differ = same ? seen->cuda.differ : 0;
}

static bool derive_one(struct deriving *deriving, const struct capture_measurement *seen)
{
    struct derivation *derivation = &deriving->derivation;
    struct measurement measurement;
    bool ok = judge_again(deriving, seen, &measurement);

    if (seen->deciding) {
        derivation_decide(derivation, &measurement);
    } else {
        struct result *result = report_add(derivation->report);

        *result = measurement.result;
        result->verdict = verdict_told(&measurement.result.verdict);
        show_cuda(seen, result);
        measurement.result.findings = NULL; // the report's now
    }
    derivation_note_fault(derivation, &measurement);
    measure_finish(&measurement);
    return ok;
}

bool report_derive(const struct capture *capture, const struct derive_source *source,
                   const char *kind, struct report *report)
{
    struct deriving *deriving = memory_new(1, sizeof *deriving);
    bool ok;

    *deriving = (struct deriving){
        .capture = capture,
        .source = source,
        .judged = memory_new((size_t) capture->count + 1, sizeof *deriving->judged),
        .same = memory_new((size_t) capture->question_count + 1, sizeof *deriving->same),
    };
    report->device = capture->device;
    report->complete = capture->complete;
    report->interrupted = capture->interrupted;
    memcpy(report->cuda, capture->cuda, sizeof report->cuda);
    report->shaders = capture->shaders;
    survey_known_init(deriving->known);
    ok = derivation_open(&deriving->derivation, kind, true, report);
    for (int i = 0; ok && i < capture->count; i++)
        ok = derive_one(deriving, &capture->measurements[i]);
    if (ok)
        derivation_conclude(&deriving->derivation);
    else
        report_finish(report);
    derivation_close(&deriving->derivation);
    free(deriving->same);
    free(deriving->judged);
    free(deriving);
    return ok;
}
