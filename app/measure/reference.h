// SPDX-License-Identifier: MIT
//
// The reference with which a device is compared: a CUDA GPU, recorded results of one,
// this CPU, or the integer model; the first that works. The report says which were tried
// before it, and why they could not be used.
//
// Only this header gives access to a reference: probes judge without one, and code that
// compares an answer or a picture, such as the window or `eval`, gets the expected data
// from here.

#ifndef MEASURE_REFERENCE_H
#define MEASURE_REFERENCE_H

#include "probe/expressions.h"
#include "unit/recorded.h"
#include "unit/unit.h"

#include <stdbool.h>

#define REFERENCE_TRIES 4

struct reference_try {
    char kind[16];
    char reason[160];
};

// `unit` is the one asked first; unit.next leads to those asked where it cannot.
struct reference {
    struct unit unit;
    char kind[16];  // "cuda", "recorded", "host", "model"
    char name[160]; // "NVIDIA H200, compute capability 9.0, driver ..."
    struct reference_try tried[REFERENCE_TRIES];
    int tried_count;
    struct unit host; // the next one, where it is not the first
    struct recorded *recorded;
    struct recorded_facts facts; // of the GPU, where it is one that answers
    bool cuda;                   // `unit` is reference_cuda's
};

// How to open a CUDA GPU. The program sets it at its start; otherwise (in tests) there is
// none.
struct reference_cuda {
    // Fills `unit` and `facts`. Returns false, after logging why, if there is no GPU.
    bool (*open)(struct unit *unit, struct recorded_facts *facts);
    void (*close)(struct unit *unit);

    // Records the operations with one operand that the GPU has in addition to the unit's.
    // Returns false, after logging why, if the GPU or the disk failed.
    bool (*record)(const struct unit *unit, struct recorder *recorder);

    // Called before a GL driver is entered, while there are no threads of a driver's yet.
    void (*ask_ahead)(void);
};

void reference_set_cuda(const struct reference_cuda *cuda);

// The CUDA unit (cuda_ref), in cuda.c.
extern const struct reference_cuda reference_by_cuda;

// Opens the reference of a kind, or, if it cannot be used, the next of the order above;
// NULL starts at the first. `reference` must not move after it. Never fails: the model
// always works.
void reference_open(struct reference *reference, const char *kind);

// Opens the reference of a kind that was asked for by name, and no other. Returns false,
// after logging why, if it cannot be used; `reference` is then zeroed.
bool reference_open_named(struct reference *reference, const char *kind);

// Records what a reference can do in addition to its unit, if anything.
// Returns false, after logging why.
bool reference_record(const struct reference *reference, struct recorder *recorder);

// What the reference answers to the cases of a call, of any count; call->unit is ignored.
// Each operation goes to the first unit of the chain that has it and does not fail, at
// last to the model, which has all. *who is the name of the one farthest down the chain
// that was asked, NULL if the expression needs no unit. Returns false, after logging why,
// if even the model failed.
bool reference_answer(const struct unit *chain, const struct expressions_call *call,
                      const char **who);

// Why the first unit of a chain failed in a reference_answer, since this was called last;
// "" if it did not, [160].
void reference_take_fault(char *reason, size_t size);

void reference_close(struct reference *reference);

// Who would be recorded: the GPU, or the CPU's or the model's name in its place.
void reference_facts(const struct reference *reference, struct recorded_facts *facts);

// The intrinsic of CUDA that a rule is, for an addition of that format: "__fadd_rn",
// "__dadd_rz", "__hadd_rn"; NULL if CUDA has none.
const char *reference_intrinsic(const struct fp_model *model);

#endif // MEASURE_REFERENCE_H
