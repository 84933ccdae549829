// SPDX-License-Identifier: MIT
//
// The CUDA unit on a libcuda.so.1 that is not there, or is broken in one of many ways:
// one line that names the error, false, nothing left behind, and no crash.

#include "base/log.h"
#include "cuda_ref/unit.h"
#include "tests/cuda_ref/library.h"
#include "tests/shared/group.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Where the unit breaks, and a part of the one line that says so.
struct fault {
    const char *name;
    const char *fake; // FAKE_CUDA
    const char *line;
};

// clang-format off
static const struct fault opening[] = {
    { "stub", "cuInit=34", "cuInit: CUDA_ERROR_STUB_LIBRARY (34), a stub" },
    { "init_invalid_value", "cuInit=1", "CUDA_ERROR_INVALID_VALUE (1)" },
    { "init_out_of_memory", "cuInit=2", "CUDA_ERROR_OUT_OF_MEMORY (2), out of" },
    { "init_not_initialized", "cuInit=3", "CUDA_ERROR_NOT_INITIALIZED (3)" },
    { "init_newer_driver", "cuInit=36", "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER" },
    { "init_unavailable", "cuInit=46", "CUDA_ERROR_DEVICE_UNAVAILABLE (46)" },
    { "init_no_device", "cuInit=100", "CUDA_ERROR_NO_DEVICE (100), no GPU" },
    { "init_invalid_device", "cuInit=101", "CUDA_ERROR_INVALID_DEVICE (101)" },
    { "init_not_licensed", "cuInit=102", "CUDA_ERROR_DEVICE_NOT_LICENSED (102)" },
    { "init_operating_system", "cuInit=304", "CUDA_ERROR_OPERATING_SYSTEM (304)" },
    { "init_not_ready", "cuInit=802", "CUDA_ERROR_SYSTEM_NOT_READY (802)" },
    { "init_mismatch", "cuInit=803", "(803), library and kernel module are of" },
    { "init_compat", "cuInit=804", "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE" },
    { "init_unknown", "cuInit=999", "CUDA_ERROR_UNKNOWN (999)" },
    { "init_unnamed", "cuInit=4711", "cuInit: error (4711)" },
    { "version_fails", "cuDriverGetVersion=1", "cuDriverGetVersion: CUDA_ERROR_INV" },
    { "version_old", "version=9020", "too old: it knows CUDA 9.2, the kernels need 10.0" },
    { "count_fails", "cuDeviceGetCount=3", "cuDeviceGetCount: " },
    { "no_gpu", "count=0", "the driver has no GPU" },
    { "device_fails", "cuDeviceGet=101", "cuDeviceGet: CUDA_ERROR_INVALID_DEVICE" },
    { "name_fails", "cuDeviceGetName=101", "cuDeviceGetName: " },
    { "attribute_fails", "cuDeviceGetAttribute=101@2", "cuDeviceGetAttribute: " },
    { "old_gpu", "capability=61", "Fake GPU has compute capability 6.1, the kernels ne" },
    { "context_fails", "cuDevicePrimaryCtxRetain=2", "CtxRetain: CUDA_ERROR_OUT_OF_M" },
    { "push_fails", "cuCtxPushCurrent_v2=201", "cuCtxPushCurrent: error (201)" },
    { "module_fails", "cuModuleLoadData=222", "cuModuleLoadData: error (222)" },
    { "out_of_memory", "cuMemAlloc_v2=2@3", "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY" },
    { "no_kernel", "cuModuleGetFunction=500", "cuModuleGetFunction add_binary32: " },
    { "first_copy_fails", "cuMemcpyHtoD_v2=1", "cuMemcpyHtoD add_binary32: CUDA_ERR" },
    { "first_launch_fails", "cuLaunchKernel=209", "cuLaunchKernel add_binary32: er" },
    { "first_sync_fails", "cuCtxSynchronize=719", "CUDA_ERROR_LAUNCH_FAILED (719), uns" },
    { "wrong", "wrong=1", "Fake GPU adds 1 to 1 and gives 40000001" },
};

// After which the unit goes on. The first call is the one that opening makes.
static const struct fault running[] = {
    { "copy_in_fails", "cuMemcpyHtoD_v2=1@4", "cuMemcpyHtoD sub_binary64: CUDA_ERROR_INV" },
    { "launch_fails", "cuLaunchKernel=1@2", "cuLaunchKernel sub_binary64: CUDA_ERROR_INVA" },
    { "no_kernel_later", "cuModuleGetFunction=500@2", "cuModuleGetFunction sub_binary64" },
};

// After which the GPU is lost.
static const struct fault losing[] = {
    { "sync_fails", "cuCtxSynchronize=719@2", "cuCtxSynchronize sub_binary64: CUDA_ERROR_" },
    { "copy_out_fails", "cuMemcpyDtoH_v2=700@2", "cuMemcpyDtoH sub_binary64: error (700)" },
    { "push_fails_later", "cuCtxPushCurrent_v2=709@2", "cuCtxPushCurrent: error (709)" },
};
// clang-format on

static struct group this_group = { .name = "cuda_faults",
                                   .start = cuda_library_init,
                                   .tear_down = cuda_library_finish };

static void cannot_open(const char *line)
{
    static char canary;
    struct unit unit = { .name = "canary", .priv = &canary };

    cuda_library_hold_errors();
    bool ok = cuda_unit_open(&unit, NULL);

    cuda_library_expect_line(line);
    assert_false(ok);
    assert_null(unit.priv);
    cuda_unit_close(&unit);
}

TEST(nothing_loaded)
{
    assert_null(dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD));
}

TEST(absent)
{
    cuda_library_install(NULL);
    if (fork() == 0)
        _exit(dlopen("libcuda.so.1", RTLD_LAZY) != NULL);
    int status = 0;
    wait(&status);
    if (status == 0) // else this machine has one
        cannot_open("no driver: libcuda.so.1: cannot open shared object file");
}

TEST(no_library)
{
    cuda_library_install("");
    cannot_open("no driver: ");
}

TEST(old_library)
{
    cuda_library_install("fake_cuda_old.so");
    cannot_open("libcuda.so.1 has no cuGetErrorName: no CUDA driver, or one too old");
    cuda_library_install("fake_cuda.so");
}

TEST_EACH(opening_fails, opening)
{
    const struct fault *fault = *state;

    setenv("FAKE_CUDA", fault->fake, 1);
    cannot_open(fault->line);
}

// Fails once, and again if the GPU is lost.
static void fail_once(const struct fault *fault, bool lost)
{
    static const uint64_t one = UINT64_C(0x3ff0000000000000);
    uint64_t difference = 1;
    struct unit unit;
    const struct unit_call call = { .op = UNIT_SUB,
                                    .model = { .format = FP_BINARY64, .round = FP_RUP },
                                    .out = &difference,
                                    .a = &one,
                                    .b = &one,
                                    .count = 1 };
    char text[256];

    setenv("FAKE_CUDA", fault->fake, 1);
    assert_true(cuda_unit_open(&unit, NULL));
    cuda_library_hold_errors();
    bool ok = unit.apply(&unit, &call);

    cuda_library_expect_line(fault->line);
    assert_false(ok);
    cuda_library_hold_errors();
    ok = unit.apply(&unit, &call);
    int lines = cuda_library_release_errors(text, sizeof text);

    assert_int_equal(ok, !lost);
    assert_int_equal(lines, lost);
    if (ok)
        assert_int_equal(difference, 0);
    else
        assert_non_null(strstr(text, "cuda: Fake GPU was lost"));
    cuda_library_hold_errors();
    cuda_unit_close(&unit);
    assert_int_equal(cuda_library_release_errors(text, sizeof text), 0);
}

TEST_EACH(running_fails, running)
{
    fail_once(*state, false);
}

TEST_EACH(losing_fails, losing)
{
    fail_once(*state, true);
}
