// SPDX-License-Identifier: MIT
// A number as the four bytes of its binary32, where no bits can be had: the exponent by
// comparisons, seven, eight and eight bits of the fraction by floor(). Every step is exact in
// a format of 11 bits or more, however it rounds. A zero has its sign where 1 / 0 has one.
#ifdef ENCODE_SMALL
#define TO_NORMAL 16384.0
#define PLACES    14.0
#else
#define POWER_64  (65536.0 * 65536.0 * 65536.0 * 65536.0)
#define PART_16   0.0000152587890625
#define PART_64   (PART_16 * PART_16 * PART_16 * PART_16)
#define TO_NORMAL (POWER_64 * 65536.0 * 65536.0 * 65536.0 * 16384.0)
#define PLACES    126.0
#endif
#define SHIFT(power, part, places) \
    if (rest >= power) {           \
        rest *= part;              \
        exponent += places;        \
    }

WIDE float byte_0;
WIDE float byte_1;
WIDE float byte_2;
WIDE float byte_3;

void encode(WIDE float value)
{
    WIDE float rest = abs(value);
    WIDE float exponent = 127.0;

    if (rest < 1.0) {
        rest *= TO_NORMAL;
        exponent -= PLACES;
    }
#ifdef ENCODE_SMALL
    if (rest < 1.0) {
        rest *= 1024.0;
        exponent -= 10.0;
    }
#else
    SHIFT(POWER_64, PART_64, 64.0)
    SHIFT(65536.0 * 65536.0, PART_16 * PART_16, 32.0)
    SHIFT(65536.0, PART_16, 16.0)
#endif
    SHIFT(256.0, 0.00390625, 8.0)
    SHIFT(16.0, 0.0625, 4.0)
    SHIFT(4.0, 0.25, 2.0)
    SHIFT(2.0, 0.5, 1.0)

    WIDE float fraction = rest - 1.0;

    if (rest < 1.0) {
        fraction = rest;
        exponent = 0.0;
    }
    if (!(rest < 2.0)) {
        fraction = rest >= 2.0 ? 0.0 : 0.5;
        exponent = 255.0;
    }
    // NVIDIA's compiler takes !(NaN < 2.0) for NaN >= 2.0, others fold this one.
    if (rest != rest) {
        fraction = 0.5;
        exponent = 255.0;
    }

    WIDE float half_exponent = floor(exponent * 0.5);

    fraction *= 128.0;
    byte_3 = half_exponent + (value < 0.0 || 1.0 / value < 0.0 ? 128.0 : 0.0);
    byte_2 = (exponent - 2.0 * half_exponent) * 128.0 + floor(fraction);
    fraction = (fraction - floor(fraction)) * 256.0;
    byte_1 = floor(fraction);
    byte_0 = (fraction - byte_1) * 256.0;
}
