// SPDX-License-Identifier: MIT

#include "base/memory.h"

#include "base/watch.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the process. The lock stays taken, so that another thread that fails waits for the
// end.
static _Noreturn void memory_fail(size_t count, size_t size)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&lock);
    log_end("out of memory: %zu x %zu bytes", count, size);
    watch_exit(MEMORY_STATUS);
}

void *memory_new(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);

    if (!memory)
        memory_fail(count, size);
    return memory;
}

void *memory_resize(void *old, size_t count, size_t size)
{
    void *memory = NULL;

    if (!size || count <= SIZE_MAX / size)
        memory = realloc(old, count && size ? count * size : 1);
    if (!memory)
        memory_fail(count, size);
    return memory;
}

void *memory_copy(const void *bytes, size_t size)
{
    void *copy = memory_new(size, 1);

    if (size)
        memcpy(copy, bytes, size);
    return copy;
}

char *memory_text(const char *text)
{
    return memory_copy(text, strlen(text) + 1);
}

char *memory_format(const char *format, ...)
{
    va_list list;
    char *text = NULL;
    int length;

    va_start(list, format);
    length = vasprintf(&text, format, list);
    va_end(list);
    if (length < 0)
        memory_fail(strlen(format), 1);
    return text;
}

struct stream {
    char **text;
    size_t *size, room;
};

static ssize_t stream_write(void *cookie, const char *bytes, size_t size)
{
    struct stream *stream = cookie;

    while (stream->room - *stream->size <= size) {
        stream->room *= 2;
        *stream->text = memory_resize(*stream->text, stream->room, 1);
    }
    *(char *) mempcpy(*stream->text + *stream->size, bytes, size) = 0;
    *stream->size += size;
    return (ssize_t) size;
}

static int stream_close(void *cookie)
{
    free(cookie);
    return 0;
}

// Not open_memstream: what it has no room for is lost, and a caller that does not look at
// each printf would not know.
FILE *memory_stream(char **text, size_t *size)
{
    struct stream *stream = memory_new(1, sizeof *stream);
    const cookie_io_functions_t functions = { .write = stream_write,
                                              .close = stream_close };

    *stream = (struct stream){ text, size, BUFSIZ };
    *text = memory_new(stream->room, 1);
    *size = 0;
    FILE *file = fopencookie(stream, "w", functions);

    memory_check(file);
    return file;
}

void memory_check(bool made)
{
    if (!made && errno == ENOMEM)
        memory_fail(1, BUFSIZ);
}
