// SPDX-License-Identifier: MIT
//
// How it works: docs/division.md, whose names these are. In units of the quotient's ulp:
//   X    the largest a / b of its binade, 2^24 or (2^24 - 1) 2^23 / B
//   eta  1 - b r', exact in double: a product of 48 bits
//   E0   |a/b - q0| <= |eta| X + h, h = 1/2, or 1 if |eta| > 2^-24
//   D1   |eta| E0 is the error of q1 before it is rounded, if fma(q0, -b, a) is exact,
//        which it is for E0 b < 2; else (1 + |eta|) E0 2^-24 more
//   Dn   |eta| (D(n-1) + 1/2) with each refinement that follows
// A quotient A / B is N / 2B ulp from the midpoint (2Q + 1) / 2, N = A 2^k - B (2Q + 1),
// k = 25 for A < B, else 24, and N is never 0. So |N| <= K = 2 B Dn are all that can be
// rounded wrong, as long as Dn < 1/4, where no midpoint of another binade is near.

#include "sweep/division_proof.h"

#include "base/fp_bits.h"
#include "base/fp_format.h"
#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK   1024 // divisors whose reciprocals are made at once
#define BATCH   4096 // candidates that are divided at once
#define HIDDEN  (1u << 23)
#define NO_PAIR UINT64_MAX

// Allows for the error of the bounds in double precision: seven roundings.
#define SLACK (1 + 0x1p-40)

struct work {
    const struct division_ask *ask;
    struct division_proof *proof;
    float b[BLOCK], r[BLOCK];
    float as[BATCH], bs[BATCH], rs[BATCH], qs[BATCH];
    int count;
};

static float mantissa(uint32_t fraction)
{
    return fp_from_bits(0x3f800000 | fraction);
}

static uint64_t number_of(float a, float b)
{
    return (uint64_t) (fp_bits(b) & (HIDDEN - 1)) << 23 | (fp_bits(a) & (HIDDEN - 1));
}

bool division_right_by_integers(float a, float b, float q)
{
    int64_t dividend = (int64_t) ((fp_bits(a) & (HIDDEN - 1)) | HIDDEN);
    int64_t divisor = (int64_t) ((fp_bits(b) & (HIDDEN - 1)) | HIDDEN);
    int64_t significand = (int64_t) ((fp_bits(q) & (HIDDEN - 1)) | HIDDEN);
    int low = dividend < divisor, exponent = (int) (fp_bits(q) >> 23) - 127 + low;
    int64_t twice;

    // 0 in the quotient's own binade, 1 for its upper end
    if (exponent < 0 || exponent > 1)
        return false;
    twice =
        2 * (dividend * (INT64_C(1) << (23 + low)) - divisor * (significand << exponent));
    return twice > -divisor && twice < divisor;
}

bool division_right_by_residual(float a, float b, float q)
{
    return fabsf(fmaf(q, -b, a)) <= (a <= b ? 0x1p-25f : 0x1p-24f) * b;
}

// Returns true if both oracles accept a quotient; counts disagreements.
static bool division_proof_is_right(float a, float b, float q, uint64_t *disagreements)
{
    bool right = division_right_by_integers(a, b, q);

    *disagreements += right != division_right_by_residual(a, b, q);
    return right;
}

static void division_proof_flush(struct work *work)
{
    struct division_proof *proof = work->proof;

    markstein_quotients(&work->ask->how, work->as, work->bs, work->rs, work->qs,
                        (size_t) work->count);
    for (int i = 0; i < work->count; i++) {
        float a = work->as[i], b = work->bs[i];

        if (division_proof_is_right(a, b, work->qs[i], &proof->disagreements))
            continue;
        proof->wrong++;
        if (number_of(a, b) < proof->first_wrong) {
            proof->first_wrong = number_of(a, b);
            proof->got = fp_bits(work->qs[i]);
        }
    }
    proof->candidates += (uint64_t) work->count;
    work->count = 0;
}

// Returns 1 / odd modulo 2^32: 5 right bits, then 10, 20, 40.
static uint32_t division_proof_inverse(uint32_t odd)
{
    uint32_t x = 3 * odd ^ 2;

    for (int i = 0; i < 3; i++)
        x *= 2 - odd * x;
    return x;
}

static void add_candidate(struct work *work, uint32_t dividend, float b, float r)
{
    work->as[work->count] = mantissa(dividend & (HIDDEN - 1));
    work->bs[work->count] = b;
    work->rs[work->count] = r;
    if (++work->count == BATCH)
        division_proof_flush(work);
}

// Enumerates the dividends of one binade of quotients with |N| <= most: A 2^k - B t =
// N, t = 2Q + 1 in (2^24, 2^25).
static void division_proof_enumerate(struct work *work, uint32_t divisor, float r,
                                     bool low, int64_t most)
{
    int twos = __builtin_ctz(divisor), m = (low ? 25 : 24) - twos;
    uint32_t odd = divisor >> twos, invert = division_proof_inverse(odd);
    uint32_t mask = (UINT32_C(1) << m) - 1;
    uint32_t from = low ? HIDDEN : divisor, to = low ? divisor : 2 * HIDDEN;
    float b = mantissa(divisor & (HIDDEN - 1));

    // N = 2^twos n, n odd: t is odd, and 2^k a larger power
    most >>= twos;
    for (int64_t n = -most | 1; n <= most; n += 2) {
        uint32_t t = (0 - (uint32_t) n * invert) & mask;

        // to the first of these above 2^24
        t += 2 * HIDDEN & ~mask;
        if (t < 2 * HIDDEN)
            t += mask + 1;
        for (; t < 4 * HIDDEN; t += mask + 1) {
            int64_t product = (int64_t) odd * t + n;
            uint32_t dividend = (uint32_t) (product >> m);

            assert((product & mask) == 0);
            if (dividend >= from && dividend < to)
                add_candidate(work, dividend, b, r);
        }
    }
}

// Returns Dn, in ulp; INFINITY if the argument of the proof does not hold.
static double division_proof_distance(int refinements, double eta, double b, double x_max)
{
    bool near = eta <= 0x1p-24;
    double d = eta * x_max, e0 = d + (near ? 0.5 : 1);

    if (refinements > 0)
        d = eta * e0 + (near && e0 * b < 2 ? 0 : (1 + eta) * e0 * 0x1p-24);
    for (int i = 1; i < refinements && d < 0.25; i++)
        d = eta * (d + 0.5);
    return d < 0.25 ? d * SLACK : INFINITY;
}

// Computes the improved reciprocals of `count` divisors from a fraction on.
static void reciprocals(const struct division_ask *ask, uint32_t fraction, const float *b,
                        float *r, uint32_t count)
{
    if (ask->estimates)
        memcpy(r, ask->estimates + fraction, count * sizeof *r);
    else
        markstein_estimates(b, r, count);
    markstein_improve(&ask->how, b, r, r, count);
}

bool division_sweep(const struct division_ask *ask, uint32_t fraction,
                    struct division_column *out)
{
    float as[BLOCK], bs[BLOCK], rs[BLOCK], qs[BLOCK];

    *out = (struct division_column){ .first_wrong = NO_PAIR };
    for (uint32_t i = 0; i < BLOCK; i++)
        bs[i] = mantissa(fraction);
    reciprocals(ask, fraction, bs, rs, 1);
    for (uint32_t i = 1; i < BLOCK; i++)
        rs[i] = rs[0];
    for (uint32_t from = 0; from < HIDDEN; from += BLOCK) {
        if (ask->stop && from % (1 << 20) == 0 && ask->stop(ask->context))
            return false;
        for (uint32_t i = 0; i < BLOCK; i++)
            as[i] = mantissa(from + i);
        markstein_quotients(&ask->how, as, bs, rs, qs, BLOCK);
        for (uint32_t i = 0; i < BLOCK; i++) {
            if (division_proof_is_right(as[i], bs[i], qs[i], &out->disagreements))
                continue;
            if (out->wrong++ == 0) {
                out->first_wrong = number_of(as[i], bs[i]);
                out->got = fp_bits(qs[i]);
            }
        }
    }
    return true;
}

// Divides all dividends by a divisor that cannot be enumerated.
static bool sweep_open(struct work *work, uint32_t fraction)
{
    struct division_proof *proof = work->proof;
    struct division_column column;

    if (proof->swept == DIVISION_SWEPT) {
        proof->open++;
        return true;
    }
    if (!division_sweep(work->ask, fraction, &column))
        return false;
    proof->swept++;
    proof->wrong += column.wrong;
    proof->disagreements += column.disagreements;
    if (column.first_wrong < proof->first_wrong) {
        proof->first_wrong = column.first_wrong;
        proof->got = column.got;
    }
    return true;
}

static bool prove_divisor(struct work *work, uint32_t fraction, float r)
{
    struct division_proof *proof = work->proof;
    uint32_t divisor = fraction | HIDDEN;
    double b = (double) mantissa(fraction), eta = fabs(1 - b * (double) r), d[2], k[2];
    int refinements = work->ask->how.refinements;

    proof->divisors++;
    if (!(r >= 0.25f && r <= 4.0f))
        eta = INFINITY;
    if (eta > proof->eta_max) {
        proof->eta_max = eta;
        proof->eta_fraction = fraction;
    }
    d[0] = division_proof_distance(refinements, eta, b, 0x1p24);
    d[1] = division_proof_distance(refinements, eta, b, 0x1p23 * 0xffffffp0 / divisor);
    for (int i = 0; i < 2; i++)
        k[i] = floor(2.0 * divisor * d[i]);
    if (!(fmax(k[0], k[1]) <= DIVISION_RESIDUAL))
        return sweep_open(work, fraction);
    division_proof_enumerate(work, divisor, r, true, (int64_t) k[0]);
    division_proof_enumerate(work, divisor, r, false, (int64_t) k[1]);
    proof->distance_max = fmax(proof->distance_max, fmax(d[0], d[1]));
    proof->residual_max = (uint32_t) fmax(proof->residual_max, fmax(k[0], k[1]));
    return true;
}

static bool prove_block(struct work *work, uint32_t first, uint32_t count)
{
    const struct division_ask *ask = work->ask;

    if (ask->stop && ask->stop(ask->context))
        return false;
    for (uint32_t i = 0; i < count; i++)
        work->b[i] = mantissa(first + i);
    reciprocals(ask, first, work->b, work->r, count);
    for (uint32_t i = 0; i < count; i++)
        if (!prove_divisor(work, first + i, work->r[i]))
            return false;
    return true;
}

bool division_prove(const struct division_ask *ask, struct division_proof *out)
{
    struct work *work = memory_new(1, sizeof *work);
    bool ok = true;

    assert(ask->first <= ask->last && ask->last < DIVISION_FRACTIONS);
    *out = (struct division_proof){ .first_wrong = NO_PAIR };
    work->ask = ask;
    work->proof = out;
    for (uint32_t at = ask->first; at <= ask->last && ok; at += BLOCK) {
        uint32_t left = ask->last - at + 1;

        ok = prove_block(work, at, left < BLOCK ? left : BLOCK);
    }
    division_proof_flush(work);
    free(work);
    out->proved = ok && out->wrong == 0 && out->open == 0 && out->disagreements == 0 &&
                  out->divisors == DIVISION_FRACTIONS;
    return ok;
}
