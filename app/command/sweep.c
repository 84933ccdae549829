// SPDX-License-Identifier: MIT
//
// How it works: whatever touches a driver, and all the counting, runs inside one guarded
// call and leaves what is finished in the session. What becomes of that, a result, a part
// to go on with, or a shard that others wait for, is decided outside.

#include "sweep/sweep.h"
#include "base/guard.h"
#include "base/log.h"
#include "command/command.h"
#include "command/progress.h"
#include "command/sweep.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SAVE_S 30

struct session {
    const struct options *options;
    struct sweep_ask ask;
    struct sweep_files files;
    struct sweep_ranks ranks;
    struct output output; // not open: no files
    // Neither is closed: the process ends sooner than a driver is torn down.
    struct device device;
    struct backend backend;
    struct sweep sweep;
    struct progress progress;
    struct part_note note;
    char part[PATH_MAX]; // "": no file is written
    char what[200];      // names the device in messages
    time_t saved_s;
    bool malformed, bad_part, unsaved;
};

static bool sweep_stopped(void)
{
    return guard_interrupted() != 0;
}

static bool is_rank(const struct session *session)
{
    return session->ranks.ranks.count > 1;
}

static bool save_part(struct session *session)
{
    session->saved_s = time(NULL);
    if (!session->part[0])
        return true;
    session->unsaved = !part_write(session->part, &session->sweep, &session->note);
    return !session->unsaved;
}

static bool sweep_show_progress(void *context, const struct sweep *sweep, double done,
                                double total)
{
    struct session *session = context;

    (void) sweep;
    guard_alive();
    if (session->ranks.ranks.rank == 0)
        progress_rate(&session->progress, done, total, "inputs",
                      session->options->verbose);
    if (done < total && time(NULL) - session->saved_s >= SAVE_S)
        return save_part(session);
    return true;
}

static bool open_device(struct session *session)
{
    if (!sweep_ranks_device(&session->device, session->options,
                            session->ranks.ranks.local, &session->malformed))
        return false;
    guard_alive();
    snprintf(session->what, sizeof session->what, "%s", session->device.facts.id);
    session->ask.gl.device = &session->device;
    session->ask.backend.gl = &session->ask.gl;
    return true;
}

// What an interrupted sweep left. Returns false, after logging why, if it is another's.
static bool resume(struct session *session)
{
    struct part_note note;
    struct sweep part;
    char why[160];
    bool ok;

    if (access(session->part, F_OK) != 0) {
        log_info("%s: nothing to resume", session->part);
        return true;
    }
    session->bad_part = true;
    if (!part_read(session->part, &part, &note, sweep_function_find))
        return false;
    ok = sweep_merge(&session->sweep, &part, why, sizeof why);
    if (!ok)
        log_error("%s: --resume: this is another sweep: %s", session->part, why);
    sweep_finish(&part);
    session->bad_part = !ok;
    return ok;
}

static bool sweep_prepare(struct session *session)
{
    const struct options *options = session->options;

    session->ask.backend.function = session->backend.function;
    sweep_init(&session->sweep, &session->ask.backend, &session->backend.facts);
    if (!session->output.folder[0] && !is_rank(session) && !session->ask.sharded)
        return true;
    sweep_files_name(&session->files, &session->sweep);
    sweep_files_part(&session->files, session->ask.shard, ".part.json", session->part);
    if (is_rank(session))
        sweep_ranks_begin(&session->ranks);
    if (options->resume)
        return resume(session);
    if (access(session->part, F_OK) == 0 && !is_rank(session) && !session->ask.sharded)
        log_warning(
            "%s, of an earlier sweep, will be replaced; --resume would continue it",
            session->part);
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
    if (!sweep_prepare(session))
        return false;
    session->saved_s = time(NULL);
    sweep_progress(&session->sweep, asked.shard, &done, &total);
    if (session->ranks.ranks.rank == 0)
        progress_rate(&session->progress, done, total, "inputs", false);
    return sweep_make(&session->sweep, &session->backend, &asked);
}

static void say_resume(const struct session *session)
{
    const struct sweep *sweep = &session->sweep;
    double done, total;
    char command[600];

    if (!sweep->chunks)
        return;
    sweep_progress(sweep, session->ask.shard, &done, &total);
    if (total == 0) // a shard of a small range may have no inputs
        done = total = 1;
    if (!session->part[0]) {
        log_end("stopped at %.1f %%; nothing is saved without -o", 100 * done / total);
        return;
    }
    sweep_ask_command(sweep, session->ask.shard, session->ranks.folder, command,
                      sizeof command);
    if (is_rank(session))
        log_end("%.1f %% saved in %s; repeat the launch with --resume "
                "to continue",
                100 * done / total, session->part);
    else
        log_end("%.1f %% saved in %s; to continue: %s --resume", 100 * done / total,
                session->part, command);
}

// What was finished is kept, unless nothing was.
static bool sweep_keep(struct session *session)
{
    double done = 0, total;

    if (session->sweep.chunks)
        sweep_progress(&session->sweep, session->ask.shard, &done, &total);
    if (done == 0)
        return true;
    if (!save_part(session))
        return false;
    say_resume(session);
    return true;
}

// What counting came to; COMMAND_DONE: the shard is complete.
static int work_status(struct session *session, enum guard_outcome outcome, bool ok)
{
    if (session->malformed)
        return COMMAND_USAGE;
    if (session->bad_part)
        return COMMAND_BAD_INPUT;
    if (session->unsaved)
        return COMMAND_NO_OUTPUT;
    if (guard_interrupted() &&
        !(session->sweep.chunks && sweep_done(&session->sweep, session->ask.shard)))
        return sweep_keep(session) ? COMMAND_SIGNAL + guard_interrupted()
                                   : COMMAND_NO_OUTPUT;
    if (outcome != GUARD_DONE || !ok)
        return sweep_keep(session) ? COMMAND_NO_DEVICE : COMMAND_NO_OUTPUT;
    return COMMAND_DONE;
}

static int write_result(struct session *session)
{
    struct output *output = session->output.folder[0] ? &session->output : NULL;
    int status =
        sweep_files_result(&session->files, output, &session->sweep, session->options);

    if (status == COMMAND_DONE && is_rank(session))
        sweep_ranks_remove_parts(&session->ranks);
    else if (status == COMMAND_DONE && session->part[0])
        unlink(session->part);
    return status;
}

// Rank 0 of several waits for the others' shards first.
static int command_sweep_finish(struct session *session)
{
    bool rank = is_rank(session);
    int status = COMMAND_DONE;

    if ((rank || session->ask.sharded) && !save_part(session))
        return COMMAND_NO_OUTPUT;
    if (session->ask.sharded)
        log_end("wrote %s; when all %d are there: fpstripe merge %s", session->part,
                session->ask.shard.count, session->files.folder);
    if (session->ask.sharded || session->ranks.ranks.rank > 0)
        return COMMAND_DONE;
    if (rank)
        status = sweep_ranks_gather(&session->ranks, &session->sweep);
    if (status > COMMAND_SIGNAL)
        say_resume(session);
    return status == COMMAND_DONE ? write_result(session) : status;
}

// Only who writes a result has a stage in the folder: the others may be on other hosts.
static bool open_folder(struct session *session)
{
    const struct options *options = session->options;
    const char *folder = session->files.folder;
    bool writes = !options->json || options->output;

    if (is_rank(session) && !output_make(folder))
        return false;
    if (session->ask.sharded)
        return output_make(folder);
    if (!writes || session->ranks.ranks.rank > 0)
        return true;
    return output_open(&session->output, folder);
}

static bool ranks_good(struct session *session)
{
    struct sweep_ranks *ranks = &session->ranks;

    if (!ranks_find(&ranks->ranks))
        return false;
    if (is_rank(session) && session->ask.sharded) {
        log_error("sweep: --shard, and rank %d of %d of %s: one of the two",
                  ranks->ranks.rank, ranks->ranks.count, ranks->ranks.launcher);
        return false;
    }
    if (session->ask.sharded && session->options->json && !session->options->output) {
        log_error("sweep: a shard is written to a file, so --json needs -o");
        return false;
    }
    if (session->options->resume && session->options->json && !session->options->output &&
        !is_rank(session)) {
        log_error("sweep: --resume needs -o, with the file of the interrupted sweep");
        return false;
    }
    snprintf(session->note.job, sizeof session->note.job, "%s", ranks->ranks.mark);
    return true;
}

static bool sweep_understand(struct session *session, const struct options *options)
{
    struct sweep_ranks *ranks = &session->ranks;

    *session = (struct session){ .options = options };
    if (!sweep_ask_read(&session->ask, options) || !ranks_good(session) ||
        !sweep_files_find(&session->files, options))
        return false;
    ranks->shard.index = ranks->ranks.rank;
    ranks->shard.count =
        ranks->ranks.count < DOMAIN_CHUNKS ? ranks->ranks.count : DOMAIN_CHUNKS;
    ranks->files = &session->files;
    ranks->folder = options->output ? options->output : SWEEP_FILES_FOLDER;
    ranks->wait_s = options->wait_s;
    ranks->started_s = (long long) time(NULL);
    session->ask.backend.device = ranks->ranks.local;
    snprintf(session->what, sizeof session->what, "%s",
             options->device ? options->device : session->ask.backend.function->name);
    return true;
}

static int sweep_now(struct session *session)
{
    bool cpu = sweep_ask_is_cpu(session->ask.backend.function), ok;
    enum guard_outcome outcome;
    int status;

    if (is_rank(session))
        session->ask.shard = session->ranks.shard;
    if (session->ask.shard.index >= session->ask.shard.count) // more ranks than chunks
        return COMMAND_DONE;
    session->note.shard = session->ask.shard;
    if (!open_folder(session))
        return COMMAND_NO_OUTPUT;
    progress_start(&session->progress);
    outcome = guard_call(command_sweep_work, session, &ok,
                         cpu ? 0 : session->options->timeout_s, session->what);
    progress_finish(&session->progress);
    status = work_status(session, outcome, ok);
    if (status == COMMAND_DONE)
        status = command_sweep_finish(session);
    if (status != COMMAND_DONE && session->ranks.ranks.rank > 0)
        sweep_ranks_fail(&session->ranks,
                         guard_interrupted() ? "interrupted" : log_last_error());
    output_close(&session->output);
    if (!guard_lost())
        sweep_finish(&session->sweep);
    return status;
}

static int sweep_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with the results away.
    static struct session session;

    if (options->list)
        return sweep_list(options);
    if (options->argument_count > 0 && !strcmp(options->arguments[0], "half"))
        return sweep_half(options);
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
    .arguments = "FUNCTION",
    .argument_count = 1,
    .options =
        (const char *const[]){
            "list",   "proof", "inputs",    "domain",  "seed",    "above",  "device",
            "api",    "stage", "precision", "threads", "shard",   "resume", "wait",
            "output", "json",  "no-sheet",  "timeout", "verbose", "help",   NULL },
    .notes = sweep_notes,
    .run = sweep_run,
};
