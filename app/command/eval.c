// SPDX-License-Identifier: MIT
//
// How it works: each block of cases is read outside a guarded call, and drawn and
// judged inside one, so that a slow writer of lines is not taken for a driver that
// hangs. The first block is small, for an early result; if the device is quick, each
// block is twice as large as the one before.

#include "eval/eval.h"
#include "base/clock.h"
#include "base/guard.h"
#include "base/isolate.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "base/text.h"
#include "command/command.h"
#include "device/device.h"
#include "eval/text.h"
#include "measure/reference.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- input: a file or standard input ----

// A line of more bytes is bad.
#define EVAL_INPUT_LINE (1 << 20)

// more: there may be more to come. bad: a line is, and was logged. broken: it cannot be
// read, and this was logged.
enum eval_input_state {
    EVAL_INPUT_MORE,
    EVAL_INPUT_END,
    EVAL_INPUT_BAD,
    EVAL_INPUT_BROKEN,
};

struct eval_input {
    int fd;
    const char *name; // in messages
    struct eval_text text;
    bool skip_bad;
    long long line;    // of the file, from 1; the last that was read
    long long skipped; // bad lines
    char first_skipped[240];
    char *buffer;      // owned
    size_t begin, end; // what is in it and not yet used
    bool ended;        // nothing follows
    bool overlong;     // what begins is the rest of a line that was bad
};

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

#define PAUSE_MS     10  // a writer that is this late waits for an answer
#define INTERRUPT_MS 200 // an interrupt is seen after this long at the latest

// Closes what was opened. Accepts a zeroed struct and leaves one.
static void eval_input_close(struct eval_input *input)
{
    if (input->fd > STDIN_FILENO)
        close(input->fd);
    free(input->buffer);
    *input = (struct eval_input){ 0 };
}

// Opens `path`; NULL or "-" is standard input. Returns false, after logging why, if it
// cannot be opened; `input` is then zeroed.
static bool eval_input_open(struct eval_input *input, const char *path)
{
    bool is_standard = !path || !strcmp(path, "-");

    *input = (struct eval_input){ .name = is_standard ? "standard input" : path };
    // Not blocking: a named pipe may have no writer, and poll can be interrupted.
    input->fd =
        is_standard ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    input->buffer = memory_new(EVAL_INPUT_LINE, 1);
    if (input->fd >= 0)
        return true;
    log_error("%s: %s", input->name, strerror(errno));
    eval_input_close(input);
    return false;
}

// Up to `size` bytes as they come, into `bytes`; waits for the first, but not through an
// interrupt (guard.h). Returns how many, 0 at the end or when interrupted, or -1 after
// logging why they cannot be read.
static long eval_input_read(struct eval_input *input, void *bytes, size_t size)
{
    ssize_t got;

    do {
        while (!guard_interrupted() && !isolate_ready(input->fd, INTERRUPT_MS))
            ;
        if (guard_interrupted())
            return 0;
        got = read(input->fd, bytes, size);
    } while (got < 0 && (errno == EINTR || errno == EAGAIN));
    if (got < 0)
        log_error("%s: %s", input->name, strerror(errno));
    return got;
}

// Returns whether the line may be passed over.
static bool note_bad(struct eval_input *input, const struct eval_text_fault *fault)
{
    char line[240];

    snprintf(line, sizeof line, "%.60s:%lld:%d: %s", input->name, input->line,
             fault->column, fault->reason);
    if (!input->skip_bad) {
        log_error("%s", line);
        return false;
    }
    if (input->skipped++ == 0)
        memcpy(input->first_skipped, line, sizeof line);
    return true;
}

// The first line of the buffer, and the byte behind it; NULL if it is not whole.
static const char *find_end(const struct eval_input *input, const char **next)
{
    const char *line = input->buffer + input->begin;
    const char *end = memchr(line, '\n', input->end - input->begin);

    if (end)
        *next = end + 1;
    else if (input->ended && input->begin < input->end)
        *next = end = input->buffer + input->end;
    return end;
}

// Lines that are whole, until there are `most` cases. Returns false at a bad one.
static bool take_lines(struct eval_input *input, uint64_t *const *words, size_t most,
                       size_t *count)
{
    int per_case = input->text.operands + input->text.expected;
    const char *end, *next;

    while (*count < most && (end = find_end(input, &next)) != NULL) {
        const char *line = input->buffer + input->begin;
        struct eval_text_fault fault;
        uint64_t word[EVAL_TEXT_WORDS];
        enum eval_text_line what = EVAL_TEXT_NOTHING;

        input->begin = (size_t) (next - input->buffer);
        if (!input->overlong) {
            input->line++;
            what = eval_text_read(&input->text, line, end, word, &fault);
        }
        input->overlong = false;
        if (what == EVAL_TEXT_BAD && !note_bad(input, &fault))
            return false;
        if (what != EVAL_TEXT_CASE)
            continue;
        for (int k = 0; k < per_case; k++)
            words[k][*count] = word[k];
        ++*count;
    }
    return true;
}

// Moves the unread text to the front of the buffer. A line that fills the buffer is
// malformed, and the rest of the line is dropped.
static bool make_room(struct eval_input *input)
{
    struct eval_text_fault fault = { .column = 1 };

    input->end -= input->begin;
    memmove(input->buffer, input->buffer + input->begin, input->end);
    input->begin = 0;
    if (input->end < EVAL_INPUT_LINE)
        return true;
    input->end = 0;
    if (input->overlong)
        return true;
    input->overlong = true;
    input->line++;
    snprintf(fault.reason, sizeof fault.reason, "the line is longer than %d bytes",
             EVAL_INPUT_LINE - 1);
    return note_bad(input, &fault);
}

// Reads up to `most` cases, word k of case i into words[k][i], and stores how many in
// *count. Stops earlier where the file pauses: whoever waits for an answer before he
// writes the next line gets it. All that precedes a bad line is among the cases.
static enum eval_input_state eval_input_cases(struct eval_input *input,
                                              uint64_t *const *words, size_t most,
                                              size_t *count)
{
    long got;

    *count = 0;
    for (;;) {
        if (!take_lines(input, words, most, count))
            return EVAL_INPUT_BAD;
        if (*count == most)
            return EVAL_INPUT_MORE;
        if (input->ended)
            return EVAL_INPUT_END;
        if (*count > 0 && !isolate_ready(input->fd, PAUSE_MS))
            return EVAL_INPUT_MORE;
        if (!make_room(input))
            return EVAL_INPUT_BAD;
        got = eval_input_read(input, input->buffer + input->end,
                              EVAL_INPUT_LINE - input->end);
        if (got < 0)
            return EVAL_INPUT_BROKEN;
        if (guard_interrupted())
            return EVAL_INPUT_END; // what is in the buffer may be cut
        input->ended = got == 0;
        input->end += (size_t) got;
    }
}

#define LINE_MAX_BYTES (5 * (EVAL_TEXT_WIDE + 1))

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

static void put_case(struct eval_output *output, const struct eval_block *block, size_t i)
{
    char *at = output->bytes + output->used;
    int digits = output->result_digits;

    for (int k = 0; k < output->eval->op.operands; k++) {
        at = put_word(output, output->digits, at, block->in[k][i]);
        *at++ = ' ';
    }
    at = put_word(output, digits, at, block->got[i]);
    if (output->wanted) {
        *at++ = ' ';
        at = put_word(output, digits, at, block->want[i]);
    }
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
