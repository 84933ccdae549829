// SPDX-License-Identifier: MIT
//
// The process that enters drivers is watched by its parent, which does not: whatever a
// driver does to its process (it blocks or takes signals and hangs, it calls exit), the
// parent ends it in time and has an exit status for it. After the watchdog of
// deqp-runner.
//
// The child says on a page that both share until when it must have done what; the parent
// calls it out with WATCH_SIGNAL at that time, and ends it 2 s later. The parent hands on
// SIGINT, SIGTERM, SIGHUP, and others that would end it. If it dies the child does. It
// ends after every process that the child, or a driver, has started, except daemons.
// Under a debugger there is one process, which no one watches.

#ifndef BASE_WATCH_H
#define BASE_WATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define WATCH_SIGNAL SIGALRM

// The exit status of the parent if the driver ended the child: the device failed.
#define WATCH_STATUS 3

// At the start of main, while there is one thread: returns in a child. The parent waits
// for it and exits with the status that the child told; with WATCH_STATUS, after logging
// one line, if it ended without a word; with 128 + N if signal N ended it outside a
// driver. Where no process can be made this one goes on unwatched.
void watch_start(void);

// From now on `thread` is in foreign code, and has `limit_s` seconds (0: no limit) from
// each watch_alive() on; `thread` 0: this process does its own work, and is ended without
// a call. May be called in a signal handler.
void watch_limit(pid_t thread, int limit_s);
void watch_alive(void);

// Whether the time is over. May be called in a signal handler.
bool watch_overdue(void);

// Why the process ends early has been logged.
void watch_said(void);

// The exit status that is meant, whatever happens after.
void watch_tell(int status);

// watch_tell and _exit. May be called in a signal handler.
_Noreturn void watch_exit(int status);

// How many interrupts the parent has handed on; -1 if none watches. These count: a signal
// that a terminal sends comes to both. May be called in a signal handler.
int watch_interrupts(void);

// In a process that was just made by fork(): it dies if its parent, the process
// `parent`, does (Linux).
void watch_follow(pid_t parent);

#endif // BASE_WATCH_H
