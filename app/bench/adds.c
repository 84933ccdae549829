// SPDX-License-Identifier: MIT
//
// How it works
//
// A sum of ones in p bits is exact up to 2^p. There the next 1 is half an ulp, a tie
// between 2^p and 2^p + 2, and the even one of these is 2^p: the sum stops.
//
//     binary16, p = 11:  1 2 3 ... 2047 2048 2048 2048 ...
//     addends of 2:      2 4 6 ... 4094 4096 4096 4096 ...
//
// So what s * 2^e, s odd, adds up to is k s 2^e while k s <= 2^p, with nothing rounded,
// and this part is skipped. From there on the model unit adds one by one until the sum
// stays.

#include "bench/adds.h"

#include "unit/unit.h"

#include <assert.h>

static uint64_t add(struct fp_format format, uint64_t a, uint64_t b)
{
    const struct unit unit = unit_model();
    uint64_t sum;
    struct unit_call call = {
        .op = UNIT_ADD,
        .model = { format, FP_RNE, false, false },
        .out = &sum,
        .a = &a,
        .b = &b,
        .count = 1,
    };
    bool ok = unit.apply(&unit, &call);

    assert(ok);
    return sum;
}

static uint64_t sum_of(struct fp_format format, uint64_t addend, uint64_t count,
                       uint64_t *changed)
{
    struct fp_parts parts = fp_unpack(format, addend);
    int zeros = __builtin_ctzll(parts.significand | UINT64_C(1) << 63);
    uint64_t odd = parts.significand >> zeros;
    uint64_t most, done, sum;

    assert(parts.class == FP_CLASS_FINITE && !parts.negative);
    most = (UINT64_C(1) << format.precision) / odd;
    done = count < most ? count : most;
    sum = fp_pack(format, FP_RNE, false, parts.exponent + zeros, (fp_u128) odd * done,
                  false);
    for (; done < count; done++) {
        uint64_t next = add(format, sum, addend);

        if (next == sum)
            break;
        sum = next;
    }
    *changed = done;
    return sum;
}

uint64_t adds_sum(struct fp_format format, uint64_t addend, uint64_t count)
{
    uint64_t changed;

    return sum_of(format, addend, count, &changed);
}

uint64_t adds_that_count(struct fp_format format, uint64_t addend, uint64_t count)
{
    uint64_t changed;

    sum_of(format, addend, count, &changed);
    return changed;
}
