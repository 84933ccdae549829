// SPDX-License-Identifier: MIT
//
// Computes the sums of adders in integers of 128 bits, from the words of base/foreign.h.
// It shares no code with the model unit, which must give the same.

#ifndef PROBE_SHARED_ADDERS_H
#define PROBE_SHARED_ADDERS_H

#include "base/foreign.h"

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 adders_u128;

// +-(large +- small * 2^-shift), in units of large's last place: significands of p bits,
// 2^(p-1) <= large, and large >= small * 2^-shift. `small` may be 0.
struct adders_sum {
    int precision; // p in [5, 53]
    bool negative; // the sum is
    bool subtract; // the operands have different signs
    int shift;     // [0, 2046]
    uint64_t large, small;
};

// How many places a number takes; 0: none.
int adders_length(adders_u128 value);

// The places that a magnitude has below large's last one. Of lower digits only
// their presence is known.
int adders_places(int precision);

// The magnitude of a sum that an adder rounds so, in units of 2^-adders_places.
adders_u128 adders_round(const struct foreign *rule, const struct adders_sum *sum);

// The exact magnitude in these units, cut to them; *rest: something was cut.
adders_u128 adders_exact(const struct adders_sum *sum, bool *rest);

// Candidate `i` of those that are tried for sums of p bits, the simplest first: rounded
// once, guard bits without and with a sticky bit, rounded twice. Returns false if there
// are no more.
bool adders_candidate(int precision, int i, struct foreign *rule);

#endif // PROBE_SHARED_ADDERS_H
