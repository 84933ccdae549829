// SPDX-License-Identifier: MIT
//
// How it works: the picture is a texture, the window a viewport of n times its size,
// and a strip of two triangles between them, in a shader that both GLSL ES 1.00 and
// GLSL 1.50 can say. Functions are loaded into the screen: those of the device, which
// may be of another API, stay as they are.

#include "device/screen.h"

#include "base/log.h"
#include "device/glfw.h"
#include "device/glfw_calls.h"

#include <glad/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYS 32

// clang-format off
#define GL_CALLS(call)                                                                   \
    call(ACTIVETEXTURE, ActiveTexture) call(ATTACHSHADER, AttachShader)                  \
    call(BINDATTRIBLOCATION, BindAttribLocation) call(BINDBUFFER, BindBuffer)            \
    call(BINDTEXTURE, BindTexture) call(BUFFERDATA, BufferData) call(CLEAR, Clear)       \
    call(CLEARCOLOR, ClearColor) call(COMPILESHADER, CompileShader)                      \
    call(CREATEPROGRAM, CreateProgram) call(CREATESHADER, CreateShader)                  \
    call(DISABLE, Disable) call(DRAWARRAYS, DrawArrays)                                  \
    call(ENABLEVERTEXATTRIBARRAY, EnableVertexAttribArray)                               \
    call(GENBUFFERS, GenBuffers) call(GENTEXTURES, GenTextures) call(GETERROR, GetError) \
    call(GETPROGRAMIV, GetProgramiv) call(LINKPROGRAM, LinkProgram)                      \
    call(SHADERSOURCE, ShaderSource) call(TEXIMAGE2D, TexImage2D)                        \
    call(TEXPARAMETERI, TexParameteri) call(USEPROGRAM, UseProgram)                      \
    call(VERTEXATTRIBPOINTER, VertexAttribPointer) call(VIEWPORT, Viewport)
// clang-format on

struct screen {
    GLFWwindow *window;
    int keys[KEYS], key_first, key_count;
    bool stale;        // must be drawn again
    int width, height; // of the picture, 0 before the first
    struct {
#define MEMBER(type, name) PFNGL##type##PROC name;
        GL_CALLS(MEMBER)
#undef MEMBER
        // Only desktop contexts need one.
        PFNGLGENVERTEXARRAYSPROC GenVertexArrays;
        PFNGLBINDVERTEXARRAYPROC BindVertexArray;
    } gl;
};

static const char *const vertex_text = "attribute vec2 corner;\n"
                                       "varying vec2 place;\n"
                                       "void main()\n"
                                       "{\n"
                                       "    place = vec2(0.5, -0.5) * corner + 0.5;\n"
                                       "    gl_Position = vec4(corner, 0.0, 1.0);\n"
                                       "}\n";

// The bias keeps a byte what it was whichever way the device rounds.
static const char *const fragment_text =
    "varying vec2 place;\n"
    "uniform sampler2D picture;\n"
    "void main()\n"
    "{\n"
    "    COLOUR = vec4(texture2D(picture, place).rgb + 0.0005, 1.0);\n"
    "}\n";

static const char *const es_prelude = "#version 100\n"
                                      "#define COLOUR gl_FragColor\n"
                                      "#ifdef GL_FRAGMENT_PRECISION_HIGH\n"
                                      "precision highp float;\n"
                                      "#else\n"
                                      "precision mediump float;\n"
                                      "#endif\n";
static const char *const gl_vertex_prelude = "#version 150\n"
                                             "#define attribute in\n"
                                             "#define varying out\n";
static const char *const gl_fragment_prelude = "#version 150\n"
                                               "#define varying in\n"
                                               "#define texture2D texture\n"
                                               "out vec4 COLOUR;\n";

static bool load(struct screen *screen)
{
    bool ok = true;

#define LOAD(type, name)                                                         \
    screen->gl.name = (PFNGL##type##PROC) glfw_calls.GetProcAddress("gl" #name); \
    ok = ok && screen->gl.name;
    GL_CALLS(LOAD)
#undef LOAD
    screen->gl.GenVertexArrays =
        (PFNGLGENVERTEXARRAYSPROC) glfw_calls.GetProcAddress("glGenVertexArrays");
    screen->gl.BindVertexArray =
        (PFNGLBINDVERTEXARRAYPROC) glfw_calls.GetProcAddress("glBindVertexArray");
    return ok;
}

static void push_key(GLFWwindow *window, int key)
{
    struct screen *screen = glfw_calls.GetWindowUserPointer(window);

    if (screen->key_count < KEYS)
        screen->keys[(screen->key_first + screen->key_count++) % KEYS] = key;
}

static void on_character(GLFWwindow *window, unsigned character)
{
    if (character < 128)
        push_key(window, (int) character);
}

static void on_key(GLFWwindow *window, int key, int code, int action, int modifiers)
{
    (void) code;
    (void) modifiers;
    if (key == GLFW_KEY_ESCAPE && action == GLFW_PRESS)
        push_key(window, SCREEN_ESCAPE);
}

static void on_refresh(GLFWwindow *window)
{
    struct screen *screen = glfw_calls.GetWindowUserPointer(window);

    screen->stale = true;
}

static void on_size(GLFWwindow *window, int width, int height)
{
    (void) width;
    (void) height;
    on_refresh(window);
}

static void add_shader(const struct screen *screen, GLuint program, GLenum stage,
                       const char *prelude, const char *text)
{
    const char *parts[] = { prelude, text };
    GLuint shader = screen->gl.CreateShader(stage);

    screen->gl.ShaderSource(shader, 2, parts, NULL);
    screen->gl.CompileShader(shader);
    screen->gl.AttachShader(program, shader);
}

static bool use_program(const struct screen *screen, bool es)
{
    GLuint program = screen->gl.CreateProgram();
    GLint linked = GL_FALSE;

    add_shader(screen, program, GL_VERTEX_SHADER, es ? es_prelude : gl_vertex_prelude,
               vertex_text);
    add_shader(screen, program, GL_FRAGMENT_SHADER, es ? es_prelude : gl_fragment_prelude,
               fragment_text);
    screen->gl.BindAttribLocation(program, 0, "corner");
    screen->gl.LinkProgram(program);
    screen->gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
    screen->gl.UseProgram(program);
    return linked == GL_TRUE;
}

// All state that drawing needs; nobody else uses this context.
static bool set_up(struct screen *screen, bool es)
{
    static const GLfloat corners[] = { -1, -1, 1, -1, -1, 1, 1, 1 };
    GLuint name;

    if (!es && screen->gl.GenVertexArrays && screen->gl.BindVertexArray) {
        screen->gl.GenVertexArrays(1, &name);
        screen->gl.BindVertexArray(name);
    }
    screen->gl.GenBuffers(1, &name);
    screen->gl.BindBuffer(GL_ARRAY_BUFFER, name);
    screen->gl.BufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
    screen->gl.VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    screen->gl.EnableVertexAttribArray(0);
    screen->gl.GenTextures(1, &name);
    screen->gl.BindTexture(GL_TEXTURE_2D, name);
    screen->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    screen->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    screen->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    screen->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    screen->gl.Disable(GL_DITHER);
    screen->gl.ClearColor(0.16f, 0.18f, 0.22f, 1); // no grey: no pixel of a picture
    return use_program(screen, es);
}

static bool adopt(struct screen *screen, bool es)
{
    GLFWwindow *previous = glfw_calls.GetCurrentContext();
    bool ok;

    glfw_calls.MakeContextCurrent(screen->window);
    ok = load(screen) && set_up(screen, es);
    glfw_calls.MakeContextCurrent(previous);
    if (!ok)
        log_error("glfw: the window's context cannot draw a texture");
    return ok;
}

static GLFWwindow *open_window(enum api *api, int width, int height)
{
    GLFWwindow *window;

    if (*api != API_FAKE)
        return glfw_window_open(*api, width, height, true);
    *api = API_GL;
    log_hold(true);
    window = glfw_window_open(*api, width, height, true);
    log_hold(false);
    if (window)
        return window;
    *api = API_ES2;
    return glfw_window_open(*api, width, height, true);
}

struct screen *screen_open(enum api api, int width, int height)
{
    struct screen *screen = calloc(1, sizeof(*screen));

    if (!screen) {
        log_error("glfw: no memory for a window");
        return NULL;
    }
    screen->window = open_window(&api, width, height);
    if (!screen->window || !adopt(screen, api != API_GL)) {
        screen_close(screen);
        return NULL;
    }
    glfw_calls.SetWindowUserPointer(screen->window, screen);
    glfw_calls.SetCharCallback(screen->window, on_character);
    glfw_calls.SetKeyCallback(screen->window, on_key);
    glfw_calls.SetWindowRefreshCallback(screen->window, on_refresh);
    glfw_calls.SetFramebufferSizeCallback(screen->window, on_size);
    return screen;
}

void screen_close(struct screen *screen)
{
    if (!screen)
        return;
    glfw_window_close(screen->window);
    free(screen);
}

void screen_title(struct screen *screen, const char *title)
{
    glfw_calls.SetWindowTitle(screen->window, title);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

// Needs the context to be current.
static void draw(struct screen *screen)
{
    int width, height, scale;

    glfw_calls.GetFramebufferSize(screen->window, &width, &height);
    scale = smaller(width / screen->width, height / screen->height);
    scale = scale < 1 ? 1 : scale;
    screen->gl.Clear(GL_COLOR_BUFFER_BIT);
    screen->gl.Viewport((width - scale * screen->width) / 2,
                        (height - scale * screen->height) / 2, scale * screen->width,
                        scale * screen->height);
    screen->gl.DrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glfw_calls.SwapBuffers(screen->window);
    screen->stale = false;
}

bool screen_show(struct screen *screen, const struct pixels *picture)
{
    GLFWwindow *previous = glfw_calls.GetCurrentContext();
    GLenum error;

    glfw_calls.MakeContextCurrent(screen->window);
    screen->gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, picture->width, picture->height, 0,
                          GL_RGBA, GL_UNSIGNED_BYTE, picture->words);
    error = screen->gl.GetError();
    screen->width = picture->width;
    screen->height = picture->height;
    if (error == GL_NO_ERROR)
        draw(screen);
    glfw_calls.MakeContextCurrent(previous);
    if (error != GL_NO_ERROR)
        log_error("glfw: the window cannot show %d x %d pixels (glGetError 0x%04x)",
                  picture->width, picture->height, error);
    return error == GL_NO_ERROR;
}

static void draw_again(struct screen *screen)
{
    GLFWwindow *previous = glfw_calls.GetCurrentContext();

    glfw_calls.MakeContextCurrent(screen->window);
    draw(screen);
    glfw_calls.MakeContextCurrent(previous);
}

static int pop_key(struct screen *screen)
{
    int key = screen->keys[screen->key_first];

    screen->key_first = (screen->key_first + 1) % KEYS;
    screen->key_count--;
    return key;
}

int screen_key(struct screen *screen, double timeout_s)
{
    if (screen->key_count == 0)
        glfw_calls.WaitEventsTimeout(timeout_s);
    if (glfw_calls.WindowShouldClose(screen->window))
        return SCREEN_CLOSED;
    if (screen->stale && screen->width > 0)
        draw_again(screen);
    return screen->key_count > 0 ? pop_key(screen) : SCREEN_NOTHING;
}
