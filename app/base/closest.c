// SPDX-License-Identifier: MIT
//
// How it works: the Damerau-Levenshtein distance in its restricted form (optimal
// string alignment), over a full table, since words are short. A row is a prefix of
// one word, a column a prefix of the other.

#include "base/closest.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#define CLOSEST_LONGEST   31
#define CLOSEST_BEGINNING 3 // letters of a beginning that stands for the whole word

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int closest_distance(const char *a, const char *b)
{
    int table[CLOSEST_LONGEST + 1][CLOSEST_LONGEST + 1];
    int rows = (int) strlen(a), columns = (int) strlen(b);

    for (int i = 0; i <= rows; i++)
        table[i][0] = i;
    for (int j = 0; j <= columns; j++)
        table[0][j] = j;
    for (int i = 1; i <= rows; i++) {
        for (int j = 1; j <= columns; j++) {
            int changed = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            int added = 1 + least(table[i - 1][j], table[i][j - 1]);

            table[i][j] = least(changed, added);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                table[i][j] = least(table[i][j], 1 + table[i - 2][j - 2]);
        }
    }
    return table[rows][columns];
}

static bool is_beginning(const char *name, const char *word)
{
    size_t length = strlen(word);

    return length >= CLOSEST_BEGINNING && !strncasecmp(name, word, length);
}

const char *closest_find(const char *word, const char *const *names, int count)
{
    const char *best = NULL;
    int best_distance = 1 + least(2, (int) strlen(word) / 2);

    if (strlen(word) > CLOSEST_LONGEST)
        return NULL;
    for (int i = 0; i < count; i++) {
        int d;

        if (strlen(names[i]) > CLOSEST_LONGEST)
            continue;
        d = closest_distance(word, names[i]);
        if (d < best_distance) {
            best_distance = d;
            best = names[i];
        }
    }
    for (int i = 0; i < count && !best; i++)
        if (is_beginning(names[i], word))
            best = names[i];
    return best;
}
