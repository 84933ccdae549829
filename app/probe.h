// SPDX-License-Identifier: MIT
//
// A probe asks one question: which operands, which expression (its shader), what a
// unit would paint, what a picture tells. It draws nothing (device.h) and compares
// nothing (identify.h, difference.h).
//
// A picture is a grid of cells, `columns` x `bands`, band 0 at the bottom of the
// screen. All pixels of a cell ask the same case; where cells are ten rows high or
// more, the top tenth of a band is black, to part it from the next.

#ifndef PROBE_H
#define PROBE_H

#include "facts.h"
#include "fp.h"
#include "pixels.h"
#include "unit.h"
#include "verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROBE_OPERANDS 4

// How a question is asked. `model.format` is what the width probe found (binary32
// before it has), for which operands are built; `model` as a whole is the arithmetic
// that eval asks a unit for.
struct probe_params {
    enum stage stage;
    enum precision precision;
    enum form form;
    enum readout readout;
    int width; // columns of the ramp: a power of two in [16, 2048]
    int rows;  // pixel rows a stripe: [1, 64]
    struct fp_model model;
    int precision_bits; // p for which operands are built
};

struct probe_shape {
    int columns, bands;          // cases
    int cell_width, cell_height; // pixels a case
};

struct probe {
    const char *name;
    const char *summary;
    unsigned forms;   // bit FORM_x: forms that it has
    bool folds;       // (a + b) - a: what a compiler may simplify
    bool tiny;        // operands or answers may be subnormal
    bool finds_width; // its verdict is the format for which others build operands
    bool shown;       // its picture is the one on the sheet
    bool needs_width; // operands are built for precision_bits: the width comes first
    int operands;     // [1, PROBE_OPERANDS]
    int ramp;         // the operand that is the ramp 1 - (column + 1/2) / columns, the
                      // others being equal over a band; -1: none is
    int addends;      // operands [0, addends) go into the guarded step, which takes a
                      // factor out of them again
    float level_scale, level_bias; // RGBA8: byte = 255 * (value * scale + bias), and
    float level_slack;             // this many levels beside it still show the value

    struct probe_shape (*shape)(const struct probe_params *params);

    // Operands of one case, exact in binary32 and, if the probe fits, in the format
    // that it was built for. [operands]
    void (*operand)(const struct probe_params *params, int band, int column,
                    float *operands);

    // Why the operands cannot be said in this format ("p = 24 needs emin <= -27, ...");
    // NULL if they can. May be NULL: always.
    const char *(*unfit)(const struct probe_params *params);

    // values[i]: what `unit` computes for a case by `model`, as binary32 bit patterns,
    // for i in [0, count). operands[k][i] is operand k, a pattern of model->format.
    // Returns false, after logging why, if the unit broke.
    bool (*eval)(const struct unit *unit, const struct fp_model *model,
                 const uint64_t *const *operands, size_t count, uint32_t *values);

    // What a picture tells by itself: fraction bits, exponent range, the family of
    // rules (verdict.survivors: every rule that infer cannot exclude), status.
    // Comparison with models is not infer's: identify does that.
    struct verdict (*infer)(const struct probe_params *params,
                            const struct pixels *pixels);

    // The case in words, for a difference: "0x1p+22 + 0x1.8p-1".
    void (*describe)(const struct probe_params *params, int band, int column, char *text,
                     size_t size);
};

// The list of app/probe/meson.build, in its order; probe_count of them.
extern const struct probe *const probe_list[];
extern const int probe_count;

// NULL if there is none of that name.
const struct probe *probe_find(const char *name);

// Size of the picture in pixels.
int probe_pixel_width(const struct probe *probe, const struct probe_params *params);
int probe_pixel_height(const struct probe *probe, const struct probe_params *params);

// Whether pixel row `y` (from the top) is one of the black rows that part the bands.
bool probe_is_separator(struct probe_shape shape, int y);

// Pixel of a cell that is not in a separator: its left column, its lowest row.
void probe_cell_pixel(struct probe_shape shape, int band, int column, int *x, int *y);

// Cases of a probe, band by band: operands as patterns of one format. Case i is case
// stride / 2 + i * stride of all columns * bands.
struct probe_cases {
    size_t count, stride;
    uint64_t *operands[PROBE_OPERANDS]; // [count], owned; those that there are
    bool *defined; // [count]: the format holds all operands exactly. Where it does not,
                   // they are rounded to nearest even, and no answer is right or wrong
};

// Every stride-th case; 1: all. Returns false, after logging why, if there is no memory;
// `cases` is then zeroed.
bool probe_cases_init(struct probe_cases *cases, const struct probe *probe,
                      const struct probe_params *params, struct fp_format format,
                      size_t stride);

// Accepts a zeroed struct and leaves one.
void probe_cases_finish(struct probe_cases *cases);

// Paints values[columns * bands], binary32 patterns, into `out`, which has been made by
// pixels_init with the probe's size.
void probe_paint(const struct probe *probe, const struct probe_params *params,
                 const uint32_t *values, struct pixels *out);

// The picture that `unit` would paint with params->model. `out` as above. Returns
// false, after logging why, if the unit broke or there is no memory.
bool probe_eval(const struct probe *probe, const struct probe_params *params,
                const struct unit *unit, struct pixels *out);

// The word of a pixel that shows `value` (a binary32 pattern) through a readout.
uint32_t probe_encode(const struct probe *probe, enum readout readout, uint32_t value);

// Whether a word that was read back may show `value`. Exact readouts: the same
// pattern, or both NaN, or zeros. RGBA8: a byte within the probe's slack, since the
// rule by which 0.5 becomes 127 or 128 is the target's, not the adder's; a NaN may be
// any level.
bool probe_shows(const struct probe *probe, enum readout readout, uint32_t word,
                 uint32_t value);

// The number that a word shows; NaN where it is one or where an RGBA8 pixel is not
// grey. RGBA8 gives the middle of the level.
double probe_value(const struct probe *probe, enum readout readout, uint32_t word);

#endif // PROBE_H
