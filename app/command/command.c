// SPDX-License-Identifier: MIT

#include "command/command.h"

#include "base/closest.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "view/write.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

static char reached[200]; // how far an interrupted command came

const struct command *const command_list[] = {
    &command_run,    &command_devices, &command_explain, &command_record, &command_bench,
    &command_eval,   &command_sweep,   &command_compare, &command_check,  &command_bless,
    &command_verify, &command_show,    &command_analyze, &command_shade,  &command_help,
};

const int command_count = (int) (sizeof command_list / sizeof command_list[0]);

const struct command *command_find(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (!strcmp(command_list[i]->name, name))
            return command_list[i];
    return NULL;
}

void command_say_unknown(const char *name)
{
    const char *names[sizeof command_list / sizeof command_list[0]], *closest;

    for (int i = 0; i < command_count; i++)
        names[i] = command_list[i]->name;
    closest = closest_find(name, names, command_count);
    if (closest)
        log_error("unknown command '%s'; did you mean %s?", name, closest);
    else
        log_error("unknown command '%s'; `fpstripe help` lists the commands", name);
}

int command_interrupted(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(reached, sizeof reached, format, list);
    va_end(list);
    return COMMAND_SIGNAL + guard_interrupted();
}

void command_say_interrupted(void)
{
    log_end("interrupted: %s", reached);
}

// Prints the commands with their purpose, and examples.
static void print_commands(bool all, FILE *file)
{
    const struct view_page page = { .file = file };

    fprintf(file, "Usage: fpstripe [COMMAND] [OPTION]...\n\n"
                  "Measure the floating-point arithmetic of an OpenGL device.\n\n"
                  "Commands:\n");
    for (int i = 0; i < command_count; i++) {
        if (command_list[i]->rare && !all)
            continue;
        fprintf(file, "  %-10s ", command_list[i]->name);
        view_page_wrap(&page, 13, 13, command_list[i]->summary, "");
    }
    fprintf(
        file,
        "\nExamples:\n"
        "  $ fpstripe -d llvmpipe -o out          measure one device\n"
        "  $ fpstripe --full --show deviations    list all that deviates\n"
        "  $ fpstripe compare out fake:tegra3     compare two devices\n"
        "\n`fpstripe help COMMAND` prints the options of a command. The default is run.\n");
}

void command_print_help(const struct command *command, bool all, FILE *file)
{
    const struct view_page page = { .file = file };
    char summary[200];

    if (!command) {
        print_commands(all, file);
        return;
    }
    fprintf(file, "Usage: fpstripe %s%s%s [OPTION]...\n\n", command->name,
            command->arguments[0] ? " " : "", command->arguments);
    snprintf(summary, sizeof summary, "%c%s.", command->summary[0] & ~0x20,
             command->summary + 1);
    view_page_wrap(&page, 0, 0, summary, "");
    fprintf(file, "\nOptions:\n");
    options_help(command->options, command->notes, all, file);
    if (command->details) {
        fputc('\n', file);
        view_page_lines(&page, command->details);
    }
}
