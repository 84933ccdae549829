// SPDX-License-Identifier: MIT
//
// The objects that captures and reports have in common, as tables (document/fields.h).

#ifndef CAPTURE_DEVICE_H
#define CAPTURE_DEVICE_H

#include "document/fields.h"

// Tables of struct facts: what a device says of itself, and what it claims.
extern const struct field capture_device_fields[];
extern const struct field capture_claims_fields[];

extern const struct field capture_drawn_fields[];   // of struct drawn
extern const struct field capture_shaders_fields[]; // of struct capture_shaders: its list

#endif // CAPTURE_DEVICE_H
