// SPDX-License-Identifier: MIT

#include "tests/sweep_gl/device.h"

#include "base/log.h"
#include "sweep_gl/functions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SKIP 77

struct device sweep_device;

int sweep_device_open(void **state)
{
    const char *id = getenv("FPSTRIPE_TEST_DEVICE");

    if (!id || !device_open(&sweep_device, id, NULL))
        exit(SKIP);
    return 0;
}

int sweep_device_close(void **state)
{
    device_close(&sweep_device);
    return 0;
}

const struct function *sweep_device_function(const char *name)
{
    int count;
    const struct function *functions = sweep_gl_functions(&count);

    for (int i = 0; i < count; i++)
        if (!strcmp(functions[i].name, name))
            return &functions[i];
    fail_msg("no function %s", name);
    return NULL;
}

bool sweep_device_can(const struct function *function, enum stage stage)
{
    char why[120];
    bool es;

    if (gl_sweep_lacks(&sweep_device, stage))
        return false;
    int version = gl_sweep_glsl(&sweep_device, &es);

    return !sweep_gl_lacks(function, version, es, why, sizeof why);
}

struct gl_sweep *sweep_device_sweep(const char *answer, const struct domain *domain,
                                    enum stage stage, size_t words)
{
    char operands[SWEEP_GL_TEXT];
    struct gl_sweep_ask ask = { .stage = stage,
                                .extensions = "",
                                .operands = operands,
                                .answer = answer,
                                .words = words,
                                .buffers = 1 };
    struct gl_sweep *sweep;

    assert_true(sweep_gl_operands(domain, operands));
    sweep = gl_sweep_open(&sweep_device, &ask);
    if (!sweep)
        fail_msg("%s %s: %s\n%s\n%s", sweep_device.facts.id, stage_name(stage),
                 sweep_device.reason, operands, answer);
    return sweep;
}

struct gl_sweep *sweep_device_sweep_of(const struct function *function,
                                       const struct domain *domain, enum stage stage,
                                       size_t words)
{
    char answer[SWEEP_GL_TEXT];

    sweep_gl_answer(function, PRECISION_HIGHP, answer);
    return sweep_device_sweep(answer, domain, stage, words);
}

uint32_t *sweep_device_fill(struct gl_sweep *sweep, uint64_t first, size_t count)
{
    uint32_t *words = malloc(count * sizeof *words);

    assert_non_null(words);
    if (!gl_sweep_fill(sweep, 0, 0, first, count) || !gl_sweep_wait(sweep) ||
        !gl_sweep_read(sweep, 0, words, count))
        fail_msg("%s: %s", sweep_device.facts.id, sweep_device.reason);
    return words;
}

uint32_t *sweep_device_results(const struct function *function,
                               const struct domain *domain, enum stage stage,
                               uint64_t first, size_t count)
{
    struct gl_sweep *sweep = sweep_device_sweep_of(function, domain, stage, count);
    uint32_t *words = sweep_device_fill(sweep, first, count);

    gl_sweep_close(sweep);
    return words;
}

uint32_t *sweep_device_words(const char *answer, const struct domain *domain,
                             enum stage stage, uint64_t first, size_t count)
{
    struct gl_sweep *sweep = sweep_device_sweep(answer, domain, stage, count);
    uint32_t *words = sweep_device_fill(sweep, first, count);

    gl_sweep_close(sweep);
    return words;
}
