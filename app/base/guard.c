// SPDX-License-Identifier: MIT
//
// How it works: the guarded call runs between a sigsetjmp and the handlers that jump
// back to it. The handlers have a stack of their own, so that a driver which overran
// its stack can still be reported. The process that watches this one (watch.h) signals
// the guarded thread itself: the jump must leave the call from inside.

#include "base/guard.h"

#include "base/environment.h"
#include "base/home.h"
#include "base/out.h"
#include "base/text.h"
#include "base/watch.h"

#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOST_S_MAX 5 // for saving, after a driver broke

static const int crash_signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
#define CRASH_SIGNALS ((int) (sizeof crash_signals / sizeof crash_signals[0]))

static struct {
    volatile sig_atomic_t armed;
    volatile sig_atomic_t ended; // how another thread ended the call, or 0
    pid_t process, thread;
    int timeout_s;
    const char *what, *library;
    sigjmp_buf back;
} guarded;

struct saved_signals {
    struct sigaction crash[CRASH_SIGNALS];
    stack_t stack;
};

static _Alignas(16) unsigned char handler_stack[64 * 1024];
static atomic_int interrupted;
static bool lost;

static pid_t this_thread(void)
{
    return (pid_t) syscall(SYS_gettid);
}

static const char *signal_word(int signal)
{
    switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGILL: return "SIGILL";
    default: return "SIGABRT";
    }
}

// Appends to `line` [size] what fits; snprintf may not be called in a handler.
static void guard_append(char *line, size_t size, const char *text)
{
    size_t used = strlen(line), length = strlen(text);

    if (length > size - 1 - used)
        length = size - 1 - used;
    memcpy(line + used, text, length);
    line[used + length] = '\0';
}

static void append_number(char *line, size_t size, int number)
{
    char digits[12] = { 0 };
    int at = (int) sizeof digits - 1;

    do {
        digits[--at] = (char) ('0' + number % 10);
        number /= 10;
    } while (number > 0);
    guard_append(line, size, digits + at);
}

static void guard_print_line(char *line, size_t size)
{
    text_clean(line);
    guard_append(line, size - 4, isatty(STDERR_FILENO) ? "\033[K\n" : "\n");
    if (write(STDERR_FILENO, line, strlen(line)) < 0)
        return; // there is nowhere left to say it
}

// "fpstripe: DEVICE: what happened" and a word more.
static void guard_say(const char *happened, const char *more, const char *end)
{
    char line[512] = "fpstripe: ";

    guard_append(line, sizeof line - 80,
                 guarded.library ? guarded.library : guarded.what);
    guard_append(line, sizeof line - 8, happened);
    guard_append(line, sizeof line - 8, more);
    guard_append(line, sizeof line - 8, end);
    guard_print_line(line, sizeof line);
    watch_said();
}

static void say_hung(void)
{
    char seconds[12] = { 0 };

    append_number(seconds, sizeof seconds, guarded.timeout_s);
    if (atomic_load(&interrupted))
        guard_say(": the driver does not return", "", "");
    else
        guard_say(": the driver hangs, nothing for ", seconds, " s (--timeout)");
}

static _Noreturn void guard_leave(enum guard_outcome outcome)
{
    guarded.armed = 0;
    siglongjmp(guarded.back, outcome);
}

// Out of the call. On a driver's own thread, which never goes on, the guarded one is
// called out.
static _Noreturn void guard_end(enum guard_outcome outcome)
{
    if (this_thread() == guarded.thread)
        guard_leave(outcome);
    guarded.ended = (sig_atomic_t) outcome;
    syscall(SYS_tgkill, guarded.process, guarded.thread, WATCH_SIGNAL);
    for (;;)
        pause();
}

static void on_crash(int signal)
{
    if (!guarded.armed || guarded.ended)
        watch_exit(WATCH_STATUS);
    guard_say(": crashed inside the driver (", signal_word(signal), ")");
    guard_end(GUARD_CRASHED);
}

// The driver called exit(): what was finished is not saved yet. A process that it made is
// none of ours.
static void on_exit_called(void)
{
    if (!guarded.armed || guarded.ended || getpid() != guarded.process)
        return;
    guard_say(": the driver ended the process", "", "");
    guard_end(GUARD_EXITED);
}

static void on_watchdog(int signal)
{
    (void) signal;
    if (!guarded.armed || this_thread() != guarded.thread)
        return;
    if (guarded.ended)
        guard_leave((enum guard_outcome) guarded.ended);
    if (!watch_overdue())
        return;
    say_hung();
    guard_leave(GUARD_HUNG);
}

static void install(struct saved_signals *saved)
{
    const stack_t stack = { .ss_sp = handler_stack, .ss_size = sizeof handler_stack };
    struct sigaction action = { .sa_flags = SA_ONSTACK | SA_RESTART };

    sigemptyset(&action.sa_mask);
    sigaltstack(&stack, &saved->stack);
    action.sa_handler = on_crash;
    for (int i = 0; i < CRASH_SIGNALS; i++)
        sigaction(crash_signals[i], &action, &saved->crash[i]);
    action.sa_handler = on_watchdog;
    sigaction(WATCH_SIGNAL, &action, NULL); // and stays: a late one ends no one
}

static void restore(const struct saved_signals *saved)
{
    for (int i = 0; i < CRASH_SIGNALS; i++)
        sigaction(crash_signals[i], &saved->crash[i], NULL);
    sigaltstack(&saved->stack, NULL);
}

// Ends the process without a second message. A broken driver may leave a locked mutex or
// a corrupt heap behind, in which saving the results stops or crashes.
static void on_stuck(int signal)
{
    (void) signal;
    watch_exit(WATCH_STATUS);
}

static void bound_the_rest(void)
{
    struct sigaction action = { .sa_handler = on_stuck, .sa_flags = SA_ONSTACK };

    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CRASH_SIGNALS; i++)
        sigaction(crash_signals[i], &action, NULL);
    watch_limit(0, LOST_S_MAX);
}

static void catch_exit(void)
{
    static bool caught;

    if (!caught)
        atexit(on_exit_called);
    caught = true;
    guarded.process = getpid();
}

enum guard_outcome guard_call(bool (*call)(void *context), void *context, bool *ok,
                              int timeout_s, const char *what)
{
    // A jump must not clobber it.
    static struct saved_signals saved;
    int outcome;

    assert(!guarded.armed);
    assert(!lost);
    out_flush(); // a handler cannot
    *ok = false;
    guarded.thread = this_thread();
    guarded.timeout_s = timeout_s;
    guarded.what = what;
    guarded.library = NULL;
    catch_exit();
    install(&saved);

    outcome = sigsetjmp(guarded.back, 1);
    if (outcome == GUARD_DONE) {
        guarded.armed = 1;
        watch_limit(guarded.thread, timeout_s);
        *ok = call(context);
        guarded.armed = 0;
        watch_limit(0, 0);
        restore(&saved);
    } else {
        environment_own();
        *ok = false;
        lost = true;
        bound_the_rest();
    }
    home_return();
    return (enum guard_outcome) outcome;
}

void guard_alive(void)
{
    watch_alive();
}

void guard_within(const char *library)
{
    guarded.library = library;
}

int guard_limit_s(void)
{
    return guarded.armed ? guarded.timeout_s : 0;
}

bool guard_lost(void)
{
    return lost;
}

static void on_interrupt(int signal)
{
    int count = watch_interrupts();

    if (count != 0 && atomic_exchange(&interrupted, signal) != 0 && count != 1)
        watch_exit(128 + signal);
}

// Installs the handler, unless the parent ignores the signal (nohup, background jobs).
static void catch_interrupt(int signal)
{
    struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = SA_RESTART };
    struct sigaction found;

    sigemptyset(&action.sa_mask);
    if (sigaction(signal, NULL, &found) == 0 && found.sa_handler != SIG_IGN)
        sigaction(signal, &action, NULL);
}

void guard_catch_interrupts(void)
{
    catch_interrupt(SIGINT);
    catch_interrupt(SIGTERM);
    catch_interrupt(SIGHUP);
}

int guard_interrupted(void)
{
    return atomic_load(&interrupted);
}
