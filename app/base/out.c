// SPDX-License-Identifier: MIT

#include "base/out.h"

#include "base/memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *taken;

void out_take(void)
{
    int own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);

    taken = own >= 0 ? fdopen(own, "w") : NULL;
    memory_check(taken || own < 0);
    if (taken)
        dup2(STDERR_FILENO, STDOUT_FILENO);
}

FILE *out_file(void)
{
    return taken ? taken : stdout;
}

bool out_is_terminal(void)
{
    return isatty(fileno(out_file()));
}

bool out_has_colour(void)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

    return out_is_terminal() && !(no_color && no_color[0]) && term &&
           strcmp(term, "dumb") != 0;
}
