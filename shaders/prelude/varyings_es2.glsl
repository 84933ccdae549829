// SPDX-License-Identifier: MIT
// The number of a mesh's corners, in both stages of ESSL 1.00, and what a control sends: its
// number as it is, and whether it is an int. Controls are points, of one vertex.
varying REAL smoothed;
varying WIDE vec2 sent;
#ifdef STAGE_FRAGMENT
#define LINE_AT line_at()
#define WORD_AT 0.0
#define operand_number(i) ((i) == 0 ? sent.x : 1.0)

// Half pixels of gl_FragCoord, which may be mediump, are exact up to 1024.
WIDE float line_at()
{
    if (gl_FragCoord.y > float(LINE_ROWS * LINE_COUNT))
        return -1.0 - sent.y;
    return floor(gl_FragCoord.y / float(LINE_ROWS));
}

WIDE float line_now;

void load_case()
{
}
#endif
