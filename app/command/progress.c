// SPDX-License-Identifier: MIT

#include "command/progress.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/out.h"
#include "view/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LONG_MS 500
#define LINE_MS 10000
#define WIDTH   24 // of the bar, at most

#define WIDTH_LEAST 6

// Questions after which the time of all is estimated, and the least time that they take
// where programs are compiled; a second process takes half of these.
#define SAMPLE     4
#define COMPILE_MS 60
#define PROCESSES  2

void progress_start(struct progress *progress)
{
    const char *term = getenv("TERM");

    *progress = (struct progress){
        .terminal = isatty(STDERR_FILENO) && term && strcmp(term, "dumb"),
        .start_ms = clock_now_ns() / 1000000,
    };
}

// Leaves the cursor at the left, so that a log line replaces the bar. The bar takes the
// columns that the text leaves, and the text is cut if it leaves none: a line that wraps
// would scroll.
static void progress_draw(double share, const char *text)
{
    int columns = out_error_columns(), length = (int) strlen(text), room;
    char bar[WIDTH + 4] = "";

    columns = columns ? columns : VIEW_COLUMNS;
    room = columns - length - (int) sizeof "[] ";
    room = room > WIDTH ? WIDTH : room;
    if (room >= WIDTH_LEAST) {
        memset(bar + 1, '-', (size_t) room);
        memset(bar + 1, '#', (size_t) (share * room));
        bar[0] = '[';
        memcpy(bar + 1 + room, "] ", sizeof "] ");
    }
    fprintf(stderr, "%s%.*s\033[K\r", bar, columns - 1, text);
}

// "1.23 G"
static void print_large(char *text, size_t size, double number)
{
    static const char *const units[] = { "", " k", " M", " G", " T" };
    int unit = 0;

    for (; number >= 999.5 && unit < 4; unit++)
        number /= 1000;
    snprintf(text, size, "%.3g%s", number, units[unit]);
}

static void print_left(char *text, size_t size, double seconds)
{
    if (seconds < 100)
        snprintf(text, size, "%.0f s", seconds);
    else if (seconds < 6000)
        snprintf(text, size, "%.0f min", seconds / 60);
    else
        snprintf(text, size, "%.1f h", seconds / 3600);
}

void progress_show(struct progress *progress, int done, int total,
                   const struct result *asked)
{
    long long gone_ms = clock_now_ns() / 1000000 - progress->start_ms;
    char text[140], left[20];

    if (done == 0)
        progress->asked_ms = progress->start_ms + gone_ms;
    if (!progress->terminal || gone_ms < LONG_MS)
        return;
    print_left(left, sizeof left, 1e-3 * (double) gone_ms / (done + 1) * (total - done));
    snprintf(text, sizeof text, "%d of %d, %s left: %s %s %s %s", done, total, left,
             asked->probe, stage_name(asked->stage), precision_name(asked->precision),
             form_name(asked->form));
    progress_draw(total > 0 ? (double) done / total : 0, text);
    progress->drawn = true;
}

void progress_tell(const struct progress *progress, int done, int total, bool compiles)
{
    long long gone_ms = clock_now_ns() / 1000000 - progress->asked_ms;
    long long seconds = gone_ms * total / (1000 * PROCESSES * SAMPLE);
    char text[100];

    if (done != SAMPLE)
        return;
    int size = snprintf(text, sizeof text, "%d questions", total);

    if (compiles && gone_ms >= COMPILE_MS && seconds > 0)
        snprintf(text + size, sizeof text - (size_t) size,
                 "; this driver compiles for each, which takes about %lld s",
                 5 * ((seconds + 4) / 5));
    if (progress->terminal)
        log_end("%s", text);
    else
        log_info("%s", text);
}

void progress_rate(struct progress *progress, double done, double total, const char *what,
                   bool lines)
{
    long long now = clock_now_ns() / 1000000;
    char text[120], rate[20], left[20];
    double per_s;

    if (progress->said_ms == 0) {
        progress->before = done;
        progress->said_ms = now;
    }
    if (!progress->terminal && (!lines || now - progress->said_ms < LINE_MS))
        return;
    if (now - progress->start_ms < LONG_MS || done <= progress->before || total <= 0)
        return;
    per_s = 1000 * (done - progress->before) / (double) (now - progress->start_ms);
    print_large(rate, sizeof rate, per_s);
    print_left(left, sizeof left, (total - done) / per_s);
    snprintf(text, sizeof text, "%.1f %%, %s %s/s, %s left", 100 * done / total, rate,
             what, left);
    if (!progress->terminal) {
        log_end("%s", text);
        progress->said_ms = now;
        return;
    }
    progress_draw(done / total, text);
    progress->drawn = true;
}

void progress_finish(struct progress *progress)
{
    if (progress->drawn)
        fputs("\033[K", stderr);
    progress->drawn = false;
}
