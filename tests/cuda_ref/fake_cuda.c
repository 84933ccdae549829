// SPDX-License-Identifier: MIT
//
// A libcuda.so.1 without a GPU: kernels are known by name and run by the host's and the
// model's arithmetic, on memory that only looks like a device's. FAKE_CUDA says how it
// misbehaves, words with commas between:
//   cuInit=34        that call fails with that error; cuInit=34@2: the second call
//   version=9000     of the driver API
//   capability=61    compute capability 6.1
//   count=0          of GPUs
//   wrong=1          every kernel's first result is off by one bit
//   init=tell        cuInit says whether EGL was loaded before
//   cuInit=exit@2    it does not return; also abort, segv, _exit, hang
// An error of 700 and more ends the context: every later call repeats it. What was not
// given back by the end of the process ends it with status 99.

#include "tests/cuda_ref/expected.h"
#include "unit/unit.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define API             __attribute__((visibility("default")))
#define INVALID_VALUE   1
#define NOT_INITIALIZED 3
#define INVALID_CONTEXT 201
#define NOT_FOUND       500

static int contexts, modules, pushed; // not given back
static void *buffers[8];
static int sticky;           // what ended the context, or 0
static char context, module; // their addresses are their handles
static pid_t owner;
static int run; // how often cuInit was called

static const char *setting(const char *word)
{
    const char *text = getenv("FAKE_CUDA");
    size_t length = strlen(word);

    while (text) {
        if (!strncmp(text, word, length) && text[length] == '=')
            return text + length + 1;
        text = strchr(text, ',');
        text = text ? text + 1 : NULL;
    }
    return NULL;
}

static int number(const char *word, int other)
{
    const char *text = setting(word);
    return text ? atoi(text) : other;
}

static bool begins(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word)) && strchr(",@", text[strlen(word)]);
}

static void do_not_return(const char *how)
{
    if (begins(how, "abort"))
        abort();
    if (begins(how, "segv"))
        raise(SIGSEGV);
    if (begins(how, "exit"))
        exit(0);
    if (begins(how, "_exit"))
        _exit(0);
    while (begins(how, "hang"))
        sleep(1);
}

// What `call` is to fail with at its `nth` time, or 0.
static int failure(const char *call, int nth)
{
    const char *text = setting(call);

    if (!text)
        return 0;
    const char *at = text + strcspn(text, "@,");

    if (*at == '@' && atoi(at + 1) != nth)
        return 0;
    do_not_return(text);
    return atoi(text);
}

static int fails(const char *call, int nth)
{
    int result = failure(call, nth);

    if (result >= 700)
        sticky = result;
    return sticky ? sticky : result;
}

// The start of a call of the API; it needs a current context where `current`.
#define BEGIN(current)                       \
    static int times, last_run;              \
    times = last_run == run ? times + 1 : 1; \
    last_run = run;                          \
    int failed = fails(__func__, times);     \
    if (failed)                              \
        return failed;                       \
    if (owner && owner != getpid())          \
        _exit(98); /* CUDA after fork */     \
    if ((current) && !pushed)                \
    return INVALID_CONTEXT

#define CALL(name, ...)        \
    API int name(__VA_ARGS__); \
    API int name(__VA_ARGS__)

static void tell(const char *how)
{
    if (how && !strncmp(how, "tell", 4))
        fprintf(stderr, "cuInit %s EGL\n",
                dlopen("libEGL.so.1", RTLD_LAZY | RTLD_NOLOAD) ? "after" : "before");
}

CALL(cuInit, unsigned flags)
{
    tell(setting("init"));
    sticky = 0;
    run++;
    BEGIN(false);
    owner = getpid();
    return flags ? INVALID_VALUE : 0;
}

CALL(cuDriverGetVersion, int *version)
{
    BEGIN(false);
    *version = number("version", 13000);
    return 0;
}

#ifndef FAKE_CUDA_OLD // came with CUDA 6.0
// Knows few names, as a driver older than the error does.
CALL(cuGetErrorName, int result, const char **name)
{
    *name = result == 2     ? "CUDA_ERROR_OUT_OF_MEMORY"
            : result == 719 ? "CUDA_ERROR_LAUNCH_FAILED"
                            : NULL;
    return *name ? 0 : INVALID_VALUE;
}

CALL(cuGetErrorString, int result, const char **text)
{
    *text = result == 719 ? "unspecified launch failure" : NULL;
    return *text ? 0 : INVALID_VALUE;
}

#endif

CALL(cuDeviceGetCount, int *count)
{
    BEGIN(false);
    *count = number("count", 1);
    return owner ? 0 : NOT_INITIALIZED;
}

CALL(cuDeviceGet, int *device, int ordinal)
{
    BEGIN(false);
    *device = ordinal;
    return ordinal ? INVALID_VALUE : 0;
}

CALL(cuDeviceGetName, char *name, int size, int device)
{
    BEGIN(false);
    snprintf(name, (size_t) size, "Fake GPU");
    return 0;
}

CALL(cuDeviceGetAttribute, int *value, int attribute, int device)
{
    BEGIN(false);
    int capability = number("capability", 90);
    *value = attribute == 75 ? capability / 10 : capability % 10;
    return attribute == 75 || attribute == 76 ? 0 : INVALID_VALUE;
}

CALL(cuDevicePrimaryCtxRetain, void **handle, int device)
{
    BEGIN(false);
    *handle = &context;
    contexts++;
    return 0;
}

CALL(cuDevicePrimaryCtxRelease_v2, int device)
{
    contexts--;
    for (int i = 0; sticky && i < 8; i++) { // it takes along what it owns
        free(buffers[i]);
        buffers[i] = NULL;
        modules = 0;
    }
    return sticky;
}

CALL(cuCtxPushCurrent_v2, void *handle)
{
    BEGIN(false);
    pushed++;
    return handle == &context ? 0 : INVALID_VALUE;
}

CALL(cuCtxPopCurrent_v2, void **handle)
{
    *handle = &context;
    pushed--;
    return 0;
}

CALL(cuCtxSynchronize, void)
{
    BEGIN(true);
    return 0;
}

// A fatbin begins with its magic number, PTX with its text.
CALL(cuModuleLoadData, void **handle, const void *image)
{
    BEGIN(true);
    uint32_t magic;
    memcpy(&magic, image, sizeof magic);
    if (magic != 0xba55ed50 && !strstr(image, ".target sm_75"))
        return INVALID_VALUE;
    *handle = &module;
    modules++;
    return 0;
}

CALL(cuModuleUnload, void *handle)
{
    BEGIN(true);
    modules--;
    return handle == &module ? 0 : INVALID_VALUE;
}

static void **place_of(const void *buffer)
{
    for (int i = 0; i < 8; i++)
        if (buffers[i] == buffer)
            return &buffers[i];
    abort(); // one that is none, or too many
}

CALL(cuMemAlloc_v2, uint64_t *address, size_t size)
{
    BEGIN(true);
    void **free_place = place_of(NULL);
    *free_place = malloc(size);
    *address = (uint64_t) (uintptr_t) *free_place;
    return 0;
}

CALL(cuMemFree_v2, uint64_t address)
{
    BEGIN(true);
    void **place = place_of((void *) (uintptr_t) address);
    free(*place);
    *place = NULL;
    return 0;
}

CALL(cuMemcpyHtoD_v2, uint64_t to, const void *from, size_t size)
{
    BEGIN(true);
    memcpy((void *) (uintptr_t) to, from, size);
    return 0;
}

CALL(cuMemcpyDtoH_v2, void *to, uint64_t from, size_t size)
{
    BEGIN(true);
    memcpy(to, (const void *) (uintptr_t) from, size);
    return 0;
}

// A kernel's name and what is known of it.
struct kernel {
    char name[32];
    const struct unary *unary; // or else:
    enum unit_op op;
    struct fp_format format;
};

static struct kernel kernels[64];

static bool read_name(const char *name, struct kernel *kernel)
{
    static const char *const formats[] = { "binary16", "binary32", "binary64" };
    const char *format = strchr(name, '_');
    size_t length = format ? (size_t) (format - name) : 0;

    snprintf(kernel->name, sizeof kernel->name, "%s", name);
    kernel->unary = unary_find(name);
    if (kernel->unary)
        return true;
    for (int i = 0; i < 3; i++)
        for (int op = 0; length && op < UNIT_OP_COUNT; op++) {
            const char *word = unit_op_name((enum unit_op) op);

            kernel->op = (enum unit_op) op;
            kernel->format = unary_type_format((enum unary_type) i);
            if (!strcmp(format + 1, formats[i]) && strlen(word) == length &&
                !strncmp(word, name, length))
                return true;
        }
    return false;
}

CALL(cuModuleGetFunction, void **function, void *handle, const char *name)
{
    BEGIN(true);
    for (int i = 0; i < 64; i++)
        if (!kernels[i].name[0] || !strcmp(kernels[i].name, name)) {
            *function = &kernels[i];
            return handle == &module && read_name(name, &kernels[i]) ? 0 : NOT_FOUND;
        }
    return NOT_FOUND;
}

static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };

static uint64_t *words(void *parameter)
{
    return (uint64_t *) (uintptr_t) * (uint64_t *) parameter;
}

static void execute(const struct kernel *kernel, void **parameters, size_t count)
{
    uint64_t *out = words(parameters[0]), *a = words(parameters[1]);
    enum fp_round round = directions[*(int *) parameters[5]];
    struct unit host = unit_host(), model = unit_model();
    struct unit_call call = { .op = kernel->op,
                              .model = { .format = kernel->format, .round = round },
                              .out = out,
                              .a = a,
                              .b = words(parameters[2]),
                              .c = words(parameters[3]),
                              .count = count };

    for (size_t i = 0; kernel->unary && i < count; i++)
        out[i] = unary_expected(kernel->unary, round, a[i]);
    if (!kernel->unary && host.can(&host, call.op, &call.model))
        host.apply(&host, &call);
    else if (!kernel->unary)
        model.apply(&model, &call);
    if (setting("wrong"))
        out[0] ^= 1;
}

CALL(cuLaunchKernel, void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
     unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_size,
     void *stream, void **parameters, void **extra)
{
    BEGIN(true);
    uint64_t count = *(uint64_t *) parameters[4];
    uint64_t threads = (uint64_t) grid_x * block_x;

    if (grid_y * grid_z * block_y * block_z != 1 || shared_size || stream || extra ||
        block_x > 1024 || threads < count)
        return INVALID_VALUE;
    execute(function, parameters, count);
    return 0;
}

__attribute__((destructor)) static void finish(void)
{
    int memory = 0;

    for (int i = 0; i < 8; i++)
        memory += buffers[i] != NULL;
    if (owner != getpid() || !(contexts || modules || memory || pushed))
        return;
    fprintf(stderr,
            "fake_cuda: not given back: %d contexts, %d modules, %d buffers; %d pushed\n",
            contexts, modules, memory, pushed);
    _exit(99);
}
