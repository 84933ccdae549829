// SPDX-License-Identifier: MIT

#include "base/isolate.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/guard.h"
#include "base/watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_MS 100 // how often for an interrupt

static void leave(void)
{
    _exit(1);
}

// The child: no handler of ours, no atexit of a driver's that was entered before.
static void be_child(void (*work)(const void *, void *), const void *context,
                     void *answer, size_t size, int to)
{
    static const int caught[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        signal(caught[i], SIG_DFL);
    atexit(leave);
    work(context, answer);
    _exit(file_put(to, answer, size) ? 0 : 1);
}

bool isolate_ready(int from, int ms)
{
    struct pollfd ready = { .fd = from, .events = POLLIN };
    int count = poll(&ready, 1, ms);

    return count > 0 || (count < 0 && errno != EINTR);
}

// Reads all of it before `deadline`. Returns how much came.
static size_t isolate_take(int from, char *bytes, size_t size, double deadline,
                           bool *late)
{
    size_t used = 0;

    while (used < size && !*late) {
        double left = deadline - 1e-9 * (double) clock_now_ns();

        *late = left <= 0 || guard_interrupted();
        guard_alive();
        if (*late || !isolate_ready(from, LOOK_MS))
            continue;
        ssize_t got = read(from, bytes + used, size - used);

        if (got <= 0)
            break;
        used += (size_t) got;
    }
    return used;
}

bool isolate_begin(struct isolated *isolated,
                   void (*work)(const void *context, void *answer), const void *context,
                   void *answer, size_t size, char *reason, size_t reason_size)
{
    int ends[2];

    fflush(NULL);
    pid_t parent = getpid(), child = pipe(ends) == 0 ? fork() : -1;

    if (child < 0) {
        snprintf(reason, reason_size, "no child process: %s", strerror(errno));
        return false;
    }
    if (child == 0) {
        watch_follow(parent);
        close(ends[0]);
        be_child(work, context, answer, size, ends[1]);
    }
    close(ends[1]);
    *isolated = (struct isolated){ ends[0], child };
    return true;
}

bool isolate_end(const struct isolated *isolated, void *answer, size_t size,
                 int timeout_s, char *reason, size_t reason_size)
{
    int status = 0;
    bool late = false;
    size_t got = isolate_take(isolated->from, answer, size,
                              1e-9 * (double) clock_now_ns() + timeout_s, &late);

    close(isolated->from);
    if (late)
        kill(isolated->child, SIGKILL);
    while (waitpid(isolated->child, &status, 0) < 0 && errno == EINTR)
        ;
    if (late)
        snprintf(reason, reason_size, "the driver hangs: nothing for %d s", timeout_s);
    else if (WIFSIGNALED(status))
        snprintf(reason, reason_size, "the driver crashed: %s",
                 strsignal(WTERMSIG(status)));
    else if (got < size)
        snprintf(reason, reason_size, "the driver ended the process");
    return got == size;
}

bool isolate_call(void (*work)(const void *context, void *answer), const void *context,
                  void *answer, size_t size, int timeout_s, char *reason,
                  size_t reason_size)
{
    struct isolated isolated;

    return isolate_begin(&isolated, work, context, answer, size, reason, reason_size) &&
           isolate_end(&isolated, answer, size, timeout_s, reason, reason_size);
}
