// SPDX-License-Identifier: MIT
//
// Causes that a verdict names. A sum that came back unrounded was simplified by the
// compiler, or the expression keeps more bits than are stored: one result shows it, and
// others of its form are named after that. If two renders differ, either the device did
// not repeat one of them, or it repeats both, and the difference between them is the
// cause.

#ifndef BASE_CAUSE_H
#define BASE_CAUSE_H

#include "base/verdict.h"

// The reason of an excess.
#define CAUSE_KEEPS "an expression keeps %d bits before it is stored"

// The reasons of a result that is unstable.
#define CAUSE_NOT_REPEATED "two renders of the same differ"
#define CAUSE_GUARD \
    "two renders differ: with other values of the guard the driver computes otherwise"
#define CAUSE_SMALLER \
    "two renders differ: on a smaller target the driver computes otherwise"

// Whether a verdict shows why sums come back unrounded: it is folded, or an excess of so
// many bits. A compiler simplifies in every precision, so that it is folded counts for
// others too (`own`: it is the same precision), whose range may be too small to show it.
bool cause_is_shown(const struct verdict *verdict, bool own);

// The form that shows it for another one: plain for the published one, else itself.
enum form cause_form(enum form form);

// Makes a verdict that is unrounded folded or an excess, with the words and the number of
// what shows the cause; it stays as it is where that is NULL.
void cause_name(struct verdict *verdict, const struct verdict *cause);

#endif // BASE_CAUSE_H
