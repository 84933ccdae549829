// SPDX-License-Identifier: MIT
//
// Reports side by side, as a table: a column for each side, a row for each thing that
// was measured, and in each cell the finding of the side and the group of sides with
// the same finding. The views and the sheet show this table and add nothing to it. This
// module knows no probe; it compares pictures as they were read
// back.

#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include "report/folder.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define COMPARE_SIDES  20 // at most
#define COMPARE_SETS   3
#define COMPARE_TOPICS 16 // that topics.h does not know

// The finding of one side in a row.
struct compare_cell {
    char text[120]; // "24 bits, rne"; "-": it was not asked
    int group;      // sides of one group answer the same; numbered from 0 in the order of
                    // the sides; -1: not asked, and so not compared
    bool answered;  // it was asked, and could answer
    bool breaks_glsl;
    double vague; // the higher, the less it says of what its group has in common
};

// Where two pictures differ, in columns of the first one.
struct compare_where {
    int band, column, columns; // the plainest run; no columns: not known
    int first, last;           // bands in which any column differs
};

// A row. Rows are in the order of sections. Within a section, rows that differ come
// first, then those with the larger weight.
struct compare_row {
    const char *section; // "verdict", "operations", ..., "pictures": a heading
    char name[160];      // "a * b + c, plain"
    int stem;            // bytes of the name without its places: "a * b + c"
    bool counts;         // it counts the expressions of a topic
    int weight;          // how much it tells: [0, 1000]
    int groups;          // different answers: 0 if nobody was asked, 1: all the same
    char words[480];     // what the difference is: "fused on llvmpipe; separate on NVIDIA
                         // H200"; "" if there is none
    char brief[480];     // the same with letters for the sides: for many
    struct compare_cell *cells; // [sides], owned

    // The first side's picture, in a row of pictures, and its finding, in a row of an
    // expression, at the place that weighs most; NULL in other rows.
    const struct result *result;
    const struct finding *finding;
};

// A picture of one side, in levels of grey, to look at.
struct compare_picture {
    const struct result *result; // NULL: this side has none
    int width, height, bands;    // band 0 at the bottom
    uint8_t *grey;               // [height][width], owned
    int group;                   // sides of one group show the same pixels; -1: none
};

struct compare {
    int count;                          // of sides
    const struct report_folder **sides; // [count]; the folders are the caller's
    struct compare_label {
        char name[80];    // short, and of no other side: "llvmpipe ES 3.2"
        char device[400]; // renderer, API, driver
        char verdict[REPORT_HEADLINE_TEXT];
        char twins[320];  // published devices that do the same (history.h), or ""
        const char *kind; // of facts_kind()
        bool incomplete;  // the run ended early: the missing results were not measured
    } * labels;           // [count]
    char topics[COMPARE_TOPICS][24]; // names of sections that topics.h does not know
    struct compare_row *rows;        // [row_count]
    int row_count, differing;        // rows with more than one answer
    bool unreadable;                 // a picture could not be read and is left out

    // In one sentence, with letters for the sides: "Sums are the same in every precision;
    // division is nearest on A, off by >= 1.21 ulp on B; a * b + c is separate on A,
    // fused on B".
    char sentence[800];
    struct compare_set {
        char name[120];  // "stripes, fragment highp, plain"
        char words[480]; // as in a row
        struct compare_where where;
        struct compare_picture *pictures; // [count]
        uint8_t *want;    // what a reference draws in place of the first picture, in
                          // levels of grey, owned; NULL: nobody said
        char wanted[120]; // and who: "24 bits, rne, by the integer model"
    } sets[COMPARE_SETS]; // first the fract stripes at the highest precision, then those
                          // that differ
    int set_count;
};

// Compares folders[count], which must outlive `compare`. A single one is only shown
// (compare_html, compare_report). Raw pictures that cannot be read are left out, after
// logging why for the first of each side: their hashes still decide whether they differ.
void compare_init(struct compare *compare, const struct report_folder *folders,
                  int count);

// Adds a picture to a set, of the size of its first one, for the page of a single
// device; `who` draws it.
void compare_want(struct compare_set *set, const struct pixels *want, const char *who);

// Accepts a zeroed struct and leaves one.
void compare_finish(struct compare *compare);

// ---- views, for the writers of view/write.h ----

struct view;

// Adds the comparison of two sides or more: the sentence; the sides; the rows that
// differ, in words and as a matrix; and the rows that do not. A brief text has the rows
// with the largest weights.
void compare_view(const struct compare *compare, struct view *view);

// Adds a chapter for each side but the first: the rows in which its answer is another
// than that of the last side before it that has one. The sides are releases of a driver,
// in their order.
void compare_history_view(const struct compare *compare, struct view *view);

// The lists that follow the summary of a report. Bit TOPIC_x (topics.h) of `topics` lists
// every expression of a topic; bit TOPIC_COUNT lists the pictures, and other topics.
struct compare_told {
    bool reasons;    // every stage, and every reason
    bool deviations; // list what deviates: of those topics, of all if there are none
    unsigned topics;
};

// Adds the summary of a single report (report_text), and then the rows that `told` asks
// for.
void compare_report(const struct report_folder *folder, const struct compare_told *told,
                    struct view *view);

// Adds a list of the rows of a single side, by section, each with its places and the
// evidence: of the topics in told->topics, only what deviates if told->deviations.
void compare_results_view(const struct compare *compare, const struct compare_told *told,
                          struct view *view);

// Adds one table of all rows, with section, name, weight, findings and words, and a
// column for each side.
void compare_rows_view(const struct compare *compare, struct view *view);

// Writes one self-contained page: no script, no network, its pictures within. With one
// side it is the page of that device: the verdict, the stripes beside the expected
// ones, precisions, deviations, every result by topic, hashes.
void compare_html(const struct compare *compare, FILE *file);

#endif // COMPARE_COMPARE_H
