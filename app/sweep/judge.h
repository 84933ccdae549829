// SPDX-License-Identifier: MIT
//
// The judge on a CPU: compares arrays of results with double precision, at full vector
// width. It knows neither who computed them nor what becomes of the counts.

#ifndef SWEEP_JUDGE_H
#define SWEEP_JUDGE_H

#include "sweep/cell.h"
#include "sweep/function.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A result that MPFR judges again, because the distance to an edge of its kind or its bin
// is less than the judge's own error.
struct noted {
    uint64_t number, got;
    double error; // as this judge has it; NAN where it has none
    bool correct; // as it was counted, so that it can be counted anew
    uint8_t kind; // enum cell_kind, likewise
};

// The distance, in ulp, from an edge (error 1/2, 1; 0 under a directed rounding) that
// counts as near.
#define JUDGE_NEAR 0x1p-22

#define JUDGE_NOTED 4096 // of a chunk; if there are more, all stay unsettled

struct noted_list {
    struct noted *noted; // [JUDGE_NOTED]
    int count;           // those that there were; INT_MAX: as many or more
};

enum judge_kind { JUDGE_SLEEF, JUDGE_LIBM, JUDGE_MPFR, JUDGE_KIND_COUNT };

// The widest instructions to use: the widest of this processor, or less, for tests.
enum judge_isa { JUDGE_BASELINE, JUDGE_AVX2, JUDGE_AVX512, JUDGE_ISA_COUNT };

struct judge {
    enum judge_kind kind;
    enum judge_isa isa;
    enum math_id math;
    enum function_type type;
    enum fp_round round;
    const struct domain *domain;
};

// "sleef", "libm", "mpfr".
const char *judge_kind_name(enum judge_kind kind);

// Returns the judge's name for a report: two judges of the same name give the same
// judgement of the same results, bit for bit, with the same libraries. "sleef";
// "sleef-nofma" on processors without a fused multiply-add; "libm"; "double" if no
// library is needed; "mpfr".
const char *judge_name(const struct judge *judge);

// Returns the best kind for a function: SLEEF if it is installed and has the function
// (or the function needs no library: floor, 1/x, sqrt), otherwise libm, otherwise MPFR.
// MPFR judges results in double precision, and functions that libm lacks.
enum judge_kind judge_best(enum math_id math, enum function_type type);

// Returns the best judge of a function's results, as wide as the processor permits;
// judge_can returns whether there is one. `domain` must outlive it.
struct judge judge_for(const struct function *function, const struct domain *domain);

// Returns true if a judge of that kind supports the function here. judge_isa_best
// returns the widest instructions of the processor.
bool judge_can(enum judge_kind kind, enum math_id math, enum function_type type);
enum judge_isa judge_isa_best(void);

// Judges got[count], results of numbers [first, first + count) of one chunk, into
// sides[2]; both were cleared, or filled by the numbers just before `first`. `got` holds
// 64-bit words for FUNCTION_BINARY64, else 32-bit ones. Falls and breaks are counted
// within the array, so `first` and `count` are even, and a chunk is best given at once;
// the edge between two calls is seen through sides[].edge. Calls append to `noted`.
// Rounding is to nearest while it works, and as it was afterwards.
void judge_results(const struct judge *judge, uint64_t first, size_t count,
                   const void *got, struct cell sides[2], struct noted_list *noted);

#endif // SWEEP_JUDGE_H
