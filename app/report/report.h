// SPDX-License-Identifier: MIT
//
// A report: a device, a reference, a headline and the results behind it. report.json
// is the one source; text, PNG and sheet are views of it. Its schema is
// docs/report.schema.json.

#ifndef REPORT_H
#define REPORT_H

#include "base/facts.h"
#include "base/pixels.h"
#include "base/verdict.h"

#include <stdbool.h>
#include <stdio.h>

#define REPORT_TRIES 5

// A reference that was wanted first, and why it could not be used.
struct report_try {
    char kind[16];
    char reason[160];
};

struct report {
    bool complete; // every result that was asked for is there
    struct facts device;
    char reference_kind[16]; // "host", "model", "cuda", "recorded"
    char reference_name[160];
    bool same_gpu;    // the reference is the GPU that draws
    char equals[120]; // "addition = __fadd_rn on N of N pixels", "" if nothing like it
    struct report_try tried[REPORT_TRIES];
    int tried_count;

    // Fragment addition at the highest precision there is: the intersection over its
    // probes.
    struct verdict headline;
    enum stage headline_stage;
    enum precision headline_precision;

    struct result *results; // owned, `count`, with their findings
    int count, capacity;
};

void report_finish(struct report *report);

// Whether a result is one of a probe of lines: its findings speak for it, and it has no
// say in the headline.
bool report_of_lines(const struct result *result);

// Returns the new, zeroed result, or NULL, after logging why, if there is no memory.
// Valid until the next call.
struct result *report_add(struct report *report);

// SHA-256 over what was measured, in result order: probe, stage, precision, form,
// readout, status and pixels hash of each. The same pixels give the same hash on any
// machine.
void report_sha256(const struct report *report, char hex[65]);

// The results of `stage` and `precision` that are ok and not of lines, combined:
// fraction bits, emax
// and the rules that survive all of them. The published form counts only where no other
// has an answer: its powers of two need not be exact.
struct verdict report_combine(const struct report *report, enum stage stage,
                              enum precision precision);

// Sets headline* from the results: fragment, else the first stage there is; the
// highest precision with a result that is ok. Where all results are of lines it is
// skipped.
void report_conclude(struct report *report);

// The report as JSON text, keys sorted, two spaces of indentation, a line feed at the
// end; malloc'd. Returns NULL, after logging why, if there is no memory.
char *report_json(const struct report *report);

// Reads what report_json wrote. `name` is for messages. Returns false, after logging
// what is wrong and where, if it is no report of this schema; `report` is then zeroed.
bool report_read(struct report *report, const char *text, size_t size, const char *name);

// The terminal summary: one screen of at most `columns` (80 where not a terminal).
// `colour` with escape sequences.
void report_text(const struct report *report, FILE *file, bool verbose, bool colour);

#endif // REPORT_H
