// SPDX-License-Identifier: MIT

#include "command/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LONG_MS 500
#define WIDTH   40

static long long now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

void progress_start(struct progress *progress)
{
    const char *term = getenv("TERM");

    *progress = (struct progress){
        .terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb"),
        .start_ms = now_ms(),
    };
}

// The cursor stays at the left, so that a log line writes over the bar.
void progress_show(struct progress *progress, int done, int total)
{
    char bar[WIDTH + 1];
    int filled = total > 0 ? (int) ((long long) done * WIDTH / total) : 0;

    if (!progress->terminal || now_ms() - progress->start_ms < LONG_MS)
        return;
    memset(bar, '-', WIDTH);
    memset(bar, '#', (size_t) filled);
    bar[WIDTH] = '\0';
    fprintf(stderr, "[%s] %d of %d\033[K\r", bar, done, total);
    progress->drawn = true;
}

void progress_finish(struct progress *progress)
{
    if (progress->drawn)
        fputs("\033[K", stderr);
    progress->drawn = false;
}
