// SPDX-License-Identifier: MIT
//
// A process that may have no threads, as one that LD_PRELOAD loads this into.

#include <errno.h>
#include <pthread.h>

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *),
                   void *context)
{
    (void) thread, (void) how, (void) start, (void) context;
    return EAGAIN;
}
