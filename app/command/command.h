// SPDX-License-Identifier: MIT
//
// A command: what `fpstripe NAME` does, one file each. A new one is a file that ends
// with a const struct command, its name below, and a line of the list in command.c.

#ifndef COMMAND_COMMAND_H
#define COMMAND_COMMAND_H

#include "base/log.h"
#include "command/options.h"

#include <stdio.h>

// Exit statuses. After signal n it is COMMAND_SIGNAL + n, and finished work is saved.
enum command_status {
    COMMAND_DONE = 0,
    COMMAND_UNEXPECTED = 1, // done, but not as expected
    COMMAND_USAGE = 2,
    COMMAND_NO_DEVICE = 3, // none such, none usable, or it broke, crashed or hung
    COMMAND_BAD_INPUT = 4,
    COMMAND_NO_OUTPUT = 5, // what could not be written; nothing half-written stays
    COMMAND_SKIPPED = 77,  // check: there is no golden; as test harnesses know it
    COMMAND_SIGNAL = 128,
};

struct command {
    const char *name;
    const char *summary;
    bool rare;                       // only --help=all lists it
    const char *details;             // further lines of its help text; NULL: none
    const char *arguments;           // the words it takes, in a usage line; "" for none
    int argument_count;              // how many of them at most
    const char *const *options;      // names, NULL at the end
    const struct option_note *notes; // of options that it describes otherwise; or NULL
    // Returns an exit status. NULL: this program was built without it.
    int (*run)(const struct options *options);
};

extern const struct command command_run, command_devices, command_explain, command_record,
    command_bench, command_eval, command_sweep, command_compare, command_check,
    command_bless, command_verify, command_show, command_analyze, command_shade,
    command_help;

// The first is the default.
extern const struct command *const command_list[];
extern const int command_count;

// NULL if there is none of that name.
const struct command *command_find(const char *name);

// Logs that there is no such command, and what was probably meant.
void command_say_unknown(const char *name);

// Prints the help of a command, or the page of all commands if it is NULL. `all`: with
// the rare options or commands.
void command_print_help(const struct command *command, bool all, FILE *file);

// Returns the status of a command that a signal interrupted, COMMAND_SIGNAL + n. The text
// says how far the command came: main prints it as the last line on standard error.
int command_interrupted(const char *format, ...) LOG_PRINTF(1, 2);

// Prints "interrupted: " and the text of the last call of command_interrupted.
void command_say_interrupted(void);

// `-d all`: every device there is, each in a process of its own. `run` calls it.
int command_all(const struct options *options);

#endif // COMMAND_COMMAND_H
