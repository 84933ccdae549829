// SPDX-License-Identifier: MIT
//
// How it works
//
//     sin    x = k pi/2 + r, |r| <= pi/4: the series of sin or cos, as k says
//     atan   y/x next to c = i/16: atan c + atan((y - c x) / (x + c y))
//     asin   the angle of (sqrt((1 - x) (1 + x)), x), acos that of the point turned
//
// k pi/2 for any double: M. Payne and R. Hanek ("Radian reduction for trigonometric
// functions", SIGNUM 18, 1983). x = m 2^e, and of 2/pi = 0.w0 w1 w2 ..., in words of 64
// bits, those are left out that give whole turns. Of the others five are enough: their
// product with m has 373 bits, at least 255 of them below its point, and no double comes
// nearer to a multiple of pi/2 than 2^-61. 2^1000 needs w14 to w18.

#include "base/real_functions.h"

#define WORDS 5 // of 2/pi that a turn needs

// atan(i/16) in whole numbers of 2^-128, i in [0, 16]
static const uint64_t atan_table[][2] = { { 0x0000000000000000, 0x0000000000000000 },
                                          { 0x0ffaaddb967ef4e3, 0x6cb2792dc0e2e0d5 },
                                          { 0x1fd5ba9aac2f6dc6, 0x5912f313e7d111df },
                                          { 0x2f72f6979cb6044d, 0x1ec2d3e207271d22 },
                                          { 0x3eb6ebf25901bac5, 0x5b71e7bd7de885f9 },
                                          { 0x4d89dcdc1faf2f34, 0xe2d5da4c693d7994 },
                                          { 0x5bd86507937bc239, 0xc55190916e7f2242 },
                                          { 0x6993bb0f308ff2db, 0x213e4af4800f389b },
                                          { 0x76b19c1586ed3da2, 0xb7f222f65e1d4682 },
                                          { 0x832bf4a6d9867e2a, 0x4b6a09cb61a515c1 },
                                          { 0x8f005d5ef7f59f9b, 0x5c835e1665c43748 },
                                          { 0x9a2f80e671bdda20, 0x4226f8e2204ff3bd },
                                          { 0xa4bc7d1934f70924, 0x19a87f2a457dac9f },
                                          { 0xaeac4c38b4d8c080, 0x14725e2f3e52070a },
                                          { 0xb8053e2bc2319e73, 0xcb2da55210a4443d },
                                          { 0xc0ce85b8ac526640, 0x89dd62c46e92fa25 },
                                          { 0xc90fdaa22168c234, 0xc4c6628b80dc1cd1 } };

static const uint64_t two_over_pi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d
};

static struct real half_pi(void)
{
    return real_scale(real_fraction(0xc90fdaa22168c234, 0xc4c6628b80dc1cd1), 1);
}

// The angle of (x, y), 0 <= y <= x, not both 0.
static struct real low_angle(struct real y, struct real x)
{
    int i = real_to_int(real_scale(real_divide(y, x), 4));
    struct real c = real_scale(real_of_int(i), -4);
    struct real turned = real_divide(real_subtract(y, real_multiply(c, x)),
                                     real_add(x, real_multiply(c, y)));

    return real_add(real_fraction(atan_table[i][0], atan_table[i][1]),
                    real_odd_series(turned, true));
}

// The angle of (x, y) in [-pi, pi], with the sign of y.
struct real real_atan2(struct real y, struct real x)
{
    bool below = y.negative, left = x.negative;
    struct real out = { 0 };

    y.negative = x.negative = false;
    bool steep = real_subtract(x, y).negative;

    if (steep)
        out = real_subtract(half_pi(), low_angle(x, y));
    else if (y.significand)
        out = low_angle(y, x);
    if (left)
        out = real_subtract(real_scale(half_pi(), 1), out);
    out.negative = below;
    return out;
}

// sqrt((1 - x) (1 + x))
static struct real across(struct real x)
{
    return real_root(
        real_multiply(real_subtract(real_of_int(1), x), real_add(real_of_int(1), x)));
}

struct real real_atan(struct real x)
{
    return real_atan2(x, real_of_int(1));
}

struct real real_asin(struct real x)
{
    return real_atan2(x, across(x));
}

struct real real_acos(struct real x)
{
    return real_atan2(across(x), x);
}

// x = quadrant * pi/2 + rest, |rest| <= pi/4, for x of 53 bits; of the quadrant the last
// two bits count.
struct turn {
    int quadrant;
    struct real rest;
};

// 64 bits of `words`, the lowest first, from bit `from`.
static uint64_t bits_from(const uint64_t words[WORDS + 1], int from)
{
    int at = from / 64, by = from % 64;
    uint64_t high = by && at < WORDS ? words[at + 1] << (64 - by) : 0;

    return at <= WORDS ? words[at] >> by | high : 0;
}

// x 2/pi without whole turns, in units of 2^-point.
static int in_quadrants(struct real x, uint64_t product[WORDS + 1])
{
    uint64_t significand = (uint64_t) (x.significand >> 75);
    int exponent = x.exponent + 75, skipped = exponent < 2 ? 0 : (exponent - 2) / 64;
    fp_u128 carry = 0;

    for (int i = 0; i < WORDS; i++) {
        carry += (fp_u128) significand * two_over_pi[skipped + WORDS - 1 - i];
        product[i] = (uint64_t) carry;
        carry >>= 64;
    }
    product[WORDS] = (uint64_t) carry;
    return 64 * (skipped + WORDS) - exponent;
}

static struct turn turn_of(struct real x)
{
    uint64_t product[WORDS + 1];

    if (real_below(x, -1))
        return (struct turn){ 0, x };
    int point = in_quadrants(x, product);
    uint64_t high = bits_from(product, point - 64), flip = high >> 63 ? UINT64_MAX : 0;
    int quadrant = (int) (bits_from(product, point) & 3) + (flip != 0);
    struct real rest = real_add(
        real_fraction(high ^ flip, bits_from(product, point - 128) ^ flip),
        real_scale(real_fraction(bits_from(product, point - 192) ^ flip, 0), -128));

    rest.negative = x.negative != (flip != 0);
    return (struct turn){ x.negative ? -quadrant : quadrant,
                          real_multiply(rest, half_pi()) };
}

// sin(rest + quadrant pi/2)
static struct real wave(struct turn turn)
{
    struct real out = real_factorial_series(turn.rest, !(turn.quadrant & 1), true);

    out.negative = out.negative != ((turn.quadrant & 2) != 0);
    return out;
}

struct real real_sin(struct real x)
{
    return wave(turn_of(x));
}

struct real real_cos(struct real x)
{
    struct turn turn = turn_of(x);

    turn.quadrant++;
    return wave(turn);
}

struct real real_tan(struct real x)
{
    return real_divide(real_sin(x), real_cos(x));
}
