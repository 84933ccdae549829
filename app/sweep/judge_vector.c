// SPDX-License-Identifier: MIT
//
// Counts the errors of a plane. Built for each width (judge_vector.h): the compiler
// makes the vectors and chooses the instructions, except for two that it cannot
// express.
//
// How it works. Nearly all results are numbers, near the exact ones and not near an
// edge. One mask shows that all results of a vector are like that; then the code only
// counts the correct ones, the bins and the sums, and checks whether one is worse than
// all before. Other vectors are sorted out with masks. If the masks do not decide a
// result, it is left for the caller, with NaN as its error.

#include "sweep/judge_vector.h"
#include "sweep/judge_width.h"
#include "sweep/tally.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define SIGN     INT64_MIN
#define ROUNDING 0x1.8p+52 // added and taken away again: rounds to an integer
#define BIN_FAR  32        // times 1/8 ulp: powers of two begin
#define BIN_NONE INT32_MIN
#define BIN_FEW  4 // bins to either side that are counted by vectors

// The counts of each lane.
struct counts {
    vl finite, special, overflow, correct, beyond;
    vd sum, sum_abs;
};

// A vector of inputs.
struct lanes {
    vd want, got, difference, error, size, power;
};

static inline struct lanes lanes_of(const struct judge_edges *edges, vd want, vd got)
{
    struct lanes at;

    at.want = want;
    at.got = got;
    at.size = width_abs(at.want);
    at.power = (vd) ((vl) at.want & (int64_t) edges->exponent);
    at.power = width_max(at.power, width_all(edges->power));
    at.difference = at.got - at.want;
    at.error = at.difference * (vd) (edges->inverse - (vu) at.power);
    return at;
}

static inline vd want_at(const struct judge_plane *plane, int i)
{
    return (vd) ((vl) width_load(plane->want + i) ^ (int64_t) plane->flip);
}

// Replaces an exact result that is so small that the difference from the device's
// result would lose it: an error of less than an ulp must not become one ulp.
static inline vd not_lost(const struct judge_edges *edges, vd want, vd got)
{
    vl tiny = (width_abs(want) < edges->tiny) & (want != 0.0) & (got != 0.0);
    vd kept = (vd) ((vl) width_all(edges->tiny) | ((vl) want & SIGN));

    return width_choose(tiny, kept, want);
}

// Returns the distance of an error from the limit of correct results.
static inline vd edge_distance(vd size, bool directed)
{
    return directed ? width_abs(width_abs(size - 0.5) - 0.5)
                    : width_abs(width_abs(size - 0.75) - 0.25);
}

// Returns the correct results. A result nearer to zero in the binade below has another
// number between it and the exact one.
static inline vl correct_of(const struct judge_edges *edges, const struct lanes *at,
                            bool directed)
{
    vl sign;
    vd turned;

    if (!directed)
        return width_abs(at->error) <= 0.5;
    sign = (int64_t) edges->flip ^ ((vl) at->want & (int64_t) edges->follow);
    turned = (vd) ((vl) at->error ^ sign);
    return (turned > -1.0) & (turned <= 0.0) &
           ((width_abs(at->got) >= (vd) ((vl) at->want & (int64_t) edges->exponent)) |
            (at->size < edges->least));
}

static inline void judge_vector_add(struct counts *counts, vd error, vl correct)
{
    vd steps = (error * CELL_SUM_ONE + ROUNDING) - ROUNDING;

    counts->correct -= correct;
    counts->sum += steps;
    counts->sum_abs += width_abs(steps);
}

// Returns the errors in eighths of an ulp, truncated; for errors below 2^20.
static inline vi bins_of(vd error)
{
    return __builtin_convertvector(error * 8, vi);
}

// Sorts out all results of a vector, of any kind; `live` marks those that exist.
static inline void sort_out(struct judge_plane *plane, struct counts *counts, int i,
                            vl live, bool directed)
{
    const struct judge_edges *edges = plane->edges;
    vd got = width_load(plane->got + i);
    struct lanes at = lanes_of(edges, not_lost(edges, want_at(plane, i), got), got);
    vd away = width_abs(at.error), far = width_abs(at.difference);
    vl same_sign = edges->signs ? ((vl) at.want ^ (vl) at.got) >= 0 : live;
    vl number = (at.size >= 0x1p-1022) & (at.size < plane->end) &
                (width_abs(at.got) < INFINITY) &
                ((at.got != 0.0) | (same_sign & (away < 1.0))) & live;
    vl overflow = (at.size >= edges->end) & (at.size < INFINITY) & same_sign &
                  (width_abs(at.got) == INFINITY) & (directed ? live ^ live : live);
    vl special =
        ((at.want != at.want) & (at.got != at.got)) |
        (((at.want == 0.0) | (at.size == INFINITY)) & ((vl) at.want == (vl) at.got));
    vl within = number & (away <= CELL_SUM_LIMIT);
    vl worse = (away > plane->ulp) | (far > plane->absolute) |
               ((far > at.size * plane->relative) & (at.size >= edges->relative));
    vl near = edge_distance(away, directed) <= edges->near;
    vl done;
    vi bins, binned;

    special = edges->signs ? special & live & ~overflow : live ^ live;
    done = number | special | overflow | ~live;
    counts->finite -= number;
    counts->special -= special;
    counts->overflow -= overflow;
    counts->beyond -= number & ~within;
    judge_vector_add(counts, (vd) ((vl) at.error & within),
                     correct_of(edges, &at, directed) & number);
    counts->correct -= special | overflow;
    plane->look |= width_any((number & near) | ~done);
    plane->worse |= width_any(number & worse);
    width_store(plane->error + i,
                width_choose(number, at.error,
                             width_choose(done, width_all(INFINITY), width_all(NAN))));
    binned = __builtin_convertvector(number, vi);
    bins =
        (bins_of(width_choose(number & (away < 0x1p20), at.error, width_all(BIN_FAR))) &
         binned) |
        (BIN_NONE & ~binned);
    memcpy(plane->bin + i, &bins, sizeof bins);
}

__attribute__((noinline)) static void sort_out_usual(struct judge_plane *plane,
                                                     struct counts *counts, int i,
                                                     vl live)
{
    sort_out(plane, counts, i, live, false);
}

__attribute__((noinline)) static void sort_out_directed(struct judge_plane *plane,
                                                        struct counts *counts, int i,
                                                        vl live)
{
    sort_out(plane, counts, i, live, true);
}

static void judge_vector_add_counts(struct judge_plane *plane,
                                    const struct counts *counts)
{
    for (int k = 0; k < WIDTH; k++) {
        plane->finite += counts->finite[k];
        plane->special += counts->special[k];
        plane->overflow += counts->overflow[k];
        plane->correct += counts->correct[k];
        plane->beyond += counts->beyond[k];
        plane->sum += counts->sum[k];
        plane->sum_abs += counts->sum_abs[k];
    }
}

// Counts a plane. The counts of usual results, and the values that the loop needs, stay
// in registers.
__attribute__((always_inline)) static inline void count_all(struct judge_plane *plane,
                                                            const bool directed)
{
    const struct judge_edges edges = *plane->edges;
    const vd usual = width_all(edges.usual);
    const vd relative = width_all(plane->relative);
    const vd least = width_all(edges.least), end = width_all(plane->end);
    const vd near = width_all(edges.near);
    const double *got = plane->got;
    double *error = plane->error;
    int32_t *bin = plane->bin;
    const int count = plane->count;
    struct counts usual_ones = { 0 }, others = { 0 };
    vd furthest = width_all(-1), farthest = width_all(-1); // in ulp, and as they are
    vl worse = { 0 };
    int i = 0, number = 0;

    for (; i + WIDTH <= count; i += WIDTH) {
        struct lanes at = lanes_of(&edges, want_at(plane, i), width_load(got + i));
        vd away = width_abs(at.error), far = width_abs(at.difference);
        vl plain = (at.size >= least) & (at.size < end) & (away <= usual) &
                   (edge_distance(away, directed) > near);
        vi bins;

        if (width_any(~plain)) {
            (directed ? sort_out_directed : sort_out_usual)(plane, &others, i,
                                                            width_first(WIDTH));
            continue;
        }
        number += WIDTH;
        furthest = width_max(furthest, away);
        farthest = width_max(farthest, far);
        worse |= far > at.size * relative;
        judge_vector_add(&usual_ones, at.error, correct_of(&edges, &at, directed));
        width_store(error + i, at.error);
        bins = bins_of(at.error);
        memcpy(bin + i, &bins, sizeof bins);
    }
    if (i < count)
        (directed ? sort_out_directed : sort_out_usual)(plane, &others, i,
                                                        width_first(count - i));
    judge_vector_add_counts(plane, &usual_ones);
    judge_vector_add_counts(plane, &others);
    plane->finite += number;
    worse |= (furthest > plane->ulp) | (farthest > plane->absolute);
    plane->worse |= width_any(worse);
}

// Counts the bins of the few errors that are not near zero, one after the other.
__attribute__((noinline)) static void bins_far(struct judge_plane *plane)
{
    for (int i = 0; i < plane->count; i++) {
        int bin = plane->bin[i];

        if (bin == BIN_NONE || (bin >= -BIN_FEW && bin <= BIN_FEW))
            continue;
        plane->bins[bin > -BIN_FAR && bin < BIN_FAR ? CELL_ZERO + bin
                                                    : tally_bin(plane->error[i])]++;
    }
}

// Counts the bins near zero by comparing bytes, so that no counter waits for the one
// before.
__attribute__((noinline)) static void bins_near(struct judge_plane *plane)
{
    int8_t bytes[JUDGE_PLANE + JUDGE_PAD];
    vb found[2 * BIN_FEW + 1] = { 0 };
    int end = plane->count / (int) sizeof(vb) * (int) sizeof(vb), left = plane->finite;

    for (int i = 0; i < plane->count; i++) {
        int bin = plane->bin[i];

        bin = bin < -BIN_FAR ? -BIN_FAR : bin;
        bytes[i] = (int8_t) (bin > BIN_FAR ? BIN_FAR : bin);
    }
    for (int i = 0; i < end; i += (int) sizeof(vb)) {
        vb at;

        memcpy(&at, bytes + i, sizeof at);
        for (int k = 0; k <= 2 * BIN_FEW; k++)
            found[k] -= at == (int8_t) (k - BIN_FEW);
    }
    for (int k = 0; k <= 2 * BIN_FEW; k++) {
        int count = 0;

        for (int j = 0; j < (int) sizeof(vb); j++)
            count += (uint8_t) found[k][j];
        for (int i = end; i < plane->count; i++)
            count += bytes[i] == k - BIN_FEW;
        plane->bins[CELL_ZERO - BIN_FEW + k] += (uint64_t) count;
        left -= count;
    }
    if (left)
        bins_far(plane);
}

void JUDGE_JOIN(judge_count, JUDGE_ISA)(struct judge_plane *plane)
{
    assert(plane->count <= JUDGE_PLANE);
    if (plane->edges->directed)
        count_all(plane, true);
    else
        count_all(plane, false);
    bins_near(plane);
}

// The largest error of a lane, and its first place.
struct largest {
    vd value, at;
};

static inline void judge_vector_take(struct largest *largest, vd value, vl mask, int i)
{
    vl larger = (value > largest->value) & mask;

    largest->value = width_choose(larger, value, largest->value);
    largest->at = width_choose(larger, width_all(i), largest->at);
}

static int largest_of(const struct largest *largest, double *value)
{
    int at = -1;

    for (int k = 0; k < WIDTH; k++) {
        int here = (int) largest->at[k] + k;

        if (largest->at[k] >= 0 && (at < 0 || largest->value[k] > *value ||
                                    (largest->value[k] == *value && here < at))) {
            *value = largest->value[k];
            at = here;
        }
    }
    return at;
}

void JUDGE_JOIN(judge_extremes, JUDGE_ISA)(const struct judge_plane *plane,
                                           struct judge_extremes *out)
{
    const vd none = width_all(-1);
    struct largest ulp = { none, none }, absolute = { none, none };
    struct largest relative = { width_all(0), none };

    for (int i = 0; i < plane->count; i += WIDTH) {
        vd want = want_at(plane, i), size = width_abs(want);
        vd away = width_abs(width_load(plane->error + i));
        vd far = width_abs(width_load(plane->got + i) - want);
        vl finite = away < INFINITY;

        judge_vector_take(&ulp, away, finite, i);
        judge_vector_take(&absolute, far, finite, i);
        judge_vector_take(&relative, far / size,
                          finite & (size >= plane->edges->relative) & (size > 0.0), i);
    }
    out->ulp_at = largest_of(&ulp, &out->ulp);
    out->relative_at = largest_of(&relative, &out->relative);
    out->absolute_at = largest_of(&absolute, &out->absolute);
}
