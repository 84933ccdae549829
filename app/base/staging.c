// SPDX-License-Identifier: MIT

#include "base/staging.h"

#include "base/clock.h"
#include "base/journal.h"
#include "base/watch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PREFIX    ".fpstripe-"
#define SUFFIX    ".tmp" // of a file; a directory has none
#define LOCK_NAME ".lock"
#define NAMES     100            // that are tried
#define OLD_S     (24 * 60 * 60) // no run lasts so long: for what has no lock
#define TRIES     10
#define WAIT_MS   5000
#define STEP_MS   5

static int home = AT_FDCWD;

void staging_stay(void)
{
    int fd = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0)
        home = fd;
}

int staging_home(void)
{
    return home;
}

void staging_return(void)
{
    if (home != AT_FDCWD && fchdir(home) != 0)
        return; // it was there when the program was started
}

// ---- locks ----

static void nap(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = STEP_MS * 1000000L }, NULL);
}

enum hold { HOLD_MINE, HOLD_OTHERS, HOLD_UNKNOWN }; // unknown: there are no locks here

static enum hold take_lock(int fd)
{
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return HOLD_MINE;
    return errno == EWOULDBLOCK ? HOLD_OTHERS : HOLD_UNKNOWN;
}

bool staging_lock(int folder, int wait_ms)
{
    enum hold hold = take_lock(folder);

    for (int ms = 0; hold == HOLD_OTHERS && ms < wait_ms; ms += STEP_MS) {
        nap();
        hold = take_lock(folder);
    }
    return hold != HOLD_OTHERS;
}

// Locks what was made just now. False, errno set, if that is not to be had, or another
// process took it for a leftover, and removed it or is about to (EAGAIN).
static bool lock_new(int fd)
{
    struct stat status;

    if (take_lock(fd) != HOLD_OTHERS) {
        if (fstat(fd, &status) != 0)
            return false;
        if (status.st_nlink > 0)
            return true;
    }
    errno = EAGAIN;
    return false;
}

// ---- leftovers ----

static bool is_old(int folder, const char *name)
{
    struct stat status;

    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           time(NULL) - status.st_mtime > OLD_S;
}

static bool is_leftover(int folder, const char *name, int lock)
{
    enum hold hold = lock < 0 ? HOLD_UNKNOWN : take_lock(lock);

    return hold == HOLD_MINE || (hold == HOLD_UNKNOWN && is_old(folder, name));
}

// Without opendir, which needs memory and a descriptor: a driver may have used up both.
static void staging_empty(int stage)
{
    _Alignas(struct dirent64) char entries[4096];
    ssize_t size;

    lseek(stage, 0, SEEK_SET);
    while ((size = getdents64(stage, (void *) entries, sizeof entries)) > 0) {
        const struct dirent64 *entry;

        for (ssize_t at = 0; at < size; at += entry->d_reclen) {
            entry = (const void *) (entries + at);
            if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
                strcmp(entry->d_name, LOCK_NAME))
                unlinkat(stage, entry->d_name, 0);
        }
    }
}

// Removes a staging directory, in which another thread may be writing a file. The lock
// goes last: until then the directory is somebody's. Returns whether it is gone.
static bool staging_remove(int folder, const char *name, int stage)
{
    for (int i = 0; i < TRIES; i++) {
        staging_empty(stage);
        unlinkat(stage, LOCK_NAME, 0);
        if (unlinkat(folder, name, AT_REMOVEDIR) == 0 || errno == ENOENT)
            return true;
    }
    return false;
}

static void sweep_directory(int folder, const char *name)
{
    int self = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int lock;

    if (self < 0)
        return;
    // One that is empty was made just now, by a process that then makes another, or is
    // all but removed: this removes no other.
    unlinkat(folder, name, AT_REMOVEDIR);
    lock = openat(self, LOCK_NAME, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (is_leftover(folder, name, lock) && journal_run(folder, self))
        staging_remove(folder, name, self);
    close(self);
    if (lock >= 0)
        close(lock);
}

static void sweep_file(int folder, const char *name)
{
    int fd = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;

    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
        is_leftover(folder, name, fd))
        unlinkat(folder, name, 0);
    if (fd >= 0)
        close(fd);
}

static bool is_file_name(const char *name)
{
    size_t length = strlen(name);

    return length > strlen(PREFIX SUFFIX) && !strncmp(name, PREFIX, strlen(PREFIX)) &&
           !strcmp(name + length - strlen(SUFFIX), SUFFIX);
}

// Of the files only, or of all.
static void sweep_list(int folder, bool all)
{
    int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = own < 0 ? NULL : fdopendir(own);
    const struct dirent *entry;

    if (!list && own >= 0)
        close(own);
    while (list && (entry = readdir(list)))
        if (is_file_name(entry->d_name))
            sweep_file(folder, entry->d_name);
        else if (all && !strncmp(entry->d_name, PREFIX, strlen(PREFIX)))
            sweep_directory(folder, entry->d_name);
    if (list)
        closedir(list);
}

void staging_sweep(int folder)
{
    sweep_list(folder, true);
}

void staging_heal(const char *folder)
{
    int fd = openat(home, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0 && staging_lock(fd, WAIT_MS))
        staging_sweep(fd);
    if (fd >= 0)
        close(fd);
}

// ---- new ones ----

// Behind the first `length` bytes of a path.
static bool name_stage(const char *path, int length, const char *suffix,
                       char name[PATH_MAX])
{
    unsigned long long number = (unsigned long long) clock_now_ns();
    int used;

    if (getentropy(&number, sizeof number) != 0)
        number ^= (unsigned long long) getpid() << 40;
    used =
        snprintf(name, PATH_MAX, "%.*s" PREFIX "%016llx%s", length, path, number, suffix);
    errno = ENAMETOOLONG;
    return used > 0 && used < PATH_MAX;
}

// Whether it failed because of another process, so that another name may do.
static bool name_is_taken(int error)
{
    return error == EEXIST || error == EAGAIN;
}

// Returns -1, with errno set and nothing left, if there can be none.
static int make_file(const char *name)
{
    int fd, error;

    watch_unfinished(name);
    fd = openat(home, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 && lock_new(fd))
        return fd;
    error = errno;
    if (fd < 0 || unlinkat(home, name, 0) == 0)
        watch_finished(name);
    if (fd >= 0)
        close(fd);
    errno = error;
    return -1;
}

int staging_file(const char *path, char name[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    int length = slash ? (int) (slash - path) + 1 : 0, folder, fd;
    char part[PATH_MAX];

    if ((size_t) snprintf(part, sizeof part, "%.*s.", length, path) >= sizeof part)
        return -1;
    // In a staging directory there are none but those of this process.
    folder = strstr(part, PREFIX)
                 ? -1
                 : openat(home, part, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        sweep_list(folder, false);
        close(folder);
    }
    fd = -1;
    errno = EEXIST;
    for (int i = 0; fd < 0 && name_is_taken(errno) && i < NAMES; i++)
        if (name_stage(path, length, SUFFIX, name))
            fd = make_file(name);
    return fd;
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static bool make_stage(struct staging *stage, const char *name)
{
    int error;

    watch_unfinished(stage->path);
    if (mkdirat(stage->folder, name, 0700) != 0) {
        watch_finished(stage->path);
        return false;
    }
    stage->self = openat(stage->folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (stage->self >= 0)
        stage->lock = openat(stage->self, LOCK_NAME, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (stage->lock >= 0 && lock_new(stage->lock))
        return true;
    error = errno;
    if (stage->self >= 0)
        unlinkat(stage->self, LOCK_NAME, 0);
    if (unlinkat(stage->folder, name, AT_REMOVEDIR) == 0)
        watch_finished(stage->path);
    close_fd(&stage->lock);
    close_fd(&stage->self);
    errno = error;
    return false;
}

bool staging_open(struct staging *stage, const char *folder)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/", folder), error;
    bool again = true;

    *stage = (struct staging){ .folder = -1, .self = -1, .lock = -1 };
    stage->folder = openat(home, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; again && stage->folder >= 0 && i < NAMES; i++) {
        if (name_stage(path, length, "", stage->path) &&
            make_stage(stage, stage->path + length))
            return true;
        again = errno == ENOENT || name_is_taken(errno);
    }
    error = errno;
    close_fd(&stage->folder);
    errno = error;
    return false;
}

void staging_close(struct staging *stage, bool leave)
{
    if (!leave &&
        staging_remove(stage->folder, strrchr(stage->path, '/') + 1, stage->self))
        watch_finished(stage->path);
    close_fd(&stage->self);
    close_fd(&stage->lock);
    close_fd(&stage->folder);
}

// ---- for readers ----

enum journal_state { JOURNAL_NONE, JOURNAL_RUNS, JOURNAL_LEFT };

static enum journal_state journal_state_of(int folder, const char *name)
{
    int self = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    int lock = -1;
    enum journal_state state = JOURNAL_NONE;

    if (self >= 0 && faccessat(self, JOURNAL_NAME, F_OK, 0) == 0) {
        lock = openat(self, LOCK_NAME, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        state = lock >= 0 && take_lock(lock) == HOLD_OTHERS ? JOURNAL_RUNS : JOURNAL_LEFT;
    }
    if (lock >= 0)
        close(lock);
    if (self >= 0)
        close(self);
    return state;
}

static enum journal_state worst_state(DIR *list)
{
    enum journal_state worst = JOURNAL_NONE;
    const struct dirent *entry;

    rewinddir(list);
    while ((entry = readdir(list)))
        if (!strncmp(entry->d_name, PREFIX, strlen(PREFIX))) {
            enum journal_state state = journal_state_of(dirfd(list), entry->d_name);

            worst = state > worst ? state : worst;
        }
    return worst;
}

bool staging_pending(const char *folder)
{
    int own = openat(home, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = own < 0 ? NULL : fdopendir(own);
    enum journal_state state = list ? worst_state(list) : JOURNAL_NONE;

    for (int ms = 0; state == JOURNAL_RUNS && ms < WAIT_MS; ms += STEP_MS) {
        nap();
        state = worst_state(list);
    }
    if (list)
        closedir(list);
    else if (own >= 0)
        close(own);
    return state != JOURNAL_NONE;
}
