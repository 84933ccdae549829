// SPDX-License-Identifier: MIT

#include "cuda_ref/launch.h"

#include "base/guard.h"
#include "bench/times.h"

#include <stdio.h>

bool launch_open(struct launch *launch, const unsigned char *ptx, size_t size,
                 struct launch_gpu *gpu)
{
    struct driver *driver = &launch->driver;

    *launch = (struct launch){ 0 };
    if (!driver_open_at(driver, 0))
        return false;
    launch->entered = driver_enter(driver);
    if (!launch->entered ||
        !driver_ok(driver, driver->call.module_load(&launch->module, ptx),
                   "cuModuleLoadData") ||
        !driver_allocate(driver, &launch->memory, size, "")) {
        launch_close(launch);
        return false;
    }
    if (gpu) {
        snprintf(gpu->name, sizeof gpu->name, "%s", driver->gpu);
        gpu->capability = driver->capability;
        gpu->driver = driver->version;
    }
    return true;
}

void launch_close(struct launch *launch)
{
    struct driver *driver = &launch->driver;

    driver_give_back(driver, &launch->memory, 1, launch->module);
    if (launch->entered)
        driver_leave(driver);
    driver_close(driver);
    *launch = (struct launch){ 0 };
}

bool launch_grid(struct launch *launch, const char *kernel, unsigned columns,
                 unsigned rows, void **parameters)
{
    struct driver *driver = &launch->driver;
    const struct driver_grid grid = { columns, rows, LAUNCH_THREADS };
    void *function;

    guard_alive();
    if (!driver_find(driver, launch->module, kernel, &function))
        return false;
    launch->started_ns = times_now_ns();
    return driver_launch(driver, function, grid, parameters, kernel) &&
           driver_wait(driver, kernel);
}

bool launch_run(struct launch *launch, const char *kernel, unsigned groups,
                void **parameters, double *ns)
{
    if (!launch_grid(launch, kernel, groups, 1, parameters))
        return false;
    if (ns)
        *ns = times_now_ns() - launch->started_ns;
    return true;
}

bool launch_read(struct launch *launch, size_t at, void *to, size_t size)
{
    return driver_get(&launch->driver, to, launch->memory + at, size, "");
}

bool launch_write(struct launch *launch, size_t at, const void *from, size_t size)
{
    return driver_put(&launch->driver, launch->memory + at, from, size, "");
}
