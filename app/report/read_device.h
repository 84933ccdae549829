// SPDX-License-Identifier: MIT
//
// Who a report is of, and what that device claims: the part of report_read that knows
// nothing of results.

#ifndef REPORT_READ_DEVICE_H
#define REPORT_READ_DEVICE_H

#include "base/facts.h"
#include "report/reader.h"

#include <jansson.h>

// The keys "device" and "claimed" of a report's document into `facts`, zeroed before.
// A name or a claim that no device can have is a fault.
void report_read_device(struct reader *reader, json_t *root, struct facts *facts);

#endif // REPORT_READ_DEVICE_H
