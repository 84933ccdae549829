// SPDX-License-Identifier: MIT
//
// How it works: an expression with operands from the command line, or on several devices,
// is a table (eval_table.c). The rest are lines: each block of cases is read outside a
// guarded call, and drawn and judged inside one, so that a slow writer of lines is not
// taken for a driver that hangs. The first block is small, for an early result; if the
// device is quick, each block is twice as large as the one before.

#include "eval/eval.h"
#include "base/clock.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "base/text.h"
#include "command/command.h"
#include "command/eval_table.h"
#include "device/device.h"
#include "eval/input.h"
#include "measure/reference.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// ---- output: text to standard output, by a buffer of its own ----

#define EVAL_OUTPUT_SIZE (1 << 16)

// Cases and mismatches are counted as they are written.
struct eval_output {
    const struct eval *eval;
    int digits;        // of an operand: 4, 8 or 16
    int result_digits; // the same, of a result
    bool wanted;       // the expected results are written too
    bool mismatches;   // only results that differ from them are written
    long long cases, differ;
    size_t used;
    char bytes[EVAL_OUTPUT_SIZE];
};

#define LINE_MAX_BYTES ((EVAL_OPERANDS + 2 * FORMULA_RESULTS) * (EVAL_TEXT_WIDE + 1))

static bool eval_output_flush(struct eval_output *output)
{
    bool ok = out_put(output->bytes, output->used);

    if (!ok)
        log_error("standard output: %s", out_reason());
    output->used = 0;
    return ok;
}

static char *put_word(const struct eval_output *output, int digits, char *at,
                      uint64_t word)
{
    bool wide = output->eval->precision == PRECISION_DOUBLE;
    int carrier = wide ? 16 : 8;
    uint64_t narrow;

    if (digits == carrier)
        return eval_text_write(at, word, carrier);
    if (eval_narrow(output->eval, word, &narrow))
        return eval_text_write(at, narrow, digits);
    return eval_text_write(at, word, carrier);
}

static char *put_result_words(const struct eval_output *output, char *at,
                              uint64_t *const *words, size_t i)
{
    for (int k = 0; k < output->eval->results; k++) {
        *at++ = ' ';
        at = output->eval->is_float[k]
                 ? put_word(output, output->result_digits, at, words[k][i])
                 : eval_text_write(at, words[k][i], 8);
    }
    return at;
}

static void put_case(struct eval_output *output, const struct eval_block *block, size_t i)
{
    char *at = output->bytes + output->used;

    for (int k = 0; k < output->eval->operands; k++) {
        if (k > 0)
            *at++ = ' ';
        at = put_word(output, output->digits, at, block->in[k][i]);
    }
    at = put_result_words(output, at, block->got, i);
    if (output->wanted)
        at = put_result_words(output, at, block->want, i);
    *at++ = '\n';
    output->used = (size_t) (at - output->bytes);
}

// Operands, result and what is wanted of each case, a line each; all that was written is
// out when it returns. A result that the format does not hold has the digits of the
// carrier. Returns false, after logging why, if it could not be written.
static bool eval_output_block(struct eval_output *output, const struct eval_block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        bool differs = output->wanted && !eval_agrees(output->eval, block, i);

        output->cases++;
        output->differ += differs;
        if (output->mismatches && !differs)
            continue;
        if (output->used + LINE_MAX_BYTES > EVAL_OUTPUT_SIZE &&
            !eval_output_flush(output))
            return false;
        put_case(output, block, i);
    }
    return eval_output_flush(output);
}

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
    return guard_succeeds(call, session, session->options->timeout_s, "the reference");
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

    for (int k = 0; k < session->eval.operands; k++)
        for (size_t i = 0; i < block->count; i++)
            block->in[k][i] = eval_widen(&session->eval, block->in[k][i]);
    for (size_t i = 0; session->input.text.expected && i < block->count; i++)
        block->want[0][i] = eval_widen(&session->eval, block->want[0][i]);
}

// Paints and writes the block. COMMAND_DONE goes on.
static int answer_block(struct session *session)
{
    command_eval_widen(session);
    if (!guard_succeeds(eval_ask, session, session->options->timeout_s, session->what))
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
    uint64_t *words[EVAL_TEXT_WORDS];
    enum eval_input_state state = EVAL_INPUT_MORE;
    size_t most = FIRST_CASES;
    int status = COMMAND_DONE;

    memcpy(words, block->in, sizeof block->in);
    words[session->eval.operands] = block->want[0];
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
    bool opened = guard_succeeds(eval_open_device, session, session->options->timeout_s,
                                 session->what);

    if (session->malformed)
        return COMMAND_USAGE;
    if (guard_interrupted())
        return command_interrupted("the results so far are printed");
    if (!opened)
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
        log_error("eval: unknown operation '%s'; use an expression of a to d, one of "
                  "%s, or a TestFloat name such as f32_add or f32_to_f16",
                  word, list);
    else
        log_error(
            "eval: an expression is missing; use GLSL, such as 'a * b + c', or one of "
            "%s",
            list);
    return false;
}

// Returns true if a word is the name of something, and no operand.
static bool is_name(const char *word)
{
    return word[1] && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789_") == strlen(word);
}

// Returns the precision in which operands of a format are computed by default.
static enum precision precision_of(const struct eval *eval)
{
    bool wide = eval->format.precision == 53 || eval->result.precision == 53;
    bool half = eval->format.precision == 11 && !eval_converts(eval);

    return wide ? PRECISION_DOUBLE : half ? PRECISION_MEDIUMP : PRECISION_HIGHP;
}

static bool can_compute(const struct eval *eval)
{
    if (eval_converts(eval))
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

// Returns true if an option asks for expected results.
static bool is_judged(const struct options *options)
{
    return options_given(options, "reference") || options->expected ||
           options->mismatches;
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
    for (int i = 0; i < options->devices.count; i++) {
        if (!strcmp(options->devices.words[i], "all")) {
            log_error("eval: -d all: name the devices, each with -d");
            return false;
        }
    }
    if (options->expected && options_given(options, "reference")) {
        log_error("eval: expected results come from the file (--expected) or from a "
                  "reference (--reference), not both");
        return false;
    }
    return true;
}

// Finds the expression and chooses its parameters. *named: it is the name of one.
static bool eval_understand(struct eval *eval, const struct options *options, bool *named)
{
    const char *word = options->argument_count > 0 ? options->arguments[0] : NULL;
    const struct survey_options *survey = &options->survey;

    *eval = (struct eval){ .form = FORM_PLAIN, .round = (enum fp_round) options->round };
    *named = word && eval_find(word, eval);
    if (!word || (!*named && is_name(word)))
        return say_no_op(word);
    if (!*named)
        eval->text = word;
    if (!options_good(options) || !choose_format(eval, options))
        return false;
    if (survey->stage >= 0)
        eval->stage = (enum stage) survey->stage;
    if (survey->form >= 0)
        eval->form = (enum form) survey->form;
    return eval_parse(eval);
}

static void eval_prepare(struct session *session, const struct options *options)
{
    struct eval *eval = &session->eval;
    int digits = eval_digits(eval->format), result_digits = eval_digits(eval->result);

    session->options = options;
    session->by_reference = is_judged(options) && !options->expected;
    session->output.eval = eval;
    session->output.digits = digits;
    session->output.result_digits = result_digits;
    session->output.wanted = is_judged(options);
    session->output.mismatches = options->mismatches;
    session->input.text = (struct eval_text){ digits, eval->operands, options->expected,
                                              result_digits, NULL };
    session->input.skip_bad = options->skip_bad;
    snprintf(session->what, sizeof session->what, "%s",
             options->device ? options->device : "looking for a device");
}

// Returns true if the results are lines, as those of TestFloat are.
static bool are_lines(const struct options *options, bool named)
{
    bool assigns = false;

    for (int i = 1; i < options->argument_count; i++)
        assigns |= eval_table_assigns(options->arguments[i]);
    return is_judged(options) ||
           (named && !assigns && options->devices.count <= 1 && !options->steps);
}

// Returns false, after logging why, if an option or a word does not go with lines.
static bool lines_good(const struct eval *eval, const struct options *options)
{
    const char *reason =
        options->argument_count > 2 || options->devices.count > 1 || options->steps
            ? "--reference, --expected and --mismatches take one device and one FILE of "
              "operands, and no --steps"
        : options->expected && (eval->results > 1 || !eval->is_float[0])
            ? "--expected takes an expression of one float"
        : eval->operands == 0 ? "there are no operands to read"
                              : NULL;

    if (reason)
        log_error("eval: %s", reason);
    return !reason;
}

static int eval_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with it.
    static struct session session;
    const char *path = options->argument_count > 1 ? options->arguments[1] : NULL;
    bool named;
    int status;

    if (!eval_understand(&session.eval, options, &named))
        return COMMAND_USAGE;
    if (!are_lines(options, named))
        return eval_table(&session.eval, options);
    if (!lines_good(&session.eval, options))
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
    "EXPR is GLSL over the floats a, b, c and d: literals, operators, ?:, built-in functions, "
    "vectors, and statements NAME = EXPRESSION; before one or two results, as in "
    "'s = a + b; s, s - a'. OP is a name of one: add, sub, mul, div, fma, mad (a * b + c), "
    "sqrt, inversesqrt, rcp (1.0 / a) or mulrcp (a * (1.0 / b)), or a TestFloat name: "
    "f16_add, f32_mulAdd, f64_sqrt, ..., or f32_to_f16 and the other conversions among f16, "
    "f32 and f64.\n"
    "The value of an operand, a=177.5, is a number (1, -2.5e-3, 0x1p-3, inf, nan), which is "
    "rounded to nearest even, or bits behind 0x (0x3f800000). eval reads the operands that "
    "the command line does not give from FILE or standard input, one case per line, and "
    "prints for each device the result, its bits, the exact result and the error. In the "
    "plain form it also computes the guarded form and says whether the compiler changed the "
    "expression.\n"
    "An OP on one device without operands in the command line, and all expressions with "
    "--reference, --expected or --mismatches, give lines instead, as TestFloat does: the "
    "operands in hex, 8 digits (4 in mediump, lowp and float16; 16 in double), and the "
    "result. A word of so many digits in FILE is hex too. eval ignores further columns "
    "(except for --expected), empty lines and lines that begin with #. If a device computes "
    "mediump with more bits than 4 digits can represent, the result has 8 digits. Any NaN "
    "equals any NaN; -0 does not equal +0. --rounding has all modes of TestFloat: rne "
    "(near_even), rna (near_maxMag), rtz (minMag), rdn (min), rup (max), ro (odd).\n"
    "Exit status: 0 done, 1 --mismatches found some, 2 usage, 3 no usable "
    "device, 4 malformed line, 5 output not written, 130 interrupted.\n";

static const struct option_note eval_notes[] = {
    { "device",
      "device to use: an id or a renderer's name that `fpstripe devices` prints, fake:rtz,p=17 (simulated), or egl:PATH (default: the best one); may be given several times",
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
    .summary = "run an expression on devices, with given operands",
    .details = details,
    .arguments = "EXPR|OP [a=NUMBER]... [FILE]",
    .argument_count = 6,
    .options =
        (const char *const[]){ "device", "api", "stage", "precision", "form", "reference",
                               "rounding", "expected", "mismatches", "skip-bad", "steps",
                               "timeout", "verbose", "help", NULL },
    .notes = eval_notes,
    .run = eval_run,
};
