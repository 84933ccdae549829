// SPDX-License-Identifier: MIT

#include "base/descendants.h"

#include "base/clock.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LIMIT_NS 2000000000LL // for the end of processes that were killed
#define POLL_NS  1000000

void descendants_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

// Reads the parent, and the session, of a process. Returns false if it has ended.
static bool read_process(const char *number, int *parent, int *session)
{
    char path[80], text[256];

    snprintf(path, sizeof path, "/proc/%.20s/stat", number);
    int from = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = from < 0 ? 0 : read(from, text, sizeof text - 1);

    if (from >= 0)
        close(from);
    text[got > 0 ? got : 0] = 0;
    const char *name_end = strrchr(text, ')');

    return name_end && sscanf(name_end, ") %*c %d %*d %d", parent, session) == 2;
}

static bool kill_child(const char *number)
{
    int parent, session;

    return number[0] >= '1' && number[0] <= '9' &&
           read_process(number, &parent, &session) && parent == getpid() &&
           session == getsid(0) && kill((pid_t) strtol(number, NULL, 10), SIGKILL) == 0;
}

// Kills the children of this process. Spares a daemon, which has a session of its own: a
// driver started it for other programs too. Returns whether it killed any. Does without
// opendir, which needs memory.
static bool kill_children(void)
{
    _Alignas(struct dirent64) char entries[4096];
    int list = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool any = false;
    ssize_t size;

    while (list >= 0 && (size = getdents64(list, (void *) entries, sizeof entries)) > 0)
        for (ssize_t at = 0; at < size;) {
            const struct dirent64 *entry = (const void *) (entries + at);

            any = kill_child(entry->d_name) || any;
            at += entry->d_reclen;
        }
    if (list >= 0)
        close(list);
    return any;
}

void descendants_end(void)
{
    long long end_ns = clock_now_ns() + LIMIT_NS;
    pid_t ended;

    while ((ended = waitpid(-1, NULL, WNOHANG)) >= 0 && clock_now_ns() < end_ns) {
        if (ended == 0 && !kill_children())
            return;
        if (ended == 0)
            nanosleep(&(struct timespec){ .tv_nsec = POLL_NS }, NULL);
    }
}
