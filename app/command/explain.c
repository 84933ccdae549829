// SPDX-License-Identifier: MIT

#include "base/closest.h"
#include "base/log.h"
#include "base/out.h"
#include "base/text.h"
#include "base/words.h"
#include "command/command.h"
#include "probe/expressions.h"
#include "probe/probe.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define COLUMNS    80
#define INDENT     12
#define TOPICS_MAX 240
#define MENTIONS   4  // topics that a message names
#define NAME       64 // bytes of a topic's name

// ---- all topics ----

struct topics {
    struct topic {
        const char *heading, *name;
    } list[TOPICS_MAX];
    int count;
};

// Adds a topic, unless it is there or its name has a blank, which a list cannot show.
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

// Prints a name in a row of names, on a new line if it does not fit. Returns the column
// behind it.
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

// Prints the names of a probe's expressions.
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

// Prints the probes below that heading of reports. Returns false if it is no heading.
static bool print_probes_under(const char *topic)
{
    bool any = false;

    for (int i = 0; i < probe_count; i++) {
        const struct probe *probe = probe_list[i];

        if (!probe->topic || strcasecmp(probe->topic, topic) != 0)
            continue;
        if (!any)
            fprintf(
                out_file(),
                "%s\n\n"
                "A heading of reports, with the results of these probes. `fpstripe explain\n"
                "PROBE` explains a probe, why it matters, and its limits.\n\n",
                topic);
        fprintf(out_file(), "%-*s %s\n", INDENT - 1, probe->name, probe_helps[i].summary);
        any = true;
    }
    return any;
}

// ---- a topic that is not there ----

// Returns true if the text, which ends at a line that begins with '#', has that word.
static bool is_mentioned(const char *text, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = text; *at && !(at[0] == '#' && at > text && at[-1] == '\n');
         at++) {
        bool begins = at == text || !isalnum((unsigned char) at[-1]);

        if (begins && !strncasecmp(at, word, length) &&
            !isalnum((unsigned char) at[length]))
            return true;
    }
    return false;
}

// Lists the first topics whose texts have that word. Returns false if none has.
static bool list_mentions(const char *word, char *text, size_t size)
{
    int words, count = 0;
    const struct word *list = words_list(&words);

    text[0] = 0;
    if (strlen(word) < 3)
        return false;
    for (int i = 0; i < probe_count && count < MENTIONS; i++)
        if (is_mentioned(probe_helps[i].explanation, word)) {
            text_join(text, size, ", ", probe_list[i]->name);
            count++;
        }
    for (int i = 0; i < words && count < MENTIONS; i++)
        if (!strchr(list[i].name, ' ') && is_mentioned(list[i].text, word)) {
            text_join(text, size, ", ", list[i].name);
            count++;
        }
    return count > 0;
}

static int say_unknown_topic(const char *name)
{
    const char *names[TOPICS_MAX], *closest;
    char mentions[160];
    struct topics topics;

    list_topics(&topics);
    for (int i = 0; i < topics.count; i++)
        names[i] = topics.list[i].name;
    closest = closest_find(name, names, topics.count);
    if (list_mentions(name, mentions, sizeof mentions))
        log_error("unknown topic '%s'; these mention it: %s", name, mentions);
    else if (closest)
        log_error("unknown topic '%s'; did you mean %s?", name, closest);
    else
        log_error("unknown topic '%.40s'; `fpstripe explain` lists the topics", name);
    return COMMAND_USAGE;
}

// ---- the command ----

// Joins the arguments: `explain behaves like` needs no quotes.
static void join_arguments(const struct options *options, char *name, size_t size)
{
    name[0] = 0;
    for (int i = 0; i < options->argument_count; i++)
        text_join(name, size, " ", options->arguments[i]);
}

// Returns the probe of that name, in upper or lower case, or NULL.
static const struct probe *find_probe(const char *name)
{
    for (int i = 0; i < probe_count; i++)
        if (!strcasecmp(probe_list[i]->name, name))
            return probe_list[i];
    return NULL;
}

static int explain_run(const struct options *options)
{
    const struct probe *probe;
    const struct word *word;
    char name[NAME];

    if (options->argument_count == 0) {
        print_topics();
        return COMMAND_DONE;
    }
    join_arguments(options, name, sizeof name);
    probe = find_probe(name);
    word = words_find(name);
    if (probe)
        print_probe(probe);
    else if (word && word->text[0] != '#') {
        fprintf(out_file(), "%s\n\n", word->name);
        words_print(word, out_file());
    } else if (!print_probes_under(name))
        return say_unknown_topic(name);
    return COMMAND_DONE;
}

const struct command command_explain = {
    .name = "explain",
    .summary = "explain a word of a report, or a symptom such as banding",
    .details =
        "TOPIC is a word of a report or of a bug report: a probe, a label, a rounding "
        "model, a status, pow, NaN, 65504. The text says what it means, why it matters, and "
        "what its limits are. Without TOPIC, print the list of topics.\n"
        "Exit status: 0 done, 2 no such topic.\n",
    .arguments = "[TOPIC]",
    .argument_count = 3,
    .options = (const char *const[]){ "help", NULL },
    .run = explain_run,
};
