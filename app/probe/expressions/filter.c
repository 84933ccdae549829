// SPDX-License-Identifier: MIT
//
// How it works
//
// A position x in texels lies w = x - floor(x) of the way from the centre of texel a =
// floor(x) to that of the next, b, and a linear filter gives a + w (b - a) (OpenGL 4.6,
// 8.14.2). Hardware has w in fixed point: Direct3D 11 asks for 8 bits, Vulkan
// (subTexelPrecisionBits, mipmapPrecisionBits) for 4 and more. Between a 0 and a 1 what
// comes back is the weight itself: of 4,096 positions 8 bits make 256 levels. They are
// the positions rounded to so many bits, by a rule, of which each is tried; where bytes
// are mixed to bytes, 255 times the weight is rounded once more, to nearest. A level of
// detail is a position between two levels.
//
// Between texels that are no round numbers it shows in which steps the sum is done.
//
// Without a filter the texel is floor(x), where x = u * width: next to an edge the
// texel is the wrong one if x is rounded across it. Positions are asked within half a
// texel of 64 edges, in steps of 2^-23 of the width, all of them floats.
//
// textureGather() returns the four texels that a linear filter would mix, so the first is
// floor(u * width - 0.5), and its edges are the centres of texels.

#include "base/fp.h"
#include "base/memory.h"
#include "base/verdict.h"
#include "probe/list.h"
#include "probe/shared/trial.h"

#include <math.h>
#include <stdlib.h>

#define FILTER_COLUMNS 2048
#define FILTER_ROWS    2
#define FILTER_CASES   (FILTER_COLUMNS * FILTER_ROWS)

// Between two texels, 0 and 1; between two levels; between texels that are no round
// numbers; a texel as it is; the first texel of those that textureGather() returns.
enum filter_kind {
    FILTER_BETWEEN,
    FILTER_LEVELS,
    FILTER_FRACTIONS,
    FILTER_NONE,
    FILTER_GATHER,
};

// What an expression samples.
struct filter_row {
    enum filter_kind kind;
    bool bytes; // of 255 levels, which a driver makes floats of
    int width;  // texels
    int far;    // added to the coordinate
};

// The two texels of FILTER_FRACTIONS that are the same, as a word, and where the
// positions between them begin.
#define FILTER_EQUAL      UINT32_C(0x3e124925)
#define FILTER_EQUAL_FROM 2

#define EDGES     64
#define FAR       1000 // a whole number of widths from the origin
#define STEP_BITS 23

static const struct filter_row filter_rows[FILTER_COUNT] = {
    [FILTER_RGBA8_LINEAR] = { FILTER_BETWEEN, true, 2, 0 },
    [FILTER_SRGB8_LINEAR] = { FILTER_BETWEEN, false, 2, 0 },
    [FILTER_RGBA16F_LINEAR] = { FILTER_BETWEEN, false, 2, 0 },
    [FILTER_RGBA32F_LINEAR] = { FILTER_BETWEEN, false, 2, 0 },
    [FILTER_RGBA8_LINEAR_FAR] = { FILTER_BETWEEN, true, 2, FAR },
    [FILTER_RGBA32F_LINEAR_FAR] = { FILTER_BETWEEN, false, 2, FAR },
    [FILTER_RGBA8_LEVELS] = { FILTER_LEVELS, true, 2, 0 },
    [FILTER_RGBA32F_LEVELS] = { FILTER_LEVELS, false, 2, 0 },
    [FILTER_RGBA32F_SUM] = { FILTER_FRACTIONS, false, 4, 0 },
    [FILTER_RGBA8_NEAREST_512] = { FILTER_NONE, true, 512, 0 },
    [FILTER_RGBA8_NEAREST_4096] = { FILTER_NONE, true, 4096, 0 },
    [FILTER_RGBA8_NEAREST_16384] = { FILTER_NONE, true, 16384, 0 },
    [FILTER_RGBA32F_NEAREST_16384] = { FILTER_NONE, false, 16384, 0 },
    [FILTER_RGBA8_GATHER_512] = { FILTER_GATHER, true, 512, 0 },
};

// Returns true if an expression returns a texel, and not a mixture.
static bool filter_is_texel(const struct filter_row *row)
{
    return row->kind == FILTER_NONE || row->kind == FILTER_GATHER;
}

// ---- textures ----

static uint32_t byte_end(int level, int x)
{
    (void) level;
    return x ? 255 : 0;
}

static uint32_t float_end(int level, int x)
{
    (void) level;
    return x ? fp_bits(1) : 0;
}

static uint32_t byte_level(int level, int x)
{
    (void) x;
    return level ? 255 : 0;
}

static uint32_t float_level(int level, int x)
{
    (void) x;
    return level ? fp_bits(1) : 0;
}

// 1/3, 1, 1/7, 1/7.
static uint32_t fraction(int level, int x)
{
    static const uint32_t words[] = { 0x3eaaaaab, 0x3f800000, FILTER_EQUAL,
                                      FILTER_EQUAL };

    (void) level;
    return words[x];
}

static uint32_t byte_number(int level, int x)
{
    (void) level;
    return (uint32_t) x & 255;
}

static uint32_t float_number(int level, int x)
{
    (void) level;
    return fp_bits((float) x);
}

static double filter_single(double value)
{
    uint64_t bits = fp_convert(FP_BINARY64, FP_BINARY32, FP_RNE, fp_bits64(value));

    return (double) fp_from_bits((uint32_t) bits);
}

static double filter_number(const struct filter_row *row, int texel)
{
    switch (row->kind) {
    case FILTER_FRACTIONS: return (double) fp_from_bits(fraction(0, texel));
    case FILTER_NONE:
    case FILTER_GATHER:
        return filter_single(row->bytes ? (double) byte_number(0, texel) / 255 : texel);
    default: return texel;
    }
}

// ---- positions: all of it is exact ----

// In steps of 2^-23: 32 distances, doubling, on either side of an edge, the first and the
// last included.
static int edge_step(const struct filter_row *row, int at)
{
    int per_texel = (1 << STEP_BITS) / row->width, edge = at % EDGES,
        distance = at / EDGES;
    int side = distance % 2 ? -1 : 1, magnitude = distance / 2;
    int texels = edge < EDGES / 2
                     ? edge * (row->width / EDGES)
                     : row->width - (EDGES - 1 - edge) * (row->width / EDGES);
    int doubling = magnitude / 2;
    int steps = magnitude < 2 ? magnitude : (2 + magnitude % 2) << (doubling - 1);

    return texels * per_texel + side * (steps < per_texel / 2 ? steps : per_texel / 2);
}

void filter_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    const struct filter_row *row = &filter_rows[line];
    double part = (double) at / FILTER_CASES, u = part;

    (void) params;
    if (filter_is_texel(row))
        u = ldexp(edge_step(row, at), -STEP_BITS);
    if (row->kind == FILTER_GATHER)
        u += 0.5 / row->width;
    if (row->kind == FILTER_BETWEEN || row->kind == FILTER_FRACTIONS)
        u = row->far + (0.5 + part * (row->width - 1)) / row->width;
    // All sums are exact, but downward a sum of 0 is -0.
    words[0] = fp_bits(u == 0 ? 0 : (float) u);
}

static double filter_position(const struct filter_row *row, uint64_t word)
{
    double u = (double) fp_from_bits((uint32_t) word);

    switch (row->kind) {
    case FILTER_LEVELS: return u;
    case FILTER_NONE: return u * row->width;
    default: return (u - row->far) * row->width - 0.5;
    }
}

// ---- answers ----

static int filter_texel(const struct filter_row *row, double x)
{
    return (int) fmin(fmax(x, 0), row->width - 1);
}

static double filter_result(const struct filter_row *row,
                            const struct traits_filter *filter, double x)
{
    int bits = row->kind == FILTER_NONE ? filter->texel_bits : filter->bits;
    double rounded = traits_filter_place(filter, bits, x);
    double first = floor(rounded);
    int a = filter_texel(row, first), b = filter_texel(row, first + 1);

    if (filter_is_texel(row))
        return filter_number(row, a);
    double value = traits_mixed(filter->mix, filter_number(row, a), filter_number(row, b),
                                rounded - first);

    return filter->bytes && row->bytes ? filter_single(floor(255 * value + 0.5) / 255)
                                       : value;
}

bool filter_answer(const struct expressions_call *call)
{
    const struct filter_row *row = &filter_rows[call->expression];

    for (size_t i = 0; i < call->count; i++) {
        double x = filter_position(row, call->in[0][i]);

        call->out[0][i] = fp_bits((float) filter_result(row, &call->traits->filter, x));
    }
    return true;
}

#define ENDS(sampler, texels, word)                                    \
    {                                                                  \
        sampler, PROBE_TEXELS_##texels, 2, word, 1, PROBE_LINEAR, true \
    }
#define LEVELLED(sampler, texels, word)                                         \
    {                                                                           \
        sampler, PROBE_TEXELS_##texels, 2, word, 2, PROBE_BETWEEN_LEVELS, false \
    }
#define NUMBERED(sampler, texels, width, word)                               \
    {                                                                        \
        sampler, PROBE_TEXELS_##texels, width, word, 1, PROBE_NEAREST, false \
    }

const struct probe_texture filter_textures[] = {
    ENDS("bytes", RGBA8, byte_end),
    ENDS("srgb_bytes", SRGB8_ALPHA8, byte_end),
    ENDS("halves", RGBA16F, float_end),
    ENDS("floats", RGBA32F, float_end),
    LEVELLED("byte_levels", RGBA8, byte_level),
    LEVELLED("float_levels", RGBA32F, float_level),
    { "fractions", PROBE_TEXELS_RGBA32F, 4, fraction, 1, PROBE_LINEAR, false },
    NUMBERED("bytes_512", RGBA8, 512, byte_number),
    NUMBERED("bytes_4096", RGBA8, 4096, byte_number),
    NUMBERED("bytes_16384", RGBA8, 16384, byte_number),
    NUMBERED("floats_16384", RGBA32F, 16384, float_number),
    { NULL, PROBE_TEXELS_COUNT, 0, NULL, 0, PROBE_NEAREST, false },
};

// ---- the judge ----
//
// Judges the answers of filter.c: tries all numbers of bits with all rules, and names
// those that give every answer. If none does, it reports how many levels there are, and
// how far they are off.
//
// The positions are a finite set. Between two of them 7 bits by one rule and 8 by another
// may take the same texels: then both are reported, as "at least 7 bits".

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
        expressions_say_exact(finding);
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
