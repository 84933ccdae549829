// SPDX-License-Identifier: MIT

#include "device/open.h"

#include "base/environment.h"
#include "base/log.h"
#include "base/memory.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EGL_EGL_PROTOTYPES 0
#include <EGL/egl.h>
#include <EGL/eglext.h>

// EGL_ANGLE_platform_angle, _vulkan and _device_type_swiftshader.
#define PLATFORM_ANGLE             0x3202
#define PLATFORM_ANGLE_TYPE        0x3203
#define PLATFORM_ANGLE_TYPE_VULKAN 0x3450
#define PLATFORM_ANGLE_DEVICE_TYPE 0x3209
#define DEVICE_TYPE_SWIFTSHADER    0x3487

#define DEVICES_MAX 64
#define PACKAGES    "; on Debian and Ubuntu, install libegl1 and libegl-mesa0"

// The entry points. glad's EGL loader asks the default display for its version before
// it loads anything, and finds EGL 1.0 where that display does not start, which is the
// rule without a screen. X(name, type, needed).
#define ENTRY_POINTS(X)                                                 \
    X(eglGetProcAddress, PFNEGLGETPROCADDRESSPROC, true)                \
    X(eglGetDisplay, PFNEGLGETDISPLAYPROC, true)                        \
    X(eglInitialize, PFNEGLINITIALIZEPROC, true)                        \
    X(eglTerminate, PFNEGLTERMINATEPROC, true)                          \
    X(eglQueryString, PFNEGLQUERYSTRINGPROC, true)                      \
    X(eglGetError, PFNEGLGETERRORPROC, true)                            \
    X(eglBindAPI, PFNEGLBINDAPIPROC, true)                              \
    X(eglChooseConfig, PFNEGLCHOOSECONFIGPROC, true)                    \
    X(eglCreateContext, PFNEGLCREATECONTEXTPROC, true)                  \
    X(eglDestroyContext, PFNEGLDESTROYCONTEXTPROC, true)                \
    X(eglMakeCurrent, PFNEGLMAKECURRENTPROC, true)                      \
    X(eglCreatePbufferSurface, PFNEGLCREATEPBUFFERSURFACEPROC, true)    \
    X(eglDestroySurface, PFNEGLDESTROYSURFACEPROC, true)                \
    X(eglGetPlatformDisplay, PFNEGLGETPLATFORMDISPLAYPROC, false)       \
    X(eglGetPlatformDisplayEXT, PFNEGLGETPLATFORMDISPLAYEXTPROC, false) \
    X(eglQueryDeviceAttribEXT, PFNEGLQUERYDEVICEATTRIBEXTPROC, false)   \
    X(eglQueryDisplayAttribEXT, PFNEGLQUERYDISPLAYATTRIBEXTPROC, false) \
    X(eglQueryDevicesEXT, PFNEGLQUERYDEVICESEXTPROC, false)             \
    X(eglQueryDeviceStringEXT, PFNEGLQUERYDEVICESTRINGEXTPROC, false)

#define DECLARE(name, type, needed) static type name;
ENTRY_POINTS(DECLARE)

struct egl {
    void *library;
    EGLDisplay display;
    EGLContext context;
    EGLSurface surface;
};

static gl_function load_gl(const char *name)
{
    return (gl_function) eglGetProcAddress(name);
}

// Core functions by symbol: eglGetProcAddress need not know them before EGL 1.5.
static gl_function load_egl(void *library, const char *name)
{
    gl_function function = NULL;
    void *symbol = dlsym(library, name);

    if (symbol)
        memcpy(&function, &symbol, sizeof function);
    else if (eglGetProcAddress)
        function = (gl_function) eglGetProcAddress(name);
    return function;
}

// Opens the library and its entry points.
static bool open_library(struct egl *egl, const char *path)
{
    const char *missing = NULL;

    eglGetProcAddress = NULL;
    egl->library = environment_dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!egl->library) {
        log_error("no EGL: %s%s", dlerror(), strchr(path, '/') ? "" : PACKAGES);
        return false;
    }
#define LOAD(name, type, needed)                 \
    name = (type) load_egl(egl->library, #name); \
    if (!name && needed)                         \
        missing = #name;
    ENTRY_POINTS(LOAD)
    if (missing)
        log_error("%s: lacks %s, which EGL 1.4 has", path, missing);
    return !missing;
}

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);

    while (list && (list = strstr(list, word)) != NULL) {
        if (list[length] == ' ' || list[length] == '\0')
            return true;
        list += length;
    }
    return false;
}

static const char *client_extensions(void)
{
    return eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
}

// Fills `devices` with those of EGL_EXT_device_enumeration and returns their number.
// Devices that a driver counts and does not name are left out.
static int query_devices(EGLDeviceEXT devices[DEVICES_MAX])
{
    EGLint count = 0;
    int named = 0;

    memset(devices, 0, DEVICES_MAX * sizeof *devices);
    if (!eglQueryDevicesEXT || !eglQueryDevicesEXT(DEVICES_MAX, devices, &count))
        return 0;
    while (named < count && named < DEVICES_MAX && devices[named])
        named++;
    return named;
}

static EGLDisplay platform_display(EGLenum platform, void *native,
                                   const EGLAttrib *attributes)
{
    if (eglGetPlatformDisplay)
        return eglGetPlatformDisplay(platform, native, attributes);
    if (eglGetPlatformDisplayEXT && !attributes)
        return eglGetPlatformDisplayEXT(platform, native, NULL);
    return EGL_NO_DISPLAY;
}

static EGLDisplay device_display(long index)
{
    EGLDeviceEXT devices[DEVICES_MAX];

    if (index >= query_devices(devices))
        return EGL_NO_DISPLAY;
    return platform_display(EGL_PLATFORM_DEVICE_EXT, devices[index], NULL);
}

static EGLDisplay surfaceless_display(void)
{
    return platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
}

static EGLDisplay default_display(void)
{
    return eglGetDisplay(EGL_DEFAULT_DISPLAY);
}

static EGLDisplay swiftshader_display(void)
{
    static const EGLAttrib attributes[] = { PLATFORM_ANGLE_TYPE,
                                            PLATFORM_ANGLE_TYPE_VULKAN,
                                            PLATFORM_ANGLE_DEVICE_TYPE,
                                            DEVICE_TYPE_SWIFTSHADER, EGL_NONE };

    return platform_display(PLATFORM_ANGLE, EGL_DEFAULT_DISPLAY, attributes);
}

static bool egl_start(struct egl *egl, EGLDisplay display)
{
    EGLint major, minor;

    if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor))
        return false;
    egl->display = display;
    return true;
}

// Any display of a library that was named: what ANGLE calls SwiftShader first, unless
// the environment asks for another, because it fails on the others noisily.
static bool start_any(struct egl *egl)
{
    bool swiftshader = has_word(client_extensions(),
                                "EGL_ANGLE_platform_angle_device_type_swiftshader") &&
                       !getenv("ANGLE_DEFAULT_PLATFORM");

    return (swiftshader && egl_start(egl, swiftshader_display())) ||
           egl_start(egl, device_display(0)) || egl_start(egl, surfaceless_display()) ||
           egl_start(egl, default_display());
}

// An index past the last is no failure of a driver.
static bool has_device(const char *id, long index)
{
    EGLDeviceEXT devices[DEVICES_MAX];
    int count = query_devices(devices);

    if (index < count)
        return true;
    if (count <= 1)
        log_error("%s: no such device; there is %s", id,
                  count ? "1 EGL device, egl:0" : "no EGL device");
    else
        log_error("%s: no such device; there are %d EGL devices, egl:0 to egl:%d", id,
                  count, count - 1);
    return false;
}

static bool start_display(struct egl *egl, const char *id)
{
    long index = strtol(id + strcspn(id, "0123456789"), NULL, 10);
    bool ok;

    if (!strcmp(id, "surfaceless"))
        ok = egl_start(egl, surfaceless_display());
    else if (!strcmp(id, "default"))
        ok = egl_start(egl, default_display());
    else if (strchr(id, '/'))
        ok = start_any(egl);
    else if (!has_device(id, index))
        return false;
    else
        ok = egl_start(egl, device_display(index));
    EGLint error = ok ? EGL_SUCCESS : eglGetError();
    if (error != EGL_SUCCESS)
        log_error("%s: this EGL display cannot be initialized (eglGetError 0x%04x)", id,
                  (unsigned) error);
    else if (!ok)
        log_error("%s: no such EGL display", id);
    return ok;
}

static bool choose_config(const struct egl *egl, enum api api, EGLConfig *config)
{
    const char *extensions = eglQueryString(egl->display, EGL_EXTENSIONS);
    EGLint renderable = api == API_GL    ? EGL_OPENGL_BIT
                        : api == API_ES3 ? EGL_OPENGL_ES3_BIT
                                         : EGL_OPENGL_ES2_BIT;
    const EGLint attributes[] = { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                  renderable, EGL_NONE };
    EGLint count = 0;

    *config = NULL;
    if (has_word(extensions, "EGL_KHR_no_config_context") &&
        has_word(extensions, "EGL_KHR_surfaceless_context"))
        return true;
    return eglChooseConfig(egl->display, attributes, config, 1, &count) && count > 0;
}

// The highest version there is, from a table that ends with zero.
static bool create_context(struct egl *egl, enum api api, EGLConfig config)
{
    static const int es3[] = { 32, 31, 30, 0 };
    static const int gl[] = { 46, 45, 44, 43, 42, 41, 40, 33, 0 };
    static const int es2[] = { 20, 0 };
    const int *versions = api == API_GL ? gl : api == API_ES3 ? es3 : es2;

    for (; *versions && egl->context == EGL_NO_CONTEXT; versions++) {
        const EGLint attributes[] = {
            EGL_CONTEXT_MAJOR_VERSION,
            *versions / 10,
            EGL_CONTEXT_MINOR_VERSION,
            *versions % 10,
            api == API_GL ? EGL_CONTEXT_OPENGL_PROFILE_MASK : EGL_NONE,
            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
            EGL_NONE,
        };
        const EGLint plain[] = { EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE };

        egl->context = eglCreateContext(egl->display, config, EGL_NO_CONTEXT,
                                        api == API_ES2 ? plain : attributes);
    }
    return egl->context != EGL_NO_CONTEXT;
}

static bool make_current(struct egl *egl, EGLConfig config)
{
    static const EGLint size[] = { EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE };

    if (eglMakeCurrent(egl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, egl->context))
        return true;
    if (!config)
        return false;
    egl->surface = eglCreatePbufferSurface(egl->display, config, size);
    return egl->surface != EGL_NO_SURFACE &&
           eglMakeCurrent(egl->display, egl->surface, egl->surface, egl->context);
}

static void egl_release(void *context)
{
    struct egl *egl = context;

    environment_enter();
    if (egl->display) {
        eglMakeCurrent(egl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (egl->surface)
            eglDestroySurface(egl->display, egl->surface);
        if (egl->context)
            eglDestroyContext(egl->display, egl->context);
        eglTerminate(egl->display);
    }
    environment_leave();
    // The library stays: drivers leave threads and handlers of their own behind.
    free(egl);
}

// "EGL 1.5, Mesa Project", with the driver's name where it is told.
static void egl_describe(const struct egl *egl, struct facts *facts)
{
    char text[160];
    const char *version = eglQueryString(egl->display, EGL_VERSION);
    const char *vendor = eglQueryString(egl->display, EGL_VENDOR);

    snprintf(text, sizeof text, "EGL %s, %s", version ? version : "?",
             vendor ? vendor : "?");
    facts_copy(facts->driver, sizeof facts->driver, text);
}

// Which CUDA device draws, where the display's device is one (EGL_NV_device_cuda).
static void find_cuda(const struct egl *egl, struct facts *facts)
{
    EGLAttrib device = 0, ordinal = 0;

    if (!eglQueryDisplayAttribEXT || !eglQueryDeviceAttribEXT ||
        !eglQueryDisplayAttribEXT(egl->display, EGL_DEVICE_EXT, &device) || !device ||
        !eglQueryDeviceAttribEXT((EGLDeviceEXT) device, EGL_CUDA_DEVICE_NV, &ordinal))
        return;
    facts->cuda = true;
    facts->cuda_ordinal = (int) ordinal;
}

static bool start_context(struct egl *egl, const char *id, enum api api)
{
    EGLConfig config;

    if (!start_display(egl, id))
        return false;
    if (!eglBindAPI(api == API_GL ? EGL_OPENGL_API : EGL_OPENGL_ES_API) ||
        !choose_config(egl, api, &config) || !create_context(egl, api, config) ||
        !make_current(egl, config)) {
        log_error("%s: no %s context (eglGetError 0x%04x)", id, api_name(api),
                  (unsigned) eglGetError());
        return false;
    }
    return true;
}

bool egl_open(struct device *device, const char *id, enum api api,
              const struct device_options *options)
{
    const char *path = strchr(id, '/') ? id + strlen("egl:") : "libEGL.so.1";
    struct egl *egl = memory_new(1, sizeof *egl);

    *device = (struct device){ 0 };
    environment_enter();
    bool ok = open_library(egl, path) && start_context(egl, id, api);
    if (ok) {
        egl_describe(egl, &device->facts);
        find_cuda(egl, &device->facts);
    }
    environment_leave();
    if (!ok) {
        egl_release(egl);
        return false;
    }
    open_set_id(device, id, api);
    return gl_open(device, load_gl, options, egl_release, egl);
}

static bool is_software(EGLDeviceEXT device)
{
    return eglQueryDeviceStringEXT &&
           has_word(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS),
                    "EGL_MESA_device_software");
}

int egl_list(char (*ids)[160], int max)
{
    struct egl egl = { 0 };
    EGLDeviceEXT devices[DEVICES_MAX];
    int count = 0;

    environment_enter();
    bool ok = open_library(&egl, "libEGL.so.1");
    int found = ok ? query_devices(devices) : 0;
    for (int software = 0; software < 2; software++)
        for (int i = 0; i < found && count < max; i++)
            if (is_software(devices[i]) == software)
                snprintf(ids[count++], sizeof *ids, "egl:%d", i);
    environment_leave();
    if (ok && count < max)
        snprintf(ids[count++], sizeof *ids, "surfaceless");
    if (count < max)
        snprintf(ids[count++], sizeof *ids, "default");
    return count;
}
