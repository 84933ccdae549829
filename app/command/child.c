// SPDX-License-Identifier: MIT

#include "command/child.h"

#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "command/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define POLL_MS   100
#define CHUNK     65536
#define BYTES_MAX (64u << 20)

extern char **environ;

static bool spawn(const char *const *words, pid_t *process, int *output)
{
    posix_spawn_file_actions_t actions;
    int ends[2], error;

    if (pipe2(ends, O_CLOEXEC) != 0) {
        log_error("no pipe: %s", strerror(errno));
        return false;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    error = posix_spawn(process, "/proc/self/exe", &actions, NULL,
                        (char *const *) (const void *) words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    *output = ends[0];
    if (error == 0)
        return true;
    close(ends[0]);
    log_error("no process for a device: %s", strerror(error));
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

bool child_run(struct child *child, const char *const *words)
{
    pid_t process;
    int output, how = 0;
    bool ok = true, more = true, handed = false;

    *child = (struct child){ 0 };
    if (!spawn(words, &process, &output))
        return false;
    while (ok && more) {
        struct pollfd wait = { .fd = output, .events = POLLIN };

        hand_on_interrupt(process, &handed);
        if (poll(&wait, 1, POLL_MS) > 0)
            ok = child_take(child, output, &more);
    }
    close(output);
    while (waitpid(process, &how, 0) < 0 && errno == EINTR)
        ;
    child->status = WIFSIGNALED(how) ? COMMAND_SIGNAL + WTERMSIG(how) : WEXITSTATUS(how);
    return ok;
}

void child_reason(const struct child *child, char *text, size_t size)
{
    if (child->status > COMMAND_SIGNAL)
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
