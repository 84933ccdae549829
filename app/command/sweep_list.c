// SPDX-License-Identifier: MIT

#include "command/sweep.h"

#include "base/log.h"
#include "base/out.h"
#include "command/command.h"
#include "command/list.h"
#include "report/page.h"
#include "sweep_gl/functions.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#define NAME 26 // columns

const char sweep_details[] =
    "FUNCTION is a name that --list prints, such as cpu:tanhf, cuda:tanh.approx or gl:sin. "
    "sweep tests a function of one float for all of its 2^32 inputs; --list shows the "
    "domain of each other function, and --domain selects another.\n"
    "`--list tanh` prints only names that contain tanh. -d, --api, --stage and --precision "
    "apply to GL functions only. Default: write the result and a plot "
    "to " SWEEP_FILES_FOLDER "/. --merge writes the same bytes as a sweep in one piece.\n"
    "Exit status: 0 done, 1 --proof found an error or --merge lacks parts, 2 usage, "
    "3 no usable device, 4 bad input, 5 output not written, 130 interrupted.\n";

const struct option_note sweep_notes[] = {
    { "device", "GL device to use (default: the best one)", NULL },
    { "stage", "shader stage that computes (default: compute)",
      "fragment, vertex, compute" },
    { "precision", "precision of the function (default: highp)", "highp, mediump, lowp" },
    { "output", "directory for the result, or a file for it, NAME.json", NULL },
    { "no-sheet", "draw no plot", NULL },
    { NULL, NULL, NULL },
};

static const char *heading(const struct function *function)
{
    if (!strncmp(function->name, "cpu:", 4))
        return "On this processor";
    if (!strncmp(function->name, "cuda:", 5))
        return "On a CUDA GPU";
    return "On a GL device";
}

static json_t *function_json(const struct function *function)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", function->name, "summary",
                     function->summary, "result", function_type_name(function->result),
                     "rounding", fp_round_name(function->round), "domain",
                     domain_name(function->domain));
}

static void print_line(const char *name, const char *text)
{
    const struct report_page page = { .file = out_file() };
    int length = (int) strlen(name), column = 3 + (length > NAME ? length : NAME);

    fprintf(page.file, "  %-*s ", NAME, name);
    report_page_wrap(&page, column, 3 + NAME, text, "");
}

static void sweep_list_print(const struct function *function,
                             const struct function *before)
{
    char text[200];
    bool bits = function->domain == DOMAIN_BITS;

    if (!before || strcmp(heading(before), heading(function)) != 0)
        fprintf(out_file(), "%s%s:\n", before ? "\n" : "", heading(function));
    snprintf(text, sizeof text, "%s%s%s%s", function->summary, bits ? "" : " (",
             bits ? "" : domain_name(function->domain), bits ? "" : ")");
    print_line(function->name, text);
}

int sweep_list(const struct options *options)
{
    static const char *const known[] = { "list", "json", "verbose", NULL };
    const char *word = options->argument_count > 0 ? options->arguments[0] : "";
    const struct function *function, *before = NULL;
    json_t *list;

    if (!sweep_options_known(options, "--list", known))
        return COMMAND_USAGE;
    list = json_array();
    for (int i = 0; (function = sweep_function_at(i)); i++) {
        if (!strstr(function->name, word))
            continue;
        if (options->json)
            json_array_append_new(list, function_json(function));
        else
            sweep_list_print(function, before);
        before = function;
    }
    if (options->json)
        list_print("functions", list);
    json_decref(list);
    if (before)
        return COMMAND_DONE;
    log_error("sweep: --list: no name contains %s", word);
    return COMMAND_USAGE;
}
