// SPDX-License-Identifier: MIT

#include "base/watch.h"

#include "base/clock.h"
#include "base/environment.h"
#include "base/log.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LIMIT_NS 2000000000LL // for the end of processes that were killed
#define POLL_NS  1000000

// Makes this process the parent of each descendant whose own parent ends (Linux).
static void descendants_adopt(void)
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

// Kills the children of this process, and waits up to 2 s until they have ended, so that
// no process that a driver started outlives the program.
static void descendants_end(void)
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

#define NS_PER_S    1000000000LL
#define LOOK_NS     (NS_PER_S / 4) // how often the page is looked at
#define GRACE_S     2              // between a call and the end
#define LEAVE_S     5              // for the driver's clean-up, at the end of the process
#define INTERRUPT_S 5              // for a driver, after an interrupt
#define AGAIN_S     1              // after another one
#define TWICE_NS    (NS_PER_S / 5) // one that comes twice: timeout(1) sends it so

// The page that the parent and the child share.
static struct page {
    atomic_llong limit_ns, deadline_ns; // 0: none
    atomic_int thread;                  // of the child, in foreign code; 0: none
    atomic_int told;                    // 1 + the exit status
    atomic_int interrupts;              // that were handed on
    atomic_bool said;
    pid_t parent, child;
} alone, *page = &alone;

// ---- the child ----

static void set_deadline(long long limit_ns)
{
    atomic_store(&page->deadline_ns, limit_ns > 0 ? clock_now_ns() + limit_ns : 0);
}

void watch_limit(pid_t thread, int limit_s)
{
    atomic_store(&page->limit_ns, limit_s * NS_PER_S);
    atomic_store(&page->thread, thread);
    set_deadline(limit_s * NS_PER_S);
}

void watch_alive(void)
{
    set_deadline(atomic_load_explicit(&page->limit_ns, memory_order_relaxed));
}

bool watch_overdue(void)
{
    long long deadline = atomic_load(&page->deadline_ns);

    return deadline > 0 && clock_now_ns() >= deadline;
}

void watch_said(void)
{
    atomic_store(&page->said, true);
}

void watch_tell(int status)
{
    if (getpid() != page->child)
        return;
    atomic_store(&page->told, 1 + status);
    watch_limit(0, LEAVE_S);
}

void watch_exit(int status)
{
    watch_tell(status);
    _exit(status);
}

int watch_interrupts(void)
{
    return page->child == getpid() ? atomic_load(&page->interrupts) : -1;
}

void watch_follow(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(WATCH_STATUS);
}

// ---- the parent ----

struct watcher {
    sigset_t heard;
    int signal;          // the last interrupt that was handed on
    long long heard_ns;  // when that was
    long long called_ns; // when the child was called out; 0: it is in time
    bool ended;          // by this process
};

static void shorten(int limit_s)
{
    long long deadline = atomic_load(&page->deadline_ns);
    long long soon = clock_now_ns() + limit_s * NS_PER_S;

    atomic_store(&page->limit_ns, limit_s * NS_PER_S);
    if (deadline == 0 || deadline > soon)
        atomic_store(&page->deadline_ns, soon);
}

// A driver that hangs need not be waited for, once nobody wants its answer. Work without
// a limit is not a driver's: it looks for interrupts itself, in its own time.
static void hand_on(struct watcher *watcher, int signal)
{
    long long now = clock_now_ns(), since = now - watcher->heard_ns;

    watcher->heard_ns = now;
    if (watcher->signal && since < TWICE_NS)
        return;
    bool again = atomic_fetch_add(&page->interrupts, 1) > 0;

    kill(page->child, signal);
    watcher->signal = signal;
    if (again) {
        atomic_store(&page->thread, 0);
        shorten(AGAIN_S);
    } else if (atomic_load(&page->deadline_ns) > 0) {
        shorten(INTERRUPT_S);
    }
}

static void call_out(struct watcher *watcher)
{
    int thread = atomic_load(&page->thread);
    long long now = clock_now_ns();

    if (thread == 0 ||
        (watcher->called_ns > 0 && now - watcher->called_ns > GRACE_S * NS_PER_S)) {
        watcher->ended = true;
        kill(page->child, SIGKILL);
    } else if (watcher->called_ns == 0) {
        watcher->called_ns = now;
        syscall(SYS_tgkill, page->child, thread, WATCH_SIGNAL);
    }
}

// Waits for a signal, or until the page is to be looked at again.
static int watch_hear(const struct watcher *watcher)
{
    long long deadline = atomic_load(&page->deadline_ns);
    long long left = deadline > 0 ? deadline - clock_now_ns() : LOOK_NS;

    left = left < 0 || left > LOOK_NS ? LOOK_NS : left;
    return sigtimedwait(&watcher->heard, NULL, &(struct timespec){ .tv_nsec = left });
}

// Until the child has ended. Returns how.
static int watch_wait(struct watcher *watcher)
{
    int how = 0;

    while (waitpid(page->child, &how, WNOHANG) != page->child) {
        int signal = watch_hear(watcher);

        if (signal == SIGCONT) // while all stood still no driver was slow
            watch_alive();
        else if (signal > 0 && signal != SIGCHLD)
            hand_on(watcher, signal);
        else if (signal < 0 && errno == EAGAIN && watch_overdue())
            call_out(watcher);
        if (!watch_overdue())
            watcher->called_ns = 0;
    }
    return how;
}

static void say_how(const struct watcher *watcher, int how)
{
    if (watcher->ended)
        log_error("the driver hangs; its process was ended");
    else if (WIFSIGNALED(how))
        log_error("the process was ended by signal %d (%s)", WTERMSIG(how),
                  strsignal(WTERMSIG(how)));
    else
        log_error("the driver ended the process, with status %d", WEXITSTATUS(how));
}

// The exit status of the program, where its process ended so.
static int watch_status(const struct watcher *watcher, int how)
{
    int told = atomic_load(&page->told) - 1;
    bool in_driver = atomic_load(&page->thread) != 0 || told == 0;

    if (told > 0 || (told == 0 && WIFEXITED(how) && WEXITSTATUS(how) == 0))
        return told;
    if (!atomic_load(&page->said))
        say_how(watcher, how);
    if (watcher->signal &&
        (watcher->ended || (WIFSIGNALED(how) && WTERMSIG(how) == watcher->signal)))
        return 128 + watcher->signal;
    return WIFSIGNALED(how) && !in_driver && !watcher->ended ? 128 + WTERMSIG(how)
                                                             : WATCH_STATUS;
}

static bool is_traced(void)
{
    char text[4096];
    int from = open("/proc/self/status", O_RDONLY | O_CLOEXEC), tracer = 0;
    ssize_t got = from < 0 ? 0 : read(from, text, sizeof text - 1);

    if (from >= 0)
        close(from);
    text[got > 0 ? got : 0] = 0;
    const char *line = strstr(text, "\nTracerPid:");

    return line && sscanf(line, " TracerPid: %d", &tracer) == 1 && tracer != 0;
}

static struct page *share_page(void)
{
    void *shared = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return shared == MAP_FAILED ? NULL : shared;
}

void watch_start(void)
{
    static const int heard[] = { SIGCHLD, SIGCONT, SIGINT,  SIGTERM, SIGHUP,
                                 SIGQUIT, SIGTRAP, SIGUSR1, SIGUSR2, SIGXCPU };
    struct watcher watcher = { .signal = 0 };
    struct page *shared = is_traced() ? NULL : share_page();
    struct sigaction found;
    sigset_t before;

    pthread_atfork(NULL, NULL, environment_copied);
    if (!shared)
        return;
    signal(SIGCHLD, SIG_DFL); // ignored, no child could be waited for
    sigemptyset(&watcher.heard);
    for (size_t i = 0; i < sizeof heard / sizeof *heard; i++)
        if (sigaction(heard[i], NULL, &found) == 0 && found.sa_handler != SIG_IGN)
            sigaddset(&watcher.heard, heard[i]);
    sigprocmask(SIG_BLOCK, &watcher.heard, &before);
    shared->parent = getpid();
    descendants_adopt();
    pid_t child = fork();

    if (child >= 0)
        page = shared;
    if (child > 0) {
        page->child = child;
        int how = watch_wait(&watcher);

        descendants_end();
        _exit(watch_status(&watcher, how));
    }
    if (child == 0) {
        watch_follow(shared->parent);
        page->child = getpid();
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}
