// SPDX-License-Identifier: MIT

#include "sheet/apart.h"

#include "base/clock.h"
#include "base/isolate.h"
#include "base/log.h"
#include "base/watch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIMIT_MS 60000

// Becomes the child: without our signal handlers, and without a core file after a
// crash.
static _Noreturn void apart_be_child(bool (*work)(const void *), const void *context,
                                     int to)
{
    static const int caught[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM };

    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        signal(caught[i], SIG_DFL);
    prctl(PR_SET_DUMPABLE, 0);
    log_hold(true);
    if (work(context))
        _exit(0);
    _exit(write(to, log_last_error(), strlen(log_last_error())) < 0 ? 2 : 1);
}

// Reads the child's output until it ends. Returns false if that takes too long.
static bool apart_listen(int from, char *text, size_t size)
{
    long long end_ns = clock_now_ns() + LIMIT_MS * 1000000LL, left_ns;
    size_t used = 0;
    ssize_t got = 1;

    while (got > 0 && (left_ns = end_ns - clock_now_ns()) > 0) {
        if (isolate_ready(from, (int) (left_ns / 1000000) + 1))
            got = read(from, text + used, size - 1 - used);
        used += got > 0 ? (size_t) got : 0;
    }
    text[used] = 0;
    return got <= 0;
}

static void apart_say(const char *name, const char *text, bool late, int status)
{
    if (late)
        log_error("%s: not drawn in %d s", name, LIMIT_MS / 1000);
    else if (WIFSIGNALED(status))
        log_error("%s: its drawing crashed: %s", name, strsignal(WTERMSIG(status)));
    else if (text[0])
        log_error("%s", text);
    else
        log_error("%s: its drawing ended with status %d", name, WEXITSTATUS(status));
}

void apart_start(struct apart_process *apart, bool (*work)(const void *context),
                 const void *context, const char *name)
{
    int ends[2];

    *apart = (struct apart_process){ .name = name, .child = -1, .from = -1 };
    fflush(NULL);
    if (pipe(ends) != 0) {
        log_error("%s: %s", name, strerror(errno));
        return;
    }
    pid_t parent = getpid();

    apart->child = fork();
    if (apart->child == 0) {
        watch_follow(parent);
        apart_be_child(work, context, ends[1]);
    }
    if (apart->child < 0)
        log_error("%s: no process to draw it: %s", name, strerror(errno));
    close(ends[1]);
    apart->from = ends[0];
}

bool apart_end(struct apart_process *apart)
{
    char text[1024] = "";
    int status = 0;
    bool late = apart->child > 0 && !apart_listen(apart->from, text, sizeof text);

    if (apart->from >= 0)
        close(apart->from);
    if (apart->child < 0)
        return false;
    if (late)
        kill(apart->child, SIGKILL);
    while (waitpid(apart->child, &status, 0) < 0 && errno == EINTR)
        ;
    if (!late && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    apart_say(apart->name, text, late, status);
    return false;
}

bool apart_call(bool (*work)(const void *context), const void *context, const char *name)
{
    struct apart_process apart;

    apart_start(&apart, work, context, name);
    return apart_end(&apart);
}
