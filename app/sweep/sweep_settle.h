// SPDX-License-Identifier: MIT
//
// What a judge was not sure of, decided by MPFR, and the list of results above a limit.

#ifndef SWEEP_SETTLE_H
#define SWEEP_SETTLE_H

#include "sweep/sweep.h"

// Takes over chunk `id` as a judge counted it, with what it noted. A near-tie moves to
// the kind, the bin and the share of correct ones that MPFR gives it; nothing else is
// computed anew. Where more was noted than has a place, which of it was kept is chance:
// nothing is settled or listed then, and all that was noted counts as unsettled (on the
// first side) and, where results are listed, as one that found no place. Returns false,
// after logging why, if memory ran out; the chunk is then not done.
bool sweep_settle(struct sweep *sweep, int id, const struct chunk *counted,
                  const struct noted_list *noted);

// Adds listed ones, by number, each once: the SWEEP_LISTED with the smallest numbers
// stay.
void sweep_settle_list(struct sweep *sweep, const struct sweep_listed *listed, int count);

// Counts listed_more anew, from above_counts.
void sweep_settle_more(struct sweep *sweep);

#endif // SWEEP_SETTLE_H
