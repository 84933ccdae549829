// SPDX-License-Identifier: MIT

#include "sweep/judge.h"

#include "sweep/exact.h"
#include "sweep/judge_block.h"
#include "sweep/judge_libm.h"
#include "sweep/judge_sleef.h"
#include "sweep/tally.h"

#include "base/log.h"

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <stdlib.h>

static const struct judge_vector *vector_of(enum judge_isa isa)
{
#ifdef JUDGE_X86
    static const struct judge_vector *const vectors[JUDGE_ISA_COUNT] = {
        &judge_vector_baseline, &judge_vector_avx2, &judge_vector_avx512
    };

    return vectors[isa];
#else
    (void) isa;
    return &judge_vector_baseline;
#endif
}

const char *judge_kind_name(enum judge_kind kind)
{
    static const char *const names[JUDGE_KIND_COUNT] = { "sleef", "libm", "mpfr" };

    assert(kind < JUDGE_KIND_COUNT);
    return names[kind];
}

const char *judge_isa_name(enum judge_isa isa)
{
    static const char *const names[JUDGE_ISA_COUNT] = { "baseline", "avx2", "avx512" };

    assert(isa < JUDGE_ISA_COUNT);
    return names[isa];
}

const char *judge_name(const struct judge *judge)
{
    if (judge->kind != JUDGE_MPFR && judge_libm_own(judge->math))
        return "double";
    if (judge->kind == JUDGE_SLEEF && judge->isa == JUDGE_BASELINE)
        return "sleef-nofma";
    return judge_kind_name(judge->kind);
}

enum judge_isa judge_isa_best(void)
{
#ifdef JUDGE_X86
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        return JUDGE_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return JUDGE_AVX2;
#endif
    return JUDGE_BASELINE;
}

bool judge_can(enum judge_kind kind, enum math_id math, enum function_type type)
{
    if (kind == JUDGE_MPFR)
        return exact_available();
    if (type == FUNCTION_BINARY64)
        return false;
    if (kind == JUDGE_LIBM || judge_libm_own(math))
        return judge_libm_has(math);
    return judge_sleef_find(math, judge_isa_best()) != NULL;
}

enum judge_kind judge_best(enum math_id math, enum function_type type)
{
    if (judge_can(JUDGE_SLEEF, math, type))
        return JUDGE_SLEEF;
    return judge_can(JUDGE_LIBM, math, type) ? JUDGE_LIBM : JUDGE_MPFR;
}

struct judge judge_for(const struct function *function, const struct domain *domain,
                       double above)
{
    return (struct judge){
        .kind = judge_best(function->math, function->result),
        .isa = judge_isa_best(),
        .math = function->math,
        .type = function->result,
        .round = function->round,
        .above = above,
        .domain = domain,
    };
}

// The results before the first, where sides were filled by them.
static void begin(struct judge_block *block, uint64_t first)
{
    for (int s = 0; s < 2; s++) {
        const struct cell *cell = judge_block_cell(block, first + (uint64_t) s);

        block->got[s][JUDGE_PAD - 1] =
            tally_inputs(cell) ? judge_block_value(block->judge->type, cell->edge[1])
                               : NAN;
    }
}

// A block's numbers have one side, or two by turns.
static int pairs_from(const struct domain *domain, uint64_t first, uint64_t end)
{
    uint64_t numbers = 2 * JUDGE_PLANE, next;

    if (domain->kind == DOMAIN_DOUBLE_PAIRS && domain->bits / 2 < 10)
        numbers = UINT64_C(1) << domain->bits / 2;
    next = (first / numbers + 1) * numbers;
    return (int) ((next < end ? next : end) - first) / 2;
}

static bool judge_all(struct judge_block *block, uint64_t first, size_t count,
                      const void *got)
{
    const struct judge *judge = block->judge;
    size_t width = judge->type == FUNCTION_BINARY64 ? sizeof(uint64_t) : sizeof(uint32_t);
    bool wide = judge->domain->kind == DOMAIN_DOUBLES ||
                judge->domain->kind == DOMAIN_DOUBLE_PAIRS;
    uint64_t end = first + count;

    while (first < end) {
        int pairs = pairs_from(judge->domain, first, end);

        if (judge->kind != JUDGE_MPFR && !wide)
            judge_block_run(block, first, got, pairs);
        else if (!judge_block_exact(block, first, got, pairs))
            return false;
        first += 2 * (uint64_t) pairs;
        got = (const char *) got + 2 * (size_t) pairs * width;
    }
    return true;
}

bool judge_results(const struct judge *judge, uint64_t first, size_t count,
                   const void *got, struct cell sides[2], struct noted_list *noted)
{
    struct judge_block *block;
    void *sleef = NULL;
    fenv_t before;
    bool ok;

    assert(first % 2 == 0 && count % 2 == 0);
    assert(judge->isa <= judge_isa_best());
    if (judge->kind == JUDGE_SLEEF)
        sleef = judge_sleef_find(judge->math, judge->isa);
    assert(judge->kind != JUDGE_SLEEF || sleef || judge_libm_own(judge->math));
    block = calloc(1, sizeof(*block));
    if (!block) {
        log_error("judge: out of memory");
        return false;
    }
    fegetenv(&before);
    fesetenv(FE_DFL_ENV);
    judge_block_init(block, judge, vector_of(judge->isa), sleef);
    block->sides = sides;
    block->noted = noted;
    if (count)
        begin(block, first);
    ok = judge_all(block, first, count, got);
    fesetenv(&before);
    free(block);
    return ok;
}
