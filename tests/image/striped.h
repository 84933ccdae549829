// SPDX-License-Identifier: MIT
//
// Stripes as an adder paints them, and what analyze() makes of them; for tests. What
// fails here fails the test.

#ifndef STRIPED_H
#define STRIPED_H

#include "image/analyze.h"
#include "probe/probe.h"

// Of an adder with this rule and precision, 8 bits of exponent: `width` columns, `rows`
// rows a stripe.
struct probe_params striped_params(enum fp_round rule, int precision, int width,
                                   int rows);

// fract(2^B + x), or (2^B + x) - 2^B. The caller has pixels_finish().
struct pixels striped_paint(bool subtract, const struct probe_params *params);

// A picture of one level, [0, 255]. The caller has shot_finish().
struct shot striped_blank(int width, int height, int level);

// The picture in such a one, from (x, y) on, in which it must fit; and alone.
struct shot striped_framed(const struct pixels *pixels, int width, int height, int x,
                           int y, int level);
struct shot striped_shot(const struct pixels *pixels);

// With the usual options. A verdict has no reason, and there is one where there is none.
struct analyze_answer striped_ask(const struct shot *shot);

#endif // STRIPED_H
