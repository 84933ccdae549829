// SPDX-License-Identifier: MIT

#include "cuda_ref/launch.h"

#include "base/guard.h"
#include "bench/times.h"

#include <stdio.h>

bool launch_open_at(struct launch *launch, int ordinal, const unsigned char *ptx,
                    size_t size)
{
    struct driver *driver = &launch->driver;

    *launch = (struct launch){ 0 };
    if (!driver_open_for(driver, ordinal))
        return false;
    launch->entered = driver_enter(driver);
    if (launch->entered &&
        driver_ok(driver, driver->call.module_load(&launch->module, ptx),
                  "cuModuleLoadData") &&
        driver_ok(driver, driver->call.memory_allocate(&launch->memory, size),
                  "cuMemAlloc"))
        return true;
    launch_close(launch);
    return false;
}

bool launch_open(struct launch *launch, const unsigned char *ptx, size_t size)
{
    return launch_open_at(launch, 0, ptx, size);
}

void launch_close(struct launch *launch)
{
    struct driver *driver = &launch->driver;

    if (launch->memory)
        driver->call.memory_free(launch->memory);
    if (launch->module)
        driver->call.module_unload(launch->module);
    if (launch->entered)
        driver_leave(driver);
    driver_close(driver);
    *launch = (struct launch){ 0 };
}

bool launch_run(struct launch *launch, const char *kernel, unsigned groups,
                void **parameters, double *ns)
{
    struct driver *driver = &launch->driver;
    void *function;
    char what[80];
    double start;

    guard_alive();
    snprintf(what, sizeof(what), "cuModuleGetFunction %s", kernel);
    if (!driver_ok(driver,
                   driver->call.module_get_function(&function, launch->module, kernel),
                   what))
        return false;
    snprintf(what, sizeof(what), "cuLaunchKernel %s", kernel);
    start = times_now_ns();
    if (!driver_ok(driver,
                   driver->call.launch(function, groups, 1, 1, LAUNCH_THREADS, 1, 1, 0,
                                       NULL, parameters, NULL),
                   what) ||
        !driver_ok(driver, driver->call.context_synchronize(), kernel))
        return false;
    if (ns)
        *ns = times_now_ns() - start;
    return true;
}

bool launch_read(struct launch *launch, void *to, size_t size)
{
    struct driver *driver = &launch->driver;

    return driver_ok(driver, driver->call.copy_to_host(to, launch->memory, size),
                     "cuMemcpyDtoH");
}

bool launch_write(struct launch *launch, const void *from, size_t size)
{
    struct driver *driver = &launch->driver;

    return driver_ok(driver, driver->call.copy_to_device(launch->memory, from, size),
                     "cuMemcpyHtoD");
}
