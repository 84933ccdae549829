// SPDX-License-Identifier: MIT
//
// How it works: a probe with one expression is drawn, whose table of operands is the
// current block and which has as many rows as the block fills. Its GLSL is that of the
// formula, or of a conversion; a simulated device runs the steps of the formula. Operand
// 3, if the formula does not use it, is the 1 by which the results are multiplied in
// precisions that a device may compute wide.

#include "eval/eval.h"

#include "base/fp.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/pixels.h"
#include "device/device.h"
#include "measure/reference.h"
#include "probe/probe.h"
#include "probe/shared/inside.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the conversions among binary16, binary32 and binary64, as a probe ----

// The expressions of shaders/eval/conversions.glsl.
enum conversion {
    SINGLE_TO_HALF,
    HALF_TO_SINGLE,
    SINGLE_TO_DOUBLE,
    DOUBLE_TO_SINGLE,
    HALF_TO_DOUBLE,
    DOUBLE_TO_HALF,
    CONVERSIONS,
};

static const struct expression conversion_list[CONVERSIONS] = {
    [SINGLE_TO_HALF] = { "f32-to-f16", .label = "packHalf2x16(vec2(a, 0.0))" },
    [HALF_TO_SINGLE] = { "f16-to-f32", .label = "unpackHalf2x16(a).x" },
    [SINGLE_TO_DOUBLE] = { "f32-to-f64", .label = "double(a)" },
    [DOUBLE_TO_SINGLE] = { "f64-to-f32", .label = "float(a)" },
    [HALF_TO_DOUBLE] = { "f16-to-f64", .label = "double(unpackHalf2x16(a).x)" },
    [DOUBLE_TO_HALF] = { "f64-to-f16", .label = "packHalf2x16(vec2(float(a), 0.0))" },
};

static const struct {
    const char *name;
    struct fp_format from, to;
} conversions[CONVERSIONS] = {
    [SINGLE_TO_HALF] = { "f32_to_f16", { 24, 127 }, { 11, 15 } },
    [HALF_TO_SINGLE] = { "f16_to_f32", { 11, 15 }, { 24, 127 } },
    [SINGLE_TO_DOUBLE] = { "f32_to_f64", { 24, 127 }, { 53, 1023 } },
    [DOUBLE_TO_SINGLE] = { "f64_to_f32", { 53, 1023 }, { 24, 127 } },
    [HALF_TO_DOUBLE] = { "f16_to_f64", { 11, 15 }, { 53, 1023 } },
    [DOUBLE_TO_HALF] = { "f64_to_f16", { 53, 1023 }, { 11, 15 } },
};

// Returns the expression of a TestFloat name ("f32_to_f16"), with its formats; -1, with
// both unchanged, if there is none.
static int conversions_find(const char *name, struct fp_format *from,
                            struct fp_format *to)
{
    for (int i = 0; i < CONVERSIONS; i++) {
        if (strcmp(conversions[i].name, name) != 0)
            continue;
        *from = conversions[i].from;
        *to = conversions[i].to;
        return i;
    }
    return -1;
}

// Converts as the shader does: to half by the rule of packHalf2x16(), in two steps from
// double.
static bool conversions_answer(const struct expressions_call *call)
{
    struct fp_format from = conversions[call->expression].from,
                     to = conversions[call->expression].to;
    enum fp_round round = call->traits->model.round, half = call->traits->half;
    bool narrows = to.precision == 11;

    for (size_t i = 0; i < call->count; i++) {
        uint64_t word = call->in[0][i];

        if (narrows && from.precision == 53)
            word = fp_convert(from, FP_BINARY32, round, word);
        call->out[0][i] = narrows ? fp_convert(FP_BINARY32, to, half, word)
                                  : fp_convert(from, to, round, word);
    }
    return true;
}

static const struct expressions conversion_expressions = {
    .list = conversion_list,
    .count = CONVERSIONS,
    .results = 1,
    .raw = 1,
    .raw_operands = 1,
    .stages = EXPRESSIONS_STAGES,
    .precisions = 1u << PRECISION_HIGHP | 1u << PRECISION_DOUBLE,
    .readout = READOUT_BITS,
    .answer = conversions_answer,
};

static const struct probe conversions_probe = {
    .name = "eval/conversions",
    .forms = 1u << FORM_PLAIN,
    .operands = 1,
    .expressions = &conversion_expressions,
};

static const struct {
    const char *name, *testfloat; // the latter follows "f32_"; NULL: it has none
    const char *text;
} ops[] = {
    { "add", "add", "a + b" },           { "sub", "sub", "a - b" },
    { "mul", "mul", "a * b" },           { "div", "div", "a / b" },
    { "fma", "mulAdd", "fma(a, b, c)" }, { "mad", NULL, "a * b + c" },
    { "sqrt", "sqrt", "sqrt(a)" },       { "inversesqrt", NULL, "inversesqrt(a)" },
    { "rcp", NULL, "1.0 / a" },          { "mulrcp", NULL, "a * (1.0 / b)" },
};
#define OPS ((int) (sizeof ops / sizeof *ops))

// The probe that is drawn, and its block. A device may keep the program of a probe by its
// address, so there is one.
static struct probe asked;
static struct expressions asked_expressions;
static struct expression asked_expression = { .word = "expression" };
static const struct eval *asked_eval;
static const struct eval_block *asked_block;

// Returns what follows "f32_" and the like, or NULL.
static const char *testfloat_name(const char *name, struct fp_format *format)
{
    static const struct {
        char prefix[5];
        struct fp_format format;
    } formats[] = { { "f16_", { 11, 15 } },
                    { "f32_", { 24, 127 } },
                    { "f64_", { 53, 1023 } } };

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strncmp(name, formats[i].prefix, 4) != 0)
            continue;
        *format = formats[i].format;
        return name + 4;
    }
    return NULL;
}

bool eval_find(const char *name, struct eval *eval)
{
    struct fp_format said = eval->format;
    const char *testfloat = testfloat_name(name, &said);

    eval->conversion = conversions_find(name, &eval->format, &eval->result);
    eval->text = NULL;
    for (int i = 0; i < OPS && eval->conversion < 0; i++) {
        if (testfloat ? !ops[i].testfloat || strcmp(ops[i].testfloat, testfloat) != 0
                      : strcmp(ops[i].name, name) != 0)
            continue;
        eval->format = eval->result = said;
        eval->text = ops[i].text;
        return true;
    }
    return eval_converts(eval);
}

bool eval_converts(const struct eval *eval)
{
    return eval->conversion >= 0;
}

// Returns why this precision cannot have the formula, or NULL.
static const char *wrong_precision(const struct eval *eval)
{
    const struct formula *formula = &eval->formula;

    if (formula->bits && eval->precision != PRECISION_HIGHP)
        return "floatBitsToInt() and its relatives need --precision highp";
    if (formula->from_ints && eval->precision != PRECISION_HIGHP &&
        eval->precision != PRECISION_DOUBLE)
        return "float() of an int or a uint has the precision of the integer, highp; use "
               "--precision highp";
    return NULL;
}

bool eval_parse(struct eval *eval)
{
    static const char *const reals[PRECISION_COUNT] = {
        [PRECISION_HIGHP] = "float",       [PRECISION_MEDIUMP] = "float",
        [PRECISION_LOWP] = "float",        [PRECISION_DOUBLE] = "double",
        [PRECISION_FLOAT16] = "float16_t",
    };
    bool chained =
        eval->precision != PRECISION_HIGHP && eval->precision != PRECISION_DOUBLE;
    struct formula *formula = &eval->formula;
    const char *reason;

    eval->operands = eval->results = 1;
    eval->is_float[0] = true;
    if (eval_converts(eval))
        return true;
    if (!formula_parse(formula, eval->text, reals[eval->precision], chained)) {
        log_error("eval: column %d: %s", formula->column, formula->reason);
        return false;
    }
    reason = wrong_precision(eval);
    if (reason)
        log_error("eval: %s", reason);
    eval->operands = formula->operands ? 32 - __builtin_clz(formula->operands) : 0;
    eval->results = formula->result_count;
    for (int k = 0; k < eval->results; k++)
        eval->is_float[k] = formula->steps[formula->results[k]].base == FORMULA_FLOAT;
    eval->glsl =
        memory_format("void probe()\n{\n%s    if (line_is(0)) {\n%s\n    }\n%s}\n",
                      formula->fma ? "#ifdef HAS_FMA\n" : "", formula->glsl,
                      formula->fma ? "#endif\n" : "");
    return !reason;
}

void eval_finish(struct eval *eval)
{
    formula_finish(&eval->formula);
    free(eval->glsl);
    *eval = (struct eval){ 0 };
}

const char *eval_name(int index)
{
    return index < OPS ? ops[index].name : NULL;
}

void eval_block_init(struct eval_block *block)
{
    uint64_t *words =
        memory_new((EVAL_OPERANDS + 2 * FORMULA_RESULTS) * EVAL_CASES, sizeof *words);

    *block = (struct eval_block){ 0 };
    for (int k = 0; k < EVAL_OPERANDS; k++)
        block->in[k] = words + (size_t) k * EVAL_CASES;
    for (int k = 0; k < FORMULA_RESULTS; k++) {
        block->got[k] = words + (size_t) (EVAL_OPERANDS + 2 * k) * EVAL_CASES;
        block->want[k] = block->got[k] + EVAL_CASES;
    }
}

void eval_block_finish(struct eval_block *block)
{
    free(block->in[0]);
    *block = (struct eval_block){ 0 };
}

static struct fp_format carrier_of(const struct eval *eval)
{
    return eval->precision == PRECISION_DOUBLE ? FP_BINARY64 : FP_BINARY32;
}

static bool is_carrier(const struct eval *eval)
{
    return eval_converts(eval) || eval->format.precision == carrier_of(eval).precision;
}

// Return the formats of the words of a block.
static struct fp_format operand_format(const struct eval *eval)
{
    return eval_converts(eval) ? eval->format : carrier_of(eval);
}

static struct fp_format result_format(const struct eval *eval)
{
    return eval_converts(eval) ? eval->result : carrier_of(eval);
}

uint64_t eval_widen(const struct eval *eval, uint64_t word)
{
    return is_carrier(eval) ? word
                            : fp_convert(eval->format, carrier_of(eval), FP_RNE, word);
}

bool eval_narrow(const struct eval *eval, uint64_t word, uint64_t *narrow)
{
    struct fp_format carrier = carrier_of(eval);
    uint64_t there = word;

    if (!is_carrier(eval)) {
        there = fp_convert(carrier, eval->format, FP_RTZ, word);
        if (fp_convert(eval->format, carrier, FP_RNE, there) != word &&
            !fp_is_nan(carrier, word))
            return false;
    }
    *narrow = there;
    return true;
}

// Cells behind the last case repeat the first.
static void eval_operand(const struct probe_params *params, int line, int at,
                         uint64_t *words)
{
    size_t i = (size_t) at < asked_block->count ? (size_t) at : 0;
    bool wide = params->precision == PRECISION_DOUBLE;

    (void) line;
    for (int k = 0; k < EVAL_OPERANDS; k++)
        words[k] = k < asked_eval->operands ? asked_block->in[k][i]
                   : wide                   ? fp_bits64(1)
                                            : fp_bits(1);
}

static struct probe_params params_of(const struct eval *eval)
{
    return (struct probe_params){
        .stage = eval->stage,
        .precision = eval->precision,
        .form = eval->form,
        .readout = READOUT_BITS,
        .rows = 1,
        .model = { .format = carrier_of(eval) },
        .precision_bits = eval->format.precision,
        .only = (eval_converts(eval) ? eval->conversion : 0) + 1,
    };
}

// Returns true if a result is one operation on operands and literals.
static bool is_one_step(const struct formula *formula, int k)
{
    const struct formula_step *step = &formula->steps[formula->results[k]];

    for (int i = 0; i < 3; i++)
        if (step->args[i] >= 0 && formula->steps[step->args[i]].args[0] >= 0)
            return false;
    return true;
}

// Computes an expression on a device that keeps more bits inside it than it stores. A
// function alone is stored at once: *as_others, and nothing is computed.
static bool answer_inside(const struct expressions_call *call, bool *as_others)
{
    const struct formula *formula = &asked_eval->formula;
    uint64_t values[EXPRESSIONS_CHUNK];
    char program[64];

    for (int k = 0; k < asked_eval->results; k++) {
        if (!formula_postfix(formula, k, program, sizeof program)) {
            *as_others = asked_eval->results == 1 && is_one_step(formula, k);
            if (!*as_others)
                log_error("eval: a simulated device with excess= computes only short "
                          "expressions of + - * / sqrt() and fma(), or one function");
            return false;
        }
        inside_run(call, program, values);
        expressions_store(call, k, values);
    }
    return true;
}

// Keeps the values of all steps in the first case, if somebody asked for them.
static void note_steps(const struct formula_run *run)
{
    struct eval_trace *trace = asked_eval->trace;

    if (!trace)
        return;
    trace->format = run->traits->model.format;
    for (int i = 0; i < asked_eval->formula.step_count; i++)
        trace->values[i] = run->values[(size_t) i * run->count];
}

static bool answer_steps(const struct expressions_call *call, uint64_t *values)
{
    const struct formula *formula = &asked_eval->formula;
    uint64_t in[EVAL_OPERANDS][EXPRESSIONS_CHUNK];
    struct formula_run run = { call->traits, call->unit, call->count, { NULL }, 0, 0,
                               values,       NULL };

    for (int k = 0; k < asked_eval->operands; k++) {
        expressions_load(call, k, in[k]);
        run.in[k] = in[k];
    }
    if (!formula_run(formula, &run))
        return false;
    note_steps(&run);
    for (int k = 0; k < asked_eval->results; k++) {
        const uint64_t *from = values + (size_t) formula->results[k] * call->count;

        if (asked_eval->is_float[k])
            expressions_store(call, k, from);
        else
            memcpy(call->out[k], from, call->count * sizeof *from);
    }
    return true;
}

static bool has_integers(const struct formula *formula)
{
    for (int i = 0; i < formula->step_count; i++)
        if (formula->steps[i].base == FORMULA_INT ||
            formula->steps[i].base == FORMULA_UINT)
            return true;
    return false;
}

static bool eval_answer(const struct expressions_call *call)
{
    const struct formula *formula = &asked_eval->formula;
    bool keeps = traits_keeps(call->traits), as_others = false, ok;
    uint64_t *values;

    if (keeps && answer_inside(call, &as_others))
        return true;
    if (keeps && !as_others)
        return false;
    if (call->traits->integer_bits % 32 != 0 && has_integers(formula)) {
        log_error("eval: integers of %d bits are not simulated",
                  call->traits->integer_bits);
        return false;
    }
    values = memory_new((size_t) formula->step_count * call->count, sizeof *values);
    ok = answer_steps(call, values);
    free(values);
    return ok;
}

// Prepares the probe, with rows for `count` cases.
static void eval_prepare_probe(const struct eval *eval, const struct eval_block *block,
                               size_t count)
{
    probe_forget_words();
    asked_eval = eval;
    asked_block = block;
    asked_expression.label = eval->text;
    asked_expressions = eval_converts(eval)
                            ? conversion_expressions
                            : (struct expressions){
                                  .list = &asked_expression,
                                  .count = 1,
                                  .results = eval->results,
                                  .stages = EXPRESSIONS_STAGES,
                                  .precisions = (1u << PRECISION_COUNT) - 1,
                                  .readout = READOUT_BITS,
                                  .answer = eval_answer,
                              };
    asked_expressions.columns = EVAL_COLUMNS;
    asked_expressions.rows = (int) ((count + EVAL_COLUMNS - 1) / EVAL_COLUMNS);
    asked_expressions.operand = eval_operand;
    asked = eval_converts(eval)
                ? conversions_probe
                : (struct probe){
                      .name = "eval/expression",
                      .forms = 1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE,
                      .operands = EVAL_OPERANDS,
                      .text = eval->glsl,
                  };
    asked.expressions = &asked_expressions;
}

const char *eval_unsupported(const struct eval *eval, const struct device *device)
{
    struct probe_params params = params_of(eval);
    const char *reason;

    eval_prepare_probe(eval, NULL, EVAL_COLUMNS);
    reason = expressions_unsupported(&asked, &params);
    if (!reason && device->facts.api == API_ES2)
        reason = "OpenGL ES 2.0 has no target for bits: bytes lose -0 and NaN";
    return reason ? reason : device->unsupported(device, &asked, &params);
}

// Returns the word of result `k` of case `i` of a picture.
static uint64_t eval_word_of(const struct eval *eval, const struct pixels *pixels,
                             size_t i, int k)
{
    size_t row = i / EVAL_COLUMNS, halves = eval->precision == PRECISION_DOUBLE ? 2 : 1;
    const uint32_t *word =
        pixels_row(pixels, pixels->height - 1 - (int) row) +
        (i % EVAL_COLUMNS * (size_t) eval->results + (size_t) k) * halves;

    return halves == 2 ? (uint64_t) word[1] << 32 | word[0] : word[0];
}

// Returns true if an operand is NaN. The result may then have any payload, including the
// canary's.
static bool has_nan(const struct eval *eval, const struct eval_block *block, size_t i)
{
    for (int k = 0; k < eval->operands; k++)
        if (fp_is_nan(operand_format(eval), block->in[k][i]))
            return true;
    return false;
}

// Takes the results out of a picture.
static bool eval_take(const struct eval *eval, const struct device *device,
                      const struct pixels *pixels, struct eval_block *block)
{
    bool wide = eval->precision == PRECISION_DOUBLE;
    uint64_t word_canary = pixels_canary(READOUT_BITS);
    uint64_t canary = wide ? word_canary << 32 | word_canary : word_canary;
    size_t absent = 0, unpainted = 0;

    for (int k = 0; k < eval->results; k++) {
        for (size_t i = 0; i < block->count; i++) {
            uint64_t word = eval_word_of(eval, pixels, i, k);

            block->got[k][i] = word;
            absent += k == 0 && (uint32_t) word == EXPRESSIONS_ABSENT;
            unpainted += word == canary && !has_nan(eval, block, i);
        }
    }
    if (absent == block->count) {
        log_error("%s: its GLSL has no %s", device->facts.id,
                  eval_converts(eval) ? conversion_list[eval->conversion].label
                                      : eval->text);
        return false;
    }
    if (unpainted > 0)
        log_error("%s: %zu of %zu cases were not painted", device->facts.id, unpainted,
                  block->count);
    return unpainted == 0;
}

// Paints the block; `variant` is 0 in the first render.
static bool eval_render(struct device *device, const struct probe_params *params,
                        int variant, struct pixels *out)
{
    enum device_answer answer = device->paint(device, &asked, params, variant, out);

    if (answer == DEVICE_REFUSED)
        log_error("%s: %s", device->facts.id, device->reason);
    return answer == DEVICE_PAINTED;
}

bool eval_same(const struct eval *eval, int k, uint64_t got, uint64_t want)
{
    struct fp_format format = result_format(eval);

    return got == want ||
           (eval->is_float[k] && fp_is_nan(format, got) && fp_is_nan(format, want));
}

// Returns true if a second render, which sets all state again, has the same results: a
// driver may drop a call and report no error.
static bool eval_confirm(const struct eval *eval, struct device *device,
                         const struct pixels *pixels, const struct eval_block *block)
{
    struct probe_params params = params_of(eval);
    struct pixels again;
    bool ok;
    size_t differ = 0;

    pixels_init(&again, pixels->width, pixels->height, params.readout);
    ok = eval_render(device, &params, 1, &again);
    for (int k = 0; ok && k < eval->results; k++)
        for (size_t i = 0; i < block->count; i++)
            differ +=
                !eval_same(eval, k, eval_word_of(eval, &again, i, k), block->got[k][i]);
    if (differ > 0)
        log_error("%s: two renders of one shader differ in %zu of %zu cases",
                  device->facts.id, differ, block->count);
    pixels_finish(&again);
    return ok && differ == 0;
}

bool eval_paint(const struct eval *eval, struct device *device, struct eval_block *block)
{
    struct probe_params params = params_of(eval);
    struct pixels pixels;

    eval_prepare_probe(eval, block, block->count);
    pixels_init(&pixels, probe_pixel_width(&asked, &params),
                probe_pixel_height(&asked, &params), params.readout);
    bool ok = eval_render(device, &params, 0, &pixels) &&
              eval_take(eval, device, &pixels, block) &&
              eval_confirm(eval, device, &pixels, block);

    pixels_finish(&pixels);
    return ok;
}

static void convert_all(const struct eval *eval, struct eval_block *block)
{
    for (size_t i = 0; i < block->count; i++)
        block->want[0][i] =
            fp_convert(eval->format, eval->result, eval->round, block->in[0][i]);
}

bool eval_reference(const struct eval *eval, const struct unit *chain,
                    struct eval_block *block)
{
    struct probe_params params = params_of(eval);
    struct traits traits = TRAITS_NONE(((struct fp_model){ .format = eval->format }));
    struct expressions_call call = {
        .probe = &asked,
        .params = &params,
        .traits = &traits,
        .count = block->count,
        .out = { block->want[0], block->want[1] },
    };
    const char *who;

    if (eval_converts(eval)) {
        convert_all(eval, block);
        return true;
    }
    traits.model.round = eval->round;
    // operands that the expression lacks are not read, but must exist
    for (int k = 0; k < PROBE_OPERANDS; k++)
        call.in[k] = block->in[k < eval->operands ? k : 0];
    eval_prepare_probe(eval, block, block->count);
    return reference_answer(chain, &call, &who);
}

bool eval_agrees(const struct eval *eval, const struct eval_block *block, size_t at)
{
    for (int k = 0; k < eval->results; k++)
        if (!eval_same(eval, k, block->got[k][at], block->want[k][at]))
            return false;
    return true;
}

int eval_digits(struct fp_format format)
{
    return format.precision == 53 ? 16 : format.precision == 11 ? 4 : 8;
}
