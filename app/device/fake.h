// SPDX-License-Identifier: MIT
//
// A device that nothing draws: an arithmetic model in disguise, for tests, for
// demonstrations, and for the devices of other people.

#ifndef FAKE_H
#define FAKE_H

#include "device.h"

#include <stdbool.h>

// "fake:RULE[,p=N][,emax=N][,ftz][,mediump=N][,fold][,unstable][,unpainted]": every
// precision computes by RULE with p = N bits (24) and exponents up to emax (127);
// `ftz` flushes subnormals in and out; `mediump` gives mediump and lowp another p (and
// emax 15, if it is 11); `fold` removes the sums of the plain form; `unstable` and
// `unpainted` spoil a pixel. Returns false, after logging why, if `id` is malformed.
bool fake_open(struct device *device, const char *id);

#endif // FAKE_H
