// SPDX-License-Identifier: MIT
//
// How it works: as many chunks as the GPU's memory holds are made, one behind the other,
// then judged where they lie; only the counts come back. Results in double precision,
// which are few, are judged by MPFR on the host.

#include "cuda_ref/sweep.h"

#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "cuda_ref/kernels.h"
#include "sweep/backend.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MOST ((size_t) 1 << 30) // of results: 4 GiB
#define GROUPS     8192
#define GROUP      256

struct cuda {
    struct driver driver;
    bool entered;
    struct function function;
    struct domain domain;
    bool wide; // results in double precision
    int threads;
    struct judge host;        // who judges these
    struct cuda_judge *judge; // else
    void *module, *make, *make_bits;
    uint64_t buffer;
    size_t words;
    uint64_t *results; // of those in double precision, on the host
};

static size_t word_size(const struct cuda *cuda)
{
    return cuda->wide ? sizeof(uint64_t) : sizeof(uint32_t);
}

static bool load(struct cuda *cuda, const char *code)
{
    static const char *const narrow[] = { "make", "make_bits", NULL };
    static const char *const wide[] = { "make64", NULL };
    const struct ptx_wish wish = { cuda->wide ? wide : narrow,
                                   cuda->wide ? "make_any64" : "make_any", code };
    char *ptx = ptx_pick(&sweep_make_ptx_parts, &wish);
    bool ok =
        driver_ok(&cuda->driver, cuda->driver.call.module_load(&cuda->module, ptx), code);

    free(ptx);
    return ok && driver_find(&cuda->driver, cuda->module, wish.entries[0], &cuda->make) &&
           (cuda->wide ||
            driver_find(&cuda->driver, cuda->module, "make_bits", &cuda->make_bits));
}

// As many whole chunks as there is room for, and no more than are of use.
static bool allocate(struct cuda *cuda)
{
    size_t chunk = (size_t) 1 << (cuda->domain.bits - 8), words = WORDS_MOST, room, all;
    int result = -1;

    if (cuda->wide)
        words = (size_t) 1 << cuda->domain.bits;
    if (cuda->driver.call.memory_get_info &&
        cuda->driver.call.memory_get_info(&room, &all) == 0)
        while (words > chunk && words * word_size(cuda) > room / 4 * 3)
            words /= 2;
    for (cuda->words = words; cuda->words >= chunk; cuda->words /= 2) {
        result = cuda->driver.call.memory_allocate(&cuda->buffer,
                                                   cuda->words * word_size(cuda));
        if (result == 0)
            break;
    }
    if (!driver_ok(&cuda->driver, result, "cuMemAlloc of a chunk's results"))
        return false;
    if (cuda->wide)
        cuda->results = memory_new(cuda->words, sizeof *cuda->results);
    return true;
}

static bool can_judge(const struct cuda *cuda)
{
    const struct function *function = &cuda->function;

    if (cuda->wide ? judge_can(JUDGE_MPFR, function->math, function->result)
                   : cuda_judge_can(function->math, function->result))
        return true;
    log_error("%s: %s", function->name,
              cuda->wide ? "double precision is judged by MPFR, which this build has not"
                         : "there is no judge for it");
    return false;
}

static bool start(struct cuda *cuda, const char *code)
{
    struct judge judge = judge_for(&cuda->function, &cuda->domain);

    if (!can_judge(cuda) || !driver_open_at(&cuda->driver, 0))
        return false;
    cuda->entered = driver_enter(&cuda->driver);
    if (!cuda->entered || !load(cuda, code))
        return false;
    cuda->host = judge;
    if (!cuda->wide)
        cuda->judge = cuda_judge_open(&cuda->driver, &judge);
    return (cuda->wide || cuda->judge) && allocate(cuda);
}

static void finish(struct cuda *cuda)
{
    cuda_judge_close(cuda->judge);
    if (cuda->entered) {
        driver_give_back(&cuda->driver, &cuda->buffer, 1, cuda->module);
        driver_leave(&cuda->driver);
    }
    driver_close(&cuda->driver);
    free(cuda->results);
    free(cuda);
}

// Results of [first, first + count) from word `place` of the buffer on.
static bool make(struct cuda *cuda, uint64_t first, uint64_t count, uint64_t place)
{
    uint64_t to = cuda->buffer + place * word_size(cuda);
    void *parameters[] = { &to, &first, &count, &cuda->domain };
    bool fours = !cuda->wide && cuda->domain.kind == DOMAIN_BITS && first % 4 == 0 &&
                 count % 4 == 0 && place % 4 == 0;

    return driver_launch(&cuda->driver, fours ? cuda->make_bits : cuda->make,
                         (struct driver_grid){ GROUPS, 1, GROUP }, parameters,
                         cuda->function.name);
}

// Chunks whose numbers follow each other are made at once.
static bool make_chunks(struct cuda *cuda, const int *ids, int count, uint64_t *words)
{
    uint64_t first = 0, run = 0, place = 0;

    for (int i = 0; i < count; i++) {
        uint64_t from, last;

        if (!domain_range(&cuda->domain, ids[i], &from, &last))
            continue;
        if (run && first + run != from) {
            if (!make(cuda, first, run, place))
                return false;
            place += run;
            run = 0;
        }
        first = run ? first : from;
        run += last - from + 1;
    }
    *words = place + run;
    return (!run || make(cuda, first, run, place)) &&
           driver_wait(&cuda->driver, cuda->function.name);
}

// Results in double precision, one 64-bit word each, chunk behind chunk, for the threads.
struct doubles {
    const struct judge *judge;
    const int *ids;
    const uint64_t *results;
    struct chunk *out;
    struct noted_list *noted;
    bool (*stop)(void);
};

static uint64_t numbers_of(const struct domain *domain, int id, uint64_t *first)
{
    uint64_t last;

    return domain_range(domain, id, first, &last) ? last - *first + 1 : 0;
}

static bool judge_double_chunk(void *context, int at)
{
    const struct doubles *work = context;
    const struct domain *domain = work->judge->domain;
    struct chunk *chunk = &work->out[at];
    const uint64_t *results = work->results;
    uint64_t first = 0, count;

    if (work->stop && work->stop())
        return false;
    for (int i = 0; i < at; i++)
        results += numbers_of(domain, work->ids[i], &first);
    count = numbers_of(domain, work->ids[at], &first);
    if (count)
        judge_results(work->judge, first, (size_t) count, results, chunk->sides,
                      &work->noted[at]);
    chunk->done = true;
    guard_alive();
    return true;
}

static bool judge_chunks(struct cuda *cuda, const int *ids, int count, uint64_t words,
                         struct chunk *out, struct noted_list *noted, bool (*stop)(void))
{
    struct doubles doubles = { &cuda->host, ids, cuda->results, out, noted, stop };

    if (!cuda->wide)
        return cuda_judge_ids(cuda->judge, cuda->buffer, ids, count, out, noted);
    if (!driver_get(&cuda->driver, cuda->results, cuda->buffer, words * sizeof(uint64_t),
                    cuda->function.name))
        return false;
    backend_begin(count, out, noted);
    return crew_run(crew_threads(cuda->threads), count, judge_double_chunk, &doubles);
}

// `some` chunks, for which there is room.
static bool do_chunks(struct cuda *cuda, const int *ids, int some, struct chunk *out,
                      struct noted_list *noted, bool (*stop)(void))
{
    uint64_t words;

    return make_chunks(cuda, ids, some, &words) &&
           judge_chunks(cuda, ids, some, words, out, noted, stop);
}

static bool cuda_chunks(struct backend *backend, const int *ids, int count,
                        struct chunk *out, struct noted_list *noted, bool (*stop)(void))
{
    struct cuda *cuda = backend->priv;
    int fit = (int) (cuda->words >> (cuda->domain.bits - 8));

    for (int i = 0; i < count; i++)
        out[i].done = false;
    for (int at = 0; at < count; at += fit) {
        int some = count - at < fit ? count - at : fit;

        if ((stop && stop()) ||
            !do_chunks(cuda, ids + at, some, out + at, noted + at, stop))
            return false;
        for (int i = 0; i < some; i++)
            out[at + i].done = true;
        guard_alive();
    }
    return true;
}

static void cuda_close(struct backend *backend)
{
    if (backend->priv)
        finish(backend->priv);
    *backend = (struct backend){ 0 };
}

static void state_facts(const struct cuda *cuda, struct backend_facts *facts)
{
    const struct driver *driver = &cuda->driver;

    snprintf(facts->where, sizeof facts->where, "cuda");
    snprintf(facts->name, sizeof facts->name, "%s", driver->gpu);
    snprintf(facts->version, sizeof facts->version, "driver %s, CUDA %d.%d, toolkit %s",
             driver->kernel_side[0] ? driver->kernel_side : "unknown",
             driver->version / 1000, driver->version % 1000 / 10, sweep_make_ptx_toolkit);
    snprintf(facts->judge, sizeof facts->judge, "%s", cuda->wide ? "mpfr" : "cuda");
}

bool cuda_sweep_results(struct backend *backend, uint64_t first, size_t count, void *out)
{
    struct cuda *cuda = backend->priv;
    const size_t size = word_size(cuda);

    assert(backend->chunks == cuda_chunks);
    for (size_t done = 0; done < count;) {
        size_t some = count - done < cuda->words ? count - done : cuda->words;

        if (!make(cuda, first + done, some, 0) ||
            !driver_get(&cuda->driver, (char *) out + done * size, cuda->buffer,
                        some * size, cuda->function.name))
            return false;
        done += some;
    }
    return true;
}

bool cuda_sweep_open(struct backend *backend, const struct backend_ask *ask)
{
    const char *code = cuda_sweep_list_code(ask->function);
    struct cuda *cuda;

    *backend = (struct backend){ 0 };
    if (!code)
        return cuda_division_open(backend, ask);
    assert(ask->domain.bits >= 9 && ask->domain.bits <= 32);
    cuda = memory_new(1, sizeof *cuda);
    cuda->function = *ask->function;
    cuda->domain = ask->domain;
    cuda->wide = ask->function->result == FUNCTION_BINARY64;
    cuda->threads = ask->threads;
    if (!start(cuda, code)) {
        finish(cuda);
        return false;
    }
    *backend = (struct backend){
        .batch = (int) (cuda->words >> (cuda->domain.bits - 8)),
        .chunks = cuda_chunks,
        .close = cuda_close,
        .priv = cuda,
    };
    state_facts(cuda, &backend->facts);
    return true;
}
