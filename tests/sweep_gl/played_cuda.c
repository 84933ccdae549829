// SPDX-License-Identifier: MIT

#include "tests/sweep_gl/played_cuda.h"

#include "base/log.h"
#include "cuda_ref/interop.h"
#include "cuda_ref/sweep.h"

#include <glad/gl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum played_fault played_fault;
int played_maps, played_calls, played_judged;

struct cuda_judge {
    struct judge judge;
};

static bool fails(enum played_fault which)
{
    if (played_fault == which)
        log_error("cuda: played fault %d", (int) which);
    return played_fault == which;
}

bool driver_open_at(struct driver *driver, int ordinal)
{
    assert_int_equal(ordinal, 0);
    *driver = (struct driver){ .started = true };
    return !fails(PLAYED_NO_DRIVER);
}

void driver_close(struct driver *driver)
{
    *driver = (struct driver){ 0 };
}

bool driver_enter(struct driver *driver)
{
    return driver->started;
}

void driver_leave(struct driver *driver)
{
    assert_true(driver->started);
}

bool interop_open(struct interop *interop, struct driver *driver)
{
    *interop = (struct interop){ .driver = driver };
    return played_fault != PLAYED_OTHER_GPU;
}

bool interop_take(struct interop *interop, const unsigned *buffers, int count)
{
    for (int i = 0; i < count; i++)
        interop->resources[i] = (void *) (uintptr_t) buffers[i];
    interop->count = count;
    return !fails(PLAYED_NO_BUFFERS);
}

static void bind(struct interop *interop, int i)
{
    glBindBuffer(GL_COPY_READ_BUFFER, (GLuint) (uintptr_t) interop->resources[i]);
}

bool interop_map(struct interop *interop, int count, uint64_t *addresses)
{
    assert_true(count <= interop->count && interop->mapped == 0);
    if (fails(PLAYED_NO_MAP))
        return false;
    for (int i = 0; i < count; i++) {
        GLint64 size = 0;

        bind(interop, i);
        glGetBufferParameteri64v(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &size);
        addresses[i] = (uint64_t) (uintptr_t) glMapBufferRange(GL_COPY_READ_BUFFER, 0,
                                                               size, GL_MAP_READ_BIT);
        assert_true(addresses[i] != 0);
    }
    interop->mapped = count;
    played_maps++;
    return true;
}

bool interop_unmap(struct interop *interop)
{
    for (int i = 0; i < interop->mapped; i++) {
        bind(interop, i);
        glUnmapBuffer(GL_COPY_READ_BUFFER);
    }
    interop->mapped = 0;
    return true;
}

void interop_close(struct interop *interop)
{
    assert_int_equal(interop->mapped, 0);
    *interop = (struct interop){ 0 };
}

bool cuda_judge_can(enum math_id math, enum function_type type)
{
    return math != MATH_SIGN;
}

struct cuda_judge *cuda_judge_open(struct driver *driver, const struct judge *judge)
{
    struct cuda_judge *played = calloc(1, sizeof *played);

    assert_true(driver->started && played);
    played->judge = *judge;
    return played;
}

void cuda_judge_close(struct cuda_judge *judge)
{
    free(judge);
}

bool cuda_judge_ids(struct cuda_judge *judge, uint64_t results, const int *ids, int count,
                    struct chunk *out, struct noted_list *noted)
{
    const uint32_t *words = (const uint32_t *) (uintptr_t) results;

    if (fails(PLAYED_NO_JUDGE))
        return false;
    played_calls++;
    for (int i = 0; i < count; i++) {
        uint64_t low, high;

        assert_true(domain_range(judge->judge.domain, ids[i], &low, &high));
        judge_results(&judge->judge, low, (size_t) (high - low + 1), words, out[i].sides,
                      &noted[i]);
        words += high - low + 1;
        played_judged++;
    }
    return true;
}
