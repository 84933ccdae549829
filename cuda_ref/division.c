// SPDX-License-Identifier: MIT

#include "cuda_ref/sweep.h"

#include "base/fp_bits.h"
#include "base/log.h"
#include "base/memory.h"
#include "cuda_ref/kernels.h"
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

#define DIVISION(word, where, width, says)                                               \
    {                                                                                    \
        .name = "cuda:div." word, .summary = says, .math = MATH_DIV,                     \
        .result = FUNCTION_BINARY32, .round = FP_RNE, .domain = (where), .bits = (width) \
    }
#define MANTISSAS(word, says) DIVISION(word, DOMAIN_DIVISION, 46, says)

// `answer` is division_answers' number.
// clang-format off
static const struct method {
    struct function function;
    const char *kernel;
    int answer;
    bool markstein, table;
    struct markstein how;
} methods[] = {
    { MANTISSAS("markstein1", "a/b after Markstein, rcp.approx and Newton's step, one refinement"),
      "division_markstein1", 1, .markstein = true, .how = { .refinements = 1 } },
    { MANTISSAS("markstein2", "a/b after Markstein, with two refinements"),
      "division_markstein2", 2, .markstein = true, .how = { .refinements = 2 } },
    { MANTISSAS("markstein3", "a/b after Markstein, with three refinements"),
      "division_markstein3", 3, .markstein = true, .how = { .refinements = 3 } },
    { MANTISSAS("markstein0", "a/b after Markstein, with no refinement: wrong"),
      "division_markstein0", 0, .markstein = true },
    { MANTISSAS("markstein1.rcpps", "one refinement from this CPU's 12-bit reciprocals, Halley's step"),
      "division_markstein1", 1, .markstein = true, .table = true,
      .how = { .refinements = 1, .halley = true } },
    { MANTISSAS("rn", "a/b as __fdiv_rn has it"), "division_correct", 4, .table = false },
    { MANTISSAS("approx", "a/b as __fdividef has it"), "division_approximate", 5, .table = false },
    { DIVISION("full", DOMAIN_EXPONENTS, 32, "markstein1 for any operands, scaled, with the slow path"),
      "division_full", 6, .table = false },
};
// clang-format on

#define COUNT ((int) (sizeof methods / sizeof *methods))

struct cuda_division {
    struct launch launch;
    const struct method *method;
    struct domain domain;
};

const struct function *cuda_division_function(int index)
{
    return index < COUNT ? &methods[index].function : NULL;
}

static const struct method *method_of(const struct function *function)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(methods[i].function.name, function->name) == 0)
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
    return launch_write(&division->launch, AT_PAIRS, pairs, 8 * count) &&
           launch_grid(&division->launch, "division_answers",
                       (pair_count + LAUNCH_THREADS - 1) / LAUNCH_THREADS, 1,
                       parameters) &&
           launch_read(&division->launch, AT_ANSWERS, answers, 4 * count);
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
            launch_grid(&division->launch, "division_estimates",
                        DIVISION_FRACTIONS / LAUNCH_THREADS, 1, parameters)) &&
           launch_read(&division->launch, AT_TABLE, out, 4 * (size_t) DIVISION_FRACTIONS);
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

    if (!launch_read(&division->launch, AT_COUNTS, counts, sizeof counts))
        return false;
    for (int i = 0; i < count; i++) {
        bool asked = domain_range(&division->domain, ids[i], &first, &last);

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
    return launch_write(&division->launch, AT_COUNTS, none, sizeof none) &&
           launch_write(&division->launch, AT_IDS, ids, (size_t) count * sizeof *ids) &&
           launch_grid(&division->launch, division->method->kernel,
                       mantissas ? GROUPS_MANTISSAS : GROUPS_EXPONENTS, (unsigned) count,
                       parameters) &&
           read_counts(backend, ids, count, out);
}

static bool chunks(struct backend *backend, const int *ids, int count, struct chunk *out,
                   struct noted_list *noted, bool (*stop)(void))
{
    backend_begin(count, out, noted);
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
    float *b = memory_new(2 * (size_t) DIVISION_FRACTIONS, sizeof *b);
    float *r = b + DIVISION_FRACTIONS;
    bool ok;

    for (uint32_t i = 0; i < DIVISION_FRACTIONS; i++)
        b[i] = fp_from_bits(0x3f800000 | i);
    markstein_estimates(MARKSTEIN_AVX2, b, r, DIVISION_FRACTIONS);
    ok = launch_write(&division->launch, AT_TABLE, r,
                      sizeof *r * (size_t) DIVISION_FRACTIONS);
    free(b);
    return ok;
}

static bool is_possible(const struct backend_ask *ask, const struct method *method)
{
    if (ask->domain.kind != method->function.domain) {
        log_error("%s: works on the domain %s alone", ask->function->name,
                  domain_name(method->function.domain));
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

    snprintf(facts->where, sizeof facts->where, "cuda");
    snprintf(facts->name, sizeof facts->name, "%s", driver->gpu);
    snprintf(facts->version, sizeof facts->version, "%s", driver->kernel_side);
    snprintf(facts->judge, sizeof facts->judge, "%s",
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
    backend->priv = division = memory_new(1, sizeof *division);
    division->method = method;
    division->domain = ask->domain;
    if (!launch_open(&division->launch, division_ptx, MEMORY, NULL) ||
        (method->table && !upload_table(division)))
        goto fail;
    tell_facts(division, &backend->facts);
    return true;
fail:
    close(backend);
    return false;
}
