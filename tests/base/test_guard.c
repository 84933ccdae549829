// SPDX-License-Identifier: MIT
//
// A guarded call in every way it can end, each in a process of its own, since a call
// that ended early may not be followed by another.

#include "base/guard.h"
#include "base/watch.h"
#include "tests/shared/group.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct group this_group = { .name = "guard" };

#define TIMEOUT_S 1
#define ENDED     40 // exit status of a child: this and the outcome

static bool returns_true(void *context)
{
    return true;
}

static bool returns_false(void *context)
{
    return false;
}

static bool crashes(void *context)
{
    raise(SIGSEGV);
    return true;
}

static bool crashes_within(void *context)
{
    guard_within("a library");
    raise(SIGSEGV);
    return true;
}

static bool aborts(void *context)
{
    abort();
}

static int overrun(volatile char *above)
{
    volatile char frame[4096];

    frame[0] = *above;
    if (frame[0] != 1) // never
        return 0;
    return overrun(frame) + frame[0];
}

static bool overruns_the_stack(void *context)
{
    volatile char start = 1;

    return overrun(&start) != 0;
}

static void *crash_thread(void *context)
{
    raise(SIGSEGV);
    return context;
}

static bool crashes_elsewhere(void *context)
{
    pthread_t thread;

    pthread_create(&thread, NULL, crash_thread, context);
    pthread_join(thread, NULL);
    return true;
}

static bool spins(void *context)
{
    volatile unsigned turns = 0;

    while (!context)
        turns = turns + 1;
    return true;
}

static bool sleeps(void *context)
{
    while (!context)
        pause();
    return true;
}

static bool is_slow_but_alive(void *context)
{
    for (int i = 0; i < 5; i++) {
        usleep(400000);
        guard_alive();
    }
    return true;
}

static const struct ending {
    const char *name;
    bool (*call)(void *context);
    enum guard_outcome want;
    bool want_ok;
    const char *want_line; // part of what is said, NULL: nothing is
} endings[] = {
    { "true", returns_true, GUARD_DONE, true, NULL },
    { "false", returns_false, GUARD_DONE, false, NULL },
    { "crash", crashes, GUARD_CRASHED, false, "the test: crashed inside the driver" },
    { "within", crashes_within, GUARD_CRASHED, false, "a library: crashed inside" },
    { "abort", aborts, GUARD_CRASHED, false, "(SIGABRT)" },
    { "stack", overruns_the_stack, GUARD_CRASHED, false, "(SIGSEGV)" },
    { "thread", crashes_elsewhere, GUARD_CRASHED, false, "(SIGSEGV)" },
    { "spin", spins, GUARD_HUNG, false, "nothing for 1 s" },
    { "sleep", sleeps, GUARD_HUNG, false, "nothing for 1 s" },
    { "alive", is_slow_but_alive, GUARD_DONE, true, NULL },
};

static void end(const struct ending *ending, int output)
{
    bool ok;
    enum guard_outcome got;

    dup2(output, STDERR_FILENO);
    watch_start();
    got = guard_call(ending->call, NULL, &ok, TIMEOUT_S, "the test");
    if (ok != ending->want_ok || guard_lost() != (got != GUARD_DONE))
        watch_exit(1);
    watch_exit(ENDED + (int) got);
}

// The exit status of a child that ends so; what it says is in `line` [size].
static int status_of(const struct ending *ending, char *line, size_t size)
{
    int ends[2], how;
    pid_t child;
    ssize_t length;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0)
        end(ending, ends[1]);
    close(ends[1]);
    length = read(ends[0], line, size - 1);
    line[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &how, 0), child);
    return WIFEXITED(how) ? WEXITSTATUS(how) : -WTERMSIG(how);
}

TEST_EACH(test_ending, endings)
{
    const struct ending *ending = *state;
    char line[600];

    assert_int_equal(status_of(ending, line, sizeof line), ENDED + (int) ending->want);
    if (ending->want_line)
        assert_non_null(strstr(line, ending->want_line));
    else
        assert_string_equal(line, "");
}

// What was found is put back: a program's own handler, or none.
TEST(test_restores)
{
    struct sigaction before = { .sa_handler = SIG_IGN }, after;
    bool ok;

    sigaction(SIGFPE, &before, NULL);
    assert_int_equal(guard_call(returns_true, NULL, &ok, TIMEOUT_S, "x"), GUARD_DONE);
    sigaction(SIGFPE, NULL, &after);
    assert_true(after.sa_handler == SIG_IGN);
}

TEST(test_interrupt)
{
    guard_catch_interrupts();
    assert_int_equal(guard_interrupted(), 0);
    raise(SIGTERM);
    assert_int_equal(guard_interrupted(), SIGTERM);
}
