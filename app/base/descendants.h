// SPDX-License-Identifier: MIT
//
// The processes that the program, or a driver inside it, has started. The process that
// watches (watch.h) ends them, so that none outlives the program.

#ifndef BASE_DESCENDANTS_H
#define BASE_DESCENDANTS_H

// Makes this process the parent of each descendant whose own parent ends (Linux).
void descendants_adopt(void);

// Kills the children of this process, and waits up to 2 s until they have ended. Spares a
// process with a session of its own: it is a daemon, which serves other programs too.
void descendants_end(void);

#endif // BASE_DESCENDANTS_H
