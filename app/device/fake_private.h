// SPDX-License-Identifier: MIT
//
// A simulated device: its table of words fills this struct, and its painter reads it.

#ifndef DEVICE_FAKE_PRIVATE_H
#define DEVICE_FAKE_PRIVATE_H

#include "device/foreign_adder.h"
#include "unit/apart.h"
#include "unit/traits.h"

#include <stdbool.h>

struct fake {
    struct traits traits; // highp
    struct foreign_adder adder;
    bool redraw;        // with another seed in each render
    int mediump;        // bits of mediump and lowp; 0: those of highp
    bool fp64, float16; // there are such types
    bool unstable, unpainted;
    bool shaken;        // the second render of this question was spoilt already
    bool guard_keeps;   // an excess is in the guarded form too, unless it is stored
    bool spills;        // fractions keep it in the first render alone
    int overflow;       // 1: saturates
    struct apart apart; // `inner` is set when it paints
    int fixed;          // fraction bits of lowp, which is fixed point; 0: it is not
    int claims;         // fraction bits that mediump claims; 0: those that it has
    int ints;           // bits of ints in mediump and lowp; 0: 32
    int highp_ints;     // and in highp
    int int_claims;     // and those that mediump and lowp claim; 0: nothing is claimed
};

#endif // DEVICE_FAKE_PRIVATE_H
