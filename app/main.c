// SPDX-License-Identifier: MIT

#include "base/environment.h"
#include "base/guard.h"
#include "base/home.h"
#include "base/log.h"
#include "base/out.h"
#include "base/watch.h"
#include "command/command.h"
#include "command/options.h"
#include "config.h"
#include "measure/reference.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Where a standard stream is closed, the next file that anyone opens would take its
// number and receive its text. /dev/null stands in, opened so that writing to a closed
// standard output still fails.
static void fill_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

static int main_work(const struct command *command, const struct options *options)
{
    log_level(options->verbose ? 1 : 0);
    if (options->help) {
        command_print_help(command, options->help_all, out_file());
        return COMMAND_DONE;
    }
    if (options->version) {
        fprintf(out_file(), "fpstripe %s\n", FPSTRIPE_VERSION);
        return COMMAND_DONE;
    }
    return command->run(options);
}

// A full disk behind a pipe or a redirection shows here at the latest.
static int main_flush(int status)
{
    if (fflush(out_file()) == 0 && !ferror(out_file()))
        return status;
    log_error("standard output: %s", out_reason());
    return status == COMMAND_DONE ? COMMAND_NO_OUTPUT : status;
}

// Keeps freed memory: pictures come and go, and each new page costs a fault and is zeroed
// again.
static void keep_memory(void)
{
#ifdef M_TOP_PAD
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 16 << 20);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}

// Returns the exit status.
static int main_run(int argc, char **argv)
{
    const char *const *words = (const char *const *) argv + 1;
    const struct command *command = command_list[0];
    struct options options;
    bool named = argc > 1 && argv[1][0] != '-';
    int count = argc > 1 ? argc - 1 : 0;

    if (named)
        command = command_find(argv[1]);
    if (!command) {
        command_say_unknown(argv[1]);
        return COMMAND_USAGE;
    }
    if (!command->run) {
        log_error("%s: %s", command->name, command->summary);
        return COMMAND_USAGE;
    }
    if (!options_parse(&options, command->options, command->argument_count, count - named,
                       words + named))
        return COMMAND_USAGE;

    // The program's own text where no command was named.
    int status = main_flush(main_work(named || !options.help ? command : NULL, &options));

    if (status > COMMAND_SIGNAL)
        command_say_interrupted();
    return status;
}

int main(int argc, char **argv)
{
    int status;

    environment_start();
    keep_memory();
    fill_standard_streams();
    home_keep();
    watch_start();
    out_take();
    reference_set_cuda(&reference_by_cuda);
    signal(SIGPIPE, SIG_IGN); // these two are errors of write, not the end
    signal(SIGXFSZ, SIG_IGN);
    guard_catch_interrupts();
    status = main_run(argc, argv);
    watch_tell(status);
    if (guard_lost())
        _exit(status); // a broken driver's clean-up must not run
    return status;
}
