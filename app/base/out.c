// SPDX-License-Identifier: MIT

#include "base/out.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define CHUNK 512

static FILE *taken;
static int descriptor = STDOUT_FILENO;

// What was cut off at the end of the last piece: the beginning of a character.
static char held[4];
static size_t held_size;

// "\033[1;31m": the length of a colour, or 0.
static size_t colour_length(const char *text)
{
    size_t digits = strncmp(text, "\033[", 2) ? 0 : strspn(text + 2, "0123456789;");

    return digits > 0 && digits < 5 && text[2 + digits] == 'm' ? digits + 3 : 0;
}

// A string of one kind: colours and blanks that stay, or what is to be cleaned.
static bool write_piece(char *text)
{
    while (*text) {
        size_t stays = strspn(text, "\n\r\t"), size = stays ? stays : colour_length(text);
        char piece[CHUNK + 8];
        bool clean = size == 0;

        if (clean)
            size = 1 + strcspn(text + 1, "\n\r\t\033");
        memcpy(piece, text, size);
        piece[size] = '\0';
        if (clean)
            text_clean(piece);
        if (!file_put(descriptor, piece, strlen(piece)))
            return false;
        text += size;
    }
    return true;
}

// How many bytes at the end begin a character that is not whole.
static size_t out_cut_off(const char *text, size_t size)
{
    for (size_t back = 1; back <= 3 && back <= size; back++) {
        const unsigned char byte = (unsigned char) text[size - back];

        if (byte >= 0xc0)
            return back < (byte >= 0xf0 ? 4u : byte >= 0xe0 ? 3u : 2u) ? back : 0;
        if (byte < 0x80)
            return 0;
    }
    return 0;
}

static ssize_t out_clean(void *cookie, const char *bytes, size_t size)
{
    char text[CHUNK + sizeof held + 1];

    (void) cookie;
    for (size_t at = 0; at < size;) {
        size_t more = size - at < CHUNK ? size - at : CHUNK, all = held_size + more;

        memcpy(text, held, held_size);
        for (size_t i = 0; i < more; i++) // no string of ours has a zero
            text[held_size + i] = bytes[at + i] ? bytes[at + i] : '\1';
        held_size = out_cut_off(text, all);
        memcpy(held, text + all - held_size, held_size);
        text[all - held_size] = '\0';
        if (!write_piece(text))
            return 0;
        at += more;
    }
    return (ssize_t) size;
}

void out_take(void)
{
    int own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);

    if (own < 0)
        return;
    descriptor = own;
    if (isatty(own))
        taken = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = out_clean });
    else
        taken = fdopen(own, "w");
    memory_check(taken);
    if (taken && isatty(own))
        setvbuf(taken, NULL, _IOLBF, BUFSIZ);
    if (taken)
        dup2(STDERR_FILENO, STDOUT_FILENO);
}

int out_descriptor(void)
{
    return descriptor;
}

FILE *out_file(void)
{
    return taken ? taken : stdout;
}

bool out_is_terminal(void)
{
    return isatty(descriptor);
}

int out_columns(void)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;

    if (!out_is_terminal())
        return 0;
    if (columns && columns[0] && strspn(columns, "0123456789") == strlen(columns) &&
        strlen(columns) < 5 && atoi(columns) > 0)
        return atoi(columns);
    return ioctl(descriptor, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

bool out_has_colour(void)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

    return out_is_terminal() && !(no_color && no_color[0]) && term &&
           strcmp(term, "dumb") != 0;
}
