// SPDX-License-Identifier: MIT
//
// How it works: the stream's own write function replaces each character that would act on
// a terminal (text.h), wherever the output goes: a pipe may end in a terminal too. Only
// out_colour writes escape sequences, between two flushes.

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

static struct {
    FILE *file; // NULL before out_take
    int descriptor;
    pid_t process; // the one that took it
    bool json;     // the data is JSON
    bool colour;   // a colour is being written
    bool closed;   // nobody reads it any more
    int error;     // of the last write that failed
    char cut[4];   // the beginning of a character, at the end of the last piece
    size_t cut_size;
} out = { .descriptor = STDOUT_FILENO };

// Returns the bytes at the end that begin a character, or a line end, which is not whole.
static size_t out_cut_off(const char *text, size_t size)
{
    if (size > 0 && text[size - 1] == '\r')
        return 1;
    for (size_t back = 1; back <= 3 && back <= size; back++) {
        const unsigned char byte = (unsigned char) text[size - back];

        if (byte >= 0xc0)
            return back < (byte >= 0xf0 ? 4u : byte >= 0xe0 ? 3u : 2u) ? back : 0;
        if (byte < 0x80)
            return 0;
    }
    return 0;
}

bool out_put(const char *bytes, size_t size)
{
    if (out.closed || file_put(out.descriptor, bytes, size))
        return true;
    out.closed = errno == EPIPE;
    out.error = errno;
    return out.closed;
}

static bool is_ordinary(char c)
{
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\t';
}

// Writes a string of whole characters. A return before a line feed, as CSV has it, stays.
static bool put_shown(const char *text)
{
    char shown[TEXT_SHOWN * (CHUNK + sizeof out.cut)], *to = shown;

    while (*text)
        if (is_ordinary(*text) || !strncmp(text, "\r\n", 2))
            *to++ = *text++;
        else {
            text += (out.json ? text_shown_json : text_shown)(text, to);
            to += strlen(to);
        }
    return out_put(shown, (size_t) (to - shown));
}

static ssize_t out_write(void *cookie, const char *bytes, size_t size)
{
    char text[CHUNK + sizeof out.cut + 1];

    (void) cookie;
    if (out.colour)
        return out_put(bytes, size) ? (ssize_t) size : 0;
    for (size_t at = 0; at < size;) {
        size_t more = size - at < CHUNK ? size - at : CHUNK, all = out.cut_size + more;

        memcpy(text, out.cut, out.cut_size);
        for (size_t i = 0; i < more; i++) // the program writes no zero
            text[out.cut_size + i] = bytes[at + i] ? bytes[at + i] : '\1';
        out.cut_size = out_cut_off(text, all);
        memcpy(out.cut, text + all - out.cut_size, out.cut_size);
        text[all - out.cut_size] = '\0';
        if (!put_shown(text))
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
    out.descriptor = own;
    out.process = getpid();
    out.file = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = out_write });
    memory_check(out.file);
    if (isatty(own))
        setvbuf(out.file, NULL, _IOLBF, BUFSIZ);
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

FILE *out_file(void)
{
    return out.file ? out.file : stdout;
}

FILE *out_json(void)
{
    out_flush();
    out.json = true;
    return out_file();
}

void out_flush(void)
{
    if (out.file && getpid() == out.process)
        fflush(out.file);
}

const char *out_reason(void)
{
    return out.error ? strerror(out.error) : "the output could not be written completely";
}

bool out_is_closed(void)
{
    return out.closed;
}

void out_colour(FILE *file, const char *code)
{
    bool taken = file == out.file;

    if (taken)
        fflush(file);
    out.colour = taken;
    fprintf(file, "\033[%sm", code);
    if (taken)
        fflush(file);
    out.colour = false;
}

bool out_is_terminal(void)
{
    return isatty(out.descriptor);
}

static int columns_of(int descriptor)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;

    if (!isatty(descriptor))
        return 0;
    if (columns && columns[0] && strspn(columns, "0123456789") == strlen(columns) &&
        strlen(columns) < 5 && atoi(columns) > 0)
        return atoi(columns);
    return ioctl(descriptor, TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

int out_columns(void)
{
    return columns_of(out.descriptor);
}

int out_error_columns(void)
{
    return columns_of(STDERR_FILENO);
}

bool out_has_colour(void)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

    return out_is_terminal() && !(no_color && no_color[0]) && term &&
           strcmp(term, "dumb") != 0;
}
