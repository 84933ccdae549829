// SPDX-License-Identifier: MIT
//
// The device that tests of GL sweeps ask: that of FPSTRIPE_TEST_DEVICE.
// FPSTRIPE_TEST_ONLY and FPSTRIPE_TEST_NOT may be patterns of the tests that are wanted,
// and not.

#ifndef TESTS_SWEEP_GL_DEVICE_H
#define TESTS_SWEEP_GL_DEVICE_H

#include "device/gl_sweep.h"
#include "sweep/function.h"

extern struct device sweep_device;

// Opens it, as a group's setup; the process exits with 77 if there is none.
int sweep_device_open(void **state);
int sweep_device_close(void **state);

// A function of GL by its name; there is one.
const struct function *sweep_device_function(const char *name);

// Whether the device can sweep a function at a stage: no reason is looked at.
bool sweep_device_can(const struct function *function, enum stage stage);

// A sweep with one buffer of `words` words; `answer` is GLSL. Fails the test otherwise.
struct gl_sweep *sweep_device_sweep(const char *answer, const struct domain *domain,
                                    enum stage stage, size_t words);
struct gl_sweep *sweep_device_sweep_of(const struct function *function,
                                       const struct domain *domain, enum stage stage,
                                       size_t words);

// Its words of numbers [first, first + count), malloc'd. Fails the test otherwise.
uint32_t *sweep_device_fill(struct gl_sweep *sweep, uint64_t first, size_t count);

// Both, of a sweep that is closed again.
uint32_t *sweep_device_results(const struct function *function,
                               const struct domain *domain, enum stage stage,
                               uint64_t first, size_t count);
uint32_t *sweep_device_words(const char *answer, const struct domain *domain,
                             enum stage stage, uint64_t first, size_t count);

#endif // TESTS_SWEEP_GL_DEVICE_H
