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

// Kills the children of this process. Spares a daemon, which has a session of its own: a
// driver started it for other programs too. Returns whether it killed any.
static bool kill_children(void)
{
    DIR *list = opendir("/proc");
    const struct dirent *entry;
    bool any = false;
    int parent, session;

    while (list && (entry = readdir(list)) != NULL) {
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9' ||
            !read_process(entry->d_name, &parent, &session) || parent != getpid() ||
            session != getsid(0))
            continue;
        any = kill((pid_t) strtol(entry->d_name, NULL, 10), SIGKILL) == 0 || any;
    }
    if (list)
        closedir(list);
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
