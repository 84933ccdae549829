// SPDX-License-Identifier: MIT

#include "probe/expressions_judge.h"

#include "base/fp.h"
#include "base/memory.h"
#include "probe/list.h"

#include <stdio.h>
#include <stdlib.h>

static void table_init(struct expressions_table *table, const struct probe *probe,
                       const struct probe_params *params)
{
    size_t count =
        (size_t) (expressions_columns(probe, params) * probe->expressions->rows);

    *table = (struct expressions_table){ .count = count };
    table->words = memory_new(count * (PROBE_OPERANDS + EXPRESSIONS_RESULTS + 1),
                              sizeof *table->words);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        table->in[k] = table->words + (size_t) k * count;
    for (int k = 0; k < EXPRESSIONS_RESULTS; k++)
        table->out[k] = table->words + (size_t) (PROBE_OPERANDS + k) * count;
    table->defined =
        (bool *) (table->words + (PROBE_OPERANDS + EXPRESSIONS_RESULTS) * count);
}

static bool is_defined(const struct probe *probe, const struct probe_params *params,
                       const uint64_t *words)
{
    struct fp_format carrier = expressions_carrier(params), format = params->model.format;

    if (format.precision == carrier.precision && format.emax == carrier.emax)
        return true;
    for (int k = 0; k < probe->operands; k++) {
        uint64_t to = fp_convert(carrier, format, FP_RNE, words[k]);

        if (fp_convert(format, carrier, FP_RNE, to) != words[k] &&
            !fp_is_nan(carrier, words[k]) &&
            !(probe->expressions->raw_operands & 1u << k))
            return false;
    }
    return true;
}

int expressions_at(const struct probe_params *params, int line)
{
    return params->lines ? params->lines[line] : line;
}

// The lowest band of a line of a picture.
static int first_band(const struct probe *probe, const struct probe_params *params,
                      int line)
{
    return params->only ? 0 : line * probe->expressions->rows;
}

static void fill_operands(struct expressions_table *table, const struct probe *probe,
                          const struct probe_params *params, int line)
{
    int first = first_band(probe, params, line);
    int columns = expressions_columns(probe, params);

    for (size_t i = 0; i < table->count; i++) {
        uint64_t words[PROBE_OPERANDS];

        probe_words(probe, params, first + (int) i / columns, (int) i % columns, words);
        for (int k = 0; k < PROBE_OPERANDS; k++)
            table->in[k][i] = words[k];
        table->defined[i] = is_defined(probe, params, words);
    }
}

// Where word `word` of case `at` of an expression is in a picture.
static uint32_t *pixel_of(const struct probe *probe, const struct probe_params *params,
                          const struct pixels *pixels, int line, size_t at, int word)
{
    int columns = expressions_columns(probe, params);
    int band = first_band(probe, params, line) + (int) at / columns;
    int column = (int) at % columns;

    return pixels_row(pixels, pixels->height - 1 - band) +
           column * expressions_words(probe, params) + word;
}

static void expressions_judge_read_answers(struct expressions_table *table,
                                           const struct probe *probe,
                                           const struct probe_params *params,
                                           const struct pixels *got, int line)
{
    int results = probe->expressions->results,
        halves = expressions_words(probe, params) / results;

    for (size_t i = 0; i < table->count; i++) {
        for (int k = 0; k < results; k++) {
            uint32_t low = *pixel_of(probe, params, got, line, i, k * halves);
            uint64_t high =
                halves == 2 ? *pixel_of(probe, params, got, line, i, 2 * k + 1) : 0;

            table->out[k][i] =
                params->readout == READOUT_RGBA8 ? low & 0xff : high << 32 | low;
        }
    }
}

static void write_answers(const struct expressions_table *table,
                          const struct probe *probe, const struct probe_params *params,
                          struct pixels *out, int line)
{
    int results = probe->expressions->results,
        halves = expressions_words(probe, params) / results;

    for (size_t i = 0; i < table->count; i++) {
        for (int k = 0; k < results; k++) {
            uint64_t word = table->out[k][i];

            if (params->readout == READOUT_RGBA8)
                word = (word & 0xff) * 0x010101u | 0xff000000u;
            *pixel_of(probe, params, out, line, i, k * halves) = (uint32_t) word;
            if (halves == 2)
                *pixel_of(probe, params, out, line, i, 2 * k + 1) =
                    (uint32_t) (word >> 32);
        }
    }
}

bool expressions_answer(const struct expressions_call *call)
{
    struct expressions_call part = *call;

    for (size_t at = 0; at < call->count; at += EXPRESSIONS_CHUNK) {
        part.count =
            call->count - at < EXPRESSIONS_CHUNK ? call->count - at : EXPRESSIONS_CHUNK;
        for (int k = 0; k < PROBE_OPERANDS; k++)
            part.in[k] = call->in[k] ? call->in[k] + at : NULL;
        for (int k = 0; k < EXPRESSIONS_RESULTS; k++)
            part.out[k] = call->out[k] ? call->out[k] + at : NULL;
        if (!call->probe->expressions->answer(&part))
            return false;
    }
    return true;
}

bool expressions_paint(const struct probe *probe, const struct probe_params *params,
                       const struct traits *traits, const struct unit *unit,
                       struct pixels *out)
{
    struct expressions_table table;
    struct expressions_call call = {
        .probe = probe,
        .params = params,
        .traits = traits,
        .unit = unit,
    };
    bool ok = true;

    table_init(&table, probe, params);
    call.count = table.count;
    for (int k = 0; k < PROBE_OPERANDS; k++)
        call.in[k] = table.in[k];
    for (int k = 0; k < EXPRESSIONS_RESULTS; k++)
        call.out[k] = table.out[k];
    for (int line = 0; ok && line < expressions_count(probe, params); line++) {
        if (params->only && line != params->only - 1)
            continue;
        call.expression = line;
        fill_operands(&table, probe, params, line);
        ok = expressions_answer(&call);
        if (ok)
            write_answers(&table, probe, params, out, line);
    }
    free(table.words);
    return ok;
}

// Returns true if some answers of a picture of floats are the largest number, and none is
// infinite: the device has no infinities.
static bool picture_saturates(const struct probe_params *params, const struct pixels *got)
{
    struct fp_format format = params->model.format;
    uint64_t largest =
        fp_convert(format, FP_BINARY32, FP_RNE, fp_infinity(format, false) - 1);
    bool any = false;

    if (params->precision > PRECISION_LOWP || params->readout != READOUT_BITS)
        return false;
    for (int i = 0; i < got->width * got->height; i++) {
        uint32_t magnitude = got->words[i] & 0x7fffffff;

        if (magnitude == fp_infinity(FP_BINARY32, false))
            return false;
        any = any || magnitude == largest;
    }
    return any;
}

void expressions_reading_init(struct expressions_reading *reading,
                              const struct probe *probe,
                              const struct probe_params *params,
                              const struct facts_claim *claim, const struct pixels *got)
{
    struct expressions_seen *seen = &reading->seen;

    *reading = (struct expressions_reading){ .got = got };
    table_init(&reading->table, probe, params);
    *seen = (struct expressions_seen){
        .probe = probe,
        .params = params,
        .claim = claim,
        .known = TRAITS_NONE(params->model),
        .count = reading->table.count,
        .defined = reading->table.defined,
        .saturates = picture_saturates(params, got),
    };
    for (int k = 0; k < PROBE_OPERANDS; k++)
        seen->in[k] = reading->table.in[k];
    for (int k = 0; k < EXPRESSIONS_RESULTS; k++)
        seen->got[k] = reading->table.out[k];
}

void expressions_reading_finish(struct expressions_reading *reading)
{
    free(reading->table.words);
    *reading = (struct expressions_reading){ 0 };
}

// A device that flushes, where no case shows it, is compared without: neither a CPU nor
// CUDA's directed operations flush.
static void forget_flushing(const struct expressions_seen *seen, struct traits *found)
{
    struct traits plain = *found;

    plain.model.flush_in = plain.model.flush_out = false;
    if ((found->model.flush_in || found->model.flush_out) &&
        expressions_reproduces(seen, &plain))
        *found = plain;
}

// Whether the shader had no answer, in the words of this GLSL.
static bool is_absent(const struct expressions_seen *seen)
{
    for (size_t i = 0; i < seen->count; i++)
        if ((uint32_t) seen->got[0][i] != EXPRESSIONS_ABSENT)
            return false;
    return seen->probe->expressions->readout == READOUT_BITS;
}

void expressions_judge(struct expressions_reading *reading, int line,
                       struct finding *finding)
{
    struct expressions_seen *seen = &reading->seen;
    const struct expressions *lines = seen->probe->expressions;

    seen->expression = expressions_at(seen->params, line);
    reading->found = seen->known;
    reading->reproduced = false;
    fill_operands(&reading->table, seen->probe, seen->params, line);
    expressions_judge_read_answers(&reading->table, seen->probe, seen->params,
                                   reading->got, line);
    *finding = (struct finding){ .cases = (long) expressions_defined(seen) };
    snprintf(finding->id, sizeof finding->id, "%s", lines->list[seen->expression].word);
    snprintf(finding->expression, sizeof finding->expression, "%s",
             lines->list[seen->expression].label);
    if (is_absent(seen)) {
        finding->cases = 0;
        FINDING_SAY(finding, &kind_unsupported);
        FINDING_DETAIL(finding, &kind_not_in_glsl);
        return;
    }
    if (finding->cases == 0) {
        FINDING_SAY(finding, &kind_unknown);
        FINDING_DETAIL(finding, &kind_not_in_format);
        return;
    }
    // What is kept in wider registers no unit computes.
    reading->reproduced =
        lines->judge(seen, finding, &reading->found) && !traits_keeps(&reading->found);
    if (reading->reproduced)
        forget_flushing(seen, &reading->found);
}
