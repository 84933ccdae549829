// SPDX-License-Identifier: MIT
//
// The CUDA driver, opened at run time: libcuda.so.1, the functions of it that are used,
// one GPU. Knows no kernel. The functions are declared here; cuda.h is not needed
// to build, nor is the library.
//
// CUDA does not survive a fork. A child that uses what its parent has opened is refused
// here, before the driver is asked; it may close it, which gives back memory only.

#ifndef CUDA_REF_DRIVER_H
#define CUDA_REF_DRIVER_H

#include "base/isolate.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The functions: the driver API's name, that of the member, the parameters. The API's
// names for these are CUresult (0 is success), CUdevice, CUdeviceptr; contexts, modules,
// functions, streams and resources are pointers.
// clang-format off
#define DRIVER_CALLS(CALL) \
    CALL(cuInit, init, (unsigned flags)) \
    CALL(cuDriverGetVersion, driver_get_version, (int *version)) \
    CALL(cuGetErrorName, get_error_name, (int result, const char **name)) \
    CALL(cuGetErrorString, get_error_string, (int result, const char **text)) \
    CALL(cuDeviceGetCount, device_get_count, (int *count)) \
    CALL(cuDeviceGet, device_get, (int *device, int ordinal)) \
    CALL(cuDeviceGetName, device_get_name, (char *name, int size, int device)) \
    CALL(cuDeviceGetAttribute, device_get_attribute, \
         (int *value, int attribute, int device)) \
    CALL(cuDevicePrimaryCtxRetain, context_retain, (void **context, int device)) \
    CALL(cuDevicePrimaryCtxRelease_v2, context_release, (int device)) \
    CALL(cuCtxPushCurrent_v2, context_push, (void *context)) \
    CALL(cuCtxPopCurrent_v2, context_pop, (void **context)) \
    CALL(cuCtxSynchronize, context_synchronize, (void)) \
    CALL(cuModuleLoadData, module_load, (void **module, const void *image)) \
    CALL(cuModuleUnload, module_unload, (void *module)) \
    CALL(cuModuleGetFunction, module_get_function, \
         (void **function, void *module, const char *name)) \
    CALL(cuMemAlloc_v2, memory_allocate, (uint64_t *address, size_t size)) \
    CALL(cuMemFree_v2, memory_free, (uint64_t address)) \
    CALL(cuMemcpyHtoD_v2, copy_to_device, (uint64_t to, const void *from, size_t size)) \
    CALL(cuMemcpyDtoH_v2, copy_to_host, (void *to, uint64_t from, size_t size)) \
    CALL(cuLaunchKernel, launch, \
         (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, \
          unsigned block_x, unsigned block_y, unsigned block_z, \
          unsigned shared_size, void *stream, void **parameters, void **extra))

// What only some need: NULL where the library has none.
#define DRIVER_MORE(CALL) \
    CALL(cuMemGetInfo_v2, memory_get_info, (size_t *available, size_t *total)) \
    CALL(cuGLGetDevices_v2, gl_get_devices, \
         (unsigned *count, int *devices, unsigned room, int list)) \
    CALL(cuGraphicsGLRegisterBuffer, gl_register_buffer, \
         (void **resource, unsigned buffer, unsigned flags)) \
    CALL(cuGraphicsUnregisterResource, unregister, (void *resource)) \
    CALL(cuGraphicsMapResources, map, (unsigned count, void **resources, void *stream)) \
    CALL(cuGraphicsUnmapResources, unmap, \
         (unsigned count, void **resources, void *stream)) \
    CALL(cuGraphicsResourceGetMappedPointer_v2, get_pointer, \
         (uint64_t *address, size_t *size, void *resource))
// clang-format on

struct driver_calls {
#define MEMBER(symbol, name, parameters) int(*name) parameters;
    DRIVER_CALLS(MEMBER)
    DRIVER_MORE(MEMBER)
#undef MEMBER
};

struct driver {
    void *library;
    bool started; // cuInit was called
    struct driver_calls call;
    int version;          // of the driver API: 13000
    int device;           // which GPU
    int capability;       // 90 for compute capability 9.0
    void *context;        // its primary one
    pid_t owner;          // the process that opened it
    bool lost;            // a call failed after which none works
    char gpu[80];         // "NVIDIA H200"
    char kernel_side[40]; // version of the kernel module: "580.82.07", "" where unknown
};

// Makes a process of its own that calls cuInit, and then `serve`, unless that is NULL,
// each time it is asked again (isolate.h; the answer is an int without meaning). To be
// called before a GL driver is entered: a child made later might find a lock held. Does
// nothing where there is one that nobody took.
void driver_ask_ahead(void (*serve)(void));

// Takes that process, once its cuInit came back. Returns false, after logging why, if it
// did not, or there is none.
bool driver_take_ahead(struct isolated *ahead);

// Waits for what it was asked again. Returns false, after logging why, if it ended.
bool driver_wait_ahead(struct isolated *ahead, const char *subject);

// Opens the library, GPU `ordinal`, [0, oo), and its primary context. Returns false,
// after logging why, if there is no library, no such GPU, one older than 7.5, a driver
// that is too old, or any error; `driver` is then zeroed.
bool driver_open_at(struct driver *driver, int ordinal);

// Gives back the context. A library that was started stays loaded: it may have
// threads, which must not lose their code. Takes a zeroed struct and leaves one.
void driver_close(struct driver *driver);

// Between these two the calling thread may use driver->call: any thread may, one at a
// time. Returns false, after logging why, in a forked child, and once the GPU was lost.
bool driver_enter(struct driver *driver);
void driver_leave(struct driver *driver);

// Whether calls can be made at all: the process is the one that opened, the GPU there.
bool driver_usable(const struct driver *driver);

// Whether `result`, that of `what` ("cuLaunchKernel add_binary32"), is success. Logs a
// line that names the error if not.
bool driver_ok(struct driver *driver, int result, const char *what);

// The driver's functions, each of `subject`, a kernel's name or "": what failed is logged
// as "cuMemAlloc SUBJECT: ...". Return false then.
bool driver_find(struct driver *driver, void *module, const char *subject,
                 void **function);
bool driver_allocate(struct driver *driver, uint64_t *address, size_t size,
                     const char *subject);
bool driver_put(struct driver *driver, uint64_t to, const void *from, size_t size,
                const char *subject);
bool driver_get(struct driver *driver, void *to, uint64_t from, size_t size,
                const char *subject);
bool driver_wait(struct driver *driver, const char *subject);

// columns x rows groups of so many threads.
struct driver_grid {
    unsigned columns, rows, threads;
};
bool driver_launch(struct driver *driver, void *function, struct driver_grid grid,
                   void **parameters, const char *subject);

// Gives back what was allocated and loaded, 0 and NULL left out; a driver that is not
// usable is not asked.
void driver_give_back(struct driver *driver, const uint64_t *addresses, int count,
                      void *module);

#endif // CUDA_REF_DRIVER_H
