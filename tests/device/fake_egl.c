// SPDX-License-Identifier: MIT
//
// A hostile driver: a libEGL.so.1 with a GL behind it that draws nothing and fails in
// the way that FPSTRIPE_TEST_EGL names. Without it, it is an ES 3.2 device on which no
// pixel is ever painted. FPSTRIPE_TEST_STRING is in every string that it returns. Built
// with FAKE_EGL_EMPTY it is a library that is none.

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef FAKE_EGL_EMPTY

int fake_egl_empty = 1;

#else

// No header of EGL or GL: their prototypes would forbid the one function that stands
// for all the others.
#    define EGL_FALSE            0u
#    define EGL_TRUE             1u
#    define EGL_SUCCESS          0x3000
#    define EGL_NOT_INITIALIZED  0x3001
#    define EGL_VENDOR           0x3053
#    define EGL_VERSION          0x3054
#    define EGL_CLIENT_APIS      0x308d
#    define GL_UNSIGNED_BYTE     0x1401u
#    define GL_RED               0x1903u
#    define GL_RED_INTEGER       0x8d94u
#    define GL_OUT_OF_MEMORY     0x0505u
#    define GL_CONTEXT_LOST      0x0507u
#    define GL_SCISSOR_TEST      0x0c11u
#    define GL_MAX_TEXTURE_SIZE  0x0d33
#    define GL_NUM_EXTENSIONS    0x821d
#    define GL_CURRENT_PROGRAM   0x8b8d
#    define GL_VENDOR            0x1f00
#    define GL_RENDERER          0x1f01
#    define GL_VERSION           0x1f02
#    define GL_GLSL_VERSION      0x8b8c
#    define GL_COMPILE_STATUS    0x8b81
#    define GL_LINK_STATUS       0x8b82
#    define GL_INFO_LOG_LENGTH   0x8b84
#    define GL_FRAMEBUFFER_WHOLE 0x8cd5
#    define COMPILER_LOG         "\033[31mno\033[0m\r\n0:8: nor this\n\n"

typedef void (*function)(void);

static uint32_t cleared[4], colour;
static int drawn, scissored;

static const char *string_of(const char *usual)
{
    const char *string = getenv("FPSTRIPE_TEST_STRING");

    return string ? string : usual;
}

static int fails(const char *how)
{
    const char *mode = getenv("FPSTRIPE_TEST_EGL");

    return mode && !strcmp(mode, how);
}

static int *volatile nowhere;

static void crash(void)
{
    *nowhere = 1;
}

// Until the stack is used up.
static int overflow(volatile int *below)
{
    volatile int room[1024];

    room[0] = *below + 1;
    return room[0] < 0 ? 0 : overflow(room) + room[0];
}

static void *crash_elsewhere(void *unused)
{
    crash();
    return unused;
}

static void hang(void)
{
    for (;;)
        pause();
}

// EGL. A handle is any pointer but NULL.

static char handle;

const char *eglQueryString(void *display, int name)
{
    if (fails("egl-null-strings"))
        return NULL;
    if (!display)
        return "EGL_EXT_client_extensions EGL_EXT_platform_base EGL_EXT_device_base "
               "EGL_EXT_device_enumeration EGL_EXT_device_query EGL_EXT_platform_device "
               "EGL_MESA_platform_surfaceless";
    switch (name) {
    case EGL_VENDOR: return string_of("nobody");
    case EGL_VERSION: return string_of("1.5 hostile");
    case EGL_CLIENT_APIS: return "OpenGL_ES";
    default: return "EGL_KHR_create_context EGL_KHR_surfaceless_context";
    }
}

unsigned eglQueryDevicesEXT(int room, void **devices, int *count)
{
    *count = fails("no-devices") ? 0 : 1;
    if (devices && room > 0 && *count > 0)
        devices[0] = &handle;
    return EGL_TRUE;
}

const char *eglQueryDeviceStringEXT(void *device, int name)
{
    return fails("egl-null-strings") ? NULL : string_of("");
}

void *eglGetDisplay(void *native)
{
    return fails("no-devices") ? NULL : &handle;
}

void *eglGetPlatformDisplay(unsigned platform, void *native, const intptr_t *attributes)
{
    return eglGetDisplay(native);
}

void *eglGetPlatformDisplayEXT(unsigned platform, void *native, const int *attributes)
{
    return eglGetDisplay(native);
}

unsigned eglInitialize(void *display, int *major, int *minor)
{
    if (fails("init-crashes"))
        crash();
    if (fails("init-aborts"))
        abort();
    if (fails("init-overflows"))
        return (unsigned) overflow(&(int){ 0 });
    if (fails("init-hangs"))
        hang();
    if (fails("init-fails"))
        return EGL_FALSE;
    if (fails("chatty") && (puts("driver: on standard output") < 0 || fflush(stdout)))
        return EGL_FALSE;
    if (major)
        *major = 1;
    if (minor)
        *minor = 5;
    return EGL_TRUE;
}

int eglGetError(void)
{
    return fails("init-fails") ? EGL_NOT_INITIALIZED : EGL_SUCCESS;
}

unsigned eglChooseConfig(void *display, const int *attributes, void **configs, int room,
                         int *count)
{
    *count = fails("no-config") ? 0 : 1;
    if (configs && room > 0 && *count > 0)
        configs[0] = &handle;
    return EGL_TRUE;
}

void *eglCreateContext(void *display, void *config, void *share, const int *attributes)
{
    return fails("no-context") ? NULL : &handle;
}

void *eglCreatePbufferSurface(void *display, void *config, const int *attributes)
{
    return &handle;
}

// Called by other prototypes, as every ABI that has a libEGL.so.1 allows.
#    define SUCCEEDS(name)   \
        unsigned name(void)  \
        {                    \
            return EGL_TRUE; \
        }

SUCCEEDS(eglBindAPI)
SUCCEEDS(eglMakeCurrent)
SUCCEEDS(eglDestroyContext)
SUCCEEDS(eglDestroySurface)
SUCCEEDS(eglTerminate)
SUCCEEDS(eglReleaseThread)

// GL.

static const char *get_string(unsigned name)
{
    static char version[512];

    if (fails("gl-null-strings"))
        return NULL;
    switch (name) {
    case GL_VENDOR: return string_of("nobody");
    case GL_RENDERER: return string_of("hostile\trenderer\n\xff");
    case GL_VERSION:
        snprintf(version, sizeof version, "OpenGL ES 3.2 %s", string_of("hostile"));
        return version;
    case GL_GLSL_VERSION: return "OpenGL ES GLSL ES 3.20";
    default: return string_of("");
    }
}

static void get_integer(unsigned name, int *value)
{
    bool one = name == GL_NUM_EXTENSIONS || name == GL_CURRENT_PROGRAM;

    *value = name == GL_MAX_TEXTURE_SIZE ? 4096 : one;
}

static unsigned make_one(void)
{
    return 1;
}

static void get_shader(unsigned shader, unsigned name, int *value)
{
    int bad = fails("compile-fails") || fails("compile-fails-mute");

    *value = name == GL_COMPILE_STATUS || name == GL_LINK_STATUS ? !bad
             : name == GL_INFO_LOG_LENGTH && fails("compile-fails")
                 ? (int) (strlen(string_of(COMPILER_LOG)) + sizeof "0:7: error: ")
                 : 0;
}

static void get_log(unsigned shader, int room, int *length, char *text)
{
    int written = 0;

    if (room > 0 && fails("compile-fails"))
        written =
            snprintf(text, (size_t) room, "0:7: error: %s", string_of(COMPILER_LOG));
    if (length)
        *length = written;
}

static unsigned framebuffer_status(void)
{
    return fails("no-target") ? 0 : GL_FRAMEBUFFER_WHOLE;
}

static unsigned get_error(void)
{
    if (drawn && fails("lost"))
        return GL_CONTEXT_LOST;
    return drawn && fails("out-of-memory") ? GL_OUT_OF_MEMORY : 0;
}

static void draw(void)
{
    pthread_t thread;

    drawn = 1;
    if (fails("draw-crashes"))
        crash();
    if (fails("draw-hangs"))
        hang();
    if (fails("thread-crashes") && !pthread_create(&thread, NULL, crash_elsewhere, NULL))
        pthread_join(thread, NULL);
}

// A part of the target is nothing to a driver of one colour.
static void clear_integers(unsigned buffer, int index, const uint32_t *words)
{
    if (!scissored)
        memcpy(cleared, words, sizeof cleared);
}

// As bytes, the way that RGBA8 pixels are read back.
static void clear_colour(float red, float green, float blue, float alpha)
{
    colour = (uint32_t) (red * 255 + 0.5f) | (uint32_t) (green * 255 + 0.5f) << 8 |
             (uint32_t) (blue * 255 + 0.5f) << 16 | (uint32_t) (alpha * 255 + 0.5f) << 24;
}

static void clear(unsigned what)
{
    if (!scissored)
        cleared[0] = colour;
}

static void enable(unsigned what)
{
    scissored |= what == GL_SCISSOR_TEST;
}

static void disable(unsigned what)
{
    scissored &= what != GL_SCISSOR_TEST;
}

static void read_pixels(int x, int y, int width, int height, unsigned format,
                        unsigned type, void *out)
{
    if ((uintptr_t) out < 1 << 16) // a place in a pixel pack buffer
        return;
    // One word a pixel, or four: integers and floats of all channels.
    bool bytes = type == GL_UNSIGNED_BYTE;
    bool one = format == GL_RED || format == GL_RED_INTEGER;
    size_t words = bytes || one ? 1 : 4;

    for (size_t i = 0; i < (size_t) width * (size_t) height; i++)
        memcpy((char *) out + 4 * words * i, cleared, 4 * words);
}

// The word that was set last, of whatever uniform.
static uint32_t uniform;

static void set_uniform(int location, uint32_t value)
{
    uniform = value;
}

static void get_uniform(unsigned program, int location, uint32_t *value)
{
    *value = uniform;
}

static long nothing(void)
{
    return 0;
}

static const struct {
    const char *name;
    function call;
} functions[] = {
    { "glGetString", (function) get_string },
    { "glGetStringi", (function) get_string },
    { "glGetIntegerv", (function) get_integer },
    { "glCreateShader", (function) make_one },
    { "glCreateProgram", (function) make_one },
    { "glGetShaderiv", (function) get_shader },
    { "glGetProgramiv", (function) get_shader },
    { "glGetShaderInfoLog", (function) get_log },
    { "glGetProgramInfoLog", (function) get_log },
    { "glCheckFramebufferStatus", (function) framebuffer_status },
    { "glGetError", (function) get_error },
    { "glDrawArrays", (function) draw },
    { "glClearBufferuiv", (function) clear_integers },
    { "glClearBufferfv", (function) clear_integers },
    { "glClearColor", (function) clear_colour },
    { "glClear", (function) clear },
    { "glEnable", (function) enable },
    { "glDisable", (function) disable },
    { "glReadPixels", (function) read_pixels },
    { "glUniform1ui", (function) set_uniform },
    { "glGetUniformuiv", (function) get_uniform },
};

function eglGetProcAddress(const char *name)
{
    int gl = !strncmp(name, "gl", 2);

    if (gl && fails("no-gl"))
        return NULL;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (!strcmp(name, functions[i].name))
            return functions[i].call;
    return gl ? (function) nothing : NULL;
}

#endif
