// SPDX-License-Identifier: MIT
//
// For LD_PRELOAD: the allocation that $FAULTS_STATE says fails, of the program or of any
// library it uses. The file is a struct state, shared by all processes of a run; who
// asked for what failed is in it afterwards.

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define FRAMES 32

// What a test writes and reads: its format is in failing.py too.
struct state {
    atomic_long calls; // so far
    long at;           // which fails, from 1; 0: none
    long forever;      // not 0: all that follow fail too
    char who[4072];    // a frame of the stack a line: file, offset, name
};

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static struct state *state; // NULL: nothing is counted

static __attribute__((constructor)) void state_map(void)
{
    const char *path = getenv("FAULTS_STATE");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *frames[FRAMES], *mapped;

    backtrace(frames, FRAMES); // it allocates the first time
    if (fd < 0)
        return;
    mapped = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    state = mapped == MAP_FAILED ? NULL : mapped;
}

static void note_who(void)
{
    void *frames[FRAMES];
    size_t used = 0;
    int count = backtrace(frames, FRAMES);

    for (int i = 2; i < count && used + 300 < sizeof state->who; i++) {
        Dl_info info = { 0 };

        if (!dladdr(frames[i], &info))
            continue;
        used += (size_t) snprintf(state->who + used, 300, "%.160s %tx %.80s\n",
                                  info.dli_fname,
                                  (char *) frames[i] - (char *) info.dli_fbase,
                                  info.dli_sname ? info.dli_sname : "-");
    }
}

// Whether this allocation fails, errno set.
static bool fails(void)
{
    static _Thread_local bool inside;
    long call;

    if (!state || inside)
        return false;
    call = atomic_fetch_add(&state->calls, 1) + 1;
    if (!state->at || call < state->at || (call > state->at && !state->forever))
        return false;
    inside = true;
    if (call == state->at)
        note_who();
    inside = false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *made = memalign(alignment, size);

    if (!made)
        return ENOMEM;
    *memory = made;
    return 0;
}
