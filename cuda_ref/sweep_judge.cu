// SPDX-License-Identifier: MIT
//
// The judge of results that lie in a GPU's memory: device code only. `judge` counts them
// tile by tile, `judge_finish` draws the extremes of a chunk from its tiles. Both call
// reference_any, in whose place whoever loads this puts the function that is wanted.
//
// How it works: a thread has numbers of one parity alone, so of one sign. The common path
// takes results and exact results that are ordinary numbers: both are scaled by the ulp,
// an exact operation, so that the error is a difference, the bin that difference rounded
// down, and what is correct the scaled exact result, rounded. All else is rare_judge's. Few
// bins have nearly all of the errors: the one of zero is counted in a register, the
// others in shared memory, where hardware adds up a warp's equal addresses.

// fp.h is C, and has a member of that name.
#define class class_of
#include "sweep/function.h"
#undef class

#include "sweep/judge_rare.h"
#include "cuda_ref/sweep_layout.h"

typedef unsigned int word32;
typedef unsigned long long word64;

#define NEAR  0x1p-22  // JUDGE_NEAR
#define MAGIC 0x1.8p52 // adding it rounds to an integer, which its low word then holds

#include "cuda_ref/sweep_counts.cuh"
#include "cuda_ref/sweep_reference.cuh"

static __device__ double value_of(int type, word32 got)
{
    switch (type) {
    case FUNCTION_BINARY32: return __uint_as_float(got);
    case FUNCTION_BINARY16: return half_value(got);
    case FUNCTION_INT32: return (int) got;
    default: return got;
    }
}

static __device__ bool is_float_finite(word32 a)
{
    return (a & 0x7f800000) != 0x7f800000;
}

static __device__ bool is_float_subnormal(word32 a)
{
    return (a & 0x7f800000) == 0 && (a & 0x7fffff) != 0;
}

// Every rule, at length.
extern "C" __device__ __noinline__ struct judged judge_rare(const struct rare_input input,
                                                            int type, int round,
                                                            int operands, word32 a,
                                                            word32 b)
{
    const struct rare_rule rule =
        rare_rule_of((enum function_type) type, (enum fp_round) round);
    struct rare rare = rare_plain(&rule, &input);
    struct judged out;

#pragma unroll 1
    for (word32 which = 1; which < 4; which++) {
        word32 a0 = (which & 1) && is_float_subnormal(a) ? a & 0x80000000u : a;
        word32 b0 = (which & 2) && operands == MATH_FLOATS && is_float_subnormal(b)
                        ? b & 0x80000000u
                        : b;

        if (operands != MATH_WORD && (a0 != a || b0 != b))
            rare = rare_unless_flushed(&rule, &input, rare, reference_any(a0, b0));
    }
    out.kind = rare.kind;
    out.correct = rare.correct;
    out.error = rare.error;
    out.absolute = rare.absolute;
    out.base = rare.relative > 0 ? rare.absolute / rare.relative : 0;
    return out;
}

static __device__ double rounded(int round, double x)
{
    switch (round) {
    case FP_RTZ: return trunc(x);
    case FP_RUP: return ceil(x);
    case FP_RDN: return floor(x);
    default: return __dsub_rn(__dadd_rn(x, MAGIC), MAGIC);
    }
}

// Ordinary numbers: `exponent` is that of `want`.
template <bool plain>
static __device__ struct judged judge_common(const struct sweep_ask *ask, word32 got,
                                             double value, double want, int exponent)
{
    int place = max(exponent, plain ? -126 : ask->place_low) - (plain ? 23 : ask->digits);
    double off = value - want, scale = __hiloint2double((1023 - place) << 20, 0);
    struct judged out;

    out.kind = CELL_FINITE;
    out.correct = plain ? __float_as_uint(__double2float_rn(want)) == got
                        : rounded(ask->round, want * scale) == value * scale;
    out.error = off * scale;
    out.absolute = fabs(off);
    out.base = exponent >= (plain ? -126 : ask->place_low) ? fabs(want) : 0;
    return out;
}

template <bool plain>
static __device__ struct judged judge_one(const struct sweep_ask *ask, word32 number,
                                          word32 got)
{
    struct operands operands;
    word32 a = number >> 1 | number << 31, b = 0;
    bool two = !plain && ask->operands == MATH_FLOATS;

    if (!plain) {
        operands = domain_operands(&ask->domain, number);
        a = (word32) operands.a;
        b = (word32) operands.b;
    }
    double want = reference_any(a, b);
    double value = value_of(plain ? (int) FUNCTION_BINARY32 : ask->type, got);
    int exponent = (__double2hiint(want) >> 20 & 0x7ff) - 1023;
    struct rare_input input = { want, value, false };

    if (exponent >= (plain ? -158 : ask->exponent_low) &&
        exponent <= (plain ? 126 : ask->exponent_high) &&
        (got & (plain ? 0x7fffffff : ask->magnitude)) - 1 <
            (plain ? 0x7f7fffff : ask->finite) &&
        (a & 0x7f800000) != 0 && (!two || (b & 0x7f800000) != 0))
        return judge_common<plain>(ask, got, value, want, exponent);
    input.beyond = ask->may_beyond && (want == 0 || isinf(want)) &&
                   (a & 0x7fffffff) != 0 && is_float_finite(a) &&
                   (!two || is_float_finite(b));
    return judge_rare(input, ask->type, ask->round, ask->operands, a, b);
}

// The results beside: of the number before with the same sign, and of -x. `direction` is
// of this sign. Infinities of one sign are no fall, nor is NaN.
template <bool plain>
static __device__ void judge_order(const struct sweep_ask *ask, struct counts *counts,
                                   int direction, const word32 *result, word32 got,
                                   word32 number, word32 first)
{
    if (direction && number - first >= 2) {
        int type = plain ? (int) FUNCTION_BINARY32 : ask->type;
        bool fall = plain ? __uint_as_float(got) * direction <
                                __uint_as_float(result[-2]) * direction
                          : value_of(type, got) * direction <
                                value_of(type, result[-2]) * direction;

        if (fall) {
            counts->falls++;
            counts->first_fall = min(counts->first_fall, number);
        }
    }
    if (ask->flip != ~0u && (number & 1) && number != first &&
        got != (result[-1] ^ ask->flip)) {
        word32 other = result[-1];
        bool nan = (got & ask->magnitude) > ask->finite + 1 &&
                   (other & ask->magnitude) > ask->finite + 1;

        if (!nan) {
            counts->breaks++;
            counts->first_break = min(counts->first_break, number);
        }
    }
}

// The numbers of a tile that are a thread's: from `n` on, at `result`, in steps of
// SWEEP_THREADS. The next result is asked for before this one is judged.
template <bool plain>
static __device__ void judge_thread(const struct sweep_ask *ask, const struct place *at,
                                    struct counts *counts, const word32 *result, word32 n,
                                    word32 first, word32 steps)
{
    int direction = ask->direction[n & 1];
    word32 next = steps ? *result : 0;

#pragma unroll 1
    for (word32 i = 0; i < steps; i++) {
        word32 got = next;
        struct judged judged;

        if (i + 1 < steps)
            next = result[SWEEP_THREADS];
        judged = judge_one<plain>(ask, n, got);
        count(ask, at, counts, n, got, &judged);
        judge_order<plain>(ask, counts, direction, result, got, n, first);
        n += SWEEP_THREADS;
        result += SWEEP_THREADS;
    }
}

template <bool plain>
static __device__ void judge_tile(const struct sweep_ask *ask, struct shared *shared,
                                  const word32 *results, const struct sweep_span *spans,
                                  struct cell *cells, struct sweep_record *records,
                                  struct sweep_note *notes, word32 *noted)
{
    const struct sweep_span span = spans[blockIdx.y];
    word64 tile = (span.first >> 24 << 24) + ((word64) blockIdx.x << SWEEP_TILE_BITS);
    word64 last = min((word64) span.last, tile + (1u << SWEEP_TILE_BITS) - 1);
    word64 n = tile + threadIdx.x;
    const struct place at = { shared->slots[threadIdx.x & 1],
                              notes + (size_t) blockIdx.y * ask->notes_max,
                              noted + blockIdx.y };
    struct counts counts = { { -1, -1, -1 }, -1, { ~0u, ~0u, ~0u } };

    counts.first_fall = counts.first_break = counts.first_wrong = ~0u;
    clear(shared);
    if (n < span.first)
        n += (span.first - n + SWEEP_THREADS - 1) / SWEEP_THREADS * SWEEP_THREADS;
    judge_thread<plain>(ask, &at, &counts, results + span.offset + (n - span.first),
                        (word32) n, (word32) span.first,
                        n <= last ? (word32) (last - n) / SWEEP_THREADS + 1 : 0);
    share(shared, &counts);
    put_down(ask, shared, tile, cells + 2 * blockIdx.y,
             records + 2 * (blockIdx.y * SWEEP_TILES + blockIdx.x));
}

#define JUDGE(name, plain)                                                        \
    extern "C" __global__ void __launch_bounds__(SWEEP_THREADS)                   \
        name(const struct sweep_ask ask, const word32 *results,                   \
             const struct sweep_span *spans, struct cell *cells,                  \
             struct sweep_record *records, struct sweep_note *notes,              \
             word32 *noted)                                                       \
    {                                                                             \
        __shared__ struct shared shared;                                          \
                                                                                  \
        judge_tile<plain>(&ask, &shared, results, spans, cells, records, notes,   \
                          noted);                                                 \
    }

// The second for DOMAIN_BITS, results in binary32, to nearest.
JUDGE(judge, false)
JUDGE(judge_plain, true)

static __device__ void finish_worst(struct cell_worst *worst, double error, word32 number,
                                    const word32 *results, const struct sweep_span *span)
{
    if (error < 0)
        return;
    worst->error = error;
    worst->number = number;
    worst->got = results[span->offset + (number - span->first)];
}

// First and last result of a side, if it has any: its numbers have the side in one bit.
static __device__ void finish_edges(struct cell *cell, int side,
                                    const struct domain *domain, const word32 *results,
                                    const struct sweep_span *span)
{
    int bit = domain->kind == DOMAIN_BITS ? 0 : 16;
    word64 first = span->first, last = span->last;

    if (domain_side(domain, first) != side)
        first = ((first >> bit) + 1) << bit;
    if (domain_side(domain, last) != side)
        last = (last >> bit << bit) - 1;
    if (first > span->last || last < span->first || domain_side(domain, first) != side)
        return;
    cell->edge[0] = results[span->offset + (first - span->first)];
    cell->edge[1] = results[span->offset + (last - span->first)];
}

// What needs all tiles of a chunk: a thread each extreme of a side.
extern "C" __global__ void judge_finish(const struct sweep_ask ask, const word32 *results,
                                        const struct sweep_span *spans, struct cell *cells,
                                        const struct sweep_record *records)
{
    const struct sweep_span *span = spans + blockIdx.x;
    int side = threadIdx.x & 1, which = threadIdx.x / 2;
    struct cell *cell = cells + 2 * blockIdx.x + side;
    double error = -1;
    word32 number = ~0u;

    if (which > 2 || span->first > span->last)
        return;
#pragma unroll 1
    for (int i = 0; i < 2 * SWEEP_TILES; i++) {
        const struct sweep_record *record = records + 2 * SWEEP_TILES * blockIdx.x + i;
        word64 tile = (span->first >> 24 << 24) +
                      ((word64) (i / 2) << SWEEP_TILE_BITS);

        if (side_of(&ask.domain, tile, i & 1) == side)
            take_worst(&error, &number, record->error[which],
                       (word32) record->number[which]);
    }
    finish_worst(which == 0   ? &cell->ulp
                 : which == 1 ? &cell->relative
                              : &cell->absolute,
                 error, number, results, span);
    if (which == 1)
        finish_edges(cell, side, &ask.domain, results, span);
    if (which == 0 && cell->first_wrong != CELL_NONE)
        cell->first_wrong_got =
            results[span->offset + (cell->first_wrong - span->first)];
}
