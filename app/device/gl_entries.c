// SPDX-License-Identifier: MIT
//
// Which functions of the API are called, and where. glad sets those alone that belong to
// the version of the context, which need not be that of its GLSL; a driver may lack any.
// tests/device/entries.py holds the table to the calls.

#include "device/gl_private.h"

// clang-format off
#define GL_EVERYWHERE(X)                                                                 \
    X(ActiveTexture) X(AttachShader) X(BindBuffer) X(BindFramebuffer) X(BindTexture)     \
    X(BlendFunc) X(BufferData) X(CheckFramebufferStatus) X(Clear) X(ClearColor)          \
    X(CompileShader) X(CreateProgram) X(CreateShader) X(DeleteProgram) X(DeleteShader)   \
    X(Disable) X(DrawArrays) X(Enable) X(EnableVertexAttribArray)                        \
    X(FramebufferTexture2D) X(GenBuffers) X(GenFramebuffers) X(GenTextures) X(GetError)  \
    X(GetIntegerv) X(GetProgramInfoLog) X(GetProgramiv) X(GetShaderInfoLog)              \
    X(GetShaderiv) X(GetString) X(GetUniformLocation) X(LinkProgram) X(PixelStorei)      \
    X(ReadPixels) X(Scissor) X(ShaderSource) X(TexImage2D) X(TexParameteri)              \
    X(TexSubImage2D) X(Uniform1i) X(UseProgram) X(VertexAttribPointer) X(Viewport)
#define GL_IN_ES2(X)                                                                     \
    X(BindAttribLocation) X(DisableVertexAttribArray) X(Uniform1f) X(Uniform2f)          \
    X(Uniform4fv)
#define GL_FROM_ES3(X)                                                                   \
    X(BeginTransformFeedback) X(BindBufferBase) X(BindBufferRange) X(BindRenderbuffer)   \
    X(BindVertexArray) X(BufferSubData) X(ClearBufferfv) X(ClearBufferuiv)               \
    X(CopyBufferSubData) X(DeleteBuffers) X(DeleteFramebuffers) X(DeleteRenderbuffers)   \
    X(DeleteTextures) X(DepthFunc) X(EndTransformFeedback) X(Finish) X(Flush)            \
    X(FramebufferRenderbuffer) X(GenRenderbuffers) X(GenVertexArrays) X(GetInteger64v)   \
    X(GetStringi) X(GetUniformuiv) X(MapBufferRange) X(PolygonOffset)                    \
    X(RenderbufferStorage) X(TransformFeedbackVaryings) X(Uniform1fv) X(Uniform1iv)      \
    X(Uniform1ui) X(Uniform1uiv) X(Uniform2fv) X(Uniform2iv) X(Uniform2uiv)              \
    X(Uniform3fv) X(Uniform3iv) X(Uniform3uiv) X(Uniform4i) X(Uniform4iv) X(Uniform4uiv) \
    X(UniformMatrix2fv) X(UniformMatrix2x3fv) X(UniformMatrix2x4fv) X(UniformMatrix3fv)  \
    X(UniformMatrix3x2fv) X(UniformMatrix3x4fv) X(UniformMatrix4fv)                      \
    X(UniformMatrix4x2fv) X(UniformMatrix4x3fv) X(UnmapBuffer)
#define GL_IN_COMPUTE(X)                                                                 \
    X(DispatchCompute) X(MemoryBarrier)
// clang-format on

const char *gl_lacks_entry(enum gl_entries entries)
{
    const char *lacks = NULL;

#define CHECK(name)               \
    if (!lacks && !glad_gl##name) \
        lacks = "gl" #name;
    switch (entries) {
    case GL_ENTRIES_EVERYWHERE: GL_EVERYWHERE(CHECK) break;
    case GL_ENTRIES_ES2: GL_IN_ES2(CHECK) break;
    case GL_ENTRIES_ES3: GL_FROM_ES3(CHECK) break;
    case GL_ENTRIES_COMPUTE: GL_IN_COMPUTE(CHECK) break;
    }
#undef CHECK
    return lacks;
}
