// SPDX-License-Identifier: MIT

#include "command/sweep.h"

#include "base/log.h"
#include "base/out.h"
#include "command/command.h"
#include "sheet/sheet.h"
#include "sweep/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JSON ".json"

bool sweep_files_find(struct sweep_files *files, const struct options *options)
{
    const char *path = options->output ? options->output : SWEEP_FILES_FOLDER;
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    size_t length = strlen(name), folder = (size_t) (name - path);

    *files = (struct sweep_files){ 0 };
    if (length <= strlen(JSON) || strcmp(name + length - strlen(JSON), JSON) != 0) {
        folder = strlen(path);
        length = strlen(JSON);
    }
    length -= strlen(JSON);
    if (folder >= sizeof files->folder || length >= sizeof files->stem) {
        log_error("-o: %.60s... is too long", path);
        return false;
    }
    memcpy(files->folder, folder ? path : ".", folder ? folder : 1);
    memcpy(files->stem, name, length);
    return true;
}

// Appends text, with a dash for each character that is special in a shell or a path.
static void append_safe(char *text, size_t size, const char *more)
{
    size_t at = strlen(text);

    for (; *more && at + 1 < size; more++)
        text[at++] = strchr(":@/ \\*?'\"", *more) ? '-' : *more;
    text[at] = '\0';
}

// Sweeps of GL get a file for each stage and precision.
void sweep_files_name(struct sweep_files *files, const struct sweep *sweep)
{
    const struct backend_facts *facts = &sweep->facts;

    if (files->stem[0])
        return;
    append_safe(files->stem, sizeof files->stem, "sweep-");
    append_safe(files->stem, sizeof files->stem, sweep->function.name);
    if (facts->stage[0] && (strcmp(facts->stage, stage_name(STAGE_COMPUTE)) ||
                            strcmp(facts->precision, precision_name(PRECISION_HIGHP)))) {
        append_safe(files->stem, sizeof files->stem, "-");
        append_safe(files->stem, sizeof files->stem, facts->stage);
        append_safe(files->stem, sizeof files->stem, "-");
        append_safe(files->stem, sizeof files->stem, facts->precision);
    }
}

void sweep_files_part(const struct sweep_files *files, struct sweep_shard shard,
                      char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s.%d-of-%d.part", files->folder, files->stem,
             shard.index, shard.count);
}

// Writes and moves the plot. Returns false, after logging why, if there is no module to
// draw it, or no process: the document is worth having without it.
static bool write_plot(const char *name, struct output *output, const struct sweep *sweep,
                       const struct figures *figures)
{
    char path[PATH_MAX];

    if (!sheet_available()) {
        log_warning("no plot: the module that draws it is not installed");
        return false;
    }
    output_path(output, name, path);
    if (sheet_draw_sweep(path, sweep, figures))
        return output_move(output, name);
    log_warning("%s is not drawn", name);
    return false;
}

static int write_files(const struct sweep_files *files, struct output *output,
                       const struct sweep *sweep, const struct figures *figures,
                       const char *text, bool plot)
{
    char name[140], picture[140];

    snprintf(name, sizeof name, "%s" JSON, files->stem);
    snprintf(picture, sizeof picture, "%s.png", files->stem);
    if (!output_write(output, name, text))
        return COMMAND_NO_OUTPUT;
    bool drawn = plot && write_plot(picture, output, sweep, figures);

    if (!drawn) // an older one would show another sweep
        output_remove(output, picture, picture);
    if (!output_move(output, name) || !output_commit(output))
        return COMMAND_NO_OUTPUT;
    log_end("wrote %s/%s%s", output->folder, name, drawn ? ", and its plot as .png" : "");
    return COMMAND_DONE;
}

int sweep_files_result(const struct sweep_files *files, struct output *output,
                       const struct sweep *sweep, const struct options *options)
{
    // Static: it is large.
    static struct figures figures;
    int status = COMMAND_DONE;
    char *text;

    figures_make(sweep, &figures);
    text = report_sweep_json(sweep, &figures);
    if (options->json)
        fputs(text, out_json());
    else
        report_sweep_text(sweep, &figures, out_file(), options->verbose,
                          out_has_colour());
    out_flush();
    if (output)
        status = write_files(files, output, sweep, &figures, text, !options->no_sheet);
    free(text);
    return status;
}
