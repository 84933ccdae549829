// SPDX-License-Identifier: MIT
//
// Shared by the files of this directory: rows under construction. Each result or
// expression makes a row at each place. Rows with equal findings at several places
// become one, and its name lists the places that distinguish it from similar rows.

#ifndef COMPARE_PRIVATE_H
#define COMPARE_PRIVATE_H

#include "compare/table.h"
#include "report/expressions.h"
#include "report/topics.h"

#include <stdbool.h>
#include <stdint.h>

// The sections in their order; known topics in theirs, then unknown ones as they occur.
enum section {
    SECTION_VERDICT,
    SECTION_PRECISIONS,
    SECTION_FORMS,
    SECTION_TOPICS,
    SECTION_OTHERS = SECTION_TOPICS + TOPIC_COUNT,
    SECTION_PICTURES = SECTION_OTHERS + COMPARE_TOPICS,
    SECTION_COUNT,
};

// The weight of a row: docs/comparing.md has the reasons.
#define WEIGHT_FIRST     1000 // of the first section, less for others:
#define WEIGHT_LAST      34   // of pictures; between, sections as far from one another
#define WEIGHT_STAGE     30   // less for another stage than fragment,
#define WEIGHT_PRECISION 10   // another precision than highp,
#define WEIGHT_FORM      3    // each form behind plain
#define WEIGHT_SUMMARY   40   // a topic's count leads it, a claim stands behind
#define WEIGHT_TIMES     12   // but how much sooner the weight of a count falls
#define WEIGHT_DEVIATES  10   // more for what deviates on one side, and not on another
#define WEIGHT_LESS      640  // less for a status that lines tell, or that is no answer
#define WEIGHT_SECTION   ((WEIGHT_FIRST - WEIGHT_LAST) / (SECTION_OTHERS + 1))

#define SENSE_RANGES 3
#define SENSE_SWEPT  2 // the range of the largest error of a sweep

// The data by which findings are compared. Two sides are in one group if they have the
// same key and their sets have an element in common: a rounding model, and a value of
// each range.
struct sense {
    char key[120];
    uint32_t rules; // 0: none was asked for
    struct sense_range {
        double low, high; // both 0: none
    } ranges[SENSE_RANGES];
    double vague; // the sides that say most come first
};

// A row that is not finished.
struct draft {
    struct compare_row row; // without section, name and words
    int section, order;
    char what[64];                      // a line, or a probe
    bool placed, has_form;              // whether the name has places, and forms
    uint32_t places[STAGE_COUNT];       // bit precision * FORM_COUNT + form
    struct report_expressions_place at; // the first of them
    char note[80];                      // how answers of the same words differ
    const struct result **results;      // [sides], owned, of pictures; else NULL
    struct compare_where where;         // of pictures, where they were looked at
};

struct drafts {
    const struct compare *compare;
    struct draft *list; // [count], owned
    int count, capacity;
    const char *sections[SECTION_COUNT]; // names; NULL: there is none
    struct sense senses[COMPARE_SIDES];  // what sides say to the row that was added last
    bool blind[COMPARE_SIDES];           // a capture could not be read: do not ask again
};

// Adds a row of a place or none, valid until the next call: its cells have "-" and no
// group, its senses are zeroed.
struct draft *draft_add(struct drafts *drafts, int section, const char *what,
                        const struct report_expressions_place *place);

// Group the sides of the last row by their senses; remove that row.
void draft_group(struct drafts *drafts);
void draft_drop(struct drafts *drafts);

// Returns the weight of a section at a place, whose reduction counts `times`.
int draft_weight(int section, const struct report_expressions_place *place, int times);

// Merges rows of one thing with the same findings, and sorts rows by section, the
// largest weight first.
void drafts_merge(struct drafts *drafts);
void drafts_sort(struct drafts *drafts);

// Moves the drafts into the comparison's rows, with names and words.
void drafts_finish(struct drafts *drafts, struct compare *compare);

// Add the rows of the headlines and precisions, and those of the probes.
void drafts_add_heads(struct drafts *drafts);
void drafts_add_results(struct drafts *drafts);

// Reads a few raw pictures that differ, those with the largest weight first, and writes
// where they differ, or that they do not.
void drafts_look(struct drafts *drafts);

// Fill compare->sets, ->sentence, and ->labels.
void drafts_show(struct drafts *drafts, struct compare *compare);
void compare_sentence(struct compare *compare);
void compare_label(struct compare *compare);

// ---- who says the same ----

// Sets the groups and `vague` of cells whose group is not -1, and returns the number of
// groups. A less specific finding joins the first group that it fits.
int sense_group(struct compare_cell *cells, const struct sense *senses, int count);

// Sets the sense of a finding: errors within a factor of two are equal.
void sense_finding(const struct finding *finding, struct sense *sense);

// Numbers the groups from 0 in the order of the sides. Returns their number.
int sense_renumber(struct compare_cell *cells, int count);

// Writes the findings and their sides, "fused on llvmpipe; separate on NVIDIA H200",
// with names or with letters; `note` if all words are the same; "" if all findings are.
void compare_words(const struct compare *compare, const struct compare_row *row,
                   const char *note, bool letters, char text[480]);

// ---- pictures as cells, and where two of them differ ----

// The cells of a picture, one word each, band 0 at the bottom of the screen.
struct cells {
    int columns, bands;
    enum readout readout;
    uint32_t *words; // [bands][columns], owned
};

// Where two pictures differ, in columns of the narrower one.
struct cells_apart {
    int narrow;                  // how many columns it has
    long cells, differing, nans; // compared; different; NaN in the narrower one
    int first, last;             // bands in which any is different
    int band, column, columns;   // the plainest run of them
    double score;                // of it: the sum of how far the two are apart
};

// Returns the number that a word of a picture shows; with RGBA8, its red level.
double cells_number(enum readout readout, uint32_t word);
double cells_value(const struct cells *cells, int band, int column);
bool cells_is_nan(const struct cells *cells, int band, int column);

// Compares the bands that both have. Returns false if neither width divides the other.
bool cells_scan(const struct cells *one, const struct cells *other,
                struct cells_apart *apart);

#endif // COMPARE_PRIVATE_H
