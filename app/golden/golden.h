// SPDX-License-Identifier: MIT
//
// Goldens: results that somebody reviewed and blessed, with the raw pictures that were
// read back. A later run must give the same pixels and verdicts. The goldens of a
// device in one API are in GOLDENS/VENDOR/FAMILY-API (device_key.h), for all versions
// of its driver: a report as `run` writes it, with its pictures, and in each result an
// object "golden" (docs/report.schema.json) with the reason of the blessing and the
// operands.
//
// A GPU is compared bit by bit, and so are nearly all results of a software renderer.
// The exception are expressions whose result depends on the processor (expressions.h:
// by_processor). They are compared by class: whether they deviate, and their error to 6
// bits. A case has the same question as long as a device of binary32 would get the same
// operands.

#ifndef GOLDEN_GOLDEN_H
#define GOLDEN_GOLDEN_H

#include "base/device_key.h"
#include "base/pixels.h"
#include "report/folder.h"
#include "survey/plan.h"

#include <stdbool.h>

#define GOLDEN_NAME   120
#define GOLDEN_REASON 400
#define GOLDEN_CAUSE  1200
#define GOLDEN_FILE   "report.json"

enum golden_status {
    GOLDEN_MATCH,
    GOLDEN_CHANGED,
    GOLDEN_NEW,     // measured, and there is no golden
    GOLDEN_MISSING, // a golden that was not measured, or whose picture is gone
    GOLDEN_STALE,   // a golden of another question: it cannot be compared
    GOLDEN_INVALID, // the report cannot be read, or a picture is not what was blessed
    GOLDEN_STATUS_COUNT,
};

// "match", "changed", ...
const char *golden_status_name(enum golden_status status);

// The question of a result: the operands that a device of binary32 would get.
struct golden_question {
    int columns, bands; // cases
    char sha256[65];    // of the operands, the expressions' names and the probe's edition
};

struct golden {
    char name[GOLDEN_NAME]; // "stripes-fragment-highp-guarded-bits"
    struct result result;   // its findings are those of the report that it is from
    struct golden_question question;
    char reason[GOLDEN_REASON]; // of the blessing
    char driver[320];           // GL_VERSION that day
};

struct golden_set {
    char key[DEVICE_KEY_PATH]; // "mesa/llvmpipe-es3"
    struct report_folder held; // the report, and where it lies
    bool there;                // the report is
    char fault[400];           // why it cannot be read; "" if it can
    char *text;                // the file as it was read, owned; NULL if it is not there
    size_t size;
    struct golden *goldens; // owned
    int count;
};

// Writes the name of a case: the name of its raw picture without ".png".
void golden_name(const struct result *result, char name[GOLDEN_NAME]);

void golden_question(const struct task *task, struct golden_question *question);

// Returns the findings that are compared by class, one bit each.
uint64_t golden_by_class(const struct facts *device, const struct result *result);

// Opens the set of a device in the folder `goldens`, which need not exist. A fault of
// the set is stored in set->fault, not logged. Returns false, after logging why, if the
// folder's name is too long; `set` is then zeroed.
bool golden_open(struct golden_set *set, const char *goldens, const struct facts *device);

// Returns the golden of that name, or NULL. An addition to the set invalidates pointers
// into it.
struct golden *golden_find(const struct golden_set *set, const char *name);
void golden_add(struct golden_set *set, struct golden golden);

// Returns true if the report is still the one that golden_open read: another process
// may bless.
bool golden_is_as_read(const struct golden_set *set);

// Reads the picture of a golden, if it is the blessed one; the caller finishes it.
// `pixels` is zeroed if the golden has no picture, or if the status is not match. Then
// the status is missing (there is no such file) or invalid (it is another picture), and
// `why` [size] has the reason.
enum golden_status golden_pixels(const struct golden_set *set,
                                 const struct golden *golden, struct pixels *pixels,
                                 char *why, size_t size);

// Returns the report of a set as text, malloc'd: `head` with the goldens as results and
// a new headline.
char *golden_text(const struct golden_set *set, const struct report *head);

void golden_finish(struct golden_set *set);

struct golden_row {
    char name[GOLDEN_NAME];
    enum golden_status status;
    bool by_class;               // match, of other pixels
    char cause[GOLDEN_CAUSE];    // a line; "" of a match
    const struct golden *golden; // NULL if there is none
    const struct result *result; // NULL if it was not measured
};

// Returns true if a result has the pixels of a golden, by hash and size.
bool golden_same_pixels(const struct golden *golden, const struct result *result);

// Compares a result of `got` with a golden, by today's operands. `got` has the picture
// of the result if its pixels differ. Sets all of `row` except its name.
void golden_compare(const struct golden_set *set, const struct golden *golden,
                    const struct report_folder *got, const struct result *result,
                    const struct golden_question *question, struct golden_row *row);

// Returns why a result cannot be blessed, in a few words, or NULL if it can. `pixels`
// is zeroed if there is no picture; `again` is the same case of a second run, or NULL
// if that run lacks it. Results that indicate a fault are refused. Folded, unsupported
// and undecided results are findings and can be blessed.
const char *golden_refuse(const struct result *result, const struct pixels *pixels,
                          const struct result *again);

// Returns the golden of the result of `task`. Its picture has no name yet.
struct golden golden_take(const struct facts *device, const struct result *result,
                          const struct task *task, const char *reason);

// One of two results of the same case.
struct golden_side {
    const struct result *result;
    const struct pixels *pixels; // zeroed where there are none
};

// Writes where two results differ, in pixels, status, verdict and findings: "stripe 22,
// columns 128-383: 0.5 became 0; to nearest even became toward zero". The bits of
// `by_class` are compared by class. Writes "" if the results do not differ.
void golden_words(struct golden_side want, struct golden_side got, uint64_t by_class,
                  char text[GOLDEN_CAUSE]);

// Returns true if two findings are the same, except for values that depend on the
// reference. By class, their errors agree to 6 bits, and both are permitted or both are
// not.
bool golden_same_finding(const struct finding *want, const struct finding *got,
                         bool by_class);

// Returns true if two verdicts are the same, except for the wording of their reasons.
bool golden_same_verdict(const struct verdict *want, const struct verdict *got);

#endif // GOLDEN_GOLDEN_H
