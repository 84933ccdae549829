// SPDX-License-Identifier: MIT
//
// A unit that remembers what another one answered. The same small arrays are asked at
// every stage and in every form; to ask a GPU costs some ten microseconds a call,
// however small.

#ifndef UNIT_MEMO_H
#define UNIT_MEMO_H

#include "unit/unit.h"

#include <stddef.h>

#define MEMO_CASES_MAX 256  // larger calls are passed on
#define MEMO_CALLS     8192 // remembered at most; further ones are passed on

struct memo_call;

struct memo {
    const struct unit *inner;
    struct memo_call **calls; // [2 * MEMO_CALLS], owned, by hash; NULL: none yet
    size_t count;
};

// `memo` is zeroed before, and lives as long as the unit, as `inner` does. Has the name
// of `inner`, can what it can, and fails where it fails.
struct unit unit_memo(struct memo *memo, const struct unit *inner);

// Accepts a zeroed struct and leaves one.
void memo_finish(struct memo *memo);

#endif // UNIT_MEMO_H
