// SPDX-License-Identifier: MIT

#include "compare/private.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

#define NAMED 3 // sides of a group that are named; of more the rest is counted

// The findings of a row in words: groups with the same text are written once.
struct telling {
    const struct compare *compare;
    int groups[COMPARE_SIDES]; // [sides]; -1: not asked
    int members[COMPARE_SIDES], count, asked;
    const char *texts[COMPARE_SIDES]; // by group
};

static struct telling telling_of(const struct compare *compare,
                                 const struct compare_row *row)
{
    struct telling telling = { .compare = compare };
    int told[COMPARE_SIDES]; // by group of the row

    for (int group = 0; group < row->groups; group++) {
        const char *text = compare_answer(row->cells, compare->count, group);
        int at = 0;

        while (at < telling.count && strcmp(telling.texts[at], text) != 0)
            at++;
        telling.texts[at] = text;
        telling.count += at == telling.count;
        told[group] = at;
    }
    for (int i = 0; i < compare->count; i++) {
        int group = row->cells[i].group;

        telling.groups[i] = group < 0 ? -1 : told[group];
        telling.asked += group >= 0;
        if (group >= 0)
            telling.members[told[group]]++;
    }
    return telling;
}

// "llvmpipe, softpipe, zink and 3 more".
static void name_labels(const struct telling *telling, int group, char text[480])
{
    const int members = telling->members[group];
    int named = 0;

    for (int i = 0; i < telling->compare->count; i++) {
        if (telling->groups[i] != group)
            continue;
        if (named == NAMED && members > NAMED + 1) {
            text_add(text, 480, " and %d more", members - named);
            return;
        }
        text_add(text, 480, "%s%s",
                 !named                 ? ""
                 : named + 1 == members ? " and "
                                        : ", ",
                 telling->compare->labels[i].name);
        named++;
    }
}

// Returns the group with the most sides, the last of several.
static int words_largest(const struct telling *telling)
{
    int most = 0;

    for (int i = 1; i < telling->count; i++)
        most = telling->members[i] >= telling->members[most] ? i : most;
    return most;
}

void compare_words(const struct compare *compare, const struct compare_row *row,
                   const char *note, bool letters, char text[480])
{
    const struct telling telling = telling_of(compare, row);
    const int most = words_largest(&telling);

    text[0] = 0;
    if (row->groups < 2)
        return;
    if (telling.count == 1) {
        text_add(text, 480, "%s", note[0] ? note : telling.texts[0]);
        if (!note[0])
            text_add(text, 480, " on all, but not the same");
        return;
    }
    for (int i = 0; i < telling.count; i++) {
        // The largest group comes last, because rare findings are more informative.
        bool last = i + 1 == telling.count;
        int group = last ? most : i + (i >= most);

        text_add(text, 480, "%s%s on ", i ? "; " : "", telling.texts[group]);
        if (last && telling.members[group] > NAMED && telling.asked == compare->count)
            text_add(text, 480, "the other %d", telling.members[group]);
        else if (letters)
            compare_letters(telling.groups, compare->count, group, text, 480);
        else
            name_labels(&telling, group, text);
    }
    if (telling.count < row->groups)
        text_add(text, 480, "; equal counts, but of different expressions");
}
