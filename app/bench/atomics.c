// SPDX-License-Identifier: MIT

#include "bench/atomics.h"

#include "base/fp.h"
#include "unit/unit.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#define ONE_HALF   0x3c00
#define TWO_HALF   0x4000
#define ONE_FLOAT  0x3f800000
#define ONE_DOUBLE UINT64_C(0x3ff0000000000000)

const char *atomics_kernel_name(enum atomics_kernel kernel)
{
    static const char *const names[] = {
        "half", "half2 packed", "half2 padded", "half2 pairs", "float", "double",
    };

    return names[kernel];
}

const char *atomics_pattern_name(enum atomics_pattern pattern)
{
    static const char *const names[] = { "one", "few", "many", "distinct" };

    return names[pattern];
}

uint32_t atomics_places(enum atomics_pattern pattern)
{
    static const uint32_t places[] = { 1, 32, 65536, ATOMICS_ADDS };

    return places[pattern];
}

double atomics_published_ms(enum atomics_kernel kernel)
{
    static const double ms[ATOMICS_KERNEL_COUNT] = { 182.45, 82.37, 82.36 };

    return ms[kernel];
}

size_t atomics_cells(enum atomics_kernel kernel, uint32_t places)
{
    switch (kernel) {
    case ATOMICS_PACKED: return (size_t) 2 * places;
    case ATOMICS_HALF:
    case ATOMICS_FLOAT:
    case ATOMICS_DOUBLE: return places;
    default: return places > 1 ? places : 2;
    }
}

size_t atomics_cell_bytes(enum atomics_kernel kernel)
{
    return kernel == ATOMICS_DOUBLE ? 8 : kernel == ATOMICS_FLOAT ? 4 : 2;
}

static struct fp_format atomics_format(enum atomics_kernel kernel)
{
    return kernel == ATOMICS_DOUBLE  ? FP_BINARY64
           : kernel == ATOMICS_FLOAT ? FP_BINARY32
                                     : FP_BINARY16;
}

// Returns how many of `threads`, which take the places in turn, come to `place`.
static uint32_t atomics_share(uint32_t threads, uint32_t places, size_t place)
{
    if (place >= places)
        return 0;
    return threads / places + (place < threads % places);
}

uint64_t atomics_want(enum atomics_kernel kernel, uint32_t places, uint32_t adds,
                      size_t cell)
{
    switch (kernel) {
    case ATOMICS_PACKED:
        return adds_sum(FP_BINARY16, TWO_HALF, atomics_share(adds / 2, places, cell / 2));
    case ATOMICS_PAIRS:
        return adds_sum(FP_BINARY16, ONE_HALF,
                        atomics_share(adds / 2, places > 1 ? places / 2 : 1, cell / 2));
    case ATOMICS_FLOAT:
        return adds_sum(FP_BINARY32, ONE_FLOAT, atomics_share(adds, places, cell));
    case ATOMICS_DOUBLE:
        return adds_sum(FP_BINARY64, ONE_DOUBLE, atomics_share(adds, places, cell));
    default: return adds_sum(FP_BINARY16, ONE_HALF, atomics_share(adds, places, cell));
    }
}

static double atomics_number(enum atomics_kernel kernel, uint64_t bits)
{
    return fp_from_bits64(fp_convert(atomics_format(kernel), FP_BINARY64, FP_RNE, bits));
}

double atomics_sum(enum atomics_kernel kernel, const uint64_t cells[2])
{
    double sum = atomics_number(kernel, cells[0]);

    return kernel == ATOMICS_PAIRS ? sum + atomics_number(kernel, cells[1]) : sum;
}

static uint64_t atomics_load(const void *cells, size_t bytes, size_t i)
{
    uint16_t half;
    uint32_t word;
    uint64_t wide;

    if (bytes == 2) {
        memcpy(&half, (const char *) cells + 2 * i, 2);
        return half;
    }
    if (bytes == 8) {
        memcpy(&wide, (const char *) cells + 8 * i, 8);
        return wide;
    }
    memcpy(&word, (const char *) cells + 4 * i, 4);
    return word;
}

// ATOMICS_ADDS is a multiple of every number of places. So the sum of a cell depends only
// on the half of the places that contains it, and on which half of a pair it is.
void atomics_check(struct atomics_result *result, const void *cells)
{
    uint32_t places = atomics_places(result->pattern);
    size_t bytes = atomics_cell_bytes(result->kernel), half;
    uint64_t want[2][2];

    result->cells = atomics_cells(result->kernel, places);
    result->wrong = 0;
    half = result->cells / 2;
    for (int i = 0; i < 4; i++)
        want[i / 2][i % 2] =
            atomics_want(result->kernel, places, ATOMICS_ADDS,
                         (i / 2 ? half & ~(size_t) 1 : 0) + (size_t) (i % 2));
    for (size_t i = 0; i < result->cells; i++) {
        uint64_t got = atomics_load(cells, bytes, i);
        uint64_t wanted = want[half > 1 && i >= half][i % 2];

        bool first_wrong = got != wanted && result->wrong++ == 0;

        if (i > 0 && !first_wrong)
            continue;
        result->got = got;
        result->want = wanted;
    }
}

// A sum of ones in p bits is exact up to 2^p. There the next 1 is half an ulp, a tie
// between 2^p and 2^p + 2, and the even one of these is 2^p: the sum stops.
//     binary16, p = 11:  1 2 3 ... 2047 2048 2048 2048 ...
//     addends of 2:      2 4 6 ... 4094 4096 4096 4096 ...
// So k additions of s * 2^e, s odd, give k s 2^e without rounding while k s <= 2^p, and
// adds_sum() skips them. From there on the model unit adds one by one until the sum no
// longer changes.
static uint64_t atomics_add(struct fp_format format, uint64_t a, uint64_t b)
{
    const struct unit unit = unit_model();
    uint64_t sum;
    struct unit_call call = {
        .op = UNIT_ADD,
        .model = { format, FP_RNE, false, false },
        .out = &sum,
        .a = &a,
        .b = &b,
        .count = 1,
    };
    bool ok = unit.apply(&unit, &call);

    assert(ok);
    return sum;
}

uint64_t adds_sum(struct fp_format format, uint64_t addend, uint64_t count)
{
    struct fp_parts parts = fp_unpack(format, addend);
    int zeros = __builtin_ctzll(parts.significand | UINT64_C(1) << 63);
    uint64_t odd = parts.significand >> zeros;
    uint64_t most, done, sum;

    assert(parts.class == FP_CLASS_FINITE && !parts.negative);
    most = (UINT64_C(1) << format.precision) / odd;
    done = count < most ? count : most;
    sum = fp_pack(format, FP_RNE, false, parts.exponent + zeros, (fp_u128) odd * done,
                  false);
    for (; done < count; done++) {
        uint64_t next = atomics_add(format, sum, addend);

        if (next == sum)
            break;
        sum = next;
    }
    return sum;
}
