// SPDX-License-Identifier: MIT
//
// A chart of points on two logarithmic scales: accuracy against speed.

#ifndef OPS_H
#define OPS_H

#include "sheet/sheet.h"

// sheet_module.paint_ops
bool ops_paint(const struct sheet_ops *ops, uint32_t *words);

#endif // OPS_H
