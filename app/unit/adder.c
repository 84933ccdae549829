// SPDX-License-Identifier: MIT
//
// How it works
//
// Identifying a picture takes some million sums, so this works on encodings. As fp.c
// explains, a magnitude is steps * 2^(p-1) + significand, where steps counts last
// places from that of the subnormals. Larger magnitudes are larger numbers, so that
// one comparison finds the larger operand. It stands high in a word of 64 bits, and
// the smaller one is shifted to it:
//
//     larger    1xxxxxxx 000000000000
//     smaller        1xx xxxxx000000|xx -> sticky      the word ends at the bar
//
// There is room for 9 places or more behind the larger one. Bits are lost only if the
// operands are farther apart than that; a difference then cancels one place at most,
// so that all a rounding can ask for is still above the bar. It borrows 1 from the
// last place, and what is left below is sticky again.
//
// An adder without a sticky bit has its bar g places below the larger operand's ulp,
// and forgets what it shifts out.

#include "unit/adder.h"

#include "base/fp.h"

#include <assert.h>

struct adder {
    int fraction_bits;
    int room;          // places behind the larger significand
    uint64_t sign;     // its bit; all below it are the magnitude
    uint64_t infinity; // magnitude
    uint64_t nan;
    uint64_t kept; // places of the smaller operand that are added
    bool sticky;
    bool flush_in, flush_out;
    uint64_t zero_of_difference; // x - x
    unsigned away; // fp_round_away for each negative odd half rest, negative highest
};

static struct adder adder_make(const struct fp_model *model)
{
    enum fp_round last = fp_round_last(model->round);
    int guard = fp_round_guard_bits(model->round);
    int room = 62 - model->format.precision;
    struct adder adder = {
        .fraction_bits = model->format.precision - 1,
        .room = room,
        .sign = fp_zero(model->format, true),
        .infinity = fp_infinity(model->format, false),
        .nan = fp_nan(model->format),
        .kept = guard < 0 ? UINT64_MAX : UINT64_MAX << (room - guard),
        .sticky = guard < 0,
        .flush_in = model->flush_in,
        .flush_out = model->flush_out,
        .zero_of_difference = fp_zero(model->format, model->round == FP_RDN),
    };
    for (unsigned i = 0; i < 16; i++)
        adder.away |= (unsigned) fp_round_away(last, i & 8, i & 4, i & 2, i & 1) << i;
    return adder;
}

static bool round_away(const struct adder *adder, uint64_t sign, bool odd, bool half,
                       bool rest)
{
    int index = (sign != 0) << 3 | odd << 2 | half << 1 | rest;
    return adder->away >> index & 1;
}

// `sum` counts places that lie `room` below the place of `steps`.
static uint64_t round_sum(const struct adder *adder, uint64_t sign, int steps,
                          uint64_t sum, bool lost)
{
    int drop = 63 - __builtin_clzll(sum) - adder->fraction_bits;
    steps += drop - adder->room;
    if (steps < 0) {
        if (adder->flush_out)
            return sign; // without a sticky bit, what was cut off is not known here
        drop -= steps;
        steps = 0;
    }
    uint64_t magnitude = (uint64_t) steps << adder->fraction_bits;
    if (drop <= 0) {
        magnitude += sum << -drop;
    } else {
        uint64_t twice = sum >> (drop - 1);
        bool rest = lost || twice << (drop - 1) != sum;
        magnitude += (twice >> 1) + round_away(adder, sign, twice & 2, twice & 1, rest);
    }
    // beyond the largest finite number, which is odd, by more than half an ulp
    if (magnitude >= adder->infinity)
        magnitude = adder->infinity - !round_away(adder, sign, true, true, true);
    return sign | magnitude;
}

// Last places from that of the subnormals.
static int steps_of(const struct adder *adder, uint64_t magnitude)
{
    int field = (int) (magnitude >> adder->fraction_bits);
    return field > 0 ? field - 1 : 0;
}

static uint64_t adder_flushed(const struct adder *adder, uint64_t magnitude)
{
    bool flush = adder->flush_in && magnitude >> adder->fraction_bits == 0;
    return flush ? 0 : magnitude;
}

static uint64_t adder_add(const struct adder *adder, uint64_t x, uint64_t y)
{
    uint64_t mask = adder->sign - 1;
    uint64_t larger = x & mask, smaller = y & mask;
    uint64_t sign = x & adder->sign;
    bool subtract = (x ^ y) & adder->sign;
    if (larger < smaller) {
        uint64_t swap = larger;
        larger = smaller;
        smaller = swap;
        sign = y & adder->sign;
    }
    if (larger >= adder->infinity) {
        bool invalid = subtract && smaller == larger;
        return larger > adder->infinity || invalid ? adder->nan : sign | larger;
    }

    larger = adder_flushed(adder, larger);
    smaller = adder_flushed(adder, smaller);
    int steps = steps_of(adder, larger), smaller_steps = steps_of(adder, smaller);
    int distance = steps - smaller_steps;
    distance = distance < 63 ? distance : 63;
    larger -= (uint64_t) steps << adder->fraction_bits;
    smaller -= (uint64_t) smaller_steps << adder->fraction_bits;
    larger <<= adder->room;
    smaller <<= adder->room;

    uint64_t aligned = smaller >> distance;
    bool lost = adder->sticky && aligned << distance != smaller;
    aligned &= adder->kept;
    uint64_t sum = subtract ? larger - aligned - lost : larger + aligned;
    if (sum == 0)
        return subtract ? adder->zero_of_difference : sign;
    return round_sum(adder, sign, steps, sum, lost);
}

void adder_apply(const struct unit_call *call)
{
    assert(call->op == UNIT_ADD || call->op == UNIT_SUB);
    const struct adder adder = adder_make(&call->model);
    const uint64_t flip = call->op == UNIT_SUB ? adder.sign : 0;
    for (size_t i = 0; i < call->count; i++)
        call->out[i] = adder_add(&adder, call->a[i], call->b[i] ^ flip);
}
