// SPDX-License-Identifier: MIT
//
// A device that nothing draws: an arithmetic model in disguise, for tests, for
// demonstrations, and for the devices of other people.

#ifndef FAKE_H
#define FAKE_H

#include "device/device.h"

#include <stdbool.h>

// "fake:RULE[,p=N][,emax=N][,mediump=N][,double][,float16][,DEFECT]...": every precision
// computes by RULE with p = N bits (24) and exponents up to emax (127); `mediump` gives
// mediump and lowp another p (and emax 15, if it is 11); doubles and halves, if it has
// them, are IEEE 754's. Defects are those of traits.h (`ftz`, `fold`, `contract`, ...:
// `fpstripe models` has them all), claims that are not true, and pixels that are spoilt.
// RULE may be the key of a published device (history.h), whose model it then has.
// What a compiler does shows in the plain form alone, the rest in every form. Returns
// false, after logging why, if `id` is malformed.
bool fake_open(struct device *device, const char *id);

#endif // FAKE_H
