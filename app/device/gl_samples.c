// SPDX-License-Identifier: MIT

#include "device/gl_samples.h"

#include "base/clock.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define QUAD_BYTES ((GLsizeiptr) (GL_SAMPLES_QUAD * sizeof(uint32_t)))

// Where the first answers begin in samples->buffer, and where its number is, in words.
static size_t firsts(const struct gl_samples *samples)
{
    return GL_SAMPLES_MAX * samples->slot;
}

static size_t gl_samples_size(const struct gl_samples *samples)
{
    return firsts(samples) + (size_t) GL_SAMPLES_MAX * GL_SAMPLES_QUAD + 1;
}

// What is in it before an answer: words of this number that no function is likely to give
// four times.
static void gl_samples_clear(struct gl_samples *samples)
{
    size_t size = gl_samples_size(samples);
    uint32_t *words = memory_new(size, sizeof *words);

    samples->number++;
    for (size_t i = 0; i < size; i++)
        words[i] = samples->number;
    glBindBuffer(GL_COPY_WRITE_BUFFER, samples->buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr) (size * sizeof *words), words,
                 GL_DYNAMIC_READ);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    free(words);
}

void gl_samples_init(struct gl_samples *samples, size_t slot)
{
    *samples = (struct gl_samples){ .slot = slot };
    samples->number = (uint32_t) clock_now_ns() | 1u << 31;
    glGenBuffers(1, &samples->buffer);
    gl_samples_clear(samples);
}

void gl_samples_finish(struct gl_samples *samples)
{
    if (samples->buffer)
        glDeleteBuffers(1, &samples->buffer);
    *samples = (struct gl_samples){ 0 };
}

// Another quad each time, the last one at `which` 0.
static size_t choose_quad(const struct gl_samples *samples, size_t quads, int which)
{
    uint64_t hash = (samples->number + (uint64_t) samples->count) * 0x9e3779b97f4a7c15;

    return which ? (size_t) ((hash >> 16) % quads) : quads - 1;
}

// Samples that lie where words are written anew are not to be found there any more.
static void gl_samples_move(struct gl_samples *samples, size_t place, size_t size)
{
    for (int i = 0; i < samples->count; i++)
        if (samples->list[i].place >= place && samples->list[i].place < place + size)
            samples->list[i].place = GL_SAMPLES_GONE;
}

void gl_samples_choose(struct gl_samples *samples, GLuint buffer, size_t place,
                       size_t quads, uint32_t first)
{
    uint32_t canary[GL_SAMPLES_QUAD];

    memset(canary, 0x5a, sizeof canary);
    gl_samples_move(samples, place, GL_SAMPLES_QUAD * quads);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    for (int which = 0; which < GL_SAMPLES_CALL; which++) {
        size_t quad = GL_SAMPLES_QUAD * choose_quad(samples, quads, which);

        assert(samples->count < GL_SAMPLES_MAX);
        samples->list[samples->count++] =
            (struct gl_sample){ place + quad, first + (uint32_t) quad };
        glBufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr) (4 * (place + quad)), QUAD_BYTES,
                        canary);
    }
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

const struct gl_sample *gl_samples_take(struct gl_samples *samples, GLuint buffer,
                                        size_t *slot)
{
    int i = samples->asked;

    if (i == samples->count)
        return NULL;
    samples->asked++;
    *slot = (size_t) i * samples->slot;
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, samples->buffer);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                        (GLintptr) (4 * samples->list[i].place),
                        (GLintptr) (4 * (firsts(samples) + (size_t) i * GL_SAMPLES_QUAD)),
                        QUAD_BYTES);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    return &samples->list[i];
}

// Whether the two answers of a sample agree, and what was read does.
static bool sample_agrees(const struct gl_samples *samples, int i, const uint32_t *words,
                          const uint32_t *read, size_t count)
{
    const uint32_t *again = words + (size_t) i * samples->slot;
    const uint32_t *first = words + firsts(samples) + (size_t) i * GL_SAMPLES_QUAD;
    bool empty = true;

    for (size_t k = 0; k < GL_SAMPLES_QUAD; k++) {
        size_t place = samples->list[i].place;
        bool held = read && place < GL_SAMPLES_GONE && place + k < count;

        empty = empty && again[k] == samples->number;
        if (again[k] != first[k] || (held && read[place + k] != first[k]))
            return false;
    }
    return !empty;
}

bool gl_samples_agree(struct gl_samples *samples, const uint32_t *read, size_t count)
{
    size_t size = gl_samples_size(samples);

    if (!samples->count)
        return true;
    glBindBuffer(GL_COPY_READ_BUFFER, samples->buffer);
    const uint32_t *words = glMapBufferRange(
        GL_COPY_READ_BUFFER, 0, (GLsizeiptr) (size * sizeof *words), GL_MAP_READ_BIT);
    bool ok = words && words[size - 1] == samples->number;

    for (int i = 0; ok && i < samples->count; i++)
        ok = sample_agrees(samples, i, words, read, count);
    if (words)
        ok = glUnmapBuffer(GL_COPY_READ_BUFFER) && ok;
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    samples->count = samples->asked = 0;
    gl_samples_clear(samples);
    return ok;
}
