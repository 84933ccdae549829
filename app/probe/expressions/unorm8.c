// SPDX-License-Identifier: MIT
//
// How it works
//
// An RGBA8 target stores a byte n for a float x in [0, 1]: the whole number nearest to
// 255 x is best, either of its two neighbours is allowed (OpenGL 4.6, 2.3.5.2). Where
// does n step from k to k + 1? At (k + 1/2)/255 if it is the nearest, but targets work
// in fixed point of some width and have their thresholds beside. So each of the 255 is
// bracketed by floats around it, in units of 1/65536: 1/256 (about an ulp), 1/64, 1/16,
// 1/4, the whole ones up to 16, and a few up to 140, beyond the next byte itself, which
// is 128.5 away. For k = 127 the threshold is 1/2, a float, and a tie; no other is one.
//
// The bytes are held against 255 x rounded once by each rule, then rounded to binary32
// before: with ties away that is floor(255 x + 1/2) in binary32, whose sum is exact. What
// none of these gives is told by where its thresholds lie: between the last float that
// gave k and the first that gave more.

#include "base/fp.h"
#include "probe/expressions.h"
#include "probe/list.h"

#include <math.h>

#define STEPS   25
#define SIDES   (2 * STEPS + 1)
#define COLUMNS 765
#define ROWS    17
#define CASES   (COLUMNS * ROWS)

_Static_assert(CASES == 255 * SIDES, "255 thresholds");

// In 1/256 of 1/65536.
static const int steps[STEPS] = {
    1,        4,        16,        64,        1 * 256,  2 * 256,  3 * 256,
    4 * 256,  5 * 256,  6 * 256,   7 * 256,   8 * 256,  9 * 256,  10 * 256,
    11 * 256, 12 * 256, 13 * 256,  14 * 256,  15 * 256, 16 * 256, 24 * 256,
    32 * 256, 64 * 256, 120 * 256, 140 * 256,
};
static const float below[] = {
    -0.0f, -0x1p-126f, -0x1p-40f, -0x1p-10f, -0x1p-8f, -0.5f, -1.0f, -0x1.fffffep+127f,
};
static const float above[] = {
    1.0f, 0x1.000002p+0f, 0x1.01p+0f, 1.5f, 2.0f, 256.0f, 0x1p+32f, 0x1.fffffep+127f,
};

// (2 k + 1) / 510 + side / 2^24, rounded once; [-140, 141] stays in (0, 1).
static uint32_t threshold_operand(int at)
{
    int64_t k = at / SIDES, side = at % SIDES - STEPS;
    int64_t offset = side < 0 ? -steps[-side - 1] : side > 0 ? steps[side - 1] : 0;
    int64_t places = ((2 * k + 1) * (INT64_C(1) << 40) / 510) + offset * (1 << 16);
    bool sticky = (2 * k + 1) * (INT64_C(1) << 40) % 510 != 0;
    bool negative = places < 0;

    return (uint32_t) fp_pack(FP_BINARY32, FP_RNE, negative, -40,
                              (fp_u128) (negative ? -places : places), sticky);
}

// k / 255 as a float. The bits of k repeat in it, three times in 24, so that what is cut
// off begins with a 1: it is never too small, and truncation gives k as well.
static uint32_t level_operand(int at)
{
    uint64_t places = ((uint64_t) at % 256 << 40) / 255;

    return (uint32_t) fp_pack(FP_BINARY32, FP_RNE, false, -40, places,
                              at % 256 % 255 != 0);
}

void unorm8_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    (void) params;
    switch (line) {
    case UNORM8_THRESHOLDS: words[0] = threshold_operand(at); break;
    case UNORM8_LEVELS: words[0] = level_operand(at); break;
    case UNORM8_BELOW: words[0] = fp_bits(below[at % 8]); break;
    case UNORM8_ABOVE: words[0] = fp_bits(above[at % 8]); break;
    case UNORM8_INFINITY: words[0] = at % 2 ? 0xff800000 : 0x7f800000; break;
    default: words[0] = at % 2 ? 0xffc00000 : 0x7fc00000; break;
    }
}

// 0 or more, exact in binary64.
static unsigned unorm8_whole(double value, enum fp_round rule)
{
    double low = floor(value), rest = value - low;
    bool more = rest > 0 && rest != 0.5;

    return (unsigned) low +
           fp_round_away(rule, false, (unsigned) low & 1, rest >= 0.5, more);
}

static double in_binary32(double value, enum fp_round rule)
{
    uint64_t bits = fp_convert(FP_BINARY64, FP_BINARY32, rule, fp_bits64(value));

    return (double) fp_from_bits((uint32_t) bits);
}

// 255 x, which has 32 bits, rounded once; or first to binary32.
enum way { WAY_EXACT, WAY_PRODUCT, WAY_COUNT };

static unsigned byte_of(enum way way, enum fp_round rule, uint32_t bits)
{
    double x = (double) fp_from_bits(bits);

    if (isnan(x) || x <= 0)
        return 0;
    if (x >= 1)
        return 255;
    return unorm8_whole(way == WAY_EXACT ? 255 * x : in_binary32(255 * x, rule), rule);
}

bool unorm8_answer(const struct expressions_call *call)
{
    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = byte_of(WAY_EXACT, FP_RNE, (uint32_t) call->in[0][i]);
    return true;
}

static bool gives_all(const struct expressions_seen *seen, enum way way,
                      enum fp_round rule)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i] &&
            seen->got[0][i] != byte_of(way, rule, (uint32_t) seen->in[0][i]))
            return false;
    return true;
}

static uint32_t unorm8_rules_of(const struct expressions_seen *seen, enum way way)
{
    uint32_t rules = 0;

    for (int rule = 0; rule <= FP_RO; rule++)
        if (gives_all(seen, way, (enum fp_round) rule))
            rules |= VERDICT_RULE(rule);
    return rules;
}

// Whether GL allows a byte: less than one from 255 x, clamped. Of a NaN it says nothing.
static bool is_allowed(uint32_t bits, unsigned byte)
{
    double x = (double) fp_from_bits(bits);

    return isnan(x) || fabs(byte - 255 * fmin(fmax(x, 0), 1)) < 1;
}

// Where the thresholds are, from (k + 1/2)/255, in 1/65536.
struct brackets {
    int found;         // thresholds that have a byte on either side
    bool monotone;     // a larger x never gave a smaller byte
    double low, high;  // they are somewhere within
    int low_k, high_k; // whose these are
};

// The last sample of threshold k that gave k or less, the first that gave more.
static void bracket(const struct expressions_seen *seen, int k, double *last,
                    double *first)
{
    *last = -INFINITY;
    *first = INFINITY;
    for (int i = k * SIDES; i < (k + 1) * SIDES; i++) {
        double x = (double) fp_from_bits((uint32_t) seen->in[0][i]);
        double offset = x * 65536 - (2 * k + 1) * (65536 / 510.0);

        if (!seen->defined[i])
            continue;
        if (seen->got[0][i] <= (unsigned) k)
            *last = fmax(*last, offset);
        else
            *first = fmin(*first, offset);
    }
}

static struct brackets unorm8_measure(const struct expressions_seen *seen)
{
    struct brackets all = { .monotone = true, .low = INFINITY, .high = -INFINITY };

    for (int k = 0; k < 255; k++) {
        double last, first;

        bracket(seen, k, &last, &first);
        all.monotone = all.monotone && last < first;
        if (isinf(last) || isinf(first))
            continue;
        all.found++;
        if (last < all.low) {
            all.low = last;
            all.low_k = k;
        }
        if (first > all.high) {
            all.high = first;
            all.high_k = k;
        }
    }
    return all;
}

// What a rule for 255 x, exact or in binary32, is called. To nearest is one to the eye:
// but for a single tie, 1/2, the rules differ in binary32 only.
static const struct finding_kind *name_of(enum way way, enum fp_round rule)
{
    switch (rule) {
    case FP_RTZ:
    case FP_RDN: return &kind_truncates;
    case FP_RAZ:
    case FP_RUP: return &kind_rounds_up;
    case FP_RO: return &kind_rounds_to_odd;
    case FP_RNA: return way ? &kind_floor_in_binary32 : &kind_nearest;
    case FP_RNZ: return way ? &kind_ceil_in_binary32 : &kind_nearest;
    default: return way ? &kind_nearest_in_binary32 : &kind_nearest;
    }
}

static void say_thresholds(const struct expressions_seen *seen, struct finding *finding)
{
    struct brackets all = unorm8_measure(seen);
    double off = fmax(fabs(all.low), fabs(all.high));
    int way = WAY_EXACT;

    while (way < WAY_COUNT &&
           !(finding->survivors = unorm8_rules_of(seen, (enum way) way)))
        way++;
    if (way < WAY_COUNT) {
        enum fp_round rule = (enum fp_round) __builtin_ctz(finding->survivors);

        FINDING_SAY(finding, name_of((enum way) way, rule));
        if (rule <= FP_RNO)
            FINDING_ALSO(finding, &kind_within, .value = finding_rounded(off, 2));
    } else if (!all.monotone) {
        FINDING_SAY(finding, &kind_not_monotone);
    } else if (all.found < 255 || off > 64) {
        FINDING_SAY(finding, &kind_other);
    } else {
        FINDING_SAY(finding, &kind_nearest);
        FINDING_ALSO(finding, &kind_off_by, .value = finding_rounded(off, 2));
    }
    if (all.found > 0)
        FINDING_DETAIL(finding, &kind_thresholds, .count = all.found,
                       .value = finding_rounded(all.low, 3), .least = all.low_k,
                       .at = finding_rounded(all.high, 3), .most = all.high_k);
}

// The other expressions: the byte that all have, or what is wanted.
static void say_bytes(const struct expressions_seen *seen, struct finding *finding)
{
    bool all = finding->agree == finding->cases, one = true;

    if (seen->expression != UNORM8_NAN) {
        FINDING_SAY(finding, seen->expression == UNORM8_LEVELS
                                 ? (all ? &kind_exact : &kind_unorm8_not_exact)
                                 : (all ? &kind_clamped : &kind_not_clamped));
        return;
    }
    for (size_t i = 0; i < seen->count; i++)
        one = one && (!seen->defined[i] || seen->got[0][i] == seen->got[0][0]);
    FINDING_SAY(finding, &kind_byte, .count = (int) seen->got[0][0]);
    if (!one)
        FINDING_ALSO(finding, &kind_and_others);
}

// The first case that deviates, or else the first that another byte would suit better.
static void add_first(const struct expressions_seen *seen, struct finding *finding,
                      size_t deviates, size_t other)
{
    size_t i = deviates < seen->count ? deviates : other;

    if (i == seen->count)
        return;
    expressions_case(seen, NULL, i, &finding->example);
    finding->example.wanted = true;
    finding->example.want[0] = byte_of(WAY_EXACT, FP_RNE, (uint32_t) seen->in[0][i]);
    FINDING_DETAIL(finding, &kind_as_nearest);
    FINDING_DETAIL(finding, &kind_case_of_byte);
}

bool unorm8_judge(const struct expressions_seen *seen, struct finding *finding,
                  struct traits *found)
{
    size_t deviates = seen->count, other = seen->count;

    (void) found;
    for (size_t i = seen->count; i-- > 0;) {
        uint32_t bits = (uint32_t) seen->in[0][i];
        bool nearest = seen->got[0][i] == byte_of(WAY_EXACT, FP_RNE, bits);

        if (!seen->defined[i])
            continue;
        finding->agree += nearest;
        other = nearest ? other : i;
        deviates = is_allowed(bits, (unsigned) seen->got[0][i]) ? deviates : i;
    }
    finding->deviates = deviates < seen->count;
    if (seen->expression == UNORM8_THRESHOLDS)
        say_thresholds(seen, finding);
    else
        say_bytes(seen, finding);
    add_first(seen, finding, deviates, other);
    return other == seen->count;
}
