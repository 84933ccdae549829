// SPDX-License-Identifier: MIT

#include "measure/measure.h"

#include "base/log.h"
#include "base/text.h"
#include "device/device.h"
#include "measure/difference.h"
#include "measure/identify.h"
#include "measure/private.h"
#include "probe/expressions.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *measure_unsupported(const struct device *device, const struct probe *probe,
                                const struct probe_params *params)
{
    const char *reason = expressions_unsupported(probe, params);

    if (!reason)
        reason = device->unsupported(device, probe, params);
    return reason || !probe->unfit ? reason : probe->unfit(params);
}

// Whether all pixels of each case show the same.
static bool is_even(const struct probe *probe, const struct probe_params *params,
                    const struct pixels *got, struct verdict *verdict)
{
    struct probe_shape shape = probe_shape(probe, params);
    char reason[120];
    size_t row_size = (size_t) got->width * sizeof *got->words;

    for (int y = 0; y < got->height; y++) {
        int band = shape.bands - 1 - y / shape.cell_height;
        int bottom = (shape.bands - band) * shape.cell_height - 1;
        const uint32_t *row = pixels_row(got, y), *first = pixels_row(got, bottom);

        if (probe_is_separator(shape, y) ||
            (shape.cell_width == 1 && !memcmp(row, first, row_size)))
            continue;
        for (int x = 0; x < got->width; x++) {
            int left = x / shape.cell_width * shape.cell_width;

            if (row[x] == first[left])
                continue;
            snprintf(reason, sizeof reason,
                     "pixels %d,%d and %d,%d ask the same and differ", x, y, left,
                     bottom);
            *verdict = verdict_because(STATUS_IMPOSSIBLE, reason);
            return false;
        }
    }
    return true;
}

// Returns the model that was known, with the format that the picture shows.
static struct fp_model learn(const struct fp_model *known, const struct verdict *inferred)
{
    struct fp_model model = *known;

    // A picture may read as less than any format of fp.h has.
    if (inferred->fraction_bits >= 1)
        model.format.precision = inferred->fraction_bits + 1;
    if (inferred->emax >= 2 && !inferred->emax_at_least)
        model.format.emax = inferred->emax;
    if (inferred->subnormals != SUBNORMALS_UNKNOWN)
        model.flush_in = model.flush_out = inferred->subnormals == SUBNORMALS_FLUSHED;
    return model;
}

// The rules to compare with, the best first: those that are left, IEEE 754's before
// others, or to nearest even where none is. Returns how many.
static int list_rules(const struct verdict *verdict, enum fp_round rules[FP_ROUND_COUNT])
{
    static const enum fp_round order[FP_ROUND_COUNT] = {
        FP_RNE,     FP_RTZ,     FP_RUP,     FP_RDN,     FP_RNA,     FP_RNZ,
        FP_RNU,     FP_RND,     FP_RNO,     FP_RAZ,     FP_RO,      FP_CHOP_G0,
        FP_CHOP_G1, FP_CHOP_G2, FP_CHOP_G3, FP_RNE_NS1, FP_RNE_NS2, FP_RNE_NS3,
        FP_RNA_NS1, FP_RNA_NS2, FP_RNA_NS3,
    };
    uint32_t set = verdict->survivors ? verdict->survivors : VERDICT_RULE(FP_RNE);
    int count = 0;

    for (int i = 0; i < FP_ROUND_COUNT; i++)
        if (set & VERDICT_RULE(order[i]))
            rules[count++] = order[i];
    return count;
}

// A unit that was recorded when a picture had fewer cases, the first `count` of today's.
struct partial {
    const struct unit *unit;
    size_t count;
};

// The model computes the cases that the recorded unit does not contain.
static bool partial_apply(const struct unit *unit, const struct unit_call *call)
{
    const struct partial *partial = unit->priv;
    struct unit last = unit_model();
    struct unit_call first = *call, rest = *call;

    first.count = partial->count;
    rest.count -= partial->count;
    rest.out += partial->count;
    rest.a += partial->count;
    rest.b += rest.b ? partial->count : 0;
    rest.c += rest.c ? partial->count : 0;
    return partial->unit->apply(partial->unit, &first) && last.apply(&last, &rest);
}

// Compares with the answers that `unit` has to the first bands, as many as an earlier
// version asked, and with those of the model to the others.
static bool compare_partly(const struct probe *probe, const struct probe_params *params,
                           const struct unit *unit, struct pixels *want,
                           struct measurement *measurement)
{
    struct result *result = &measurement->result;
    struct probe_shape shape = probe_shape(probe, params);
    const int *earlier = probe->earlier, *last = earlier;
    bool ok = false;

    while (last && *last)
        last++;
    while (!ok && last > earlier) {
        int bands = *--last;
        struct partial partial = { unit, (size_t) (bands * shape.columns) };
        struct unit both = { unit->name, NULL, unit->can, partial_apply, &partial };

        ok = bands < shape.bands && difference(probe, params, &both, &measurement->got,
                                               &result->difference, want);
    }
    return ok;
}

// Compares with `unit`, as far as it has answers. result->reference names who answered.
static bool compare_with(const struct probe *probe, const struct probe_params *params,
                         const struct unit *unit, struct pixels *want,
                         struct measurement *measurement)
{
    struct result *result = &measurement->result;
    struct unit last = unit_model();

    snprintf(result->reference, sizeof result->reference, "%s", unit->name);
    if (difference(probe, params, unit, &measurement->got, &result->difference, want))
        return true;
    verdict_name_once(result->reference, sizeof result->reference, last.name);
    return compare_partly(probe, params, unit, want, measurement);
}

// Compares with the first reference that has one of the rules, and does not fail.
static bool measure_compare(const struct probe *probe, struct probe_params *params,
                            const struct unit *reference, bool picture,
                            struct measurement *measurement)
{
    struct result *result = &measurement->result;
    struct pixels *want = picture ? &measurement->want : NULL;
    struct fp_model *model = &params->model;
    enum fp_round rules[FP_ROUND_COUNT];
    int count = list_rules(&result->verdict, rules);
    struct unit last = unit_model();

    if (!probe->tiny)
        model->flush_in = model->flush_out = false;
    for (const struct unit *unit = reference; unit; unit = unit->next) {
        for (int i = 0; i < count; i++) {
            model->round = rules[i];
            if (!unit->can(unit, UNIT_ADD, model))
                continue;
            log_hold(true);
            bool ok = compare_with(probe, params, unit, want, measurement);

            log_hold(false);
            if (ok)
                return true;
            log_info("%s: %s", unit->name, log_last_reason(unit->name));
            if (unit == reference)
                snprintf(measurement->fault, sizeof measurement->fault, "%s",
                         log_last_reason(unit->name));
            break;
        }
    }
    model->round = rules[0];
    snprintf(result->reference, sizeof result->reference, "%s", last.name);
    return difference(probe, params, &last, &measurement->got, &result->difference, want);
}

void measure_say_again(const struct device *device, const struct probe *probe,
                       const struct result *result, struct difference *difference)
{
    char width[24] = "";

    if (probe->ramp)
        snprintf(width, sizeof width, " --width %d", result->columns);
    snprintf(difference->again, sizeof difference->again,
             "fpstripe run -d %s --probe %s --stage %s --precision %s --form %s "
             "--readout %s%s",
             device->facts.id, result->probe, stage_name(result->stage),
             precision_name(result->precision), form_name(result->form),
             readout_name(result->readout), width);
}

struct result measure_unanswered(const struct probe *probe,
                                 const struct probe_params *params, enum status status,
                                 const char *reason)
{
    struct result result = {
        .stage = params->stage,
        .precision = params->precision,
        .form = params->form,
        .readout = params->readout,
    };

    result.verdict = verdict_because(status, reason);
    snprintf(result.probe, sizeof result.probe, "%s", probe->name);
    if (probe->topic || probe->expressions)
        snprintf(result.topic, sizeof result.topic, "%s",
                 probe->topic ? probe->topic : probe->name);
    return result;
}

void measure_begin(const struct probe *probe, const struct probe_params *params,
                   enum capture_answer answer, const char *reason, struct pixels *got,
                   struct measurement *measurement)
{
    static const enum status statuses[CAPTURE_ANSWERS] = {
        [CAPTURE_PAINTED] = STATUS_ERROR,      [CAPTURE_REFUSED] = STATUS_ERROR,
        [CAPTURE_UNABLE] = STATUS_UNSUPPORTED, [CAPTURE_UNSUPPORTED] = STATUS_UNSUPPORTED,
        [CAPTURE_SKIPPED] = STATUS_SKIPPED,    [CAPTURE_BROKEN] = STATUS_ERROR,
    };
    struct result *result = &measurement->result;

    *measurement = (struct measurement){ .params = *params, .answer = answer };
    snprintf(measurement->reason, sizeof measurement->reason, "%s", reason);
    *result = measure_unanswered(probe, params, statuses[answer],
                                 answer == CAPTURE_PAINTED ? MEASURE_BROKEN : reason);
    if (answer != CAPTURE_PAINTED && answer != CAPTURE_REFUSED)
        return;
    struct probe_shape shape = probe_shape(probe, params);

    result->columns = shape.columns;
    result->bands = shape.bands;
    result->width = probe_pixel_width(probe, params);
    result->height = probe_pixel_height(probe, params);
    result->built = true;
    result->operands = params->model;
    result->inside_bits = probe->expressions ? params->inside_bits : 0;
    if (answer == CAPTURE_PAINTED)
        measurement->got = *got;
}

bool measure_paint(struct device *device, const struct probe *probe,
                   const struct probe_params *params, struct measurement *measurement)
{
    static const enum capture_answer answers[] = {
        [DEVICE_PAINTED] = CAPTURE_PAINTED,
        [DEVICE_REFUSED] = CAPTURE_REFUSED,
        [DEVICE_UNABLE] = CAPTURE_UNABLE,
        [DEVICE_BROKEN] = CAPTURE_BROKEN,
    };
    const char *unsupported = measure_unsupported(device, probe, params);
    struct pixels got;

    if (unsupported) {
        measure_begin(probe, params, CAPTURE_UNSUPPORTED, unsupported, NULL, measurement);
        return true;
    }
    pixels_init(&got, probe_pixel_width(probe, params), probe_pixel_height(probe, params),
                params->readout);

    enum device_answer answer = device->paint(device, probe, params, 0, &got);

    measure_begin(probe, params, answers[answer],
                  answer == DEVICE_BROKEN ? MEASURE_BROKEN : device->reason, &got,
                  measurement);
    if (answer == DEVICE_PAINTED)
        measurement->result.drawn = device->drawn;
    else
        pixels_finish(&got);
    return answer != DEVICE_BROKEN;
}

// A picture is read on a thread of its own while the driver draws again. It is static: a
// driver that crashes may take the stack away under the thread.
static struct reading {
    pthread_t thread;
    bool threaded;
    const struct probe *probe; // the one that was asked, then the one that paints it
    struct fp_model known;
    struct probe_params params; // model: what was known, then what the picture adds
    struct pixels pixels;
    bool even;
    struct verdict verdict;
} reading;

#define TWO_WIDTHS "sums of two widths paint it, computed in another order than written"
#define TWO_ORDERS "the sum was not computed as it is written, but in one of two orders"

// Reads the picture as one of `probe`, the one that was asked or one of those that it has
// rewritten. As written, other widths only tell why no rule paints it. The quanta of a
// rewritten sum are not those of its format under every rule: of all widths that paint
// it, the one that is known counts; else fraction_bits is -1.
static struct verdict measure_read_as(const struct probe *probe,
                                      struct probe_params *params)
{
    struct verdict inferred = probe->infer(params, &reading.pixels), verdict;
    struct identified identified;
    int known = reading.known.format.precision;
    int only = probe->rewriting ? 0 : inferred.fraction_bits + 1;

    params->model = learn(&params->model, &inferred);
    if (inferred.status != STATUS_OK)
        return inferred;
    identify(probe, params, &reading.pixels, only, &identified);
    if (probe->rewriting && identified.rules[known]) {
        params->model.format.precision = known;
        inferred.fraction_bits = known - 1;
        inferred.survivors = VERDICT_ALL_RULES;
    }
    verdict = identify_judge(&inferred, &identified);
    if (only && verdict.status != STATUS_OK) {
        identify(probe, params, &reading.pixels, 0, &identified);
        verdict = identify_judge(&inferred, &identified);
    }
    if (verdict.status == STATUS_OK)
        verdict.overflow = identify_overflow(&identified, params->model.format.precision,
                                             verdict.survivors);
    verdict.rewriting = probe->rewriting;
    for (int p = IDENTIFY_PRECISION_MIN; probe->rewriting && p <= IDENTIFY_PRECISION_MAX;
         p++)
        if (identified.rules[p] && !identified.rules[known] &&
            p != inferred.fraction_bits + 1) {
            verdict.status = STATUS_OK;
            verdict.fraction_bits = -1;
        }
    return verdict;
}

// Merges the verdicts of these orders of the sum on one picture, [0] as it is written.
// Rules add up, and an order is named only if there is no other. If any
// paints it at the width that is known, others do not count. Returns the first that
// counts, or 0.
static int merge(const struct verdict found[REWRITING_COUNT], struct verdict *merged)
{
    int bits = reading.known.format.precision - 1, orders = 0, first = 0;
    bool known = false, one_width = true;

    for (int i = 0; i < REWRITING_COUNT; i++)
        known = known || (found[i].status == STATUS_OK && found[i].fraction_bits == bits);
    for (int i = 0; i < REWRITING_COUNT; i++) {
        if (found[i].status != STATUS_OK || (known && found[i].fraction_bits != bits))
            continue;
        if (orders++ == 0)
            *merged = found[first = i];
        one_width = one_width && found[i].fraction_bits >= 0 &&
                    found[i].fraction_bits == merged->fraction_bits;
        merged->survivors |= found[i].survivors;
    }
    if (!one_width || (orders > 1 && first > 0))
        *merged = verdict_because(STATUS_UNDECIDED, one_width ? TWO_ORDERS : TWO_WIDTHS);
    if (orders == 0)
        text_add(merged->reason, sizeof merged->reason,
                 ", nor does another order of the sum");
    merged->pattern = verdict_pattern(merged->survivors);
    return first;
}

// In the published form a compiler may compute the sum in another order, and another rule
// then paint what the sum as written shows, or a rule of another width.
static void read_orders(struct reading *read)
{
    const struct probe *const *rewritten = read->probe->rewritten;
    struct verdict found[REWRITING_COUNT] = { read->verdict };
    struct probe_params params[REWRITING_COUNT] = { read->params };
    enum status status = read->verdict.status;

    if (read->params.form != FORM_PUBLISHED || !rewritten ||
        (status != STATUS_UNDECIDED && status != STATUS_IMPOSSIBLE &&
         status != STATUS_OK))
        return;
    for (int i = 1; i < REWRITING_COUNT; i++) {
        params[i] = read->params;
        params[i].model = read->known;
        found[i] = rewritten[i] ? measure_read_as(rewritten[i], &params[i])
                                : verdict_unknown(STATUS_SKIPPED);
    }
    int order = merge(found, &read->verdict);

    if (order)
        read->probe = rewritten[order];
    read->params = params[order];
}

static void measure_read_picture(struct reading *read)
{
    read->even = is_even(read->probe, &read->params, &read->pixels, &read->verdict);
    if (!read->even)
        return;
    read->verdict = measure_read_as(read->probe, &read->params);
    read_orders(read);
}

static void *read_on_thread(void *context)
{
    measure_read_picture(context);
    probe_forget_words(); // which this thread keeps
    return NULL;
}

// Starts the thread, or reads the picture at once if nothing is drawn meanwhile.
static void start_reading(const struct probe *probe, const struct probe_params *params,
                          const struct pixels *pixels, bool draws)
{
    reading = (struct reading){
        .probe = probe, .known = params->model, .params = *params, .pixels = *pixels
    };
    reading.threaded =
        draws && pthread_create(&reading.thread, NULL, read_on_thread, &reading) == 0;
    if (!reading.threaded)
        measure_read_picture(&reading);
}

static void end_reading(void)
{
    if (reading.threaded)
        pthread_join(reading.thread, NULL);
}

void measure_hash(struct measurement *measurement)
{
    if (!measurement->result.sha256[0])
        pixels_hash(&measurement->got, measurement->result.sha256);
}

bool measure_judge(struct device *device, const struct probe *probe,
                   const struct probe_params *params, const struct unit *reference,
                   bool picture, struct measurement *measurement)
{
    struct result *result = &measurement->result;
    struct verdict spoilt = verdict_unknown(STATUS_OK);

    if (!measurement->got.words)
        return true;
    if (probe->expressions)
        return measure_lines(device, probe, params, reference, measurement);
    start_reading(probe, params, &measurement->got, device->paint);
    bool ok = !device->paint ||
              measure_again(device, probe, params, measurement) != DEVICE_BROKEN;

    measure_hash(measurement);
    end_reading();
    if (!ok)
        return false;
    measure_spoilt(probe, params, measurement, &spoilt);
    result->verdict = spoilt.status == STATUS_OK ? reading.verdict : spoilt;
    if (spoilt.status == STATUS_OK &&
        (reading.verdict.status == STATUS_IMPOSSIBLE ||
         reading.verdict.status == STATUS_UNDECIDED) &&
        measure_is_mixed(probe, params, &measurement->got, &result->verdict))
        return true;
    // No unit computes as another adder does.
    if (spoilt.status != STATUS_OK || !reading.even || result->verdict.foreign.known)
        return true;
    ok = measure_compare(reading.probe, &reading.params, reference, picture, measurement);
    if (ok && probe->topic)
        measure_note_finding(result);
    if (ok && result->difference.mismatches)
        measure_say_again(device, probe, result, &result->difference);
    return ok;
}

bool measure(struct device *device, const struct probe *probe,
             const struct probe_params *params, const struct unit *reference,
             bool picture, struct measurement *measurement)
{
    return measure_paint(device, probe, params, measurement) &&
           measure_judge(device, probe, params, reference, picture, measurement);
}

void measure_finish(struct measurement *measurement)
{
    pixels_finish(&measurement->got);
    pixels_finish(&measurement->again);
    pixels_finish(&measurement->want);
    free(measurement->result.findings);
    *measurement = (struct measurement){ 0 };
}
