// SPDX-License-Identifier: MIT

#include "cuda_ref/driver.h"

#include "base/environment.h"
#include "base/guard.h"
#include "base/log.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// PTX ISA 6.3, the first that knows compute_75, came with CUDA 10.0.
#define VERSION_MIN    10000
#define CAPABILITY_MIN 75

#define INIT_S 120 // for cuInit, which may start many GPUs

// Of CUdevice_attribute.
#define CAPABILITY_MAJOR 75
#define CAPABILITY_MINOR 76

static const struct {
    const char *name;
    size_t offset;
    bool needed;
} symbols[] = {
#define NEEDED(symbol, name, parameters) \
    { #symbol, offsetof(struct driver_calls, name), true },
#define WANTED(symbol, name, parameters) \
    { #symbol, offsetof(struct driver_calls, name), false },
    DRIVER_CALLS(NEEDED) DRIVER_MORE(WANTED)
#undef NEEDED
#undef WANTED
};

// For a library that cannot name its errors: a stub, a driver that is not running, one
// that is older than the error. The numbers of CUresult.
// clang-format off
static const struct {
    int result;
    const char *name, *text;
} errors[] = {
    { 1, "CUDA_ERROR_INVALID_VALUE", "invalid argument" },
    { 2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory" },
    { 3, "CUDA_ERROR_NOT_INITIALIZED", "the driver is not initialised" },
    { 34, "CUDA_ERROR_STUB_LIBRARY", "a stub to link with, no driver" },
    { 36, "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER", "needs a newer driver" },
    { 46, "CUDA_ERROR_DEVICE_UNAVAILABLE", "the GPU is busy or unavailable" },
    { 100, "CUDA_ERROR_NO_DEVICE", "no GPU" },
    { 101, "CUDA_ERROR_INVALID_DEVICE", "invalid device" },
    { 102, "CUDA_ERROR_DEVICE_NOT_LICENSED", "the GPU is not licensed" },
    { 304, "CUDA_ERROR_OPERATING_SYSTEM", "the operating system refused" },
    { 802, "CUDA_ERROR_SYSTEM_NOT_READY", "the system is not ready" },
    { 803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
      "library and kernel module are of different versions" },
    { 804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE",
      "this GPU has no forward compatibility" },
    { 999, "CUDA_ERROR_UNKNOWN", "unknown error" },
};
// clang-format on

// Names what the library does not, or nothing.
static void name_error(int result, const char **name, const char **text)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].result == result) {
            *name = *name ? *name : errors[i].name;
            *text = *text ? *text : errors[i].text;
        }
}

// An exception of the device is the context's end, which the driver then repeats from
// each call: 214 memory error, 700 to 721 a kernel's faults (701 a launch that needs too
// much, 704, 705 and 708 states, 712 and 713 host memory, and 720 leave it alive), 999.
static bool is_fatal(int result)
{
    static const int fatal[] = { 4,   46,  214, 220, 226, 700, 702, 709, 710,
                                 714, 715, 716, 717, 718, 719, 721, 999 };

    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        if (fatal[i] == result)
            return true;
    return false;
}

bool driver_ok(struct driver *driver, int result, const char *what)
{
    const char *name = NULL, *text = NULL;

    environment_own(); // the call that gave the result may have left another
    if (result == 0)
        return true;
    if (driver->call.get_error_name(result, &name) != 0)
        name = NULL;
    if (driver->call.get_error_string(result, &text) != 0)
        text = NULL;
    name_error(result, &name, &text);
    driver->lost = driver->lost || is_fatal(result);
    log_error("cuda: %s: %s (%d)%s%s", what, name ? name : "error", result,
              text ? ", " : "", text ? text : "");
    return false;
}

static bool find_symbols(struct driver *driver)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *symbol = dlsym(driver->library, symbols[i].name);

        if (!symbol && symbols[i].needed) {
            log_error("cuda: libcuda.so.1 has no %s: no CUDA driver, or one too old",
                      symbols[i].name);
            return false;
        }
        memcpy((char *) &driver->call + symbols[i].offset, &symbol, sizeof symbol);
    }
    return true;
}

// Lazily bound: a driver's library has thousands of symbols, of which few are called.
static bool open_library(struct driver *driver)
{
    driver->library = environment_dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (!driver->library) {
        log_error("cuda: no driver: %s", dlerror());
        return false;
    }
    return find_symbols(driver);
}

static struct isolated ahead;
static void (*ahead_serve)(void); // in that process
static char ahead_reason[120];
static bool survived; // cuInit, by this process or one of its own

static void work_ahead(const void *context, void *answer)
{
    static bool started;
    struct driver driver = { 0 };

    (void) context;
    (void) answer;
    log_hold(true);
    if (started)
        ahead_serve();
    else if (open_library(&driver))
        driver.call.init(0);
    started = survived = true;
}

void driver_ask_ahead(void (*serve)(void))
{
    int answer = 0;

    if (ahead.child)
        return;
    ahead_serve = serve;
    isolate_begin(&ahead, work_ahead, NULL, &answer, sizeof answer, ahead_reason,
                  sizeof ahead_reason);
}

bool driver_wait_ahead(struct isolated *isolated, const char *subject)
{
    int answer, limit_s = guard_limit_s() ? guard_limit_s() : INIT_S;

    if (isolated->child && isolate_answer(isolated, &answer, sizeof answer, limit_s,
                                          ahead_reason, sizeof ahead_reason))
        return true;
    log_error("cuda: %s: %s", subject, ahead_reason);
    return false;
}

bool driver_take_ahead(struct isolated *taken)
{
    *taken = ahead;
    ahead = (struct isolated){ 0 };
    return driver_wait_ahead(taken, "cuInit");
}

// Whether cuInit comes back: it is asked in a process of its own first, once.
static bool survives_init(void)
{
    struct isolated alone;

    if (!survived) {
        driver_ask_ahead(NULL);
        survived = driver_take_ahead(&alone);
        isolate_leave(&alone);
    }
    return survived;
}

static bool init(struct driver *driver)
{
    const struct driver_calls *call = &driver->call;

    if (!survives_init())
        return false;
    driver->started = true;
    if (!driver_ok(driver, call->init(0), "cuInit") ||
        !driver_ok(driver, call->driver_get_version(&driver->version),
                   "cuDriverGetVersion"))
        return false;
    if (driver->version >= VERSION_MIN)
        return true;
    log_error("cuda: the driver is too old: it knows CUDA %d.%d, the kernels need %d.%d",
              driver->version / 1000, driver->version % 1000 / 10, VERSION_MIN / 1000,
              VERSION_MIN % 1000 / 10);
    return false;
}

static bool read_capability(struct driver *driver)
{
    int major = 0, minor = 0;
    const struct driver_calls *call = &driver->call;

    if (!driver_ok(driver,
                   call->device_get_attribute(&major, CAPABILITY_MAJOR, driver->device),
                   "cuDeviceGetAttribute") ||
        !driver_ok(driver,
                   call->device_get_attribute(&minor, CAPABILITY_MINOR, driver->device),
                   "cuDeviceGetAttribute"))
        return false;
    driver->capability = 10 * major + minor;
    if (driver->capability >= CAPABILITY_MIN)
        return true;
    log_error("cuda: %s has compute capability %d.%d, the kernels need %d.%d",
              driver->gpu, major, minor, CAPABILITY_MIN / 10, CAPABILITY_MIN % 10);
    return false;
}

static bool find_device(struct driver *driver, int ordinal)
{
    const struct driver_calls *call = &driver->call;
    int count = 0;

    if (!driver_ok(driver, call->device_get_count(&count), "cuDeviceGetCount"))
        return false;
    if (count < 1) {
        log_error("cuda: the driver has no GPU");
        return false;
    }
    if (ordinal >= count) {
        log_error("cuda: there is no GPU %d: they are 0 to %d", ordinal, count - 1);
        return false;
    }
    if (!driver_ok(driver, call->device_get(&driver->device, ordinal), "cuDeviceGet") ||
        !driver_ok(
            driver,
            call->device_get_name(driver->gpu, sizeof driver->gpu - 1, driver->device),
            "cuDeviceGetName"))
        return false;
    return read_capability(driver);
}

// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.82.07  Wed ...": the first word
// of digits and dots.
static void read_kernel_side(struct driver *driver)
{
    char line[256] = "";
    FILE *file = fopen("/proc/driver/nvidia/version", "re");

    if (!file)
        return;
    if (fgets(line, sizeof line, file)) {
        char *rest = line, *word;

        while (!driver->kernel_side[0] && (word = strsep(&rest, " \t\n")) != NULL)
            if (strchr(word, '.') && word[strspn(word, "0123456789.")] == '\0')
                snprintf(driver->kernel_side, sizeof driver->kernel_side, "%s", word);
    }
    fclose(file);
}

bool driver_open_at(struct driver *driver, int ordinal)
{
    *driver = (struct driver){ .owner = getpid() };
    if (open_library(driver) && init(driver) && find_device(driver, ordinal) &&
        driver_ok(driver, driver->call.context_retain(&driver->context, driver->device),
                  "cuDevicePrimaryCtxRetain")) {
        read_kernel_side(driver);
        return true;
    }
    driver_close(driver);
    return false;
}

void driver_close(struct driver *driver)
{
    if (driver->context && driver->owner == getpid())
        driver->call.context_release(driver->device);
    environment_own();
    if (driver->library && !driver->started)
        dlclose(driver->library);
    *driver = (struct driver){ 0 };
}

bool driver_usable(const struct driver *driver)
{
    return driver->owner == getpid() && !driver->lost;
}

bool driver_enter(struct driver *driver)
{
    if (driver_usable(driver))
        return driver_ok(driver, driver->call.context_push(driver->context),
                         "cuCtxPushCurrent");
    if (driver->lost)
        log_error("cuda: %s was lost", driver->gpu);
    else
        log_error("cuda: not in a forked process");
    return false;
}

void driver_leave(struct driver *driver)
{
    void *context = NULL;

    driver->call.context_pop(&context);
    environment_own();
}

static bool subject_ok(struct driver *driver, int result, const char *call,
                       const char *subject)
{
    char what[100];

    snprintf(what, sizeof what, "%s%s%s", call, subject[0] ? " " : "", subject);
    return driver_ok(driver, result, what);
}

bool driver_find(struct driver *driver, void *module, const char *subject,
                 void **function)
{
    return subject_ok(driver, driver->call.module_get_function(function, module, subject),
                      "cuModuleGetFunction", subject);
}

bool driver_allocate(struct driver *driver, uint64_t *address, size_t size,
                     const char *subject)
{
    return subject_ok(driver, driver->call.memory_allocate(address, size), "cuMemAlloc",
                      subject);
}

bool driver_put(struct driver *driver, uint64_t to, const void *from, size_t size,
                const char *subject)
{
    return subject_ok(driver, driver->call.copy_to_device(to, from, size), "cuMemcpyHtoD",
                      subject);
}

bool driver_get(struct driver *driver, void *to, uint64_t from, size_t size,
                const char *subject)
{
    return subject_ok(driver, driver->call.copy_to_host(to, from, size), "cuMemcpyDtoH",
                      subject);
}

bool driver_wait(struct driver *driver, const char *subject)
{
    return subject_ok(driver, driver->call.context_synchronize(), "cuCtxSynchronize",
                      subject);
}

bool driver_launch(struct driver *driver, void *function, struct driver_grid grid,
                   void **parameters, const char *subject)
{
    return subject_ok(driver,
                      driver->call.launch(function, grid.columns, grid.rows, 1,
                                          grid.threads, 1, 1, 0, NULL, parameters, NULL),
                      "cuLaunchKernel", subject);
}

void driver_give_back(struct driver *driver, const uint64_t *addresses, int count,
                      void *module)
{
    if (!driver_usable(driver))
        return;
    for (int i = 0; i < count; i++)
        if (addresses[i])
            driver->call.memory_free(addresses[i]);
    if (module)
        driver->call.module_unload(module);
    environment_own();
}
