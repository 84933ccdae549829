// SPDX-License-Identifier: MIT

#include "cuda_ref/sweep.h"

#include "base/memory.h"
#include "cuda_ref/kernels.h"
#include "cuda_ref/launch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 16 // chunks that are best given at once
#define AHEAD 4  // of a launch: some tenths of a second on a large GPU, seconds on others

// The groups of a chunk: a warp has 128 divisors and 2^15 dividends.
#define GROUPS (1 << (38 - 7 - 15 - 3))

// As division.cu has them.
struct count {
    uint64_t wrong, first;
};

struct part {
    uint64_t ids, first, last;
};

// The GPU's memory: pairs, answers, counts, ids.
#define AT_PAIRS   0
#define AT_ANSWERS (AT_PAIRS + 8 * (size_t) CUDA_DIVISION_PAIRS)
#define AT_COUNTS  (AT_ANSWERS + 4 * (size_t) CUDA_DIVISION_PAIRS)
#define AT_IDS     (AT_COUNTS + AHEAD * sizeof(struct count))
#define MEMORY     (AT_IDS + AHEAD * sizeof(int))

#define DIVISION(word, says)                                                     \
    {                                                                            \
        .name = "cuda:div.markstein" word, .summary = says, .math = MATH_DIV,    \
        .result = FUNCTION_BINARY32, .round = FP_RNE, .domain = DOMAIN_DIVISION, \
        .bits = 46                                                               \
    }

static const struct method {
    struct function function;
    const char *kernel;
    int refinements;
} methods[] = {
    { DIVISION("1", "a/b after Markstein, rcp.approx and Newton's step, one refinement"),
      "division_markstein1", 1 },
    { DIVISION("2", "a/b after Markstein, with two refinements"), "division_markstein2",
      2 },
    { DIVISION("0", "a/b after Markstein, with no refinement: wrong"),
      "division_markstein0", 0 },
};

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

bool cuda_division_answers(struct backend *backend, const uint32_t *pairs, size_t count,
                           uint32_t *answers)
{
    struct cuda_division *division = backend->priv;
    int refinements = division->method->refinements;
    uint32_t pair_count = (uint32_t) count;
    uint64_t in = division->launch.memory + AT_PAIRS;
    uint64_t out = division->launch.memory + AT_ANSWERS;
    void *parameters[] = { &refinements, &pair_count, &in, &out };

    assert(count > 0 && count <= CUDA_DIVISION_PAIRS);
    return launch_write(&division->launch, AT_PAIRS, pairs, 8 * count) &&
           launch_grid(&division->launch, "division_answers",
                       (pair_count + LAUNCH_THREADS - 1) / LAUNCH_THREADS, 1,
                       parameters) &&
           launch_read(&division->launch, AT_ANSWERS, answers, 4 * count);
}

// Fills the cell of `total` numbers of a chunk.
static bool fill_cell(struct backend *backend, const struct count *count, uint64_t total,
                      struct cell *cell)
{
    struct cuda_division *division = backend->priv;
    struct operands operands;
    uint32_t pair[2], got;

    cell->kinds[CELL_FINITE] = total;
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
    struct launch *launch = &division->launch;
    struct count none[AHEAD];
    struct part part = { launch->memory + AT_IDS, division->domain.first,
                         division->domain.last };
    uint64_t counts = launch->memory + AT_COUNTS;
    void *parameters[] = { &part, &counts };

    for (int i = 0; i < AHEAD; i++)
        none[i] = (struct count){ .first = CELL_NONE };
    return launch_write(launch, AT_COUNTS, none, sizeof none) &&
           launch_write(launch, AT_IDS, ids, (size_t) count * sizeof *ids) &&
           launch_grid(launch, division->method->kernel, GROUPS, (unsigned) count,
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

    launch_close(&division->launch);
    free(division);
    *backend = (struct backend){ 0 };
}

bool cuda_division_open(struct backend *backend, const struct backend_ask *ask)
{
    struct cuda_division *division = memory_new(1, sizeof *division);
    const struct driver *driver = &division->launch.driver;
    struct backend_facts *facts = &backend->facts;

    assert(ask->domain.kind == DOMAIN_DIVISION);
    *backend = (struct backend){
        .batch = BATCH, .chunks = chunks, .close = close, .priv = division
    };
    division->method = method_of(ask->function);
    division->domain = ask->domain;
    assert(division->method);
    if (!launch_open(&division->launch, division_ptx, MEMORY, NULL)) {
        close(backend);
        return false;
    }
    snprintf(facts->where, sizeof facts->where, "cuda");
    snprintf(facts->name, sizeof facts->name, "%s", driver->gpu);
    snprintf(facts->version, sizeof facts->version, "%s", driver->kernel_side);
    snprintf(facts->judge, sizeof facts->judge, "exact residual");
    return true;
}
