// SPDX-License-Identifier: MIT
//
// How it works
//
// A multiply-add that is fused rounds once, one that is separate rounds twice. With
// u = ulp(1), (1 + u) (1 - u) - 1 is -u^2 fused; separate, the product 1 - u^2 rounds to
// 1 (nearest) or to 1 - u/2 (truncation), and 0 or -u/2 is left. Ties part the rules of
// the product: (1 + 2^-h) (1 + 2^-k) with h + k = p lies half an ulp above
// 1 + 2^-h + 2^-k, and half an ulp above an odd neighbour with 3 * 2^-k. The other cases
// are random, each such that fused and separate differ under one of the 21 rules of
// fp.h, the rules taking turns: most with an addend near the product, which leaves the
// product's own error; some with one of its size, which rounds too.
//
// All products lie near 2^12, where binary16 has u^2 as a normal number, too.
//
// A compiler may move a negation through a product or a sum. That is exact but where
// rounding has a direction, so each shape has its sisters: the same value, negated at
// another place.
//
// Method: K. Hillesland's and A. Lastra's paranoia for GPUs (GP2 2004), with the eight
// shapes of multiply-add that instruction sets have.

#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/postfix.h"

#include <math.h>

#define COLUMNS      64
#define BUILT        6 // cases that are not drawn
#define TRIES        200
#define SISTERS      3
#define LINE_FMA     9
#define LINE_DOT     10
#define LINES        11
#define MULTIPLIERS  9 // a truncated multiplier keeps [0, 8] columns
#define LOG2_PRODUCT 12

// The first of each is as it is written.
static const struct shape {
    const char *separate[SISTERS], *fused[SISTERS];
    int addend; // the sign of c where it works against a * b
} shapes[LINES] = {
    { { "ab*c+" }, { "abcf" }, -1 },
    { { "ab*c-", "cab*-n" }, { "abcnf", "anbcfn" }, 1 },
    { { "ab*nc+", "anb*c+", "ab*c-n" }, { "anbcf", "abcnfn" }, 1 },
    { { "ab*nc-", "anb*c-", "ab*c+n" }, { "anbcnf", "abcfn" }, -1 },
    { { "cab*+" }, { "abcf" }, -1 },
    { { "cab*-", "canb*+", "ab*c-n" }, { "anbcf", "abcnfn" }, 1 },
    { { "ab*c+n", "ab*nc-", "anb*c-" }, { "abcfn", "anbcnf" }, -1 },
    { { "ab*c-n", "cab*-", "canb*+" }, { "abcnfn", "anbcf" }, 1 },
    { { "ab*c+" }, { "abcf" }, -1 },
    { { "ab*c+" }, { "abcf" }, -1 },
    { { "ab*cd*+" }, { "abcd*f" }, -1 },
};

static const char *const names[LINES] = {
    "a * b + c",
    "a * b - c",
    "-(a * b) + c",
    "-(a * b) - c",
    "c + a * b",
    "c - a * b",
    "-(a * b + c)",
    "-(a * b - c)",
    "t = a * b; t + c",
    "fma(a, b, c)",
    "dot(vec2(a, c), vec2(b, 1))",
};

// a, b and -fl(a * b) near one; `at` below BUILT, odd ones with a negative product.
static void build(int p, int at, double *values)
{
    int h = p / 2, k = p - h;
    double u = ldexp(1, 1 - p), x = ldexp(1, -h), y = ldexp(at / 2 == 2 ? 3 : 1, -k);

    if (at / 2 == 0) {
        values[0] = 1 + u;
        values[1] = 1 - u;
        values[2] = -1;
    } else {
        values[0] = 1 + x;
        values[1] = 1 + y;
        values[2] = -(1 + x + y);
    }
    if (at % 2) {
        values[0] = -values[0];
        values[2] = -values[2];
    }
}

// The first p bits of a * b for a and b of p bits, and `ulps` more; exact.
static double truncated_product(int p, double a, double b, int ulps)
{
    int a_exponent, b_exponent;
    uint64_t x = (uint64_t) ldexp(frexp(fabs(a), &a_exponent), p);
    uint64_t y = (uint64_t) ldexp(frexp(fabs(b), &b_exponent), p);
    fp_u128 product = (fp_u128) x * y;
    int drop = product >> (2 * p - 1) ? p : p - 1;
    double magnitude = ldexp((double) ((uint64_t) (product >> drop) + (uint64_t) ulps),
                             a_exponent + b_exponent - 2 * p + drop);

    return (a < 0) != (b < 0) ? -magnitude : magnitude;
}

static void contraction_draw(int p, uint64_t *state, double *values)
{
    values[0] = draws_number(state, p, 0);
    values[1] = draws_number(state, p, 0);
    if (draws_below(state, 3) > 0)
        values[2] = -truncated_product(p, values[0], values[1], draws_below(state, 2));
    else
        values[2] = draws_number(state, p, draws_below(state, 4) - 1);
}

static void to_words(const struct probe_params *params, int line, const double *values,
                     uint64_t *words)
{
    int emax = params->model.format.emax;
    int log2_product = emax - 3 < LOG2_PRODUCT ? emax - 3 : LOG2_PRODUCT;
    int log2_factor = log2_product / 2;

    words[0] = draws_word(params, ldexp(values[0], log2_factor));
    words[1] = draws_word(params, ldexp(values[1], log2_factor));
    words[2] =
        draws_word(params, -shapes[line].addend * ldexp(values[2], 2 * log2_factor));
    words[3] = draws_word(params, 1);
}

static void contraction_operand(const struct probe_params *params, int line, int at,
                                uint64_t *words)
{
    const char *ways[2] = { shapes[line].separate[0], shapes[line].fused[0] };
    enum fp_round round = (enum fp_round)(at % FP_ROUND_COUNT);
    uint64_t state = (uint64_t) at;
    int p = params->precision_bits;
    double values[3];

    if (at < BUILT) {
        build(p, at, values);
        to_words(params, line, values, words);
        return;
    }
    for (int i = 0; i < TRIES; i++) {
        contraction_draw(p, &state, values);
        to_words(params, line, values, words);
        if (postfix_differ(&probe_contraction, params, round, ways, words))
            return;
    }
}

static bool contraction_answer(const struct expressions_call *call)
{
    const struct shape *shape = &shapes[call->expression];
    bool fused = call->expression == LINE_FMA
                     ? !call->traits->fma_separate
                     : call->traits->contracts >> call->expression & 1;
    struct postfix what = { { fused ? shape->fused[0] : shape->separate[0] } };

    return postfix_answer(call, &what);
}

// What was found, and how.
struct way {
    uint32_t rules;
    int sister;
    struct traits traits;
};

// As written, if that fits, else as the first sister that does. One that rounds up may
// be as another that rounds down, so the rules of all count.
static struct way try_ways(const struct expressions_seen *seen,
                           const struct traits *traits, const char *const *programs)
{
    struct way way = { .traits = *traits };

    for (int i = 0; i < SISTERS && programs[i]; i++) {
        struct postfix what = { { programs[i] } };
        struct traits trial = *traits;
        uint32_t rules = postfix_rules(seen, &trial, &what);

        if (rules && !way.rules) {
            way.sister = i;
            way.traits = trial;
        }
        way.rules |= rules;
    }
    return way;
}

static struct way try_truncated(const struct expressions_seen *seen)
{
    struct way way = { .traits = seen->known };

    for (int columns = 0; columns < MULTIPLIERS && !way.rules; columns++) {
        way.traits.multiplier = columns;
        way = try_ways(seen, &way.traits, shapes[seen->expression].separate);
    }
    return way;
}

// How it would be by IEEE 754, to nearest even: fma() in one step, all else in two.
static void say_detail(const struct expressions_seen *seen, struct finding *finding,
                       const struct way *way)
{
    const struct shape *shape = &shapes[seen->expression];
    bool is_fma = seen->expression == LINE_FMA;
    struct postfix what = { { is_fma ? shape->fused[0] : shape->separate[0] } };
    struct traits plain = TRAITS_NONE(seen->known.model);
    size_t first;

    plain.model.round = FP_RNE;
    plain.fma_separate = false;
    finding->agree = (long) postfix_agree(seen, &plain, &what, &first);
    FINDING_DETAIL(finding,
                   is_fma ? FINDING_AS_ONE_OPERATION : FINDING_AS_TWO_OPERATIONS);
    if (way->rules && way->sister)
        FINDING_DETAIL(finding, FINDING_NEGATION_MOVED);
    if (way->rules && way->traits.multiplier >= 0)
        FINDING_DETAIL(finding, FINDING_PRODUCT_TRUNCATED);
    if (first < seen->count)
        expressions_detail_case(seen, &plain, first, finding);
}

static void note_traits(const struct expressions_seen *seen, const struct way *way,
                        bool fused, struct traits *found)
{
    *found = way->traits;
    found->fma_separate = seen->expression == LINE_FMA && !fused;
    found->contracts = fused ? UINT64_C(1) << seen->expression : 0;
}

static bool contraction_judge(const struct expressions_seen *seen,
                              struct finding *finding, struct traits *found)
{
    const struct shape *shape = &shapes[seen->expression];
    struct way separate = try_ways(seen, &seen->known, shape->separate);
    struct way fused = try_ways(seen, &seen->known, shape->fused);

    struct traits inside;

    if (!separate.rules && expressions_inside(seen, &inside))
        separate = try_ways(seen, &inside, shape->separate);
    if (!separate.rules && !fused.rules)
        separate = try_truncated(seen);
    bool one = separate.rules == 0 && fused.rules != 0;
    bool both = separate.rules != 0 && fused.rules != 0;
    const struct way *way = one ? &fused : &separate;
    bool wanted = one == (seen->expression == LINE_FMA);

    FINDING_SAY(finding, one || both  ? FINDING_FUSED
                         : way->rules ? FINDING_SEPARATE
                                      : FINDING_NEITHER);
    if (both)
        FINDING_ALSO(finding, FINDING_OR_SEPARATE);
    if (separate.rules && traits_keeps(&separate.traits))
        FINDING_ALSO(finding, FINDING_INSIDE, .bits = separate.traits.inside_bits);
    finding->survivors = way->rules;
    finding->deviates = seen->params->form == FORM_PRECISE &&
                        seen->expression != LINE_DOT && !both && (!wanted || !way->rules);
    say_detail(seen, finding, way);
    note_traits(seen, way, one, found);
    return way->rules && way->sister == 0;
}

const struct probe probe_contraction = {
    .name = "contraction",
    .forms = EXPRESSIONS_FORMS,
    .needs_width = true,
    .operands = PROBE_OPERANDS,
    .expressions =
        &(const struct expressions){
            .names = names,
            .count = LINES,
            .columns = COLUMNS,
            .rows = 1,
            .results = 1,
            .in_es2 = true,
            .stages = EXPRESSIONS_STAGES,
            .precisions = 1u << PRECISION_HIGHP | 1u << PRECISION_MEDIUMP |
                          1u << PRECISION_DOUBLE | 1u << PRECISION_FLOAT16,
            .readout = READOUT_BITS,
            .operand = contraction_operand,
            .answer = contraction_answer,
            .judge = contraction_judge,
        },
    .topic = "contraction",
};
