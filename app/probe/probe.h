// SPDX-License-Identifier: MIT
//
// A probe asks one question: it defines the operands, the expression (its shader), what a
// unit would paint, and what a picture shows. It draws nothing and compares nothing.
//
// A picture is a grid of cells, `columns` x `bands`, band 0 at the bottom of the
// screen. All pixels of a cell ask the same case; where cells are ten rows high or
// more, the top tenth of a band is black, to separate it from the next.

#ifndef PROBE_PROBE_H
#define PROBE_PROBE_H

#include "base/facts.h"
#include "base/pixels.h"
#include "base/verdict.h"
#include "probe/drawn.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stdint.h>

#define PROBE_OPERANDS 4

// How a question is asked. eval asks a unit for `model`, whose format is what the width
// probe found (binary32 before it has), for which operands are built.
struct probe_params {
    enum stage stage;
    enum precision precision;
    enum form form;
    enum readout readout;
    int width; // columns of the ramp: a power of two in [16, 2048]
    int rows;  // pixel rows a stripe: [1, 64]
    struct fp_model model;
    int precision_bits;      // p for which operands are built
    bool subnormals, stored; // operands may be so; the guarded step goes through memory
    int inside_bits; // that it keeps, if that is more; else 0, or VERDICT_INSIDE_UNKNOWN
    int only; // of a probe of expressions: every case asks expression only - 1; 0: each its own
    int cases, expressions; // the first so many, or bands; 0: all
    const uint8_t *lines; // [expressions]: which those are, in the order of the picture;
                          // NULL: the first
    bool second;          // the second program of a probe that has one
};

struct probe_shape {
    int columns, bands, cell_width, cell_height; // cases, and the pixels of each
};

// A page of the sheet; each shows the picture of one probe. The first page has a second
// picture, which its figures show.
enum probe_page {
    PROBE_PAGE_NONE,
    PROBE_PAGE_VERDICT,
    PROBE_PAGE_PERSONALITY,
    PROBE_PAGE_BOX_2,
    PROBE_PAGE_COUNT,
};

struct probe {
    const char *name;
    unsigned forms;    // bit FORM_x: forms that it has
    bool folds, tiny;  // (a + b) - a may be simplified; numbers may be subnormal
    bool finds_width;  // its verdict is the format for which others build operands
    bool finds_excess; // its verdict is what an expression keeps before it is stored
    bool needs_width;  // operands are built for precision_bits: the width comes first
    bool judges_adder; // it knows other adders than the models too
    bool full_only;    // asked where everything is
    bool recorded; // of expressions: what CUDA computes for it is kept (fpstripe record)
    const char *text;    // its GLSL, if that is no file of shaders/; or NULL
    const char *library; // of functions that its GLSL uses, in shaders/prelude; or NULL
    const struct probe_texture *textures; // that its GLSL samples; or NULL
    const struct probe_mesh *mesh;        // that it is drawn by; or NULL
    const struct probe_target *targets;   // of its expressions (drawn.h); or NULL
    const struct probe_depth *depths;     // of its expressions (drawn.h); or NULL
    bool second; // answer 1 is of a second program: with SECOND, or the vertex shader
    const int *earlier; // bands of pictures that CUDA once computed, a 0 last; or NULL
    int operands;       // [1, PROBE_OPERANDS]
    bool ramp;   // operand 1 is 1 - (column + 1/2) / columns; others, equal in a band
    int addends; // operands [0, addends) go into the guarded step, which scales back
    float level_scale, level_bias; // RGBA8: byte = 255 * (value * scale + bias), and
    float level_slack;             // this many levels beside it still show the value

    const struct probe *asked_as; // whose program asks the same if absent operands are 1,
                                  // but in the published form; or NULL
    const struct probe *const *rewritten; // [REWRITING_COUNT]: with its published sum in
    enum rewriting rewriting; // another order, NULL where nothing changes; and this order
    enum probe_page shown;    // on the sheet: which page has its picture
    struct probe_shape (*shape)(const struct probe_params *params); // of a picture

    // Operands of one case, [operands], exact in the carrier (binary32, or binary64 where
    // the precision is double) and, if the probe fits, in the format it was built for.
    void (*operand)(const struct probe_params *params, int band, int column,
                    double *operands);

    // Why the operands cannot be said in this format; NULL if they can. May be NULL.
    const char *(*unfit)(const struct probe_params *params);

    // values[i]: what `unit` computes for a case by `model`, as binary32 bit patterns,
    // for i in [0, count). operands[k][i] is operand k, a pattern of model->format.
    // Returns false, after logging why, if the unit broke.
    bool (*eval)(const struct probe *probe, const struct unit *unit,
                 const struct fp_model *model, const uint64_t *const *operands,
                 size_t count, uint32_t *values);

    // What a picture shows by itself: fraction bits, exponent range, the family of
    // rules (verdict.survivors: every rule that infer cannot exclude), status.
    // Comparison with models is not infer's: identify does that.
    struct verdict (*infer)(const struct probe_params *params,
                            const struct pixels *pixels);

    // Where the probe asks many questions in one picture: what they are and how they are
    // judged. Only name, forms, needs_width and operands count beside it. NULL: one.
    const struct expressions *expressions;
    int sums; // of them the one, from 1, that shows how sums round if no picture does; or 0

    // The heading under which the findings of its expressions stand in a report, [1, 23]
    // bytes; probes may share one (report/topics.h). NULL: no expressions.
    const char *topic;

    // A case in words, for a difference; NULL: "0x1p+22 + 0x1.8p-1", a sum.
    void (*describe)(const struct probe_params *params, int band, int column, char *text,
                     size_t size);
};

// What the table of a probe says: what it asks, in one line; and the text of `explain`.
struct probe_help {
    const char *summary, *explanation; // the latter in lines of up to 80 columns
};

// The probes in the order of probes/meson.build; the first probe_picture_count are of
// pictures.
extern const struct probe *const probe_list[];
extern const struct probe_help probe_helps[];
extern const int probe_count, probe_picture_count;

// NULL if there is none of that name; and the words of one of the list.
const struct probe *probe_find(const char *name);
const struct probe_help *probe_help(const struct probe *probe);

// Finds the kind of an answer of the probe of that name by its id in report.json: in the
// probe's own table, or in the one that all probes share. There may be no such probe in
// this version: then the kind may be of any. Returns NULL if there is none.
const struct finding_kind *probe_kind(const char *name, const char *id);

// The grid of cells. Of expressions a cell is a case, and a pixel a word.
struct probe_shape probe_shape(const struct probe *probe,
                               const struct probe_params *params);
int probe_pixel_width(const struct probe *probe, const struct probe_params *params);
int probe_pixel_height(const struct probe *probe, const struct probe_params *params);
// Whether pixel row `y` (from the top) is one of the black rows that separate the bands.
bool probe_is_separator(struct probe_shape shape, int y);

// Returns the operands of all cases, band by band, as words of the carrier: until this
// thread asks for those of another picture.
const uint64_t (*probe_all_words(const struct probe *probe,
                                 const struct probe_params *params))[PROBE_OPERANDS];
// The same of one case.
void probe_words(const struct probe *probe, const struct probe_params *params, int band,
                 int column, uint64_t words[PROBE_OPERANDS]);
// Forgets the operands that this thread keeps. Call it before a thread ends, and where
// `operand` gives others from now on.
void probe_forget_words(void);

// Pixel of a cell that is not in a separator: its left column, its lowest row.
void probe_cell_pixel(struct probe_shape shape, int band, int column, int *x, int *y);

#endif // PROBE_PROBE_H
