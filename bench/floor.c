// SPDX-License-Identifier: MIT
//
// Draws the picture of `run --probe stripes --form plain --precision highp`, in the same
// context with the same shader, texture and target, and reads it back. It has no check,
// no second render and no verdict, so its time is a lower bound of that of the program.
//
// Prints one word of the picture, so that the read-back cannot be left out.

#define EGL_EGL_PROTOTYPES 0
#include <dlfcn.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glad/gl.h>

#define WIDTH   512
#define STRIPES 26
#define ROWS    10
#define HEIGHT  (STRIPES * ROWS)

static uint32_t texels[STRIPES][WIDTH][4];
static uint32_t words[HEIGHT * WIDTH];

static const char vertex_text[] =
    "#version 320 es\n"
    "void main()\n{\n"
    "    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0,\n"
    "                       gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);\n}\n";

static const char fragment_text[] =
    "#version 320 es\n"
    "precision highp float;\nprecision highp int;\n"
    "uniform highp usampler2D cases;\n"
    "uniform highp ivec4 grid;\n"
    "layout(location = 0) out highp uint answer;\n"
    "void main()\n{\n"
    "    ivec2 pixel = ivec2(gl_FragCoord.xy + 0.25);\n"
    "    ivec2 at = pixel / grid.xy;\n"
    "    uvec4 bits = texelFetch(cases, at, 0);\n"
    "    float value = fract(uintBitsToFloat(bits.x) + uintBitsToFloat(bits.y));\n"
    "    if (10 * (pixel.y - at.y * grid.y) >= 9 * grid.y)\n"
    "        value = 0.0;\n"
    "    answer = floatBitsToUint(value);\n}\n";

static void fail(const char *what)
{
    fprintf(stderr, "floor: %s failed\n", what);
    exit(3);
}

static void make_context(void)
{
    void *egl = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);

    if (!egl)
        fail("dlopen");
#define LOAD(type, name) type name = (type) dlsym(egl, #name)
    LOAD(PFNEGLGETPROCADDRESSPROC, eglGetProcAddress);
    LOAD(PFNEGLINITIALIZEPROC, eglInitialize);
    LOAD(PFNEGLBINDAPIPROC, eglBindAPI);
    LOAD(PFNEGLCREATECONTEXTPROC, eglCreateContext);
    LOAD(PFNEGLMAKECURRENTPROC, eglMakeCurrent);
    LOAD(PFNEGLGETPLATFORMDISPLAYPROC, eglGetPlatformDisplay);
    PFNEGLQUERYDEVICESEXTPROC query =
        (PFNEGLQUERYDEVICESEXTPROC) eglGetProcAddress("eglQueryDevicesEXT");
    static const EGLint attributes[] = { EGL_CONTEXT_MAJOR_VERSION, 3,
                                         EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE };
    EGLDeviceEXT device;
    EGLint count, major, minor;

    if (!query(1, &device, &count) || count < 1)
        fail("eglQueryDevicesEXT");
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, NULL);

    if (!eglInitialize(display, &major, &minor) || !eglBindAPI(EGL_OPENGL_ES_API))
        fail("eglInitialize");
    EGLContext context = eglCreateContext(display, NULL, EGL_NO_CONTEXT, attributes);

    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        fail("eglMakeCurrent");
    gladLoadGLES2((GLADloadfunc) eglGetProcAddress);
}

static GLuint compile(GLenum type, const char *text)
{
    GLuint shader = glCreateShader(type);
    GLint ok;

    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (!ok)
        fail("glCompileShader");
    return shader;
}

static void make_program(void)
{
    GLuint program = glCreateProgram();
    GLint ok;

    glAttachShader(program, compile(GL_VERTEX_SHADER, vertex_text));
    glAttachShader(program, compile(GL_FRAGMENT_SHADER, fragment_text));
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok)
        fail("glLinkProgram");
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "cases"), 0);
    glUniform4i(glGetUniformLocation(program, "grid"), 1, ROWS, WIDTH, STRIPES);
}

static void make_operands(void)
{
    GLuint texture;

    for (int band = 0; band < STRIPES; band++) {
        for (int column = 0; column < WIDTH; column++) {
            float big = (float) ldexp(1, band);
            float x = (float) (1 - (column + 0.5) / WIDTH);

            memcpy(&texels[band][column][0], &big, 4);
            memcpy(&texels[band][column][1], &x, 4);
        }
    }
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, WIDTH, STRIPES, 0, GL_RGBA_INTEGER,
                 GL_UNSIGNED_INT, texels);
}

static void draw(void)
{
    GLuint framebuffer, target, array;

    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glGenRenderbuffers(1, &target);
    glBindRenderbuffer(GL_RENDERBUFFER, target);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_R32UI, WIDTH, HEIGHT);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              target);
    glViewport(0, 0, WIDTH, HEIGHT);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RED_INTEGER, GL_UNSIGNED_INT, words);
    if (glGetError() != GL_NO_ERROR)
        fail("drawing");
}

int main(void)
{
    make_context();
    make_program();
    make_operands();
    draw();
    printf("%08x\n", words[WIDTH * ROWS * 14]);
    fflush(stdout);
    return 0;
}
