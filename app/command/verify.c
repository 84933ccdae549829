// SPDX-License-Identifier: MIT

#include "verify/verify.h"
#include "base/file.h"
#include "base/log.h"
#include "base/out.h"
#include "command/command.h"
#include "config.h"
#include "report/build.h"
#include "report/folder.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define REPORT_NAME "report.json"
#define DEPTH_MAX   16
#define PATHS_MAX   4096

// The reports that were named, in order, and what came of them.
struct session {
    const struct options *options;
    char *paths[PATHS_MAX]; // owned: folders, or files of any name
    int path_count;
    struct verify_references references;
    struct verify_counts total;
    int outcomes[VERIFY_OUTCOMES], unreadable;
    json_t *json; // an array; NULL: lines are wanted
};

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool holds_report(const char *folder)
{
    char path[PATH_MAX];
    struct stat status;
    int length = snprintf(path, sizeof(path), "%s/" REPORT_NAME, folder);

    return length < PATH_MAX && stat(path, &status) == 0;
}

static bool add_path(struct session *session, const char *path)
{
    char *copy = session->path_count < PATHS_MAX ? strdup(path) : NULL;

    if (copy)
        session->paths[session->path_count++] = copy;
    else
        log_error("%s: more than %d reports, or no memory", path, PATHS_MAX);
    return copy != NULL;
}

// Folders that are no links, hidden ones left out.
static int is_wanted(const struct dirent *entry)
{
    return entry->d_name[0] != '.' &&
           (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN);
}

// A folder and all below it that hold a report, by name.
static bool add_tree(struct session *session, const char *folder, int depth)
{
    struct dirent **entries = NULL;
    int count = depth < DEPTH_MAX ? scandir(folder, &entries, is_wanted, alphasort) : 0;
    bool ok = !holds_report(folder) || add_path(session, folder);

    if (count < 0)
        log_error("%s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        struct stat status;
        int length =
            snprintf(path, sizeof(path), "%s%s%s", folder,
                     folder[strlen(folder) - 1] == '/' ? "" : "/", entries[i]->d_name);

        if (ok && length < PATH_MAX && lstat(path, &status) == 0 &&
            S_ISDIR(status.st_mode))
            ok = add_tree(session, path, depth + 1);
        free(entries[i]);
    }
    free(entries);
    return ok && count >= 0;
}

static bool add_word(struct session *session, const char *word)
{
    int before = session->path_count;

    if (!is_folder(word))
        return add_path(session, word);
    if (!add_tree(session, word, 0))
        return false;
    if (session->path_count == before)
        log_error("%s: no folder in it holds a " REPORT_NAME, word);
    return session->path_count > before;
}

static json_t *fault_json(const struct verify_fault *fault)
{
    json_t *json = report_build_object(
        "result", fault->result < 0 ? json_null() : json_integer(fault->result), "place",
        report_build_string(fault->place), "key", report_build_string(fault->key), "text",
        report_build_string(fault->text), REPORT_BUILD_END);

    if (json && fault->says[0])
        json_object_update_new(
            json,
            report_build_object("says", report_build_string(fault->says), "recomputed",
                                report_build_string(fault->wants), REPORT_BUILD_END));
    return json;
}

static json_t *counts_json(const struct verify_counts *counts)
{
    const struct {
        const char *key;
        int value;
    } list[] = {
        { "results", counts->results },
        { "recomputed", counts->recomputed },
        { "unsupported", counts->unsupported },
        { "skipped", counts->skipped },
        { "refused", counts->refused },
        { "unstable", counts->unstable },
        { "lost", counts->lost },
        { "unknown_width", counts->unknown },
        { "pictures", counts->pictures },
        { "looks", counts->looks },
        { "on_written_width", counts->on_written_width },
        { "compared", counts->compared },
        { "compared_recorded", counts->compared_recorded },
        { "compared_otherwise", counts->compared_otherwise },
    };
    json_t *json = json_object();

    for (size_t i = 0; i < sizeof(list) / sizeof(*list); i++)
        json_object_set_new(json, list[i].key, json_integer(list[i].value));
    return json;
}

static json_t *report_outcome(const char *path, const struct verify *verify)
{
    json_t *faults = json_array();

    for (int i = 0; i < verify->fault_count; i++)
        json_array_append_new(faults, fault_json(&verify->faults[i]));
    return report_build_object(
        "report", report_build_string(path), "status",
        json_string(verify_outcome_name(verify_outcome(verify))), "version",
        report_build_string(verify->version), "reference",
        report_build_string(verify->reference), "compared_otherwise_with",
        report_build_string(verify->otherwise), "counts", counts_json(&verify->counts),
        "faults", faults, REPORT_BUILD_END);
}

static void sum(struct verify_counts *total, const struct verify_counts *one)
{
    int *to = (int *) total;
    const int *from = (const int *) one;

    for (size_t i = 0; i < sizeof(*total) / sizeof(int); i++)
        to[i] += from[i];
}

static void tell(struct session *session, const char *path, const struct verify *verify)
{
    if (session->json)
        json_array_append_new(session->json, report_outcome(path, verify));
    else
        verify_print(verify, path, out_file());
    if (verify->fault_count > 0 && strcmp(verify->version, FPSTRIPE_VERSION) != 0)
        log_warning("%s: written by fpstripe %s; this is " FPSTRIPE_VERSION, path,
                    verify->version);
    sum(&session->total, &verify->counts);
    session->outcomes[verify_outcome(verify)]++;
}

// The text of a report that could be opened; the caller frees it.
static char *read_text(const char *path, size_t *size)
{
    char file[PATH_MAX];

    snprintf(file, sizeof(file), "%s%s", path, is_folder(path) ? "/" REPORT_NAME : "");
    return file_read(file, REPORT_FOLDER_BYTES_MAX, size);
}

static bool verify_path(struct session *session, const char *path)
{
    struct report_folder folder;
    struct verify verify;
    char *text = NULL;
    size_t size;
    bool ok = report_folder_open(&folder, path) && (text = read_text(path, &size)) &&
              verify_report(&folder, text, size, &session->references, &verify);

    if (ok) {
        tell(session, path, &verify);
        verify_finish(&verify);
    } else if (session->json) {
        json_array_append_new(
            session->json,
            report_build_object("report", report_build_string(path), "status",
                                json_string("unreadable"), "reason",
                                report_build_string(log_last_error()), REPORT_BUILD_END));
    }
    session->unreadable += !ok;
    free(text);
    report_folder_finish(&folder);
    return ok;
}

// Of many reports: how many are what.
static void print_total(const struct session *session, int reports)
{
    static const enum verify_outcome rare[] = { VERIFY_INCOMPLETE, VERIFY_UNPROVEN };
    const int *outcomes = session->outcomes;
    FILE *file = out_file();

    fprintf(file, "%d reports: %d verified", reports, outcomes[VERIFY_VERIFIED]);
    for (int i = 0; i < 2; i++)
        if (outcomes[rare[i]] > 0)
            fprintf(file, ", %d %s", outcomes[rare[i]], verify_outcome_name(rare[i]));
    fprintf(file,
            ", %d contradicted, %d unreadable; %d of %d results recomputed from %d "
            "pictures\n",
            outcomes[VERIFY_CONTRADICTED], session->unreadable, session->total.recomputed,
            session->total.results, session->total.pictures);
}

static void conclude(struct session *session)
{
    json_t *whole;
    int reports = session->unreadable;

    for (int i = 0; i < VERIFY_OUTCOMES; i++)
        reports += session->outcomes[i];
    if (session->json) {
        whole = json_pack("{s:s, s:b, s:O}", "schema", "fpstripe-verify/1", "verified",
                          session->outcomes[VERIFY_VERIFIED] == reports, "reports",
                          session->json);
        json_dumpf(whole, out_file(), JSON_INDENT(2) | JSON_SORT_KEYS);
        fprintf(out_file(), "\n");
        json_decref(whole);
    } else if (reports > 1) {
        print_total(session, reports);
    }
}

static int status_of(const struct session *session)
{
    if (session->unreadable > 0)
        return COMMAND_BAD_INPUT;
    for (int i = 0; i < VERIFY_OUTCOMES; i++)
        if (i != VERIFY_VERIFIED && session->outcomes[i] > 0)
            return COMMAND_UNEXPECTED;
    return COMMAND_DONE;
}

static int verify_run(const struct options *options)
{
    static struct session session;
    bool ok = true;

    session = (struct session){ .options = options };
    if (options->argument_count == 0) {
        log_error("verify needs a report: a folder of captures, or its " REPORT_NAME);
        return COMMAND_USAGE;
    }
    for (int i = 0; ok && i < options->argument_count; i++)
        ok = add_word(&session, options->arguments[i]);
    session.json = ok && options->json ? json_array() : NULL;
    for (int i = 0; ok && i < session.path_count; i++)
        verify_path(&session, session.paths[i]);
    if (ok)
        conclude(&session);
    json_decref(session.json);
    for (int i = 0; i < session.path_count; i++)
        free(session.paths[i]);
    verify_references_close(&session.references);
    return ok ? status_of(&session) : COMMAND_BAD_INPUT;
}

const struct command command_verify = {
    .name = "verify",
    .summary = "recompute every verdict of a report from its captures",
    .details =
        "REPORT is a folder with a report.json, such a file, or a tree of such folders.\n"
        "Exit status: 0 verified, 1 contradicted, incomplete or unproven, 2 usage, 4 no "
        "report that can be read.\n",
    .arguments = "REPORT...",
    .argument_count = OPTIONS_ARGUMENTS,
    .options = (const char *const[]){ "json", "verbose", "help", NULL },
    .run = verify_run,
};
