// SPDX-License-Identifier: MIT

#include "measure/private.h"

#include "base/memory.h"
#include "device/device.h"
#include "measure/reference.h"
#include "probe/deviates.h"
#include "probe/expressions_judge.h"
#include "probe/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note_mismatch(struct difference *difference,
                          const struct expressions_seen *seen, size_t at, int k,
                          uint64_t want)
{
    struct finding_case example;
    char text[200];

    difference->got = (uint32_t) seen->got[k][at];
    difference->want = (uint32_t) want;
    expressions_case(seen, &seen->known, at, &example);
    finding_case_text(&example, text, sizeof text);
    snprintf(difference->where, sizeof difference->where, "%.47s, case %zu: %.160s",
             seen->probe->expressions->list[seen->expression].label, at, text);
}

static void compare_words(const struct expressions_seen *seen, uint64_t *const *want,
                          struct finding *finding, struct difference *difference)
{
    for (size_t i = 0; i < seen->count; i++) {
        for (int k = 0; seen->defined[i] && k < seen->probe->expressions->results; k++) {
            finding->compared++;
            if (expressions_same(seen->probe, seen->params, k, seen->got[k][i],
                                 want[k][i]))
                continue;
            if (difference->mismatches + finding->mismatches++ == 0)
                note_mismatch(difference, seen, i, k, want[k][i]);
        }
    }
    difference->pixels += finding->compared;
    difference->mismatches += finding->mismatches;
}

// Asks the reference for what was found of an expression.
static bool compare_line(const struct expressions_reading *reading,
                         const struct unit *reference, struct finding *finding,
                         struct difference *difference)
{
    const struct expressions_seen *seen = &reading->seen;
    uint64_t *words = memory_new(seen->count * EXPRESSIONS_RESULTS, sizeof *words);
    uint64_t *want[EXPRESSIONS_RESULTS] = { words, words + seen->count };
    const char *who;
    struct expressions_call call = {
        .probe = seen->probe,
        .params = seen->params,
        .traits = &reading->found,
        .expression = seen->expression,
        .count = seen->count,
        .out = { want[0], want[1] },
    };

    memcpy(call.in, seen->in, sizeof call.in);
    bool ok = reference_answer(reference, &call, &who);

    if (ok && who) {
        snprintf(finding->reference, sizeof finding->reference, "%s", who);
        compare_words(seen, want, finding, difference);
    }
    free(words);
    return ok;
}

bool measure_compare_expressions(const struct probe *probe,
                                 const struct probe_params *params,
                                 const struct facts_claim *claim,
                                 const struct pixels *got, const struct unit *reference,
                                 struct result *result)
{
    struct expressions_reading reading;
    bool ok = true;

    result->finding_count = expressions_count(probe, params);
    result->findings =
        memory_new((size_t) result->finding_count, sizeof *result->findings);
    result->difference = (struct difference){ 0 };
    expressions_reading_init(&reading, probe, params, claim, got);
    for (int line = 0; ok && line < result->finding_count; line++) {
        struct finding *finding = &result->findings[line];

        expressions_judge(&reading, line, finding);
        ok = !reading.reproduced ||
             compare_line(&reading, reference, finding, &result->difference);
        verdict_name_once(result->reference, sizeof result->reference,
                          finding->reference);
    }
    expressions_reading_finish(&reading);
    deviates_note(result);
    return ok;
}

bool measure_lines(struct device *device, const struct probe *probe,
                   const struct probe_params *params, const struct unit *reference,
                   struct measurement *measurement)
{
    struct result *result = &measurement->result;
    struct verdict spoilt = verdict_unknown(STATUS_OK);

    if (device->paint &&
        measure_again(device, probe, params, measurement) == DEVICE_BROKEN)
        return false;
    measure_spoilt(probe, params, measurement, &spoilt);
    measure_hash(measurement);
    result->verdict = spoilt;
    if (spoilt.status != STATUS_OK)
        return true;
    bool ok = measure_compare_expressions(
        probe, params, &device->facts.claimed[params->stage][params->precision],
        &measurement->got, reference, result);

    reference_take_fault(measurement->fault, sizeof measurement->fault);
    if (ok && result->difference.mismatches)
        measure_say_again(device, probe, result, &result->difference);
    return ok;
}

void measure_note_finding(struct result *result)
{
    static const struct finding_kind *const statuses[STATUS_COUNT] = {
        [STATUS_FOLDED] = &kind_folded,       [STATUS_UNSUPPORTED] = &kind_unsupported,
        [STATUS_UNDECIDED] = &kind_undecided, [STATUS_IMPOSSIBLE] = &kind_impossible,
        [STATUS_UNPAINTED] = &kind_unpainted, [STATUS_UNSTABLE] = &kind_unstable,
        [STATUS_SKIPPED] = &kind_skipped,     [STATUS_ERROR] = &kind_broken,
        [STATUS_EXCESS] = &kind_undecided,    [STATUS_UNROUNDED] = &kind_undecided,
    };
    static const struct finding_kind *const subnormals[] = {
        [SUBNORMALS_UNKNOWN] = &kind_unknown,
        [SUBNORMALS_KEPT] = &kind_kept,
        [SUBNORMALS_FLUSHED] = &kind_flushed,
    };
    const struct verdict *verdict = &result->verdict;
    const struct difference *difference = &result->difference;
    struct finding *finding = memory_new(1, sizeof *finding);

    snprintf(finding->expression, sizeof finding->expression, "%s (picture)",
             result->probe);
    FINDING_SAY(finding, verdict->status == STATUS_OK ? subnormals[verdict->subnormals]
                                                      : statuses[verdict->status]);
    finding->deviates = verdict->subnormals == SUBNORMALS_FLUSHED;
    finding->survivors = verdict->survivors;
    finding->cases = finding->compared = difference->pixels;
    finding->agree = difference->pixels - difference->mismatches;
    finding->mismatches = difference->mismatches;
    snprintf(finding->reference, sizeof finding->reference, "%.15s", result->reference);
    if (verdict->survivors != VERDICT_ALL_RULES)
        FINDING_DETAIL(finding, &kind_survivors);
    result->findings = finding;
    result->finding_count = 1;
    deviates_note(result);
}
