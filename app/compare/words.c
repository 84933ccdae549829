// SPDX-License-Identifier: MIT

#include "compare/private.h"
#include "compare/say.h"

#include <stdio.h>
#include <string.h>

#define CLAUSES ",:;"
#define NAMED   3 // sides of a group that are named; of more the rest is counted

static void append(char *text, size_t size, const char *joint, const char *more)
{
    size_t used = strlen(text);

    facts_copy(text + used, size - used, joint);
    used += strlen(text + used);
    facts_copy(text + used, size - used, more);
}

// "llvmpipe, softpipe, zink and 3 more".
static void name_labels(const struct report_compare_said *said, int group, char *text,
                        size_t size)
{
    int members = 0, named = 0;
    char rest[32];

    for (int i = 0; i < said->sides; i++)
        members += said->cells[i].group == group;
    for (int i = 0; i < said->sides; i++) {
        if (said->cells[i].group != group)
            continue;
        if (named == NAMED && members > NAMED + 1) {
            snprintf(rest, sizeof rest, " and %d more", members - named);
            append(text, size, "", rest);
            return;
        }
        append(text, size,
               !named                 ? ""
               : named + 1 == members ? " and "
                                      : ", ",
               said->labels[i].name);
        named++;
    }
}

// "A, C-F".
static void name_letters(const struct report_compare_said *said, int group, char *text,
                         size_t size)
{
    const char *joint = "";

    for (int i = 0, next; i < said->sides; i = next) {
        char run[8];

        next = i + 1;
        if (said->cells[i].group != group)
            continue;
        while (next < said->sides && said->cells[next].group == group)
            next++;
        snprintf(run, sizeof run,
                 next - i == 1   ? "%c"
                 : next - i == 2 ? "%c, %c"
                                 : "%c-%c",
                 'A' + i, 'A' + next - 1);
        append(text, size, joint, run);
        joint = ", ";
    }
}

static bool all_answer(const struct report_compare_said *said)
{
    for (int i = 0; i < said->sides; i++)
        if (said->cells[i].group < 0)
            return false;
    return true;
}

// The sides of a group, or "the other 17" where those are most and no side is left over.
static void name_group(const struct report_compare_said *said, int group, bool most,
                       char *text, size_t size)
{
    int members = 0;
    char rest[32];

    for (int i = 0; i < said->sides; i++)
        members += said->cells[i].group == group;
    snprintf(rest, sizeof rest, "the other %d", members);
    if (most && members > NAMED && all_answer(said))
        append(text, size, "", rest);
    else if (said->labels)
        name_labels(said, group, text, size);
    else
        name_letters(said, group, text, size);
}

// The group of most sides, the last of them.
static int largest(const struct report_compare_said *said)
{
    int members[REPORT_COMPARE_SIDES] = { 0 }, most = 0;

    for (int i = 0; i < said->sides; i++)
        if (said->cells[i].group >= 0)
            members[said->cells[i].group]++;
    for (int i = 1; i < said->groups; i++)
        most = members[i] >= members[most] ? i : most;
    return most;
}

// Whether a cell says what `other` does and more behind a comma, or is sharper.
static bool says_more(const struct report_compare_cell *cell,
                      const struct report_compare_cell *other)
{
    size_t length = strlen(other->text);

    return cell->vague < other->vague ||
           (cell->vague == other->vague && !strncmp(cell->text, other->text, length) &&
            cell->text[length] == ',');
}

const char *report_compare_answer(const struct report_compare_cell *cells, int sides,
                                  int group)
{
    const struct report_compare_cell *answer = NULL;

    for (int i = 0; i < sides; i++)
        if (cells[i].group == group && (!answer || says_more(answer, &cells[i])))
            answer = &cells[i];
    return answer ? answer->text : NULL;
}

static const char *answer_of(const struct report_compare_said *said, int group)
{
    return report_compare_answer(said->cells, said->sides, group);
}

// What all answers begin and end with, in whole words, and what is left of each is a
// number: "contracts " and " of 10 shapes" of "contracts 8 of 10 shapes". What stands
// behind a comma or a colon is told of each: who reads "3 ulp, departs on A; 9 on B" does
// not know whether B departs.
struct common {
    size_t start, end; // bytes
};

static bool is_number(const char *text, size_t length)
{
    return (length && *text >= '0' && *text <= '9') ||
           (length >= 4 && !strncmp(text, "none", 4));
}

static size_t shared_start(const char *one, const char *other)
{
    size_t shared = 0;

    for (size_t i = 0; one[i] && one[i] == other[i]; i++)
        if (one[i] == ' ')
            shared = i + 1;
    return shared;
}

static size_t shared_end(const char *one, const char *other)
{
    size_t size = strlen(one), other_size = strlen(other), shared = 0;

    for (size_t i = 1; i < size && i < other_size; i++) {
        if (one[size - i] != other[other_size - i])
            break;
        if (one[size - i] == ' ')
            shared = i;
    }
    return shared;
}

// Leaves out of the shared parts what has such a mark in it or stands behind one.
static struct common without_clauses(const char *answer, struct common common)
{
    const size_t end = strlen(answer) - common.end;

    if (strcspn(answer, CLAUSES) < common.start)
        common.start = 0;
    if (strpbrk(answer + (end ? end - 1 : 0), CLAUSES))
        common.end = 0;
    return common;
}

static struct common common_parts(const struct report_compare_said *said)
{
    const char *first = answer_of(said, 0);
    struct common common = { strlen(first), strlen(first) };

    for (int group = 1; group < said->groups; group++) {
        const char *answer = answer_of(said, group);
        size_t start = shared_start(first, answer), end = shared_end(first, answer);

        common.start = start < common.start ? start : common.start;
        common.end = end < common.end ? end : common.end;
    }
    for (int group = 0; group < said->groups; group++)
        common = without_clauses(answer_of(said, group), common);
    for (int group = 0; group < said->groups; group++) {
        const char *answer = answer_of(said, group);
        size_t size = strlen(answer);

        if (size <= common.start + common.end ||
            !is_number(answer + common.start, size - common.start - common.end))
            return (struct common){ 0, 0 };
    }
    return common;
}

// Whether another group's answer has the same words.
static bool is_repeated(const struct report_compare_said *said, int group)
{
    for (int other = 0; other < said->groups; other++)
        if (other != group && !strcmp(answer_of(said, other), answer_of(said, group)))
            return true;
    return false;
}

void report_compare_words(const struct report_compare_said *said, char *text, size_t size)
{
    struct common common;
    bool repeated = false;
    int most;

    text[0] = 0;
    if (said->groups < 2)
        return;
    common = common_parts(said);
    most = largest(said);
    for (int i = 0; i < said->groups; i++) {
        // The largest group comes last: what is seldom tells more.
        int group = i + 1 == said->groups ? most : i + (i >= most);
        const char *answer = answer_of(said, group);
        size_t start = i ? common.start : 0, end = i ? common.end : 0;
        char piece[128];

        snprintf(piece, sizeof piece, "%.*s", (int) (strlen(answer) - start - end),
                 answer + start);
        append(text, size, i ? "; " : "", piece);
        append(text, size, " on ", "");
        name_group(said, group, i + 1 == said->groups && i > 0, text, size);
        repeated |= is_repeated(said, group);
    }
    if (repeated)
        append(text, size, "; ", "not the same, though the words are");
}

void report_compare_count_words(const struct report_compare_said *said,
                                const char *differing, char *text, size_t size)
{
    struct report_compare_cell cells[REPORT_COMPARE_SIDES];
    struct report_compare_said counts = *said;

    text[0] = 0;
    if (said->groups < 2)
        return;
    memcpy(cells, said->cells, (size_t) said->sides * sizeof *cells);
    counts.cells = cells;
    counts.groups = report_compare_group_text(cells, said->sides);
    report_compare_words(&counts, text, size);
    if (counts.groups < 2)
        append(text, size, "", differing);
    else if (counts.groups < said->groups)
        append(text, size, "; ", "not all that say as many mean the same ones");
}

void report_compare_say(const struct report_compare *compare,
                        const struct report_compare_draft *draft, char words[480],
                        char brief[480])
{
    struct report_compare_said said = { draft->cells, compare->count, draft->groups,
                                        compare->labels };

    if (draft->brief[0]) {
        memcpy(words, draft->words, 480);
        memcpy(brief, draft->brief, 480);
        return;
    }
    for (int letters = 0; letters < 2; letters++) {
        said.labels = letters ? NULL : compare->labels;
        if (draft->counts)
            report_compare_count_words(&said, draft->words, letters ? brief : words, 480);
        else
            report_compare_words(&said, letters ? brief : words, 480);
    }
}
