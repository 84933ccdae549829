// SPDX-License-Identifier: MIT
//
// A unit that remembers: what another unit, a GPU, once answered to whole arrays of
// operands. With it a machine without that GPU compares with it, bit for bit. It knows
// no probe: an array is found again by the hash of operation, arithmetic and operands.
//
// A folder holds recorded.txt, an index with a hash of its own, and a file of results a
// call: NAME.png (a word a pixel, its bytes as RGBA) or NAME.txt (a case a line: the
// operands and the result in hex), which a person can read and compare.

#ifndef RECORDED_H
#define RECORDED_H

#include "unit/unit.h"

#include <stdbool.h>
#include <stdio.h>

#define RECORDED_INDEX     "recorded.txt"
#define RECORDED_CALLS_MAX 512

// Who answered.
struct recorded_facts {
    char gpu[80];        // "NVIDIA H200"
    char driver[40];     // "580.159.04"
    char capability[16]; // "9.0"
    char toolkit[16];    // "13.0"
};

struct recorded;

// Reads an index. Returns NULL, after logging "file: line: why", if there is none, or if
// it is not whole, not of this version, or was changed. Results are read when they are
// asked for.
struct recorded *recorded_open(const char *folder);

// Accepts NULL.
void recorded_close(struct recorded *recorded);

const struct recorded_facts *recorded_facts(const struct recorded *recorded);

// How many calls it holds, and the folder's name of call `i`, in [0, count).
int recorded_count(const struct recorded *recorded);
const char *recorded_name(const struct recorded *recorded, int i);

// The results of call `i`, checked against the index's hash; they live as long as
// `recorded`. Returns false, after logging why, if they cannot be read.
bool recorded_results(struct recorded *recorded, int i, const uint64_t **results,
                      size_t *count);

// The unit. It can do an operation of which it holds some answers; operands that it has
// not been asked are a call that fails, after logging so. `recorded` must outlive it.
struct unit recorded_unit(struct recorded *recorded);

// Whether a call would be answered.
bool recorded_has(const struct recorded *recorded, const struct unit_call *call);

// A unit that answers as `inner` does and writes every call down into `folder`, the
// same call once.
struct recorder {
    struct unit inner;
    const char *folder;
    const char *label; // of the next calls' names: "stripes", "table"
    bool text;         // NAME.txt, for people, instead of NAME.png
    FILE *index;       // of recorder_open
    int count;         // calls written
    char keys[RECORDED_CALLS_MAX][65];
};

// Starts the index. Returns false, after logging why, if it cannot be written.
bool recorder_open(struct recorder *recorder, const char *folder, struct unit inner,
                   const struct recorded_facts *facts);

struct unit recorder_unit(struct recorder *recorder);

// Writes down what an operation of one operand gave, which is none of unit.h: a table
// for people and tests, NAME-RULE.txt, that recorded_unit does not answer from.
struct recorder_table {
    const char *name; // "binary32_to_int64"
    enum fp_round round;
    const uint64_t *operands, *results; // [count]
    size_t count;
};

// Returns false, after logging why, if it cannot be written.
bool recorder_table(struct recorder *recorder, const struct recorder_table *table);

// Ends the index with its hash. Returns false, after logging why, if it could not be
// written; there is then no index.
bool recorder_close(struct recorder *recorder);

#endif // RECORDED_H
