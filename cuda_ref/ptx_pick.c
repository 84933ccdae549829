// SPDX-License-Identifier: MIT
//
// How it works: the text is cut into parts, one a function or kernel that has a body.
// From the kernels that are wanted on, a part is marked if a marked one has its name in
// it. Then come the head, the tables, a declaration of each marked function, and the
// marked parts. Where the stand-in's name is, the function's is meant.

#include "cuda_ref/ptx_pick.h"

#include "base/log.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTS_MAX 1024

struct text {
    const char *at;
    size_t size;
};

struct part {
    struct text name, head, whole; // the head ends before the brace
    bool kernel, wanted;
};

struct parts {
    struct part parts[PARTS_MAX];
    int count;
};

static bool is_word(char c)
{
    return isalnum((unsigned char) c) || c == '_' || c == '$';
}

static bool same(struct text a, const char *b)
{
    return strlen(b) == a.size && !memcmp(a.at, b, a.size);
}

static bool starts(const char *line, const char *word)
{
    return !strncmp(line, word, strlen(word));
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');

    return end ? end + 1 : line + strlen(line);
}

// Behind `.visible` and `.weak`, which nobody needs of what stays inside a module.
static const char *behind_linkage(const char *line)
{
    static const char *const words[] = { ".visible ", ".weak " };

    for (int i = 0; i < 2; i++)
        if (starts(line, words[i]))
            line += strlen(words[i]);
    return line;
}

// The word before the parenthesis of the parameters, which is the last one before the
// brace: "make_sinf" of ".func (.param .b32 r) make_sinf( .param .b32 a )".
static struct text name_of(struct text head)
{
    const char *open = head.at + head.size, *end;

    while (open > head.at && *open != '(')
        open--;
    for (end = open; end > head.at && isspace((unsigned char) end[-1]);)
        end--;
    for (open = end; open > head.at && is_word(open[-1]);)
        open--;
    return (struct text){ open, (size_t) (end - open) };
}

// Behind the brace that closes the one at `brace`, or NULL.
static const char *block_end(const char *brace)
{
    int depth = 0;

    for (const char *at = brace; (at = strpbrk(at, "{}")) != NULL; at++) {
        depth += *at == '{' ? 1 : -1;
        if (depth == 0)
            return at + 1;
    }
    return NULL;
}

// The next part from `*line` on, which is moved behind it; false if there is none.
static bool next_part(const char **line, struct part *part)
{
    for (; **line; *line = next_line(*line)) {
        const char *start = behind_linkage(*line), *brace, *end;
        bool kernel = starts(start, ".entry");

        if (!kernel && !starts(start, ".func"))
            continue;
        brace = strpbrk(start, "{;");
        if (!brace || *brace == ';')
            continue;
        end = block_end(brace);
        if (!end)
            return false;
        *part = (struct part){ .kernel = kernel,
                               .head = { start, (size_t) (brace - start) } };
        part->name = name_of(part->head);
        if (kernel)
            start = *line;
        part->whole = (struct text){ start, (size_t) (end - start) };
        *line = next_line(end);
        return true;
    }
    return false;
}

static bool read_parts(const char *ptx, struct parts *parts)
{
    const char *line = ptx;

    parts->count = 0;
    while (parts->count < PARTS_MAX && next_part(&line, &parts->parts[parts->count]))
        parts->count++;
    return parts->count < PARTS_MAX;
}

static struct part *find(struct parts *parts, struct text name)
{
    for (int i = 0; i < parts->count; i++) {
        struct text other = parts->parts[i].name;

        if (other.size == name.size && !memcmp(other.at, name.at, name.size))
            return &parts->parts[i];
    }
    return NULL;
}

static struct text text_of(const char *word)
{
    return (struct text){ word, strlen(word) };
}

// The next word of a part from `*at` on, empty at its end.
static struct text next_word(struct text whole, const char **at)
{
    const char *end = whole.at + whole.size, *start;

    while (*at < end && !is_word(**at))
        ++*at;
    for (start = *at; *at < end && is_word(**at);)
        ++*at;
    return (struct text){ start, (size_t) (*at - start) };
}

static void want(struct parts *parts, struct part *part, const struct ptx_wish *wish)
{
    const char *at = part->whole.at;
    struct text word;

    if (part->wanted)
        return;
    part->wanted = true;
    while ((word = next_word(part->whole, &at)).size > 0) {
        bool stand_in = wish->stand_in && same(word, wish->stand_in);
        struct part *other = find(parts, stand_in ? text_of(wish->function) : word);

        if (other && !other->kernel)
            want(parts, other, wish);
    }
}

static bool want_all(struct parts *parts, const struct ptx_wish *wish)
{
    if (wish->stand_in && !find(parts, text_of(wish->function))) {
        log_error("cuda: the PTX has no function %s", wish->function);
        return false;
    }
    for (const char *const *name = wish->entries; *name; name++) {
        struct part *part = find(parts, text_of(*name));

        if (!part || !part->kernel) {
            log_error("cuda: the PTX has no kernel %s", *name);
            return false;
        }
        want(parts, part, wish);
    }
    return true;
}

// Copies a text, the stand-in replaced.
static void write_part(FILE *out, struct text whole, const struct ptx_wish *wish)
{
    const char *at = whole.at, *done = at;
    struct text word;

    while ((word = next_word(whole, &at)).size > 0)
        if (wish->stand_in && same(word, wish->stand_in)) {
            fprintf(out, "%.*s%s", (int) (word.at - done), done, wish->function);
            done = at;
        }
    fprintf(out, "%.*s", (int) (whole.at + whole.size - done), done);
}

static void write_all(FILE *out, const char *ptx, const struct parts *parts,
                      const struct ptx_wish *wish)
{
    static const char *const kept[] = { ".version", ".target", ".address_size", ".global",
                                        ".const" };

    for (const char *line = ptx; *line; line = next_line(line))
        for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++)
            if (starts(line, kept[i]))
                fprintf(out, "%.*s", (int) (next_line(line) - line), line);
    for (int i = 0; i < parts->count; i++)
        if (parts->parts[i].wanted && !parts->parts[i].kernel)
            fprintf(out, "%.*s;\n", (int) parts->parts[i].head.size,
                    parts->parts[i].head.at);
    for (int i = 0; i < parts->count; i++)
        if (parts->parts[i].wanted) {
            write_part(out, parts->parts[i].whole, wish);
            fputc('\n', out);
        }
}

char *ptx_pick(const char *ptx, const struct ptx_wish *wish)
{
    struct parts *parts = malloc(sizeof(*parts));
    char *picked = NULL;
    size_t size;
    FILE *out;

    assert(!wish->stand_in == !wish->function);
    if (parts && !read_parts(ptx, parts))
        log_error("cuda: the PTX has more than %d functions", PARTS_MAX);
    else if (!parts || (out = open_memstream(&picked, &size)) == NULL)
        log_error("cuda: out of memory");
    else {
        bool ok = want_all(parts, wish);

        if (ok)
            write_all(out, ptx, parts, wish);
        if (fclose(out) != 0 && ok) {
            log_error("cuda: out of memory");
            ok = false;
        }
        if (!ok) {
            free(picked);
            picked = NULL;
        }
    }
    free(parts);
    return picked;
}

bool ptx_has(const char *ptx, const char *function)
{
    const char *line = ptx;
    struct part part;

    while (next_part(&line, &part))
        if (same(part.name, function))
            return true;
    return false;
}

static void copy(char *to, size_t size, struct text text)
{
    snprintf(to, size, "%.*s", (int) text.size, text.at);
}

int ptx_names(const char *ptx, struct ptx_name *names, int room)
{
    struct ptx_name name;
    struct part part;
    int count = 0;

    for (const char *line = ptx; next_part(&line, &part); count += !part.kernel) {
        name.same[0] = '\0';
        copy(name.name, sizeof(name.name), part.name);
        if (!part.kernel && count < room)
            names[count] = name;
    }
    for (const char *line = ptx; (line = strstr(line, "//= ")) != NULL; line++) {
        struct text whole = { line, strcspn(line, "\n") };
        const char *at = line;

        copy(name.name, sizeof(name.name), next_word(whole, &at));
        copy(name.same, sizeof(name.same), next_word(whole, &at));
        if (count < room)
            names[count] = name;
        count++;
    }
    return count;
}
