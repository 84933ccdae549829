// SPDX-License-Identifier: MIT

#include "command/row.h"

#include "base/out.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

#define COLUMNS       80
#define COLUMNS_LEAST 20 // for the text, however narrow the terminal

static int columns_of_terminal(void)
{
    struct winsize size;

    if (ioctl(fileno(out_file()), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return COLUMNS;
    return size.ws_col;
}

// Bytes of `text` that fit on a line of `room` columns: up to the last blank there is,
// or, within a word that is longer, as many as fit.
static int bytes_that_fit(const char *text, int room)
{
    int bytes = 0, blank = 0;

    for (int columns = 0; text[bytes] && columns <= room; columns++) {
        if (text[bytes] == ' ')
            blank = bytes;
        if (columns == room)
            return blank ? blank : bytes;
        bytes++;
        while ((text[bytes] & 0xc0) == 0x80)
            bytes++;
    }
    return bytes;
}

void row_print(int column, const char *text)
{
    int room = columns_of_terminal() - column;

    while (out_is_terminal() && room >= COLUMNS_LEAST) {
        int bytes = bytes_that_fit(text, room);

        if (!text[bytes])
            break;
        fprintf(out_file(), "%.*s\n%*s", bytes, text, column, "");
        text += bytes + strspn(text + bytes, " ");
    }
    fprintf(out_file(), "%s\n", text);
}

int row_platform(const char *id)
{
    const char *slash = strrchr(id, '/');

    return slash ? (int) (slash - id) : (int) strlen(id);
}

bool row_same_platform(const char *one, const char *other)
{
    int length = row_platform(one);

    return length == row_platform(other) && !strncmp(one, other, (size_t) length);
}
