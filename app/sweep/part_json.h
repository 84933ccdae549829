// SPDX-License-Identifier: MIT
//
// Between part.c, which writes, and part_read.c.

#ifndef PART_JSON_H
#define PART_JSON_H

#define PART_SCHEMA "fpstripe-sweep-part/1"

#define PART_BYTES_MAX (16L << 20) // of a file: a full one has about 2 MiB

#endif // PART_JSON_H
