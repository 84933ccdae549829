// SPDX-License-Identifier: MIT

#include "base/closest.h"
#include "base/log.h"
#include "base/out.h"
#include "command/command.h"
#include "command/explain_words.h"
#include "probe/lines.h"
#include "probe/probe.h"

#include <stdio.h>
#include <string.h>

#define COLUMNS    80
#define INDENT     12
#define TOPICS_MAX 160

// ---- all topics by name, as one list ----

struct topics {
    const char *names[TOPICS_MAX];
    int count;
};

static void add(struct topics *topics, const char *name)
{
    if (topics->count < TOPICS_MAX)
        topics->names[topics->count++] = name;
}

// Headings of a report under which the lines of probes stand, each once, and without
// those that are a probe's name or more than a word.
static void list_headings(struct topics *topics)
{
    topics->count = 0;
    for (int i = 0; i < probe_count; i++) {
        const char *topic = probe_list[i]->topic;
        bool known = !topic || strchr(topic, ' ') || probe_find(topic);

        for (int j = 0; j < topics->count; j++)
            known = known || !strcmp(topics->names[j], topic);
        if (!known)
            add(topics, topic);
    }
}

static void list_all(struct topics *topics)
{
    list_headings(topics);
    for (int i = 0; i < probe_count; i++)
        add(topics, probe_list[i]->name);
    for (int i = 0; i < explain_rule_count; i++)
        add(topics, explain_rules[i].name);
    for (int i = 0; i < explain_group_count; i++)
        for (int j = 0; j < explain_groups[i].count; j++)
            add(topics, explain_groups[i].words[j].name);
}

static const struct explain_word *find_word(const char *name)
{
    for (int i = 0; i < explain_rule_count; i++)
        if (!strcmp(explain_rules[i].name, name))
            return &explain_rules[i];
    for (int i = 0; i < explain_group_count; i++)
        for (int j = 0; j < explain_groups[i].count; j++)
            if (!strcmp(explain_groups[i].words[j].name, name))
                return &explain_groups[i].words[j];
    return NULL;
}

// ---- printing ----

// A name in a row of them, which begins a new line where it does not fit. Returns the
// column behind it.
static int print_name(int column, const char *name)
{
    int length = (int) strlen(name);

    if (column + 1 + length > COLUMNS)
        column = fprintf(out_file(), "\n%*s", INDENT - 1, "") - 1;
    return column + fprintf(out_file(), " %s", name);
}

static int print_heading(const char *heading)
{
    return fprintf(out_file(), "%-*s", INDENT - 1, heading);
}

static void print_topics(void)
{
    struct topics headings;
    int column = print_heading("probe");

    for (int i = 0; i < probe_count; i++)
        column = print_name(column, probe_list[i]->name);
    fprintf(out_file(), "\n");
    list_headings(&headings);
    column = print_heading("heading");
    for (int i = 0; i < headings.count; i++)
        column = print_name(column, headings.names[i]);
    fprintf(out_file(), "\n");
    column = print_heading("rounding");
    for (int i = 0; i < explain_rule_count; i++)
        column = print_name(column, explain_rules[i].name);
    fprintf(out_file(), "\n");
    for (int i = 0; i < explain_group_count; i++) {
        column = print_heading(explain_groups[i].heading);
        for (int j = 0; j < explain_groups[i].count; j++)
            column = print_name(column, explain_groups[i].words[j].name);
        fprintf(out_file(), "\n");
    }
}

static void print_word(const struct explain_word *word)
{
    fprintf(out_file(), "%s\n\n%s", word->name, word->text);
    if (word->more)
        fprintf(out_file(), "\n%s", word->more);
}

// The lines of a probe that asks many, by name.
static void print_lines(const struct lines *lines)
{
    int column;

    fprintf(out_file(), "\n");
    column = print_heading("lines");
    for (int i = 0; i < lines->count; i++) {
        char name[64];

        snprintf(name, sizeof(name), "%s%s", lines->names[i],
                 i + 1 < lines->count ? ";" : "");
        column = print_name(column, name);
    }
    fprintf(out_file(), "\n");
}

static void print_probe(const struct probe *probe)
{
    fprintf(out_file(), "%s\n\n%s\n", probe->name, probe->summary);
    if (probe->explain)
        fprintf(out_file(), "\n%s%s", probe->explain,
                probe->explain[strlen(probe->explain) - 1] == '\n' ? "" : "\n");
    if (probe->lines)
        print_lines(probe->lines);
}

// Returns whether `topic` is the heading of any.
static bool print_probes_under(const char *topic)
{
    bool any = false;

    for (int i = 0; i < probe_count; i++) {
        const struct probe *probe = probe_list[i];

        if (!probe->topic || strcmp(probe->topic, topic) != 0)
            continue;
        if (!any)
            fprintf(
                out_file(),
                "%s\n\n"
                "A heading of reports: what these probes found. What one of them asks, why it\n"
                "matters and what may fool it: fpstripe explain PROBE.\n\n",
                topic);
        fprintf(out_file(), "%-*s %s\n", INDENT - 1, probe->name, probe->summary);
        any = true;
    }
    return any;
}

static int say_unknown(const char *name)
{
    struct topics topics;
    const char *closest;

    list_all(&topics);
    closest = closest_find(name, topics.names, topics.count);
    if (closest)
        log_error("no topic %s; did you mean %s?", name, closest);
    else
        log_error("no topic %s; `fpstripe explain` lists what there is", name);
    return COMMAND_USAGE;
}

static int explain_run(const struct options *options)
{
    const char *name = options->argument_count > 0 ? options->arguments[0] : NULL;
    const struct probe *probe = name ? probe_find(name) : NULL;
    const struct explain_word *word = name ? find_word(name) : NULL;

    if (!name)
        print_topics();
    else if (probe)
        print_probe(probe);
    else if (word)
        print_word(word);
    else if (!print_probes_under(name))
        return say_unknown(name);
    return COMMAND_DONE;
}

const struct command command_explain = {
    .name = "explain",
    .summary = "tell what a word of a report means, and what may fool it",
    .details =
        "Without TOPIC: the list of topics. A TOPIC is a probe, a heading of\n"
        "a report, a rule of rounding, a status, a pattern, or another of its words.\n"
        "Exit status: 0 done, 2 no such topic.\n",
    .arguments = "[TOPIC]",
    .argument_count = 1,
    .options = (const char *const[]){ "help", NULL },
    .run = explain_run,
};
