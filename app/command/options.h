// SPDX-License-Identifier: MIT
//
// The options of the command line, one vocabulary for all commands. A command lists the
// keys of the options that it accepts (command/command.h). The table of options
// (option.h) has the name, the values and the help text of each.

#ifndef COMMAND_OPTIONS_H
#define COMMAND_OPTIONS_H

#include "base/facts.h"
#include "survey/survey.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define OPTIONS_ARGUMENTS 512 // parts of a sweep
#define OPTIONS_DEVICES   16
#define OPTIONS_SETS      64

struct options {
    const char *device; // the last that was given; NULL: the best there is
    struct options_words {
        const char *words[OPTIONS_SETS];
        int count;
    } devices, sets;              // all of --device and --set
    int api;                      // enum api; API_COUNT: any
    struct survey_options survey; // the questions; its callbacks are not set
    const char *output;           // folder; NULL: not given
    const char *shader_dir;       // NULL: the embedded shaders
    const char *expect;           // the headline that is expected; NULL: any
    int timeout_s;                // 0: no limit
    bool json, no_sheet, window, verbose;
    unsigned show;                              // bits of option.h; ~0: all
    int round;                                  // enum fp_round, of a reference
    bool expected, mismatches, skip_bad, steps; // of eval
    // The options of sweep; NULL or 0 if not given.
    const char *inputs, *shard, *domain;
    bool list, proof, merge;
    int threads; // of the CPU; 0: as many as there are
    int seed;    // of random bits; default: 1
    // The options of compare, check, bless and analyze; NULL or 0 if not given.
    const char *html, *markdown, *csv, *png; // files that are written
    const char *goldens, *reason, *junit;    // a folder, a text, a file
    bool skip_missing;                       // check: no goldens are no fault
    const char *captures;                    // where run names its own folder
    const char *prune;                       // of verify: a folder
    const char *picture;                     // of show: the name of a result
    bool page;                               // run: report.html
    bool history;                            // compare: what changed from one to the next
    bool exit_code;                          // compare: 1 if anything differs
    int stripes;                             // of a foreign picture
    // The options of shade; NULL if not given. `set` is the last of `sets`.
    const char *formulas, *size, *time, *set, *max_difference;
    bool raw;
    bool help, version; // requested instead of the work of the command
    bool help_all;      // --help=all
    const char *arguments[OPTIONS_ARGUMENTS];
    int argument_count;
    const char *const *words; // [word_count] as they were given, without a last "--"
    int word_count;
    uint64_t given; // bit i: option_list[i] was given
};

// Reads words[count], those after the command's. `allowed` names the options that the
// command takes and ends with NULL; up to `arguments` words may stand free, at most
// OPTIONS_ARGUMENTS. `options` points into `words`. Returns false, after logging what
// would be right, if a word is not.
bool options_parse(struct options *options, const char *const *allowed, int arguments,
                   int count, const char *const *words);

struct compare_told; // compare/compare.h

// Returns what --show asks for.
struct compare_told options_told(const struct options *options);

// Whether the option of that key, without dashes, was given.
bool options_given(const struct options *options, const char *name);

// The help of an option in one command, if the text of the table does not fit. NULL as a
// name ends a list.
struct option_note {
    const char *name, *help;
    const char *choices; // the values that the command accepts; NULL: the table's
};

// Prints the options of `allowed`, as a help text has them: what each does, from column
// 25, and its choices, from column 27. `notes` may be NULL. Unless `all`, only names the
// options that are rarely used.
void options_help(const char *const *allowed, const struct option_note *notes, bool all,
                  FILE *file);

#endif // COMMAND_OPTIONS_H
