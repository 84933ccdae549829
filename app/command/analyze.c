// SPDX-License-Identifier: MIT

#include "image/analyze.h"
#include "base/file.h"
#include "base/log.h"
#include "base/out.h"
#include "command/analyze_text.h"
#include "command/command.h"
#include "config.h"
#include "document/build.h"
#include "sheet/sheet.h"

#include <stdio.h>
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
    analyze_text_verdict(text->answer, verdict, sizeof verdict);
    analyze_text_twins(text->answer, twins, sizeof twins);
    return sheet_draw_overlay(path, &sheet) ? COMMAND_DONE : COMMAND_NO_OUTPUT;
}

// Adds to `pictures`, or prints where that is NULL.
static void analyze_say(const struct analyze_text *text, json_t *pictures)
{
    static bool again;

    if (!pictures && !text->fault) {
        fputs(again ? "\n" : "", out_file());
        analyze_text_print(text);
        again = true;
    } else if (pictures) {
        json_array_append_new(pictures, analyze_text_json(text));
    }
}

// Adds to the reason that the picture is a sheet, which shows more than the stripes.
static void say_reason(const struct shot *shot, struct analyze_answer *answer)
{
    size_t used = strlen(answer->reason);

    if (!answer->conclusive && shot->sheet)
        snprintf(
            answer->reason + used, sizeof answer->reason - used,
            "; this is a sheet of fpstripe: use `fpstripe show DIR --picture stripes "
            "-o FILE`");
}

static int analyze_look(const struct options *options, const char *path, json_t *pictures)
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
    ok = shot_read(&shot, path);
    log_hold(false);
    if (ok) {
        analyze(&shot, &how, &answer);
        say_reason(&shot, &answer);
    } else {
        snprintf(fault, sizeof fault, "%s", log_last_error());
        log_error("%s", fault);
        text.fault = fault;
    }
    text.width = shot.width;
    text.height = shot.height;
    status = !ok                 ? COMMAND_BAD_INPUT
             : answer.conclusive ? COMMAND_DONE
                                 : COMMAND_UNEXPECTED;
    analyze_say(&text, pictures);
    if (ok)
        status = worse(status, overlay(&text, &shot, options->png));
    shot_finish(&shot);
    return status;
}

// Takes the pictures over.
static void analyze_print_json(json_t *pictures)
{
    json_t *tool =
        document_object("version", json_string(FPSTRIPE_VERSION), DOCUMENT_END);
    json_t *root = document_object("schema", json_string("fpstripe-analysis/1"), "tool",
                                   tool, "pictures", pictures, DOCUMENT_END);
    char *text = document_text(root);

    fputs(text, out_json());
    free(text);
    json_decref(root);
}

static bool check(const struct options *options)
{
    if (options->argument_count == 0)
        log_error("analyze needs a picture: a PNG or JPEG that contains stripes");
    else if (options->png && options->argument_count > 1)
        log_error("--png takes one picture, but %d are given", options->argument_count);
    else if (options->png && !strcmp(options->png, "-"))
        log_error("--png -: a picture cannot go to standard output; name a file");
    else if (options->png && file_is_same(options->png, options->arguments[0]))
        log_error("--png %s: this is the picture itself; choose another name",
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
        status = worse(status, analyze_look(options, options->arguments[i], pictures));
    if (pictures)
        analyze_print_json(pictures);
    return status;
}

static const struct option_note analyze_notes[] = {
    { "png",
      "write the picture with marks on the stripes that were found (for one PICTURE)",
      NULL },
    { NULL, NULL, NULL },
};

const struct command command_analyze = {
    .name = "analyze",
    .summary = "determine from any picture of the stripes how the device rounds",
    .details =
        "PICTURE is any PNG or JPEG: a screenshot or a figure. It may be cropped, framed, "
        "scaled, rotated by multiples of 90 degrees, mirrored, tinted or blurred. A photograph "
        "is inconclusive: take a screenshot, or open the page on the device. The pictures of "
        "a capture contain bit patterns: draw one in grey levels, "
        "`fpstripe show DIR --picture stripes -o FILE`.\n"
        "Exit status: 0 done, 1 a picture is inconclusive, 4 bad input, "
        "5 output not written.\n",
    .arguments = "PICTURE...",
    .argument_count = OPTIONS_ARGUMENTS,
    .options = (const char *const[]){ "json", "png", "stripes", "verbose", "help", NULL },
    .notes = analyze_notes,
    .run = analyze_run,
};
