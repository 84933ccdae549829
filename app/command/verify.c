// SPDX-License-Identifier: MIT

#include "verify/verify.h"

#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "base/text.h"
#include "base/tree.h"
#include "capture/prune.h"
#include "capture/store.h"
#include "command/command.h"
#include "command/list.h"
#include "document/build.h"

#include <stdarg.h>
#include <string.h>

// ---- verify CAPTURE... ----

// Prints a line without control characters, which would command a terminal.
static void LOG_PRINTF(1, 2) put_line(const char *format, ...)
{
    char text[5000];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    text_clean(text);
    fprintf(out_file(), "%s\n", text);
}

// Prints the faults of a capture, a line each, and what was counted.
static void put_capture(const char *path, json_t *verify)
{
    static const char *const lists[][2] = {
        { "otherwise", "; asked otherwise by this version" },
        { "shaders", "; the shaders are not the program's" },
        { "views", "; with" },
        { "stale", "; derive again, or remove" },
    };
    json_t *counts = json_object_get(verify, "counts"), *value;
    char text[2000] = "";
    const char *key;
    size_t i;

    json_array_foreach(json_object_get(verify, "faults"), i, value)
    {
        put_line("%s: %s: %s", path, json_string_value(json_object_get(value, "place")),
                 json_string_value(json_object_get(value, "text")));
    }
    json_object_foreach(counts, key, value)
    {
        text_add(text, sizeof text, "%s%d %s", text[0] ? ", " : "",
                 (int) json_integer_value(value), key);
    }
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        json_array_foreach(json_object_get(verify, lists[k][0]), i, value)
        {
            text_add(text, sizeof text, "%s %s", i ? "," : lists[k][1],
                     json_string_value(value));
        }
    put_line("%s: %s; %s", path, json_string_value(json_object_get(verify, "status")),
             text);
}

// Prints how many captures have each status, or the JSON if that is wanted. Returns the
// exit status.
static int verify_end(json_t *list, bool json, bool found_all)
{
    static const char *const statuses[] = { VERIFY_STATUSES, "unreadable" };
    enum { VERIFIED = 4, UNREADABLE, COUNT };
    size_t total = json_array_size(list), by[COUNT] = { 0 };
    char text[200] = "";

    for (int k = COUNT - 1; k >= 0; k--) {
        for (size_t i = 0; i < total; i++)
            by[k] += !strcmp(statuses[k], json_string_value(json_object_get(
                                              json_array_get(list, i), "status")));
        text_add(text, sizeof text, "%s %zu %s", text[0] ? "," : ":", by[k], statuses[k]);
    }
    bool all = found_all && by[VERIFIED] == total;

    if (json)
        list_print_json(json_pack("{s:s, s:b, s:O}", "schema", "fpstripe-verify/1",
                                  "verified", all, "reports", list));
    else if (total > 1)
        put_line("%zu captures%s", total, text);
    return !found_all || by[UNREADABLE] > 0 ? COMMAND_BAD_INPUT
           : all                            ? COMMAND_DONE
                                            : COMMAND_UNEXPECTED;
}

static int verify_all(const struct options *options)
{
    struct tree paths = { 0 };
    json_t *list = json_array();
    bool found_all = true;
    int status, i = 0;

    for (int k = 0; k < options->argument_count; k++)
        found_all = tree_take(&paths, options->arguments[k], CAPTURE_FILE) && found_all;
    for (; i < paths.count && !guard_interrupted(); i++) {
        json_t *verify = verify_capture(paths.folders[i]);

        if (verify && !options->json)
            put_capture(paths.folders[i], verify);
        if (!verify)
            verify = document_object("report", document_string(paths.folders[i]),
                                     "status", json_string("unreadable"), "reason",
                                     document_string(log_last_error()), DOCUMENT_END);
        json_array_append_new(list, verify);
    }
    if (guard_interrupted())
        status = command_interrupted("%d of %d captures are verified", i, paths.count);
    else
        status = verify_end(list, options->json, found_all);
    tree_finish(&paths);
    json_decref(list);
    return status;
}

// ---- verify --prune DIR ----

static int prune(const char *folder)
{
    struct tree stores = { 0 };
    bool ok = tree_find(&stores, folder, STORE_FOLDER, true);
    int removed = 0;

    for (int i = 0; ok && i < stores.count; i++) {
        int count = prune_pictures(stores.folders[i]);

        ok = count >= 0;
        removed += ok ? count : 0;
    }
    put_line("%s: %d picture%s removed", folder, removed, text_plural(removed));
    tree_finish(&stores);
    return ok ? COMMAND_DONE : COMMAND_BAD_INPUT;
}

// ---- the command ----

static int verify_run(const struct options *options)
{
    if (options->prune && (options->argument_count > 0 || options->json))
        log_error("--prune takes no captures, and does not apply with --json");
    else if (options->prune)
        return prune(options->prune);
    else if (options->argument_count > 0)
        return verify_all(options);
    else
        log_error("verify needs a capture: a " CAPTURE_FILE ", or a directory");
    return COMMAND_USAGE;
}

const struct command command_verify = {
    .name = "verify",
    .summary = "check that a capture is whole, and that its report follows from it",
    .details =
        "CAPTURE is a capture.json, its directory, or a tree of such directories. The result is:\n"
        "  verified      its pictures are there, and report.json follows from them\n"
        "  contradicted  a picture, or report.json, shows something else\n"
        "  incomplete    the run was interrupted\n"
        "  unproven      no picture supports the verdict\n"
        "  stale         report.json or a sheet is of another capture\n"
        "Use it on captures that you did not measure yourself.\n"
        "Exit status: 0 verified, 1 another result, 2 usage, 4 no readable capture.\n",
    .arguments = "CAPTURE...",
    .argument_count = OPTIONS_ARGUMENTS,
    .options = (const char *const[]){ "json", "prune", "verbose", "help", NULL },
    .notes = (const struct option_note[]){ { "verbose", "log progress", NULL },
                                           { NULL, NULL, NULL } },
    .run = verify_run,
};
