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

#define FORMAT_MIN 5 // bits, and emax

#define CUDA    "cuda"    // the name of that unit
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

static struct capture_row evidence_row(const struct probe *probe,
                                       const struct probe_params *params, int line,
                                       int cases)
{
    struct capture_row row = {
        .cases = cases,
        .operands = hash_operands(probe, params, line * cases, cases),
    };
    int expression = expressions_at(params, line);

    row.glsl = shader_row_hash(probe->name, expression);
    snprintf(row.id, sizeof row.id, "%s",
             probe->expressions ? probe->expressions->list[expression].word : PICTURE);
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
        question.lines[i] = evidence_row(probe, params, i, cases / question.line_count);
    return question;
}

bool evidence_is_built(const struct capture_question *question)
{
    return question->flushed || question->subnormals;
}

// Sets which expressions, and how many cases, a question has, if these are not all of
// today's. Returns false if there is an expression that this program does not know.
static bool set_lines(const struct capture_question *question, const struct probe *probe,
                      struct evidence_lines *lines, struct probe_params *params)
{
    const int today = probe_shape(probe, params).columns * probe->expressions->rows;
    int cases = question->lines[0].cases;
    bool all = question->line_count == probe->expressions->count;

    if (cases > today || question->line_count > EXPRESSIONS_MAX)
        return false;
    if (cases < today)
        params->cases = cases / probe->expressions->rows;
    for (int i = 0; i < question->line_count; i++) {
        int at = expressions_find(probe, question->lines[i].id);

        if (at < 0 || question->lines[i].cases != cases)
            return false;
        lines->at[i] = (uint8_t) at;
        all = all && at == i;
    }
    if (!all) {
        params->expressions = question->line_count;
        params->lines = lines->at;
    }
    return true;
}

// Sets how many of today's bands a question of a picture has, if it has fewer.
static bool set_bands(const struct capture_question *question, const struct probe *probe,
                      struct probe_params *params)
{
    struct probe_shape today = probe_shape(probe, params);
    int cases = question->lines[0].cases;

    if (cases < today.columns * today.bands)
        params->cases = cases / today.columns;
    return question->line_count == 1 && cases >= today.columns &&
           cases <= today.columns * today.bands;
}

// Returns true if operands can be built for the format of a question, and a ramp for its
// width. A half may be computed as a float.
static bool is_possible(const struct capture_question *question, enum precision precision)
{
    struct fp_format widest = precision == PRECISION_DOUBLE ? FP_BINARY64 : FP_BINARY32;
    int width = question->width;

    return question->precision >= FORMAT_MIN && question->emax >= FORMAT_MIN &&
           question->precision <= widest.precision && question->emax <= widest.emax &&
           !(width & (width - 1)) && question->line_count >= 1;
}

bool evidence_shape(const struct capture *capture,
                    const struct capture_measurement *measurement,
                    const struct probe *probe, struct evidence_lines *lines,
                    struct probe_params *params)
{
    const struct capture_question *question =
        measurement->question < 0 ? NULL : &capture->questions[measurement->question];

    *params = plan_params(measurement->stage, measurement->precision,
                          question ? question->width : 0);
    params->form = measurement->form;
    params->readout = measurement->readout;
    if (!question)
        return true;
    if (!is_possible(question, measurement->precision) ||
        !(probe->forms & 1u << params->form) || expressions_unsupported(probe, params))
        return false;
    params->rows = question->rows;
    params->model.format = (struct fp_format){ question->precision, question->emax };
    params->model.flush_in = params->model.flush_out = question->flushed;
    params->precision_bits = question->precision;
    params->subnormals = question->subnormals;
    params->inside_bits = question->inside_bits;
    params->stored = question->stored;
    return !(probe->unfit && probe->unfit(params)) &&
           (probe->expressions ? set_lines(question, probe, lines, params)
                               : set_bands(question, probe, params));
}

bool evidence_is_same(const struct capture_question *question, const struct probe *probe,
                      const struct probe_params *params)
{
    struct capture_question today = evidence_question(probe, params);
    bool same = today.line_count == question->line_count &&
                !memcmp(today.lines, question->lines,
                        (size_t) today.line_count * sizeof *today.lines);

    free(today.lines);
    return same;
}

bool evidence_params(const struct capture *capture,
                     const struct capture_measurement *measurement,
                     const struct probe *probe, struct evidence_lines *lines,
                     struct probe_params *params)
{
    return evidence_shape(capture, measurement, probe, lines, params) &&
           (measurement->question < 0 ||
            evidence_is_same(&capture->questions[measurement->question], probe, params));
}

static struct capture_picture evidence_picture(const struct pixels *pixels)
{
    struct capture_picture picture = { .width = pixels->width, .height = pixels->height };

    if (pixels->words)
        pixels_hash(pixels, picture.sha256);
    return picture;
}

static void hash_text(struct sha256 *sha, const char *text)
{
    sha256_add(sha, text, strlen(text) + 1);
}

uint64_t evidence_answers(const struct result *result)
{
    char text[400];
    struct sha256 sha;

    sha256_init(&sha);
    hash_text(&sha, status_name(result->verdict.status));
    if (result->finding_count == 0) {
        verdict_text(&result->verdict, text, sizeof text);
        hash_text(&sha, text);
    }
    for (int i = 0; i < result->finding_count; i++) {
        finding_text(&result->findings[i], text, FINDING_ANSWER_TEXT);
        hash_text(&sha, result->findings[i].id);
        hash_text(&sha, text);
    }
    return first_bits(&sha);
}

struct capture_cuda evidence_cuda(const struct result *result)
{
    struct capture_cuda cuda = { .answers = evidence_answers(result) };

    if (!strcmp(result->reference, CUDA) && !result->finding_count) {
        cuda.words = result->difference.pixels;
        cuda.differ = result->difference.mismatches;
    }
    for (int i = 0; i < result->finding_count; i++)
        if (!strcmp(result->findings[i].reference, CUDA)) {
            cuda.words += result->findings[i].compared;
            cuda.differ += result->findings[i].mismatches;
        }
    return cuda;
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
        .picture = evidence_picture(&measurement->got),
        .second = measurement->second,
    };

    snprintf(seen.probe, sizeof seen.probe, "%s", probe->name);
    snprintf(seen.reason, sizeof seen.reason, "%s", measurement->reason);
    seen.second.picture = evidence_picture(&measurement->again);
    if (seen.answer == CAPTURE_PAINTED || seen.answer == CAPTURE_REFUSED) {
        struct capture_question question = evidence_question(probe, params);

        seen.question = capture_question(capture, &question);
    }
    return seen;
}
