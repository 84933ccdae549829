// SPDX-License-Identifier: MIT
//
// Judges the answers of filter.c: tries all numbers of bits with all rules, and names
// those that give every answer. If none does, it reports how many levels there are, and
// how far they are off.
//
// The positions are a finite set. Between two of them 7 bits by one rule and 8 by another
// may take the same texels: then both are reported, as "at least 7 bits".

#include "probe/expressions/filter.h"

#include "base/fp.h"
#include "base/memory.h"
#include "base/verdict.h"
#include "probe/shared/kept.h"
#include "probe/shared/kinds.h"

#include <math.h>
#include <stdlib.h>

#define BITS_MAX   13
#define LEAST_BITS 4        // that Vulkan asks for
#define LEAST_OFF  0x1.2p-4 // their last, and half a byte

// Numbers of bits that explain all answers, and the rules that do with any of them; 0:
// none does.
struct filter_found {
    uint32_t rules;
    int least, most;
};

// Finds the bits and rules of positions that explain all answers; *trial becomes the one
// of fewest bits. Positions that are not rounded explain them alone.
static struct filter_found filter_rules(const struct expressions_seen *seen,
                                        struct traits *trial)
{
    bool nearest = filter_rows[seen->expression].kind == FILTER_NONE;
    struct filter_found found = { 0 };

    for (int bits = 0; bits <= BITS_MAX && !(found.rules && found.most == 0); bits++) {
        for (int rule = FP_RO; rule >= 0; rule--) {
            struct traits one = *trial;

            *(nearest ? &one.filter.texel_bits : &one.filter.bits) = bits;
            one.filter.round = (enum fp_round) rule;
            if ((bits == 0 && rule) || !expressions_reproduces(seen, &one))
                continue;
            if (!found.rules || bits == found.least) {
                *trial = one;
                found.least = bits;
            }
            found.most = bits;
            found.rules |= VERDICT_RULE(rule);
        }
    }
    return found;
}

// Finds the traits that explain all answers, the least unusual first. Ways to mix show
// between fractions alone.
static struct filter_found filter_explain(const struct expressions_seen *seen,
                                          struct traits *found)
{
    const struct filter_row *row = &filter_rows[seen->expression];
    int mixes = row->kind == FILTER_FRACTIONS ? TRAITS_MIX_COUNT : 1;
    bool bytes = row->bytes && !filter_is_texel(row);

    for (int way = 0; way < mixes + bytes; way++) {
        struct traits trial = seen->known;

        trial.filter.mix = (enum traits_mix)(way % mixes);
        trial.filter.bytes = way >= mixes;
        struct filter_found bits = filter_rules(seen, &trial);

        if (!bits.rules)
            continue;
        *found = trial;
        return bits;
    }
    return (struct filter_found){ 0 };
}

static int filter_compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

    return (x > y) - (x < y);
}

static int filter_levels(const struct expressions_seen *seen)
{
    uint64_t *words = memory_new(seen->count, sizeof *words);
    int levels = 0;

    for (size_t i = 0; i < seen->count; i++)
        words[i] = seen->got[0][i];
    qsort(words, seen->count, sizeof *words, filter_compare_words);
    for (size_t i = 0; i < seen->count; i++)
        levels += i == 0 || words[i] != words[i - 1];
    free(words);
    return levels;
}

// Returns how far a position is from the edge at which the texel that came back begins or
// ends; infinity if that is none of the two beside the edge.
static double beyond_edge(const struct filter_row *row, double x, double got)
{
    double edge = floor(x + 0.5);
    int here = filter_texel(row, floor(x)),
        other = filter_texel(row, x < edge ? edge : edge - 1);

    if (got == filter_number(row, here))
        return 0;
    return got == filter_number(row, other) ? fabs(x - edge) : INFINITY;
}

static double off_by(const struct filter_row *row, double x, double got)
{
    static const struct traits_filter exact = { .mix = TRAITS_MIX_ONCE };
    double off = filter_is_texel(row) ? beyond_edge(row, x, got)
                                      : fabs(got - filter_result(row, &exact, x));

    return isnan(off) ? INFINITY : off;
}

// The answers of this probe.
// clang-format off
static const struct finding_kind
    kind_at_least_bits = { "at-least-bits", "at least {bits} bits", FINDING_BITS },
    kind_levels = { "levels", "{count} levels", FINDING_COUNT },
    kind_next_texel = { "next-texel",
        "the next texel up to at least {value:3} from its edge", FINDING_WORD },
    kind_mix_by_step = { "mix-by-step", "a + w * (b - a)", FINDING_WORD },
    kind_mix_by_products = { "mix-by-products", "a * (1 - w) + b * w", FINDING_WORD },
    kind_unequal_texels = { "unequal-texels",
        "{count} of {of} between two equal texels are not equal to them", FINDING_COUNT },
    kind_position_by = { "position-by", "positions rounded by {survivors}", FINDING_RULE },
    kind_made_bytes = { "made-bytes", "bytes are mixed to bytes", FINDING_WORD };
const struct finding_kind *const filter_kinds[] = {
    &kind_at_least_bits, &kind_levels, &kind_next_texel, &kind_mix_by_step,
    &kind_mix_by_products, &kind_unequal_texels, &kind_position_by, &kind_made_bytes,
    NULL
};
// clang-format on

// Reports how many positions between the two equal texels do not give their value.
static void tell_equal(const struct expressions_seen *seen, struct finding *finding)
{
    const struct filter_row *row = &filter_rows[seen->expression];
    int of = 0, count = 0;

    for (size_t i = 0; row->kind == FILTER_FRACTIONS && i < seen->count; i++)
        if (filter_position(row, seen->in[0][i]) >= FILTER_EQUAL_FROM) {
            of++;
            count += seen->got[0][i] != FILTER_EQUAL;
        }
    if (count)
        FINDING_DETAIL(finding, &kind_unequal_texels, .count = count, .of = of);
}

static void say_mix(const struct probe_params *params, enum traits_mix mix,
                    struct finding *finding)
{
    if (mix == TRAITS_MIX_ONCE)
        FINDING_SAY(finding, &kind_rule, .rules = VERDICT_RULE(FP_RNE));
    else if (mix == TRAITS_MIX_TWO_PRODUCTS)
        FINDING_SAY(finding, &kind_mix_by_products);
    else
        FINDING_SAY(finding, &kind_mix_by_step);
    if (mix == TRAITS_MIX_FUSED)
        FINDING_ALSO(finding, kept_fused(params));
}

// `filter` has the bits `found`; NULL if nothing explains the answers.
static void filter_say(const struct expressions_seen *seen, struct finding *finding,
                       const struct traits_filter *filter,
                       const struct filter_found *found, double off)
{
    enum filter_kind kind = filter_rows[seen->expression].kind;
    bool texel = filter_is_texel(&filter_rows[seen->expression]);
    int bits = found->least;
    bool bytes = filter && filter->bytes, all = filter && !bits && !bytes;

    if (all && kind == FILTER_FRACTIONS)
        say_mix(seen->params, filter->mix, finding);
    else if (all)
        FINDING_SAY(finding, &kind_exact);
    else if (!texel)
        FINDING_SAY(finding, &kind_levels, .count = filter_levels(seen));
    else if (isinf(off))
        FINDING_SAY(finding, &kind_wrong,
                    .count = (int) (finding->cases - finding->agree),
                    .of = (int) finding->cases);
    else
        FINDING_SAY(finding, &kind_next_texel, .value = finding_floor(off, 3));
    if (bits)
        FINDING_ALSO(finding, found->most > bits ? &kind_at_least_bits : &kind_bits,
                     .bits = bits);
    if (bits)
        FINDING_DETAIL(finding, &kind_position_by);
    if (bytes)
        FINDING_DETAIL(finding, &kind_made_bytes);
    if (!all && !texel && isfinite(off))
        FINDING_DETAIL(finding, &kind_off_at_most, .value = finding_floor(off, 3));
}

// Returns the float of the byte that a word stands for: a driver may make floats of bytes
// that are an ulp off. Any other number here is further off, in 1/255 a multiple of
// 2^-12.
static uint64_t of_byte(uint64_t word)
{
    double levels = 255 * (double) fp_from_bits((uint32_t) word);
    double byte = floor(levels + 0.5);

    return fabs(levels - byte) < 0x1p-14 ? fp_bits((float) filter_single(byte / 255))
                                         : word;
}

static double filter_worst(const struct expressions_seen *seen, size_t *at)
{
    const struct filter_row *row = &filter_rows[seen->expression];
    double worst = 0;

    for (size_t i = 0; i < seen->count; i++) {
        double off = off_by(row, filter_position(row, seen->in[0][i]),
                            expressions_number(seen, seen->got[0][i]));

        if (off > worst) {
            worst = off;
            *at = i;
        }
    }
    return worst;
}

bool filter_judge(const struct expressions_seen *seen, struct finding *finding,
                  struct traits *found)
{
    const struct filter_row *row = &filter_rows[seen->expression];
    struct expressions_seen read = *seen;
    uint64_t words[FILTER_CASES];
    size_t worst_at = 0;

    for (size_t i = 0; i < seen->count; i++)
        words[i] = row->bytes ? of_byte(seen->got[0][i]) : seen->got[0][i];
    read.got[0] = words;
    finding->agree = (long) expressions_agree(&read, &seen->known, NULL);
    double worst = filter_worst(&read, &worst_at);
    struct filter_found bits = filter_explain(&read, found);

    finding->survivors = bits.least ? bits.rules : 0;
    finding->deviates = bits.least ? bits.most < LEAST_BITS : worst > LEAST_OFF;
    filter_say(&read, finding, bits.rules ? &found->filter : NULL, &bits, worst);
    tell_equal(&read, finding);
    if (worst > 0 && row->kind != FILTER_FRACTIONS) {
        expressions_case(seen, &seen->known, worst_at, &finding->example);
        FINDING_DETAIL(finding, &kind_worst_case);
    }
    return bits.rules && expressions_reproduces(seen, found);
}
