// SPDX-License-Identifier: MIT
//
// A report: a device, a reference, the overall verdict (headline) and the results that it
// is based on. report.json is the one source; text, PNG and sheet are views of it. Its
// schema is docs/report.schema.json.

#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/facts.h"
#include "base/pixels.h"
#include "base/verdict.h"
#include "capture/capture.h"

#include <stdbool.h>
#include <stdio.h>

#define REPORT_SCHEMA "fpstripe-report/2"

#define REPORT_TRIES 5

#define REPORT_INSIDE_MAX 128 // bits that an expression can be seen to keep

// A reference that was wanted first, and why it could not be used; or one that broke
// later.
struct report_try {
    char kind[16];
    char reason[160];
    bool later; // it had answered, and broke at result `from`
    int from;
};

// The pages that may be drawn, by PROBE_PAGE_x - 1, then report.html; ends with NULL.
#define REPORT_PAGES     3
#define REPORT_PAGE_HTML 2
extern const char *const report_page_files[REPORT_PAGES + 1];

struct report {
    char capture[65]; // SHA-256 of capture.json, from which it follows; "": none was kept
    bool complete;    // every result that was asked for is there
    bool interrupted; // it is not complete, because a signal ended the run
    struct facts device;
    char reference_kind[16]; // "host", "model", "cuda", "recorded"
    char reference_name[160];
    char cuda[160];   // the GPU that compared when it was measured, "" if none did
    bool same_gpu;    // the reference is the GPU that draws
    char equals[120]; // "addition = __fadd_rn on N of N pixels", "" if nothing like it
    struct report_try tried[REPORT_TRIES];
    int tried_count;
    struct capture_shaders shaders;

    // Fragment addition at the highest precision there is: the intersection over its
    // probes.
    struct verdict headline;
    enum stage headline_stage;
    enum precision headline_precision;

    struct result *results; // owned, `count`, with their findings
    int count, capacity;
};

void report_finish(struct report *report);

// Whether a result is one of a probe of expressions: it has findings, and does not affect
// the headline.
bool report_has_expressions(const struct result *result);
bool report_has_lines(const struct report *report); // whether any result is

// Returns the new, zeroed result. Valid until the next call.
struct result *report_add(struct report *report);

// SHA-256 over what was measured, in result order: probe, stage, precision, form,
// readout, status and pixels hash of each; then over the shaders that were replaced. The
// same pixels give the same hash on any machine.
void report_sha256(const struct report *report, char hex[65]);

// The results of `stage` and `precision` that are ok and not of lines, combined: fraction
// bits, emax, and the rules that survive all of them, or the adder that is none of them.
// It is undecided where a result is unstable, impossible, or undecided and not explained
// by that adder. The published form counts only where no other has an answer: its powers
// of two need not be exact.
struct verdict report_combine(const struct report *report, enum stage stage,
                              enum precision precision);

// Whether any of them is an answer; unless `published`, in another form than that.
bool report_answered(const struct report *report, enum stage stage,
                     enum precision precision, bool published);

// Replaces the status unrounded by its cause, folded or an excess, where a result of the
// same stage, precision and form shows the cause, or else one of `deciding` [count],
// which are not in the report. A result in highp may show that a sum was folded. Results
// without a cause stay unrounded. Calls misread_resolve.
void report_resolve(struct report *report, const struct result *deciding, int count);

// Sets headline* from the results: fragment, else the first stage there is; the highest
// precision whose results together are ok, or where none is, that has one that is ok.
// Where all results are of lines it is skipped.
void report_conclude(struct report *report);

// Where the headline was found, "fragment mediump"; "" where that is fragment highp, or
// where no sum was measured. Cut to `size`.
void report_headline_place(const struct report *report, char *text, size_t size);

#define REPORT_HEADLINE_TEXT 800

// The headline as a sentence, which names that place: "24-bit significand, rounds to
// nearest even"; "fragment mediump: 11-bit significand, ...". Where no sum was measured,
// the sum of each topic: "operations: none of 10 deviates". Cut to `size`.
void report_headline_sentence(const struct report *report, char *text, size_t size);

// The same, and " (interrupted)" or " (incomplete)" if the report is not complete.
void report_headline_text(const struct report *report, char *text, size_t size);

// "stripes, width": the shaders that were replaced; "" if none was. Cut to `size`.
void report_shaders_text(const struct report *report, char *text, size_t size);

// The report as JSON text, keys sorted, two spaces of indentation, a line feed at the
// end; malloc'd.
char *report_json(const struct report *report);

// Reads what report_json wrote in this process, in a child, or into a folder of derived
// reports. `name` is for messages. Returns false, after logging what is wrong and where,
// if it is no report of this schema; `report` is then zeroed.
bool report_read(struct report *report, const char *text, size_t size, const char *name);

struct view;

// Adds the summary of a report, one screen of text; with `reasons`, every stage and every
// reason. The lists of results are compare_report's (compare/compare.h).
void report_text(const struct report *report, bool reasons, struct view *view);

// Its two parts: the verdict with the facts of the device, and the tables.
void report_text_head(const struct report *report, struct view *view);
void report_text_body(const struct report *report, bool reasons, struct view *view);

#endif // REPORT_REPORT_H
