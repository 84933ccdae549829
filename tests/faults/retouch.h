// SPDX-License-Identifier: MIT
//
// What a driver at fault does to an answer that it has given: to pixels that were read,
// to a buffer that was mapped, to the floating-point environment of the caller.

#ifndef TESTS_FAULTS_RETOUCH_H
#define TESTS_FAULTS_RETOUCH_H

// Before the real entry: its driver sets the environment that it needs.
void retouch_before(void);

// After it: `given` are its first seven arguments. The actions, "" for none:
//   zeros     what is read is zero
//   former    what is read is what the call before it read
//   stuck     what is read is what the last call without a fault read
//   flush     subnormals are flushed from now on
//   truncate  rounding is toward zero from now on
// Returns what the entry returns.
long retouch(const char *entry, const char *action, const long *given, long answer);

#endif // TESTS_FAULTS_RETOUCH_H
