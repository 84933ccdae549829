// SPDX-License-Identifier: MIT
//
// A CUDA unit, real or fake, against the model and the host: every operation, format
// and direction that it says it can, on constructed and seeded operands.

#ifndef TESTS_CUDA_REF_CHECK_H
#define TESTS_CUDA_REF_CHECK_H

#include "unit/unit.h"

#include <stdbool.h>
#include <stddef.h>

// What came of one operation in one direction.
struct cuda_check_row {
    char name[32]; // "add_binary32", "binary32_to_int64"
    enum fp_round round;
    size_t cases;
    size_t model_differs; // cases
    size_t host_cases;    // 0 where the host has no such operation
    size_t host_differs;
};

// Checks `count` random operands an operation, and constructed ones. Calls `row` with
// each result, and prints the first differing case of it in hex. Returns false if
// anything differs or the unit fails.
bool cuda_check(const struct unit *unit, size_t count,
                void (*row)(const struct cuda_check_row *row));

#endif // TESTS_CUDA_REF_CHECK_H
