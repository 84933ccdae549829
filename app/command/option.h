// SPDX-License-Identifier: MIT
//
// The table of options: what each is called and accepts, and where its value goes, as
// an offset into struct options. No option has code of its own.

#ifndef COMMAND_OPTION_H
#define COMMAND_OPTION_H

#include "report/topics.h"

#include <stdbool.h>
#include <stddef.h>

enum option_kind {
    OPTION_FLAG,   // bool; takes no value, or "all", which sets `every`, if it is there
    OPTION_TEXT,   // const char *; not empty, and `valid` if there is such a check;
                   // `every`, if it is there, is a struct options_words of all values
    OPTION_CHOICE, // const char *; one of `choice`
    OPTION_INDEX,  // int; which of `choice`
    OPTION_ANY,    // the same, or "all" for -1, which also sets `every` if it is there
    OPTION_SET,    // unsigned; bit i: choice(i), a list with commas; "all": all bits
    OPTION_NUMBER, // int; decimal, in [low, high], a power of two if `power`
};

struct option {
    const char *name;
    const char *key;   // in the list of a command; NULL: its name, which no other has
    char letter;       // '\0': none
    const char *value; // its name in a help text
    const char *help;
    enum option_kind kind;
    size_t field, every; // every: 0 for none, since the first field is no flag
    const char *(*choice)(int index);        // NULL past the last
    const char *(*meant)(const char *value); // the choice of another name, or NULL
    bool (*valid)(const char *text);
    int low, high; // of a number; high: how many values `every` may have
    bool power;
    bool bare; // the value may be left out where words may stand free
    bool rare; // only --help=all lists it
};

// The words of --show: each topic of report/topics.h has a bit, and these do. `sums` are
// the pictures of sums.
enum option_show {
    OPTION_SUMS = TOPIC_COUNT,
    OPTION_DEVIATIONS,
    OPTION_REASONS,
    OPTION_SHOW_COUNT,
};

static inline const char *option_key(const struct option *option)
{
    return option->key ? option->key : option->name;
}

extern const struct option option_list[];
extern const int option_count;

#endif // COMMAND_OPTION_H
