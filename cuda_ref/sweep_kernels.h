// SPDX-License-Identifier: MIT
//
// The kernels of sweeps as PTX, as embed.py writes them into the program: far more than
// is wanted at a time (ptx_pick.h).

#ifndef SWEEP_KERNELS_H
#define SWEEP_KERNELS_H

extern const unsigned char sweep_make_ptx[], sweep_judge_ptx[];
extern const char sweep_make_ptx_toolkit[]; // "13.0"

#endif // SWEEP_KERNELS_H
