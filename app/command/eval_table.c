// SPDX-License-Identifier: MIT

#include "command/eval_table.h"

#include "base/fp.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "base/text.h"
#include "command/command.h"
#include "command/list.h"
#include "device/device.h"
#include "eval/input.h"
#include "view/view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One device and its results: in the form that was asked for, and in the guarded form, by
// which it shows what the compiler changed.
struct side {
    const char *word;
    char id[80];
    bool simulated, guarded;
    uint64_t *got[FORMULA_RESULTS], *kept[FORMULA_RESULTS]; // [cases] each, owned
    struct eval_trace trace;
};

struct asked {
    struct eval *eval;
    const struct options *options;
    struct eval_block block;
    struct side sides[OPTIONS_DEVICES];
    int side_count;
    struct side *side; // that is asked now
    bool malformed;    // the user's word for a device is no such word
};

bool eval_table_assigns(const char *word)
{
    return word[0] >= 'a' && word[0] <= 'd' && word[1] == '=';
}

// ---- operands ----

static bool read_assignments(struct asked *asked, unsigned *given, const char **path)
{
    const struct options *options = asked->options;
    int digits = eval_digits(asked->eval->format);

    *given = 0;
    *path = NULL;
    for (int i = 1; i < options->argument_count; i++) {
        const char *word = options->arguments[i];
        int k = word[0] - 'a';

        if (!eval_table_assigns(word)) {
            if (*path) {
                log_error("eval: '%.40s' and '%.40s': one FILE at a time", *path, word);
                return false;
            }
            *path = word;
            continue;
        }
        if (k >= asked->eval->operands) {
            log_error("eval: %s: the expression has no %c", word, word[0]);
            return false;
        }
        if (!eval_text_number(digits, word + 2, &asked->block.in[k][0])) {
            log_error(
                "eval: %s is neither a number (1.5, 0x1p-3) nor bits (0x and up to %d "
                "digits)",
                word, digits);
            return false;
        }
        *given |= 1u << k;
    }
    return true;
}

// Reads the operands that the command line does not give; without one, there is one case.
static int read_operands(struct asked *asked)
{
    struct eval *eval = asked->eval;
    struct eval_block *block = &asked->block;
    unsigned given, used = eval_converts(eval) ? 1 : eval->formula.operands;
    uint64_t *words[EVAL_TEXT_WORDS];
    char names[EVAL_OPERANDS + 1] = "";
    struct eval_input input;
    enum eval_input_state state = EVAL_INPUT_MORE;
    const char *path;
    int missing = 0;

    if (!read_assignments(asked, &given, &path))
        return COMMAND_USAGE;
    for (int k = 0; k < EVAL_OPERANDS; k++) {
        if (!(used & ~given & 1u << k))
            continue;
        names[missing] = (char) ('a' + k);
        words[missing++] = block->in[k];
    }
    block->count = 1;
    if (missing == 0)
        return COMMAND_DONE;
    if (!eval_input_open(&input, path))
        return COMMAND_BAD_INPUT;
    uint64_t first[EVAL_OPERANDS];

    for (int k = 0; k < EVAL_OPERANDS; k++)
        first[k] = block->in[k][0];
    input.text =
        (struct eval_text){ eval_digits(eval->format), missing, false, 0, names };
    input.skip_bad = asked->options->skip_bad;
    block->count = 0;
    while (state == EVAL_INPUT_MORE && block->count < EVAL_CASES) {
        uint64_t *at[EVAL_TEXT_WORDS];
        size_t count;

        for (int k = 0; k < missing; k++)
            at[k] = words[k] + block->count;
        state = eval_input_cases(&input, at, EVAL_CASES - block->count, &count);
        block->count += count;
    }
    if (state == EVAL_INPUT_MORE)
        log_error("eval: more than %d cases; with --reference there is no limit",
                  EVAL_CASES);
    eval_input_close(&input);
    for (int k = 0; k < EVAL_OPERANDS; k++)
        for (size_t i = 0; given & 1u << k && i < block->count; i++)
            block->in[k][i] = first[k];
    return state == EVAL_INPUT_END ? COMMAND_DONE : COMMAND_BAD_INPUT;
}

// ---- devices ----

static bool paint_form(struct asked *asked, struct device *device, enum form form,
                       uint64_t **out)
{
    struct eval *eval = asked->eval;
    struct eval_block *block = &asked->block;
    enum form form_asked = eval->form;
    bool ok;

    eval->form = form;
    ok = eval_paint(eval, device, block);
    eval->form = form_asked;
    for (int k = 0; ok && k < eval->results; k++)
        out[k] = memory_copy(block->got[k], block->count * sizeof *out[k]);
    return ok;
}

// Opens a device, paints the block and closes the device.
static bool paint_side(void *context)
{
    struct asked *asked = context;
    const struct options *options = asked->options;
    struct side *side = asked->side;
    struct eval *eval = asked->eval;
    struct device device;
    const char *reason;
    bool ok;

    if (!device_pick(&device, side->word, (enum api) options->api, NULL,
                     &asked->malformed))
        return false;
    snprintf(side->id, sizeof side->id, "%s", side->word ? side->word : device.facts.id);
    side->simulated = device.facts.simulated;
    log_info("device %s: %s, %s", device.facts.id, device.facts.renderer,
             device.facts.version);
    reason = eval_unsupported(eval, &device);
    if (reason)
        log_error("%s: %s", device.facts.id, reason);
    eval->trace = &side->trace;
    side->guarded = eval->form == FORM_PLAIN && !eval_converts(eval) &&
                    !options_given(options, "form");
    ok = !reason &&
         (!side->guarded || paint_form(asked, &device, FORM_GUARDED, side->kept)) &&
         paint_form(asked, &device, eval->form, side->got);
    eval->trace = NULL;
    device_close(&device);
    return ok;
}

static int ask_sides(struct asked *asked)
{
    const struct options *options = asked->options;
    bool simulated = false;

    asked->side_count = options->devices.count > 0 ? options->devices.count : 1;
    for (int i = 0; i < options->devices.count; i++)
        asked->sides[i].word = options->devices.words[i];
    for (int i = 0; i < asked->side_count; i++) {
        const char *word =
            asked->sides[i].word ? asked->sides[i].word : "looking for a device";
        bool painted;

        asked->side = &asked->sides[i];
        painted = guard_succeeds(paint_side, asked, options->timeout_s, word);
        if (asked->malformed)
            return COMMAND_USAGE;
        if (guard_interrupted())
            return command_interrupted("nothing is printed");
        if (!painted)
            return COMMAND_NO_DEVICE;
        simulated |= asked->sides[i].simulated;
        if (options->steps && !simulated && i == asked->side_count - 1 &&
            asked->side_count < OPTIONS_DEVICES)
            asked->sides[asked->side_count++].word = "fake:rne";
    }
    return COMMAND_DONE;
}

// ---- words ----

// Writes a word of a result as a number, [size].
static void write_number(const struct eval *eval, int k, uint64_t word, char *text,
                         size_t size)
{
    enum formula_base base = eval_converts(eval)
                                 ? FORMULA_FLOAT
                                 : eval->formula.steps[eval->formula.results[k]].base;
    struct fp_format carrier = eval_converts(eval)                   ? eval->result
                               : eval->precision == PRECISION_DOUBLE ? FP_BINARY64
                                                                     : FP_BINARY32;

    if (base == FORMULA_FLOAT)
        text_shortest(fp_from_bits64(fp_convert(carrier, FP_BINARY64, FP_RNE, word)),
                      carrier.precision == 53, text, size);
    else if (base == FORMULA_BOOL)
        snprintf(text, size, "%s", word ? "true" : "false");
    else if (base == FORMULA_INT)
        snprintf(text, size, "%d", (int32_t) (uint32_t) word);
    else
        snprintf(text, size, "%u", (uint32_t) word);
}

static void write_bits(const struct eval *eval, int k, uint64_t word, char *text)
{
    bool wide = eval->precision == PRECISION_DOUBLE && eval->is_float[k];
    int digits = eval_converts(eval) ? eval_digits(eval->result) : wide ? 16 : 8;

    *eval_text_write(text, word, digits) = '\0';
}

// ---- the model ----

// Runs the steps on the model, to nearest even, with these deviations; fills values
// [step_count]. Returns false if GLSL leaves a value undefined.
static bool run_model(const struct asked *asked, const uint64_t *operands,
                      const struct formula_run *deviations, uint64_t *values)
{
    const struct eval *eval = asked->eval;
    struct unit unit = unit_model();
    struct traits traits = TRAITS_NONE(((struct fp_model){ .format = eval->format }));
    struct formula_run run = *deviations;
    bool undefined = false;

    if (run.traits)
        traits = *run.traits;
    run.traits = &traits;
    run.unit = &unit;
    run.count = 1;
    for (int k = 0; k < EVAL_OPERANDS; k++)
        run.in[k] = &operands[k];
    run.values = values;
    run.undefined = &undefined;
    formula_run(&eval->formula, &run);
    return !undefined;
}

// Returns the word of the carrier that the model has for result `k`.
static uint64_t model_result(const struct asked *asked, const uint64_t *operands,
                             const struct formula_run *deviations, int k)
{
    const struct eval *eval = asked->eval;
    uint64_t values[FORMULA_STEPS], word;

    run_model(asked, operands, deviations, values);
    word = values[eval->formula.results[k]];
    return eval->is_float[k] ? eval_widen(eval, word) : word;
}

// Returns how the compiler changed the plain form.
static const char *changed_word(const struct asked *asked, const uint64_t *operands,
                                int k, uint64_t got)
{
    struct traits traits =
        TRAITS_NONE(((struct fp_model){ .format = asked->eval->format }));
    struct formula_run run = { .traits = &traits };

    traits.folds = TRAITS_FOLDS_SUM;
    if (model_result(asked, operands, &run, k) == got)
        return "folded, or kept in more bits";
    traits.folds = 0;
    traits.contracts = TRAITS_FUSES_MUL_ADD;
    if (model_result(asked, operands, &run, k) == got)
        return "fused, or kept in more bits";
    return "changed by the compiler";
}

// ---- the table ----

static void say(struct view *view, const char *format, ...) LOG_PRINTF(2, 3);

static void say(struct view *view, const char *format, ...)
{
    char text[640];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    view_paragraph(view, VIEW_PLAIN, text);
}

static void say_changes(const struct asked *asked, const uint64_t *operands, size_t i,
                        struct view *view)
{
    const struct eval *eval = asked->eval;

    for (int s = 0; s < asked->side_count; s++) {
        const struct side *side = &asked->sides[s];

        for (int k = 0; side->guarded && k < eval->results; k++) {
            uint64_t got = side->got[k][i], kept = side->kept[k][i];
            char number[40], bits[EVAL_TEXT_WIDE + 1];

            if (eval_same(eval, k, got, kept))
                continue;
            write_number(eval, k, kept, number, sizeof number);
            write_bits(eval, k, kept, bits);
            say(view, "%s: plain is %s; guarded gives %s (%s)", side->id,
                changed_word(asked, operands, k, got), number, bits);
        }
    }
}

// Returns how far the first result moves if a step does, by an ulp.
static double movement(const struct asked *asked, const uint64_t *operands, int step)
{
    struct fp_format format = asked->eval->format;
    double at[3];

    for (int nudge = -1; nudge <= 1; nudge++) {
        struct formula_run run = { .nudged = step, .nudge = nudge };
        uint64_t values[FORMULA_STEPS];

        run_model(asked, operands, &run, values);
        at[nudge + 1] = fp_from_bits64(fp_convert(
            format, FP_BINARY64, FP_RNE, values[asked->eval->formula.results[0]]));
    }
    return fmax(fabs(at[0] - at[1]), fabs(at[2] - at[1]));
}

// Names the function of which an ulp moves the result most, if that is more than the
// result's own rounding.
static void say_movement(const struct asked *asked, const uint64_t *operands,
                         const struct formula_exact *exact, struct view *view)
{
    const struct formula *formula = &asked->eval->formula;
    const struct formula_step *worst = NULL;
    double most = 0, ulp;

    if (!asked->eval->is_float[0])
        return;
    for (int i = 0; i < formula->step_count; i++) {
        double moves = formula->steps[i].op >= FORMULA_INVERSESQRT
                           ? movement(asked, operands, i)
                           : 0;

        if (moves > most) {
            most = moves;
            worst = &formula->steps[i];
        }
    }
    ulp = formula_exact_ulp(exact, formula->results[0]);
    if (worst && most > 64 * ulp)
        say(view, "one ulp of %.*s moves the result by %.3g",
            (int) strcspn(worst->text + worst->begin, "( "), worst->text + worst->begin,
            most);
}

// Adds the formulas by which simulated devices compute functions.
static void say_formulas(const struct asked *asked, struct view *view)
{
    const struct formula *formula = &asked->eval->formula;

    for (int i = 0; i < formula->step_count; i++) {
        const struct formula_step *step = &formula->steps[i];
        bool said = !step->function;

        for (int j = 0; j < i && !said; j++)
            said = formula->steps[j].function == step->function;
        if (!said)
            say(view, "simulated devices compute %s as %s", step->function, step->text);
    }
}

static void side_row(const struct asked *asked, const struct side *side, int k, size_t i,
                     const struct formula_exact *exact, struct view *view)
{
    const struct eval *eval = asked->eval;
    uint64_t got = side->got[k][i];
    int step = eval->formula.results[k];
    char cells[5][80];
    double error = NAN;

    snprintf(cells[0], sizeof cells[0], eval->results > 1 ? "%.60s, result %d" : "%.78s",
             side->id, k + 1);
    write_number(eval, k, got, cells[1], sizeof cells[1]);
    write_bits(eval, k, got, cells[2]);
    snprintf(cells[3], sizeof cells[3], "-");
    if (exact)
        formula_exact_text(exact, step, cells[3], sizeof cells[3]);
    if (exact && eval->is_float[k])
        error = formula_exact_error(
            exact, step,
            fp_from_bits64(fp_convert(eval->precision == PRECISION_DOUBLE ? FP_BINARY64
                                                                          : FP_BINARY32,
                                      FP_BINARY64, FP_RNE, got)));
    if (!isfinite(error))
        snprintf(cells[4], sizeof cells[4], "-");
    else
        snprintf(cells[4], sizeof cells[4],
                 fabs(error) < 1000 || fabs(error) > 1e10 ? "%.3g ulp" : "%.0f ulp",
                 error);
    view_add_row(view);
    for (int c = 0; c < 5; c++)
        view_set(view, c, VIEW_PLAIN, cells[c]);
}

static void side_table(const struct asked *asked, size_t i,
                       const struct formula_exact *exact, struct view *view)
{
    const bool wide = asked->eval->precision == PRECISION_DOUBLE;
    const struct view_column columns[] = {
        { .heading = "device", .minimum = wide ? 16 : 10, .label = true },
        { .heading = "result", .minimum = wide ? 20 : 8 },
        { .heading = "bits", .minimum = wide ? 18 : 6 },
        { .heading = "exact", .minimum = wide ? 21 : 7 },
        { .heading = "error", .minimum = 9 },
    };

    view_table(view, "", columns, 5);
    for (int s = 0; s < asked->side_count; s++)
        for (int k = 0; k < asked->eval->results; k++)
            side_row(asked, &asked->sides[s], k, i, exact, view);
}

static void operand_line(const struct asked *asked, size_t i, struct view *view)
{
    const struct eval *eval = asked->eval;
    char text[EVAL_OPERANDS * 80] = "";

    for (int k = 0; k < eval->operands; k++) {
        uint64_t word = asked->block.in[k][i];
        struct fp_format format = eval_converts(eval)                   ? eval->format
                                  : eval->precision == PRECISION_DOUBLE ? FP_BINARY64
                                                                        : FP_BINARY32;
        char number[40], bits[EVAL_TEXT_WIDE + 1];

        if (!eval_converts(eval) && !(eval->formula.operands & 1u << k))
            continue;
        text_shortest(fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, word)),
                      format.precision == 53, number, sizeof number);
        *eval_text_write(bits, word, eval_digits(format)) = '\0';
        text_add(text, sizeof text, "%s%c = %s (%s)", text[0] ? ", " : "", 'a' + k,
                 number, bits);
    }
    if (text[0])
        view_paragraph(view, VIEW_PLAIN, text);
}

// ---- steps ----

static void step_row(const struct asked *asked, const struct formula_exact *exact, int i,
                     bool *lost, struct view *view)
{
    const struct formula_step *step = &asked->eval->formula.steps[i];
    const char *label =
        view_words(view, "%s%s%.*s%s%.1s", step->function ? step->function : "",
                   step->function ? ": " : "", step->length, step->text + step->begin,
                   step->component ? " ." : "", step->component ? &step->component : "");
    char text[40] = "-";
    int column = 2;

    if (exact)
        formula_exact_text(exact, i, text, sizeof text);
    view_add_row(view);
    view_set(view, 0, VIEW_PLAIN, label);
    view_set(view, 1, VIEW_PLAIN, text);
    for (int s = 0; s < asked->side_count; s++) {
        const struct side *side = &asked->sides[s];
        uint64_t word = side->trace.values[i];
        double got = 0;

        if (!side->simulated)
            continue;
        if (step->base == FORMULA_FLOAT)
            got =
                fp_from_bits64(fp_convert(side->trace.format, FP_BINARY64, FP_RNE, word));
        if (step->base == FORMULA_FLOAT)
            text_shortest(got, side->trace.format.precision == 53, text, sizeof text);
        else
            snprintf(text, sizeof text, "%d", (int32_t) (uint32_t) word);
        bool loses = exact && step->base == FORMULA_FLOAT && !lost[s] &&
                     formula_exact_error(exact, i, got) != 0;

        lost[s] |= loses;
        if (loses)
            text_add(text, sizeof text, " *");
        view_set(view, column++, loses ? VIEW_BAD : VIEW_PLAIN, text);
    }
}

static void step_table(const struct asked *asked, const struct formula_exact *exact,
                       struct view *view)
{
    const struct formula *formula = &asked->eval->formula;
    struct view_column columns[OPTIONS_DEVICES + 2] = {
        { .heading = "step", .minimum = 20, .label = true },
        { .heading = "exact", .minimum = 13 },
    };
    bool lost[OPTIONS_DEVICES] = { false };
    int count = 2;

    for (int s = 0; s < asked->side_count; s++)
        if (asked->sides[s].simulated)
            columns[count++] =
                (struct view_column){ .heading = asked->sides[s].id, .minimum = 13 };
    view_table(view, "", columns, count)->gap = true;
    for (int i = 0; i < formula->step_count; i++)
        if (formula->steps[i].op != FORMULA_OPERAND &&
            formula->steps[i].op != FORMULA_LITERAL)
            step_row(asked, exact, i, lost, view);
    say(view, "* the first step whose value is not the exact one");
}

static void case_view(const struct asked *asked, size_t i, struct view *view)
{
    const struct eval *eval = asked->eval;
    uint64_t operands[EVAL_OPERANDS] = { 0 }, values[FORMULA_STEPS];
    const struct formula_run none = { 0 };
    struct formula_exact *exact = NULL;

    operand_line(asked, i, view);
    for (int k = 0; k < eval->operands; k++)
        eval_narrow(eval, asked->block.in[k][i], &operands[k]);
    if (!eval_converts(eval))
        exact = formula_exact(&eval->formula, eval->format, operands);
    side_table(asked, i, exact, view);
    if (!eval_converts(eval)) {
        say_changes(asked, operands, i, view);
        say_movement(asked, operands, exact, view);
        if (!run_model(asked, operands, &none, values))
            say(view, "GLSL leaves the result undefined");
    }
    if (asked->options->steps && i == 0 && !eval_converts(eval))
        step_table(asked, exact, view);
    formula_exact_free(exact);
}

static int print_cases(const struct asked *asked)
{
    struct view view = { 0 };
    bool simulated = false;

    for (size_t i = 0; i < asked->block.count && !out_is_closed(); i++) {
        if (i > 0)
            fputc('\n', out_file());
        case_view(asked, i, &view);
        list_print_view(&view, true);
    }
    for (int s = 0; s < asked->side_count; s++)
        simulated |= asked->sides[s].simulated;
    if (simulated)
        say_formulas(asked, &view);
    list_print_view(&view, true);
    return COMMAND_DONE;
}

int eval_table(struct eval *eval, const struct options *options)
{
    // Static: a driver that crashes must not take the stack with it.
    static struct asked asked;
    int status;

    asked.eval = eval;
    asked.options = options;
    eval_block_init(&asked.block);
    status = read_operands(&asked);
    for (int k = 0; k < eval->operands; k++)
        for (size_t i = 0; i < asked.block.count; i++)
            asked.block.in[k][i] = eval_widen(eval, asked.block.in[k][i]);
    if (status == COMMAND_DONE && asked.block.count > 0)
        status = ask_sides(&asked);
    if (status == COMMAND_DONE)
        status = print_cases(&asked);
    return status;
}
