// SPDX-License-Identifier: MIT

#include "cuda_ref/interop.h"

#include <assert.h>

// CU_GL_DEVICE_LIST_ALL, CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY.
#define LIST_ALL  1
#define READ_ONLY 1

#define DEVICES_MAX 16

static bool has_calls(const struct driver_calls *call)
{
    return call->gl_get_devices && call->gl_register_buffer && call->unregister &&
           call->map && call->unmap && call->get_pointer;
}

// Whether GL draws on the driver's GPU. Where that is not told, a buffer of another GPU
// is refused later.
static bool same_gpu(const struct interop *interop)
{
    int devices[DEVICES_MAX];
    unsigned count = 0;

    if (interop->driver->call.gl_get_devices(&count, devices, DEVICES_MAX, LIST_ALL) != 0)
        return true;
    for (unsigned i = 0; i < count && i < DEVICES_MAX; i++)
        if (devices[i] == interop->driver->device)
            return true;
    return false;
}

bool interop_open(struct interop *interop, struct driver *driver)
{
    *interop = (struct interop){ .driver = driver };
    if (has_calls(&driver->call) && same_gpu(interop))
        return true;
    *interop = (struct interop){ 0 };
    return false;
}

void interop_close(struct interop *interop)
{
    if (interop->mapped)
        interop_unmap(interop);
    for (int i = 0; i < interop->count; i++)
        interop->driver->call.unregister(interop->resources[i]);
    *interop = (struct interop){ 0 };
}

bool interop_take(struct interop *interop, const unsigned *buffers, int count)
{
    struct driver *driver = interop->driver;

    assert(count >= 1 && count <= INTEROP_BUFFERS && interop->count == 0);
    for (; interop->count < count; interop->count++) {
        int i = interop->count;

        if (!driver_ok(driver,
                       driver->call.gl_register_buffer(&interop->resources[i], buffers[i],
                                                       READ_ONLY),
                       "cuGraphicsGLRegisterBuffer"))
            return false;
    }
    return true;
}

bool interop_map(struct interop *interop, int count, uint64_t *addresses)
{
    struct driver *driver = interop->driver;
    void **resources = interop->resources;
    size_t size;

    assert(count >= 1 && count <= interop->count && interop->mapped == 0);
    if (!driver_ok(driver, driver->call.map((unsigned) count, resources, NULL),
                   "cuGraphicsMapResources"))
        return false;
    interop->mapped = count;
    for (int i = 0; i < count; i++)
        if (!driver_ok(driver,
                       driver->call.get_pointer(&addresses[i], &size, resources[i]),
                       "cuGraphicsResourceGetMappedPointer")) {
            interop_unmap(interop);
            return false;
        }
    return true;
}

bool interop_unmap(struct interop *interop)
{
    struct driver *driver = interop->driver;
    unsigned count = (unsigned) interop->mapped;

    interop->mapped = 0;
    return driver_ok(driver, driver->call.unmap(count, interop->resources, NULL),
                     "cuGraphicsUnmapResources");
}
