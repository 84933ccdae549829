// SPDX-License-Identifier: MIT
//
// The parts of the sheet, each drawn into a box and never outside it.

#ifndef SHEET_PARTS_H
#define SHEET_PARTS_H

#include "sheet/ink.h"
#include "sheet/sheet.h"

// The room for a picture, and left of it for the numbers of its axis; the plots are
// under the first picture and share its x.
#define PARTS_SIDE 512
#define PARTS_AXIS 30

// The number of columns of topics on the second page, and the gap between them.
#define PARTS_COLUMNS 5
#define PARTS_GAP     26

// The title of a part.
#define PARTS_TITLE ((struct ink_style){ .size = 17, .bold = true, .tone = INK_TEXT })
// The explanation of a part.
#define PARTS_NOTE ((struct ink_style){ .size = 14, .tone = INK_MUTED })

// Draws HARDWARE, SOFTWARE or SIMULATED, framed, with its right edge at `x`.
void parts_badge(cairo_t *cairo, double x, double y, const struct facts *device);

// Draws three pictures side by side: the device's, the reference's, and the difference.
void parts_pictures(cairo_t *cairo, struct ink_box box, const struct report *report,
                    const struct sheet_pictures *pictures);

// Draws the output against the input, and under it the error, of the top three stripes
// that are not black, with the mean errors of this device, RNE and RTZ.
void parts_plots(cairo_t *cairo, struct ink_box box, const struct report *report,
                 const struct sheet_pictures *pictures);

// Draws bits and rounding by stage and precision beside the claims, and probes by
// forms.
void parts_tables(cairo_t *cairo, struct ink_box box, const struct report *report);

// Draws survivors, reference, pixels, mismatches, hash.
void parts_evidence(cairo_t *cairo, struct ink_box box, const struct report *report);

// ---- the second page ----

// Return the tone of a deviation, or of none; and its words, "deviates from GLSL", "",
// ...
enum ink_tone parts_tone(enum deviation from);
const char *parts_deviates(enum deviation from);

// Draws operations by stage and precision, with the forms that have another finding.
// Returns the width: few columns leave room.
double parts_operations(cairo_t *cairo, struct ink_box box, const struct report *report);

// Draws contraction, folding and error-free transforms: expressions by forms.
void parts_compiler(cairo_t *cairo, struct ink_box box, const struct report *report);

// Draws subnormals, specials, conversions, claims, functions, and topics without a part
// of their own, side by side. `taken` reaches to the box's lower edge and stays free;
// it may be empty.
void parts_topics(cairo_t *cairo, struct ink_box box, const struct report *report,
                  struct ink_box taken);

// The smallest box of parts_zero_hole.
#define PARTS_HOLE_HEIGHT 179

// Draws the hole around zero, and beside it the picture of a device that keeps
// subnormals.
void parts_zero_hole(cairo_t *cairo, struct ink_box box, const struct sheet_hole *hole);

#endif // SHEET_PARTS_H
