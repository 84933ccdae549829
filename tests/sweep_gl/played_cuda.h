// SPDX-License-Identifier: MIT
//
// CUDA, played on the GL context that is current: driver, interop and judge of cuda_ref/
// for a machine without a GPU. A mapped buffer is GL's own mapping, the judge the CPU's.

#ifndef TESTS_SWEEP_GL_PLAYED_CUDA_H
#define TESTS_SWEEP_GL_PLAYED_CUDA_H

enum played_fault {
    PLAYED_NONE,
    PLAYED_NO_DRIVER,
    PLAYED_OTHER_GPU,
    PLAYED_NO_BUFFERS,
    PLAYED_NO_MAP,
    PLAYED_NO_JUDGE,
};

extern enum played_fault played_fault;
// Maps, calls of the judge, chunks in them.
extern int played_maps, played_calls, played_judged;

#endif // TESTS_SWEEP_GL_PLAYED_CUDA_H
