// SPDX-License-Identifier: MIT
//
// The CUDA driver, opened at run time: libcuda.so.1, the functions of it that are used,
// one GPU. Knows no kernel. The functions are declared here; cuda.h is not needed
// to build, nor is the library.
//
// CUDA does not survive a fork. A child that uses what its parent has opened is refused
// here, before the driver is asked; it may close it, which gives back memory only.

#ifndef DRIVER_H
#define DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The driver API's names for these are CUresult (0 is success), CUdevice, CUdeviceptr;
// contexts, modules, functions and streams are pointers.
struct driver_calls {
    int (*init)(unsigned flags);
    int (*driver_get_version)(int *version);
    int (*get_error_name)(int result, const char **name);
    int (*get_error_string)(int result, const char **text);
    int (*device_get_count)(int *count);
    int (*device_get)(int *device, int ordinal);
    int (*device_get_name)(char *name, int size, int device);
    int (*device_get_attribute)(int *value, int attribute, int device);
    int (*device_get_pci_bus_id)(char *id, int size, int device);
    int (*context_retain)(void **context, int device);
    int (*context_release)(int device);
    int (*context_push)(void *context);
    int (*context_pop)(void **context);
    int (*context_synchronize)(void);
    int (*module_load)(void **module, const void *image);
    int (*module_unload)(void *module);
    int (*module_get_function)(void **function, void *module, const char *name);
    int (*memory_allocate)(uint64_t *address, size_t size);
    int (*memory_free)(uint64_t address);
    int (*copy_to_device)(uint64_t to, const void *from, size_t size);
    int (*copy_to_host)(void *to, uint64_t from, size_t size);
    int (*launch)(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                  unsigned block_x, unsigned block_y, unsigned block_z,
                  unsigned shared_size, void *stream, void **parameters, void **extra);
};

// More of them, that only some need: NULL where the library has none.
struct driver_more {
    int (*memory_get_info)(size_t *available, size_t *total);
    int (*memory_set32)(uint64_t to, unsigned value, size_t words);
    int (*event_create)(void **event, unsigned flags);
    int (*event_destroy)(void *event);
    int (*event_record)(void *event, void *stream);
    int (*event_elapsed)(float *milliseconds, void *start, void *end);
};

struct driver {
    void *library;
    bool started; // cuInit was called
    struct driver_calls call;
    struct driver_more more;
    int version;          // of the driver API: 13000
    int device;           // which GPU
    int capability;       // 90 for compute capability 9.0
    void *context;        // its primary one
    pid_t owner;          // the process that opened it
    bool lost;            // a call failed after which none works
    char gpu[80];         // "NVIDIA H200"
    char bus[16];         // "0000:1b:00.0", "" where unknown: a slot, no serial number
    char kernel_side[40]; // version of the kernel module: "580.82.07", "" where unknown
};

// Opens the library, the first GPU, and its primary context. Returns false, after
// logging why, if there is no library, no GPU, one older than 7.5, a driver that is too
// old, or any error; `driver` is then zeroed.
bool driver_open(struct driver *driver);

// The same for GPU `ordinal`, [0, oo).
bool driver_open_at(struct driver *driver, int ordinal);

// The same for the rank of that number on this host: behind the last GPU the first again.
bool driver_open_for(struct driver *driver, int rank);

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

#endif // DRIVER_H
