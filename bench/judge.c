// SPDX-License-Identifier: MIT
//
// bench_judge [full]: compares the judge on one core of a CPU with a plain loop: glibc's
// function in double precision, the error in ulp, its maximum. Both get the same results
// in memory; a second time includes the function under test, glibc's in single precision.
// The inputs are some binades, then all; with "full", every input on one thread and on
// two, in the chunks of a sweep. Times are CPU times, but those of threads are wall
// times.

#include "sweep/judge.h"
#include "base/fp_bits.h"
#include "bench/times.h"
#include "sweep/tally.h"

#include "base/fp_format.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PIECE  (UINT64_C(1) << 16) // numbers at once
#define PIECES 4                   // in a chunk
#define RUNS   7

struct subject {
    enum math_id math;
    float (*single)(float);
    double (*wide)(double);
};

static const struct subject subjects[] = {
    { MATH_TANH, tanhf, tanh },
    { MATH_EXP2, exp2f, exp2 },
    { MATH_SIN, sinf, sin },
};

static uint32_t results[PIECE];
static struct noted room[JUDGE_NOTED];
static volatile double sink;

static double now_s(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static void make(const struct subject *subject, uint64_t first, uint32_t *out)
{
    for (uint64_t i = 0; i < PIECE; i++) {
        uint32_t number = (uint32_t) (first + i);

        out[i] = fp_bits(subject->single(fp_from_bits(number >> 1 | number << 31)));
    }
}

// The plain loop. The fastest way to find the ulp is by the bits of the exponent.
static double plain(const struct subject *subject, uint64_t first, const uint32_t *got)
{
    double worst = 0;

    for (uint64_t i = 0; i < PIECE; i++) {
        uint32_t number = (uint32_t) (first + i);
        double x = (double) fp_from_bits(number >> 1 | number << 31);
        double want = subject->wide(x), error;
        uint64_t exponent = fp_bits64(want) >> 52 & 0x7ff;

        if (exponent < 1023 - 126)
            exponent = 1023 - 126;
        error = fabs((double) fp_from_bits(got[i]) - want) *
                fp_from_bits64((2046 + 23 - exponent) << 52);
        if (error > worst && error < INFINITY)
            worst = error;
    }
    return worst;
}

static void judged(const struct subject *subject, enum judge_isa isa, uint64_t first,
                   const uint32_t *got, struct cell sides[2])
{
    struct domain domain = domain_whole(DOMAIN_BITS, 0);
    struct judge judge = {
        .kind = judge_best(subject->math, FUNCTION_BINARY32),
        .isa = isa,
        .math = subject->math,
        .round = FP_RNE,
        .domain = &domain,
    };
    struct noted_list list = { room, 0 };

    judge_results(&judge, first, PIECE, got, sides, &list);
}

// Returns the seconds of a pass over pieces of chunks from `low` to `high`, and in
// `make_s` those of making the results; isa -1: the plain loop.
static double pass(const struct subject *subject, int isa, int low, int high,
                   double *make_s)
{
    double all = 0;

    *make_s = 0;
    for (int chunk = low; chunk <= high; chunk++) {
        struct cell sides[2];

        tally_clear(&sides[0]);
        tally_clear(&sides[1]);
        for (int piece = 0; piece < PIECES; piece++) {
            uint64_t first =
                ((uint64_t) chunk << 24) + (uint64_t) piece * ((1 << 24) / PIECES);
            double start = now_s(), made;

            make(subject, first, results);
            made = now_s();
            if (isa < 0)
                sink = plain(subject, first, results);
            else
                judged(subject, (enum judge_isa) isa, first, results, sides);
            all += now_s() - made;
            *make_s += made - start;
        }
    }
    return all;
}

// Prints the nanoseconds for a number, and the ratios to the plain loop: medians of RUNS
// passes in turn.
static void spread(const struct subject *subject, const char *what, int low, int high)
{
    double count = (double) (high - low + 1) * PIECES * (double) PIECE;
    struct times alone[4] = { 0 }, with[4] = { 0 };
    static const char *const names[] = { "plain", "baseline", "avx2", "avx512" };
    int ways = judge_isa_best() + 2;

    for (int run = 0; run < RUNS; run++)
        for (int way = 0; way < ways; way++) {
            double make_s, judge_s = pass(subject, way - 1, low, high, &make_s);

            times_add(&alone[way], judge_s / count * 1e9);
            times_add(&with[way], (judge_s + make_s) / count * 1e9);
        }
    for (int way = 0; way < ways; way++) {
        printf("%-5s %-22s %-8s %6.2f ns alone (%.2f to %.2f), %6.2f with the function",
               math_list[subject->math].name, what, names[way], times_median(&alone[way]),
               times_min(&alone[way]), times_max(&alone[way]), times_median(&with[way]));
        printf(way ? ": %.2f and %.2f times as fast\n" : "\n",
               times_ratio(&alone[0], &alone[way]), times_ratio(&with[0], &with[way]));
    }
}

struct half {
    const struct subject *subject;
    int from, step;
    double worst;
};

static void *all_chunks(void *context)
{
    struct half *half = context;
    struct domain domain = domain_whole(DOMAIN_BITS, 0);
    struct judge judge = { judge_best(half->subject->math, FUNCTION_BINARY32),
                           judge_isa_best(),
                           half->subject->math,
                           FUNCTION_BINARY32,
                           FP_RNE,
                           &domain };
    struct noted_list list = { malloc(JUDGE_NOTED * sizeof(struct noted)), 0 };
    uint32_t *got = malloc(PIECE * sizeof *got);

    if (!got || !list.noted)
        exit(1);
    for (int chunk = half->from; chunk < DOMAIN_CHUNKS; chunk += half->step) {
        struct cell sides[2];

        list.count = 0;
        tally_clear(&sides[0]);
        tally_clear(&sides[1]);
        for (uint64_t i = 0; i < 1 << 24; i += PIECE) {
            make(half->subject, ((uint64_t) chunk << 24) + i, got);
            judge_results(&judge, ((uint64_t) chunk << 24) + i, PIECE, got, sides, &list);
        }
        half->worst = fmax(half->worst, fmax(sides[0].ulp.error, sides[1].ulp.error));
    }
    free(got);
    free(list.noted);
    return NULL;
}

static double every_input(const struct subject *subject, int threads)
{
    struct half halves[2] = { { subject, 0, threads, 0 }, { subject, 1, threads, 0 } };
    double start = times_now_ns(), taken;
    pthread_t other;

    if (threads > 1 && pthread_create(&other, NULL, all_chunks, &halves[1]))
        exit(1);
    all_chunks(&halves[0]);
    if (threads > 1)
        pthread_join(other, NULL);
    taken = 1e-9 * (times_now_ns() - start);
    printf("%-5s every input, %d thread(s): %.1f s, worst %.5f ulp\n",
           math_list[subject->math].name, threads, taken,
           fmax(halves[0].worst, halves[1].worst));
    return taken;
}

int main(int argc, char **argv)
{
    bool full = argc > 1 && strcmp(argv[1], "full") == 0;

    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        spread(&subjects[i], "|x| in [2^-8, 2^7)", 127 - 8, 127 + 6);
        spread(&subjects[i], "all binades", 0, 255);
        if (full) {
            double one = every_input(&subjects[i], 1);

            printf("%-5s scaling %.2f\n", math_list[subjects[i].math].name,
                   one / every_input(&subjects[i], 2));
        }
    }
    return 0;
}
