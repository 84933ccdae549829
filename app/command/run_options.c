// SPDX-License-Identifier: MIT

#include "command/run_options.h"

#include "base/log.h"
#include "command/command.h"
#include "report/topics.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

static bool shader_dir_good(const char *path)
{
    DIR *folder = opendir(path);

    if (!folder) {
        log_error("--shader-dir %s: %s", path, strerror(errno));
        return false;
    }
    closedir(folder);
    return true;
}

// What is to be listed must be measured, and a list be printed.
static bool lists_good(const struct options *options)
{
    const char *name = options->deviations ? "deviations" : "topic";
    bool sums = options->topics == 1u << TOPIC_COUNT && !options->deviations;

    if (!options->topics && !options->deviations)
        return true;
    if (options->json || (options->device && !strcmp(options->device, "all"))) {
        log_error("--%s does not apply with %s", name,
                  options->json ? "--json, which prints the whole report"
                                : "-d all, which prints a line per device");
        return false;
    }
    if (sums || options->survey.full || options->survey.probe || options->window)
        return true;
    log_error(
        "--%s: nothing of it is measured; add --full, or --probe with a probe of it",
        name);
    return false;
}

// The page stands in the folder of a run.
static bool page_good(const struct options *options)
{
    const char *why = options->window
                          ? "--window, which shows a picture and writes no report"
                      : options->captures ? "--captures, which writes only the evidence"
                      : options->json && !options->output
                          ? "--json, which writes no files; add --output DIR"
                          : NULL;

    if (options->page && why)
        log_error("--html does not apply with %s", why);
    return !options->page || !why;
}

int run_options_check(const struct options *options)
{
    if (!lists_good(options) || !page_good(options))
        return COMMAND_USAGE;
    if (options->captures && options->shader_dir) {
        log_error("--captures %s and --shader-dir %s: a capture is of the program's own "
                  "shaders; use --output",
                  options->captures, options->shader_dir);
        return COMMAND_USAGE;
    }
    if (options->captures && options->output) {
        log_error("--captures %s and --output %s: use one of them", options->captures,
                  options->output);
        return COMMAND_USAGE;
    }
    if (options->shader_dir && !shader_dir_good(options->shader_dir))
        return COMMAND_BAD_INPUT;
    return COMMAND_DONE;
}
