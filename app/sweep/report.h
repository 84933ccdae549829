// SPDX-License-Identifier: MIT
//
// A sweep's result as a document: JSON of the schema of reports, with "sweep" in place
// of results, and a table for a terminal. Both show the cells and the figures computed
// from them. Neither contains a time, a host, or the division of the work, so the same
// sweep gives the same bytes.

#ifndef SWEEP_REPORT_H
#define SWEEP_REPORT_H

#include "sweep/figures.h"
#include "sweep/function.h"
#include "view/view.h"

#include <stdbool.h>
#include <stdio.h>

// The result at an input that readers ask about first: zeros, infinities, the ends of
// the normal range, 1, NaN. Only sweeps over all words of 32 bits have these, because
// their cells keep the first and the last result.
struct report_sweep_special {
    const char *name; // "+0", "-inf", "smallest normal"
    uint64_t number;
    uint64_t got; // bits of what came
};

#define REPORT_SWEEP_SPECIALS 13

// Fills specials[REPORT_SWEEP_SPECIALS]. Returns their number.
int report_sweep_specials(const struct sweep *sweep,
                          struct report_sweep_special *specials);

// A part of a sentence.
struct report_sweep_words {
    char text[240];
};

// Describes the inputs: "all 2^32 inputs", "a sample of 2^32 pairs, seed 1", "16777216
// of 2^32 inputs".
struct report_sweep_words report_sweep_over(const struct sweep *sweep);

// Formats the operands of a number: "0x3f0a3d71 (0x1.147ae2p-1, 0.54)", two of them
// separated by ", ".
struct report_sweep_words report_sweep_operands(const struct sweep *sweep,
                                                struct operands operands);

// Formats a result: "0x3f0a3d71 (0x1.147ae2p-1, 0.54)".
struct report_sweep_words report_sweep_result(enum function_type type, uint64_t bits);

// Formats 1234567 as "1,234,567".
struct report_sweep_words report_sweep_count(uint64_t count);

// Formats an error's magnitude, "1.81484 ulp": with five places after the point, as
// figures are published, and with more if five would show half an ulp, or one.
struct report_sweep_words report_sweep_ulp(double error);

// Returns " of binary16", the format of the results, to append to an error, if the
// requested precision leaves the format to the device; otherwise "".
struct report_sweep_words report_sweep_ulp_of(const struct sweep *sweep);

// Returns the document, ending in a line feed; the caller frees it.
char *report_sweep_json(const struct sweep *sweep, const struct figures *figures);

// Adds the figures of a sweep: one screen of text.
void report_sweep_text(const struct sweep *sweep, const struct figures *figures,
                       struct view *view);

#endif // SWEEP_REPORT_H
