// SPDX-License-Identifier: MIT
//
// Sweeps on a real GPU: the published figures have every digit, the GPU's judge counts
// the same results as the CPU's, and it finds each fault of one ulp. Exits with 77
// without a GPU.

#include "base/log.h"
#include "cuda_ref/driver.h"
#include "cuda_ref/sweep.h"
#include "sweep/tally.h"
#include "tests/shared/group.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK  ((size_t) 1 << 24)
#define FAULTS 1000

static struct chunk chunks[DOMAIN_CHUNKS];
static struct noted notes[DOMAIN_CHUNKS][JUDGE_NOTED];
static struct noted_list noted[DOMAIN_CHUNKS];
static int failures;

// Returns false.
static bool failed(const char *what)
{
    printf("FAILED: %s\n", what);
    failures++;
    return false;
}

static const struct function *find(const char *name)
{
    int count;
    const struct function *functions = cuda_sweep_functions(&count);

    for (int i = 0; i < count; i++)
        if (!strcmp(functions[i].name, name))
            return &functions[i];
    return NULL;
}

static struct backend_ask ask_of(const struct function *function)
{
    struct backend_ask ask = { .function = function };

    ask.domain = domain_whole(function->domain, function->bits);
    ask.domain.low = function->low;
    ask.domain.span = function->span ? function->span : ask.domain.span;
    return ask;
}

static void clear_lists(void)
{
    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        noted[i] = (struct noted_list){ notes[i], 0 };
}

// Sweeps all chunks of a function and adds both sides to *total. Returns false if the GPU
// failed.
static bool sweep(const char *name, struct cell *total)
{
    const struct function *function = find(name);
    struct backend backend;
    struct backend_ask ask;
    int ids[DOMAIN_CHUNKS];
    bool ok;

    tally_clear(total);
    if (!function)
        return failed(name);
    ask = ask_of(function);
    if (!cuda_sweep_open(&backend, &ask))
        return false;
    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        ids[i] = i;
    ok = backend.chunks(&backend, ids, DOMAIN_CHUNKS, chunks, noted, NULL);
    for (int i = 0; ok && i < DOMAIN_CHUNKS; i++)
        for (int side = 0; side < 2; side++)
            tally_add(total, &chunks[i].sides[side]);
    backend.close(&backend);
    return ok;
}

static void print(const char *name, const struct cell *total)
{
    const uint64_t *kinds = total->kinds;

    printf("%-26s ulp %.5f at %08" PRIx64 " rel %.4e correct %.5f%% mean %+.4f"
           " falls %" PRIu64 " breaks %" PRIu64 " kinds %" PRIu64 "/%" PRIu64 "/%" PRIu64
           "/%" PRIu64 "/%" PRIu64 "/%" PRIu64 "\n",
           name, total->ulp.error, total->ulp.number, total->relative.error,
           100 * (double) total->correct / (double) tally_inputs(total),
           tally_mean(total), total->falls, total->breaks, kinds[0], kinds[1], kinds[2],
           kinds[3], kinds[4], kinds[5]);
    fflush(stdout);
}

static const struct {
    const char *name, *ulp, *relative; // as they are printed; NULL: not compared
} published[] = {
    { "cuda:tanh.approx", "133.95290", "1.1126e-05" },
    { "cuda:tanh.ex2", "108.82848", "9.3450e-06" },
    { "cuda:tanh.split", "1.81484", "1.9547e-07" },
    { "cuda:exp2f", "2.38", NULL },
    { "cuda:rsqrtf", "1.51", NULL },
    { "cuda:sinf", "1.50", NULL },
    { "cuda:rcp.rn", "0.50", NULL },
    { "cuda:expf@fast", NULL, NULL },
    { "cuda:float2half.rz", NULL, NULL },
    { "cuda:int2float.ru", NULL, NULL },
    { "cuda:powf", NULL, NULL },
};

static void check_published(void)
{
    for (size_t i = 0; i < COUNT_OF(published); i++) {
        const char *ulp = published[i].ulp, *relative = published[i].relative;
        const char *point = ulp ? strchr(ulp, '.') : NULL;
        struct cell total;
        char text[40];

        if (!sweep(published[i].name, &total)) {
            failed(published[i].name);
            continue;
        }
        print(published[i].name, &total);
        if (tally_inputs(&total) != UINT64_C(1) << 32)
            failed("not all inputs are counted");
        if (point) {
            snprintf(text, sizeof text, "%.*f", (int) strlen(point + 1), total.ulp.error);
            if (strcmp(text, ulp) != 0)
                failed(ulp);
        }
        snprintf(text, sizeof text, "%.4e", total.relative.error);
        if (relative && strcmp(text, relative) != 0)
            failed(relative);
    }
}

// Counts that may differ by what two doubles of the exact result do.
static bool alike(uint64_t a, uint64_t b, uint64_t by)
{
    return (a > b ? a - b : b - a) <= by;
}

static bool worst_alike(const struct cell_worst *a, const struct cell_worst *b)
{
    return fabs(a->error - b->error) <= 1e-7 * fabs(a->error) + 1e-9 ||
           (a->error > 1e6 && b->error > 1e6); // of next to nothing
}

static bool cells_alike(const struct cell *a, const struct cell *b)
{
    bool same = a->first_wrong == b->first_wrong && a->falls == b->falls &&
                a->first_fall == b->first_fall && a->breaks == b->breaks &&
                a->first_break == b->first_break && a->edge[0] == b->edge[0] &&
                a->edge[1] == b->edge[1] && a->first_wrong_got == b->first_wrong_got &&
                a->beyond == b->beyond;

    for (int i = 0; i < CELL_KIND_COUNT; i++)
        same = same && a->kinds[i] == b->kinds[i];
    for (int i = 0; i < CELL_BINS; i++)
        same = same && alike(a->bins[i], b->bins[i], 40);
    return same && alike(a->correct, b->correct, 40) &&
           alike((uint64_t) a->sum, (uint64_t) b->sum, 4096) &&
           alike((uint64_t) a->sum_abs, (uint64_t) b->sum_abs, 4096) &&
           worst_alike(&a->ulp, &b->ulp) && worst_alike(&a->relative, &b->relative) &&
           worst_alike(&a->absolute, &b->absolute);
}

static void show(const char *who, const struct cell *c)
{
    printf("  %s kinds", who);
    for (int i = 0; i < CELL_KIND_COUNT; i++)
        printf(" %" PRIu64, c->kinds[i]);
    printf(" correct %" PRIu64 " sum %" PRId64 " %" PRId64 " beyond %" PRIu64
           " ulp %.9g %" PRIx64 " rel %.9g %" PRIx64 " abs %.9g %" PRIx64
           " falls %" PRIu64 " %" PRIx64 " breaks %" PRIu64 " %" PRIx64 " wrong %" PRIx64
           " %" PRIx64 " edge %" PRIx64 " %" PRIx64 "\n",
           c->correct, c->sum, c->sum_abs, c->beyond, c->ulp.error, c->ulp.number,
           c->relative.error, c->relative.number, c->absolute.error, c->absolute.number,
           c->falls, c->first_fall, c->breaks, c->first_break, c->first_wrong,
           c->first_wrong_got, c->edge[0], c->edge[1]);
}

static void show_bins(const struct cell *a, const struct cell *b)
{
    for (int i = 0; i < CELL_BINS; i++)
        if (a->bins[i] != b->bins[i])
            printf("  bin %d: cuda %" PRIu64 " cpu %" PRIu64 "\n", i - CELL_ZERO,
                   a->bins[i], b->bins[i]);
}

// The CPU's cells of the same results.
static bool judge_here(const struct backend_ask *ask, int id, const uint32_t *results,
                       struct cell sides[2])
{
    static struct noted here[JUDGE_NOTED];
    struct noted_list list = { here, 0 };
    struct judge judge = judge_for(ask->function, &ask->domain);

    tally_clear(&sides[0]);
    tally_clear(&sides[1]);
    judge_results(&judge, (uint64_t) id << 24, CHUNK, results, sides, &list);
    return true;
}

// A function's chunk judged by both.
static void check_chunk(const char *name, int id, uint32_t *results)
{
    struct backend_ask ask = ask_of(find(name));
    struct cell here[2];
    struct backend backend;
    bool same = true;

    if (!cuda_sweep_open(&backend, &ask)) {
        failed(name);
        return;
    }
    if (!backend.chunks(&backend, &id, 1, chunks, noted, NULL) ||
        !cuda_sweep_results(&backend, (uint64_t) id << 24, CHUNK, results) ||
        !judge_here(&ask, id, results, here))
        failed(name);
    else
        for (int side = 0; side < 2; side++) {
            same = cells_alike(&chunks[0].sides[side], &here[side]);
            if (same)
                continue;
            printf("%s chunk %d side %d:\n", name, id, side);
            show("cuda", &chunks[0].sides[side]);
            show("cpu ", &here[side]);
            show_bins(&chunks[0].sides[side], &here[side]);
            failed("the judges differ");
        }
    backend.close(&backend);
}

static void check_judges(uint32_t *results)
{
    static const struct {
        const char *name;
        int chunks[4];
    } cases[] = {
        { "cuda:tanh.approx", { 0, 118, 126, 255 } },
        { "cuda:expf", { 100, 126, 133, 255 } },
        { "cuda:sinf", { 90, 127, 140, 255 } },
        { "cuda:__logf", { 0, 126, 127, 200 } },
        { "cuda:rcp.approx.ftz", { 0, 1, 127, 252 } },
        { "cuda:sqrt.rz", { 0, 100, 127, 255 } },
        { "cuda:float2half.rn", { 101, 102, 113, 142 } },
        { "cuda:float2int.rd", { 0, 127, 150, 255 } },
        { "cuda:int2float.rz", { 0, 1, 130, 255 } },
        { "cuda:ceilf", { 0, 126, 130, 255 } },
        { "cuda:x/y", { 0, 1, 127, 255 } },
        { "cuda:ilogbf", { 0, 1, 127, 255 } },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int k = 0; k < 4; k++)
            check_chunk(cases[i].name, cases[i].chunks[k], results);
    printf("both judges on %zu chunks\n", 4 * COUNT_OF(cases));
}

static uint32_t drawn(uint32_t i)
{
    return domain_drawn(5, i) & (uint32_t) (CHUNK - 1);
}

// Judges results put into the GPU's memory, and looks for the faults.
static void judge_faults(struct driver *driver, int id, uint32_t *results)
{
    struct domain domain = domain_whole(DOMAIN_BITS, 32);
    struct judge ask = { .math = MATH_RCP, .round = FP_RNE };
    struct cuda_judge *judge;
    uint64_t address = 0, before, after;
    int faults = 0;

    ask.type = FUNCTION_BINARY32;
    ask.domain = &domain;
    judge = cuda_judge_open(driver, &ask);
    if (!judge || driver->call.memory_allocate(&address, 4 * CHUNK) != 0 ||
        driver->call.copy_to_device(address, results, 4 * CHUNK) != 0 ||
        !cuda_judge_ids(judge, address, &id, 1, chunks, noted)) {
        failed("no judge");
        return;
    }
    before = chunks[0].sides[0].correct + chunks[0].sides[1].correct;
    for (uint32_t i = 0; i < FAULTS; i++)
        results[drawn(i)] |= UINT32_C(0x40000000); // no reciprocal in here is that large
    for (uint32_t i = 0; i < CHUNK; i++)
        if (results[i] & 0x40000000) {
            results[i] = (results[i] ^ 0x40000000) + 1;
            faults++;
        }
    driver->call.copy_to_device(address, results, 4 * CHUNK);
    if (!cuda_judge_ids(judge, address, &id, 1, chunks, noted))
        failed("judge");
    after = chunks[0].sides[0].correct + chunks[0].sides[1].correct;
    printf("faults: %d put in, correct %" PRIu64 " -> %" PRIu64 "\n", faults, before,
           after);
    if (before != CHUNK || before - after != (uint64_t) faults)
        failed("faults are not found");
    driver->call.memory_free(address);
    cuda_judge_close(judge);
}

static void check_faults(uint32_t *results)
{
    const int id = 130;
    struct backend_ask ask = ask_of(find("cuda:rcp.rn"));
    struct backend backend;
    struct driver driver;
    bool ok = cuda_sweep_open(&backend, &ask) &&
              cuda_sweep_results(&backend, (uint64_t) id << 24, CHUNK, results);

    if (backend.close)
        backend.close(&backend);
    if (!ok || !driver_open_at(&driver, 0)) {
        failed("faults");
        return;
    }
    if (driver_enter(&driver)) {
        judge_faults(&driver, id, results);
        driver_leave(&driver);
    }
    driver_close(&driver);
}

TEST_GROUP(cuda_sweep_live)
{
    uint32_t *results = malloc(CHUNK * sizeof *results);
    struct driver driver;

    clear_lists();
    log_hold(true);
    if (!results || !driver_open_at(&driver, 0)) {
        printf("no GPU: %s\n", log_last_error());
        return 77;
    }
    log_hold(false);
    printf("%s\n", driver.gpu);
    driver_close(&driver);
    check_published();
    check_faults(results);
    check_judges(results);
    free(results);
    printf("%d failures\n", failures);
    return failures != 0;
}
