// SPDX-License-Identifier: MIT

#include "base/out.h"
#include "command/command.h"

static int help_run(const struct options *options)
{
    const struct command *command = NULL;

    if (options->argument_count > 0) {
        command = command_find(options->arguments[0]);
        if (!command) {
            command_say_unknown(options->arguments[0]);
            return COMMAND_USAGE;
        }
    }
    command_print_help(command, options->help_all, out_file());
    return COMMAND_DONE;
}

const struct command command_help = {
    .name = "help",
    .summary = "print this page, or the help of a command",
    .arguments = "[COMMAND]",
    .argument_count = 1,
    .options = (const char *const[]){ "help", "version", NULL },
    .run = help_run,
};
