// SPDX-License-Identifier: MIT
//
// Devices that draw the stripe picture, and what is true of them. Painted from the words
// of FACTS and from fp.h's adder alone: any size, any number of stripes.

#ifndef TESTS_IMAGE_SIMULATED_H
#define TESTS_IMAGE_SIMULATED_H

#include "base/fp_format.h"
#include "base/pixels.h"
#include "base/rewriting.h"
#include "tests/image/retouch.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct simulated {
    struct fp_model model;
    bool subtract;        // (2^B + x) - 2^B; else fract(2^B + x)
    enum rewriting order; // of the sum, x being 1 - q
    bool folded;          // x alone: the compiler removed the sum
    int width, height;    // pixels
    int stripes;          // [1, 64]
    bool cuts;            // levels are truncated to a byte, not rounded
    bool white_nan;       // what is not a number is painted white, not black
};

// The truth, which no answer may contradict.
struct simulated_truth {
    int fraction_bits;
    enum fp_round round;
    bool subtract, either_form; // the form; both paint the same
};

#define SIMULATED_MAX 1200

// All of them, in an order that does not change; returns how many. Their pictures have
// 26 stripes of whole rows.
int simulated_list(struct simulated devices[SIMULATED_MAX]);

// 26 stripes, `high` rows each, of binary32's exponents, in the form of fract.
struct simulated simulated_device(enum fp_round round, int precision, int width,
                                  int high);

struct simulated_truth simulated_truth(const struct simulated *device);

// "rne,p=24,emax=127,fract,512x520".
void simulated_name(const struct simulated *device, char *text, size_t size);

// Reads such a name. Returns false if it is none.
bool simulated_parse(const char *text, struct simulated *device);

// As grey bytes, [0, 255], that are levels of a canvas. Stripe 0 at the bottom; where
// stripes have whole rows, ten or more, the top tenth of them is black, as the probes
// have it; where they have not, as the published shader has it: fract(y) >= 0.9.
struct canvas simulated_paint(const struct simulated *device);

// Paints a probe in 8 bits, with stripes of this width and height. The caller has
// pixels_finish().
struct pixels simulated_probe(const struct simulated *device, const char *probe,
                              int width, int rows);

#endif // TESTS_IMAGE_SIMULATED_H
