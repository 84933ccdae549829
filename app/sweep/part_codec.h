// SPDX-License-Identifier: MIT
//
// The values of a part as JSON, written and read by the same lines. The reader is strict:
// it takes out what is asked for by name, type and range, and refuses what is left over.
// The first fault is logged, "PATH: PLACE: ..."; after it nothing else is done.

#ifndef SWEEP_PART_CODEC_H
#define SWEEP_PART_CODEC_H

#include "sweep/sweep.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct part_codec {
    const char *path;
    bool writes, failed;
    char at[40]; // the place for messages: "chunks[3]"; "" is the file
};

// Logs the fault, the first one alone. `key` may be NULL.
void part_fault(struct part_codec *codec, const char *key, const char *format, ...)
    __attribute__((__format__(__printf__, 3, 4)));

// An object or an array in `in`: its member `key`, or without a key the next element.
// Returns NULL after a fault, which everything here accepts. When all of it has been
// taken, part_close refuses the rest.
json_t *part_open(struct part_codec *codec, json_t *in, const char *key, json_type type);
void part_close(struct part_codec *codec, json_t *in, const char *key, json_t *opened);

// A value, likewise: an integer in [low, high]; a number in [0, most] as hex digits; a
// double by its bits; a string that fits into text[size].
void part_integer(struct part_codec *codec, json_t *in, const char *key, int64_t *value,
                  int64_t low, int64_t high);
void part_hex(struct part_codec *codec, json_t *in, const char *key, uint64_t *value,
              uint64_t most);
void part_double(struct part_codec *codec, json_t *in, const char *key, double *value);
void part_text(struct part_codec *codec, json_t *in, const char *key, char *text,
               size_t size);
void part_boolean(struct part_codec *codec, json_t *in, const char *key, bool *value);

// Writes null if `is`, or takes it if it is next. Returns whether it was null.
bool part_null(struct part_codec *codec, json_t *in, const char *key, bool is);

// The members of chunk `id` but for its number. When read, the chunk must be new, in the
// domain, and add up; it is then done.
void part_chunk(struct part_codec *codec, json_t *in, struct sweep *sweep, int id);

// The largest bit pattern of a result.
uint64_t part_got_most(const struct sweep *sweep);

#endif // SWEEP_PART_CODEC_H
