// SPDX-License-Identifier: MIT

#include "command/run_options.h"

#include "base/closest.h"
#include "base/log.h"
#include "base/memory.h"
#include "command/command.h"
#include "command/option.h"
#include "probe/probe.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SUFFIX ".glsl"

// Returns true if the run draws with the shader of this probe. The width is always
// measured, and a window shows every probe.
static bool draws_with(const struct options *options, const struct probe *probe)
{
    const char *name = options->survey.probe;

    return probe->finds_width || options->window ||
           (name ? !strcmp(name, probe->name)
                 : options->survey.full || (!probe->full_only && !probe->expressions));
}

// Finds the probe of a shader's file name, "ties.glsl". Returns NULL, after logging what
// would be right, if there is none.
static const struct probe *shader_probe(const char *folder, const char *file)
{
    int length = (int) (strlen(file) - strlen(SUFFIX));
    char *name = memory_format("%.*s", length, file);
    const struct probe *probe = probe_find(name);
    const char **names = memory_new((size_t) probe_count, sizeof *names), *closest;

    for (int i = 0; i < probe_count; i++)
        names[i] = probe_list[i]->name;
    closest = closest_find(name, names, probe_count);
    if (!probe && closest)
        log_error("%s/%s: no probe has this name; did you mean %s" SUFFIX "?", folder,
                  file, closest);
    else if (!probe)
        log_error("%s/%s: no probe has this name; `fpstripe explain probes` lists "
                  "the names",
                  folder, file);
    free(names);
    free(name);
    return probe;
}

static bool is_shader(const char *file)
{
    size_t length = strlen(file), suffix = strlen(SUFFIX);

    return file[0] != '.' && length > suffix && !strcmp(file + length - suffix, SUFFIX);
}

// Reads the folder. Returns false, after logging why, if a shader has no probe, or the
// run draws with none of them.
static bool shaders_used(const struct options *options, DIR *folder)
{
    const char *path = options->shader_dir;
    const struct probe *found = NULL;
    bool used = false;

    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!is_shader(entry->d_name))
            continue;
        found = shader_probe(path, entry->d_name);
        if (!found)
            return false;
        used |= draws_with(options, found);
    }
    if (!found)
        log_error("--shader-dir %s: no shader in it; name each after its probe, such as "
                  "stripes" SUFFIX,
                  path);
    else if (!used)
        log_error("--shader-dir %s: this run uses none of its shaders; add --probe %s",
                  path, found->name);
    return used;
}

// Returns COMMAND_DONE if the shaders of --shader-dir, if any, are used.
static int check_shader_dir(const struct options *options)
{
    DIR *folder;
    bool used;

    if (!options->shader_dir)
        return COMMAND_DONE;
    if (options->device && !strncmp(options->device, "fake:", 5)) {
        log_error("--shader-dir: %s is simulated and runs no shader; use -d llvmpipe",
                  options->device);
        return COMMAND_USAGE;
    }
    folder = opendir(options->shader_dir);
    if (!folder) {
        log_error("--shader-dir %s: %s", options->shader_dir, strerror(errno));
        return COMMAND_BAD_INPUT;
    }
    used = shaders_used(options, folder);
    closedir(folder);
    return used ? COMMAND_DONE : COMMAND_BAD_INPUT;
}

// Returns false, after logging why, if --show asks for something that is not measured, or
// that is not printed.
static bool show_good(const struct options *options)
{
    const unsigned measured = 1u << OPTION_SUMS | 1u << OPTION_REASONS;

    if (!options->show)
        return true;
    if (options->json || (options->device && !strcmp(options->device, "all"))) {
        log_error("--show does not apply with %s",
                  options->json ? "--json, which prints the whole report"
                                : "-d all, which prints a line per device");
        return false;
    }
    if (!(options->show & ~measured) || options->survey.full || options->survey.probe ||
        options->window)
        return true;
    log_error(
        "--show: nothing of it is measured; add --full, or --probe with a probe of it");
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
    if (!show_good(options) || !page_good(options))
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
    return check_shader_dir(options);
}
