// SPDX-License-Identifier: MIT

#include "image/analyze.h"
#include "base/file.h"
#include "base/log.h"
#include "base/out.h"
#include "command/analyze_beside.h"
#include "command/analyze_text.h"
#include "command/command.h"
#include "config.h"
#include "report/build.h"
#include "sheet/pictures.h"

#include <stdlib.h>
#include <string.h>

static int worse(int one, int other)
{
    return one > other ? one : other;
}

// Draws what was seen, if that is wanted.
static int overlay(const struct analyze_text *text, const struct shot *shot,
                   const char *path)
{
    char verdict[320], twins[400];
    struct sheet_overlay sheet = {
        .name = text->file,
        .verdict = verdict,
        .twins = twins,
        .shot = shot,
        .answer = text->answer,
    };

    if (!path)
        return COMMAND_DONE;
    analyze_text_verdict(text->answer, verdict, sizeof(verdict));
    analyze_text_twins(text->answer, twins, sizeof(twins));
    return sheet_draw_overlay(path, &sheet) ? COMMAND_DONE : COMMAND_NO_OUTPUT;
}

// Adds to `pictures`, or prints where that is NULL.
static int say(const struct analyze_text *text, json_t *pictures)
{
    static bool again;

    if (!pictures && !text->fault) {
        fputs(again ? "\n" : "", out_file());
        analyze_text_print(text);
        again = true;
    } else if (pictures && json_array_append_new(pictures, analyze_text_json(text))) {
        log_error("%s: no memory", text->file);
        return COMMAND_NO_OUTPUT;
    }
    return COMMAND_DONE;
}

#define NAME 120 // of a picture beside the one that was given

// A capture of words has a picture to look at beside it: which.
static void say_fault(const char *path, char *fault, size_t size)
{
    char name[NAME], *hint;

    snprintf(fault, size, "%s", log_last_error());
    hint = strstr(fault, "; give the picture beside it");
    if (hint && analyze_beside_grey(path, name, sizeof(name)))
        snprintf(hint, size - (size_t) (hint - fault), "; give %s, which lies beside it",
                 name);
    log_error("%s", fault);
}

// A sheet has pictures of stripes in it, and much else.
static void say_reason(const char *path, struct analyze_answer *answer)
{
    char name[NAME];
    size_t used = strlen(answer->reason);

    if (answer->conclusive || !analyze_beside_sheet(path, name, sizeof(name)))
        return;
    snprintf(answer->reason + used, sizeof(answer->reason) - used,
             "; of a sheet give a picture beside it, %s", name);
}

static int look(const struct options *options, const char *path, json_t *pictures)
{
    const struct analyze_options how = { .stripes = options->stripes };
    // Static: it is large.
    static struct analyze_answer answer;
    struct analyze_text text = { .file = path, .answer = &answer };
    struct shot shot;
    char fault[400];
    bool ok;
    int status;

    log_hold(true);
    ok = shot_read(&shot, path) && analyze(&shot, &how, &answer);
    log_hold(false);
    if (ok) {
        say_reason(path, &answer);
    } else {
        say_fault(path, fault, sizeof(fault));
        text.fault = fault;
    }
    text.width = shot.width;
    text.height = shot.height;
    status = !ok                 ? COMMAND_BAD_INPUT
             : answer.conclusive ? COMMAND_DONE
                                 : COMMAND_UNEXPECTED;
    status = worse(status, say(&text, pictures));
    if (ok)
        status = worse(status, overlay(&text, &shot, options->png));
    shot_finish(&shot);
    return status;
}

// Takes the pictures over.
static bool print_json(json_t *pictures)
{
    json_t *tool =
        report_build_object("version", json_string(FPSTRIPE_VERSION), REPORT_BUILD_END);
    json_t *root =
        report_build_object("schema", json_string("fpstripe-analysis/1"), "tool", tool,
                            "pictures", pictures, REPORT_BUILD_END);
    char *text = root ? report_build_text(root) : NULL;
    bool ok;

    if (text)
        fputs(text, out_file());
    else
        log_error("analyze: no memory for the document");
    ok = text;
    free(text);
    json_decref(root);
    return ok;
}

static bool check(const struct options *options)
{
    if (options->argument_count == 0)
        log_error("analyze: which picture? A PNG with stripes in it");
    else if (options->png && options->argument_count > 1)
        log_error("--png: for one picture, and %d are given", options->argument_count);
    else if (options->png && !strcmp(options->png, "-"))
        log_error("--png -: a picture needs the name of a file");
    else if (options->png && file_is_same(options->png, options->arguments[0]))
        log_error("--png %s: that is the picture itself; give the overlay another name",
                  options->png);
    else
        return true;
    return false;
}

static int analyze_run(const struct options *options)
{
    json_t *pictures = options->json ? json_array() : NULL;
    int status = COMMAND_DONE;

    if (!check(options)) {
        json_decref(pictures);
        return COMMAND_USAGE;
    }
    for (int i = 0; i < options->argument_count; i++)
        status = worse(status, look(options, options->arguments[i], pictures));
    if (pictures && !print_json(pictures))
        return COMMAND_NO_OUTPUT;
    return status;
}

const struct command command_analyze = {
    .name = "analyze",
    .summary = "tell what device drew a picture of stripes from anywhere",
    .details =
        "PICTURE is a PNG of any kind: a screenshot, a figure, a photograph; cropped, "
        "framed, scaled,\nturned by quarters, mirrored, dyed or blurred. Of a capture "
        "that run made, the *-grey.png.\nExit status 1: of one of them there is no "
        "verdict, and the reason is told.\n",
    .arguments = "PICTURE...",
    .argument_count = OPTIONS_ARGUMENTS,
    .options = (const char *const[]){ "json", "png", "stripes", "verbose", "help", NULL },
    .run = analyze_run,
};
