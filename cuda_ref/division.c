// SPDX-License-Identifier: MIT

#include "cuda_ref/division.h"

#include "base/guard.h"
#include "base/log.h"
#include "cuda_ref/bench_kernels.h"
#include "cuda_ref/launch.h"
#include "sweep/division_proof.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 16 // chunks that are best given at once
#define AHEAD 4  // of a launch: some tenths of a second on a large GPU, seconds on others

// Groups of a launch, in either direction: of the pairs of mantissas a warp has 128
// divisors and 2^15 dividends.
#define GROUPS_MANTISSAS (1 << (38 - 7 - 15 - 3))
#define GROUPS_EXPONENTS 1024

// As division.cu has them.
struct count {
    uint64_t wrong, first, special, overflow;
};

struct part {
    uint64_t ids, first, last, table;
    int32_t halley;
    uint32_t seed;
};

// The GPU's memory: the table or estimates, pairs, answers, counts, ids.
#define AT_TABLE   0
#define AT_PAIRS   (AT_TABLE + 4 * (size_t) DIVISION_FRACTIONS)
#define AT_ANSWERS (AT_PAIRS + 8 * (size_t) CUDA_DIVISION_PAIRS)
#define AT_COUNTS  (AT_ANSWERS + 4 * (size_t) CUDA_DIVISION_PAIRS)
#define AT_IDS     (AT_COUNTS + AHEAD * sizeof(struct count))
#define MEMORY     (AT_IDS + AHEAD * sizeof(int))

// In the order of the functions; `answer` is division_answers' number.
static const struct method {
    const char *kernel;
    int answer;
    bool markstein, table;
    struct markstein how;
} methods[] = {
    { "division_markstein1", 1, true, false, { .refinements = 1, .halley = false } },
    { "division_markstein2", 2, true, false, { .refinements = 2, .halley = false } },
    { "division_markstein3", 3, true, false, { .refinements = 3, .halley = false } },
    { "division_markstein0", 0, true, false, { .refinements = 0, .halley = false } },
    { "division_markstein1", 1, true, true, { .refinements = 1, .halley = true } },
    { "division_correct", 4, false, false, { .refinements = 0, .halley = false } },
    { "division_approximate", 5, false, false, { .refinements = 0, .halley = false } },
    { "division_full", 6, false, false, { .refinements = 0, .halley = false } },
};

#define DIVISION(word, where, width, says)                                               \
    {                                                                                    \
        .name = "cuda:div." word, .summary = says, .math = MATH_DIV,                     \
        .result = FUNCTION_BINARY32, .round = FP_RNE, .domain = (where), .bits = (width) \
    }

static const struct function functions[] = {
    DIVISION("markstein1", DOMAIN_DIVISION, 46,
             "a/b after Markstein, rcp.approx and Newton's step, one refinement"),
    DIVISION("markstein2", DOMAIN_DIVISION, 46,
             "a/b after Markstein, with two refinements"),
    DIVISION("markstein3", DOMAIN_DIVISION, 46,
             "a/b after Markstein, with three refinements"),
    DIVISION("markstein0", DOMAIN_DIVISION, 46,
             "a/b after Markstein, with no refinement: wrong"),
    DIVISION("markstein1.rcpps", DOMAIN_DIVISION, 46,
             "one refinement from this CPU's 12-bit reciprocals, Halley's step"),
    DIVISION("rn", DOMAIN_DIVISION, 46, "a/b as __fdiv_rn has it"),
    DIVISION("approx", DOMAIN_DIVISION, 46, "a/b as __fdividef has it"),
    DIVISION("full", DOMAIN_EXPONENTS, 32,
             "markstein1 for any operands, scaled, with the slow path"),
};

#define COUNT ((int) (sizeof(functions) / sizeof(*functions)))

_Static_assert(sizeof(functions) / sizeof(*functions) ==
                   sizeof(methods) / sizeof(*methods),
               "a method a function");

struct cuda_division {
    struct launch launch;
    const struct method *method;
    struct domain domain;
};

const struct function *cuda_division_functions(int *count)
{
    *count = COUNT;
    return functions;
}

static const struct method *method_of(const struct function *function)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(functions[i].name, function->name) == 0)
            return &methods[i];
    return NULL;
}

bool cuda_division_how(const struct function *function, struct markstein *how)
{
    const struct method *method = method_of(function);

    if (!method || !method->markstein)
        return false;
    *how = method->how;
    return true;
}

static bool upload(struct cuda_division *division, size_t at, const void *from,
                   size_t size)
{
    struct driver *driver = &division->launch.driver;

    return driver_ok(
        driver, driver->call.copy_to_device(division->launch.memory + at, from, size),
        "cuMemcpyHtoD");
}

static bool download(struct cuda_division *division, size_t at, void *to, size_t size)
{
    struct driver *driver = &division->launch.driver;

    return driver_ok(driver,
                     driver->call.copy_to_host(to, division->launch.memory + at, size),
                     "cuMemcpyDtoH");
}

// Runs a kernel on columns x rows groups, and waits for it.
static bool run(struct cuda_division *division, const char *kernel, unsigned columns,
                unsigned rows, void **parameters)
{
    struct driver *driver = &division->launch.driver;
    char what[80];
    void *function;

    guard_alive();
    snprintf(what, sizeof(what), "cuModuleGetFunction %s", kernel);
    if (!driver_ok(
            driver,
            driver->call.module_get_function(&function, division->launch.module, kernel),
            what))
        return false;
    snprintf(what, sizeof(what), "cuLaunchKernel %s", kernel);
    return driver_ok(driver,
                     driver->call.launch(function, columns, rows, 1, LAUNCH_THREADS, 1, 1,
                                         0, NULL, parameters, NULL),
                     what) &&
           driver_ok(driver, driver->call.context_synchronize(), kernel);
}

static struct part part_of(const struct cuda_division *division)
{
    return (struct part){
        .ids = division->launch.memory + AT_IDS,
        .first = division->domain.first,
        .last = division->domain.last,
        .table = division->method->table ? division->launch.memory + AT_TABLE : 0,
        .halley = division->method->how.halley,
        .seed = division->domain.seed,
    };
}

bool cuda_division_answers(struct backend *backend, const uint32_t *pairs, size_t count,
                           uint32_t *answers)
{
    struct cuda_division *division = backend->priv;
    struct part part = part_of(division);
    int method = division->method->answer;
    uint32_t pair_count = (uint32_t) count;
    uint64_t in = division->launch.memory + AT_PAIRS;
    uint64_t out = division->launch.memory + AT_ANSWERS;
    void *parameters[] = { &part, &method, &pair_count, &in, &out };

    assert(count > 0 && count <= CUDA_DIVISION_PAIRS);
    return upload(division, AT_PAIRS, pairs, 8 * count) &&
           run(division, "division_answers",
               (pair_count + LAUNCH_THREADS - 1) / LAUNCH_THREADS, 1, parameters) &&
           download(division, AT_ANSWERS, answers, 4 * count);
}

bool cuda_division_estimates(struct backend *backend, int exponent, float *out)
{
    struct cuda_division *division = backend->priv;
    uint32_t biased = (uint32_t) exponent;
    uint64_t to = division->launch.memory + AT_TABLE;
    void *parameters[] = { &biased, &to };

    assert(exponent >= 1 && exponent <= 252);
    assert(!division->method->table || exponent == 127);
    return (division->method->table ||
            run(division, "division_estimates", DIVISION_FRACTIONS / LAUNCH_THREADS, 1,
                parameters)) &&
           download(division, AT_TABLE, out, 4 * (size_t) DIVISION_FRACTIONS);
}

// A cell of the numbers in a chunk that are asked.
static bool fill_cell(struct backend *backend, const struct count *count, uint64_t total,
                      struct cell *cell)
{
    struct cuda_division *division = backend->priv;
    struct operands operands;
    uint32_t pair[2], got;

    cell->kinds[CELL_FINITE] = total - count->special - count->overflow;
    cell->kinds[CELL_SPECIAL] = count->special;
    cell->kinds[CELL_OVERFLOW] = count->overflow;
    cell->correct = total - count->wrong;
    if (!count->wrong)
        return true;
    operands = domain_operands(&division->domain, count->first);
    pair[0] = (uint32_t) operands.a;
    pair[1] = (uint32_t) operands.b;
    if (!cuda_division_answers(backend, pair, 1, &got))
        return false;
    cell->first_wrong = count->first;
    cell->first_wrong_got = got;
    return true;
}

static bool read_counts(struct backend *backend, const int *ids, int count,
                        struct chunk *out)
{
    struct cuda_division *division = backend->priv;
    struct count counts[AHEAD];
    uint64_t first, last;

    if (!download(division, AT_COUNTS, counts, sizeof(counts)))
        return false;
    for (int i = 0; i < count; i++) {
        bool asked = domain_range(&division->domain, ids[i], &first, &last);

        tally_clear(&out[i].sides[0]);
        tally_clear(&out[i].sides[1]);
        if (!fill_cell(backend, &counts[i], asked ? last - first + 1 : 0,
                       &out[i].sides[0]))
            return false;
        out[i].done = true;
    }
    return true;
}

static bool make_some(struct backend *backend, const int *ids, int count,
                      struct chunk *out)
{
    struct cuda_division *division = backend->priv;
    struct count none[AHEAD];
    struct part part = part_of(division);
    uint64_t counts = division->launch.memory + AT_COUNTS;
    void *parameters[] = { &part, &counts };
    bool mantissas = division->domain.kind == DOMAIN_DIVISION;

    for (int i = 0; i < AHEAD; i++)
        none[i] = (struct count){ .first = CELL_NONE };
    return upload(division, AT_COUNTS, none, sizeof(none)) &&
           upload(division, AT_IDS, ids, (size_t) count * sizeof(*ids)) &&
           run(division, division->method->kernel,
               mantissas ? GROUPS_MANTISSAS : GROUPS_EXPONENTS, (unsigned) count,
               parameters) &&
           read_counts(backend, ids, count, out);
}

static bool chunks(struct backend *backend, const int *ids, int count, struct chunk *out,
                   struct noted_list *noted, bool (*stop)(void))
{
    for (int i = 0; i < count; i++)
        noted[i].count = 0;
    for (int i = 0; i < count; i += AHEAD) {
        int some = count - i < AHEAD ? count - i : AHEAD;

        if ((stop && stop()) || !make_some(backend, ids + i, some, out + i))
            return false;
    }
    return true;
}

static void close(struct backend *backend)
{
    struct cuda_division *division = backend->priv;

    if (division) {
        launch_close(&division->launch);
        free(division);
    }
    *backend = (struct backend){ 0 };
}

// This CPU's approximate reciprocals, for the GPU to start from.
static bool upload_table(struct cuda_division *division)
{
    float *b = malloc(2 * sizeof(*b) * (size_t) DIVISION_FRACTIONS), *r;
    bool ok = b != NULL;

    if (!b)
        log_error("division: no memory for a table of 2^23 reciprocals");
    r = b + (ok ? DIVISION_FRACTIONS : 0);
    for (uint32_t i = 0; i < DIVISION_FRACTIONS && ok; i++)
        b[i] = fp_from_bits(0x3f800000 | i);
    if (ok) {
        markstein_estimates(MARKSTEIN_AVX2, b, r, DIVISION_FRACTIONS);
        ok = upload(division, AT_TABLE, r, sizeof(*r) * (size_t) DIVISION_FRACTIONS);
    }
    free(b);
    return ok;
}

static bool is_possible(const struct backend_ask *ask, const struct method *method)
{
    if (ask->domain.kind != ask->function->domain) {
        log_error("%s: works on the domain %s alone", ask->function->name,
                  domain_name(ask->function->domain));
        return false;
    }
    if (method->table && !markstein_can()) {
        log_error("%s: this processor has no AVX2 and FMA, whose reciprocals are asked",
                  ask->function->name);
        return false;
    }
    return true;
}

static void tell_facts(const struct cuda_division *division, struct backend_facts *facts)
{
    const struct driver *driver = &division->launch.driver;

    snprintf(facts->where, sizeof(facts->where), "cuda");
    snprintf(facts->name, sizeof(facts->name), "%s", driver->gpu);
    snprintf(facts->version, sizeof(facts->version), "%s", driver->kernel_side);
    snprintf(facts->judge, sizeof(facts->judge), "%s",
             division->domain.kind == DOMAIN_DIVISION ? "exact residual" : "__fdiv_rn");
}

bool cuda_division_open(struct backend *backend, const struct backend_ask *ask)
{
    const struct method *method = method_of(ask->function);
    struct cuda_division *division = NULL;

    assert(method);
    *backend = (struct backend){ .batch = BATCH, .chunks = chunks, .close = close };
    if (!is_possible(ask, method))
        goto fail;
    division = calloc(1, sizeof(*division));
    if (!division) {
        log_error("%s: no memory", ask->function->name);
        goto fail;
    }
    backend->priv = division;
    division->method = method;
    division->domain = ask->domain;
    if (!launch_open_at(&division->launch, ask->device, division_ptx, MEMORY) ||
        (method->table && !upload_table(division)))
        goto fail;
    tell_facts(division, &backend->facts);
    return true;
fail:
    close(backend);
    return false;
}
