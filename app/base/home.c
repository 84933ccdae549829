// SPDX-License-Identifier: MIT

#include "base/home.h"

#include <fcntl.h>
#include <unistd.h>

static int home = AT_FDCWD;

void home_keep(void)
{
    int fd = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0)
        home = fd;
}

int home_folder(void)
{
    return home;
}

void home_return(void)
{
    if (home != AT_FDCWD && fchdir(home) != 0)
        return; // the directory existed when the program was started
}
