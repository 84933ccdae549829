// SPDX-License-Identifier: MIT

#include "base/isolate.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/guard.h"
#include "base/watch.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_MS     100 // how often for an interrupt
#define INTERRUPT_S 1   // for an answer, after one

static void leave(void)
{
    _exit(1);
}

// The child: no handler of ours, no atexit of a driver's that was entered before.
static void be_child(void (*work)(const void *, void *), const void *context,
                     void *answer, size_t size, int talk)
{
    static const int caught[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
    static const int interrupts[] = { SIGINT, SIGTERM, SIGHUP };
    char again;

    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        signal(caught[i], SIG_DFL);
    for (size_t i = 0; i < sizeof interrupts / sizeof *interrupts; i++)
        signal(interrupts[i], SIG_IGN); // they are the parent's
    atexit(leave);
    do {
        work(context, answer);
        if (!file_put(talk, answer, size))
            _exit(1);
    } while (recv(talk, &again, 1, MSG_WAITALL) == 1);
    _exit(0);
}

bool isolate_ready(int from, int ms)
{
    struct pollfd ready = { .fd = from, .events = POLLIN };
    int count = poll(&ready, 1, ms);

    return count > 0 || (count < 0 && errno != EINTR);
}

static double isolate_now(void)
{
    return 1e-9 * (double) clock_now_ns();
}

// Reads all of it within `limit_s`. Returns how much came.
static size_t isolate_take(int from, char *bytes, size_t size, double limit_s, bool *late)
{
    double deadline = isolate_now() + limit_s;
    bool interrupted = false;
    size_t used = 0;

    while (used < size && !*late) {
        if (guard_interrupted() && !interrupted)
            deadline = fmin(deadline, isolate_now() + INTERRUPT_S);
        interrupted = guard_interrupted();
        *late = isolate_now() >= deadline;
        guard_alive();
        if (*late || !isolate_ready(from, LOOK_MS))
            continue;
        ssize_t got = read(from, bytes + used, size - used);

        if (got == 0 || (got < 0 && errno != EINTR))
            break;
        used += got > 0 ? (size_t) got : 0;
    }
    return used;
}

bool isolate_begin(struct isolated *isolated,
                   void (*work)(const void *context, void *answer), const void *context,
                   void *answer, size_t size, char *reason, size_t reason_size)
{
    int ends[2] = { -1, -1 };

    fflush(NULL);
    pid_t parent = getpid(), child = -1;

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0)
        child = fork();
    if (child < 0) {
        snprintf(reason, reason_size, "no child process: %s", strerror(errno));
        close(ends[0]);
        close(ends[1]);
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

void isolate_again(struct isolated *isolated)
{
    // Who is not asked does not answer: then nothing comes.
    if (send(isolated->talk, "", 1, MSG_NOSIGNAL) != 1)
        shutdown(isolated->talk, SHUT_RDWR);
}

// Returns how the child ended.
static int isolate_reap(struct isolated *isolated, bool ended)
{
    int status = 0;

    close(isolated->talk);
    if (ended)
        kill(isolated->child, SIGKILL);
    while (waitpid(isolated->child, &status, 0) < 0 && errno == EINTR)
        ;
    *isolated = (struct isolated){ 0 };
    return status;
}

bool isolate_answer(struct isolated *isolated, void *answer, size_t size, int timeout_s,
                    char *reason, size_t reason_size)
{
    bool late = false;

    if (isolate_take(isolated->talk, answer, size, timeout_s, &late) == size)
        return true;
    int status = isolate_reap(isolated, late);

    if (late && guard_interrupted())
        snprintf(reason, reason_size, "interrupted");
    else if (late)
        snprintf(reason, reason_size, "the driver hangs: nothing for %d s", timeout_s);
    else if (WIFSIGNALED(status))
        snprintf(reason, reason_size, "the driver crashed: %s",
                 strsignal(WTERMSIG(status)));
    else
        snprintf(reason, reason_size, "the driver ended the process");
    return false;
}

void isolate_leave(struct isolated *isolated)
{
    if (isolated->child)
        isolate_reap(isolated, true);
}

bool isolate_call(void (*work)(const void *context, void *answer), const void *context,
                  void *answer, size_t size, int timeout_s, char *reason,
                  size_t reason_size)
{
    struct isolated isolated;
    bool ok =
        isolate_begin(&isolated, work, context, answer, size, reason, reason_size) &&
        isolate_answer(&isolated, answer, size, timeout_s, reason, reason_size);

    // A driver may take long to end. descendants_end() waits for it.
    if (ok) {
        close(isolated.talk);
        kill(isolated.child, SIGKILL);
    }
    return ok;
}
