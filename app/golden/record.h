// SPDX-License-Identifier: MIT
//
// The seal of a golden's record, for the two that read and write goldens.json.

#ifndef GOLDEN_RECORD_H
#define GOLDEN_RECORD_H

#include <jansson.h>
#include <stdbool.h>

#define GOLDEN_SCHEMA "fpstripe-goldens/1"

// SHA-256 of two lines: the set's device, and the case without its seal, each as JSON
// with sorted keys and without white space. Returns false if there is no memory.
bool golden_seal(json_t *device, json_t *record, char hex[65]);

#endif // GOLDEN_RECORD_H
