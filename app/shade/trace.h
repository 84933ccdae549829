// SPDX-License-Identifier: MIT
//
// Follows two machines through the same tiles, one that computes exactly and one that
// rounds, and finds the first place where they part: a branch that goes another way, an
// operation that makes the first NaN or infinity. Of one line it measures how many bits
// of its results are lost. A tracer belongs to one thread; tracers are added up.

#ifndef SHADE_TRACE_H
#define SHADE_TRACE_H

#include "shade/machine.h"

#include <stdbool.h>
#include <stdint.h>

#define TRACE_BITS 64

// One operation in one pixel.
struct trace_event {
    bool any;       // zeroed: there was none
    uint32_t insn;  // its number in the program
    double in[3];   // operands; ints are converted
    double got;     // the result
    double exactly; // of the exact machine, or of these operands if that went elsewhere
    int lost, of;   // bits
    int bits;       // `lost` as a part of the bits of its precision
    int x, y;       // the pixel, from the bottom left
};

// The pixels in which a line is the first that goes another way, and the pixels in which
// it makes the first NaN or infinity.
struct trace_line {
    long turns;
    long origins, shared; // shared: the exact machine had a NaN or infinity there too
    struct trace_event origin; // of the first such pixel
};

// The pixels in which a line does what GLSL leaves undefined, exactly or as the device
// rounds.
struct trace_undefined {
    uint32_t line;
    uint8_t kind; // of undefined.h
    long pixels, exactly;
};

struct trace {
    const struct program *program;     // the caller's
    uint32_t line;                     // whose lost bits are measured; 0: none
    struct trace_line *lines;          // [program->line_count], owned
    long lost[TRACE_BITS + 1];         // pixels that lost at most so many bits on `line`
    struct trace_event worst;          // on `line`
    struct trace_undefined *undefined; // owned, by line; none if `line` is measured
    int undefined_count;
};

// What is known of one pixel of the tile.
struct trace_lane {
    uint32_t written, read; // entries
    uint32_t turned;        // the line where it went another way; 0: none
    bool apart;             // it is not compared any more
    bool exact_broke;       // the exact machine had a NaN or infinity
    bool ran;               // the traced line
    struct trace_event origin, worst;
};

struct tracer {
    struct trace *trace; // the sum
    struct machine_watch recording, comparing;
    bool *given;                 // [value_count], owned: constants, uniforms and inputs
    struct trace_entry *entries; // [MACHINE_LANES][TRACE_ENTRIES], owned
    struct trace_lane *lanes;    // [MACHINE_LANES], owned
    struct trace_lane start;     // what all pixels have before the first tile
    struct trace found;
    uint8_t
        *hits; // [found.undefined_count][MACHINE_LANES], owned; 1: exactly, 2: rounded
    int x, y;  // of the tile
};

void trace_init(struct trace *trace, const struct program *program, uint32_t line);

// Accepts a zeroed struct and leaves one.
void trace_finish(struct trace *trace);

// Returns the median of the bits that pixels lost on the line, over those that ran it.
int trace_median(const struct trace *trace);

// Sets the watches of two machines of the program; call it before machine_start, and
// trace_started after it.
void tracer_init(struct tracer *tracer, struct trace *trace, struct machine *exact,
                 struct machine *rounding);
void trace_started(struct tracer *tracer);

// Runs both machines for the tile at (x, y) and counts its pixels inside the picture.
// Returns false if the deadline of one was reached.
bool tracer_run(struct tracer *tracer, struct machine *exact, struct machine *rounding,
                int x, int y);

// Adds what was found to the trace, and frees the tracer. Tracers may finish in any
// order, one at a time.
void tracer_finish(struct tracer *tracer);

#endif // SHADE_TRACE_H
