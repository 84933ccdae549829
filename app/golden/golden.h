// SPDX-License-Identifier: MIT
//
// Goldens: results that somebody looked at and blessed, with the raw captures they were
// read from. A later run must give the same, pixel by pixel and verdict by verdict. A set
// of them lies in GOLDENS/VENDOR/FAMILY-API (device_key.h), a folder that holds
// goldens.json (docs/goldens.schema.json) and a PNG a case, and is of one device in one
// API, whatever its driver. Nothing but bless changes one.
//
// Exactness is to be had of what a GPU draws, and of nearly all that a software renderer
// does. What the latter answers otherwise on another processor (lines.h: by_processor) is
// compared by class: whether it departs, and its error to 6 bits.
//
// A case is the same question as long as what is asked of binary32 is: a driver that
// computes in another format has changed, though its operands are others.

#ifndef GOLDEN_H
#define GOLDEN_H

#include "base/facts.h"
#include "base/pixels.h"
#include "base/verdict.h"
#include "report/folder.h"
#include "survey/plan.h"

#include <limits.h>
#include <stdbool.h>

#define GOLDEN_NAME   120
#define GOLDEN_REASON 400
#define GOLDEN_FILE   "goldens.json"

enum golden_status {
    GOLDEN_MATCH,
    GOLDEN_CHANGED,
    GOLDEN_NEW,     // measured, and no golden
    GOLDEN_MISSING, // a golden that was not measured, or whose picture is gone
    GOLDEN_STALE,   // a golden of another question: it cannot be compared
    GOLDEN_INVALID, // its record or its picture is not what was blessed
    GOLDEN_STATUS_COUNT,
};

// "match", "changed", ...
const char *golden_status_name(enum golden_status status);

// What is asked: the cases, were the device one of binary32.
struct golden_question {
    int columns, bands; // cases
    char sha256[65];    // of the operands, the lines' names and the probe's edition
};

struct golden {
    char name[GOLDEN_NAME]; // "stripes-fragment-highp-guarded-bits"
    struct golden_question question;
    uint64_t by_class;          // bit of each finding that is compared by class
    struct result result;       // its findings owned; nothing of references
    char file_sha256[65];       // of the PNG as it was written; "" without one
    char reason[GOLDEN_REASON]; // of the blessing
    char driver[320];           // GL_VERSION that day
    char fault[300];            // why the record is invalid; "" if it is not
};

struct golden_set {
    char folder[PATH_MAX];
    char key[300]; // "mesa/llvmpipe-es3"
    char renderer[320];
    bool simulated;
    bool there;             // goldens.json is
    char fault[300];        // why it cannot be read; "" if it can
    struct golden *goldens; // owned
    int count, capacity;
};

// The name of a case, which is that of its capture without ".png".
void golden_name(const struct result *result, char name[GOLDEN_NAME]);
void golden_task_name(const struct task *task, char name[GOLDEN_NAME]);

void golden_question(const struct task *task, struct golden_question *question);

// The findings of a result that are compared by class.
uint64_t golden_by_class(const struct facts *device, const struct result *result);

// The set of a device in the folder `goldens`, which need not be there. What is wrong
// with it or a case is in the `fault` of either, not logged. Returns false, after
// logging why, if there is no memory; `set` is then zeroed.
bool golden_open(struct golden_set *set, const char *goldens, const struct facts *device);

// The same of a folder that is a set.
bool golden_read(struct golden_set *set, const char *folder, const char *key);

// NULL if there is none.
struct golden *golden_find(const struct golden_set *set, const char *name);

// Returns the new, zeroed golden, or NULL, after logging why. Valid until the next call.
struct golden *golden_add(struct golden_set *set);

// Whether the picture of a golden is what was blessed. Says nothing, takes no memory for
// pixels if the file is as it was written. `why` [size] is set if the status is not
// match; missing: there is no such file; invalid: it is another.
enum golden_status golden_picture(const struct golden_set *set,
                                  const struct golden *golden, char *why, size_t size);

// Its pixels; the caller finishes them. Otherwise as golden_picture; `pixels` is zeroed
// unless all is well.
enum golden_status golden_pixels(const struct golden_set *set,
                                 const struct golden *golden, struct pixels *pixels,
                                 char *why, size_t size);

// goldens.json as text, malloc'd. Returns NULL, after logging why, if there is no memory.
char *golden_json(const struct golden_set *set);

// Accepts a zeroed struct and leaves one.
void golden_finish(struct golden_set *set);

struct golden_row {
    char name[GOLDEN_NAME];
    enum golden_status status;
    bool by_class;               // match, of other pixels
    char cause[1200];            // a line; "" of a match
    const struct golden *golden; // NULL if there is none
    const struct result *result; // NULL if it was not measured
};

// Whether a result has the pixels of a golden, by their hash and size.
bool golden_same_pixels(const struct golden *golden, const struct result *result);

// Compares a result of `got`, which has its picture if its pixels are others, with a
// golden whose record is good, by today's question. Sets row->status, by_class and cause.
void golden_compare(const struct golden_set *set, const struct golden *golden,
                    const struct report_folder *got, const struct result *result,
                    const struct golden_question *question, struct golden_row *row);

// Why a result cannot be blessed, in a few words; NULL if it can. `pixels` is zeroed
// where there is no picture; `again` is the same case, measured once more, or NULL if it
// was not there. What shows that something is broken is refused. That a question was
// folded, cannot be asked, or has no answer is a finding like any other.
const char *golden_refuse(const struct result *result, const struct pixels *pixels,
                          const struct result *again);

// Makes `golden` the record of a result, which answers `task`; what it held is freed.
// Returns false, after logging why, if there is no memory.
bool golden_take(struct golden *golden, const struct facts *device,
                 const struct result *result, const struct task *task,
                 const char *reason);

// Writes the picture of a golden to `path` and notes its hash. Returns false, after
// logging why.
bool golden_write_picture(struct golden *golden, const struct pixels *pixels,
                          const char *device, const char *path);

#endif // GOLDEN_H
