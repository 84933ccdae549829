// SPDX-License-Identifier: MIT
//
// Of a long PTX text the part that is wanted, so that a driver compiles no more than
// that: a few kernels, the functions that they call, and the tables. A kernel may call a
// function that is only declared; another one is put in its place.

#ifndef PTX_PICK_H
#define PTX_PICK_H

#include <stdbool.h>

struct ptx_wish {
    const char *const *entries; // names of kernels, NULL behind the last
    const char *stand_in;       // what is only declared, "make_any"; or NULL
    const char *function;       // which function it is to be
};

// Returns a text that the caller frees, or NULL, after logging why: there is no kernel or
// function of that name, or no memory.
char *ptx_pick(const char *ptx, const struct ptx_wish *wish);

// Whether the text has a function of that name, with a body.
bool ptx_has(const char *ptx, const char *function);

// A function of a text, and the one whose code it shares by a line "//= NAME OTHER", or
// "".
struct ptx_name {
    char name[48], same[48];
};

// Lists the functions that have a body, and those that share one; at most `room` of them.
// Returns how many there are.
int ptx_names(const char *ptx, struct ptx_name *names, int room);

#endif // PTX_PICK_H
