// SPDX-License-Identifier: MIT
//
// Counting: a thread's numbers in registers, a group's in shared memory, a tile's into the
// cells of its chunk.

#pragma once

// The counters after the bins: the kinds, and the others that are words.
enum { SLOT_KINDS = CELL_BINS, SLOT_COUNT = CELL_BINS + CELL_KIND_COUNT };

struct counts {
    double worst[3], relative_low; // -1: none yet
    word32 number[3];
    long long sum, sum_abs;
    word32 correct, zero, beyond, falls, breaks, first_fall, first_break, first_wrong;
};

// The counters that a group of threads shares: by parity; for pairs, by the first number.
struct shared {
    word32 slots[3][SLOT_COUNT];
    word64 sums[2][2];
    word32 words[2][5], firsts[2][3];
    double error[2][3][SWEEP_THREADS / 32];
    word32 number[2][3][SWEEP_THREADS / 32];
};

// The settings of a group's work.
struct place {
    word32 *slots;            // of this parity
    struct sweep_note *notes; // [notes_max], of the chunk
    word32 *noted;            // how many there were
};

// A result that is to be counted, and what its relative error is relative to, 0: nothing.
struct judged {
    enum cell_kind kind;
    bool correct;
    double error, absolute, base;
};

static __device__ bool is_near(const struct sweep_ask *ask, double size)
{
    return !ask->is_exact && (fabs(size - (ask->round == FP_RNE ? 0.5 : 0)) < NEAR ||
                              fabs(size - 1) < NEAR);
}

static __device__ void note(const struct sweep_ask *ask, const struct place *at,
                            word32 number, word32 got, const struct judged *judged)
{
    word32 i = atomicAdd(at->noted, 1u);
    struct sweep_note *to = at->notes + i;

    if (i >= ask->notes_max)
        return;
    to->error = judged->error;
    to->number = number;
    to->got = got;
    to->correct = judged->correct;
    to->kind = (uint8_t) judged->kind;
}

// An error into bins and sums. `sixteenths` is its size in 2^-16 ulp, rounded.
static __device__ void add_error(const struct place *at, struct counts *counts,
                                 double error, int sixteenths)
{
    double size = fabs(error);
    int away = __double2loint(__fma_rz(size, 8, 0x1p52));

    if (size >= 4) {
        away = size < 0x1p30 ? CELL_STEPS + (__double2hiint(size) >> 20) - 1024
                             : CELL_SIDE;
        if (size > CELL_SUM_LIMIT) {
            counts->beyond++;
            sixteenths = 0;
        }
    }
    if (away == 0)
        counts->zero++;
    else
        atomicAdd(&at->slots[error < 0 ? CELL_ZERO - away : CELL_ZERO + away], 1u);
    counts->sum += error < 0 ? -sixteenths : sixteenths;
    counts->sum_abs += sixteenths;
}

static __device__ void add_worst(struct counts *counts, int i, double error, word32 number)
{
    if (error > counts->worst[i]) {
        counts->worst[i] = error;
        counts->number[i] = number;
    }
}

// The division is made for candidates only.
static __device__ void add_relative(struct counts *counts, double off, double base,
                                    word32 number)
{
    if (!(off > counts->relative_low * base) || base == 0)
        return;
    add_worst(counts, 1, off / base, number);
    counts->relative_low = counts->worst[1] * (1 - 0x1p-50);
}

static __device__ void count(const struct sweep_ask *ask, const struct place *at,
                             struct counts *counts, word32 number, word32 got,
                             const struct judged *judged)
{
    double size = fabs(judged->error);
    int sixteenths = __double2loint(__fma_rn(size, CELL_SUM_ONE, MAGIC));

    counts->correct += judged->correct;
    if (judged->kind != CELL_FINITE) {
        atomicAdd(&at->slots[SLOT_KINDS + judged->kind], 1u);
        if (judged->kind == CELL_WRONG)
            counts->first_wrong = min(counts->first_wrong, number);
        return;
    }
    add_error(at, counts, judged->error, sixteenths);
    add_worst(counts, 0, size, number);
    add_relative(counts, judged->absolute, judged->base, number);
    add_worst(counts, 2, judged->absolute, number);
    if ((sixteenths & 0x7fff) == 0 && is_near(ask, size))
        note(ask, at, number, got, judged);
}

// Over each `lanes`-th lane of a warp.
template <int lanes, typename number> static __device__ number sum_of(number x)
{
    for (int step = 16; step >= lanes; step /= 2)
        x += __shfl_xor_sync(~0u, x, step);
    return x;
}

static __device__ void take_worst(double *error, word32 *number, double other_error,
                                  word32 other)
{
    if (other_error > *error || (other_error == *error && other < *number)) {
        *error = other_error;
        *number = other;
    }
}

// Adds a thread's counts to its group's: numbers of the thread's parity if lanes is 2, of
// one parity in all threads if lanes is 1.
template <int lanes>
static __device__ void share(struct shared *shared, const struct counts *counts,
                             int parity)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const word32 words[5] = { counts->correct, counts->zero, counts->beyond,
                              counts->falls, counts->breaks };
    long long sum = sum_of<lanes>(counts->sum), sum_abs = sum_of<lanes>(counts->sum_abs);

    for (int i = 0; i < 5; i++) {
        word32 total = sum_of<lanes>(words[i]);

        if (lane < lanes)
            atomicAdd(&shared->words[parity][i], total);
    }
    if (lane < lanes) {
        atomicAdd(&shared->sums[parity][0], (word64) sum);
        atomicAdd(&shared->sums[parity][1], (word64) sum_abs);
    }
    if (counts->falls)
        atomicMin(&shared->firsts[parity][0], counts->first_fall);
    if (counts->breaks)
        atomicMin(&shared->firsts[parity][1], counts->first_break);
    if (counts->first_wrong != ~0u)
        atomicMin(&shared->firsts[parity][2], counts->first_wrong);
    for (int i = 0; i < 3; i++) {
        double error = counts->worst[i];
        word32 number = counts->number[i];

        for (int step = 16; step >= lanes; step /= 2)
            take_worst(&error, &number, __shfl_xor_sync(~0u, error, step),
                       __shfl_xor_sync(~0u, number, step));
        if (lane < lanes) {
            shared->error[parity][i][warp] = error;
            shared->number[parity][i][warp] = number;
        }
    }
}

// uint64_t is not the type that CUDA's atomics know.
static __device__ void add_to(uint64_t *to, word64 what)
{
    if (what)
        atomicAdd((word64 *) to, what);
}

static __device__ void lower_to(uint64_t *to, word32 what)
{
    if (what != ~0u)
        atomicMin((word64 *) to, (word64) what);
}

static __device__ void add_cell(const struct shared *shared, int parity, struct cell *cell)
{
    const word32 *words = shared->words[parity];

    add_to(&cell->correct, words[0]);
    add_to(&cell->bins[CELL_ZERO], words[1]);
    add_to(&cell->beyond, words[2]);
    add_to(&cell->falls, words[3]);
    add_to(&cell->breaks, words[4]);
    add_to((uint64_t *) &cell->sum, shared->sums[parity][0]);
    add_to((uint64_t *) &cell->sum_abs, shared->sums[parity][1]);
    lower_to(&cell->first_fall, shared->firsts[parity][0]);
    lower_to(&cell->first_break, shared->firsts[parity][1]);
    lower_to(&cell->first_wrong, shared->firsts[parity][2]);
}

static __device__ void add_record(const struct shared *shared, int parity,
                                  struct sweep_record *record)
{
#pragma unroll 1
    for (int i = 0; i < 3; i++) {
        double error = -1;
        word32 number = ~0u;

#pragma unroll 1
        for (int warp = 0; warp < SWEEP_THREADS / 32; warp++)
            take_worst(&error, &number, shared->error[parity][i][warp],
                       shared->number[parity][i][warp]);
        record->error[i] = error;
        record->number[i] = number;
    }
}

static __device__ void clear(struct shared *shared)
{
    for (int i = threadIdx.x; i < 3 * SLOT_COUNT; i += SWEEP_THREADS)
        shared->slots[i / SLOT_COUNT][i % SLOT_COUNT] = 0;
    if (threadIdx.x < 2) {
        shared->sums[threadIdx.x][0] = shared->sums[threadIdx.x][1] = 0;
        for (int i = 0; i < 5; i++)
            shared->words[threadIdx.x][i] = 0;
        for (int i = 0; i < 3; i++)
            shared->firsts[threadIdx.x][i] = ~0u;
    }
    __syncthreads();
}

// Returns a counter of the group. Pairs count the first number for both; for an odd
// function, the second error has the other sign.
static __device__ word32 slot_of(const struct shared *shared, int parity, int slot,
                                 bool odd)
{
    int first = parity && odd && slot < CELL_BINS ? 2 * CELL_ZERO - slot : slot;

    return shared->slots[parity][slot] + shared->slots[2][first];
}

static __device__ int side_of(const struct domain *domain, word64 first, int parity)
{
    return domain->kind == DOMAIN_BITS ? parity : domain_side(domain, first);
}

// The group's counts into the chunk's cells and the tile's records.
static __device__ void put_down(const struct sweep_ask *ask, struct shared *shared,
                                word64 first, struct cell *sides,
                                struct sweep_record *records)
{
    __syncthreads();
#pragma unroll 1
    for (int i = threadIdx.x; i < 2 * SLOT_COUNT; i += SWEEP_THREADS) {
        int parity = i / SLOT_COUNT, slot = i % SLOT_COUNT;
        struct cell *cell = sides + side_of(&ask->domain, first, parity);

        add_to(slot < SLOT_KINDS ? &cell->bins[slot] : &cell->kinds[slot - SLOT_KINDS],
               slot_of(shared, parity, slot, ask->flip >> 31));
    }
    if (threadIdx.x < 2) {
        add_cell(shared, threadIdx.x, sides + side_of(&ask->domain, first, threadIdx.x));
        add_record(shared, threadIdx.x, records + threadIdx.x);
    }
}
