// SPDX-License-Identifier: MIT
//
// How it works: a block of results is judged by vectors, as two planes (judge_vector.h),
// and the remaining results one by one. Then follow the properties that depend on more
// than one input: falls, symmetry, edges of cells.

#include "sweep/judge.h"

#include "base/environment.h"
#include "base/fp_bits.h"
#include "base/fp_format.h"
#include "base/memory.h"
#include "sweep/exact.h"
#include "sweep/judge_rare.h"
#include "sweep/judge_reference.h"
#include "sweep/judge_vector.h"
#include "sweep/tally.h"

#include <assert.h>
#include <dlfcn.h>
#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

// The functions, and the bound of their error in tenths of a double's ulp, as SLEEF
// names it: 3.5 of them are 2^-27 ulp of a float. Functions that are exact at some
// inputs, the powers of two, use the better form of SLEEF, which is exact there.
static const struct {
    const char *name, *bound;
} sleef_list[MATH_COUNT] = {
    [MATH_SIN] = { "sin", "u35" },       [MATH_COS] = { "cos", "u35" },
    [MATH_TAN] = { "tan", "u35" },       [MATH_ASIN] = { "asin", "u35" },
    [MATH_ACOS] = { "acos", "u35" },     [MATH_ATAN] = { "atan", "u35" },
    [MATH_SINH] = { "sinh", "u35" },     [MATH_COSH] = { "cosh", "u35" },
    [MATH_TANH] = { "tanh", "u35" },     [MATH_ASINH] = { "asinh", "u10" },
    [MATH_ACOSH] = { "acosh", "u10" },   [MATH_ATANH] = { "atanh", "u10" },
    [MATH_EXP] = { "exp", "u10" },       [MATH_EXP2] = { "exp2", "u10" },
    [MATH_EXP10] = { "exp10", "u10" },   [MATH_EXPM1] = { "expm1", "u10" },
    [MATH_LOG] = { "log", "u35" },       [MATH_LOG2] = { "log2", "u10" },
    [MATH_LOG10] = { "log10", "u10" },   [MATH_LOG1P] = { "log1p", "u10" },
    [MATH_CBRT] = { "cbrt", "u10" },     [MATH_RCBRT] = { "cbrt", "u10" },
    [MATH_SINPI] = { "sinpi", "u05" },   [MATH_COSPI] = { "cospi", "u05" },
    [MATH_ERF] = { "erf", "u10" },       [MATH_ERFC] = { "erfc", "u15" },
    [MATH_LGAMMA] = { "lgamma", "u10" }, [MATH_TGAMMA] = { "tgamma", "u10" },
    [MATH_POW] = { "pow", "u10" },       [MATH_ATAN2] = { "atan2", "u10" },
    [MATH_HYPOT] = { "hypot", "u05" },
};

static pthread_once_t sleef_once = PTHREAD_ONCE_INIT;
static void *sleef;

static void open_sleef(void)
{
#ifdef __x86_64__
    sleef = environment_dlopen("libsleef.so.3", RTLD_NOW | RTLD_LOCAL);
#endif
}

// Opens SLEEF at its first use: the build needs none of its headers, and a program that
// judges nothing does not load it. Returns a function of vectors of doubles of that
// width, within 3.5 ulp or better (for rcbrt, cbrt). Returns NULL if there is none.
static void *sleef_find(enum math_id math, enum judge_isa isa)
{
    static const char *const forms[JUDGE_ISA_COUNT] = {
        [JUDGE_BASELINE] = "Sleef_cinz_%sd2_%ssse2",
        [JUDGE_AVX2] = "Sleef_finz_%sd4_%savx2",
        [JUDGE_AVX512] = "Sleef_finz_%sd8_%savx512f",
    };
    char name[64];

    assert(math < MATH_COUNT && isa < JUDGE_ISA_COUNT);
    if (!sleef_list[math].name)
        return NULL;
    pthread_once(&sleef_once, open_sleef);
    if (!sleef)
        return NULL;
    snprintf(name, sizeof name, forms[isa], sleef_list[math].name,
             sleef_list[math].bound);
    return dlsym(sleef, name);
}

const char *judge_kind_name(enum judge_kind kind)
{
    static const char *const names[JUDGE_KIND_COUNT] = { "sleef", "libm", "mpfr" };

    assert(kind < JUDGE_KIND_COUNT);
    return names[kind];
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
    static const enum judge_isa isas[] = {
        [VECTORS_BASELINE] = JUDGE_BASELINE,
        [VECTORS_AVX2] = JUDGE_AVX2,
        [VECTORS_AVX512] = JUDGE_AVX512,
    };

    return isas[environment_vectors()];
}

bool judge_can(enum judge_kind kind, enum math_id math, enum function_type type)
{
    if (kind == JUDGE_MPFR)
        return exact_available();
    if (type == FUNCTION_BINARY64)
        return false;
    if (kind == JUDGE_LIBM || judge_libm_own(math))
        return judge_libm_has(math);
    return sleef_find(math, judge_isa_best()) != NULL;
}

enum judge_kind judge_best(enum math_id math, enum function_type type)
{
    if (judge_can(JUDGE_SLEEF, math, type))
        return JUDGE_SLEEF;
    return judge_can(JUDGE_LIBM, math, type) ? JUDGE_LIBM : JUDGE_MPFR;
}

struct judge judge_for(const struct function *function, const struct domain *domain)
{
    return (struct judge){
        .kind = judge_best(function->math, function->result),
        .isa = judge_isa_best(),
        .math = function->math,
        .type = function->result,
        .round = function->round,
        .domain = domain,
    };
}

// Memory and settings of one call of judge_results.
struct judge_block {
    const struct judge *judge;
    struct judge_reference reference;
    struct judge_edges edges;
    struct rare_rule rule;
    struct cell *sides;
    struct noted_list *noted;

    // The block's numbers are first, ..., first + 2 * pairs - 1.
    uint64_t first;
    int pairs;
    const void *words; // of the results, 32 or 64 bits each
    struct judge_wanted wanted[2];
    struct judge_plane planes[2];
    double got[2][JUDGE_PAD + JUDGE_PLANE + JUDGE_PAD]; // from [JUDGE_PAD]; one before
    double error[2][JUDGE_PLANE + JUDGE_PAD];
    int32_t bin[2][JUDGE_PLANE + JUDGE_PAD];
};

static struct judge_edges edges_of(const struct judge *judge)
{
    struct fp_format format = function_format(judge->type);
    bool settled = judge_libm_settled(judge->math), directed = judge->round != FP_RNE;
    double least = ldexp(1, 1 - format.emax), top = ldexp(1, format.emax);
    struct judge_edges edges = {
        .least = least,
        .usual = fmin(CELL_SUM_LIMIT, ldexp(1, format.precision - 2)),
        .tiny = ldexp(least, 1 - format.precision - 50),
        .relative = least,
        .end = top * (2 - ldexp(1, directed ? 1 - format.precision : -format.precision)),
        .exponent = UINT64_C(0x7ff) << 52,
        .power = least,
        .inverse = (uint64_t) (2046 + format.precision - 1) << 52,
        .signs = true,
        .directed = directed,
        .flip = judge->round == FP_RUP ? UINT64_C(1) << 63 : 0,
        .follow = judge->round == FP_RTZ ? UINT64_C(1) << 63 : 0,
        .near = !settled   ? JUDGE_NEAR
                : directed ? -1
                           : 0,
    };

    if (function_integer(judge->type)) {
        edges.least = INFINITY;
        edges.tiny = 0x1p-50;
        edges.relative = 0;
        edges.end = judge->type == FUNCTION_INT32 ? 0x1p31 - 2 : 0x1p32 - 2;
        edges.exponent = 0;
        edges.power = 1;
        edges.inverse = UINT64_C(2046) << 52;
        edges.signs = false;
    }
    return edges;
}

// Initialises `block`, which is zeroed memory; `judge` and `vector` must outlive it.
// `function` is SLEEF's, NULL if none is needed.
static void judge_block_init(struct judge_block *block, const struct judge *judge,
                             const struct judge_vector *vector, void *function)
{
    block->judge = judge;
    block->edges = edges_of(judge);
    block->rule = rare_rule_of(judge->type, judge->round);
    block->reference.math = judge->math;
    block->reference.domain = judge->domain;
    block->reference.vector = vector;
    block->reference.sleef = function;
}

// Returns the cell of a number.
static struct cell *judge_block_cell(const struct judge_block *block, uint64_t number)
{
    return &block->sides[domain_side(block->judge->domain, number)];
}

// Returns the bits of a result of the block.
static uint64_t judge_block_bits(const struct judge_block *block, int index)
{
    if (block->judge->type == FUNCTION_BINARY64)
        return ((const uint64_t *) block->words)[index];
    return ((const uint32_t *) block->words)[index];
}

// Returns a result as a double.
static double judge_block_value(enum function_type type, uint64_t bits)
{
    uint32_t pair[2] = { (uint32_t) bits, 0 };
    double value, other;

    if (type == FUNCTION_BINARY64)
        return fp_from_bits64(bits);
    judge_vector_baseline.decode(type, pair, &value, &other, 1);
    return value;
}

static void see_edges(const struct judge_block *block)
{
    int last = 2 * block->pairs - 1;

    for (int s = 0; s < 2; s++) {
        struct cell *cell = judge_block_cell(block, block->first + (uint64_t) s);
        bool first = s == 0 || cell != judge_block_cell(block, block->first);

        if (first && !tally_inputs(cell))
            cell->edge[0] = judge_block_bits(block, s);
        cell->edge[1] = judge_block_bits(block, last - 1 + s);
    }
}

// Decodes results and sets the edges of cells.
static void judge_block_enter(struct judge_block *block, uint64_t first,
                              const void *words, int pairs)
{
    enum function_type type = block->judge->type;

    assert(pairs >= 1 && pairs <= JUDGE_PLANE);
    block->first = first;
    block->pairs = pairs;
    block->words = words;
    see_edges(block);
    if (type != FUNCTION_BINARY64) {
        block->reference.vector->decode(type, words, block->got[0] + JUDGE_PAD,
                                        block->got[1] + JUDGE_PAD, pairs);
        return;
    }
    for (int i = 0; i < 2 * pairs; i++)
        block->got[i & 1][JUDGE_PAD + i / 2] =
            judge_block_value(type, judge_block_bits(block, i));
}

static void count_falls(struct judge_block *block, int s, int direction)
{
    const double *got = block->got[s] + JUDGE_PAD;
    struct cell *cell = judge_block_cell(block, block->first + (uint64_t) s);
    int falls = block->reference.vector->falls(got, block->pairs, direction);

    cell->falls += (uint64_t) falls;
    if (!falls || cell->first_fall != CELL_NONE)
        return;
    for (int i = block->pairs - 1; i >= 0; i--)
        if (direction > 0 ? got[i] < got[i - 1] : got[i] > got[i - 1])
            cell->first_fall = block->first + 2 * (uint64_t) i + (uint64_t) s;
}

// Returns true if two results break the symmetry. Saturated integers are as symmetric
// as they can be, and integers have no sign of zero.
static bool judge_order_breaks(const struct judge_block *block, double even, double odd,
                               bool negate)
{
    double want = negate ? -even : even;

    if (isnan(even) && isnan(odd))
        return false;
    if (function_integer(block->judge->type))
        return odd != want && !(even == 0x1p31 - 1 && odd == -0x1p31);
    return fp_bits64(odd) != fp_bits64(want);
}

static void count_breaks(struct judge_block *block, bool negate)
{
    const double *even = block->got[0] + JUDGE_PAD, *odd = block->got[1] + JUDGE_PAD;
    struct cell *cell = judge_block_cell(block, block->first + 1);

    if (!block->reference.vector->breaks(even, odd, block->pairs, negate))
        return;
    for (int i = 0; i < block->pairs; i++)
        if (judge_order_breaks(block, even[i], odd[i], negate)) {
            cell->breaks++;
            if (cell->first_break == CELL_NONE)
                cell->first_break = block->first + 2 * (uint64_t) i + 1;
        }
}

// Returns true if results must be symmetric. An odd function that is rounded up or down
// is not odd, and neither is one without signs.
static bool symmetric(const struct judge *judge)
{
    const struct math *math = &math_list[judge->math];

    if (math->operands != MATH_FLOAT || judge->domain->kind != DOMAIN_BITS)
        return false;
    if (math->parity == MATH_ODD)
        return judge->type != FUNCTION_UINT32 && judge->round != FP_RUP &&
               judge->round != FP_RDN;
    return math->parity == MATH_EVEN;
}

// Counts falls and breaks of the symmetry.
static void judge_block_order(struct judge_block *block)
{
    const struct judge *judge = block->judge;
    const struct math *math = &math_list[judge->math];
    bool ordered =
        judge->domain->kind == DOMAIN_BITS || judge->domain->kind == DOMAIN_DOUBLES;

    for (int s = 0; s < 2; s++) {
        if (ordered && math->direction[s])
            count_falls(block, s, math->direction[s]);
        block->got[s][JUDGE_PAD - 1] = block->got[s][JUDGE_PAD + block->pairs - 1];
    }
    if (symmetric(judge))
        count_breaks(block, math->parity == MATH_ODD);
}

static double judge_block_distance(const struct judge_block *block, double error)
{
    double size = fabs(error);

    return block->edges.directed ? fabs(fabs(size - 0.5) - 0.5)
                                 : fabs(fabs(size - 0.75) - 0.25);
}

// Notes a result that is near an edge.
static void note(const struct judge_block *block, uint64_t number, uint64_t got,
                 const struct rare *rare)
{
    struct noted_list *list = block->noted;

    if (rare->kind != CELL_FINITE || block->edges.near != JUDGE_NEAR ||
        judge_block_distance(block, rare->error) > JUDGE_NEAR)
        return;
    if (list->count < JUDGE_NOTED)
        list->noted[list->count] = (struct noted){
            .number = number,
            .got = got,
            .error = rare->error,
            .correct = rare->correct,
            .kind = (uint8_t) rare->kind,
        };
    list->count += list->count < INT_MAX; // of 2^38 numbers
}

// Counts the outcome of one input, and notes it if necessary.
static void judge_block_count(const struct judge_block *block, uint64_t number,
                              uint64_t got, const struct rare *rare)
{
    note(block, number, got, rare);
    tally_count(judge_block_cell(block, number), number, got, rare);
}

static double judge_block_want_at(const struct judge_block *block, int s, int i)
{
    const struct judge_plane *plane = &block->planes[s];

    return fp_from_bits64(fp_bits64(plane->want[i]) ^ plane->flip);
}

static double judge_block_flushed(double x, bool which)
{
    return which && fabs(x) < 0x1p-126 ? copysign(0, x) : x;
}

// Returns the result for a zero; if no standard specifies which zero, the device's one.
static double at_zero(enum math_id math, double x, double y, double got)
{
    double value = judge_libm_value(math, x, y);

    if (math == MATH_SIGN || math == MATH_SATURATE)
        return copysign(value, got);
    return value;
}

// Accepts the results that a device may compute if it flushes subnormal operands; for
// halves, those below 2^-14.
static struct rare unless_flushed(const struct judge_block *block, uint64_t number,
                                  const struct rare_input *input, struct rare rare)
{
    enum math_id math = block->judge->math;
    bool two = math_list[math].operands == MATH_FLOATS;
    double x, y;

    judge_reference_operands(&block->reference, number, &x, &y);
    if (math == MATH_FROM_HALF || math == MATH_FROM_HALF_HIGH) {
        if (x != 0 && fabs(x) < 0x1p-14)
            rare = rare_unless_flushed(&block->rule, input, rare, copysign(0, x));
        return rare;
    }
    if (math_list[math].operands == MATH_WORD)
        return rare;
    for (int which = 1; which < (two ? 4 : 2); which++) {
        double a = judge_block_flushed(x, which & 1),
               b = judge_block_flushed(y, two && which & 2);

        if (!isnan(x) && !isnan(y) && (a != x || b != y))
            rare = rare_unless_flushed(&block->rule, input, rare,
                                       at_zero(math, a, b, input->got));
    }
    return rare;
}

// Returns true if no standard specifies the result, or the sign of its zero.
static bool any_will_do(const struct judge_block *block, uint64_t number, double got)
{
    enum math_id math = block->judge->math;
    double x, y;

    if (math != MATH_SIGN && math != MATH_SATURATE)
        return false;
    judge_reference_operands(&block->reference, number, &x, &y);
    return (x == 0 && got == 0) || (math == MATH_SIGN && isnan(x));
}

static void judge_rare(struct judge_block *block, int s, int i)
{
    uint64_t number = block->first + 2 * (uint64_t) i + (uint64_t) s;
    uint64_t bits = judge_block_bits(block, 2 * i + s);
    struct rare_input input = { .want = judge_block_want_at(block, s, i),
                                .got = block->planes[s].got[i] };
    struct rare rare = rare_plain(&block->rule, &input);

    if (!rare.correct && any_will_do(block, number, input.got))
        rare = rare_is(CELL_SPECIAL, true);
    if (!rare.correct)
        rare = unless_flushed(block, number, &input, rare);
    judge_block_count(block, number, bits, &rare);
}

// Notes a counted result that is near an edge; a tie was counted as correct.
static void judge_near(struct judge_block *block, int s, int i)
{
    struct judge_plane *plane = &block->planes[s];
    struct rare_input input = { .want = judge_block_want_at(block, s, i),
                                .got = plane->got[i] };
    struct rare rare = { CELL_FINITE, true, plane->error[i], 0, 0 };

    rare.correct = rare_plain(&block->rule, &input).correct;
    if (fabs(rare.error) == 0.5 && !block->edges.directed)
        plane->correct -= !rare.correct;
    note(block, block->first + 2 * (uint64_t) i + (uint64_t) s,
         judge_block_bits(block, 2 * i + s), &rare);
}

// Judges the rest in the order of numbers, so that the notes do not depend on blocks.
static void judge_rest(struct judge_block *block)
{
    if (!block->planes[0].look && !block->planes[1].look)
        return;
    for (int i = 0; i < block->pairs; i++)
        for (int s = 0; s < 2; s++) {
            double error = block->error[s][i];

            if (!block->planes[s].look || isinf(error))
                continue;
            if (isnan(error))
                judge_rare(block, s, i);
            else if (judge_block_distance(block, error) <= block->edges.near)
                judge_near(block, s, i);
        }
}

static void add_worst(const struct judge_block *block, int s, struct cell_worst *worst,
                      double error, int at)
{
    const struct cell_worst here = {
        .error = error,
        .number = block->first + 2 * (uint64_t) at + (uint64_t) s,
        .got = judge_block_bits(block, 2 * at + s),
    };

    tally_worst(worst, &here);
}

static void add_extremes(const struct judge_block *block, int s)
{
    struct cell *cell = judge_block_cell(block, block->first + (uint64_t) s);
    struct judge_extremes extremes;

    block->reference.vector->extremes(&block->planes[s], &extremes);
    if (extremes.ulp_at >= 0)
        add_worst(block, s, &cell->ulp, extremes.ulp, extremes.ulp_at);
    if (extremes.relative_at >= 0)
        add_worst(block, s, &cell->relative, extremes.relative, extremes.relative_at);
    if (extremes.absolute_at >= 0)
        add_worst(block, s, &cell->absolute, extremes.absolute, extremes.absolute_at);
}

static void add_plane(struct judge_block *block, const struct judge_plane *plane, int s)
{
    struct cell *cell = judge_block_cell(block, block->first + (uint64_t) s);

    cell->kinds[CELL_FINITE] += (uint64_t) plane->finite;
    cell->kinds[CELL_SPECIAL] += (uint64_t) plane->special;
    cell->kinds[CELL_OVERFLOW] += (uint64_t) plane->overflow;
    cell->correct += (uint64_t) plane->correct;
    cell->beyond += (uint64_t) plane->beyond;
    cell->sum += (int64_t) plane->sum;
    cell->sum_abs += (int64_t) plane->sum_abs;
    for (int i = 0; i < CELL_BINS; i++)
        cell->bins[i] += plane->bins[i];
}

static double none_yet(const struct cell_worst *worst, double none)
{
    return worst->number == CELL_NONE ? none : worst->error;
}

// Returns true for integer results that depend on a sign, or on a subnormal operand.
static bool by_hand(const struct judge_block *block, int s)
{
    bool bits = block->judge->domain->kind == DOMAIN_BITS;

    if (block->judge->type == FUNCTION_UINT32)
        return !bits || s == 1 || block->first >> 1 < 0x800000;
    return block->judge->type == FUNCTION_INT32 && bits && block->first >> 1 < 0x800000;
}

// Fills in the plane's inputs, `count` of them, with its exact results.
static void set_plane(struct judge_block *block, int s, const struct judge_wanted *wanted,
                      int count)
{
    const struct cell *cell = judge_block_cell(block, block->first + (uint64_t) s);
    struct judge_plane *plane = &block->planes[s];

    memset(plane, 0, sizeof *plane);
    plane->count = count;
    plane->want = wanted->want;
    plane->flip = wanted != &block->wanted[s] &&
                          judge_reference_parity(&block->reference) == MATH_ODD
                      ? UINT64_C(1) << 63
                      : 0;
    plane->got = block->got[s] + JUDGE_PAD;
    plane->edges = &block->edges;
    plane->end = wanted->subnormal || by_hand(block, s) ? 0 : block->edges.end;
    plane->ulp = none_yet(&cell->ulp, -1);
    plane->relative = none_yet(&cell->relative, 0) * (1 - 0x1p-50);
    plane->absolute = none_yet(&cell->absolute, -1);
    plane->error = block->error[s];
    plane->bin = block->bin[s];
}

// Counts a plane at once if all its expected results are equal, and all its results:
// the first one stands for all, unless it is noted or differs from the others.
static bool judge_alike(struct judge_block *block, int s, struct judge_wanted *wanted)
{
    const struct judge_vector *vector = block->reference.vector;
    struct judge_plane *plane = &block->planes[s];
    uint64_t rest = (uint64_t) block->pairs - 1;

    if (!wanted->constant ||
        !vector->same((const uint32_t *) block->words + s, block->pairs))
        return false;
    wanted->want[0] = wanted->value;
    set_plane(block, s, wanted, 1);
    vector->count(plane);
    if (plane->look)
        return false;
    plane->finite *= (int64_t) rest + 1;
    plane->special *= (int64_t) rest + 1;
    plane->overflow *= (int64_t) rest + 1;
    plane->correct *= (int64_t) rest + 1;
    plane->beyond *= (int64_t) rest + 1;
    plane->sum *= (double) (rest + 1);
    plane->sum_abs *= (double) (rest + 1);
    for (int i = 0; i < CELL_BINS; i++)
        plane->bins[i] *= rest + 1;
    return true;
}

static void judge_plane(struct judge_block *block, int s, struct judge_wanted *wanted)
{
    if (judge_alike(block, s, wanted))
        return;
    if (wanted->constant)
        for (int i = 0; i < block->pairs; i++)
            wanted->want[i] = wanted->value;
    set_plane(block, s, wanted, block->pairs);
    block->reference.vector->count(&block->planes[s]);
}

// Judges `pairs` in [1, JUDGE_PLANE] results from `first` on, all of one chunk, by the
// reference. got[s][JUDGE_PAD - 1] are those before, NaN if there are none; sets them for
// the next call.
static void judge_block_run(struct judge_block *block, uint64_t first, const void *words,
                            int pairs)
{
    bool both = judge_reference_parity(&block->reference) != MATH_NONE;

    judge_block_enter(block, first, words, pairs);
    judge_reference_fill(&block->reference, first, pairs, &block->wanted[0]);
    judge_plane(block, 0, &block->wanted[0]);
    if (!both)
        judge_reference_fill(&block->reference, first + 1, pairs, &block->wanted[1]);
    judge_plane(block, 1, &block->wanted[both ? 0 : 1]);
    judge_rest(block);
    for (int s = 0; s < 2; s++) {
        if (block->planes[s].worse)
            add_extremes(block, s);
        add_plane(block, &block->planes[s], s);
    }
    judge_block_order(block);
}

// Does the same, each result by MPFR.
static void judge_block_exact(struct judge_block *block, uint64_t first,
                              const void *words, int pairs)
{
    const struct judge *judge = block->judge;

    judge_block_enter(block, first, words, pairs);
    for (int i = 0; i < 2 * pairs; i++) {
        const uint64_t number = first + (uint64_t) i;
        const struct exact_call call = {
            .math = judge->math,
            .domain = judge->domain->kind,
            .operands = domain_operands(judge->domain, number),
            .type = judge->type,
            .round = judge->round,
            .got = judge_block_bits(block, i),
        };
        struct exact exact;
        struct rare rare;

        exact_judge(&call, &exact);
        rare = exact_rare(&exact);
        judge_block_count(block, number, call.got, &rare);
    }
    judge_block_order(block);
}

// Sets the results before the first one, if the sides have some.
static void begin(struct judge_block *block, uint64_t first)
{
    for (int s = 0; s < 2; s++) {
        const struct cell *cell = judge_block_cell(block, first + (uint64_t) s);

        block->got[s][JUDGE_PAD - 1] =
            tally_inputs(cell) ? judge_block_value(block->judge->type, cell->edge[1])
                               : NAN;
    }
}

// Returns the number of pairs of a block: its numbers have one side, or two in turn.
static int pairs_from(const struct domain *domain, uint64_t first, uint64_t end)
{
    uint64_t numbers = 2 * JUDGE_PLANE, next;

    if (domain->kind == DOMAIN_DOUBLE_PAIRS && domain->bits / 2 < 10)
        numbers = UINT64_C(1) << domain->bits / 2;
    next = (first / numbers + 1) * numbers;
    return (int) ((next < end ? next : end) - first) / 2;
}

static void judge_judge_all(struct judge_block *block, uint64_t first, size_t count,
                            const void *got)
{
    const struct judge *judge = block->judge;
    size_t width = judge->type == FUNCTION_BINARY64 ? sizeof(uint64_t) : sizeof(uint32_t);
    bool wide = function_wide(judge->domain->kind);
    uint64_t end = first + count;

    while (first < end) {
        int pairs = pairs_from(judge->domain, first, end);

        (judge->kind == JUDGE_MPFR || wide ? judge_block_exact
                                           : judge_block_run)(block, first, got, pairs);
        first += 2 * (uint64_t) pairs;
        got = (const char *) got + 2 * (size_t) pairs * width;
    }
}

void judge_results(const struct judge *judge, uint64_t first, size_t count,
                   const void *got, struct cell sides[2], struct noted_list *noted)
{
    struct judge_block *block = memory_new(1, sizeof *block);
    void *function = NULL;
    fenv_t before;

    assert(first % 2 == 0 && count % 2 == 0);
    assert(judge->isa <= judge_isa_best());
    if (judge->kind == JUDGE_SLEEF)
        function = sleef_find(judge->math, judge->isa);
    assert(judge->kind != JUDGE_SLEEF || function || judge_libm_own(judge->math));
    fegetenv(&before);
    fesetenv(FE_DFL_ENV);
    judge_block_init(block, judge, vector_of(judge->isa), function);
    block->sides = sides;
    block->noted = noted;
    if (count)
        begin(block, first);
    judge_judge_all(block, first, count, got);
    fesetenv(&before);
    free(block);
}
