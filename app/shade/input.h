// SPDX-License-Identifier: MIT
//
// The text of a user's fragment shader, in any of its usual forms, as one that glslang
// and a driver take: GLSL ES 3.20, or GLSL 3.30 and later. Lines keep their numbers.

#ifndef SHADE_INPUT_H
#define SHADE_INPUT_H

#include <stdbool.h>

#define INPUT_MAX (1 << 20) // bytes of a file

struct input {
    char *source; // owned; the file as it was read; NULL if it was none
    char *text;   // owned; the first line is #version
    int version;  // of the text: 320 of ES, else 330 to 460
    bool es;
    const char *form; // what it was: "GLSL ES 1.00", "Shadertoy"
};

// Reads a file. Returns false, after logging "path: why", if it cannot be read, or has a
// version or form that is not supported.
bool input_read(struct input *input, const char *path);

// The same for a text; `name` is for messages.
bool input_take(struct input *input, const char *name, const char *text);

// Accepts a zeroed struct and leaves one.
void input_finish(struct input *input);

#endif // SHADE_INPUT_H
