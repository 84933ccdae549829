// SPDX-License-Identifier: MIT
//
// A simulated device: an arithmetic model behind the interface of a device, for tests,
// for demonstrations, and for devices that are not at hand.

#ifndef DEVICE_FAKE_H
#define DEVICE_FAKE_H

#include "device/device.h"
#include "unit/apart.h"
#include "unit/limited.h"
#include "unit/traits.h"

#include <stdbool.h>
#include <stddef.h>

// The effect of a word of a simulated device's id.
enum fake_kind {
    FAKE_FLAG,   // sets a bool
    FAKE_ALL,    // sets a mask of expressions to all of them
    FAKE_NUMBER, // sets an int in [low, high]
    FAKE_RULE,   // sets a rounding model
    FAKE_CHOICE, // sets an enum to one of its values above 0
    FAKE_FIRST,  // sets how a struct foreign_adder rounds first
    FAKE_STICKY, // sets its sticky places
    FAKE_SIGN,   // sets its rule for negative sums
    FAKE_MODEL,  // stands for a rounding model, which adder_rule_find reads
};

// A word of "fake:MODEL[,WORD]...", for the parser, `fpstripe explain models` and the
// documents.
struct fake_word {
    const char *heading; // that begins with it; NULL: as the word before
    const char *name;
    const char *value; // behind "="; NULL: there is none
    const char *help;
    enum fake_kind kind;
    int low, high;
    size_t field;               // in a struct fake (fake_private.h)
    const char *const *choices; // the words of 1, 2, ..., then NULL
};

extern const struct fake_word fake_words[];
extern const int fake_word_count;

// Read the text behind "=" into *field: a number, digits only, or a choice. Return false,
// after logging why, if the text is neither.
bool fake_word_number(const struct fake_word *word, const char *id, const char *value,
                      int *field);
bool fake_word_choice(const struct fake_word *word, const char *id, const char *value,
                      int *field);

// "fake:MODEL[,WORD]...", where MODEL is a rounding model or the key of a published
// device (history.h), whose model it then has. Doubles and halves, if it has them, are
// IEEE 754's. Changes by the compiler show in the plain form only, the rest in every
// form. Returns false, after logging why, if `id` is malformed.
bool fake_open(struct device *device, const char *id);

// The arithmetic of a simulated device in one precision, for work that is not a probe. If
// it is `plain`, `unit` is that of traits.model alone. The struct does not move, since
// `unit` refers to it.
struct fake_arithmetic {
    struct traits traits; // of a form that no compiler changes
    struct limited limited;
    struct apart apart;
    struct unit unit;
    bool plain;
};

// Fills `arithmetic` from a device that fake_open opened, which outlives it.
void fake_arithmetic(const struct device *device, enum precision precision,
                     struct fake_arithmetic *arithmetic);

#endif // DEVICE_FAKE_H
