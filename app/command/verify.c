// SPDX-License-Identifier: MIT

#include "verify/verify.h"

#include "base/guard.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/out.h"
#include "command/command.h"
#include "command/list.h"
#include "config.h"
#include "document/build.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REPORT_NAME "report.json"

// The reports that were named, in order, and what came of them.
struct session {
    char **paths; // [path_count], owned, each too: folders, or files of any name
    int path_count;
    struct verify_references references;
    int total[VERIFY_COUNTS];
    int outcomes[VERIFY_OUTCOMES], unreadable;
    json_t *json; // an array; NULL: lines are wanted
};

// `flags`: AT_SYMLINK_NOFOLLOW, if a link to a folder is none.
static bool is_folder(const char *path, int flags)
{
    struct stat status;

    return fstatat(AT_FDCWD, path, &status, flags) == 0 && S_ISDIR(status.st_mode);
}

static void add_report(struct session *session, char *path)
{
    size_t count = (size_t) session->path_count + 1;

    session->paths = memory_resize(session->paths, count, sizeof *session->paths);
    session->paths[session->path_count++] = path;
}

static int is_not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

// A folder and all below it that hold a report, by name; links are left out.
static bool add_tree(struct session *session, const char *folder)
{
    const char *slash = folder[0] && folder[strlen(folder) - 1] == '/' ? "" : "/";
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_not_hidden, alphasort);
    char *report = memory_format("%s%s" REPORT_NAME, folder, slash);
    bool ok = count >= 0;

    if (!ok)
        log_error("%s: %s", folder, strerror(errno));
    if (access(report, F_OK) == 0)
        add_report(session, memory_text(folder));
    for (int i = 0; i < count; i++) {
        char *path = memory_format("%s%s%s", folder, slash, entries[i]->d_name);

        if (ok && is_folder(path, AT_SYMLINK_NOFOLLOW))
            ok = add_tree(session, path);
        free(path);
        free(entries[i]);
    }
    free(entries);
    free(report);
    return ok;
}

static bool add_reports(struct session *session, const char *word)
{
    int before = session->path_count;

    if (!is_folder(word, 0)) {
        add_report(session, memory_text(word));
        return true;
    }
    if (!add_tree(session, word))
        return false;
    if (session->path_count == before)
        log_error("%s: no directory in it holds a " REPORT_NAME, word);
    return session->path_count > before;
}

static void tell_verified(struct session *session, const char *path,
                          const struct verify *verify)
{
    if (session->json)
        json_array_append_new(session->json, verify_json(verify, path));
    else
        verify_print(verify, path, out_file());
    if (verify->fault_count > 0 && strcmp(verify->version, FPSTRIPE_VERSION) != 0)
        log_warning("%s: written by fpstripe %s; this is " FPSTRIPE_VERSION, path,
                    verify->version);
    for (int i = 0; i < VERIFY_COUNTS; i++)
        session->total[i] += verify->counts[i];
    session->outcomes[verify_outcome(verify)]++;
}

static void tell_unreadable(struct session *session, const char *path)
{
    session->unreadable++;
    if (session->json)
        json_array_append_new(session->json,
                              document_object("report", document_string(path), "status",
                                              json_string("unreadable"), "reason",
                                              document_string(log_last_error()),
                                              DOCUMENT_END));
}

static void verify_path(struct session *session, const char *path)
{
    struct report_folder folder;
    struct verify verify = { 0 };
    char *text = NULL;

    if (report_folder_open(&folder, path, &text) &&
        verify_report(&folder, text, &session->references, &verify))
        tell_verified(session, path, &verify);
    else
        tell_unreadable(session, path);
    verify_finish(&verify);
    free(text);
    report_folder_finish(&folder);
}

// Prints how many of several reports have each outcome.
static void print_total(const struct session *session)
{
    const int *outcomes = session->outcomes, *total = session->total;
    FILE *file = out_file();

    fprintf(file, "%d reports: %d verified", session->path_count,
            outcomes[VERIFY_VERIFIED]);
    for (enum verify_outcome i = VERIFY_INCOMPLETE; i < VERIFY_OUTCOMES; i++)
        if (outcomes[i] > 0)
            fprintf(file, ", %d %s", outcomes[i], verify_outcome_name(i));
    fprintf(file,
            ", %d contradicted, %d unreadable; %d of %d results recomputed from %d "
            "pictures\n",
            outcomes[VERIFY_CONTRADICTED], session->unreadable, total[VERIFY_RECOMPUTED],
            total[VERIFY_RESULTS], total[VERIFY_PICTURES]);
}

// Returns the exit status.
static int tell_whole(struct session *session)
{
    bool all = session->outcomes[VERIFY_VERIFIED] == session->path_count;
    json_t *whole;

    if (session->json) {
        whole = json_pack("{s:s, s:b, s:O}", "schema", "fpstripe-verify/1", "verified",
                          all, "reports", session->json);
        list_print_json(whole);
    } else if (session->path_count > 1) {
        print_total(session);
    }
    return session->unreadable > 0 ? COMMAND_BAD_INPUT
           : all                   ? COMMAND_DONE
                                   : COMMAND_UNEXPECTED;
}

static int verify_run(const struct options *options)
{
    struct session session = { .json = options->json ? json_array() : NULL };
    int status = COMMAND_DONE;

    if (options->argument_count == 0) {
        log_error("verify needs a report: a directory of captures, or its " REPORT_NAME);
        status = COMMAND_USAGE;
    }
    for (int i = 0; status == COMMAND_DONE && i < options->argument_count; i++)
        if (!add_reports(&session, options->arguments[i]))
            status = COMMAND_BAD_INPUT;
    for (int i = 0; status == COMMAND_DONE && i < session.path_count; i++) {
        verify_path(&session, session.paths[i]);
        if (guard_interrupted())
            status = command_interrupted("%d of %d reports are verified", i + 1,
                                         session.path_count);
    }
    if (status == COMMAND_DONE)
        status = tell_whole(&session);
    for (int i = 0; i < session.path_count; i++)
        free(session.paths[i]);
    free(session.paths);
    json_decref(session.json);
    verify_references_close(&session.references);
    return status;
}

static const struct option_note verify_notes[] = {
    { "verbose", "log progress", NULL },
    { NULL, NULL, NULL },
};

const struct command command_verify = {
    .name = "verify",
    .summary = "recompute every verdict of a report from its captured pictures",
    .details =
        "REPORT is a report.json, its directory, or a tree of such directories. The result is:\n"
        "  verified      every result follows from its picture\n"
        "  contradicted  a picture shows another result\n"
        "  incomplete    the run was interrupted\n"
        "  unproven      no picture supports the verdict\n"
        "Use it on reports that you did not measure yourself.\n"
        "Exit status: 0 verified, 1 another result, 2 usage, 4 no readable report.\n",
    .arguments = "REPORT...",
    .argument_count = OPTIONS_ARGUMENTS,
    .options = (const char *const[]){ "json", "verbose", "help", NULL },
    .notes = verify_notes,
    .run = verify_run,
};
