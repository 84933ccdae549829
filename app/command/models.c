// SPDX-License-Identifier: MIT

#include "base/fp_format.h"
#include "base/history.h"
#include "base/out.h"
#include "base/verdict.h"
#include "base/words.h"
#include "command/command.h"
#include "command/list.h"
#include "device/fake.h"
#include "report/page.h"

#include <jansson.h>
#include <stdio.h>

// As a help text, and in the list.
static const char model_syntax[] =
    "A simulated device is fake:MODEL[,WORD]... or fake:KEY[,WORD]...: MODEL is a "
    "rounding model, KEY a published device, WORD an option. `fpstripe models` lists them all.\n"
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
    report_page_wrap(&(struct report_page){ .file = out_file() }, column, 16, help, "");
}

static void print_words(void)
{
    fputc('\n', out_file());
    report_page_lines(&(struct report_page){ .file = out_file() }, model_syntax);
    for (int i = 0; i < fake_word_count; i++)
        print_word(&fake_words[i]);
}

static void print_history(void)
{
    fprintf(
        out_file(),
        "\nPublished devices (KEY), each simulated by a model that gives the same results:\n");
    for (int i = 0; i < history_count; i++) {
        const struct history *history = &history_list[i];

        fprintf(out_file(), "%-13s %s: %d fraction bits, %s\n", history->key,
                history->name, history->fraction_bits, history->rounding);
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

static int models_run(const struct options *options)
{
    if (options->json) {
        models_print_json();
        return COMMAND_DONE;
    }
    for (int i = 0; i < FP_ROUND_COUNT; i++)
        fprintf(out_file(), "%-8s %s\n", fp_round_name((enum fp_round) i),
                words_find(fp_round_name((enum fp_round) i))->line);
    print_words();
    print_history();
    return COMMAND_DONE;
}

const struct command command_models = {
    .name = "models",
    .summary = "list the rounding models, and the options of simulated devices",
    .details = model_syntax,
    .arguments = "",
    .options = (const char *const[]){ "json", "help", NULL },
    .run = models_run,
};
