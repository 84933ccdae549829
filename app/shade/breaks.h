// SPDX-License-Identifier: MIT
//
// Finds the time from which on a shader breaks on a device: a pixel differs from the
// exact picture by more than the limit.

#ifndef SHADE_BREAKS_H
#define SHADE_BREAKS_H

#include "shade/shade.h"

// The times that are tried; scene->time is not used.
struct breaks_search {
    const struct program *program;
    const struct machine_device *exact, *device;
    const struct shade_scene *scene;
    double from, to, limit; // seconds, from < to
};

struct breaks {
    bool any;
    double first; // the earliest time that was seen to break
    double
        before; // the latest time before it that was seen not to; equal if there is none
    int tried;  // times, without those of the bisection
    int later, bad; // of these, those from `first` on, and the broken ones of them
};

// Tries times between `from` and `to`, densely near `from`, and bisects before the first
// that breaks. Returns false, after logging why, if a picture was not done in time.
bool breaks_find(const struct breaks_search *search, struct breaks *breaks);

// Returns the device with every qualifier highp: mediump computes as highp does.
struct machine_device breaks_highp(const struct machine_device *device);

#endif // SHADE_BREAKS_H
