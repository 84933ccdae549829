// SPDX-License-Identifier: MIT
//
// In the place of guard.c, isolate.c and watch.c where a program cannot make processes
// and gets no signals: a browser. Its drivers are in other processes; what a crash there
// leaves here is a context that answers nothing.

#include "base/guard.h"
#include "base/isolate.h"
#include "base/watch.h"

#include <stdio.h>
#include <unistd.h>

static int limit_s; // of the call in which this is

enum guard_outcome guard_call(bool (*call)(void *context), void *context, bool *ok,
                              int timeout_s, const char *what)
{
    (void) what;
    limit_s = timeout_s;
    *ok = call(context);
    limit_s = 0;
    return GUARD_DONE;
}

bool guard_lost(void)
{
    return false;
}

void guard_within(const char *library)
{
    (void) library;
}

int guard_limit_s(void)
{
    return limit_s;
}

void guard_alive(void)
{
}

void guard_catch_interrupts(void)
{
}

int guard_interrupted(void)
{
    return 0;
}

// The work is done here, as a part of this program.
bool isolate_call(void (*work)(const void *context, void *answer), const void *context,
                  void *answer, size_t size, int timeout_s, char *reason,
                  size_t reason_size)
{
    (void) size, (void) timeout_s, (void) reason, (void) reason_size;
    work(context, answer);
    return true;
}

// No work can be done beside this.
bool isolate_begin(struct isolated *isolated,
                   void (*work)(const void *context, void *answer), const void *context,
                   void *answer, size_t size, char *reason, size_t reason_size)
{
    (void) isolated, (void) work, (void) context, (void) answer, (void) size;
    snprintf(reason, reason_size, "no child process");
    return false;
}

bool isolate_answer(struct isolated *isolated, void *answer, size_t size, int timeout_s,
                    char *reason, size_t reason_size)
{
    (void) isolated, (void) answer, (void) size, (void) timeout_s;
    snprintf(reason, reason_size, "no child process");
    return false;
}

void isolate_again(struct isolated *isolated)
{
    (void) isolated;
}

void isolate_leave(struct isolated *isolated)
{
    (void) isolated;
}

bool isolate_ready(int from, int ms)
{
    (void) from, (void) ms;
    return true;
}

void watch_start(void)
{
}

void watch_tell(int status)
{
    (void) status;
}

void watch_exit(int status)
{
    _exit(status);
}
