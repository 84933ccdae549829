// SPDX-License-Identifier: MIT

#include "cuda_ref/interop.h"

#include <assert.h>
#include <dlfcn.h>
#include <string.h>

// CU_GL_DEVICE_LIST_ALL, CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY.
#define LIST_ALL  1
#define READ_ONLY 1

#define DEVICES_MAX 16

// clang-format off
static const struct {
    const char *name;
    size_t offset;
} symbols[] = {
#define SYMBOL(name, field) { name, offsetof(struct interop_calls, field) }
    SYMBOL("cuGLGetDevices_v2", get_devices),
    SYMBOL("cuGraphicsGLRegisterBuffer", register_buffer),
    SYMBOL("cuGraphicsUnregisterResource", unregister),
    SYMBOL("cuGraphicsMapResources", map),
    SYMBOL("cuGraphicsUnmapResources", unmap),
    SYMBOL("cuGraphicsResourceGetMappedPointer_v2", get_pointer),
#undef SYMBOL
};
// clang-format on

static bool find_symbols(struct interop *interop)
{
    for (size_t i = 0; i < sizeof(symbols) / sizeof(*symbols); i++) {
        void *symbol = dlsym(interop->driver->library, symbols[i].name);

        if (!symbol)
            return false;
        memcpy((char *) &interop->call + symbols[i].offset, &symbol, sizeof(symbol));
    }
    return true;
}

// Whether GL draws on the driver's GPU. Where that is not told, a buffer of another GPU
// is refused later.
static bool same_gpu(const struct interop *interop)
{
    int devices[DEVICES_MAX];
    unsigned count = 0;

    if (interop->call.get_devices(&count, devices, DEVICES_MAX, LIST_ALL) != 0)
        return true;
    for (unsigned i = 0; i < count && i < DEVICES_MAX; i++)
        if (devices[i] == interop->driver->device)
            return true;
    return false;
}

bool interop_open(struct interop *interop, struct driver *driver)
{
    *interop = (struct interop){ .driver = driver };
    if (find_symbols(interop) && same_gpu(interop))
        return true;
    *interop = (struct interop){ 0 };
    return false;
}

void interop_close(struct interop *interop)
{
    if (interop->mapped)
        interop_unmap(interop);
    for (int i = 0; i < interop->count; i++)
        interop->call.unregister(interop->resources[i]);
    *interop = (struct interop){ 0 };
}

bool interop_take(struct interop *interop, const unsigned *buffers, int count)
{
    assert(count >= 1 && count <= INTEROP_BUFFERS && interop->count == 0);
    for (int i = 0; i < count; i++) {
        if (!driver_ok(interop->driver,
                       interop->call.register_buffer(&interop->resources[i], buffers[i],
                                                     READ_ONLY),
                       "cuGraphicsGLRegisterBuffer"))
            return false;
        interop->count++;
    }
    return true;
}

bool interop_map(struct interop *interop, int count, uint64_t *addresses)
{
    size_t size;

    assert(count >= 1 && count <= interop->count && interop->mapped == 0);
    if (!driver_ok(interop->driver,
                   interop->call.map((unsigned) count, interop->resources, NULL),
                   "cuGraphicsMapResources"))
        return false;
    interop->mapped = count;
    for (int i = 0; i < count; i++)
        if (!driver_ok(
                interop->driver,
                interop->call.get_pointer(&addresses[i], &size, interop->resources[i]),
                "cuGraphicsResourceGetMappedPointer")) {
            interop_unmap(interop);
            return false;
        }
    return true;
}

bool interop_unmap(struct interop *interop)
{
    int count = interop->mapped;

    interop->mapped = 0;
    return driver_ok(interop->driver,
                     interop->call.unmap((unsigned) count, interop->resources, NULL),
                     "cuGraphicsUnmapResources");
}
