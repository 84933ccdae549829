// SPDX-License-Identifier: MIT
//
// A user's fragment shader: its text, the program that it is for a device, and pictures
// of it. Pictures are numbers [height][width][4], row 0 at the bottom; a pixel that the
// shader discards is four zeros.

#ifndef SHADE_SHADE_H
#define SHADE_SHADE_H

#include "device/fake.h"
#include "shade/input.h"
#include "shade/lower.h"
#include "shade/machine.h"
#include "shade/spirv.h"
#include "shade/trace.h"

#include <stdbool.h>
#include <stdint.h>

#define SHADE_SIZE_MAX 4096

// ---- a shader ----

struct shade {
    const char *name; // of the file, the caller's
    struct input input;
    uint32_t *words;
    struct spirv spirv;
};

// Reads and compiles a file. Returns false, after logging "path:line: why", if it is no
// shader, or of another kind than are supported; `shade` is then zeroed.
bool shade_open(struct shade *shade, const char *path);

// The same of a text, with the name of the file that messages give.
bool shade_take(struct shade *shade, const char *name, const char *text);

// Makes the program for a device whose formulas are `traits`. Returns false, after
// logging "path:line: why"; `program` is then zeroed.
bool shade_program(const struct shade *shade, const struct lower_traits *traits,
                   struct program *program);

// Accepts a zeroed struct and leaves one.
void shade_close(struct shade *shade);

// ---- a device ----

// A simulated device. It does not move: its units refer to it.
struct shade_device {
    struct device device;
    struct fake_arithmetic arithmetic[PROGRAM_PRECISIONS];
    struct machine_device machine;
    const struct lower_traits *traits;
    struct captured *captured; // owned; NULL: it is not a capture
};

// Opens "fake:...", with the formulas of the name `traits` (lower.h). Returns false,
// after logging why, if one of them is malformed, or if the device deviates in a way that
// shade does not simulate; `device` is then zeroed.
bool shade_device_open(struct shade_device *device, const char *id, const char *traits);

// Returns true if `id` is the path of a capture, or of its folder.
bool shade_is_capture(const char *id);

// Opens a capture as a device that does what its pictures show; what they do not show is
// open (opens.h). Returns false, after logging why; `device` is then zeroed.
bool shade_device_capture(struct shade_device *device, const char *path);

// Sets the yardstick: binary64, and formulas as GLSL writes them.
void shade_device_exact(struct shade_device *device);

// Accepts a zeroed struct and leaves one.
void shade_device_close(struct shade_device *device);

// ---- pictures ----

// The value of a uniform that the user sets: numbers, or a texture.
struct shade_set {
    char name[PROGRAM_NAME]; // "light.pos", "w[2]"
    double *numbers;         // [count], owned
    int count;
    struct texture texture; // of its `bytes`
    char *path;             // of the picture, owned; NULL: it is numbers
    uint8_t *bytes;         // owned
};

// Reads "name=1.0,2.0" or "name=picture.png,nearest,clamp". Returns false, after logging
// why, if it is malformed, or if the picture cannot be read; finish it in any case.
bool shade_read_set(struct shade_set *set, const char *text);

// Accepts a zeroed struct and leaves one.
void shade_set_finish(struct shade_set *set);

struct shade_scene {
    int width, height; // in [1, SHADE_SIZE_MAX]
    double time;       // seconds: of iTime, u_time, time
    const struct shade_set *sets;
    int set_count;
    const struct texture *const *textures; // as machine.h has them
    int timeout_s;                         // 0: none
    uint32_t *open; // [height][width]: origins of open pixels (opens.h), of a captured
                    // device; NULL: they are not asked for
};

// Returns the name of a uniform or input as the user wrote it: without what the upgrade
// of the text puts in front.
const char *shade_name(const char *name);

// Returns false, after logging why, if a set names no uniform of the program, or one that
// has other numbers.
bool shade_check_sets(const struct shade_scene *scene, const struct program *program);

// Finds the numbers of a uniform, [external->count]: those that are set, and time, size
// and the like by the names of Shadertoy, The Book of Shaders and three.js; zeros else.
void shade_uniform(const struct shade_scene *scene, const struct program *program,
                   const struct program_external *external, double *numbers);

// Returns the texture of a sampler, or of an element of an array of them, and its file;
// the test picture and NULL if it is not set.
const struct texture *shade_texture(const struct shade_scene *scene,
                                    const struct program_external *external,
                                    uint32_t element, const char **path);

// Returns the textures of a program for scene->textures; free them.
const struct texture **shade_textures(const struct shade_scene *scene,
                                      const struct program *program);

// Draws into `out`. `rounds` as in machine.h. Returns false, after logging why, if the
// shader was not done after scene->timeout_s.
bool shade_draw(const struct program *program, const struct machine_device *device,
                const struct shade_scene *scene, const bool *rounds, double *out);

// The same on a real device. Returns false, with why in device->reason.
bool shade_draw_real(struct device *device, const struct shade *shade,
                     const struct program *program, const struct shade_scene *scene,
                     double *out);

// ---- comparing ----

// How two pictures differ, as a screen shows them: each channel in [0, 1]. A NaN shows as
// 0, as most devices convert it.
struct shade_difference {
    double largest, mean; // of a pixel's most different channel
    long pixels, changed; // of all, and of those that differ by more than the limit
    int x, y;             // where it is largest, from the bottom left
};

struct shade_difference shade_compare(const struct shade_scene *scene, const double *got,
                                      const double *want, double limit);

// The blame of a line: what rounding on it alone, and nowhere else, changes.
struct shade_blame {
    uint32_t line;
    struct shade_difference difference;
    int median, worst;        // bits lost, by pixel; only of the lines that are blamed
    struct trace_event event; // the operation that loses most
};

struct shade_blames {
    struct shade_blame *lines; // owned; the worst first
    int count, untried;        // untried: lines for which there was no time
    int blamed;                // so many of the first lines are blamed
    bool together;      // they pass the limit only together, and no fewer of them do
    double limit;       // differences up to it do not count
    struct trace trace; // owned: of the picture in which all lines round
};

// The pictures of a program: the exact one, and the device's.
struct shade_pictures {
    const struct program *program;
    const struct machine_device *device;
    const struct shade_scene *scene;
    const double *exact, *got;
};

// Draws the shader once for each line that has operations which round, and adds the line
// to `blames`, which is empty before. The limit is `blames->limit`. If no line alone
// passes it, though the picture does, the lines are blamed that do so together. After
// scene->timeout_s in all, the lines that are left are counted as untried. Returns false,
// after logging why, if one picture takes that long.
bool shade_find_blame(const struct shade_pictures *pictures, struct shade_blames *blames);

// Accepts a zeroed struct and leaves one.
void shade_blames_finish(struct shade_blames *blames);

#endif // SHADE_SHADE_H
