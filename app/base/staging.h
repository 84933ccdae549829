// SPDX-License-Identifier: MIT
//
// Staging files and directories: what is not finished yet lies beside its place, under a
// name of its own. It is locked (flock) for as long as its process lives, in whatever
// process number space and on whatever host of a shared file system, so that others can
// distinguish what is in use from what a killed process left.

#ifndef BASE_STAGING_H
#define BASE_STAGING_H

#include <limits.h>
#include <stdbool.h>

// Relative paths are of the directory in which the program was started, whatever a driver
// does to the process. Call it once, at the start.
void staging_stay(void);

// Returns a descriptor of that directory, for functions such as openat.
int staging_home(void);

// Changes to that directory, from wherever a driver left the process.
void staging_return(void);

// A new staging file beside `path`: `name` is set, and it is open for writing. Returns
// -1, with errno set, if there can be none. It first removes those that were left there.
// Until watch_finished(name) whoever watches removes it when this process dies (watch.h).
int staging_file(const char *path, char name[PATH_MAX]);

struct staging {
    char path[PATH_MAX];
    int folder, self, lock; // descriptors: what it is in, of itself, of its lock
};

// A new staging directory in `folder`, watched like a file. Returns false, with errno
// set, if there can be none; nothing is left behind.
bool staging_open(struct staging *stage, const char *folder);

// Takes a folder's lock, which whoever replaces several files in it holds; waits for it
// for `wait_ms`, and takes no lock where a file system has none. The descriptor's end
// ends it. Returns false if another process holds it.
bool staging_lock(int folder, int wait_ms);

// Removes what killed processes left in a folder whose lock is held. Where one had begun
// to put its files in place, that is finished (journal.h).
void staging_sweep(int folder);

// Does that in a folder of which no lock is held, if it is there.
void staging_heal(const char *folder);

// Whether files of a folder are old and others new, because a process was killed in
// between. Waits for one that is about it. The next staging_sweep finishes it.
bool staging_pending(const char *folder);

// Removes it with its files, or leaves all of it, for whoever watches or the next
// staging_sweep.
void staging_close(struct staging *stage, bool leave);

#endif // BASE_STAGING_H
