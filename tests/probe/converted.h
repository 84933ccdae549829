// SPDX-License-Identifier: MIT
//
// Conversions for tests, by long division in doubles. Nothing of app/base/fp.c is in it.

#ifndef TESTS_PROBE_CONVERTED_H
#define TESTS_PROBE_CONVERTED_H

#include "base/fp_format.h"

// x, of 24 bits, in model->format by model->round (one of the first eleven) and its
// flushes, whose input is a binary32.
double converted(const struct fp_model *model, double x);

#endif // TESTS_PROBE_CONVERTED_H
