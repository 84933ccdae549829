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
// A sum of two products, a * b + c * d, is fused in one of two ways: the exact product is
// the first or the second. A case differs between two of the three ways, which take
// turns. In a * b - b * a the separate difference is 0, and a fused one is the error of
// the product, whose sign shows which product was rounded.
//
// Where an expression may keep more bits until it is stored, a product of few bits is
// kept whole, and its sum looks fused. So there are more cases then: the product (1 +
// 2^-h) (1 + 2^-k), a tie once more, and a tiny addend. A fused sum sees on which side of
// the tie it lies; where registers end above the addend, it is lost, and what is stored
// is the tie's. That parts all rules to nearest. In a direction two roundings are one,
// and only a product that the registers do not hold is told from a fused one.
//
// A compiler may move a negation through a product or a sum, which changes the result
// only where rounding has a direction. So each shape has its sisters: the same value,
// negated at another place.
//
// Method: K. Hillesland's and A. Lastra's paranoia for GPUs (GP2 2004), with the eight
// shapes of multiply-add that instruction sets have.

#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/postfix.h"
#include "probe/shared/trial.h"

#include <math.h>

#define COLUMNS      64
#define BUILT        6 // cases that are not drawn
#define TINY         8 // cases more where more bits may be kept
#define TRIES        200
#define LOG2_PRODUCT 12
#define WAYS         3 // separate, fused, other

_Static_assert(TRAITS_FUSES_MUL_ADD == UINT64_C(1) << CONTRACTION_MUL_ADD,
               "a bit of its number");

static const char *const *programs_of(int expression, int candidate)
{
    return expressions_candidate(&probe_contraction, expression, candidate)->programs;
}

// Returns true if an expression is a sum of two products.
static bool has_two_products(int expression)
{
    return programs_of(expression, CONTRACTION_OTHER)[0];
}

// The products lie near 2^12, or as near as the range allows.
static int contraction_log2_factor(const struct probe_params *params)
{
    int emax = params->model.format.emax;

    return (emax - 3 < LOG2_PRODUCT ? emax - 3 : LOG2_PRODUCT) / 2;
}

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

// A product that is a tie, and the least number that is kept everywhere, of either sign.
static void build_tiny(const struct probe_params *params, int at, double *values)
{
    int p = params->precision_bits, h = p / 2, k = p - h;
    int least = 2 - params->model.format.emax - 2 * contraction_log2_factor(params);

    values[0] = (1 + ldexp(1, -h)) * (at & 1 ? -1 : 1);
    values[1] = 1 + ldexp(at & 2 ? 3 : 1, -k);
    values[2] = ldexp(at & 4 ? -1 : 1, least);
}

static void to_words(const struct probe_params *params, int line, const double *values,
                     uint64_t *words)
{
    int log2_factor = contraction_log2_factor(params);

    words[0] = draws_word(params, ldexp(values[0], log2_factor));
    words[1] = draws_word(params, ldexp(values[1], log2_factor));
    words[2] =
        draws_word(params, -probe_contraction.expressions->list[line].cases.values[0] *
                               ldexp(values[2], 2 * log2_factor));
    words[3] = draws_word(params, 1);
}

// Draws factors until two of the ways differ: separate, the first product fused, the
// second.
static void draw_products(const struct probe_params *params, int line, int at,
                          uint64_t *words)
{
    enum fp_round round = (enum fp_round)(at % FP_ROUND_COUNT);
    int pair = at + at / FP_ROUND_COUNT;
    const char *ways[2] = { programs_of(line, pair % WAYS)[0],
                            programs_of(line, (pair + 1) % WAYS)[0] };
    uint64_t state = (uint64_t) at;

    for (int i = 0; i < TRIES; i++) {
        for (int k = 0; k < PROBE_OPERANDS; k++)
            words[k] =
                draws_word(params, ldexp(draws_number(&state, params->precision_bits, 0),
                                         contraction_log2_factor(params)));
        if (postfix_differ(&probe_contraction, params, round, ways, words))
            return;
    }
}

void contraction_operand(const struct probe_params *params, int line, int at,
                         uint64_t *words)
{
    const char *ways[2] = { programs_of(line, CONTRACTION_SEPARATE)[0],
                            programs_of(line, CONTRACTION_FUSED)[0] };
    enum fp_round round = (enum fp_round)(at % FP_ROUND_COUNT);
    uint64_t state = (uint64_t) at;
    int p = params->precision_bits;
    double values[3];

    if (has_two_products(line) && at < COLUMNS) {
        draw_products(params, line, at, words);
        return;
    }
    if (at < BUILT) {
        build(p, at, values);
        to_words(params, line, values, words);
        return;
    }
    if (at >= COLUMNS) {
        build_tiny(params, at - COLUMNS, values);
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

bool contraction_answer(const struct expressions_call *call)
{
    bool fused = call->expression == CONTRACTION_FMA
                     ? !call->traits->fma_separate
                     : call->traits->contracts >> call->expression & 1;
    bool second = call->traits->fuses_second && has_two_products(call->expression);
    int candidate = !fused   ? CONTRACTION_SEPARATE
                    : second ? CONTRACTION_OTHER
                             : CONTRACTION_FUSED;
    struct postfix what = { { programs_of(call->expression, candidate)[0] } };

    return postfix_answer(call, &what);
}

// All that gives these answers.
struct ways {
    struct trial separate; // stored after each step, or kept in more bits
    struct trial fused;
    int product;  // of two, the one that is not rounded: 1 or 2; 0 if both fit, or none
    bool unclear; // fused, and kept as well
};

static struct trial_question ask_candidate(const struct expressions_seen *seen,
                                           enum contraction_candidate candidate)
{
    return (struct trial_question){ seen, .programs = programs_of(seen->expression,
                                                                  (int) candidate) };
}

// Tries fused programs, of two products with either one exact.
static void try_fused(const struct expressions_seen *seen, struct ways *ways)
{
    const struct trial_question first = ask_candidate(seen, CONTRACTION_FUSED);
    const struct trial_question other = ask_candidate(seen, CONTRACTION_OTHER);

    ways->fused = trial_of(&first, &seen->known);
    if (!has_two_products(seen->expression))
        return;
    struct trial second = trial_of(&other, &seen->known);

    second.traits.fuses_second = true;
    if (second.rules && ways->fused.rules)
        return;
    ways->product = second.rules ? 2 : ways->fused.rules ? 1 : 0;
    if (second.rules)
        ways->fused = second;
}

static struct ways contraction_find(const struct expressions_seen *seen)
{
    static const struct trial_trait columns[] = { TRIAL_TRAIT(multiplier, 0, 8) };
    const struct trial_question separate = ask_candidate(seen, CONTRACTION_SEPARATE);
    struct ways ways = { .separate = trial_of(&separate, &seen->known) };

    try_fused(seen, &ways);
    if (!ways.separate.rules && kept_may(seen->params)) {
        ways.separate = trial_inside(&separate);
        ways.unclear =
            ways.fused.rules && (ways.separate.rules || kept_beyond(seen->params));
    }
    if (!ways.separate.rules && !ways.fused.rules)
        ways.separate = trial_traits(&separate, &seen->known, columns, 1);
    return ways;
}

static void contraction_say(const struct expressions_seen *seen, const struct ways *ways,
                            struct finding *finding)
{
    bool separate = ways->separate.rules, fused = ways->fused.rules;

    FINDING_SAY(finding, ways->unclear ? &kind_inside_unclear
                         : fused       ? &kind_fused
                         : separate    ? &kind_separate
                                       : &kind_neither);
    if (ways->unclear)
        return;
    if (fused && separate)
        FINDING_ALSO(finding, &kind_or_separate);
    else if (ways->product)
        FINDING_ALSO(finding,
                     ways->product == 1 ? &kind_first_product : &kind_second_product);
    else if (separate)
        kept_say(seen, &ways->separate.traits, finding);
}

// How it would be by IEEE 754, to nearest even: fma() in one step, all else in two.
static void say_detail(const struct expressions_seen *seen, struct finding *finding,
                       const struct trial *way)
{
    bool is_fma = seen->expression == CONTRACTION_FMA;
    int wanted = is_fma ? CONTRACTION_FUSED : CONTRACTION_SEPARATE;
    struct postfix what = { { programs_of(seen->expression, wanted)[0] } };
    struct traits plain = TRAITS_NONE(seen->known.model);
    size_t first;

    plain.model.round = FP_RNE;
    plain.fma_separate = false;
    finding->agree = (long) postfix_agree(seen, &plain, &what, &first);
    FINDING_DETAIL(finding, is_fma ? &kind_as_one_operation : &kind_as_two_operations);
    if (way->rules && way->program)
        FINDING_DETAIL(finding, &kind_negation_moved);
    if (way->rules && way->traits.multiplier >= 0)
        FINDING_DETAIL(finding, &kind_product_truncated);
    if (first < seen->count)
        expressions_detail_case(seen, &plain, first, finding);
}

static void note_traits(const struct expressions_seen *seen, const struct trial *way,
                        bool fused, struct traits *found)
{
    *found = way->traits;
    found->fma_separate = seen->expression == CONTRACTION_FMA && !fused;
    found->contracts = fused ? UINT64_C(1) << seen->expression : 0;
}

bool contraction_judge(const struct expressions_seen *seen, struct finding *finding,
                       struct traits *found)
{
    struct ways ways = contraction_find(seen);
    bool both = ways.unclear || (ways.separate.rules && ways.fused.rules);
    bool one = ways.unclear || (!ways.separate.rules && ways.fused.rules);
    const struct trial *way = one ? &ways.fused : &ways.separate;
    bool wanted = one == (seen->expression == CONTRACTION_FMA);

    contraction_say(seen, &ways, finding);
    finding->survivors = way->rules | (ways.unclear ? ways.separate.rules : 0);
    finding->deviates = seen->params->form == FORM_PRECISE &&
                        seen->expression != CONTRACTION_DOT_VEC2 && !both &&
                        (!wanted || !way->rules);
    say_detail(seen, finding, way);
    note_traits(seen, way, one, found);
    return way->rules && way->program == 0;
}
