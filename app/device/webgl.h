// SPDX-License-Identifier: MIT
//
// What the page's JavaScript (webgl.js) does for C.

#ifndef DEVICE_WEBGL_H
#define DEVICE_WEBGL_H

#include <stdbool.h>

// A context of WebGL `version`, 1 or 2, made current, on a canvas of `side` pixels a
// side. Returns 0, with the browser's reason in `why` [size] if it gives one, if there is
// none.
int webgl_create(int version, int side, char *why, int size);

void webgl_destroy(int context);

// Whether the browser has taken the current context away.
bool webgl_lost(void);

// Strings of the current context and its browser.
enum webgl_word {
    WEBGL_VENDOR,   // of the GPU, as far as the browser tells it
    WEBGL_RENDERER, // of the GPU
    WEBGL_BROWSER,  // "Firefox 153 (X11; Linux x86_64)"
};

// Returns false, and an empty `text` [size], if it is not told.
bool webgl_string(enum webgl_word word, char *text, int size);

// glReadPixels, of a whole framebuffer without gaps. Emscripten's hands a browser all of
// the memory, and Firefox where it answers with noise writes that into all of it.
void webgl_read(int x, int y, int width, int height, unsigned format, unsigned type,
                void *to);

// Of Emscripten: a function of OpenGL ES by name, or NULL.
void *emscripten_GetProcAddress(const char *name);

#endif // DEVICE_WEBGL_H
