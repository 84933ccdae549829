// SPDX-License-Identifier: MIT
//
// Parts of a sweep in files, "fpstripe-sweep-part/1": its identity and the chunks that
// are done. Strict when read: what is not as it was written is refused.

#ifndef PART_H
#define PART_H

#include "sweep/sweep.h"

#include <stdbool.h>

// What a part says beside its chunks.
struct part_note {
    struct sweep_shard shard;
    char
        job[96]; // the mark of a launch (ranks.h), so that an older part is not taken for
                 // one of this run; "" without one
};

// Writes it whole, or not at all (file.h). Returns false, after logging why.
bool part_write(const char *path, const struct sweep *sweep,
                const struct part_note *note);

// Any text, in that way.
bool part_save(const char *path, const char *text);

// `find` gives the function of a name, or NULL. Returns false, after logging what is
// wrong and where, if it is no part, or of a function that is not known; `sweep` is then
// zeroed.
bool part_read(const char *path, struct sweep *sweep, struct part_note *note,
               const struct function *(*find)(const char *name));

#endif // PART_H
