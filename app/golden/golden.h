// SPDX-License-Identifier: MIT
//
// Goldens: a capture that somebody reviewed and blessed, and what was read of it that
// day. A later run must give the same pixels, and this program must read them in the
// same way. The goldens of a device in one API, for all versions of its driver, are in
// GOLDENS/VENDOR/FAMILY-API (device_key.h): capture.json with what was seen, and
// golden.json, which is written last, with the hash of capture.json and, for each
// result, the reason, the driver and the reading (docs/golden.schema.json). All goldens
// share the pictures in GOLDENS/pictures (capture/store.h).
//
// A GPU is compared bit by bit, and so are nearly all results of a software renderer.
// The exception are expressions whose result depends on the processor (expressions.h:
// by_processor). They are compared by class: whether they deviate, and their error to 6
// bits.

#ifndef GOLDEN_GOLDEN_H
#define GOLDEN_GOLDEN_H

#include "base/device_key.h"
#include "base/pixels.h"
#include "base/verdict.h"
#include "capture/capture.h"
#include "probe/expressions.h"
#include "survey/plan.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GOLDEN_SCHEMA "fpstripe-golden/1"
#define GOLDEN_FILE   "golden.json"
#define GOLDEN_NAME   120
#define GOLDEN_REASON 400
#define GOLDEN_CAUSE  1200
#define GOLDEN_CHANGE 160

// The end of a fault.
#define GOLDEN_RESTORE "restore it, or remove it and bless again"

enum golden_status {
    GOLDEN_MATCH,
    GOLDEN_CHANGED,
    GOLDEN_NEW,     // measured, and there is no golden
    GOLDEN_MISSING, // a golden that was not measured, or whose picture is gone
    GOLDEN_STALE,   // a golden of another question: it cannot be compared
    GOLDEN_INVALID, // the goldens cannot be read, or a picture is not what was blessed
    GOLDEN_STATUS_COUNT,
};

// "match", "changed", ...
const char *golden_status_name(enum golden_status status);

// ---- what is read of a result ----

// The finding of one expression, in words.
struct golden_answer {
    char id[EXPRESSIONS_WORD + 1];  // of the expression; "" of a picture's finding
    char line[48];                  // its label; "" if it was read from golden.json
    char says[FINDING_ANSWER_TEXT]; // "rne"
    bool deviates, unsupported;
    long cases, agree; // as in struct finding
    // Only of expressions that are compared by class: the largest error in ulp, at least
    // 1, and -log2 of the absolute error. 0: there is none.
    double ulp, absolute_bits;
};

// The numbers of a verdict that is ok, as text; "" where nothing is known.
enum golden_number {
    GOLDEN_BITS,     // "24"
    GOLDEN_ROUNDING, // "rne", "nearest", or a simulated adder
    GOLDEN_MODELS,   // "rne, rna"
    GOLDEN_EXPONENT, // "127", "at least 127"
    GOLDEN_SUBNORMALS,
    GOLDEN_OVERFLOW,
    GOLDEN_NUMBERS,
};

struct golden_reading {
    enum status status;
    char verdict[GOLDEN_NUMBERS][240];
    struct golden_answer *answers; // owned, [count]; NULL if the probe has no expressions
    int count;
};

// Fills in what is read of a result. The bits of `by_class` select the findings that are
// compared by class.
void golden_reading_of(const struct result *result, uint64_t by_class,
                       struct golden_reading *reading);

// Returns the findings of a result that are compared by class, one bit each.
uint64_t golden_by_class(const struct facts *device, const struct result *result);

// Returns true if two answers are the same. By class, their errors agree to 6 bits, and
// both are permitted or both are not.
bool golden_same_answer(const struct golden_answer *want, const struct golden_answer *got,
                        bool by_class);

// Accepts a zeroed struct and leaves one.
void golden_reading_finish(struct golden_reading *reading);

// ---- a set of goldens ----

struct golden {
    char name[GOLDEN_NAME];     // "stripes-fragment-highp-guarded-bits"
    char picture[65];           // that the capture names; "" if there is none
    int at;                     // index of its measurement in the capture of the set
    int width;                  // of ramps, as the options asked
    char reason[GOLDEN_REASON]; // of the blessing
    char driver[320];           // GL_VERSION that day
    struct golden_reading read;
};

struct golden_set {
    char key[DEVICE_KEY_PATH]; // "mesa/llvmpipe-es3"
    char folder[PATH_MAX];     // GOLDENS/key
    bool there;                // golden.json is
    bool torn;                 // a bless was interrupted, and the next one mends it
    char fault[400];           // why the set cannot be read; "" if it can
    char sha256[65];           // of the bytes of golden.json; "" if it is not there
    char schema[40], capture_sha256[65]; // as golden.json has them
    char asked[320]; // options of the survey that was blessed: "--form=guarded --full"
    struct capture capture; // of the goldens
    struct golden *goldens; // owned, [count], in the order of the capture
    int count;
};

// Writes the name of a measurement: probe, stage, precision, form and readout.
void golden_name(const struct capture_measurement *seen, char name[GOLDEN_NAME]);

// Returns a measurement as a result that has not been judged, for plan_find.
struct result golden_asked(const struct golden_set *set, const struct golden *golden);

// Opens the set of a device in the folder `goldens`, which need not exist. A fault of
// the set is stored in set->fault, not logged; the set is then empty. A bless that was
// interrupted leaves a new capture.json beside an old golden.json: with `mends` this is
// no fault, and the set has the goldens whose pictures both name. Returns false, after
// logging why, if the folder's name is too long; `set` is then zeroed.
bool golden_open(struct golden_set *set, const char *goldens, const struct facts *device,
                 bool mends);

// Reads the text of golden.json into a set that has the key and the capture, whose hash
// is `sha256`. `mends` as in golden_open. Returns false, after logging why.
bool golden_read(struct golden_set *set, const char *text, size_t size,
                 const char *sha256, bool mends);

// Returns the golden of that name, or NULL.
const struct golden *golden_find(const struct golden_set *set, const char *name);

// Adds a copy of a golden to a set, and to the capture of the set its measurement `at` of
// `from`, with those before it that decided how it was asked. Invalidates pointers into
// the set.
void golden_add(struct golden_set *set, const struct capture *from, int at,
                const struct golden *golden);

// Returns true if golden.json is still the one that golden_open read: another process
// may bless.
bool golden_is_as_read(const struct golden_set *set);

// Reads the picture of a golden, if it is the blessed one; the caller finishes it.
// `pixels` is zeroed if the golden has no picture, or if the status is not match. Then
// the status is missing (there is no such file) or invalid (it is another picture), and
// `why` [size] has the reason.
enum golden_status golden_pixels(const struct golden_set *set,
                                 const struct golden *golden, struct pixels *pixels,
                                 char *why, size_t size);

// Returns golden.json of a set as text, malloc'd, with set->capture_sha256.
char *golden_text(const struct golden_set *set);

// Accepts a zeroed struct and leaves one.
void golden_finish(struct golden_set *set);

// ---- a result and its golden ----

// A result that was just measured.
struct golden_now {
    const struct capture *capture;
    const struct capture_measurement *seen; // in this capture
    const struct result *result;            // which was derived of it
    const struct task *task;                // which asked for it
    const struct pixels *pixels;            // NULL: not kept
};

struct golden_row {
    char name[GOLDEN_NAME];
    enum golden_status status;
    bool by_class;              // match, of other pixels
    char cause[GOLDEN_CAUSE];   // a line; "" of a match
    char change[GOLDEN_CHANGE]; // if it changed: into what, without where (golden_change)
    const struct golden *golden; // NULL if there is none
    struct pixels want;          // owned: the golden's picture, if a changed result has
                                 // another one
    int result;                  // index; -1 if it was not measured
};

// Compares a result with its golden. `now` has the pixels of the result if they differ.
// Sets row->golden, status, by_class, cause, change and want.
void golden_compare(const struct golden_set *set, const struct golden *golden,
                    const struct golden_now *now, struct golden_row *row);

// Returns why a result cannot be blessed, in a few words, or NULL if it can. `pixels` is
// NULL if there is no picture; `again` is the same case of a second run, or NULL if that
// run lacks it. Results that indicate a fault are refused. Folded, unsupported and
// undecided results are findings and can be blessed.
const char *golden_refuse(const struct result *result, const struct pixels *pixels,
                          const struct result *again);

// One of two readings of the same case.
struct golden_side {
    const struct golden_reading *read;
    const struct pixels *pixels; // NULL where there are none
};

// Writes the first thing that changed in a reading, the same words for all results that
// changed alike: "11 bits became 24", "ok became folded"; "other pixels" if the readings
// are the same.
void golden_change(const struct golden_reading *want, const struct golden_reading *got,
                   uint64_t by_class, char text[GOLDEN_CHANGE]);

// Writes where two sides differ, in pixels, status, verdict and answers: "stripe 22,
// columns 128-383: 0.5 became 0; rne became rtz". `result` is that of `got`. The bits of
// `by_class` are compared by class. Writes "" if the sides do not differ.
void golden_words(struct golden_side want, struct golden_side got,
                  const struct result *result, uint64_t by_class,
                  char text[GOLDEN_CAUSE]);

#endif // GOLDEN_GOLDEN_H
