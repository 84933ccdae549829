// SPDX-License-Identifier: MIT

#include "base/closest.h"
#include "base/log.h"
#include "base/out.h"
#include "base/words.h"
#include "command/command.h"
#include "probe/expressions.h"
#include "probe/probe.h"

#include <stdio.h>
#include <string.h>

#define COLUMNS    80
#define INDENT     12
#define TOPICS_MAX 160

// ---- all topics ----

struct topics {
    struct topic {
        const char *heading, *name;
    } list[TOPICS_MAX];
    int count;
};

// Each once, and no heading of more than a word.
static void add_topic(struct topics *topics, const char *heading, const char *name)
{
    for (int i = 0; i < topics->count; i++)
        if (!strcmp(topics->list[i].name, name))
            return;
    if (topics->count < TOPICS_MAX && !strchr(name, ' '))
        topics->list[topics->count++] = (struct topic){ heading, name };
}

static void list_topics(struct topics *topics)
{
    int count;
    const struct word *words = words_list(&count);

    topics->count = 0;
    for (int i = 0; i < probe_count; i++)
        add_topic(topics, "probe", probe_list[i]->name);
    for (int i = 0; i < probe_count; i++)
        if (probe_list[i]->topic)
            add_topic(topics, "heading", probe_list[i]->topic);
    for (int i = 0; i < count; i++)
        add_topic(topics, words[i].heading, words[i].name);
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
    struct topics topics;
    const char *heading = NULL;
    int column = 0;

    list_topics(&topics);
    for (int i = 0; i < topics.count; i++) {
        if (!heading || strcmp(heading, topics.list[i].heading) != 0) {
            fputs(heading ? "\n" : "", out_file());
            heading = topics.list[i].heading;
            column = print_heading(heading);
        }
        column = print_name(column, topics.list[i].name);
    }
    fprintf(out_file(), "\n");
}

// The expressions of a probe that has many, by name.
static void print_lines(const struct expressions *lines)
{
    int column;

    fprintf(out_file(), "\n");
    column = print_heading("expressions");
    for (int i = 0; i < lines->count; i++) {
        char name[64];

        snprintf(name, sizeof name, "%s%s", lines->names[i],
                 i + 1 < lines->count ? ";" : "");
        column = print_name(column, name);
    }
    fprintf(out_file(), "\n");
}

static void print_probe(const struct probe *probe)
{
    const struct probe_help *text = probe_help(probe);

    fprintf(out_file(), "%s\n\n%s\n\n%s", probe->name, text->summary, text->explanation);
    if (probe->expressions)
        print_lines(probe->expressions);
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
                "A heading of reports, with what these probes found. `fpstripe explain PROBE`\n"
                "says what a probe asks, why it matters and what may mislead.\n\n",
                topic);
        fprintf(out_file(), "%-*s %s\n", INDENT - 1, probe->name, probe_helps[i].summary);
        any = true;
    }
    return any;
}

static int say_unknown_topic(const char *name)
{
    const char *names[TOPICS_MAX], *closest;
    struct topics topics;

    list_topics(&topics);
    for (int i = 0; i < topics.count; i++)
        names[i] = topics.list[i].name;
    closest = closest_find(name, names, topics.count);
    if (closest)
        log_error("unknown topic '%s'; did you mean %s?", name, closest);
    else
        log_error("unknown topic '%s'; `fpstripe explain` lists the topics", name);
    return COMMAND_USAGE;
}

static int explain_run(const struct options *options)
{
    const char *name = options->argument_count > 0 ? options->arguments[0] : NULL;
    const struct probe *probe = name ? probe_find(name) : NULL;
    const struct word *word = name ? words_find(name) : NULL;

    if (!name)
        print_topics();
    else if (probe)
        print_probe(probe);
    else if (word && !strchr(name, ' ')) {
        fprintf(out_file(), "%s\n\n", name);
        words_print(word, out_file());
    } else if (!print_probes_under(name))
        return say_unknown_topic(name);
    return COMMAND_DONE;
}

const struct command command_explain = {
    .name = "explain",
    .summary = "explain a term of a report",
    .details =
        "TOPIC is a probe, a heading of a report, a rounding model, a status, a pattern "
        "or another term. The text says what it means, why it matters, and what can make it "
        "misleading. Without TOPIC, all topics are listed.\n"
        "Exit status: 0 done, 2 no such topic.\n",
    .arguments = "[TOPIC]",
    .argument_count = 1,
    .options = (const char *const[]){ "help", NULL },
    .run = explain_run,
};
