// SPDX-License-Identifier: MIT
//
// The platform of a browser: a context of WebGL 2, which is OpenGL ES 3.0, or of WebGL 1,
// which is OpenGL ES 2.0, on a canvas that is never shown. webgl.js has the
// functions that C cannot call in a browser.
//
// The driver is in another process. When that ends the context is lost: it takes every
// call and answers nothing. Some browsers answer with noise, against those who recognise
// people by their GPU (Firefox's privacy.resistFingerprinting); one whose pixels are not
// those that were drawn measures nothing.

#include "base/log.h"
#include "device/gl_private.h"
#include "device/open.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- webgl.js ----

// Creates a context of WebGL `version`, 1 or 2, on a canvas of `side` pixels a side, and
// makes it current. Returns 0 if there is none, with the browser's reason in `why` [size]
// if it gives one.
int webgl_create(int version, int side, char *why, int size);

void webgl_destroy(int context);

// Returns true if the browser has taken the current context away.
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

// Returns a function of OpenGL ES by its name, or NULL. Emscripten defines it.
void *emscripten_GetProcAddress(const char *name);

#define SIDE 8 // of the picture that is read back at the start

const enum api open_apis[] = { API_ES3, API_ES2 };
const size_t open_api_count = sizeof open_apis / sizeof *open_apis;
const char *const platform_words = "webgl";
const char *const platform_apis = "/es3 (WebGL 2) or /es2 (WebGL 1)";

// The word that each API alone has.
static const char *const words[API_COUNT] = {
    [API_ES3] = "webgl2", [API_ES2] = "webgl1"
};

bool platform_known(const char *word)
{
    return !strcmp(word, "webgl") || !strcmp(word, words[API_ES3]) ||
           !strcmp(word, words[API_ES2]);
}

void platforms_list(struct platforms *platforms)
{
    platforms->count = 1;
    snprintf(platforms->ids[0], sizeof platforms->ids[0], "webgl");
}

// WebGL maps no buffers; only compute shaders and sweeps ask for that.
static void *map_nothing(GLenum target, GLintptr offset, GLsizeiptr length,
                         GLbitfield access)
{
    (void) target, (void) offset, (void) length, (void) access;
    return NULL;
}

static GLboolean unmap_nothing(GLenum target)
{
    (void) target;
    return GL_FALSE;
}

static gl_function load_web(const char *name)
{
    gl_function function = NULL;
    void *symbol = emscripten_GetProcAddress(name);

    if (!strcmp(name, "glReadPixels"))
        return (gl_function) webgl_read;
    if (!strcmp(name, "glMapBufferRange"))
        return (gl_function) map_nothing;
    if (!strcmp(name, "glUnmapBuffer"))
        return (gl_function) unmap_nothing;
    memcpy(&function, &symbol, sizeof function);
    return function;
}

static void web_release(void *context)
{
    webgl_destroy((int) (size_t) context);
}

// The strings of the GPU follow those of WebGL, if the browser gives them.
static void unmask(struct facts *facts)
{
    char text[sizeof facts->renderer];

    if (webgl_string(WEBGL_RENDERER, text, sizeof text))
        facts_copy(facts->renderer, sizeof facts->renderer, text);
    if (webgl_string(WEBGL_VENDOR, text, sizeof text))
        facts_copy(facts->vendor, sizeof facts->vendor, text);
    facts->software = facts_is_software(facts->renderer);
    facts->masked = facts_is_masked(facts->renderer);
}

static enum device_answer (*paint_gl)(struct device *device, const struct probe *probe,
                                      const struct probe_params *params, int variant,
                                      struct pixels *out);

static enum device_answer web_paint(struct device *device, const struct probe *probe,
                                    const struct probe_params *params, int variant,
                                    struct pixels *out)
{
    enum device_answer answer = DEVICE_REFUSED;

    if (!webgl_lost())
        answer = paint_gl(device, probe, params, variant, out);
    if (!webgl_lost() || answer == DEVICE_BROKEN)
        return answer;
    log_error("%s: the context was lost", device->facts.id);
    return DEVICE_BROKEN;
}

// Cells of two colours, in turn.
static void clear_cells(void)
{
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glEnable(GL_SCISSOR_TEST);
    for (int i = 0; i < SIDE * SIDE; i++) {
        bool odd = (i + i / SIDE) % 2;

        glScissor(i % SIDE, i / SIDE, 1, 1);
        glClearColor(odd ? 0.2f : 0.6f, odd ? 0.8f : 0.4f, odd ? 0.4f : 0.2f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glDisable(GL_SCISSOR_TEST);
}

static bool near_level(uint32_t word, int shift, int level)
{
    return abs((int) (word >> shift & 0xff) - level) <= 8;
}

// Whether cells of one colour are one word, and nearly that colour.
static bool reads_cells(void)
{
    uint32_t got[SIDE * SIDE] = { 0 };

    clear_cells();
    glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, got);
    for (int i = 0; i < SIDE * SIDE; i++) {
        bool odd = (i + i / SIDE) % 2;

        if (got[i] != got[odd] || !near_level(got[i], 0, odd ? 51 : 153) ||
            !near_level(got[i], 8, odd ? 204 : 102))
            return false;
    }
    return true;
}

// Twice: noise differs.
static bool reads_back(void)
{
    GLint bound = 0;

    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
    bool good = reads_cells() && reads_cells();
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint) bound);
    return good;
}

static bool web_adopt(struct device *device, int context,
                      const struct device_options *options)
{
    if (!gl_open(device, load_web, options, web_release, (void *) (size_t) context))
        return false;
    unmask(&device->facts);
    paint_gl = device->paint;
    device->paint = web_paint;
    if (reads_back())
        return true;
    log_error(
        "%s: this browser answers with noise where pixels are read back; it resists "
        "fingerprinting",
        device->facts.id);
    device_close(device);
    return false;
}

bool open_platform(struct device *device, const char *platform, enum api api,
                   const struct device_options *options)
{
    char text[240] = "";
    bool allowed =
        words[api] && (!strcmp(platform, "webgl") || !strcmp(platform, words[api]));
    int context =
        allowed ? webgl_create(api == API_ES3 ? 2 : 1, SIDE, text, sizeof text) : 0;

    *device = (struct device){ 0 };
    if (!context) {
        log_error("%s: no %s in this browser%s%s", platform,
                  !words[api]      ? "OpenGL"
                  : api == API_ES3 ? "WebGL 2"
                                   : "WebGL 1",
                  text[0] ? ": " : "", text);
        return false;
    }
    open_set_id(device, "webgl", api);
    webgl_string(WEBGL_BROWSER, text, sizeof text);
    facts_copy(device->facts.driver, sizeof device->facts.driver, text);
    return web_adopt(device, context, options);
}
