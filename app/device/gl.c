// SPDX-License-Identifier: MIT

#include "device/open.h"

#include "base/clock.h"
#include "base/environment.h"
#include "base/log.h"
#include "base/memory.h"
#include "device/gl_own.h"
#include "device/gl_points.h"
#include "device/gl_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*before_gl)(void);
static bool context_lost; // glGetError has said so since the context was made

bool gl_lost(void)
{
    return context_lost;
}

void device_before_gl(void (*call)(void))
{
    before_gl = call;
}

void gl_announce(void)
{
    if (before_gl)
        before_gl();
    before_gl = NULL;
}

// Draws; once more where what is read back is no longer of the draw. Returns NULL, or why
// nothing was drawn; *lost: the driver no longer answers, and reports no error.
static const char *draw_twice(struct device *device, const struct probe *probe,
                              const struct probe_params *params, int variant,
                              struct pixels *out, bool *lost)
{
    struct gl *gl = device->priv;
    bool *held = &gl->held[probe->targets ? TARGET_COUNT : device->drawn.target];
    const char *why = gl_draw(device, probe, params, variant, out);

    if (!why && *held && !gl->shown)
        why = gl_draw(device, probe, params, variant, out);
    *lost = !why && *held && !gl->shown;
    *held = *held || (!why && gl->shown);
    return why;
}

// Draws with the program in use and looks for errors.
static enum device_answer paint_once(struct device *device, const struct probe *probe,
                                     const struct probe_params *params, int variant,
                                     struct pixels *out)
{
    bool lost;
    const char *why = draw_twice(device, probe, params, variant, out, &lost);
    GLenum error = glGetError();

    if (why || error == GL_OUT_OF_MEMORY || error == GL_INVALID_OPERATION ||
        error == GL_INVALID_FRAMEBUFFER_OPERATION) {
        snprintf(device->reason, sizeof device->reason, "%s (glGetError 0x%04x)",
                 why ? why : "drawing failed", error);
        return DEVICE_REFUSED;
    }
    if (error != GL_NO_ERROR) {
        log_error("%s: the context was lost (glGetError 0x%04x)", device->facts.id,
                  error);
        return DEVICE_BROKEN;
    }
    if (lost) {
        log_error("%s: the driver no longer draws or reads back, and reports no error",
                  device->facts.id);
        return DEVICE_BROKEN;
    }
    return DEVICE_PAINTED;
}

// With controls above, which are left out.
static enum device_answer paint_points(struct device *device, const struct probe *probe,
                                       const struct probe_params *params, int variant,
                                       struct pixels *out)
{
    int rows = gl_point_rows(out), x, y;
    struct pixels tall;

    pixels_init(&tall, out->width, out->height + rows, out->readout);
    enum device_answer answer = paint_once(device, probe, params, variant, &tall);

    if (answer == DEVICE_PAINTED) {
        memcpy(out->words, pixels_row(&tall, rows),
               (size_t) out->width * (size_t) out->height * sizeof *out->words);
        if (!pixels_find_canary(&tall, &x, &y) &&
            !gl_points_exact(device, probe, params->stage, &tall, rows))
            answer = DEVICE_UNABLE;
    }
    pixels_finish(&tall);
    return answer;
}

// Draws in the way that the search stands at.
static enum device_answer paint_by_way(struct device *device, const struct probe *probe,
                                       const struct probe_params *params, int variant,
                                       struct pixels *out)
{
    struct gl *gl = device->priv;

    gl_clear_errors();
    enum device_answer answer = gl_use_program(device, probe, params);

    if (answer != DEVICE_PAINTED)
        return answer;
    bool is_es2 = gl->dialect.version == 100;

    if (is_es2)
        gl_set_textures(gl, probe, params);
    else
        gl_set_cases(gl, probe, params, variant);
    device->drawn = gl_way(gl, probe, params);
    return is_es2 && device->drawn.draw == DRAW_POINTS && !probe->targets
               ? paint_points(device, probe, params, variant, out)
               : paint_once(device, probe, params, variant, out);
}

// The first way that paints all of one picture is kept for all like it. Where none does,
// the usual one answers, here and from then on.
static enum device_answer paint_program(struct device *device, const struct probe *probe,
                                        const struct probe_params *params, int variant,
                                        struct pixels *out)
{
    struct gl *gl = device->priv;
    struct gl_search *search = gl_search(gl, probe, params);
    enum device_answer answer = paint_by_way(device, probe, params, variant, out);
    int x, y;

    while (!search->ended && answer != DEVICE_BROKEN && gl->program) {
        search->ended = answer == DEVICE_PAINTED && !pixels_find_canary(out, &x, &y);
        if (search->ended)
            break;
        search->way++;
        if (!gl_way(gl, probe, params).draw) {
            search->way = 0;
            search->ended = true;
        }
        answer = paint_by_way(device, probe, params, variant, out);
    }
    return answer;
}

// Every second word is of the second program, if the probe has one.
static enum device_answer paint_both(struct device *device, const struct probe *probe,
                                     const struct probe_params *params, int variant,
                                     struct pixels *out)
{
    enum device_answer answer = paint_program(device, probe, params, variant, out);
    struct probe_params second = gl_second(params);
    struct drawn drawn = device->drawn;
    struct pixels others;

    if (!probe->second || answer != DEVICE_PAINTED)
        return answer;
    pixels_init(&others, out->width, out->height, out->readout);
    answer = paint_program(device, probe, &second, variant, &others);
    for (int i = 1; answer == DEVICE_PAINTED && i < out->width * out->height; i += 2)
        out->words[i] = others.words[i];
    pixels_finish(&others);
    device->drawn = drawn;
    return answer;
}

// A lost context may refuse a call in many ways. Such a refusal is not a result.
static enum device_answer gl_paint(struct device *device, const struct probe *probe,
                                   const struct probe_params *params, int variant,
                                   struct pixels *out)
{
    enum device_answer answer = paint_both(device, probe, params, variant, out);

    if (answer != DEVICE_PAINTED)
        gl_clear_errors();
    if (answer == DEVICE_BROKEN || !gl_lost())
        return answer;
    log_error("%s: " GL_LOST, device->facts.id);
    return DEVICE_BROKEN;
}

static void gl_close_device(struct device *device)
{
    struct gl *gl = device->priv;

    gl->release(gl->context);
    free(gl);
}

// State that all draws share. Dithering is on by default in ES.
static void gl_set_up(struct gl *gl, const struct facts *facts)
{
    static const GLfloat corners[] = { -1, -1, 1, -1, -1, 1, 1, 1 };

    glDisable(GL_DITHER);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &gl->dialect.texture_size);
    glGenFramebuffers(1, &gl->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    if (facts->api == API_ES2) {
        glGenTextures(1, &gl->target_texture);
        glBindTexture(GL_TEXTURE_2D, gl->target_texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glGenBuffers(1, &gl->vertices);
        glBindBuffer(GL_ARRAY_BUFFER, gl->vertices);
        glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
        return;
    }
    if (facts->api == API_GL)
        glEnable(GL_PROGRAM_POINT_SIZE);
    glGenVertexArrays(1, &gl->vertex_array);
    glBindVertexArray(gl->vertex_array);
    glGenBuffers(1, &gl->vertices);
    gl_number_vertices(gl, 3);
    glVertexAttribPointer(0, 1, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
}

// NULL, or which function is not there without which nothing is drawn.
static const char *lacks_entries(struct device *device)
{
    bool es2 = device->facts.api == API_ES2;
    const char *lacks = gl_lacks_entry(GL_ENTRIES_EVERYWHERE);

    if (!lacks)
        lacks = gl_lacks_entry(es2 ? GL_ENTRIES_ES2 : GL_ENTRIES_ES3);
    if (!lacks)
        return NULL;
    snprintf(device->reason, sizeof device->reason, "the driver has no %s", lacks);
    return device->reason;
}

static void before_call(const char *name, GLADapiproc function, int count, ...)
{
    (void) name, (void) function, (void) count;
    environment_enter();
}

static void after_call(void *result, const char *name, GLADapiproc function, int count,
                       ...)
{
    (void) name, (void) count;
    environment_leave();
    if (function == (GLADapiproc) glad_glGetError)
        context_lost |= *(const GLenum *) result == GL_CONTEXT_LOST;
}

// Loads all functions. The loader of glad calls some of them itself.
static bool gl_load(enum api api, gl_loader loader)
{
    context_lost = false;
    environment_enter();
    int loaded = api == API_GL ? gladLoadGL((GLADloadfunc) loader)
                               : gladLoadGLES2((GLADloadfunc) loader);
    environment_leave();
    gladSetGLPreCallback(before_call);
    gladSetGLPostCallback(after_call);
    return loaded && glad_glGetString;
}

// NULL, or why the context cannot be used.
static const char *gl_adopt(struct device *device, struct gl *gl, gl_loader loader)
{
    if (!gl_load(device->facts.api, loader))
        return "its GL entry points cannot be loaded";

    const char *reason = lacks_entries(device);

    if (!reason)
        reason = gl_read_facts(device, gl);
    if (reason)
        return reason;
    gl_set_up(gl, &device->facts);
    gl_clear_errors();
    return gl_lost() ? GL_LOST : NULL;
}

bool gl_open(struct device *device, gl_loader loader,
             const struct device_options *options, void (*release)(void *context),
             void *context)
{
    struct gl *gl = memory_new(1, sizeof *gl);
    const char *reason;

    gl->release = release;
    gl->number = (uint32_t) clock_now_ns(); // what another process drew may be left
    gl->compiles_ahead = -1;
    gl->context = context;
    if (options && options->shader_dir)
        snprintf(gl->shader_dir, sizeof gl->shader_dir, "%s", options->shader_dir);
    reason = gl_adopt(device, gl, loader);
    if (reason) {
        log_error("%s: %s", device->facts.id, reason);
        release(context);
        free(gl);
        *device = (struct device){ 0 };
        return false;
    }
    device->priv = gl;
    device->unsupported = gl_unsupported;
    device->paint = gl_paint;
    device->stores = gl->dialect.version == 100;
    device->prepare = gl_prepare_program;
    device->close = gl_close_device;
    return true;
}
