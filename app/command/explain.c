// SPDX-License-Identifier: MIT

#include "base/closest.h"
#include "base/fp_format.h"
#include "base/history.h"
#include "base/log.h"
#include "base/out.h"
#include "base/text.h"
#include "base/verdict.h"
#include "base/words.h"
#include "command/command.h"
#include "command/list.h"
#include "device/fake.h"
#include "probe/expressions.h"
#include "probe/probe.h"
#include "view/write.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define COLUMNS    80
#define INDENT     12
#define TOPICS_MAX 240
#define MENTIONS   4  // topics that a message names
#define NAME       64 // bytes of a topic's name

// ---- the list of probes ----

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
    view_page_wrap(&(struct view_page){ .file = out_file() }, 14, 14,
                   probe_help(probe)->summary, "");
    fprintf(out_file(), "%-13s forms:", "");
    for (int i = 0; i < FORM_COUNT; i++)
        if (probe->forms & (1u << i))
            fprintf(out_file(), " %s", form_name((enum form) i));
    fprintf(out_file(), "\n");
}

static void list_probes(bool json)
{
    json_t *list = json_array();

    for (int i = 0; i < probe_count; i++) {
        if (json)
            json_array_append_new(list, probe_json(probe_list[i]));
        else
            probes_print_probe(probe_list[i]);
    }
    if (json)
        list_print("probes", list);
    else
        json_decref(list);
}

// ---- the list of models ----

static const char model_syntax[] =
    "A simulated device is fake:MODEL[,WORD]... or fake:KEY[,WORD]...: MODEL is a "
    "rounding model, KEY a published device, WORD an option. `fpstripe explain models` "
    "lists them all.\n"
    "Example: fpstripe run -d fake:rtz,p=17 -o orca\n";

static json_t *model_json(enum fp_round round)
{
    return json_pack("{s:s, s:s, s:s}", "name", fp_round_name(round), "rounds",
                     words_find(fp_round_name(round))->line, "pattern",
                     pattern_name(verdict_pattern(VERDICT_RULE(round))));
}

static json_t *history_json(const struct history *history)
{
    return json_pack("{s:s, s:s, s:s, s:i, s:s, s:s, s:s}", "key", history->key, "device",
                     history->name, "model", history->model, "fraction_bits",
                     history->fraction_bits, "rounding", history->rounding, "note",
                     history->note, "source", history->source);
}

static json_t *word_json(const struct fake_word *word)
{
    return json_pack("{s:s, s:s*, s:s}", "word", word->name, "value", word->value, "help",
                     word->help);
}

static void print_word(const struct fake_word *word)
{
    char syntax[40], help[300];
    int column;

    snprintf(syntax, sizeof syntax, "%s%s%s", word->name, word->value ? "=" : "",
             word->value ? word->value : "");
    snprintf(help, sizeof help, word->kind == FAKE_NUMBER ? "%s; %d to %d" : "%s",
             word->help, word->low, word->high);
    if (word->heading)
        fprintf(out_file(), "\n%s:\n", word->heading);
    column = fprintf(out_file(), "  %-13s ", syntax);
    view_page_wrap(&(struct view_page){ .file = out_file() }, column, 16, help, "");
}

static void print_words(void)
{
    fputc('\n', out_file());
    view_page_lines(&(struct view_page){ .file = out_file() }, model_syntax);
    for (int i = 0; i < fake_word_count; i++)
        print_word(&fake_words[i]);
}

static void print_history(void)
{
    const struct view_page page = { .file = out_file() };

    fprintf(out_file(), "\nPublished devices (KEY), each simulated by a model that gives "
                        "the same results:\n");
    for (int i = 0; i < history_count; i++) {
        const struct history *history = &history_list[i];
        char text[200];

        snprintf(text, sizeof text, "%s: %d fraction bits, %s", history->name,
                 history->fraction_bits, history->rounding);
        view_page_wrap(&page, fprintf(out_file(), "%-13s ", history->key), 14, text, "");
    }
}

static void models_print_json(void)
{
    json_t *models = json_array(), *published = json_array();
    json_t *words = json_array();
    json_t *whole = json_pack("{s:s, s:o, s:o, s:o}", "schema", "fpstripe-models/1",
                              "models", models, "published", published, "words", words);

    for (int i = 0; i < FP_ROUND_COUNT; i++)
        json_array_append_new(models, model_json((enum fp_round) i));
    for (int i = 0; i < history_count; i++)
        json_array_append_new(published, history_json(&history_list[i]));
    for (int i = 0; i < fake_word_count; i++)
        json_array_append_new(words, word_json(&fake_words[i]));
    list_print_json(whole);
}

static void list_models(bool json)
{
    if (json) {
        models_print_json();
        return;
    }
    for (int i = 0; i < FP_ROUND_COUNT; i++)
        fprintf(out_file(), "%-8s %s\n", fp_round_name((enum fp_round) i),
                words_find(fp_round_name((enum fp_round) i))->line);
    print_words();
    print_history();
}

// The lists that have a name.
static const struct explain_list {
    const char *name;
    void (*print)(bool json);
} explain_lists[] = {
    { "probes", list_probes },
    { "models", list_models },
};

#define LISTS (sizeof explain_lists / sizeof *explain_lists)

static const struct explain_list *find_list(const char *name)
{
    for (size_t i = 0; i < LISTS; i++)
        if (!strcasecmp(explain_lists[i].name, name))
            return &explain_lists[i];
    return NULL;
}

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
    for (size_t i = 0; i < LISTS; i++)
        add_topic(topics, "list", explain_lists[i].name);
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

        snprintf(name, sizeof name, "%s%s", lines->list[i].label,
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

// Explains a word. Returns the exit status.
static int explain_word(const char *name)
{
    const struct probe *probe = find_probe(name);
    const struct word *word = words_find(name);

    if (probe)
        print_probe(probe);
    else if (word && word->text[0] != '#') {
        fprintf(out_file(), "%s\n\n", word->name);
        words_print(word, out_file());
    } else if (!print_probes_under(name))
        return say_unknown_topic(name);
    return COMMAND_DONE;
}

static int explain_run(const struct options *options)
{
    const struct explain_list *list;
    char name[NAME];

    join_arguments(options, name, sizeof name);
    list = find_list(name);
    if (options->json && !list) {
        log_error("explain: --json prints a list; add `probes` or `models`");
        return COMMAND_USAGE;
    }
    if (list)
        list->print(options->json);
    else if (options->argument_count == 0)
        print_topics();
    else
        return explain_word(name);
    return COMMAND_DONE;
}

static const struct option_note explain_notes[] = {
    { "json", "print the list of `probes` or `models` as JSON", NULL },
    { NULL, NULL, NULL },
};

const struct command command_explain = {
    .name = "explain",
    .summary = "explain a word of a report, or list the probes or the models",
    .details =
        "WORD is a word of a report or of a bug report: a probe, a label, a rounding "
        "model, a status, pow, NaN, 65504. The text says what it means, why it matters, and "
        "what its limits are. Without WORD, print the list of words.\n"
        "`fpstripe explain probes` lists the probes (the tests of a device) and their "
        "forms. `fpstripe explain models` lists the rounding models, and the options of "
        "simulated devices.\n"
        "Exit status: 0 done, 2 no such word.\n",
    .arguments = "[WORD]",
    .argument_count = 3,
    .options = (const char *const[]){ "json", "help", NULL },
    .notes = explain_notes,
    .run = explain_run,
};
