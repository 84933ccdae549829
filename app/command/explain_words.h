// SPDX-License-Identifier: MIT
//
// What the words of a report mean, beside the probes, which explain themselves
// (probe.h): statuses, patterns, rules of rounding, and words of the trade.

#ifndef EXPLAIN_WORDS_H
#define EXPLAIN_WORDS_H

// Lines of up to 80 columns, a line feed between them and at the end. `more`, which
// several topics share, follows after an empty line; NULL: nothing does.
struct explain_word {
    const char *name;
    const char *text;
    const char *more;
};

// Under one heading: "status", "rounding", ...
struct explain_group {
    const char *heading;
    const struct explain_word *words;
    int count;
};

extern const struct explain_group explain_groups[];
extern const int explain_group_count;

extern const struct explain_word explain_rules[];
extern const int explain_rule_count;

#endif // EXPLAIN_WORDS_H
