// SPDX-License-Identifier: MIT
//
// Verifies a capture: its pictures are those that it names and asks for, and the views
// beside it (report.json, verdict.png, ...) are what follows from it. A simulated device
// is a model, so its measurements are made again. Other facts of a device are taken as
// they are written: docs/contributing-captures.md lists them.

#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include <jansson.h>

// Verifies the capture of a folder, or a file. Returns an object, the caller's: "report"
// (the path), "status", "counts", "faults", and lists of names: "otherwise" (probes that
// this version asks otherwise), "shaders" (of the user), "views" and "stale" (files
// beside the capture, of it and of another one). Returns NULL, after logging why, if
// there is no capture of this schema, or if no reference works.
json_t *verify_capture(const char *path);

// The values of "status"; the first that applies counts. contradicted: there is a fault.
// incomplete: the run was interrupted. unproven: no result on which the headline rests
// follows from a picture, or the shaders were a user's. stale: a view is of another
// capture, or of another version of the program.
#define VERIFY_STATUSES "contradicted", "incomplete", "unproven", "stale", "verified"

#endif // VERIFY_VERIFY_H
