// SPDX-License-Identifier: MIT

#include "base/memory.h"

#include "base/watch.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct memory_undo *undos;

// The lock stays taken: whoever fails beside this thread waits for the end.
static _Noreturn void memory_fail(size_t count, size_t size)
{
    pthread_mutex_lock(&lock);
    log_error("out of memory: %zu x %zu bytes", count, size);
    for (struct memory_undo *undo = undos; undo; undo = undo->next)
        undo->undo(undo->context);
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

FILE *memory_stream(char **text, size_t *size)
{
    FILE *stream = open_memstream(text, size);

    if (!stream)
        memory_fail(1, BUFSIZ);
    return stream;
}

void memory_stream_close(FILE *stream)
{
    if (fclose(stream) != 0)
        memory_fail(1, BUFSIZ);
}

void memory_on_failure(struct memory_undo *undo)
{
    pthread_mutex_lock(&lock);
    undo->next = undos;
    undos = undo;
    pthread_mutex_unlock(&lock);
}

void memory_forget(struct memory_undo *undo)
{
    pthread_mutex_lock(&lock);
    for (struct memory_undo **at = &undos; *at; at = &(*at)->next) {
        if (*at == undo) {
            *at = undo->next;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}
