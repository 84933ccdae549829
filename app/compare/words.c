// SPDX-License-Identifier: MIT

#include "compare/private.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

#define NAMED 3 // sides of a group that are named; of more the rest is counted

// The findings of a row in words: groups with the same text are written once. Sides of
// one group may have counts of different totals, "9 of 240" and "9 of 402". Then the
// words of the row leave the totals out, and counts that still differ are apart.
struct telling {
    const struct compare *compare;
    int groups[COMPARE_SIDES]; // [sides]; -1: not asked
    int members[COMPARE_SIDES], count, asked;
    const char *texts[COMPARE_SIDES]; // by group
    bool joined;                      // two groups of the row have the same text
    bool without_totals;
};

// Returns the length of a text without the total at its end: "9" of "9 of 402".
static size_t length_without_total(const char *text)
{
    const char *total = strstr(text, " of ");

    return total && total[4] && !total[4 + strspn(total + 4, "0123456789")]
               ? (size_t) (total - text)
               : strlen(text);
}

static bool is_same_text(const struct telling *telling, const char *one,
                         const char *other)
{
    const size_t length = length_without_total(one);

    if (!telling->without_totals)
        return !strcmp(one, other);
    return length == length_without_total(other) && !strncmp(one, other, length);
}

// Returns true if sides of one group have different counts.
static bool has_totals_apart(const struct compare *compare, const struct compare_row *row)
{
    for (int i = 0; row->counts && i < compare->count; i++)
        if (row->cells[i].group >= 0 &&
            strcmp(row->cells[i].text,
                   compare_answer(row->cells, compare->count, row->cells[i].group)) != 0)
            return true;
    return false;
}

static struct telling telling_of(const struct compare *compare,
                                 const struct compare_row *row)
{
    struct telling telling = { .compare = compare,
                               .without_totals = has_totals_apart(compare, row) };
    int groups[COMPARE_SIDES]; // of the row, by group

    for (int i = 0; i < compare->count; i++) {
        const struct compare_cell *cell = &row->cells[i];
        const char *text = cell->text;
        int at = 0;

        telling.groups[i] = -1;
        if (cell->group < 0)
            continue;
        if (!row->counts)
            text = compare_answer(row->cells, compare->count, cell->group);
        while (at < telling.count && !is_same_text(&telling, telling.texts[at], text))
            at++;
        if (at == telling.count) {
            groups[at] = cell->group;
            telling.texts[telling.count++] = text;
        }
        telling.joined |= groups[at] != cell->group;
        telling.groups[i] = at;
        telling.members[at]++;
        telling.asked++;
    }
    return telling;
}

// Adds the text of a group.
static void add_telling(const struct telling *telling, int group, char text[480])
{
    const char *told = telling->texts[group];

    text_add(text, 480, "%.*s",
             (int) (telling->without_totals ? length_without_total(told) : strlen(told)),
             told);
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
        if (note[0])
            text_add(text, 480, "%s", note);
        else
            add_telling(&telling, 0, text);
        text_add(text, 480, "%s", note[0] ? "" : " on all, but not the same");
        return;
    }
    for (int i = 0; i < telling.count; i++) {
        // The largest group comes last, because rare findings are more informative.
        bool last = i + 1 == telling.count;
        int group = last ? most : i + (i >= most);

        text_add(text, 480, "%s", i ? "; " : "");
        add_telling(&telling, group, text);
        text_add(text, 480, " on ");
        if (last && telling.members[group] > NAMED && telling.asked == compare->count)
            text_add(text, 480, "the other %d", telling.members[group]);
        else if (letters)
            compare_letters(telling.groups, compare->count, group, text, 480);
        else
            name_labels(&telling, group, text);
    }
    if (telling.joined)
        text_add(text, 480, "; equal counts, but of different expressions");
}
