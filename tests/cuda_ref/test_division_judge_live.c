// SPDX-License-Identifier: MIT
//
// test_cuda_division_judge_live: divisions that lie in the memory of the first GPU. What
// its judge counts is what the CPU's counts, of right and of wrong results, of runs that
// begin anywhere, however they are cut; and how quick it is. 77 where there is no GPU.

#include "base/fp_bits.h"
#include "base/fp_format.h"
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
#define WORDS   ((size_t) 1 << 28) // of a run of the rate's, eight of them
#define RUNS    8
#define PIECE   ((size_t) 1 << 23)

static int faults;
static uint32_t state_of_random = 1;
static struct driver driver;
static struct domain domain;
static struct noted noted[2][JUDGE_NOTED];

static uint32_t draw(void)
{
    state_of_random += 0x9e3779b9u;
    return domain_mix(state_of_random);
}

static void need(bool good, const char *what)
{
    if (good)
        return;
    printf("FAILED: %s\n", what);
    exit(EXIT_FAILURE);
}

// Ways to make results.
enum { CORRECT, RECIPROCAL, FAULTS, ODD, TEN_BITS, WAYS };
static const char *const names[] = { "a / b", "a * (1 / b)", "ulp off", "no quotients",
                                     "10 bits" };

static uint32_t result(uint64_t number, int way)
{
    static const int off[] = { 1, -1, 2, -2, 3, -3, 100, -100, 1 << 20 };
    static const uint32_t odd[] = { 0x7fc00000, 0xffffffff, 0x7f800000, 0xff800000,
                                    0x00000000, 0x80000000, 0x00000001, 0x807fffff,
                                    0xbf800000, 0x7f7fffff, 0x00800000, 0x5f800000 };
    float a = fp_from_bits(0x3f800000 | (uint32_t) (number & 0x7fffff));
    float b = fp_from_bits(0x3f800000 | (uint32_t) (number >> 23));
    uint32_t correct = fp_bits(a / b);

    switch (way) {
    case RECIPROCAL: return fp_bits(a * (1 / b));
    case FAULTS: return correct + (uint32_t) (draw() % 64 ? 0 : off[draw() % 9]);
    case ODD: return draw() % 512 ? correct : odd[draw() % 12];
    case TEN_BITS: return correct & 0xffffe000;
    default: return correct;
    }
}

static void put(uint64_t to, const uint32_t *words, size_t count)
{
    need(driver.call.copy_to_device(to, words, 4 * count) == 0, "no copy to the GPU");
}

static struct judge judge_of(double above)
{
    return (struct judge){
        JUDGE_LIBM, judge_isa_best(), MATH_DIV, FUNCTION_BINARY32, FP_RNE, above, &domain
    };
}

static bool same_worst(const struct cell_worst *a, const struct cell_worst *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static const char *difference(const struct cell *got, const struct cell *want,
                              uint64_t count)
{
    if (memcmp(got->kinds, want->kinds, sizeof got->kinds))
        return "kinds";
    if (memcmp(got->bins, want->bins, sizeof got->bins))
        return "bins";
    if (got->correct != want->correct || got->beyond != want->beyond)
        return "correct or beyond";
    if (got->first_wrong != want->first_wrong ||
        got->first_wrong_got != want->first_wrong_got)
        return "first wrong";
    if (!same_worst(&got->ulp, &want->ulp))
        return "ulp";
    if (!same_worst(&got->relative, &want->relative))
        return "relative";
    if (!same_worst(&got->absolute, &want->absolute))
        return "absolute";
    if (memcmp(got->edge, want->edge, sizeof got->edge))
        return "edges";
    return (uint64_t) llabs(got->sum - want->sum) > count / 256 ||
                   (uint64_t) llabs(got->sum_abs - want->sum_abs) > count / 256
               ? "sums"
               : NULL;
}

// All of a run, which may be longer than one is, in `calls` calls of three runs each.
static void judge_there(struct cuda_division_judge *judge,
                        const struct cuda_division_run *all, int calls, struct cell *cell,
                        struct noted_list *list)
{
    size_t done = 0;

    for (int call = 0; call < calls; call++) {
        struct cuda_division_run runs[3];
        int there = 0;

        for (int i = 0; i < 3 && done < all->count; i++) {
            size_t left = all->count - done;
            size_t some = all->count / (size_t) (3 * calls) + 1;

            some = some < left ? some : left;
            runs[there++] = (struct cuda_division_run){ all->results + 4 * done,
                                                        all->first + done, some };
            done += some;
        }
        need(!there || cuda_division_judge_runs(judge, runs, there, cell, list),
             "the judge failed");
    }
    need(done == all->count, "not all was judged");
}

// Words of `count` numbers from `first` on; `shift` words into the memory.
static void check(uint64_t first, size_t count, int way, int shift, double above)
{
    struct judge ask = judge_of(above);
    struct cuda_division_judge *judge = cuda_division_judge_open(&driver, &ask);
    struct noted_list lists[2] = { { noted[0], 0 }, { noted[1], 0 } };
    uint32_t *words = malloc(4 * count);
    struct cell got, want[2];
    const char *wrong;
    uint64_t memory;

    need(judge && words && driver.call.memory_allocate(&memory, 4 * count + 64) == 0,
         "no judge or memory");
    for (size_t i = 0; i < count; i++)
        words[i] = result(first + i, way);
    put(memory + 4 * (uint64_t) shift, words, count);
    tally_clear(&got);
    tally_clear(&want[0]);
    tally_clear(&want[1]);
    judge_there(
        judge, &(struct cuda_division_run){ memory + 4 * (uint64_t) shift, first, count },
        1 + shift, &got, &lists[0]);
    judge_results(&ask, first, count, words, want, &lists[1]);
    wrong = difference(&got, &want[0], count);
    if (!wrong && lists[0].count != lists[1].count)
        wrong = "noted";
    printf("%-12s 0x%012" PRIx64 " %8zu: correct %8" PRIu64 ", max %.5f ulp, %s%s\n",
           names[way], first, count, got.correct, got.ulp.error,
           wrong ? "ANOTHER: " : "as the CPU's judge", wrong ? wrong : "");
    faults += wrong != NULL;
    driver.call.memory_free(memory);
    cuda_division_judge_close(judge);
    free(words);
}

// 2^31 results of 256 divisors, the second time: the first warms up.
static void time_judge(int way)
{
    struct judge ask = judge_of(INFINITY);
    struct cuda_division_judge *judge = cuda_division_judge_open(&driver, &ask);
    struct cuda_division_run runs[RUNS];
    uint64_t first = UINT64_C(0x2aaa00) << 23, memory[RUNS] = { 0 };
    uint32_t *words = malloc(4 * PIECE);
    struct noted_list none = { 0 };
    struct cell cell;
    double start, ns = 0;

    need(judge && words, "no judge or memory");
    for (int i = 0; i < RUNS; i++) {
        need(driver.call.memory_allocate(&memory[i], 4 * WORDS) == 0, "no 8 GiB");
        runs[i] =
            (struct cuda_division_run){ memory[i], first + (uint64_t) i * WORDS, WORDS };
        for (size_t at = 0; at < WORDS; at += PIECE) {
            for (size_t k = 0; k < PIECE; k++)
                words[k] = result(runs[i].first + at + k, way);
            put(memory[i] + 4 * at, words, PIECE);
        }
    }
    for (int i = 0; i < 3; i++) {
        tally_clear(&cell);
        start = times_now_ns();
        need(cuda_division_judge_runs(judge, runs, RUNS, &cell, &none), "failed");
        ns = i && (i == 1 || times_now_ns() - start < ns) ? times_now_ns() - start : ns;
    }
    start = times_now_ns();
    need(cuda_division_judge_runs(judge, runs, RUNS, &cell, &none), "failed");
    start = times_now_ns() - start;
    printf("%-12s 2^31 results %.3f ms from none, %.3f ms going on; 2^32 %.3f ms, all "
           "2^46 %.0f s; correct %.4f %%, max %.5f ulp\n",
           names[way], 1e-6 * ns, 1e-6 * start, 2e-6 * start, 2e-9 * start * 16384,
           100 * (double) cell.correct / (double) tally_inputs(&cell), cell.ulp.error);
    for (int i = 0; i < RUNS; i++)
        driver.call.memory_free(memory[i]);
    cuda_division_judge_close(judge);
    free(words);
}

TEST_GROUP(cuda_division_judge_live)
{
    domain = domain_whole(DOMAIN_DIVISION, 0);
    if (!driver_open_at(&driver, 0))
        return SKIPPED;
    need(driver_enter(&driver), "the GPU is lost");
    printf("%s\n", driver.gpu);
    for (int way = 0; way < WAYS; way++) {
        check(UINT64_C(0x2aaaaa) << 23, 1 << 23, way, 0, INFINITY);
        check((UINT64_C(0x7ffffe) << 23) + 0x7f0002, 0x20000, way, 1, INFINITY);
        check(0, 0x802000, way, 2, way == FAULTS ? 1e5 : INFINITY);
        check((UINT64_C(0x400000) << 23) - 0x40000, 0x80000, way, 3, INFINITY);
    }
    time_judge(RECIPROCAL);
    time_judge(CORRECT);
    time_judge(TEN_BITS);
    driver_leave(&driver);
    driver_close(&driver);
    printf("%d faults\n", faults);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
