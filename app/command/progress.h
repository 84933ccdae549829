// SPDX-License-Identifier: MIT
//
// A bar on standard error, drawn only where that is a terminal and the work is long.

#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>

struct progress {
    bool terminal, drawn;
    long long start_ms;
};

void progress_start(struct progress *progress);

// `done` of `total` are done.
void progress_show(struct progress *progress, int done, int total);

// Takes the bar away.
void progress_finish(struct progress *progress);

#endif // PROGRESS_H
