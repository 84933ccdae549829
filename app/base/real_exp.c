// SPDX-License-Identifier: MIT
//
// How it works
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

#include "base/real_functions.h"

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
struct real real_factorial_series(struct real x, int first, bool alternating)
{
    struct real square = real_multiply(x, x), sum = real_of_int(1);

    square.negative = alternating;
    for (int n = first + 34; n > first; n -= 2)
        sum = real_add(real_of_int(1),
                       real_divide_int(real_multiply(square, sum), n * (n - 1)));
    return first ? real_multiply(x, sum) : sum;
}

// x +- x^3 / 3 + x^5 / 5 ..., |x| <= 1/32: atan(x) if `alternating`, else atanh(x).
struct real real_odd_series(struct real x, bool alternating)
{
    struct real square = real_multiply(x, x), sum = { 0 };

    square.negative = alternating;
    for (int n = 25; n > 0; n -= 2)
        sum = real_add(real_divide_int(real_of_int(1), n), real_multiply(square, sum));
    return real_multiply(x, sum);
}

// What is too large for a double's exponent is as good as 2^14.
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
