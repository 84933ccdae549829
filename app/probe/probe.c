// SPDX-License-Identifier: MIT

#include "probe/probe.h"

#include "base/fp.h"
#include "base/memory.h"
#include "probe/expressions_judge.h"
#include "probe/list.h"
#include "probe/picture.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct probe *probe_find(const char *name)
{
    for (int i = 0; i < probe_count; i++)
        if (!strcmp(probe_list[i]->name, name))
            return probe_list[i];
    return NULL;
}

const struct probe_help *probe_help(const struct probe *probe)
{
    int at = 0;

    while (probe_list[at] != probe)
        at++;
    return &probe_helps[at];
}

static const struct finding_kind *kind_among(const struct finding_kind *const *list,
                                             const char *id)
{
    while (list && *list && strcmp((*list)->id, id) != 0)
        list++;
    return list ? *list : NULL;
}

const struct finding_kind *probe_kind(const char *name, const char *id)
{
    const struct finding_kind *kind = NULL;
    bool known = probe_find(name);

    for (int i = 0; !kind && i < probe_count; i++)
        if (probe_list[i]->expressions && (!known || !strcmp(probe_list[i]->name, name)))
            kind = kind_among(probe_list[i]->expressions->kinds, id);
    return kind ? kind : kind_among(kind_list, id);
}

struct probe_shape probe_shape(const struct probe *probe,
                               const struct probe_params *params)
{
    const struct expressions *lines = probe->expressions;

    if (!lines)
        return probe->shape(params);
    return (struct probe_shape){ expressions_columns(probe, params),
                                 (params->only ? 1 : expressions_count(probe, params)) *
                                     lines->rows,
                                 expressions_words(probe, params), 1 };
}

int probe_pixel_width(const struct probe *probe, const struct probe_params *params)
{
    struct probe_shape shape = probe_shape(probe, params);

    return shape.columns * shape.cell_width;
}

int probe_pixel_height(const struct probe *probe, const struct probe_params *params)
{
    struct probe_shape shape = probe_shape(probe, params);

    return shape.bands * shape.cell_height;
}

bool probe_is_separator(struct probe_shape shape, int y)
{
    int from_bottom = (shape.bands * shape.cell_height - 1 - y) % shape.cell_height;

    return 10 * from_bottom >= 9 * shape.cell_height;
}

// The operands of the picture for which this thread asked last. A thread reads a picture
// while another one draws it again.
static _Thread_local struct kept {
    const struct probe *probe; // NULL: none
    struct probe_params params;
    uint8_t lines[EXPRESSIONS_MAX]; // a copy of params.lines
    int count;
    uint64_t (*words)[PROBE_OPERANDS]; // [count]; owned
} kept;

// Returns true if two pictures of a probe have the same operands. These depend on neither
// form nor stage, nor on the height of a cell, nor on how a device rounds.
static bool asks_the_same(const struct probe_params *a, const struct probe_params *b)
{
    struct fp_format one = a->model.format, other = b->model.format;

    return a->precision == b->precision && a->width == b->width &&
           one.precision == other.precision && one.emax == other.emax &&
           a->precision_bits == b->precision_bits && a->subnormals == b->subnormals &&
           a->inside_bits == b->inside_bits && a->only == b->only &&
           a->cases == b->cases && a->expressions == b->expressions;
}

static bool has_same_lines(const struct probe_params *params)
{
    size_t size = (size_t) params->expressions;

    return !params->lines == !kept.params.lines &&
           (!params->lines || !memcmp(kept.lines, params->lines, size));
}

void probe_forget_words(void)
{
    free(kept.words);
    kept = (struct kept){ 0 };
}

static void picture_words(const struct probe *probe, const struct probe_params *params,
                          int band, int column, uint64_t *words)
{
    bool is_double = params->precision == PRECISION_DOUBLE;
    double operands[PROBE_OPERANDS];

    probe->operand(params, band, column, operands);
    for (int k = 0; k < probe->operands; k++)
        words[k] = is_double ? fp_bits64(operands[k]) : fp_bits((float) operands[k]);
}

const uint64_t (*probe_all_words(const struct probe *probe,
                                 const struct probe_params *params))[PROBE_OPERANDS]
{
    if (kept.probe == probe && asks_the_same(&kept.params, params) &&
        has_same_lines(params))
        return (const uint64_t(*)[PROBE_OPERANDS]) kept.words;
    const struct expressions *lines = probe->expressions;
    struct probe_shape shape = probe_shape(probe, params);
    int count =
        lines ? shape.columns * lines->rows : shape.columns; // of a line or a band

    probe_forget_words();
    kept.probe = probe;
    kept.params = *params;
    if (params->lines)
        memcpy(kept.lines, params->lines, (size_t) params->expressions);
    kept.count = shape.columns * shape.bands;
    kept.words = memory_new((size_t) kept.count, sizeof *kept.words);
    for (int i = 0; i < kept.count; i++)
        if (lines)
            lines->operand(params,
                           params->only ? params->only - 1
                                        : expressions_at(params, i / count),
                           i % count, kept.words[i]);
        else
            picture_words(probe, params, i / count, i % count, kept.words[i]);
    return (const uint64_t(*)[PROBE_OPERANDS]) kept.words;
}

void probe_words(const struct probe *probe, const struct probe_params *params, int band,
                 int column, uint64_t words[PROBE_OPERANDS])
{
    const uint64_t(*all)[PROBE_OPERANDS] = probe_all_words(probe, params);
    int at = band * probe_shape(probe, params).columns + column;

    assert(at >= 0 && at < kept.count);
    memcpy(words, all[at], sizeof *all);
}

void probe_cell_pixel(struct probe_shape shape, int band, int column, int *x, int *y)
{
    *x = column * shape.cell_width;
    *y = (shape.bands - band) * shape.cell_height - 1;
}

// Writes the operands of case `i`, which are the first `operands` of `words`.
static void fill_case(struct probe_cases *cases, size_t i, const uint64_t *words,
                      int operands, struct fp_format carrier, struct fp_format format)
{
    cases->defined[i] = true;
    for (int k = 0; k < operands; k++) {
        if (format.precision == carrier.precision && format.emax == carrier.emax) {
            cases->operands[k][i] = words[k];
            continue;
        }
        uint64_t to = fp_convert(carrier, format, FP_RNE, words[k]);

        cases->operands[k][i] = to;
        if (fp_convert(format, carrier, FP_RNE, to) != words[k])
            cases->defined[i] = false;
    }
}

void probe_cases_init(struct probe_cases *cases, const struct probe *probe,
                      const struct probe_params *params, struct fp_format format,
                      size_t stride)
{
    struct probe_shape shape = probe_shape(probe, params);
    size_t all = (size_t) shape.columns * (size_t) shape.bands;
    size_t count = (all - stride / 2 + stride - 1) / stride;
    struct fp_format carrier =
        params->precision == PRECISION_DOUBLE ? FP_BINARY64 : FP_BINARY32;
    const uint64_t(*words)[PROBE_OPERANDS] = probe_all_words(probe, params);

    *cases = (struct probe_cases){ .count = count, .stride = stride };
    cases->defined = memory_new(count, sizeof *cases->defined);
    for (int k = 0; k < probe->operands; k++)
        cases->operands[k] = memory_new(count, sizeof *cases->operands[k]);
    for (size_t i = 0; i < count; i++)
        fill_case(cases, i, words[stride / 2 + i * stride], probe->operands, carrier,
                  format);
}

void probe_cases_finish(struct probe_cases *cases)
{
    for (int k = 0; k < PROBE_OPERANDS; k++)
        free(cases->operands[k]);
    free(cases->defined);
    *cases = (struct probe_cases){ 0 };
}

void probe_paint(const struct probe *probe, const struct probe_params *params,
                 const uint32_t *values, struct pixels *out)
{
    struct probe_shape shape = probe_shape(probe, params);
    uint32_t black = probe_encode(probe, params->readout, 0);

    assert(out->width == shape.columns * shape.cell_width);
    assert(out->height == shape.bands * shape.cell_height);
    for (int y = 0; y < out->height; y++) {
        int band = shape.bands - 1 - y / shape.cell_height;
        int top = (shape.bands - 1 - band) * shape.cell_height;
        const uint32_t *from = values + (size_t) band * (size_t) shape.columns;
        uint32_t *row = pixels_row(out, y);
        bool separator = probe_is_separator(shape, y);

        // Rows of a band repeat.
        if (y > top && probe_is_separator(shape, y - 1) == separator) {
            memcpy(row, row - out->width, (size_t) out->width * sizeof *row);
            continue;
        }
        for (int x = 0; x < out->width; x++)
            row[x] = separator ? black
                               : probe_encode(probe, params->readout,
                                              from[x / shape.cell_width]);
    }
}

bool probe_eval(const struct probe *probe, const struct probe_params *params,
                const struct unit *unit, struct pixels *out)
{
    struct probe_cases cases;

    probe_cases_init(&cases, probe, params, params->model.format, 1);
    uint32_t *values = memory_new(cases.count, sizeof *values);
    bool ok = probe->eval(probe, unit, &params->model,
                          (const uint64_t *const *) cases.operands, cases.count, values);

    if (ok)
        probe_paint(probe, params, values, out);
    free(values);
    probe_cases_finish(&cases);
    return ok;
}

// 255 * (value * scale + bias), clamped; NaN stays. Double, so that it is good to
// 2^-44 of a level.
static double probe_level(const struct probe *probe, uint32_t value)
{
    double v = fp_from_bits(value);

    v = 255 * (v * probe->level_scale + probe->level_bias);
    return isnan(v) ? v : v < 0 ? 0 : v > 255 ? 255 : v;
}

uint32_t probe_encode(const struct probe *probe, enum readout readout, uint32_t value)
{
    if (readout != READOUT_RGBA8)
        return value;

    double exact = probe_level(probe, value);
    uint32_t byte = isnan(exact) ? 0 : (uint32_t) (exact + 0.5);

    return byte * 0x010101u | 0xff000000u;
}

bool probe_shows(const struct probe *probe, enum readout readout, uint32_t word,
                 uint32_t value)
{
    if (readout != READOUT_RGBA8)
        return word == value || !((word | value) << 1) ||
               (fp_is_nan(FP_BINARY32, word) && fp_is_nan(FP_BINARY32, value));

    double exact = probe_level(probe, value);
    double byte = word & 0xff;

    if (word != ((word & 0xff) * 0x010101u | 0xff000000u))
        return false;
    return isnan(exact) || fabs(byte - exact) <= probe->level_slack;
}

double probe_value(const struct probe *probe, enum readout readout, uint32_t word)
{
    if (readout != READOUT_RGBA8)
        return fp_from_bits(word);
    if (word != ((word & 0xff) * 0x010101u | 0xff000000u))
        return NAN;
    return ((word & 0xff) / 255.0 - probe->level_bias) / probe->level_scale;
}
