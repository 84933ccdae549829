// SPDX-License-Identifier: MIT
//
// `fpstripe record`: asks the CUDA reference all that a run asks of a reference, and a
// table of operands for each operation, and writes the answers down for machines that
// have no such GPU.

#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "command/command.h"
#include "command/output.h"
#include "measure/reference.h"
#include "probe/expressions_judge.h"
#include "probe/picture.h"
#include "probe/probe.h"
#include "unit/recorded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 512

static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };
static const struct fp_format formats[] = { { 11, 15 }, { 24, 127 }, { 53, 1023 } };

// Records all that a probe computes on the way to its picture of `bands` bands, as in
// reports of earlier versions; 0: of all bands.
static bool record_picture(struct recorder *recorder, const struct probe *probe,
                           const struct fp_model *model, int bands)
{
    struct unit unit = recorder_unit(recorder);
    struct probe_params params = {
        .width = WIDTH,
        .rows = 1,
        .readout = READOUT_BITS,
        .model = *model,
        .precision_bits = model->format.precision,
        .subnormals = true,
        .cases = bands,
    };
    struct pixels pixels = { 0 };

    if (probe->unfit && probe->unfit(&params))
        return true;
    recorder->label = probe->name;
    pixels_init(&pixels, probe_pixel_width(probe, &params),
                probe_pixel_height(probe, &params), READOUT_BITS);
    bool ok = probe_eval(probe, &params, &unit, &pixels);

    pixels_finish(&pixels);
    return ok;
}

// In formats that a shader has.
static bool record_probes(struct recorder *recorder, const struct fp_model *model)
{
    bool ok = true;

    for (int i = 0; ok && i < probe_picture_count; i++) {
        const struct probe *probe = probe_list[i];

        ok = record_picture(recorder, probe, model, 0);
        for (const int *bands = probe->earlier; ok && bands && *bands; bands++)
            ok = record_picture(recorder, probe, model, *bands);
    }
    return ok;
}

static bool either_can(const struct unit *unit, enum unit_op op,
                       const struct fp_model *model)
{
    struct unit last = unit_model();

    (void) unit;
    return last.can(&last, op, model);
}

// The record does not contain operations that the GPU does not have.
static bool either_apply(const struct unit *unit, const struct unit_call *call)
{
    const struct unit *recorder = unit->next;
    struct unit last = unit_model();

    return recorder->can(recorder, call->op, &call->model)
               ? recorder->apply(recorder, call)
               : last.apply(&last, call);
}

// The lines of a probe, with products and sums fused and each by itself.
static bool record_lines_of(struct recorder *recorder, const struct probe *probe,
                            const struct fp_model *model)
{
    struct unit recording = recorder_unit(recorder);
    struct unit unit = { "either", &recording, either_can, either_apply, NULL };
    struct traits traits = TRAITS_NONE(*model);
    struct probe_params params = {
        .precision = model->format.precision > 24 ? PRECISION_DOUBLE : PRECISION_HIGHP,
        .readout = READOUT_BITS,
        .rows = 1,
        .model = *model,
        .precision_bits = model->format.precision,
    };
    struct pixels pixels;
    bool ok = true;

    pixels_init(&pixels, probe_pixel_width(probe, &params),
                probe_pixel_height(probe, &params), READOUT_BITS);
    recorder->label = probe->name;
    for (int separate = 0; ok && separate < 2; separate++) {
        traits.fma_separate = separate;
        traits.contracts = separate ? 0 : UINT64_MAX;
        ok = expressions_paint(probe, &params, &traits, &unit, &pixels);
    }
    pixels_finish(&pixels);
    return ok;
}

static bool record_lines(struct recorder *recorder, const struct fp_model *model)
{
    bool ok = true;

    for (int i = probe_picture_count; ok && i < probe_count; i++)
        if (probe_list[i]->recorded)
            ok = record_lines_of(recorder, probe_list[i], model);
    return ok;
}

static bool record_table(struct recorder *recorder, enum unit_op op,
                         const struct fp_model *model)
{
    static uint64_t words[3][RECORDER_TABLE_CASES], out[RECORDER_TABLE_CASES];
    struct unit unit = recorder_unit(recorder);
    int arity = unit_op_arity(op);

    guard_alive();
    recorder_operands(model->format, words);
    recorder->label = "table";
    return unit.apply(&unit, &(struct unit_call){
                                 .op = op,
                                 .model = *model,
                                 .out = out,
                                 .a = words[0],
                                 .b = arity > 1 ? words[1] : NULL,
                                 .c = arity > 2 ? words[2] : NULL,
                                 .count = RECORDER_TABLE_CASES,
                             });
}

static bool record_all(struct recorder *recorder)
{
    const struct unit *inner = &recorder->inner;
    bool ok = true;

    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        for (size_t d = 0; d < sizeof directions / sizeof *directions; d++) {
            struct fp_model model = { formats[f], directions[d], false, false };

            if (model.format.precision <= 24 && inner->can(inner, UNIT_ADD, &model) &&
                inner->can(inner, UNIT_SUB, &model) &&
                inner->can(inner, UNIT_MUL, &model))
                ok = ok && record_probes(recorder, &model);
            ok = ok && record_lines(recorder, &model);
            for (int op = 0; ok && op < UNIT_OP_COUNT; op++)
                if (inner->can(inner, (enum unit_op) op, &model))
                    ok = record_table(recorder, (enum unit_op) op, &model);
        }
    }
    return ok;
}

// Reads the files back, as a later run will.
static bool read_back(const struct output *output)
{
    struct recorded *recorded = recorded_open(output->folder);

    if (recorded)
        fprintf(out_file(), "%d calls recorded in %s\n", recorded_count(recorded),
                output->folder);
    recorded_close(recorded);
    return recorded;
}

static int record_into(const struct reference *reference, const char *folder)
{
    struct output output;
    static struct recorder recorder;
    struct recorded_facts facts = { 0 };

    if (!output_open(&output, folder))
        return COMMAND_NO_OUTPUT;
    reference_facts(reference, &facts);
    recorder_open(&recorder, output.folder, reference->unit, &facts);
    bool answered = record_all(&recorder) && reference_record(reference, &recorder);
    bool ok = answered && output_make(&output) && recorder_close(&recorder) &&
              read_back(&output);

    output_close(&output);
    return ok ? COMMAND_DONE : answered ? COMMAND_NO_OUTPUT : COMMAND_NO_DEVICE;
}

struct record_work {
    const struct options *options;
    const char *kind; // of the reference
    int status;
};

static bool record_work(void *context)
{
    static struct reference reference;
    struct record_work *work = context;

    if (reference_open_named(&reference, work->kind))
        work->status = record_into(&reference, work->options->output);
    reference_close(&reference);
    return true;
}

static int record_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with it.
    static struct record_work work;
    bool ok;

    work.options = options;
    work.kind = options->survey.reference ? options->survey.reference : "cuda";
    work.status = COMMAND_NO_DEVICE;
    if (!options->output) {
        log_error("record: -o DIR is missing; name a directory for the results");
        return COMMAND_USAGE;
    }
    if (guard_call(record_work, &work, &ok, options->timeout_s, work.kind) != GUARD_DONE)
        return COMMAND_NO_DEVICE;
    return work.status;
}

static const struct option_note record_notes[] = {
    { "output", "directory for the recorded results", NULL },
    { "reference", "reference to record (default: cuda)", NULL },
    { NULL, NULL, NULL },
};

const struct command command_record = {
    .name = "record",
    .rare = true,
    .summary = "save the results of the CUDA reference for machines without CUDA",
    .details =
        "Writes an index, recorded.txt, and the results, recorded.z, to the directory of -o.\n"
        "Exit status: 0 done, 2 usage, 3 CUDA is not available, 5 output not written.\n",
    .arguments = "",
    .options = (const char *const[]){ "output", "reference", "verbose", "help", NULL },
    .notes = record_notes,
    .run = record_run,
};
