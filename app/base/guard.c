// SPDX-License-Identifier: MIT
//
// How it works: the guarded call runs between a sigsetjmp and the handlers that jump
// back to it. The handlers have a stack of their own, so that a driver which overran
// its stack can still be reported. The watchdog is a timer that signals the guarded
// thread itself: the jump must leave the call from inside. It is armed for the whole
// timeout; when it fires it looks how long ago guard_alive() was called and is armed
// again for the rest, so that a healthy run sees next to no interrupted system calls.

#include "base/guard.h"

#include "base/clock.h"

#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#    define sigev_notify_thread_id _sigev_un._tid
#endif

#define NS_PER_S        1000000000LL
#define EXIT_NO_DEVICE  3
#define WATCHDOG_SIGNAL SIGALRM
#define LOST_S_MAX      20 // for saving, after a driver broke

static const int crash_signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
#define CRASH_SIGNALS ((int) (sizeof crash_signals / sizeof crash_signals[0]))

static struct {
    volatile sig_atomic_t armed, crashed_elsewhere;
    bool watched; // the timer exists
    pid_t thread;
    int timeout_s;
    timer_t timer;
    const char *what;
    sigjmp_buf back;
} guarded;

struct saved_signals {
    struct sigaction crash[CRASH_SIGNALS], watchdog;
    stack_t stack;
};

static _Alignas(16) unsigned char handler_stack[64 * 1024];
static atomic_llong alive_ns;
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
    guard_append(line, size - 4, isatty(STDERR_FILENO) ? "\033[K\n" : "\n");
    if (write(STDERR_FILENO, line, strlen(line)) < 0)
        return; // there is nowhere left to say it
}

static void say_crashed(int signal)
{
    char line[512] = "fpstripe: ";

    guard_append(line, sizeof line - 64, guarded.what);
    guard_append(line, sizeof line - 8, ": crashed inside the driver (");
    guard_append(line, sizeof line - 8, signal_word(signal));
    guard_append(line, sizeof line - 8, ")");
    guard_print_line(line, sizeof line);
}

static void say_hung(void)
{
    char line[512] = "fpstripe: ";

    guard_append(line, sizeof line - 64, guarded.what);
    guard_append(line, sizeof line - 8, ": the driver hangs, nothing for ");
    append_number(line, sizeof line - 8, guarded.timeout_s);
    guard_append(line, sizeof line - 8, " s (--timeout)");
    guard_print_line(line, sizeof line);
}

static void guard_leave(enum guard_outcome outcome)
{
    guarded.armed = 0;
    siglongjmp(guarded.back, outcome);
}

// On a driver's own thread, which never goes on: the guarded one is called out.
static void end_from_elsewhere(void)
{
    guarded.crashed_elsewhere = 1;
    syscall(SYS_tgkill, getpid(), guarded.thread, WATCHDOG_SIGNAL);
    for (int s = 0; s < LOST_S_MAX; s++)
        sleep(1);
    _exit(EXIT_NO_DEVICE);
}

static void on_crash(int signal)
{
    if (!guarded.armed || guarded.crashed_elsewhere)
        _exit(EXIT_NO_DEVICE);
    say_crashed(signal);
    if (this_thread() == guarded.thread)
        guard_leave(GUARD_CRASHED);
    end_from_elsewhere();
}

static void arm_timer(long long ns)
{
    struct itimerspec when = {
        .it_value = { .tv_sec = ns / NS_PER_S, .tv_nsec = ns % NS_PER_S },
    };

    timer_settime(guarded.timer, 0, &when, NULL);
}

static void on_watchdog(int signal)
{
    long long left_ns;

    (void) signal;
    if (!guarded.armed || this_thread() != guarded.thread)
        return;
    if (guarded.crashed_elsewhere)
        guard_leave(GUARD_CRASHED);
    left_ns = guarded.timeout_s * NS_PER_S - (clock_now_ns() - atomic_load(&alive_ns));
    if (left_ns > 0) {
        arm_timer(left_ns);
        return;
    }
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
    sigaction(WATCHDOG_SIGNAL, &action, &saved->watchdog);
}

static void restore(const struct saved_signals *saved)
{
    for (int i = 0; i < CRASH_SIGNALS; i++)
        sigaction(crash_signals[i], &saved->crash[i], NULL);
    sigaction(WATCHDOG_SIGNAL, &saved->watchdog, NULL);
    sigaltstack(&saved->stack, NULL);
}

// Without a timer there is no watchdog, but still a guard.
static void start_watchdog(void)
{
    struct sigevent event = {
        .sigev_notify = SIGEV_THREAD_ID,
        .sigev_signo = WATCHDOG_SIGNAL,
    };

    event.sigev_notify_thread_id = guarded.thread;
    guarded.watched = guarded.timeout_s > 0 &&
                      timer_create(CLOCK_MONOTONIC, &event, &guarded.timer) == 0;
    if (guarded.watched)
        arm_timer(guarded.timeout_s * NS_PER_S);
}

static void stop_watchdog(void)
{
    if (guarded.watched)
        timer_delete(guarded.timer);
    guarded.watched = false;
}

// What a broken driver left behind (locks, a heap) may stop or crash what is still to
// be saved. Then the process ends; why has been said already.
static void on_stuck(int signal)
{
    (void) signal;
    _exit(EXIT_NO_DEVICE);
}

static void bound_the_rest(void)
{
    struct sigaction action = { .sa_handler = on_stuck, .sa_flags = SA_ONSTACK };

    sigemptyset(&action.sa_mask);
    for (int i = 0; i < CRASH_SIGNALS; i++)
        sigaction(crash_signals[i], &action, NULL);
    sigaction(SIGALRM, &action, NULL);
    alarm(LOST_S_MAX);
}

enum guard_outcome guard_call(bool (*call)(void *context), void *context, bool *ok,
                              int timeout_s, const char *what)
{
    // A jump must not clobber it.
    static struct saved_signals saved;
    int outcome;

    assert(!guarded.armed);
    assert(!lost);
    *ok = false;
    guarded.thread = this_thread();
    guarded.timeout_s = timeout_s;
    guarded.what = what;
    guard_alive();
    install(&saved);

    outcome = sigsetjmp(guarded.back, 1);
    if (outcome == GUARD_DONE) {
        guarded.armed = 1;
        start_watchdog();
        *ok = call(context);
        guarded.armed = 0;
        stop_watchdog();
        restore(&saved);
    } else {
        *ok = false;
        lost = true;
        stop_watchdog();
        bound_the_rest();
    }
    return (enum guard_outcome) outcome;
}

void guard_alive(void)
{
    atomic_store_explicit(&alive_ns, clock_now_ns(), memory_order_relaxed);
}

bool guard_lost(void)
{
    return lost;
}

static void on_interrupt(int signal)
{
    if (atomic_exchange(&interrupted, signal) != 0)
        _exit(128 + signal);
}

// What a parent chose to ignore (nohup, a job in the background) stays ignored.
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
}

int guard_interrupted(void)
{
    return atomic_load(&interrupted);
}
