// SPDX-License-Identifier: MIT
//
// How a fuzzer of one reader begins: nothing is logged, and with FPSTRIPE_FUZZ_SEEDS in
// the environment all that comes is a seed.

#ifndef TESTS_HOUSE_FUZZ_SEEDS_H
#define TESTS_HOUSE_FUZZ_SEEDS_H

#include "base/log.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool seeds; // what comes must be read

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void) argc;
    (void) argv;
    log_hold(true);
    seeds = getenv("FPSTRIPE_FUZZ_SEEDS");
    return 0;
}

#endif // TESTS_HOUSE_FUZZ_SEEDS_H
