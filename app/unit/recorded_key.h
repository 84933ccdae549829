// SPDX-License-Identifier: MIT
//
// By what a recorded call is found again, for the file that writes and the one that
// reads.

#ifndef RECORDED_KEY_H
#define RECORDED_KEY_H

#include "base/sha256.h"
#include "unit/unit.h"

#include <stddef.h>

#define RECORDED_MAGIC "fpstripe-recorded/1"

// SHA-256 of operation, format, rule, count and operands, in hex.
void recorded_key(const struct unit_call *call, char key[65]);

// SHA-256 of words as 8 little-endian bytes each, in hex.
void recorded_hash(const uint64_t *words, size_t count, char hex[65]);

#endif // RECORDED_KEY_H
