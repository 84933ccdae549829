// SPDX-License-Identifier: MIT
//
// test_cuda_division_live: division on the first GPU. Rates of the brute force and what
// it finds, against the CPU's brute force and enumeration from the GPU's own reciprocals.
// 77 where there is no GPU.

#include "base/fp_bits.h"
#include "bench/times.h"
#include "cuda_ref/driver.h"
#include "cuda_ref/sweep.h"
#include "sweep/division_proof.h"
#include "tests/shared/group.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKIPPED 77
#define CHUNKS  8
#define TOP     (DIVISION_FRACTIONS - 1)

static int faults;
static float estimates[DIVISION_FRACTIONS];
static struct chunk out[DOMAIN_CHUNKS];
static struct noted_list noted[DOMAIN_CHUNKS];

static void expect(bool good, const char *what, const char *name)
{
    if (!good) {
        printf("FAILED: %s: %s\n", name, what);
        faults++;
    }
}

static const struct function *function_of(const char *name)
{
    for (int i = 0; cuda_division_function(i); i++)
        if (strcmp(cuda_division_function(i)->name, name) == 0)
            return cuda_division_function(i);
    abort();
}

static struct backend open_function(const char *name, struct domain domain)
{
    struct backend_ask ask = { .function = function_of(name), .domain = domain };
    struct backend backend;

    if (!cuda_division_open(&backend, &ask))
        exit(EXIT_FAILURE);
    return backend;
}

struct found {
    uint64_t pairs, wrong, first, got;
    double seconds;
};

static struct found sweep(struct backend *backend, const int *ids, int count)
{
    struct found found = { .first = CELL_NONE };
    double start = times_now_ns();

    if (!backend->chunks(backend, ids, count, out, noted, NULL))
        exit(EXIT_FAILURE);
    found.seconds = 1e-9 * (times_now_ns() - start);
    for (int i = 0; i < count; i++) {
        const struct cell *cell = &out[i].sides[0];
        uint64_t pairs = tally_inputs(cell);

        found.pairs += pairs;
        found.wrong += pairs - cell->correct;
        if (cell->first_wrong < found.first) {
            found.first = cell->first_wrong;
            found.got = cell->first_wrong_got;
        }
    }
    return found;
}

// Some chunks of all pairs, after one to warm up; `wrong` -1: some, whatever number.
static void check_rate(const char *name, int count, int wrong)
{
    static const int ids[CHUNKS] = { 0, 37, 74, 111, 148, 185, 222, 255 };
    struct backend backend = open_function(name, domain_whole(DOMAIN_DIVISION, 0));
    struct found found;

    sweep(&backend, ids, 1);
    found = sweep(&backend, ids + CHUNKS - count, count);
    printf("%-26s %d chunks %.3f s, all 256 %6.2f s; %.3g pairs, wrong %" PRIu64, name,
           count, found.seconds, found.seconds * DOMAIN_CHUNKS / count,
           (double) found.pairs, found.wrong);
    if (found.wrong)
        printf(", first 0x%" PRIx64 " got 0x%08" PRIx64, found.first, found.got);
    printf("\n");
    expect(found.pairs == (uint64_t) count << 38, "not all pairs", name);
    expect(wrong < 0 ? found.wrong > 0 : found.wrong == (uint64_t) wrong, "wrong", name);
    backend.close(&backend);
}

// A part of the pairs, by the GPU and by the CPU from the same reciprocals: `skip`
// dividends less at the start of one divisor and at the end of the next.
static void check_columns(const char *name, uint32_t fraction, uint32_t skip)
{
    struct domain domain = domain_whole(DOMAIN_DIVISION, 0);
    struct division_ask ask = { .estimates = estimates };
    struct division_column columns[2];
    struct backend backend;
    struct found found;
    int id;

    domain.first = ((uint64_t) fraction << 23) + skip;
    domain.last = ((uint64_t) (fraction + 2) << 23) - 1 - skip;
    backend = open_function(name, domain);
    cuda_division_how(function_of(name), &ask.how);
    if (!cuda_division_estimates(&backend, estimates))
        exit(EXIT_FAILURE);
    id = domain_chunk(&domain, domain.first);
    found = sweep(&backend, &id, 1);
    division_sweep(&ask, fraction, &columns[0]);
    division_sweep(&ask, fraction + 1, &columns[1]);
    expect(found.pairs == domain.last - domain.first + 1, "another count of pairs", name);
    if (skip == 0) {
        expect(found.wrong == columns[0].wrong + columns[1].wrong,
               "GPU and CPU count differently", name);
        expect(!columns[0].wrong ||
                   (found.first == columns[0].first_wrong && found.got == columns[0].got),
               "another first", name);
    } else {
        expect(found.wrong <= columns[0].wrong + columns[1].wrong, "too many", name);
        expect(!found.wrong || found.first >= domain.first, "outside", name);
    }
    printf("%-26s divisors 0x%06x, +1: %" PRIu64 " of %" PRIu64 " wrong, CPU %" PRIu64
           "\n",
           name, fraction, found.wrong, found.pairs, columns[0].wrong + columns[1].wrong);
    backend.close(&backend);
}

// Compares the quotients of single pairs with the processor's division.
static void check_answers(const char *name, bool right)
{
    static uint32_t pairs[2 * CUDA_DIVISION_PAIRS], answers[CUDA_DIVISION_PAIRS];
    struct domain domain = domain_whole(DOMAIN_DIVISION, 0);
    struct backend backend = open_function(name, domain);
    uint64_t step = domain.last / CUDA_DIVISION_PAIRS, wrong = 0;

    for (uint64_t i = 0; i < CUDA_DIVISION_PAIRS; i++) {
        struct operands pair = domain_operands(&domain, i * step + i * 7919 % step);

        pairs[2 * i] = (uint32_t) pair.a;
        pairs[2 * i + 1] = (uint32_t) pair.b;
    }
    if (!cuda_division_answers(&backend, pairs, CUDA_DIVISION_PAIRS, answers))
        exit(EXIT_FAILURE);
    for (int i = 0; i < CUDA_DIVISION_PAIRS; i++) {
        float want = fp_from_bits(pairs[2 * i]) / fp_from_bits(pairs[2 * i + 1]);

        wrong +=
            isnan(want) ? !isnan(fp_from_bits(answers[i])) : fp_bits(want) != answers[i];
    }
    printf("%-26s %d pairs against the processor: %" PRIu64 " differ\n", name,
           CUDA_DIVISION_PAIRS, wrong);
    expect((wrong == 0) == right, "against the processor", name);
    backend.close(&backend);
}

static void check_proof(const char *name, bool proved)
{
    struct backend backend = open_function(name, domain_whole(DOMAIN_DIVISION, 0));
    struct division_ask ask = { .estimates = estimates, .last = TOP };
    struct division_proof proof;
    double start;

    cuda_division_how(function_of(name), &ask.how);
    if (!cuda_division_estimates(&backend, estimates))
        exit(EXIT_FAILURE);
    start = times_now_ns();
    if (!division_prove(&ask, &proof))
        exit(EXIT_FAILURE);
    printf("%-26s proof %.2f s: %s, %" PRIu64 " candidates, |N| <= %u, wrong %" PRIu64
           ", |1 - b r'| <= %.6f 2^-24\n",
           name, 1e-9 * (times_now_ns() - start), proof.proved ? "proved" : "not proved",
           proof.candidates, proof.residual_max, proof.wrong, proof.eta_max * 0x1p24);
    expect(proof.proved == proved, "proof", name);
    expect(proof.disagreements == 0, "the oracles differ", name);
    backend.close(&backend);
}

TEST_GROUP(cuda_division_live)
{
    struct driver driver;

    if (!driver_open_at(&driver, 0))
        return SKIPPED;
    printf("%s\n", driver.gpu);
    driver_close(&driver);
    if (!markstein_can()) {
        printf("no AVX2 and FMA on this processor\n");
        return SKIPPED;
    }
    check_rate("cuda:div.markstein1", CHUNKS, 0);
    check_rate("cuda:div.markstein2", CHUNKS, 0);
    check_rate("cuda:div.markstein0", 1, -1);
    check_columns("cuda:div.markstein0", 0x123456, 0);
    check_columns("cuda:div.markstein0", 0x7ffff0, 0);
    check_columns("cuda:div.markstein0", 0x400000, 54321);
    check_columns("cuda:div.markstein1", TOP - 1, 0);
    check_answers("cuda:div.markstein1", true);
    check_answers("cuda:div.markstein0", false);
    check_proof("cuda:div.markstein1", true);
    check_proof("cuda:div.markstein2", true);
    check_proof("cuda:div.markstein0", false);
    printf("%d faults\n", faults);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
