// SPDX-License-Identifier: MIT

#include "bench/atomics.h"

#include "bench/adds.h"

#include <stdbool.h>
#include <string.h>

#define ONE_HALF  0x3c00
#define TWO_HALF  0x4000
#define ONE_FLOAT 0x3f800000

const char *atomics_kernel_name(enum atomics_kernel kernel)
{
    static const char *const names[] = {
        "half",     "half2 packed",     "half2 padded", "half2 pairs",
        "half red", "half2 padded red", "float",
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
    case ATOMICS_HALF_RED:
    case ATOMICS_FLOAT: return places;
    default: return places > 1 ? places : 2;
    }
}

size_t atomics_cell_bytes(enum atomics_kernel kernel)
{
    return kernel == ATOMICS_FLOAT ? 4 : 2;
}

// How many of `threads`, in turn over `places`, come to `place`.
static uint32_t share(uint32_t threads, uint32_t places, size_t place)
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
        return adds_sum(FP_BINARY16, TWO_HALF, share(adds / 2, places, cell / 2));
    case ATOMICS_PAIRS:
        return adds_sum(FP_BINARY16, ONE_HALF,
                        share(adds / 2, places > 1 ? places / 2 : 1, cell / 2));
    case ATOMICS_FLOAT:
        return adds_sum(FP_BINARY32, ONE_FLOAT, share(adds, places, cell));
    default: return adds_sum(FP_BINARY16, ONE_HALF, share(adds, places, cell));
    }
}

static double number(enum atomics_kernel kernel, uint64_t bits)
{
    bool wide = kernel == ATOMICS_FLOAT;

    return fp_from_bits64(
        fp_convert(wide ? FP_BINARY32 : FP_BINARY16, FP_BINARY64, FP_RNE, bits));
}

double atomics_sum(enum atomics_kernel kernel, const uint64_t cells[2])
{
    double sum = number(kernel, cells[0]);

    return kernel == ATOMICS_PAIRS ? sum + number(kernel, cells[1]) : sum;
}

static uint64_t load(const void *cells, size_t bytes, size_t i)
{
    uint16_t half;
    uint32_t word;

    if (bytes == 2) {
        memcpy(&half, (const char *) cells + 2 * i, 2);
        return half;
    }
    memcpy(&word, (const char *) cells + 4 * i, 4);
    return word;
}

// ATOMICS_ADDS is a multiple of all numbers of places, so that the cells differ in two
// ways only, by what half of the places they are in and which half of a pair they are.
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
        uint64_t got = load(cells, bytes, i);
        uint64_t wanted = want[half > 1 && i >= half][i % 2];

        bool first_wrong = got != wanted && result->wrong++ == 0;

        if (i > 0 && !first_wrong)
            continue;
        result->got = got;
        result->want = wanted;
    }
}
