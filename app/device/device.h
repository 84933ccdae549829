// SPDX-License-Identifier: MIT
//
// A device answers probes: it paints a probe into pixels. A real device is a GL or GLES
// context with an FBO; a simulated one (fake) is an arithmetic model behind the same
// interface. No device knows what an answer means.

#ifndef DEVICE_DEVICE_H
#define DEVICE_DEVICE_H

#include "base/drawn.h"
#include "base/facts.h"
#include "base/pixels.h"
#include "probe/probe.h"

#include <stdbool.h>
#include <stddef.h>

// painted: `out` holds what was read back. refused: this probe cannot be asked so here
// (device.reason); the device goes on. unable: so, and it is no fault of the driver's.
// broken: the device is lost, after logging why.
enum device_answer { DEVICE_PAINTED, DEVICE_REFUSED, DEVICE_UNABLE, DEVICE_BROKEN };

struct device {
    struct facts facts; // facts.id keeps the file's name alone of egl:PATH
    char path_id[4200]; // the id with that path; "" of others
    bool any_api;       // none was asked for: it is the first that can be opened
    bool stores;        // paints the guarded form also as probe_params.stored says
    char reason[240];   // why the last paint was refused
    struct drawn drawn; // how it was drawn, where that is known

    // Why a question cannot be put in this API ("precise needs GLSL ES 3.20"); NULL if
    // it can. Asks no driver.
    const char *(*unsupported)(const struct device *device, const struct probe *probe,
                               const struct probe_params *params);

    // Draws and reads back. `variant` 0 is the plain render; 1 renders the same
    // question again, with other guard values where the form has guards, and must show
    // the same. Sets `reason` if it was refused (a compiler's log, one line).
    enum device_answer (*paint)(struct device *device, const struct probe *probe,
                                const struct probe_params *params, int variant,
                                struct pixels *out);

    // A question that is soon asked: the driver may begin to compile it. May be NULL.
    void (*prepare)(struct device *device, const struct probe *probe,
                    const struct probe_params *params);

    void (*close)(struct device *device);
    void *priv;
};

// One line of `fpstripe devices`: a device that could be opened, or why it could not.
struct device_row {
    struct facts facts;
    char unusable[240]; // "" if it can be used
};

// Options of opening, all optional.
struct device_options {
    const char *shader_dir; // overrides the embedded shaders; NULL: none
};

// Opens the device of an exact id: "egl:0/es3", "surfaceless/gl", "default/es2",
// "glfw/gl", "fake:rtz,p=17", "egl:PATH" with a slash in PATH (first of that library's
// platforms that works) and an optional "/es3" behind it. Without an API: es3, else
// gl, else es2. Returns false, after logging why, if there is no such device or it
// cannot be used; `device` is then zeroed.
bool device_open(struct device *device, const char *id,
                 const struct device_options *options);

// Returns the id that opens this device again. Reports must not have it: it may name a
// folder of the user.
const char *device_opened_by(const struct device *device);

// Sets the function that device_open and device_pick call once, before they enter a GL
// driver.
void device_before_gl(void (*call)(void));

// Where no API was asked for and this one paints nothing, opens the next that does
// (facts.dark names those passed over); if there is none, this one again. Draws a small
// picture. Returns false, after logging why, if that cannot be opened any more; `device`
// is then zeroed.
bool device_settle(struct device *device, const struct device_options *options);

// Accepts a zeroed struct and leaves one.
void device_close(struct device *device);

// All that there is, EGL devices and platforms, GLFW, each API, the same renderer and
// API listed once (first id wins), fakes excepted. `rows` is malloc'd, `*count` rows,
// the caller frees. Each was opened in a process of its own, so that a driver that
// crashes, or hangs for `timeout_s` seconds (0: 30), is a row that says so; no driver
// may have been entered before.
// Returns false, after logging why, if memory ran out or the list itself crashed.
bool device_enumerate(struct device_row **rows, int *count, int timeout_s);

// Opens the device that a user's word means. `word`: an id, a substring of a renderer
// in any case, a fake; NULL: the best there is (hardware before software, es3 before
// gl before es2). `api`: the one wanted, or API_COUNT. Returns false, after logging
// what there is instead, if nothing or two different renderers match; *usage then
// tells a malformed or ambiguous word (true) from a missing or broken device.
bool device_pick(struct device *device, const char *word, enum api api,
                 const struct device_options *options, bool *usage);

#endif // DEVICE_DEVICE_H
