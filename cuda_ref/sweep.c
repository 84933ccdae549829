// SPDX-License-Identifier: MIT
//
// How it works: as many chunks as the GPU's memory holds are made, one behind the other,
// then judged where they lie; only the counts come back. Results in double precision,
// which are few, are judged by MPFR on the host.

#include "cuda_ref/sweep.h"

#include "base/guard.h"
#include "base/log.h"
#include "bench/times.h"
#include "cuda_ref/division.h"
#include "cuda_ref/doubles.h"
#include "cuda_ref/ptx_pick.h"
#include "cuda_ref/sweep_kernels.h"
#include "cuda_ref/sweep_list.h"

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
    double make_ns, judge_ns;
};

static size_t word_size(const struct cuda *cuda)
{
    return cuda->wide ? sizeof(uint64_t) : sizeof(uint32_t);
}

static bool get_kernel(struct cuda *cuda, void **kernel, const char *name)
{
    char what[64];

    snprintf(what, sizeof(what), "cuModuleGetFunction %s", name);
    return driver_ok(&cuda->driver,
                     cuda->driver.call.module_get_function(kernel, cuda->module, name),
                     what);
}

static bool load(struct cuda *cuda, const char *code)
{
    static const char *const narrow[] = { "make", "make_bits", NULL };
    static const char *const wide[] = { "make64", NULL };
    const struct ptx_wish wish = { cuda->wide ? wide : narrow,
                                   cuda->wide ? "make_any64" : "make_any", code };
    char *ptx = ptx_pick((const char *) sweep_make_ptx, &wish);
    bool ok = ptx && driver_ok(&cuda->driver,
                               cuda->driver.call.module_load(&cuda->module, ptx), code);

    free(ptx);
    return ok && get_kernel(cuda, &cuda->make, wish.entries[0]) &&
           (cuda->wide || get_kernel(cuda, &cuda->make_bits, "make_bits"));
}

// As many whole chunks as there is room for, and no more than are of use.
static bool allocate(struct cuda *cuda)
{
    size_t chunk = (size_t) 1 << (cuda->domain.bits - 8), words = WORDS_MOST, room, all;
    int result = -1;

    if (cuda->wide)
        words = (size_t) 1 << cuda->domain.bits;
    if (cuda->driver.more.memory_get_info &&
        cuda->driver.more.memory_get_info(&room, &all) == 0)
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
        cuda->results = malloc(cuda->words * sizeof(*cuda->results));
    if (cuda->wide && !cuda->results)
        log_error("cuda: no memory for the results");
    return !cuda->wide || cuda->results;
}

static struct judge judge_of(const struct cuda *cuda, double above)
{
    return (struct judge){
        .kind = JUDGE_MPFR,
        .math = cuda->function.math,
        .type = cuda->function.result,
        .round = cuda->function.round,
        .above = above,
        .domain = &cuda->domain,
    };
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

static bool start(struct cuda *cuda, const struct backend_ask *ask, const char *code)
{
    struct judge judge = judge_of(cuda, ask->above);

    if (!can_judge(cuda) || !driver_open_for(&cuda->driver, ask->device))
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
    const struct driver_calls *call = &cuda->driver.call;

    cuda_judge_close(cuda->judge);
    if (cuda->entered && driver_usable(&cuda->driver)) {
        if (cuda->buffer)
            call->memory_free(cuda->buffer);
        if (cuda->module)
            call->module_unload(cuda->module);
    }
    if (cuda->entered)
        driver_leave(&cuda->driver);
    driver_close(&cuda->driver);
    free(cuda->results);
    free(cuda);
}

static bool launch(struct cuda *cuda, void *kernel, void **parameters)
{
    return driver_ok(&cuda->driver,
                     cuda->driver.call.launch(kernel, GROUPS, 1, 1, GROUP, 1, 1, 0, NULL,
                                              parameters, NULL),
                     cuda->function.name);
}

// Results of [first, first + count) from word `place` of the buffer on.
static bool make(struct cuda *cuda, uint64_t first, uint64_t count, uint64_t place)
{
    uint64_t to = cuda->buffer + place * word_size(cuda);
    void *parameters[] = { &to, &first, &count, &cuda->domain };
    bool fours = !cuda->wide && cuda->domain.kind == DOMAIN_BITS && first % 4 == 0 &&
                 count % 4 == 0 && place % 4 == 0;

    return launch(cuda, fours ? cuda->make_bits : cuda->make, parameters);
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
           driver_ok(&cuda->driver, cuda->driver.call.context_synchronize(),
                     cuda->function.name);
}

static bool judge_chunks(struct cuda *cuda, const int *ids, int count, uint64_t words,
                         struct chunk *out, struct noted_list *noted, bool (*stop)(void))
{
    if (!cuda->wide)
        return cuda_judge_ids(cuda->judge, cuda->buffer, ids, count, out, noted);
    return driver_ok(&cuda->driver,
                     cuda->driver.call.copy_to_host(cuda->results, cuda->buffer,
                                                    words * sizeof(uint64_t)),
                     cuda->function.name) &&
           cuda_doubles_judge(&cuda->host, cuda->threads, ids, count, cuda->results, out,
                              noted, stop);
}

// `some` chunks, for which there is room.
static bool do_chunks(struct cuda *cuda, const int *ids, int some, struct chunk *out,
                      struct noted_list *noted, bool (*stop)(void))
{
    double start = times_now_ns(), made;
    uint64_t words;

    if (!make_chunks(cuda, ids, some, &words))
        return false;
    made = times_now_ns();
    if (!judge_chunks(cuda, ids, some, words, out, noted, stop))
        return false;
    cuda->make_ns += made - start;
    cuda->judge_ns += times_now_ns() - made;
    return true;
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

    snprintf(facts->where, sizeof(facts->where), "cuda");
    snprintf(facts->name, sizeof(facts->name), "%s", driver->gpu);
    snprintf(facts->version, sizeof(facts->version), "driver %s, CUDA %d.%d, toolkit %s",
             driver->kernel_side[0] ? driver->kernel_side : "unknown",
             driver->version / 1000, driver->version % 1000 / 10, sweep_make_ptx_toolkit);
    snprintf(facts->judge, sizeof(facts->judge), "%s", cuda->wide ? "mpfr" : "cuda");
}

bool cuda_sweep_results(struct backend *backend, uint64_t first, size_t count, void *out)
{
    struct cuda *cuda = backend->priv;
    const size_t size = word_size(cuda);

    assert(backend->chunks == cuda_chunks);
    for (size_t done = 0; done < count;) {
        size_t some = count - done < cuda->words ? count - done : cuda->words;

        if (!make(cuda, first + done, some, 0) ||
            !driver_ok(&cuda->driver,
                       cuda->driver.call.copy_to_host((char *) out + done * size,
                                                      cuda->buffer, some * size),
                       cuda->function.name))
            return false;
        done += some;
    }
    return true;
}

void cuda_sweep_times(const struct backend *backend, double *make_ns, double *judge_ns)
{
    const struct cuda *cuda = backend->priv;

    assert(backend->chunks == cuda_chunks);
    *make_ns = cuda->make_ns;
    *judge_ns = cuda->judge_ns;
}

// One of cuda_ref/division.h, by the name; NULL if it is not.
static const struct function *division_of(const struct function *function)
{
    int count;
    const struct function *functions = cuda_division_functions(&count);

    for (int i = 0; i < count; i++)
        if (!strcmp(functions[i].name, function->name))
            return &functions[i];
    return NULL;
}

static bool open_division(struct backend *backend, const struct backend_ask *ask,
                          const struct function *function)
{
    struct backend_ask other = *ask;

    other.function = function;
    return cuda_division_open(backend, &other);
}

bool cuda_sweep_open(struct backend *backend, const struct backend_ask *ask)
{
    const struct function *division = division_of(ask->function);
    const char *code;
    struct cuda *cuda;

    *backend = (struct backend){ 0 };
    if (division)
        return open_division(backend, ask, division);
    code = cuda_sweep_list_code(ask->function);
    assert(code && ask->domain.bits >= 9 && ask->domain.bits <= 32);
    cuda = calloc(1, sizeof(*cuda));
    if (!cuda) {
        log_error("cuda: out of memory");
        return false;
    }
    cuda->function = *ask->function;
    cuda->domain = ask->domain;
    cuda->wide = ask->function->result == FUNCTION_BINARY64;
    cuda->threads = ask->threads;
    if (!start(cuda, ask, code)) {
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
