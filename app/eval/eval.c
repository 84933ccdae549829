// SPDX-License-Identifier: MIT
//
// How it works: the probe of the operation has a shader, expressions and answers; only
// its operands are replaced. A copy of it is drawn, with one expression, whose table of
// operands is the current block and which has as many rows as the block fills. Operand
// 3 is the 1 by which each expression of the probe operations multiplies in the end.

#include "eval/eval.h"

#include "base/fp.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/pixels.h"
#include "device/device.h"
#include "measure/reference.h"
#include "probe/expressions/operations.h"
#include "probe/probe.h"

#include <assert.h>
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
    enum operations_line line;
    int operands;
    bool unit;
    enum unit_op op;
} ops[] = {
    { "add", "add", OPERATIONS_ADD, 2, true, UNIT_ADD },
    { "sub", "sub", OPERATIONS_SUB, 2, true, UNIT_SUB },
    { "mul", "mul", OPERATIONS_MUL, 2, true, UNIT_MUL },
    { "div", "div", OPERATIONS_DIV, 2, true, UNIT_DIV },
    { "fma", "mulAdd", OPERATIONS_FMA, 3, true, UNIT_FMA },
    { "mad", NULL, OPERATIONS_MUL_ADD, 3, false, UNIT_OP_COUNT },
    { "sqrt", "sqrt", OPERATIONS_SQRT, 1, true, UNIT_SQRT },
    { "inversesqrt", NULL, OPERATIONS_INVERSESQRT, 1, false, UNIT_OP_COUNT },
    { "rcp", NULL, OPERATIONS_RECIPROCAL, 1, false, UNIT_OP_COUNT },
    { "mulrcp", NULL, OPERATIONS_MUL_RECIPROCAL, 2, false, UNIT_OP_COUNT },
};
#define OPS ((int) (sizeof ops / sizeof *ops))

// The copy and its block. A device may keep the program of a probe by its address, so
// there is one copy.
static struct probe asked;
static struct expressions asked_expressions;
static const struct eval_block *asked_block;
static int asked_operands;

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

static bool find_conversion(const char *name, struct eval *eval)
{
    int line = conversions_find(name, &eval->format, &eval->result);

    if (line >= 0)
        eval->op = (struct eval_op){
            .probe = &conversions_probe, .line = line, .operands = 1, .converts = true
        };
    return line >= 0;
}

bool eval_find(const char *name, struct eval *eval)
{
    struct fp_format said = eval->format;
    const char *testfloat = testfloat_name(name, &said);

    for (int i = 0; i < OPS; i++) {
        if (testfloat ? !ops[i].testfloat || strcmp(ops[i].testfloat, testfloat) != 0
                      : strcmp(ops[i].name, name) != 0)
            continue;
        eval->format = eval->result = said;
        eval->op = (struct eval_op){ .probe = probe_find("operations"),
                                     .line = (int) ops[i].line,
                                     .operands = ops[i].operands,
                                     .unit = ops[i].unit,
                                     .op = ops[i].op };
        return true;
    }
    return find_conversion(name, eval);
}

const char *eval_name(int index)
{
    return index < OPS ? ops[index].name : NULL;
}

void eval_block_init(struct eval_block *block)
{
    uint64_t *words = memory_new((EVAL_OPERANDS + 2) * EVAL_CASES, sizeof *words);

    *block = (struct eval_block){ 0 };
    for (int k = 0; k < EVAL_OPERANDS; k++)
        block->in[k] = words + (size_t) k * EVAL_CASES;
    block->got = words + (size_t) EVAL_OPERANDS * EVAL_CASES;
    block->want = block->got + EVAL_CASES;
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
    return eval->op.converts || eval->format.precision == carrier_of(eval).precision;
}

// Return the formats of the words of a block.
static struct fp_format operand_format(const struct eval *eval)
{
    return eval->op.converts ? eval->format : carrier_of(eval);
}

static struct fp_format result_format(const struct eval *eval)
{
    return eval->op.converts ? eval->result : carrier_of(eval);
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
    uint64_t one = wide ? fp_bits64(1) : fp_bits(1);

    (void) line;
    for (int k = 0; k < EVAL_OPERANDS; k++)
        words[k] = k < asked_operands ? asked_block->in[k][i] : one;
    words[EVAL_OPERANDS] = one;
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
        .only = eval->op.line + 1,
    };
}

// Prepares the copy, with rows for `count` cases.
static void eval_eval_prepare(const struct eval *eval, const struct eval_block *block,
                              size_t count)
{
    const struct probe *probe = eval->op.probe;

    probe_forget_words();
    asked_block = block;
    asked_operands = eval->op.operands;
    asked_expressions = *probe->expressions;
    asked_expressions.columns = EVAL_COLUMNS;
    asked_expressions.rows = (int) ((count + EVAL_COLUMNS - 1) / EVAL_COLUMNS);
    asked_expressions.operand = eval_operand;
    asked = *probe;
    asked.expressions = &asked_expressions;
}

const char *eval_unsupported(const struct eval *eval, const struct device *device)
{
    struct probe_params params = params_of(eval);
    const char *reason;

    eval_eval_prepare(eval, NULL, EVAL_COLUMNS);
    reason = expressions_unsupported(&asked, &params);
    if (!reason && device->facts.api == API_ES2)
        reason = "OpenGL ES 2.0 has no target for bits: bytes lose -0 and NaN";
    return reason ? reason : device->unsupported(device, &asked, &params);
}

// Returns the word of case i of a picture, of one pixel or of two.
static uint64_t eval_word_of(const struct pixels *pixels, size_t i, bool wide)
{
    size_t row = i / EVAL_COLUMNS, column = i % EVAL_COLUMNS;
    const uint32_t *words = pixels_row(pixels, pixels->height - 1 - (int) row);

    return wide ? (uint64_t) words[2 * column + 1] << 32 | words[2 * column]
                : words[column];
}

// Returns true if an operand is NaN. The result may then have any payload, including the
// canary's.
static bool has_nan(const struct eval *eval, const struct eval_block *block, size_t i)
{
    for (int k = 0; k < eval->op.operands; k++)
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

    for (size_t i = 0; i < block->count; i++) {
        uint64_t word = eval_word_of(pixels, i, wide);

        block->got[i] = word;
        absent += (uint32_t) word == EXPRESSIONS_ABSENT;
        unpainted += word == canary && !has_nan(eval, block, i);
    }
    if (absent == block->count) {
        log_error("%s: its GLSL has no %s", device->facts.id,
                  asked_expressions.list[eval->op.line].label);
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

// Returns true if a second render, which sets all state again, has the same results: a
// driver may drop a call and report no error.
static bool eval_confirm(const struct eval *eval, struct device *device,
                         const struct pixels *pixels, const struct eval_block *block)
{
    struct probe_params params = params_of(eval);
    struct fp_format format = result_format(eval);
    bool wide = eval->precision == PRECISION_DOUBLE, ok;
    struct pixels again;
    size_t differ = 0;

    pixels_init(&again, pixels->width, pixels->height, params.readout);
    ok = eval_render(device, &params, 1, &again);
    for (size_t i = 0; ok && i < block->count; i++) {
        uint64_t word = eval_word_of(&again, i, wide);

        differ += word != block->got[i] &&
                  !(fp_is_nan(format, word) && fp_is_nan(format, block->got[i]));
    }
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

    eval_eval_prepare(eval, block, block->count);
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
        block->want[i] =
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
        .expression = eval->op.line,
        .count = block->count,
        .out = { block->want },
    };
    const char *who;

    if (eval->op.converts) {
        convert_all(eval, block);
        return true;
    }
    traits.model.round = eval->round;
    // operands that the expression lacks are not read, but must exist
    for (int k = 0; k < PROBE_OPERANDS; k++)
        call.in[k] = block->in[k < eval->op.operands ? k : 0];
    eval_eval_prepare(eval, block, block->count);
    return reference_answer(chain, &call, &who);
}

bool eval_agrees(const struct eval *eval, const struct eval_block *block, size_t at)
{
    struct fp_format format = result_format(eval);

    return block->got[at] == block->want[at] ||
           (fp_is_nan(format, block->got[at]) && fp_is_nan(format, block->want[at]));
}
