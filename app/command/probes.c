// SPDX-License-Identifier: MIT

#include "base/out.h"
#include "command/command.h"
#include "command/list.h"
#include "probe/probe.h"
#include "report/page.h"

#include <jansson.h>
#include <stdio.h>

static json_t *probe_json(const struct probe *probe)
{
    json_t *forms = json_array();

    for (int i = 0; i < FORM_COUNT; i++)
        if (probe->forms & (1u << i))
            json_array_append_new(forms, json_string(form_name((enum form) i)));
    return json_pack("{s:s, s:s, s:s*, s:o}", "name", probe->name, "summary",
                     probe_help(probe)->summary, "topic", probe->topic, "forms", forms);
}

static void probes_print_probe(const struct probe *probe)
{
    fprintf(out_file(), "%-13s ", probe->name);
    report_page_wrap(&(struct report_page){ .file = out_file() }, 14, 14,
                     probe_help(probe)->summary, "");
    fprintf(out_file(), "%-13s forms:", "");
    for (int i = 0; i < FORM_COUNT; i++)
        if (probe->forms & (1u << i))
            fprintf(out_file(), " %s", form_name((enum form) i));
    fprintf(out_file(), "\n");
}

static int probes_run(const struct options *options)
{
    json_t *list = json_array();

    for (int i = 0; i < probe_count; i++) {
        if (options->json)
            json_array_append_new(list, probe_json(probe_list[i]));
        else
            probes_print_probe(probe_list[i]);
    }
    if (options->json)
        list_print("probes", list);
    else
        json_decref(list);
    return COMMAND_DONE;
}

const struct command command_probes = {
    .name = "probes",
    .summary = "list the probes (the tests of a device) and their forms",
    .arguments = "",
    .options = (const char *const[]){ "json", "help", NULL },
    .run = probes_run,
};
