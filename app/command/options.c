// SPDX-License-Identifier: MIT

#include "command/options.h"

#include "base/closest.h"
#include "base/log.h"
#include "base/text.h"
#include "command/option.h"
#include "compare/compare.h"
#include "view/write.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define OPTIONS_TIMEOUT_S 120
#define OPTIONS_CHOICES   64
#define OPTIONS_LIST      640
#define OPTIONS_SHORT     60 // bytes of a list that fits in a message
#define OPTIONS_BRIEF     30 // bytes of one that fits beside a suggestion

static bool options_is_allowed(const char *const *allowed, const char *name)
{
    for (; *allowed; allowed++)
        if (!strcmp(*allowed, name))
            return true;
    return false;
}

static const struct option *find_key(const char *key)
{
    int i = 0;

    while (i < option_count && strcmp(option_key(&option_list[i]), key))
        i++;
    return i < option_count ? &option_list[i] : NULL;
}

// The option of that name which the command takes; NULL if there is none.
static const struct option *find_long(const char *const *allowed, const char *name,
                                      size_t length)
{
    for (; *allowed; allowed++) {
        const struct option *option = find_key(*allowed);

        if (option && strlen(option->name) == length &&
            !memcmp(option->name, name, length))
            return option;
    }
    return NULL;
}

static const struct option *find_letter(char letter)
{
    for (int i = 0; i < option_count; i++)
        if (option_list[i].letter == letter)
            return &option_list[i];
    return NULL;
}

static bool say_unknown(const char *const *allowed, const char *word)
{
    const char *bare = word + strspn(word, "-"), *closest, *names[64];
    char name[64];
    int count = 0;

    snprintf(name, sizeof name, "%.*s", (int) strcspn(bare, "="), bare);
    for (; allowed[count]; count++)
        names[count] = find_key(allowed[count])->name;
    closest = closest_find(name, names, count);
    if (closest)
        log_error("unknown option %s; did you mean --%s?", word, closest);
    else
        log_error("unknown option %s; see --help", word);
    return false;
}

static int choices(const struct option *option, const char *names[OPTIONS_CHOICES])
{
    int count = 0;

    while (count < OPTIONS_CHOICES - 1 && option->choice(count)) {
        names[count] = option->choice(count);
        count++;
    }
    if (option->kind == OPTION_ANY || option->kind == OPTION_SET)
        names[count++] = "all";
    return count;
}

static void list_choices(const struct option *option, char list[OPTIONS_LIST])
{
    const char *names[OPTIONS_CHOICES];
    size_t used = 0;

    for (int i = 0, count = choices(option, names); i < count && used < OPTIONS_LIST; i++)
        used += (size_t) snprintf(list + used, OPTIONS_LIST - used, "%s%s", i ? ", " : "",
                                  names[i]);
}

static bool say_no_choice(const struct option *option, const char *value)
{
    const char *names[OPTIONS_CHOICES], *closest = NULL;
    char list[OPTIONS_LIST];
    int count = choices(option, names);
    bool brief;

    if (option->meant)
        closest = option->meant(value);
    if (!closest)
        closest = closest_find(value, names, count);
    list_choices(option, list);
    brief = strlen(list) <= OPTIONS_BRIEF;
    if (strlen(list) > OPTIONS_SHORT)
        snprintf(list, sizeof list, "one that --help lists");
    if (!value[0])
        log_error("--%s: %s is missing; use %s", option->name, option->value, list);
    else if (closest)
        log_error("--%s: '%.30s' is unknown; did you mean %s?%s%s%s", option->name, value,
                  closest, brief ? " (" : "", brief ? list : "", brief ? ")" : "");
    else
        log_error("--%s: '%.30s' is unknown; use %s", option->name, value, list);
    return false;
}

static bool set_choice(const struct option *option, char *field, char *base,
                       const char *value)
{
    const char *names[OPTIONS_CHOICES];
    int count = choices(option, names), index = 0;

    while (index < count && strcmp(names[index], value))
        index++;
    if (index == count)
        return say_no_choice(option, value);
    if (option->kind == OPTION_CHOICE) {
        *(const char **) field = names[index];
        return true;
    }
    if (option->kind == OPTION_ANY && index == count - 1)
        index = -1;
    *(int *) field = index;
    if (option->every)
        *(bool *) (base + option->every) = index < 0;
    return true;
}

// Finds each of the names in "a,b".
static bool set_set(const struct option *option, unsigned *field, const char *value)
{
    const char *names[OPTIONS_CHOICES];
    int count = choices(option, names), index;
    char word[64];

    if (!value[0])
        return say_no_choice(option, value);
    for (const char *end = value; *end; value = end + 1) {
        end = value + strcspn(value, ",");
        snprintf(word, sizeof word, "%.*s", (int) (end - value), value);
        for (index = 0; index < count && strcmp(names[index], word);)
            index++;
        if (index == count)
            return say_no_choice(option, word);
        *field |= index == count - 1 ? ~0u : 1u << index;
    }
    return true;
}

// Digits alone: strtol would take a sign, white space and what follows the number.
static bool set_number(const struct option *option, int *field, const char *value)
{
    size_t digits = strspn(value, "0123456789");
    long number = digits < 10 ? strtol(value, NULL, 10) : -1;

    if (digits == 0 || value[digits] || number < option->low || number > option->high ||
        (option->power && (number & (number - 1)))) {
        log_error("--%s: %s is %s %s from %d to %d", option->name,
                  value[0] ? value : option->value, value[0] ? "not" : "missing,",
                  option->power ? "a power of two" : "a whole number", option->low,
                  option->high);
        return false;
    }
    *field = (int) number;
    return true;
}

// `valid` logs why by itself.
static bool options_set_text(const struct option *option, char *base, const char *value)
{
    struct options_words *all = (struct options_words *) (base + option->every);

    if (!value[0]) {
        log_error("--%s: %s is missing", option->name, option->value);
        return false;
    }
    if (option->every && all->count == option->high) {
        log_error("--%s: at most %d times", option->name, option->high);
        return false;
    }
    if (option->every)
        all->words[all->count++] = value;
    *(const char **) (base + option->field) = value;
    return !option->valid || option->valid(value);
}

static bool set(const struct option *option, struct options *options, const char *value)
{
    char *base = (char *) options, *field = base + option->field;

    options->given |= UINT64_C(1) << (option - option_list);
    switch (option->kind) {
    case OPTION_FLAG: return *(bool *) field = true;
    case OPTION_TEXT: return options_set_text(option, base, value);
    case OPTION_SET: return set_set(option, (unsigned *) field, value);
    case OPTION_NUMBER: return set_number(option, (int *) field, value);
    default: return set_choice(option, field, base, value);
    }
}

// The words as they are read, one after the other.
struct reader {
    struct options *options;
    const char *const *allowed;
    const char *const *words;
    int count, at;
    int arguments; // words that may stand free
};

static bool next_is_choice(const struct reader *reader, const struct option *option)
{
    if (reader->at == reader->count)
        return false;
    for (int i = 0; option->choice(i); i++)
        if (!strcmp(option->choice(i), reader->words[reader->at]))
            return true;
    return false;
}

// Given, but without a value.
static bool set_bare(const struct option *option, struct options *options)
{
    options->given |= UINT64_C(1) << (option - option_list);
    return true;
}

// `value` is what stood behind the option in its own word, or NULL.
static bool read_value(struct reader *reader, const struct option *option,
                       const char *value)
{
    if (option->kind == OPTION_FLAG)
        return set(option, reader->options, "");
    if (!value && option->bare && reader->arguments > 0 &&
        !next_is_choice(reader, option))
        return set_bare(option, reader->options);
    if (!value && reader->at == reader->count) {
        log_error("--%s: %s is missing", option->name, option->value);
        return false;
    }
    return set(option, reader->options, value ? value : reader->words[reader->at++]);
}

// Sets a flag that has a value, as --help=all has.
static bool set_flag(struct options *options, const struct option *option,
                     const char *value)
{
    if (!option->every || strcmp(value, "all") != 0) {
        log_error("--%s takes no value%s", option->name, option->every ? ", or all" : "");
        return false;
    }
    *(bool *) ((char *) options + option->every) = true;
    return set(option, options, "");
}

static bool read_long(struct reader *reader, const char *word)
{
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t) (equals - word) : strlen(word);
    const struct option *option = find_long(reader->allowed, word + 2, length - 2);

    if (!option)
        return say_unknown(reader->allowed, word);
    if (equals && option->kind == OPTION_FLAG)
        return set_flag(reader->options, option, equals + 1);
    return read_value(reader, option, equals ? equals + 1 : NULL);
}

// -v, -vh, -dVALUE and -d VALUE.
static bool read_letters(struct reader *reader, const char *word)
{
    for (const char *letter = word + 1; *letter; letter++) {
        const struct option *option = find_letter(*letter);

        if (!option || !options_is_allowed(reader->allowed, option->name))
            return say_unknown(reader->allowed, word);
        if (option->kind != OPTION_FLAG)
            return read_value(reader, option, letter[1] ? letter + 1 : NULL);
        read_value(reader, option, NULL);
    }
    return true;
}

static bool read_argument(struct options *options, int arguments, const char *word)
{
    if (options->argument_count == arguments) {
        log_error("%s: too many arguments; the command comes first, and options begin "
                  "with a dash",
                  word);
        return false;
    }
    options->arguments[options->argument_count++] = word;
    return true;
}

bool options_parse(struct options *options, const char *const *allowed, int arguments,
                   int count, const char *const *words)
{
    struct reader reader = { options, allowed, words, count, 0, arguments };
    bool open = true;

    assert(arguments <= OPTIONS_ARGUMENTS);
    assert(option_count <= 64);
    *options = (struct options){
        .api = API_COUNT,
        .survey = SURVEY_DEFAULTS,
        .timeout_s = OPTIONS_TIMEOUT_S,
        .seed = 1,
        .words = words,
        .word_count = count,
    };
    while (reader.at < count) {
        const char *word = words[reader.at++];
        bool ok;

        if (open && !strcmp(word, "--")) {
            open = false;
            options->word_count = reader.at - 1;
            continue;
        }
        if (open && !strncmp(word, "--", 2))
            ok = read_long(&reader, word);
        else if (open && word[0] == '-' && word[1])
            ok = read_letters(&reader, word);
        else
            ok = read_argument(options, arguments, word);
        if (!ok)
            return false;
    }
    return true;
}

bool options_given(const struct options *options, const char *name)
{
    const struct option *option = find_key(name);

    assert(option);
    return options->given >> (option - option_list) & 1;
}

struct compare_told options_told(const struct options *options)
{
    const unsigned show = options->show;

    return (struct compare_told){
        .reasons = show >> OPTION_REASONS & 1,
        .deviations = show != ~0u && show >> OPTION_DEVIATIONS & 1,
        .topics = show & ~(~0u << OPTION_DEVIATIONS),
    };
}

static const struct option_note *find_note(const struct option_note *notes,
                                           const char *name)
{
    for (; notes && notes->name; notes++)
        if (!strcmp(notes->name, name))
            return notes;
    return NULL;
}

static void print_option(const struct option *option, const struct option_note *note,
                         FILE *file)
{
    const struct view_page page = { .file = file };
    char left[40], list[OPTIONS_LIST];
    int column;

    snprintf(left, sizeof left, "%c%c --%s%s%s", option->letter ? '-' : ' ',
             option->letter ? option->letter : ' ', option->name,
             option->value ? " " : "", option->value ? option->value : "");
    column = fprintf(file, "  %-22s ", left);
    view_page_wrap(&page, column, 25, note ? note->help : option->help, "");
    if (!option->choice)
        return;
    list_choices(option, list);
    fprintf(file, "%27s", "");
    view_page_wrap(&page, 27, 27, note && note->choices ? note->choices : list, "");
}

// Names the rare options of `allowed`, if it has any.
static void name_rare(const char *const *allowed, FILE *file)
{
    char text[160] = "";

    for (int i = 0; i < option_count; i++)
        if (option_list[i].rare &&
            options_is_allowed(allowed, option_key(&option_list[i])))
            text_add(text, sizeof text, "%s--%s", text[0] ? ", " : "",
                     option_list[i].name);
    if (text[0])
        fprintf(file, "\n--help=all also lists %s.\n", text);
}

void options_help(const char *const *allowed, const struct option_note *notes, bool all,
                  FILE *file)
{
    for (int i = 0; i < option_count; i++)
        if ((all || !option_list[i].rare) &&
            options_is_allowed(allowed, option_key(&option_list[i])))
            print_option(&option_list[i], find_note(notes, option_list[i].name), file);
    if (!all)
        name_rare(allowed, file);
}
