// SPDX-License-Identifier: MIT
//
// How it works
//
// Two quads share an edge near the centres of a column of pixels. Its lower end lies d to
// the right of the centre, its upper end t. Pixel j of 16 from below is left of it if
//
//     (31 - 2 j) d + (2 j + 1) t > 0
//
// where both ends are first rounded to the grid of the rasterizer. With t = 0 the sign of
// d decides all pixels: d = 1.5 * 2^-9 is 2^-8 on a grid of 8 bits to nearest, and 0 if
// it is truncated. With t = 16 * 2^-k and d = -14.25 * 2^-k, pixel 7 has
// 17 * -14 + 15 * 16 = 2 if d is rounded to nearest on a grid of k bits, and
// 17 * -15 + 15 * 16 = -15 if it is rounded down. A pixel on the edge may be on either
// side. The edges were searched for, until no two grids of 4 to 10 bits give the same
// pixels by any rule.

#include "base/fp.h"
#include "probe/drawn.h"
#include "probe/list.h"

#include <math.h>

#define COLUMNS    256
#define ROWS       32
#define WIDE       16 // of the two quads of an edge
#define TALL       16
#define EDGES      (COLUMNS / WIDE * (ROWS / TALL))
#define UNIT       15 // ends are multiples of 2^-15
#define BITS_MAX   14
#define LEAST_BITS 4 // of OpenGL

// The ends of edges, d and t, in 2^-15 of a pixel.
static const int ends[EDGES][2] = {
    { 6144, 0 },     { 3072, 0 },     { 1536, 0 },       { 768, 0 },
    { 384, 0 },      { 192, 0 },      { 96, 0 },         { 48, 0 },
    { -228, 272 },   { 7168, -8192 }, { -228, 256 },     { -1888, 2048 },
    { -912, 1088 },  { -5120, 4096 }, { 640, -512 },     { 80, -64 },
    { 512, 0 },      { -218, 248 },   { -7296, 8704 },   { 20, -16 },
    { -7296, 8192 }, { 256, 0 },      { 2560, -2048 },   { -58368, 65536 },
    { -1792, 2048 }, { -472, 512 },   { -15104, 16384 }, { -3648, 4352 },
    { -3520, 4096 }, { 224, -256 },   { -14592, 16384 }, { -160, 128 }
};

static double rounded_to(const struct traits *traits, double x)
{
    double places = ldexp(x, traits->subpixel_bits), low = floor(places);
    double rest = places - low;

    // A whole number of pixels is added before; positions are positive.
    if (!traits->subpixel_bits)
        return x;
    low += fp_round_away(fp_round_last(traits->subpixel_round), false, fmod(low, 2) != 0,
                         rest >= 0.5, rest > 0 && rest != 0.5);
    return ldexp(low, -traits->subpixel_bits);
}

// How far a pixel is at the left of its edge, times 32; exact.
static double side(const struct traits *traits, int at)
{
    int x = at % COLUMNS, y = at / COLUMNS, j = y % TALL;
    const int *end = ends[y / TALL * (COLUMNS / WIDE) + x / WIDE];
    double off = WIDE / 2 - x % WIDE; // of the centre of the edge's column

    return (31 - 2 * j) * (rounded_to(traits, ldexp(end[0], -UNIT)) + off) +
           (2 * j + 1) * (rounded_to(traits, ldexp(end[1], -UNIT)) + off);
}

void subpixel_operand(const struct probe_params *params, int line, int at,
                      uint64_t *words)
{
    (void) params;
    (void) line;
    words[0] = fp_bits((float) at);
}

bool subpixel_answer(const struct expressions_call *call)
{
    for (size_t i = 0; i < call->count; i++) {
        int at = (int) fp_from_bits((uint32_t) call->in[0][i]);

        call->out[0][i] = fp_bits(side(call->traits, at) > 0 ? 1 : 0);
    }
    return true;
}

// Returns true if a pixel is on its side of the edge, or its case is not counted; a pixel
// on the edge may be on either.
static bool is_on_side(const struct expressions_seen *seen, const struct traits *traits,
                       size_t i)
{
    double is = side(traits, (int) i), got = expressions_number(seen, seen->got[0][i]);

    return !seen->defined[i] || (got == 1 ? is >= 0 : got == 0 && is <= 0);
}

static bool explains(const struct expressions_seen *seen, const struct traits *traits)
{
    for (size_t i = 0; i < seen->count; i++)
        if (!is_on_side(seen, traits, i))
            return false;
    return true;
}

bool subpixel_judge(const struct expressions_seen *seen, struct finding *finding,
                    struct traits *found)
{
    struct traits exact = seen->known;
    size_t first = seen->count;
    int wrong = 0;

    for (size_t i = seen->count; i-- > 0;)
        if (!is_on_side(seen, &exact, i)) {
            first = i;
            wrong++;
        }
    finding->agree = finding->cases - wrong;
    if (!wrong) {
        FINDING_SAY(finding, &kind_exact);
        return expressions_reproduces(seen, found);
    }
    for (int bits = BITS_MAX; bits > 0; bits--)
        for (int rule = FP_RO; rule >= 0; rule--) {
            struct traits trial = seen->known;

            trial.subpixel_bits = bits;
            trial.subpixel_round = (enum fp_round) rule;
            if (!explains(seen, &trial))
                continue;
            if (finding->survivors && found->subpixel_bits != bits) {
                FINDING_SAY(finding, &kind_undecided);
                finding->survivors = 0;
                return false;
            }
            *found = trial;
            finding->survivors |= VERDICT_RULE(rule);
        }
    if (finding->survivors)
        FINDING_SAY(finding, &kind_grid, .bits = found->subpixel_bits,
                    .rules = finding->survivors);
    else
        FINDING_SAY(finding, &kind_wrong, .count = wrong, .of = (int) finding->cases);
    finding->deviates = finding->survivors && found->subpixel_bits < LEAST_BITS;
    expressions_case(seen, &exact, first, &finding->example);
    return finding->survivors && expressions_reproduces(seen, found);
}

// Two quads of two triangles an edge: the left one is 1.
static struct probe_corner subpixel_corner(const struct probe_params *params,
                                           int triangle, int corner)
{
    int number = triangle / 4, right = triangle / 2 % 2;
    int at = triangle % 2 + corner; // of lower left, lower right, upper left, upper right
    double shared = WIDE / 2 + 0.5 + ldexp(ends[number][at / 2], -UNIT);
    double outer = right ? WIDE : 0;
    double x = number % (COLUMNS / WIDE) * WIDE + (at % 2 != right ? shared : outer);
    double y = number / (COLUMNS / WIDE) * TALL + at / 2 * TALL;

    (void) params;
    return (struct probe_corner){ { (float) (2 * x / COLUMNS - 1),
                                    (float) (2 * y / ROWS - 1), 0, 1 },
                                  (float) !right };
}

const struct probe_mesh subpixel_mesh = {
    .triangles = 4 * EDGES,
    .corner = subpixel_corner,
};
