// SPDX-License-Identifier: MIT
//
// The expressions of the probe subnormals, what a device of given traits answers to them,
// and how they are judged.

#ifndef PROBE_EXPRESSIONS_SUBNORMALS_H
#define PROBE_EXPRESSIONS_SUBNORMALS_H

#include "probe/list.h"

#endif // PROBE_EXPRESSIONS_SUBNORMALS_H
