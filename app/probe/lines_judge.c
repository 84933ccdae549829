// SPDX-License-Identifier: MIT
//
// The tables of a picture of lines: operands in, answers out, and who else is asked.

#include "probe/lines.h"

#include "base/log.h"
#include "unit/fallback.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One line's operands and answers, [count] each; one allocation.
struct table {
    size_t count;
    uint64_t *words; // owned
    uint64_t *in[PROBE_OPERANDS];
    uint64_t *out[LINES_RESULTS];
    bool *defined;
};

static bool table_init(struct table *table, const struct probe *probe)
{
    const struct lines *lines = probe->lines;
    size_t count = (size_t) lines->columns * (size_t) lines->rows;

    *table = (struct table){ .count = count };
    table->words =
        malloc(count * (PROBE_OPERANDS + LINES_RESULTS + 1) * sizeof(uint64_t));
    if (!table->words) {
        log_error("no memory for the %zu cases of a line of %s", count, probe->name);
        return false;
    }
    for (int k = 0; k < PROBE_OPERANDS; k++)
        table->in[k] = table->words + (size_t) k * count;
    for (int k = 0; k < LINES_RESULTS; k++)
        table->out[k] = table->words + (size_t) (PROBE_OPERANDS + k) * count;
    table->defined = (bool *) (table->words + (PROBE_OPERANDS + LINES_RESULTS) * count);
    return true;
}

static bool is_defined(const struct probe *probe, const struct probe_params *params,
                       const uint64_t *words)
{
    struct fp_format carrier = lines_carrier(params), format = params->model.format;

    if (format.precision == carrier.precision && format.emax == carrier.emax)
        return true;
    for (int k = 0; k < probe->operands; k++) {
        uint64_t to = fp_convert(carrier, format, FP_RNE, words[k]);

        if (fp_convert(format, carrier, FP_RNE, to) != words[k] &&
            !fp_is_nan(carrier, words[k]) && !(probe->lines->raw_operands & 1u << k))
            return false;
    }
    return true;
}

static void fill_operands(struct table *table, const struct probe *probe,
                          const struct probe_params *params, int line)
{
    uint64_t words[PROBE_OPERANDS] = { 0 };

    for (size_t i = 0; i < table->count; i++) {
        probe->lines->operand(params, line, (int) i, words);
        for (int k = 0; k < PROBE_OPERANDS; k++)
            table->in[k][i] = words[k];
        table->defined[i] = is_defined(probe, params, words);
    }
}

// Where word `word` of case `at` of a line is in a picture.
static uint32_t *pixel_of(const struct probe *probe, const struct probe_params *params,
                          const struct pixels *pixels, int line, size_t at, int word)
{
    const struct lines *lines = probe->lines;
    int first = params->only ? 0 : line * lines->rows; // bands below this line's
    int band = first + (int) at / lines->columns;
    int column = (int) at % lines->columns;

    return pixels_row(pixels, pixels->height - 1 - band) +
           column * lines_words(probe, params) + word;
}

static void read_answers(struct table *table, const struct probe *probe,
                         const struct probe_params *params, const struct pixels *got,
                         int line)
{
    int results = probe->lines->results, halves = lines_words(probe, params) / results;

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

static void write_answers(const struct table *table, const struct probe *probe,
                          const struct probe_params *params, struct pixels *out, int line)
{
    int results = probe->lines->results, halves = lines_words(probe, params) / results;

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

// Answers of a unit for all cases of a line, into `out`.
static bool answer_line(const struct table *table, struct lines_call call,
                        uint64_t *const out[LINES_RESULTS])
{
    for (size_t at = 0; at < table->count; at += LINES_CHUNK) {
        call.count = table->count - at < LINES_CHUNK ? table->count - at : LINES_CHUNK;
        for (int k = 0; k < PROBE_OPERANDS; k++)
            call.in[k] = table->in[k] + at;
        for (int k = 0; k < LINES_RESULTS; k++)
            call.out[k] = out[k] + at;
        if (!call.probe->lines->answer(&call))
            return false;
    }
    return true;
}

bool lines_paint(const struct probe *probe, const struct probe_params *params,
                 const struct traits *traits, const struct unit *unit, struct pixels *out)
{
    struct table table;
    struct lines_call call = {
        .probe = probe,
        .params = params,
        .traits = traits,
        .unit = unit,
    };
    bool ok = table_init(&table, probe);

    for (int line = 0; ok && line < probe->lines->count; line++) {
        if (params->only && line != params->only - 1)
            continue;
        call.line = line;
        fill_operands(&table, probe, params, line);
        ok = answer_line(&table, call, table.out);
        if (ok)
            write_answers(&table, probe, params, out, line);
    }
    free(table.words);
    return ok;
}

struct judging {
    const struct unit *reference;
    struct lines_seen seen;
    struct table table;
    uint64_t *want; // [LINES_RESULTS][count]
    struct difference *difference;
};

static void note_mismatch(struct judging *judging, const struct finding *finding,
                          size_t at, int k, uint64_t want)
{
    const struct lines_seen *seen = &judging->seen;
    struct difference *difference = judging->difference;
    char text[200];

    if (difference->mismatches > 0)
        return;
    difference->got = (uint32_t) seen->got[k][at];
    difference->want = (uint32_t) want;
    lines_say_case(seen, &seen->known, at, text, sizeof(text));
    snprintf(difference->where, sizeof(difference->where), "%.47s, case %zu: %.160s",
             finding->line, at, text);
}

// Asks the reference for what was found.
static bool compare_line(struct judging *judging, const struct traits *found,
                         struct finding *finding)
{
    const struct lines_seen *seen = &judging->seen;
    struct fallback fallback = { .first = judging->reference };
    struct unit unit = unit_fallback(&fallback);
    uint64_t *out[LINES_RESULTS] = { judging->want, judging->want + seen->count };

    if (!answer_line(&judging->table,
                     (struct lines_call){
                         .probe = seen->probe,
                         .params = seen->params,
                         .traits = found,
                         .unit = &unit,
                         .line = seen->line,
                     },
                     out))
        return false;
    if (!fallback.used)
        return true;
    snprintf(finding->reference, sizeof(finding->reference), "%s", fallback.used);
    for (size_t i = 0; i < seen->count; i++) {
        for (int k = 0; seen->defined[i] && k < seen->probe->lines->results; k++) {
            bool same =
                lines_same(seen->probe, seen->params, k, seen->got[k][i], out[k][i]);

            finding->compared++;
            judging->difference->pixels++;
            if (same)
                continue;
            note_mismatch(judging, finding, i, k, out[k][i]);
            finding->mismatches++;
            judging->difference->mismatches++;
        }
    }
    return true;
}

// A device that flushes, where no case shows it, is compared without: neither a CPU nor
// CUDA's directed operations flush.
static void forget_flushing(const struct lines_seen *seen, struct traits *found)
{
    struct traits plain = *found;

    plain.model.flush_in = plain.model.flush_out = false;
    if ((found->model.flush_in || found->model.flush_out) &&
        lines_reproduces(seen, &plain))
        *found = plain;
}

// Whether the shader had no answer, in the words of this GLSL.
static bool is_absent(const struct lines_seen *seen)
{
    for (size_t i = 0; i < seen->count; i++)
        if ((uint32_t) seen->got[0][i] != LINES_ABSENT)
            return false;
    return seen->probe->lines->readout == READOUT_BITS;
}

static bool judge_line(struct judging *judging, const struct pixels *got,
                       struct finding *finding)
{
    struct lines_seen *seen = &judging->seen;
    const struct lines *lines = seen->probe->lines;
    struct traits found = seen->known;

    fill_operands(&judging->table, seen->probe, seen->params, seen->line);
    read_answers(&judging->table, seen->probe, seen->params, got, seen->line);
    *finding = (struct finding){ .cases = (long) lines_defined(seen) };
    snprintf(finding->line, sizeof(finding->line), "%s", lines->names[seen->line]);
    if (is_absent(seen)) {
        *finding = (struct finding){ .answer = "unsupported" };
        snprintf(finding->line, sizeof(finding->line), "%s", lines->names[seen->line]);
        snprintf(finding->detail, sizeof(finding->detail), "not in this GLSL");
        return true;
    }
    if (finding->cases == 0) {
        snprintf(finding->answer, sizeof(finding->answer), "unknown");
        snprintf(finding->detail, sizeof(finding->detail),
                 "no operand of it can be said in this format");
        return true;
    }
    if (!lines->judge(seen, finding, &found))
        return true;
    forget_flushing(seen, &found);
    return compare_line(judging, &found, finding);
}

bool lines_judge(const struct probe *probe, const struct probe_params *params,
                 const struct facts_claim *claim, const struct pixels *got,
                 const struct unit *reference, struct finding *findings,
                 struct difference *difference)
{
    struct judging judging = { .reference = reference, .difference = difference };
    bool ok = table_init(&judging.table, probe);

    if (!ok)
        return false;
    judging.want = malloc(judging.table.count * LINES_RESULTS * sizeof(*judging.want));
    judging.seen = (struct lines_seen){
        .probe = probe,
        .params = params,
        .claim = claim,
        .known = TRAITS_NONE(params->model),
        .count = judging.table.count,
        .defined = judging.table.defined,
    };
    for (int k = 0; k < PROBE_OPERANDS; k++)
        judging.seen.in[k] = judging.table.in[k];
    for (int k = 0; k < LINES_RESULTS; k++)
        judging.seen.got[k] = judging.table.out[k];
    if (!judging.want) {
        log_error("no memory for the answers of %s", probe->name);
        ok = false;
    }
    *difference = (struct difference){ 0 };
    for (int line = 0; ok && line < probe->lines->count; line++) {
        judging.seen.line = line;
        ok = judge_line(&judging, got, &findings[line]);
    }
    free(judging.want);
    free(judging.table.words);
    return ok;
}
