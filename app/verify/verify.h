// SPDX-License-Identifier: MIT
//
// Compares a report with its own raw pictures. The code that inferred the results
// infers them again, in the order of the survey, so that operands are built from what
// was known then. From these results everything else follows again: the headline, the
// name of the model in CUDA, each text. A value that differs from the written one is a
// fault.
//
// How it works: a device (device.h) that returns the stored pixels replaces the one
// that drew them. Its results make a report of their own, and the two reports are
// compared as JSON, key by key. Some facts do not follow from pixels: why a driver
// refused, whether two renders differed, which device it is. These are taken as they
// are written.

#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include "measure/reference.h"
#include "report/folder.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct verify_fault {
    int result;      // index into the results; -1: of the report as a whole
    int order;       // in which it was found
    char place[112]; // "stripes fragment highp guarded", "headline", "results", ...
    char key[96];    // the first that differs: "verdict.fraction_bits", "" if none does
    char says[240], wants[240]; // its two sides
    char text[640]; // for people: "status: says \"ok\"; its pixels say \"folded\""
};

// The kinds of results, by how far they could be recomputed; each result is counted
// once.
enum verify_count {
    VERIFY_RESULTS,
    VERIFY_RECOMPUTED, // from a picture
    VERIFY_UNSUPPORTED,
    VERIFY_SKIPPED,
    VERIFY_REFUSED,            // have none to recompute from
    VERIFY_UNSTABLE,           // have one, which cannot show that another differed
    VERIFY_LOST,               // have a picture that cannot be read, or none
    VERIFY_UNKNOWN_WIDTH,      // the width that they rest on is nowhere
    VERIFY_PICTURES,           // files that were read, and are what they should be
    VERIFY_ON_WRITTEN_WIDTH,   // of the recomputed: it is not measured in the report
    VERIFY_COMPARED,           // with the same reference as then
    VERIFY_COMPARED_RECORDED,  // with what a GPU once answered, in place of one
    VERIFY_COMPARED_OTHERWISE, // with others: units agree, so that counts must
    VERIFY_COUNTS,
};

// The outcome of a report, the first that applies. contradicted: it has a fault.
// incomplete: it says that it was interrupted; its results are right. unproven: the
// results on which the headline rests could not be recomputed, or no results could, or
// a user's shaders drew them, which nobody else has. verified: none of these.
enum verify_outcome {
    VERIFY_VERIFIED,
    VERIFY_CONTRADICTED,
    VERIFY_INCOMPLETE,
    VERIFY_UNPROVEN,
    VERIFY_OUTCOMES,
};

struct verify {
    struct verify_fault *faults; // [fault_count], owned, in the order of the results
    int fault_count;
    int counts[VERIFY_COUNTS];
    bool complete; // all that was asked for is there, it says
    bool shown;    // all that the headline rests on was recomputed, and is something
    char pages[64], bare_pages[64]; // "verdict.png, personality.png": that have the hash
                                    // of the report; that are there, and it has none
    char shaders[200];              // that a user replaced: "stripes, width"; "" if none
    char version[24];               // of the program that wrote the report
    char reference[16];             // the kind that it was compared with
    char otherwise[64];             // with whom compared_otherwise: "recorded, host"
};

// References by kind, each opened at its first use, for one report or many; must not
// move. Zeroed before, and where they are not open.
struct verify_references {
    struct reference references[4];
};

void verify_references_close(struct verify_references *references);

// Verifies a report. `text` is the document from which folder->report was read. Fills
// `verify`. Returns false, after logging why, if a reference failed.
bool verify_report(const struct report_folder *folder, const char *text,
                   struct verify_references *references, struct verify *verify);

enum verify_outcome verify_outcome(const struct verify *verify);

// "verified", "contradicted", "incomplete", "unproven".
const char *verify_outcome_name(enum verify_outcome outcome);

// Accepts a zeroed struct and leaves one.
void verify_finish(struct verify *verify);

// Prints a line "NAME: PLACE: what" for each fault, then a line with the counts.
void verify_print(const struct verify *verify, const char *name, FILE *file);

// Returns the same as an object: report (the name), status, counts, faults.
json_t *verify_json(const struct verify *verify, const char *name);

#endif // VERIFY_VERIFY_H
