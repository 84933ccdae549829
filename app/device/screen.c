// SPDX-License-Identifier: MIT
//
// How it works: the picture is a texture, the window a viewport of n times its size,
// and a strip of two triangles between them, in a shader that both GLSL ES 1.00 and
// GLSL 1.50 can say. Functions are loaded into the screen: those of the device, which
// may be of another API, stay as they are.

#include "device/screen.h"

#include "base/environment.h"
#include "base/log.h"
#include "base/memory.h"
#include "device/glfw_calls.h"
#include "device/open.h"
#include "device/shader.h"

#include <glad/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYS 32

// clang-format off
#define GL_CALLS(call)                                                                   \
    call(ActiveTexture) call(AttachShader) call(BindAttribLocation) call(BindBuffer)     \
    call(BindTexture) call(BufferData) call(Clear) call(ClearColor) call(CompileShader)  \
    call(CreateProgram) call(CreateShader) call(Disable) call(DrawArrays)                \
    call(EnableVertexAttribArray) call(GenBuffers) call(GenTextures) call(GetError)      \
    call(GetProgramiv) call(LinkProgram) call(ShaderSource) call(TexImage2D)             \
    call(TexParameteri) call(UseProgram) call(VertexAttribPointer) call(Viewport)
// Only desktop contexts need these.
#define GL_MORE(call) call(GenVertexArrays) call(BindVertexArray)
// clang-format on

struct screen {
    GLFWwindow *window;
    int keys[KEYS], key_first, key_count;
    bool stale;        // must be drawn again
    int width, height; // of the picture, 0 before the first
    struct {
#define MEMBER(name) __typeof__(glad_gl##name) name;
        GL_CALLS(MEMBER)
        GL_MORE(MEMBER)
#undef MEMBER
    } gl;
};

static bool screen_load(struct screen *screen)
{
    bool ok = true;

#define LOAD(name) \
    screen->gl.name = (__typeof__(glad_gl##name)) glfw_calls.GetProcAddress("gl" #name);
    GL_CALLS(LOAD)
    GL_MORE(LOAD)
#undef LOAD
#define CHECK(name) ok = ok && screen->gl.name;
    GL_CALLS(CHECK)
#undef CHECK
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

static void add_shader(const struct screen *screen, GLuint program, GLenum stage, bool es,
                       const char *name)
{
    const char *parts[] = { es ? "#version 100\n" : "#version 150\n",
                            shader_embedded(name) };
    GLuint shader = screen->gl.CreateShader(stage);

    screen->gl.ShaderSource(shader, 2, parts, NULL);
    screen->gl.CompileShader(shader);
    screen->gl.AttachShader(program, shader);
}

static bool use_program(const struct screen *screen, bool es)
{
    GLuint program = screen->gl.CreateProgram();
    GLint linked = GL_FALSE;

    add_shader(screen, program, GL_VERTEX_SHADER, es, "screen/vertex");
    add_shader(screen, program, GL_FRAGMENT_SHADER, es, "screen/fragment");
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
    screen->gl.BufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
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

static bool screen_adopt(struct screen *screen, bool es)
{
    GLFWwindow *previous = glfw_calls.GetCurrentContext();
    bool ok;

    glfw_calls.MakeContextCurrent(screen->window);
    ok = screen_load(screen) && set_up(screen, es);
    glfw_calls.MakeContextCurrent(previous);
    environment_own();
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
    struct screen *screen = memory_new(1, sizeof *screen);

    screen->window = open_window(&api, width, height);
    if (!screen->window || !screen_adopt(screen, api != API_GL)) {
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
static void screen_draw(struct screen *screen)
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
        screen_draw(screen);
    glfw_calls.MakeContextCurrent(previous);
    environment_own();
    if (error != GL_NO_ERROR)
        log_error("glfw: the window cannot show %d x %d pixels (glGetError 0x%04x)",
                  picture->width, picture->height, error);
    return error == GL_NO_ERROR;
}

static void draw_again(struct screen *screen)
{
    GLFWwindow *previous = glfw_calls.GetCurrentContext();

    glfw_calls.MakeContextCurrent(screen->window);
    screen_draw(screen);
    glfw_calls.MakeContextCurrent(previous);
    environment_own();
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
    environment_own();
    if (glfw_calls.WindowShouldClose(screen->window))
        return SCREEN_CLOSED;
    if (screen->stale && screen->width > 0)
        draw_again(screen);
    return screen->key_count > 0 ? pop_key(screen) : SCREEN_NOTHING;
}
