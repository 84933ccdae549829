// SPDX-License-Identifier: MIT
//
// The judge of results that lie in a GPU's memory: device code only. `judge` counts them
// tile by tile, `judge_finish` draws the extremes of a chunk from its tiles. Both call
// reference_any, in whose place whoever loads this puts the function that is wanted.
//
// How it works: the common path takes results and exact results that are ordinary numbers:
// both are scaled by the ulp, an exact operation, so that the error is a difference, the
// bin that difference rounded down, and what is correct the scaled exact result, rounded.
// All else is judge_rare's. Few bins have nearly all of the errors: the one of zero is
// counted in a register, the others in shared memory, where hardware adds up a warp's equal
// addresses. In `judge` and `judge_plain` a thread has numbers of one parity alone, so of
// one sign; `judge_pairs` judges x and -x at once.

// fp.h is C, and has a member of that name.
#define class class_of
#include "sweep/function.h"
#undef class

#include "cuda_ref/sweep_layout.h"
#include "sweep/judge_rare.h"

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

static __device__ struct counts no_counts()
{
    struct counts counts = { { -1, -1, -1 }, -1, { ~0u, ~0u, ~0u } };

    counts.first_fall = counts.first_break = counts.first_wrong = ~0u;
    return counts;
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
    struct counts counts = no_counts();

    clear(shared);
    if (n < span.first)
        n += (span.first - n + SWEEP_THREADS - 1) / SWEEP_THREADS * SWEEP_THREADS;
    judge_thread<plain>(ask, &at, &counts, results + span.offset + (n - span.first),
                        (word32) n, (word32) span.first,
                        n <= last ? (word32) (last - n) / SWEEP_THREADS + 1 : 0);
    share<2>(shared, &counts, threadIdx.x & 1);
    put_down(ask, shared, tile, cells + 2 * blockIdx.y,
             records + 2 * (blockIdx.y * SWEEP_TILES + blockIdx.x));
}

#define JUDGE(name, plain)                                                              \
    extern "C" __global__ void __launch_bounds__(SWEEP_THREADS)                         \
        name(const struct sweep_ask ask, const word32 *results,                         \
             const struct sweep_span *spans, struct cell *cells,                        \
             struct sweep_record *records, struct sweep_note *notes, word32 *noted)     \
    {                                                                                   \
        __shared__ struct shared shared;                                                \
                                                                                        \
        judge_tile<plain>(&ask, &shared, results, spans, cells, records, notes, noted); \
    }

// The second for DOMAIN_BITS, results in binary32, to nearest.
JUDGE(judge, false)
JUDGE(judge_plain, true)

// A pair is x and -x, of a function with a symmetry: nearly always both results are as
// symmetry wants, and one judgement is that of both. A result that needs every rule is
// judged alone, into counts that lie in memory, so that they take no registers.
struct pairs {
    const struct sweep_ask *ask;
    struct place at[3];   // of x, of -x, of pairs
    struct counts *apart; // [3]
    word32 flip;          // the ask's, at hand
    float up, down;
};

// The registers of a thread's pairs. Errors of less than 4 ulp are in the sums.
struct pair_counts {
    double ulp, absolute; // -1: none yet
    double off, base;     // of the worst relative error
    word32 number[3];     // of ulp, relative, absolute
    int sum, sum_abs;
    word32 correct, zero;
};

extern "C" __device__ __noinline__ void judge_apart(const struct pairs *pairs,
                                                    word32 number, word32 got,
                                                    word32 other)
{
#pragma unroll 1
    for (word32 side = 0; side < 2; side++) {
        struct judged judged =
            judge_one<true>(pairs->ask, number + side, side ? other : got);

        count(pairs->ask, &pairs->at[side], &pairs->apart[side], number + side,
              side ? other : got, &judged);
    }
}

static __device__ bool is_nan(word32 a)
{
    return (a & 0x7fffffff) > 0x7f800000;
}

// Quotients are compared by products; only where these are too close, they are made.
static __device__ void pair_extremes(struct pair_counts *counts, word32 number,
                                     double size, double off, double base)
{
    double one = off * counts->base, other = counts->off * base;

    if (size > counts->ulp) {
        counts->ulp = size;
        counts->number[0] = number;
    }
    if (base != 0 && one > other * (1 - 0x1p-50) &&
        (one > other * (1 + 0x1p-50) || off / base > counts->off / counts->base)) {
        counts->off = off;
        counts->base = base;
        counts->number[1] = number;
    }
    if (off > counts->absolute) {
        counts->absolute = off;
        counts->number[2] = number;
    }
}

// `sixteenths`: the error in 2^-16 ulp, rounded. An error of less than half an ulp is that
// of the correct result. Conditions are bits of the size's high word, and are not put off
// by && and ||: branches cost more here.
static __device__ void count_pair(const struct pairs *pairs, struct pair_counts *counts,
                                  word32 number, double error, int sixteenths, double off,
                                  double base)
{
    int high = __double2hiint(error) & 0x7fffffff; // 0x3fc00000: 1/8

    counts->correct += high < 0x3fe00000;
    counts->sum += sixteenths;
    counts->sum_abs += abs(sixteenths);
    if (high < 0x3fc00000) {
        counts->zero++;
    } else if (high < 0x40100000) {
        int away = __double2loint(__fma_rz(fabs(error), 8, 0x1p52));

        atomicAdd(&pairs->at[2].slots[error < 0 ? CELL_ZERO - away : CELL_ZERO + away],
                  1u);
    } else {
        counts->sum -= sixteenths;
        counts->sum_abs -= abs(sixteenths);
        add_error(&pairs->at[2], &pairs->apart[2], error, abs(sixteenths));
    }
    if ((fabs(error) > counts->ulp) | (off > counts->absolute) |
        (((off > counts->off) | (base != counts->base)) &
         (off * counts->base > counts->off * base * (1 - 0x1p-50))))
        pair_extremes(counts, number, fabs(error), off, base);
}

// Returns the kind of a zero in place of a subnormal number of at least one ulp.
static __device__ enum cell_kind kind_of_zero(word32 got, double want)
{
    return (int) (got ^ __double2hiint(want)) < 0 ? CELL_ZERO_SIGN : CELL_FLUSHED;
}

// Subnormal operands and results, and what was flushed to zero: judge_rare.h's rules where
// none of them asks more. Returns whether it was one of these.
static __device__ bool count_subnormal(const struct pairs *pairs,
                                       struct pair_counts *counts, word32 number,
                                       word32 got, word32 other, double want,
                                       double error, int sixteenths, bool alike)
{
    int exponent = (__double2hiint(want) >> 20 & 0x7ff) - 1023;
    bool subnormal = exponent < -126, large = fabs(error) >= 1;

    if (number < 2 || exponent < -149 || exponent > 126)
        return false;
    if (((got | other) & 0x7fffffff) == 0 && subnormal && large && pairs->flip >> 31) {
        atomicAdd(&pairs->at[0].slots[SLOT_KINDS + kind_of_zero(got, want)], 1u);
        atomicAdd(&pairs->at[1].slots[SLOT_KINDS + kind_of_zero(other, -want)], 1u);
        return true;
    }
    if (!alike || large || (got & 0x7f800000) == 0x7f800000 ||
        ((got & 0x7fffffff) == 0 &&
         (!subnormal || kind_of_zero(got, want) == CELL_ZERO_SIGN)))
        return false;
    count_pair(pairs, counts, number, error, sixteenths,
               fabs(__uint_as_float(got) - want), subnormal ? 0 : fabs(want));
    return true;
}

// Leaves results near half an ulp, or near one, to judge_apart.
static __device__ void judge_pair(const struct pairs *pairs, struct pair_counts *counts,
                                  word32 number, word32 got, word32 other)
{
    word32 a = number >> 1;
    double want = reference_any(a, 0), off = __uint_as_float(got) - want;
    int exponent = __double2hiint(want) >> 20 & 0x7ff;
    double error =
        off * __hiloint2double((2046 + 23 - max(exponent, 1023 - 126)) << 20, 0);
    int sixteenths = __double2loint(__fma_rn(error, CELL_SUM_ONE, MAGIC));
    bool alike = (other == (got ^ pairs->flip)) &
                 ((sixteenths == 0) | ((sixteenths & 0x7fff) != 0));

    if (alike & ((unsigned) (exponent - (1023 - 126)) <= 252) & (a >= 0x800000) &
        is_nonzero_finite(got)) {
        count_pair(pairs, counts, number, error, sixteenths, fabs(off), fabs(want));
    } else if (isnan(want) && is_nan(got) && is_nan(other)) {
        counts->correct++;
        atomicAdd(&pairs->at[2].slots[SLOT_KINDS + CELL_SPECIAL], 1u);
    } else if (!count_subnormal(pairs, counts, number, got, other, want, error,
                                sixteenths, alike)) {
        judge_apart(pairs, number, got, other);
    }
}

extern "C" __device__ __noinline__ void judge_order_apart(const struct pairs *pairs,
                                                          word32 number, word32 got,
                                                          word32 other, word32 before,
                                                          word32 other_before)
{
    const word32 now[2] = { got, other }, then[2] = { before, other_before };

    for (int side = 0; side < 2; side++) {
        struct counts *counts = &pairs->apart[side];
        int direction = pairs->ask->direction[side];

        if (__uint_as_float(now[side]) * direction <
            __uint_as_float(then[side]) * direction) {
            counts->falls++;
            counts->first_fall = min(counts->first_fall, number + side);
        }
    }
    if (other != (got ^ pairs->ask->flip) && !(is_nan(got) && is_nan(other))) {
        pairs->apart[1].breaks++;
        pairs->apart[1].first_break = min(pairs->apart[1].first_break, number + 1);
    }
}

// Whether one of a pair fell, or both are not as symmetry wants.
static __device__ bool is_out_of_order(const struct pairs *pairs, word32 got,
                                       word32 other, word32 before, word32 other_before)
{
    float up = pairs->up, down = pairs->down;

    return (other != (got ^ pairs->flip)) |
           (__uint_as_float(got) * up < __uint_as_float(before) * up) |
           (__uint_as_float(other) * down < __uint_as_float(other_before) * down);
}

static __device__ void judge_pairs_order(const struct pairs *pairs, word32 number,
                                         uint4 got, uint2 before)
{
    if (is_out_of_order(pairs, got.x, got.y, before.x, before.y) |
        is_out_of_order(pairs, got.z, got.w, got.x, got.y)) {
        judge_order_apart(pairs, number, got.x, got.y, before.x, before.y);
        judge_order_apart(pairs, number + 2, got.z, got.w, got.x, got.y);
    }
}

// Adds the pairs' counts of one side.
static __device__ void add_pairs(struct counts *to, const struct pair_counts *pairs,
                                 const struct counts *far, int side, bool odd)
{
    const double worst[3] = { pairs->ulp, pairs->off < 0 ? -1 : pairs->off / pairs->base,
                              pairs->absolute };
    long long sum = far->sum + pairs->sum;

    to->correct += pairs->correct;
    to->zero += pairs->zero;
    to->beyond += far->beyond;
    to->sum += side && odd ? -sum : sum;
    to->sum_abs += far->sum_abs + pairs->sum_abs;
    for (int i = 0; i < 3; i++)
        if (worst[i] >= 0)
            take_worst(&to->worst[i], &to->number[i], worst[i], pairs->number[i] + side);
}

#define STEPS 8 // of four results a lane, that a warp has under way

// For judge_plain's functions that have a symmetry, where all begins and ends at a
// multiple of four. The call of the exact function waits for all loads, so a warp makes
// many at a time.
extern "C" __global__ void __launch_bounds__(SWEEP_THREADS, 3)
    judge_pairs(const struct sweep_ask ask, const word32 *results,
                const struct sweep_span *spans, struct cell *cells,
                struct sweep_record *records, struct sweep_note *notes, word32 *noted)
{
    __shared__ struct shared shared;
    __shared__ uint4 stages[SWEEP_THREADS / 32][32 * STEPS];
    const struct sweep_span span = spans[blockIdx.y];
    word64 tile = (span.first >> 24 << 24) + ((word64) blockIdx.x << SWEEP_TILE_BITS);
    word64 first = max(tile, (word64) span.first);
    word64 end = min((word64) span.last + 1, tile + (1u << SWEEP_TILE_BITS));
    word32 count = first < end ? (word32) (end - first) / 4 : 0;
    struct sweep_note *own = notes + (size_t) blockIdx.y * ask.notes_max;
    struct counts apart[3] = { no_counts(), no_counts(), no_counts() };
    struct pair_counts counts = { -1, -1, -1, 1 };
    const struct pairs pairs = { &ask,
                                 { { shared.slots[0], own, noted + blockIdx.y },
                                   { shared.slots[1], own, noted + blockIdx.y },
                                   { shared.slots[2], own, noted + blockIdx.y } },
                                 apart,
                                 ask.flip,
                                 (float) ask.direction[0],
                                 (float) ask.direction[1] };
    const word32 *result = results + span.offset + (first - span.first);
    uint4 *stage = stages[threadIdx.x / 32];
    int lane = threadIdx.x % 32;

    clear(&shared);
#pragma unroll 1
    for (word32 at = threadIdx.x / 32 * 32 * STEPS; at < count;
         at += SWEEP_THREADS * STEPS) {
        __syncwarp();
#pragma unroll
        for (int i = lane; i < 32 * STEPS; i += 32)
            if (at + i < count)
                stage[i] = ((const uint4 *) result)[at + i];
        __syncwarp();
#pragma unroll 1
        for (int i = lane; i < 32 * STEPS && at + i < count; i += 32) {
            uint4 got = stage[i];
            uint2 before = make_uint2(got.x, got.y);
            word32 n = (word32) first + 4 * (at + i);

            if (i)
                before = *(const uint2 *) &stage[i - 1].z;
            else if (n != (word32) span.first)
                before = *(const uint2 *) (result + 4 * (word64) at - 2);
            judge_pairs_order(&pairs, n, got, before);
            judge_pair(&pairs, &counts, n, got.x, got.y);
            judge_pair(&pairs, &counts, n + 2, got.z, got.w);
        }
    }
#pragma unroll 1
    for (int side = 0; side < 2; side++) {
        add_pairs(&apart[side], &counts, &apart[2], side, ask.flip >> 31);
        share<1>(&shared, &apart[side], side);
    }
    put_down(&ask, &shared, tile, cells + 2 * blockIdx.y,
             records + 2 * (blockIdx.y * SWEEP_TILES + blockIdx.x));
}

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

// Finishes a chunk after all its tiles: a warp finds each extreme of a side.
extern "C" __global__ void judge_finish(const struct sweep_ask ask, const word32 *results,
                                        const struct sweep_span *spans,
                                        struct cell *cells,
                                        const struct sweep_record *records)
{
    const struct sweep_span *span = spans + blockIdx.x;
    int side = threadIdx.x / 32 & 1, which = threadIdx.x / 64, lane = threadIdx.x % 32;
    struct cell *cell = cells + 2 * blockIdx.x + side;
    double error = -1;
    word32 number = ~0u;

    if (span->first > span->last)
        return;
    for (int i = lane; i < 2 * SWEEP_TILES; i += 32) {
        const struct sweep_record *record = records + 2 * SWEEP_TILES * blockIdx.x + i;
        word64 tile = (span->first >> 24 << 24) + ((word64) (i / 2) << SWEEP_TILE_BITS);

        if (side_of(&ask.domain, tile, i & 1) == side)
            take_worst(&error, &number, record->error[which],
                       (word32) record->number[which]);
    }
    for (int step = 16; step; step /= 2)
        take_worst(&error, &number, __shfl_xor_sync(~0u, error, step),
                   __shfl_xor_sync(~0u, number, step));
    if (lane)
        return;
    finish_worst(which == 0   ? &cell->ulp
                 : which == 1 ? &cell->relative
                              : &cell->absolute,
                 error, number, results, span);
    if (which == 1)
        finish_edges(cell, side, &ask.domain, results, span);
    if (which == 0 && cell->first_wrong != CELL_NONE)
        cell->first_wrong_got = results[span->offset + (cell->first_wrong - span->first)];
}
