// SPDX-License-Identifier: MIT

#include "survey/evidence.h"

#include "base/memory.h"
#include "base/sha256.h"
#include "device/shader.h"
#include "probe/expressions.h"
#include "probe/expressions_judge.h"
#include "survey/plan.h"

#include <endian.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PICTURE "picture" // the only row of a probe without expressions

static uint64_t first_bits(struct sha256 *sha)
{
    char hex[65];

    sha256_hex(sha, hex);
    hex[16] = '\0';
    return strtoull(hex, NULL, 16);
}

// Hashes the operands of some cases; words of a binary32 carrier as their four bytes.
static uint64_t hash_operands(const struct probe *probe,
                              const struct probe_params *params, int first, int count)
{
    const uint64_t(*words)[PROBE_OPERANDS] = probe_all_words(probe, params) + first;
    size_t bytes = params->precision == PRECISION_DOUBLE ? 8 : 4;
    uint8_t *all = memory_new((size_t) count * (size_t) probe->operands, bytes),
            *to = all;
    struct sha256 sha;

    for (int i = 0; i < count; i++)
        for (int k = 0; k < probe->operands; k++, to += bytes) {
            uint64_t word = htole64(words[i][k]);

            memcpy(to, &word, bytes);
        }
    sha256_init(&sha);
    sha256_add(&sha, all, (size_t) (to - all));
    free(all);
    return first_bits(&sha);
}

static struct capture_row row_of(const struct probe *probe,
                                 const struct probe_params *params, int line, int cases)
{
    struct capture_row row = {
        .cases = cases,
        .operands = hash_operands(probe, params, line * cases, cases),
        .glsl = shader_row_hash(probe->name, line),
    };

    snprintf(row.id, sizeof row.id, "%.31s",
             probe->expressions ? probe->expressions->names[line] : PICTURE);
    return row;
}

struct capture_question evidence_question(const struct probe *probe,
                                          const struct probe_params *params)
{
    struct probe_shape shape = probe_shape(probe, params);
    int cases = shape.columns * shape.bands;
    struct capture_question question = {
        .precision = params->model.format.precision,
        .emax = params->model.format.emax,
        .flushed = params->model.flush_in,
        .subnormals = params->subnormals,
        .inside_bits = params->inside_bits,
        .width = params->width,
        .rows = params->rows,
        .stored = params->stored,
        .line_count = probe->expressions ? expressions_count(probe, params) : 1,
    };

    snprintf(question.probe, sizeof question.probe, "%s", probe->name);
    question.lines = memory_new((size_t) question.line_count, sizeof *question.lines);
    for (int i = 0; i < question.line_count; i++)
        question.lines[i] = row_of(probe, params, i, cases / question.line_count);
    return question;
}

bool evidence_is_built(const struct capture_question *question)
{
    return question->flushed || question->subnormals;
}

// Sets how many of today's cases and expressions a question has, if it has fewer.
static void set_counts(const struct capture_question *question, const struct probe *probe,
                       struct probe_params *params)
{
    const struct expressions *lines = probe->expressions;
    struct probe_shape today = probe_shape(probe, params);
    int cases = question->lines[0].cases;

    if (!lines && cases != today.columns * today.bands)
        params->cases = cases / today.columns;
    if (lines && cases != today.columns * lines->rows)
        params->cases = cases / lines->rows;
    if (lines && question->line_count < lines->count)
        params->expressions = question->line_count;
}

bool evidence_params(const struct capture *capture,
                     const struct capture_measurement *measurement,
                     const struct probe *probe, struct probe_params *params)
{
    const struct capture_question *question =
        measurement->question < 0 ? NULL : &capture->questions[measurement->question];

    *params = plan_params(measurement->stage, measurement->precision,
                          question ? question->width : 0);
    params->form = measurement->form;
    params->readout = measurement->readout;
    if (!question)
        return true;
    params->rows = question->rows;
    params->model.format = (struct fp_format){ question->precision, question->emax };
    params->model.flush_in = params->model.flush_out = question->flushed;
    params->precision_bits = question->precision;
    params->subnormals = question->subnormals;
    params->inside_bits = question->inside_bits;
    params->stored = question->stored;
    if (question->line_count < 1 ||
        question->line_count > (probe->expressions ? probe->expressions->count : 1))
        return false;
    set_counts(question, probe, params);

    struct capture_question today = evidence_question(probe, params);
    bool same = today.line_count == question->line_count &&
                !memcmp(today.lines, question->lines,
                        (size_t) today.line_count * sizeof *today.lines);

    free(today.lines);
    return same;
}

static struct capture_picture picture_of(const struct pixels *pixels)
{
    struct capture_picture picture = { .width = pixels->width, .height = pixels->height };

    if (pixels->words)
        pixels_hash(pixels, picture.sha256);
    return picture;
}

struct capture_measurement evidence_of(struct capture *capture, const struct probe *probe,
                                       const struct measurement *measurement)
{
    const struct probe_params *params = &measurement->params;
    struct capture_measurement seen = {
        .stage = params->stage,
        .precision = params->precision,
        .form = params->form,
        .readout = params->readout,
        .question = -1,
        .answer = measurement->answer,
        .drawn = measurement->result.drawn,
        .picture = picture_of(&measurement->got),
        .second = measurement->second,
    };

    snprintf(seen.probe, sizeof seen.probe, "%s", probe->name);
    snprintf(seen.reason, sizeof seen.reason, "%s", measurement->reason);
    seen.second.picture = picture_of(&measurement->again);
    if (seen.answer == CAPTURE_PAINTED || seen.answer == CAPTURE_REFUSED) {
        struct capture_question question = evidence_question(probe, params);

        seen.question = capture_question(capture, &question);
    }
    return seen;
}
