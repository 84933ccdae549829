// SPDX-License-Identifier: MIT
//
// Reads words.txt, which is embedded: "# HEADING", and under it "## NAME" or
// "## NAME | OTHER NAME: LINE" and a text. A line "& NAME" of a text is replaced by an
// empty line and the text of NAME.

#include "base/words.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#define WORDS_BAR " | "

extern const char words_text[]; // made of words.txt

static struct word words[WORDS_MAX];
static int word_count;

static const char *line_end(const char *line)
{
    const char *end = strchr(line, '\n');

    return end ? end + 1 : line + strlen(line);
}

// Copies the text from `from` to `to`, without its line feed.
static void copy_part(char *part, size_t size, const char *from, const char *to)
{
    int length = (int) (to - from);

    snprintf(part, size, "%.*s", length - (length > 0 && to[-1] == '\n'), from);
}

static void words_add_word(const char *heading, const char *line, const char *end)
{
    struct word *word = &words[word_count++];
    const char *colon = memchr(line, ':', (size_t) (end - line));
    const char *bar;
    size_t length;

    assert(word_count <= WORDS_MAX);
    snprintf(word->heading, sizeof word->heading, "%s", heading);
    copy_part(word->names, sizeof word->names, line, colon ? colon : end);
    bar = strstr(word->names, WORDS_BAR);
    length = bar ? (size_t) (bar - word->names) : strlen(word->names);
    assert(length < sizeof word->name);
    memcpy(word->name, word->names, length);
    if (colon)
        copy_part(word->line, sizeof word->line, colon + 2, end);
    word->text = end;
}

static void words_read_words(void)
{
    char heading[16] = "";

    for (const char *line = words_text, *end; *line; line = end) {
        end = line_end(line);
        if (!strncmp(line, "## ", 3))
            words_add_word(heading, line + 3, end);
        else if (line[0] == '#')
            copy_part(heading, sizeof heading, line + 2, end);
    }
}

const struct word *words_list(int *count)
{
    if (word_count == 0)
        words_read_words();
    *count = word_count;
    return words;
}

static bool is_named(const struct word *word, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = word->names, *end; *at; at = end + strspn(end, WORDS_BAR)) {
        end = strstr(at, WORDS_BAR);
        end = end ? end : at + strlen(at);
        if ((size_t) (end - at) == length && !strncasecmp(at, name, length))
            return true;
    }
    return false;
}

const struct word *words_find(const char *name)
{
    int count;
    const struct word *list = words_list(&count);

    for (int i = 0; i < count; i++)
        if (is_named(&list[i], name))
            return &list[i];
    return NULL;
}

void words_print(const struct word *word, FILE *file)
{
    char name[sizeof word->name];

    for (const char *line = word->text, *end; *line && *line != '#'; line = end) {
        end = line_end(line);
        if (*line != '&') {
            fwrite(line, 1, (size_t) (end - line), file);
            continue;
        }
        copy_part(name, sizeof name, line + 2, end);
        fprintf(file, "\n");
        words_print(words_find(name), file);
    }
}
