// SPDX-License-Identifier: MIT
//
// ESSL 1.00: each word of an answer is a point, whose shader computes its four bytes
// (shaders/prelude/points.glsl, encode.glsl). Nobody promises that it can: so the same
// draw has controls, numbers that only pass through, in rows above the picture.

#include "device/gl_points.h"

#include "base/fp_bits.h"
#include "base/memory.h"
#include "device/gl_own.h"
#include "probe/expressions.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBERS    64 // controls
#define INTS       16 // and of ints
#define CONTROLS   (NUMBERS + INTS)
#define ATTRIBUTES 5

// Where it is, in clip space, its line, or -1, -2, and its word; a case (struct gl_case);
// and the codes of its operands.
struct point {
    GLfloat attributes[ATTRIBUTES][4];
};

// All points of a picture, from the bottom.
struct points {
    struct point *list;
    int width, height;
    bool coded;
};

void gl_bind_attributes(GLuint program)
{
    static const char *const names[ATTRIBUTES] = { "point_cell", "point_numbers",
                                                   "point_again", "point_guard",
                                                   "point_codes" };

    for (GLuint i = 0; i < ATTRIBUTES; i++)
        glBindAttribLocation(program, i, names[i]);
    // A strip has the first, a mesh both.
    glBindAttribLocation(program, 0, "corner");
    glBindAttribLocation(program, 1, "value");
}

int gl_point_rows(const struct pixels *out)
{
    return (CONTROLS + out->width - 1) / out->width;
}

// The controls that a driver may change.
enum { CONTROL_MINUS_ZERO, CONTROL_NAN, CONTROL_INFINITY, CONTROL_ENDS = 7 };

static uint32_t largest(bool small)
{
    return small ? 0x477fe000 : 0x7f7fffff;
}

// Zeros, the ends of the range, and numbers of all exponents and signs; of binary16 where
// fragments have no highp.
static uint32_t control_number(int i, bool small)
{
    const uint32_t ends[CONTROL_ENDS] = {
        [CONTROL_MINUS_ZERO] = 0x80000000,
        [CONTROL_NAN] = 0x7fc00000,
        [CONTROL_INFINITY] = 0x7f800000,
        0,
        largest(small),
        small ? 0x38800000 : 0x00800000,
        0x3f800000,
    };
    uint32_t hash = (uint32_t) i * 0x9e3779b9u, fraction = hash >> 9;
    uint32_t exponent = small ? 113 + (uint32_t) i % 30 : 1 + (uint32_t) i * 41 % 254;

    if (i < CONTROL_ENDS)
        return ends[i];
    return (uint32_t) i << 31 | exponent << 23 |
           (small ? fraction >> 13 << 13 : fraction);
}

// A whole number of up to 10 or 16 bits.
static int control_int(int i, bool small)
{
    int bits = small ? 10 : 16, magnitude = (1 << bits) - 1 - i * i * (small ? 1 : 200);

    return i % 2 ? -magnitude : magnitude;
}

// Returns the expected word of a control.
static uint32_t control(int i, bool small)
{
    return i < NUMBERS ? control_number(i, small)
                       : (uint32_t) control_int(i - NUMBERS, small);
}

static bool has_no_highp(const struct facts *facts, enum stage stage)
{
    return stage == STAGE_FRAGMENT &&
           !facts->claimed[STAGE_FRAGMENT][PRECISION_HIGHP].precision;
}

static void set_place(const struct points *points, int x, int y, int line, int word)
{
    GLfloat *cell = points->list[y * points->width + x].attributes[0];

    cell[0] = ((float) x + 0.5f) / (float) points->width * 2 - 1;
    cell[1] = ((float) y + 0.5f) / (float) points->height * 2 - 1;
    cell[2] = (float) line;
    cell[3] = (float) word;
}

// Operand k of a point, by attribute 1 or 2, and its code; which numbers have one says
// shaders/prelude/points.glsl.
static void set_operand(struct point *point, bool coded, int attribute, int k,
                        float number)
{
    GLfloat code = 1;

    if (coded && !isfinite(number)) {
        code = isnan(number) ? 3 : 2;
        number = signbit(number) ? -1 : 1;
    } else if (coded && number == 0 && signbit(number)) {
        code = -1;
    }
    point->attributes[attribute][k] = number;
    point->attributes[4][k] = code;
}

// A number times a factor.
static void set_sent(const struct points *points, int x, int y, float number,
                     float factor)
{
    struct point *point = &points->list[y * points->width + x];

    set_place(points, x, y, -1, 0);
    set_operand(point, points->coded, 1, 0, number);
    set_operand(point, points->coded, 1, 1, factor);
}

// Where there are no ints numbers take their place.
static void set_control(const struct points *points, int x, int y, int i, bool small,
                        bool ints)
{
    uint32_t number = control_number(i % NUMBERS, small);

    if (i >= NUMBERS && ints) {
        set_sent(points, x, y, (float) control_int(i - NUMBERS, small), 1);
        set_place(points, x, y, -2, 0);
    } else if (i % NUMBERS == CONTROL_INFINITY && !points->coded) {
        set_sent(points, x, y, fp_from_bits(largest(small)), 4);
    } else {
        set_sent(points, x, y, fp_from_bits(number), 1);
    }
}

static void set_case(const struct points *points, int x, int y,
                     const struct gl_case *words)
{
    struct point *point = &points->list[y * points->width + x];

    for (int row = 0; row < 2; row++)
        for (int k = 0; k < PROBE_OPERANDS; k++)
            set_operand(point, points->coded, 1 + row, k,
                        fp_from_bits((uint32_t) words->rows[row][k]));
    point->attributes[3][0] = fp_from_bits((uint32_t) words->rows[2][0]);
}

// The texel of a case, in place of operands 2 and 3.
static void set_texel(const struct points *points, int x, int y, struct probe_shape shape,
                      int cell)
{
    GLfloat *numbers = points->list[y * points->width + x].attributes[1];

    numbers[2] = ((float) (cell % shape.columns) + 0.5f) / (float) shape.columns;
    numbers[3] = ((float) (cell / shape.columns) + 0.5f) / (float) shape.bands;
}

static bool is_coded(const struct probe *probe)
{
    return probe->expressions && probe->expressions->signed_zeros;
}

static bool has_ints(const struct probe *probe)
{
    const struct expressions *lines = probe->expressions;

    return lines && lines->raw && lines->readout == READOUT_BITS;
}

// The line of a band; that of a picture is 0.
static int line_of_band(const struct probe *probe, const struct probe_params *params,
                        int band)
{
    if (!probe->expressions)
        return 0;
    return params->only ? params->only - 1 : band / probe->expressions->rows;
}

// The points of one case. The rows between bands are 0.
static void set_cell(const struct points *points, const struct probe *probe,
                     const struct probe_params *params, int variant, int cell)
{
    struct probe_shape shape = probe_shape(probe, params);
    int band = cell / shape.columns, column = cell % shape.columns;
    int line = line_of_band(probe, params, band);
    struct gl_case words;

    gl_fill_case(&words, probe, params, band, column, variant);
    for (int i = 0; i < shape.cell_width * shape.cell_height; i++) {
        int word = i % shape.cell_width, row = i / shape.cell_width;
        int x = column * shape.cell_width + word, y = band * shape.cell_height + row;

        if (10 * row >= 9 * shape.cell_height) {
            set_sent(points, x, y, 0, 1);
            continue;
        }
        set_place(points, x, y, line, probe->expressions ? word : 0);
        set_case(points, x, y, &words);
        if (probe->textures)
            set_texel(points, x, y, shape, cell);
    }
}

static void upload_points(struct gl *gl, const struct points *points)
{
    size_t count = (size_t) points->width * (size_t) points->height;

    if (!gl->points)
        glGenBuffers(1, &gl->points);
    glBindBuffer(GL_ARRAY_BUFFER, gl->points);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) (count * sizeof *points->list),
                 points->list, GL_STATIC_DRAW);
    for (GLuint i = 0; i < ATTRIBUTES; i++) {
        const void *at = (const void *) (i * sizeof points->list->attributes[0]);

        glVertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, sizeof(struct point), at);
        glEnableVertexAttribArray(i);
    }
}

// Draws the points of a line that also wants operand 0 as a uniform, one case after the
// other.
static void draw_held(struct gl *gl, const struct points *points, int first, int words)
{
    GLint place = glGetUniformLocation(gl->program, "held_value");

    for (int x = 0; x < points->width; x += words) {
        int i = first * points->width + x;

        glUniform1f(place, points->list[i].attributes[1][0]);
        glDrawArrays(GL_POINTS, i, words);
    }
}

static void draw_rows(const struct points *points, int first, int end)
{
    if (first < end)
        glDrawArrays(GL_POINTS, first * points->width, (end - first) * points->width);
}

static void draw_all(struct gl *gl, const struct points *points,
                     const struct probe *probe, const struct probe_params *params)
{
    int expression = expressions_held(probe), held = -1;

    if (expression >= 0 && !params->only)
        held = expression * probe->expressions->rows;
    else if (expression >= 0 && params->only - 1 == expression)
        held = 0;
    if (held < 0) {
        draw_rows(points, 0, points->height);
        return;
    }
    draw_rows(points, 0, held);
    draw_held(gl, points, held, probe_shape(probe, params).cell_width);
    draw_rows(points, held + 1, points->height);
}

void gl_draw_points(struct device *device, const struct probe *probe,
                    const struct probe_params *params, int variant,
                    const struct pixels *out)
{
    struct probe_shape shape = probe_shape(probe, params);
    int bottom = shape.bands * shape.cell_height;
    bool small = has_no_highp(&device->facts, params->stage);
    bool ints = has_ints(probe);
    struct gl *gl = device->priv;
    struct points points = { .width = out->width,
                             .height = out->height,
                             .coded = is_coded(probe) };
    size_t count = (size_t) out->width * (size_t) out->height;

    points.list = memory_new(count, sizeof *points.list);
    for (int cell = 0; cell < shape.columns * shape.bands; cell++)
        set_cell(&points, probe, params, variant, cell);
    for (int i = 0; i < out->width * (out->height - bottom); i++)
        set_control(&points, i % out->width, bottom + i / out->width, i % CONTROLS, small,
                    ints);
    upload_points(gl, &points);
    draw_all(gl, &points, probe, params);
    free(points.list);
    for (GLuint i = 1; i < ATTRIBUTES; i++)
        glDisableVertexAttribArray(i);
    glBindBuffer(GL_ARRAY_BUFFER, gl->vertices);
}

void gl_draw_controlled_mesh(struct device *device, const struct probe *probe,
                             const struct probe_params *params, const struct pixels *out)
{
    struct probe_shape shape = probe_shape(probe, params);
    int bottom = shape.bands * shape.cell_height;
    bool small = has_no_highp(&device->facts, params->stage);
    struct gl *gl = device->priv;
    struct points points = { .width = out->width, .height = out->height };
    size_t first = (size_t) out->width * (size_t) bottom;
    size_t count = (size_t) out->width * (size_t) out->height - first;
    struct probe_corner *corners = memory_new(count, sizeof *corners);

    points.list = memory_new(first + count, sizeof *points.list);
    for (size_t i = 0; i < count; i++) {
        const struct point *point = &points.list[first + i];

        set_control(&points, (int) (i % (size_t) out->width),
                    bottom + (int) (i / (size_t) out->width), (int) (i % CONTROLS), small,
                    has_ints(probe));
        corners[i] = (struct probe_corner){
            { point->attributes[0][0], point->attributes[0][1],
              point->attributes[0][2] < -1.5F, 1 },
            point->attributes[1][0],
        };
    }
    // In place of operands, of which a mesh has none here (probe/drawn.h).
    glUniform1f(glGetUniformLocation(gl->program, "ulp"),
                ldexpf(1, 1 - params->precision_bits));
    glViewport(0, 0, out->width, bottom);
    gl_draw_mesh(gl, probe->mesh, params);
    glViewport(0, 0, out->width, out->height);
    gl_draw_corners(gl, GL_POINTS, corners, count);
    free(corners);
    free(points.list);
}

// A device may have no infinity, and where no zeros are asked for, neither their signs
// nor NaN are needed.
static bool control_is_kept(int i, uint32_t got, bool small, bool coded)
{
    if (got == control(i, small))
        return true;
    if (i == CONTROL_INFINITY)
        return got >= largest(small) && got < 0x7f800000;
    return !coded && (i == CONTROL_MINUS_ZERO || i == CONTROL_NAN);
}

bool gl_points_exact(struct device *device, const struct probe *probe, enum stage stage,
                     const struct pixels *tall, int rows)
{
    bool small = has_no_highp(&device->facts, stage);
    bool coded = is_coded(probe);

    for (int i = 0; i < tall->width * rows; i++) {
        uint32_t got = pixels_row(tall, rows - 1 - i / tall->width)[i % tall->width];
        int which = has_ints(probe) ? i % CONTROLS : i % CONTROLS % NUMBERS;
        uint32_t want = control(which, small);

        if (control_is_kept(which, got, small, coded))
            continue;
        snprintf(device->reason, sizeof device->reason,
                 "numbers do not come back exactly through RGBA8 here: 0x%08x as 0x%08x",
                 want, got);
        return false;
    }
    return true;
}
