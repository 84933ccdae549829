// SPDX-License-Identifier: MIT
//
// A capture: what was seen on a device, and nothing that follows from it. capture.json
// has the facts of the device and one entry for each measurement, in the order in which
// they were made: the question, what came back, and the hash of its picture. The pictures
// are pictures/HASH.png (store.h). A report is derived from it (survey/derive.h), so that
// a later version of this program judges the same evidence anew. The schema is
// docs/capture.schema.json.

#ifndef CAPTURE_CAPTURE_H
#define CAPTURE_CAPTURE_H

#include "base/drawn.h"
#include "base/facts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CAPTURE_SCHEMA    "fpstripe-capture/1"
#define CAPTURE_FILE      "capture.json"
#define CAPTURE_BYTES_MAX (16u << 20) // of a capture.json
#define CAPTURE_SHADERS   64

struct json_t;

// An expression of a question, or its only picture. The hashes are the first 64 bits of a
// SHA-256. A program that has other operands or other GLSL asks something else.
struct capture_row {
    char id[32];             // the word of the expression in its probe; "picture"
    int cases;               // how many of it were drawn
    uint64_t operands, glsl; // of the operands of these cases; of the GLSL of the row
};

// A question, without the stage and the form in which it was asked: many measurements
// share one. Operands follow from these numbers.
struct capture_question {
    char probe[32];
    int precision, emax;       // of the format for which operands were built
    bool flushed, subnormals;  // the format flushes; operands may be subnormal
    int inside_bits;           // that an expression keeps, where it keeps more than are
                               // stored; else 0, or VERDICT_INSIDE_UNKNOWN
    int width, rows;           // columns of a ramp; pixel rows of a stripe
    bool stored;               // the guarded sum goes through memory
    struct capture_row *lines; // owned, [line_count]
    int line_count;
};

// The answer of a device to a question. unsupported and skipped: it was not asked.
// unable: it cannot be drawn, which is no fault of the driver. broken: the driver did not
// return.
enum capture_answer {
    CAPTURE_PAINTED,
    CAPTURE_REFUSED,
    CAPTURE_UNABLE,
    CAPTURE_UNSUPPORTED,
    CAPTURE_SKIPPED,
    CAPTURE_BROKEN,
    CAPTURE_ANSWERS,
};

struct capture_picture {
    char sha256[65]; // its name in the store; "" if there is none
    int width, height;
};

// The second render of a question: with other guard values where the form has guards, and
// one pixel for each case. not kept: captures of earlier versions do not tell.
enum capture_second_answer {
    CAPTURE_SECOND_NOT_KEPT,
    CAPTURE_SECOND_SAME, // in each case
    CAPTURE_SECOND_OTHER,
    CAPTURE_SECOND_REFUSED,
    CAPTURE_SECOND_ANSWERS,
};

// The result of further renders if the second one is other: a render is not repeated by
// the next of its kind; or each is, and the difference follows the values of the guard,
// or the size of the target.
enum capture_repeats {
    CAPTURE_REPEATS_UNKNOWN, // there were none
    CAPTURE_REPEATS_NOT,
    CAPTURE_REPEATS_BY_GUARD,
    CAPTURE_REPEATS_BY_TARGET,
    CAPTURE_REPEATS_COUNT,
};

struct capture_second {
    enum capture_second_answer answer;
    char reason[240];               // if it was refused
    struct capture_picture picture; // if it is other
    enum capture_repeats repeats;
};

// What a CUDA GPU, which was there, computed for what was found: no other machine can
// compare with it.
struct capture_cuda {
    uint64_t answers;   // hash of what was found; another version may find something else
    long words, differ; // that were compared; 0: none
};

// One measurement: a question, asked in one way, and what came back.
struct capture_measurement {
    char probe[32];
    enum stage stage;
    enum precision precision;
    enum form form;
    enum readout readout;
    bool deciding; // it was not asked for, but decided how another question was asked
    int question;  // index; -1 if none was put
    enum capture_answer answer;
    char reason[240]; // if nothing was painted
    struct drawn drawn;
    struct capture_picture picture;
    struct capture_second second;
    struct capture_cuda cuda;
};

// Shaders of a user that replaced some of the program's; mostly none.
struct capture_shaders {
    struct capture_shader {
        char probe[32];
        char sha256[65]; // of its bytes
    } list[CAPTURE_SHADERS];
    int count;
};

// Zeroed: an empty one.
struct capture {
    struct facts device;
    bool complete;    // all tasks are done
    bool interrupted; // they are not, because a signal ended the run
    char cuda[160];   // the GPU of struct capture_cuda; "": there was none
    int tasks;        // that were planned: so many measurements are not `deciding`
    struct capture_shaders shaders;
    struct capture_question *questions; // owned
    int question_count, question_room;
    struct capture_measurement *measurements; // owned
    int count, room;
};

// Returns the index of an equal question, which is added if there is none. Takes over
// question->lines.
int capture_question(struct capture *capture, struct capture_question *question);

// Returns true if two questions are equal.
bool capture_same_question(const struct capture_question *a,
                           const struct capture_question *b);

// Returns a new, zeroed measurement. Valid until the next call.
struct capture_measurement *capture_add(struct capture *capture);

// Returns the document, malloc'd. The same capture gives the same bytes.
char *capture_text(const struct capture *capture);

// Returns a measurement as it is in the document; the caller's.
struct json_t *capture_measurement_json(const struct capture_measurement *measurement);

// Writes the SHA-256 of the bytes of capture_text.
void capture_sha256(const char *text, size_t size, char hex[65]);

// Reads what capture_text wrote. `name` is for messages. Returns false, after logging
// what is wrong and where, if it is no capture of this schema; `capture` is then zeroed.
bool capture_read(struct capture *capture, const char *text, size_t size,
                  const char *name);

// Accepts a zeroed struct and leaves one.
void capture_finish(struct capture *capture);

#endif // CAPTURE_CAPTURE_H
