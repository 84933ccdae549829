// SPDX-License-Identifier: MIT
//
// What a driver may do wrong in a call, beyond an error: to its process, or to what it
// should have answered.

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

// Of the call that follows, of eglQueryDevicesEXT: how many devices it says there are, in
// as many places as it was given; 0: what is true.
extern int action_count_told;

#endif // TESTS_FAULTS_ACTIONS_H
