// SPDX-License-Identifier: MIT
//
// How each stage writes words into a buffer.

#include "device/gl_sweep_private.h"

#include <assert.h>

// A dimension has at most 65535 groups of 256 invocations.
#define GROUPS_A_ROW 32768u

// Both ES 3.0 and GL 4.3 bind that much of a buffer: 2^24 bytes.
#define BINDING_MIN (1 << 24)
#define BINDING_MAX (1 << 30)

// What ES 3.0 draws to at least; GL 3.3 half of it. A row is GL_SWEEP_ALIGN words.
#define TILE_WIDTH (GL_SWEEP_ALIGN / GL_SWEEP_QUAD)

// Some drivers keep points in batches of 16-bit indices, softpipe of 4096.
#define BATCH       32768
#define BATCH_SMALL 4096

static const char head[] = "precision highp float;\n"
                           "precision highp int;\n"
                           "uniform uint number_first, number_high, quad_count;\n"
                           "void operands(uint number, uint high,\n"
                           "              out uint a_bits, out uint b_bits)\n"
                           "{\n";
static const char middle[] = "}\n"
                             "uint answer(uint a_bits, uint b_bits)\n"
                             "{\n";
static const char answers[] = "}\n"
                              "uint answer_of(uint number)\n"
                              "{\n"
                              "    uint a_bits, b_bits;\n"
                              "    operands(number, number_high, a_bits, b_bits);\n"
                              "    return answer(a_bits, b_bits);\n"
                              "}\n"
                              "uvec4 answers(uint quad)\n"
                              "{\n"
                              "    uint number = number_first + 4u * quad;\n"
                              "    return uvec4(answer_of(number),\n"
                              "                 answer_of(number + 1u),\n"
                              "                 answer_of(number + 2u),\n"
                              "                 answer_of(number + 3u));\n"
                              "}\n";

static const char compute[] =
    "layout(local_size_x = 256) in;\n"
    "layout(std430, binding = 0) writeonly buffer Results { uvec4 results[]; };\n"
    "void main()\n"
    "{\n"
    "    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;\n"
    "    uint quad = group * 256u + gl_LocalInvocationID.x;\n"
    "    if (quad < quad_count)\n"
    "        results[quad] = answers(quad);\n"
    "}\n";

// quad_count is the tile's width here. A rasteriser whose arithmetic truncates may put a
// centre a little to the left: a quarter more brings it back and changes no other.
static const char fragment[] = "layout(location = 0) out highp uvec4 result;\n"
                               "void main()\n"
                               "{\n"
                               "    uvec2 place = uvec2(gl_FragCoord.xy + 0.25);\n"
                               "    result = answers(place.y * quad_count + place.x);\n"
                               "}\n";

// One triangle that covers the target.
static const char cover[] =
    "void main()\n"
    "{\n"
    "    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0,\n"
    "                       gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);\n"
    "}\n";

static const char vertex[] = "flat out highp uvec4 result;\n"
                             "void main()\n"
                             "{\n"
                             "    result = answers(uint(gl_VertexID));\n"
                             "    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n"
                             "    gl_PointSize = 1.0;\n"
                             "}\n";

// Nothing is drawn, but ES wants a fragment shader, and a target.
static const char nothing[] = "layout(location = 0) out highp uvec4 result;\n"
                              "void main()\n"
                              "{\n"
                              "    result = uvec4(0u);\n"
                              "}\n";

GLuint gl_sweep_build(struct device *device, const struct gl_sweep_ask *ask)
{
    static const GLenum types[] = { GL_FRAGMENT_SHADER, GL_VERTEX_SHADER,
                                    GL_COMPUTE_SHADER };
    static const char *const ends[] = { fragment, vertex, compute };
    const struct gl_source sources[] = {
        { types[ask->stage],
          { ask->extensions, head, ask->operands, middle, ask->answer, answers,
            ends[ask->stage] } },
        { ask->stage == STAGE_FRAGMENT ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER,
          { ask->stage == STAGE_FRAGMENT ? cover : nothing } },
    };

    return gl_build(device, sources, ask->stage == STAGE_COMPUTE ? 1 : 2,
                    ask->stage == STAGE_VERTEX ? "result" : NULL);
}

static size_t power_of_two_below(GLint64 limit)
{
    size_t power = BINDING_MIN;

    while (power < BINDING_MAX && (GLint64) (2 * power) <= limit)
        power *= 2;
    return power;
}

static bool make_target(struct gl_sweep *sweep)
{
    const struct gl *gl = sweep->device->priv;
    GLenum status;

    glGenFramebuffers(1, &sweep->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, sweep->framebuffer);
    glGenRenderbuffers(1, &sweep->target);
    glBindRenderbuffer(GL_RENDERBUFFER, sweep->target);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32UI, sweep->width, sweep->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              sweep->target);
    status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    return status == GL_FRAMEBUFFER_COMPLETE;
}

static bool make_tile(struct gl_sweep *sweep)
{
    GLint most = 0;
    size_t rows;

    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
    sweep->width = most >= TILE_WIDTH ? TILE_WIDTH : TILE_WIDTH / 2;
    rows = sweep->words / GL_SWEEP_QUAD / (size_t) sweep->width;
    sweep->height = rows < (size_t) sweep->width ? (int) rows : sweep->width;
    sweep->piece = (size_t) sweep->width * (size_t) sweep->height * GL_SWEEP_QUAD;
    return make_target(sweep);
}

bool gl_sweep_prepare(struct gl_sweep *sweep)
{
    GLint64 limit = 0;

    sweep->small_batches = sweep->device->facts.software;
    switch (sweep->stage) {
    case STAGE_COMPUTE:
        glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
        sweep->piece = power_of_two_below(limit) / sizeof(uint32_t);
        return true;
    case STAGE_VERTEX:
        sweep->piece = BINDING_MIN / sizeof(uint32_t);
        sweep->width = sweep->height = 1;
        return make_target(sweep);
    default: return make_tile(sweep);
    }
}

static void dispatch(const struct gl_sweep *sweep, GLuint buffer, size_t place,
                     size_t count)
{
    GLuint quads = (GLuint) ((count + GL_SWEEP_QUAD - 1) / GL_SWEEP_QUAD);
    GLuint groups = (quads + 255) / 256,
           rows = (groups + GROUPS_A_ROW - 1) / GROUPS_A_ROW;

    glUniform1ui(sweep->quads, quads);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, buffer, (GLintptr) (4 * place),
                      (GLsizeiptr) (16 * (size_t) quads));
    glDispatchCompute(rows > 1 ? GROUPS_A_ROW : groups, rows, 1);
}

static void draw_tile(const struct gl_sweep *sweep, GLuint buffer, size_t place,
                      size_t count)
{
    const struct gl *gl = sweep->device->priv;
    size_t row = (size_t) sweep->width * GL_SWEEP_QUAD;
    GLsizei rows = (GLsizei) ((count + row - 1) / row);

    glUniform1ui(sweep->quads, (GLuint) sweep->width);
    glBindFramebuffer(GL_FRAMEBUFFER, sweep->framebuffer);
    glViewport(0, 0, sweep->width, rows);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glReadPixels(0, 0, sweep->width, rows, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                 (void *) (uintptr_t) (4 * place));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
}

static void capture(const struct gl_sweep *sweep, GLuint buffer, size_t place,
                    size_t count)
{
    const struct gl *gl = sweep->device->priv;
    GLsizei quads = (GLsizei) ((count + GL_SWEEP_QUAD - 1) / GL_SWEEP_QUAD);
    GLsizei batch = sweep->small_batches ? BATCH_SMALL : BATCH;

    glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, (GLintptr) (4 * place),
                      (GLsizeiptr) (16 * (size_t) quads));
    glBindFramebuffer(GL_FRAMEBUFFER, sweep->framebuffer);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    for (GLsizei done = 0; done < quads; done += batch)
        glDrawArrays(GL_POINTS, done, quads - done < batch ? quads - done : batch);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
}

void gl_sweep_write(struct gl_sweep *sweep, GLuint buffer, size_t place, size_t count)
{
    assert(count >= 1 && count <= sweep->piece);
    switch (sweep->stage) {
    case STAGE_COMPUTE: dispatch(sweep, buffer, place, count); break;
    case STAGE_VERTEX: capture(sweep, buffer, place, count); break;
    default: draw_tile(sweep, buffer, place, count); break;
    }
}
