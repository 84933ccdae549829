// SPDX-License-Identifier: MIT
//
// A bar on standard error, drawn only where that is a terminal and the work is long.

#ifndef COMMAND_PROGRESS_H
#define COMMAND_PROGRESS_H

#include "base/verdict.h"

#include <stdbool.h>

struct progress {
    bool terminal, drawn;
    long long start_ms;
    long long asked_ms; // when the first question was
    long long said_ms;  // when a line was last written
    double before;      // what was done when it started
};

void progress_start(struct progress *progress);

// `done` of `total` are done, and `asked` comes next.
void progress_show(struct progress *progress, int done, int total,
                   const struct result *asked);

// One line, to a terminal or with -v, once a few of `total` questions are done: how many
// there are and, where the processor `compiles` for each, about how long that takes.
void progress_tell(const struct progress *progress, int done, int total, bool compiles);

// `done` of `total`, large numbers of `what`, with their rate and the time that is left.
// The first call tells what had been done before. Where there is no terminal, and
// `lines` are wanted, a line each 10 s.
void progress_rate(struct progress *progress, double done, double total, const char *what,
                   bool lines);

// Takes the bar away.
void progress_finish(struct progress *progress);

#endif // COMMAND_PROGRESS_H
