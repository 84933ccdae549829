// SPDX-License-Identifier: MIT
//
// Counts and texts that the views of a report share; no layout.

#ifndef REPORT_VIEW_H
#define REPORT_VIEW_H

#include "report/report.h"

#define REPORT_VIEW_PROBES 16

// The functions on results ignore those of probes of expressions (report/lines.h).

// The probes of a report in the order of their first result, each once. `names` point
// into the report. Returns how many: at most REPORT_VIEW_PROBES.
int report_view_probes(const struct report *report,
                       const char *names[REPORT_VIEW_PROBES]);

// The outcome of a probe in one form, over its readouts: not asked; all are ok; all
// are ok, but some pixel is not the reference's; or, added to the last, the status of the
// first result that is not ok.
enum report_view_cell {
    REPORT_VIEW_NOT_ASKED,
    REPORT_VIEW_FINE,
    REPORT_VIEW_DIFFERS,
    REPORT_VIEW_NOT_OK,
};

struct report_view_grid {
    int cells[STAGE_COUNT][PRECISION_COUNT][FORM_COUNT];
};

void report_view_grid(const struct report *report, const char *probe,
                      struct report_view_grid *grid);

// "-", "ok", "differs", or the status.
const char *report_view_word(int cell);

// Whether there is any result of a stage and precision, ok or not.
bool report_view_asked(const struct report *report, enum stage stage,
                       enum precision precision);
bool report_view_asked_stage(const struct report *report, enum stage stage);

// Returns the forms that a table has a column for, bits FORM_x: the plain, guarded,
// precise and published forms always, others where they were asked.
unsigned report_view_forms(const struct report *report);

// Over the results with a comparison; those that are not ok, which differ because
// another question was answered, are only counted: apart from those where the compiler
// simplified ordinary code, as it may.
struct report_view_totals {
    long pixels, mismatches;
    int compared, apart, simplified;
    bool published;              // of those simplified: some are
    int by_status[STATUS_COUNT]; // those apart
    int others;                  // of those compared: by none of the report's kind
    char with[40];               // but by these, "host, model"
    int partly;                  // of those compared: by the reference and the model
    const struct result *first;  // with a mismatch, or NULL
};

// Whether the compiler simplified ordinary code.
bool report_view_licensed(const struct result *result);

struct report_view_totals report_view_totals(const struct report *report);

// "as points-id into bytes; the usual way paints nothing (width fragment bits, first)",
// of the first result that was not drawn in the usual way; "" if all were.
void report_view_drawn(const struct report *report, char *text, size_t size);

// Writes "266240 pixels of 12 results, 0 differ; 3 of them compared with host:
// the reference does not contain them; 2 of them compared partly with model: ...".
void report_view_compared(const struct report_view_totals *totals, char *text,
                          size_t size);

// Writes the combined verdict of a stage and precision in a few words: "24 bits rne",
// "folded".
void report_view_bits(const struct report *report, enum stage stage,
                      enum precision precision, char *text, size_t size);

// Writes what these bits are good for, in texels: "mediump keeps 11 bits: whole texels up
// to 2048, then it skips"; or the status and why, if they are not known. Names the stage,
// unless it is the fragment stage. Cut to `size`.
void report_view_plain(const struct report *report, enum stage stage,
                       enum precision precision, char *text, size_t size);

// The claim of a device for a stage and precision, and the bits that it has there.
struct report_view_claim {
    int bits;   // of significand, claimed; 0: nothing
    bool known; // what it has
    int more;   // bits that it has beyond its claim; 0 unless both are known
};

struct report_view_claim report_view_claim(const struct report *report, enum stage stage,
                                           enum precision precision);

// Survivors by name, or their number, if they are too many to be listed.
void report_view_survivors(const struct verdict *verdict, char *text, size_t size);

// Writes the range of a stage and precision in numbers that a shader meets: "largest
// 65504, squares overflow from 256, nothing below 6e-8". What the carrier of the operands
// cannot ask is "at least". Writes "" where the range or the bits are not known. Cut to
// `size`.
void report_view_limits(const struct report *report, enum stage stage,
                        enum precision precision, char *text, size_t size);

// "largest exponent 127, subnormals flushed"; "" if neither is known.
void report_view_range(const struct verdict *verdict, char *text, size_t size);

#endif // REPORT_VIEW_H
