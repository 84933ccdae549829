// SPDX-License-Identifier: MIT
//
// The faults of a driver in a call, beyond an error: it damages its process, or its
// answer.

#ifndef TESTS_FAULTS_ACTIONS_H
#define TESTS_FAULTS_ACTIONS_H

#include <stdbool.h>

struct action {
    const char *name;
    void (*act)(void);
    bool then; // the real entry is called after it; else 0 is returned
};

extern const struct action actions[];
extern const int action_count;

// The context is lost: every later call answers so.
extern bool action_lost;

// The number of devices that the next eglQueryDevicesEXT returns, in as many places as it
// was given; 0: the driver's own.
extern int action_count_told;

#endif // TESTS_FAULTS_ACTIONS_H
