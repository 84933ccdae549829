// SPDX-License-Identifier: MIT
//
// The judge of divisions whose results lie in a GPU's memory: device code only.
//
// How it works. A group of threads walks down the divisors of a run, and along a slice of
// the dividends of each. Most results are judged the short way (division_judge.h): an fma
// for the residual, an fma for the error in steps, a counter that is raised. Each thread
// has counters of its own in shared memory, a column, so that none waits for another. One
// comparison of the residual finds all that is not short: errors of two ulp and more,
// results that are no normal numbers, candidates for an extreme, and what is to be noted.
// How large an error must be to be a candidate a warp tells its threads, and a launch the
// next.

#include "cuda_ref/division_layout.h"
#include "sweep/division_judge_long.h"

typedef unsigned int word32;
typedef unsigned long long word64;

#define SIGNED 16 // eighths below 0
#define COLUMN (2 * SIGNED)

// Behind the bins of what is not short.
enum { SLOT_WRONG = CELL_BINS, SLOT_BEYOND, SLOT_COUNT };

struct shared {
    word32 eighths[COLUMN][DIVISION_THREADS];
    word32 slots[SLOT_COUNT];
    word64 wrong, sums[2];
    double error[3][DIVISION_THREADS / 32];
    word64 number[3][DIVISION_THREADS / 32];
    word32 got[3][DIVISION_THREADS / 32];
};

// Of a thread: what it found the long way.
struct found {
    double error[3]; // the largest: its own, or the job's
    word64 number[3], wrong;
    word32 got[3];
    long long sum, sum_abs;
};

// The same for a group's threads, and a thread's.
struct seat {
    const division_job *job;
    shared *at;
    struct division_note *notes;
    word32 *noted, notes_max;
    word32 first_a; // its fraction of the first dividend of the first slice
};

static __device__ void note(const seat *seat, double error, word64 number, word32 got)
{
    word32 i = atomicAdd(seat->noted, 1u);

    if (i >= seat->notes_max)
        return;
    seat->notes[i].error = error;
    seat->notes[i].number = number;
    seat->notes[i].got = got;
}

static __device__ void take(found *mine, int k, double error, word64 number, word32 got)
{
    if (!(error > mine->error[k]))
        return;
    mine->error[k] = error;
    mine->number[k] = number;
    mine->got[k] = got;
}

// `steps` are those of the short way if it `has` them: what a result adds to the sums does
// not depend on the way that it took.
extern "C" __device__ __noinline__ void judge_long(const seat *seat, found *mine,
                                               const division_row *row, double a,
                                               word64 number, word32 got, bool has,
                                               int steps)
{
    struct division_judged judged = division_judge_one(row, a, __uint_as_float(got));
    double size = fabs(judged.error);

    if (judged.kind == CELL_WRONG) {
        atomicAdd(&seat->at->slots[SLOT_WRONG], 1u);
        mine->wrong = min(mine->wrong, number);
        return;
    }
    atomicAdd(&seat->at->slots[division_judge_bin(judged.error)], 1u);
    if (size > CELL_SUM_LIMIT) {
        atomicAdd(&seat->at->slots[SLOT_BEYOND], 1u);
    } else {
        steps = has ? steps : division_judge_sum(judged.error);
        mine->sum += steps;
        mine->sum_abs += abs(steps);
    }
    take(mine, 0, size, number, got);
    take(mine, 1, judged.relative, number, got);
    take(mine, 2, judged.absolute, number, got);
    if (size > seat->job->above)
        note(seat, judged.error, number, got);
}

// What a residual must stay below to be counted the short way. From `low` on an error is
// a candidate; low[0] is at most what the short way can do.
static __device__ double limit_of(const division_row *row, bool below, double a,
                                  const double *low)
{
    return fmin(fmin(division_judge_limit(row, below, low[0]), row->b * low[2]),
                a * low[1]);
}

// The largest of a warp are what all of its threads have to beat.
static __device__ void set_low(const seat *seat, const found *mine, double *low)
{
    for (int k = 0; k < 3; k++) {
        double most = mine->error[k];

        for (int step = 16; step >= 1; step /= 2)
            most = fmax(most, __shfl_xor_sync(~0u, most, step));
        low[k] = most * DIVISION_JUDGE_SLACK;
    }
    low[0] = fmin(fmin(low[0], DIVISION_JUDGE_MOST),
                  seat->job->above * DIVISION_JUDGE_SLACK);
}

// Four neighbouring dividends. `whole`: all are asked and were loaded.
static __device__ bool count_four(const seat *seat, const division_row *row, word32 a,
                                  const word32 *got, bool whole, const double *low,
                                  int *sums)
{
    bool below = a < row->fraction, usual = whole & ((a ^ row->fraction) >= 4);
    double first = division_judge_mantissa(a);
    double limit = limit_of(row, below, first, low);
    int steps[4];

#pragma unroll
    for (int i = 0; i < 4; i++) {
        double residual =
            division_judge_residual(row, first + i * 0x1p-23, got[i]);

        steps[i] = division_judge_steps(row, below, residual);
        usual &= (fabs(residual) < limit) & !division_judge_edge(steps[i]);
    }
    if (!usual)
        return false;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        seat->at->eighths[SIGNED + division_judge_eighth(steps[i])][threadIdx.x]++;
        sums[0] += steps[i];
        sums[1] += abs(steps[i]);
    }
    return true;
}

// The same, each for itself.
extern "C" __device__ __noinline__ void count_one_by_one(const seat *seat, found *mine,
                                                     const division_row *row, word32 a,
                                                     const uint4 words,
                                                     const division_run *run,
                                                     const double *low)
{
    const word32 got[4] = { words.x, words.y, words.z, words.w };

#pragma unroll 1
    for (int i = 0; i < 4; i++) {
        word64 number = (word64) row->fraction << 23 | (a + i);
        bool below = a + i < row->fraction;
        double dividend = division_judge_mantissa(a + i);
        double residual = division_judge_residual(row, dividend, got[i]);
        bool has = fabs(residual) <
                   division_judge_limit(row, below, DIVISION_JUDGE_MOST);
        int steps = has ? division_judge_steps(row, below, residual) : 0;

        if (number < run->first || number > run->last)
            continue;
        if (!has || division_judge_edge(steps) ||
            !(fabs(residual) < limit_of(row, below, dividend, low))) {
            judge_long(seat, mine, row, dividend, number, got[i], has, steps);
            continue;
        }
        seat->at->eighths[SIGNED + division_judge_eighth(steps)][threadIdx.x]++;
        mine->sum += steps;
        mine->sum_abs += abs(steps);
    }
}

// Four results from number `number` on: those that are asked.
static __device__ uint4 load(const division_run *run, word64 number, bool whole)
{
    const word32 *from = (const word32 *) run->results;
    word64 at = number - run->first;

    if (whole)
        return __ldcs((const uint4 *) (from + at));
    return make_uint4(number - run->first <= run->last - run->first ? from[at] : 0,
                      at + 1 <= run->last - run->first ? from[at + 1] : 0,
                      at + 2 <= run->last - run->first ? from[at + 2] : 0,
                      at + 3 <= run->last - run->first ? from[at + 3] : 0);
}

// A slice of a divisor's dividends, from fraction `a` on. All loads are under way before
// the first result is looked at.
static __device__ void judge_slice(const seat *seat, found *mine, const division_run *run,
                                   const division_row *row, word32 a, double *low,
                                   int *sums)
{
    bool aligned = run->first % 4 == 0 && run->results % 16 == 0;
    bool whole[DIVISION_QUADS];
    uint4 words[DIVISION_QUADS];

#pragma unroll
    for (int j = 0; j < DIVISION_QUADS; j++) {
        word64 number =
            (word64) row->fraction << 23 | (a + 4 * DIVISION_THREADS * j);

        whole[j] = aligned && number >= run->first && number + 3 <= run->last;
        words[j] = load(run, number, whole[j]);
    }
#pragma unroll
    for (int j = 0; j < DIVISION_QUADS; j++) {
        const word32 got[4] = { words[j].x, words[j].y, words[j].z, words[j].w };
        word32 at = a + 4 * DIVISION_THREADS * j;
        bool done = count_four(seat, row, at, got, whole[j], low, sums);

        if (!__any_sync(~0u, !done))
            continue;
        if (!done)
            count_one_by_one(seat, mine, row, at, words[j], run, low);
        __syncwarp();
        set_low(seat, mine, low);
    }
}

static __device__ void judge_run(const seat *seat, found *mine, const division_run *run)
{
    word32 last = (word32) (run->last >> 23);
    double low[3];
    int sums[2] = { 0, 0 };

    set_low(seat, mine, low);
    for (word32 fraction = (word32) (run->first >> 23); fraction <= last; fraction++) {
        division_row row = division_judge_row(fraction);

        for (word32 slice = blockIdx.x; slice < (1u << 23) / DIVISION_SLICE;
             slice += DIVISION_GROUPS)
            judge_slice(seat, mine, run, &row, slice * DIVISION_SLICE + seat->first_a,
                        low, sums);
    }
    mine->sum += sums[0];
    mine->sum_abs += sums[1];
}

static __device__ void clear(shared *at)
{
    for (int i = 0; i < COLUMN; i++)
        at->eighths[i][threadIdx.x] = 0;
    for (int i = threadIdx.x; i < SLOT_COUNT; i += DIVISION_THREADS)
        at->slots[i] = 0;
    if (threadIdx.x == 0) {
        at->wrong = ~0ull;
        at->sums[0] = at->sums[1] = 0;
    }
    __syncthreads();
}

static __device__ void take_larger(double *error, word64 *number, word32 *got,
                                   double other_error, word64 other, word32 other_got)
{
    if (other_error < *error || (other_error == *error && other >= *number))
        return;
    *error = other_error;
    *number = other;
    *got = other_got;
}

static __device__ long long sum_of(long long x)
{
    for (int step = 16; step >= 1; step /= 2)
        x += __shfl_xor_sync(~0u, x, step);
    return x;
}

// Threads' findings into the group's: what is no larger than the job's has no number.
static __device__ void share(shared *at, const found *mine)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    long long sum = sum_of(mine->sum), sum_abs = sum_of(mine->sum_abs);

    for (int k = 0; k < 3; k++) {
        bool own = mine->number[k] != ~0ull;
        double error = own ? mine->error[k] : -1;
        word64 number = mine->number[k];
        word32 got = mine->got[k];

        for (int step = 16; step >= 1; step /= 2)
            take_larger(&error, &number, &got, __shfl_xor_sync(~0u, error, step),
                        __shfl_xor_sync(~0u, number, step),
                        __shfl_xor_sync(~0u, got, step));
        at->error[k][warp] = error;
        at->number[k][warp] = number;
        at->got[k][warp] = got;
    }
    if (lane == 0) {
        atomicAdd(&at->sums[0], (word64) sum);
        atomicAdd(&at->sums[1], (word64) sum_abs);
    }
    if (mine->wrong != ~0ull)
        atomicMin(&at->wrong, mine->wrong);
    for (int i = warp; i < COLUMN; i += DIVISION_THREADS / 32) {
        word32 count = 0;

        for (int j = lane; j < DIVISION_THREADS; j += 32)
            count += at->eighths[i][j];
        count = (word32) sum_of(count);
        if (lane == 0 && count)
            atomicAdd(&at->slots[division_judge_inner_bin(i - SIGNED)], count);
    }
}

// uint64_t is not the type that CUDA's atomics know.
static __device__ void add_to(void *to, word64 what)
{
    if (what)
        atomicAdd((word64 *) to, what);
}

static __device__ void put_down(const shared *at, cell *cell, division_record *record)
{
    for (int i = threadIdx.x; i < CELL_BINS; i += DIVISION_THREADS)
        add_to(&cell->bins[i], at->slots[i]);
    if (threadIdx.x == 0) {
        add_to(&cell->kinds[CELL_WRONG], at->slots[SLOT_WRONG]);
        add_to(&cell->beyond, at->slots[SLOT_BEYOND]);
        add_to(&cell->sum, at->sums[0]);
        add_to(&cell->sum_abs, at->sums[1]);
        if (at->wrong != ~0ull)
            atomicMin((word64 *) &cell->first_wrong, at->wrong);
    }
    if (threadIdx.x >= 3)
        return;
    double error = -1;
    word64 number = ~0ull;
    word32 got = 0;

    for (int warp = 0; warp < DIVISION_THREADS / 32; warp++)
        take_larger(&error, &number, &got, at->error[threadIdx.x][warp],
                    at->number[threadIdx.x][warp], at->got[threadIdx.x][warp]);
    record->error[threadIdx.x] = error;
    record->number[threadIdx.x] = number;
    record->got[threadIdx.x] = got;
}

// DIVISION_GROUPS x run_count groups; records [run_count][DIVISION_GROUPS].
extern "C" __global__ void __launch_bounds__(DIVISION_THREADS, 4)
    division_judge(const division_job *job, cell *cell, division_record *records,
                   division_note *notes, word32 *noted, word32 notes_max)
{
    __shared__ shared at;
    const seat seat = { job, &at, notes, noted, notes_max, 4 * threadIdx.x };
    found mine;

    for (int k = 0; k < 3; k++) {
        mine.error[k] = job->worst[k];
        mine.number[k] = ~0ull;
        mine.got[k] = 0;
    }
    mine.wrong = ~0ull;
    mine.sum = mine.sum_abs = 0;
    clear(&at);
    judge_run(&seat, &mine, &job->runs[blockIdx.y]);
    __syncthreads();
    share(&at, &mine);
    __syncthreads();
    put_down(&at, cell, records + DIVISION_GROUPS * blockIdx.y + blockIdx.x);
}

static __device__ word32 result_of(const division_job *job, word64 number)
{
    const division_run *run = job->runs;

    while (number > run->last)
        run++;
    return ((const word32 *) run->results)[number - run->first];
}

// What needs all groups: one group of threads.
extern "C" __global__ void __launch_bounds__(DIVISION_THREADS)
    division_judge_finish(const division_job *job, cell *cell,
                          const division_record *records)
{
    __shared__ shared at;
    found mine;
    division_record record;

    for (int k = 0; k < 3; k++) {
        mine.error[k] = -1;
        mine.number[k] = ~0ull;
        mine.got[k] = 0;
        for (word32 i = threadIdx.x; i < job->run_count * DIVISION_GROUPS;
             i += DIVISION_THREADS) {
            word32 got = (word32) records[i].got[k];

            take_larger(&mine.error[k], &mine.number[k], &mine.got[k],
                        records[i].error[k], records[i].number[k], got);
        }
    }
    mine.wrong = ~0ull;
    mine.sum = mine.sum_abs = 0;
    clear(&at);
    share(&at, &mine);
    __syncthreads();
    if (threadIdx.x >= 3)
        return;
    put_down(&at, cell, &record);
    cell_worst *worst = threadIdx.x == 0   ? &cell->ulp
                        : threadIdx.x == 1 ? &cell->relative
                                           : &cell->absolute;

    worst->error = record.number[threadIdx.x] == CELL_NONE ? 0 : record.error[threadIdx.x];
    worst->number = record.number[threadIdx.x];
    worst->got = record.got[threadIdx.x];
    if (threadIdx.x != 0)
        return;
    const division_run *end = &job->runs[job->run_count - 1];

    cell->edge[0] = result_of(job, job->runs[0].first);
    cell->edge[1] = result_of(job, end->last);
    if (cell->first_wrong != CELL_NONE)
        cell->first_wrong_got = result_of(job, cell->first_wrong);
}
