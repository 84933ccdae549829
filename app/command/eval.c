// SPDX-License-Identifier: MIT
//
// How it works: each block of cases is read outside a guarded call, and drawn and
// judged inside one, so that a slow writer of lines is not taken for a driver that
// hangs. The first block is small, for an early result; if the device is quick, each
// block is twice as large as the one before.

#include "command/eval.h"
#include "base/clock.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "base/text.h"
#include "command/command.h"
#include "device/device.h"
#include "measure/reference.h"

#include <stdio.h>
#include <string.h>

#define FIRST_CASES 4096
#define QUICK_MS    30 // a block that took no longer may grow

struct session {
    const struct options *options;
    struct eval eval;
    // Not closed at the end: the process ends sooner than a driver is torn down.
    struct device device;
    char what[200]; // names the device in messages
    bool malformed; // the user's word for a device is no such word
    struct eval_input input;
    struct eval_block block;
    struct reference reference;
    bool by_reference; // what is wanted is computed
    struct eval_output output;
};

static bool eval_open_device(void *context)
{
    struct session *session = context;
    const struct options *options = session->options;
    struct device *device = &session->device;
    const char *reason;
    bool malformed;

    if (!device_pick(device, options->device, (enum api) options->api, NULL,
                     &malformed)) {
        session->malformed = malformed;
        return false;
    }
    snprintf(session->what, sizeof session->what, "%s", device->facts.id);
    log_info("device %s: %s, %s", device->facts.id, device->facts.renderer,
             device->facts.version);
    reason = eval_unsupported(&session->eval, device);
    if (reason)
        log_error("%s: %s", device->facts.id, reason);
    return !reason;
}

// The one that was asked for by name must be there; else this processor, and the model
// for what it has not.
static bool eval_open_reference(void *context)
{
    struct session *session = context;
    const char *kind = session->options->survey.reference;
    struct reference *reference = &session->reference;

    if (kind)
        return reference_open_named(reference, kind);
    reference_open(reference, "host");
    return true;
}

static bool eval_close_reference(void *context)
{
    struct session *session = context;

    reference_close(&session->reference);
    return true;
}

// CUDA is a driver too. Returns whether `call` did what it should.
static bool guard_reference(struct session *session, bool (*call)(void *context))
{
    bool ok;

    return guard_call(call, session, &ok, session->options->timeout_s, "the reference") ==
               GUARD_DONE &&
           ok;
}

static bool eval_ask(void *context)
{
    struct session *session = context;

    return eval_paint(&session->eval, &session->device, &session->block) &&
           (!session->by_reference ||
            eval_reference(&session->eval, &session->reference.unit, &session->block));
}

// A GPU that fails in the middle: the processor goes on, and the user knows.
static void say_reference_fault(const struct session *session)
{
    static bool said;
    char fault[160];

    reference_take_fault(fault, sizeof fault);
    if (fault[0] && session->reference.cuda && !said)
        log_warning("reference %s: %s; using the next one", session->reference.kind,
                    fault);
    said = said || fault[0];
}

// Operands come in the format that was said, and go as words of the carrier.
static void command_eval_widen(struct session *session)
{
    struct eval_block *block = &session->block;
    int arity = session->eval.op.operands;

    for (int k = 0; k < arity; k++)
        for (size_t i = 0; i < block->count; i++)
            block->in[k][i] = eval_widen(&session->eval, block->in[k][i]);
    for (size_t i = 0; session->input.text.expected && i < block->count; i++)
        block->want[i] = eval_widen(&session->eval, block->want[i]);
}

// Paints and writes the block. COMMAND_DONE goes on.
static int answer_block(struct session *session)
{
    bool ok;
    enum guard_outcome outcome;

    command_eval_widen(session);
    outcome =
        guard_call(eval_ask, session, &ok, session->options->timeout_s, session->what);
    if (outcome != GUARD_DONE || !ok)
        return COMMAND_NO_DEVICE;
    say_reference_fault(session);
    return eval_output_block(&session->output, &session->block) ? COMMAND_DONE
                                                                : COMMAND_NO_OUTPUT;
}

static void say_end(const struct session *session)
{
    const struct eval_input *input = &session->input;
    const struct eval_output *output = &session->output;

    if (input->skipped > 0)
        log_warning("%lld bad line%s skipped; the first: %s", input->skipped,
                    input->skipped > 1 ? "s" : "", input->first_skipped);
    if (output->wanted)
        log_info("%lld cases, %lld differ", output->cases, output->differ);
    else
        log_info("%lld cases", output->cases);
}

static int answer_all(struct session *session)
{
    struct eval_block *block = &session->block;
    uint64_t *words[EVAL_TEXT_WORDS] = { block->in[0], block->in[1], block->in[2] };
    enum eval_input_state state = EVAL_INPUT_MORE;
    size_t most = FIRST_CASES;
    int status = COMMAND_DONE;

    words[session->eval.op.operands] = block->want;
    while (status == COMMAND_DONE && state == EVAL_INPUT_MORE && !out_is_closed()) {
        state = eval_input_cases(&session->input, words, most, &block->count);
        if (guard_interrupted())
            return command_interrupted("the results so far are printed");
        if (block->count == 0)
            continue;
        double start = 1e-6 * (double) clock_now_ns();

        status = answer_block(session);
        if (block->count == most && 1e-6 * (double) clock_now_ns() - start < QUICK_MS &&
            most < EVAL_CASES)
            most *= 2;
    }
    if (status == COMMAND_DONE && state != EVAL_INPUT_END && !out_is_closed())
        status = COMMAND_BAD_INPUT;
    say_end(session);
    if (status == COMMAND_DONE && session->output.mismatches && session->output.differ)
        status = COMMAND_UNEXPECTED;
    return status;
}

static int on_device(struct session *session)
{
    bool ok;
    enum guard_outcome outcome = guard_call(eval_open_device, session, &ok,
                                            session->options->timeout_s, session->what);

    if (session->malformed)
        return COMMAND_USAGE;
    if (guard_interrupted())
        return command_interrupted("the results so far are printed");
    if (outcome != GUARD_DONE || !ok)
        return COMMAND_NO_DEVICE;
    if (session->by_reference && !guard_reference(session, eval_open_reference))
        return COMMAND_NO_DEVICE;
    eval_block_init(&session->block);
    int status = answer_all(session);

    if (guard_lost())
        return status;
    if (!guard_reference(session, eval_close_reference))
        return COMMAND_NO_DEVICE;
    eval_block_finish(&session->block);
    return status;
}

static bool say_no_op(const char *word)
{
    char list[160] = "";

    for (int i = 0; eval_name(i); i++)
        text_join(list, sizeof list, ", ", eval_name(i));
    if (word)
        log_error("eval: unknown operation '%s'; use one of %s, or a TestFloat name "
                  "such as f32_add or f32_to_f16",
                  word, list);
    else
        log_error("eval: an operation is missing; use one of %s", list);
    return false;
}

// Returns the precision in which operands of a format are computed by default.
static enum precision precision_of(const struct eval *eval)
{
    bool wide = eval->format.precision == 53 || eval->result.precision == 53;
    bool half = eval->format.precision == 11 && !eval->op.converts;

    return wide ? PRECISION_DOUBLE : half ? PRECISION_MEDIUMP : PRECISION_HIGHP;
}

static bool can_compute(const struct eval *eval)
{
    if (eval->op.converts)
        return eval->precision == precision_of(eval);
    return (eval->format.precision == 53) == (eval->precision == PRECISION_DOUBLE) &&
           (eval->precision != PRECISION_FLOAT16 || eval->format.precision == 11);
}

// Chooses the precision by the format of the operands, or the format by --precision.
static bool choose_format(struct eval *eval, const struct options *options)
{
    static const struct fp_format formats[PRECISION_COUNT] = {
        { 24, 127 }, { 11, 15 }, { 11, 15 }, { 53, 1023 }, { 11, 15 },
    };
    bool said = eval->format.precision > 0;

    if (options_given(options, "precision"))
        eval->precision = (enum precision) options->survey.precision;
    else if (said)
        eval->precision = precision_of(eval);
    if (!said)
        eval->format = eval->result = formats[eval->precision];
    if (!can_compute(eval)) {
        log_error("eval: operands of %s cannot be computed in %s", options->arguments[0],
                  precision_name(eval->precision));
        return false;
    }
    return true;
}

// Returns false, after logging why, if an option selects several devices or questions, or
// if two exclude each other.
static bool options_good(const struct options *options)
{
    static const char *const single[] = { "stage", "precision", "form" };
    const int values[] = { options->survey.stage, options->survey.precision,
                           options->survey.form };

    for (int i = 0; i < 3; i++) {
        if (options_given(options, single[i]) && values[i] < 0) {
            log_error("eval: --%s all: use one at a time", single[i]);
            return false;
        }
    }
    if (options->device && !strcmp(options->device, "all")) {
        log_error("eval: -d all: use one device");
        return false;
    }
    if (options->expected && options_given(options, "reference")) {
        log_error("eval: expected results come from the file (--expected) or from a "
                  "reference (--reference), not both");
        return false;
    }
    return true;
}

static bool eval_understand(struct session *session, const struct options *options)
{
    const char *word = options->argument_count > 0 ? options->arguments[0] : NULL;
    struct eval *eval = &session->eval;
    const struct survey_options *survey = &options->survey;

    *eval = (struct eval){ .form = FORM_PLAIN, .round = (enum fp_round) options->round };
    if (!word || !eval_find(word, eval))
        return say_no_op(word);
    if (!options_good(options) || !choose_format(eval, options))
        return false;
    if (survey->stage >= 0)
        eval->stage = (enum stage) survey->stage;
    if (survey->form >= 0)
        eval->form = (enum form) survey->form;
    return true;
}

static int eval_digits(struct fp_format format)
{
    return format.precision == 53 ? 16 : format.precision == 11 ? 4 : 8;
}

static void eval_prepare(struct session *session, const struct options *options)
{
    int digits = eval_digits(session->eval.format);
    int result_digits = eval_digits(session->eval.result);
    bool wanted =
        options_given(options, "reference") || options->expected || options->mismatches;

    session->options = options;
    session->by_reference = wanted && !options->expected;
    session->output.eval = &session->eval;
    session->output.digits = digits;
    session->output.result_digits = result_digits;
    session->output.wanted = wanted;
    session->output.mismatches = options->mismatches;
    session->input.text = (struct eval_text){ digits, session->eval.op.operands,
                                              options->expected, result_digits };
    session->input.skip_bad = options->skip_bad;
    snprintf(session->what, sizeof session->what, "%s",
             options->device ? options->device : "looking for a device");
}

static int eval_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with it.
    static struct session session;
    const char *path = options->argument_count > 1 ? options->arguments[1] : NULL;
    int status;

    if (!eval_understand(&session, options))
        return COMMAND_USAGE;
    if (!eval_input_open(&session.input, path))
        return COMMAND_BAD_INPUT;
    eval_prepare(&session, options);
    status = on_device(&session);
    if (!guard_lost())
        eval_input_close(&session.input);
    return status;
}

static const char details[] =
    "OP is add, sub, mul, div, fma, mad (a * b + c), sqrt, inversesqrt, rcp (1.0 / a) or "
    "mulrcp (a * (1.0 / b)), or a TestFloat name: f16_add, f32_mulAdd, f64_sqrt, ..., or "
    "f32_to_f16 and the other conversions among f16, f32 and f64. "
    "eval reads operands from FILE or standard input, one case per line, in hex, as "
    "testfloat_gen writes them: 8 digits; 4 in mediump, lowp and float16; 16 in double. "
    "Numbers (1, -2.5e-3, 0x1p-3, inf, nan), which it rounds to nearest even, and bits behind "
    "0x (0x3f800000) are accepted too; a word with exactly 8 digits (4, 16) is hex. It "
    "ignores further columns (except for --expected), empty lines and lines that begin with "
    "#. For each line it prints the operands and the result, and with --reference or "
    "--expected the expected result. If a device computes mediump with more bits than 4 "
    "digits can represent, the result has 8 digits. Any NaN equals any NaN; -0 does not equal "
    "+0. --rounding has all modes of TestFloat: rne (near_even), rna (near_maxMag), rtz "
    "(minMag), rdn (min), rup (max), ro (odd).\n"
    "Exit status: 0 done, 1 --mismatches found some, 2 usage, 3 no usable "
    "device, 4 malformed line, 5 output not written, 130 interrupted.\n";

static const struct option_note eval_notes[] = {
    { "device",
      "device to use: an id or a renderer's name that `fpstripe devices` prints, fake:rtz,p=17 (simulated), or egl:PATH (default: the best one)",
      NULL },
    { "reference",
      "also compute the expected results: on a CUDA GPU, from recorded results of a CUDA GPU, on this processor, or in integer arithmetic (default: none; without REF: host)",
      NULL },
    { "precision",
      "precision of the operation (default: highp; f16_ and f64_ have their own)",
      "highp, mediump, lowp, double, float16" },
    { "stage", "shader stage that computes (default: fragment)",
      "fragment, vertex, compute" },
    { "form", "how the shader writes the operation (default: plain)",
      "plain, guarded, precise" },
    { NULL, NULL, NULL },
};

const struct command command_eval = {
    .name = "eval",
    .summary = "run an operation on a device, with given operands",
    .details = details,
    .arguments = "OP [FILE]",
    .argument_count = 2,
    .options = (const char *const[]){ "device", "api", "stage", "precision", "form",
                                      "reference", "rounding", "expected", "mismatches",
                                      "skip-bad", "timeout", "verbose", "help", NULL },
    .notes = eval_notes,
    .run = eval_run,
};
