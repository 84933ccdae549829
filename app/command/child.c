// SPDX-License-Identifier: MIT

#include "command/child.h"

#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/watch.h"
#include "command/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define POLL_MS   100
#define CHUNK     65536
#define BYTES_MAX (64u << 20)

// In the child: like the parent, but for its standard output.
static _Noreturn void become(const char *const *words, int output, pid_t parent)
{
    watch_follow(parent);
    dup2(output, STDOUT_FILENO);
    execv("/proc/self/exe", (char *const *) (const void *) words);
    _exit(COMMAND_NO_DEVICE);
}

static bool spawn(const char *const *words, pid_t *process, int *output)
{
    const pid_t parent = getpid();
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0) {
        log_error("cannot create a pipe: %s", strerror(errno));
        return false;
    }
    *process = fork();
    if (*process == 0)
        become(words, ends[1], parent);
    close(ends[1]);
    *output = ends[0];
    if (*process > 0)
        return true;
    close(ends[0]);
    log_error("cannot start a process for the device: %s", strerror(errno));
    return false;
}

static bool child_take(struct child *child, int output, bool *more)
{
    ssize_t length;

    *more = false;
    if (child->size > BYTES_MAX) {
        log_error("a device's process printed more than %u bytes", BYTES_MAX);
        return false;
    }
    child->text = memory_resize(child->text, child->size + CHUNK + 1, 1);
    length = read(output, child->text + child->size, CHUNK);
    child->size += length > 0 ? (size_t) length : 0;
    child->text[child->size] = '\0';
    *more = length > 0 || (length < 0 && errno == EINTR);
    return true;
}

// A terminal sends its interrupt to the child too; who sends it to one process only
// means both. It is handed on once: a second one would end the child at once.
static void hand_on_interrupt(pid_t process, bool *handed)
{
    if (!guard_interrupted() || *handed)
        return;
    *handed = true;
    if (guard_interrupted() != SIGINT || !isatty(STDIN_FILENO))
        kill(process, guard_interrupted());
}

// Reads until the child has ended, or closed its output: a driver may have started a
// process that never does. The child, itself watched, ends in time.
static bool child_hear(struct child *child, pid_t process, int output, int *how)
{
    bool ok = true, more = true, handed = false, ended = false;

    while (ok && more) {
        struct pollfd wait = { .fd = output, .events = POLLIN };

        hand_on_interrupt(process, &handed);
        ended = ended || waitpid(process, how, WNOHANG) == process;
        if (poll(&wait, 1, ended ? 0 : POLL_MS) > 0)
            ok = child_take(child, output, &more);
        else
            more = !ended;
    }
    close(output);
    while (!ended && waitpid(process, how, 0) < 0 && errno == EINTR)
        hand_on_interrupt(process, &handed);
    return ok;
}

bool child_run(struct child *child, const char *const *words)
{
    pid_t process;
    int output, how = 0;
    bool ok;

    *child = (struct child){ 0 };
    if (!spawn(words, &process, &output))
        return false;
    ok = child_hear(child, process, output, &how);
    child->status = WIFSIGNALED(how) ? COMMAND_SIGNAL + WTERMSIG(how) : WEXITSTATUS(how);
    return ok;
}

void child_reason(const struct child *child, char *text, size_t size)
{
    if (guard_interrupted())
        snprintf(text, size, "interrupted");
    else if (child->status > COMMAND_SIGNAL)
        snprintf(text, size, "its process ended by signal %d (%s)",
                 child->status - COMMAND_SIGNAL,
                 strsignal(child->status - COMMAND_SIGNAL));
    else
        snprintf(text, size, "its process ended with status %d", child->status);
}

void child_finish(struct child *child)
{
    free(child->text);
    *child = (struct child){ 0 };
}
