// SPDX-License-Identifier: MIT
//
// What a command line of `fpstripe sweep` asks for, and the other way round.

#ifndef SWEEP_ASK_H
#define SWEEP_ASK_H

#include "command/options.h"
#include "sweep/sweep.h"
#include "sweep_gl/functions.h"

#include <stddef.h>

struct sweep_ask {
    struct backend_ask backend;
    struct sweep_shard shard; // 0 of 1 unless it was given
    bool sharded;             // it was
    enum stage stage;         // of GL
    enum precision precision;
};

// Returns false, after logging what would be right.
bool sweep_ask_read(struct sweep_ask *ask, const struct options *options);

// The function that is asked. Returns NULL, after logging what may be meant.
const struct function *sweep_ask_function(const struct options *options);

// Whether a function is computed by this processor: no driver is entered.
bool sweep_ask_is_cpu(const struct function *function);
bool sweep_ask_is_gl(const struct function *function);

// The command that makes shard `shard` of this sweep, with its files in `folder`:
// "fpstripe sweep cpu:tanhf --shard 3/8 -o out". Without --shard if the count is 1.
void sweep_ask_command(const struct sweep *sweep, struct sweep_shard shard,
                       const char *folder, char *text, size_t size);

#endif // SWEEP_ASK_H
