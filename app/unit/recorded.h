// SPDX-License-Identifier: MIT
//
// A unit that returns recorded results: those of another unit, a GPU, for whole arrays of
// operands. With it, a machine without that GPU can compare with it, bit for bit. It
// knows no probe: an array is found again by the hash of operation, arithmetic and
// operands.
//
// A folder holds two files. recorded.txt is an index, a line a call, with a hash of
// itself and of the other file. recorded.z is a zlib stream (RFC 1950) of all results in
// the order of the index: byte 0 of every 64-bit word, then byte 1 of every word, and so
// on, which packs better than word after word.

#ifndef UNIT_RECORDED_H
#define UNIT_RECORDED_H

#include "unit/unit.h"

#include <stdbool.h>
#include <stdio.h>

#define RECORDED_MAGIC     "fpstripe-recorded/2"
#define RECORDED_INDEX     "recorded.txt"
#define RECORDED_RESULTS   "recorded.z"
#define RECORDED_CALLS_MAX 512

// Who answered.
struct recorded_facts {
    char gpu[80];        // "NVIDIA H200"
    char driver[40];     // "580.159.04"
    char capability[16]; // "9.0"
    char toolkit[16];    // "13.0"
};

struct recorded;

// Reads both files. Returns NULL, after logging "file: why" or "file: line: why", if one
// is not there, is not whole, is not of this version, or was changed by a bit.
struct recorded *recorded_open(const char *folder);

// Accepts NULL.
void recorded_close(struct recorded *recorded);

const struct recorded_facts *recorded_facts(const struct recorded *recorded);

// How many calls it holds, and the name of call `i`, in [0, count):
// "stripes-add-p24-rne-29", "binary32_to_int64-rne".
int recorded_count(const struct recorded *recorded);
const char *recorded_name(const struct recorded *recorded, int i);

// The `*count` results of call `i`; they live as long as `recorded`. Returns NULL, after
// logging why, if the results are not as many as the index says.
const uint64_t *recorded_results(struct recorded *recorded, int i, size_t *count);

// The unit. It can do an operation of which it holds some answers; operands that it has
// not been asked are a call that fails, after logging so. `recorded` must outlive it.
struct unit recorded_unit(struct recorded *recorded);

// A unit that answers as `inner` does and writes every call down into `folder`, the
// same call once.
struct recorder {
    struct unit inner;
    const char *folder;
    const char *label; // of the next calls' names: "stripes", "table"
    FILE *index;       // of recorder_open, into `text`
    char *text;
    size_t size;
    uint64_t *words; // [room], `used` of them results so far
    size_t used, room;
    int count; // calls written
    char keys[RECORDED_CALLS_MAX][65];
};

// Starts the index.
void recorder_open(struct recorder *recorder, const char *folder, struct unit inner,
                   const struct recorded_facts *facts);

struct unit recorder_unit(struct recorder *recorder);

// The operands of the tables that tests ask again: where roundings go wrong, each with
// each, then seeded ones. Fills words[3][RECORDER_TABLE_CASES].
#define RECORDER_TABLE_CASES 1000
void recorder_operands(struct fp_format format, uint64_t words[][RECORDER_TABLE_CASES]);

// Writes down what an operation of one operand gave, which is none of unit.h: a table
// for tests, NAME-RULE, that recorded_unit does not answer from.
void recorder_table(struct recorder *recorder, const char *name, enum fp_round round,
                    const uint64_t *results, size_t count);

// Writes the results and, with the hashes, the index. Returns false, after logging why,
// if one could not be written. The index is written last.
bool recorder_close(struct recorder *recorder);

#endif // UNIT_RECORDED_H
