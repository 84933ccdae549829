// SPDX-License-Identifier: MIT
//
// How it works: drivers and counting run inside one guarded call, which leaves the counts
// in the session. Outside it, they become a result or a part.

#include "sweep/sweep.h"
#include "base/guard.h"
#include "base/log.h"
#include "command/command.h"
#include "command/progress.h"
#include "command/sweep.h"

#include <stdio.h>

struct session {
    const struct options *options;
    struct sweep_ask ask;
    struct sweep_files files;
    struct output output; // not open: no files
    // Neither is closed: the process ends sooner than a driver is torn down.
    struct device device;
    struct backend backend;
    struct sweep sweep;
    struct progress progress;
    char what[200]; // names the device in messages
    bool malformed; // the word after -d
};

static bool sweep_stopped(void)
{
    return guard_interrupted() != 0;
}

static bool sweep_show_progress(void *context, const struct sweep *sweep, double done,
                                double total)
{
    struct session *session = context;

    (void) sweep;
    guard_alive();
    progress_rate(&session->progress, done, total, "inputs", session->options->verbose);
    return true;
}

static bool open_device(struct session *session)
{
    const struct options *options = session->options;

    if (!device_pick(&session->device, options->device, (enum api) options->api, NULL,
                     &session->malformed))
        return false;
    guard_alive();
    snprintf(session->what, sizeof session->what, "%s", session->device.facts.id);
    session->ask.gl.device = &session->device;
    session->ask.backend.gl = &session->ask.gl;
    return true;
}

static bool command_sweep_work(void *context)
{
    struct session *session = context;
    const struct sweep_work asked = {
        .shard = session->ask.shard,
        .stop = sweep_stopped,
        .progress = sweep_show_progress,
        .context = session,
    };
    double done, total;

    if ((sweep_ask_is_gl(session->ask.backend.function) && !open_device(session)) ||
        !sweep_open(&session->backend, &session->ask.backend))
        return false;
    guard_alive();
    log_info("%s on %s, %s; judged by %s", session->ask.backend.function->name,
             session->backend.facts.name, session->backend.facts.version,
             session->backend.facts.judge);
    session->ask.backend.function = session->backend.function;
    sweep_init(&session->sweep, &session->ask.backend, &session->backend.facts);
    sweep_files_name(&session->files, &session->sweep);
    sweep_progress(&session->sweep, asked.shard, &done, &total);
    progress_rate(&session->progress, done, total, "inputs", false);
    return sweep_make(&session->sweep, &session->backend, &asked);
}

// Returns the status of a sweep that stopped early. Reports how far it came, unless a
// device failed before it did anything: the failure is reported already.
static int stopped_status(const struct session *session)
{
    static const char lost[] = "nothing was written. Shards lose less: --shard I/N";
    double done = 0, total = 0;

    if (session->sweep.chunks)
        sweep_progress(&session->sweep, session->ask.shard, &done, &total);
    if (total == 0) // a shard of a small range may have no inputs
        total = 1;
    if (guard_interrupted())
        return command_interrupted("stopped at %.1f %%; %s", 100 * done / total, lost);
    if (done > 0)
        log_end("stopped at %.1f %%; %s", 100 * done / total, lost);
    return COMMAND_NO_DEVICE;
}

// COMMAND_DONE: the shard is complete.
static int work_status(const struct session *session, enum guard_outcome outcome, bool ok)
{
    bool complete =
        session->sweep.chunks && sweep_done(&session->sweep, session->ask.shard);

    if (session->malformed)
        return COMMAND_USAGE;
    if (complete && outcome == GUARD_DONE && ok)
        return COMMAND_DONE;
    return stopped_status(session);
}

static int command_sweep_finish(struct session *session)
{
    struct output *output = session->output.folder[0] ? &session->output : NULL;
    char path[PATH_MAX];

    if (!session->ask.sharded)
        return sweep_files_result(&session->files, output, &session->sweep,
                                  session->options);
    sweep_files_part(&session->files, session->ask.shard, path);
    if (!part_write(path, &session->sweep, session->ask.shard))
        return COMMAND_NO_OUTPUT;
    log_end("wrote %s; when all %d are there: fpstripe sweep --merge %s", path,
            session->ask.shard.count, session->files.folder);
    return COMMAND_DONE;
}

static bool open_folder(struct session *session)
{
    const struct options *options = session->options;
    const char *folder = session->files.folder;

    if (session->ask.sharded)
        return output_make(folder);
    if (options->json && !options->output)
        return true;
    return output_open(&session->output, folder);
}

static bool sweep_understand(struct session *session, const struct options *options)
{
    *session = (struct session){ .options = options };
    if (options->argument_count > 1) {
        log_error("sweep: too many arguments: %s", options->arguments[1]);
        return false;
    }
    if (!sweep_ask_read(&session->ask, options) ||
        !sweep_files_find(&session->files, options))
        return false;
    if (session->ask.sharded && options->json && !options->output) {
        log_error("sweep: --json with --shard needs -o, for the file of the shard");
        return false;
    }
    snprintf(session->what, sizeof session->what, "%s",
             options->device ? options->device : session->ask.backend.function->name);
    return true;
}

static int sweep_now(struct session *session)
{
    bool cpu = sweep_ask_is_cpu(session->ask.backend.function), ok;
    enum guard_outcome outcome;
    int status;

    if (!open_folder(session))
        return COMMAND_NO_OUTPUT;
    progress_start(&session->progress);
    outcome = guard_call(command_sweep_work, session, &ok,
                         cpu ? 0 : session->options->timeout_s, session->what);
    progress_finish(&session->progress);
    status = work_status(session, outcome, ok);
    if (status == COMMAND_DONE)
        status = command_sweep_finish(session);
    output_close(&session->output);
    if (!guard_lost())
        sweep_finish(&session->sweep);
    return status;
}

static int sweep_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with the results away.
    static struct session session;

    if (options->merge)
        return sweep_merge_parts(options);
    if (options->list)
        return sweep_list(options);
    if (options->proof)
        return sweep_proof(options);
    if (!sweep_understand(&session, options))
        return COMMAND_USAGE;
    return sweep_now(&session);
}

const struct command command_sweep = {
    .name = "sweep",
    .summary = "measure the error of a function, usually for all of its 2^32 inputs",
    .details = sweep_details,
    .arguments = "FUNCTION | --merge PART...",
    .argument_count = OPTIONS_ARGUMENTS,
    .options = (const char *const[]){ "list", "proof", "inputs", "domain", "seed",
                                      "device", "api", "stage", "precision", "threads",
                                      "shard", "merge", "output", "json", "no-sheet",
                                      "timeout", "verbose", "help", NULL },
    .notes = sweep_notes,
    .run = sweep_run,
};
