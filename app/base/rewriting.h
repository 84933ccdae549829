// SPDX-License-Identifier: MIT
//
// The orders in which a compiler may compute the sum of the published stripe shaders. A
// mere enumeration: probes paint them, reports name them.

#ifndef BASE_REWRITING_H
#define BASE_REWRITING_H

// The order in which a compiler computes the sum a + (1 - q) of the published shader,
// where a is 2^B and 1 - q the ramp. All orders have the same exact value; rounded
// arithmetic gives different pictures. none: a picture shows no other order. one-last is
// one of (a + (1 - q)) - a.
enum rewriting {
    REWRITING_NONE,
    REWRITING_MINUS_FIRST, // (a - q) + 1
    REWRITING_PLUS_FIRST,  // (a + 1) - q
    REWRITING_ONE_FIRST,   // a + (1 - q), where something else was written
    REWRITING_ONE_LAST,    // ((a - q) - a) + 1
    REWRITING_COUNT,
};

// "as-written", "minus-first", ... and what it computes: "(2^n - q) + 1", "" of none.
const char *rewriting_name(int rewriting);
const char *rewriting_glsl(enum rewriting rewriting);

#endif // BASE_REWRITING_H
