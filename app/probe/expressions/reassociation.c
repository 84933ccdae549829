// SPDX-License-Identifier: MIT
//
// How it works
//
// Of a, b and 1 there are three sums in three orders, equal in exact arithmetic:
//
//     one first     a + (1 - b)      minus first   (a - b) + 1
//     plus first    (a + 1) - b
//
// Each is written in some ways, and the answers are held against the three orders under
// each rule of rounding. The published stripes are such a sum, 2^n + (1 - q), and
// NVIDIA's compilers compute (2^n - q) + 1. A worked number, p = 24: a = 2^22, b = 0.7.
// 1 - b is 0.3, and the sum 2^22 + 0.5. But 2^22 - 0.7 is 2^22 - 0.75, and 1 more is
// 2^22 + 0.25, a tie, which goes to 2^22, the even one.
//
// a and b are random numbers of p bits near one, drawn again until two of the orders,
// which take turns, differ under one of the 21 rules, which take turns too.

#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/postfix.h"

#define COLUMNS 64
#define TRIES   64
#define ORDERS  3
#define LARGE   4 // exponents of a, [1, LARGE]; those of b are [-LARGE, 0)

_Static_assert((int) REASSOCIATION_MINUS_FIRST == REWRITING_MINUS_FIRST &&
                   (int) REASSOCIATION_PLUS_FIRST == REWRITING_PLUS_FIRST &&
                   (int) REASSOCIATION_ONE_FIRST == REWRITING_ONE_FIRST,
               "a candidate is the order of its number");

// An order is the same for all expressions.
static const struct expression_candidate *order_of(int order)
{
    return expressions_candidate(&probe_reassociation, 0,
                                 REASSOCIATION_MINUS_FIRST + order);
}

// a, b, and two ones.
void reassociation_operand(const struct probe_params *params, int line, int at,
                           uint64_t *words)
{
    int p = params->precision_bits;
    enum fp_round round = (enum fp_round)(at / ORDERS % FP_ROUND_COUNT);
    const char *ways[2] = { order_of(at % ORDERS)->programs[0],
                            order_of((at + 1) % ORDERS)->programs[0] };
    uint64_t state = (uint64_t) at + 1;

    (void) line;
    for (int i = 0; i < TRIES; i++) {
        double a = draws_number(&state, p, 1 + draws_below(&state, LARGE));
        double b = draws_number(&state, p, -1 - draws_below(&state, LARGE));
        const double values[PROBE_OPERANDS] = { a, b, 1, 1 };

        for (int k = 0; k < PROBE_OPERANDS; k++)
            words[k] = draws_word(params, values[k]);
        if (postfix_differ(&probe_reassociation, params, round, ways, words))
            return;
    }
}
