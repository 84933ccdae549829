// SPDX-License-Identifier: MIT
//
// Who a device is compared with: a CUDA GPU, what one once answered, this CPU, or the
// integer model; the first that works. What was tried before it, and why it could not
// be used, stands in the report.

#ifndef REFERENCE_H
#define REFERENCE_H

#include "unit/recorded.h"
#include "unit/unit.h"

#include <stdbool.h>

#define REFERENCE_TRIES 4

// How the name of one of kind "recorded" begins.
#define REFERENCE_ANSWERS "answers of an "

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
    bool cuda;                   // `unit` is reference_cuda's,
    int ordinal;                 // of this number among CUDA's devices
};

// How to reach a CUDA GPU. The program names it at its start; where nobody does (tests),
// there is none.
struct reference_cuda {
    // Fills `unit`, `name` [160], `facts` and the device's number. Returns false, after
    // logging why, if there is no GPU to ask.
    bool (*open)(struct unit *unit, char *name, struct recorded_facts *facts,
                 int *ordinal);
    void (*close)(struct unit *unit);

    // Writes down the operations of one operand that the GPU has beside the unit's.
    // Returns false, after logging why, if the GPU or the disk failed.
    bool (*record)(const struct unit *unit, struct recorder *recorder);
};

void reference_set_cuda(const struct reference_cuda *cuda);

// Opens the reference of a kind, or, if it cannot be used, the next of the order above;
// NULL starts at the first. `reference` must not move after it. Never fails: the model
// always works.
void reference_open(struct reference *reference, const char *kind);

// Writes down what a reference can do beside its unit; nothing, where that is all.
// Returns false, after logging why.
bool reference_record(const struct reference *reference, struct recorder *recorder);

void reference_close(struct reference *reference);

// Who would be recorded: the GPU, or the CPU's or the model's name in its place.
void reference_facts(const struct reference *reference, struct recorded_facts *facts);

// The intrinsic of CUDA that a rule is, for an addition of that format: "__fadd_rn",
// "__dadd_rz", "__hadd_rn"; NULL if CUDA has none.
const char *reference_intrinsic(const struct fp_model *model);

#endif // REFERENCE_H
