// SPDX-License-Identifier: MIT
//
// The declarations that the files of the GL device share.

#ifndef DEVICE_GL_PRIVATE_H
#define DEVICE_GL_PRIVATE_H

#include "base/drawn.h"
#include "device/device.h"
#include "device/shader.h"
#include "probe/drawn.h"

#include <glad/gl.h>

// Programs that are kept: those that are compiled ahead, and the one in use.
#define GL_PROGRAMS 48

// A program, and what it was made for.
struct gl_program {
    GLuint program; // 0: none
    GLuint shaders[2];
    bool finished;    // the driver was asked how it went
    char reason[240]; // why there is none, "" if there is
    const struct probe *probe;
    struct probe_params params;
    struct drawn way; // how its pictures are drawn
};

// For the ways of questions that are drawn alike: the first one that paints all of a
// picture is looked for once.
struct gl_search {
    int way; // of drawn_way
    bool ended;
};

// The locations of uniforms of ESSL 1.00 (shaders/prelude/uniforms.glsl); -1 if absent.
struct gl_uniforms {
    GLint operands, again, guard, ramp, size;
};

struct gl {
    void (*release)(void *context);
    void *context;
    char shader_dir[4096]; // "" if none
    struct shader_dialect dialect;
    bool compute;
    bool float_target, half_target;
    char lacks[80]; // why a probe is not asked, where it is about an extension

    GLuint vertex_array;
    GLuint vertices; // attribute 0: the number of each; for ESSL 1.00 a strip's corners
    int numbered;    // how many there are
    struct gl_search searches[2][STAGE_COUNT][READOUT_COUNT]; // [points]
    GLuint framebuffer, target, own_framebuffer, own_target;  // own: gl_draw.c
    GLuint target_texture; // in its place where there are no RGBA8 renderbuffers
    int target_width, target_height, vertex_textures;
    GLenum target_format;
    GLuint cases, cases_buffer, answers, textures[PROBE_TEXTURES];
    GLuint mesh_array, mesh, points, depth_programs[PROBE_DEPTH_WAYS][2]; // 0: not made

    // The second render needs no second compilation.
    struct gl_program programs[GL_PROGRAMS];
    int next_program;            // the place that is used next
    GLuint program;              // in use
    struct gl_uniforms uniforms; // of it, in ESSL 1.00
    uint32_t number;             // of the last draw, from any start
    bool shown;                  // what was read back then was of it
    bool held[TARGET_COUNT + 1]; // such targets were read back so; [TARGET_COUNT]: a
                                 // probe's own (gl_draw.c)
    int compiles_ahead; // 1: the driver compiles on threads of its own; -1: not known
};

// How a question is drawn, as far as is known by now; unknown where all ways were tried.
struct gl_search *gl_search(struct gl *gl, const struct probe *probe,
                            const struct probe_params *params);
// How the second program of a probe is asked that has one.
struct probe_params gl_second(const struct probe_params *params);

struct drawn gl_way(struct gl *gl, const struct probe *probe,
                    const struct probe_params *params);

// Draws with the current program, as device->drawn says, and reads back. Returns NULL, or
// why nothing was drawn. If a control is not what this draw made it, all of `out` is
// canary, and gl->shown false. If points draw, `out` has rows of other controls
// above the picture.
const char *gl_draw(struct device *device, const struct probe *probe,
                    const struct probe_params *params, int variant, struct pixels *out);

// At least `count` vertices have numbers, as attribute 0. Not for ESSL 1.00.
void gl_number_vertices(struct gl *gl, int count);

// Makes the program of a probe current. Refused, with the compiler's words in
// device->reason, if the driver does not take it, or if a file of the user's cannot be
// read.
enum device_answer gl_use_program(struct device *device, const struct probe *probe,
                                  const struct probe_params *params);

// device.prepare of GL devices.
void gl_prepare_program(struct device *device, const struct probe *probe,
                        const struct probe_params *params);

// Fills device->facts and how to speak to `gl`. NULL, or why the context cannot be used.
const char *gl_read_facts(struct device *device, struct gl *gl);

// device.unsupported of GL devices.
const char *gl_unsupported(const struct device *device, const struct probe *probe,
                           const struct probe_params *params);

bool gl_has_extension(const struct gl *gl, const char *name);

// The extension that has float16_t, or NULL.
const char *gl_float16(struct gl *gl);

// Why there are no compute shaders; NULL if there are.
const char *gl_no_compute(const struct gl *gl);
// Functions that are called: in every API, in ES 2, in the others (GL 3.3, ES 3), and for
// compute shaders.
enum gl_entries {
    GL_ENTRIES_EVERYWHERE,
    GL_ENTRIES_ES2,
    GL_ENTRIES_ES3,
    GL_ENTRIES_COMPUTE,
};

// The first of them that the context does not have; NULL if it has all.
const char *gl_lacks_entry(enum gl_entries entries);

// Takes all errors off the context.
void gl_clear_errors(void);

// Whether there was none; if not, device->reason says that `what` failed.
bool gl_no_error(struct device *device, const char *what);

// A shader that is no probe's: its texts, in order, NULL where there are fewer, begin
// after the version.
#define GL_TEXTS 9
struct gl_source {
    GLenum type;
    const char *texts[GL_TEXTS];
};

// A program of one or two shaders; its output `captured` by transform feedback, unless
// NULL. Returns 0, with the compiler's words in device->reason, if the driver does not
// take it.
GLuint gl_build(struct device *device, const struct gl_source *sources, int count,
                const char *captured);

// Operands into uniforms or the texture, for one render. `variant` 1: with guards of
// two, where the operands bear it.
void gl_set_cases(struct gl *gl, const struct probe *probe,
                  const struct probe_params *params, int variant);

// ESSL 1.00: finds the uniforms of the program in use; sets the one of the picture; and
// those of one band, or one case where the probe has no ramp.
void gl_find_uniforms(struct gl *gl);
void gl_set_size(struct gl *gl, struct probe_shape shape);
void gl_set_uniforms(struct gl *gl, const struct probe *probe,
                     const struct probe_params *params, int band, int column,
                     int variant);

#endif // DEVICE_GL_PRIVATE_H
