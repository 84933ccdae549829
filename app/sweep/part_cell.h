// SPDX-License-Identifier: MIT
//
// The strict reader of parts: values by type and range, and the cells of a chunk. What is
// refused is logged, once, with the file and the place.

#ifndef PART_CELL_H
#define PART_CELL_H

#include "sweep/part.h"
#include "sweep/sweep_settle.h"

#include <jansson.h>

struct part_reader {
    const char *path;
    struct sweep *sweep;
};

// Logs "PATH: AT: ...". Returns false.
bool part_bad(const struct part_reader *reader, const char *at, const char *format, ...)
    __attribute__((__format__(__printf__, 3, 4)));

// The members of those names, NULL at the end, of an object that has these and no others.
bool part_members(const struct part_reader *reader, const char *at, json_t *object,
                  const char *const *names, json_t **members);

// An integer in [low, high].
bool part_integer(const struct part_reader *reader, const char *at, const json_t *value,
                  int64_t low, int64_t high, int64_t *out);

// A string of hex digits, in [0, most].
bool part_hex(const struct part_reader *reader, const char *at, const json_t *value,
              uint64_t most, uint64_t *out);

// The largest bit pattern of a result.
uint64_t part_got_most(const struct sweep *sweep);

// A string, that of `value`.
bool part_text_of(const struct part_reader *reader, const char *at, const json_t *value,
                  const char **text);

// A copy that fits into to[size].
bool part_copy(const struct part_reader *reader, const char *at, const json_t *value,
               char *to, size_t size);

// Chunk `id`, which must be new, in the domain, and add up.
bool part_chunk(struct part_reader *reader, const char *at, int id, const json_t *above,
                json_t *sides);

#endif // PART_CELL_H
