// SPDX-License-Identifier: MIT
//
// How it works: what does not fit into 128 bits is cut off. A quotient begins with the
// integer quotient of 2^128 and the divisor's first 64 bits, a root with the integer root
// of the first 128; one step of Newton's method doubles the bits.

#include "base/real.h"

#include <stdlib.h>

#define BITS 128
#define KEPT 104 // of a double's approximation

static int leading_zeros(fp_u128 word)
{
    uint64_t high = (uint64_t) (word >> 64);

    return high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t) word);
}

static struct real normal(bool negative, int exponent, fp_u128 significand)
{
    if (significand == 0)
        return (struct real){ negative, 0, 0 };
    int shift = leading_zeros(significand);

    return (struct real){ negative, exponent - shift, significand << shift };
}

struct real real_of(double x)
{
    struct fp_parts parts = fp_unpack(FP_BINARY64, fp_bits64(x));

    return normal(parts.negative, parts.exponent,
                  parts.class == FP_CLASS_FINITE ? parts.significand : 0);
}

static struct real real_of_int(int x)
{
    return normal(x < 0, 0, (fp_u128) llabs(x));
}

static struct real real_fraction(uint64_t high, uint64_t low)
{
    return normal(false, -BITS, (fp_u128) high << 64 | low);
}

double real_to_double(struct real x)
{
    fp_u128 half = (fp_u128) 1 << (BITS - KEPT - 1);
    fp_u128 kept = x.significand >> (BITS - KEPT);

    kept += (x.significand & half) != 0;
    return fp_from_bits64(
        fp_pack(FP_BINARY64, FP_RNE, x.negative, x.exponent + BITS - KEPT, kept, false));
}

// The nearest whole number, |x| < 2^30.
static int real_to_int(struct real x)
{
    if (x.significand == 0 || x.exponent < -BITS)
        return 0;
    fp_u128 halves = x.exponent + 1 <= -BITS ? 0 : x.significand >> (-x.exponent - 1);
    int magnitude = (int) ((halves + 1) >> 1);

    return x.negative ? -magnitude : magnitude;
}

static struct real real_negate(struct real x)
{
    x.negative = !x.negative;
    return x;
}

static struct real real_scale(struct real x, int exponent)
{
    x.exponent += exponent;
    return x;
}

// |x| >= |y|, neither is 0.
static struct real add_smaller(struct real x, struct real y)
{
    int distance = x.exponent - y.exponent;
    // a place for the carry
    fp_u128 low = distance + 1 < BITS ? y.significand >> (distance + 1) : 0;
    fp_u128 high = x.significand >> 1;

    if (x.negative == y.negative)
        return normal(x.negative, x.exponent + 1, high + low);
    if (distance > 0)
        return normal(x.negative, x.exponent + 1, high - low);
    return normal(x.negative, x.exponent, x.significand - y.significand);
}

struct real real_add(struct real x, struct real y)
{
    if (x.significand == 0 || y.significand == 0)
        return x.significand == 0 ? y : x;
    if (x.exponent < y.exponent ||
        (x.exponent == y.exponent && x.significand < y.significand))
        return add_smaller(y, x);
    return add_smaller(x, y);
}

struct real real_subtract(struct real x, struct real y)
{
    return real_add(x, real_negate(y));
}

struct real real_multiply(struct real x, struct real y)
{
    uint64_t a = (uint64_t) (x.significand >> 64), b = (uint64_t) x.significand;
    uint64_t c = (uint64_t) (y.significand >> 64), d = (uint64_t) y.significand;
    fp_u128 ad = (fp_u128) a * d, bc = (fp_u128) b * c, bd = (fp_u128) b * d;
    fp_u128 middle = (bd >> 64) + (uint64_t) ad + (uint64_t) bc;
    fp_u128 high = (fp_u128) a * c + (ad >> 64) + (bc >> 64) + (middle >> 64);

    return normal(x.negative != y.negative, x.exponent + y.exponent + BITS, high);
}

struct real real_divide(struct real x, struct real y)
{
    struct real inverse = normal(y.negative, -BITS - 64 - y.exponent,
                                 ~(fp_u128) 0 / (uint64_t) (y.significand >> 64));
    struct real rest = real_subtract(real_of_int(1), real_multiply(y, inverse));

    inverse = real_add(inverse, real_multiply(inverse, rest));
    return real_multiply(x, inverse);
}

static struct real real_divide_int(struct real x, int n)
{
    uint64_t by = (uint64_t) n, rest = 0;
    fp_u128 quotient = 0;

    if (x.significand == 0)
        return x;
    for (int at = BITS - 32; at >= 0; at -= 32) {
        rest = rest << 32 | (uint32_t) (x.significand >> at);
        quotient = quotient << 32 | rest / by;
        rest %= by;
    }
    // as many bits again as the quotient is shorter
    int shift = leading_zeros(quotient);

    return normal(x.negative, x.exponent - shift,
                  (quotient << shift) + (rest << shift) / by);
}

// floor(sqrt(square)), a bit at a time.
static uint64_t integer_root(fp_u128 square)
{
    uint64_t root = 0;

    for (int i = 63; i >= 0; i--) {
        uint64_t trial = root | UINT64_C(1) << i;

        if ((fp_u128) trial * trial <= square)
            root = trial;
    }
    return root;
}

struct real real_root(struct real x)
{
    bool odd = x.exponent & 1;

    if (x.significand == 0)
        return x;
    struct real root =
        normal(false, (x.exponent + odd) / 2, integer_root(x.significand >> odd));

    return real_scale(real_add(root, real_divide(x, root)), -1);
}

// Whether |x| < 2^exponent.
static bool real_below(struct real x, int exponent)
{
    return x.significand == 0 || x.exponent + BITS <= exponent;
}

// ---- exponentials, logarithms, hyperbolic functions ----
//
// Every function is a series of at most 17 terms, whose argument is made small first:
//
//     exp    x = k log 2 + 16 r, |r| <= 1/46: 2^k (e^r)^16
//     log    x = 2^k m, m next to c = i/16: k log 2 + log c + 2 atanh((m - c) / (m + c))
//     sinh   its series below 1, by exp elsewhere; tanh = sinh / cosh
//     asinh  log1p(x + x x / (1 + sqrt(1 + x x))); acosh, atanh by log1p likewise
//
// log1p(x) is 2 atanh(x / (2 + x)) near 0, and e^x - 1 there 2 e^(x/2) sinh(x/2): nothing
// cancels where a result is near 0. Reduction by a table is P. T. P. Tang's
// ("Table-driven implementation of the exponential function", ACM TOMS 15, 1989).

// log(i/16) in whole numbers of 2^-128, i in [12, 23], those below 16 without their sign
#define LOG_FIRST 12
static const uint64_t log_table[][2] = { { 0x49a58844d36e49e0, 0xefadd9db02aa70a9 },
                                         { 0x3527da7915b3c6de, 0x57d4ef4b901b99ba },
                                         { 0x222f1d044fc8f7bc, 0x671683f8e5bd03c7 },
                                         { 0x108598b59e3a0688, 0xa3fd9bf503372c13 },
                                         { 0x0000000000000000, 0x0000000000000000 },
                                         { 0x0f85186008b15330, 0xbe64b8b775997899 },
                                         { 0x1e27076e2af2e5e9, 0xea87ffe1fe9e155e },
                                         { 0x2bfe60e14f27a790, 0xe7c4140e424775fd },
                                         { 0x391fef8f35344358, 0x4bb03de5ff734496 },
                                         { 0x459d72aeae98380e, 0x731f55c41b8b823f },
                                         { 0x51862f08717b09f4, 0x2decdeccf1cd1057 },
                                         { 0x5ce75fdaef401a73, 0x89314feb4fbde5ab } };

static struct real log_2(void)
{
    return real_fraction(0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af);
}

// The sum of x^n / n! over n = first, first + 2, ..., with alternating signs or not;
// `first` is 0 or 1, |x| <= 1.
static struct real real_factorial_series(struct real x, int first, bool alternating)
{
    struct real square = real_multiply(x, x), sum = real_of_int(1);

    square.negative = alternating;
    for (int n = first + 34; n > first; n -= 2)
        sum = real_add(real_of_int(1),
                       real_divide_int(real_multiply(square, sum), n * (n - 1)));
    return first ? real_multiply(x, sum) : sum;
}

// x +- x^3 / 3 + x^5 / 5 ..., |x| <= 1/32: atan(x) if `alternating`, else atanh(x).
static struct real real_odd_series(struct real x, bool alternating)
{
    struct real square = real_multiply(x, x), sum = { 0 };

    square.negative = alternating;
    for (int n = 25; n > 0; n -= 2)
        sum = real_add(real_divide_int(real_of_int(1), n), real_multiply(square, sum));
    return real_multiply(x, sum);
}

// Replaces a number that is too large for the exponent of a double with 2^14: both have
// an exponential beyond the range.
static struct real limited(struct real x)
{
    return real_below(x, 14) ? x : real_of_int(x.negative ? -(1 << 14) : 1 << 14);
}

// 2^k e^x, |x| <= log(2) / 2
static struct real exp_small(struct real x, int k)
{
    struct real r = real_scale(x, -4), sum = real_of_int(1);

    for (int n = 17; n > 0; n--)
        sum = real_add(real_of_int(1), real_divide_int(real_multiply(r, sum), n));
    for (int i = 0; i < 4; i++)
        sum = real_multiply(sum, sum);
    return real_scale(sum, k);
}

static struct real log2_e(void)
{
    return real_scale(real_fraction(0xb8aa3b295c17f0bb, 0xbe87fed0691d3e89), 1);
}

static struct real times_log_2(int k)
{
    return real_multiply(real_of_int(k), log_2());
}

struct real real_exp(struct real any)
{
    struct real x = limited(any);
    int k = real_to_int(real_multiply(x, log2_e()));

    return exp_small(real_subtract(x, times_log_2(k)), k);
}

struct real real_exp2(struct real any)
{
    struct real x = limited(any);
    int k = real_to_int(x);
    struct real rest = real_subtract(x, real_of_int(k));

    return exp_small(real_multiply(rest, log_2()), k);
}

struct real real_sinh(struct real x)
{
    if (real_below(x, 0))
        return real_factorial_series(x, 1, false);
    return real_scale(real_subtract(real_exp(x), real_exp(real_negate(x))), -1);
}

struct real real_cosh(struct real x)
{
    return real_scale(real_add(real_exp(x), real_exp(real_negate(x))), -1);
}

struct real real_tanh(struct real any)
{
    struct real x = limited(any);

    return real_divide(real_sinh(x), real_cosh(x));
}

// 2 e^(x/2) sinh(x/2) near 0
struct real real_expm1(struct real x)
{
    struct real half = real_scale(x, -1);

    if (!real_below(x, 0))
        return real_subtract(real_exp(x), real_of_int(1));
    return real_scale(real_multiply(real_exp(half), real_sinh(half)), 1);
}

// x = 2^k m, m in [3/4, 3/2); returns log(m).
static struct real log_parts(struct real x, int *k)
{
    *k = x.exponent + 127;
    struct real m = real_scale(x, -*k);
    int i = real_to_int(real_scale(m, 4));

    if (i > 23) {
        m = real_scale(m, -1);
        i = real_to_int(real_scale(m, 4));
        ++*k;
    }
    struct real c = real_scale(real_of_int(i), -4),
                log_c = real_fraction(log_table[i - LOG_FIRST][0],
                                      log_table[i - LOG_FIRST][1]);

    log_c.negative = i < 16;
    return real_add(
        log_c,
        real_scale(
            real_odd_series(real_divide(real_subtract(m, c), real_add(m, c)), false), 1));
}

struct real real_log(struct real x)
{
    int k;
    struct real rest = log_parts(x, &k);

    return real_add(times_log_2(k), rest);
}

struct real real_log2(struct real x)
{
    int k;
    struct real rest = log_parts(x, &k);

    return real_add(real_of_int(k), real_multiply(rest, log2_e()));
}

struct real real_log1p(struct real x)
{
    if (!real_below(x, -5))
        return real_log(real_add(real_of_int(1), x));
    return real_scale(real_odd_series(real_divide(x, real_add(real_of_int(2), x)), false),
                      1);
}

struct real real_asinh(struct real x)
{
    struct real size = x, square = real_multiply(x, x);
    struct real root = real_root(real_add(real_of_int(1), square));

    size.negative = false;
    size =
        real_log1p(real_add(size, real_divide(square, real_add(real_of_int(1), root))));
    size.negative = x.negative;
    return size;
}

// log1p(t + sqrt(t (2 + t))), t = x - 1
struct real real_acosh(struct real x)
{
    struct real t = real_subtract(x, real_of_int(1));
    struct real root = real_root(real_multiply(t, real_add(real_of_int(2), t)));

    return real_log1p(real_add(t, root));
}

// log1p(2 x / (1 - x)) / 2
struct real real_atanh(struct real x)
{
    struct real size = x;

    size.negative = false;
    size =
        real_log1p(real_divide(real_scale(size, 1), real_subtract(real_of_int(1), size)));
    size.negative = x.negative;
    return real_scale(size, -1);
}

// ---- angles ----
//
//     sin    x = k pi/2 + r, |r| <= pi/4: the series of sin or cos, as k says
//     atan   y/x next to c = i/16: atan c + atan((y - c x) / (x + c y))
//     asin   the angle of (sqrt((1 - x) (1 + x)), x), acos that of the point turned
//
// k pi/2 for any double: M. Payne and R. Hanek ("Radian reduction for trigonometric
// functions", SIGNUM 18, 1983). x = m 2^e, and of 2/pi = 0.w0 w1 w2 ..., in words of 64
// bits, those are left out that give whole turns. Five of the others are enough: their
// product with m has 373 bits, at least 255 of them below its point, and no double comes
// nearer to a multiple of pi/2 than 2^-61. 2^1000 needs w14 to w18.

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
    bool steep = y.significand && real_subtract(x, y).negative;

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
