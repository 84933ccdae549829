// SPDX-License-Identifier: MIT

#include "actions.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

bool action_lost;
int action_count_told;
static volatile int never;

static void stand_still(void)
{
    while (!never)
        pause();
}

static void block_signals(void)
{
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}

static void each_signal(void (*handler)(int))
{
    for (int number = 1; number < 32; number++)
        signal(number, handler);
}

static void ignore_it(int number)
{
    (void) number;
}

static void exit_zero(void)
{
    _exit(0);
}

static void act_segv(void)
{
    *(volatile int *) (long) never = 1;
}

static void act_spin(void)
{
    while (!never)
        ;
}

static void act_deaf(void)
{
    block_signals();
    stand_still();
}

static void act_handlers_hang(void)
{
    each_signal(ignore_it);
    stand_still();
}

static void act_handlers(void)
{
    each_signal(ignore_it);
}

static void act_defaults(void)
{
    each_signal(SIG_DFL);
}

static void act_alarm(void)
{
    signal(SIGALRM, SIG_DFL);
}

static void act_raise_alarm(void)
{
    alarm(1);
}

static void act_exit0(void)
{
    exit(0);
}

static void act_exit7(void)
{
    exit(7);
}

static void act_kill(void)
{
    kill(getpid(), SIGKILL);
}

static void act_stop(void)
{
    kill(getpid(), SIGSTOP);
}

static void *exit_here(void *unused)
{
    exit(0);
    return unused;
}

static void act_thread_exit(void)
{
    pthread_t thread;

    if (!pthread_create(&thread, NULL, exit_here, NULL))
        pthread_join(thread, NULL);
}

static void act_atexit_hang(void)
{
    atexit(stand_still);
}

static void act_atexit_segv(void)
{
    atexit(act_segv);
}

static void act_atexit_exit(void)
{
    atexit(exit_zero);
}

static void act_exit_hang(void)
{
    atexit(stand_still);
    exit(0);
}

static void act_exit_exit(void)
{
    atexit(exit_zero);
    exit(0);
}

static void act_close(void)
{
    for (int fd = 0; fd < 256; fd++)
        close(fd);
}

static void act_close_stdout(void)
{
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
}

static void act_chdir(void)
{
    if (chdir("/"))
        abort();
}

static void act_no_files(void)
{
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 0, 0 });
}

static void act_no_bytes(void)
{
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 0, 0 });
}

static void act_umask(void)
{
    umask(0777);
}

static void act_noop(void)
{
}

static void act_lost(void)
{
    action_lost = true;
}

static void act_fork(void)
{
    if (fork() < 0)
        abort();
}

// The copy goes first.
static void act_fork_wait(void)
{
    pid_t copy = fork();

    if (copy < 0 || (copy > 0 && waitpid(copy, NULL, 0) != copy))
        abort();
}

static void act_many(void)
{
    action_count_told = 100;
}

const struct action actions[] = {
    { "noop", act_noop, false },
    { "error", act_noop, false },
    { "lost", act_lost, false },
    { "segv", act_segv, false },
    { "abort", abort, false },
    { "hang", stand_still, false },
    { "spin", act_spin, false },
    { "deaf", act_deaf, false },
    { "handlers-hang", act_handlers_hang, false },
    { "exit0", act_exit0, false },
    { "exit7", act_exit7, false },
    { "_exit", exit_zero, false },
    { "thread-exit", act_thread_exit, false },
    { "exit-hang", act_exit_hang, false },
    { "exit-exit", act_exit_exit, false },
    { "kill", act_kill, false },
    { "stop", act_stop, false },
    { "handlers", act_handlers, true },
    { "defaults", act_defaults, true },
    { "block", block_signals, true },
    { "alarm", act_alarm, true },
    { "raise-alarm", act_raise_alarm, true },
    { "atexit-hang", act_atexit_hang, true },
    { "atexit-segv", act_atexit_segv, true },
    { "atexit-exit", act_atexit_exit, true },
    { "close", act_close, true },
    { "close-stdout", act_close_stdout, true },
    { "chdir", act_chdir, true },
    { "no-files", act_no_files, true },
    { "no-bytes", act_no_bytes, true },
    { "umask", act_umask, true },
    { "many", act_many, true },
    { "fork", act_fork, true },
    { "fork-wait", act_fork_wait, true },
    // of retouch.c
    { "zeros", act_noop, true },
    { "former", act_noop, true },
    { "stuck", act_noop, true },
    { "flush", act_noop, true },
    { "truncate", act_noop, true },
    { "flipped", act_noop, true },
    { "mirrored", act_noop, true },
    { "row-off", act_noop, true },
    { "tiles", act_noop, true },
    { "even", act_noop, true },
    { "flipped-inside", act_noop, true },
    { "mirrored-inside", act_noop, true },
    { "row-off-inside", act_noop, true },
    { "tiles-inside", act_noop, true },
};

const int action_count = (int) (sizeof actions / sizeof *actions);
