// SPDX-License-Identifier: MIT
//
// test_cuda_division_live: division on the first GPU. Rates of the brute force and what
// it finds, against the GPU's single quotients and the processor's division.
// 77 where there is no GPU.

#include "base/fp_bits.h"
#include "bench/times.h"
#include "cuda_ref/driver.h"
#include "cuda_ref/sweep.h"
#include "tests/shared/group.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKIPPED 77
#define CHUNKS  8
#define TOP     0x7fffff // the largest fraction

static int faults;
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

static float divided(const uint32_t *pair)
{
    return fp_from_bits(pair[0]) / fp_from_bits(pair[1]);
}

// Returns what brute force must find among the pairs of a domain, from their quotients.
static struct found expected(struct backend *backend, const struct domain *domain)
{
    static uint32_t pairs[2 * CUDA_DIVISION_PAIRS], answers[CUDA_DIVISION_PAIRS];
    struct found found = { .first = CELL_NONE };
    uint64_t number = domain->first;

    while (number <= domain->last) {
        uint64_t left = domain->last - number + 1;
        size_t count = left < CUDA_DIVISION_PAIRS ? (size_t) left : CUDA_DIVISION_PAIRS;

        for (size_t i = 0; i < count; i++) {
            struct operands pair = domain_operands(domain, number + i);

            pairs[2 * i] = (uint32_t) pair.a;
            pairs[2 * i + 1] = (uint32_t) pair.b;
        }
        if (!cuda_division_answers(backend, pairs, count, answers))
            exit(EXIT_FAILURE);
        for (size_t i = 0; i < count; i++) {
            if (answers[i] == fp_bits(divided(pairs + 2 * i)))
                continue;
            if (found.wrong++ == 0) {
                found.first = number + i;
                found.got = answers[i];
            }
        }
        found.pairs += count;
        number += count;
    }
    return found;
}

// Checks a part of the pairs: `skip` dividends less at the start of one divisor and at
// the end of the next.
static void check_columns(const char *name, uint32_t fraction, uint32_t skip)
{
    struct domain domain = domain_whole(DOMAIN_DIVISION, 0);
    struct backend backend;
    struct found found, want;
    int id;

    domain.first = ((uint64_t) fraction << 23) + skip;
    domain.last = ((uint64_t) (fraction + 2) << 23) - 1 - skip;
    backend = open_function(name, domain);
    id = domain_chunk(&domain, domain.first);
    found = sweep(&backend, &id, 1);
    want = expected(&backend, &domain);
    expect(found.pairs == want.pairs, "another count of pairs", name);
    expect(found.wrong == want.wrong, "another count of wrong ones", name);
    expect(found.first == want.first && (!want.wrong || found.got == want.got),
           "another first", name);
    printf("%-26s divisors 0x%06x, +1: %" PRIu64 " of %" PRIu64 " wrong, want %" PRIu64
           "\n",
           name, fraction, found.wrong, found.pairs, want.wrong);
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
        float want = divided(pairs + 2 * i);

        wrong +=
            isnan(want) ? !isnan(fp_from_bits(answers[i])) : fp_bits(want) != answers[i];
    }
    printf("%-26s %d pairs against the processor: %" PRIu64 " differ\n", name,
           CUDA_DIVISION_PAIRS, wrong);
    expect((wrong == 0) == right, "against the processor", name);
    backend.close(&backend);
}

TEST_GROUP(cuda_division_live)
{
    struct driver driver;

    if (!driver_open_at(&driver, 0))
        return SKIPPED;
    printf("%s\n", driver.gpu);
    driver_close(&driver);
    check_rate("cuda:div.markstein1", CHUNKS, 0);
    check_rate("cuda:div.markstein2", CHUNKS, 0);
    check_rate("cuda:div.markstein0", 1, -1);
    check_columns("cuda:div.markstein0", 0x123456, 0);
    check_columns("cuda:div.markstein0", 0x7ffff0, 0);
    check_columns("cuda:div.markstein0", 0x400000, 54321);
    check_columns("cuda:div.markstein1", TOP - 1, 0);
    check_answers("cuda:div.markstein1", true);
    check_answers("cuda:div.markstein0", false);
    printf("%d faults\n", faults);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
