// SPDX-License-Identifier: MIT
//
// The facts of a device as JSON: captures and reports have the same two objects.

#ifndef CAPTURE_DEVICE_H
#define CAPTURE_DEVICE_H

#include "base/facts.h"
#include "document/fields.h"

// Tables of struct facts: what a device says of itself, and what it claims.
extern const struct field capture_device_fields[];
extern const struct field capture_claims_fields[];

#endif // CAPTURE_DEVICE_H
