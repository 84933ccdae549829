// SPDX-License-Identifier: MIT

#include "file.h"

#include "log.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_SIZE 65536

static bool grow(char **text, size_t *room, size_t max)
{
    size_t more = *room >= max / 2 ? max : *room * 2;
    char *grown = realloc(*text, more + 1);

    if (!grown)
        return false;
    *text = grown;
    *room = more;
    return true;
}

// The bytes, or NULL and why in errno: EFBIG if there are more than `max`.
static char *read_stream(FILE *file, size_t max, size_t *size)
{
    size_t room = max < FIRST_SIZE ? max : FIRST_SIZE;
    char *text = malloc(room + 1);

    *size = 0;
    while (text) {
        *size += fread(text + *size, 1, room - *size, file);
        if (ferror(file))
            break;
        if (*size < room) {
            text[*size] = 0;
            return text;
        }
        if (room == max && getc(file) == EOF && !ferror(file)) {
            text[*size] = 0;
            return text;
        }
        if (room == max) {
            errno = EFBIG;
            break;
        }
        if (!grow(&text, &room, max))
            break;
    }
    free(text);
    return NULL;
}

char *file_read(const char *path, size_t max, size_t *size)
{
    FILE *file = fopen(path, "rbe");
    char *text = file ? read_stream(file, max, size) : NULL;

    if (!text)
        log_error("%s: %s", path, strerror(errno));
    if (file)
        fclose(file);
    return text;
}

// Writes `name`, which is `path` or will be. Leaves why in errno.
static bool write_name(const char *path, const char *name, const void *bytes, size_t size)
{
    bool place = !strcmp(path, name);
    FILE *file = fopen(name, "wbe");
    bool ok = file && fwrite(bytes, 1, size, file) == size;
    int error = errno;

    if (file && fclose(file) && ok) {
        ok = false;
        error = errno;
    }
    if (ok && !place && rename(name, path)) {
        ok = false;
        error = errno;
    }
    if (!ok && file && !place)
        unlink(name);
    errno = error;
    return ok;
}

bool file_write(const char *path, const void *bytes, size_t size)
{
    char name[PATH_MAX];
    struct stat status;
    bool place = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    int used =
        snprintf(name, sizeof(name), place ? "%s" : "%s.%ld.tmp", path, (long) getpid());

    errno = ENAMETOOLONG;
    if (used >= 0 && (size_t) used < sizeof(name) && write_name(path, name, bytes, size))
        return true;
    log_error("%s: cannot be written: %s", path, strerror(errno));
    return false;
}
